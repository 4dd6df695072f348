"""Classifier and Regressor: the library's training as scikit-learn estimators."""

from __future__ import annotations

import os
import re
import tomllib
from typing import Any, Dict, List, Optional, Sequence, Tuple, Type, Union

import numpy as np

from . import _native
from ._base import ClassifierMixin, RegressorMixin
from ._columns import check_known, one_column, word
from ._constraints import Constraint
from ._rows import classes_of
from ._toml import toml
from ._training import Estimator


class Classifier(ClassifierMixin, Estimator):
    """Predicts one of two or more classes, under constraints.

    model          kind of model, as in a run file: "mlp", "linear" or "trees"
    constraints    a list of constraints, such as DemographicParity("race", 0.05)
    certify        confidence of a certificate, such as 0.95, on rows that are set aside for it; or a dictionary with
                   keys of [certify]; 0: none
    hidden, activation
                   for networks: keys of [model] (docs/config.md), like all parameters up to decreasing
    l2, calibrate, objective
                   for all kinds of models
    rounds, depth, leaves, rate, rows, columns, min_child_weight, bins, patience, increasing, decreasing
                   for trees
    binned, binned_into
                   for networks and linear models: number columns to divide into bins, and the maximum number of bins
    test           share of the rows that is held out and reported on; 0: the data have already been split
    positive       the positive one of two classes; None: true, yes or 1. If neither class is one of these, it must be
                   given if a constraint or an increasing or decreasing column depends on it, and is otherwise the last of
                   classes_
    order          for ordered classes, such as grades: all of them, lowest first; (): numbers in ascending order
    class_weight   weights of the classes in the objective, multiplied by those of the rows: "balanced" gives all classes the
                   same total weight, a dictionary gives each class its own, and 1 to those that it leaves out; None: all 1
    seed           of initial weights, mini-batches and splits; the same seed gives the same bits
    solve          keys of [solve], such as {"regime": "full", "tolerance.violation": 1e-6}
    n_jobs         threads; None or -1: one per core; -2: all cores but one; results do not depend on it
    verbose        None: a progress bar in a terminal or a notebook, and nothing in a pipe; 0: no bar; 1: lines in a
                   pipe as well. Everything also goes to the logger "alcole", at level INFO

    >>> import alcole, numpy
    >>> x = numpy.linspace(-1, 1, 40).reshape(-1, 1)
    >>> model = alcole.Classifier("linear", l2=0.01).fit(x, x[:, 0] > 0.1)
    >>> model.status_, model.predict([[0.9]])
    ('converged', array([ True]))
    """

    def __init__(self, model: str = "mlp", *, constraints: Sequence[Constraint] = (),
                 certify: Union[float, Dict[str, Any]] = 0.0, hidden: Sequence[int] = (32, 16),
                 activation: str = "sigmoid", l2: Union[float, str] = "auto", calibrate: str = "none", objective: str = "automatic",
                 rounds: int = 300, depth: int = 4, leaves: int = 0, rate: float = 0.1, rows: float = 1.0,
                 columns: float = 1.0, min_child_weight: float = 1.0, bins: int = 256, patience: int = 30,
                 increasing: Sequence[str] = (), decreasing: Sequence[str] = (), binned: Sequence[str] = (),
                 binned_into: int = 20, test: float = 0.0, positive: Any = None, order: Optional[Sequence[Any]] = None,
                 class_weight: Optional[Union[str, Dict[Any, float]]] = None, seed: int = 0,
                 solve: Optional[Dict[str, Any]] = None, n_jobs: Optional[int] = None, verbose: Optional[int] = None) -> None:
        super().__init__(model, constraints=constraints, certify=certify, hidden=hidden, activation=activation, l2=l2,
                         calibrate=calibrate, objective=objective, rounds=rounds, depth=depth, leaves=leaves, rate=rate,
                         rows=rows, columns=columns, min_child_weight=min_child_weight, bins=bins, patience=patience,
                         increasing=increasing, decreasing=decreasing, binned=binned, binned_into=binned_into, test=test,
                         seed=seed, solve=solve, n_jobs=n_jobs, verbose=verbose)
        self.positive = positive
        self.order = order
        self.class_weight = class_weight

    def _set_target(self, settings: "_native.Settings", classes: Any, says_yes: bool) -> None:
        if self.positive is not None:
            self._check_positive(classes)
        elif len(classes) == 2 and not says_yes and not settings.asks_for_positive:  # as in scikit-learn
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
        if self.order is not None:
            settings.set("data.task", "ordinal")
            settings.set("data.order", toml([word(one) for one in self.order]))
        settings.set("data.class_weights", toml(_class_weights(self.class_weight)))
        return settings

    @classmethod
    def _of_data(cls, data: Dict[str, Any]) -> Dict[str, Any]:
        if data["task"] == "regression":
            raise ValueError("data.task is regression: use Regressor.from_toml")
        return {"positive": data["positive"] or None, "order": tuple(data["order"]) if data["task"] == "ordinal" else None,
                "class_weight": _class_weight(data["class_weights"])}

    def _target_of(self, y: Any, rows: int) -> Tuple[Any, Any]:
        classes, coded = classes_of(y, rows)
        if self.order is not None and len(self.order) == 0 and classes.dtype.kind in "iuf":
            return classes[coded.codes].astype(float), classes  # in numeric order, as in a file
        return coded, classes

    def _places(self) -> List[int]:
        """The index of each class of classes_ among the model's own, which are in order of appearance."""
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
        if values.shape[1] == 1:  # of the positive class
            values = np.hstack([1 - values, values])
        return values[:, self._places()]


