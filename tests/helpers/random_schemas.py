"""Random JSON schemas of what grammars can keep to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random

_NAMES = (
    "a",
    "b",
    "a-b",
    "a_b",
    "string",
    "root",
    "é",
    "x y",
    '"',
    "\\",
    "ref-defs-a",
    "item",
    "0",
)
_VALUES: tuple[Any, ...] = (1, -2, 0.5, "é", '"\\\n', None, True, [], [1, "a"], {"k": "v"}, "ab")


def random_schema(rng: random.Random) -> dict[str, Any]:
    """Return a schema that has an end everywhere."""
    n_definitions = rng.choice((0, 0, 1, 2))
    names = [f"#/$defs/d{n}" for n in range(n_definitions)]
    definitions = {name.rsplit("/", 1)[1]: _schema(rng, 1, []) for name in names}
    schema = _schema(rng, 2, names)
    return {**schema, "$defs": definitions} if definitions else schema


def _schema(  # noqa: C901 - one case for each kind of schema
    rng: random.Random, depth: int, references: list[str]
) -> dict[str, Any]:
    kinds = ["integer", "string", "enum", "const", "boolean", "null", "number", "length", "format"]
    if depth > 0:
        kinds += ["object", "object", "map", "array", "tuple", "anyOf", "types"]
    if references:
        kinds += ["$ref"] * 3
    kind = rng.choice(kinds)
    match kind:
        case "integer":
            low = rng.choice((None, 0, -3, 5, 12, 100))
            high = rng.choice((None, 200, 1000, -4 if low is None or low < -4 else 300))
            bounds = {"minimum": low, "maximum": high}
            chosen = {key: value for key, value in bounds.items() if value is not None}
            return {"type": "integer", **chosen}
        case "enum":
            return {"enum": rng.sample(_VALUES, rng.randint(1, 4))}
        case "const":
            return {"const": rng.choice(_VALUES)}
        case "length":
            least = rng.randint(0, 3)
            return {"type": "string", "minLength": least, "maxLength": least + rng.randint(0, 9)}
        case "format":
            return {"type": "string", "format": rng.choice(("date", "time", "date-time", "uuid"))}
        case "$ref":
            return {"$ref": rng.choice(references)}
        case "anyOf":
            return {
                "anyOf": [_schema(rng, depth - 1, references) for _ in range(rng.randint(1, 3))]
            }
        case "types":
            return {"type": rng.sample(("string", "null", "boolean", "integer"), 2)}
        case "map":
            return {"type": "object", "additionalProperties": _schema(rng, depth - 1, references)}
        case "array":
            least = rng.randint(0, 2)
            item = _schema(rng, depth - 1, references)
            return {"type": "array", "items": item, "minItems": least, "maxItems": least + 2}
        case "tuple":
            items = [_schema(rng, depth - 1, references) for _ in range(rng.randint(1, 3))]
            return {"type": "array", "prefixItems": items, "items": False}
        case "object":
            names = rng.sample(_NAMES, rng.randint(0, 4))
            properties = {name: _schema(rng, depth - 1, references) for name in names}
            required = rng.sample(names, rng.randint(0, len(names)))
            return {"type": "object", "properties": properties, "required": required}
        case _:
            return {"type": kind}
