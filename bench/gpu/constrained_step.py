"""A constrained training step on a GPU: alcole.torch compared with plain PyTorch and, if it can be imported, Cooper.

    tests/gpu/run build/gpu                                   once, to build alcole.torch for this Python
    PYTHONPATH=build/gpu:COOPER/src python3 bench/gpu/constrained_step.py        COOPER: a clone of it, if any

Small: MLP 14-64-64-2 with sigmoids, batch 256, 7 counterfactual KL constraints stacked into one forward pass of
2048 rows, Adam, augmented Lagrangian. The weights come from the batch, as in plain PyTorch and Cooper, or from
running averages of the risks, as in train(); also train() itself, with its loop and its dual steps. A bound on
every row: the same network and batch, a million constraints. Large: hidden 2048, batch 65,536. Every number is a
median over repetitions, timed with CUDA events.
"""

import argparse
import statistics
import time

import torch

import alcole.torch
from alcole.torch import risks
from alcole.torch._device import Sums, Weights
from alcole.torch._ranks import Ranks
from alcole.torch._step import make_step

CONSTRAINTS, INPUTS, BOUND = 7, 14, 1e-3
ROW_BOUND = 0.5


def network(hidden, device):
    torch.manual_seed(0)
    layers = [torch.nn.Linear(INPUTS, hidden), torch.nn.Sigmoid(), torch.nn.Linear(hidden, hidden), torch.nn.Sigmoid(),
              torch.nn.Linear(hidden, 2)]
    return torch.nn.Sequential(*layers).to(device)


def batch_of(rows, device):
    draw = torch.Generator().manual_seed(1)
    x = torch.randn(rows, INPUTS, generator=draw)
    return x.to(device), (torch.rand(rows, generator=draw) < 0.5).long().to(device)


class Maps:
    """The k-th constraint sets column k to 1."""

    def __init__(self, device):
        columns = torch.arange(INPUTS, device=device)
        self.here = (columns == torch.arange(CONSTRAINTS, device=device)[:, None])[:, None, :]

    def twins(self, x):
        """The changed rows of all constraints."""
        return torch.where(self.here, torch.ones_like(x), x)

    def stacked(self, x):
        """All rows, followed by the changed rows of each constraint."""
        return torch.cat([x[None], self.twins(x)]).flatten(0, 1)


def risks_of(net, maps, x, y):
    """The m + 1 risks, as a user of PyTorch would write them; alcole.torch is given the same function."""
    logs = torch.log_softmax(net(maps.stacked(x)).float(), -1).view(CONSTRAINTS + 1, len(x), 2)
    here = logs[0]
    loss = torch.nn.functional.nll_loss(here, y)
    kl = (here.exp() * (here - logs[1:])).sum(-1).mean(1)
    return torch.cat([loss[None], kl])


class Plain:
    """The augmented Lagrangian in plain PyTorch, with weights from the batch, and nothing else."""

    def __init__(self, net, maps, optimizer, autocast):
        self.net, self.maps, self.optimizer, self.autocast = net, maps, optimizer, autocast
        device = next(net.parameters()).device
        self.multipliers = torch.full((CONSTRAINTS,), 0.5, device=device)
        self.alpha = torch.full((CONSTRAINTS,), 100.0, device=device)
        self.window = torch.zeros(CONSTRAINTS + 1, device=device)

    def __call__(self, x, y):
        self.optimizer.zero_grad(set_to_none=True)
        with torch.autocast("cuda", dtype=self.autocast or torch.bfloat16, enabled=self.autocast is not None,
                            cache_enabled=False):
            values = risks_of(self.net, self.maps, x, y)
        slack = values[1:] - BOUND
        weights = (self.multipliers + 2 * self.alpha * slack).clamp(min=0).detach()
        self.window += values.detach()
        (values[0] + torch.dot(weights, slack)).backward()
        self.optimizer.step()


def problem_of(net, maps, ready_made=False):
    names = [f"column {k}" for k in range(CONSTRAINTS)]
    if ready_made:
        return alcole.torch.Problem(net, [risks.Loss(), risks.Counterfactual(maps.twins, BOUND, names=names)])
    return alcole.torch.Problem(net, lambda batch: risks_of(net, maps, *batch), names, [BOUND] * CONSTRAINTS)


def alcole_step(net, maps, optimizer, autocast, capture, ready_made=False, estimate="batch"):
    """The weights come from the batch, as in plain PyTorch, or from running averages of the risks, as in train()."""
    problem = problem_of(net, maps, ready_made)
    ranks, weights = Ranks(net), Weights(problem, "augmented")
    weights.set([0.5] * CONSTRAINTS, [100.0] * CONSTRAINTS, [0.0] * CONSTRAINTS)
    step = make_step(capture, problem, optimizer, weights, Sums(problem, ranks, 0.1), estimate=estimate, ranks=ranks,
                     autocast=autocast)
    return lambda x, y: step([(x, y)])


