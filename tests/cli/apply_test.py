"""Models on tables that differ slightly from the training table. Usage: apply_test.py ALCOLE"""

import csv
import json
import unittest

from made import Made, RUN, changed, run, text_of

CODED = RUN.replace('protected =', 'categories = ["sex", "race"]\nprotected =')
FLOATS = {"f": "1.0", "m": "2.0", "a": "1.0", "b": "2.0", "c": "3.0"}


def coded(table, word=lambda code: code):
    """Sex and race as codes."""
    return changed(table, sex=lambda _, row: word(FLOATS[row["sex"]]), race=lambda _, row: word(FLOATS[row["race"]]))


class Codes(Made):
    """It makes no difference if one program writes 1 where another wrote 1.0."""

    def setUp(self):
        super().setUp()
        self.write("run.toml", CODED)
        self.write("people.csv", text_of(coded(self.people)))
        self.write("whole.csv", text_of(coded(self.people, lambda code: code[0])))
        # an answer that depends on sex: the bound is wide
        self.run_it("train", "run.toml", "--set", "constraint.1.bound=10", "--set", "constraint.2.bound=1")

    def test_predictions_are_the_same(self):
        said = [self.run_it("predict", "run/model.onnx", name) for name in ("people.csv", "whole.csv")]
        self.assertEqual(said[0].stdout, said[1].stdout)
        self.assertEqual(said[1].stderr, "")

    def test_risks_and_groups_are_the_same(self):
        said = [json.loads(self.run_it("evaluate", "run/model.onnx", name, "--json").stdout)
                for name in ("people.csv", "whole.csv")]
        self.assertIn("the model was trained on this file", said[0].pop("notes")[0])
        self.assertEqual(said[1].pop("notes"), [])
        self.assertEqual(said[0], said[1])
        self.assertGreater(said[1]["constraints"][0]["flip_rate"], 0)
        self.assertIn("sex = 1.0", {group["group"] for group in said[1]["groups"]})

    def test_certificates_are_the_same(self):
        self.write("other.csv", text_of(coded(self.people)[::2]))
        self.write("other-whole.csv", text_of(coded(self.people, lambda code: code[0])[::2]))
        said = [json.loads(run("certify", "run/model.onnx", name, "--json", cwd=self.cwd,
                               env={"ALCOLE_CACHE_DIR": self.path(name + "-cache")}).stdout)
                for name in ("other.csv", "other-whole.csv")]
        self.assertEqual(said[0]["constraints"], said[1]["constraints"])
        self.assertGreater(said[1]["constraints"][0]["risk"]["estimate"], 0)

    def test_zeros_in_front_make_another_word(self):
        self.write("zeros.csv", text_of(coded(self.people, lambda code: "0" + code[0])))
        self.assertIn("'sex' holds values never seen in training in 400 of 400 rows, such as '01'",
                      self.run_it("predict", "run/model.onnx", "zeros.csv").stderr.replace("'02'", "'01'"))

    def test_conditions_and_changes_may_be_written_either_way(self):
        one = CODED + '\n[[constraint]]\nkind = "counterfactual"\nattribute = "race"\nfrom = "3"\nto = "1"\nbound = 0.1\n'
        self.write("one.toml", one)
        done = run("train", "one.toml", "--set", 'data.where=["race != 2"]', cwd=self.cwd)
        self.assertIn(done.returncode, (0, 2), done.stderr)
        names = [constraint["name"] for constraint in self.metrics("one")["constraints"]]
        self.assertIn("counterfactual race: 3.0 -> 1.0", names)


