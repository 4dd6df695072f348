"""Ranks of an MPI job that are killed, stopped or out of space: the job ends, no process is left hanging, and the
training can be continued. Usage: ranks_faults_test.py ALCOLE MPIEXEC"""

import contextlib
import glob
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from made import ALCOLE, environment, people, text_of
from on_ranks import FREELY, Ranks, on_ranks

# Tolerances that are never reached: dozens of dual steps with up to hundreds of evaluations each.
LONG = {"model__kind": "mlp", "model__hidden": "[16, 16]", "solve__regime": "full", "solve__tolerance__stationarity": 1e-9,
        "solve__tolerance__violation": 1e-12, "solve__max_outer": 50}


class Faults(Ranks):
    def whole(self):
        self.run_it("train", "run.toml", *self.settings(**LONG), "--out", "whole", code=None)
        self.assertGreater(len(self.trace("whole")[0]), 20, "too short to be interrupted")

    def begin(self, size, out, *more):
        """A training that has written a state, and then a second one."""
        process = self.start(size, LONG, out, *more)
        self.assertTrue(self.wait_for_second(process, out, "state"), "it ended too soon")
        return process

    def state_of(self, out):
        """What an interrupted training has left; a finished one leaves none."""
        self.assertTrue(os.path.exists(self.path(out, "state")), "it came to its end")
        return self.bytes(out, "state")

    def finish(self, size, out):
        """The same model, without starting from the beginning."""
        state = self.state_of(out)
        done = subprocess.run(on_ranks(size, "train", "run.toml", *self.settings(**LONG), "--out", out, "--resume"),
                              cwd=self.cwd, env=environment(FREELY), capture_output=True, text=True, timeout=600)
        self.assertIn(done.returncode, (0, 2), done.stderr)
        self.check_went_on(out, state)
        self.assertEqual(self.bytes(out, "model.onnx"), self.bytes("whole", "model.onnx"))
        self.assertEqual(self.trace(out)[1], self.trace("whole")[1])

    def ranks_of(self, process):
        """The process ids of the ranks, rank 0 first."""
        found = {}
        for folder in glob.glob("/proc/[0-9]*"):
            try:
                with open(folder + "/environ", "rb") as file:
                    words = dict(word.split(b"=", 1) for word in file.read().split(b"\0") if b"=" in word)
                if os.path.realpath(folder + "/cwd") != os.path.realpath(self.cwd):
                    continue
                if os.readlink(folder + "/exe") == os.path.realpath(ALCOLE):
                    rank = words.get(b"OMPI_COMM_WORLD_RANK", words.get(b"PMI_RANK"))
                    found[int(rank)] = int(os.path.basename(folder))
            except (OSError, TypeError, ValueError):
                continue
        return [found[rank] for rank in sorted(found)]

    def open_files(self, process):
        """The names of the files that a process currently has open."""
        names = []
        for link in glob.glob(f"/proc/{process}/fd/*"):
            with contextlib.suppress(OSError):
                names.append(os.readlink(link))
        return names

    def test_the_limit_of_memory_is_that_of_every_rank(self):
        """Each has its own unnamed file."""
        process = self.start(3, LONG, "out", "--memory", "128M")
        self.assertTrue(self.wait_for(process, "out", "state"), "it ended too soon")
        for rank in self.ranks_of(process):
            self.assertTrue([name for name in self.open_files(rank) if name.startswith(tempfile.gettempdir()) and "(deleted)" in name])
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)

    def test_a_rank_that_is_killed_ends_the_job(self):
        self.whole()
        process = self.begin(4, "out")
        ranks = self.ranks_of(process)
        self.assertEqual(len(ranks), 4)
        begun = time.monotonic()
        os.kill(ranks[2], signal.SIGKILL)
        said = "".join(process.communicate(timeout=60))  # MPICH writes to standard output
        self.assertLess(time.monotonic() - begun, 30)
        self.assertNotEqual(process.returncode, 0)
        self.assertRegex(said, "(?i)killed|signal")
        self.assertEqual(self.ranks_of(process), [], "a rank is left behind")
        self.finish(2, "out")

    def test_a_rank_that_is_killed_while_it_reads_ends_the_job(self):
        text = text_of(people(2500))
        head, rows = text.split("\n", 1)
        self.write("people.csv", head + "\n" + 800 * rows)
        process = self.start(3, {}, "out")
        reads = None
        while reads is None and process.poll() is None:
            ranks = self.ranks_of(process)
            if len(ranks) == 3:
                reads = ranks[2] if any(name.endswith("people.csv") for name in self.open_files(ranks[2])) else None
        self.assertIsNotNone(reads, "it was not seen to read")
        begun = time.monotonic()
        os.kill(reads, signal.SIGKILL)
        said = "".join(process.communicate(timeout=60))
        self.assertLess(time.monotonic() - begun, 30)
        self.assertNotEqual(process.returncode, 0)
        self.assertRegex(said, "(?i)killed|signal")
        self.assertEqual(self.ranks_of(process), [], "a rank is left behind")

    def test_a_disk_that_is_full(self):
        """The job ends with a sentence, an earlier state is unchanged, and once there is space the training
        continues from it."""
        mount = shutil.which("mount")
        os.mkdir(self.path("small"))
        if not mount or subprocess.run([mount, "-t", "tmpfs", "-o", "size=1m", "tmpfs", self.path("small")],
                                       capture_output=True).returncode != 0:
            self.skipTest("nothing can be mounted here")
        self.addCleanup(subprocess.run, [shutil.which("umount"), self.path("small")])
        self.whole()
        process = self.begin(2, "small/run")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        state = self.state_of("small/run")
        with open(self.path("small", "filler"), "wb", buffering=0) as filler, self.assertRaises(OSError):
            while True:
                filler.write(bytes(1024))
        done = self.run_on(4, "train", "run.toml", *self.settings(**LONG), "--out", "small/run", "--resume", code=1)
        said = [line for line in done.stderr.splitlines() if line.startswith("alcole: ")]
        self.assertEqual(len(said), 1, done.stderr)
        self.assertIn("No space left on device", said[0])
        self.assertEqual(self.state_of("small/run"), state)
        os.remove(self.path("small", "filler"))
        self.finish(3, "small/run")

    def test_a_job_that_is_ended_goes_on_with_another_number_of_ranks(self):
        self.whole()
        process = self.begin(2, "out")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        self.assertEqual(self.ranks_of(process), [], "a rank is left behind")
        self.finish(4, "out")


if __name__ == "__main__":
    unittest.main()
