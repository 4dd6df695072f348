"""Training and applying models as a person does, on small made tables. Usage: train_test.py ALCOLE"""

import csv
import json
import math
import os
import time
import unittest

from at_work import wait_until
from made import Made, RUN, changed, people, run, text_of, without

CONSTRAINTS_AT = RUN.index("[[constraint]]")
HEAD = RUN[:CONSTRAINTS_AT]


def constraint(kind, bound, **keys):
    lines = [f'kind = "{kind}"', f"bound = {bound}"]
    for key, value in keys.items():
        lines.append(f"{key.rstrip('_')} = {json.dumps(value)}")
    return "\n[[constraint]]\n" + "\n".join(lines) + "\n"


class Train(Made):
    def test_writes_everything_and_says_where(self):
        done = self.run_it("train", "run.toml")
        self.assertEqual(done.stderr, "")
        self.assertEqual(sorted(os.listdir(self.path("run"))),
                         [".lock", "held-out.csv", "metrics.json", "model-card.md", "model.onnx", "report.html", "run.toml", "state",
                          "state.unconstrained", "trace.csv"])
        for words in ("report: run/report.html", "model:  run/model.onnx", "training  held out", "rows                      280       120",
                      "counterfactual sex: flip", "would lower the objective by", "unconstrained  baseline",
                      "Without the constraints, the same kind of model is correct for"):
            self.assertIn(words, done.stdout)
        self.assertNotIn("\x1b", done.stdout, "no colours in a pipe")
        self.assertIn("<svg", self.read("run", "report.html"))
        self.assertIn("## Constraints", self.read("run", "model-card.md"))

    def test_metrics_have_everything(self):
        m = self.train()
        self.assertEqual(m["metrics"], 4)
        self.assertEqual(m["status"], "converged")
        self.assertGreater(m["seconds"], 0)
        self.assertEqual((m["data_file"], m["target"], m["positive"], m["task"]),
                         ("people.csv", "approved", "yes", "binary"))
        self.assertEqual((m["model"]["hidden"], m["method"], m["seed"]), ([], "augmented", 0))
        self.assertEqual(m["features"], ["sex", "race", "age", "income", "employed"])
        self.assertEqual(m["protected"], ["sex", "race"])
        self.assertEqual(m["train"]["rows"] + m["test"]["rows"], 400)
        self.assertEqual(m["test"]["rows"], 120)
        for side in (m["train"], m["test"]):
            for name in ("objective", "accuracy", "log_loss", "auc"):
                self.assertGreater(side[name], 0)
            for name in ("accuracy", "auc"):
                self.assertLess(side[name], 1)
            by_name = {g["group"]: g for g in side["groups"]}
            self.assertEqual(by_name["sex = f"]["rows"] + by_name["sex = m"]["rows"], side["rows"])
            error = sum(g["rows"] * g["error_rate"] for g in (by_name["sex = f"], by_name["sex = m"])) / side["rows"]
            self.assertAlmostEqual(error, 1 - side["accuracy"], places=12)
            self.assertIn("sex = f, race = a", by_name)
        flip, over, under = m["constraints"]
        self.assertEqual(flip["name"], "counterfactual sex: flip")
        self.assertEqual(flip["kind"], "counterfactual")
        self.assertGreater(over["multiplier"], 0)
        self.assertTrue(over["binding"])
        self.assertEqual(flip["binding"], flip["multiplier"] > 0)
        self.assertIn("flip_rate", flip["train"])
        self.assertNotIn("flip_rate", over["train"])
        groups = {g["group"]: g["positive_rate"] for g in m["train"]["groups"]}
        self.assertAlmostEqual(over["train"]["risk"], groups["sex = m"] - groups["sex = f"], places=12)
        self.assertAlmostEqual(under["train"]["risk"], -over["train"]["risk"], places=12)
        self.assertEqual(set(m["residuals"]), {"stationarity", "violation", "complementarity"})
        self.assertIsNone(m["conflict"])
        self.assertEqual(len(m["training_hash"]), 64)
        trace = list(csv.DictReader(self.read("run", "trace.csv").splitlines()))
        self.assertAlmostEqual(float(trace[-1]["slack: counterfactual sex: flip"]), flip["train"]["slack"], places=5)
        self.assertAlmostEqual(float(trace[-1]["objective"]), m["train"]["objective"], places=5)

    def test_held_out_rows_can_be_checked(self):
        self.write("people.csv", text_of(changed(self.people, approved=lambda k, row: "" if k == 7 else row["approved"])))
        m = self.train("--set", 'data.where=["age >= 25"]')
        rows = list(csv.DictReader(self.read("run", "held-out.csv").splitlines()))
        self.assertEqual(len(rows), m["test"]["rows"])
        self.assertEqual(list(rows[0]), ["row", "approved", "label", "probability"])
        said = list(csv.DictReader(self.run_it("predict", "run", "people.csv").stdout.splitlines()))
        for row in rows:
            k = int(row["row"]) - 1
            self.assertEqual(row["approved"], self.people[k]["approved"])
            self.assertGreaterEqual(self.people[k]["age"], 25)
            self.assertEqual((row["label"], row["probability"]), (said[k]["label"], said[k]["probability"]))
        right = sum(row["label"] == row["approved"] for row in rows) / len(rows)
        self.assertAlmostEqual(right, m["test"]["accuracy"], places=12)

    def test_json_is_metrics_json(self):
        done = self.run_it("train", "run.toml", "--json")
        self.assertEqual(json.loads(done.stdout), self.metrics())
        done = self.run_it("report", "run", "--json")
        self.assertEqual(json.loads(done.stdout), self.metrics())

    def test_run_toml_gives_the_same_run_again(self):
        self.train(*self.settings(solve__seed=5, model__kind="mlp", model__hidden="[5]", constraint__1__bound=0.002))
        text = self.read("run", "run.toml")
        for line in ("seed = 5", "hidden = [5]", 'file = "../people.csv"', "bound = 0.002", "max_outer = 200"):
            self.assertIn(line, text)
        again = self.train("run/run.toml", "--out", "deep/again")
        self.assertEqual(self.bytes("run", "model.onnx"), self.bytes("deep", "again", "model.onnx"))
        self.assertEqual(again["training_hash"], self.metrics()["training_hash"])
        # Paths are relative to the run file: it works from elsewhere too.
        os.mkdir(self.path("elsewhere"))
        self.assertEqual(run("train", "../run/run.toml", "--out", "x", cwd=self.path("elsewhere")).returncode, 0)
        self.assertEqual(self.bytes("run", "model.onnx"), self.bytes("elsewhere", "x", "model.onnx"))

    def test_the_seed_decides_and_the_threads_do_not(self):
        network = self.settings(model__kind="mlp", model__hidden="[6]", solve__regime="stochastic",
                                solve__stochastic__max_epochs=20)
        models = {}
        for out, more in {"one": ["--jobs", "1"], "two": ["--jobs", "2"], "other": ["--set", "solve.seed=1"]}.items():
            done = run("train", "run.toml", *network, *more, "--out", out, cwd=self.cwd)
            self.assertIn(done.returncode, (0, 2), done.stderr)
            models[out] = self.bytes(out, "model.onnx")
        self.assertEqual(models["one"], models["two"])
        self.assertNotEqual(models["one"], models["other"])

    def test_a_time_limit_names_itself_and_keeps_the_best_model(self):
        self.write("people.csv", text_of(people(3000)))
        endless = self.settings(model__kind="mlp", model__hidden="[16]", solve__regime="stochastic",
                                solve__stochastic__max_epochs=10000000, solve__stochastic__settle="false")
        begun = time.monotonic()
        m = self.train(*endless, *self.settings(solve__max_seconds=3))
        self.assertLess(time.monotonic() - begun, 60, "far more than three seconds, on any machine")
        self.assertEqual(m["status"], "time_limit")
        self.assertIn("stopped at the time limit of 3 seconds", m["message"])
        # The same where mini-batches and all data come one after the other: the limit is one for both.
        two = self.settings(model__kind="mlp", model__hidden="[1000,1000]", solve__max_seconds=1,
                            solve__tolerance__stationarity=1e-12)
        done = run("train", "run.toml", *two, "--out", "two", cwd=self.cwd)
        self.assertIn(done.returncode, (0, 2), done.stderr)
        self.assertIn("stopped at the time limit of 1 second:", self.metrics("two")["message"])

    def test_a_time_limit_says_when_no_model_meets_the_constraints_yet(self):
        self.write("run.toml", HEAD + constraint("group_loss", 1e-4, attribute="sex"))
        done = run("train", "run.toml", *self.settings(model__kind="mlp", solve__max_seconds=1e-6), cwd=self.cwd)
        self.assertEqual(done.returncode, 2, done.stderr)
        message = self.metrics()["message"]
        self.assertIn("stopped at the time limit of 1e-06 seconds", message)
        self.assertIn("no model that meets every constraint has been found yet", message)

    def test_progress_is_shown_at_a_terminal(self):
        self.write("people.csv", text_of(people(3000)))
        settings = self.settings(model__kind="mlp", model__hidden="[16]", solve__regime="stochastic",
                                 solve__stochastic__max_epochs=10000000, solve__stochastic__settle="false")
        at_work = self.begin("train", "run.toml", *settings)
        wait_until(lambda: b" left" in at_work.said, at_work.process)
        code, out, said = at_work.stop()
        self.assertEqual((code, out), (130, ""))
        self.assertIn("reading ", said)
        self.assertRegex(said, r"mini-batch \d+: objective 0\.\d+, .* s, about .* left, worst constraint at .* of its bound: '.*'")
        self.assertIn("the model so far is run/model.onnx", said)

    def test_report_and_explain(self):
        self.train()
        page = self.bytes("run", "report.html")
        os.remove(self.path("run", "report.html"))
        os.remove(self.path("run", "model-card.md"))
        self.assertIn("report: run/report.html", self.run_it("report", "run").stdout)
        self.assertEqual(self.bytes("run", "report.html"), page)
        self.assertTrue(os.path.exists(self.path("run", "model-card.md")))
        said = self.run_it("explain", "run").stdout
        self.assertIn("Feasible: on the training rows both constraints are met", said)
        self.assertIn("'demographic_parity: sex = m over sex = f'", " ".join(said.split()))
        told = json.loads(self.run_it("explain", "run", "--json").stdout)
        self.assertEqual(told["status"], "converged")
        self.assertEqual(" ".join(said.split()), " ".join(" ".join(told["paragraphs"]).split()))

    def test_a_new_run_takes_the_place_of_the_old_one(self):
        self.train()
        first = self.bytes("run", "model.onnx")
        self.train(*self.settings(solve__seed=1))
        self.assertNotEqual(self.bytes("run", "model.onnx"), first)
        self.train()
        self.assertEqual(self.bytes("run", "model.onnx"), first)

    def test_methods(self):
        for method in ("lagrangian", "penalty"):
            with self.subTest(method):
                done = run("train", "run.toml", "--set", f"solve.method={method}", "--set", "solve.max_outer=40", "--out",
                           method, cwd=self.cwd)
                self.assertIn(done.returncode, (0, 2), done.stderr)
                m = self.metrics(method)
                self.assertEqual(m["method"], method)
                self.check_metrics(m, done.returncode)
                self.assertLess(m["constraints"][0]["train"]["risk"], 0.003, "the constraint is felt")
        free = self.train("--set", "solve.method=unconstrained", "--out", "free", code=2)
        self.assertGreater(free["constraints"][0]["train"]["risk"], 0.003)
        self.assertEqual([c["multiplier"] for c in free["constraints"]], [0, 0, 0])
        bound = self.train("--out", "bound")
        self.assertLess(free["train"]["objective"], bound["train"]["objective"])
        self.assertIn("not met", self.run_it("report", "free").stdout)

    def test_a_looser_bound_gains_what_the_multiplier_says(self):
        self.write("run.toml", HEAD + constraint("counterfactual", 0.004, attribute="sex"))
        m = self.train()
        step = 0.004 * 0.02
        looser = self.train("--set", f"constraint.bound={0.004 + step}", "--out", "looser")
        gain = m["train"]["objective"] - looser["train"]["objective"]
        self.assertAlmostEqual(gain / step, m["constraints"][0]["multiplier"], delta=0.1 * gain / step)

    def test_a_given_test_file(self):
        self.write("later.csv", text_of(people(rows=90, seed=8)))
        m = self.train("--set", "data.test_file=later.csv")
        self.assertEqual((m["train"]["rows"], m["test"]["rows"]), (400, 90))
        done = self.run_it("evaluate", "run/model.onnx", "later.csv", "--json",
                           code=0 if all(c["verdict"] == "met" for c in m["constraints"]) else 2)
        told = json.loads(done.stdout)
        self.assertEqual(told["accuracy"], m["test"]["accuracy"])
        for here, there in zip(told["constraints"], m["constraints"]):
            self.assertEqual((here["name"], here["risk"], here["slack"]),
                             (there["name"], there["test"]["risk"], there["test"]["slack"]))

    def test_without_held_out_rows(self):
        m = self.train("--set", "data.test=0")
        self.assertEqual(m["train"]["rows"], 400)
        self.assertIsNone(m["test"])
        self.assertIsNone(m["constraints"][0]["test"])
        self.assertIn("no rows were held out", self.read("run", "report.html"))

    def test_rows_without_a_target_are_left_out_with_a_note(self):
        self.write("people.csv", text_of(changed(self.people, approved=lambda k, r: "" if k < 7 else r["approved"])))
        m = self.train()
        self.assertEqual(m["train"]["rows"] + m["test"]["rows"], 393)
        self.assertTrue(any("7 rows have no 'approved'" in note for note in m["notes"]), m["notes"])

    def test_rows_are_chosen_and_words_merged(self):
        m = self.train("--set", 'data.where=["age >= 30"]', "--set", 'data.merge=["race in [b, c] -> other"]')
        self.assertEqual(m["train"]["rows"] + m["test"]["rows"], sum(p["age"] >= 30 for p in self.people))
        self.assertIn("race = other", [g["group"] for g in m["train"]["groups"]])


