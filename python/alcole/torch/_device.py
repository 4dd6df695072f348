"""The part of the method that a step needs, on the module's device: multipliers, weights, and sums of measurements.
Nothing here waits for the device."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Optional, Sequence, Tuple

from ._lib import Tensor, torch
from ._problem import Measured, Problem
from ._ranks import Ranks


class Weights:
    """The weights of the Lagrangian on m + 1 risks, for multipliers that are constant until the next dual step:

        w_0 = 1,    w_i = max(0, lambda_i + 2 alpha_i (l_i - offset_i)),    for an equality without the maximum

    (lambda - 2 alpha offset is stored as one number). This is alcole::Lagrangian (docs/math.md) as one formula for all
    methods: alpha is zero for methods without penalties, and lambda for methods without multipliers."""

    def __init__(self, problem: Problem, method: str) -> None:
        self.problem, self.method = problem, method
        self.base, self.rise = (problem.tensor([0.0] * (1 + problem.num_constraints)) for _ in range(2))
        self.floor = problem.tensor([0.0] + [float("-inf") if equal else 0.0 for equal in problem.equality])

    def set(self, multipliers: Sequence[float], penalties: Sequence[float], offset: Sequence[float]) -> None:
        m = self.problem.num_constraints
        has_multipliers = self.method in ("augmented", "lagrangian")
        has_penalties = self.method in ("augmented", "penalty")
        lambda_ = [float(v) for v in multipliers] if has_multipliers else [0.0] * m
        rise = [2 * float(v) for v in penalties] if has_penalties else [0.0] * m
        base = [v - r * float(at) for v, r, at in zip(lambda_, rise, offset)]
        for into, row in zip((self.base, self.rise), self.problem.tensor([[1.0] + base, [0.0] + rise])):
            into.copy_(row)

    def __call__(self, l: Tensor) -> Tensor:
        return torch.maximum(torch.addcmul(self.base, self.rise, l), self.floor)


class Sums:
    """What was measured since the last dual step, and a running average of it: sums and counts, never ratios."""

    def __init__(self, problem: Problem, ranks: Ranks, forget: float) -> None:
        self.problem, self.ranks, self.forget = problem, ranks, forget
        self.averages = True
        """Whether running_risks() is needed."""
        rows = 3 if problem.has_strict_risks else 2
        self.window = torch.zeros(rows, problem.num_parts, dtype=problem.dtype, device=problem.device)
        """Rows: sums, counts, sums of the strict risks."""
        self.running = torch.zeros_like(self.window)
        self.begun = False

    def take(self, measured: Measured) -> Tensor:
        """Adds a batch. Returns its m + 1 risks, over all processes together, with the gradient of this process's
        share."""
        means, counts = measured.means, measured.counts
        with torch.no_grad():
            rows = [means.detach() * counts, counts]
            if measured.strict is not None:
                rows.append(measured.strict * counts)
            sums = self.ranks.sum_(torch.stack(rows))
            self.window += sums
            if self.begun and self.averages:
                self.running.lerp_(sums, self.forget)
            elif not self.begun:
                self.running.copy_(sums)
                self.begun = True
        if self.ranks.several:
            total = sums[1].clamp(min=1e-30)
            own = means * (counts / total)
            means = own + (sums[0] / total - own.detach())
            counts = sums[1]
        return self.problem.risks_of(means, counts)

    def running_risks(self) -> Tensor:
        return self.problem.risks_of(self.running[0] / self.running[1].clamp(min=1e-30), self.running[1])

    def forget_window(self) -> None:
        self.window.zero_()

    def state(self) -> Dict[str, Any]:
        return {"window": self.window.cpu(), "running": self.running.cpu(), "begun": self.begun}

    def restore(self, state: Dict[str, Any]) -> None:
        self.window.copy_(state["window"])
        self.running.copy_(state["running"])
        self.begun = state["begun"]


def risks_from(problem: Problem, sums: Tensor) -> List[List[float]]:
    """The risks, and the strict ones if there are any, computed from sums and counts: on the host, in double."""
    host = sums.detach().to("cpu", torch.float64)
    cpu = _OnHost(problem)
    counts = host[1].clamp(min=1e-300)
    return [cpu.risks_of(host[k] / counts) for k in (0, 2) if k < host.shape[0]]


def first_not_finite(risks: Sequence[float]) -> Optional[Tuple[int, float]]:
    """The index and the value of the first risk that is not finite, for alcole::NotFinite."""
    return next(((i, risk) for i, risk in enumerate(risks) if not math.isfinite(risk)), None)


def has_rows(problem: Problem, sums: Tensor) -> List[bool]:
    """For each of the m + 1 risks, whether every part of it has rows."""
    empty = sums[1].detach().cpu() == 0
    if problem._matrix is None:
        return [not bool(e) for e in empty]
    return [not bool((empty & (row != 0)).any()) for row in problem._matrix.cpu()]


class _OnHost:
    """problem.risks_of for numbers on the host."""

    def __init__(self, problem: Problem) -> None:
        self.bounds = torch.tensor([0.0] + problem.bounds, dtype=torch.float64)
        self.matrix: Optional[Tensor] = None if problem._matrix is None else problem._matrix.to("cpu", torch.float64)

    def risks_of(self, means: Tensor) -> List[float]:
        found = means if self.matrix is None else self.matrix @ means
        return [float(v) for v in (found - self.bounds).tolist()]
