"""Values of JSON schemas: of which type they are, whether they are the same, what can be written.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import json
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
    """Whether C++ reads and writes a value as it is."""
    match value:
        case bool() | None:
            return True
        case int():
            return abs(value) < 1 << 53
        case float():
            return math.isfinite(value) and str(value) == json.dumps(value)
        case str():
            return not has_half(value)
        case list():
            return all(map(is_writable, value))
        case _:
            return all(map(is_writable, value)) and all(map(is_writable, value.values()))


def is_a(value: Any, name: Any) -> bool:
    """Whether a value is of a type."""
    match value:
        case bool():
            return bool(name == "boolean")
        case None:
            return bool(name == "null")
        case int() | float():
            is_whole = value == math.floor(value)
            return name == "number" or (name == "integer" and is_whole)
        case str():
            return bool(name == "string")
        case list():
            return bool(name == "array")
        case _:
            return bool(name == "object")


def are_apart(one: Any, other: Any) -> bool:
    """Whether no value can fit two schemas, as far as that is easily seen."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return False
    values, others = _values_of(one), _values_of(other)
    if values is not None and others is not None:
        return not any(_is_same(a, b) for a in values for b in others)
    types, other_types = _types_of(one), _types_of(other)
    if types is not None and other_types is not None and not types & other_types:
        return True
    if {"object"} not in (types, other_types):
        return False
    required = {*one.get("required", ())} & {*other.get("required", ())}
    return any(
        are_apart(one.get("properties", {}).get(name), other.get("properties", {}).get(name))
        for name in required
    )


def _values_of(schema: dict[str, Any]) -> list[Any] | None:
    if "const" in schema:
        return [schema["const"]]
    values = schema.get("enum")
    return values if isinstance(values, list) else None


def _types_of(schema: dict[str, Any]) -> set[str] | None:
    values = _values_of(schema)
    types = schema.get("type")
    if types is None and values is not None:
        types = [name for name in TYPES if any(is_a(value, name) for value in values)]
    if types is None:
        return None
    names = set(types if isinstance(types, list) else [types])
    return names | {"integer"} if "number" in names else names


def _is_same(one: Any, other: Any) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True) or (
        one == other and isinstance(one, bool) == isinstance(other, bool)
    )
