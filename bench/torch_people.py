"""The table of the benchmarks as PyTorch tensors: every person and every counterfactual twin, stacked."""

import csv

import torch

F = torch.nn.functional
NUMBERS = ["age", "priors_count", "juv_fel_count", "juv_misd_count", "juv_other_count"]


def read(file):
    return list(csv.DictReader(open(file)))


def stack(rows):
    """(variants x rows x inputs, labels): the people as they are, sex flipped, race set to each group."""
    numbers = torch.tensor([[float(row[c]) for c in NUMBERS] for row in rows])
    numbers = (numbers - numbers.mean(0)) / numbers.std(0, unbiased=False)
    charge = F.one_hot(torch.tensor([int(row["c_charge_degree"] == "F") for row in rows]), 2).float()
    sex = torch.tensor([int(row["sex"] == "Male") for row in rows])
    races = sorted({row["race"] for row in rows})
    race = torch.tensor([races.index(row["race"]) for row in rows])
    label = torch.tensor([float(row["two_year_recid"]) for row in rows])

    def encode(s, r):
        return torch.cat([numbers, charge, F.one_hot(s, 2).float(), F.one_hot(r, len(races)).float()], 1)

    variants = [(sex, race), (1 - sex, race)] + [(sex, torch.full_like(race, k)) for k in range(len(races))]
    return torch.stack([encode(s, r) for s, r in variants]), label


def network(inputs):
    return torch.nn.Sequential(torch.nn.Linear(inputs, 64), torch.nn.Sigmoid(), torch.nn.Linear(64, 64), torch.nn.Sigmoid(),
                               torch.nn.Linear(64, 1))


def risks(net, x, y, bound):
    """The cross-entropy, and the mean divergence to each kind of twin minus the bound."""
    s = net(x.reshape(-1, x.shape[2])).view(x.shape[0], -1)
    plus = F.softplus(s)
    return (plus[0] - y * s[0]).mean(), (torch.sigmoid(s[0]) * (s[0] - s[1:]) + plus[1:] - plus[0]).mean(1) - bound
