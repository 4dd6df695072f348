"""Training models from the command line, on small made-up tables. Usage: train_test.py ALCOLE"""

import csv
import json
import os
import time
import unittest

from at_work import wait_until
from made import HEAD, Made, changed, constraint, people, run, text_of

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
                                solve__stochastic__max_epochs=10000000, solve__stochastic__settle="false",
                                solve__tolerance__stationarity=1e-9)
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
                                 solve__stochastic__max_epochs=10000000, solve__stochastic__settle="false",
                                 solve__tolerance__stationarity=1e-9)
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
        self.assertIn("No model was found that meets 'many women' and 'few in all' together.", said)
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


if __name__ == "__main__":
    unittest.main()
