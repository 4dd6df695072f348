"""Classifier and Regressor as a user uses them."""

import concurrent.futures
import contextlib
import dataclasses
import os
import pathlib
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
from estimated import OF_CLASSES, OLD, X, Y, linear
from numpy.lib.recfunctions import unstructured_to_structured
from people import parts

import alcole
from alcole import Counterfactual, DemographicParity, Expression, MeanPrediction, Rate


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
        with self.assertRaisesRegex(ValueError, "'positve_rate'"):  # of two mistakes, the more specific one
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
        """Fields become columns of the same names."""
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
        sentence = "'race' holds values never seen in training in 1 of 600 rows, such as 'violet'"
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

        with self.assertRaisesRegex(ValueError, r"'race' is missing; .* protected=frame\[\['race'\]\]"):
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
        # Inputs are centred and scaled without weights, so the parameters differ but the predictions do not.
        np.testing.assert_allclose(weighted.predict_proba(kept), repeated.predict_proba(kept), atol=1e-4)

    def test_class_weights_are_weights_of_rows(self):
        granted = (Y == "granted").to_numpy()
        for y, weights in ((Y, {"granted": 3, "refused": 0.5}), (granted, {True: 3, False: 0.5}),
                           (granted.astype(int), {1: 3, 0: 0.5})):
            model = linear(class_weight=weights).fit(X, y)
            of_rows = linear().fit(X, y, sample_weight=np.where(granted, 3, 0.5))
            np.testing.assert_allclose(model.predict_proba(X), of_rows.predict_proba(X), atol=1e-6)
        balanced = linear(class_weight="balanced").fit(X, Y)
        of_rows = linear().fit(X, Y, sample_weight=300 / np.where(granted, granted.sum(), (~granted).sum()))
        np.testing.assert_allclose(balanced.predict_proba(X), of_rows.predict_proba(X), atol=1e-6)
        self.assertGreater(np.abs(balanced.predict_proba(X) - linear().fit(X, Y).predict_proba(X)).max(), 1e-3)

    def test_the_unconstrained_model(self):
        model = linear(constraints=[DemographicParity("sex", 0.01)], test=0.3).fit(X, Y)
        without = linear(test=0.3).fit(X, Y)
        self.assertEqual(model.unconstrained_["test"]["accuracy"], without._facts()["test"]["accuracy"])
        self.assertGreater(model.verdicts_["unconstrained_risk"].max(), 0.01)
        self.assertIsNone(linear(constraints=[DemographicParity("sex", 0.01)],
                                 solve={"cost_of_constraints": "never"}).fit(X, Y).unconstrained_)

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
            self.assertEqual(found["kkt"], before)  # it used the training rows

    def stop(self, model, **more):
        """Fits, with a Ctrl-C at the third progress report; returns the exception."""
        told = []

        def stop_soon(record):
            told.append(record)
            if len(told) == 3:
                os.kill(os.getpid(), signal.SIGINT)  # a Ctrl-C
            while len(told) >= 3 and not interrupted.is_set():
                time.sleep(0.01)  # so that it arrives before the fit ends

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

                interrupt = self.stop(model(kind))  # without a folder; the exception then names one
                self.assertTrue(os.path.exists(os.path.join(interrupt.folder, "state")))
                self.assertIn(f"fit(X, y, folder={interrupt.folder!r}, resume=True)", interrupt.__notes__[0])
                told = []
                resumed = model(kind)
                resumed._listening = lambda: contextlib.nullcontext(told.append)
                resumed.fit(X, Y, folder=interrupt.folder, resume=True)
                np.testing.assert_array_equal(resumed.predict_proba(X), whole.predict_proba(X))
                left = set(os.listdir(own))
                self.assertEqual(left, {"run", os.path.basename(interrupt.folder)})
                model(kind).fit(X, Y)  # leaves nothing behind
                self.assertEqual(set(os.listdir(own)), left)
        with self.assertRaisesRegex(ValueError, "resume continues what is in a folder"):
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
        """They are not started anew for each call; concurrent calls and forked processes have their own."""
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
        """Nothing else ends this fit: Ctrl-C comes from a thread that its first progress report wakes. CPU time is
        measured, because the machine may be busy."""
        big, y = parts(20000)
        endless = {"regime": "stochastic", "stochastic.max_epochs": 10**6, "stochastic.settle": False,
                   "tolerance.stationarity": 1e-9}
        model = alcole.Classifier(hidden=[64, 64], n_jobs=1, solve=endless)
        reported = threading.Event()
        model._listening = lambda: contextlib.nullcontext(lambda _: reported.set())
        stopped = []

        def interrupt():
            reported.wait()
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


if __name__ == "__main__":
    warnings.simplefilter("error", RuntimeWarning)
    people.run_tests()
