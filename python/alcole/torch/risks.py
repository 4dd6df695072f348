"""Ready-made risks, for Problem(net, [objective, constraint, ...]).

A batch is (inputs, targets, ...), or a mapping with "labels" in it, whose other entries are the inputs. Each risk may have a data loader of its own: `loader=...`, and is then the mean over what
that one gives, whatever the others see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from ._indexed import PerSample
from ._lib import Module, Tensor, rows_of, torch


class View:
    """A batch as risks see it: its inputs, its targets, and what the module says of them, asked for once."""

    def __init__(self, problem: Any, batch: Any, risks: Sequence["Risk"]) -> None:
        self.problem, self.batch = problem, batch
        self.net: Module = problem.net
        self.inputs, self.targets = _halves(batch)
        self.rows = rows_of(self.inputs)
        self._risks = [risk for risk in risks if risk.needs_outputs]
        self._found: Optional[Dict[int, List[Tensor]]] = None
        self._whole: Optional[Tensor] = None
        """The outputs of all inputs together, where the module was asked once."""
        self._values: Dict[int, Tensor] = {}
        self._logs: Dict[int, Tensor] = {}
        self._shares_logs = any(isinstance(risk, Counterfactual) for risk in risks)

    def values(self, function: Callable[[Tensor, Tensor], Tensor]) -> Tensor:
        """function(outputs, targets), computed once however many risks are made of it."""
        if id(function) not in self._values:
            shared = function is cross_entropy and self._shares_logs
            self._values[id(function)] = (negative_log(self.logs(), self.targets) if shared else
                                          function(self.outputs, self.targets))
        return self._values[id(function)]

    @property
    def outputs(self) -> Tensor:
        return self._all()[0][0]

    @property
    def logits(self) -> Tensor:
        """A column for each class, also where the module has one output for two classes."""
        return as_logits(self.outputs)

    def outputs_for(self, risk: "Risk") -> List[Tensor]:
        """Those of the inputs that a risk has asked for."""
        return self._all()[id(risk)]

    def logs(self, risk: Optional["Risk"] = None) -> Tensor:
        """Logarithms of the probabilities of the classes, for the batch's inputs or for those that a risk has asked for, one after
        the other. Of all inputs at once: small operations are what a small step costs on a GPU."""
        key, found = 0 if risk is None else id(risk), self._all()
        if key not in self._logs:
            if self._whole is None:
                self._logs[key] = log_probabilities(torch.cat(found[key]))
            else:
                sizes = [sum(len(one) for one in some) for some in found.values()]
                self._logs = dict(zip(found, log_probabilities(self._whole).split(sizes)))
        return self._logs[key]

    def _all(self) -> Dict[int, List[Tensor]]:
        if self._found is None:
            asked = {0: [self.inputs], **{id(risk): risk.inputs(self) for risk in self._risks}}
            inputs = [one for some in asked.values() for one in some]
            found = self._forward(inputs)
            self._found = {}
            for key, some in asked.items():
                self._found[key], found = found[:len(some)], found[len(some):]
        return self._found

    def _forward(self, inputs: List[Any]) -> List[Tensor]:
        together = _stacked(inputs) if len(inputs) > 1 and self.problem.stack else None
        if together is None:
            return [self.problem.forward(self.net, one) for one in inputs]
        self._whole = self.problem.forward(self.net, together)
        return list(self._whole.split([rows_of(one) for one in inputs]))


def _halves(batch: Any) -> Tuple[Any, Any]:
    """Inputs and targets."""
    if isinstance(batch, Mapping):
        return {name: value for name, value in batch.items() if name != "labels"}, batch.get("labels")
    if isinstance(batch, (list, tuple)):
        return batch[0], batch[1] if len(batch) > 1 else None
    return batch, None


def _stacked(inputs: List[Any]) -> Any:
    """One after the other as one input; None where they are not alike."""
    first = inputs[0]
    if all(isinstance(one, torch.Tensor) for one in inputs):
        return torch.cat(inputs) if all(one.shape[1:] == first.shape[1:] for one in inputs) else None
    if all(isinstance(one, Mapping) and list(one) == list(first) for one in inputs):
        found = {name: _stacked([one[name] for one in inputs]) for name in first}
        return None if any(value is None for value in found.values()) else found
    return None


class Risk:
    """One objective, or one or several constraints. Its parts are means over rows; where it is not its parts themselves,
    `matrix` has a row for each constraint, which says how it is made of the parts."""

    names: List[str]
    bounds: List[float]
    matrix: Optional[List[List[float]]] = None
    conditional = False
    """Some parts are means over rows that a batch may not have."""
    has_strict = False
    """strict_parts() gives true rates."""
    needs_outputs = True
    value_range: Optional[Tuple[float, float]] = None
    """Where every value of samples() must lie, where that is known."""
    is_rate = False
    """samples() can be nothing but the two ends of it."""
    loader: Any = None

    def inputs(self, view: View) -> List[Tensor]:
        """What the module must be asked for beside the inputs of the batch."""
        return []

    def parts(self, view: View) -> Tuple[Tensor, Any]:
        """The means, and the number of rows that each is over: a number or a tensor."""
        raise NotImplementedError

    def strict_parts(self, view: View) -> Tensor:
        """The same of the true rates."""
        raise NotImplementedError

    def samples(self, view: View) -> List[Tensor]:
        """For certify(): the values of single rows that each part, the true rate where there is one, is the mean of."""
        raise NotImplementedError(f"{type(self).__name__} says nothing of single rows")


def as_logits(outputs: Tensor) -> Tensor:
    if outputs.dim() == 1:
        outputs = outputs.unsqueeze(1)
    one = outputs.dim() == 2 and outputs.shape[1] == 1
    return torch.cat([torch.zeros_like(outputs), outputs], 1) if one else outputs


def log_probabilities(outputs: Tensor) -> Tensor:
    """Computed in at least single precision: what is made of them are differences of near numbers."""
    logits = as_logits(outputs)
    return torch.log_softmax(logits if logits.dtype == torch.float64 else logits.float(), -1)


def divergence(p: Tensor, q: Tensor) -> Tensor:
    """KL(p || q) of each row, from outputs."""
    return _divergence(log_probabilities(p), log_probabilities(q))


def _divergence(log_p: Tensor, log_q: Tensor) -> Tensor:
    return (log_p.exp() * (log_p - log_q)).sum(-1)


def cross_entropy(outputs: Tensor, targets: Tensor) -> Tensor:
    """Of each row; of each place of a sequence, where the outputs are (rows, places, classes)."""
    return negative_log(log_probabilities(outputs), targets)


def negative_log(logs: Tensor, targets: Tensor) -> Tensor:
    """Of the probability of each target."""
    if targets is None:
        raise ValueError("a cross-entropy needs targets: let the loader give (inputs, targets), or a mapping with 'labels'")
    return torch.nn.functional.nll_loss(logs.flatten(0, -2), targets.reshape(-1).long(), reduction="none")


def _mean(values: Tensor) -> Tuple[Tensor, Any]:
    return values.mean().reshape(1), values.numel()


def _of_rows(values: Tensor, rows: int) -> Tensor:
    """One for each row, which is what was drawn: the mean over the places of a sequence."""
    if values.dim() == 0 or values.numel() % rows != 0:
        raise ValueError(f"the function must give a number for each of {rows} rows (reduction='none'), and gave the shape "
                         f"{tuple(values.shape)}")
    return values.reshape(rows, -1).mean(1)


def _means_over(values: Tensor, members: Tensor) -> Tuple[Tensor, Tensor]:
    """Of values (rows) over each of the sets of rows that `members` (sets, rows) has."""
    weights = members.to(values.dtype)
    counts = weights.sum(1)
    return (weights @ values) / counts.clamp(min=1), counts


def _listed(bound: Union[float, Sequence[float]], count: int) -> List[float]:
    found = [float(bound)] * count if isinstance(bound, (int, float)) else [float(b) for b in bound]
    if len(found) != count:
        raise ValueError(f"there are {len(found)} bounds for {count} constraints")
    return found


class Loss(Risk):
    """The mean of function(outputs, targets) over rows: cross-entropy, unless another one is given. The usual objective; with
    a bound it is a constraint."""

    def __init__(self, function: Callable[[Tensor, Tensor], Tensor] = cross_entropy, bound: float = 0.0, name: str = "loss",
                 loader: Any = None) -> None:
        self.function, self.names, self.bounds, self.loader = function, [name], [float(bound)], loader

    def parts(self, view: View) -> Tuple[Tensor, Any]:
        values = view.values(self.function)
        return (values.reshape(1), view.rows) if values.dim() == 0 else _mean(values)

    def samples(self, view: View) -> List[Tensor]:
        return [_of_rows(view.values(self.function), view.rows)]


class Counterfactual(Risk):
    """The answer is to stay what it is when the input changes: the mean of KL(answer || answer to map(inputs)) is at most
    `bound`. `maps` is a function of the inputs, or a dictionary of them, one constraint each. With `names`, it is one function
    that gives the changed inputs of all these constraints as one tensor of the shape (constraints, rows, ...): a single operation
    may do what many maps do one after the other."""

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
        return _divergence(here, view.logs(self).reshape(len(self.names), *here.shape)).reshape(len(self.names), -1)

    def parts(self, view: View) -> Tuple[Tensor, Any]:
        return self._values(view).mean(1), view.rows

    def samples(self, view: View) -> List[Tensor]:
        values = self._values(view).clamp(min=0)  # no divergence is negative, but for its rounding
        return [_of_rows(some, view.rows) for some in values]


class GroupRates(Risk):
    """The rate of the answer `positive` in each group differs from that of all rows by at most `bound`, either way; with
    `given`, among the rows whose target that is (equal opportunity). `group(batch)` gives the group of each row. Rates are
    decided by the likeliest class; theta is moved by the mean probability."""

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
    """The share of the rows of each class that are taken for another one is at most its bound. Decided by the likeliest class;
    theta is moved by the mean probability of the others."""

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
    """The mean loss on perturbed inputs is at most `bound`. `perturb(net, inputs, targets)` gives them: noise, a shift, or an
    attack such as fast_gradient(0.1)."""

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
    """The sum of the squares of the parameters, those of `net` or the ones given, is at most `bound`."""

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
    """At most the share `bound` of the parameters is larger than `threshold` in size. That decides; theta is moved by the mean
    of 1 - exp(-|p| / threshold)."""

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
    """The new module answers as an older one does: the mean of KL(older || new) is at most `bound`. The older one is left as it
    is."""

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
    """function(outputs, targets) of every single row is at most its bound: as many constraints as there are rows, which share
    one verdict, about the worst of them. `count` is the number of rows, `bound` a number or one for each, and `index(batch)`
    gives the numbers of the batch's rows, which the loader gives last unless this says otherwise.

    Each row has a multiplier of its own (PerSample), moved when the row is seen. Its price is the mean of them: what the
    objective would fall by if all bounds were loosened by one."""

    def __init__(self, count: int, bound: Union[float, Sequence[float], Tensor],
                 index: Callable[[Any], Tensor] = _last, function: Callable[[Tensor, Tensor], Tensor] = cross_entropy, *,
                 penalty: float = 1.0, step: float = 0.0, name: str = "each row") -> None:
        self.index, self.function = index, function
        self.each = PerSample(count, bound, penalty=penalty, step=step)
        one = self.each.bound.dim() == 0
        self.names, self.bounds = [name], [float(self.each.bound) if one else 0.0]
        """Of several bounds, what is reported is how far the worst row is over its own."""
        self.scale = float(self.each.bound.abs().mean()) or 1.0

    def place(self, device: Any, dtype: Any) -> None:
        """Where the module is."""
        self.each.to(device, dtype)

    def rows(self, view: View) -> Tuple[Tensor, Tensor]:
        """The value of each row of the batch, and its number."""
        index = self.index(view.batch).reshape(-1).long()
        values = view.values(self.function)
        return values if values.shape == index.shape else _of_rows(values, index.numel()), index
