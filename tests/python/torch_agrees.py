"""A network as a torch module with the ready-made risks, compared with the tabular engine: the same risks and
gradients, in batches, and the same verdicts.    Usage: torch_agrees.py WRITE_CASES"""

import csv
import glob
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from torch_bodies import torch

import alcole.torch
from alcole.torch import risks
from alcole.torch._solve import _Flat

WRITE_CASES = sys.argv.pop(1) if len(sys.argv) > 1 else ""
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "torch"))
import agree  # noqa: E402

COLOURS = ["red", "green", "blue"]


class WeightedLoss(risks.Risk):
    """The loss over weighted rows, with a penalty on the squares of the matrices."""

    names, bounds = ["loss"], [0.0]

    def __init__(self, l2):
        self.l2 = l2

    def parts(self, view):
        weight = view.batch[2]
        squares = sum((p ** 2).sum() for p in view.problem.parameters if p.dim() == 2)
        mean = (weight * risks.cross_entropy(view.outputs, view.targets)).sum() / weight.sum() + self.l2 / 2 * squares
        return mean.reshape(1), weight.sum().reshape(1)


class GroupLoss(risks.Risk):
    conditional = True

    def __init__(self, bound):
        self.names, self.bounds = [f"loss of {c}" for c in COLOURS], [bound] * 3
        self.matrix = [[1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0]]

    def parts(self, view):
        members = torch.stack([view.batch[4] == k for k in range(3)])
        return risks._means_over(risks.cross_entropy(view.outputs, view.targets), members)


class Odds(risks.Risk):
    """Women's mean probability minus men's, among those who repaid and among those who did not, in both directions."""

    conditional = True

    def __init__(self, bound):
        self.names, self.bounds = [f"odds {k}" for k in range(4)], [bound] * 4
        self.matrix = [[1.0, -1, 0, 0], [-1, 1.0, 0, 0], [0, 0, 1.0, -1], [0, 0, -1, 1.0]]

    def parts(self, view):
        sex, y = view.batch[3], view.targets
        members = torch.stack([(sex == s) & (y == label) for label in (1, 0) for s in (0, 1)])
        return risks._means_over(torch.softmax(view.logits, -1)[:, 1], members)


def module(case):
    sizes = [len(case["inputs"])] + case["hidden"] + [len(case["classes"]) if case["task"] == "multiclass" else 1]
    layers = []
    for w, b in agree.unpack(torch.tensor(case["theta"], dtype=torch.float64), sizes):
        layer = torch.nn.Linear(*w.shape).double()
        layer.weight.data, layer.bias.data = w.t().contiguous(), b.clone()
        layers += [layer, {"sigmoid": torch.nn.Sigmoid(), "gelu": torch.nn.GELU()}[case["activation"]]]
    return torch.nn.Sequential(*layers[:-1])


def becomes(names, feature, level):
    columns = [k for k, name in enumerate(names) if name.startswith(feature + " = ")]

    def change(x):
        z = x.clone()
        if level is None:  # the other one of two levels
            z[:, columns] = 1 - x[:, columns]
        else:
            z[:, columns] = 0
            z[:, names.index(f"{feature} = {level}")] = 1
        return z

    return change


def problem_of(case):
    changes = {"flip": becomes(case["inputs"], "sex", None)}
    changes.update({c: becomes(case["inputs"], "race", c) for c in COLOURS})
    parts = [WeightedLoss(case["l2"]), risks.Counterfactual(changes, 1e-3), GroupLoss(0.5)]
    return alcole.torch.Problem(module(case), parts + ([Odds(0.03)] if case["task"] == "binary" else []))


def data_of(case, rows):
    y = torch.tensor([case["classes"].index(row[case["target"]]) for row in rows])
    sex = torch.tensor([int(row["sex"] == "m") for row in rows])
    race = torch.tensor([COLOURS.index(row["race"]) for row in rows])
    return torch.utils.data.TensorDataset(agree.inputs(rows, case["inputs"]), y, agree.column(rows, "weight"), sex, race)


@unittest.skipUnless(WRITE_CASES, "no WRITE_CASES was given")
class Engine(unittest.TestCase):
    def test_risks_gradients_and_verdicts(self):
        checked = 0
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([WRITE_CASES, folder], check=True)
            with open(folder + "/table.csv") as file:
                rows = list(csv.DictReader(file))
            for name in sorted(glob.glob(folder + "/case*.json")):
                with open(name) as file:
                    case = json.load(file)
                if case["task"] == "regression" or case["activation"] not in ("sigmoid", "gelu") or not case["hidden"]:
                    continue
                checked += 1
                self.check(case, rows)
        self.assertEqual(checked, 8)

    def check(self, case, rows):
        problem = problem_of(case)
        loader = torch.utils.data.DataLoader(data_of(case, rows), batch_size=128)  # 700 rows: the last batch is short
        flat = _Flat(problem, loader)
        # The matrices of the module's layers are transposed: theta is taken from the module, not from the case.
        theta = torch.cat([p.detach().reshape(-1) for p in problem.parameters]).numpy()
        found = flat.risks(theta)
        self.assertEqual(len(found), len(case["risks"]))
        for a, b in zip(found, case["risks"]):
            self.assertAlmostEqual(a, b, delta=1e-5 * max(abs(b), 1e-2))
        self.assertEqual([a <= 0 for a in found[1:]], [b <= 0 for b in case["risks"][1:]])
        g, place, mine = torch.tensor(flat.pullback(case["weights"])), 0, []
        for p in problem.parameters:
            mine.append(g[place:place + p.numel()].view_as(p).t().reshape(-1) if p.dim() == 2 else g[place:place + p.numel()])
            place += p.numel()
        wanted = torch.tensor(case["gradient"], dtype=torch.float64)
        self.assertLess(((torch.cat(mine) - wanted).abs().max() / wanted.abs().max()).item(), 1e-5)


if __name__ == "__main__":
    unittest.main()
