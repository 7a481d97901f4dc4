"""Values of JSON schemas: of which type they are, whether they are the same, what can be written.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import math
from typing import Any, Final, NoReturn

TYPES: Final = ("object", "array", "string", "integer", "number", "boolean", "null")


def no_number(name: str) -> NoReturn:
    """Refuse `NaN` and the like, which are no JSON."""
    raise ValueError(name)


def depth_of(value: Any) -> int:
    """Return how deeply a value is nested."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(depth_of, inner), default=0)


def has_half(text: str) -> bool:
    """Whether a text has one half of a surrogate pair."""
    return any(0xD800 <= ord(char) < 0xE000 for char in text)


def is_writable(value: Any) -> bool:
    """Whether every program reads a value as it is written."""
    match value:
        case bool() | None:
            return True
        case int():
            return abs(value) < 1 << 53
        case float():
            return math.isfinite(value)
        case str():
            return not has_half(value)
        case list():
            return all(map(is_writable, value))
        case _:
            return all(map(is_writable, value)) and all(map(is_writable, value.values()))


def type_of(value: Any) -> str:
    """Return the type of a value; "broken" for a number that is not whole."""
    match value:
        case bool():
            return "boolean"
        case None:
            return "null"
        case int() | float():
            return "integer" if value == value // 1 else "broken"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"


def identity(value: Any) -> Any:
    """Return what is equal for equal values alone: 1 and 1.0 are, 1 and true are not."""
    match value:
        case list():
            return ("array", *map(identity, value))
        case dict():
            return ("object", frozenset((key, identity(one)) for key, one in value.items()))
        case _:
            return type_of(value), value


def shown(value: Any) -> str:
    """Return a name for a sentence: not too long, and nothing that cannot be shown."""
    text = str(value)
    clean = "".join("\ufffd" if has_half(char) else char for char in text[:60])
    return clean + "…" if len(text) > len(clean) else clean
