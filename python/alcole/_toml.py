"""Values as a run file writes them; the library parses and checks them."""

from __future__ import annotations

import json
from typing import Any


def toml(value: Any) -> str:
    """
    >>> toml("sex"), toml(1e-3), toml(True), toml([64, 64])
    ('"sex"', '0.001', 'true', '[64, 64]')
    """
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        value = value.item()  # a numpy number
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (list, tuple)) or hasattr(value, "tolist"):
        return "[" + ", ".join(toml(entry) for entry in value) + "]"
    return json.dumps(str(value), ensure_ascii=False)
