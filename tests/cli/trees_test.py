"""Boosted trees from the command line. Usage: trees_test.py ALCOLE"""

import json
import signal
import unittest

from made import Made, RUN, people, run, text_of


class Trees(Made):
    def setUp(self):
        super().setUp()
        self.write("people.csv", text_of(people(1200)))
        self.write("run.toml", RUN.replace('kind = "linear"', 'kind = "trees"\nrounds = 80').replace("bound = 0.05", "bound = 0.1"))

    def test_train_evaluate_predict_and_certify(self):
        m = self.train()
        self.assertEqual(m["status"], "settled")
        self.assertEqual(m["model"]["trees"]["rounds"], 80)
        for constraint in m["constraints"]:
            self.assertLessEqual(constraint["train"]["slack"], 0.01 * constraint["bound"])
        judged = json.loads(run("evaluate", "run", "people.csv", "--json", cwd=self.cwd).stdout)
        self.assertEqual(judged["rows"], 1200)
        self.assertEqual(len(self.run_it("predict", "run", "people.csv").stdout.splitlines()), 1201)
        self.assertIn("boosted trees", self.read("run", "report.html"))
        self.assertIn(run("certify", "run", "people.csv", cwd=self.cwd).returncode, (0, 2))

    def test_goes_on_to_the_same_bits(self):
        self.train("--out", "whole")
        code, _, _ = self.begin("train", "run.toml", "--out", "run").stop(signal.SIGKILL)
        if code == -signal.SIGKILL:  # else it was faster
            self.run_it("train", "run.toml", "--out", "run", "--resume")
        self.assertEqual(self.bytes("run", "model.onnx"), self.bytes("whole", "model.onnx"))

    def test_examine_says_what_does_not_hold_of_trees(self):
        self.train()
        self.refused("examine", "run", says=["boosted trees", "docs/trees.md"])

    def test_keys_out_of_range(self):
        for change in ("model.depth=0", "model.rate=0", "model.rate=2", "model.rows=0", "model.bins=1", "model.rounds=0"):
            self.refused("train", "run.toml", "--set", change, says=[change.split("=")[0]])

    def test_ten_rows(self):
        self.write("few.csv", text_of(people(10)))
        done = run("train", "run.toml", "--set", "data.file=few.csv", "--out", "few", cwd=self.cwd)
        self.assertIn(done.returncode, (0, 1, 2, 3), done.stderr)
        self.assertLessEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()
