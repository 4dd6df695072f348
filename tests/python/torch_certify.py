"""Certificates of modules: the bounds are the library's, the verdicts follow from them, and what is impossible says
why."""

import unittest

import numpy as np
from torch_bodies import DEVICE, flipped, loader, network, people, records, torch

import alcole.torch
from alcole import _native
from alcole.torch import _certify, risks

DATA = people(400, seed=3)
X, Y, _ = (t.to(DEVICE) for t in DATA.tensors)


def group(batch):
    return batch[0][:, 0].long()


def verdicts(problem, **more):
    return by_name(alcole.torch.certify(problem, loader(DATA, 64, shuffle=False), **more))


def by_name(found):
    return {row["name"]: row for row in records(found)}


class Everywhere(torch.nn.Module):
    """Two classes at each position of a sequence."""

    def __init__(self, seed):
        super().__init__()
        torch.manual_seed(seed)
        self.layer = torch.nn.Linear(4, 2)

    def forward(self, x):
        return self.layer(x)


class Certificates(unittest.TestCase):
    def test_a_divergence_in_a_known_range(self):
        net = network()
        with torch.no_grad():
            values = risks.divergence(net(X), net(flipped(X))).double().cpu().numpy()
        _, low, high = _native.mean_bounds(values, 0.0, 2.0, False, 0.025, "automatic")
        for bound, verdict in ((high + 1e-6, "certified"), ((low + high) / 2, "undecided"), (low - 1e-6, "violated")):
            problem = alcole.torch.Problem(net, [risks.Loss(), risks.Counterfactual(flipped, bound, name="flip"),
                                                 risks.NormBudget(1e6)])
            found = verdicts(problem, ranges={"flip": (0, 2)})
            self.assertEqual(found["flip"]["verdict"], verdict)
            self.assertAlmostEqual(found["flip"]["estimate"], values.mean(), places=6)
            self.assertAlmostEqual(found["flip"]["high"], high, places=5)
            self.assertEqual(found["flip"]["rows"], 400)
            self.assertEqual(found["norm"]["verdict"], "certified")  # depends on the weights alone

    def test_rates(self):
        net = network()
        problem = alcole.torch.Problem(net, [risks.Loss(), risks.GroupRates(group, [0, 1], 0.9), risks.ClassError([0, 1], 0.0)])
        found = verdicts(problem)
        with torch.no_grad():
            chosen = (net(X).argmax(1) == 1).double().cpu().numpy()
        women = chosen[X[:, 0].cpu().numpy() == 0]
        share = 0.05 / 6 / 2
        high = (_native.mean_bounds(women, 0, 1, True, share, "automatic")[2] -
                _native.mean_bounds(chosen, 0, 1, True, share, "automatic")[1])
        self.assertAlmostEqual(found["rate of 0 above"]["high"], high, places=9)
        self.assertEqual(found["rate of 0 above"]["verdict"], "certified")
        self.assertEqual({found[f"error of class {c}"]["verdict"] for c in (0, 1)}, {"violated"})

    def test_a_loader_of_its_own_says_nothing_of_rows_not_yet_seen(self):
        net, trained_on = network(), people(4000, seed=8)
        problem = alcole.torch.Problem(net, [risks.Loss(), risks.ClassError([0, 1], 0.5, loader=loader(trained_on)),
                                             risks.NormBudget(1e6)])
        found = verdicts(problem)
        for c in (0, 1):
            self.assertEqual(found[f"error of class {c}"]["verdict"], "impossible")
            self.assertEqual(found[f"error of class {c}"]["rows"], 0)
            self.assertIn("a loader of its own", found[f"error of class {c}"]["reason"])
        facts = _certify.records(problem, loader(DATA, 64), 0.05, None, "automatic")
        self.assertEqual(facts[0]["no_bound"], {"cause": "no_rows_given", "numbers": [1]})
        self.assertEqual(found["norm"]["verdict"], "certified")
        others = people(300, seed=9)
        x, y, _ = (t.to(DEVICE) for t in others.tensors)
        given = {"objective": loader(DATA, 64), "error of class 1": loader(others, 50)}
        found = by_name(alcole.torch.certify(problem, given))
        with torch.no_grad():
            wrong = (net(x).argmax(1) != y).double()
        for c in (0, 1):
            self.assertEqual(found[f"error of class {c}"]["rows"], int((y == c).sum()))
            self.assertAlmostEqual(found[f"error of class {c}"]["estimate"], float(wrong[y == c].mean()), places=9)
        with self.assertRaisesRegex(ValueError, "no constraint 'error'"):
            alcole.torch.certify(problem, {"error": loader(others)})
        with self.assertRaisesRegex(ValueError, "shares its loader"):
            alcole.torch.certify(problem, {f"error of class {c}": loader(others) for c in (0, 1)})

    def test_held_out_rows_of_a_loader_of_its_own(self):
        x, y = torch.randn(40, 4), torch.randint(2, (40,))
        own, others = torch.utils.data.TensorDataset(x, y), people(300, seed=9)
        for given, known in ((loader(DATA), False), ({"objective": loader(DATA), "elsewhere": loader(others)}, True)):
            net = network()
            problem = alcole.torch.Problem(net, [risks.Loss(), risks.Loss(bound=0.9, name="elsewhere", loader=loader(own))])
            result = alcole.torch.train(problem, loader(people()), torch.optim.Adam(net.parameters(), 1e-2), epochs=2,
                                        held_out=given)
            verdict, = records(result.verdicts)
            with torch.no_grad():
                x, y, _ = (t.to(DEVICE) for t in others.tensors)
                wanted = torch.nn.functional.cross_entropy(net(x), y).item()
            if known:
                self.assertAlmostEqual(verdict["held_out_risk"], wanted, places=5)
            else:
                self.assertIsNone(result.held_out[1])
            self.assertIsNotNone(result.held_out[0])
            result.certify(given, ranges={"elsewhere": (0, 9)})
            said = result.explain()
            self.assertEqual("The 400 held-out rows say nothing about 'elsewhere'." in said, not known, said)
            self.assertEqual("'elsewhere' has no bound: no rows were given for it, and it has a loader of its own" in said, not known,
                             said)

    def test_the_places_of_a_sequence_are_one_draw(self):
        rows, places = 20, 50
        x, y = torch.randn(rows, places, 4).to(DEVICE), (torch.rand(rows, 1) < 0.5).long().expand(rows, places).to(DEVICE)
        net, older = Everywhere(1).to(DEVICE), Everywhere(2).to(DEVICE)
        problem = alcole.torch.Problem(net, [risks.Loss(), risks.Loss(bound=0.9, name="tokens"),
                                             risks.Counterfactual({"turned": lambda x: -x, "same": lambda x: x}, 0.5),
                                             risks.Robust(lambda net, x, y: x + 0.1, 0.9), risks.Agreement(older, 0.5)])
        ranges = {name: (0, 9) for name in problem.names}
        found = by_name(alcole.torch.certify(problem, [(x[:8], y[:8]), (x[8:], y[8:])], ranges=ranges))
        with torch.no_grad():
            losses = torch.nn.functional.cross_entropy(net(x).flatten(0, 1), y.reshape(-1), reduction="none").view(rows, places)
            turned = risks.divergence(net(x), net(-x))
        for name, values in (("tokens", losses), ("turned", turned)):
            values = values.mean(1).double().cpu().numpy()
            _, low, high = _native.mean_bounds(values, 0.0, 9.0, False, 0.05 / 5, "automatic")
            self.assertAlmostEqual(found[name]["low"], low, places=5)
            self.assertAlmostEqual(found[name]["high"], high, places=5)
        self.assertEqual({row["rows"] for row in found.values()}, {rows})

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
