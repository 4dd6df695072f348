"""Problems that new users had with their own tables. Usage: first_day_test.py ALCOLE"""

import csv
import io
import json
import os
import random
import unittest

from made import RUN, Made, constraint, people, text_of

LAW = """[data]
file = "law.csv"
target = "pass"
protected = ["race", "sex"]
[model]
kind = "linear"
"""
TOGETHER = """
[[constraint]]
kind = "counterfactual"
attribute = "race"
bound = 1e-3
[[constraint]]
kind = "demographic_parity"
attribute = "race"
bound = 0.05
[[constraint]]
kind = "rate"
rate = "false_positive_rate"
attribute = "sex"
bound = 0.8
"""
AGAINST_EACH_OTHER = """
[[constraint]]
kind = "rate"
bound = 0.1
[[constraint]]
kind = "rate"
at_least = true
bound = 0.3
"""
WAGES = """[data]
file = "people.csv"
target = "income"
ignore = ["id", "approved"]
protected = ["sex"]
[model]
kind = "{kind}"
hidden = [8]
"""
MEANS = """
[[constraint]]
kind = "mean_prediction"
attribute = "sex"
bound = 0.5
"""


def students(rows=4000, seed=5):
    """Nearly all pass; what predicts who does is correlated with race."""
    draw = random.Random(seed)
    table = []
    for _ in range(rows):
        black = draw.random() < 0.1
        score, grades = draw.gauss(29 if black else 37.5, 5), draw.gauss(2.9 if black else 3.25, 0.4)
        passes = 0.13 * (score - 36) + 0.9 * (grades - 3.2) + 2.4 + draw.gauss(0, 1.7) > 0
        table.append({"score": round(score, 1), "grades": round(grades, 2), "sex": draw.choice("fm"),
                      "race": "black" if black else "white", "pass": int(passes)})
    return table


def flat(text):
    """Without line breaks."""
    return " ".join(text.split())


class Protected(Made):
    def test_a_number_is_not_left_unprotected_without_a_word(self):
        done = self.run_it("train", "people.csv", "--target", "approved", "--protected", "sex,age", "--out", "first",
                           code=1)
        self.assertIn("--protected: 'age' is a number with", done.stderr)
        self.assertIn("no model was trained", done.stderr)
        self.assertFalse(os.path.exists(self.path("first")))
        self.run_it("init", "people.csv", "--target", "approved", "--protected", "age", "--out", "age.toml")
        self.assertIn("# There is no protected column with groups.", self.read("age.toml"))

    def test_a_column_without_values_or_named_twice(self):
        self.write("none.csv", text_of([{**row, "race": ""} for row in self.people]))
        done = self.run_it("train", "none.csv", "--target", "approved", "--protected", "race", code=1)
        self.assertIn("--protected: 'race' has no values", done.stderr)
        self.run_it("init", "people.csv", "--target", "approved", "--protected", "sex,sex", "--out", "twice.toml")
        self.assertIn('protected = ["sex"]', self.read("twice.toml"))
        self.assertEqual(self.read("twice.toml").count("\n[[constraint]]"), 1)

    def test_words_that_differ_only_in_capitals_are_pointed_out(self):
        rows = [{**row, "approved": row["approved"].title() if k % 3 else row["approved"],
                 "sex": row["sex"].upper() if k % 2 else row["sex"]} for k, row in enumerate(self.people)]
        self.write("capitals.csv", text_of(rows))
        found = json.loads(self.run_it("init", "capitals.csv", "--target", "approved", "--protected", "sex", "--json",
                                       "--force").stdout)["findings"]
        self.assertEqual(sorted(f["column"] for f in found if f["kind"] == "spelling"), ["approved", "sex"])
        found = json.loads(self.run_it("init", "people.csv", "--target", "approved", "--json", "--force").stdout)
        self.assertFalse({"spelling", "rare_class"} & {f["kind"] for f in found["findings"]})

    def test_rare_classes_are_pointed_out(self):
        rows = [{**row, "approved": "yes" if k < 4 else "no"} for k, row in enumerate(self.people)]
        self.write("rare.csv", text_of(rows))
        done = self.run_it("init", "rare.csv", "--target", "approved", "--out", "rare.toml")
        self.assertIn("'approved' has classes of fewer than 10 rows: \"yes\" (4)", done.stderr + done.stdout)

    def test_yes_in_other_languages_is_the_positive_class(self):
        for yes, no in (("ja", "nein"), ("Oui", "Non"), ("s\u00ed", "no"), ("tak", "nie")):
            rows = [{**row, "approved": yes if row["approved"] == "yes" else no} for row in self.people]
            self.write("words.csv", text_of(rows).encode())
            found = json.loads(self.run_it("init", "words.csv", "--target", "approved", "--json", "--force").stdout)
            self.assertEqual(found["positive"], yes)


