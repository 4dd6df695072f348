"""Ctrl-C during a training."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Any, Optional


class Interrupts:
    """Inside, the first Ctrl-C is only noted, so that the current step is completed; the second is raised as usual.
    The caller's own handlers, and threads that signals do not reach, are left alone."""

    def __init__(self) -> None:
        self.asked = False
        self._ours = False

    def __enter__(self) -> "Interrupts":
        here = threading.current_thread() is threading.main_thread()
        if here and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._note)
            self._ours = True
        return self

    def __exit__(self, *_: Any) -> None:
        if self._ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            self._ours = False

    def _note(self, number: int, frame: Optional[FrameType]) -> None:
        if self.asked:
            signal.default_int_handler(number, frame)
        self.asked = True