class Kinds(Made):
    """Every kind of constraint, its risk computed again from predictions alone."""

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
        """Per sex, the share of rows with wanted(row, predicted label)."""
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


class Infeasible(Made):
    def setUp(self):
        super().setUp()
        self.write("run.toml", HEAD + constraint("rate", 0.6, name="many women", rows=["sex == f"], at_least=True) +
                   constraint("rate", 0.1, name="few in all"))

    def test_is_said_and_the_bounds_that_can_be_met_are_given(self):
        m = self.train(code=3)
        self.assertEqual(m["status"], "infeasible")
        self.assertEqual(m["conflict"]["constraints"], ["many women", "few in all"])
        self.assertTrue(m["conflict"]["minimal"])
        said = " ".join(self.run_it("explain", "run").stdout.split())
        self.assertIn("Infeasible: ", said)
        self.assertIn("No model near the one found meets 'many women' and 'few in all' together.", said)
        least, most = m["conflict"]["relaxed_bounds"]
        self.assertIn(f"'many women' >= {least:.4g} and 'few in all' <= {most:.4g}", said)
        women = sum(p["sex"] == "f" for p in self.people) / 400
        self.assertLess(least * women, most + 0.01, "they can be met")
        self.assertGreater(least * women, 0.8 * most, "and no much tighter ones can")
        self.relaxed(m, 0.05)

    def relaxed(self, m, room):
        least, most = m["conflict"]["relaxed_bounds"]
        self.train("--set", f"constraint.1.bound={least - room}", "--set", f"constraint.2.bound={most + room}",
                   "--out", "relaxed")

    def test_what_can_be_met_is_met(self):
        self.relaxed(self.train(code=3), 0.01)

    def test_the_model_violates_the_bounds_least(self):
        m = self.train(code=3)
        worst = max(c["train"]["slack"] / c["bound"] for c in m["constraints"])
        least = max(abs(a - c["bound"]) / c["bound"] for a, c in zip(m["conflict"]["relaxed_bounds"], m["constraints"]))
        self.assertLess(worst, 1.2 * least)

    def test_held_out_rows_do_not_agree_with_what_is_not_met(self):
        self.train(code=3)
        self.assertNotIn("held-out rows agree", self.run_it("explain", "run").stdout)


