"""The network of the study (docs/study.md) as a torch module, on COMPAS or its twin: the tabular engine's risks,
gradients and verdicts at the same weights, and the same verdicts if PyTorch trains it.    Usage: torch_study.py
WRITE_STUDY"""

import csv
import json
import subprocess
import sys
import tempfile
import unittest

from torch_bodies import torch

import alcole.torch
from alcole.torch import risks
from alcole.torch._solve import _Flat

WRITE_STUDY = sys.argv.pop(1) if len(sys.argv) > 1 else ""


def encoded(rows, names):
    """A matrix with one column per input: numbers standardised, words as 0 and 1."""
    columns = []
    for name in names:
        feature, equals, level = name.partition(" = ")
        if equals:
            columns.append(torch.tensor([float(row[feature] == level) for row in rows], dtype=torch.float64))
        else:
            values = torch.tensor([float(row[name]) for row in rows], dtype=torch.float64)
            columns.append((values - values.mean()) / values.std(unbiased=False))
    return torch.stack(columns, 1)


def change_of(constraint, names):
    """What "sex flipped" and "race := Other" do to inputs."""
    feature, becomes, level = constraint.removesuffix(" flipped").partition(" := ")
    columns = [k for k, name in enumerate(names) if name.startswith(feature + " = ")]

    def change(x):
        z = x.clone()
        z[:, columns] = 0 if becomes else 1 - x[:, columns]
        if becomes:
            z[:, names.index(f"{feature} = {level}")] = 1
        return z

    return change


def transposed(theta, parameters):
    """The module's weights with each matrix transposed, as the engine stores them."""
    parts = theta.split([p.numel() for p in parameters])
    return torch.cat([part.view_as(p).t().reshape(-1) for part, p in zip(parts, parameters)])


@unittest.skipUnless(WRITE_STUDY, "no WRITE_STUDY was given")
class Study(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([WRITE_STUDY, folder], check=True)
            with open(folder + "/people.csv") as file:
                rows = list(csv.DictReader(file))
            with open(folder + "/study.json") as file:
                cls.study = json.load(file)
        print(f"{len(rows)} people of {cls.study['data']}")
        y = torch.tensor([int(row[cls.study["target"]]) for row in rows])
        cls.data = torch.utils.data.TensorDataset(encoded(rows, cls.study["inputs"]), y)
        cls.cases = {case["name"]: case for case in cls.study["cases"]}

    def problem(self, case, dtype):
        """With the weights of a case, whose matrices are transposed."""
        study, at, layers = self.study, 0, []
        sizes = [len(study["inputs"])] + study["hidden"] + [1]
        theta = torch.tensor(case["theta"], dtype=dtype)
        for i, o in zip(sizes, sizes[1:]):
            layer = torch.nn.Linear(i, o, dtype=dtype)
            layer.weight.data = theta[at:at + i * o].view(i, o).t().contiguous()
            layer.bias.data = theta[at + i * o:at + i * o + o].clone()
            layers += [layer, torch.nn.Sigmoid()]
            at += i * o + o
        maps = {name: change_of(name, study["inputs"]) for name in study["constraints"]}
        return alcole.torch.Problem(torch.nn.Sequential(*layers[:-1]),
                                    [risks.Loss(), risks.Counterfactual(maps, study["bound"])],
                                    forward=lambda net, x: net(x.to(dtype)))

    def verdicts(self, slacks):
        return [alcole._native.verdict(slack, None, self.study["bound"], False) for slack in slacks]

    def test_the_same_risks_gradients_and_verdicts(self):
        for case in self.cases.values():
            with self.subTest(case["name"]):
                problem = self.problem(case, torch.float64)
                flat = _Flat(problem, torch.utils.data.DataLoader(self.data, batch_size=1000))
                found = flat.risks(torch.cat([p.detach().reshape(-1) for p in problem.parameters]).numpy())
                self.assertEqual(len(found), 1 + len(self.study["constraints"]))
                for a, b in zip(found, case["risks"]):
                    self.assertAlmostEqual(a, b, delta=1e-5 * max(abs(b), self.study["bound"]))
                self.assertEqual(self.verdicts(found[1:]), case["verdicts"])
                mine = transposed(torch.tensor(flat.pullback(case["weights"])), problem.parameters)
                wanted = torch.tensor(case["gradient"], dtype=torch.float64)
                self.assertLess(((mine - wanted).abs().max() / wanted.abs().max()).item(), 1e-5)

    def trained(self, method):
        torch.manual_seed(0)
        study, problem = self.study, self.problem(self.cases["start"], torch.float32)
        loader = torch.utils.data.DataLoader(self.data, batch_size=study["batch_rows"], shuffle=True)
        options = {"method": method, "dual.rule": "gradient", "dual.step": study["dual_step"], "scaling": "none",
                   "penalty.initial": study["penalty"], "penalty.schedule": "constant", "stochastic.estimate": "batch",
                   "stochastic.settle": False, "stochastic.evaluate_every": 2}
        return alcole.torch.train(problem, loader, torch.optim.Adam(problem.parameters, study["rate"]), options,
                                  epochs=study["epochs"], keep="last" if method == "unconstrained" else "best")

    def test_trained_it_has_the_same_verdicts(self):
        result, case = self.trained("augmented"), self.cases["augmented"]
        self.assertEqual(case["verdicts"], ["met"] * len(self.study["constraints"]))
        self.assertEqual(self.verdicts(result.slacks), case["verdicts"])
        self.assertAlmostEqual(result.objective, case["risks"][0], delta=0.02)

    def test_so_it_has_without_constraints(self):
        """Except for those that are near their bounds by chance."""
        result, case = self.trained("unconstrained"), self.cases["unconstrained"]
        bound = self.study["bound"]
        clear = [i for i, slack in enumerate(case["risks"][1:]) if not bound / 3 < slack + bound < 3 * bound]
        self.assertIn("not_met", [case["verdicts"][i] for i in clear])
        self.assertEqual([self.verdicts(result.slacks)[i] for i in clear], [case["verdicts"][i] for i in clear])
        self.assertAlmostEqual(result.objective, case["risks"][0], delta=0.02)


if __name__ == "__main__":
    unittest.main()
