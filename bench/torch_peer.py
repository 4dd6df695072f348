"""The same work in PyTorch, as well as a user would write it by hand: all counterfactuals stacked into one forward pass,
one logit, the augmented Lagrangian, and Adam for the mini-batch step. Reads the table as CSV, prints one line per number
of threads:  THREADS FULL_MS STEP_MS.   Usage: torch_peer.py FILE.csv"""

import sys
import time

import torch

import torch_people

BOUND, ALPHA, BATCH = 1e-3, 2000.0, 256

stacked, label = torch_people.stack(torch_people.read(sys.argv[1]))
n, m = len(label), len(stacked) - 1
lam = torch.full((m,), 0.1)

torch.manual_seed(0)
net = torch_people.network(stacked.shape[2])
adam = torch.optim.Adam(net.parameters(), lr=1e-6)


def gradient(x, y):
    loss, risk = torch_people.risks(net, x, y, BOUND)
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
