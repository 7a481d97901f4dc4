"""JSON of strangers, in bounded time and memory, and what is expected in it.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import json
from typing import Any, Final

from app.core.content.loose_json import sequence
from app.core.content.text_files import decoded

_MOST_PARTS: Final = 2_000_000  # each takes some 70 bytes once it is decoded
_MARKS = "[{,:"  # each begins a part
_BLANKS = b" \t\r\n\0\xef\xbb\xbf\xff\xfe"  # of all encodings, and their marks


class NoJson(Exception):
    """Bytes are no JSON."""


class TooMuchJson(NoJson):
    """Bytes are more JSON than is read."""


def looks_like_json(data: bytes) -> bool:
    """Whether bytes begin as JSON does that says several things."""
    return data[:64].lstrip(_BLANKS)[:1] in (b"{", b"[")


def parsed(data: bytes) -> Any:
    """Return what bytes say in JSON, in whatever encoding; what is no number counts as nothing.

    Raises:
        NoJson: they say nothing that can be read.
    """
    if not looks_like_json(data):
        raise NoJson("it begins otherwise")
    text = _text(data)
    if sum(map(text.count, _MARKS)) > _MOST_PARTS:
        raise TooMuchJson("it has too many parts")
    try:
        return json.loads(text, strict=False, parse_constant=lambda _: None)
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits
        raise NoJson(str(error)) from error


def _text(data: bytes) -> str:
    if 0 not in data[:4]:  # else two bytes are a character
        try:
            return data.decode("utf-8-sig").rstrip("\0")
        except UnicodeDecodeError:
            pass
    found = decoded(data)
    return data.decode("utf-8", "replace") if found is None else found


def string(value: object) -> str:
    """Return a text, also where a number stands in its place; "" for anything else."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value) if -(2**63) < value < 2**63 else ""
    return value if isinstance(value, str) else ""


def strings(value: object) -> tuple[str, ...]:
    """Return the texts of an array; those of a text with commas between them."""
    parts = value.split(",") if isinstance(value, str) else sequence(value)
    return tuple(text for one in parts if (text := string(one).strip()))
