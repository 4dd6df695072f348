"""What holds for rows not seen yet, with a confidence: docs/certificates.md, for modules."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Mapping, Optional, Tuple

from .. import _native
from .._frame import frame
from ._batches import undisturbed
from ._holder import _evaluating
from ._lib import on_device, torch
from ._problem import Problem
from ._view import Risk, View

COLUMNS = ["name", "bound", "rows", "estimate", "low", "high", "verdict", "reason"]


def certify(problem: Problem, loader: Any, delta: float = 0.05, *, ranges: Optional[Mapping[str, Tuple[float, float]]] = None,
            family: str = "automatic") -> Any:
    """A frame with one row for each constraint of ready-made risks: its risk on the rows of the loader, confidence
    bounds, and whether it is certified, violated or undecided. All verdicts together are right with probability 1
    - delta, if the rows are independent draws from the population and played no part in training or in any
    choice.

    A risk with its own loader is about other rows than the loader's: give both by name, {"objective": loader,
    "elsewhere": other}. The unit that is drawn is a row; for a sequence, its value is the mean over its
    positions.

    Rates are 0 or 1 for each row. The range of a loss or a divergence of a module is not known: `ranges` gives it
    by the names of the constraints, {"flip": (0, 2)}; without it there is no bound. Each constraint gets an equal
    share of delta, and each mean that it consists of an equal share of that."""
    return frame(records(problem, loader, delta, ranges, family), COLUMNS)


def records(problem: Problem, loader: Any, delta: float, ranges: Optional[Mapping[str, Tuple[float, float]]],
            family: str) -> List[Dict[str, Any]]:
    if not 0 < delta < 1:
        raise ValueError(f"delta must be between 0 and 1, not {delta}")
    if not problem.risks:
        raise ValueError("risks that are a function of a batch have no values of single rows; certificates are for "
                         "ready-made risks")
    unknown = sorted(set(ranges or {}) - set(problem.names))
    if unknown:
        raise ValueError(f"ranges: there is no constraint '{unknown[0]}'")
    loaders = problem.beyond(loader)
    rows: List[Dict[str, Any]] = []
    for risk in problem.risks[1:]:
        own = loaders[problem.source(risk)]
        if own is None:
            rows += [{"name": name, "bound": bound, "delta": 0.0, "rows": 0,
                      **_impossible("no_rows_given", int(risk.loader is not None))}
                     for name, bound in zip(risk.names, risk.bounds)]
            continue
        samples = _samples(problem, risk, own)
        matrix = risk.matrix or [[float(i == j) for j in range(len(risk.names))] for i in range(len(risk.names))]
        for name, bound, coefficients in zip(risk.names, risk.bounds, matrix):
            terms = [(c, samples[k]) for k, c in enumerate(coefficients) if c != 0]
            within = risk.value_range or (ranges or {}).get(name)
            share = delta / problem.num_constraints
            rows.append({"name": name, "bound": bound, "delta": share,
                         **_judged(terms, within, bound, share, family, risk)})
    for each in problem.each:
        rows.append({"name": each.names[0], "bound": each.bounds[0], "delta": 0.0, "rows": 0,
                     **_impossible("training_rows")})
    return rows


def _samples(problem: Problem, risk: Risk, loader: Any) -> List[Any]:
    """The values of individual rows of which each part of a risk is the mean."""
    found: List[List[Any]] = []
    with torch.no_grad(), _evaluating(problem.net), undisturbed(loader):
        for batch in loader:
            values = risk.samples(View(problem, on_device(batch, problem.device), [risk]))
            found.append([one.detach().to("cpu", torch.float64) for one in values])
    return [torch.cat(parts).numpy() for parts in zip(*found)]


def _judged(terms: List[Tuple[float, Any]], within: Any, bound: float, delta: float, family: str,
            risk: Risk) -> Dict[str, Any]:
    fewest = min(len(values) for _, values in terms)
    if fewest == 0:
        return {"rows": 0, **_impossible("empty_group")}
    estimate = sum(c * float(values.mean()) for c, values in terms)
    if risk.value_range is None and risk.needs_outputs is False:
        return {"rows": fewest, "estimate": estimate, "low": estimate, "high": estimate,
                "verdict": "certified" if estimate <= bound else "violated"}  # of the weights alone
    if within is None:
        return {"rows": fewest, "estimate": estimate, **_impossible("unknown_range")}
    low = high = 0.0
    for c, values in terms:
        _, below, above = _native.mean_bounds(values, within[0], within[1], risk.is_rate, delta / len(terms), family)
        low, high = low + c * (below if c > 0 else above), high + c * (above if c > 0 else below)
    verdict = "certified" if high <= bound else "violated" if low > bound else "undecided"
    return {"rows": fewest, "estimate": estimate, "low": low, "high": high, "verdict": verdict}


def _impossible(cause: str, *numbers: float) -> Dict[str, Any]:
    """The facts, in the format of alcole::certify::NoBound, and the library's sentence about them."""
    facts = {"cause": cause, "numbers": list(numbers)}
    return {"verdict": "impossible", "no_bound": facts, "reason": _native.why_no_bound(json.dumps(facts))}


def as_json(found: Dict[str, Any]) -> Dict[str, Any]:
    """In the format of alcole::certify::Certificate."""
    constraints = [{"name": one["name"], "bound": one["bound"], "at_least": False, "verdict": one["verdict"],
                    "rows_to_decide": None, "risk": _bounds(one)} for one in found["constraints"]]
    return {"delta": found["delta"], "family": found["family"], "rows": found["rows"], "rows_were_trained_on": False,
            "of_tighter_search": False, "constraints": constraints, "objective": _bounds({})}


def _bounds(one: Dict[str, Any]) -> Dict[str, Any]:
    facts = {"no_bound": one["no_bound"]} if one.get("no_bound") else {}
    return {**facts, "rows": one.get("rows", 0), "delta": one.get("delta", 0.0), "estimate": one.get("estimate"),
            "low": one.get("low"), "high": one.get("high"), "families": {}, "reason": one.get("reason") or ""}
