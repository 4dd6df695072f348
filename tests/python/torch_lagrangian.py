"""The method in one's own loop, a multiplier for each row, and all data in every step."""

import io
import random
import unittest

from torch_bodies import DEVICE, flipped, loader, network, people, torch

import alcole.torch
from alcole import _native
from alcole.torch import risks


def own_loop(lagrangian, net, optimizer, batches):
    for x, y, _ in batches:
        x, y = x.to(DEVICE), y.to(DEVICE)
        optimizer.zero_grad()
        out = net(x)
        loss = torch.nn.functional.cross_entropy(out, y)
        lagrangian(torch.stack([loss, risks.divergence(out, net(flipped(x))).mean()])).backward()
        optimizer.step()
        lagrangian.step()


class OwnLoop(unittest.TestCase):
    def test_meets_its_bound(self):
        net = network()
        lagrangian = alcole.torch.Lagrangian(net, ["flip"], [1e-3], every=3, options={"dual.step": 0.5})
        optimizer = torch.optim.Adam(net.parameters(), 1e-2)
        for _ in range(100):
            own_loop(lagrangian, net, optimizer, loader(people()))
        self.assertEqual(len(lagrangian.trace), 100 * 6 // 3)
        self.assertGreater(lagrangian.multipliers["flip"], 0.1)
        late = [record["risks"][1] for record in lagrangian.trace[-10:]]
        self.assertLess(sum(late) / 10, 5e-4)
        self.assertGreater(max(record["risks"][1] for record in lagrangian.trace), 5e-3)

    def test_going_on_from_a_state_changes_nothing(self):
        batches = list(loader(people(), shuffle=False))

        def begin():
            net = network()
            return net, alcole.torch.Lagrangian(net, ["flip"], [1e-3], every=4), torch.optim.Adam(net.parameters(), 1e-2)

        net, lagrangian, optimizer = begin()
        own_loop(lagrangian, net, optimizer, batches * 10)
        first, before, first_optimizer = begin()
        own_loop(before, first, first_optimizer, (batches * 10)[:22])  # in the middle of a window
        file = io.BytesIO()
        torch.save([first.state_dict(), before.state_dict(), first_optimizer.state_dict()], file)
        file.seek(0)
        states = torch.load(file)
        again, after, second_optimizer = begin()
        for one, state in zip((again, after, second_optimizer), states):
            one.load_state_dict(state)
        own_loop(after, again, second_optimizer, (batches * 10)[22:])
        self.assertEqual(after.multipliers, lagrangian.multipliers)
        for a, b in zip(net.parameters(), again.parameters()):
            self.assertTrue(torch.equal(a, b))

    def test_settles(self):
        net = torch.nn.Linear(1, 1, bias=False).to(DEVICE)
        x = torch.ones(1, 1, device=DEVICE)
        optimizer = torch.optim.SGD(net.parameters(), 0.05)
        lagrangian = alcole.torch.Lagrangian(net, ["wall"], [1.0], every=10)
        for _ in range(9000):
            optimizer.zero_grad()
            lagrangian(torch.stack([((net(x) - 2) ** 2).mean(), net(x).mean()])).backward()
            optimizer.step()
            lagrangian.step()
            if lagrangian.settled:
                break
        self.assertTrue(lagrangian.settled, lagrangian.message)
        self.assertAlmostEqual(lagrangian.multipliers["wall"], 2.0, delta=0.05)

    def test_gradients_are_measured_where_they_are_a_scale(self):
        for scaling, some in (("none", False), ("gradient", True), ("automatic", True)):
            net = network()
            lagrangian = alcole.torch.Lagrangian(net, ["flip"], [1e-3], every=3, options={"scaling": scaling})
            own_loop(lagrangian, net, torch.optim.SGD(net.parameters(), 0.1), list(loader(people())) * 3)
            self.assertEqual(bool(lagrangian._holder.sizes), some, scaling)
            self.assertEqual(lagrangian.status, "running")

    def test_refusals(self):
        net = network()
        lagrangian = alcole.torch.Lagrangian(net, ["a"], [0.0])
        with self.assertRaisesRegex(ValueError, r"must have the shape \(2,\), not \(3,\)"):
            lagrangian(torch.zeros(3))
        with self.assertRaisesRegex(ValueError, "at least 1"):
            alcole.torch.Lagrangian(net, ["a"], [0.0], every=0)
        with self.assertRaisesRegex(ValueError, "never from all data"):
            alcole.torch.Lagrangian(net, ["a"], [0.0], options={"stochastic.estimate": "full"})


class PerSample(unittest.TestCase):
    def test_multipliers_move_as_the_solvers_do(self):
        draw = random.Random(2)
        each = alcole.torch.PerSample(50, 0.3, penalty=2.0, step=0.7, device=DEVICE, dtype=torch.float64)
        each.multipliers.copy_(torch.tensor([draw.random() for _ in range(50)]))
        before = each.multipliers.tolist()
        index = torch.tensor([3, 17, 40, 8], device=DEVICE)
        values = torch.tensor([draw.gauss(0, 1) for _ in index], dtype=torch.float64, device=DEVICE, requires_grad=True)
        each(values, index).backward()
        each.step()
        after = each.multipliers.tolist()
        for i in range(50):
            if i not in index.tolist():
                self.assertEqual(after[i], before[i])
        for k, i in enumerate(index.tolist()):
            l = values[k].item() - 0.3
            self.assertAlmostEqual(after[i], _native.raised(l, before[i], 2.0, 0.7), places=12)
            _, w = _native.weights("augmented", [False], [0.0, l], [before[i]], [2.0], [0.0])
            self.assertAlmostEqual(values.grad[k].item(), w[1] / len(index), places=12)

    def test_a_row_that_is_there_twice(self):
        """The order of a batch makes no difference."""
        index = torch.tensor([2, 0, 2, 2], device=DEVICE)
        values = torch.tensor([0.1, 0.5, 0.7, -0.3], device=DEVICE)
        for order in ([0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 0, 1]):
            each = alcole.torch.PerSample(3, device=DEVICE)
            each(values[order], index[order])
            each.step()
            for found, wanted in zip(each.multipliers.tolist(), [0.5, 0.0, 0.7]):
                self.assertAlmostEqual(found, wanted, places=6)

    def test_a_million_constraints(self):
        """Every y_i of a million variables must be at most its own bound while it is pulled towards 1."""
        count = 10 ** 6
        y = torch.zeros(count, device=DEVICE, requires_grad=True)
        bound = torch.linspace(0.2, 1.4, count, device=DEVICE)
        each = alcole.torch.PerSample(count, bound, penalty=1.0, step=2.0, device=DEVICE)
        for _ in range(12):
            for index in torch.arange(count, device=DEVICE).split(250000):
                part = y[index]
                scale = len(index)
                (((part - 1) ** 2).sum() + scale * each(part, index)).backward()
                with torch.no_grad():
                    y -= 0.25 * y.grad
                    y.grad.zero_()
                each.step()
        self.assertLess((y.detach() - torch.minimum(bound, torch.ones_like(bound))).abs().max().item(), 2e-2)
        wanted = 2 * (1 - bound).clamp(min=0)
        self.assertLess((each.multipliers - wanted).abs().max().item(), 0.1)

    def test_refusals(self):
        each = alcole.torch.PerSample(5)
        with self.assertRaisesRegex(ValueError, "same length"):
            each(torch.zeros(3), torch.zeros(2, dtype=torch.long))
        with self.assertRaisesRegex(ValueError, "3 bounds for 5 rows"):
            alcole.torch.PerSample(5, [1, 2, 3])


class AllData(unittest.TestCase):
    def test_converges(self):
        """A logistic regression: solve() finds the answer and its price accurately, and train() comes close."""
        data = people(300)

        def linear():
            torch.manual_seed(0)
            return torch.nn.Linear(4, 2).to(DEVICE, torch.float64)

        def problem(net):
            return alcole.torch.Problem(net, [risks.Loss(), risks.Counterfactual(flipped, 1e-2, name="flip")],
                                        forward=lambda net, x: net(x.double()))

        net = linear()
        answer = alcole.torch.solve(problem(net), loader(data, 128), tolerance__stationarity=1e-5)
        self.assertEqual(answer.status, "converged")
        self.assertLess(abs(answer.risks[1]), 1e-6)
        price = answer.multipliers[0]
        near = linear()
        found = alcole.torch.train(problem(near), loader(data, 50), torch.optim.Adam(near.parameters(), 1e-2),
                                   {"stochastic.dual_every": 3}, epochs=60)
        self.assertAlmostEqual(found.objective, answer.risks[0], delta=5e-3)
        self.assertAlmostEqual(found.multipliers[0], price, delta=0.35 * price)


if __name__ == "__main__":
    unittest.main()
