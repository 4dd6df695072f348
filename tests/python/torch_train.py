"""alcole.torch.train: the weights it uses, what it ends with, and what it refuses."""

import random
import unittest

from torch_bodies import DEVICE, adam, fair, flipped, loader, network, people, records, torch

import alcole.torch
from alcole import _native
from alcole.torch import risks
from alcole.torch._device import Weights


class WeightsOfTheLagrangian(unittest.TestCase):
    def test_are_those_of_the_solver(self):
        draw = random.Random(3)
        for method in ("augmented", "lagrangian", "penalty", "unconstrained"):
            for _ in range(40):
                m = draw.randrange(5)
                equality = [draw.random() < 0.3 for _ in range(m)]
                net = network(dtype=torch.float64)
                problem = alcole.torch.Problem(net, lambda batch: batch, [f"c{i}" for i in range(m)], [0.0] * m,
                                               equality=equality)
                l = [draw.gauss(0, 1) for _ in range(m + 1)]
                lam = [draw.gauss(0, 1) if e else draw.random() for e in equality]
                alpha, offset = [draw.random() * 3 + 0.01 for _ in range(m)], [draw.gauss(0, 0.2) for _ in range(m)]
                weights = Weights(problem, method)
                weights.set(lam, alpha, offset)
                found = weights(problem.tensor(l)).tolist()
                _, wanted = _native.weights(method, equality, l, lam, alpha, offset)
                for a, b in zip(found, wanted):
                    self.assertAlmostEqual(a, b, places=12)


class Wall(torch.nn.Module):
    """minimise (x - 2)^2 + y^2 such that x <= 1 (multiplier 2), y = 0.5 (multiplier -1)."""

    def __init__(self):
        super().__init__()
        self.x = torch.nn.Parameter(torch.zeros(2))

    def risks(self, batch):
        noise = batch[0].mean()
        x, y = self.x
        return torch.stack([(x - 2) ** 2 + y ** 2 + noise * x, x + noise, y])


class Training(unittest.TestCase):
    def test_known_multipliers(self):
        torch.manual_seed(0)
        noise = torch.randn(400, 1)
        data = torch.utils.data.TensorDataset(0.1 * (noise - noise.mean()))
        net = Wall().to(DEVICE)
        problem = alcole.torch.Problem(net, net.risks, ["wall", "line"], [1.0, 0.5], equality=[False, True])
        result = alcole.torch.train(problem, loader(data, 40), torch.optim.SGD(net.parameters(), 0.02), epochs=700,
                                    keep="last")
        self.assertIn(result.status, ("settled", "converged"))
        self.assertAlmostEqual(float(net.x[0]), 1.0, delta=0.01)
        self.assertAlmostEqual(float(net.x[1]), 0.5, delta=0.01)
        self.assertAlmostEqual(result.multipliers[0], 2.0, delta=0.1)
        self.assertAlmostEqual(result.multipliers[1], -1.0, delta=0.1)
        self.assertLess(result.counts["steps"], 700 * 10)  # it stopped by itself

    def test_a_network_under_a_counterfactual_constraint(self):
        data, told = people(), []
        free, net = network(), network()
        before = alcole.torch.train(fair(free), loader(data), adam(free), {"method": "unconstrained"}, epochs=15, keep="last")
        result = alcole.torch.train(fair(net), loader(data), adam(net), {"stochastic.dual_every": 3}, epochs=40,
                                    held_out=loader(people(seed=5)), on_progress=told.append)
        self.assertGreater(before.slacks[0], 0.02)  # the constraint has something to do
        self.assertTrue(result.met, result)
        self.assertEqual(result.iterate, "best")
        self.assertEqual(result.best["risks"][0], result.objective)
        verdict, = records(result.verdicts)
        self.assertEqual(verdict["name"], "flip")
        self.assertIn(verdict["verdict"], ("met", "met_in_training"))
        self.assertIsNotNone(verdict["held_out_risk"])
        self.assertGreater(records(result.prices)[0]["price"], 0.1)
        self.assertEqual(len(result.trace), len(told))
        self.assertEqual(told[-1]["worst_name"], "flip")
        self.assertEqual(told[-1]["total"], 40)
        # The module has the weights that the verdict is about.
        with torch.no_grad():
            x = torch.stack([row[0] for row in data]).to(DEVICE)
            found = risks.divergence(net(x), net(flipped(x))).mean()
        self.assertAlmostEqual(float(found) - 1e-3, result.slacks[0], places=6)

    def test_a_risk_that_is_not_finite(self):
        net = network()
        problem = alcole.torch.Problem(net, lambda batch: torch.stack([net(batch[0]).mean(), net(batch[0]).log().mean()]),
                                       ["root"], [0.0])
        result = alcole.torch.train(problem, loader(people()), adam(net), epochs=2)
        self.assertEqual(result.status, "not_finite")
        self.assertIn("constraint 'root' is nan", result.message)
        facts = result.ending["not_finite"]
        self.assertEqual((facts["what"], facts["risk"], facts["constraint"], facts["value"]), ("risk", 1, "root", "nan"))
        self.assertIn("root", result._repr_html_())

    def test_constraints_that_clash(self):
        net = network()

        def both_ways(batch):
            out = net(batch[0])
            return torch.stack([out.pow(2).mean(), out.mean(), -out.mean()])

        problem = alcole.torch.Problem(net, both_ways, ["low", "high"], [-1.0, -1.0])
        result = alcole.torch.train(problem, loader(people()), adam(net), epochs=25)
        self.assertFalse(result.met)
        self.assertIsNone(result.best)
        self.assertEqual(result.status, "infeasible")
        self.assertEqual(result.conflict, ["low", "high"])
        self.assertIn("cannot be met together: low, high", repr(result))

    def test_an_equality_is_missed_on_either_side(self):
        net = Wall().to(DEVICE)
        problem = alcole.torch.Problem(net, net.risks, ["wall", "line"], [5.0, 0.5], equality=[False, True])
        data = torch.utils.data.TensorDataset(torch.zeros(40, 1))
        result = alcole.torch.train(problem, loader(data, 40), torch.optim.SGD(net.parameters(), 1e-6), epochs=1)
        self.assertLess(result.slacks[1], -0.4)  # y is still near zero
        self.assertEqual([r["verdict"] for r in records(result.verdicts)], ["met", "not_met"])
        self.assertFalse(result.met)

    def test_samples(self):
        net = network()
        result = alcole.torch.train(fair(net), loader(people()), adam(net), {"sample.every": 2}, epochs=6)
        self.assertEqual([s["iteration"] for s in result.samples], [0, 2, 4])


