"""Where a text ends by stop strings, said in the plainest way."""

from __future__ import annotations


def until_a_stop(text: str, stops: tuple[str, ...]) -> str | None:
    """Return the text before the stop string that ends first; None where none does."""
    for end in range(1, len(text) + 1):
        lengths = [len(stop) for stop in stops if text[:end].endswith(stop)]
        if lengths:
            return text[: end - max(lengths)]
    return None