class Together(Made):
    def setUp(self):
        super().setUp()
        self.write("law.csv", text_of(students()))

    def test_constraints_of_three_kinds_are_met_at_once(self):
        self.write("run.toml", LAW + TOGETHER)
        for seed in (0, 3):
            m = self.train("--set", f"solve.seed={seed}")
            self.assertNotEqual(m["status"], "infeasible")
            self.assertEqual([c["verdict"] for c in m["constraints"] if c["verdict"] == "not_met"], [])
            self.assertLess(m["train"]["log_loss"], 0.6)

    def test_bounds_that_exclude_each_other_are_missed_by_little(self):
        self.write("run.toml", LAW + AGAINST_EACH_OTHER)
        m = self.train(code=3)
        rate = m["constraints"][0]["train"]["risk"]
        self.assertGreaterEqual(rate, 0.09, "below both bounds is farther from them than between them")
        self.assertLessEqual(rate, 0.31)


class Baseline(Made):
    def test_a_model_that_is_no_better_than_a_constant_is_called_that(self):
        draw = random.Random(3)
        self.write("noise.csv", text_of([{"x": draw.random(), "y": draw.random(), "score": draw.gauss(0, 1)}
                                         for _ in range(200)]))
        said = "no better than always predicting the mean"
        self.assertIn(said, flat(self.run_it("train", "noise.csv", "--target", "score").stdout))
        self.assertIn(said, flat(self.run_it("explain", "noise").stdout))
        self.write("rare.csv", text_of([{"x": draw.random(), "sick": "yes" if k % 20 == 0 else "no"} for k in range(400)]))
        self.assertIn("no better than always predicting the most frequent class, which is correct for 95 % of them",
                      flat(self.run_it("train", "rare.csv", "--target", "sick").stdout))
        self.assertNotIn("no better", flat(self.run_it("train", "run.toml").stdout))

    def test_a_loss_of_r_squared_that_nobody_would_notice_is_none(self):
        draw = random.Random(4)
        table = [{"sex": draw.choice("fm"), "x": (x := draw.random()), "score": 3 * x} for _ in range(300)]
        self.write("same.csv", text_of(table))
        done = self.run_it("train", "same.csv", "--target", "score", "--protected", "sex", "--set", "model.kind=linear",
                           "--set", "model.hidden=[]", "--set", "constraint.1.bound=1e-5")
        self.assertIn("meeting it costs none of it", flat(done.stdout))


class OneRowPerGap(Made):
    def test_a_gap_is_one_row_with_the_higher_group_first(self):
        # A gap without steps has one answer, at which both constraints bind.
        self.write("run.toml", RUN.replace('kind = "demographic_parity"', 'kind = "gap"\nrisk = "probability"')
                   .replace("bound = 0.05", "bound = 0.01").replace("bound = 1e-3", "bound = 1e-4"))
        m = self.train()
        sides = [c for c in m["constraints"] if c["kind"] == "gap"]
        self.assertEqual(len(sides), 2, "metrics.json has both sides")
        higher = max(sides, key=lambda c: c["train"]["risk"])
        lower = min(sides, key=lambda c: c["train"]["risk"])
        card = self.read("run", "model-card.md").replace("\\_", "_")
        self.assertIn("| " + higher["name"], card)
        self.assertNotIn("| " + lower["name"], card)
        self.assertIn("both constraints are met (within 1 %", card)
        self.assertTrue(all(any(c["binding"] for c in pair) for pair in ([m["constraints"][0]], sides)))
        self.assertNotIn("costs nothing and is left out", self.read("run", "report.html"), "a side is not a constraint")


