"""The examine command as a user runs it. Usage: examine_test.py ALCOLE"""

import json
import os
import signal
import unittest

from made import Made, RUN, people, run, text_of


def network(*more):
    """Settings of a training that is limited by steps: a time limit would leave a busy machine no time to examine.
    With this l2 it converges within these steps."""
    return ("--set", "model.kind=mlp", "--set", "model.hidden=[24,24]", "--set", "model.l2=0.02", "--set",
            "solve.max_outer=12", "--set", "solve.inner.max_steps=60", *more)


def endless(*more):
    """Settings of a training that has to be stopped."""
    return ("--set", "model.kind=mlp", "--set", "solve.regime=stochastic", "--set",
            "solve.stochastic.max_epochs=1000000", "--set", "solve.stochastic.settle=false", "--set",
            "solve.tolerance.stationarity=1e-9", *more)


class Examine(Made):
    def test_train_tells_whether_it_is_an_answer(self):
        # A split on which the last iterate is the answer; a rate has more than one valley.
        m = self.train("--set", "model.l2=0.01", "--set", "solve.seed=1")
        found = m["optimality"]
        for name in ("stationarity", "violation", "complementarity", "sign"):
            judged = found["kkt"][name]
            self.assertEqual(set(judged), {"value", "tolerance", "verdict"})
            self.assertLessEqual(judged["value"], judged["tolerance"])
            self.assertEqual(judged["verdict"], "holds")
        self.assertEqual(found["kkt"]["verdict"], "holds")
        self.assertIn("counterfactual sex: flip", found["active"]["strongly_active"])
        self.assertEqual(found["licq"]["verdict"], "holds")
        self.assertEqual(found["second_order"]["verdict"], "holds")
        self.assertGreater(found["second_order"]["tangent"]["value"], 0)
        self.assertIn(found["primal_convergence"]["verdict"], ("holds", "undetermined"), "strict rates jump")
        self.assertIn("twice differentiable risks", [a["name"] for a in found["assumptions"]])
        self.assertIsNone(found["duality"])
        self.assertEqual(len(found["search"]["alpha"]), 3)
        self.assertIn("strict local minimum", self.run_it("explain", "run").stdout)
        self.assertIn("Is it a solution?", self.read("run", "report.html"))
        self.assertIn("**is it a solution:**", self.read("run", "model-card.md"))

    def test_does_everything_and_keeps_it(self):
        self.write("run.toml", RUN[:RUN.rindex("[[constraint]]")])  # a rate has more than one valley
        before = self.train("--set", "model.l2=0.01")
        done = self.run_it("examine", "run", "--starts", "3")
        self.assertEqual(done.stderr, "", "quiet in a pipe")
        for words in ("strict local minimum", "(stationarity)", "(LICQ)", "(alpha)", "no duality gap, augmented", "the augmented dual is attained",
                      "lower estimate", "closed domain", "report: run/report.html"):
            self.assertIn(words, done.stdout)
        after = self.metrics()
        gap = after["optimality"]["duality"]
        self.assertEqual(gap["starts"], 3)
        self.assertEqual(gap["augmented"]["agreeing"], 3)
        self.assertLessEqual(abs(gap["augmented"]["gap"]), gap["augmented"]["noise"])
        self.assertEqual(gap["attained"]["factor"], 1)
        self.assertLessEqual(gap["ordinary"]["lowest"], gap["augmented"]["lowest"] + 1e-6)
        for name in before:
            if name != "optimality":
                self.assertEqual(before[name], after[name], name)
        self.assertIn("no duality gap, ordinary Lagrangian", self.read("run", "report.html"))
        told = json.loads(self.run_it("examine", "run", "--starts", "3", "--json", "--jobs", "1").stdout)
        self.assertEqual(told, after["optimality"], "for any number of threads")
        page = self.bytes("run", "report.html")
        self.run_it("report", "run")
        self.assertEqual(self.bytes("run", "report.html"), page)

    def test_one_hot_inputs_and_relu_are_named(self):
        self.train()
        self.assertIn("One-hot inputs leave a direction", " ".join(self.run_it("explain", "run").stdout.split()))
        self.run_it("train", "run.toml", *network("--set", "model.activation=relu"), "--out", "relu",
                    code=None)
        assumptions = {a["name"]: a for a in self.metrics("relu")["optimality"]["assumptions"]}
        self.assertEqual(assumptions["twice differentiable risks"]["verdict"], "fails")
        self.assertIn("relu", assumptions["twice differentiable risks"]["reason"])

    def run_it(self, *arguments, code=0, **options):
        if code is not None:
            return super().run_it(*arguments, code=code, **options)
        done = run(*arguments, cwd=self.cwd, **options)
        self.assertIn(done.returncode, (0, 2), done.stderr)
        return done

    def test_a_run_that_was_stopped_early_is_no_answer(self):
        self.run_it("train", "run.toml", "--set", "solve.max_outer=1", "--set", "solve.inner.max_steps=2", code=None)
        self.assertEqual(self.metrics()["optimality"]["kkt"]["verdict"], "fails")
        self.assertIn("Training ended short of a solution", self.run_it("explain", "run").stdout)

    def test_a_network_by_lanczos(self):
        self.run_it("train", "run.toml", *network(), code=None)
        self.assertIsNone(self.metrics()["optimality"]["second_order"])
        self.assertIn("'alcole examine' looks further", " ".join(self.run_it("explain", "run").stdout.split()))
        found = json.loads(self.run_it("examine", "run", "--starts", "2", "--json").stdout)
        self.assertFalse(found["second_order"]["dense"])
        self.assertGreater(found["second_order"]["tangent_dimension"], 200)
        self.assertIn(found["second_order"]["verdict"], ("holds", "fails", "undetermined"))

    def test_a_metrics_file_without_it_is_read(self):
        self.train()
        m = self.metrics()
        del m["optimality"]
        self.write("run/metrics.json", json.dumps(m))
        self.run_it("report", "run")
        self.assertNotIn("Is it a solution?", self.read("run", "report.html"))
        found = json.loads(self.run_it("examine", "run", "--json").stdout)
        self.assertIsNone(found["duality"], "the penalties are not known")
        self.assertEqual(self.metrics()["optimality"], found)


