"""Ordered classes from the command line. Usage: ordinal_test.py ALCOLE"""

import csv
import io
import json
import math
import random
import unittest

from made import Made, run, text_of

ORDER = ["never", "rarely", "often", "always"]

RUN = """[data]
file = "people.csv"
target = "answer"
task = "ordinal"
order = ["never", "rarely", "often", "always"]
protected = ["sex"]
test = 0

[model]
kind = "linear"
"""

MEANS = """
[[constraint]]
kind = "mean_prediction"
attribute = "sex"
bound = 0.05
"""


def people(rows=500, seed=3):
    draw = random.Random(seed)
    table = []
    for _ in range(rows):
        sex = draw.choice("fm")
        age = draw.randint(18, 70)
        f = 0.06 * (age - 44) + 1.2 * (sex == "m") + math.log(1 / draw.uniform(1e-9, 1 - 1e-9) - 1)
        table.append({"age": age, "sex": sex, "answer": ORDER[sum(f > cut for cut in (-1, 0.5, 2))]})
    return table


def sigmoid(z):
    return 1 / (1 + math.exp(-z)) if z > 0 else math.exp(z) / (1 + math.exp(z))


def shares(parameters, x):
    """P(y = k) as differences of P(y <= k) = sigmoid(c_k - b x); the slopes come first, then the cut points."""
    f = sum(b * v for b, v in zip(parameters, x))
    below = [0] + [sigmoid(c - f) for c in parameters[len(x):]] + [1]
    return [after - before for before, after in zip(below, below[1:])]


