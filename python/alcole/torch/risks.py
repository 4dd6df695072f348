"""Ready-made risks, for Problem(net, [objective, constraint, ...]).

A batch is (inputs, targets, ...), or a mapping that contains "labels" and whose other entries are the inputs. A
risk may have its own data loader, `loader=...`; it is then the mean over what that loader provides, whatever the
other risks see."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from ._indexed import PerSample
from ._lib import Module, Tensor, torch
from ._view import Risk, View, as_logits, cross_entropy, divergence, divergence_of_logs, log_probabilities, negative_log

__all__ = ["Agreement", "ClassError", "Counterfactual", "EachRow", "GroupRates", "Loss", "NormBudget", "Risk", "Robust",
           "SparsityBudget", "View", "as_logits", "cross_entropy", "divergence", "fast_gradient", "log_probabilities",
           "negative_log"]


def _mean(values: Tensor) -> Tuple[Tensor, Any]:
    return values.mean().reshape(1), values.numel()


def _of_rows(values: Tensor, rows: int) -> Tensor:
    """One value per row, which is the unit that was drawn: the mean over the positions of a sequence."""
    if values.dim() == 0 or values.numel() % rows != 0:
        raise ValueError(f"the function must give a number for each of {rows} rows (reduction='none'), and gave the shape "
                         f"{tuple(values.shape)}")
    return values.reshape(rows, -1).mean(1)


def _means_over(values: Tensor, members: Tensor) -> Tuple[Tensor, Tensor]:
    """Means of values (rows) over each of the sets of rows in `members` (sets, rows), and their counts."""
    weights = members.to(values.dtype)
    counts = weights.sum(1)
    return (weights @ values) / counts.clamp(min=1), counts


def _listed(bound: Union[float, Sequence[float]], count: int) -> List[float]:
    found = [float(bound)] * count if isinstance(bound, (int, float)) else [float(b) for b in bound]
    if len(found) != count:
        raise ValueError(f"there are {len(found)} bounds for {count} constraints")
    return found


class Loss(Risk):
    """The mean of function(outputs, targets) over rows: the cross-entropy by default. The usual objective; with a
    bound it is a constraint."""

    def __init__(self, function: Callable[[Tensor, Tensor], Tensor] = cross_entropy, bound: float = 0.0, name: str = "loss",
                 loader: Any = None) -> None:
        self.function, self.names, self.bounds, self.loader = function, [name], [float(bound)], loader

    def parts(self, view: View) -> Tuple[Tensor, Any]:
        values = view.values(self.function)
        return (values.reshape(1), view.rows) if values.dim() == 0 else _mean(values)

    def samples(self, view: View) -> List[Tensor]:
        return [_of_rows(view.values(self.function), view.rows)]


class Counterfactual(Risk):
    """The output must not change when the input does: the mean of KL(output || output for map(inputs)) is at most
    `bound`. `maps` is a function of the inputs, or a dictionary of such functions, one constraint each. With
    `names`, it is one function that returns the changed inputs of all these constraints as one tensor of shape
    (constraints, rows, ...): a single operation may replace many separate maps."""

    uses_logs = True

    def __init__(self, maps: Union[Callable[[Any], Any], Dict[str, Callable[[Any], Any]]],
                 bound: Union[float, Sequence[float]], name: str = "counterfactual", loader: Any = None, *,
                 names: Optional[Sequence[str]] = None) -> None:
        self.maps = maps if isinstance(maps, dict) else {name: maps}
        self.at_once: Any = maps if names is not None else None
        self.names = list(self.maps if names is None else names)
        self.bounds, self.loader = _listed(bound, len(self.names)), loader

    def inputs(self, view: View) -> List[Tensor]:
        if self.at_once is None:
            return [change(view.inputs) for change in self.maps.values()]
        found = self.at_once(view.inputs)
        if found.shape[:2] != (len(self.names), view.rows):
            raise ValueError(f"the map of '{self.names[0]}' and others must give a tensor of the shape ({len(self.names)}, "
                             f"{view.rows}, ...), and gave {tuple(found.shape)}")
        return [found.flatten(0, 1)]

    def _values(self, view: View) -> Tensor:
        here = view.logs()
        return divergence_of_logs(here, view.logs(self).reshape(len(self.names), *here.shape)).reshape(len(self.names), -1)

    def parts(self, view: View) -> Tuple[Tensor, Any]:
        return self._values(view).mean(1), view.rows

    def samples(self, view: View) -> List[Tensor]:
        values = self._values(view).clamp(min=0)  # a divergence is never negative, except for rounding
        return [_of_rows(some, view.rows) for some in values]


class GroupRates(Risk):
    """The rate at which `positive` is predicted in each group differs from that of all rows by at most `bound`, in
    either direction; with `given`, among the rows with that target (equal opportunity). `group(batch)` returns
    the group of each row. The most likely class decides the rates; their gradients come from mean probabilities."""

    conditional = has_strict = is_rate = True
    value_range = (0.0, 1.0)

    def __init__(self, group: Callable[[Any], Tensor], levels: Sequence[Any], bound: float, positive: int = 1,
                 given: Optional[int] = None, name: str = "rate", loader: Any = None) -> None:
        self.group, self.levels, self.positive, self.given, self.loader = group, list(levels), positive, given, loader
        self.names = [f"{name} of {level} {side}" for level in levels for side in ("above", "below")]
        self.bounds = [float(bound)] * len(self.names)
        self.matrix = [[sign * float(k == j) for k in range(len(self.levels))] + [-sign]
                       for j in range(len(self.levels)) for sign in (1.0, -1.0)]

    def _members(self, view: View) -> Tensor:
        group = self.group(view.batch)
        sets = torch.stack([group == level for level in self.levels] + [torch.ones_like(group, dtype=torch.bool)])
        return sets if self.given is None else sets & (view.targets.reshape(-1) == self.given)

    def parts(self, view: View) -> Tuple[Tensor, Any]:
        return _means_over(torch.softmax(view.logits, -1)[:, self.positive], self._members(view))

    def _chosen(self, view: View) -> Tensor:
        return (view.logits.detach().argmax(-1) == self.positive).to(view.logits.dtype)

    def strict_parts(self, view: View) -> Tensor:
        return _means_over(self._chosen(view), self._members(view))[0]

    def samples(self, view: View) -> List[Tensor]:
        chosen = self._chosen(view)
        return [chosen[members] for members in self._members(view)]


class ClassError(Risk):
    """The share of the rows of each class that are predicted as another class is at most its bound. The most likely
    class decides; gradients come from the mean probability of the other classes."""

    conditional = has_strict = is_rate = True
    value_range = (0.0, 1.0)

    def __init__(self, classes: Sequence[int], bound: Union[float, Sequence[float]], name: str = "error of class",
                 loader: Any = None) -> None:
        self.classes, self.loader = list(classes), loader
        self.names, self.bounds = [f"{name} {c}" for c in classes], _listed(bound, len(self.classes))
        self.matrix = [[float(i == j) for j in range(len(self.classes))] for i in range(len(self.classes))]

    def _over_classes(self, view: View, right: Tensor) -> Tuple[Tensor, Tensor]:
        targets = view.targets.reshape(-1)
        return _means_over(1 - right, torch.stack([targets == c for c in self.classes]))

    def parts(self, view: View) -> Tuple[Tensor, Any]:
        targets = view.targets.reshape(-1, 1).long()
        return self._over_classes(view, torch.softmax(view.logits, -1).gather(1, targets)[:, 0])

    def _right(self, view: View) -> Tensor:
        return (view.logits.detach().argmax(-1) == view.targets.reshape(-1)).to(view.logits.dtype)

    def strict_parts(self, view: View) -> Tensor:
        return self._over_classes(view, self._right(view))[0]

    def samples(self, view: View) -> List[Tensor]:
        wrong, targets = 1 - self._right(view), view.targets.reshape(-1)
        return [wrong[targets == c] for c in self.classes]


class Robust(Risk):
    """The mean loss on perturbed inputs is at most `bound`. `perturb(net, inputs, targets)` returns them: noise, a
    shift, or an attack such as fast_gradient(0.1)."""

    def __init__(self, perturb: Callable[[Module, Tensor, Tensor], Tensor], bound: float,
                 function: Callable[[Tensor, Tensor], Tensor] = cross_entropy, name: str = "robustness",
                 loader: Any = None) -> None:
        self.perturb, self.function, self.names, self.bounds = perturb, function, [name], [float(bound)]
        self.loader = loader

    def inputs(self, view: View) -> List[Tensor]:
        return [self.perturb(view.net, view.inputs, view.targets)]

    def parts(self, view: View) -> Tuple[Tensor, Any]:
        values = self.function(view.outputs_for(self)[0], view.targets)
        return (values.reshape(1), view.rows) if values.dim() == 0 else _mean(values)

    def samples(self, view: View) -> List[Tensor]:
        return [_of_rows(self.function(view.outputs_for(self)[0], view.targets), view.rows)]


def fast_gradient(size: float, function: Callable[[Tensor, Tensor], Tensor] = cross_entropy) -> Callable[..., Tensor]:
    """Moves every input by `size`, in the direction in which the loss grows (Goodfellow et al. 2015)."""
    def perturb(net: Module, inputs: Tensor, targets: Tensor) -> Tensor:
        with torch.enable_grad():
            moved = inputs.detach().clone().requires_grad_()
            slope, = torch.autograd.grad(function(net(moved), targets).sum(), moved)
        return (inputs + size * slope.sign()).detach()
    return perturb


class NormBudget(Risk):
    """The sum of the squares of the parameters, those of `net` or the given ones, is at most `bound`."""

    needs_outputs = False

    def __init__(self, bound: float, parameters: Optional[Sequence[Tensor]] = None, name: str = "norm") -> None:
        self.names, self.bounds = [name], [float(bound)]
        self.parameters = None if parameters is None else list(parameters)

    def parts(self, view: View) -> Tuple[Tensor, Any]:
        parameters = self.parameters or view.problem.parameters
        return torch.stack([(p.to(view.problem.dtype) ** 2).sum() for p in parameters]).sum().reshape(1), 1

    def samples(self, view: View) -> List[Tensor]:
        return [self.parts(view)[0]]


class SparsityBudget(Risk):
    """At most a share `bound` of the parameters is larger than `threshold` in absolute value. This decides;
    gradients come from the mean of 1 - exp(-|p| / threshold)."""

    needs_outputs = False
    has_strict = True

    def __init__(self, bound: float, threshold: float = 1e-2, parameters: Optional[Sequence[Tensor]] = None,
                 name: str = "sparsity") -> None:
        self.names, self.bounds, self.threshold = [name], [float(bound)], threshold
        self.parameters = None if parameters is None else list(parameters)

    def _sizes(self, view: View) -> Tensor:
        parameters = self.parameters or view.problem.parameters
        return torch.cat([p.reshape(-1).abs() for p in parameters]).to(view.problem.dtype)

    def parts(self, view: View) -> Tuple[Tensor, Any]:
        return (1 - torch.exp(-self._sizes(view) / self.threshold)).mean().reshape(1), 1

    def strict_parts(self, view: View) -> Tensor:
        return (self._sizes(view).detach() > self.threshold).to(view.problem.dtype).mean().reshape(1)

    def samples(self, view: View) -> List[Tensor]:
        return [self.strict_parts(view)]


class Agreement(Risk):
    """The new module answers like an older one: the mean of KL(older || new) is at most `bound`. The older one is
    not changed."""

    def __init__(self, older: Module, bound: float, name: str = "agreement", loader: Any = None) -> None:
        self.older, self.names, self.bounds, self.loader = older, [name], [float(bound)], loader

    def _values(self, view: View) -> Tensor:
        with torch.no_grad():
            before = view.problem.forward(self.older, view.inputs)
        return divergence(before, view.outputs)

    def parts(self, view: View) -> Tuple[Tensor, Any]:
        return _mean(self._values(view))

    def samples(self, view: View) -> List[Tensor]:
        return [_of_rows(self._values(view).clamp(min=0), view.rows)]


def _last(batch: Any) -> Tensor:
    if not isinstance(batch, (list, tuple)) or len(batch) < 3:
        raise ValueError("a bound on every row needs to know the rows: let the loader give (inputs, targets, numbers of the rows), "
                         "or say with index= where they are")
    found: Tensor = batch[-1]
    return found


class EachRow(Risk):
    """function(outputs, targets) is at most its bound for every single row: as many constraints as there are rows,
    which share one verdict, about the worst of them. `count` is the number of rows, `bound` a number or one per row,
    and `index(batch)` returns the indices of the batch's rows, by default the last entry of the batch.

    Each row has its own multiplier (PerSample), updated when the row is seen. The price of the constraint is their
    mean: by how much the objective would fall if all bounds were loosened by one."""

    def __init__(self, count: int, bound: Union[float, Sequence[float], Tensor],
                 index: Callable[[Any], Tensor] = _last, function: Callable[[Tensor, Tensor], Tensor] = cross_entropy, *,
                 penalty: float = 1.0, step: float = 0.0, name: str = "each row") -> None:
        self.index, self.function = index, function
        self.each = PerSample(count, bound, penalty=penalty, step=step)
        one = self.each.bound.dim() == 0
        self.names, self.bounds = [name], [float(self.each.bound) if one else 0.0]
        """With several bounds, the report says by how much the worst row exceeds its own."""
        self.scale = float(self.each.bound.abs().mean()) or 1.0

    def place(self, device: Any, dtype: Any) -> None:
        """Moves the multipliers to the module's device."""
        self.each.to(device, dtype)

    def rows(self, view: View) -> Tuple[Tensor, Tensor]:
        """The value of each row of the batch, and its index."""
        index = self.index(view.batch).reshape(-1).long()
        values = view.values(self.function)
        return values if values.shape == index.shape else _of_rows(values, index.numel()), index
