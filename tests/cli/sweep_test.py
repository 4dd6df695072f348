"""sweep, cv and compare as a user runs them. Usage: sweep_test.py ALCOLE"""

import csv
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

from at_work import AtTerminal

ALCOLE = os.path.abspath(sys.argv.pop(1))
COMPAS = os.path.join(os.environ.get("ALCOLE_DATA_DIR", ""), "compas", "compas-scores-two-years.csv")

RUN = """
[data]
file = "people.csv"
target = "repaid"
ignore = ["id"]
protected = ["sex"]
[model]
kind = "linear"
"""
SEX = """
[[constraint]]
kind = "counterfactual"
attribute = "sex"
bound = 0.01
"""
TOWN = """
[[constraint]]
kind = "counterfactual"
attribute = "town"
name = "towns"
bound = 0.01
"""


def people(rows=240):
    """Who repays depends on income, sex and town."""
    draw = random.Random(1)
    lines = ["id,income,sex,town,repaid"]
    for k in range(rows):
        income, sex, town = draw.gauss(0, 1), draw.randrange(2), draw.randrange(3)
        repaid = draw.random() < 1 / (1 + 2.718 ** -(income + 1.5 * sex - 0.7 * town))
        lines.append(f"{k},{income:.3f},{'fm'[sex]},{['hill', 'lake', 'sea'][town]},{['no', 'yes'][repaid]}")
    return "\n".join(lines) + "\n"