def solve(matrix, right):
    """Gaussian elimination with pivoting."""
    n = len(right)
    rows = [list(row) + [r] for row, r in zip(matrix, right)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(n):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    return [row[n] / row[i] for i, row in enumerate(rows)]


def proportional_odds(xs, ys, classes):
    """Fisher scoring for the slopes and the cut points themselves, independent of alcole's parametrisation."""
    inputs = len(xs[0])
    parameters = [0.0] * inputs + [k - classes / 2 + 0.5 for k in range(classes - 1)]
    n = len(parameters)
    for _ in range(50):
        gradient, information = [0.0] * n, [[0.0] * n for _ in range(n)]
        for x, y in zip(xs, ys):
            f = sum(b * v for b, v in zip(parameters, x))
            p = shares(parameters, x)
            slope = [0] + [sigmoid(c - f) * sigmoid(f - c) for c in parameters[inputs:]] + [0]
            for k in range(classes):
                by = [-(slope[k + 1] - slope[k]) * v for v in x] + [0.0] * (classes - 1)
                if k < classes - 1:
                    by[inputs + k] += slope[k + 1]
                if k > 0:
                    by[inputs + k - 1] -= slope[k]
                for i in range(n):
                    if k == y:
                        gradient[i] += by[i] / p[k]
                    for j in range(n):
                        information[i][j] += by[i] * by[j] / p[k]
        step = solve(information, gradient)
        parameters = [v + d for v, d in zip(parameters, step)]
        if max(map(abs, step)) < 1e-12:
            return parameters
    raise AssertionError("the peer did not converge")


class Ordinal(Made):
    def setUp(self):
        super().setUp()
        self.people = people()
        self.write("people.csv", text_of(self.people))
        self.write("run.toml", RUN)

    def predicted(self, *arguments):
        return list(csv.DictReader(io.StringIO(self.run_it("predict", "run", "people.csv", *arguments).stdout)))

    def test_is_the_proportional_odds_model(self):
        m = self.train()
        self.assertEqual((m["task"], m["status"]), ("ordinal", "converged"))
        xs = [((row["age"] - 44) / 15, 1.0 if row["sex"] == "m" else 0.0) for row in self.people]
        ys = [ORDER.index(row["answer"]) for row in self.people]
        fitted = proportional_odds(xs, ys, 4)
        rows = self.predicted()
        loss = wrong = off = 0
        expected = {"f": [], "m": []}
        for row, x, y, person in zip(rows, xs, ys, self.people):
            wanted = shares(fitted, x)
            for k, name in enumerate(ORDER):
                self.assertAlmostEqual(float(row["probability of " + name]), wanted[k], delta=2e-5)
            said = max(range(4), key=wanted.__getitem__)
            self.assertEqual(row["label"], ORDER[said])
            self.assertAlmostEqual(float(row["expected"]), sum((k + 1) * p for k, p in enumerate(wanted)), delta=1e-4)
            loss -= math.log(wanted[y]) / len(rows)
            wrong += said != y
            off += abs(said - y) / len(rows)
            expected[person["sex"]].append(float(row["expected"]))
        self.assertAlmostEqual(m["train"]["log_loss"], loss, delta=1e-8)
        self.assertAlmostEqual(m["train"]["accuracy"], 1 - wrong / len(rows), delta=1e-12)
        self.assertAlmostEqual(m["train"]["mean_absolute_error"], off, delta=1e-12)
        self.assertLess(off, m["train"]["baseline"]["mean_absolute_error"])
        groups = {g["group"]: g for g in m["train"]["groups"] if "class" not in g}
        for sex in "fm":
            mean = sum(expected[sex]) / len(expected[sex])
            self.assertAlmostEqual(groups["sex = " + sex]["mean_prediction"]["estimate"], mean, delta=1e-5)

    def test_keeps_the_expected_class_of_groups_together(self):
        free = self.train()["train"]["groups"]
        means = [g["mean_prediction"]["estimate"] for g in free if "mean_prediction" in g]
        self.assertGreater(abs(means[0] - means[1]), 0.3)
        self.write("run.toml", RUN + MEANS)
        for kind in ("linear", "mlp"):
            m = self.train("--set", "model.kind=" + kind, "--set", "model.hidden=[8]")
            self.assertEqual(m["status"], "converged", kind)
            for constraint in m["constraints"]:
                self.assertLessEqual(constraint["train"]["slack"], 1e-3 * 0.05)
            rows = self.predicted()
            by_sex = {sex: [float(row["expected"]) for row, person in zip(rows, self.people) if person["sex"] == sex]
                      for sex in "fm"}
            gap = abs(sum(by_sex["m"]) / len(by_sex["m"]) - sum(by_sex["f"]) / len(by_sex["f"]))
            self.assertAlmostEqual(gap, 0.05, delta=1e-4)
        self.assertIn("mean predictions are the same in every group, to within 0.05", self.read("run", "report.html"))
        judged = json.loads(run("evaluate", "run", "people.csv", "--json", cwd=self.cwd).stdout)
        self.assertAlmostEqual(judged["mean_absolute_error"], m["train"]["mean_absolute_error"], delta=1e-9)
        certified = run("certify", "run", "people.csv", cwd=self.cwd)
        self.assertIn(certified.returncode, (0, 2), certified.stderr)

    def test_other_constraints_hold_too(self):
        self.write("run.toml", RUN + MEANS.replace("mean_prediction", "counterfactual").replace("0.05", "1e-3") +
                   MEANS.replace("mean_prediction", "error_rate") +
                   MEANS.replace("mean_prediction", "group_loss").replace("0.05", "1.4"))
        for constraint in self.train()["constraints"]:
            self.assertLessEqual(constraint["train"]["slack"], 0.01 * constraint["bound"], constraint["name"])

    def test_numbers_have_their_own_order(self):
        self.write("stars.csv", text_of([{**row, "answer": 10 - 2 * ORDER.index(row["answer"])} for row in self.people]))
        done = self.run_it("train", "run.toml", "--set", "data.file=stars.csv", "--set", "data.order=[]", "--out", "run")
        self.assertIn("4 < 6 < 8 < 10, the numeric one", done.stdout + done.stderr)
        done = self.run_it("train", "run.toml", "--set", "data.file=stars.csv", "--set", 'data.order=["10","8","6","4","2"]',
                           "--out", "back")
        self.assertIn("10 < 8 < 6 < 4, as data.order has it", done.stdout + done.stderr)
        self.assertIn("no training row has the class '2'", done.stdout + done.stderr)
        up, down = (self.run_it("predict", folder, "stars.csv").stdout for folder in ("run", "back"))
        for a, b in zip(csv.DictReader(io.StringIO(up)), csv.DictReader(io.StringIO(down))):
            self.assertAlmostEqual(float(a["expected"]) + float(b["expected"]), 5, delta=1e-4)

    def test_says_what_is_wrong(self):
        self.refused("train", "run.toml", "--set", "data.order=[]",
                     says=["holds words, and they have no order of their own", 'order = ["'])
        self.refused("train", "run.toml", "--set", 'data.order=["never","rarely","always"]',
                     says=["has the class 'often', which is not in its order"])
        self.refused("train", "run.toml", "--set", 'data.order=["never","never"]', says=["'data.order' has 'never' twice"])
        self.refused("train", "run.toml", "--set", "data.task=auto", says=["'data.order' is given", "not ordinal"])
        self.refused("train", "run.toml", "--set", "data.task=ordered", says=["data.task", "auto, ordinal, regression"])
        self.refused("train", "run.toml", "--set", "data.target=sex", "--set", 'data.order=["f","m"]', "--set",
                     'data.protected=[]', says=["has only 2 classes", "three or more"])
        self.refused("train", "run.toml", "--set", "model.kind=trees", says=["boosted trees do not support"])
        self.refused("train", "run.toml", "--set", "model.calibrate=isotonic", says=["isotonic is for two classes"])
        self.write("run.toml", RUN.replace('task = "ordinal"\norder = ["never", "rarely", "often", "always"]\n', "") + MEANS)
        self.refused("train", "run.toml", says=["have no mean", 'data.task = "ordinal"'])

    def test_init_suggests_it(self):
        self.run_it("init", "people.csv", "--target", "answer", "--protected", "sex", "--out", "start.toml")
        text = self.read("start.toml")
        self.assertIn('# task = "ordinal"', text)
        self.write("pay.csv", "x,pay\n" + "".join(f"{k},{b}\n" for k, b in enumerate(
            ["[15.000-20.000)", "[0-5.000)", "[100.000+)", "[5.000-12.500)", "[12.500-15.000)", "[20.000-100.000)"] * 5)))
        self.run_it("init", "pay.csv", "--target", "pay", "--out", "pay.toml")
        self.assertIn('# order = ["[0-5.000)", "[5.000-12.500)", "[12.500-15.000)", "[15.000-20.000)", '
                      '"[20.000-100.000)", "[100.000+)"]', self.read("pay.toml"))
        self.assertIn('# order = ["never", "rarely", "often", "always"]', text)
        self.assertNotIn('\ntask = "ordinal"', text)


if __name__ == "__main__":
    unittest.main()
