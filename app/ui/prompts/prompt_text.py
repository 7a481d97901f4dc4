"""What becomes of a saved prompt when it is put into the message field.

Threads: pure functions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_PLACE = re.compile(r"\{\{\s*([^{}\n]{1,40}?)\s*\}\}")


@dataclass(frozen=True, slots=True)
class FilledPrompt:
    """A prompt as it is put in.

    Attributes:
        text: with all that is known filled in.
        begin, end: what is still to be written, in characters; both the end of the text for none.
    """

    text: str
    begin: int
    end: int


def filled(text: str, known: Mapping[str, str]) -> FilledPrompt:
    """Fill in the places that have a known name, such as {{clipboard}}, in any case.

    Args:
        text: of a saved prompt.
        known: what stands for a name, in lower case.
    """
    said = _PLACE.sub(lambda place: known.get(place[1].casefold(), place[0]), text)
    # What was filled in may look like a place; only those of the prompt itself are left to write.
    open_places = {place[0] for place in _PLACE.finditer(text) if place[1].casefold() not in known}
    for place in _PLACE.finditer(said):
        if place[0] in open_places:
            return FilledPrompt(said, place.start(), place.end())
    return FilledPrompt(said, len(said), len(said))
