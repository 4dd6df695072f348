"""Mini-batches in sequence, epoch after epoch, and how to return to the same position."""

from __future__ import annotations

import contextlib
from typing import Any, Dict, Iterator, List, Optional, Tuple

from ._lib import torch


def _generator(loader: Any) -> Any:
    return getattr(loader, "generator", None)


def _random_state(loader: Any) -> Tuple[Any, Any, Any]:
    generator = _generator(loader)
    return torch.get_rng_state(), None if generator is None else generator.get_state(), cuda_random_state()


def _set_random_state(loader: Any, state: Tuple[Any, Any, Any]) -> None:
    torch.set_rng_state(state[0])
    if state[1] is not None and _generator(loader) is not None:
        _generator(loader).set_state(state[1])
    set_cuda_random_state(state[2])


def cuda_random_state() -> Any:
    """The state for every device, if CUDA is in use."""
    return torch.cuda.get_rng_state_all() if torch.cuda.is_available() and torch.cuda.is_initialized() else None


def set_cuda_random_state(state: Any) -> None:
    if state is not None and torch.cuda.is_available():
        torch.cuda.set_rng_state_all(state)


@contextlib.contextmanager
def undisturbed(*loaders: Any) -> Iterator[None]:
    """Random numbers drawn inside do not affect those drawn later."""
    before = [_random_state(loader) for loader in loaders]
    try:
        yield
    finally:
        for loader, state in zip(loaders, before):
            _set_random_state(loader, state)


class Source:
    """A loader that is iterated over repeatedly. Its position is the state of the random numbers at the beginning of
    the current round, and the number of batches since."""

    def __init__(self, loader: Any) -> None:
        self.loader = loader
        if isinstance(loader, torch.utils.data.Dataset):
            raise TypeError("a data set gives rows, and a loader batches: DataLoader(data, batch_size=100, shuffle=True)")
        if not hasattr(loader, "__len__") or hasattr(loader, "__next__"):  # an iterator can be used only once
            raise TypeError(f"a loader must be iterable more than once and have a length, like a DataLoader or a list of "
                            f"batches; this one is a {type(loader).__name__}")
        self.length = len(loader)
        if self.length == 0:
            raise ValueError("a data loader has no batches in it")
        self.round, self.index = -1, self.length
        self.began: Optional[Tuple[Any, Any, Any]] = None
        self._iterator: Optional[Iterator[Any]] = None

    def _begin(self, number: int) -> None:
        self.round, self.index = number, 0
        sampler = getattr(self.loader, "sampler", None)
        if hasattr(sampler, "set_epoch"):
            sampler.set_epoch(number)  # type: ignore[union-attr]
        self.began = _random_state(self.loader)
        self._iterator = iter(self.loader)

    def next(self) -> Any:
        if self.index >= self.length:
            self._begin(self.round + 1)
        assert self._iterator is not None
        self.index += 1
        return next(self._iterator)

    def state(self) -> Dict[str, Any]:
        return {"round": self.round, "index": self.index, "began": self.began, "now": _random_state(self.loader)}

    def restore(self, state: Dict[str, Any]) -> None:
        """Draws the round again, up to the same batch."""
        self.round, self.index = state["round"], self.length
        if state["began"] is not None and state["index"] < self.length:
            _set_random_state(self.loader, state["began"])
            self._begin(state["round"])
            for _ in range(state["index"]):
                self.next()
        _set_random_state(self.loader, state["now"])


class Batches:
    """The batches of train()'s loader, each together with a batch of every loader that belongs to a single risk."""

    def __init__(self, loaders: List[Any]) -> None:
        self.sources = [Source(loader) for loader in loaders]
        self.per_epoch = self.sources[0].length

    def next(self) -> List[Any]:
        return [source.next() for source in self.sources]

    def state(self) -> List[Dict[str, Any]]:
        return [source.state() for source in self.sources]

    def restore(self, states: List[Dict[str, Any]]) -> None:
        for source, state in zip(self.sources, states):
            source.restore(state)


def check_loader(loader: Any) -> None:
    """Loaders are read from the beginning while a round is in progress, which persistent workers do not allow."""
    if getattr(loader, "persistent_workers", False) and getattr(loader, "num_workers", 0) > 0:
        raise ValueError("a data loader with persistent_workers cannot be read from the beginning while it is in use; give "
                         "all_data=, a second loader of the same rows")
