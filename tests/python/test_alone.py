"""With numpy alone: neither pandas nor scikit-learn can be imported here."""

import copy
import pickle
import sys
import unittest

sys.modules.update({"pandas": None, "sklearn": None})

import numpy as np  # noqa: E402

import alcole  # noqa: E402

DRAW = np.random.default_rng(1)
X = np.empty((300, 2), dtype=object)
X[:, 0] = DRAW.choice(["woman", "man"], 300)
X[:, 1] = DRAW.normal(size=300)
Y = np.where(X[:, 1].astype(float) + (X[:, 0] == "man") + DRAW.normal(size=300) > 0.5, "yes", "no")


class Alone(unittest.TestCase):
    def test_an_estimator(self):
        model = alcole.Classifier("linear", constraints=[alcole.Counterfactual("x0", 1e-3)]).fit(X, Y)
        self.assertEqual(model.status_, "converged")
        self.assertEqual(model.verdicts_[0]["verdict"], "met")
        self.assertGreater(model.score(X, Y), 0.6)
        self.assertEqual(repr(model), "Classifier(model='linear', constraints=[Counterfactual('x0', 0.001)])")
        self.assertEqual(model.set_params(seed=2).get_params()["seed"], 2)
        with self.assertRaisesRegex(ValueError, "Invalid parameter 'sed'"):
            model.set_params(sed=2)
        for other in (pickle.loads(pickle.dumps(model)), copy.deepcopy(model)):
            np.testing.assert_array_equal(other.predict_proba(X), model.predict_proba(X))
        with self.assertRaises(alcole.NotFittedError):
            alcole.Classifier().predict(X)

    def test_labels_that_are_missing(self):
        gaps = Y.astype(object)
        gaps[7] = None
        with self.assertRaisesRegex(ValueError, "the first in row 7"):
            alcole.Classifier("linear").fit(X, gaps)

    def test_a_score_with_weights_and_protected_columns(self):
        weights = 1.0 + (Y == "yes")
        sex = np.rec.fromarrays([X[:, 0]], names=["sex"])
        model = alcole.Classifier("linear", constraints=[alcole.DemographicParity("sex", 0.05)])
        model.fit(X[:, 1:], Y, protected=sex)
        right = model.predict(X[:, 1:]) == Y
        self.assertAlmostEqual(model.score(X[:, 1:], Y), right.mean())
        self.assertAlmostEqual(model.score(X[:, 1:], Y, sample_weight=weights), (weights * right).sum() / weights.sum())

    def test_a_number(self):
        model = alcole.Regressor("linear").fit(X, 2 * X[:, 1].astype(float))
        self.assertGreater(model.score(X, 2 * X[:, 1].astype(float)), 0.99)


if __name__ == "__main__":
    unittest.main()
