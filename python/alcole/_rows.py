"""The rows of a fit: target, weights, and protected columns that are not in X."""

from __future__ import annotations

import difflib
from typing import Any, List, Optional, Tuple

import numpy as np

from ._columns import Coded, Columns, check_known, columns_of, one_column, unique, word


def protected_columns(protected: Any, columns: Columns) -> Tuple[List[str], Columns]:
    """The names of all protected columns, and those that are not in X."""
    nothing = Columns([], [], True, columns.rows)
    if protected is None:
        return [], nothing
    if isinstance(protected, str):
        protected = [protected]
    if isinstance(protected, (list, tuple)) and all(isinstance(name, str) for name in protected):
        lacking = [name for name in protected if name not in columns.names]
        if lacking:
            raise ValueError(f"protected names the column {lacking[0]!r}, which X does not have; pass the columns "
                             "themselves, as a frame, where they are not in X")
        return list(protected), nothing
    others = columns_of(protected, "protected")
    if not others.named:
        raise ValueError("protected must be a frame with names, a named Series, or a list of columns of X")
    if others.rows != columns.rows:
        raise ValueError(f"X has {columns.rows} rows and protected has {others.rows}")
    both = [name for name in others.names if name in columns.names]
    if both:
        raise ValueError(f"{both[0]!r} is a column of X and of protected; protected=[{both[0]!r}] names one that is in "
                         "X, and a column that is not to be learned from is dropped from X")
    return others.names, others


def check_attributes(constraints: Any, names: List[str]) -> None:
    """Raises ValueError if a constraint refers to a column that does not exist; typos are left to the library, which
    suggests a name."""
    for constraint in constraints:
        attribute = getattr(constraint, "attribute", "")
        for name in [attribute] if isinstance(attribute, str) else attribute:
            if name and name not in names and not difflib.get_close_matches(name, names):
                raise ValueError(f"there is no column {name!r}, which {constraint!r} refers to; the columns are "
                                 f"{listed(names)}; pass one that the model must not see in protected: "
                                 f"fit(X, y, protected=frame[[{name!r}]])")


def listed(names: List[str]) -> str:
    shown = 8
    return ", ".join(names[:shown]) + (f" and {len(names) - shown} more" if len(names) > shown else "")


def weights_of(sample_weight: Any, rows: int) -> Optional[np.ndarray]:
    """One weight per row; None if all are equal."""
    if sample_weight is None:
        return None
    try:
        weights = np.asarray(sample_weight, dtype=float)
    except (TypeError, ValueError) as error:
        raise ValueError(f"sample_weight must have a number for each row: {error}") from error
    if weights.ndim == 0:
        weights = np.full(rows, float(weights))
    weights = one_column(weights, "sample_weight", rows)
    check_known(weights, "sample_weight")
    return weights


def free_name(name: str, taken: Any) -> str:
    """`name`, or a similar one that no column has."""
    while name in taken:
        name += "_"
    return name


def name_of(y: Any) -> str:
    name = getattr(y, "name", None)
    return name if isinstance(name, str) and name else "y"


def classes_of(y: Any, rows: int) -> Tuple[np.ndarray, Coded]:
    """The distinct values of y in ascending order, and y as a column of words."""
    values = one_column(y, rows=rows)
    if values.dtype.kind == "f" and np.isfinite(values).all() and not np.all(values == np.floor(values)):
        raise ValueError("Unknown label type: 'continuous': y holds numbers with fractions, and a Classifier needs classes; "
                         "use Regressor")
    try:
        classes, codes = unique(values)
    except TypeError:
        raise ValueError("Unknown label type: y holds values of several kinds, which have no order; make them words: "
                         "y.astype(str)") from None
    return classes, Coded(codes, [word(one) for one in classes])
