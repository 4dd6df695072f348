"""Programs that are interrupted while they are at work: tests wait for an event, never for a time."""

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
    """Until it has happened; False where the process has ended before."""
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
    """Whether more has been shown than what comes before the work."""
    lines = re.split(r"\r(?:\x1b\[K)?|\n", said.decode(errors="replace"))
    return any(line.strip() and not re.match(r"\s*(reading|preparing)", line) for line in lines)


class AtTerminal:
    """A program whose error stream is a terminal: there it shows its progress, and so that it is at work."""

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
        except OSError:  # Linux says so when nobody is at the other end any more
            pass
        os.close(self.master)

    def stop(self, how=signal.SIGINT):
        """Sends the signal as soon as there is progress; gives (exit code, standard output, all that was said)."""
        wait_until(lambda: at_work(self.said), self.process)
        self.process.send_signal(how)
        out, _ = self.process.communicate(timeout=PATIENCE)
        self.listener.join()
        return self.process.returncode, out, self.said.decode()
