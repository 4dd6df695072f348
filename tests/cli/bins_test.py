"""Numbers in bins from the command line. Usage: bins_test.py ALCOLE"""

import csv
import io
import json
import math
import random
import unittest

from made import Made, run, text_of

RUN = """[data]
file = "people.csv"
target = "approved"
binned = ["wealth"]
protected = ["sex"]

[model]
kind = "linear"

[[constraint]]
kind = "counterfactual"
attribute = "sex"
bound = 1e-3
"""


def people(rows=3000, seed=2):
    """Only the order of magnitude of the wealth matters, and most people have none."""
    draw = random.Random(seed)
    table = []
    for _ in range(rows):
        wealth = 0 if draw.random() < 0.6 else round(math.exp(draw.gauss(7, 2.5)), 2)
        score = (0 if wealth == 0 else math.log(wealth) - 7) + draw.gauss(0, 1) + 0.5 * draw.choice((0, 1))
        table.append({"sex": draw.choice("fm"), "age": draw.randint(18, 70), "wealth": wealth,
                      "approved": "yes" if score > 0.5 else "no"})
    return table


class Bins(Made):
    def setUp(self):
        super().setUp()
        self.write("people.csv", text_of(people()))
        self.write("run.toml", RUN)

    def test_a_heavy_tail_is_worth_more_in_bins(self):
        binned = self.train()
        plain = self.train("--set", "data.binned=[]", "--out", "plain")
        self.assertLess(binned["test"]["log_loss"], plain["test"]["log_loss"] - 0.01)
        self.assertLess(binned["test"]["brier"], plain["test"]["brier"])

    def test_the_model_reads_values_that_training_never_met(self):
        self.train()
        self.write("new.csv", "sex,age,wealth\nf,30,\nf,30,-5\nf,30,0\nf,30,1e30\nf,30,1e9\n")
        rows = list(csv.DictReader(io.StringIO(self.run_it("predict", "run", "new.csv").stdout)))
        p = [float(row["probability"]) for row in rows]
        self.assertEqual(p[1], p[2], "below the first edge")
        self.assertEqual(p[3], p[4], "beyond the last one")
        self.assertTrue(all(0 <= v <= 1 for v in p))
        judged = json.loads(run("evaluate", "run", "people.csv", "--json", cwd=self.cwd).stdout)
        self.assertEqual(judged["rows"], 3000)
        self.assertLess(judged["log_loss"], 0.6)

    def test_another_number_is_raised_beside_them(self):
        """Binned columns are not number inputs; the raised column is still found, before and after training."""
        older = ("--set", "constraint.attribute=age", "--set", "constraint.add=10", "--set", "data.test=0")
        found = self.train(*older, "--certify", "0.9")
        self.assertEqual(found["constraints"][0]["verdict"], "met")
        self.assertEqual(found["certificate"]["constraints"][0]["verdict"], "certified")

    def test_columns_are_read_that_only_bins_or_an_expression_name(self):
        risk = "positive_rate[sex == 'f'] - positive_rate[sex == 'm'] <= 0.1"
        start = RUN.split("[[constraint]]")[0].replace('protected = ["sex"]', 'features = ["wealth"]')
        self.write("named.toml", start + f'[[constraint]]\nrisk = "{risk}"\n')
        done = run("train", "named.toml", "--out", "named", cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.write("typo.toml", start + f'[[constraint]]\nrisk = "{risk.replace("sex", "sexx", 1)}"\n')
        done = run("train", "typo.toml", "--out", "typo", cwd=self.cwd)
        self.assertEqual(done.returncode, 1)
        self.assertIn("constraint.1.risk: there is no column 'sexx'; did you mean 'sex'?", done.stderr)

    def test_init_suggests_them(self):
        done = self.run_it("init", "people.csv", "--target", "approved", "--protected", "sex", "--out", "start.toml")
        self.assertIn("'wealth' has a few values far from the rest", done.stdout + done.stderr)
        self.assertIn('binned = ["wealth"]', self.read("start.toml"))
        self.assertNotIn('"age"', self.read("start.toml"))

    def test_says_what_is_wrong(self):
        self.refused("train", "run.toml", "--set", 'data.binned=["sex"]', says=["'sex' holds words, and bins are for numbers"])
        self.refused("train", "run.toml", "--set", 'data.binned=["welth"]', says=["welth", "did you mean 'wealth'?"])
        self.refused("train", "run.toml", "--set", 'data.ignore=["wealth"]', says=["'data.binned' has 'wealth' in it"])
        self.refused("train", "run.toml", "--set", 'data.categories=["wealth"]', says=["'data.binned' has 'wealth' in it"])
        self.refused("train", "run.toml", "--set", "data.bins=1", says=["data.bins"])
        raised = ("--set", "constraint.attribute=wealth", "--set", "constraint.add=10")
        self.refused("train", "run.toml", *raised, says=["'wealth' is in bins", "take it out of data.binned"])
        self.refused("train", "run.toml", "--set", "model.kind=trees", says=["not for boosted trees"])


if __name__ == "__main__":
    unittest.main()