class UnknownWords(Made):
    def setUp(self):
        super().setUp()
        self.write("loose.toml", RUN.replace("bound = 1e-3", "bound = 10").replace("bound = 0.05", "bound = 1"))
        self.run_it("train", "loose.toml", "--out", "run")
        self.new = changed(self.people, sex=lambda k, row: "x" if k % 4 == 0 else row["sex"])
        self.write("new.csv", text_of(self.new))
        self.write("known.csv", text_of([row for k, row in enumerate(self.people) if k % 4]))

    def evaluate(self, name, code=0):
        return json.loads(self.run_it("evaluate", "run/model.onnx", name, "--json", code=code).stdout)

    def test_are_told_by_evaluate_and_predict(self):
        words = "'sex' holds values never seen in training in 100 of 400 rows, such as 'x'"
        self.assertIn(words, self.run_it("evaluate", "run/model.onnx", "new.csv").stdout)
        for rows in ("7", "8192"):
            said = self.run_it("predict", "run/model.onnx", "new.csv", "--batch-rows", rows, "--out", "new-out.csv")
            self.assertIn(words, said.stderr)
        self.assertEqual(self.run_it("predict", "run/model.onnx", "known.csv").stderr, "")

    def test_have_no_twins_and_do_not_dilute_the_risk(self):
        flip, known = (self.evaluate(name)["constraints"][0] for name in ("new.csv", "known.csv"))
        self.assertGreater(known["risk"], 0)
        self.assertAlmostEqual(flip["risk"], known["risk"], places=6)
        self.assertAlmostEqual(flip["flip_rate"], known["flip_rate"], places=12)
        notes = self.evaluate("new.csv")["notes"]
        self.assertTrue(any("is judged on 300 of its 400 rows" in note for note in notes), notes)

    def test_in_every_row_leave_nothing_to_judge(self):
        self.write("all.csv", text_of(changed(self.people, sex="x")))
        judged = self.evaluate("all.csv", code=2)["constraints"][0]
        self.assertEqual((judged["verdict"], judged["risk"]), ("unknown", None))

    def test_are_not_certified(self):
        done = self.run_it("certify", "run/model.onnx", "new.csv", "--json", code=2,
                           env={"ALCOLE_CACHE_DIR": self.path("cache")})
        flip = json.loads(done.stdout)["constraints"][0]
        self.assertEqual(flip["verdict"], "impossible")
        self.assertIn("in 100 rows 'sex' has a value that did not occur in training", flip["risk"]["reason"])
        self.assertIn("note: 'sex' holds values never seen in training", done.stderr)

    def test_in_rows_for_a_certificate_are_told_before_training(self):
        self.refused("train", "run.toml", "--certify", "0.9", "--set", "certify.file=new.csv",
                     says=["'counterfactual sex: flip' cannot be certified", "did not occur in training"],
                     options={"env": {"ALCOLE_CACHE_DIR": self.path("cache")}})

    def test_that_are_missing_values_are_told_too(self):
        self.write("new.csv", text_of(changed(self.people, sex=lambda k, row: "" if k < 3 else row["sex"])))
        said = self.run_it("predict", "run/model.onnx", "new.csv").stderr
        self.assertIn("'sex' is missing in 3 of 400 rows but never was in training", said)


class SeveralClasses(Made):
    """None of them is the positive class."""

    def setUp(self):
        super().setUp()
        self.write("grades.toml", RUN[:RUN.index("[[constraint]]")].replace('"approved"', '"race"').replace(
            'positive = "yes"\n', "").replace('["sex", "race"]', '["sex"]'))
        self.run_it("train", "grades.toml", "--out", "run")

    def test_groups_name_the_class_of_every_rate(self):
        said = json.loads(self.run_it("evaluate", "run/model.onnx", "people.csv", "--json").stdout)
        labels = [row["label"] for row in csv.DictReader(
            self.run_it("predict", "run/model.onnx", "people.csv").stdout.splitlines())]
        for group in said["groups"]:
            sex = group["group"][-1]
            own = [k for k, row in enumerate(self.people) if row["sex"] == sex]
            if "class" not in group:
                self.assertIsNone(group["positive_rate"])
                wrong = sum(labels[k] != self.people[k]["race"] for k in own)
                self.assertAlmostEqual(group["error_rate"], wrong / len(own), places=12)
                continue
            self.assertIsNone(group["error_rate"])
            self.assertAlmostEqual(group["positive_rate"], sum(labels[k] == group["class"] for k in own) / len(own),
                                   places=12)
        self.assertEqual([group.get("class") for group in said["groups"] if group["group"] == "sex = f"],
                         [None, *sorted({row["race"] for row in self.people},
                                        key=[row["race"] for row in self.people].index)])

    def test_pages_name_them_too(self):
        self.assertRegex(self.run_it("evaluate", "run/model.onnx", "people.csv").stdout,
                         r"group +positive class +rows")
        self.assertIn("| group | positive class |", self.read("run", "model-card.md"))
        report = self.read("run", "report.html")
        self.assertIn("sex = f: c (", report)


class Folder(Made):
    def test_of_a_run_stands_for_its_model(self):
        self.run_it("train", "run.toml")
        for command in ("evaluate", "predict", "certify"):
            done = [run(command, name, "people.csv", cwd=self.cwd) for name in ("run", "run/model.onnx")]
            self.assertEqual(done[0].stdout, done[1].stdout)
            self.assertNotEqual(done[0].stdout, "", done[0].stderr)


class Kept(Made):
    def test_columns_never_share_a_name_with_a_prediction(self):
        self.write("new.csv", text_of(changed(self.people, label="mine", probability="p")))
        self.run_it("train", "run.toml")
        said = self.run_it("predict", "run/model.onnx", "new.csv", "--keep", "label,id").stdout
        first = next(csv.DictReader(said.splitlines()))
        self.assertEqual(list(first), ["label", "id", "predicted label", "probability"])
        self.assertEqual((first["label"], first["id"]), ("mine", "0"))


if __name__ == "__main__":
    unittest.main()