class Base(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.cwd = folder.name
        self.write("people.csv", people())
        self.write("run.toml", RUN + SEX + TOWN)

    def write(self, name, text):
        with open(os.path.join(self.cwd, name), "w") as file:
            file.write(text)

    def read(self, *names):
        with open(os.path.join(self.cwd, *names)) as file:
            return file.read()

    def call(self, *arguments):
        return subprocess.run([ALCOLE, *arguments], cwd=self.cwd, capture_output=True, text=True, timeout=300,
                              stdin=subprocess.DEVNULL)

    def done(self, *arguments):
        done = self.call(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def refused(self, *arguments):
        done = self.call(*arguments)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertTrue(done.stderr.startswith("alcole: "), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, "one sentence")
        return done.stderr


class Sweep(Base):
    def test_writes_the_curve(self):
        said = self.done("sweep", "run.toml", "--bound", "1e-3:1:4", "--folds", "3")
        self.assertIn("cost next to nothing", said)
        self.assertIn("run-sweep/report.html", said)
        self.assertRegex(said, "bound +verdict +objective +multiplier +risk +accuracy +objective, held out")
        sweep = json.loads(self.read("run-sweep", "sweep.json"))
        bounds = [point["bound"] for point in sweep["points"]]
        self.assertEqual((bounds[0], bounds[-1], len(bounds)), (1e-3, 1, 4))
        for tight, loose in zip(sweep["points"], sweep["points"][1:]):
            self.assertTrue(tight["met"])
            self.assertLessEqual(loose["objective"], tight["objective"] + 1e-7)
            self.assertLessEqual(tight["slope"], loose["slope"] + 1e-6)
            self.assertAlmostEqual(loose["bound"] / tight["bound"], 10, 6)
            self.assertLess(tight["held_out_risk"]["low"], tight["held_out_risk"]["high"])
        rows = list(csv.DictReader(self.read("run-sweep", "sweep.csv").splitlines()))
        self.assertEqual([float(row["objective"]) for row in rows], [p["objective"] for p in sweep["points"]])
        self.assertEqual(float(rows[0]["held_out_risk_low"]), sweep["points"][0]["held_out_risk"]["low"])
        self.assertIn("tightening by a tenth costs about another", self.read("run-sweep", "report.html"))
        self.assertIn("[[constraint]]", self.read("run-sweep", "run.toml"))
        stable = sweep["stability"]
        self.assertEqual((stable["verdict"], stable["own"], stable["risks"], stable["bounds"]), ("holds", True, 4, 3))
        self.assertGreaterEqual(stable["alpha"], 0)
        self.assertIn("stability of degree 2", " ".join(said.split()))
        self.assertIn("(stability of degree 2)", self.read("run-sweep", "report.html"))

    def test_prints_json_and_sweeps_one_of_two(self):
        said = self.done("sweep", "run.toml", "--bound", "1e-3:1:2", "--constraint", "towns", "--folds", "0", "--json",
                         "--out", "there")
        sweep = json.loads(said)
        self.assertEqual(sweep["constraint"], "towns")
        self.assertEqual(sweep, json.loads(self.read("there", "sweep.json")))
        self.assertNotIn("held_out_risk", sweep["points"][0])

    def test_ends_well_where_bounds_cannot_be_met(self):
        self.write("run.toml", RUN + '[[constraint]]\nkind = "group_loss"\nattribute = "sex"\nbound = 0.6\n')
        said = self.done("sweep", "run.toml", "--bound", "0.1:1.2:3", "--folds", "0")
        self.assertIn("cannot be met", said)
        self.assertIn("were not met", said)

    def test_refuses_mistakes(self):
        sweep = ("sweep", "run.toml", "--bound")
        self.assertIn("LOW:HIGH:COUNT", self.refused(*sweep, "0.1"))
        self.assertIn("LOW:HIGH:COUNT", self.refused(*sweep, "1e-3:x:4"))
        self.assertIn("to a larger one", self.refused(*sweep, "0.1:0.01:4"))
        self.assertIn("2 to 1000 bounds, not 1", self.refused(*sweep, "0.01:0.1:1"))
        self.assertIn("--bound", self.refused("sweep", "run.toml"))
        self.assertIn("did you mean 'towns'?", self.refused(*sweep, "0.01:0.1:2", "--constraint", "twons"))
        self.assertIn("at most the number of rows, 168, not 500",
                      self.refused(*sweep, "0.01:0.1:2", "--folds", "500"))
        self.assertIn("0 for none", self.refused(*sweep, "0.01:0.1:2", "--folds", "1"))
        self.write("free.toml", RUN)
        self.assertIn("no constraints", self.refused("sweep", "free.toml", "--bound", "0.01:0.1:2"))
        self.write("rate.toml", RUN + '[[constraint]]\nkind = "rate"\nbound = 0.5\n')
        self.assertIn("a share of rows", self.refused("sweep", "rate.toml", "--bound", "0.5:2:2"))
        self.assertFalse(os.path.exists(os.path.join(self.cwd, "run-sweep", "sweep.json")))

    def test_keeps_off_the_folder_of_a_training(self):
        self.call("train", "run.toml")
        before = self.read("run", "run.toml")
        self.assertIn("another one with --out",
                      self.refused("sweep", "run.toml", "--bound", "0.01:0.1:2", "--out", "run"))
        self.assertEqual(before, self.read("run", "run.toml"))

    def test_stops_on_request(self):
        arguments = [ALCOLE, "sweep", "run.toml", "--bound", "1e-4:1:1000"]
        code, out, error = AtTerminal(arguments, self.cwd).stop()
        self.assertEqual(code, 130, error)
        self.assertEqual(out, "")
        self.assertIn("not kept", error)
        self.assertFalse(os.path.exists(os.path.join(self.cwd, "run-sweep", "sweep.json")))


class Repeated(Base):
    def test_cross_validates(self):
        said = self.done("cv", "run.toml", "-k", "4")
        self.assertIn("4 of 4 runs", said)
        self.assertIn("largest multiplier", said)
        self.assertEqual(said.count("converged"), 5, "a column, and every fold")
        cv = json.loads(self.read("run-cv", "cv.json"))
        self.assertEqual(cv["runs"], 4)
        self.assertEqual([run["test"]["rows"] for run in cv["outcomes"]], [60] * 4)
        self.assertLess(cv["test_accuracy"]["low"], cv["test_accuracy"]["high"])
        self.assertIn("<html", self.read("run-cv", "report.html"))
        again = json.loads(self.done("cv", "run.toml", "-k", "4", "--jobs", "1", "--json"))
        self.assertEqual(cv["test_accuracy"], again["test_accuracy"])

    def test_compares(self):
        said = self.done("compare", "run.toml", "--seeds", "2")
        self.assertIn("augmented", said)
        methods = json.loads(self.read("run-compare", "compare.json"))["methods"]
        self.assertEqual([m["method"] for m in methods], ["unconstrained", "penalty", "lagrangian", "augmented"])
        self.assertEqual(methods[0]["runs_met"], 0)
        self.assertEqual(methods[3]["runs_met"], 2)
        once = self.done("compare", "run.toml", "--seeds", "1", "--out", "once")
        self.assertIn("no intervals", once)
        self.assertNotIn("% to", once)
        steps = json.loads(self.read("once", "compare.json"))["ordinary_steps"]
        self.assertEqual(len(steps), 1)
        self.assertIn(steps[0], [0.1, 0.01, 0.001, 0.0001])
        self.assertIn("<html", self.read("run-compare", "report.html"))

    def test_refuses_mistakes(self):
        self.assertIn("at least 2 and at most the number of rows, 240, not 1", self.refused("cv", "run.toml", "-k", "1"))
        self.assertIn("not 241", self.refused("cv", "run.toml", "-k", "241"))
        self.assertIn("at least one seed", self.refused("compare", "run.toml", "--seeds", "0"))
        self.refused("cv", "run.toml", "-k", "many")


@unittest.skipUnless(os.path.exists(COMPAS), "COMPAS is not here")
class Compas(Base):
    def test_trades_off_as_theory_says(self):
        """For a logistic model p is convex and decreases with the bound, and its slope is minus the multiplier."""
        self.write("compas.toml", f"""
[data]
file = "{COMPAS}"
target = "two_year_recid"
features = ["sex", "age_cat", "race", "priors_count", "c_charge_degree"]
where = ["days_b_screening_arrest <= 30", "days_b_screening_arrest >= -30", "is_recid != -1"]
merge = ['race in ["Asian", "Native American"] -> Other']
protected = ["sex", "race"]
[model]
kind = "linear"
[[constraint]]
kind = "counterfactual"
attribute = "race"
bound = 1e-3
[[constraint]]
kind = "counterfactual"
attribute = "sex"
bound = 1e-3
""")
        sweep = json.loads(self.done("sweep", "compas.toml", "--bound", "1e-4:1e-1:10", "--json", "--folds", "3"))
        points = sweep["points"]
        self.assertTrue(all(point["met"] for point in points))
        for tight, loose in zip(points, points[1:]):
            drop = tight["objective"] - loose["objective"]
            width = loose["bound"] - tight["bound"]
            self.assertGreaterEqual(drop, -1e-7)
            # A convex function lies above its tangents.
            self.assertGreaterEqual(drop, -loose["slope"] * width - 1e-6)
            self.assertLessEqual(drop, -tight["slope"] * width + 1e-6)
        self.assertLess(abs(points[-1]["objective"] - sweep["free_objective"]), 1e-6)
        self.assertTrue(1e-4 <= sweep["costs_below"] < 1e-1, sweep["costs_below"])


if __name__ == "__main__":
    unittest.main()
