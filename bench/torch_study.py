"""One training of the study in PyTorch: the augmented Lagrangian for one seed, with mini-batches, Adam and one dual
step per epoch. Reads the table as CSV (four races), prints  SECONDS STEPS LARGEST_SLACK_IN_BOUNDS.   Usage:
torch_study.py FILE.csv"""

import sys
import time

import torch

import torch_people

BOUND, ALPHA, STEP, BATCH, EPOCHS = 1e-3, 2000.0, 2000.0, 256, 200

torch.set_num_threads(1)  # more threads are slower
torch.manual_seed(0)
people = torch_people.read(sys.argv[1])
stacked, label = torch_people.stack([people[i] for i in torch.randperm(len(people))[: round(0.7 * len(people))].tolist()])
n, m = len(label), len(stacked) - 1
net = torch_people.network(stacked.shape[2])
adam = torch.optim.Adam(net.parameters(), lr=3e-3)
lam = torch.zeros(m)

begin, steps = time.perf_counter(), 0
for epoch in range(EPOCHS):
    total, batches = torch.zeros(m), 0
    for batch in torch.randperm(n).split(BATCH):
        loss, risk = torch_people.risks(net, stacked[:, batch], label[batch], BOUND)
        value = loss + ALPHA / 4 * (torch.clamp(2 * risk + lam / ALPHA, min=0) ** 2 - (lam / ALPHA) ** 2).sum()
        adam.zero_grad(set_to_none=True)
        value.backward()
        adam.step()
        total += risk.detach()
        batches += 1
        steps += 1
    lam = lam + STEP * torch.maximum(total / batches, -lam / (2 * ALPHA))
    with torch.no_grad():
        slack = torch_people.risks(net, stacked, label, BOUND)[1]
print(time.perf_counter() - begin, steps, (slack / BOUND).max().item())
