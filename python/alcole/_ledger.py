"""Rows are opened for a certificate once: the ledger of the command line, for tables in memory (docs/certificates.md)."""

from __future__ import annotations

import hashlib
import os
import pathlib
import tempfile
from typing import List

from . import _native


def ledger_file() -> pathlib.Path:
    """Where openings are written down: the file that the command line uses."""
    own, shared, home = (os.environ.get(name, "") for name in ("ALCOLE_CACHE_DIR", "XDG_CACHE_HOME", "HOME"))
    if own:
        folder = pathlib.Path(own)
    elif os.path.isabs(shared):
        folder = pathlib.Path(shared) / "alcole"
    elif home:
        folder = pathlib.Path(home) / ".cache" / "alcole"
    else:
        raise RuntimeError("there is no folder for the ledger of certificates: set ALCOLE_CACHE_DIR to one, or HOME")
    return folder / "certificates.jsonl"


def row_print(table: "_native.Table", names: List[str]) -> str:
    """What rows are known by: a sha256 in which the order of rows and of columns does not matter."""
    text = "\n".join([str(table.num_rows), *sorted(names), table.row_print(names)])
    return hashlib.sha256(text.encode()).hexdigest()


def opening_of(model: "_native.Model", rows: str, delta: float, family: str, openings: int) -> "_native.Opening":
    """What decides the answer: another model, delta or family is another look at the rows."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "model.onnx"
        model.save(file)
        known = hashlib.sha256(file.read_bytes()).hexdigest()
    question = hashlib.sha256(f"{known} {delta:f} {family}".encode()).hexdigest()
    return _native.Opening(rows, question, known, openings)
