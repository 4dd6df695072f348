"""The ready-made risks compared with formulas written row by row: on batches, over groups that a batch lacks, from
several loaders."""

import contextlib
import math
import unittest

from torch_bodies import DEVICE, flipped, loader, network, people, torch

import alcole.torch
from alcole.torch import risks
from alcole.torch._device import risks_from
from alcole.torch._holder import evaluate
from alcole.torch._ranks import Ranks

DATA = people(160)
X, Y, ROW = (t.to(DEVICE) for t in DATA.tensors)


def group(batch):
    return batch[0][:, 0].long()


def probabilities(net):
    with torch.no_grad():
        return torch.softmax(net(X), 1).tolist()


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def of_all_data(problem):
    """From many batches: the risks, then the strict ones."""
    return risks_from(problem, totals(problem).sums)


def totals(problem):
    return evaluate(problem, [loader(DATA, 37)] + problem.loaders, Ranks(problem.net), contextlib.nullcontext)


def measured(problem):
    """From one batch of all rows, and from many."""
    found = problem.measure([(X, Y, ROW)], strict=True)
    return problem.risks_of(found.means.detach(), found.counts).tolist(), of_all_data(problem)


class ReadyMade(unittest.TestCase):
    def agree(self, problem, wanted, strict=None):
        one, many = measured(problem)
        for found in (one, many[0]):
            for a, b in zip(found, wanted):
                self.assertAlmostEqual(a, b, places=5)
        self.assertEqual(len(one), len(wanted))
        if strict is not None:
            for a, b in zip(many[1][1:], strict):
                self.assertAlmostEqual(a, b, places=5)

    def loss(self, p):
        return -mean(math.log(p[i][int(Y[i])]) for i in range(len(p)))

    def test_a_bound_on_every_row(self):
        net = network()
        bounds = [0.2 + 0.01 * i for i in range(len(DATA))]
        problem = alcole.torch.Problem(net, [risks.Loss(), risks.EachRow(len(DATA), bounds)])
        p = probabilities(net)
        worst = max(-math.log(p[i][int(Y[i])]) - bounds[i] for i in range(len(p)))
        self.assertAlmostEqual(totals(problem).worst[0], worst, places=5)

    def test_counterfactual(self):
        net = network()
        p = probabilities(net)
        with torch.no_grad():
            q = torch.softmax(net(flipped(X)), 1).tolist()
        kl = mean(sum(a * math.log(a / b) for a, b in zip(pi, qi)) for pi, qi in zip(p, q))
        problem = alcole.torch.Problem(net, [risks.Loss(), risks.Counterfactual({"flip": flipped, "same": lambda x: x}, 0.01)])
        self.agree(problem, [self.loss(p), kl - 0.01, -0.01])
        self.assertEqual(problem.names, ["flip", "same"])

    def test_one_logit_is_two_classes(self):
        net = network(outputs=1)
        with torch.no_grad():
            p = [[1 - v, v] for v in torch.sigmoid(net(X)[:, 0]).tolist()]
        self.agree(alcole.torch.Problem(net, [risks.Loss()]), [self.loss(p)])

    def test_group_rates(self):
        net = network()
        p = probabilities(net)
        for given in (None, 1):
            rows = [i for i in range(len(p)) if given is None or int(Y[i]) == given]
            rate = {}
            for strict in (False, True):
                for who in (0, 1, None):
                    values = [p[i][1] if not strict else float(p[i][1] > p[i][0]) for i in rows
                              if who is None or int(X[i, 0]) == who]
                    rate[strict, who] = mean(values)
            gaps = {s: [side * (rate[s, g] - rate[s, None]) - 0.05 for g in (0, 1) for side in (1, -1)] for s in (False, True)}
            problem = alcole.torch.Problem(net, [risks.Loss(), risks.GroupRates(group, [0, 1], 0.05, given=given)])
            self.agree(problem, [self.loss(p)] + gaps[False], gaps[True])

    def test_a_group_that_is_not_there_says_nothing(self):
        net = network()
        problem = alcole.torch.Problem(net, [risks.Loss(), risks.GroupRates(group, [0, 1], 0.05)])
        men = X[:, 0] == 1
        found = problem.measure([(X[men], Y[men], ROW[men])])
        l = problem.risks_of(found.means, found.counts)
        self.assertEqual(l[1:3].tolist(), [0.0, 0.0])
        self.assertNotEqual(l[3].item(), 0.0)
        slopes = torch.autograd.grad(l[1], problem.parameters, retain_graph=True)
        self.assertEqual(max(g.abs().max().item() for g in slopes), 0.0)

    def test_error_of_each_class(self):
        net = network()
        p = probabilities(net)
        wanted = [mean(1 - p[i][c] for i in range(len(p)) if int(Y[i]) == c) - 0.2 for c in (0, 1)]
        strict = [mean(float(p[i][c] <= p[i][1 - c]) for i in range(len(p)) if int(Y[i]) == c) - 0.2 for c in (0, 1)]
        self.agree(alcole.torch.Problem(net, [risks.Loss(), risks.ClassError([0, 1], 0.2)]), [self.loss(p)] + wanted, strict)

    def test_robustness(self):
        net = network()
        p = probabilities(net)
        plain = risks.Robust(lambda net, x, y: x + 0.1, 0.5, name="shifted")
        attacked = risks.Robust(risks.fast_gradient(0.1), 0.5, name="attacked")
        problem = alcole.torch.Problem(net, [risks.Loss(), plain, attacked])
        with torch.no_grad():
            shifted = torch.nn.functional.cross_entropy(net(X + 0.1), Y).item()
        one, _ = measured(problem)
        self.assertAlmostEqual(one[1], shifted - 0.5, places=5)
        self.assertGreater(one[2], self.loss(p) - 0.5)  # an attack raises the loss

    def test_budgets(self):
        net = network()
        weights = torch.cat([p.detach().reshape(-1) for p in net.parameters()]).tolist()
        problem = alcole.torch.Problem(net, [risks.Loss(), risks.NormBudget(3.0), risks.SparsityBudget(0.5, 0.1)])
        smooth = mean(1 - math.exp(-abs(w) / 0.1) for w in weights)
        norm = sum(w * w for w in weights)
        self.agree(problem, [self.loss(probabilities(net)), norm - 3, smooth - 0.5],
                   [norm - 3, mean(float(abs(w) > 0.1) for w in weights) - 0.5])

    def test_agreement_with_an_older_module(self):
        net, older = network(), network(seed=7)
        p, q = probabilities(net), probabilities(older)
        kl = mean(sum(b * math.log(b / a) for a, b in zip(pi, qi)) for pi, qi in zip(p, q))
        self.agree(alcole.torch.Problem(net, [risks.Loss(), risks.Agreement(older, 0.1)]), [self.loss(p), kl - 0.1])

    def test_a_loader_of_its_own(self):
        """The constraint is about other rows than the objective."""
        net, others = network(), people(90, seed=8)
        constraint = risks.Loss(bound=0.4, name="elsewhere", loader=loader(others, 30, shuffle=False))
        problem = alcole.torch.Problem(net, [risks.Loss(), constraint])
        with torch.no_grad():
            x, y, _ = (t.to(DEVICE) for t in others.tensors)
            elsewhere = torch.nn.functional.cross_entropy(net(x), y).item()
        many = of_all_data(problem)
        self.assertAlmostEqual(many[0][0], self.loss(probabilities(net)), places=5)
        self.assertAlmostEqual(many[0][1], elsewhere - 0.4, places=5)
        result = alcole.torch.train(problem, loader(DATA, 40), torch.optim.Adam(net.parameters(), 1e-2), epochs=5, keep="last")
        self.assertEqual(result.names, ["elsewhere"])
        with torch.no_grad():
            after = torch.nn.functional.cross_entropy(net(x), y).item()
        self.assertAlmostEqual(result.slacks[0], after - 0.4, places=5)
        self.assertAlmostEqual(result.objective, self.loss(probabilities(net)), places=5)

    def test_a_loader_of_its_own_moves_theta(self):
        """Rows with reversed labels: only a step that sees them can meet the bound."""
        net = network()
        x, y, _ = people(90, seed=8).tensors
        turned = torch.utils.data.TensorDataset(x + 6, 1 - y)
        constraint = risks.Loss(bound=0.65, name="elsewhere", loader=loader(turned, 30))
        free = network()
        alcole.torch.train(alcole.torch.Problem(free, [risks.Loss()]), loader(DATA, 40),
                           torch.optim.Adam(free.parameters(), 1e-2), epochs=30)
        result = alcole.torch.train(alcole.torch.Problem(net, [risks.Loss(), constraint]), loader(DATA, 40),
                                    torch.optim.Adam(net.parameters(), 1e-2), epochs=60)
        with torch.no_grad():
            before = torch.nn.functional.cross_entropy(free((x + 6).to(DEVICE)), (1 - y).to(DEVICE)).item()
        self.assertGreater(before, 1.0)
        self.assertTrue(result.met, result)

    def test_all_maps_at_once(self):
        """Like a dictionary of maps, in fewer operations."""
        net = network()
        maps = {f"column {k}": lambda x, k=k: torch.cat([x[:, :k], torch.ones_like(x[:, :1]), x[:, k + 1:]], 1) for k in range(4)}
        here = torch.eye(4, dtype=torch.bool, device=DEVICE)[:, None]
        together = risks.Counterfactual(lambda x: torch.where(here, torch.ones_like(x), x), 0.01, names=list(maps))
        found, slopes = [], []
        for constraint in (risks.Counterfactual(maps, 0.01), together):
            problem = alcole.torch.Problem(net, [risks.Loss(), constraint])
            l = problem.risks_of(problem.measure([(X, Y, ROW)]).means)
            found.append((problem.names, l.tolist()))
            slopes.append(torch.autograd.grad(l.sum(), problem.parameters))
        self.assertEqual(*found)
        for a, b in zip(*slopes):
            self.assertLess((a - b).abs().max().item(), 1e-6)
        wrong = alcole.torch.Problem(net, [risks.Loss(), risks.Counterfactual(flipped, 0.01, names=["a", "b"])])
        with self.assertRaisesRegex(ValueError, r"of the shape \(2, 160, ...\), and gave \(160, 4\)"):
            wrong.measure([(X, Y, ROW)])

    def test_a_mapping_with_labels(self):
        """As in loaders and models of Hugging Face: keywords in, an object with logits out."""
        net = network()

        class Answer:
            def __init__(self, logits):
                self.logits = logits

        class Model(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.inner, self.asked = net, 0

            def forward(self, features, mask):
                self.asked += 1
                return Answer(self.inner(features) * mask)

        model = Model()
        turned = risks.Counterfactual(lambda inputs: {**inputs, "features": flipped(inputs["features"])}, 0.01, name="flip")
        problem = alcole.torch.Problem(model, [risks.Loss(), turned])
        batch = {"features": X, "labels": Y, "mask": torch.ones(len(X), 1, device=DEVICE)}
        found = problem.risks_of(problem.measure([batch]).means).tolist()
        plain = alcole.torch.Problem(net, [risks.Loss(), risks.Counterfactual(flipped, 0.01)])
        for a, b in zip(found, plain.risks_of(plain.measure([(X, Y)]).means).tolist()):
            self.assertAlmostEqual(a, b, places=6)
        self.assertEqual(model.asked, 1)
        result = alcole.torch.train(problem, [batch], torch.optim.Adam(model.parameters(), 1e-2), epochs=2)
        self.assertEqual(result.counts["steps"], 2)

    def test_stacked_or_one_after_the_other(self):
        net = network()
        slopes = []
        for stack in (True, False):
            problem = alcole.torch.Problem(net, [risks.Loss(), risks.Counterfactual(flipped, 0.01)], stack=stack)
            l = problem.risks_of(problem.measure([(X, Y, ROW)]).means)
            slopes.append(torch.autograd.grad(l.sum(), problem.parameters))
        for a, b in zip(*slopes):
            self.assertLess((a - b).abs().max().item(), 1e-6)

    def test_sums_and_counts_from_a_function(self):
        net = network()

        def both(batch):
            x, y = batch[0], batch[1]
            loss = torch.nn.functional.cross_entropy(net(x), y, reduction="none")
            woman = (x[:, 0] == 0).float()
            return torch.stack([loss.sum(), (loss * woman).sum()]), torch.stack([torch.ones_like(loss).sum(), woman.sum()])

        p = probabilities(net)
        women = [i for i in range(len(p)) if float(X[i, 0]) == 0]
        self.agree(alcole.torch.Problem(net, both, ["women"], [0.5]),
                   [self.loss(p), -mean(math.log(p[i][int(Y[i])]) for i in women) - 0.5])


if __name__ == "__main__":
    unittest.main()
