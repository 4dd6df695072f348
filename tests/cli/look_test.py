"""The first hour with one's own table: a run without a run file, and tables with many columns.
Usage: look_test.py ALCOLE"""

import gzip
import json
import os
import random
import subprocess
import unittest

from large import write_word_counts
from made import ALCOLE, Made, people, run, text_of

LINEAR = ("--set", "model.kind=linear")


class FirstLook(Made):
    def test_trains_without_a_run_file_and_shows_the_one_it_made(self):
        done = self.run_it("train", "people.csv", "--target", "approved", "--protected", "sex", *LINEAR)
        self.assertEqual(done.stderr, "")
        start = self.read("people", "start.toml")
        self.assertIn(start, done.stdout, "the run file, word for word")
        self.assertIn('file = "../people.csv"', start)
        self.assertIn("400 rows, 7 columns; 'approved' is predicted", done.stdout)
        self.assertIn("report: people/report.html", done.stdout)
        self.assertIn("the run file that is used, with --set model.kind=linear:", done.stdout)
        self.assertTrue(done.stdout.rstrip().endswith("alcole train people/start.toml --set model.kind=linear"),
                        "what to do next")
        for name in ("model.onnx", "metrics.json", "report.html", "run.toml"):
            self.assertTrue(os.path.exists(self.path("people", name)), name)
        # The file gives the same model.
        self.run_it("train", "people/start.toml", *LINEAR, "--out", "again")
        self.assertEqual(self.bytes("people", "model.onnx"), self.bytes("again", "model.onnx"))

    def test_keeps_a_run_file_that_somebody_has_changed(self):
        first = ("train", "people.csv", "--target", "approved", "--protected", "sex", *LINEAR)
        self.run_it(*first)
        self.run_it(*first)  # nothing has changed: it may be overwritten
        self.write("people/start.toml", "# mine\n")
        done = run(*first, cwd=self.cwd)
        self.assertEqual(done.returncode, 1)
        self.assertIn("people/start.toml: already exists and differs", done.stderr)
        self.assertEqual(self.read("people", "start.toml"), "# mine\n")

    def test_reads_compressed_tables(self):
        with gzip.open(self.path("packed.csv.gz"), "wt") as file:
            file.write(text_of(self.people))
        done = self.run_it("train", "packed.csv.gz", "--target", "approved", "--protected", "sex", *LINEAR, "--json")
        self.assertEqual(json.loads(done.stdout), self.metrics("packed"))
        self.assertIn('file = "../packed.csv.gz"', self.read("packed", "start.toml"))

    def test_reads_standard_input(self):
        with open(self.path("people.csv")) as file:
            done = subprocess.run([ALCOLE, "train", "-", "--target", "approved", "--protected", "sex", *LINEAR],
                                  cwd=self.cwd, stdin=file, capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.run_it("train", "people.csv", "--target", "approved", "--protected", "sex", *LINEAR)
        wanted = self.metrics("people")
        self.assertEqual(self.metrics("run")["test"], wanted["test"])

    def test_mistakes_are_one_sentence_and_leave_nothing(self):
        for arguments, words in ((("--target", "aproved"), "there is no column 'aproved'; did you mean 'approved'?"),
                                 ((), "people.csv: this is a table, not a run file, and --target is missing"),
                                 (("--target", "approved", "--protected", "sexx"), "there is no column 'sexx'"),
                                 (("--quick",), "people.csv: this is a table, not a run file, and --target is missing"),
                                 (("--target", "approved", "--set", "model.kind=tree"), "model.kind")):
            done = run("train", "people.csv", *arguments, cwd=self.cwd)
            self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertIn(words, done.stderr)
            self.assertFalse(os.path.exists(self.path("people")))
        self.write("file", "")
        self.refused("train", "people.csv", "--target", "approved", "--out", "file/folder",
                     says=["file/folder: the folder cannot be made: "])
        done = run("train", "run.toml", "--target", "approved", cwd=self.cwd)
        self.assertEqual(done.returncode, 1)
        self.assertIn("run.toml: --target is for a table", done.stderr)
        self.refused("train", "run.toml", "--quick", says=["run.toml: --quick is for a table"])
        os.mkdir(self.path("empty"))
        self.refused("train", "empty", "--target", "approved", says=["empty: is a folder without any table in it"])


class Wide(Made):
    def wide(self, columns, rows=150):
        draw = random.Random(5)
        names = [f"x{k}" for k in range(columns)]
        lines = [",".join(["sex", *names, "approved"])]
        for _ in range(rows):
            x = ["1" if draw.random() < 0.1 else "0" for _ in names]
            yes = draw.random() < (0.8 if x[0] == "1" else 0.4)
            lines.append(",".join([draw.choice("fm"), *x, "yes" if yes else "no"]))
        self.write("wide.csv", "\n".join(lines) + "\n")

    def test_says_when_there_are_more_weights_than_rows(self):
        self.wide(300)
        done = self.run_it("train", "wide.csv", "--target", "approved", "--protected", "sex", *LINEAR)
        self.assertIn("weights and 105 training rows", done.stdout)
        self.train("run.toml")
        self.assertFalse(any("weights and" in note for note in self.metrics()["notes"]))

    def test_remarks_about_many_columns_are_summed_up(self):
        header = ["sex", *[f"approved_{k}" for k in range(2000)], *[f"c{k}" for k in range(50)], "approved"]
        draw = random.Random(2)
        lines = [",".join(header)]
        for _ in range(60):
            lines.append(",".join([draw.choice("fm"), *[draw.choice("01") for _ in range(2000)], *["7"] * 50,
                                   draw.choice(["yes", "no"])]))
        self.write("wide.csv", "\n".join(lines) + "\n")
        done = self.run_it("init", "wide.csv", "--target", "approved", "--protected", "sex", "--out", "wide.toml")
        self.assertLess(len(done.stdout), 3000)
        self.assertIn("more columns of this kind (leak)", done.stdout)
        text = self.read("wide.toml")
        self.assertLess(len(text), 60000, "names alone")
        told = json.loads(self.run_it("init", "wide.csv", "--target", "approved", "--protected", "sex", "--json",
                                      "--force", "--out", "wide.toml").stdout)
        self.assertEqual(sum(f["kind"] == "constant" for f in told["findings"]), 50)
        self.assertEqual(len(told["ignore"]), 2050)
        for name in told["ignore"]:
            self.assertIn(f'"{name}"', text)

    def test_more_inputs_than_rows_get_a_linear_model(self):
        self.wide(300)
        done = self.run_it("train", "wide.csv", "--target", "approved", "--protected", "sex", "--quick")
        self.assertIn("more inputs (302) than rows (150), so the run file begins with a linear model", done.stdout)
        self.assertIn('kind = "linear"', self.read("wide", "start.toml"))
        self.assertIn("wide.csv, target 'approved', linear", done.stdout)
        self.run_it("init", "people.csv", "--target", "approved", "--out", "narrow.toml")
        self.assertIn('kind = "mlp"', self.read("narrow.toml"))

    def test_a_network_out_of_proportion_is_told_beforehand(self):
        self.wide(20000, rows=40)
        self.write("net.toml", '[data]\nfile = "wide.csv"\ntarget = "approved"\n[model]\nhidden = [64]\n[solve]\nmax_seconds = 0.01\n')
        done = run("train", "net.toml", cwd=self.cwd)
        self.assertIn("note: this network has at least 1.3e+06 weights for 40 rows", done.stderr)

    def test_columns_that_say_nothing_are_not_listed_by_name(self):
        draw = random.Random(4)
        names = [f"w{k}" for k in range(3000)]
        lines = [",".join(["sex", *names, *[f"approved_{k}" for k in range(900)], "approved"])]
        for row in range(80):
            x = ["1" if k % 100 == 0 and draw.random() < 0.5 else "0" for k in range(3000)]
            lines.append(",".join([draw.choice("fm"), *x, *[draw.choice("01") for _ in range(900)], draw.choice(["yes", "no"])]))
        self.write("words.csv", "\n".join(lines) + "\n")
        done = run("train", "words.csv", "--target", "approved", "--protected", "sex", cwd=self.cwd)
        self.assertIn(done.returncode, (0, 2), done.stderr)
        start = self.read("words", "start.toml")
        self.assertIn("ignore_constant = true", start)
        self.assertNotIn('"w1"', start)
        self.assertLess(len(start), 25000)
        self.assertRegex(done.stdout, "# ... and [0-9]+ more lines of names")
        self.assertLess(len(done.stdout), 12000)
        self.assertEqual(len(self.metrics("words")["features"]), 31, "sex, and every hundredth word")

    def test_time_grows_with_the_columns_and_not_with_their_square(self):
        self.wide(12000, rows=60)
        done = self.run_it("train", "wide.csv", "--target", "approved", "--protected", "sex", *LINEAR, "--set",
                           "solve.max_outer=2")
        self.assertIn("12002 columns", done.stdout)
        self.assertIn("report: wide/report.html", done.stdout)

    def test_wide_tables_are_the_same_from_any_file(self):
        write_word_counts(400, 300, self.path("words.csv"))
        self.run_it("convert", "words.csv", "words.h5")
        first = ("--target", "spam", "--protected", "sex", "--quick", *LINEAR)
        for file, out in (("words.csv", "text"), ("words.h5", "stored")):
            self.assertIn(run("train", file, *first, "--out", out, cwd=self.cwd).returncode, (0, 2))
        self.assertEqual(self.metrics("text")["train"], self.metrics("stored")["train"])
        self.assertEqual(self.metrics("text")["test"], self.metrics("stored")["test"])
        predicted = [run("predict", f"{model}/model.onnx", table, cwd=self.cwd).stdout
                     for model, table in (("text", "words.csv"), ("stored", "words.h5"))]
        self.assertEqual(*predicted)

    def test_too_many_pairs_of_groups_are_refused_at_once(self):
        draw = random.Random(1)
        table = [dict(row, race=f"r{draw.randrange(250)}") for row in people(rows=3000)]
        self.write("people.csv", text_of(table))
        done = run("train", "run.toml", "--set", "constraint.2.attribute=race", cwd=self.cwd)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r'its 2\d\d groups make \d+ constraints, more than 20000; compare each with the '
                                      r'whole \(against = "whole"\), or merge groups')

    def test_one_note_for_one_small_group(self):
        table = [dict(row, race="rare") if k % 100 == 0 else row for k, row in enumerate(people())]
        self.write("people.csv", text_of(table))
        done = run("train", "run.toml", "--set", "constraint.2.attribute=race", "--set", "constraint.2.bound=0.1",
                   cwd=self.cwd)
        self.assertIn(done.returncode, (0, 2), done.stderr)
        notes = [note for note in self.metrics()["notes"] if "'race = rare' has only" in note]
        self.assertEqual(len(notes), 1, notes)
        self.assertIn("and 5 more", notes[0])


if __name__ == "__main__":
    unittest.main()
