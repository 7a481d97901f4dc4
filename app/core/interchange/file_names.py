"""Names of files that every system takes, made of the titles of chats.

Windows is the strictest: it forbids some characters, names of devices and a dot or space at the
end, and takes upper and lower case for the same. A name that passes there passes everywhere.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

MAX_BYTES = 120  # of a name without its ending: folders above take some of the 260 of Windows
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]')
_SPACES = re.compile(r"\s+")
_DEVICES = frozenset(
    [
        *("con", "prn", "aux", "nul", "conin$", "conout$", "clock$"),
        *(f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"),
    ]
)
# They turn the letters around them, so that a name would not be what it looks like.
_TURNING = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0xFEFF])


def safe_name(title: str, otherwise: str = "Chat") -> str:
    """Return a title as the name of a file, without an ending."""
    name = unicodedata.normalize("NFC", title).translate(_TURNING)
    name = _SPACES.sub(" ", _FORBIDDEN.sub(" ", name)).strip()
    name = _shortened(name.lstrip(". "), MAX_BYTES).rstrip(". ")
    if not name:
        return otherwise
    # A device is meant whatever stands behind the first dot.
    return f"_{name}" if name.split(".")[0].rstrip().casefold() in _DEVICES else name


def free_name(title: str, ending: str, taken: Container[str]) -> str:
    """Return a name with its ending that no other file has.

    Args:
        title: of the chat.
        ending: with its dot.
        taken: names as `as_compared` writes them.
    """
    name = safe_name(title)
    return next(
        candidate
        for candidate in (f"{name}{number}{ending}" for number in _numbers())
        if as_compared(candidate) not in taken
    )


def as_compared(name: str) -> str:
    """Return a name as file systems compare it that make no difference between A and a."""
    return unicodedata.normalize("NFC", name).casefold()


def _numbers() -> Iterator[str]:
    yield ""
    for number in itertools.count(2):
        yield f" ({number})"


def _shortened(name: str, max_bytes: int) -> str:
    """Cut a name so that it takes so many bytes, and no character in two."""
    encoded = name.encode()
    return name if len(encoded) <= max_bytes else encoded[:max_bytes].decode(errors="ignore")
