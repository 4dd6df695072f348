"""What a fitted estimator reports about its training."""

from __future__ import annotations

import html
import json
import os
from typing import Any, Dict, List, Optional, Union

from . import _native
from ._base import NotFittedError
from ._frame import frame, summary_html

VERDICTS = ["name", "kind", "bound", "risk", "slack", "held_out_risk", "unconstrained_risk", "verdict"]
PRICES = ["name", "bound", "price", "binding"]


class Results:
    """An estimator with a model, and the outcome of its training if that is known."""

    _model: "_native.Model"
    _outcome: Optional[Dict[str, Any]]

    def _adopt(self, model: "_native.Model") -> None:
        self._model = model
        self._outcome = json.loads(model.outcome()) if model.has_outcome else None

    def _fitted(self) -> "_native.Model":
        if "_model" not in vars(self):
            raise NotFittedError(f"This {type(self).__name__} instance is not fitted yet. Call 'fit' with appropriate "
                                 "arguments before using this estimator.")
        return self._model

    def _facts(self) -> Dict[str, Any]:
        self._fitted()
        if self._outcome is None:
            raise AttributeError("this model was loaded from a file, which does not hold how it was trained")
        return self._outcome

    def _constraints(self) -> List[Dict[str, Any]]:
        """As they were stated: a ratio, for example, by its own bound, value and price."""
        self._facts()
        constraints: List[Dict[str, Any]] = json.loads(self._model.stated_outcome())["constraints"]
        return constraints

    @property
    def status_(self) -> str:
        """How the search ended: converged, infeasible, stalled, ... (docs/solver.md)."""
        return str(self._facts()["status"])

    @property
    def message_(self) -> str:
        """The status in a sentence."""
        return str(self._facts()["message"])

    @property
    def verdicts_(self) -> Any:
        """Every constraint: its bound, its risk on the training rows and on the held-out rows, that of the unconstrained model
        on the training rows, and whether it is met."""
        records = []
        for one in self._constraints():
            held_out = one.get("test") or {}
            records.append({**one, "risk": one["train"]["risk"], "slack": one["train"]["slack"],
                            "held_out_risk": held_out.get("risk"), "unconstrained_risk": one.get("unconstrained")})
        return frame(records, VERDICTS)

    @property
    def prices_(self) -> Any:
        """What each constraint costs: by how much the objective would fall per unit by which its bound is loosened."""
        return frame([{**one, "price": one["multiplier"]} for one in self._constraints()], PRICES)

    @property
    def unconstrained_(self) -> Optional[Dict[str, Any]]:
        """The same kind of model on the same rows without the constraints: `train` and, with held-out rows, `test` hold its
        metrics. None where there are no constraints, or solve={"cost_of_constraints": "never"}."""
        found: Optional[Dict[str, Any]] = self._facts().get("unconstrained")
        return found

    @property
    def row_prices_(self) -> Any:
        """For constraints on every row (RowLoss): what each row costs, most expensive first. `row` counts from 1."""
        self._facts()
        columns = self._model.row_prices()
        names = list(columns)
        return frame([dict(zip(names, row)) for row in zip(*columns.values())], names)

    @property
    def trace_(self) -> Any:
        """Every dual step of the search."""
        self._facts()
        columns = self._model.trace()
        names = list(columns)
        return frame([dict(zip(names, row)) for row in zip(*columns.values())], names)

    @property
    def certificate_(self) -> Optional[Dict[str, Any]]:
        """What holds for people not seen yet, if `certify` was given."""
        text = self._fitted().certificate
        if self._outcome is not None:
            found: Optional[Dict[str, Any]] = self._outcome.get("certificate")
            return found
        return json.loads(text) if text else None

    @property
    def examination_(self) -> Dict[str, Any]:
        """Is it a solution? First and second order, independence of the constraints, assumptions (docs/optimality.md)."""
        found: Dict[str, Any] = self._facts()["optimality"]
        return found

    def explain(self) -> str:
        """The outcome in plain words."""
        self._facts()
        return "\n\n".join(self._model.explanation())

    def report(self, file: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the report as one HTML file.

        >>> import alcole, numpy, os, tempfile
        >>> x = numpy.linspace(-1, 1, 40).reshape(-1, 1)
        >>> file = os.path.join(tempfile.mkdtemp(), "report.html")
        >>> alcole.Classifier("linear", l2=0.01).fit(x, x[:, 0] > 0.1).report(file)
        >>> open(file).readline().strip()[:15]
        '<!DOCTYPE html>'
        """
        self._facts()
        with open(file, "w", encoding="utf-8") as out:
            out.write(self._model.report())

    def save(self, file: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the model as ONNX, with its preprocessing inside; alcole.load() and `alcole predict` read it."""
        self._fitted().save(os.fspath(file))

    def _repr_html_(self) -> str:
        if "_model" not in vars(self) or self._outcome is None:
            return f"<pre>{html.escape(repr(self))}</pre>"
        return summary_html(self._model.explanation(), self.verdicts_)

    def _repr_mimebundle_(self, **_: Any) -> Dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}

    def plot_trace(self, ax: Any = None) -> Any:
        """Plots the multipliers over the dual steps, with matplotlib: if the search has converged, they have
        stabilised.

        >>> import alcole, numpy
        >>> x = numpy.linspace(-1, 1, 40).reshape(-1, 1)
        >>> model = alcole.Classifier("linear", l2=0.01, constraints=[alcole.Rate("positive_rate", 0.3)])
        >>> model.fit(x, x[:, 0] > 0.1).plot_trace().get_xlabel()
        'dual step'
        """
        import matplotlib.pyplot

        ax = ax or matplotlib.pyplot.gca()
        trace = self.trace_
        for name in (name for name in trace.columns if name.startswith("multiplier ")):
            ax.plot(trace["iteration"], trace[name], label=name[len("multiplier "):])
        ax.set(xlabel="dual step", ylabel="multiplier (price)")
        if ax.lines:
            ax.legend()
        return ax
