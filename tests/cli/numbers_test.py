"""The numbers in reports: intervals and baselines next to them, and calibrated probabilities.
Usage: numbers_test.py ALCOLE"""

import csv
import json
import math
import random
import re
import unittest

from made import Made, RUN, people, run, text_of

LINEAR = ("--set", "model.kind=linear")


def wilson(k, n, z=1.959963984540054):
    p = k / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return centre - half, centre + half


class Numbers(Made):
    """The numbers in reports, compared with the same computed from the model's predictions."""

    def predictions(self, model="run/model.onnx"):
        done = self.run_it("predict", model, "people.csv", "--keep", "sex,race,approved")
        return list(csv.DictReader(done.stdout.splitlines()))

    def test_rates_and_gaps_of_groups_have_intervals(self):
        self.train()
        rows = self.predictions()
        done = run("evaluate", "run/model.onnx", "people.csv", "--json", cwd=self.cwd)
        found = json.loads(done.stdout)
        for group in found["groups"]:
            wanted = dict(part.split(" = ") for part in group["group"].split(", "))
            of = [r for r in rows if all(r[k] == v for k, v in wanted.items())]
            positive = [r for r in of if r["approved"] == "yes"]
            said = sum(r["label"] == "yes" for r in of)
            hit = sum(r["label"] == "yes" for r in positive)
            self.assertEqual((group["rows"], group["positives"]), (len(of), len(positive)))
            self.assertEqual(group["small"], len(of) < 30)
            for name, k, n in (("positive_rate", said, len(of)), ("recall", hit, len(positive))):
                interval = group["intervals"][name]
                self.assertAlmostEqual(interval["estimate"], k / n, places=9)
                low, high = wilson(k, n)
                self.assertAlmostEqual(interval["low"], max(0, low), places=9)
                self.assertAlmostEqual(interval["high"], min(1, high), places=9)
        gap = next(g for g in found["gaps"] if g["attributes"] == "sex" and g["rate"] == "positive_rate")
        rates = {g["group"]: g["intervals"]["positive_rate"] for g in found["groups"]}
        high, low = rates[gap["high"]], rates[gap["low"]]
        self.assertAlmostEqual(gap["difference"]["estimate"], high["estimate"] - low["estimate"], places=9)
        self.assertAlmostEqual(gap["difference"]["low"], high["estimate"] - low["estimate"] - math.hypot(
            high["estimate"] - high["low"], low["high"] - low["estimate"]), places=9, msg="Newcombe's")
        self.assertEqual(gap["beyond_chance"], gap["difference"]["low"] > 0)
        parity = next(c for c in found["constraints"] if c["name"].startswith("demographic_parity"))
        self.assertLess(parity["interval"]["low"], parity["risk"])
        self.assertGreater(parity["interval"]["high"], parity["risk"])
        said = run("evaluate", "run/model.onnx", "people.csv", cwd=self.cwd).stdout
        self.assertIn("(Wilson)", said)
        self.assertIn("Newcombe", said)
        self.assertRegex(said, r"sex = f +\d+ +[\d.]+ % \([\d.]+ to [\d.]+ %\)")

    def test_small_groups_are_marked_everywhere(self):
        table = [dict(row, race="d") if k % 40 == 0 else row for k, row in enumerate(people())]
        self.write("people.csv", text_of(table))
        self.train()
        groups = {g["group"]: g for g in self.metrics()["test"]["groups"]}
        self.assertTrue(groups["race = d"]["small"])
        self.assertFalse(groups["sex = f"]["small"])
        page = self.read("run", "report.html")
        self.assertRegex(page, r"race = d \(\d+, few\)", "in the figure")
        self.assertRegex(page, r"<small>few</small>", "in the table")
        self.assertIn("fewer than 30 rows", self.read("run", "model-card.md"))
        said = run("evaluate", "run/model.onnx", "people.csv", cwd=self.cwd).stdout
        self.assertRegex(said, r"race = d +10 \(few\)")
        for text, name in ((page, "race = d"), (self.read("run", "model-card.md"), "race = d"), (said, "race = d")):
            self.assertIn(name + " (few)", text, "in the table of gaps")

    def test_a_baseline_stands_beside_every_quality(self):
        done = self.run_it("train", "run.toml")
        self.assertIn("baseline", done.stdout)
        side = self.metrics()["test"]
        # The shares of the classes are those of the held-out rows, computed from the groups' positives.
        positives = sum(g["positives"] for g in side["groups"] if g["group"].startswith("sex = ") and "," not in g["group"])
        share = positives / side["rows"]
        self.assertAlmostEqual(side["baseline"]["accuracy"], max(share, 1 - share), places=12)
        self.assertAlmostEqual(side["baseline"]["brier"], share * (1 - share), places=12)
        self.assertLess(side["brier"], side["baseline"]["brier"])
        page = self.read("run", "report.html")
        self.assertIn("baseline", page)
        self.assertIn("Are its probabilities calibrated?", page)
        self.assertEqual(sum(b["rows"] for b in side["reliability"]), side["rows"])
        self.assertAlmostEqual(side["calibration_error"],
                               sum(b["rows"] * abs(b["predicted"] - b["observed"]["estimate"])
                                   for b in side["reliability"]) / side["rows"], places=12)

    def test_probabilities_by_the_predictions(self):
        self.train()
        rows = self.predictions()
        found = json.loads(run("evaluate", "run/model.onnx", "people.csv", "--json", cwd=self.cwd).stdout)
        y = [row["approved"] == "yes" for row in rows]
        p = [float(row["probability"]) for row in rows]
        self.assertAlmostEqual(found["brier"], sum((a - b) ** 2 for a, b in zip(p, y)) / len(rows), places=6)
        right = [row["label"] == row["approved"] for row in rows]
        recalls = [sum(r for r, t in zip(right, y) if t == k) / sum(t == k for t in y) for k in (True, False)]
        self.assertAlmostEqual(found["balanced_accuracy"], sum(recalls) / 2, places=9)
        said = run("evaluate", "run/model.onnx", "people.csv", cwd=self.cwd).stdout
        self.assertRegex(said, r"predicted probability +observed frequency +rows")
        lowest = found["reliability"][0]
        self.assertRegex(said, rf"\n[\d.]+ % +[\d.]+ % \([\d.]+ to [\d.]+ %\) +{lowest['rows']}\n")
        self.assertIn("the model was trained on this file, so these numbers flatter it", " ".join(said.split()))

    def test_which_classes_are_confused_by_the_predictions(self):
        self.train()
        rows = self.predictions()
        found = json.loads(run("evaluate", "run/model.onnx", "people.csv", "--json", cwd=self.cwd).stdout)
        classes = [one["class"] for one in found["confusion"]]
        self.assertEqual(classes, ["no", "yes"])
        for one in found["confusion"]:
            of_class = [row["label"] for row in rows if row["approved"] == one["class"]]
            taken = [row["approved"] for row in rows if row["label"] == one["class"]]
            self.assertEqual(one["predicted"], [of_class.count(other) for other in classes])
            self.assertAlmostEqual(one["recall"], of_class.count(one["class"]) / len(of_class), places=12)
            self.assertAlmostEqual(one["precision"], taken.count(one["class"]) / len(taken), places=12)
            self.assertAlmostEqual(2 / one["f_score"], 1 / one["recall"] + 1 / one["precision"], places=9)
        said = run("evaluate", "run/model.onnx", "people.csv", cwd=self.cwd).stdout
        no, yes = (one["predicted"] for one in found["confusion"])
        self.assertRegex(said, rf"\nno +{no[0]} +{no[1]} +[\d.]+ % +[\d.]+ % +[\d.]+ %\n")
        self.assertRegex(said, rf"\nyes +{yes[0]} +{yes[1]} +[\d.]+ % +[\d.]+ % +[\d.]+ %\n")
        self.assertIn("Confusion matrix", self.read("run", "report.html"))

    def test_classes_may_count_more(self):
        rare = [row for k, row in enumerate(self.people) if row["approved"] == "no" or k % 5 == 0]
        self.write("rare.csv", text_of(rare))
        first = ("train", "run.toml", *LINEAR, "--set", "data.file=rare.csv", "--set", "data.test=0")

        def trained(*more):
            self.run_it(*first, *more, "--out", "run")
            return {one["class"]: one for one in self.metrics()["train"]["confusion"]}, self.metrics()
        plain, _ = trained()
        balanced, facts = trained("--set", "data.class_weights=balanced")
        self.assertGreater(balanced["yes"]["recall"], plain["yes"]["recall"] + 0.05)
        self.assertIn('class_weights = "balanced"', facts["run_toml"])
        # The same weights, as numbers: rows / (classes * rows of the class).
        sizes = {name: sum(row["approved"] == name for row in rare) for name in ("yes", "no")}
        weights = ", ".join(f"{name}: {len(rare) / 2 / size!r}" for name, size in sizes.items())
        numbers, _ = trained("--set", f"data.class_weights={weights}")
        self.assertEqual(numbers, balanced)
        for wrong, says in (("often: 2", "has no class 'often'"), ("yes", "'yes' is not a class and a number > 0"),
                            ("yes: 0", "'yes: 0' is not a class and a number > 0"), ("yes: 1, yes: 2", "is given two weights")):
            self.refused(*first, "--set", f"data.class_weights={wrong}", says=[says])

    def test_what_is_broken_on_other_rows_is_not_promised(self):
        m = self.train()
        self.assertIn("met_in_training", [c["verdict"] for c in m["constraints"]])
        brief = re.search(r'<p class="lead">(.*?)</p>', self.read("run", "report.html"), re.S).group(1)
        self.assertIn("It was meant to ensure that its answers hardly change", brief)
        self.assertTrue(brief.endswith("but not on rows it had not seen, so it promises nothing about anyone else."), brief)

    def test_the_report_begins_with_two_sentences_and_folds_the_rest(self):
        self.train("--set", "constraint.2.bound=0.5", "--set", "constraint.1.bound=0.1")
        page = self.read("run", "report.html")
        brief = re.search(r'<p class="lead">(.*?)</p>', page, re.S).group(1)
        self.assertIn("The model predicts", brief)
        self.assertIn("always predicting the most frequent class", brief)
        self.assertIn("It promises that its answers hardly change when only a protected attribute is changed", brief)
        self.assertIn("to within 50 percentage points", brief)
        self.assertIn("it promises nothing about other populations", brief)
        self.assertEqual(len(re.findall(r"\.( |$)", re.sub(r"people\.csv", "", brief))), 2, brief)
        for folded in ("Is it a solution?", "What the theorem promises", "What the solver reports"):
            self.assertIn(f"<details><summary>{folded}</summary>", page)
        self.assertIn("The model predicts", self.read("run", "model-card.md"))

    def test_a_model_that_is_no_better_than_one_answer_says_so(self):
        draw = random.Random(3)
        noise = [dict(row, approved="yes" if draw.random() < 0.2 else "no") for row in people()]
        self.write("people.csv", text_of(noise))
        self.train()
        m = self.metrics()
        better = m["test"]["accuracy"] > m["test"]["baseline"]["accuracy"]
        self.assertFalse(better)
        self.assertIn("no better than always predicting the most frequent class", self.read("run", "report.html"))


