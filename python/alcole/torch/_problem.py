"""What is to be minimised, and under which constraints."""

from __future__ import annotations

from dataclasses import dataclass, field
from collections.abc import Mapping
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from ._lib import Module, Tensor, rows_of, torch
from ._view import Risk, View
from .risks import EachRow


@dataclass
class Measured:
    """Means over the rows of a batch, and the number of rows of each. Risks over several batches or ranks are
    computed from sums and counts, never from means of means."""

    means: Tensor
    counts: Tensor
    strict: Optional[Tensor] = None
    each: List[Tuple[Tensor, Tensor]] = field(default_factory=list)
    """For constraints on every single row: values, and the indices of their rows."""

    def in_full(self, dtype: Any) -> "Measured":
        """In at least single precision, whatever autocast produced."""
        strict = None if self.strict is None else self.strict.to(dtype)
        return Measured(self.means.to(dtype), self.counts.to(dtype), strict, self.each)


class Problem:
    """A module and its m + 1 risks: minimise the first subject to each of the others being at most its bound.

    `risks` is either a function of a batch that returns a tensor of m + 1 means over its rows (or a pair of m + 1 sums
    and m + 1 counts, if the means are over different rows), and then `names` and `bounds` are those of the m
    constraints; or a list of ready-made risks (alcole.torch.risks), the objective first, which have their own names and
    bounds.

    `strict` returns, for a function, the true rates behind smooth risks, which decide what is feasible. `equality` says
    which constraints must be at their bounds, and `scales` in which units a violation of each is measured (its bound,
    unless that is zero). `forward(net, inputs)` is how ready-made risks call the module; with `stack` they call it once
    per step for all inputs together.

    >>> import torch
    >>> net = torch.nn.Linear(1, 1, bias=False)
    >>> problem = Problem(net, lambda x: torch.stack([((net(x) - 2) ** 2).mean(), net(x).mean()]), ["wall"], [1.0])
    >>> problem.names, problem.num_constraints
    (['wall'], 1)
    """

    def __init__(self, net: Module, risks: Any, names: Optional[Sequence[str]] = None,
                 bounds: Optional[Sequence[float]] = None, *, strict: Optional[Callable[[Any], Tensor]] = None,
                 equality: Optional[Sequence[bool]] = None, scales: Optional[Sequence[float]] = None,
                 forward: Optional[Callable[[Module, Any], Tensor]] = None, stack: bool = True) -> None:
        if not isinstance(net, torch.nn.Module):
            raise TypeError(f"the first argument must be a torch.nn.Module, not a {type(net).__name__}")
        self.net = net
        self.parameters = [p for p in net.parameters() if p.requires_grad]
        if not self.parameters:
            raise ValueError("the module has no parameters that can be trained")
        self.forward = forward or _call
        self.stack = stack
        self._strict = strict
        self._function: Optional[Callable[[Any], Any]] = None
        self.risks: List[Risk] = []
        self.each: List[EachRow] = []
        if callable(risks) and not isinstance(risks, Risk):
            self._function = risks
            names, bounds = _named(names, bounds)
        else:
            self.risks = [risks] if isinstance(risks, Risk) else list(risks or [])
            names, bounds = self._adopt(names, bounds)
            for risk in self.each:
                risk.place(self.device, torch.float64 if self.parameters[0].dtype == torch.float64 else torch.float32)
        self.names, self.bounds = list(names), [float(b) for b in bounds]
        everyone = self.names + [risk.names[0] for risk in self.each]
        for name in everyone:
            if everyone.count(name) > 1:
                raise ValueError(f"two constraints are called '{name}'; give one of them another name")
        self.equality = [bool(e) for e in equality] if equality is not None else [False] * len(self.names)
        self.scales = [float(s) for s in scales] if scales is not None else [abs(b) if b else 1.0 for b in self.bounds]
        for what, count in (("bounds", len(self.bounds)), ("equality", len(self.equality)), ("scales", len(self.scales))):
            if count != len(self.names):
                raise ValueError(f"{what} has {count} entries for {len(self.names)} constraints")
        self.has_strict_risks = strict is not None or any(risk.has_strict for risk in self.risks)
        if any(e for e in self.equality) and self.has_strict_risks:
            raise ValueError("an equality cannot be decided by a strict risk: leave one of the two out")
        self._tensors()

    @property
    def num_constraints(self) -> int:
        """Without those on every single row, which are in `each`."""
        return len(self.names)

    @property
    def device(self) -> Any:
        return self.parameters[0].device

    def _adopt(self, names: Optional[Sequence[str]], bounds: Optional[Sequence[float]]) -> Tuple[List[str], List[float]]:
        """Names and bounds of ready-made risks."""
        if names is not None or bounds is not None:
            raise ValueError("ready-made risks have their own names and bounds")
        if not self.risks or not all(isinstance(risk, Risk) for risk in self.risks):
            raise TypeError("risks must be a function of a batch, or a list of ready-made risks with the objective first")
        first = self.risks[0]
        if len(first.names) != 1 or first.loader is not None or isinstance(first, EachRow):
            raise ValueError("the first risk is the objective: a single one, on the batches that train() is given")
        self.each = [risk for risk in self.risks if isinstance(risk, EachRow)]
        self.risks = [risk for risk in self.risks if not isinstance(risk, EachRow)]
        found = [name for risk in self.risks[1:] for name in risk.names]
        return found, [bound for risk in self.risks[1:] for bound in risk.bounds]

    def _tensors(self) -> None:
        """What turns the parts of the risks into risks, on the module's device: l = matrix @ parts - bounds."""
        kind = self.parameters[0].dtype
        self.dtype = torch.float64 if kind == torch.float64 else torch.float32
        self._bounds = self.tensor([0.0] + self.bounds)
        self._counts: Dict[Tuple[float, ...], Tensor] = {}
        sizes = [len(risk.matrix[0]) if risk.matrix else len(risk.names) for risk in self.risks]
        self.num_parts = sum(sizes) if self.risks else 1 + len(self.names)
        self._matrix: Optional[Tensor] = None
        self.conditional = any(risk.conditional for risk in self.risks)
        if any(risk.matrix for risk in self.risks):
            rows: List[List[float]] = []
            for place, risk in zip(_starts(sizes), self.risks):
                for row in risk.matrix or _identity(len(risk.names)):
                    rows.append([0.0] * place + list(row) + [0.0] * (self.num_parts - place - len(row)))
            self._matrix = self.tensor(rows)
        self.loaders: List[Any] = []
        for risk in self.risks:
            if risk.loader is not None and not any(risk.loader is loader for loader in self.loaders):
                self.loaders.append(risk.loader)

    def tensor(self, values: Any) -> Tensor:
        return torch.tensor(values, dtype=self.dtype, device=self.device)

    def measure(self, batches: Sequence[Any], strict: bool = False) -> Measured:
        """The parts of the risks on a batch; `batches` has one of train()'s loader, and one of each loader in
        `loaders`."""
        if self._function is not None:
            return self._measure_function(batches[0], strict)
        return self._measure_risks([View(self, batch, self._risks_on(k)) for k, batch in enumerate(batches)], strict)

    def measure_on(self, source: int, batch: Any, each: bool = True) -> Measured:
        """The parts of the risks on a single loader; the parts of the others are zero, over no rows. Without `each`:
        for rows that constraints on every single row do not apply to."""
        if self._function is not None:
            return self._measure_function(batch, True)
        views: List[Optional[View]] = [None] * (1 + len(self.loaders))
        views[source] = View(self, batch, self._risks_on(source))
        return self._measure_risks(views, True, each)

    def _measure_risks(self, views: Sequence[Optional[View]], strict: bool, with_each: bool = True) -> Measured:
        smooth, counts, rates = [], [], []
        for risk in self.risks:
            view = views[self.source(risk)]
            if view is None:
                size = len(risk.matrix[0]) if risk.matrix else len(risk.names)
                means, count = torch.zeros(size, dtype=self.dtype, device=self.device), 0
            else:
                means, count = risk.parts(view)
            smooth.append(means.reshape(-1))
            counts.append(count)
            if strict and self.has_strict_risks:
                exact = view is not None and risk.has_strict
                rates.append(risk.strict_parts(view).reshape(-1) if exact else smooth[-1].detach())  # type: ignore[arg-type]
        each = [] if views[0] is None or not with_each else [risk.rows(views[0]) for risk in self.each]
        return Measured(torch.cat(smooth), self.counts(counts, [len(one) for one in smooth]),
                        torch.cat(rates).detach() if rates else None, each)

    def _measure_function(self, batch: Any, strict: bool) -> Measured:
        assert self._function is not None
        found = self._function(batch)
        if isinstance(found, (tuple, list)):
            sums, counts = found
            counts = torch.as_tensor(counts, dtype=self.dtype, device=sums.device)
            means = sums / counts.clamp(min=1)
        else:
            means = found
            counts = self.count(rows_of(batch), self.num_parts)
        if means.dim() != 1 or means.shape[0] != self.num_parts:
            raise ValueError(f"risks(batch) gave a tensor of the shape {tuple(means.shape)}; with {len(self.names)} "
                             f"constraints it must be ({self.num_parts},): torch.stack([objective, constraint, ...])")
        rates = None
        if strict and self._strict is not None:
            with torch.no_grad():
                rates = self._strict(batch)
        return Measured(means, counts, rates)

    def count(self, count: Any, size: int) -> Tensor:
        """As a tensor on the device; a repeated number is not sent again."""
        if isinstance(count, torch.Tensor):
            return count.reshape(-1).to(self.device, self.dtype).expand(size)
        return self._kept([float(count)] * size)

    def counts(self, counts: Sequence[Any], sizes: Sequence[int]) -> Tensor:
        """The counts of all parts, as one tensor."""
        if any(isinstance(count, torch.Tensor) for count in counts):
            return torch.cat([self.count(count, size) for count, size in zip(counts, sizes)])
        return self._kept([float(count) for count, size in zip(counts, sizes) for _ in range(size)])

    def _kept(self, values: List[float]) -> Tensor:
        key = tuple(values)
        if key not in self._counts:
            if len(self._counts) > 64:
                self._counts.clear()
            self._counts[key] = self.tensor(values)
        return self._counts[key]

    def kept_counts(self) -> List[Tensor]:
        return list(self._counts.values())

    def risks_of(self, means: Tensor, counts: Optional[Tensor] = None) -> Tensor:
        """The m + 1 risks, minus their bounds, for parts with these means. With `counts`, a risk without rows for
        one of its parts is set to its bound (0), without a gradient."""
        if self._matrix is None:
            return means - self._bounds
        matrix = self._matrix.to(means.dtype)
        if counts is not None and self.conditional:
            lacking = ((matrix != 0).to(means.dtype) @ (counts == 0).to(means.dtype)) > 0
            return torch.where(lacking, torch.zeros_like(self._bounds), matrix @ means - self._bounds)
        return matrix @ means - self._bounds

    def beyond(self, given: Any) -> List[Any]:
        """The loaders of rows that played no part in training, for train()'s loader and each in `loaders`; None if
        there is none. `given` is a loader, or loaders by the names of constraints; "objective" stands for all
        risks on train()'s loader."""
        if not isinstance(given, dict):
            return [given] + [None] * len(self.loaders)
        found: List[Any] = [given.get("objective")] + [None] * len(self.loaders)
        sources = {name: self.source(risk) for risk in self.risks[1:] for name in risk.names}
        for name, loader in given.items():
            if name == "objective":
                continue
            if name not in sources:
                raise ValueError(f"there is no constraint '{name}'")
            if found[sources[name]] is not None and found[sources[name]] is not loader:
                raise ValueError(f"'{name}' shares its loader with another risk, which was given other rows to be judged on")
            found[sources[name]] = loader
        return found

    def source(self, risk: Risk) -> int:
        """The index of a risk's loader: 0 is train()'s."""
        return 0 if risk.loader is None else 1 + next(k for k, at in enumerate(self.loaders) if at is risk.loader)

    def _risks_on(self, source: int) -> List[Risk]:
        return [risk for risk in self.risks if self.source(risk) == source]


def _call(net: Module, inputs: Any) -> Tensor:
    if isinstance(inputs, Mapping):
        found = net(**inputs)
        return found if isinstance(found, torch.Tensor) else found.logits  # as models of Hugging Face return them
    return net(*inputs) if isinstance(inputs, (tuple, list)) else net(inputs)


def _named(names: Optional[Sequence[str]], bounds: Optional[Sequence[float]]) -> Tuple[Sequence[str], Sequence[float]]:
    if names is None and bounds is None:
        raise ValueError("give the names or the bounds of the constraints, so that their number is known")
    if names is None:
        names = [f"constraint {i + 1}" for i in range(len(bounds or []))]
    return names, [0.0] * len(names) if bounds is None else bounds


def _starts(sizes: List[int]) -> List[int]:
    return [sum(sizes[:k]) for k in range(len(sizes))]


def _identity(size: int) -> List[List[float]]:
    return [[float(i == j) for j in range(size)] for i in range(size)]