class Refusals(unittest.TestCase):
    def test_say_what_to_do(self):
        net, data = network(), loader(people())
        cases = [
            (lambda: alcole.torch.Problem(net, lambda b: b), "names or the bounds"),
            (lambda: alcole.torch.Problem(net, lambda b: b, ["a"], [1, 2]), "bounds has 2 entries for 1"),
            (lambda: alcole.torch.Problem(net, [risks.Loss()], ["a"]), "their own names"),
            (lambda: alcole.torch.Problem(net, [risks.Loss(), risks.Loss(name="a"), risks.Loss(name="a")]), "called 'a'"),
            (lambda: alcole.torch.train(fair(net), data, adam(net), {"stochastic.rate": 1}), "the optimiser's"),
            (lambda: alcole.torch.train(fair(net), data, adam(net), {"regime": "full"}), "alcole.torch.solve"),
            (lambda: alcole.torch.train(fair(net), data, adam(net), {"penalty.facto": 1}), "penalty.factor"),
            (lambda: alcole.torch.train(fair(net), data, adam(net), keep="first"), "keep must be"),
            (lambda: alcole.torch.train(fair(net), data, adam(net), resume=True), "needs the checkpoint"),
            (lambda: alcole.torch.train(alcole.torch.Problem(net, lambda b: net(b[0])[0, :1], ["a"]), data, adam(net)),
             "it must be \\(2,\\): torch.stack"),
            (lambda: alcole.torch.Problem(lambda x: x, [risks.Loss()]), "must be a torch.nn.Module, not a function"),
            (lambda: alcole.torch.Problem(net, None), "a list of ready-made risks"),
            (lambda: alcole.torch.Lagrangian(net, ["a", "a"], [1, 1]), "two constraints are called 'a'"),
            (lambda: alcole.torch.Lagrangian(net, ["a"], [1])([1.0, 2.0]), "one tensor: torch.stack"),
            (lambda: alcole.torch.train(fair(net), people(), adam(net)), "a data set gives rows"),
            (lambda: alcole.torch.train(fair(net), iter(data), adam(net)), "have a length, like a DataLoader"),
            (lambda: alcole.torch.train(fair(net), [torch.zeros(9, 4, device=DEVICE)], adam(net)), "needs targets"),
            (lambda: alcole.torch.train(fair(net), data, adam(network())), "none of the module's parameters"),
            (lambda: alcole.torch.train(fair(net), data, torch.optim.Adam), "must be one of torch.optim"),
            (lambda: alcole.torch.train(fair(net), data, torch.optim.LBFGS(net.parameters())), "alcole.torch.solve"),
            (lambda: alcole.torch.train(alcole.torch.Problem(net, [risks.Loss(), risks.EachRow(600, 2.0)]),
                                        [batch[:2] for batch in data], adam(net)), "numbers of the rows"),
        ]
        for call, sentence in cases:
            with self.assertRaisesRegex((ValueError, TypeError), sentence):
                call()
        with self.assertRaisesRegex(FileNotFoundError, "no folder 'absent'"):
            alcole.torch.train(fair(net), data, adam(net), checkpoint="absent/checkpoint")


if __name__ == "__main__":
    unittest.main()
