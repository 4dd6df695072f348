"""The module as the compiled outer loop sees it (alcole::Primal): mini-batch steps, risks on all data, slopes."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from ._batches import Batches, undisturbed
from ._device import Sums, Weights, first_not_finite, risks_from
from ._lib import Tensor, on_device, torch
from ._problem import Measured, Problem
from ._ranks import Ranks
from ._step import Step

SIZE_BATCHES = 8
"""Gradients of single mini-batches are noisy: sizes are measured on the mean over this many."""
MOST_ENTRIES = 2 ** 28
"""Maximum number of gradient entries held at once for that: for more risks, the mini-batches are evaluated again."""


class Holder:
    """Holds theta. Its members are those of alcole::Primal; the outer loop calls nothing else."""

    def __init__(self, problem: Problem, batches: Batches, all_data: Sequence[Any], step: Step, weights: Weights, sums: Sums,
                 ranks: Ranks, *, epochs: int, dual_every: int, scheduler: Any = None) -> None:
        self.problem, self.batches, self.all_data = problem, batches, all_data
        self.step, self.weights, self.sums, self.ranks = step, weights, sums, ranks
        self.epochs, self.dual_every, self.scheduler = epochs, dual_every, scheduler
        # The multipliers of constraints on every single row are kept in here. The outer loop sees one more constraint,
        # which asks for nothing but decides, by the worst row of all data, which iterates are feasible.
        each = problem.each
        self.names, self.equality = problem.names + [risk.names[0] for risk in each], problem.equality + [False] * len(each)
        self.scales = problem.scales + [risk.scale for risk in each]
        self.has_strict_risks = problem.has_strict_risks or bool(each)
        self.epsilon = float(torch.finfo(problem.dtype).eps)
        self.updates, self.in_window, self.known = 0, 0, -1
        self.best: Optional[Dict[str, Any]] = None
        self.prices: List[List[float]] = []
        """Prices of the constraints on every single row, after each window."""
        self.samples: List[Dict[str, Any]] = []
        self.counted = {"risks": 0, "pullbacks": 0, "strict_risks": 0, "batch_risks": 0, "batch_pullbacks": 0}
        self.first_rate = _rate(step.optimizer)
        self.on_window: Callable[[], None] = lambda: None
        self._window: List[List[float]] = []
        self._all: Optional[Tuple[int, List[List[float]], Totals]] = None
        self._not_finite: Optional[Tuple[int, float]] = None

    # Mini-batch steps.

    def minimise(self, multipliers: Any, penalties: Any, offset: Any, stop: Callable[[], bool]) -> str:
        m = self.problem.num_constraints
        self.weights.set(multipliers.tolist()[:m], penalties.tolist()[:m], offset.tolist()[:m])
        if self.step.estimate == "full" and self.known != self.updates:
            self.remember(self.risks())
        if self.in_window == 0:
            self.on_window()
        self.problem.net.train()
        while self.in_window < self.dual_every:
            if self.updates // self.batches.per_epoch >= self.epochs:
                return "finished"
            # Several processes must agree, which they do once per window.
            if (self.in_window == 0 or not self.ranks.several) and stop():
                return "interrupted"
            self._one()
        silent = [0.0] * len(self.problem.each)
        self._window = [l + silent for l in risks_from(self.problem, self.sums.window)]  # copied to the host here
        self.prices.append([float(risk.each.multipliers.mean()) for risk in self.problem.each])
        self.sums.forget_window()
        self.in_window = 0
        self._not_finite = first_not_finite(self._window[0])
        return "reached" if self._not_finite is None else "not_finite"

    def _one(self) -> None:
        self.step(self.batches.next())
        self.updates += 1
        self.in_window += 1
        self._all = None
        if self.scheduler is not None and self.updates % self.batches.per_epoch == 0:
            self.scheduler.step()

    def window_risks(self) -> List[float]:
        return self._window[0]

    def window_strict_risks(self) -> List[float]:
        return self._window[-1]

    def epoch(self) -> int:
        return max(0, self.updates - 1) // self.batches.per_epoch

    def pace(self) -> float:
        now = _rate(self.step.optimizer)
        return now / self.first_rate if now is not None and self.first_rate else 1.0

    def remember(self, risks: Any) -> None:
        self.step.full.copy_(self.problem.tensor([float(v) for v in risks][:1 + self.problem.num_constraints]))
        self.known = self.updates

    # All data.

    def risks(self) -> List[float]:
        self.counted["risks"] += 1
        return self.on_all_data()[0] + [0.0] * len(self.problem.each)

    def strict_risks(self) -> List[float]:
        self.counted["strict_risks"] += 1
        found = self.on_all_data()[-1]
        assert self._all is not None
        return found + self._all[2].worst

    def on_all_data(self) -> List[List[float]]:
        if self._all is None or self._all[0] != self.updates:
            totals = evaluate(self.problem, self.all_data, self.ranks, self.step.casting)
            self._all = (self.updates, risks_from(self.problem, totals.sums), totals)
        return self._all[1]

    def rows(self) -> int:
        """The number of rows that the objective is over."""
        self.on_all_data()
        assert self._all is not None
        return self._all[2].rows

    def slopes(self, w: Any) -> Tuple[float, float, float]:
        """The largest entries of the gradients of w . l and of l_0, over all data: two backward passes, one forward
        pass."""
        self.on_all_data()
        assert self._all is not None
        totals = self._all[2].sums[1].clamp(min=1e-30).to(self.problem.dtype)
        m = self.problem.num_constraints
        weights = self.problem.tensor([[float(v) for v in w][:1 + m], [1.0] + [0.0] * m])
        # Without the objective, the question is whether these constraints alone can be met; constraints on single rows
        # are not included.
        found = [float(g.abs().max()) for g in self.gradients(weights, totals, each=bool(w[0]))]
        self.counted["pullbacks"] += 2
        size = max(float(p.detach().abs().max()) for p in self.problem.parameters)
        return found[0], found[1], max(1.0, size)

    def gradients(self, weights: Tensor, totals: Tensor, each: bool = False) -> List[Tensor]:
        """The gradient for each row of weights on the risks of all data, whose parts are over `totals` rows; the
        first includes the terms of constraints on every single row if `each`."""
        problem = self.problem
        flat = [torch.zeros(sum(p.numel() for p in problem.parameters), dtype=problem.dtype, device=problem.device)
                for _ in weights]

        def add(measured: Measured) -> None:
            # The sum over batches of mean * count / total is the mean over all of them; bounds have no gradient.
            l = problem.risks_of(measured.means * (measured.counts / totals))
            for k, w in enumerate(weights):
                value = torch.dot(w, l)
                for risk, (values, index) in zip(problem.each, measured.each) if each and k == 0 else ():
                    value = value + torch.dot(risk.each.multipliers[index], values.to(problem.dtype)) / len(
                        risk.each.multipliers)
                _add_gradient(flat[k], value, problem.parameters, k + 1 < len(flat))

        _each(problem, self.all_data, self.step.casting, add)
        return [self.ranks.sum_(g) for g in flat]

    def gradient_sizes(self) -> List[float]:
        """The largest entry of the gradient of each risk, over the first mini-batches of a round."""
        problem, loaders = self.problem, [source.loader for source in self.batches.sources]
        sizes: List[float] = []
        with undisturbed(*loaders), _evaluating(problem.net):
            rounds = zip(*(_again(loader, self.batches.per_epoch) for loader in loaders))
            batches = [on_device(list(some), problem.device) for _, some in zip(range(SIZE_BATCHES), rounds)]
            size = sum(p.numel() for p in problem.parameters)
            for some_risks in torch.arange(problem.num_constraints + 1).split(max(1, MOST_ENTRIES // size)):
                sizes += self._sizes_of(some_risks.tolist(), batches, size)
        return sizes + [sizes[0]] * len(problem.each)

    def _sizes_of(self, some_risks: List[int], batches: List[Any], size: int) -> List[float]:
        problem = self.problem
        flat = torch.zeros(len(some_risks), size, dtype=problem.dtype, device=problem.device)
        for some in batches:
            with self.step.casting():
                measured = problem.measure(some)
            measured = measured.in_full(problem.dtype)
            total = self.ranks.sum_(measured.counts.clone()).clamp(min=1e-30)
            l = problem.risks_of(measured.means * (measured.counts / total), total)
            for into, i in zip(flat, some_risks):
                _add_gradient(into, l[i], problem.parameters, i != some_risks[-1])
        self.counted["batch_risks"] += len(batches)
        self.counted["batch_pullbacks"] += len(batches) * len(some_risks)
        return [float(g.abs().max()) / len(batches) for g in self.ranks.sum_(flat)]

    # Iterates to keep.

    def keep_best(self, iteration: int, risks: Any) -> None:
        self.best = {"iteration": iteration, "risks": [float(v) for v in risks],
                     "module": copy.deepcopy(self.problem.net.state_dict())}

    def keep_sample(self, iteration: int, risks: Any) -> None:
        self.samples.append({"iteration": iteration, "risks": [float(v) for v in risks],
                             "module": copy.deepcopy(self.problem.net.state_dict())})

    def not_finite(self) -> Optional[Tuple[int, float]]:
        return self._not_finite

    def counts(self) -> Dict[str, int]:
        found = dict(self.counted, steps=self.updates)
        found["batch_risks"] += self.updates
        found["batch_pullbacks"] += self.updates
        return found

    def recount(self, counts: Dict[str, int]) -> None:
        """Counts as the outer loop does: its last evaluation of the answer is not part of the run."""
        self.counted = {name: counts[name] - (self.updates if name.startswith("batch") else 0) for name in self.counted}

    def state(self) -> Dict[str, Any]:
        return {"updates": self.updates, "in_window": self.in_window, "known": self.known, "counted": dict(self.counted),
                "best": self.best, "samples": self.samples, "first_rate": self.first_rate, "sums": self.sums.state(),
                "full": self.step.full.cpu(), "prices": self.prices,
                "each": [risk.each.state_dict() for risk in self.problem.each]}

    def restore(self, state: Dict[str, Any]) -> None:
        for name in ("updates", "in_window", "known", "best", "samples", "first_rate", "prices"):
            setattr(self, name, state[name])
        self.counted = dict(state["counted"])
        self.sums.restore(state["sums"])
        self.step.full.copy_(state["full"])
        for risk, each in zip(self.problem.each, state["each"]):
            risk.each.load_state_dict(each)


def _rate(optimizer: Any) -> Optional[float]:
    if optimizer is None:
        return None
    rates = [float(group["lr"]) for group in optimizer.param_groups if "lr" in group]
    return max(rates) if rates else None


def _again(loader: Any, count: int) -> Any:
    """At least `count` batches, starting over if there are fewer."""
    given = 0
    while given < count:
        for batch in loader:
            yield batch
            given += 1


class _evaluating:
    """The module in evaluation mode: no dropout, and no running statistics are updated."""

    def __init__(self, net: Any) -> None:
        self.net, self.training = net, net.training

    def __enter__(self) -> None:
        self.net.eval()

    def __exit__(self, *_: Any) -> None:
        self.net.train(self.training)


def _each(problem: Problem, loaders: Sequence[Any], casting: Callable[[], Any], use: Callable[[Measured], None],
          each: bool = True) -> None:
    """Calls use(measured) for every batch of every loader; the parts of risks on other loaders have no rows there."""
    with _evaluating(problem.net):
        for number, loader in enumerate(loaders):
            with undisturbed(loader):
                for batch in () if loader is None else loader:
                    with casting():
                        measured = problem.measure_on(number, on_device(batch, problem.device), each)
                    use(measured.in_full(problem.dtype))


@dataclass
class Totals:
    """Totals over whole loaders."""

    sums: Tensor
    """Rows: sums, counts, sums of the strict risks."""
    worst: List[float]
    """For constraints on every single row: by how much the worst one exceeds its bound."""

    @property
    def rows(self) -> int:
        return int(self.sums[1][0])


def evaluate(problem: Problem, loaders: Sequence[Any], ranks: Ranks, casting: Callable[[], Any],
             each: bool = True) -> Totals:
    """Sums and counts (and strict sums) of the parts of all risks over whole loaders, in double if the device
    supports it. Without `each`: for rows that constraints on every single row do not apply to. A loader that is
    None has no rows."""
    exact = problem.dtype if problem.device.type == "mps" else torch.float64
    rows = 3 if problem.has_strict_risks else 2
    sums = torch.zeros(rows, problem.num_parts, dtype=exact, device=problem.device)
    worst = torch.full((len(problem.each),), float("-inf"), dtype=exact, device=problem.device)

    def add(measured: Measured) -> None:
        counts = measured.counts.to(exact)
        sums[0] += measured.means.to(exact) * counts
        sums[1] += counts
        if measured.strict is not None:
            sums[2] += measured.strict.to(exact) * counts
        for k, (values, index) in enumerate(measured.each):
            worst[k] = torch.maximum(worst[k], problem.each[k].each.slacks(values, index).max().to(exact))

    with torch.no_grad():
        _each(problem, loaders, casting, add, each)
        return Totals(ranks.sum_(sums), ranks.max_(worst).tolist() if problem.each and each else [])


def _add_gradient(into: Tensor, value: Tensor, parameters: Sequence[Tensor], retain: bool) -> None:
    if not value.requires_grad:
        return
    place = 0
    for p, g in zip(parameters, torch.autograd.grad(value, parameters, retain_graph=retain, allow_unused=True)):
        if g is not None:
            into[place:place + p.numel()] += g.reshape(-1).to(into.dtype)
        place += p.numel()
