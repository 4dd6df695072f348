"""Tests of the program on the ranks of an MPI job. Several ranks share each core."""

import json
import subprocess
import sys

from made import ALCOLE, Made, environment, people, text_of

MPIEXEC = sys.argv.pop(1)
# Open MPI's variables; MPICH ignores them, and needs none.
FREELY = {"OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
          "OMPI_MCA_hwloc_base_binding_policy": "none",
          "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}


def on_ranks(size, *arguments):
    return [MPIEXEC, "-n", str(size), ALCOLE, *arguments]


class Ranks(Made):
    """The few people of race d are at the end of the file."""

    def setUp(self):
        super().setUp()
        table = people(2500)
        for row in table[-40:]:
            row["race"] = "d"
        self.write("people.csv", text_of(table))

    def run_on(self, size, *arguments, code=0):
        done = subprocess.run(on_ranks(size, *arguments), cwd=self.cwd, env=environment(FREELY), capture_output=True,
                              text=True, timeout=600, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def start(self, size, settings, out, *more):
        process = subprocess.Popen(on_ranks(size, "train", "run.toml", *self.settings(**settings), "--out", out, *more),
                                   cwd=self.cwd, env=environment(FREELY), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.kill)
        return process

    def check_same_model(self, settings, sizes):
        words = self.settings(**settings)
        alone = self.run_it("train", "run.toml", *words, "--out", "alone", code=None)
        self.assertEqual(self.metrics("alone")["model"]["hidden"], json.loads(settings.get("model__hidden", "[]")))
        for size in sizes:
            out = f"on{size}"
            self.run_on(size, "train", "run.toml", *words, "--out", out, code=alone.returncode)
            self.assertEqual(self.bytes(out, "model.onnx"), self.bytes("alone", "model.onnx"), f"{size} ranks")
            ours, theirs = self.metrics(out), self.metrics("alone")
            ours["seconds"] = theirs["seconds"] = 0
            self.assertEqual(ours, theirs)

    def run_it(self, *arguments, code=0, **options):
        """As elsewhere; None accepts any code."""
        if code is not None:
            return super().run_it(*arguments, code=code, **options)
        return subprocess.run([ALCOLE, *arguments], cwd=self.cwd, env=environment(), capture_output=True, text=True,
                              timeout=300, stdin=subprocess.DEVNULL)