class Regressor(RegressorMixin, Estimator):
    """Predicts a number, under constraints. The parameters are those of Classifier, without `positive`, `order` and
    `class_weight`.

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

    @classmethod
    def _of_data(cls, data: Dict[str, Any]) -> Dict[str, Any]:
        if data["task"] == "ordinal" or data["positive"]:
            raise ValueError("the target has classes (data.task, data.positive): use Classifier.from_toml")
        return {}

    def _target_of(self, y: Any, rows: int) -> Tuple[Any, Any]:
        values = one_column(y, rows=rows)
        check_known(values)
        try:
            return values.astype(float), None
        except (TypeError, ValueError):
            raise ValueError("y holds words, and a Regressor predicts numbers; use Classifier") from None

    def predict(self, X: Any) -> np.ndarray:
        """The predicted number for each row."""
        values, _ = self._predicted(X)
        return values[:, 0]


def load(file: Union[str, "os.PathLike[str]"]) -> Union[Classifier, Regressor]:
    """Loads a model written by save() or `alcole train`. Its classes are words, or integers or booleans if all of them
    are. The parameters are those of its run file if it was trained with one; otherwise only its kind and layers are
    known.

    >>> import alcole, numpy, os, tempfile
    >>> x = numpy.linspace(-1, 1, 40).reshape(-1, 1)
    >>> file = os.path.join(tempfile.mkdtemp(), "model.onnx")
    >>> alcole.Classifier("linear").fit(x, x[:, 0] > 0.1).save(file)
    >>> alcole.load(file)
    Classifier(model='linear')
    >>> alcole.load(file).predict([[0.9]])
    array([ True])
    """
    model = _native.Model.load(os.fspath(file))
    kind: Type[Union[Classifier, Regressor]] = Regressor if model.task == "regression" else Classifier
    found: Union[Classifier, Regressor]
    if model.run_toml:
        found = kind._from_keys(tomllib.loads(_native.Settings.parse(model.run_toml).to_toml()))
    else:
        found = kind(model.kind, **_layers(model))
    found._adopt(model)
    found._loaded = True
    found.n_features_in_ = len(model.features)
    found.feature_names_in_ = np.array(model.features, dtype=object)
    if isinstance(found, Classifier):
        if model.task == "ordinal":
            found.order = tuple(model.classes)
        found.classes_ = _classes(model.classes)
    return found


def _class_weights(given: Any) -> str:
    """As a run file has them.

    >>> _class_weights("balanced"), _class_weights({"yes": 3, "no": 0.5}), _class_weights({0: 1, 1: 2.5}), _class_weights(None)
    ('balanced', 'yes: 3.0, no: 0.5', '0: 1.0, 1: 2.5', '')
    """
    if given is None or isinstance(given, str):
        if given not in (None, "balanced"):
            raise ValueError(f'class_weight is {given!r}; it must be "balanced", a dictionary such as {{"yes": 3, "no": 1}}, '
                             "or None")
        return given or ""
    if not isinstance(given, dict):
        raise TypeError(f'class_weight is {given!r}; it must be "balanced", a dictionary such as {{"yes": 3, "no": 1}}, or '
                        "None")
    for one in given:
        if "," in word(one):
            raise ValueError(f"class_weight: the name of the class {one!r} has a comma in it, which separates classes in a run "
                             "file; give fit() the weights of the rows (sample_weight) instead")
    return ", ".join(f"{word(one)}: {float(weight)!r}" for one, weight in given.items())


def _class_weight(text: str) -> Any:
    """The inverse; classes are words.

    >>> _class_weight("yes: 3, no: 0.5"), _class_weight("balanced"), _class_weight("")
    ({'yes': 3.0, 'no': 0.5}, 'balanced', None)
    """
    if text in ("", "balanced"):
        return text or None
    pairs = (part.rsplit(":", 1) for part in text.split(","))
    return {name.strip(): float(weight) for name, weight in pairs}


def _layers(model: "_native.Model") -> Dict[str, Any]:
    return {"hidden": tuple(model.hidden), "activation": model.activation} if model.kind == "mlp" else {}


def _classes(words: List[str]) -> np.ndarray:
    """In ascending order; as booleans or integers if every word is exactly how one of them is written."""
    if sorted(words) == ["False", "True"]:
        return np.array([False, True])
    if all(re.fullmatch("0|-?[1-9][0-9]{0,17}", one) for one in words):
        return np.array(sorted(int(one) for one in words))
    return np.array(sorted(words), dtype=object)
