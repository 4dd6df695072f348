"""Classifier and Regressor as a person uses them."""

import concurrent.futures
import contextlib
import copy
import dataclasses
import json
import os
import pathlib
import pickle
import shutil
import signal
import tempfile
import threading
import time
import unittest
import unittest.mock
import warnings

import numpy as np
import pandas
import people
from numpy.lib.recfunctions import unstructured_to_structured
from people import loans, parts

import alcole
from alcole import (Calibration, Churn, Counterfactual, DemographicParity, EqualizedOdds, EqualOpportunity, ErrorRate,
                    Expression, FourFifths, Gap, GroupLoss, Lipschitz, MeanPrediction, Monotone, PredictiveParity, Rate, Ratio,
                    RowLoss, SelectionBudget)

X, Y = parts()
OLD = Y.where(Y.index % 3 != 0, "granted").to_frame("old")  # the answers of another model

# What a model of the loans meets, and whether it is another constraint if the other class is the positive one.
OF_CLASSES = {Counterfactual("sex", 0.02): False, DemographicParity("race", 0.15): False, EqualOpportunity("sex", 0.2): True,
              EqualizedOdds("sex", 0.3): False, ErrorRate("sex", 0.2): False, Rate("recall", 0.3, at_least=True): True,
              GroupLoss(0.75, attribute="sex"): False, Expression("positive_rate <= 0.4"): True,
              Gap("recall", "sex", 0.2): True, Ratio("positive_rate", "sex", 0.6): True, FourFifths("race"): True,
              PredictiveParity("sex", 0.3, 0.7): True, SelectionBudget(0.4): True, Calibration(0.3): False,
              Churn("old", 0.4): False, Monotone("income", 0.1, add=1): True, Lipschitz("age", 0.1, add=10, level=2): False,
              RowLoss(3.0): False}
OF_NUMBERS = MeanPrediction("sex", 0.2)


def linear(**more):
    return alcole.Classifier("linear", **more)


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
        old = linear().fit(X[:60], Y[:60])  # of a few rows, so that all of them say something else
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
        """And no others; those that all have are given by name."""
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


