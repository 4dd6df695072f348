"""The same work in PyTorch, as well as a user would write it by hand: all counterfactuals stacked into one forward pass,
one logit, the augmented Lagrangian, and Adam for the mini-batch step. Reads the table as CSV, prints one line per number
of threads:  THREADS FULL_MS STEP_MS.   Usage: torch_peer.py FILE.csv"""

import csv
import sys
import time

import torch

F = torch.nn.functional
NUMBERS = ["age", "priors_count", "juv_fel_count", "juv_misd_count", "juv_other_count"]
BOUND, ALPHA, BATCH = 1e-3, 2000.0, 256

rows = list(csv.DictReader(open(sys.argv[1])))
n = len(rows)
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
stacked = torch.stack([encode(s, r) for s, r in variants])  # variants x rows x inputs
m, inputs = len(variants) - 1, stacked.shape[2]
lam = torch.full((m,), 0.1)

torch.manual_seed(0)
net = torch.nn.Sequential(torch.nn.Linear(inputs, 64), torch.nn.Sigmoid(), torch.nn.Linear(64, 64), torch.nn.Sigmoid(),
                          torch.nn.Linear(64, 1))
adam = torch.optim.Adam(net.parameters(), lr=1e-6)


def gradient(x, y):
    s = net(x.reshape(-1, inputs)).view(m + 1, -1)
    plus = F.softplus(s)
    loss = (plus[0] - y * s[0]).mean()
    risk = (torch.sigmoid(s[0]) * (s[0] - s[1:]) + plus[1:] - plus[0]).mean(1) - BOUND
    value = loss + ALPHA / 4 * (torch.clamp(2 * risk + lam / ALPHA, min=0) ** 2 - (lam / ALPHA) ** 2).sum()
    net.zero_grad(set_to_none=True)
    value.backward()


def step():
    chosen = torch.randint(n, (BATCH,))
    gradient(stacked[:, chosen], label[chosen])
    adam.step()


def median(work, repeats):
    for _ in range(3):
        work()
    times = []
    for _ in range(repeats):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return sorted(times)[len(times) // 2]


for threads in (1, 2):
    torch.set_num_threads(threads)
    full = median(lambda: gradient(stacked, label), 21)
    print(threads, full * 1e3, median(step, 201) * 1e3, flush=True)
