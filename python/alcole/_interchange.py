"""Frames of other libraries, read in place through the DataFrame interchange protocol (`__dataframe__`), without
pandas.

https://data-apis.org/dataframe-protocol/latest/API.html
"""

from __future__ import annotations

import ctypes
from typing import Any, List, Tuple

import numpy as np

INT, UINT, FLOAT, BOOL, STRING, CATEGORICAL = 0, 1, 2, 20, 21, 23
LETTERS = {INT: "i", UINT: "u", FLOAT: "f", BOOL: "b"}
NO_NULLS, NAN, SENTINEL, BITS, BYTES = range(5)


def columns_of_protocol(X: Any) -> Tuple[List[str], List[Any], int]:
    """Names, values and the number of rows of an object with `__dataframe__`."""
    frame = X.__dataframe__()
    names = [str(name) for name in frame.column_names()]
    pieces = list(frame.get_chunks())
    values = [_joined([_values(piece.get_column(j), name) for piece in pieces]) for j, name in enumerate(names)]
    return names, values, int(frame.num_rows())


def _joined(pieces: List[np.ndarray]) -> np.ndarray:
    return pieces[0] if len(pieces) == 1 else np.concatenate(pieces)


class _Memory:
    """Memory of another library, exposed to numpy and kept alive by its owner."""

    def __init__(self, owner: Any, address: int, count: int, dtype: np.dtype) -> None:
        self.owner = owner
        self.__array_interface__ = {"data": (address, True), "shape": (count,), "typestr": dtype.str, "version": 3}


def _array(buffer: Any, dtype: np.dtype, begin: int, count: int) -> np.ndarray:
    """`count` values from position `begin` of a buffer, without a copy."""
    if count == 0:
        return np.empty(0, dtype)
    return np.asarray(_Memory(buffer, buffer.ptr + begin * dtype.itemsize, count, dtype))


def _dtype(described: Any, name: str) -> np.dtype:
    kind, bits = int(described[0]), int(described[1])
    if kind not in LETTERS:
        raise TypeError(f"column '{name}' holds {described[2]!r} values of the DataFrame interchange protocol, which are "
                        "neither numbers nor words; turn dates into numbers, such as days since some day, or into words")
    return np.dtype(f"{LETTERS[kind]}{max(bits // 8, 1)}")


def _bits(buffer: Any, begin: int, count: int) -> np.ndarray:
    packed = _array(buffer, np.dtype("u1"), 0, (begin + count + 7) // 8)
    return np.unpackbits(packed, bitorder="little")[begin:begin + count].astype(bool)


def _plain(column: Any, described: Any, buffer: Any, name: str) -> np.ndarray:
    if int(described[0]) == BOOL and int(described[1]) == 1:
        return _bits(buffer, column.offset, column.size())
    return _array(buffer, _dtype(described, name), column.offset, column.size())


def _missing(column: Any, values: Any) -> Any:
    """Which values are missing; None if there are none, or if the values mark this themselves (NaN)."""
    kind, value = column.describe_null
    if kind == SENTINEL:
        return values == value
    if kind not in (BITS, BYTES):
        return None
    found = column.get_buffers()["validity"]
    if found is None:
        return None
    buffer, described = found
    if kind == BITS or int(described[1]) == 1:
        said = _bits(buffer, column.offset, column.size())
    else:
        said = _array(buffer, np.dtype("u1"), column.offset, column.size()) != 0
    return said == bool(value)


def _text(column: Any) -> np.ndarray:
    """Words, decoded one by one."""
    buffers = column.get_buffers()
    letters, _ = buffers["data"]
    places, described = buffers["offsets"]
    ends = _array(places, np.dtype(f"i{int(described[1]) // 8}"), column.offset, column.size() + 1)
    text = ctypes.string_at(letters.ptr, int(ends[-1])) if len(ends) else b""
    words = np.empty(column.size(), dtype=object)
    for row in range(len(words)):
        words[row] = text[ends[row]:ends[row + 1]].decode()
    return words


def _values(column: Any, name: str) -> np.ndarray:
    """One chunk of one column; numbers without gaps are left in place."""
    kind = int(column.dtype[0])
    if kind == CATEGORICAL:
        return _categories(column, name)
    if kind == STRING:
        values = _text(column)
    else:
        buffer, described = column.get_buffers()["data"]
        values = _plain(column, described if kind != BOOL else column.dtype, buffer, name)
    missing = _missing(column, values)
    if missing is None or not missing.any():
        return values
    values = values.astype(object if kind in (BOOL, STRING) else float)
    values[missing] = None if kind in (BOOL, STRING) else np.nan
    return values


def _categories(column: Any, name: str) -> np.ndarray:
    described = column.describe_categorical
    if not described["is_dictionary"] or described["categories"] is None:
        raise TypeError(f"column '{name}' has categories without a list of them; turn it into words")
    levels = _values(described["categories"], name).astype(object)
    buffer, dtype = column.get_buffers()["data"]
    codes = _plain(column, dtype, buffer, name)
    missing = _missing(column, codes)
    if missing is None:
        return levels[codes]
    words = np.full(len(codes), None, dtype=object)
    words[~missing] = levels[codes[~missing]]
    return words