class Fitting(unittest.TestCase):
    def test_results(self):
        model = linear(constraints=[Counterfactual("sex", 1e-3)]).fit(X, Y)
        self.assertEqual(model.status_, "converged")
        self.assertIn("converged", model.message_.lower())
        self.assertEqual(list(model.classes_), ["granted", "refused"])
        self.assertEqual(list(model.feature_names_in_), list(X.columns))
        self.assertEqual(model.n_features_in_, 6)
        self.assertEqual(len(model.verdicts_), 1)
        self.assertGreater(model.prices_["price"][0], 0)
        self.assertTrue(model.prices_["binding"][0])
        self.assertEqual(list(model.trace_["iteration"]), list(range(len(model.trace_))))
        self.assertIsNone(model.certificate_)
        probabilities = model.predict_proba(X)
        np.testing.assert_allclose(probabilities.sum(axis=1), 1)
        np.testing.assert_array_equal(model.classes_[probabilities.argmax(axis=1)], model.predict(X))
        self.assertEqual(model.score(X, Y), np.mean(model.predict(X) == Y))
        self.assertIn("constraint", model.explain())

    def test_of_numbers(self):
        y = 3 * X["income"].fillna(2) - (X["sex"] == "man")
        model = alcole.Regressor("linear", constraints=[Counterfactual("sex", 1e-4)]).fit(X, y)
        self.assertEqual(model.status_, "converged")
        self.assertGreater(model.score(X, y), 0.7)
        self.assertEqual(list(model.verdicts_["verdict"]), ["met"])

    def test_of_a_number_with_two_values(self):
        model = alcole.Regressor("linear").fit(X, (Y == "granted").astype(float))
        self.assertEqual(model._model.task, "regression")
        self.assertAlmostEqual(model.predict(X).mean(), (Y == "granted").mean(), places=4)

    def test_of_arrays_and_of_lists(self):
        values = X[["age", "income"]].fillna(2).to_numpy()
        model = linear().fit(values, Y.to_numpy())
        same = linear().fit(values.tolist(), list(Y))
        np.testing.assert_array_equal(model.predict_proba(values), same.predict_proba(values))
        self.assertFalse(hasattr(model, "feature_names_in_"))

    def test_of_whole_numbers_and_booleans_as_classes(self):
        for classes in ((0, 1), (False, True), (-1.0, 1.0), ("a", "b"), (3, 7)):
            y = np.where(Y == "granted", classes[1], classes[0])
            model = linear().fit(X, y)
            self.assertEqual(list(model.classes_), list(classes))
            self.assertEqual(model.predict(X).dtype, y.dtype)
            self.assertGreater(model.score(X, y), 0.6)

    def test_the_positive_class_is_not_guessed_where_it_counts(self):
        sentence = "has the classes '.*' and '.*'; say which one is positive"
        for one, asks in OF_CLASSES.items():
            with self.subTest(repr(one)):
                if not asks:
                    linear(constraints=[one]).fit(X, Y, protected=OLD)
                    continue
                with self.assertRaisesRegex(ValueError, sentence):
                    linear(constraints=[one]).fit(X, Y)
                if hasattr(one, "positive"):
                    linear(constraints=[dataclasses.replace(one, positive="granted")]).fit(X, Y)
        linear(constraints=[Expression("positive_rate('granted') <= 0.4")]).fit(X, Y)
        with self.assertRaisesRegex(ValueError, sentence):
            alcole.Classifier("trees", increasing=["income"]).fit(X, Y)
        with self.assertRaisesRegex(ValueError, "'positve_rate'"):  # of two mistakes the one that is nearer
            linear(constraints=[Expression("positve_rate <= 0.4")]).fit(X, Y)
        for positive, other in (("granted", "refused"), ("refused", "granted")):
            model = linear(constraints=[Rate("positive_rate", 0.2)], positive=positive).fit(X, Y)
            self.assertLess((model.predict(X) == positive).mean(), 0.21)
        model = linear(constraints=[Rate("positive_rate", 0.2)]).fit(X, np.where(Y == "granted", "Yes", "no"))
        self.assertLess((model.predict(X) == "Yes").mean(), 0.21)

    def test_of_several_classes(self):
        y = np.where(X["income"].fillna(2) > 3, "more", np.where(Y == "granted", "b", "a"))
        model = linear().fit(X, y)
        self.assertEqual(list(model.classes_), ["a", "b", "more"])
        np.testing.assert_array_equal(model.classes_[model.predict_proba(X).argmax(axis=1)], model.predict(X))
        self.assertGreater(model.score(X, y), 0.7)

    def test_every_type_of_column(self):
        frame = pandas.DataFrame({
            "whole": pandas.array([1, 2, None, 4] * 20, dtype="Int64"), "real": [0.5, np.nan, 1.5, 2.5] * 20,
            "small": np.arange(80, dtype=np.int8), "single": np.linspace(0, 1, 80, dtype=np.float32),
            "word": ["a", "b", None, "a"] * 20, "text": pandas.array(["a", "b", None, "c"] * 20, dtype="string"),
            "category": pandas.Categorical(["x", "y", "x", None] * 20), "codes": pandas.Categorical([1, 2, 2, 1] * 20),
            "truth": [True, False, True, True] * 20, "maybe": pandas.array([True, False, None, True] * 20, dtype="boolean"),
            "object": np.array([1, 2.5, None, 3] * 20, dtype=object), "empty": [None] * 80})
        y = np.arange(80) % 3 == 0
        model = linear(l2=0.01).fit(frame, y)
        self.assertEqual(model.status_, "converged")
        back = frame.iloc[::-1]
        np.testing.assert_array_equal(model.predict_proba(back), model.predict_proba(frame)[::-1])

    def test_of_structured_arrays(self):
        """Fields are columns, and their names those of the columns."""
        kept = X[["sex", "income", "age"]].astype({"sex": "U5"})
        model = linear(constraints=[Counterfactual("sex", 1e-3)]).fit(kept.to_records(index=False), Y)
        self.assertEqual(list(model.feature_names_in_), ["sex", "income", "age"])
        np.testing.assert_array_equal(model.predict_proba(kept.to_records(index=False)[["age", "income", "sex"]]),
                                      linear(constraints=[Counterfactual("sex", 1e-3)]).fit(kept, Y).predict_proba(kept))
        named = unstructured_to_structured(kept[["income", "age"]].to_numpy(), names=["income", "age"])
        self.assertEqual(list(linear().fit(named, Y).feature_names_in_), ["income", "age"])

    def test_values_that_training_never_met_are_told(self):
        model = linear().fit(X, Y, protected=["sex"])
        odd = X.assign(race=X["race"].where(X.index != 3, "violet"))
        sentence = "'race' holds values that training never met in 1 of 600 rows, such as 'violet'"
        for ask in (model.predict, model.predict_proba, lambda rows: model.evaluate(rows, Y)):
            with self.assertWarnsRegex(UserWarning, sentence) as told:
                ask(odd)
            self.assertEqual(told.filename, __file__)
        self.assertRegex(" ".join(model.evaluate(odd, Y).notes), sentence)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            model.predict(X)
            model.evaluate(X, Y)

    def test_ordered_classes(self):
        grades = pandas.cut(X["income"].fillna(2), [-9, 1, 2, 3, 9], labels=["d", "c", "b", "a"]).astype(str)
        model = linear(order=("d", "c", "b", "a"), constraints=[MeanPrediction("sex", 0.1)]).fit(X, grades, protected=["sex"])
        self.assertEqual(model._model.task, "ordinal")
        self.assertEqual(list(model.classes_), ["a", "b", "c", "d"])
        self.assertGreater(model.score(X, grades), 0.8)
        self.assertEqual(set(model.verdicts_["verdict"]), {"met"})
        self.assertIn("mean_prediction", model.evaluate(X, grades).groups)
        with self.assertRaisesRegex(ValueError, "'d', which is not in its order"):
            linear(order=("c", "b", "a")).fit(X, grades)

    def test_columns_are_known_by_their_names(self):
        model = linear().fit(X, Y)
        other = X[X.columns[::-1]].assign(more=1)
        np.testing.assert_array_equal(model.predict_proba(other), model.predict_proba(X))

    def test_protected_columns_outside_of_x(self):
        inside, outside = X.drop(columns="race"), X[["race"]]
        model = linear(constraints=[DemographicParity("race", 0.05)]).fit(inside, Y, protected=outside)
        self.assertEqual(model.n_features_in_, 5)
        self.assertEqual(set(model.verdicts_["verdict"]), {"met"})
        model.predict(inside)
        found = model.evaluate(inside, Y, protected=outside)
        self.assertEqual(set(found.groups["group"]), {"race = blue", "race = green", "race = red"})
        np.testing.assert_array_equal(found.verdicts["risk"], model.verdicts_["risk"])

        with self.assertRaisesRegex(ValueError, r"'race' is missing, .* protected=frame\[\['race'\]\]"):
            model.evaluate(inside, Y)

    def test_groups_of_a_number(self):
        model = alcole.Regressor("linear").fit(X, X["age"] * 2.0, protected=["sex"])
        groups = model.evaluate(X, X["age"] * 2.0).groups
        self.assertEqual(list(groups.columns), ["group", "rows", "mean_prediction", "mean_target", "mean_absolute_error"])
        self.assertFalse(groups.isna().any().any())
        self.assertAlmostEqual(groups["mean_target"][0], 2 * X["age"][X["sex"] == groups["group"][0][len("sex = "):]].mean())

    def test_an_evaluation_without_groups(self):
        found = linear().fit(X, Y).evaluate(X, Y)
        self.assertEqual((len(found.groups), len(found.verdicts)), (0, 0))
        self.assertEqual(found.metrics["rows"], 600)

    def test_weights_are_like_repeated_rows(self):
        weights = 1 + np.arange(600) % 3
        weighted = linear(l2=0.0).fit(X.dropna(), Y[X.dropna().index], sample_weight=weights[X.dropna().index])
        kept = X.dropna()
        again = kept.loc[kept.index.repeat(weights[kept.index])]
        repeated = linear(l2=0.0, hidden=(3,)).fit(again, Y[again.index])
        # The inputs are centred and scaled without weights, so that the parameters differ and the predictions do not.
        np.testing.assert_allclose(weighted.predict_proba(kept), repeated.predict_proba(kept), atol=1e-4)

    def test_trees_and_their_keys(self):
        few, many = (alcole.Classifier("trees", rounds=rounds, depth=2, rate=0.3, patience=0).fit(X, Y) for rounds in (2, 40))
        self.assertGreater(many.score(X, Y), few.score(X, Y))
        rising = alcole.Classifier("trees", rounds=30, increasing=["income"], positive="granted").fit(X, Y)
        line = X.iloc[:1].loc[[0] * 50].assign(income=np.linspace(-1, 5, 50))
        self.assertTrue((np.diff(rising.predict_proba(line)[:, list(rising.classes_).index("granted")]) >= 0).all())

    def test_held_out_rows(self):
        model = linear(constraints=[DemographicParity("sex", 0.1)], test=0.3).fit(X, Y)
        self.assertTrue(model.verdicts_["held_out_risk"].notna().all())

    def test_a_certificate(self):
        model = linear(constraints=[Rate("error_rate", 0.6)], positive="granted", certify=0.9).fit(X, Y)
        self.assertEqual(model.certificate_["constraints"][0]["verdict"], "certified")
        fresh, y = parts(900, seed=5)
        self.assertEqual(model.certificate(fresh, y, confidence=0.9)["constraints"][0]["verdict"], "certified")
        with self.assertRaisesRegex(ValueError, "delta"):
            model.certificate(fresh, y, confidence=1.0)

    def test_a_sweep(self):
        curve = linear(constraints=[Counterfactual("sex", 1e-3)]).sweep(X, Y, 1e-4, 1e-2, 3, folds=0)
        self.assertEqual(len(curve), 3)
        self.assertTrue(curve["objective"].is_monotonic_decreasing)

    def test_plots(self):
        try:
            import matplotlib
        except ImportError:
            self.skipTest("matplotlib is not installed")
        matplotlib.use("Agg")
        import matplotlib.pyplot as plot
        model = linear(constraints=[Counterfactual("sex", 1e-3)]).fit(X, Y)
        trace = model.plot_trace(plot.subplots()[1])
        np.testing.assert_array_equal(trace.lines[0].get_ydata(), model.trace_["multiplier counterfactual sex: flip"])
        curve = alcole.plot_tradeoff(model.sweep(X, Y, 1e-3, 1e-2, 2, folds=0), plot.subplots()[1])
        self.assertEqual(len(curve.lines[0].get_xdata()), 2)

    def test_an_examination(self):
        for more in ({}, {"test": 0.3, "seed": 4}):
            model = linear(constraints=[Counterfactual("sex", 1e-3)], l2=0.01, **more).fit(X, Y, protected=["sex"])
            self.assertIsNone(model.examination_.get("duality"))
            before = model.examination_["kkt"]
            found = model.examine(X, Y, starts=2, protected=["sex"])
            self.assertIsNotNone(found["duality"])
            self.assertEqual(found["kkt"], before)  # it looked at the rows of the training

    def stop(self, model, **more):
        """Fits, with a Ctrl-C at the third thing that is told; what is raised."""
        told = []

        def stop_soon(record):
            told.append(record)
            if len(told) == 3:
                os.kill(os.getpid(), signal.SIGINT)  # a Ctrl-C
            while len(told) >= 3 and not interrupted.is_set():
                time.sleep(0.01)  # so that it comes before the fit ends

        interrupted = threading.Event()
        before = signal.signal(signal.SIGINT, lambda *_: interrupted.set() or signal.default_int_handler(*_))
        self.addCleanup(signal.signal, signal.SIGINT, before)
        model._listening = lambda: contextlib.nullcontext(stop_soon)
        with self.assertRaises(KeyboardInterrupt) as stopped:
            model.fit(X, Y, **more)
        return stopped.exception

    def test_a_stopped_fit_resumes_to_the_same_bits(self):
        def model(kind):
            return alcole.Classifier(kind, hidden=[8], rounds=20, constraints=[DemographicParity("sex", 0.05)], n_jobs=1)

        for kind in ("mlp", "linear", "trees"):
            whole = model(kind).fit(X, Y)
            with self.subTest(kind), tempfile.TemporaryDirectory() as own, unittest.mock.patch("tempfile.tempdir", own):
                folder = pathlib.Path(own) / "run"
                self.assertEqual(self.stop(model(kind), folder=folder).folder, folder)
                self.assertTrue((folder / "state").exists())
                resumed = model(kind).fit(X, Y, folder=folder, resume=True)
                self.assertTrue((folder / "report.html").exists())
                np.testing.assert_array_equal(resumed.predict_proba(X), whole.predict_proba(X))

                interrupt = self.stop(model(kind))  # without a folder, which it then names
                self.assertTrue(os.path.exists(os.path.join(interrupt.folder, "state")))
                self.assertIn(f"fit(X, y, folder={interrupt.folder!r}, resume=True)", interrupt.__notes__[0])
                told = []
                resumed = model(kind)
                resumed._listening = lambda: contextlib.nullcontext(told.append)
                resumed.fit(X, Y, folder=interrupt.folder, resume=True)
                np.testing.assert_array_equal(resumed.predict_proba(X), whole.predict_proba(X))
                left = set(os.listdir(own))
                self.assertEqual(left, {"run", os.path.basename(interrupt.folder)})
                model(kind).fit(X, Y)  # leaves nothing
                self.assertEqual(set(os.listdir(own)), left)
        with self.assertRaisesRegex(ValueError, "resume goes on with what is in a folder"):
            model("linear").fit(X, Y, resume=True)

    def test_the_same_bits_again_and_with_any_number_of_threads(self):
        one = alcole.Classifier(hidden=[6], constraints=[DemographicParity("sex", 0.05)], n_jobs=1).fit(X, Y)
        two = alcole.Classifier(hidden=[6], constraints=[DemographicParity("sex", 0.05)], n_jobs=2).fit(X, Y)
        np.testing.assert_array_equal(one.predict_proba(X), two.predict_proba(X))

    def test_fits_at_once(self):
        def models():
            return [alcole.Classifier(kind, hidden=[5], rounds=20, constraints=[Counterfactual("sex", bound)], n_jobs=2)
                    for kind in ("linear", "mlp", "trees") for bound in (1e-3, 1e-2)]

        at_once = models()
        with concurrent.futures.ThreadPoolExecutor(len(at_once)) as threads:
            answers = list(threads.map(lambda model: model.fit(X, Y).predict_proba(X), at_once))
        for answer, alone in zip(answers, models()):
            np.testing.assert_array_equal(answer, alone.fit(X, Y).predict_proba(X))

    def test_predictions_share_their_threads(self):
        """They are not started anew for each; at once, and in a forked process, they are of its own."""
        model = linear(n_jobs=3).fit(X, Y)
        expected = model.predict_proba(X)
        before = os.listdir("/proc/self/task")
        for _ in range(3):
            model.predict_proba(X)
            self.assertEqual(os.listdir("/proc/self/task"), before)
        with concurrent.futures.ThreadPoolExecutor(4) as threads:
            for answer in threads.map(model.predict_proba, [X] * 40):
                np.testing.assert_array_equal(answer, expected)
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            same = [np.array_equal(model.set_params(n_jobs=jobs).predict_proba(X), expected) for jobs in (3, 2)]
            os._exit(0 if all(same) else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_infeasible_is_said(self):
        with self.assertWarns(alcole.ConvergenceWarning):
            model = linear(positive="granted", constraints=[Rate("positive_rate", 0.9, at_least=True),
                                                            Rate("positive_rate", 0.1)]).fit(X, Y)
        self.assertEqual(model.status_, "infeasible")
        self.assertIn("not_met", set(model.verdicts_["verdict"]))

    def test_the_lock_is_free_and_ctrl_c_stops(self):
        """Nothing else ends this fit. What is measured is the time of the processor: of a busy machine nothing is known."""
        big, y = parts(20000)
        model = alcole.Classifier(hidden=[64, 64], n_jobs=1, solve={"stochastic.max_epochs": 10**6, "regime": "stochastic"})
        stopped = []

        def interrupt():
            begun = time.process_time()
            while time.process_time() - begun < 1:  # the fit is at work, and this thread all the same
                time.sleep(0.01)
            stopped.append(time.process_time())
            os.kill(os.getpid(), signal.SIGINT)

        thread = threading.Thread(target=interrupt)
        thread.start()
        with self.assertRaises(KeyboardInterrupt) as raised:
            model.fit(big, y)
        ended = time.process_time()
        thread.join()
        shutil.rmtree(raised.exception.folder)
        self.assertLess(ended - stopped[0], 1)
        self.assertFalse(hasattr(model, "classes_"))


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
        """So that fitting it again trains no other one."""
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
                                  binned=("income",), binned_into=7, order=("a", "b", "c"), solve={"max_outer": 77, "tolerance.violation": 1e-5})
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "run.toml"
            file.write_text(model.to_toml())
            back = alcole.Classifier.from_toml(file)
        self.assertEqual(back.to_toml(), model.to_toml())
        self.assertEqual(back.get_params(), model.get_params())
        self.assertEqual(repr(back.constraints), repr(model.constraints))
        self.assertEqual(back.solve, model.solve)


