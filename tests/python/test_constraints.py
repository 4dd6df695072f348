"""Constraints of Classifier and Regressor: every kind, its keys and its defaults."""

import dataclasses
import os
import pickle
import tempfile
import unittest
import warnings

import numpy as np
import people
from estimated import OF_CLASSES, OF_NUMBERS, OLD, X, Y, linear

import alcole
from alcole import (Churn, Counterfactual, DemographicParity, EqualizedOdds, EqualOpportunity, ErrorRate, FourFifths,
                    GroupLoss, Rate, RowLoss)


class Constraints(unittest.TestCase):
    def test_are_shown_as_they_are_written(self):
        for one in (Counterfactual("sex", 0.001), Counterfactual("race", 0.01, from_="red", to="blue"),
                    DemographicParity("race", 0.05, against="whole"), EqualOpportunity(["sex", "race"], 0.1),
                    EqualizedOdds("sex", 0.1, rows=["age >= 18"]), ErrorRate("sex", 0.1, name="errors"),
                    Rate("recall", 0.7, at_least=True), GroupLoss(0.6, attribute="sex")):
            self.assertEqual(eval(repr(one)), one)

    def test_of_every_kind_are_met(self):
        self.assertEqual({one.kind for one in OF_CLASSES} | {OF_NUMBERS.kind}, set(alcole._constraints.KINDS))
        models = {one: linear(constraints=[one], positive="granted").fit(X, Y, protected=OLD) for one in OF_CLASSES}
        models[OF_NUMBERS] = alcole.Regressor("linear", constraints=[OF_NUMBERS]).fit(X, X["income"].fillna(2))
        for one, model in models.items():
            with self.subTest(repr(one)):
                self.assertEqual(model.status_, "converged")
                self.assertEqual(set(model.verdicts_["verdict"]), {"met"})
                self.assertEqual(set(model.verdicts_["kind"]), {one.kind})

    def test_several_kinds_are_met_together(self):
        constraints = [Counterfactual("sex", 0.02), DemographicParity("race", 0.15), EqualOpportunity("sex", 0.2),
                       EqualizedOdds("sex", 0.3), ErrorRate("sex", 0.2), Rate("recall", 0.3, at_least=True),
                       GroupLoss(0.75, attribute="sex")]
        model = linear(constraints=constraints, positive="granted").fit(X, Y)
        self.assertEqual(model.status_, "converged")
        self.assertEqual(set(model.verdicts_["verdict"]), {"met"})
        self.assertEqual(set(model.verdicts_["kind"]), {one.kind for one in constraints})

    def test_on_ratios_are_told_as_ratios(self):
        model = linear(constraints=[FourFifths("sex", 0.9)], positive="granted").fit(X, Y)
        rates = (model.predict(X) == "granted")
        shares = [rates[(X["sex"] == sex).to_numpy()].mean() for sex in set(X["sex"].dropna())]
        verdicts = model.verdicts_
        self.assertEqual(set(verdicts["bound"]), {0.9})
        self.assertAlmostEqual(min(verdicts["risk"]), min(shares) / max(shares), places=6)
        facts = model._facts()["constraints"]
        for price, one in zip(model.prices_["price"], facts):
            self.assertAlmostEqual(price, one["multiplier"] * one["train"]["denominator"], places=9)

    def test_on_every_row_have_a_price_for_each(self):
        model = linear(constraints=[RowLoss(2.0)]).fit(X, Y)
        prices = model.row_prices_
        self.assertEqual(sorted(prices["row"]), list(range(1, len(X) + 1)))
        self.assertAlmostEqual(sum(prices["price"]), model.prices_["price"][0], places=9)
        self.assertTrue(prices["price"].is_monotonic_decreasing)
        own = model.predict_proba(X)[np.arange(len(X)), (Y.to_numpy() != model.classes_[0]).astype(int)]
        np.testing.assert_allclose(prices.sort_values("row")["risk"], -np.log(own), rtol=1e-4)
        self.assertLess(prices["risk"].max(), 2.02)
        self.assertTrue(pickle.loads(pickle.dumps(model)).row_prices_.equals(prices))

    def test_that_minimise_find_their_bound(self):
        model = linear(constraints=[GroupLoss(attribute="race", minimise=True)]).fit(X, Y)
        self.assertEqual(set(model.verdicts_["verdict"]), {"met"})
        self.assertAlmostEqual(sum(model.prices_["price"]), 1, places=3)
        self.assertAlmostEqual(max(model.verdicts_["risk"]), model.verdicts_["bound"][0], places=3)

    def test_answers_are_held_near_those_of_an_older_model(self):
        old = linear().fit(X[:60], Y[:60])  # trained on a few rows, so that it differs from the others
        free = (linear().fit(X, Y).predict(X) != old.predict(X)).mean()
        self.assertGreater(free, 0.05)
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "old.onnx")
            old.save(file)
            near = linear(constraints=[Churn(model=file, bound=free / 2)]).fit(X, Y)
        self.assertEqual(list(near.verdicts_["verdict"]), ["met"])
        self.assertLessEqual((near.predict(X) != old.predict(X)).mean(), free / 2 * 1.01)
        self.assertEqual(list(near.feature_names_in_), list(X.columns))
        with self.assertRaisesRegex(ValueError, "needs the other model"):
            linear(constraints=[Churn(bound=0.1)]).fit(X, Y)

    def test_are_refused_with_the_sentences_of_a_run_file(self):
        for constraint, sentence in (
                (DemographicParity("race", -1), "'constraint.bound' must be a number >= 0, not -1"),
                (DemographicParity("race", "a"), "'constraint.bound' must be a number >= 0, not \"a\""),
                (Counterfactual("sex", 0), "constraint 1: .*bound"),
                (Rate("recal", 0.5), "'constraint.rate' must be one of"),
                (DemographicParity("race", 0.1, against="me"), "'constraint.against' must be one of groups, whole"),
                (EqualOpportunity("sex", 0.1, rows=["age"]), "condition 'age': no comparison found"),
                (Counterfactual("rase", 0.01), "'rase'; did you mean 'race'"),
                (DemographicParity("race", 0.1, positive="maybe"), "maybe")):
            with self.subTest(repr(constraint)), self.assertRaisesRegex(ValueError, sentence):
                linear(constraints=[constraint]).fit(X, Y)
        with self.assertRaisesRegex(TypeError, "must be a constraint of alcole"):
            linear(constraints=["sex"]).fit(X, Y)
        for alone in (DemographicParity("sex", 0.05), "sex"):
            with self.assertRaisesRegex(TypeError, "must be a list of constraints"):
                linear(constraints=alone).fit(X, Y)

    def test_there_is_a_class_for_each_kind(self):
        values, = [row["values"] for row in alcole._native.key_table() if row["name"] == "constraint.kind"]
        self.assertEqual("one of " + ", ".join(alcole._constraints.KINDS), values)

    def test_take_the_keys_of_their_kinds(self):
        """And no others; those that all kinds have are keyword-only."""
        keys = {row["name"].partition(".")[2]: row["default"] for row in alcole._native.key_table()
                if row["name"].startswith("constraint.")}
        for kind, one in alcole._constraints.KINDS.items():
            fields = {field.name.rstrip("_"): field for field in dataclasses.fields(one)}
            for key in set(keys) - {"kind", "bound", "attribute", "attributes"}:
                settings = alcole._native.Settings()
                settings.add_constraint(kind)
                try:
                    settings.set("constraint.1." + key, keys[key])
                    taken = True
                except ValueError as error:
                    self.assertIn("is for constraints of kind", str(error))
                    taken = False
                self.assertEqual(key in fields, taken, f"{one.__name__} and '{key}'")
            for key in {"rows", "name", "price", "within", "positive"} & set(fields):
                self.assertTrue(fields[key].kw_only, f"{one.__name__} and '{key}'")


class Defaults(unittest.TestCase):
    def test_are_those_of_a_run_file(self):
        keys = {row["name"]: row["default"] for row in alcole._native.key_table()}
        model = alcole.Classifier()
        names = {name.partition(".")[2] for name in keys if name.startswith("model.")} - {"kind"}
        self.assertEqual(set(alcole._run_file.MODEL_KEYS), names, "every key of [model] is a parameter")
        for name in names:
            for kind in (alcole.Classifier, alcole.Regressor):
                self.assertEqual(alcole._toml.toml(getattr(kind(), name)), keys["model." + name])
        self.assertEqual(alcole._toml.toml(model.model), keys["model.kind"])
        self.assertEqual(alcole._toml.toml(model.seed), keys["solve.seed"])
        for kind in alcole._constraints.KINDS.values():
            for field in dataclasses.fields(kind):
                if field.default is not dataclasses.MISSING and field.name != "bound":  # which most kinds require
                    self.assertEqual(alcole._toml.toml(field.default), keys["constraint." + field.name.rstrip("_")])


if __name__ == "__main__":
    warnings.simplefilter("error", RuntimeWarning)
    people.run_tests()
