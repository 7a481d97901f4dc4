"""Which of the models in the catalogue suit a machine, and which to try first.

Opens no connection: the addresses are for the user's browser. Threads: pure values, any thread.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from app.core.models.catalogue import own_catalogue
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from app.core.models.catalogue import ModelCatalogue, Suggestion

_WELL_SHARE = 0.75  # of the machine's memory; the rest is for the system and a browser
_TIGHT_SHARE = 0.9
# Of memory beside the files, for a context of some thousand tokens and for computing.
_BESIDE_SHARE = 1.1
_BESIDE_BYTES = 500_000_000
_FIRST_DOWNLOAD_BYTES = 3_000_000_000


class Fit(enum.Enum):
    """How a model goes into the memory of a machine."""

    WELL = enum.auto()
    TIGHT = enum.auto()  # other programs have to be closed
    TOO_LARGE = enum.auto()


class RatedSuggestion(PlainValue, frozen=True):
    """A model as seen from one machine."""

    suggestion: Suggestion
    fit: Fit
    is_first_choice: bool


def rate(
    total_bytes: int, catalogue: ModelCatalogue | None = None, *, gpu_bytes: int = 0
) -> tuple[RatedSuggestion, ...]:
    """Say of each model how it fits a machine, and which to try first.

    The first choice, at most one, is by rank:
        0. what the catalogue picks for the graphics card, where there is one that Hearth can use;
        1. what it picks for the memory, where that fits well;
        2. the largest that fits well and is a download of at most 3 GB: a first model should be
           there soon, and answer at a pleasant speed without a graphics card;
        3. the smallest that fits tightly, where nothing fits well.

    Args:
        total_bytes: the machine's whole memory, not what is free now.
        catalogue: the models; None for those that this version came with.
        gpu_bytes: the whole memory of the largest graphics card; 0 without one.
    """
    catalogue = catalogue or own_catalogue()
    suggestions = catalogue.suggestions
    most_bytes = max(total_bytes, gpu_bytes)
    fits = [_fit(suggestion.ram_bytes, most_bytes) for suggestion in suggestions]
    rated = list(zip(suggestions, fits, strict=True))
    first = catalogue.pick_for_gpu(gpu_bytes)
    if first is None:
        picked = catalogue.pick_for(total_bytes)
        first = picked if (picked, Fit.WELL) in rated else _first_choice(rated)
    return tuple(RatedSuggestion(suggestion, fit, suggestion is first) for suggestion, fit in rated)


def usable_bytes(total_bytes: int) -> int:
    """Return what the files of a model may take of a machine's memory."""
    return max(0, round((total_bytes * _WELL_SHARE - _BESIDE_BYTES) / _BESIDE_SHARE))


def _fit(needed_bytes: int, total_bytes: int) -> Fit:
    if needed_bytes <= total_bytes * _WELL_SHARE:
        return Fit.WELL
    if needed_bytes <= total_bytes * _TIGHT_SHARE:
        return Fit.TIGHT
    return Fit.TOO_LARGE


def _first_choice(rated: list[tuple[Suggestion, Fit]]) -> Suggestion | None:
    well = [
        suggestion
        for suggestion, fit in rated
        if fit is Fit.WELL and suggestion.size_bytes <= _FIRST_DOWNLOAD_BYTES
    ]
    if well:
        return max(well, key=_ram_bytes)
    tight = [suggestion for suggestion, fit in rated if fit is Fit.TIGHT]
    return min(tight, key=_ram_bytes, default=None)


def _ram_bytes(suggestion: Suggestion) -> int:
    return suggestion.ram_bytes
