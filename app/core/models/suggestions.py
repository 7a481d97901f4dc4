"""Real models worth a first download, and which of them suit a machine.

Five files of different sizes that llama.cpp runs, from the makers of the models or of llama.cpp.
Sizes are those of the file named by its quantisation; memory is that file, a context of about
8,000 tokens and what llama.cpp computes with.

Opens no connection: the addresses are for the user's browser. Threads: pure values, any thread.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from app.core.phrases import Phrase, phrase

ALL_MODELS_PAGE = "https://huggingface.co/models?library=gguf"

_WELL_SHARE = 0.75  # of the machine's memory; the rest is for the system and a browser
_TIGHT_SHARE = 0.9
_FIRST_DOWNLOAD_BYTES = 3_000_000_000


class Fit(enum.Enum):
    """How a model goes into the memory of a machine."""

    WELL = enum.auto()
    TIGHT = enum.auto()  # other programs have to be closed
    TOO_LARGE = enum.auto()


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One model.

    Attributes:
        quantisation: stands in the name of the file to download.
        size_bytes: of that file.
        ram_bytes: needed to chat with it.
        suits: one sentence: for whom it is.
        page: web address where the file can be downloaded.
    """

    name: str
    quantisation: str
    size_bytes: int
    ram_bytes: int
    suits: Phrase
    page: str


@dataclass(frozen=True, slots=True)
class RatedSuggestion:
    """A model as seen from one machine."""

    suggestion: Suggestion
    fit: Fit
    is_first_choice: bool


SUGGESTIONS = (
    Suggestion(
        name="Qwen3 0.6B",
        quantisation="Q8_0",
        size_bytes=639_000_000,
        ram_bytes=1_500_000_000,
        suits=phrase("For trying things out on any machine; quick, and often wrong."),
        page="https://huggingface.co/Qwen/Qwen3-0.6B-GGUF",
    ),
    Suggestion(
        name="Qwen3 4B",
        quantisation="Q4_K_M",
        size_bytes=2_500_000_000,
        ram_bytes=4_000_000_000,
        suits=phrase("For sums and code; it thinks aloud before it answers."),
        page="https://huggingface.co/Qwen/Qwen3-4B-GGUF",
    ),
    Suggestion(
        name="Gemma 3 4B",
        quantisation="Q4_K_M",
        size_bytes=2_490_000_000,
        ram_bytes=4_500_000_000,
        suits=phrase("For everyday talk and writing, in many languages."),
        page="https://huggingface.co/ggml-org/gemma-3-4b-it-GGUF",
    ),
    Suggestion(
        name="Qwen3 8B",
        quantisation="Q4_K_M",
        size_bytes=5_030_000_000,
        ram_bytes=7_000_000_000,
        suits=phrase("For harder questions, if you have patience or a graphics card."),
        page="https://huggingface.co/Qwen/Qwen3-8B-GGUF",
    ),
    Suggestion(
        name="gpt-oss 20B",
        quantisation="MXFP4",
        size_bytes=12_100_000_000,
        ram_bytes=14_000_000_000,
        suits=phrase("For demanding work on a strong machine; it knows the most."),
        page="https://huggingface.co/ggml-org/gpt-oss-20b-GGUF",
    ),
)


def rate(
    total_bytes: int, suggestions: tuple[Suggestion, ...] = SUGGESTIONS
) -> tuple[RatedSuggestion, ...]:
    """Say of each model how it fits a machine, and which to try first.

    The first choice, at most one, is by rank:
        1. the largest that fits well and is a download of at most 3 GB: a first model should be
           there soon, and answer at a pleasant speed without a graphics card;
        2. the smallest that fits tightly, where nothing fits well.

    Args:
        total_bytes: the machine's whole memory, not what is free now.
    """
    fits = [_fit(suggestion.ram_bytes, total_bytes) for suggestion in suggestions]
    first = _first_choice(list(zip(suggestions, fits, strict=True)))
    return tuple(
        RatedSuggestion(suggestion, fit, suggestion is first)
        for suggestion, fit in zip(suggestions, fits, strict=True)
    )


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