def captured(step, batch):
    """Plain PyTorch's own recipe for a CUDA graph."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(3):
            step(*batch)
    torch.cuda.current_stream().wait_stream(stream)
    graph, into = torch.cuda.CUDAGraph(), [tensor.clone() for tensor in batch]
    with torch.cuda.graph(graph):
        step(*into)

    def replay(*batch):
        for kept, tensor in zip(into, batch):
            kept.copy_(tensor)
        graph.replay()

    return replay


def milliseconds(step, batch, steps, repetitions):
    for _ in range(10):
        step(*batch)
    found = []
    for _ in range(repetitions):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        torch.cuda.synchronize()
        begin.record()
        for _ in range(steps):
            step(*batch)
        end.record()
        torch.cuda.synchronize()
        found.append(begin.elapsed_time(end) / steps)
    return statistics.median(found)


def training(net, maps, batch, capture, ready_made, repetitions):
    """train() itself, including loops and dual steps (every 100 steps): milliseconds per step, from the third of
    `repetitions` + 2 windows on. The evaluation on all data, which train() does at the end of an epoch, comes
    after it: the run is one epoch."""
    windows, problem = [], problem_of(net, maps, ready_made)

    def told(_):
        torch.cuda.synchronize()
        windows.append(time.perf_counter())

    alcole.torch.train(problem, [batch] * (100 * (repetitions + 2)), adam(net), {"stochastic.evaluate_every": 0}, epochs=1,
                       all_data=[batch], capture=capture, on_dual_step=told, keep="last")
    return 10 * statistics.median(after - before for before, after in zip(windows[1:], windows[2:]))


def adam(net, **more):
    return torch.optim.Adam(net.parameters(), 1e-3, **more)


def cooper_step(net, maps):
    """Cooper's augmented Lagrangian for the same risks, if it is on PYTHONPATH."""
    try:
        import cooper
    except ImportError:
        print("Cooper is not here, and is not timed")
        return None

    class Problem(cooper.ConstrainedMinimizationProblem):
        def __init__(self):
            super().__init__()
            device = next(net.parameters()).device
            self.c = cooper.Constraint(constraint_type=cooper.ConstraintType.INEQUALITY,
                                       formulation_type=cooper.formulations.AugmentedLagrangian,
                                       multiplier=cooper.multipliers.DenseMultiplier(num_constraints=CONSTRAINTS,
                                                                                     device=device),
                                       penalty_coefficient=cooper.penalty_coefficients.DensePenaltyCoefficient(
                                           torch.tensor(200.0, device=device)))

        def compute_cmp_state(self, x, y):
            values = risks_of(net, maps, x, y)
            return cooper.CMPState(loss=values[0], observed_constraints={
                self.c: cooper.ConstraintState(violation=values[1:] - BOUND)})

    problem = Problem()
    dual = torch.optim.SGD(problem.dual_parameters(), lr=1.0, maximize=True)
    optimizer = cooper.optim.SimultaneousOptimizer(cmp=problem, primal_optimizers=adam(net), dual_optimizers=dual)
    return lambda x, y: optimizer.roll(compute_cmp_state_kwargs={"x": x, "y": y})


def small(device, steps, repetitions):
    x, y = batch_of(256, device)
    maps = Maps(device)
    rows = []

    def add(name, make):
        step = make()
        if step is not None:
            rows.append((name, milliseconds(step, (x, y), steps, repetitions)))

    def net():
        return network(64, device)

    def plain(**more):
        n = net()
        return Plain(n, maps, adam(n, **more), None)

    def ours(capture, ready_made=False, estimate="batch", **more):
        n = net()
        return alcole_step(n, maps, adam(n, **more), None, capture, ready_made, estimate)

    for round_ in (1, 2):  # each twice: the difference is the noise
        add(f"plain PyTorch, eager ({round_})", plain)
        add(f"alcole.torch, eager ({round_})", lambda: ours(False))
        add(f"alcole.torch, eager, as train() has it ({round_})", lambda: ours(False, estimate="running"))
        add(f"alcole.torch, ready-made risks, eager ({round_})", lambda: ours(False, True, "running"))
        add(f"plain PyTorch, CUDA graph ({round_})", lambda: captured(plain(capturable=True), (x, y)))
        add(f"alcole.torch, capture=True ({round_})", lambda: ours(True))
        add(f"alcole.torch, capture=True, as train() has it ({round_})", lambda: ours(True, estimate="running"))
        add(f"alcole.torch, ready-made risks, capture=True ({round_})", lambda: ours(True, True, "running"))
    add("plain PyTorch, fused Adam, CUDA graph", lambda: captured(plain(capturable=True, fused=True), (x, y)))
    add("alcole.torch, fused Adam, capture=True", lambda: ours(True, fused=True))
    for ready_made in (False, True):
        for capture in (False, True):
            name = f"train(), {'ready-made' if ready_made else 'own'} risks, {'capture=True' if capture else 'eager'}"
            rows.append((name, training(net(), maps, (x, y), capture, ready_made, repetitions)))
    add("Cooper, eager", lambda: cooper_step(net(), maps))
    print("\nMLP 64-64, batch 256, 7 counterfactual constraints, Adam: milliseconds a step")
    for name, took in rows:
        print(f"  {name:<58} {took:8.3f}")
    times = dict(rows)
    for round_ in (1, 2):
        plain_time = times[f"plain PyTorch, eager ({round_})"]
        for name in ("eager", "eager, as train() has it", "ready-made risks, eager"):
            print(f"  alcole / plain, {name} ({round_}): {times[f'alcole.torch, {name} ({round_})'] / plain_time:.3f}")


