"""What Classifier and Regressor have in common: fitting, and applying a model to other rows."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
import warnings
from typing import Any, ContextManager, Dict, Iterator, List, NamedTuple, Optional, Self, Tuple, Union

import numpy as np

from . import _native
from ._base import ConvergenceWarning
from ._columns import Columns, check_not_empty, columns_of, table_of
from ._ledger import Prints, opening_of, prints_of
from ._outcome import Results
from ._progress import Listener, listening
from ._results import Evaluation, curve, evaluation
from ._rows import check_attributes, free_name, name_of, protected_columns, weights_of
from ._run_file import RunFile
from ._toml import toml


class _Prepared(NamedTuple):
    """A run file, its rows and their fingerprints, the classes of its target if it has any, and the columns of X."""

    settings: "_native.Settings"
    table: "_native.Table"
    prints: Prints
    classes: Any
    columns: Columns


class Estimator(Results, RunFile):
    """A run file in memory, and the model trained with it."""

    _loaded: bool
    n_features_in_: int

    # Rows.

    def _names(self, X: Any) -> Columns:
        """The columns of X under the names by which the model knows them."""
        columns = columns_of(X)
        check_not_empty(columns)
        known = getattr(self, "feature_names_in_", None)
        if columns.named and known is not None:
            return columns
        if columns.named and self._loaded:
            return columns
        if len(columns.names) != self.n_features_in_:
            raise ValueError(f"X has {len(columns.names)} features, but {type(self).__name__} is expecting "
                             f"{self.n_features_in_} features as input")
        if not columns.named and known is not None:
            warnings.warn(f"X does not have valid feature names, but {type(self).__name__} was fitted with feature names",
                          stacklevel=3)
        if columns.named and known is None:
            warnings.warn(f"X has feature names, but {type(self).__name__} was fitted without feature names", stacklevel=3)
        return columns._replace(names=list(self._model.features))

    # Fitting.

    def _prepared(self, X: Any, y: Any, sample_weight: Any, protected: Any) -> _Prepared:
        columns = columns_of(X)
        check_not_empty(columns)
        target, classes = self._target_of(y, columns.rows)
        groups, others = protected_columns(protected, columns)
        taken = set(columns.names) | set(others.names)
        name = free_name(name_of(y), taken)
        everything = list(zip(columns.names, columns.values)) + list(zip(others.names, others.values))
        everything.append((name, target))
        known = [column for column, _ in everything]
        settings = self._settings()
        check_attributes(self.constraints, known)
        settings.set("data.target", toml(name))
        settings.set("data.protected", toml(groups))
        settings.set("data.ignore", toml(others.names))
        weights = weights_of(sample_weight, columns.rows)
        if weights is not None:
            column = free_name("sample_weight", taken | {name})
            everything.append((column, weights))
            settings.set("data.weights", toml(column))
        table = table_of(everything)
        self._set_target(settings, classes, table.type(name) == "boolean")
        settings.check()
        return _Prepared(settings, table, prints_of(table, known), classes, columns)

    def fit(self, X: Any, y: Any, sample_weight: Any = None, protected: Any = None, *,
            folder: Optional[Union[str, "os.PathLike[str]"]] = None, resume: bool = False) -> Self:
        """Trains a model. `protected`: columns whose groups are reported, as a list of columns of X, or as a frame of
        columns that are not in X: constraints may refer to them, but the model never sees them. `folder`: where model,
        report and numbers are written, and the state every few seconds; with `resume`, a fit that was stopped continues
        from there and gives the same bits, if the rows are the same. Without a folder, the state after a Ctrl-C is kept
        in a temporary one, which the KeyboardInterrupt names (`folder`).

        >>> import alcole, numpy
        >>> draw = numpy.random.default_rng(0)
        >>> X = numpy.rec.fromarrays([draw.choice(["woman", "man"], 200), draw.normal(size=200)], names=["sex", "income"])
        >>> y = X["income"] + (X["sex"] == "man") > 0.5
        >>> model = alcole.Classifier("linear", l2=0.1, constraints=[alcole.Counterfactual("sex", 1e-3)])
        >>> model.fit(X, y, protected=["sex"]).status_
        'converged'
        """
        if resume and folder is None:
            raise ValueError("resume continues what is in a folder: fit(X, y, folder=..., resume=True)")
        settings, table, prints, classes, columns = self._prepared(X, y, sample_weight, protected)
        ledger = str(_native.shared_ledger()) if self.certify else ""
        with self._listening() as told, _working_in(folder) as place:
            self._adopt(_native.train(settings, table, prints.table, prints.rows, ledger, place, folder is not None, resume,
                                      self._threads(), told))
        self._prints = prints
        self._loaded = False
        self.n_features_in_ = len(columns.names)
        if columns.named:
            self.feature_names_in_ = np.array(columns.names, dtype=object)
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_
        if classes is not None:
            self.classes_ = classes
        self._warn()
        return self

    def _set_target(self, settings: "_native.Settings", classes: Any, says_yes: bool) -> None:
        """Adds what a run file says about the target. `says_yes`: it has two words, one of which means yes."""

    def _threads(self) -> int:
        if self.n_jobs is None or self.n_jobs == -1:
            return 0
        if not isinstance(self.n_jobs, (int, np.integer)) or self.n_jobs == 0:
            raise ValueError(f"n_jobs is {self.n_jobs!r}; it must be a number of threads, None or -1 for one per core, or -2 "
                             "for all cores but one, and so on")
        return int(self.n_jobs) if self.n_jobs > 0 else max(1, (os.cpu_count() or 1) + 1 + int(self.n_jobs))

    def _listening(self) -> ContextManager[Optional[Listener]]:
        """The listener for progress."""
        return listening(self.verbose)

    def _warn(self) -> None:
        """Warns about what the command line prints as notes, and if the search did not converge."""
        for note in self._facts()["notes"]:
            warnings.warn(note, stacklevel=3)
        if self.status_ not in ("converged", "settled"):
            warnings.warn(self.message_, ConvergenceWarning, stacklevel=3)

    # Other rows.

    def _predicted(self, X: Any) -> Tuple[np.ndarray, np.ndarray]:
        model = self._fitted()
        columns = self._names(X)
        wanted = set(model.features)
        table = table_of((name, values) for name, values in zip(columns.names, columns.values) if name in wanted)
        values, places, notes = model.predict(table, self._threads())
        for note in notes:
            warnings.warn(note, stacklevel=3)
        return values, places

    def _labelled(self, X: Any, y: Any, sample_weight: Any, protected: Any) -> Tuple["_native.Table", List[str]]:
        """X with its target and the other columns that the constraints refer to; and the columns that identify its
        rows."""
        model = self._fitted()
        columns = self._names(X)
        _, others = protected_columns(protected, columns)
        lacking = [name for name in model.protected_columns if name not in columns.names + others.names]
        if lacking:
            raise ValueError(f"the protected column {lacking[0]!r} is missing; fit() was given it in addition to X, so pass "
                             f"it here too: protected=frame[{lacking!r}]")
        everything = list(zip(columns.names, columns.values)) + list(zip(others.names, others.values))
        everything.append((model.target, self._target_of(y, columns.rows)[0]))
        known = [column for column, _ in everything]
        if model.weights:
            weights = weights_of(sample_weight, columns.rows)
            everything.append((model.weights, np.ones(columns.rows) if weights is None else weights))
        return table_of(everything), known

    def _target_of(self, y: Any, rows: int) -> Tuple[Any, Any]:
        """The target as a column, and its classes if it has any."""
        raise NotImplementedError

    def evaluate(self, X: Any, y: Any, sample_weight: Any = None, protected: Any = None) -> Evaluation:
        """All metrics, the rates of the protected groups, and every constraint, on rows that include the target.

        >>> import alcole, numpy
        >>> x = numpy.linspace(-1, 1, 40).reshape(-1, 1)
        >>> y = x[:, 0] > 0.1
        >>> found = alcole.Classifier("linear", l2=0.01).fit(x, y).evaluate(x, y)
        >>> found.metrics["rows"], found.metrics["accuracy"]
        (40, 1.0)
        """
        table, _ = self._labelled(X, y, sample_weight, protected)
        model = self._fitted()
        found = evaluation(model.judge(table, self._threads()), model.task)
        for note in found.notes:
            warnings.warn(note, stacklevel=2)
        return found

    def certificate(self, X: Any, y: Any, confidence: float = 0.95, family: str = "automatic", protected: Any = None, *,
                    openings: int = 1) -> Dict[str, Any]:
        """What holds for people not seen yet, judging by rows that played no part in making the model. Rows are opened
        once: the ledger that the command line keeps (docs/certificates.md) records which rows were opened, and for
        what. `openings`: for how many models these rows will be used, planned before the first; 1 - confidence is
        divided among them.

        >>> import alcole, numpy
        >>> x = numpy.linspace(-1, 1, 400).reshape(-1, 1)
        >>> y = x[:, 0] > 0.1
        >>> model = alcole.Classifier("linear", constraints=[alcole.Rate("error_rate", 0.2)]).fit(x[::2], y[::2])
        >>> model.certificate(x[1::2], y[1::2], confidence=0.9)["constraints"][0]["verdict"]
        'certified'
        """
        if not 0 < confidence < 1:
            raise ValueError(f"confidence is {confidence!r}; it must lie between 0 and 1: 1 - confidence is delta, the chance "
                             "that any of the verdicts is wrong")
        if openings < 1:
            raise ValueError(f"openings is {openings!r}; it must be a whole number >= 1")
        model = self._fitted()
        table, names = self._labelled(X, y, None, protected)
        rows = prints_of(table, names).rows
        trained_on = "_prints" in vars(self) and rows == self._prints.rows
        if trained_on:
            warnings.warn("these are the rows that the model learned from, so nothing is certified; use rows that had no part "
                          "in training", stacklevel=2)
        opening = opening_of(model, rows, 1 - confidence, family, openings)
        found: Dict[str, Any] = json.loads(model.certify(table, 1 - confidence, family, opening, _native.shared_ledger(), trained_on,
                                                         self._threads()))
        return found

    def sweep(self, X: Any, y: Any, low: float, high: float, count: int = 10, *, constraint: str = "", folds: int = 5,
              sample_weight: Any = None, protected: Any = None) -> Any:
        """What does a tighter bound cost? Trains under `count` bounds from high to low, and returns a frame with one
        row for each. All constraints get these bounds, or only the one that is named. The estimator itself does not
        change.

        >>> import alcole, numpy
        >>> x = numpy.linspace(-1, 1, 40).reshape(-1, 1)
        >>> model = alcole.Classifier("linear", l2=0.01, constraints=[alcole.Rate("positive_rate", 0.4)])
        >>> len(model.sweep(x, x[:, 0] > 0.1, low=0.2, high=0.4, count=3, folds=0))
        3
        """
        settings, table, _, _, _ = self._prepared(X, y, sample_weight, protected)
        with self._listening() as told:
            return curve(_native.sweep(settings, table, low, high, count, constraint, folds, self._threads(), told))

    def examine(self, X: Any, y: Any, starts: int = 20, *, sample_weight: Any = None, protected: Any = None) -> Dict[str, Any]:
        """Is it a solution? Everything in examination_, plus the second order of large models and the duality gap from
        `starts` minimisations of each Lagrangian. May take minutes. X and y must be those of fit(), which keeps no
        rows, so that a model stays small and a pickle of it contains nobody's data; other rows are rejected.

        >>> import alcole, numpy
        >>> x = numpy.linspace(-1, 1, 40).reshape(-1, 1)
        >>> y = x[:, 0] > 0.1
        >>> model = alcole.Classifier("linear", l2=0.01, constraints=[alcole.Rate("positive_rate", 0.3)]).fit(x, y)
        >>> model.examine(x, y, starts=2)["duality"] is not None
        True
        """
        self._facts()
        settings, table, prints, _, _ = self._prepared(X, y, sample_weight, protected)
        if prints != self._prints:
            raise ValueError("these are not the rows of fit(), or they have changed: a model is examined on the rows that it "
                             "was trained on")
        with self._listening() as told:
            self._model.examine(settings, table, starts, self._threads(), told)
        self._adopt(self._model)
        return self.examination_

    def __sklearn_is_fitted__(self) -> bool:
        return "_model" in vars(self)

    def _more_tags(self) -> Dict[str, Any]:
        return {"allow_nan": True, "_xfail_checks": NOT_FOLLOWED}


# Checks of scikit-learn that are not passed, and why.
NOT_FOLLOWED: Dict[str, str] = {
    "check_sample_weights_invariance": "inputs are centred and scaled over all rows, whatever their weights, so that l2 acts "
                                       "a little differently where rows of weight 0 are left out; and such rows still count "
                                       "in constraints",
}


@contextlib.contextmanager
def _working_in(folder: Optional[Union[str, "os.PathLike[str]"]]) -> Iterator[Union[str, "os.PathLike[str]"]]:
    """That folder, or a temporary one, which is kept if a Ctrl-C ends the work; the exception then says how to
    continue."""
    place = tempfile.mkdtemp(prefix="alcole-") if folder is None else folder
    stopped = False
    try:
        yield place
    except KeyboardInterrupt as interrupt:
        stopped = os.path.isdir(place) and any(name.startswith("state") for name in os.listdir(place))
        if not stopped:  # it came while a file was being read
            raise
        interrupt.folder = place  # type: ignore[attr-defined]
        interrupt.add_note(f"The search so far is kept: fit(X, y, folder={os.fspath(place)!r}, resume=True) continues it.")
        raise
    finally:
        if folder is None and not stopped:
            shutil.rmtree(place, ignore_errors=True)