class Numbers(Made):
    def setUp(self):
        super().setUp()
        self.people = people(800, poorer=4)
        self.write("people.csv", text_of(self.people))

    def test_groups_of_numbers_have_means_and_errors(self):
        self.write("run.toml", WAGES.format(kind="linear") + "\n[solve]\nseed = 1\n")
        m = self.train("--set", "data.test=0")
        rows = list(csv.DictReader(io.StringIO(self.run_it("predict", "run", "people.csv").stdout)))
        errors = []
        for group in m["train"]["groups"]:
            chosen = [(float(row["value"]), person["income"]) for row, person in zip(rows, self.people)
                      if "sex = " + person["sex"] == group["group"]]
            self.assertEqual(group["rows"], len(chosen))
            self.assertAlmostEqual(group["mean_prediction"]["estimate"], sum(v for v, _ in chosen) / len(chosen), places=3)
            self.assertAlmostEqual(group["mean_target"], sum(y for _, y in chosen) / len(chosen), places=6)
            error = sum(abs(v - y) for v, y in chosen) / len(chosen)
            self.assertAlmostEqual(group["mean_absolute_error"]["estimate"], error, places=3)
            self.assertLess(group["mean_prediction"]["low"], group["mean_prediction"]["estimate"])
            errors += [v - y for v, y in chosen]
        self.assertEqual(len(m["train"]["groups"]), 2)
        self.assertAlmostEqual(m["train"]["mean_absolute_error"], sum(map(abs, errors)) / len(errors), places=3)
        self.assertAlmostEqual(m["train"]["root_mean_squared_error"] ** 2, m["train"]["mean_squared_error"], places=6)
        self.assertIn("mean prediction", self.read("run", "report.html"))
        gap = next(g for g in m["train"]["gaps"] if g["rate"] == "mean_prediction")
        means = {g["group"]: g["mean_prediction"]["estimate"] for g in m["train"]["groups"]}
        self.assertAlmostEqual(gap["difference"]["estimate"], means[gap["high"]] - means[gap["low"]], places=9)
        self.assertTrue(gap["beyond_chance"])
        said = self.run_it("evaluate", "run", "people.csv").stdout
        self.assertRegex(said, r"mean prediction +sex = m +sex = f +[\d.]+ \([\d.]+ to [\d.]+\) +beyond chance")
        self.assertIn("mean absolute error", said)

    def test_mean_predictions_of_groups_are_kept_together(self):
        for kind in ("linear", "mlp"):
            self.write("run.toml", WAGES.format(kind=kind) + MEANS)
            m = self.train()
            self.assertEqual(m["status"], "converged")
            means = [g["mean_prediction"]["estimate"] for g in m["train"]["groups"]]
            self.assertAlmostEqual(abs(means[0] - means[1]), 0.5, delta=0.01)
            self.assertIn("interval", m["constraints"][0]["train"])
        self.refused("train", "run.toml", "--set", "data.target=approved", "--set", 'data.ignore=["id"]', says=["have no mean"])


class Networks(Made):
    def test_do_not_stay_where_they_say_the_same_of_everybody(self):
        """Two layers of sigmoids on few rows: from many starts the first steps saturate all of them."""
        draw = random.Random(1)
        rows = []
        for _ in range(500):
            x, sex = draw.gauss(0, 1), draw.choice("fm")
            rows.append({"x": round(x, 3), "sex": sex, "y": "yes" if x + 0.5 * (sex == "m") + draw.gauss(0, 1) > 0 else "no"})
        self.write("few.csv", text_of(rows))
        for seed in range(3):
            m = self.look("few.csv", seed)
            self.assertGreater(m["train"]["auc"], 0.75)
            self.assertGreater(m["train"]["accuracy"], m["train"]["baseline"]["accuracy"] + 0.1)

    def test_learn_from_few_rows(self):
        """With an l2 of 5 over the number of rows, any default network would become constant here."""
        self.run_it("data", "twin", "--rows", "400", "--out", "twin.csv")
        for constraint in ("", '[[constraint]]\nkind = "demographic_parity"\nattribute = "sex"\nbound = 0.05\n'):
            self.write("few.toml", '[data]\nfile = "twin.csv"\ntarget = "two_year_recid"\nprotected = ["sex"]\n' + constraint)
            self.run_it("train", "few.toml")
            train = self.metrics("few")["train"]
            self.assertGreater(train["accuracy"], train["baseline"]["accuracy"] + 0.05)

    def look(self, table, seed):
        self.write("few.toml", f'[data]\nfile = "{table}"\ntarget = "y"\nprotected = ["sex"]\n[solve]\nseed = {seed}\n'
                               '[[constraint]]\nkind = "counterfactual"\nattribute = "sex"\nbound = 1e-3\n')
        self.run_it("train", "few.toml")
        return self.metrics("few")


