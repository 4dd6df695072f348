"""Results in Python: the library's JSON as frames, and pickling of what the library holds."""

from __future__ import annotations

import copyreg
import json
import os
import tempfile
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List

from . import _native
from ._frame import frame


@dataclass
class Evaluation:
    """A model judged on rows that include the target."""

    metrics: Dict[str, Any]
    verdicts: Any
    groups: Any
    notes: List[str] = field(default_factory=list)


GROUPS = {"classes": ["positive_rate", "recall", "false_positive_rate", "error_rate", "log_loss"],
          "numbers": ["mean_prediction", "mean_target", "mean_absolute_error"]}
"""The columns reported for a group; ordered classes have both. Means are reported without their intervals."""


def _groups(records: List[Dict[str, Any]], task: str) -> Any:
    columns = ["group", "rows"]
    if task != "regression":
        columns += GROUPS["classes"]
    if task in ("regression", "ordinal"):
        columns += GROUPS["numbers"]
    if any(record.get("of_class") for record in records):
        columns.insert(1, "of_class")
    plain = [{name: value["estimate"] if isinstance(value, dict) and "estimate" in value else value
              for name, value in record.items()} for record in records]
    return frame(plain, columns)


def evaluation(text: str, task: str) -> Evaluation:
    found = json.loads(text)
    return Evaluation(
        metrics={name: value for name, value in found.items() if isinstance(value, (int, float))},
        verdicts=frame(found["constraints"], ["name", "kind", "bound", "risk", "slack", "flip_rate", "verdict"]),
        groups=_groups(found.get("groups", []), task),
        notes=found.get("notes", []))


SWEEP = ["bound", "status", "met", "objective", "slope", "risk", "train_accuracy"]
HELD_OUT = ["held_out_objective", "held_out_accuracy", "held_out_risk"]


def curve(text: str) -> Any:
    """A sweep as a frame, one row per bound; intervals over the folds as an estimate with its low and high end."""
    records = []
    for point in json.loads(text)["points"]:
        records.append(dict(point))
        for name in HELD_OUT:
            for end, value in (point.get(name) or {}).items():
                records[-1][name if end == "estimate" else f"{name}_{end}"] = value
    held_out = [name + end for name in HELD_OUT for end in ("", "_low", "_high") if records and name + end in records[0]]
    return frame(records, SWEEP + held_out)


def plot_tradeoff(curve: Any, ax: Any = None) -> Any:
    """Plots the result of sweep() with matplotlib: the lowest objective under each bound.

    >>> import pandas
    >>> plot_tradeoff(pandas.DataFrame({"bound": [0.1, 0.01], "objective": [0.3, 0.4]})).get_xscale()
    'log'
    """
    import matplotlib.pyplot

    ax = ax or matplotlib.pyplot.gca()
    ax.plot(curve["bound"], curve["objective"], marker="o")
    ax.set(xscale="log", xlabel="bound", ylabel="least objective in training")
    return ax


def _stored(write: Callable[[str], None]) -> Dict[str, bytes]:
    """The files that `write` puts into a folder, with their contents."""
    with tempfile.TemporaryDirectory() as folder:
        write(folder)
        files = {}
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), "rb") as file:
                files[name] = file.read()
        return files


def _restored(files: Dict[str, bytes], read: Callable[[str], Any]) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
        return read(folder)


def _model_from(files: Dict[str, bytes]) -> "_native.Model":
    return _restored(files, _native.Model.restore)


def _reduce_model(model: "_native.Model") -> Any:
    def write(folder: str) -> None:
        model.save(os.path.join(folder, "model.onnx"))
        if model.has_outcome:
            for name, text in (("metrics.json", model.outcome()), ("trace.csv", model.trace_csv()),
                               ("prices.csv", model.prices_csv())):
                if not text:
                    continue
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)

    return _model_from, (_stored(write),)


def _state_from(kind: str, files: Dict[str, bytes]) -> Any:
    return _restored(files, lambda folder: getattr(_native, kind).load(os.path.join(folder, "state")))


def _reduce_state(state: Any) -> Any:
    return _state_from, (type(state).__name__, _stored(lambda folder: state.save(os.path.join(folder, "state"))))


copyreg.pickle(_native.Model, _reduce_model)  # type: ignore[arg-type]
copyreg.pickle(_native.State, _reduce_state)  # type: ignore[arg-type]
copyreg.pickle(_native.StateSingle, _reduce_state)  # type: ignore[arg-type]
