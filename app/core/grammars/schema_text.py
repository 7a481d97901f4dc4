"""The text of a JSON schema: read, its words checked, with the place of what is wrong.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NoReturn
from urllib.parse import unquote

from app.core.grammars.faults import Fault, MalformedSchema
from app.core.grammars.json_places import VALUE, places_of
from app.core.grammars.schema_values import TYPES, depth_of, no_number, shown
from app.core.phrases import phrase

if TYPE_CHECKING:
    from app.core.grammars.json_places import Way
    from app.core.phrases import Phrase

MOST_CHARS: Final = 64 * 1024
_DEEPEST: Final = 64
_MOST_STEPS: Final = 50_000  # schemas that are looked at, the same one each time

ANNOTATIONS: Final = frozenset(
    {"title", "description", "default", "examples", "$comment", "deprecated", "readOnly",
     "writeOnly", "$schema", "$defs", "definitions", "contentMediaType", "contentEncoding"}
)  # fmt: skip
OF_TYPE: Final = {
    "object": ("properties", "required", "additionalProperties", "minProperties", "maxProperties"),
    "array": ("items", "prefixItems", "additionalItems", "minItems", "maxItems", "uniqueItems"),
    "string": ("minLength", "maxLength", "format", "pattern"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
}
# "broken": numbers that are not whole.
ALL_TYPES: Final = ("object", "array", "string", "integer", "broken", "boolean", "null")
# Not of JSON Schema: types and values that are left over, for what is said by `not` and `oneOf`.
ONLY_TYPES: Final = "\0types"
BUT: Final = "\0but"
STRUCTURE: Final = (
    "$ref", "anyOf", "oneOf", "allOf", "not", "if", "then", "else", "dependentRequired",
    "dependentSchemas", "dependencies",
)  # fmt: skip

UNDERSTOOD: Final = frozenset(
    {"type", "const", "enum", *STRUCTURE, *(name for names in OF_TYPE.values() for name in names)}
)


@dataclass(frozen=True, slots=True)
class Said:
    """A schema that holds at a place.

    Attributes:
        way: to it; two with the same way are the same.
        references: ways that have led to it at this place.
        is_plain: keywords without structure are left of it.
    """

    way: Way
    schema: Any = field(compare=False)
    references: frozenset[Way] = field(default=frozenset(), compare=False)
    is_plain: bool = False

    def inner(self, *way: str | int) -> Said:
        """Return a schema within this one, that holds at another place."""
        found = self.schema
        for step in way:
            found = found[step]
        return Said((*self.way, *way), found)


class SchemaText:
    """One schema as it is written.

    Raises:
        MalformedSchema: it is none.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._places: dict[Way, int] = {}
        self.root = self._read()
        self._n_steps = 0

    def _read(self) -> Any:
        if len(self._text) > MOST_CHARS:
            self._fail_at(MOST_CHARS, phrase("A schema has at most {n} characters.", n=MOST_CHARS))
        try:
            root = json.loads(self._text, parse_constant=no_number)
            depth = depth_of(root)
        except json.JSONDecodeError as error:
            reason = error.msg[:1].lower() + error.msg[1:]
            self._fail_at(error.pos, phrase("This is no JSON: {reason}.", reason=reason))
        except (ValueError, RecursionError):
            self._fail_at(0, phrase("This is no JSON that can be read."))
        if depth > _DEEPEST:
            self._fail_at(0, phrase("The schema is nested too deeply."))
        self._places = places_of(self._text)
        return root

    def _fail_at(self, offset: int, words: Phrase) -> NoReturn:
        raise MalformedSchema(Fault.at(self._text, offset, words))

    def fault(self, way: Way, words: Phrase) -> Fault:
        """Return what is wrong at a place."""
        while way and way not in self._places:
            way = way[:-1]
        return Fault.at(self._text, self._places.get(way, 0), words)

    def fail(self, way: Way, words: Phrase) -> NoReturn:
        """Refuse the schema for what is at a place."""
        raise MalformedSchema(self.fault(way, words))

    def checked(self, said: Said) -> dict[str, Any]:
        """Return the keywords of a schema that say something."""
        self._n_steps += 1
        if self._n_steps > _MOST_STEPS:
            self.fail(said.way, phrase("The schema is too large."))
        if not isinstance(said.schema, dict):
            self.fail(said.way, phrase("A schema in braces is expected here."))
        schema = {key: value for key, value in said.schema.items() if key not in ANNOTATIONS}
        if not said.way:
            schema.pop("$id", None)
        for key in schema:
            is_ours = key in (ONLY_TYPES, BUT) and (*said.way, key) not in self._places
            if key not in UNDERSTOOD and not is_ours:
                words = phrase("“{keyword}” cannot be kept to by a grammar.", keyword=shown(key))
                self.fail((*said.way, key), words)
        self._check_types(said, schema)
        for key in ("enum", "anyOf", "oneOf", "allOf"):
            if key in schema and not (isinstance(schema[key], list) and schema[key]):
                words = phrase("A list that is not empty is expected here.")
                self.fail((*said.way, key), words)
        return schema

    def _check_types(self, said: Said, schema: dict[str, Any]) -> None:
        types = schema.get("type", "null")
        names = types if isinstance(types, list) else [types]
        wrong = next((index for index, name in enumerate(names) if name not in TYPES), None)
        if not names or wrong is not None:
            words = phrase("A type is expected here: {types}.", types=", ".join(TYPES))
            place = wrong if isinstance(types, list) and wrong is not None else VALUE
            self.fail((*said.way, "type", place), words)

    def listed(self, said: Said, key: str) -> list[Said]:
        """Return the schemas of a list, which hold at the same place."""
        inner = [said.inner(key, index) for index in range(len(said.schema[key]))]
        return [Said(one.way, one.schema, said.references) for one in inner]

    def target(self, said: Said) -> Said:
        """Return what a reference leads to."""
        way, reference = (*said.way, "$ref"), said.schema["$ref"]
        if not isinstance(reference, str) or not reference.startswith("#"):
            words = phrase("A reference into this schema is expected here, such as “#/$defs/name”.")
            self.fail(way, words)
        way_to = self._way_to(reference)
        if way_to is None:
            words = phrase("There is nothing at “{reference}”.", reference=shown(reference))
            self.fail(way, words)
        found, target = way_to
        if found in said.references:
            words = phrase("This refers to itself, and never comes to a value.")
            self.fail(found, words)
        return Said(found, target, said.references | {found})

    def _way_to(self, reference: str) -> tuple[Way, Any] | None:
        if reference[1:2] not in ("", "/"):
            return None
        target, found = self.root, []
        for part in unquote(reference[1:]).split("/")[1:]:
            step: str | int = part.replace("~1", "/").replace("~0", "~")
            if isinstance(target, list) and part.isascii() and part.isdigit():
                step = int(part[:9])
            try:
                target = target[step]
            except (KeyError, IndexError, TypeError):
                return None
            found.append(step)
        return tuple(found), target

    def conditions(self, said: Said, schema: dict[str, Any]) -> list[Any]:
        """Return schemas that say together what the conditions of a schema say."""
        found: list[Any] = []
        if "if" in schema:
            if_, then, else_ = schema["if"], schema.get("then", True), schema.get("else", True)
            found.append({"anyOf": [{"allOf": [if_, then]}, {"allOf": [{"not": if_}, else_]}]})
        for key in ("dependentRequired", "dependentSchemas", "dependencies"):
            depending = schema.get(key, {})
            if not isinstance(depending, dict):
                words = phrase("Names with schemas, in braces, are expected.")
                self.fail((*said.way, key, VALUE), words)
            for name, needed in depending.items():
                needs = {"required": [name, *needed]} if isinstance(needed, list) else needed
                there = {"allOf": [{"required": [name]}, needs]}
                found.append({"anyOf": [{"properties": {name: False}}, there]})
        return found
