"""Converts frames and arrays into the library's columns, one by one; nothing is written as text.

Contiguous double-precision numbers, in numpy's memory or in Arrow's, are read in place, and so are 32-bit codes
whose levels are in order of appearance: nothing is copied, and the owner is kept alive for the duration of the
call. (The values must not be changed in the meantime, for example by another thread.) Numbers of any other type
or stride, booleans and other codes are copied once, into a column of the library. During that time there are also
temporary Python objects for columns of a pandas extension type (Int64, string, boolean), numpy arrays of text,
and words that come through the DataFrame interchange protocol.
"""

from __future__ import annotations

import warnings
from typing import Any, Iterable, List, NamedTuple, Optional, Tuple

import numpy as np

from . import _native
from ._interchange import columns_of_protocol


class Columns(NamedTuple):
    """A table to be converted: names, the values of each column, and whether the names are the user's own."""

    names: List[str]
    values: List[Any]
    named: bool
    rows: int


class Coded(NamedTuple):
    """A column of words as indices into a list of them."""

    codes: np.ndarray
    levels: List[str]


class Arrow(NamedTuple):
    """A column in Arrow's memory."""

    table: "_native.ArrowTable"
    place: int


def columns_of(X: Any, what: str = "X") -> Columns:
    """The columns of a pandas frame, of anything that offers Arrow's stream or the DataFrame interchange protocol,
    of a structured array, or of whatever numpy can make a matrix of."""
    if hasattr(X, "tocsr"):
        raise TypeError(f"{what} is a sparse matrix, and dense data is needed: use {what}.toarray()")
    if hasattr(X, "iloc") and getattr(X, "ndim", 0) == 1:
        X = X.to_frame()
    if hasattr(X, "iloc"):
        words = [isinstance(name, str) for name in X.columns]
        if any(words) and not all(words):
            raise TypeError(f"the column names of {what} are strings and other objects; make them strings: "
                            f"{what}.columns = {what}.columns.astype(str)")
        names = [str(name) for name in X.columns]
        columns = [X.iloc[:, j] for j in range(len(names))]
        return Columns(names, columns, bool(words) and all(words), len(X))
    if hasattr(X, "__arrow_c_stream__"):
        table = _native.ArrowTable(X.__arrow_c_stream__())
        return Columns(table.names, [Arrow(table, j) for j in range(len(table.names))], True, table.num_rows)
    if hasattr(X, "__dataframe__"):
        names, columns, rows = columns_of_protocol(X)
        return Columns(names, columns, True, rows)
    return _matrix(X, what)


def _matrix(X: Any, what: str) -> Columns:
    if isinstance(X, dict) or (isinstance(X, (list, tuple)) and len(X) > 0 and isinstance(X[0], dict)):
        raise ValueError(f"{what} is made of dictionaries, which have no order of columns; make it a frame: "
                         f"pandas.DataFrame({what})")
    try:
        X = np.asarray(X)
    except ValueError:  # rows of different lengths
        X = np.array(None)
    if X.dtype.names and X.ndim == 1:  # a structured array: its fields are the columns
        return Columns(list(X.dtype.names), [X[name] for name in X.dtype.names], True, len(X))
    if X.ndim == 0:
        raise ValueError(f"{what} must be a table: a pandas frame, or an array with a row for each case and a column for "
                         f"each feature. Reshape your data")
    if X.ndim != 2:
        raise ValueError(f"{what} must be a table with rows and columns, and has {X.ndim} dimension"
                         f"{'' if X.ndim == 1 else 's'}. Reshape your data: {what}.reshape(-1, 1) makes one column, "
                         f"{what}.reshape(1, -1) one row")
    return Columns([f"x{j}" for j in range(X.shape[1])], [X[:, j] for j in range(X.shape[1])], False, X.shape[0])


def check_not_empty(columns: Columns, what: str = "X") -> None:
    shape = (columns.rows, len(columns.names))
    if columns.rows == 0:
        raise ValueError(f"Found array with 0 sample(s) (shape={shape}) while a minimum of 1 is required: {what} has no rows")
    if not columns.names:
        raise ValueError(f"Found array with 0 feature(s) (shape={shape}) while a minimum of 1 is required: "
                         f"{what} has no columns")


def word(value: Any) -> str:
    """A class or level as a file would write it: 1 and 1.0 are the same."""
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        return str(int(value))
    return str(value)