class Mistakes(unittest.TestCase):
    """One clear sentence each."""

    def refuses(self, error, sentence, X=X, y=Y, **more):
        with self.assertRaisesRegex(error, sentence):
            linear().fit(X, y, **more)

    def test_in_x(self):
        self.refuses(TypeError, "column 'd' holds datetime64", X.assign(d=pandas.Timestamp("2020-01-01")))
        self.refuses(TypeError, r"column 'l': .* must be a string or a number, not \[1\] \(row 0\)", X.assign(l=[[1]] * 600))
        self.refuses(ValueError, r"column 'm' holds words and numbers, such as 'a' \(row 0\) and 1 \(row 1\)",
                     X.assign(m=["a", 1] * 300))
        self.refuses(ValueError, "column 'i' holds an infinity \\(row 0\\)", X.assign(i=np.inf))
        self.refuses(ValueError, "Complex data not supported", X.assign(c=1j))
        self.refuses(ValueError, "Reshape your data", list(range(600)))
        for of_dictionaries in (X.to_dict("records"), X.to_dict("list")):
            self.refuses(ValueError, r"pandas.DataFrame\(X\)", of_dictionaries)
        self.refuses(ValueError, "sample_weight must have a number for each row", sample_weight=["heavy"] * 600)
        self.refuses(ValueError, "two columns called 'age'", pandas.concat([X, X[["age"]]], axis=1))
        self.refuses(TypeError, "names of X are words and other things", X.rename(columns={"age": 7}))
        self.refuses(ValueError, "0 sample", X.iloc[:0], Y.iloc[:0])
        self.refuses(TypeError, "sparse", __import__("scipy.sparse").sparse.csr_matrix((600, 2)))

    def test_in_y(self):
        self.refuses(ValueError, "Input y contains NaN: 2 of its 600 values are missing, the first in row 5",
                     y=Y.where(~Y.index.isin([5, 9])))
        self.refuses(ValueError, "X has 600 rows and y has 599", y=Y[:-1])
        self.refuses(ValueError, "use Regressor", y=np.linspace(0, 1, 600))
        self.refuses(ValueError, "only one class", y=np.ones(600))
        self.refuses(ValueError, r"y holds \{'a': 1\} \(row 0\), which cannot be a class", y=pandas.Series([{"a": 1}] * 600))
        self.refuses(ValueError, "values of several kinds, which have no order", y=pandas.Series(["a", 1] * 300))
        self.refuses(ValueError, "y.* is None", y=None)
        with self.assertRaisesRegex(ValueError, "use Classifier"):
            alcole.Regressor("linear").fit(X, Y)

    def test_in_protected(self):
        self.refuses(ValueError, "protected names the column 'rase', which X does not have", protected=["rase"])
        self.refuses(ValueError, "'race' is a column of X and of protected", protected=X[["race"]])
        with self.assertRaisesRegex(ValueError, r"no column 'race', of which DemographicParity\('race', 0.1\) speaks; .* goes into "
                                                "protected"):
            linear(constraints=[DemographicParity("race", 0.1)]).fit(X.drop(columns="race"), Y)
        self.refuses(ValueError, "protected has 10", protected=X[["race"]].rename(columns={"race": "r"})[:10])

    def test_in_the_parameters(self):
        for changed, sentence in (({"model": "forest"}, "'model.kind' must be one of"), ({"hidden": [0]}, "model.hidden"),
                                  ({"activation": "sigmoit"}, "model.activation"), ({"solve": {"sed": 1}}, "solve.seed"),
                                  ({"certify": 0.95}, "no .*constraint.* that could be certified"),
                                  ({"n_jobs": 0}, "n_jobs"), ({"test": 2}, "data.test"), ({"positive": "yes"}, "'yes'"),
                                  ({"seed": -1}, "solve.seed")):
            with self.subTest(str(changed)), self.assertRaisesRegex(ValueError, sentence):
                alcole.Classifier(**{"model": "linear", **changed}).fit(X, Y)

    def test_in_new_rows(self):
        model = linear().fit(X, Y)
        with self.assertRaisesRegex(ValueError, "lacks 'age'"):
            model.predict(X.drop(columns="age"))
        with self.assertRaisesRegex(ValueError, "another type: 'age'"):
            model.predict(X.assign(age="old"))
        with self.assertRaisesRegex(ValueError, "X has 2 features, but Classifier is expecting 6"):
            model.predict(np.zeros((3, 2)))
        with self.assertRaises(alcole.NotFittedError):
            linear().predict(X)

    def test_a_file_that_is_no_model(self):
        with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
            file.write(b"nothing")
            file.flush()
            with self.assertRaisesRegex(RuntimeError, file.name):
                alcole.load(file.name)


class Defaults(unittest.TestCase):
    def test_are_those_of_a_run_file(self):
        keys = {row["name"]: row["default"] for row in alcole._native.key_table()}
        model = alcole.Classifier()
        names = {name.partition(".")[2] for name in keys if name.startswith("model.")} - {"kind"}
        self.assertEqual(set(alcole._training.MODEL_KEYS), names, "every key of [model] is a parameter")
        for name in names:
            for kind in (alcole.Classifier, alcole.Regressor):
                self.assertEqual(alcole._toml.toml(getattr(kind(), name)), keys["model." + name])
        self.assertEqual(alcole._toml.toml(model.model), keys["model.kind"])
        self.assertEqual(alcole._toml.toml(model.seed), keys["solve.seed"])
        for kind in alcole._constraints.KINDS.values():
            for field in dataclasses.fields(kind):
                if field.default is not dataclasses.MISSING and field.name != "bound":  # which most kinds must have
                    self.assertEqual(alcole._toml.toml(field.default), keys["constraint." + field.name.rstrip("_")])


if __name__ == "__main__":
    warnings.simplefilter("error", RuntimeWarning)
    people.run_tests()
