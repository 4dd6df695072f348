"""scikit-learn's base classes if installed; otherwise the minimum that an estimator needs."""

from __future__ import annotations

import inspect
from typing import Any, Dict

import numpy as np

try:
    from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
    from sklearn.exceptions import ConvergenceWarning, NotFittedError
except ImportError:

    class NotFittedError(ValueError, AttributeError):  # type: ignore[no-redef]
        """Raised when an estimator is asked something that only a fitted one knows."""

    class ConvergenceWarning(UserWarning):  # type: ignore[no-redef]
        """The search did not converge."""

    class BaseEstimator:  # type: ignore[no-redef]
        def get_params(self, deep: bool = True) -> Dict[str, Any]:
            return {name: getattr(self, name) for name in inspect.signature(type(self)).parameters}

        def set_params(self, **params: Any) -> "BaseEstimator":
            known = inspect.signature(type(self)).parameters
            for name, value in params.items():
                if name not in known:
                    raise ValueError(f"Invalid parameter {name!r} for {type(self).__name__}; there are: {', '.join(known)}")
                setattr(self, name, value)
            return self

        def __repr__(self) -> str:
            defaults = {name: one.default for name, one in inspect.signature(type(self)).parameters.items()}
            given = [f"{name}={value!r}" for name, value in self.get_params().items() if value != defaults[name]]
            return f"{type(self).__name__}({', '.join(given)})"

    class ClassifierMixin:  # type: ignore[no-redef]
        _estimator_type = "classifier"

        def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
            right = self.predict(X) == np.asarray(y)  # type: ignore[attr-defined]
            return float(np.average(right, weights=sample_weight))

    class RegressorMixin:  # type: ignore[no-redef]
        _estimator_type = "regressor"

        def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
            true = np.asarray(y, dtype=float)
            off = np.average((true - self.predict(X)) ** 2, weights=sample_weight)  # type: ignore[attr-defined]
            spread = np.average((true - np.average(true, weights=sample_weight)) ** 2, weights=sample_weight)
            return float(1 - off / spread) if spread else float(off == 0)


__all__ = ["BaseEstimator", "ClassifierMixin", "ConvergenceWarning", "NotFittedError", "RegressorMixin"]
