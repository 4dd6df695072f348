"""alcole.torch with its defaults, compared with the solver's own defaults for mini-batches (a dual step of a tenth of
the penalty, weights from all data as of the last dual step): the objective of the best feasible iterate, for eight
combinations of module and constraints.

    PYTHONPATH=build/python python3 bench/torch_defaults.py        two minutes on one core
"""

import pathlib
import sys

import torch

import alcole.torch
from alcole.torch import risks

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path += [str(ROOT / "examples" / "torch"), str(ROOT / "tests" / "python")]
import coloured_digits  # noqa: E402
import sequences  # noqa: E402
from torch_bodies import flipped, network, people  # noqa: E402

SOLVERS_OWN = {"dual.step": 0.1, "stochastic.estimate": "full"}


def digits():
    images, labels, _ = coloured_digits.rendered(1500, agreement=0.97, seed=2)
    data = torch.utils.data.TensorDataset(images, labels)
    return coloured_digits.network(), data, [risks.Counterfactual(coloured_digits.recoloured, 0.01)], 3e-3, 30


def tokens():
    torch.manual_seed(1)
    data = torch.utils.data.TensorDataset(*sequences.sequences(1000, agreement=0.9, noise=0.2, seed=2))
    return sequences.Transformer(), data, [risks.Counterfactual(sequences.renamed, 0.01)], 5e-3, 30


def of_people(rows, epochs, constraint):
    return lambda: (network(), people(rows), [constraint], 1e-2, epochs)


CASES = {
    "digits, colour at most 0.01": digits,
    "sequences, name at most 0.01": tokens,
    "flip at most 0.001": of_people(600, 40, risks.Counterfactual(flipped, 1e-3)),
    "flip at most 0.01": of_people(2000, 30, risks.Counterfactual(flipped, 1e-2)),
    "flip at most 0.1": of_people(4000, 20, risks.Counterfactual(flipped, 1e-1)),
    "group rates within 0.05": of_people(2000, 30, risks.GroupRates(lambda batch: batch[0][:, 0].long(), [0, 1], 0.05)),
    "norm at most 4": of_people(2000, 30, risks.NormBudget(4.0)),
    "errors of classes at most 0.25": of_people(2000, 30, risks.ClassError([0, 1], 0.25)),
}


def trained(make, options):
    net, data, constraints, rate, epochs = make()
    torch.manual_seed(3)
    loader = torch.utils.data.DataLoader(data, batch_size=100, shuffle=True)
    problem = alcole.torch.Problem(net, [risks.Loss()] + constraints)
    result = alcole.torch.train(problem, loader, torch.optim.Adam(net.parameters(), rate), options, epochs=epochs)
    return f"{result.objective:8.4f}" if result.met else "  not met"


def main():
    torch.set_num_threads(1)
    print(f"{'':<32} no option set   the solver's own")
    for name, make in CASES.items():
        print(f"{name:<32} {trained(make, {}):>13} {trained(make, SOLVERS_OWN):>17}", flush=True)


if __name__ == "__main__":
    main()
