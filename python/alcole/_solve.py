"""User-defined problems: minimise l_0(theta) subject to l_i(theta) <= 0 or = 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Tuple

import numpy as np

from . import _native
from ._frame import frame, trace_frame


@dataclass(repr=False)
class Result:
    """The answer of solve(). All values are in the problem's own units; docs/solver.md explains each status."""

    status: str
    message: str
    theta: np.ndarray
    risks: np.ndarray
    multipliers: np.ndarray
    penalties: np.ndarray
    names: List[str]
    stationarity: float
    violation: float
    complementarity: float
    counts: Dict[str, int]
    seconds: float
    records: List[Dict[str, Any]]
    best: Optional[np.ndarray]
    conflict: Optional[Dict[str, Any]]
    state: Any

    @property
    def trace(self) -> Any:
        """A frame with one row per dual step."""
        return trace_frame(self.records, self.names, "risk")

    def __repr__(self) -> str:
        lines = [self.message, f"theta        {self.theta}", f"objective    {self.risks[0]:.6g}"]
        for name, risk, price in zip(self.names, self.risks[1:], self.multipliers):
            lines.append(f"{name:<12} {risk:.3g} (multiplier {price:.6g})")
        return "\n".join(lines)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during solve() or alcole.torch.train(). `result` is the state at that point: solve(problem,
    interrupted.result) continues from there."""

    def __init__(self, result: Any) -> None:
        super().__init__(result.message)
        self.result = result


def solve(problem: Any, theta0: Any, *, on_dual_step: Optional[Callable[[Dict[str, Any]], Any]] = None,
          **options: Any) -> Result:
    """Minimises the first risk of a problem subject to the others being at most zero.

    A problem is any object with

        risks(theta)       an array: the objective, then the constraints
        pullback(w)        the gradient of w @ risks at the theta of the last call of risks(); or
        jac(theta)         the matrix of all gradients, one row per risk

    and optionally

        names              of the constraints
        equality           a list of booleans: which constraints must be zero; or True for all
        box                (lower, upper), numbers or arrays; None if there is no bound
        scales             the natural size of each constraint
        prices             the maximum price of each constraint, numpy.inf for those that must be met: a constraint whose
                           multiplier would exceed its price gives way
        strict_risks(theta)   the true rates behind smooth risks
        rates              a list of booleans: which strict risks move in steps; or True for all
        batches_per_epoch and batch_risks(theta, seed, epoch, index)   mini-batches, for regime="stochastic"

    `theta0` is the starting point: an array (float32: solve in single precision), or a Result or state of an earlier
    solve, which is resumed. Options are those of the solver (alcole.options() lists them), with two underscores for a
    dot: penalty__factor=2. `on_dual_step` is called with a dictionary after each dual step; the solve ends if it
    returns True.

    >>> class Wall:                                      # minimise (x - 2)^2 subject to x <= 1
    ...     def risks(self, theta):
    ...         self.x = theta[0]
    ...         return [(self.x - 2) ** 2, self.x - 1]
    ...     def pullback(self, w):
    ...         return [w[0] * 2 * (self.x - 2) + w[1]]
    >>> answer = solve(Wall(), [0.0])
    >>> answer.status, float(answer.theta[0].round(6)), float(answer.multipliers[0].round(4))
    ('converged', 1.0, 2.0)
    """
    texts = {name.replace("__", "."): _text(value) for name, value in options.items()}
    found, interrupted = _native.solve(problem, _state(theta0), texts, on_dual_step)
    found["records"] = found.pop("trace")
    result = Result(**found)
    if interrupted:
        raise Interrupted(result)
    return result


def check_gradients(problem: Any, theta: Any) -> Tuple[bool, str]:
    """Checks the gradients of a problem against differences of its risks. Returns whether they agree, and a
    sentence."""
    message, passed = _native.check_gradients(problem, np.asarray(theta, dtype=float))
    return passed, message


def options() -> Any:
    """Every option of solve(), with its allowed values, its default and its meaning."""
    return frame(_native.option_table(), ["name", "values", "default", "meaning"])


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, (bool, np.bool_)) else str(value)


def _state(theta0: Any) -> Any:
    if isinstance(theta0, Result):
        return theta0.state
    if isinstance(theta0, (_native.State, _native.StateSingle)):
        return theta0
    theta = np.asarray(theta0)
    if theta.ndim != 1:
        raise ValueError(f"theta0 must have one dimension, and has the shape {theta.shape}")
    if theta.dtype == np.float32:
        return _native.fresh_single(theta)
    try:
        return _native.fresh(theta.astype(float))
    except (TypeError, ValueError) as error:
        raise ValueError(f"theta0 must be numbers: {error}") from error
