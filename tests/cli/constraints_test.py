"""Every kind of constraint, with its risk computed again from predictions alone. Usage: constraints_test.py ALCOLE"""

import csv
import json
import math
import unittest

from made import HEAD, Made, changed, constraint, text_of


class Constraints(Made):
    def learn(self, *constraints, target=None, code=0, more=()):
        head = HEAD.replace("[data]", "[data]\ntest = 0")
        if target:
            head = head.replace('target = "approved"\npositive = "yes"', f'target = "{target}"')
            head = head.replace('"sex", "race"]', '"sex"]')
        self.write("run.toml", head + "".join(constraints))
        return self.train(*more, code=code)["constraints"]

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

    def check_risks(self, found, expected, places=9):
        """The risks, in any order."""
        risks = sorted(c["train"]["risk"] for c in found)
        self.assertEqual(len(risks), len(expected))
        for a, b in zip(risks, sorted(expected)):
            self.assertAlmostEqual(a, b, places=places)

    def outcomes(self, chosen=lambda row: True):
        """Shares of the chosen rows that are true positives, false positives, false negatives and predicted positive."""
        pairs = [(r["approved"] == "yes", p["label"] == "yes")
                 for r, p in zip(self.people, self.predict(self.people)) if chosen(r)]
        share = lambda truth, label: sum(pair == (truth, label) for pair in pairs) / len(pairs)
        tp, fp, fn = share(True, True), share(False, True), share(True, False)
        return tp, fp, fn, tp + fp

    def test_expression(self):
        found = self.learn(constraint("expression", 0.3, risk="2 * error_rate[sex == 'f'] - 0.5 * positive_rate + 0.1"))
        error = self.rates(lambda r, l: l != r["approved"])["f"]
        self.check_risks(found, [2 * error - 0.5 * self.outcomes()[3]])
        self.assertAlmostEqual(found[0]["bound"], 0.2, places=12)

    def test_a_bound_of_zero_counts_as_a_hundredth(self):
        """A smooth risk meets it only to a tolerance: the search and the verdict must mean the same one."""
        for kind in ("linear", "mlp"):
            found = self.learn('[[constraint]]\nrisk = "probability[sex == \'m\'] - probability[sex == \'f\'] <= 0"\n',
                               more=("--set", f"model.kind={kind}"))
            self.assertEqual(self.metrics()["status"], "converged")
            self.assertLessEqual(found[0]["train"]["slack"], 1e-4)
            self.assertGreater(found[0]["multiplier"], 0)

    def test_gap(self):
        found = self.learn(constraint("gap", 0.05, attribute="sex", risk="false_negative_rate"))
        self.check_gap(found, self.rates(lambda r, l: l != "yes", lambda r: r["approved"] == "yes"), 0.05)

    def check_ratio(self, found, share, stated):
        self.check_risks(found, [share["f"] - stated * share["m"], share["m"] - stated * share["f"]])
        for c in found:
            self.assertEqual((c["bound"], c["at_least"], c["fraction_bound"]), (0, True, stated))
        reached = sorted(c["train"]["fraction"] for c in found)
        for a, b in zip(reached, sorted([share["f"] / share["m"], share["m"] / share["f"]])):
            self.assertAlmostEqual(a, b, places=6)
        self.assertGreaterEqual(reached[0], stated - 1e-6)

    def test_ratio(self):
        found = self.learn(constraint("ratio", 0.9, attribute="sex", risk="accuracy"))
        self.check_ratio(found, self.rates(lambda r, l: l == r["approved"]), 0.9)

    def test_four_fifths(self):
        found = self.learn(constraint("four_fifths", 0.8, attribute="sex"))
        self.check_ratio(found, self.rates(lambda r, l: l == "yes"), 0.8)
        self.assertTrue(any(c["binding"] for c in found), "a bound of 0 has a price")
        for c in found:
            self.assertAlmostEqual(c["fraction_multiplier"], c["multiplier"] * c["train"]["denominator"], places=9)
        self.assertIn("a bound a tenth looser", self.run_it("explain", "run").stdout)
        curve = json.loads(self.run_it("sweep", "run.toml", "--bound", "0.7:0.9:3", "--folds", "0", "--json").stdout)
        for point in curve["points"]:
            self.assertTrue(point["met"])
            self.assertGreaterEqual(point["risk"], point["bound"] - 1e-6)

    def test_fractions(self):
        stated = {"precision": (True, 0.75), "false_discovery_rate": (False, 0.25), "f_score": (True, 0.7)}
        for rate, (at_least, bound) in stated.items():
            for found in (self.learn(constraint("rate", bound, rate=rate, at_least=at_least)),
                          self.learn(constraint("expression", bound, risk=rate, at_least=at_least))):
                tp, fp, fn, predicted = self.outcomes()
                value = {"precision": tp / predicted, "false_discovery_rate": fp / predicted,
                         "f_score": 2 * tp / (2 * tp + fp + fn)}[rate]
                self.assertEqual(found[0]["fraction_bound"], bound)
                self.assertAlmostEqual(found[0]["train"]["fraction"], value, places=6)
                said = self.run_it("evaluate", "run/model.onnx", "people.csv")
                self.assertRegex(said.stdout, rf"met +{'>=' if at_least else '<='} {bound} +{value:.3g}")
                told = json.loads(self.run_it("evaluate", "run/model.onnx", "people.csv", "--json").stdout)
                self.assertAlmostEqual(told["constraints"][0]["fraction"], value, places=6)

    def test_predictive_parity(self):
        found = self.learn(constraint("predictive_parity", 0.1, attribute="sex", level=0.75))
        self.assertEqual(len(found), 4)
        for sex in "fm":
            tp, fp, fn, predicted = self.outcomes(lambda r: r["sex"] == sex)
            for c in found:
                if f"sex = {sex}" in c["name"]:
                    self.assertEqual(c["fraction_bound"], 0.7 if c["at_least"] else 0.8)
                    self.assertAlmostEqual(c["train"]["risk"], tp - c["fraction_bound"] * predicted, places=9)
                    self.assertAlmostEqual(c["train"]["fraction"], tp / predicted, places=6)

    def test_selection_budget(self):
        found = self.learn(constraint("selection_budget", 0.4, lower_bound=0.3))
        self.check_risks(found, [self.outcomes()[3]] * 2)
        self.assertEqual(sorted(c["bound"] for c in found), [0.3, 0.4])

    def test_calibration(self):
        found = self.learn(constraint("calibration", 0.1, attribute="sex"))
        self.assertEqual(len(found), 40)
        asked = [(r, float(p["probability"])) for r, p in zip(self.people, self.predict(self.people))]
        expected = []
        for sex in "fm":
            own = [(p, r["approved"] == "yes") for r, p in asked if r["sex"] == sex]
            for k in range(10):
                off = sum(p - yes for p, yes in own if k / 10 <= p < (k + 1) / 10) / len(own)
                expected += [off, -off]
        self.check_risks(found, expected, places=5)

    def test_churn(self):
        self.people = changed(self.people, old=lambda k, r: "yes" if r["income"] > 34 else "no")
        self.write("people.csv", text_of(self.people))
        found = self.learn('\n[[constraint]]\nkind = "churn"\nattribute = "old"\nbound = 0.1\n')
        labels = [p["label"] for p in self.predict(self.people)]
        self.check_risks(found, [sum(l != r["old"] for r, l in zip(self.people, labels)) / 400])

    def log_odds(self, table):
        return [math.log(p / (1 - p)) for p in (float(row["probability"]) for row in self.predict(table))]

    def test_monotone(self):
        found = self.learn(constraint("monotone", 0.02, attribute="age", add=5))
        now, older = self.log_odds(self.people), self.log_odds(changed(self.people, age=lambda k, r: r["age"] + 5))
        self.check_risks(found, [sum(b < a for a, b in zip(now, older)) / 400])

    def test_lipschitz(self):
        found = self.learn(constraint("lipschitz", 0.1, attribute="income", add=5, level=0.3))
        now, richer = self.log_odds(self.people), self.log_odds(changed(self.people, income=lambda k, r: r["income"] + 5))
        self.check_risks(found, [sum(abs(b - a) > 0.3 for a, b in zip(now, richer)) / 400])

    def test_monotone_of_a_number(self):
        """The objective of a run that says nothing about it is one that its target allows."""
        found = self.learn(constraint("monotone", 0.01, attribute="age", add=1), target="income")
        now, older = ([float(p["value"]) for p in self.predict(table)]
                      for table in (self.people, changed(self.people, age=lambda k, r: r["age"] + 1)))
        self.check_risks(found, [sum(b < a for a, b in zip(now, older)) / 400])

    def test_mean_prediction(self):
        found = self.learn(constraint("mean_prediction", 1, attribute="sex"), target="income")
        values = {"f": [], "m": []}
        for row, p in zip(self.people, self.predict(self.people)):
            values[row["sex"]].append(float(p["value"]))
        apart = sum(values["m"]) / len(values["m"]) - sum(values["f"]) / len(values["f"])
        self.check_risks(found, [apart, -apart], places=4)

    def test_row_loss(self):
        found = self.learn(constraint("row_loss", 3))
        losses = [-math.log(float(p["probability"]) if r["approved"] == "yes" else 1 - float(p["probability"]))
                  for r, p in zip(self.people, self.predict(self.people))]
        self.check_risks(found, [max(losses)], places=4)

    def test_a_soft_constraint_says_what_was_asked_for(self):
        found = self.learn(constraint("group_loss", 0.3, rows=["sex == f"], price=0.5))
        self.assertEqual((found[0]["asked"], found[0]["price"]), (0.3, 0.5))
        self.assertAlmostEqual(found[0]["multiplier"], 0.5, delta=1e-3)
        self.assertGreater(found[0]["bound"], 0.3)
        self.assertAlmostEqual(found[0]["bound"], found[0]["train"]["risk"], places=9)

    def test_unconstrained_costs_nothing(self):
        self.assertEqual(self.learn(), [])
        said = self.run_it("explain", "run").stdout
        self.assertTrue(said.startswith("There are no constraints.\n\nNo small change of the weights lowers"), said)
        self.assertNotIn("bounds", said)


if __name__ == "__main__":
    unittest.main()
