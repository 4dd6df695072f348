"""Constraints that need other files: on every row, and against another model. Usage: kinds_test.py ALCOLE"""

import csv
import io
import json
import unittest

from made import Made, people, text_of

RUN = """[data]
file = "people.csv"
target = "approved"
positive = "yes"
ignore = ["id"]
test = 0.25

[model]
kind = "linear"

[[constraint]]
"""


SEX = 'attribute = "sex"\nbound = 0.5\n'
SENTENCES = {
    'kind = "counterfactual"\n' + SEX: "its answers hardly change when only a protected attribute is changed",
    'kind = "demographic_parity"\n' + SEX: "every group is given the positive answer equally often, to within 50 percentage points",
    'kind = "equal_opportunity"\n' + SEX: "those who deserve the positive answer get it equally often in every group",
    'kind = "equalized_odds"\n' + SEX: "right and wrong positive answers are equally frequent in every group",
    'kind = "error_rate"\n' + SEX: "errors are equally frequent in every group",
    'kind = "predictive_parity"\nlevel = 0.7\n' + SEX: "positive answers are right equally often in every group",
    'kind = "rate"\nbound = 0.9\n': "every rate with a bound stays within it",
    'kind = "group_loss"\nattribute = "sex"\nbound = 2\n': "every loss with a bound stays within it",
    'kind = "selection_budget"\nbound = 0.9\n': "the share of positive answers stays within its budget",
    'kind = "four_fifths"\nattribute = "sex"\nbound = 0.1\n': "every group is given the positive answer at least 0.1 times as often",
    'kind = "row_loss"\nbound = 20\n': "no single row has a loss above 20",
}


class Kinds(Made):
    def run_file(self, keys, name="run.toml"):
        self.write(name, RUN + keys)

    def answers(self, folder):
        said = self.run_it("predict", folder, "people.csv").stdout
        return [row["label"] for row in csv.DictReader(io.StringIO(said))]

    def test_a_report_begins_with_what_a_constraint_of_each_kind_promises(self):
        for keys, promise in SENTENCES.items():
            with self.subTest(keys):
                self.run_file(keys)
                self.run_it("train", "run.toml")
                self.assertIn("It promises that " + promise, self.read("run", "report.html"))

    def test_every_row_is_held_and_has_a_price(self):
        self.run_file('kind = "row_loss"\nbound = 2.5\nrows = ["race == c"]\n')
        metrics = self.train()
        one, = metrics["constraints"]
        rows = list(csv.DictReader(io.StringIO(self.read("run", "prices.csv"))))
        self.assertEqual(one["each_row"]["rows"], len(rows))
        self.assertEqual({self.people[int(row["row"]) - 1]["race"] for row in rows}, {"c"})
        self.assertAlmostEqual(sum(float(row["multiplier"]) for row in rows), one["multiplier"], places=9)
        self.assertAlmostEqual(max(float(row["risk"]) for row in rows), one["train"]["risk"], places=9)
        self.assertLessEqual(len(one["each_row"]["most_expensive"]), 10)
        self.assertEqual([shown["row"] for shown in one["each_row"]["most_expensive"]],
                         [int(row["row"]) for row in rows[:len(one["each_row"]["most_expensive"])]])
        self.assertIn("The most expensive rows", self.read("run", "report.html"))
        self.assertLess(len(self.read("run", "trace.csv").splitlines()[0]), 200)
        self.refused("examine", "run", says=["on every single row"])

    def test_every_row_does_not_go_with_everything(self):
        self.run_file('kind = "row_loss"\nbound = 2.5\n')
        for change, words in (("certify.confidence=0.9", "cannot be certified"),
                              ("solve.regime=stochastic", "cannot be estimated from mini-batches"),
                              ("model.kind=trees", "not for boosted trees"),
                              ("constraint.attribute=sex", "has no 'attribute'"),
                              ("constraint.bound=0", "> 0")):
            with self.subTest(change):
                self.refused("train", "run.toml", "--set", change, says=[words])

    def test_other_rows_certify_nothing_about_every_row(self):
        """Their mean loss has a bound, if scores have a largest value; the loss of the worst has none."""
        self.run_file('kind = "row_loss"\nbound = 2.5\n')
        self.train("run.toml", "--set", "model.kind=mlp", "--set", "model.hidden=[4]")
        self.write("fresh.csv", text_of(people(400, 8)))
        said = json.loads(self.run_it("certify", "run", "fresh.csv", "--json", code=2).stdout)
        self.assertEqual([one["verdict"] for one in said["constraints"]], ["impossible"])

    def test_the_worst_group_is_as_good_as_it_can_be(self):
        self.run_file('kind = "group_loss"\nattribute = "race"\nminimise = true\n')
        found = self.train()
        self.assertAlmostEqual(sum(c["multiplier"] for c in found["constraints"]), 1, places=3)
        self.assertIn("the smallest bound that", " ".join(found["notes"]))
        self.refused("examine", "run", says=["minimise"])
        self.refused("train", "run.toml", "--set", "constraint.bound=1", says=["not both"])
        self.refused("sweep", "run.toml", "--bound", "0.1:1:3", says=["none to sweep"])

    def test_answers_stay_near_those_of_another_model(self):
        self.write("old.toml", RUN.replace("[[constraint]]", "") + "[solve]\nseed = 5\n")
        self.train("old.toml", "--out", "old", "--set", "data.where=['income > 35']")
        self.run_file('kind = "churn"\nmodel = "old/model.onnx"\nbound = 0.05\n')
        free = self.train("run.toml", "--set", "constraint.bound=1", "--out", "free")
        near = self.train("run.toml", "--out", "near")
        one, = near["constraints"]
        self.assertNotIn("answers of model.onnx", near["features"])
        before, after = self.answers("old"), self.answers("near")
        everywhere = sum(a != b for a, b in zip(before, after)) / len(before)
        shares = near["train"]["rows"], near["test"]["rows"]
        self.assertAlmostEqual(everywhere, (shares[0] * one["train"]["risk"] + shares[1] * one["test"]["risk"]) / sum(shares),
                               places=9)
        self.assertGreater(free["constraints"][0]["train"]["risk"], one["train"]["risk"])
        self.assertIn('model = "../old/model.onnx"', self.read("near", "run.toml"))
        self.refused("evaluate", "near", "people.csv", says=["answers of model.onnx"])
        self.refused("train", "run.toml", "--set", "constraint.model=older.onnx", says=["constraint.1.model", "older.onnx"])
        self.refused("train", "run.toml", "--set", "constraint.model=''", says=["needs the other model"])


if __name__ == "__main__":
    unittest.main()
