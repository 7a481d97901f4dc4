"""What is not valid by a JSON schema, as a schema.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from typing import Any, Final

from app.core.grammars.schema_text import ALL_TYPES, BUT, ONLY_TYPES

_BOUNDS: Final = {
    "minimum": "exclusiveMaximum",
    "maximum": "exclusiveMinimum",
    "exclusiveMinimum": "maximum",
    "exclusiveMaximum": "minimum",
}
_COUNTED: Final = {"Length": "string", "Items": "array", "Properties": "object"}


def opposite(schema: dict[str, Any]) -> Any:
    """Return the schema of all values that are not valid by one; None where none says that.

    Args:
        schema: of keywords that say something.

    Raises:
        TypeError, AttributeError: a keyword says what it cannot.
    """
    if not schema:
        return False
    if len(schema) > 1:
        if "additionalProperties" in schema or "then" in schema or "else" in schema:
            return None
        return {"anyOf": [{"not": {key: value}} for key, value in schema.items()]}
    ((key, value),) = schema.items()
    if key in ("anyOf", "allOf"):
        return {"allOf" if key == "anyOf" else "anyOf": [{"not": one} for one in value]}
    if key in ("required", "properties"):
        return _without_members(key, value)
    if key in ("type", "const", "enum", "not"):
        return _of_other_values(key, value)
    return _opposite_of_bound(key, value)


def _of_other_values(key: str, value: Any) -> Any:
    if key == "not":
        return value
    if key != "type":
        return {BUT: [value] if key == "const" else value}
    types = {*value} if isinstance(value, list) else {value}
    gone = types | {"integer", "broken"} if "number" in types else types
    return {ONLY_TYPES: [name for name in ALL_TYPES if name not in gone]}


def _without_members(key: str, value: Any) -> Any:
    some: list[Any]
    if key == "required" and isinstance(value, list):
        some = [{"properties": {name: False}} for name in value]
    elif key == "properties":
        some = [
            {"required": [name], "properties": {name: {"not": one}}} for name, one in value.items()
        ]
    else:
        raise TypeError(value)
    return {"type": "object", "anyOf": some} if some else False


def _opposite_of_bound(key: str, value: Any) -> Any:
    if key in _BOUNDS:
        return {"type": "number", _BOUNDS[key]: value}
    what = key[3:]
    if what not in _COUNTED:
        return None
    if key.startswith("max"):
        return {"type": _COUNTED[what], f"min{what}": value + 1}
    return {"type": _COUNTED[what], f"max{what}": value - 1} if value > 0 else False
