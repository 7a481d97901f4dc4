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


# -- of all keywords, side by side as it comes --

_SOME = (*_NAMES[:9], "ab", "")
_CONSTANTS: tuple[Any, ...] = (*_VALUES, False, 0, 3, 1.0, "a", "b", {"a": 1}, [True], [1])
_BOUNDS = (-5, -0.5, 0, 0.1, 1, 2, 2.5, 10, 100)


def entangled_schema(rng: random.Random) -> dict[str, Any]:
    """Return a schema of any keywords, which need not have a value."""
    names = [f"d{n}" for n in range(rng.choice((0, 0, 1, 2)))]
    references = [f"#/$defs/{name}" for name in names] + ["#"] * (rng.random() < 0.1)
    definitions = {name: _entangled(rng, 1, references) for name in names}
    schema = _entangled(rng, 2, references)
    return {**schema, "$defs": definitions} if isinstance(schema, dict) else {"anyOf": [schema]}


def _entangled(rng: random.Random, depth: int, references: list[str]) -> Any:
    if rng.random() < 0.04:
        return rng.choice((True, False, {}))
    makers = [_of_type, _of_type, _of_numbers, _of_texts, _of_values, _of_not]
    if depth > 0:
        makers += [_of_members, _of_members, _of_items, _of_several, _of_several, _of_conditions]
    said: dict[str, Any] = {}
    for maker in rng.choices(makers, k=rng.choice((1, 1, 2, 2, 3))):
        said.update(maker(rng, depth - 1, references))
    if references and rng.random() < 0.1:
        said["$ref"] = rng.choice(references)
    return said


def _of_type(rng: random.Random, _depth: int, _references: list[str]) -> dict[str, Any]:
    names = ("string", "null", "boolean", "integer", "number", "object", "array")
    types = rng.sample(names, rng.choice((1, 1, 2, 3)))
    return {"type": types if len(types) > 1 or rng.random() < 0.2 else types[0]}


def _of_numbers(rng: random.Random, _depth: int, _references: list[str]) -> dict[str, Any]:
    keys = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
    said: dict[str, Any] = {key: rng.choice(_BOUNDS) for key in rng.sample(keys, 2)}
    return said if rng.random() < 0.8 else {"multipleOf": rng.choice((2, 3, 5, 1, 10, 0.5))}


def _of_texts(rng: random.Random, _depth: int, _references: list[str]) -> dict[str, Any]:
    least = rng.randint(0, 2)
    return rng.choice((
        {"minLength": least, "maxLength": least + rng.randint(0, 3)},
        {"minLength": least},
        {"pattern": rng.choice(("^[a-z]{2,4}$", "^a", "b$", "^a|b$", r"^\d+$"))},
        {"format": rng.choice(("date", "time", "uuid", "date-time"))},
    ))  # fmt: skip


def _of_values(rng: random.Random, _depth: int, _references: list[str]) -> dict[str, Any]:
    if rng.random() < 0.5:
        return {"const": rng.choice(_CONSTANTS)}
    return {"enum": rng.sample(_CONSTANTS, rng.randint(1, 5))}


def _of_not(rng: random.Random, depth: int, references: list[str]) -> dict[str, Any]:
    return {"not": rng.choice((
        {"type": rng.choice(("string", "integer", "number", "null"))},
        {"const": rng.choice(_CONSTANTS)},
        {"enum": rng.sample(_CONSTANTS, 2)},
        {"not": _entangled(rng, depth, references)},
        {"anyOf": [{"const": 1}, {"type": "null"}]},
        {"required": rng.sample(_SOME, 2)},
        {"minimum": 2, "maximum": 10},
        _entangled(rng, depth, references),
        False,
    ))}  # fmt: skip


def _of_conditions(rng: random.Random, depth: int, references: list[str]) -> dict[str, Any]:
    if rng.random() < 0.7:
        keys = rng.sample(("if", "then", "else"), rng.choice((2, 3)))
        return {key: _entangled(rng, min(depth, 1), references) for key in keys}
    name, needed = rng.sample(_SOME[:6], 2)
    if rng.random() < 0.5:
        return {"dependentRequired": {name: [needed]}}
    return {"dependentSchemas": {name: _entangled(rng, min(depth, 1), references)}}


def _of_members(rng: random.Random, depth: int, references: list[str]) -> dict[str, Any]:
    names = rng.sample(_SOME, rng.randint(0, 3))
    said: dict[str, Any] = {
        "properties": {one: _entangled(rng, depth, references) for one in names}
    }
    if rng.random() < 0.5:
        some = _SOME if rng.random() < 0.3 else names
        said["required"] = rng.sample(some, rng.randint(0, min(2, len(some))))
    if rng.random() < 0.5:
        said["additionalProperties"] = _entangled(rng, depth, references)
    for key in ("minProperties", "maxProperties"):
        if rng.random() < 0.2:
            said[key] = rng.randint(0, 3)
    return said


def _of_items(rng: random.Random, depth: int, references: list[str]) -> dict[str, Any]:
    said: dict[str, Any] = {}
    if rng.random() < 0.4:
        n_items = rng.randint(1, 3)
        said["prefixItems"] = [_entangled(rng, depth, references) for _ in range(n_items)]
    if rng.random() < 0.7:
        said["items"] = _entangled(rng, depth, references)
    for key in ("minItems", "maxItems"):
        if rng.random() < 0.3:
            said[key] = rng.randint(0, 3)
    return said


def _of_several(rng: random.Random, depth: int, references: list[str]) -> dict[str, Any]:
    key = rng.choice(("anyOf", "oneOf", "allOf"))
    return {key: [_entangled(rng, depth, references) for _ in range(rng.randint(1, 3))]}
