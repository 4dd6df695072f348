"""What risks are computed from: a batch with the module's outputs, what a risk is, and functions of outputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from ._lib import Module, Tensor, rows_of, torch


class View:
    """A batch as risks see it: its inputs, its targets, and the module's outputs, computed once."""

    def __init__(self, problem: Any, batch: Any, risks: Sequence["Risk"]) -> None:
        self.problem, self.batch = problem, batch
        self.net: Module = problem.net
        self.inputs, self.targets = _halves(batch)
        self.rows = rows_of(self.inputs)
        self._risks = [risk for risk in risks if risk.needs_outputs]
        self._found: Optional[Dict[int, List[Tensor]]] = None
        self._whole: Optional[Tensor] = None
        """The outputs for all inputs together, if the module was called once."""
        self._values: Dict[int, Tensor] = {}
        self._logs: Dict[int, Tensor] = {}
        self._shares_logs = any(risk.uses_logs for risk in risks)

    def values(self, function: Callable[[Tensor, Tensor], Tensor]) -> Tensor:
        """function(outputs, targets), computed once however many risks use it."""
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
        """One column per class, even if the module has a single output for two classes."""
        return as_logits(self.outputs)

    def outputs_for(self, risk: "Risk") -> List[Tensor]:
        """The outputs for the inputs that a risk has requested."""
        return self._all()[id(risk)]

    def logs(self, risk: Optional["Risk"] = None) -> Tensor:
        """Log-probabilities of the classes, for the batch's inputs or for those that a risk has requested,
        concatenated. Computed for all inputs at once, because small operations dominate the cost of a small step
        on a GPU."""
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
    """Concatenates the inputs into one; None if their structures differ."""
    first = inputs[0]
    if all(isinstance(one, torch.Tensor) for one in inputs):
        return torch.cat(inputs) if all(one.shape[1:] == first.shape[1:] for one in inputs) else None
    if all(isinstance(one, Mapping) and list(one) == list(first) for one in inputs):
        found = {name: _stacked([one[name] for one in inputs]) for name in first}
        return None if any(value is None for value in found.values()) else found
    return None


class Risk:
    """One objective, or one or several constraints. Its parts are means over rows; if it is not the parts
    themselves, `matrix` has one row per constraint that says how it is composed of the parts."""

    names: List[str]
    bounds: List[float]
    matrix: Optional[List[List[float]]] = None
    conditional = False
    """Some parts are means over rows that a batch may not contain."""
    has_strict = False
    """strict_parts() returns true rates."""
    needs_outputs = True
    uses_logs = False
    """parts() uses View.logs()."""
    value_range: Optional[Tuple[float, float]] = None
    """The range of the values of samples(), if it is known."""
    is_rate = False
    """samples() takes only the two ends of that range."""
    loader: Any = None

    def inputs(self, view: View) -> List[Tensor]:
        """Further inputs, beside those of the batch, for which the module's outputs are needed."""
        return []

    def parts(self, view: View) -> Tuple[Tensor, Any]:
        """The means, and the number of rows of each: a number or a tensor."""
        raise NotImplementedError

    def strict_parts(self, view: View) -> Tensor:
        """The same for the true rates."""
        raise NotImplementedError

    def samples(self, view: View) -> List[Tensor]:
        """For certify(): the values of individual rows of which each part (the true rate if there is one) is the
        mean."""
        raise NotImplementedError(f"{type(self).__name__} says nothing of single rows")


def as_logits(outputs: Tensor) -> Tensor:
    if outputs.dim() == 1:
        outputs = outputs.unsqueeze(1)
    one = outputs.dim() == 2 and outputs.shape[1] == 1
    return torch.cat([torch.zeros_like(outputs), outputs], 1) if one else outputs


def log_probabilities(outputs: Tensor) -> Tensor:
    """Computed in at least single precision, because they are used in differences of nearly equal numbers."""
    logits = as_logits(outputs)
    return torch.log_softmax(logits if logits.dtype == torch.float64 else logits.float(), -1)


def divergence(p: Tensor, q: Tensor) -> Tensor:
    """KL(p || q) for each row, from outputs."""
    return divergence_of_logs(log_probabilities(p), log_probabilities(q))


def divergence_of_logs(log_p: Tensor, log_q: Tensor) -> Tensor:
    return (log_p.exp() * (log_p - log_q)).sum(-1)


def cross_entropy(outputs: Tensor, targets: Tensor) -> Tensor:
    """For each row; for each position of a sequence if the outputs are (rows, positions, classes)."""
    return negative_log(log_probabilities(outputs), targets)


def negative_log(logs: Tensor, targets: Tensor) -> Tensor:
    """The negative logarithm of the probability of each target."""
    if targets is None:
        raise ValueError("a cross-entropy needs targets: let the loader give (inputs, targets), or a mapping with 'labels'")
    return torch.nn.functional.nll_loss(logs.flatten(0, -2), targets.reshape(-1).long(), reduction="none")