class Calibration(Made):
    def overconfident(self, *arguments, out="run"):
        """A network without regularisation on few rows is far too confident."""
        self.write("people.csv", text_of(people(rows=1500, seed=11)))
        self.write("few.toml", RUN[:RUN.index("[[constraint]]")].replace('kind = "linear"', 'hidden = [24]\nl2 = 0') +
                   '[solve]\nmax_outer = 1\n[solve.inner]\nmax_steps = 1500\nfirst_tolerance = 1e-6\n')
        done = run("train", "few.toml", *arguments, "--out", out, cwd=self.cwd)
        self.assertIn(done.returncode, (0, 2), done.stderr)
        return self.metrics(out)

    def test_mends_what_is_too_sure(self):
        plain = self.overconfident(out="plain")
        for how in ("platt", "isotonic"):
            m = self.overconfident("--set", f"model.calibrate={how}", out=how)
            self.assertEqual(m["train"]["rows"], 840, "a fifth of 1050 training rows is set aside")
            self.assertEqual(m["test"]["rows"], plain["test"]["rows"])
            self.assertIn("calibration", m["model"])
            self.assertTrue(any(f"calibrated ({how}) on 210 training rows" in note for note in m["notes"]), m["notes"])
            self.assertLess(m["test"]["log_loss"], plain["test"]["log_loss"])
            # The file contains the calibration: what is predicted is what was judged.
            found = json.loads(run("evaluate", f"{how}/model.onnx", "people.csv", "--json", cwd=self.cwd).stdout)
            rows = list(csv.DictReader(self.run_it("predict", f"{how}/model.onnx", "people.csv", "--keep",
                                                   "approved").stdout.splitlines()))
            loss = -sum(math.log(float(r["probability"]) if r["approved"] == "yes" else 1 - float(r["probability"]))
                        for r in rows) / len(rows)
            self.assertAlmostEqual(found["log_loss"], loss, places=5)
            again = self.overconfident("--set", f"model.calibrate={how}", "--jobs", "1", out="again")
            self.assertEqual(again["test"], m["test"], "for any number of threads")

    def test_constraints_are_judged_after_it(self):
        done = run("train", "run.toml", "--set", "model.calibrate=isotonic", cwd=self.cwd)
        m = self.metrics()
        # The steps of isotonic calibration can make more of a flip than the search did. The verdict must say so.
        for c in m["constraints"]:
            self.assertEqual(c["train"]["slack"] > 0.01 * c["bound"], c["verdict"] == "not_met", c)
        self.assertEqual(done.returncode, 2 if any(c["verdict"] == "not_met" for c in m["constraints"]) else 0, done.stderr)
        groups = {g["group"]: g["positive_rate"] for g in m["train"]["groups"]}
        parity = next(c for c in m["constraints"] if c["name"] == "demographic_parity: sex = m over sex = f")
        self.assertAlmostEqual(parity["train"]["risk"], groups["sex = m"] - groups["sex = f"], places=12)
        # The whole file, judged by the saved model.
        found = json.loads(run("evaluate", "run/model.onnx", "people.csv", "--json", cwd=self.cwd).stdout)
        said = list(csv.DictReader(self.run_it("predict", "run/model.onnx", "people.csv", "--keep", "sex").stdout.splitlines()))
        rate = lambda sex: sum(r["label"] == "yes" for r in said if r["sex"] == sex) / sum(r["sex"] == sex for r in said)
        judged = next(c for c in found["constraints"] if c["name"] == parity["name"])
        self.assertAlmostEqual(judged["risk"], rate("m") - rate("f"), places=9)
        self.assertIn("calibrated", self.read("run", "report.html"))
        self.assertEqual(run("examine", "run", "--starts", "0", cwd=self.cwd).returncode, 0)

    def test_leaves_rates_as_the_search_left_them(self):
        """Shifted scores once changed who is predicted positive, and a gap within its bound became twice the bound."""
        self.write("people.csv", text_of(people(rows=2000, seed=3)))
        parity = RUN[:RUN.index("[[constraint]]")] + RUN[RUN.rindex("[[constraint]]"):].replace("0.05", "0.02")
        self.write("run.toml", parity)
        for how in ("platt", "isotonic"):
            done = self.run_it("train", "run.toml", "--set", f"model.calibrate={how}", "--out", how)
            self.assertIn("each on its side of one half", " ".join(done.stdout.split()))
            self.assertEqual({c["verdict"] for c in self.metrics(how)["constraints"]} - {"met", "met_in_training"}, set())

    def test_is_for_classes(self):
        for change, words in (("data.target=income", "is a number, and probabilities are for classes"),
                              ("data.target=race", "isotonic is for two classes, and 'race' has 3")):
            done = run("train", "run.toml", "--set", "model.calibrate=isotonic", "--set", change, "--set",
                       "data.positive=", "--set", 'data.protected=["sex"]', cwd=self.cwd)
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn(words, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()
