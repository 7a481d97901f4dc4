"""How model files are written to a terminal, and as JSON."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from app.core.models.library import Unusable, Usable

if TYPE_CHECKING:
    from app.core.gguf import ModelSummary
    from app.core.models.library import LibraryEntry
    from app.core.models.projectors import ProjectorCandidate

_UNITS = ((1_000_000_000_000, "T"), (1_000_000_000, "B"), (1_000_000, "M"), (1_000, "K"))


def short_count(number: int) -> str:
    """Return a number of parameters as people say it, such as 4.0B; "" for none."""
    for unit, letter in _UNITS:
        if number >= unit:
            return f"{number / unit:.1f}{letter}"
    return str(number or "")


def in_gb(n_bytes: int) -> str:
    """Return a size in GB; in MB below a tenth of one."""
    return f"{n_bytes / 1e9:,.2f} GB" if n_bytes >= 1e8 else f"{n_bytes / 1e6:,.1f} MB"


def summary_facts(summary: ModelSummary) -> dict[str, Any]:
    """Return a summary as plain values for JSON."""
    return {**asdict(summary), "n_active_parameters": summary.n_active_parameters}


def entry_facts(entry: LibraryEntry) -> dict[str, Any]:
    """Return an entry as plain values for JSON."""
    state = entry.state
    return {
        "name": entry.name,
        "path": entry.path,
        "files": entry.files,
        "from": entry.origin.value,
        "size_bytes": entry.size_bytes,
        "modified_s": entry.modified_s,
        "usable": isinstance(state, Usable),
        "reason": "" if isinstance(state, Usable) else str(state.reason),
        "damaged_file": state.file if isinstance(state, Unusable) else "",
        "projector": entry.projector,
        "also_known_as": entry.also_known_as,
        "summary": None if isinstance(state, Unusable) else summary_facts(state.summary),
    }


def senses_facts(projector: ProjectorCandidate | None) -> dict[str, Any]:
    """Return what a model would take beside text, and with which file, as values for JSON."""
    if projector is None:
        return {"sees": False, "hears": False, "sees_and_hears_with": ""}
    values = {"sees": projector.sees, "hears": projector.hears}
    return {**values, "sees_and_hears_with": projector.path}


def senses_words(projector: ProjectorCandidate | None) -> list[str]:
    """Return the same as a line of words; no line where a model takes text alone."""
    if projector is None:
        return []
    words = [*["sees pictures"] * projector.sees, *["hears sounds"] * projector.hears]
    return [f"{' and '.join(words)} with {projector.path}"] if words else []


def plain_number(value: float) -> float | str:
    """Return a number that JSON has; those that it lacks as their names."""
    return value if math.isfinite(value) else str(value)
