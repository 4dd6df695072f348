"""scikit-learn's own checks of estimators, and its tools applied to ours."""

import unittest
import unittest.mock
import warnings

import numpy as np
from people import parts
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator

import alcole
from alcole import Counterfactual, DemographicParity
from alcole._training import NOT_FOLLOWED

X, Y = parts()


def failures(estimator):
    """The failing checks, each with its message."""
    found = {}
    with warnings.catch_warnings(), unittest.mock.patch.dict(NOT_FOLLOWED, clear=True):
        warnings.simplefilter("ignore")
        for one, check in check_estimator(estimator, generate_only=True):
            name = getattr(check, "func", check).__name__
            try:
                check(one)
            except unittest.SkipTest:
                pass
            except Exception as error:  # noqa: BLE001: all failures are reported
                found[name] = f"{type(error).__name__}: {error}"
    return found


class Checks(unittest.TestCase):
    def test_all_pass_but_those_with_a_reason(self):
        """And a check that passes must be removed from the list."""
        seen = set()
        for estimator in (alcole.Classifier("linear", l2=1e-3), alcole.Regressor("linear", l2=1e-3),
                          alcole.Classifier(hidden=(8,)), alcole.Regressor(hidden=(8,)), alcole.Classifier("trees"),
                          alcole.Regressor("trees")):
            found = failures(estimator)
            seen |= set(found)
            self.assertEqual({name: why for name, why in found.items() if name not in NOT_FOLLOWED}, {}, repr(estimator))
        self.assertEqual(seen, set(NOT_FOLLOWED))


class Tools(unittest.TestCase):
    def test_clone(self):
        model = alcole.Classifier("linear", constraints=[Counterfactual("sex", 0.01)], solve={"max_outer": 50})
        other = clone(model.fit(X, Y))
        self.assertEqual(other.get_params(), model.get_params())
        self.assertFalse(hasattr(other, "classes_"))
        self.assertEqual(other.set_params(seed=5).seed, 5)

    def test_cross_validation(self):
        scores = cross_val_score(alcole.Classifier("linear", constraints=[DemographicParity("sex", 0.1)]), X, Y, cv=3)
        self.assertGreater(scores.min(), 0.55)

    def test_cross_validation_in_other_processes(self):
        model = alcole.Classifier("linear", constraints=[Counterfactual("sex", 0.01)], n_jobs=1)
        np.testing.assert_array_equal(cross_val_score(model, X, Y, cv=2, n_jobs=2), cross_val_score(model, X, Y, cv=2))

    def test_grid_search_over_bounds(self):
        search = GridSearchCV(alcole.Classifier("linear"), cv=2, param_grid={
            "constraints": [[Counterfactual("sex", bound)] for bound in (1e-4, 1e-1)]}).fit(X, Y)
        self.assertEqual(len(search.cv_results_["mean_test_score"]), 2)
        self.assertIsInstance(search.best_params_["constraints"][0], Counterfactual)

    def test_a_pipeline(self):
        keep = ColumnTransformer([("keep", "passthrough", ["sex", "income", "age"])]).set_output(transform="pandas")
        model = make_pipeline(keep, alcole.Classifier("linear", constraints=[Counterfactual("keep__sex", 1e-3)]))
        model.fit(X, Y)
        self.assertEqual(model[-1].verdicts_["verdict"][0], "met")
        self.assertEqual(model.predict(X).shape, (600,))


if __name__ == "__main__":
    unittest.main()
