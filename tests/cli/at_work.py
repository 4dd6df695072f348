"""Programs that are interrupted while they work: tests wait for an event, never for a fixed time."""

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import threading
import time

PATIENCE = 300  # seconds, for slow machines under sanitizers


def wait_until(happened, process):
    """Waits until it has happened; False if the process ended first."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        if process.poll() is not None:
            return False
        if time.monotonic() > deadline:
            process.kill()
            raise TimeoutError(f"nothing happened in {PATIENCE} s")
        time.sleep(0.002)
    return True


def at_work(said):
    """True if more has been shown than what precedes the work."""
    lines = re.split(r"\r(?:\x1b\[K)?|\n", said.decode(errors="replace"))
    return any(line.strip() and not re.match(r"\s*(reading|preparing)", line) for line in lines)


class AtTerminal:
    """A program whose error stream is a terminal, where it shows its progress, which tells that it is working."""

    def __init__(self, command, cwd, env=None, columns=0, stdin=subprocess.DEVNULL):
        self.said = b""
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 0, columns, 0, 0))
        self.process = subprocess.Popen(command, cwd=cwd, env=env, stdin=stdin, stdout=subprocess.PIPE,
                                        stderr=slave, text=True)
        os.close(slave)
        self.listener = threading.Thread(target=self._listen)
        self.listener.start()

    def _listen(self):
        try:
            while said := os.read(self.master, 4096):
                self.said += said
        except OSError:  # Linux reports this when the other end is closed
            pass
        os.close(self.master)

    def stop(self, how=signal.SIGINT):
        """Sends the signal as soon as there is progress; returns (exit code, standard output, everything that was
        said)."""
        wait_until(lambda: at_work(self.said), self.process)
        self.process.send_signal(how)
        out, _ = self.process.communicate(timeout=PATIENCE)
        self.listener.join()
        return self.process.returncode, out, self.said.decode()
