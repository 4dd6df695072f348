"""Checks the engine against PyTorch: the same table, read and encoded here, the same network and risks, written as a
user of PyTorch would. Usage: agree.py WRITE_CASES"""

import csv
import glob
import json
import math
import subprocess
import sys
import tempfile

import torch

torch.set_default_dtype(torch.float64)
F = torch.nn.functional
ACTIVATIONS = {"sigmoid": torch.sigmoid, "tanh": torch.tanh, "softplus": F.softplus, "gelu": F.gelu, "silu": F.silu,
               "relu": torch.relu}
NUMBERS = ["age", "debts"]


def column(rows, name):
    return torch.tensor([float(row[name]) for row in rows])


def standardised(values):
    return (values - values.mean()) / values.std(unbiased=False)


def inputs(rows, names, changed=None, word=None):
    """One dense matrix; with `changed`, that column contains `word` in every row."""
    columns = []
    for name in names:
        if name in NUMBERS:
            columns.append(standardised(column(rows, name)))
        else:
            feature, level = name.split(" = ")
            columns.append(torch.tensor([float((word if feature == changed else row[feature]) == level) for row in rows]))
    return torch.stack(columns, 1)


def unpack(theta, sizes):
    layers, at = [], 0
    for i, o in zip(sizes, sizes[1:]):
        layers.append((theta[at:at + i * o].view(i, o), theta[at + i * o:at + i * o + o]))
        at += i * o + o
    return layers


def risks(case, rows, theta):
    outputs = len(case["classes"]) if case["task"] == "multiclass" else 1
    layers = unpack(theta, [len(case["inputs"])] + case["hidden"] + [outputs])

    def score(x):
        for w, b in layers[:-1]:
            x = ACTIVATIONS[case["activation"]](x @ w + b)
        return x @ layers[-1][0] + layers[-1][1]

    s = score(inputs(rows, case["inputs"]))
    weight = column(rows, "weight")
    if case["task"] == "regression":
        y = column(rows, case["target"])
        spread = y.std(unbiased=False)
        loss = (y.mean() + spread * s[:, 0] - y) ** 2
    else:
        y = torch.tensor([case["classes"].index(row[case["target"]]) for row in rows])
        logits = torch.cat([torch.zeros_like(s), s], 1) if outputs == 1 else s
        loss = F.cross_entropy(logits, y, reduction="none")

    def divergence(t):
        if case["task"] == "regression":
            return (s - t)[:, 0] ** 2 / 2
        other = torch.cat([torch.zeros_like(t), t], 1) if outputs == 1 else t
        return F.kl_div(F.log_softmax(other, 1), F.log_softmax(logits, 1), log_target=True, reduction="none").sum(1)

    def counterfactual(feature, change):
        x = inputs(rows, case["inputs"], feature, None)
        for k, name in enumerate(case["inputs"]):
            if name.startswith(feature + " = "):
                level = name.split(" = ")[1]
                x[:, k] = torch.tensor([float(change(row[feature]) == level) for row in rows])
        return divergence(score(x)).mean() - 1e-3

    def group(feature, level):
        return torch.tensor([row[feature] == level for row in rows])

    values = [(weight * loss).sum() / weight.sum() + case["l2"] / 2 * sum((w ** 2).sum() for w, _ in layers)]
    values.append(counterfactual("sex", lambda word: "m" if word == "f" else "f"))
    for level in ["red", "green", "blue"]:
        values.append(counterfactual("race", lambda word, level=level: level))
    for level in ["red", "green", "blue"]:
        values.append(loss[group("race", level)].mean() - 0.5)
    if case["task"] == "binary":
        p = torch.sigmoid(s[:, 0])
        for label in [1, 0]:
            gap = p[group("sex", "f") & (y == label)].mean() - p[group("sex", "m") & (y == label)].mean()
            values += [gap - 0.03, -gap - 0.03]
    return torch.stack(values)


def check(file, rows):
    case = json.load(open(file))
    theta = torch.tensor(case["theta"], requires_grad=True)
    values = risks(case, rows, theta)
    (torch.tensor(case["weights"]) * values).sum().backward()
    found, gradient = torch.tensor(case["risks"]), torch.tensor(case["gradient"])
    assert found.shape == values.shape, (file, found.shape, values.shape)
    value_error = ((found - values).abs() / values.abs().clamp(min=1e-2)).max().item()
    gradient_error = ((gradient - theta.grad).abs().max() / theta.grad.abs().max()).item()
    limit = 1e-5 if case["single"] else 1e-11
    good = value_error < limit and gradient_error < limit and not math.isnan(value_error + gradient_error)
    print(f"{case['task']:10} {case['activation'] if case['hidden'] else 'linear':8} "
          f"{'float' if case['single'] else 'double':6} risks {value_error:.1e} gradient {gradient_error:.1e}"
          f"{'' if good else '   DIFFERS'}")
    return good


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.argv[1], folder], check=True)
        rows = list(csv.DictReader(open(folder + "/table.csv")))
        files = sorted(glob.glob(folder + "/case*.json"))
        results = [check(file, rows) for file in files]
    assert len(results) == 39, len(results)
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
