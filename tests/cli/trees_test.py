"""Boosted trees from the command line. Usage: trees_test.py ALCOLE"""

import json
import os
import signal
import unittest

from at_work import wait_until
from made import Made, RUN, changed, people, run, text_of


class Trees(Made):
    def setUp(self):
        super().setUp()
        self.write("people.csv", text_of(people(1200)))
        self.write_run(1e-3, 0.1)

    def write_run(self, divergence, gap):
        self.write("run.toml", RUN.replace('kind = "linear"', 'kind = "trees"\nrounds = 80')
                   .replace("bound = 0.05", f"bound = {gap}").replace("bound = 1e-3", f"bound = {divergence}"))

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

    def test_certify(self):
        """A divergence that trees hardly ever have is certified, a gap at its bound is not."""
        for divergence, gap, code in ((0.5, 0.5, 0), (1e-3, 0.05, 2)):
            self.write_run(divergence, gap)
            self.train("--force")
            self.write(f"fresh-{code}.csv", text_of(people(3000, seed=8 + code)))
            done = run("certify", "run", f"fresh-{code}.csv", "--json", cwd=self.cwd)
            verdicts = [one["verdict"] for one in json.loads(done.stdout)["constraints"]]
            self.assertEqual(done.returncode, code, verdicts)
            self.assertEqual(set(verdicts) == {"certified"}, code == 0, verdicts)

    def test_cv(self):
        found = json.loads(self.run_it("cv", "run.toml", "-k", "3", "--json").stdout)
        self.assertEqual((found["runs"], found["runs_met"]), (3, 3))
        self.assertEqual([fold["test"]["rows"] for fold in found["outcomes"]], [400] * 3)

    def test_goes_on_to_the_same_bits(self):
        long = self.settings(model__rounds=1500, model__patience=0)
        self.train("--out", "whole", *long)
        self.stop_and_kill("state", long)
        self.run_it("train", "run.toml", "--out", "run", "--resume", *long)
        self.assertEqual(self.bytes("run", "model.onnx"), self.bytes("whole", "model.onnx"))

    def stop_and_kill(self, name, settings):
        """Stops a training by request once it has written the state of this name, resumes it, and kills it once it has
        saved more."""
        state = self.path("run", name)
        for resumed, how in ((False, signal.SIGINT), (True, signal.SIGKILL)):
            training = self.begin("train", "run.toml", "--out", "run", *(["--resume"] if resumed else []), *settings)
            before = os.path.getsize(state) if resumed else 0
            self.assertTrue(wait_until(lambda: os.path.exists(state) and os.path.getsize(state) > before,
                                       training.process), "it ended before it was stopped")
            self.assertEqual(training.stop(how)[0], 130 if how == signal.SIGINT else -how)

    def test_examine_says_what_does_not_hold_of_trees(self):
        self.train()
        self.refused("examine", "run", says=["boosted trees", "strong duality", "docs/trees.md"])

    def test_says_what_they_go_by(self):
        m = self.train()
        names = {feature["column"] for feature in m["importance"]["features"]}
        self.assertEqual(names, {"sex", "race", "age", "income", "employed"})
        self.assertEqual([a["column"] for a in m["importance"]["attributes"]], ["sex", "race"])
        for place, attribute in enumerate(m["importance"]["attributes"]):
            carried = sum(feature["carries"][place] for feature in m["importance"]["features"])
            self.assertAlmostEqual(carried, attribute["gap"], places=9)
        self.assertIn("The trees rely most on 'income'", self.run_it("explain", "run").stdout.replace("\n", " "))
        self.assertIn("What it relies on", self.read("run", "report.html"))
        self.assertIn("What it relies on", self.read("run", "model-card.md"))

    def test_init_suggests_them(self):
        self.run_it("init", "people.csv", "--target", "approved", "--out", "first.toml")
        self.assertIn('or "trees"', self.read("first.toml"))

    def test_sweep(self):
        self.run_it("sweep", "run.toml", "--bound", "0.02:0.1:3", "--constraint", "demographic_parity", "--folds", "0",
                    "--out", "sweep")
        points = json.loads(self.read("sweep", "sweep.json"))["points"]
        self.assertEqual([point["met"] for point in points], [True] * 3, points)

    def test_models_side_by_side(self):
        found = json.loads(self.run_it("compare", "run.toml", "--seeds", "1", "--models", "linear,mlp,trees", "--json",
                                       "--set", "solve.max_outer=20").stdout)
        self.assertEqual([one["model"] for one in found["methods"]], ["linear", "mlp", "trees"])
        self.assertIn("The models side by side", self.read("run-compare", "report.html"))
        self.refused("compare", "run.toml", "--models", "linear,forest", says=["model.kind", "forest"])

    def test_keys_out_of_range(self):
        for change in ("model.depth=0", "model.rate=0", "model.rate=2", "model.rows=0", "model.rows=1.5", "model.bins=1",
                       "model.rounds=0", "model.columns=0", "model.leaves=-1", "model.leaves=1", "model.patience=-1",
                       "model.l2=-1", "model.min_child_weight=-1"):
            self.refused("train", "run.toml", "--set", change, says=[change.split("=")[0]])

    def test_directions_need_a_feature_that_is_a_number(self):
        for column in ("incme", "race"):
            self.refused("train", "run.toml", "--set", f'model.increasing=["{column}"]', says=["model.increasing", column])
        self.refused("train", "run.toml", "--set", 'model.increasing=["age"]', "--set", 'model.decreasing=["age"]',
                     says=["age"])

    def test_directions_are_kept(self):
        self.train("--set", 'model.decreasing=["income"]')
        rows = self.people[:30]
        self.write("poor.csv", text_of(changed(rows, income=20)))
        self.write("rich.csv", text_of(changed(rows, income=60)))

        def answers(name):
            lines = self.run_it("predict", "run", name).stdout.splitlines()
            place = lines[0].split(",").index("approved: yes") if "approved: yes" in lines[0] else -1
            return [float(line.split(",")[place]) for line in lines[1:]]

        for poor, rich in zip(answers("poor.csv"), answers("rich.csv")):
            self.assertLessEqual(rich, poor)

    def test_a_column_of_one_value(self):
        self.write("people.csv", text_of(changed(people(400), age=40, employed="true")))
        self.train("--set", "model.rounds=20")

    def test_one_sex_only(self):
        self.write("people.csv", text_of(changed(people(400), sex="f")))
        self.refused("train", "run.toml", says=["sex"])

    def test_bounds_that_cannot_be_met(self):
        self.write("run.toml", self.read("run.toml").split("[[constraint]]")[0] + """[[constraint]]
kind = "rate"
bound = 0.2
[[constraint]]
kind = "rate"
bound = 0.7
at_least = true
""")
        m = self.train("--set", "model.rounds=300", code=3)
        self.assertEqual(m["status"], "infeasible")
        self.assertIn("no round met every constraint", m["message"])
        self.assertEqual(m["conflict"]["constraints"], [c["name"] for c in m["constraints"]])
        said = self.run_it("explain", "run").stdout.replace("\n", " ")
        self.assertIn("Infeasible: no model was found that meets all constraints.", said)
        self.assertIn("The smallest bounds found that can be met together", said)
        self.assertNotIn("training ended before", said)

    def test_a_bound_of_nothing(self):
        """As for a linear model: the verdict and the message agree."""
        self.write_run(0.1, 0)
        m = self.train()
        self.assertEqual(m["status"], "settled", m["message"])
        for constraint in m["constraints"]:
            self.assertLessEqual(constraint["train"]["slack"], 0, m["message"])

    def test_a_few_rounds(self):
        m = self.train("--set", "model.rounds=6")
        self.assertEqual(m["status"], "settled", m["message"])

    def test_what_is_refused(self):
        kept = self.read("run.toml").split("[[constraint]]")[0]
        self.write("run.toml", kept + '[[constraint]]\nkind = "row_loss"\nbound = 1\n')
        self.refused("train", "run.toml", says=["row_loss", "boosted trees"])
        self.write("run.toml", kept + '[[constraint]]\nkind = "group_loss"\nattribute = "sex"\nminimise = true\n')
        self.refused("train", "run.toml", says=["minimise", "boosted trees"])
        self.write("run.toml", kept.replace('positive = "yes"', 'target = "race"').replace('target = "approved"\n', "")
                   .replace('"sex", "race"', '"sex"'))
        self.refused("train", "run.toml", "--set", "data.task=ordinal", "--set", "data.order=['a', 'b', 'c']",
                     says=["ordinal", "boosted trees"])

    def hold_losses_to(self, bound):
        self.write("run.toml", self.read("run.toml").split("[[constraint]]")[0] +
                   f'[[constraint]]\nkind = "group_loss"\nattribute = "sex"\nbound = {bound}\n')

    def test_a_bound_that_is_not_reached(self):
        """As for a linear model: exit code 3, and bounds that are met instead."""
        self.hold_losses_to(0.01)
        m = self.train(code=3)
        self.assertEqual((m["status"], m["iterate"]), ("infeasible", "least_violating"))
        self.assertIn("even in a second search", m["message"])
        for constraint, bound in zip(m["constraints"], m["conflict"]["relaxed_bounds"]):
            self.assertLessEqual(constraint["train"]["risk"], bound + 1e-6)
        said = self.run_it("explain", "run").stdout.replace("\n", " ")
        self.assertIn("The smallest bounds found that can be met together", said)
        linear = self.train("--force", "--set", "model.kind=linear", "--set", "model.rounds=300", code=3)
        self.assertEqual(linear["status"], "infeasible")

    def test_is_out_of_time_before_it_knows(self):
        self.hold_losses_to(0.01)
        slow = self.settings(model__rounds=100000, model__rate=1e-6, model__patience=0, solve__max_seconds=1)
        m = self.train(*slow, code=2)
        self.assertEqual(m["status"], "time_limit")

    def test_the_second_search_goes_on_to_the_same_bits(self):
        """It is stopped and killed while trees are grown for the constraints."""
        self.hold_losses_to(0.01)
        long = self.settings(model__rounds=600, model__patience=0)
        self.train("--out", "whole", *long, code=3)
        self.stop_and_kill("state.constraints", long)
        self.run_it("train", "run.toml", "--out", "run", "--resume", *long, code=3)
        self.assertEqual(self.bytes("run", "model.onnx"), self.bytes("whole", "model.onnx"))

    def test_ten_rows(self):
        """Too few to hold out rows for early stopping; a note says what so few people can show about rates."""
        self.write("people.csv", text_of(people(10)))
        m = self.train("--set", "data.test=0")
        self.assertEqual((m["status"], m["train"]["rows"]), ("settled", 10))
        self.assertIn("has only 4 rows that count", " ".join(m["notes"]))
        for constraint in m["constraints"]:
            self.assertLessEqual(constraint["train"]["slack"], 0.01 * constraint["bound"])

    def test_bad_input_is_answered_as_for_other_models(self):
        """The same sentence and the same exit code for every kind of model."""
        good = text_of(people(200))
        rows = people(200)
        tables = {"one class": text_of(changed(rows, approved="yes")), "one sex": text_of(changed(rows, sex="f")),
                  "no target": text_of(changed(rows, approved="")), "no rows": good.splitlines()[0] + "\n",
                  "too many values": good + "1,2,3,4,5,6,7,8,9\n"}
        changes = ("data.target=aproved", "constraint.bound=-1", "constraint.attribute=sx", "data.where=['age > 900']",
                   "model.kind=forest", "solve.seed=abc", "constraint.bound=5", "data.positive=si")
        for case, table in [*tables.items(), *((change, good) for change in changes)]:
            self.write("people.csv", table)
            said = set()
            for kind in ("trees", "linear", "mlp"):
                more = [] if case in tables else ["--set", case]
                done = run("train", "run.toml", "--set", f"model.kind={kind}", *more, cwd=self.cwd)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                said.add((done.returncode, done.stderr))
            self.assertEqual(len(said), 1, (case, said))
            self.assertEqual(next(iter(said))[0], 1, case)


if __name__ == "__main__":
    unittest.main()
