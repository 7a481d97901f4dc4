"""What the names of a medium's file look like: the digest that the bytes lie under, and the user's.

Both may come from files of strangers. A digest becomes the name of a file, so nothing else may pass
for one; the user's name becomes a line of a prompt and of pages.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

from app.core.plain_value import replace

if TYPE_CHECKING:
    from app.core.content.media import MediaFile

LONGEST_NAME: Final = 300  # characters
LONGEST_ALT_TEXT: Final = 4_000
_DIGEST = re.compile(r"[0-9a-f]{64}")
_SLASHES = re.compile(r"[/\\]")
_JOINERS = "\u200c\u200d"  # of emoji, and of letters in Persian and Indian scripts
_DROPPED = {"Cc", "Cf", "Cs", "Zl", "Zp"}  # controls, directions, halves of pairs, ends of lines


def is_digest(text: object) -> bool:
    """Whether a text is the name of a file's bytes: 64 digits of base 16, in lower case."""
    return isinstance(text, str) and _DIGEST.fullmatch(text) is not None


def plain_name(name: str) -> str:
    """Return the name of a file in one line, without folders and what is no letter; "" for none."""
    last = _SLASHES.split(name)[-1]
    return " ".join(_plain(last).split())[:LONGEST_NAME].strip()


def plain_alt_text(text: str) -> str:
    """Return an alt text as it is kept: its lines are kept, control characters are not."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(_plain(line) for line in lines).strip()[:LONGEST_ALT_TEXT].strip()


def plain_medium(medium: MediaFile) -> MediaFile:
    """Return a medium with a name and an alt text as they are kept."""
    name, alt_text = plain_name(medium.name), plain_alt_text(medium.alt_text)
    if (name, alt_text) == (medium.name, medium.alt_text):
        return medium
    return replace(medium, name=name, alt_text=alt_text)


def _plain(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_kept, text))


def _kept(letter: str) -> str:
    if letter in _JOINERS or unicodedata.category(letter) not in _DROPPED:
        return letter
    return " " if letter.isspace() else ""
