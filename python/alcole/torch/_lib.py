"""PyTorch itself, treated as untyped, because its own types differ between versions."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

try:
    torch: Any = importlib.import_module("torch")
except ImportError as error:
    raise ImportError("alcole.torch needs PyTorch, which this Python does not have; install the package torch") from error

Tensor = Any
Module = Any


def read(file: Any) -> Any:
    """torch.load() onto the host, for a file that may contain more than weights."""
    more = {"weights_only": False} if "weights_only" in (torch.load.__kwdefaults__ or {}) else {}
    return torch.load(file, map_location="cpu", **more)


def on_device(batch: Any, device: Any) -> Any:
    """Moves every tensor of a batch to the device, whatever the structure of the batch."""
    if isinstance(batch, torch.Tensor):
        return batch.to(device, non_blocking=True)
    if isinstance(batch, Mapping):
        return {name: on_device(value, device) for name, value in batch.items()}
    if isinstance(batch, (list, tuple)):
        return type(batch)(*(on_device(v, device) for v in batch)) if hasattr(batch, "_fields") else type(batch)(
            on_device(v, device) for v in batch)
    return batch


def tensors_of(batch: Any) -> Any:
    """The tensors of a batch, in order."""
    if isinstance(batch, torch.Tensor):
        yield batch
    elif isinstance(batch, Mapping):
        for value in batch.values():
            yield from tensors_of(value)
    elif isinstance(batch, (list, tuple)):
        for value in batch:
            yield from tensors_of(value)


def rows_of(batch: Any) -> int:
    """The number of rows of a batch: the length of its first tensor."""
    for tensor in tensors_of(batch):
        return int(tensor.shape[0]) if tensor.dim() > 0 else 1
    raise ValueError("a batch without a tensor in it has no rows to count; let risks(batch) give sums and counts")
