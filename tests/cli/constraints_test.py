"""Every kind of constraint, with its risk computed again from predictions alone. Usage: constraints_test.py ALCOLE"""

import csv
import json
import math
import unittest

from made import HEAD, Made, changed, constraint, text_of


class Constraints(Made):
    def learn(self, *constraints, target=None, code=0):
        head = HEAD.replace("[data]", "[data]\ntest = 0")
        if target:
            head = head.replace('target = "approved"\npositive = "yes"', f'target = "{target}"')
            head = head.replace('"sex", "race"]', '"sex"]')
        self.write("run.toml", head + "".join(constraints))
        return self.train(code=code)["constraints"]

    def predict(self, table):
        self.write("asked.csv", text_of(table))
        return list(csv.DictReader(self.run_it("predict", "run/model.onnx", "asked.csv").stdout.splitlines()))

    def rates(self, wanted, among=lambda row: True):
        """For each sex, the share of rows with wanted(row, predicted label)."""
        labels = [p["label"] for p in self.predict(self.people)]
        share = {}
        for sex in "fm":
            chosen = [wanted(r, l) for r, l in zip(self.people, labels) if r["sex"] == sex and among(r)]
            share[sex] = sum(chosen) / len(chosen)
        return share

    def divergence(self, change, applies=lambda row: True):
        """Mean KL(f(x) || f(changed x)) and the share of labels that change."""
        risk = flips = 0
        asked = self.predict(self.people)
        for row, p, q in zip(self.people, asked, self.predict(changed(self.people, **change))):
            if not applies(row):
                continue
            flips += p["label"] != q["label"]
            a, b = float(p["probability"]), float(q["probability"])
            risk += a * math.log(a / b) + (1 - a) * math.log((1 - a) / (1 - b))
        return risk / len(self.people), flips / len(self.people)

    def check_counterfactual(self, found, change, applies=lambda row: True):
        risk, flips = self.divergence(change, applies)
        self.assertAlmostEqual(found["train"]["risk"], risk, delta=2e-3 * risk + 1e-7)
        self.assertAlmostEqual(found["train"]["flip_rate"], flips, places=9)

    def check_gap(self, found, share, bound):
        self.assertEqual(len(found), 2)
        self.assertEqual(found[0]["bound"], bound)
        gaps = sorted(c["train"]["risk"] for c in found)
        self.assertAlmostEqual(gaps[1], abs(share["m"] - share["f"]), places=9)
        self.assertAlmostEqual(gaps[0], -gaps[1], places=9)

    def test_counterfactual_flip(self):
        found = self.learn(constraint("counterfactual", 1e-3, attribute="sex"))
        self.assertEqual([c["name"] for c in found], ["counterfactual sex: flip"])
        self.check_counterfactual(found[0], {"sex": lambda k, r: {"f": "m", "m": "f"}[r["sex"]]})

    def test_counterfactual_of_several_values(self):
        found = self.learn(constraint("counterfactual", 2e-3, attribute="race"))
        self.assertEqual(len(found), 3)
        for c in found:
            value = c["name"][-1]
            self.assertIn(value, "abc")
            self.check_counterfactual(c, {"race": value})

    def test_counterfactual_from_to(self):
        found = self.learn(constraint("counterfactual", 1e-3, attribute="race", from_="c", to="a", name="c as a"))
        self.assertEqual([c["name"] for c in found], ["c as a"])
        self.check_counterfactual(found[0], {"race": lambda k, r: "a" if r["race"] == "c" else r["race"]})

    def test_demographic_parity(self):
        found = self.learn(constraint("demographic_parity", 0.04, attribute="sex"))
        self.check_gap(found, self.rates(lambda r, l: l == "yes"), 0.04)

    def test_equal_opportunity_with_its_own_rows(self):
        found = self.learn(constraint("equal_opportunity", 0.03, attribute="sex", rows=["employed == true"]))
        self.check_gap(found, self.rates(lambda r, l: l == "yes",
                                         lambda r: r["approved"] == "yes" and r["employed"] == "true"), 0.03)

    def test_equalized_odds(self):
        found = self.learn(constraint("equalized_odds", 0.08, attribute="sex"))
        self.assertEqual(len(found), 4)
        recall = self.rates(lambda r, l: l == "yes", lambda r: r["approved"] == "yes")
        false = self.rates(lambda r, l: l == "yes", lambda r: r["approved"] == "no")
        gaps = sorted(abs(c["train"]["risk"]) for c in found)
        expected = sorted([abs(recall["m"] - recall["f"]), abs(false["m"] - false["f"])] * 2)
        for a, b in zip(gaps, expected):
            self.assertAlmostEqual(a, b, places=9)

    def test_error_rate(self):
        found = self.learn(constraint("error_rate", 0.02, attribute="sex"))
        self.check_gap(found, self.rates(lambda r, l: l != r["approved"]), 0.02)

    def test_rate_at_least(self):
        found = self.learn(constraint("rate", 0.6, rate="positive_rate", at_least=True, rows=["sex == f"]))
        self.assertEqual(len(found), 1)
        self.assertTrue(found[0]["at_least"])
        self.assertAlmostEqual(found[0]["train"]["risk"], self.rates(lambda r, l: l == "yes")["f"], places=9)
        self.assertGreaterEqual(found[0]["train"]["risk"], 0.594)
        self.assertGreater(found[0]["multiplier"], 0)

    def test_rate_of_each_group(self):
        found = self.learn(constraint("rate", 0.25, rate="false_positive_rate", attribute="sex"))
        share = self.rates(lambda r, l: l == "yes", lambda r: r["approved"] == "no")
        self.assertEqual(len(found), 2)
        for a, b in zip(sorted(c["train"]["risk"] for c in found), sorted(share.values())):
            self.assertAlmostEqual(a, b, places=9)

    def test_group_loss(self):
        found = self.learn(constraint("group_loss", 0.482, attribute="sex"))
        loss = {"f": [], "m": []}
        for row, p in zip(self.people, self.predict(self.people)):
            p = float(p["probability"])
            loss[row["sex"]].append(-math.log(p if row["approved"] == "yes" else 1 - p))
        expected = sorted(sum(values) / len(values) for values in loss.values())
        for a, b in zip(sorted(c["train"]["risk"] for c in found), expected, strict=True):
            self.assertAlmostEqual(a, b, places=5)

    def test_a_number_to_predict(self):
        found = self.learn(constraint("counterfactual", 1e-2, attribute="sex"),
                           constraint("group_loss", 98, attribute="sex"), target="income")
        self.assertEqual(len(found), 3)
        m = self.metrics()
        self.assertEqual((m["task"], m["positive"]), ("regression", ""))
        self.assertNotIn("accuracy", m["train"])
        asked = self.predict(self.people)
        self.assertEqual(list(asked[0]), ["value"])
        errors = [(float(p["value"]) - r["income"]) ** 2 for r, p in zip(self.people, asked)]
        self.assertAlmostEqual(m["train"]["mean_squared_error"], sum(errors) / 400, delta=1e-3)
        self.assertGreater(m["train"]["r_squared"], 0)
        mean = sum(r["income"] for r in self.people) / 400
        variance = sum((r["income"] - mean) ** 2 for r in self.people) / 400
        other = self.predict(changed(self.people, sex=lambda k, r: {"f": "m", "m": "f"}[r["sex"]]))
        risk = sum((float(p["value"]) - float(q["value"])) ** 2 for p, q in zip(asked, other)) / 400 / 2 / variance
        self.assertAlmostEqual(found[0]["train"]["risk"], risk, delta=1e-3 * risk)
        told = json.loads(self.run_it("evaluate", "run/model.onnx", "people.csv", "--json").stdout)
        self.assertEqual(told["mean_squared_error"], m["train"]["mean_squared_error"])

    def test_three_classes(self):
        table = changed(self.people, approved=lambda k, r: "more" if r["income"] > 40 else r["approved"])
        self.people = table
        self.write("people.csv", text_of(table))
        found = self.learn(constraint("counterfactual", 1e-3, attribute="sex"),
                           constraint("demographic_parity", 0.05, attribute="sex", positive="more"),
                           target="approved")
        self.assertEqual(len(found), 3)
        self.assertEqual(self.metrics()["task"], "multiclass")
        self.check_gap(found[1:], self.rates(lambda r, l: l == "more"), 0.05)
        asked = self.predict(table)
        for p in asked:
            shares = {name[len("probability of "):]: float(v) for name, v in p.items() if name != "label"}
            self.assertEqual(set(shares), {"yes", "no", "more"})
            self.assertAlmostEqual(sum(shares.values()), 1, places=5)
            self.assertEqual(p["label"], max(shares, key=shares.get))
        right = sum(p["label"] == r["approved"] for p, r in zip(asked, table)) / 400
        self.assertAlmostEqual(self.metrics()["train"]["accuracy"], right, places=12)

    def test_unconstrained_costs_nothing(self):
        self.assertEqual(self.learn(), [])
        said = self.run_it("explain", "run").stdout
        self.assertTrue(said.startswith("There are no constraints.\n\nNo small change of the weights lowers"), said)
        self.assertNotIn("bounds", said)


if __name__ == "__main__":
    unittest.main()
