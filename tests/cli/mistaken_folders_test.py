"""Mistakes with folders and output files: nothing is overwritten or left half-written.
Usage: mistaken_folders_test.py ALCOLE"""

import os
import resource
import shutil
import signal
import subprocess
import unittest

from at_work import wait_until
from made import ALCOLE, RUN, environment, run
from mistaken import Mistakes


class Folders(Mistakes):
    def test_a_run_file_of_ones_own_stays(self):
        for arguments in (["train", "run.toml", "--out", "."], ["cv", "run.toml", "-k", "2", "--out", "."]):
            self.refused(*arguments, says=["run.toml: is a run file of your own", "--out"])
        self.write("other.toml", RUN)
        self.refused("train", "other.toml", "--out", ".", says=["run file of your own"])
        self.train()
        self.run_it("train", "run/run.toml", "--out", "run")  # one that the program has written is replaced

    def test_an_interrupted_training_is_not_thrown_away(self):
        said = self.run_it("train", "run.toml").stdout
        self.assertNotIn("in place of", said)
        self.assertIn("in place of earlier ones", self.run_it("train", "run.toml").stdout)
        for name in ("metrics.json", "model.onnx"):
            os.remove(self.path("run", name))  # as if it had been killed just before its end
        self.refuse_run(says=["this training was interrupted", "--resume", "--force"])
        done = run("train", "run.toml", "--set", "solve.seed=3", cwd=self.cwd)
        self.assertIn("note: run: another training was interrupted here", done.stderr)
        for name in ("metrics.json", "model.onnx"):
            os.remove(self.path("run", name))
        done = run("train", "run.toml", "--set", "solve.seed=3", "--force", cwd=self.cwd)
        self.assertIn(done.returncode, (0, 2), done.stderr)
        self.assertTrue(os.path.exists(self.path("run", "metrics.json")))

    def test_no_folder_is_left_when_nothing_was_done(self):
        self.refuse_run("--set", "data.target=aproved", "--out", "deep/new")
        self.assertFalse(os.path.exists(self.path("deep")))

    def test_a_file_in_the_place_of_the_folder(self):
        self.write("taken", "mine")
        self.refuse_run("--out", "taken", says=["taken", "is a file", "--out"])
        self.assertEqual(self.read("taken"), "mine")

    @unittest.skipIf(os.geteuid() == 0, "permissions do not bind the superuser")
    def test_a_folder_that_is_read_only(self):
        self.train()
        before = self.bytes("run", "model.onnx")
        os.chmod(self.path("run"), 0o555)
        self.addCleanup(os.chmod, self.path("run"), 0o755)
        self.refuse_run("--set", "solve.seed=1", says=["run", "written"])
        self.assertEqual(self.bytes("run", "model.onnx"), before)

    def test_results_stay_when_a_new_run_is_refused(self):
        self.train()
        self.refuse_run("--set", "data.target=aproved")
        self.refuse_run("--set", "constraint.attribute=sx")
        os.remove(self.path("people.csv"))
        self.refuse_run(says=["people.csv"])
        self.refuse_run("--resume", says=["people.csv"])

    def test_two_at_once(self):
        slow = ["--set", "solve.regime=stochastic", "--set", "solve.stochastic.max_epochs=1000000", "--set",
                "solve.stochastic.settle=false", "--set", "solve.tolerance.stationarity=1e-9", "--set", "model.kind=mlp"]
        first = subprocess.Popen([ALCOLE, "train", "run.toml", *slow], cwd=self.cwd, env=environment(),
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            self.assertTrue(wait_until(lambda: os.path.exists(self.path("run", "run.toml")), first))
            done = run("train", "run.toml", cwd=self.cwd)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertEqual(done.stderr.count("\n"), 1)
            self.assertIn("run: another alcole is at work in this folder", done.stderr)
            self.assertIsNone(first.poll(), "the first one goes on")
            self.assertIn("max_epochs = 1000000", self.read("run", "run.toml"))
            self.train("--out", "other")
            first.send_signal(signal.SIGINT)
            _, said = first.communicate(timeout=300)
            self.assertEqual(first.returncode, 130, said)
        finally:
            first.kill()
            first.communicate()
        self.assertIn("another training was interrupted here", self.run_it("train", "run.toml").stderr)

    def test_a_disk_that_is_full(self):
        mount = shutil.which("mount")
        os.mkdir(self.path("small"))
        if not mount or subprocess.run([mount, "-t", "tmpfs", "-o", "size=16k", "tmpfs", self.path("small")],
                                       capture_output=True).returncode != 0:
            self.skipTest("nothing can be mounted here")
        self.addCleanup(subprocess.run, [shutil.which("umount"), self.path("small")])
        done = run("train", "run.toml", "--out", "small/run", cwd=self.cwd)
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertIn("No space left on device", done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertFalse([name for name in os.listdir(self.path("small", "run")) if name.endswith(".part")])

    def test_a_file_that_cannot_be_written_to_its_end(self):
        """What a full disk does, by way of a limit on the size of files."""
        self.train()
        before = self.files()

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))

        for arguments, file in ((["train", "run.toml", "--out", "other"], "other"),
                                (["report", "run"], "report.html"),
                                (["predict", "run/model.onnx", "people.csv", "-o", "out.csv"], "out.csv")):
            done = run(*arguments, cwd=self.cwd, preexec_fn=limit)
            self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)
            self.assertIn(file, done.stderr)
            self.assertIn("File too large", done.stderr)
        after = self.files()
        self.assertFalse([name for name in after if name.endswith(".part")])
        self.assertEqual({name: after[name] for name in before}, before)
        self.assertNotIn("out.csv", after)

    def test_a_folder_without_a_run(self):
        os.mkdir(self.path("empty"))
        for command in ("report", "explain"):
            self.refused(command, "nobody", says=["nobody", "no such folder"])
            self.refused(command, "empty", says=["empty", "metrics.json", "alcole train"])

    def test_broken_results(self):
        self.train()
        text = self.read("run", "metrics.json")
        for broken in (text[:len(text) // 2], "", "[]", text.replace('"metrics": 4', '"metrics": 2'),
                       text.replace('"rows"', '"rowz"')):
            self.write("run/metrics.json", broken)
            for command in ("report", "explain"):
                self.refused(command, "run", says=["metrics.json"])

    def test_output_that_cannot_be_written(self):
        self.train()
        self.refused("predict", "run/model.onnx", "people.csv", "-o", "nowhere/out.csv", says=["nowhere/out.csv"])
        os.mkdir(self.path("folder"))
        self.refused("predict", "run/model.onnx", "people.csv", "-o", "folder", says=["folder"])

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_standard_output_that_is_full(self):
        """Results that nobody could read are no success."""
        self.train()
        for arguments in (["predict", "run/model.onnx", "people.csv"], ["evaluate", "run/model.onnx", "people.csv"],
                          ["explain", "run"], ["report", "run", "--json"], ["train", "run.toml", "--json"]):
            with self.subTest(arguments[0]), open("/dev/full", "w") as full:
                done = subprocess.run([ALCOLE, *arguments], cwd=self.cwd, env=environment(), stdout=full,
                                      stderr=subprocess.PIPE, text=True)
                self.assertEqual(done.returncode, 1)
                self.assertIn("No space left on device", done.stderr)


if __name__ == "__main__":
    unittest.main()
