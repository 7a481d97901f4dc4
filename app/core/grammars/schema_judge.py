"""Whether a value is valid by a JSON schema: for values that the schema writes out itself.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.grammars.schema_text import ONLY_TYPES
from app.core.grammars.schema_values import identity, type_of
from app.core.phrases import phrase
from app.core.plain_value import replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.grammars.schema_scalars import Whole
    from app.core.grammars.schema_text import Said


def fits(whole: Whole, value: Any, said: Said) -> bool:
    """Return whether a value is valid.

    Raises:
        MalformedSchema: the schema is wrong, or it cannot be said.
    """
    if isinstance(said.schema, bool):
        return said.schema
    schema = whole.checked(said)
    return (
        _is_allowed(value, schema)
        and _fits_structure(whole, value, said, schema)
        and _fits_type(whole, value, said, schema)
    )


def is_one_of(value: Any, some: Iterable[Any]) -> bool:
    """Return whether a value is among some."""
    key = identity(value)
    return any(identity(one) == key for one in some)


def _is_allowed(value: Any, schema: dict[str, Any]) -> bool:
    allowed = ([schema["const"]] if "const" in schema else None, schema.get("enum"))
    if any(some is not None and not is_one_of(value, some) for some in allowed):
        return False
    name = type_of(value)
    for key in ("type", ONLY_TYPES):
        types = schema.get(key, name)
        names = types if isinstance(types, list) else [types]
        if name not in names and not ("number" in names and name in ("integer", "broken")):
            return False
    return True


def _fits_structure(whole: Whole, value: Any, said: Said, schema: dict[str, Any]) -> bool:
    if "$ref" in schema and not fits(whole, value, whole.target(said)):
        return False
    if "not" in schema and fits(whole, value, said.inner("not")):
        return False
    for index, one in enumerate(whole.conditions(said, schema)):
        if not fits(whole, value, replace(said, way=(*said.way, index), schema=one)):
            return False
    for key in ("allOf", "anyOf", "oneOf"):
        if key in schema:
            n_fit = sum(fits(whole, value, one) for one in whole.listed(said, key))
            n_all = len(schema[key])
            if not {"allOf": n_fit == n_all, "anyOf": n_fit > 0, "oneOf": n_fit == 1}[key]:
                return False
    return True


def _fits_type(whole: Whole, value: Any, said: Said, schema: dict[str, Any]) -> bool:
    match type_of(value):
        case "string":
            return _fits_text(whole, value, said, schema)
        case "integer" | "broken":
            return _fits_number(whole, value, said, schema)
        case "array":
            return _is_between(len(value), schema, "Items") and _fits_items(
                whole, value, said, schema
            )
        case "object":
            return _is_between(len(value), schema, "Properties") and _fits_members(
                whole, value, said, schema
            )
        case _:
            return True


def _is_between(count: int, schema: dict[str, Any], what: str) -> bool:
    return bool(schema.get(f"min{what}", 0) <= count <= schema.get(f"max{what}", count))


def _fits_text(whole: Whole, value: str, said: Said, schema: dict[str, Any]) -> bool:
    for key in ("pattern", "format"):
        if key in schema:
            words = phrase("“{other}” beside “{keyword}” cannot be kept to by a grammar.",
                           other=key, keyword="enum")  # fmt: skip
            whole.fail((*said.way, key), words)
    return _is_between(len(value), schema, "Length")


def _fits_number(whole: Whole, value: float, said: Said, schema: dict[str, Any]) -> bool:
    divisor = schema.get("multipleOf", 1)
    if "multipleOf" in schema and not (isinstance(divisor, int) and divisor > 0):
        words = phrase("“{keyword}” cannot be kept to by a grammar.", keyword="multipleOf")
        whole.fail((*said.way, "multipleOf"), words)
    return bool(
        schema.get("minimum", value) <= value <= schema.get("maximum", value)
        and ("exclusiveMinimum" not in schema or schema["exclusiveMinimum"] < value)
        and ("exclusiveMaximum" not in schema or value < schema["exclusiveMaximum"])
        and ("multipleOf" not in schema or value % divisor == 0)
    )


def _fits_items(whole: Whole, value: list[Any], said: Said, schema: dict[str, Any]) -> bool:
    if schema.get("uniqueItems") and len(set(map(identity, value))) < len(value):
        return False
    key = "prefixItems" if "prefixItems" in schema else "items"
    first = whole.listed(said, key) if isinstance(schema.get(key), list) else []
    behind = "additionalItems" if first and key == "items" else "items"
    if behind == "items" and isinstance(schema.get("items"), list):
        behind = "additionalItems"
    rest = [said.inner(behind)] if behind in schema else []
    holds = [first[index : index + 1] or rest for index in range(len(value))]
    return all(
        fits(whole, one, hold) for one, some in zip(value, holds, strict=True) for hold in some
    )


def _fits_members(whole: Whole, value: dict[str, Any], said: Said, schema: dict[str, Any]) -> bool:
    named = schema.get("properties", {})
    if not isinstance(named, dict):
        raise TypeError(named)
    if not all(name in value for name in schema.get("required", ())):
        return False
    for name, one in value.items():
        if name in named:
            inner = said.inner("properties", name)
        elif "additionalProperties" in schema:
            inner = said.inner("additionalProperties")
        else:
            continue
        if not fits(whole, one, inner):
            return False
    return True