def add_column(table: "_native.Table", name: str, values: Any) -> None:
    if isinstance(values, Coded):
        table.add_categories(name, values.codes, values.levels)
        return
    if isinstance(values, Arrow):
        table.add_arrow(name, *values)
        return
    dtype = getattr(values, "dtype", None)
    if getattr(dtype, "name", "") == "category":  # a pandas column of categories
        table.add_categories(name, values.cat.codes.to_numpy(), [word(level) for level in values.cat.categories])
        return
    if not isinstance(dtype, np.dtype):  # a pandas extension type: Int64, boolean, string
        numeric = getattr(dtype, "_is_numeric", False) and not getattr(dtype, "_is_boolean", False)
        values = values.to_numpy(dtype=float, na_value=np.nan) if numeric else values.to_numpy(dtype=object)
    values = np.asarray(values)
    kind = values.dtype.kind
    if kind in "fiu":
        table.add_numbers(name, values)
    elif kind == "b":
        table.add_truths(name, values)
    elif kind in "OUS":
        table.add_objects(name, values.astype(object, copy=False))
    elif kind == "c":
        raise ValueError(f"Complex data not supported: column '{name}' holds complex numbers")
    else:
        raise TypeError(f"column '{name}' holds {values.dtype}, which is neither numbers nor words; turn dates into numbers, "
                        "such as days since some day, or into words with .astype(str)")


def table_of(columns: Iterable[Tuple[str, Any]]) -> "_native.Table":
    """Builds a table. Raises ValueError if a name occurs twice."""
    table = _native.Table()
    taken = set()
    for name, values in columns:
        if name in taken:
            raise ValueError(f"there are two columns called '{name}'; rename one of them")
        taken.add(name)
        add_column(table, name, values)
    return table


def one_column(y: Any, what: str = "y", rows: Optional[int] = None) -> np.ndarray:
    """Values as a one-dimensional array; a table with one column is accepted, with a warning."""
    if y is None:
        raise ValueError(f"This estimator requires {what} to be passed, but the target {what} is None")
    values = y.to_numpy() if hasattr(y, "to_numpy") else np.asarray(y)
    if values.ndim == 2 and values.shape[1] == 1:
        warnings.warn(_conversion(f"A column-vector {what} was passed when a 1d array was expected; use "
                                  f"{what}.ravel() or one column of the frame"), stacklevel=4)
        values = values.ravel()
    if values.ndim != 1:
        raise ValueError(f"{what} must be one column, and has the shape {values.shape}")
    if rows is not None and len(values) != rows:
        raise ValueError(f"X has {rows} rows and {what} has {len(values)}: inconsistent numbers of samples")
    return values


def _conversion(sentence: str) -> Warning:
    try:
        from sklearn.exceptions import DataConversionWarning
    except ImportError:
        return UserWarning(sentence)
    return DataConversionWarning(sentence)


def unique(values: np.ndarray, what: str = "y") -> Tuple[np.ndarray, np.ndarray]:
    """The distinct values in ascending order, and the index of each value among them. Raises TypeError if they have
    no order, and ValueError if one is missing."""
    if values.dtype.kind != "O":
        check_known(values, what)
        classes, places = np.unique(values, return_inverse=True)
        return classes, places
    places, found = _native.distinct(what, values)
    refuse_missing(places < 0, what)
    classes = np.empty(len(found), dtype=object)
    classes[:] = found
    order = np.argsort(classes)
    return classes[order], np.argsort(order)[places]


def refuse_missing(missing: np.ndarray, what: str) -> None:
    if missing.any():
        raise ValueError(f"Input {what} contains NaN: {int(missing.sum())} of its {len(missing)} values "
                         f"{'is' if missing.sum() == 1 else 'are'} missing, the first in row {int(missing.argmax())}; "
                         "leave these rows out")


def check_known(y: np.ndarray, what: str = "y") -> None:
    """Raises ValueError if a value is missing or infinite."""
    if y.dtype.kind == "c":
        raise ValueError(f"Complex data not supported: {what} holds complex numbers")
    if y.dtype.kind == "f":
        refuse_missing(np.isnan(y), what)
        if np.isinf(y).any():
            raise ValueError(f"Input {what} contains infinity or a value too large for {y.dtype!r}. (row "
                             f"{int(np.isinf(y).argmax())})")
    elif y.dtype.kind == "O":
        refuse_missing(_native.distinct(what, y)[0] < 0, what)
