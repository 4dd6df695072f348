"""Rows as a frame."""

from __future__ import annotations

from typing import Any, Dict, List


def frame(records: List[Dict[str, Any]], columns: List[str]) -> Any:
    """A pandas frame with these columns; the records themselves where pandas is not installed."""
    rows = [{name: record.get(name) for name in columns} for record in records]
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame(rows, columns=columns)
