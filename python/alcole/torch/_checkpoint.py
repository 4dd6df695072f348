"""A training in one file: module, optimiser, multipliers, position in the data, random numbers."""

from __future__ import annotations

import os
import tempfile
from typing import Any, Dict, Union

from .. import _native
from ._lib import read, torch

Path = Union[str, "os.PathLike[str]"]
FORMAT = "alcole torch checkpoint 2"


def dual_bytes(state: Any) -> Any:
    """The state of the outer loop as the library writes it: bytes as a tensor, which every torch.load() can read."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "state")
        state.save(file)
        with open(file, "rb") as content:
            return torch.frombuffer(bytearray(content.read()), dtype=torch.uint8)


def dual_from(content: Any) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "state")
        with open(file, "wb") as out:
            out.write(content.cpu().numpy().tobytes())
        return _native.DualState.load(file)


def save(file: Path, content: Dict[str, Any]) -> None:
    """Replaces the file atomically: it is either the old one or the new one."""
    temporary = os.fspath(file) + ".tmp"
    torch.save(dict(content, format=FORMAT), temporary)
    os.replace(temporary, file)


def load(file: Path) -> Dict[str, Any]:
    try:
        found = read(os.fspath(file))
    except FileNotFoundError:
        raise
    except Exception as error:
        raise ValueError(f"{os.fspath(file)} cannot be read as a checkpoint: {error}") from error
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ValueError(f"{os.fspath(file)} is not a checkpoint of alcole.torch, or one of another version")
    return found