class Apply(Made):
    """evaluate and predict."""

    @classmethod
    def setUpClass(cls):
        cls.maker = Made("setUp")
        cls.maker.setUp()
        cls.maker.train()
        cls.model = cls.maker.bytes("run", "model.onnx")
        cls.trained = cls.maker.metrics()

    @classmethod
    def tearDownClass(cls):
        cls.maker.doCleanups()

    def setUp(self):
        super().setUp()
        self.write("model.onnx", self.model)

    def predict(self, *arguments, file="people.csv"):
        return self.run_it("predict", "model.onnx", file, *arguments)

    def test_predict_agrees_with_evaluate(self):
        done = run("evaluate", "model.onnx", "people.csv", "--json", cwd=self.cwd)
        told = json.loads(done.stdout)
        self.assertEqual(done.returncode, 0 if all(c["verdict"] == "met" for c in told["constraints"]) else 2)
        asked = list(csv.DictReader(self.predict().stdout.splitlines()))
        self.assertEqual(len(asked), 400)
        right = sum(p["label"] == r["approved"] for p, r in zip(asked, self.people)) / 400
        self.assertAlmostEqual(told["accuracy"], right, places=12)
        sides = [self.trained["train"], self.trained["test"]]
        both = sum(s["rows"] * s["accuracy"] for s in sides) / 400
        self.assertAlmostEqual(told["accuracy"], both, places=12)
        self.assertEqual(told["training_hash"], self.trained["training_hash"])
        for p in asked:
            self.assertEqual(p["label"], "yes" if float(p["probability"]) > 0.5 else "no")

    def test_evaluate_for_people(self):
        said = run("evaluate", "model.onnx", "people.csv", cwd=self.cwd).stdout
        for words in ("400 rows", "objective", "counterfactual sex: flip", "<= 0.001", "sex = f, race = a"):
            self.assertIn(words, said)

    def test_evaluate_says_which_constraint_new_rows_break(self):
        self.write("poorer.csv", text_of(people(seed=9, poorer=20)))
        done = self.run_it("evaluate", "model.onnx", "poorer.csv", "--json", code=2)
        verdicts = {c["name"]: c for c in json.loads(done.stdout)["constraints"]}
        broken = verdicts["demographic_parity: sex = m over sex = f"]
        self.assertEqual(broken["verdict"], "not_met")
        self.assertGreater(broken["slack"], 0.1)
        self.assertEqual(verdicts["demographic_parity: sex = f over sex = m"]["verdict"], "met")
        self.assertIn("not met", self.run_it("evaluate", "model.onnx", "poorer.csv", code=2).stdout)

    def test_what_new_rows_do_not_determine_is_unknown(self):
        self.write("men.csv", text_of([p for p in self.people if p["sex"] == "m"]))
        told = json.loads(self.run_it("evaluate", "model.onnx", "men.csv", "--json", code=2).stdout)
        self.assertEqual([c["verdict"] for c in told["constraints"]][1:], ["unknown", "unknown"])
        self.assertIsNone(told["constraints"][1]["risk"])
        self.assertTrue(told["notes"])

    def test_batches_and_threads_change_nothing(self):
        plain = self.predict().stdout
        for more in (["--batch-rows", "1"], ["--batch-rows", "7"], ["--batch-rows", "400"], ["--jobs", "1"]):
            self.assertEqual(self.predict(*more).stdout, plain)

    def test_the_file_is_what_is_printed(self):
        done = self.predict("-o", "out.csv")
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr, "400 predictions in out.csv\n")
        self.assertEqual(self.read("out.csv"), self.predict().stdout)
        done = self.predict("-o", "out.csv", "--json")
        self.assertEqual((json.loads(done.stdout), done.stderr), ({"rows": 400, "file": "out.csv", "notes": []}, ""))

    def test_kept_columns_come_first_as_they_are_written(self):
        self.write("odd.csv", text_of(changed(self.people, id=lambda k, r: f"00{k}, \"{k}\"", income=lambda k, r: "30.0")))
        asked = list(csv.DictReader(self.predict("--keep", "id,sex", file="odd.csv").stdout.splitlines()))
        self.assertEqual(list(asked[0]), ["id", "sex", "label", "probability"])
        self.assertEqual([p["id"] for p in asked[:2]], ["000, \"0\"", "001, \"1\""])
        self.assertEqual([p["sex"] for p in asked], [p["sex"] for p in self.people])

    def test_kept_features_are_as_they_are_written(self):
        self.write("odd.csv", text_of(changed(self.people, income=lambda k, r: "30.0", employed="YES")))
        asked = list(csv.DictReader(self.predict("--keep", "income,employed", file="odd.csv").stdout.splitlines()))
        self.assertEqual(asked[0]["income"], "30.0")
        self.assertEqual(asked[0]["employed"], "YES")

    def test_neither_the_target_nor_other_columns_are_needed(self):
        self.write("bare.csv", text_of(without(self.people, "id", "approved")))
        self.assertEqual(self.predict(file="bare.csv").stdout, self.predict().stdout)
        shuffled = [dict(reversed(row.items())) for row in changed(self.people, more="x")]
        self.write("shuffled.csv", text_of(shuffled))
        self.assertEqual(self.predict(file="shuffled.csv").stdout, self.predict().stdout)

    def test_unknown_words_and_missing_values_are_no_error(self):
        self.write("odd.csv", text_of(changed(self.people[:20], race="martian", income="", age="?")))
        asked = list(csv.DictReader(self.predict(file="odd.csv").stdout.splitlines()))
        self.assertEqual(len(asked), 20)
        for p in asked:
            self.assertTrue(0 < float(p["probability"]) < 1)
        self.write("mean.csv", text_of(changed(self.people[:20], race="venusian", income="NA", age="")))
        self.assertEqual(self.predict(file="odd.csv").stdout, self.predict(file="mean.csv").stdout)

    def test_columns_that_are_missing_are_all_named(self):
        self.write("lacking.csv", text_of(without(self.people, "income", "employed", "race")))
        said = self.refused("predict", "model.onnx", "lacking.csv", "-o", "out.csv", says=["lacking.csv"])
        for name in ("'income'", "'employed'", "'race'"):
            self.assertIn(name, said)
        said = self.refused("evaluate", "model.onnx", "lacking.csv", says=["lacking.csv"])
        for name in ("'income'", "'employed'", "'race'"):
            self.assertIn(name, said)
        self.refused("predict", "model.onnx", "people.csv", "--keep", "idd", says=["'idd'", "did you mean 'id'?"])

    def test_a_wrong_type_is_named_and_nothing_is_left(self):
        self.write("odd.csv", text_of(changed(self.people, age=lambda k, r: "old" if k == 350 else r["age"])))
        self.write("out.csv", "kept")
        for more in ([], ["--batch-rows", "100"]):
            said = self.refused("predict", "model.onnx", "odd.csv", "-o", "out.csv", *more)
            for words in ("odd.csv, line 352", "'age'", "'old' is not a number"):
                self.assertIn(words, said)
        self.assertEqual(self.read("out.csv"), "kept")

    def test_predictions_do_not_replace_the_table(self):
        self.refused("predict", "model.onnx", "people.csv", "-o", "people.csv", says=["people.csv"])
        self.refused("predict", "model.onnx", "people.csv", "-o", "model.onnx", says=["model.onnx"])

    def test_evaluate_leaves_rows_without_a_target_out(self):
        self.write("some.csv", text_of(changed(self.people, approved=lambda k, r: "" if k < 7 else r["approved"])))
        done = run("evaluate", "model.onnx", "some.csv", "--json", cwd=self.cwd)
        self.assertIn(done.returncode, (0, 2), done.stderr)
        told = json.loads(done.stdout)
        self.assertEqual(told["rows"], 393)
        self.assertTrue(any("7 rows have no 'approved'" in note for note in told["notes"]), told["notes"])

    def test_a_class_that_training_never_met_is_named(self):
        self.write("odd.csv", text_of(changed(self.people, approved=lambda k, r: "maybe" if k == 18 else r["approved"])))
        self.refused("evaluate", "model.onnx", "odd.csv", says=["odd.csv", "'approved'", "'maybe'"])


if __name__ == "__main__":
    unittest.main()