class FromAnOfficeProgram(Made):
    def test_decimal_commas_semicolons_a_mark_and_crlf_are_read(self):
        """A table as saved by office programs in much of Europe, from a first look to predictions."""
        draw = random.Random(2)
        lines = ["Kunde;Geschlecht;Einkommen;Antrag am;Ort;Risiko"]
        for k in range(400):
            income = draw.gauss(3000, 900)
            risk = "hoch" if income < 2600 else "mittel" if income < 3400 else "niedrig"
            written = f"{income:,.2f}".translate(str.maketrans(",.", ".,"))
            lines.append(f'{5000 + k};{draw.choice(["Frau", "Mann", ""])};{written};{k % 28 + 1:02}.03.2024;"Bad ""H""; Ort";{risk}')
        with open(self.path("kredit.csv"), "w", encoding="utf-8-sig", newline="") as file:
            file.write("\r\n".join(lines) + "\r\n")
        said = self.run_it("init", "kredit.csv", "--target", "Risiko", "--protected", "Geschlecht", "--force").stdout
        self.assertIn("numbers have a decimal comma", said)
        self.assertNotIn("'Einkommen' holds", said)
        self.assertIn("decimal_comma = true", self.read("run.toml"))
        self.run_it("train", "run.toml", "--set", "model.kind=linear", "--set", "constraint.bound=0.1")
        self.assertGreater(self.metrics("run")["test"]["accuracy"], 0.9)
        self.run_it("predict", "run", "kredit.csv", "--keep", "Risiko", "-o", "said.csv")
        with open(self.path("said.csv"), newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertGreater(sum(row["label"] == row["Risiko"] for row in rows), 0.9 * len(rows))
        said = self.run_it("evaluate", "run", "kredit.csv").stdout
        for one in ("hoch", "mittel", "niedrig"):  # gaps are reported per class
            self.assertRegex(said, rf"positive rate +{one} +Geschlecht = \w+ +Geschlecht = \w+ +[\d.]+ % \(")
        self.refused("train", "run.toml", "--set", "data.delimiter=,", says=["data.decimal_comma"])


class FirstLook(Made):
    def test_a_folder_of_tables_is_one_table(self):
        os.mkdir(self.path("parts"))
        self.write("parts/a.csv", text_of(self.people[:200]))
        self.write("parts/b.csv", text_of(self.people[200:]))
        said = self.run_it("init", "parts", "--target", "approved", "--force").stdout
        self.assertTrue(said.startswith("parts: 400 rows, "), said)
        self.assertIn('file = "parts"', self.read("run.toml"))
        self.run_it("train", "parts", "--target", "approved", "--set", "model.kind=linear")
        self.assertEqual(self.metrics("parts-run")["train"]["rows"] + self.metrics("parts-run")["test"]["rows"], 400)
        self.assertEqual(sorted(os.listdir(self.path("parts"))), ["a.csv", "b.csv"])
        for command in (["parts", "--target", "approved"], ["run.toml"]):
            self.refused("train", *command, "--out", "parts", says=["parts: is an input and cannot be overwritten"])

    def test_looks_at_the_folder_before_anything_is_printed(self):
        self.refused("train", "people.csv", "--target", "approved", "--out", ".", says=["is a run file of your own"])

    def test_the_last_line_knows_whether_there_are_constraints(self):
        quick = ("train", "people.csv", "--target", "approved", "--set", "model.kind=linear")
        self.assertIn("should one of the constraints in comments be enforced?", self.run_it(*quick, "--out", "a").stdout)
        self.assertIn("is each [[constraint]] the one you want?",
                      self.run_it(*quick, "--protected", "sex", "--out", "b").stdout)

    def test_words_for_missing_values_do_not_make_an_identifier(self):
        words = ["None", "#N/A", "missing", ".", "-"]
        self.write("gaps.csv", text_of([{**row, "income": words[k // 10 % 5]} if k % 10 == 0 else row
                                        for k, row in enumerate(self.people)]))
        said = flat(self.run_it("init", "gaps.csv", "--target", "approved", "--force").stdout)
        self.assertIn("'income' holds numbers except for", said)
        self.assertIn("data.missing", said)

    def test_the_penalty_that_was_chosen_is_reported(self):
        l2 = self.train("--set", "model.kind=mlp", "--set", "model.hidden=[4]", "--set", "constraint.1.bound=1")["l2"]
        self.assertAlmostEqual(l2, 0.005)
        self.assertIn("penalty on the weights", self.read("run", "report.html"))

    def test_many_gaps_are_counted(self):
        cities = [{**row, "city": f"c{k % 30}"} for k, row in enumerate(people(3000))]
        self.write("cities.csv", text_of(cities))
        self.write("run.toml", RUN[:RUN.index("[[constraint]]")].replace("people.csv", "cities.csv")
                   + constraint("demographic_parity", 0.9, attribute="city"))
        self.run_it("train", "run.toml")
        self.assertIn('there are 870 constraints, two for each pair of groups; with against = "whole" there are two for each '
                      "group, and training is faster", " ".join(self.metrics()["notes"]))


class TenRows(Made):
    def test_are_told_apart_by_chance(self):
        """Some threshold of a number separates ten rows by chance: no reason to leave the column out."""
        self.write("ten.csv", "x,sex,y\n" + "".join(f"{k},{'fm'[k % 2]},{'yes' if k > 4 else 'no'}\n" for k in range(10)))
        said = self.run_it("init", "ten.csv", "--target", "y", "--protected", "sex", "--out", "ten.toml").stdout
        self.assertNotIn("by itself", said)
        self.assertNotIn("ignore", self.read("ten.toml"))


if __name__ == "__main__":
    unittest.main()
