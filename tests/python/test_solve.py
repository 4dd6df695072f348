"""Problems written in Python."""

import os
import pickle
import signal
import threading
import unittest

import numpy as np

import alcole


class Wall:
    """Minimise (x - 2)^2 subject to x <= 1: x = 1, multiplier 2."""

    names = ["wall"]

    def risks(self, theta):
        self.x = theta[0]
        return np.array([(self.x - 2) ** 2, self.x - 1])

    def pullback(self, w):
        return np.array([w[0] * 2 * (self.x - 2) + w[1]])


class Circle:
    """Minimise x + y on the circle of radius sqrt(2), with a Jacobian: (-1, -1), multiplier 1/2."""

    equality = [True]

    def risks(self, theta):
        return [theta[0] + theta[1], theta @ theta - 2]

    def jac(self, theta):
        return np.array([[1.0, 1.0], 2 * theta])


class Solve(unittest.TestCase):
    def test_the_price_of_the_wall_at_one_is_two(self):
        answer = alcole.solve(Wall(), [0.0])
        self.assertEqual(answer.status, "converged")
        self.assertAlmostEqual(answer.theta[0], 1, places=6)
        self.assertAlmostEqual(answer.multipliers[0], 2, places=5)
        self.assertEqual(answer.names, ["wall"])
        self.assertIn("multiplier wall", answer.trace.columns)

    def test_a_price(self):
        for price, x in (0.5, 1.75), (2.5, 1), (np.inf, 1):
            wall = Wall()
            wall.prices = [price]
            answer = alcole.solve(wall, [0.0])
            self.assertEqual(answer.status, "converged")
            self.assertAlmostEqual(answer.theta[0], x, places=6)
            self.assertAlmostEqual(answer.multipliers[0], min(price, 2), places=5)
        wall.prices = [0]
        with self.assertRaisesRegex(ValueError, "a price is a positive number"):
            alcole.solve(wall, [0.0])

    def test_a_jacobian_and_an_equality(self):
        answer = alcole.solve(Circle(), [-2.0, -0.5])
        self.assertEqual(answer.status, "converged")
        np.testing.assert_allclose(answer.theta, [-1, -1], atol=1e-5)
        self.assertAlmostEqual(answer.multipliers[0], 0.5, places=4)

    def test_a_box(self):
        wall = Wall()
        wall.box = (None, 0.5)
        answer = alcole.solve(wall, [0.0])
        self.assertAlmostEqual(answer.theta[0], 0.5, places=9)

    def test_rates_have_no_tolerance(self):
        wall = Wall()
        wall.strict_risks = lambda theta: np.array([0, theta[0] - 0.95])
        answer = alcole.solve(wall, [0.0], tolerance__violation=0.1)
        self.assertGreater(answer.risks[1], 0.01, "within the tolerance")
        wall.rates = True
        self.assertLessEqual(alcole.solve(wall, [0.0], tolerance__violation=0.1).risks[1], 1e-8)
        wall.rates = [True, False]
        with self.assertRaisesRegex(ValueError, "rates has 2 entries for 1 constraints"):
            alcole.solve(wall, [0.0])

    def test_single_precision(self):
        answer = alcole.solve(Wall(), np.zeros(1, dtype=np.float32))
        self.assertEqual(answer.theta.dtype, np.float32)
        self.assertAlmostEqual(float(answer.theta[0]), 1, places=3)

    def test_infeasible_is_an_answer(self):
        class Clash:
            names = ["low", "high"]

            def risks(self, theta):
                self.x = theta[0]
                return [self.x**2, self.x - 1, 2 - self.x]

            def pullback(self, w):
                return [2 * w[0] * self.x + w[1] - w[2]]

        answer = alcole.solve(Clash(), [0.0])
        self.assertEqual(answer.status, "infeasible")
        self.assertEqual(sorted(answer.conflict["names"]), ["high", "low"])

    def test_a_stopped_solve_resumes_to_the_same_bits(self):
        whole = alcole.solve(Circle(), [-2.0, -0.5])
        first = alcole.solve(Circle(), [-2.0, -0.5], max_outer=2)
        self.assertEqual(first.status, "iteration_limit")
        second = alcole.solve(Circle(), pickle.loads(pickle.dumps(first.state)))
        np.testing.assert_array_equal(second.theta, whole.theta)
        np.testing.assert_array_equal(second.multipliers, whole.multipliers)

    def test_a_callback_sees_every_dual_step_and_may_stop(self):
        seen = []

        def watch(record):
            seen.append(record["risks"][0])
            return len(seen) == 2

        for truth in (bool, np.bool_):
            seen.clear()
            answer = alcole.solve(Circle(), [-2.0, -0.5], on_dual_step=lambda record: truth(watch(record)))
            self.assertEqual((len(seen), answer.status), (2, "interrupted"))

    def test_options_are_those_of_the_one_table(self):
        with self.assertRaisesRegex(ValueError, "penalty.factor"):
            alcole.solve(Wall(), [0.0], penalty__facter=2)
        with self.assertRaisesRegex(ValueError, "a number > 1"):
            alcole.solve(Wall(), [0.0], penalty__factor=0.5)
        self.assertIn("penalty.factor", list(alcole.options()["name"]))

    def test_what_a_problem_raises_passes_through(self):
        class Broken(Wall):
            def pullback(self, w):
                raise ZeroDivisionError("mine")

        with self.assertRaisesRegex(ZeroDivisionError, "mine"):
            alcole.solve(Broken(), [0.0])

    def test_what_is_no_problem_is_told(self):
        with self.assertRaisesRegex(ValueError, "theta0 must be numbers"):
            alcole.solve(Circle(), ["here", "there"])
        with self.assertRaisesRegex(TypeError, r"needs a method risks\(theta\)"):
            alcole.solve(object(), [0.0])

        class Half:
            def risks(self, theta):
                return [0.0]

        with self.assertRaisesRegex(TypeError, r"pullback\(w\), or jac\(theta\)"):
            alcole.solve(Half(), [0.0])

        class Short(Wall):
            def pullback(self, w):
                return [1.0, 2.0]

        with self.assertRaisesRegex(ValueError, "one number for each of the 1 variables"):
            alcole.solve(Short(), [0.0])

    def test_wrong_gradients_are_found(self):
        class Wrong(Wall):
            def pullback(self, w):
                return [w[0] * (self.x - 2) + w[1]]

        self.assertTrue(alcole.check_gradients(Wall(), [0.3])[0])
        passed, sentence = alcole.check_gradients(Wrong(), [0.3])
        self.assertFalse(passed)
        self.assertIn("objective", sentence)

    def test_mini_batches(self):
        class Mean:
            """The mean of 100 numbers, ten at a time."""

            batches_per_epoch = 10
            data = np.arange(100.0) / 100

            def _at(self, theta, rows):
                self.theta, self.rows = theta, rows
                return [np.mean((theta[0] - rows) ** 2), theta[0] - 0.3]

            def risks(self, theta):
                return self._at(theta, self.data)

            def batch_risks(self, theta, seed, epoch, index):
                order = np.random.default_rng([seed, epoch]).permutation(100)
                return self._at(theta, self.data[order[10 * index:10 * index + 10]])

            def pullback(self, w):
                return [w[0] * 2 * np.mean(self.theta[0] - self.rows) + w[1]]

        answer = alcole.solve(Mean(), [0.0], regime="stochastic", stochastic__rate=0.01,
                              stochastic__rate_schedule="cosine")
        self.assertAlmostEqual(answer.theta[0], 0.3, delta=0.03)

    def test_ctrl_c_leaves_a_state_to_resume_from(self):
        class Slow(Circle):
            calls = 0

            def risks(self, theta):
                Slow.calls += 1
                if Slow.calls == 12:
                    signal.raise_signal(signal.SIGINT)
                return super().risks(theta)

        with self.assertRaises(alcole.Interrupted) as stopped:
            alcole.solve(Slow(), [-2.0, -0.5])
        self.assertIsInstance(stopped.exception, KeyboardInterrupt)
        answer = alcole.solve(Slow(), stopped.exception.result)
        whole = alcole.solve(Circle(), [-2.0, -0.5])
        np.testing.assert_allclose(answer.theta, whole.theta, atol=1e-7)

    def test_two_solves_at_once(self):
        answers = [None, None]

        def work(i):
            answers[i] = alcole.solve(Circle(), [-2.0, -0.5])

        threads = [threading.Thread(target=work, args=(i,)) for i in range(2)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        np.testing.assert_array_equal(answers[0].theta, answers[1].theta)


if __name__ == "__main__":
    unittest.main()
