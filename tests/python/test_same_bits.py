"""The same data and seed give the same bits from Python and from the command line. ALCOLE: the program."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest
import warnings

import numpy as np
import pandas
import people
from people import loans

import alcole
from alcole import Counterfactual, DemographicParity

RUN = """[data]
file = "loans.csv"
target = "approved"
positive = "{positive}"
protected = ["sex"]
test = {test}
{data}

[model]
kind = "{kind}"
hidden = [5]

[[constraint]]
kind = "counterfactual"
attribute = "sex"
bound = 0.001

[[constraint]]
kind = "demographic_parity"
attribute = "race"
bound = 0.08

[solve]
seed = 3
{more}
"""


@unittest.skipUnless(os.environ.get("ALCOLE"), "ALCOLE does not name the program")
class SameBits(unittest.TestCase):
    def check_same(self, kind, test=0.3, certify=0.0, frame=None, positive="granted", change=lambda X: X, data="", **given):
        """`data`: further lines of [data], and `given` their equivalents in Python."""
        frame = loans() if frame is None else frame
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            frame.to_csv(path / "loans.csv", index=False)
            more = f"[certify]\nconfidence = {certify}" if certify else ""
            (path / "run.toml").write_text(RUN.format(kind=kind, test=test, more=more, positive=positive, data=data))
            ran = subprocess.run([os.environ["ALCOLE"], "train", "run.toml", "--out", "run"], cwd=path, text=True,
                                 capture_output=True, env={**os.environ, "ALCOLE_CACHE_DIR": folder})
            self.assertIn(ran.returncode, (0, 2), ran.stderr)
            there = alcole.load(path / "run" / "model.onnx")
            outcome = json.loads((path / "run" / "metrics.json").read_text())
            trace = pandas.read_csv(path / "run" / "trace.csv", float_precision="round_trip")
            read = pandas.read_csv(path / "loans.csv")
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about `protected`
                again = alcole.Classifier.from_toml(path / "run.toml")
        X, y = change(read.drop(columns="approved")), read["approved"]
        here = alcole.Classifier(kind, hidden=[5], constraints=[Counterfactual("sex", 0.001), DemographicParity("race", 0.08)],
                                 test=test, certify=certify, positive=positive if positive != "" else None, seed=3, **given)
        self.assertEqual(again.to_toml(), here.to_toml())
        here.fit(X, y, protected=["sex"])
        self.assertEqual(here.status_, outcome["status"])
        np.testing.assert_array_equal(here.predict_proba(X), there.predict_proba(X))
        np.testing.assert_array_equal(here.predict(X), there.predict(X))
        np.testing.assert_array_equal(here.trace_["objective"], trace["objective"])
        self.assertEqual(list(here.prices_["price"]), [one["multiplier"] for one in outcome["constraints"]])
        self.assertEqual(list(here.verdicts_["risk"]), [one["train"]["risk"] for one in outcome["constraints"]])
        self.assertEqual(list(here.verdicts_["verdict"]), [one["verdict"] for one in outcome["constraints"]])
        if certify:
            self.assertEqual(here.certificate_, outcome["certificate"])

    def test_of_a_linear_model(self):
        self.check_same("linear")

    def test_of_a_network(self):
        self.check_same("mlp")

    def test_of_run_files_that_go_to_and_fro(self):
        """A run file of the command line read by from_toml, and the output of to_toml run by the command line."""
        frame = loans()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            frame.to_csv(path / "loans.csv", index=False)
            (path / "run.toml").write_text(RUN.format(kind="linear", test=0.3, more="", positive="granted", data=""))
            here = alcole.Classifier.from_toml(path / "run.toml")
            here.fit(frame.drop(columns="approved"), frame["approved"], protected=["sex"])
            text = here.to_toml()
            for key, value in (("file", '"loans.csv"'), ("target", '"approved"'), ("protected", '["sex"]')):
                text, changes = re.subn(rf"^{key} *= *(\"\"|\[\])", f"{key} = {value}", text, count=1, flags=re.M)
                self.assertEqual(changes, 1, key)
            (path / "back.toml").write_text(text)
            for name in ("run", "back"):
                subprocess.run([os.environ["ALCOLE"], "train", f"{name}.toml", "--out", name], cwd=path, check=True,
                               capture_output=True)
                there = alcole.load(path / name / "model.onnx")
                np.testing.assert_array_equal(here.predict_proba(frame), there.predict_proba(frame))

    def test_of_trees(self):
        self.check_same("trees")

    def test_of_a_certified_model(self):
        self.check_same("linear", certify=0.8)

    def test_of_several_classes(self):
        frame = loans()
        frame["approved"] = np.where(frame["income"].fillna(2) > 3, "more", frame["approved"])
        self.check_same("linear", frame=frame, positive="")

    def test_of_bins(self):
        self.check_same("linear", data='binned = ["income", "age"]\nbins = 5', binned=["income", "age"], binned_into=5)

    def test_of_class_weights(self):
        for text, given in (("balanced", "balanced"), ("granted: 3.0, refused: 0.5", {"granted": 3, "refused": 0.5})):
            self.check_same("linear", data=f'class_weights = "{text}"', class_weight=given)

    def test_of_ordered_classes(self):
        frame = loans()
        frame["approved"] = np.where(frame["income"].fillna(2) > 3, "more", frame["approved"])
        order = ["refused", "granted", "more"]
        self.check_same("linear", frame=frame, positive="", data=f'task = "ordinal"\norder = {json.dumps(order)}', order=order)
        frame["approved"] = frame["approved"].map(order.index)
        self.check_same("linear", frame=frame, positive="", data='task = "ordinal"', order=())

    def test_the_positive_class_is_asked_for_with_the_same_sentence(self):
        frame = loans()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            frame.to_csv(path / "loans.csv", index=False)
            text = RUN.format(kind="linear", test=0.3, more="", positive="", data="")
            (path / "run.toml").write_text(text + '[[constraint]]\nkind = "selection_budget"\nbound = 0.2\n')
            ran = subprocess.run([os.environ["ALCOLE"], "train", "run.toml", "--out", "run"], cwd=path, text=True,
                                 capture_output=True)
        with self.assertRaises(ValueError) as refused:
            alcole.Classifier("linear", constraints=[alcole.SelectionBudget(0.2)]).fit(frame.drop(columns="approved"),
                                                                                       frame["approved"])
        self.assertIn(str(refused.exception), " ".join(ran.stderr.split()))

    def test_of_categories_in_another_order(self):
        """A categorical column is the same data as a column of words."""
        self.check_same("mlp", test=0.0, change=lambda X: X.astype({"race": "category", "sex": "category"}))


if __name__ == "__main__":
    people.run_tests()
