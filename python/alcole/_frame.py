"""Rows as a frame."""

from __future__ import annotations

import html
from typing import Any, Dict, List, Sequence


def frame(records: List[Dict[str, Any]], columns: List[str]) -> Any:
    """A pandas frame with these columns; the records themselves if pandas is not installed."""
    rows = [{name: record.get(name) for name in columns} for record in records]
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame(rows, columns=columns)


def trace_frame(records: List[Dict[str, Any]], names: Sequence[str], word: str) -> Any:
    """One row per dual step: its numbers, the objective, and for each constraint the risk, labelled with `word`, and
    the multiplier."""
    rows = []
    for record in records:
        row = {name: value for name, value in record.items() if not hasattr(value, "__len__")}
        row["objective"] = record["risks"][0]
        for i, name in enumerate(names):
            row[f"{word} {name}"] = record["risks"][i + 1]
            row[f"multiplier {name}"] = record["multipliers"][i]
        rows.append(row)
    return frame(rows, list(rows[0]) if rows else [])


def summary_html(paragraphs: List[str], verdicts: Any) -> str:
    """For a notebook: the report's sentences and the verdicts."""
    text = "".join(f"<p>{html.escape(paragraph)}</p>" for paragraph in paragraphs)
    table = verdicts.to_html(index=False, border=0) if hasattr(verdicts, "to_html") else ""
    return f"<div>{text}{table}</div>"
