"""The outcome of a training."""

from __future__ import annotations

import json
import math
import os
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

from .. import _native
from .._frame import frame, summary_html, trace_frame
from . import _certify
from ._problem import Problem

VERDICTS = ["name", "bound", "risk", "slack", "held_out_risk", "verdict"]
PRICES = ["name", "bound", "price", "binding"]


@dataclass(repr=False)
class Result:
    """How a training ended. Risks are given minus their bounds: a constraint is met if its slack is at most zero.
    The module has the weights of `iterate`: the best feasible ones that were found, or the last."""

    status: str
    """As in docs/solver.md: settled, converged, iteration_limit, infeasible, ..."""
    message: str
    ending: Dict[str, Any]
    """The facts behind `message`."""
    iterate: str
    """Which weights the module has: "best" or "last"."""
    objective: float
    slacks: List[float]
    multipliers: List[float]
    penalties: List[float]
    names: List[str]
    bounds: List[float]
    equality: List[bool]
    stationarity: float
    violation: float
    complementarity: float
    counts: Dict[str, int]
    seconds: float
    records: List[Dict[str, Any]]
    best: Optional[Dict[str, Any]] = None
    """The feasible iterate with the lowest objective: iteration, risks, module (its state_dict)."""
    samples: List[Dict[str, Any]] = field(default_factory=list)
    held_out: Optional[List[Optional[float]]] = None
    """The m + 1 risks on the held-out loader, minus their bounds."""
    row_multipliers: Dict[str, Any] = field(default_factory=dict)
    """For constraints on every single row (risks.EachRow): the multiplier of each row, as a tensor."""
    about: Dict[str, Any] = field(default_factory=dict)
    """What was trained, and on what."""
    problem: Optional[Problem] = None
    certificate: Optional[Dict[str, Any]] = None
    """If certify() was called: delta, family, rows, and a record for each constraint."""

    @property
    def settled(self) -> bool:
        """True if the multipliers have stabilised, so that they are prices."""
        return self.status in ("settled", "converged")

    @property
    def verdicts(self) -> Any:
        """Each constraint: its bound, its risk on all data and on held-out data, and whether it is met, that is
        within 1 % of its bound."""
        rows = []
        for i, (name, bound, slack) in enumerate(zip(self.names, self.bounds, self.slacks)):
            beyond = self._held_out(i)
            rows.append({"name": name, "bound": bound, "risk": slack + bound, "slack": slack,
                         "held_out_risk": None if beyond is None else beyond + bound, "verdict": self._verdict(i, beyond)})
        return frame(rows, VERDICTS)

    def _held_out(self, i: int) -> Optional[float]:
        return None if self.held_out is None else self.held_out[i + 1]

    def _verdict(self, i: int, held_out: Optional[float] = None) -> str:
        return _native.verdict(self.slacks[i], held_out, self.bounds[i], self.equality[i])

    @property
    def met(self) -> bool:
        """True if every constraint is met on the training data."""
        return all(self._verdict(i) == "met" for i in range(len(self.names)))

    @property
    def prices(self) -> Any:
        """What each constraint costs: by how much the objective would fall per unit by which its bound is loosened."""
        rows = [{"name": name, "bound": bound, "price": price, "binding": _native.binds(price, bound, self.objective)}
                for name, bound, price in zip(self.names, self.bounds, self.multipliers)]
        return frame(rows, PRICES)

    @property
    def conflict(self) -> List[str]:
        """For a training that ended as infeasible: the constraints that cannot be met together."""
        if self.status != "infeasible":
            return []
        return [self.names[i] for i in _native.in_conflict(self.multipliers, self.bounds)]

    @property
    def trace(self) -> Any:
        """A frame with one row per dual step."""
        return trace_frame(self.records, self.names, "slack")

    def certify(self, loader: Any, delta: float = 0.05, *, ranges: Optional[Mapping[str, Tuple[float, float]]] = None,
                family: str = "automatic") -> Any:
        """alcole.torch.certify() for the module as it is now; the report then includes the certificate."""
        if self.problem is None:
            raise ValueError("this result has no module to certify")
        found = _certify.records(self.problem, loader, delta, ranges, family)
        self.certificate = {"delta": delta, "family": family, "rows": max((one["rows"] for one in found), default=0),
                            "constraints": found}
        return frame(found, _certify.COLUMNS)

    def report(self, file: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the report as one HTML file: verdicts, prices, the course of the training, and the certificate if
        there is one."""
        with open(file, "w", encoding="utf-8") as out:
            out.write(_native.module_report(self._json()))

    def explain(self) -> str:
        """The outcome in plain words."""
        return "\n\n".join(_native.module_explanation(self._json()))

    def _json(self) -> str:
        """In the format of alcole::learning::ModuleTraining."""
        constraints = [{"name": name, "bound": bound, "equality": equality, "multiplier": price, "slack": slack,
                        "held_out_slack": self._held_out(i)}
                       for i, (name, bound, equality, price, slack) in enumerate(
                           zip(self.names, self.bounds, self.equality, self.multipliers, self.slacks))]
        trace = [{"iteration": r["iteration"], "steps": r["steps"], "seconds": r["seconds"], "objective": r["risks"][0],
                  "slack": list(r["risks"][1:]), "multiplier": list(r["multipliers"]), "stationarity": r["stationarity"]}
                 for r in self.records]
        residuals = {name: getattr(self, name) for name in ("stationarity", "violation", "complementarity")}
        facts = {**self.about, "status": self.status, "ending": self.ending, "iterate": self.iterate,
                 "seconds": self.seconds, "objective": self.objective,
                 "held_out_objective": None if self.held_out is None else self.held_out[0],
                 "constraints": constraints, "residuals": residuals, "trace": trace,
                 "certificate": self.certificate and _certify.as_json(self.certificate)}
        return json.dumps(_numbers(facts))

    def _repr_html_(self) -> str:
        return summary_html(_native.module_explanation(self._json()), self.verdicts)

    def __repr__(self) -> str:
        lines = [self.message, f"objective    {self.objective:.6g} ({self.iterate} iterate)"]
        for i, (name, bound, slack, price) in enumerate(zip(self.names, self.bounds, self.slacks, self.multipliers)):
            lines.append(f"{name:<12} {slack + bound:.3g} {'=' if self.equality[i] else '<='} {bound:.3g}: "
                         f"{self._verdict(i)} (multiplier {price:.4g})")
        if self.conflict:
            lines.append(f"cannot be met together: {', '.join(self.conflict)}")
        return "\n".join(lines)


def _numbers(value: Any) -> Any:
    """Replaces numbers that are not finite by None, as JSON requires."""
    if isinstance(value, dict):
        return {name: _numbers(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_numbers(one) for one in value]
    if isinstance(value, float):  # includes numpy's
        return float(value) if math.isfinite(value) else None
    return value
