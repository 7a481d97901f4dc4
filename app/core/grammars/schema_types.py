"""The parts of a JSON schema that have a type, cut down to what a grammar keeps to exactly.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NoReturn, Protocol

from app.core.grammars.patterns import PatternRefused, safe_pattern
from app.core.grammars.schema_values import has_half
from app.core.phrases import phrase

if TYPE_CHECKING:
    from app.core.grammars.json_places import Way
    from app.core.phrases import Phrase

PREFIX: Final = "hearth-"  # of the names of definitions
OF_TYPE: Final = {
    "object": ("properties", "required", "additionalProperties"),
    "array": ("items", "prefixItems", "additionalItems", "minItems", "maxItems", "uniqueItems"),
    "string": ("minLength", "maxLength", "format", "pattern"),
    "integer": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
}
_FORMATS: Final = ("date", "time", "date-time", "uuid")
_MOST_PROPERTIES: Final = 200
_LONGEST_NAME: Final = 200
_MOST_REPETITIONS: Final = 2000
_LARGEST: Final = 10**15 - 1  # the grammar's integers have 16 digits


class Whole(Protocol):
    """The schema that a part belongs to."""

    def fail(self, way: Way, words: Phrase) -> NoReturn:
        """Refuse what is at a place."""

    def node(self, schema: Any, way: Way) -> dict[str, Any]:
        """Return a part within a part as the converter is given it."""


class TypedParts:
    """Cuts down parts of a schema whose type is known."""

    def __init__(self, whole: Whole) -> None:
        self._whole = whole

    def of_type(self, name: str, said: dict[str, Any], way: Way) -> dict[str, Any]:
        """Return a part for one of its types; keywords of other types say nothing of it."""
        said = {key: value for key, value in said.items() if key in OF_TYPE.get(name, ())}
        match name:
            case "object":
                return self._object(said, way)
            case "array":
                return self._array(said, way)
            case "string":
                return self._string(said, way)
            case "integer":
                return self._integer(said, way)
            case _:
                return {"type": name}

    def _object(self, said: dict[str, Any], way: Way) -> dict[str, Any]:
        properties, required = self._members(said, way)
        further = said.get("additionalProperties", True)
        if not properties:
            if further is True:
                return {"type": "object"}
            if further is False:
                return {"type": "object", "properties": {}}
            body = self._whole.node(further, (*way, "additionalProperties"))
            return {"type": "object", "additionalProperties": body} if body else {"type": "object"}
        if further not in (True, False, {}):
            words = phrase("“additionalProperties” with a schema is possible without “properties” "
                           "alone.")  # fmt: skip
            self._whole.fail((*way, "additionalProperties"), words)
        found = {}
        for name, part in properties.items():
            place = (*way, "properties", name)
            if not name or len(name) > _LONGEST_NAME or PREFIX in name or has_half(name):
                self._whole.fail(place, phrase("A property cannot have this name."))
            if part is not False:
                found[name] = self._whole.node(part, place)
        return {"type": "object", "properties": found, "required": list(required)}

    def _members(self, said: dict[str, Any], way: Way) -> tuple[dict[str, Any], list[str]]:
        properties, required = said.get("properties", {}), said.get("required", [])
        if not isinstance(properties, dict):
            self._whole.fail(
                (*way, "properties"), phrase("Names with schemas, in braces, are expected.")
            )
        if not isinstance(required, list):
            self._whole.fail((*way, "required"), phrase("A list of names is expected here."))
        for name in required:
            if not isinstance(name, str) or properties.get(name, False) is False:
                words = phrase("“{name}” is required, and missing in “properties”.", name=name)
                self._whole.fail((*way, "required"), words)
        if len(properties) > _MOST_PROPERTIES:
            words = phrase("At most {n} properties are possible.", n=_MOST_PROPERTIES)
            self._whole.fail((*way, "properties"), words)
        return properties, required

    def _array(self, said: dict[str, Any], way: Way) -> dict[str, Any]:
        least = self._count("minItems", said, way)
        most = self._count("maxItems", said, way)
        self._require_order(least, most, (*way, "maxItems"))
        if said.get("uniqueItems", False) is not False and (most is None or most > 1):
            words = phrase("“{keyword}” cannot be kept to by a grammar.", keyword="uniqueItems")
            self._whole.fail((*way, "uniqueItems"), words)
        key = "prefixItems" if "prefixItems" in said else "items"
        items = said.get(key, True)
        if isinstance(items, list):
            if len(items) < (least or 0) or (most is not None and len(items) > most):
                words = phrase("The number of items differs from “{keyword}”.", keyword=key)
                self._whole.fail((*way, key), words)
            parts = [self._whole.node(item, (*way, key, index)) for index, item in enumerate(items)]
            return {"type": "array", "prefixItems": parts}
        if key == "prefixItems":
            self._whole.fail((*way, key), phrase("A list of schemas is expected here."))
        if items is False:
            most = 0
            self._require_order(least, most, (*way, key))
            items = True
        body: dict[str, Any] = {"type": "array", "items": self._whole.node(items, (*way, key))}
        return {**body, **_limits("Items", least, most)}

    def _string(self, said: dict[str, Any], way: Way) -> dict[str, Any]:
        least = self._count("minLength", said, way)
        most = self._count("maxLength", said, way)
        self._require_order(least, most, (*way, "maxLength"))
        limits = _limits("Length", least, most)
        if "pattern" in said:
            if limits or "format" in said:
                words = phrase("“pattern” and a length or a format cannot be kept to together.")
                self._whole.fail((*way, "pattern"), words)
            return {"type": "string", "pattern": self._pattern(said["pattern"], (*way, "pattern"))}
        if "format" not in said:
            return {"type": "string", **limits}
        kind = said["format"]
        if kind not in _FORMATS:
            formats = ", ".join(_FORMATS)
            words = phrase("The formats that a grammar can keep to are {formats}.", formats=formats)
            self._whole.fail((*way, "format"), words)
        if limits:
            words = phrase("“format” and a length cannot be kept to together.")
            self._whole.fail((*way, "format"), words)
        return {"type": "string", "format": kind}

    def _pattern(self, pattern: Any, way: Way) -> str:
        if not isinstance(pattern, str) or has_half(pattern):
            self._whole.fail(way, phrase("A regular expression is expected here."))
        try:
            return safe_pattern(pattern)
        except PatternRefused as error:
            words = phrase("A grammar cannot keep to “{part}” in this pattern.", part=error)
            self._whole.fail(way, words)

    def _integer(self, said: dict[str, Any], way: Way) -> dict[str, Any]:
        low, high = -math.inf, math.inf
        for key, value in said.items():
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            if not is_number or abs(value) > _LARGEST:
                words = phrase("A number of at most 15 digits is expected here.")
                self._whole.fail((*way, key), words)
            match key:
                case "minimum":
                    low = max(low, math.ceil(value))
                case "exclusiveMinimum":
                    low = max(low, math.floor(value) + 1)
                case "maximum":
                    high = min(high, math.floor(value))
                case _:
                    high = min(high, math.ceil(value) - 1)
        if low > high:
            self._whole.fail(way, phrase("No number lies within these bounds."))
        if high < 0:  # llama.cpp lets numbers below a single bound begin with zeros
            low = max(low, -_LARGEST)
        bounds = {"minimum": low, "maximum": high}
        return {
            "type": "integer",
            **{key: int(n) for key, n in bounds.items() if abs(n) < math.inf},
        }

    def _count(self, key: str, said: dict[str, Any], way: Way) -> int | None:
        if key not in said:
            return None
        value = said[key]
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or value != int(value) or not 0 <= value <= _MOST_REPETITIONS:
            words = phrase("A number from 0 to {n} is expected here.", n=_MOST_REPETITIONS)
            self._whole.fail((*way, key), words)
        return int(value)

    def _require_order(self, least: int | None, most: int | None, way: Way) -> None:
        if least is not None and most is not None and least > most:
            words = phrase("At least {least} and at most {most} cannot be.", least=least, most=most)
            self._whole.fail(way, words)


def _limits(what: str, least: int | None, most: int | None) -> dict[str, int]:
    limits = {} if not least else {f"min{what}": least}
    return limits if most is None else {**limits, f"max{what}": most}
