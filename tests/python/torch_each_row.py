"""alcole.torch.train: a constraint on every row."""

import os
import tempfile
import unittest

from torch_bodies import DEVICE, loader, records, torch

import alcole.torch
from alcole.torch import risks


class Values(torch.nn.Module):
    """A number for each row."""

    def __init__(self, count):
        super().__init__()
        self.values = torch.nn.Embedding(count, 1)
        torch.nn.init.zeros_(self.values.weight)

    def forward(self, rows):
        return self.values(rows)[:, 0]


class EachRow(unittest.TestCase):
    """minimise the mean of (y_i - 1)^2 such that y_i <= b_i: the multiplier of row i is 2 max(0, 1 - b_i)."""

    COUNT = 2000

    def problem(self, net, bound):
        return alcole.torch.Problem(net, [risks.Loss(lambda out, y: (out - y) ** 2),
                                          risks.EachRow(self.COUNT, bound, function=lambda out, y: out, name="each")])

    def trained(self, net, bound, epochs=40, **more):
        rows = torch.arange(self.COUNT)
        data = torch.utils.data.TensorDataset(rows, torch.ones(self.COUNT), rows)
        # The gradient of a mean over 500 rows: a step of half of it to each of them.
        optimizer = torch.optim.SGD(net.parameters(), 500 / 4)
        return alcole.torch.train(self.problem(net, bound), loader(data, 500), optimizer, epochs=epochs, **more)

    def test_known_multipliers(self):
        bound = torch.linspace(0.2, 1.4, self.COUNT)
        net = Values(self.COUNT).to(DEVICE)
        result = self.trained(net, bound, keep="last")
        found = net.values.weight.detach()[:, 0].cpu()
        self.assertLess((found - bound.clamp(max=1)).abs().max().item(), 1e-2)
        wanted = 2 * (1 - bound).clamp(min=0)
        self.assertLess((result.row_multipliers["each"].cpu() - wanted).abs().max().item(), 5e-2)
        self.assertAlmostEqual(result.multipliers[0], wanted.mean().item(), delta=2e-2)
        worst = float((found - bound).max())
        self.assertAlmostEqual(result.slacks[0], worst, places=5)

    def test_the_worst_row_decides(self):
        net = Values(self.COUNT).to(DEVICE)
        result = self.trained(net, 0.5)
        self.assertTrue(result.met, result)
        self.assertEqual(result.iterate, "best")
        verdict, = records(result.verdicts)
        self.assertEqual((verdict["bound"], verdict["verdict"]), (0.5, "met"))
        self.assertAlmostEqual(verdict["risk"], float(net.values.weight.detach().max()), places=5)
        with torch.no_grad():
            net.values.weight[7] = 0.9  # one row is enough
        again = self.trained(net, 0.5, epochs=1, stop=lambda: True, keep="last")
        self.assertEqual([r["verdict"] for r in records(again.verdicts)], ["not_met"])
        self.assertAlmostEqual(again.slacks[0], 0.4, places=5)

    def test_only_rows_of_the_batch_are_touched(self):
        net = Values(self.COUNT).to(DEVICE)
        asked = [0]

        def stop():
            asked[0] += 1
            return asked[0] > 2

        with torch.no_grad():
            net.values.weight.fill_(1.0)
        result = self.trained(net, 0.5, stop=stop, keep="last")
        touched = result.row_multipliers["each"] > 0
        self.assertIn(result.counts["steps"], (1, 2))
        self.assertEqual(int(touched.sum()), 500 * result.counts["steps"])

    def test_stopping_and_going_on_changes_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "checkpoint")

            def once(most, resume):
                torch.manual_seed(3)
                asked = [0]

                def stop():
                    asked[0] += 1
                    return asked[0] > most

                net = Values(self.COUNT).to(DEVICE)
                return net, self.trained(net, 0.5, epochs=6, keep="last", checkpoint=file, resume=resume, stop=stop)

            whole, wanted = once(10 ** 9, False)
            once(9, False)
            again, found = once(10 ** 9, True)
            self.assertTrue(torch.equal(whole.values.weight, again.values.weight))
            self.assertTrue(torch.equal(wanted.row_multipliers["each"], found.row_multipliers["each"]))
            self.assertEqual(wanted.multipliers, found.multipliers)

    def test_refusals(self):
        net = Values(self.COUNT).to(DEVICE)
        with self.assertRaisesRegex(ValueError, "augmented Lagrangian"):
            self.trained(net, 0.5, options={"method": "penalty"})
        with self.assertRaisesRegex(ValueError, "train\\(\\) does"):
            alcole.torch.solve(self.problem(net, 0.5), [torch.zeros(1)])
        with self.assertRaisesRegex(ValueError, "objective"):
            alcole.torch.Problem(net, [risks.EachRow(3, 0.5)])


if __name__ == "__main__":
    unittest.main()
