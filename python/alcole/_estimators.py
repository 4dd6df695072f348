"""Classifier and Regressor: the library's training as scikit-learn's estimators."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _native
from ._base import ClassifierMixin, RegressorMixin
from ._columns import check_known, one_column, word
from ._constraints import Constraint
from ._rows import classes_of
from ._toml import toml
from ._training import Estimator


class Classifier(ClassifierMixin, Estimator):
    """One of two classes, or of several, under constraints.

    model          kind of model, as in a run file: "mlp", "linear" or "trees"
    constraints    a list of constraints, such as DemographicParity("race", 0.05)
    certify        confidence of a certificate, such as 0.95, on rows that are set aside for it; or a dictionary of the keys
                   of [certify]; 0: none
    hidden, activation
                   of networks: keys of [model] (docs/config.md), as all up to decreasing are
    l2, calibrate, objective
                   of all kinds of models
    rounds, depth, leaves, rate, rows, columns, min_child_weight, bins, patience, increasing, decreasing
                   of trees
    test           share of the rows that is held out and reported on; 0: whoever fits has split already
    positive       the positive one of two classes; None: true, yes or 1. Where neither says so, it must be given for
                   constraints on recalls and rates, and is the last one of classes_ otherwise
    seed           of first weights, mini-batches and splits; the same seed gives the same bits
    solve          keys of [solve], such as {"regime": "full", "tolerance.violation": 1e-6}
    n_jobs         threads; None or -1: one per core; -2: all cores but one; results do not depend on it
    verbose        None: a bar in a terminal and in a notebook, and nothing in a pipe; 0: no bar; 1: lines in a pipe too.
                   All of it goes to the logger "alcole", as INFO

    >>> import alcole, numpy
    >>> x = numpy.linspace(-1, 1, 40).reshape(-1, 1)
    >>> model = alcole.Classifier("linear", l2=0.01).fit(x, x[:, 0] > 0.1)
    >>> model.status_, model.predict([[0.9]])
    ('converged', array([ True]))
    """

    def __init__(self, model: str = "mlp", *, constraints: Sequence[Constraint] = (),
                 certify: Union[float, Dict[str, Any]] = 0.0, hidden: Sequence[int] = (64, 64),
                 activation: str = "sigmoid", l2: Union[float, str] = "auto", calibrate: str = "none", objective: str = "automatic",
                 rounds: int = 300, depth: int = 4, leaves: int = 0, rate: float = 0.1, rows: float = 1.0,
                 columns: float = 1.0, min_child_weight: float = 1.0, bins: int = 256, patience: int = 30,
                 increasing: Sequence[str] = (), decreasing: Sequence[str] = (), test: float = 0.0, positive: Any = None,
                 seed: int = 0, solve: Optional[Dict[str, Any]] = None, n_jobs: Optional[int] = None,
                 verbose: Optional[int] = None) -> None:
        super().__init__(model, constraints=constraints, certify=certify, hidden=hidden, activation=activation, l2=l2,
                         calibrate=calibrate, objective=objective, rounds=rounds, depth=depth, leaves=leaves, rate=rate,
                         rows=rows, columns=columns, min_child_weight=min_child_weight, bins=bins, patience=patience,
                         increasing=increasing, decreasing=decreasing, test=test, seed=seed, solve=solve, n_jobs=n_jobs,
                         verbose=verbose)
        self.positive = positive

    def _set_target(self, settings: "_native.Settings", classes: Any, says_yes: bool) -> None:
        asked = any(one.kind in ("equal_opportunity", "rate") for one in self.constraints)
        if self.positive is not None:
            self._check_positive(classes)
        elif len(classes) == 2 and not says_yes and not asked:  # nothing depends on it: as scikit-learn has it
            settings.set("data.positive", toml(word(classes[-1])))

    def _check_positive(self, classes: np.ndarray) -> None:
        if len(classes) != 2:
            raise ValueError(f"positive is given, for two classes, but y has {len(classes)}")
        if word(self.positive) not in [word(one) for one in classes]:
            raise ValueError(f"the positive class {self.positive!r} does not occur in y, which has {classes[0]!r} and "
                             f"{classes[1]!r}")

    def _settings(self) -> "_native.Settings":
        settings = super()._settings()
        if self.positive is not None:
            settings.set("data.positive", toml(word(self.positive)))
        return settings

    def _target_of(self, y: Any, rows: int) -> Tuple[Any, Any]:
        classes, coded = classes_of(y, rows)
        return coded, classes

    def _places(self) -> List[int]:
        """Where each class of classes_ stands among the model's own, which are in the order of their appearance."""
        own = list(self._model.classes)
        return [own.index(word(one)) for one in self.classes_]

    def predict(self, X: Any) -> np.ndarray:
        """The class of each row."""
        _, places = self._predicted(X)
        own = self._model.classes
        by_word = {word(one): one for one in self.classes_}
        classes = np.array([by_word[name] for name in own], dtype=self.classes_.dtype)
        return classes[places]

    def predict_proba(self, X: Any) -> np.ndarray:
        """The probability of each class of classes_."""
        values, _ = self._predicted(X)
        if values.shape[1] == 1:  # of the positive one
            values = np.hstack([1 - values, values])
        return values[:, self._places()]


class Regressor(RegressorMixin, Estimator):
    """A number, under constraints. The parameters are those of Classifier, less `positive`.

    >>> import alcole, numpy
    >>> x = numpy.linspace(-1, 1, 40).reshape(-1, 1)
    >>> model = alcole.Regressor("linear").fit(x, 3 * x[:, 0] + 1)
    >>> model.predict([[0.5]]).round(3)
    array([2.5])
    """

    def _settings(self) -> "_native.Settings":
        settings = super()._settings()
        settings.set("data.task", "regression")
        return settings

    def _target_of(self, y: Any, rows: int) -> Tuple[Any, Any]:
        values = one_column(y, rows=rows)
        check_known(values)
        try:
            return values.astype(float), None
        except (TypeError, ValueError):
            raise ValueError("y holds words, and a Regressor predicts numbers; use Classifier") from None

    def predict(self, X: Any) -> np.ndarray:
        """The number of each row."""
        values, _ = self._predicted(X)
        return values[:, 0]


def load(file: Union[str, "os.PathLike[str]"]) -> Union[Classifier, Regressor]:
    """A model that save(), or `alcole train`, wrote. Its classes are words, or whole numbers where all of them are."""
    model = _native.Model.load(os.fspath(file))
    found: Union[Classifier, Regressor] = Regressor() if model.task == "regression" else Classifier()
    found._adopt(model)
    found._loaded = True
    found.n_features_in_ = len(model.features)
    found.feature_names_in_ = np.array(model.features, dtype=object)
    if isinstance(found, Classifier):
        words = model.classes
        if sorted(words) == ["False", "True"]:
            found.classes_ = np.array([False, True])
        elif all(one.lstrip("-").isdigit() for one in words):
            found.classes_ = np.array(sorted(int(one) for one in words))
        else:
            found.classes_ = np.array(sorted(words), dtype=object)
    return found
