"""One step of the module's parameters."""

from __future__ import annotations

import contextlib
from typing import Any, List, Sequence

from ._device import Sums, Weights
from ._lib import Tensor, on_device, torch
from ._problem import Problem
from ._ranks import Ranks


class Step:
    """Forward, risks, weights, backward, optimiser. The numbers stay on the device. `estimate` says which risks the
    weights are computed from: those of the `batch`, `running` averages, or those of all data as of the last dual
    step (`full`)."""

    def __init__(self, problem: Problem, optimizer: Any, weights: Weights, sums: Sums, *, estimate: str, ranks: Ranks,
                 autocast: Any = None, scaler: Any = None, clip: float = 0.0) -> None:
        self.problem, self.optimizer, self.weights, self.sums = problem, optimizer, weights, sums
        self.estimate, self.ranks, self.autocast, self.scaler, self.clip = estimate, ranks, autocast, scaler, clip
        sums.averages = estimate == "running"
        self.full = torch.zeros_like(weights.base)
        self.caches_casts = True  # not inside a CUDA graph

    def casting(self) -> Any:
        if self.autocast is None:
            return contextlib.nullcontext()
        return torch.autocast(self.problem.device.type, dtype=self.autocast, cache_enabled=self.caches_casts)

    def loss(self, batches: Sequence[Any]) -> Tensor:
        """w . l: its value is not L's, but its gradient is."""
        with self.casting():
            measured = self.problem.measure(batches, strict=True)
        measured = measured.in_full(self.problem.dtype)
        l = self.sums.take(measured)
        with torch.no_grad():
            w = self.weights(self.full if self.estimate == "full" else
                             l if self.estimate == "batch" else self.sums.running_risks())
        loss = torch.dot(w, l)
        if self.weights.method == "augmented":
            for risk, (values, index) in zip(self.problem.each, measured.each):
                loss = loss + risk.each(values, index) * self._share(index)
        return loss * self.ranks.count if self.ranks.averages_gradients else loss

    def _share(self, index: Tensor) -> Any:
        """This process's share of the rows of this step."""
        if not self.ranks.several:
            return 1.0
        count = torch.full((), float(index.shape[0]), dtype=self.problem.dtype, device=self.problem.device)
        return index.shape[0] / self.ranks.sum_(count)

    def move(self, batches: Sequence[Any]) -> None:
        """Takes a step on batches that are already on the device."""
        self.optimizer.zero_grad(set_to_none=True)
        loss = self.loss(batches)
        scaler = self.scaler
        (scaler.scale(loss) if scaler else loss).backward()
        self.ranks.sum_gradients(self.problem.parameters)
        if self.clip > 0:
            if scaler:
                scaler.unscale_(self.optimizer)
            torch.nn.utils.clip_grad_norm_(self.problem.parameters, self.clip)
        if scaler:
            scaler.step(self.optimizer)
            scaler.update()
        else:
            self.optimizer.step()
        for risk in self.problem.each:
            risk.each.step(self.ranks)

    def __call__(self, batches: Sequence[Any]) -> None:
        self.move(on_device(list(batches), self.problem.device))


def make_step(capture: bool, *arguments: Any, **more: Any) -> Step:
    if not capture:
        return Step(*arguments, **more)
    from ._capture import CapturedStep
    return CapturedStep(*arguments, **more)


def rates_of(optimizer: Any) -> List[Any]:
    """The learning rates that are numbers; one that is a tensor is on the device and is not compared."""
    return [None if isinstance(group["lr"], torch.Tensor) else float(group["lr"]) for group in optimizer.param_groups]
