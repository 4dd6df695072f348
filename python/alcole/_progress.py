"""Progress of long work: a bar if somebody is watching, nothing in a pipe, and every line to the logger `alcole`."""

from __future__ import annotations

import contextlib
import logging
import sys
import time
import warnings
from typing import Any, Callable, Dict, Iterator, List, Optional

Listener = Callable[[Dict[str, Any]], None]

logger = logging.getLogger("alcole")

DELAY = 1.0
"""Seconds before a bar is shown: shorter work needs none."""


def is_notebook() -> bool:
    """True if this runs in a Jupyter kernel."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and hasattr(shell, "kernel")


def is_watched() -> bool:
    """True if somebody sees what is written to standard error while it is written."""
    return is_notebook() or (sys.stderr is not None and sys.stderr.isatty())


def line(progress: Dict[str, Any]) -> str:
    """
    >>> line({"stage": "tighter bounds 2", "unit": "dual step", "done": 3, "objective": 0.31})
    'tighter bounds 2: dual step 3, objective 0.31'
    >>> line({"stage": "", "unit": "training", "done": 3, "total": 9})
    'training 3 of 9'
    """
    parts = [f"{progress['stage']}: " if progress["stage"] and progress["unit"] else progress["stage"]]
    if progress["unit"]:
        parts.append(f"{progress['unit']} {progress['done']}")
    if "total" in progress:
        parts.append(f" of {progress['total']}")
    if "objective" in progress:
        parts.append(f", objective {progress['objective']:.5g}")
    return "".join(parts)


class _Tqdm:
    """A bar of tqdm, a new one for each stage of the work."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar
        self._shown: Any = None
        self._stage: Any = None

    def __call__(self, progress: Dict[str, Any]) -> None:
        stage = progress["stage"], progress["unit"]
        if stage != self._stage:
            self.close()
            self._stage = stage
            self._shown = self._bar(desc=progress["stage"] or "alcole", unit=" " + progress["unit"], delay=DELAY,
                                    bar_format=None if progress["unit"] else "{desc} [{elapsed}]",
                                    total=progress.get("total"), leave=False, file=sys.stderr)
        more = [f"objective {progress['objective']:.5g}"] if "objective" in progress else []
        if progress.get("left", 0) >= 1:
            more.append(f"about {progress['left']:.0f} s left")
        self._shown.set_postfix_str(", ".join(more), refresh=False)
        self._shown.update(max(progress["done"] - self._shown.n, 0))

    def close(self) -> None:
        if self._shown is not None:
            self._shown.close()
        self._shown = self._stage = None


class _Line:
    """A line that is overwritten in place and removed at the end, for use without tqdm."""

    def __init__(self) -> None:
        self._next = time.monotonic() + DELAY
        self._width = 0

    def __call__(self, progress: Dict[str, Any]) -> None:
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + 0.1
        self._write("alcole: " + line(progress))

    def _write(self, text: str) -> None:
        print("\r" + text.ljust(self._width), end="", file=sys.stderr, flush=True)
        self._width = len(text)

    def close(self) -> None:
        if self._width:
            self._write("")
            print("\r", end="", file=sys.stderr, flush=True)


def _bar() -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # tqdm's own, in a notebook without ipywidgets
            from tqdm.auto import tqdm
    except ImportError:
        return _Line()
    return _Tqdm(tqdm)


@contextlib.contextmanager
def listening(verbose: Optional[int]) -> Iterator[Optional[Listener]]:
    """The listener for progress; None: nobody. `verbose`: None shows a bar if somebody is watching, 0 none, 1 also
    lines if nobody is."""
    told: List[Listener] = []
    if logger.isEnabledFor(logging.INFO):
        told.append(lambda progress: logger.info(line(progress)))
    shown = None
    if verbose != 0 and is_watched():
        shown = _bar()
        told.append(shown)
    elif verbose:
        told.append(lambda progress: print("alcole: " + line(progress), file=sys.stderr))

    def tell(progress: Dict[str, Any]) -> None:
        for one in told:
            one(progress)

    try:
        yield tell if told else None
    finally:
        if shown is not None:
            shown.close()
