"""The parameters of an estimator as a run file, and back."""

from __future__ import annotations

import os
import tomllib
import warnings
from typing import Any, Dict, Optional, Self, Sequence, Union

from . import _native
from ._base import BaseEstimator
from ._constraints import Constraint, from_keys
from ._toml import toml

MODEL_KEYS = ("hidden", "activation", "l2", "calibrate", "objective", "rounds", "depth", "leaves", "rate", "rows", "columns",
              "min_child_weight", "bins", "patience", "increasing", "decreasing")
"""The keys of [model] except its kind: parameters of the same name, with the same defaults."""

DATA_KEYS = {"test": "test", "binned": "binned", "bins": "binned_into"}
"""Keys of [data] and the corresponding parameters; `positive`, `task`, `order` and `class_weights` belong to Classifier."""

OF_FRAMES = ("features", "ignore", "where", "merge", "categories", "test_file", "protected", "weights")
"""Keys of [data] that select rows and columns; all others say where and how a file is read."""


class RunFile(BaseEstimator):
    """The parameters that Classifier and Regressor have in common."""

    def __init__(self, model: str = "mlp", *, constraints: Sequence[Constraint] = (),
                 certify: Union[float, Dict[str, Any]] = 0.0, hidden: Sequence[int] = (32, 16),
                 activation: str = "sigmoid", l2: Union[float, str] = "auto", calibrate: str = "none", objective: str = "automatic",
                 rounds: int = 300, depth: int = 4, leaves: int = 0, rate: float = 0.1, rows: float = 1.0,
                 columns: float = 1.0, min_child_weight: float = 1.0, bins: int = 256, patience: int = 30,
                 increasing: Sequence[str] = (), decreasing: Sequence[str] = (), binned: Sequence[str] = (),
                 binned_into: int = 20, test: float = 0.0, seed: int = 0,
                 solve: Optional[Dict[str, Any]] = None, n_jobs: Optional[int] = None, verbose: Optional[int] = None) -> None:
        self.model = model
        self.constraints = constraints
        self.certify = certify
        self.hidden = hidden
        self.activation = activation
        self.l2 = l2
        self.calibrate = calibrate
        self.objective = objective
        self.rounds = rounds
        self.depth = depth
        self.leaves = leaves
        self.rate = rate
        self.rows = rows
        self.columns = columns
        self.min_child_weight = min_child_weight
        self.bins = bins
        self.patience = patience
        self.increasing = increasing
        self.decreasing = decreasing
        self.binned = binned
        self.binned_into = binned_into
        self.test = test
        self.seed = seed
        self.solve = solve
        self.n_jobs = n_jobs
        self.verbose = verbose

    def _settings(self) -> "_native.Settings":
        """The parameters as keys of a run file, each checked by the library."""
        settings = _native.Settings()
        settings.set("model.kind", toml(self.model))
        for key in MODEL_KEYS:
            settings.set("model." + key, toml(getattr(self, key)))
        if isinstance(self.constraints, (Constraint, str)):
            raise TypeError(f"constraints is {self.constraints!r}; it must be a list of constraints, such as "
                            "[DemographicParity('sex', 0.05)]")
        for number, constraint in enumerate(self.constraints, start=1):
            if not isinstance(constraint, Constraint):
                raise TypeError(f"constraint {number} is {constraint!r}; it must be a constraint of alcole, such as "
                                "DemographicParity('sex', 0.05)")
            settings.add_constraint(constraint.kind)
            for key, value in constraint.keys():
                settings.set(f"constraint.{number}.{key}", value)
        for key, name in DATA_KEYS.items():
            settings.set("data." + key, toml(getattr(self, name)))
        for key, value in (self.solve or {}).items():
            settings.set("solve." + key.replace("__", "."), toml(value))
        settings.set("solve.seed", toml(self.seed))
        certify = self.certify if isinstance(self.certify, dict) else {"confidence": self.certify or 0.0}
        for key, value in certify.items():
            settings.set("certify." + key, toml(value))
        return settings

    def to_toml(self) -> str:
        """The parameters as a run file, with every default written out; fill in `data.file` and `data.target`
        yourself."""
        return self._settings().to_toml()

    @classmethod
    def from_toml(cls, file: Union[str, "os.PathLike[str]"]) -> Self:
        """An estimator with the model, the constraints and the options of a run file. What the file says about rows
        and columns (`[data]`: features, where, merge, ...) must be applied to the frame that is fitted; a warning
        lists these keys."""
        keys = tomllib.loads(_native.Settings.read(os.fspath(file)).to_toml())
        left = [f"data.{key}" for key in OF_FRAMES if keys["data"][key]]
        if left:
            warnings.warn(f"{os.fspath(file)}: {', '.join(left)} {'is' if len(left) == 1 else 'are'} not among the "
                          "parameters; choose the rows and columns of X likewise, and give fit() `protected` and "
                          "`sample_weight`", stacklevel=2)
        return cls._from_keys(keys)

    @classmethod
    def _from_keys(cls, keys: Dict[str, Any]) -> Self:
        """From a run file with every default written out."""
        solve = _changed(keys["solve"], "solve.")
        seed = solve.pop("seed", 0)
        certify = _changed(keys["certify"], "certify.")
        model, data = keys["model"], keys["data"]
        values = {key: model[key] for key in MODEL_KEYS} | {name: data[key] for key, name in DATA_KEYS.items()}
        values = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
        return cls(model["kind"], constraints=[from_keys(section) for section in keys.get("constraint", [])],
                   certify=certify or 0.0, seed=seed, solve=solve or None, **values, **cls._of_data(data))

    @classmethod
    def _of_data(cls, data: Dict[str, Any]) -> Dict[str, Any]:
        """The parameters that only this estimator has, from [data]. Raises ValueError if they are for the other one."""
        raise NotImplementedError


def _changed(section: Dict[str, Any], prefix: str, inside: str = "") -> Dict[str, Any]:
    """The keys of a section that differ from their defaults; keys of nested tables are written with dots."""
    defaults = {row["name"]: row["default"] for row in _native.key_table()}
    found: Dict[str, Any] = {}
    for key, value in section.items():
        if isinstance(value, dict):
            found.update(_changed(value, prefix, inside + key + "."))
        elif value != tomllib.loads("value = " + defaults[prefix + inside + key])["value"]:
            found[inside + key] = value
    return found
