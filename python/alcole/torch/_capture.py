"""A step as one CUDA graph: forward, risks, weights, backward and optimiser without kernel launches from Python."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Mapping
from typing import Any, List, Optional, Sequence

from ._lib import on_device, tensors_of, torch
from ._step import Step, rates_of

WARM_UP = 3
"""Ordinary steps before the capture, on a separate stream, as PyTorch requires."""
MOST_KINDS, ENOUGH_TO_TELL = 64, 256
"""Maximum number of kinds of batches to distinguish, and after how many batches to warn that few are alike."""


class CapturedStep(Step):
    """The first batches take ordinary steps; then the step is captured for the most frequent kind of batch, and
    replayed for every batch of that kind. A kind consists of the shapes of the tensors, and everything else in a
    batch. A batch of another kind, for example the last one of an epoch, takes an ordinary step."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.graph: Optional[Any] = None
        self.taken = self.played = 0
        self.static: List[Any] = []
        self.kind: Any = None
        self.seen: Counter[Any] = Counter()
        """How often each kind of batch has occurred."""
        self.rates: List[Any] = []
        why = self._why_not()
        self.possible = not why
        if why:
            self._fall_back(why)
            return
        self.caches_casts = False
        self.stream = torch.cuda.Stream(self.problem.device)
        for group in self.optimizer.param_groups:
            if "capturable" in group:
                group["capturable"] = True

    def _why_not(self) -> str:
        if self.problem.device.type != "cuda":
            return f"the module is on the device '{self.problem.device}', and CUDA graphs are for CUDA"
        if self.scaler:
            return "a GradScaler waits for the device in every step"
        if self.ranks.several:
            return "gradients are summed over several processes"
        if any(p in self.optimizer.state for p in self.problem.parameters) and not all(
                group.get("capturable", True) for group in self.optimizer.param_groups):
            return "the optimiser has taken steps before, and not as a capturable one"
        return ""

    def _fall_back(self, why: str) -> None:
        self.possible, self.graph = False, None
        self.caches_casts = True
        warnings.warn(f"capture: {why}; ordinary steps are taken instead", RuntimeWarning, stacklevel=4)

    def __call__(self, batches: Sequence[Any]) -> None:
        if not self.possible:
            return super().__call__(batches)
        kind = self._counted(batches)
        if self.taken < WARM_UP:
            return self._aside(batches)
        if self.graph is not None and rates_of(self.optimizer) != self.rates:
            self.graph = None  # rates are constants inside the graph
        if self._is_worth_a_graph(kind):
            self._capture(batches, kind)
        if self.graph is None or kind != self.kind:
            return super().__call__(batches)
        self.played += 1
        for into, tensor in zip(tensors_of(self.static), tensors_of(list(batches))):
            into.copy_(tensor, non_blocking=True)
        assert self.graph is not None
        self.graph.replay()

    def _counted(self, batches: Sequence[Any]) -> Any:
        kind = kind_of(list(batches))
        if len(self.seen) >= MOST_KINDS and kind not in self.seen:
            self.seen = Counter({self.kind: self.seen[self.kind]})
        self.seen[kind] += 1
        if sum(self.seen.values()) == ENOUGH_TO_TELL and self.played < ENOUGH_TO_TELL / 4:
            warnings.warn("capture: few batches are alike (shapes, and values that are not tensors), so that most steps are "
                          "ordinary ones", RuntimeWarning, stacklevel=4)
        return kind

    def _is_worth_a_graph(self, kind: Any) -> bool:
        """True for a kind that was seen before and, if there is a graph of another kind, clearly more often than
        that one, because capturing takes a while."""
        if self.graph is not None:
            return kind != self.kind and self.seen[kind] > 1.5 * self.seen[self.kind]
        return self.seen[kind] > 1 and self.seen[kind] == max(self.seen.values())

    def _aside(self, batches: Sequence[Any]) -> None:
        """Takes an ordinary step on the capture's stream."""
        self.stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.stream):
            super().__call__(batches)
        torch.cuda.current_stream().wait_stream(self.stream)
        self.taken += 1

    def _capture(self, batches: Sequence[Any], kind: Any) -> None:
        self.static = on_device(list(batches), self.problem.device)
        self.static = [_copied(batch) for batch in self.static]
        self.kind, self.rates, self.graph = kind, rates_of(self.optimizer), None
        graph, stream = torch.cuda.CUDAGraph(), torch.cuda.current_stream()
        self.optimizer.zero_grad(set_to_none=True)
        try:
            with torch.cuda.graph(graph):
                self.move(self.static)
        except Exception as error:  # the module may do anything that cannot be captured
            torch.cuda.set_stream(stream)  # a failed capture does not restore it
            torch.cuda.synchronize()
            _free_random_numbers(self.problem.device)
            self.optimizer.zero_grad(set_to_none=True)
            self._fall_back(f"the step cannot be captured ({str(error).strip().splitlines()[0]})")
            return
        self.graph = graph
        self.counts = self.problem.kept_counts()  # the graph reads them


def _free_random_numbers(device: Any) -> None:
    """A failed capture leaves the random number generator in capture mode, so that the next dropout would be
    rejected. A successful capture resets it."""
    with torch.cuda.graph(torch.cuda.CUDAGraph()):
        torch.zeros(1, device=device)


def kind_of(batch: Any) -> Any:
    """What must be the same for a graph to be replayed: everything except the values of tensors. Values that are not
    tensors are constants inside it."""
    if isinstance(batch, torch.Tensor):
        return tuple(batch.shape), batch.dtype
    if isinstance(batch, Mapping):
        return tuple((name, kind_of(value)) for name, value in batch.items())
    if isinstance(batch, (list, tuple)):
        return tuple(kind_of(value) for value in batch)
    try:
        hash(batch)
    except TypeError:
        return object()  # equality cannot be decided: unlike any other
    return type(batch), batch


def _copied(batch: Any) -> Any:
    if isinstance(batch, torch.Tensor):
        return batch.clone()
    if isinstance(batch, Mapping):
        return {name: _copied(value) for name, value in batch.items()}
    if isinstance(batch, (list, tuple)):
        return [_copied(value) for value in batch]
    return batch
