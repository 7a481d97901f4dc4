"""The name of a file as it is shown: one line, no path, not longer than a window is wide.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST: Final = 120  # characters
_LONGEST_SUFFIX = 12
_FORBIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufdd0-\ufdef\ufffe\uffff]")
_NO_CHARACTER = re.compile(r"[\ud800-\udfff]")  # bytes of a name that are no text
# They turn the letters around them: what ends in "gpj.exe" would be shown as an "exe.jpg".
_TURNING = dict.fromkeys(
    [*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C, 0xFEFF]
)
_NOT_ON_WINDOWS = re.compile(r'[<>:"|?*]')
_DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9¹²³])", re.IGNORECASE)


def shown_name(name: str, otherwise: str = "file") -> str:
    """Return a name to show, and to offer where the file is saved again.

    Args:
        name: as a user, a web page or another program gave it; may be a path of any system.
        otherwise: what it is called where nothing is left of its name.
    """
    last = re.split(r"[/\\]", name)[-1].translate(_TURNING)
    plain = _NO_CHARACTER.sub("\ufffd", _FORBIDDEN.sub(" ", last))
    plain = re.sub(r"\s+", " ", plain).strip().rstrip(". ")
    if len(plain) > LONGEST:
        stem, dot, suffix = plain.rpartition(".")
        if stem and len(suffix) <= _LONGEST_SUFFIX:
            plain = stem[: LONGEST - len(suffix) - 2] + "…" + dot + suffix
        else:
            plain = plain[: LONGEST - 1] + "…"
    if not plain.strip(". "):
        return otherwise
    return f"_{plain}" if _DEVICE.fullmatch(plain.split(".")[0].rstrip()) else plain


def saved_name(name: str, suffixes: Sequence[str]) -> str:
    """Return a name for a copy of a file, which every system takes.

    Args:
        name: as it is known.
        suffixes: how it may end, in small letters; where it ends otherwise, the first is added.
    """
    plain = _NOT_ON_WINDOWS.sub("_", shown_name(name)).lstrip(".")
    return plain if plain.lower().endswith(tuple(suffixes)) else f"{plain}{suffixes[0]}"
