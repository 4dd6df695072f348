"""Certificates of modules: the bounds are the library's, the verdicts follow from them, and what cannot be had says why."""

import unittest

import numpy as np
from torch_bodies import flipped, loader, network, people, torch

import alcole.torch
from alcole import _native
from alcole.torch import risks

DATA = people(400, seed=3)
X, Y, _ = DATA.tensors


def group(batch):
    return batch[0][:, 0].long()


def verdicts(problem, **more):
    found = alcole.torch.certify(problem, loader(DATA, 64, shuffle=False), **more)
    return {row["name"]: row for row in found.to_dict("records")}


class Certificates(unittest.TestCase):
    def test_a_divergence_in_a_known_range(self):
        net = network()
        with torch.no_grad():
            values = risks.divergence(net(X), net(flipped(X))).double().numpy()
        _, low, high = _native.mean_bounds(values, 0.0, 2.0, False, 0.025, "automatic")
        for bound, verdict in ((high + 1e-6, "certified"), ((low + high) / 2, "undecided"), (low - 1e-6, "violated")):
            problem = alcole.torch.Problem(net, [risks.Loss(), risks.Counterfactual(flipped, bound, name="flip"),
                                                 risks.NormBudget(1e6)])
            found = verdicts(problem, ranges={"flip": (0, 2)})
            self.assertEqual(found["flip"]["verdict"], verdict)
            self.assertAlmostEqual(found["flip"]["estimate"], values.mean(), places=6)
            self.assertAlmostEqual(found["flip"]["high"], high, places=5)
            self.assertEqual(found["flip"]["rows"], 400)
            self.assertEqual(found["norm"]["verdict"], "certified")  # of the weights alone

    def test_rates(self):
        net = network()
        problem = alcole.torch.Problem(net, [risks.Loss(), risks.GroupRates(group, [0, 1], 0.9), risks.ClassError([0, 1], 0.0)])
        found = verdicts(problem)
        with torch.no_grad():
            chosen = (net(X).argmax(1) == 1).double().numpy()
        women = chosen[X[:, 0].numpy() == 0]
        share = 0.05 / 6 / 2
        high = (_native.mean_bounds(women, 0, 1, True, share, "automatic")[2] -
                _native.mean_bounds(chosen, 0, 1, True, share, "automatic")[1])
        self.assertAlmostEqual(found["rate of 0 above"]["high"], high, places=9)
        self.assertEqual(found["rate of 0 above"]["verdict"], "certified")
        self.assertEqual({found[f"error of class {c}"]["verdict"] for c in (0, 1)}, {"violated"})

    def test_bounds_hold_as_often_as_they_say(self):
        draw = np.random.default_rng(1)
        misses = sum(_native.mean_bounds((draw.random(60) < 0.3).astype(float), 0, 1, True, 0.1, "automatic")[2] < 0.3
                     for _ in range(400))
        self.assertLess(misses / 400, 0.1 + 3 * (0.1 * 0.9 / 400) ** 0.5)

    def test_what_cannot_be_had(self):
        net = network()
        problem = alcole.torch.Problem(net, [risks.Loss(), risks.Counterfactual(flipped, 0.1, name="flip")])
        self.assertEqual(verdicts(problem)["flip"]["verdict"], "impossible")
        with self.assertRaisesRegex(ValueError, "no constraint 'flap'"):
            verdicts(problem, ranges={"flap": (0, 1)})
        with self.assertRaisesRegex(ValueError, "ready-made risks"):
            verdicts(alcole.torch.Problem(net, lambda b: b, ["a"]))
        with self.assertRaisesRegex(ValueError, "delta must be"):
            verdicts(problem, delta=0)
        with self.assertRaisesRegex(ValueError, "outside|range"):
            verdicts(problem, ranges={"flip": (0, 1e-9)})


if __name__ == "__main__":
    unittest.main()
