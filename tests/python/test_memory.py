"""Nothing unnecessary is kept: memory stays flat over hundreds of fits, and over solves that end with an exception."""

import unittest

import numpy as np
from people import parts, resident

import alcole


class Memory(unittest.TestCase):
    def check_flat(self, work, times):
        for _ in range(times // 5):  # until every pool and cache has reached its size
            work()
        before = resident()
        for _ in range(times):
            work()
        self.assertLess(resident() - before, 8 << 20)

    def test_of_fits(self):
        X, y = parts(2000)  # 100 kB of columns: if each fit kept its table, that would be 30 MB
        constraints = [alcole.Counterfactual("sex", 0.01)]

        def work():
            model = alcole.Classifier("linear", constraints=constraints, l2=0.01, n_jobs=1,
                                      solve={"max_outer": 1, "inner.max_steps": 1, "diagnose": False})
            model.fit(X, y).predict(X)

        self.check_flat(work, 300)

    def test_of_refusals_and_exceptions(self):
        X, y = parts(2000)

        class Broken:
            theta = np.zeros(10000)

            def risks(self, theta):
                self.kept = theta.copy()
                return [float(theta @ theta)]

            def pullback(self, w):
                raise ZeroDivisionError

        def work():
            with self.assertRaises(ZeroDivisionError):
                alcole.solve(Broken(), Broken.theta + 1)
            with self.assertRaises(ValueError):
                alcole.Classifier("linear", constraints=[alcole.DemographicParity("rase", 0.1)]).fit(X, y)

        self.check_flat(work, 300)


if __name__ == "__main__":
    import warnings

    warnings.simplefilter("ignore")
    unittest.main()
