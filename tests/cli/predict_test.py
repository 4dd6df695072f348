"""The commands evaluate and predict. Usage: predict_test.py ALCOLE"""

import csv
import json
import os
import subprocess
import unittest

from made import ALCOLE, Made, changed, environment, people, run, text_of, without


class Predict(Made):
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

    def test_a_column_to_keep_is_not_blamed_on_the_model(self):
        said = self.refused("predict", "model.onnx", "people.csv", "--keep", "zzzzzz", says=["'zzzzzz' to keep"])
        self.assertNotIn("does not fit the model", said)

    def test_where_nothing_can_be_written_is_said_first(self):
        os.mkdir(self.path("folder"))
        self.refused("predict", "model.onnx", "people.csv", "-o", "folder", says=["folder: is a folder, not a file"])
        said = self.refused("predict", "model.onnx", "people.csv", "-o", "nowhere/out.csv",
                            says=["nowhere/out.csv: there is no folder 'nowhere'"])
        self.assertNotIn(".part", said)

    def test_what_follows_two_dashes_is_no_option(self):
        self.write("--people.csv", text_of(self.people))
        self.assertEqual(self.run_it("predict", "model.onnx", "--", "--people.csv").stdout, self.predict().stdout)

    def test_json_needs_a_file(self):
        self.refused("predict", "model.onnx", "people.csv", "--json", says=["needs --out"])

    def test_a_model_that_is_not_there(self):
        for command in ("predict", "evaluate", "certify"):
            self.refused(command, "nowhere", "people.csv", says=["nowhere: there is no such model"])

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


class Nothing(Made):
    def test_evaluate_calls_standard_input_by_its_name(self):
        self.train("run.toml")
        done = subprocess.run([ALCOLE, "evaluate", "run", "-"], input="a,b\n1,2\n", cwd=self.cwd, env=environment(),
                              capture_output=True, text=True)
        self.assertIn("standard input does not fit the model: it lacks the columns", done.stderr)

    def test_is_printed_before_an_error(self):
        self.train("run.toml")
        lines = text_of(self.people).split("\n")
        for text in (lines[0] + "\n", "\n".join(lines[1:]), "", "a,b\n1,2\n"):
            done = subprocess.run([ALCOLE, "predict", "run", "-"], input=text, cwd=self.cwd, env=environment(),
                                  capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
            self.assertIn("standard input, line 1", done.stderr)


if __name__ == "__main__":
    unittest.main()