class Mistakes(Made):
    def test_are_sentences(self):
        self.refused("examine", "nowhere", says=["no such folder"])
        os.mkdir(self.path("empty"))
        self.refused("examine", "empty", says=["there is no metrics.json in it"])
        self.refused("examine", "people.csv", says=["people.csv"])
        self.train()
        self.refused("examine", "run", "--starts", "some", says=["--starts"])
        self.refused("examine", "run", "--start", "3", says=["did you mean '--starts'?"])

    def test_changed_data(self):
        self.train()
        self.write("people.csv", text_of(people(seed=8)))
        self.refused("examine", "run", says=["people.csv", "has changed since the run was trained on it"])
        os.remove(self.path("people.csv"))
        self.refused("examine", "run", says=["people.csv", "no such file"])

    def test_another_training_was_begun(self):
        """An old metrics.json next to a newer run.toml: the files do not belong together."""
        self.train()
        self.begin("train", "run.toml", *endless("--set", "solve.seed=4")).stop(signal.SIGKILL)
        self.refused("examine", "run", says=["another training was begun here and not finished", "--resume"])

    def test_an_interrupted_run_has_nothing_to_examine(self):
        self.assertEqual(self.begin("train", "run.toml", *endless()).stop()[0], 130)
        self.refused("examine", "run", says=["there is no metrics.json in it"])


class Stopped(Made):
    def stop(self, how):
        code, out, said = self.begin("examine", "run", "--starts", "100000").stop(how)
        self.assertEqual(out, "")
        return code, said

    def test_leaves_the_folder_as_it_was(self):
        self.train()
        before = self.files()
        code, error = self.stop(signal.SIGINT)
        self.assertEqual(code, 130, error)
        self.assertIn("the folder is as it was", error)
        self.assertEqual(self.files(), before)
        self.assertNotEqual(self.stop(signal.SIGKILL)[0], 0)
        self.assertEqual(self.files(), before)
        self.run_it("examine", "run", "--starts", "1")


if __name__ == "__main__":
    unittest.main()
