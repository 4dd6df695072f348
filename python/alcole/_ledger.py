"""Rows are opened for a certificate once: the command line's ledger, for tables in memory (docs/certificates.md)."""

from __future__ import annotations

import hashlib
import pathlib
import tempfile
from typing import List, NamedTuple

from . import _native


class Prints(NamedTuple):
    """Fingerprints of rows, as sha256s: `rows` does not depend on the order of rows and columns; `table` does, and
    includes every column that a fit depends on."""

    rows: str
    table: str


def prints_of(table: "_native.Table", names: List[str]) -> Prints:
    """`names`: the columns that identify the rows; weights, for example, do not."""
    rows, stands = table.row_print(names)
    if table.names != names:
        stands = table.row_print(table.names)[1]
    return Prints(_sha256(str(table.num_rows), *sorted(names), rows), _sha256(*table.names, stands))


def _sha256(*texts: str) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def opening_of(model: "_native.Model", rows: str, delta: float, family: str, openings: int) -> "_native.Opening":
    """Everything that affects the answer: another model, delta or family counts as another look at the rows."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "model.onnx"
        model.save(file)
        known = hashlib.sha256(file.read_bytes()).hexdigest()
    return _native.Opening(rows, _sha256(f"{known} {delta:f} {family}"), known, openings)
