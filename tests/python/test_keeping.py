"""Models as files, pickles, reports and run files, and back."""

import copy
import pathlib
import pickle
import tempfile
import unittest
import warnings

import numpy as np
import pandas
import people
from estimated import X, Y, linear

import alcole
from alcole import Counterfactual, DemographicParity, EqualOpportunity, Rate


class Keeping(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.model = linear(constraints=[DemographicParity("sex", 0.05)], test=0.2).fit(X, Y, protected=["sex"])

    def test_a_model_file(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "model.onnx"
            self.model.save(file)
            loaded = alcole.load(file)
        np.testing.assert_array_equal(loaded.predict_proba(X), self.model.predict_proba(X))
        self.assertEqual(list(loaded.classes_), list(self.model.classes_))
        np.testing.assert_array_equal(loaded.evaluate(X, Y).verdicts["risk"], self.model.evaluate(X, Y).verdicts["risk"])
        with self.assertRaisesRegex(AttributeError, "loaded from a file"):
            loaded.status_

    def test_pickles_and_copies(self):
        for other in (pickle.loads(pickle.dumps(self.model)), copy.deepcopy(self.model)):
            np.testing.assert_array_equal(other.predict_proba(X), self.model.predict_proba(X))
            pandas.testing.assert_frame_equal(other.verdicts_, self.model.verdicts_)
            pandas.testing.assert_frame_equal(other.trace_, self.model.trace_)
            self.assertEqual(other.explain(), self.model.explain())
            self.assertEqual(other.get_params(), self.model.get_params())

    def test_a_report(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "report.html"
            self.model.report(file)
            page = file.read_text()
        self.assertTrue(page.startswith("<!DOCTYPE html>"), page[:40])
        self.assertIn("demographic_parity", page.replace(" ", "_").lower())

    def test_a_notebook_shows_the_summary(self):
        self.assertIn("<table", self.model._repr_html_())
        self.assertIn("Classifier", linear()._repr_html_())

    def test_classes_that_look_like_numbers(self):
        for words, classes in ((("01", "02"), ["01", "02"]), (("1", "2"), [1, 2]), (("-1", "0"), [-1, 0]),
                               (("1", "2.5"), ["1", "2.5"]), (("True", "False"), [False, True])):
            loaded = self.loaded(linear().fit(X, Y.map(dict(zip(("granted", "refused"), words)))))
            self.assertEqual(list(loaded.classes_), classes)
            self.assertEqual(set(loaded.predict(X)), set(classes))

    def loaded(self, model):
        with tempfile.TemporaryDirectory() as folder:
            model.save(pathlib.Path(folder) / "model.onnx")
            return alcole.load(pathlib.Path(folder) / "model.onnx")

    def test_a_loaded_model_is_of_its_kind(self):
        """So that fitting it again trains the same kind."""
        for model in (linear(), alcole.Classifier("trees", rounds=3), alcole.Classifier(hidden=(4,), activation="tanh"),
                      linear(order=("refused", "granted", "more"))):
            y = Y if model.order is None else Y.where(X["income"].fillna(2) < 3, "more")
            again = self.loaded(model.fit(X, y))
            self.assertEqual((again.model, again.order), (model.model, model.order))
            if model.model == "mlp":
                self.assertEqual((again.hidden, again.activation), (model.hidden, model.activation))
            np.testing.assert_array_equal(again.predict(X), model.predict(X))
        number = self.loaded(alcole.Regressor("linear").fit(X, X["age"]))
        self.assertEqual(repr(number), "Regressor(model='linear')")

    def test_a_run_file_of_the_other_estimator_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "run.toml"
            for model, other in ((alcole.Regressor(), alcole.Classifier), (linear(order=()), alcole.Regressor),
                                 (linear(positive="granted"), alcole.Regressor)):
                file.write_text(model.to_toml())
                with self.assertRaisesRegex(ValueError, f"use {type(model).__name__}.from_toml"):
                    other.from_toml(file)

    def test_what_a_run_file_says_of_rows_and_columns_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "run.toml"
            file.write_text('[data]\nfile = "a.csv"\ntarget = "y"\nwhere = ["age >= 18"]\nweights = "w"\nbinned = ["age"]\n')
            with self.assertWarnsRegex(UserWarning, "data.where, data.weights are not among the parameters"):
                model = alcole.Classifier.from_toml(file)
        self.assertEqual((model.binned, model.binned_into), (("age",), 20))

    def test_a_run_file_and_back(self):
        model = alcole.Classifier("linear", constraints=[Counterfactual("race", 0.01, from_="red", to="blue"),
                                                         EqualOpportunity(["sex", "race"], 0.3, rows=["age >= 18"]),
                                                         Rate("recall", 0.2, at_least=True)],
                                  certify={"confidence": 0.9}, seed=4, test=0.25, l2=0.5, hidden=(3, 2), activation="tanh",
                                  objective="error_rate", calibrate="platt", rounds=7, depth=3, rows=0.5, increasing=("age",),
                                  binned=("income",), binned_into=7, order=("a", "b", "c"), class_weight={"a": 2.5, "c": 0.1}, solve={"max_outer": 77, "tolerance.violation": 1e-5})
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "run.toml"
            file.write_text(model.to_toml())
            back = alcole.Classifier.from_toml(file)
        self.assertEqual(back.to_toml(), model.to_toml())
        self.assertEqual(back.get_params(), model.get_params())
        self.assertEqual(repr(back.constraints), repr(model.constraints))
        self.assertEqual(back.solve, model.solve)


if __name__ == "__main__":
    warnings.simplefilter("error", RuntimeWarning)
    people.run_tests()
