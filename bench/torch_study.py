"""One training of the study in PyTorch: the augmented Lagrangian for one seed, with mini-batches, Adam and a dual step an
epoch. Reads the table as CSV (four races), prints  SECONDS STEPS LARGEST_SLACK_IN_BOUNDS.   Usage: torch_study.py FILE.csv"""

import csv
import sys
import time

import torch

F = torch.nn.functional
NUMBERS = ["age", "priors_count", "juv_fel_count", "juv_misd_count", "juv_other_count"]
BOUND, ALPHA, STEP, BATCH, EPOCHS = 1e-3, 2000.0, 2000.0, 256, 200

torch.set_num_threads(1)  # more are slower
torch.manual_seed(0)
rows = list(csv.DictReader(open(sys.argv[1])))
chosen = torch.randperm(len(rows))[: round(0.7 * len(rows))].tolist()
rows = [rows[i] for i in chosen]
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
stacked = torch.stack([encode(s, r) for s, r in variants])
m, inputs = len(variants) - 1, stacked.shape[2]
net = torch.nn.Sequential(torch.nn.Linear(inputs, 64), torch.nn.Sigmoid(), torch.nn.Linear(64, 64), torch.nn.Sigmoid(),
                          torch.nn.Linear(64, 1))
adam = torch.optim.Adam(net.parameters(), lr=3e-3)
lam = torch.zeros(m)


def risks(x, y):
    s = net(x.reshape(-1, inputs)).view(m + 1, -1)
    plus = F.softplus(s)
    loss = (plus[0] - y * s[0]).mean()
    return loss, (torch.sigmoid(s[0]) * (s[0] - s[1:]) + plus[1:] - plus[0]).mean(1) - BOUND


begin, steps = time.perf_counter(), 0
for epoch in range(EPOCHS):
    total, batches = torch.zeros(m), 0
    for batch in torch.randperm(n).split(BATCH):
        loss, risk = risks(stacked[:, batch], label[batch])
        value = loss + ALPHA / 4 * (torch.clamp(2 * risk + lam / ALPHA, min=0) ** 2 - (lam / ALPHA) ** 2).sum()
        adam.zero_grad(set_to_none=True)
        value.backward()
        adam.step()
        total += risk.detach()
        batches += 1
        steps += 1
    lam = lam + STEP * torch.maximum(total / batches, -lam / (2 * ALPHA))
    with torch.no_grad():
        slack = risks(stacked, label)[1]
print(time.perf_counter() - begin, steps, (slack / BOUND).max().item())
