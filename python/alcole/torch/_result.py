"""What came of a training."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional

from .._frame import frame, trace_frame

VERDICTS = ["name", "bound", "risk", "slack", "held_out_risk", "verdict"]
PRICES = ["name", "bound", "price", "binding"]


@dataclass(repr=False)
class Result:
    """How a training ended. Risks are given with their bounds taken off: a constraint is met where its slack is at most zero.
    The module has the weights of `iterate`: the best feasible ones that were met, or the last."""

    status: str
    """As in docs/solver.md: settled, converged, iteration_limit, infeasible, ..."""
    message: str
    iterate: str
    """Whose weights the module has: "best" or "last"."""
    objective: float
    slacks: List[float]
    multipliers: List[float]
    penalties: List[float]
    names: List[str]
    bounds: List[float]
    stationarity: float
    violation: float
    complementarity: float
    counts: Dict[str, int]
    seconds: float
    records: List[Dict[str, Any]]
    best: Optional[Dict[str, Any]] = None
    """The feasible iterate with the lowest objective: iteration, risks, module (its state_dict)."""
    samples: List[Dict[str, Any]] = field(default_factory=list)
    held_out: Optional[List[float]] = None
    """The m + 1 risks on the held-out loader, bounds taken off."""

    @property
    def settled(self) -> bool:
        """Whether the multipliers have come to rest, so that they are prices."""
        return self.status in ("settled", "converged")

    @property
    def verdicts(self) -> Any:
        """Each constraint: its bound, its risk on all data and held out, and whether it is met: within 1 % of its bound."""
        rows = []
        for i, (name, bound, slack) in enumerate(zip(self.names, self.bounds, self.slacks)):
            beyond = None if self.held_out is None else self.held_out[i + 1]
            rows.append({"name": name, "bound": bound, "risk": slack + bound, "slack": slack,
                         "held_out_risk": None if beyond is None else beyond + bound,
                         "verdict": _verdict(slack, beyond, bound)})
        return frame(rows, VERDICTS)

    @property
    def met(self) -> bool:
        """Every constraint, on the data it was trained on."""
        return all(_verdict(slack, None, bound) == "met" for slack, bound in zip(self.slacks, self.bounds))

    @property
    def prices(self) -> Any:
        """What each constraint costs: by how much the objective would fall for each unit that its bound is loosened."""
        rows = [{"name": name, "bound": bound, "price": price, "binding": price > 0 and slack > -0.1 * max(abs(bound), 1e-12)}
                for name, bound, price, slack in zip(self.names, self.bounds, self.multipliers, self.slacks)]
        return frame(rows, PRICES)

    @property
    def trace(self) -> Any:
        """A row for each dual step."""
        return trace_frame(self.records, self.names, "slack")

    def __repr__(self) -> str:
        lines = [self.message, f"objective    {self.objective:.6g} ({self.iterate} iterate)"]
        for name, bound, slack, price in zip(self.names, self.bounds, self.slacks, self.multipliers):
            lines.append(f"{name:<12} {slack + bound:.3g} <= {bound:.3g}: {_verdict(slack, None, bound)} "
                         f"(multiplier {price:.4g})")
        return "\n".join(lines)


def _verdict(slack: float, held_out: Optional[float], bound: float) -> str:
    allowance = 0.01 * abs(bound)
    if math.isnan(slack) or slack > allowance:
        return "not_met"
    return "met_in_training" if held_out is not None and held_out > allowance else "met"