class PlainRows:
    """A bound on the loss of every row in plain PyTorch: one multiplier for each; a step updates those of its batch."""

    def __init__(self, net, optimizer, count):
        self.net, self.optimizer = net, optimizer
        self.multipliers = torch.zeros(count, device=next(net.parameters()).device)

    def __call__(self, x, y, row):
        self.optimizer.zero_grad(set_to_none=True)
        losses = torch.nn.functional.cross_entropy(self.net(x), y, reduction="none")
        slack = losses - ROW_BOUND
        before, seen = self.multipliers[row], slack.detach()
        weights = (before + 2 * seen).clamp(min=0)
        (losses.mean() + torch.dot(weights, slack) / len(row)).backward()
        self.optimizer.step()
        self.multipliers[row] = (before + torch.maximum(seen, -before / 2)).clamp(min=0)


def alcole_rows(net, optimizer, count, capture):
    problem = alcole.torch.Problem(net, [risks.Loss(), risks.EachRow(count, ROW_BOUND)])
    ranks, weights = Ranks(net), Weights(problem, "augmented")
    weights.set([], [], [])
    step = make_step(capture, problem, optimizer, weights, Sums(problem, ranks, 0.1), estimate="batch", ranks=ranks)
    return lambda *batch: step([batch])


def every_row(device, count, steps, repetitions):
    x, y = batch_of(256, device)
    batch = x, y, torch.randperm(count, generator=torch.Generator().manual_seed(2))[:256].to(device)
    print(f"\nMLP 64-64, batch 256, a bound on each of {count} rows, Adam: milliseconds a step, each twice")

    def show(name, make):
        times = []
        for _ in range(2):
            net = network(64, device)
            times.append(milliseconds(make(net), batch, steps, repetitions))
        print(f"  {name:<48} {times[0]:8.3f} {times[1]:8.3f}", flush=True)

    show("plain PyTorch, eager", lambda net: PlainRows(net, adam(net), count))
    show("alcole.torch, eager", lambda net: alcole_rows(net, adam(net), count, False))
    show("plain PyTorch, CUDA graph", lambda net: captured(PlainRows(net, adam(net, capturable=True), count), batch))
    show("alcole.torch, capture=True", lambda net: alcole_rows(net, adam(net), count, True))


def large(device, hidden, batch, steps, repetitions):
    x, y = batch_of(batch, device)
    maps = Maps(device)
    print(f"\nhidden {hidden}, batch {batch}: milliseconds a step, and alcole's throughput as a share of plain PyTorch's")
    for name, tf32, autocast in (("float32", False, None), ("TF32", True, None), ("bf16", True, torch.bfloat16)):
        torch.backends.cuda.matmul.allow_tf32 = tf32
        times = []
        for make in (lambda n: Plain(n, maps, adam(n), autocast), lambda n: alcole_step(n, maps, adam(n), autocast, False)) * 2:
            net = network(hidden, device)
            times.append(milliseconds(make(net), (x, y), steps, repetitions))
            torch.cuda.empty_cache()
        plain, ours = min(times[0], times[2]), min(times[1], times[3])
        print(f"  {name:<8} plain {times[0]:8.2f} {times[2]:8.2f}   alcole {times[1]:8.2f} {times[3]:8.2f}   "
              f"{100 * plain / ours:6.1f} %", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--hidden", type=int, default=2048)
    parser.add_argument("--batch", type=int, default=65536)
    parser.add_argument("--rows", type=int, default=1000000)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--large-steps", type=int, default=3)
    parser.add_argument("--repetitions", type=int, default=7)
    given = parser.parse_args()
    device = torch.device("cuda")
    print(f"torch {torch.__version__}, {torch.cuda.get_device_name()}")
    small(device, given.steps, given.repetitions)
    every_row(device, given.rows, given.steps, given.repetitions)
    large(device, given.hidden, given.batch, given.large_steps, given.repetitions)


if __name__ == "__main__":
    main()
