"""Training from a large table within a memory limit gives the same model, and keeps the limit. Usage: memory_test.py
ALCOLE"""

import os
import subprocess
import unittest

from large import DISTINCT, RUN, write_distinct, write_word_counts
from made import ALCOLE, Made, environment, run

ROWS = 700_000
DIFFERENT = 450_000
MIB = 1 << 20
NETWORK = ("--set", "model.kind=mlp", "--set", "model.hidden=[16]", "--set", "solve.stochastic.max_epochs=1")


class Memory(Made):
    def peak(self, *arguments):
        """Exit code, and the program's peak memory, including pages of files."""
        with open(self.path("said"), "w", encoding="utf-8") as said:
            started = subprocess.Popen([ALCOLE, *arguments], cwd=self.cwd, env=environment(), stdout=said, stderr=said)
            _, status, used = os.wait4(started.pid, 0)
            started.returncode = os.waitstatus_to_exitcode(status)
        return started.returncode, used.ru_maxrss * 1024

    def test_the_limit_is_kept_and_changes_nothing(self):
        self.write("run.toml", RUN)
        self.assertEqual(run("data", "twin", "--rows", str(ROWS), "-o", "people.csv", cwd=self.cwd).returncode, 0)
        code, used = self.peak("convert", "people.csv", "people.h5")
        self.assertEqual(code, 0, self.read("said"))
        self.assertLess(used, 100 * MIB)  # whatever the number of rows
        self.check_kept()

    def check_kept(self, *arguments):
        """The same model within the limit, with any number of threads, although it would otherwise take more;
        returns the peak."""
        free, most = self.peak("train", "run.toml", *arguments, "--out", "free", "-j", "1")
        self.assertGreater(most, 140 * MIB)  # otherwise this test shows nothing
        for threads in ("1", "3"):
            kept, used = self.peak("train", "run.toml", *arguments, "--out", "kept", "-j", threads, "--memory", "128M")
            self.assertIn(free, (0, 2), self.read("said"))
            self.assertEqual(kept, free, self.read("said"))
            self.assertLess(used, 128 * MIB, f"{threads} threads")
            for file in ("model.onnx", "held-out.csv"):
                self.assertEqual(self.bytes("free", file), self.bytes("kept", file), file)
        return most

    def test_rows_that_do_not_repeat(self):
        self.write("run.toml", DISTINCT)
        write_distinct(DIFFERENT, self.path("people.csv"))
        self.assertEqual(run("convert", "people.csv", "people.h5", cwd=self.cwd).returncode, 0)
        self.assertLess(self.check_kept(), 48 * MIB + 400 * DIFFERENT)  # bytes per row; see docs/large_tables.md
        self.check_kept(*NETWORK)

    def test_grows_with_what_is_filled(self):
        first = ("--target", "spam", "--protected", "sex", "--set", "model.kind=linear", "--set", "solve.max_outer=3", "-j", "1")
        write_word_counts(200, 30, self.path("words.csv"))
        _, small = self.peak("train", "words.csv", *first, "--out", "few")
        write_word_counts(5000, 1500, self.path("words.csv"))  # 7.5 million cells, 8 bytes each: 60 MB
        code, large = self.peak("train", "words.csv", *first, "--out", "many")
        self.assertIn(code, (0, 2))
        self.assertLess(large - small, 50e6)

    def test_what_is_no_limit_is_said_in_a_sentence(self):
        self.write("run.toml", RUN)
        self.refused("train", "run.toml", "--memory", "2", says=["--memory 2", "such as 2G"])
        self.refused("train", "run.toml", "--memory", "much", says=["--memory much", "such as 2G"])
        self.refused("train", "run.toml", "--memory", "16M", says=["less than 128M"])

    @unittest.skipUnless(os.path.ismount("/dev/shm"), "no folder in memory")
    def test_a_folder_in_memory_is_no_disk(self):
        self.write("run.toml", RUN)
        done = subprocess.run([ALCOLE, "train", "run.toml", "--memory", "1G"], cwd=self.cwd, capture_output=True, text=True,
                              env=environment({"TMPDIR": "/dev/shm"}), timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("set TMPDIR to a folder on a disk", done.stderr)


if __name__ == "__main__":
    unittest.main()
