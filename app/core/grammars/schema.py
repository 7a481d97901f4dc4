"""JSON schemas, cut down to what llama.cpp makes an exact grammar of; all else is refused by name.

llama.cpp's converter ignores what it does not know, mixes up rules of like names, and runs for ever
or dies of some schemas. So it gets a schema of our own making, with nothing in it but what it turns
into a grammar of valid texts: annotations are left out, references are renamed, and a keyword that
would be ignored ends the matter. A grammar may have fewer texts than the schema has (a fixed order
of properties, no further properties), and never more.

Threads: pure functions, any thread.
Source: JSON Schema 2020-12 and draft 7; llama.cpp's `common/json-schema.cpp` and
`json-schema-to-grammar.cpp`, of llama-cpp-python 0.3.36.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NoReturn
from urllib.parse import unquote

from app.core.grammars.faults import Fault, MalformedSchema
from app.core.grammars.json_places import places_of
from app.core.grammars.schema_types import OF_TYPE, PREFIX, TypedParts
from app.core.grammars.schema_values import (
    TYPES,
    are_apart,
    depth_of,
    is_a,
    is_writable,
    no_number,
)
from app.core.phrases import phrase

if TYPE_CHECKING:
    from app.core.grammars.json_places import Way
    from app.core.phrases import Phrase

MOST_CHARS: Final = 64 * 1024
_MOST_NODES: Final = 2000
_DEEPEST: Final = 32

_ANNOTATIONS: Final = frozenset(
    {"title", "description", "default", "examples", "$comment", "deprecated", "readOnly",
     "writeOnly", "$schema", "$defs", "definitions", "contentMediaType", "contentEncoding"}
)  # fmt: skip
_WHOLE_SCHEMA: Final = ("$ref", "anyOf", "oneOf", "allOf", "const", "enum")

UNDERSTOOD: Final = frozenset(
    {"type", *_WHOLE_SCHEMA, *(name for names in OF_TYPE.values() for name in names)}
)


def prepare_schema(text: str) -> dict[str, Any]:
    """Return the schema that llama.cpp's converter is given.

    Raises:
        MalformedSchema: the text is no schema, or has what no grammar says exactly.
    """
    return _Preparation(text).whole()


def without_surrogates(grammar: str) -> str:
    r"""Return a grammar that llama.cpp made of a schema, without escapes of half characters.

    It counts an escape as one character, of which two can make a single one, or none at all.
    """
    return grammar.replace(
        r'[\\] (["\\bfnrt] | "u" [0-9a-fA-F]{4})',
        r'[\\] (["\\bfnrt] | "u" ([0-9a-cefA-CEF] [0-9a-fA-F]{3} | [dD] [0-7] [0-9a-fA-F]{2}))',
    )


class _Preparation:
    def __init__(self, text: str) -> None:
        self._text = text
        self._places: dict[Way, int] = {}
        self._root = self._read()
        self._definitions: dict[Way, str] = {}
        self._bodies: dict[str, dict[str, Any]] = {}
        self._n_nodes = 0
        self._typed_parts = TypedParts(self)

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
        if depth > 2 * _DEEPEST:
            self._fail_at(0, phrase("The schema is nested too deeply."))
        self._places = places_of(self._text)
        return root

    def _fail_at(self, offset: int, words: Phrase) -> NoReturn:
        raise MalformedSchema(Fault.at(self._text, offset, words))

    def fail(self, way: Way, words: Phrase) -> NoReturn:
        """Refuse the schema for what is at a place."""
        while way and way not in self._places:
            way = way[:-1]
        self._fail_at(self._places.get(way, 0), words)

    # -- the whole --

    def whole(self) -> dict[str, Any]:
        """Return the schema with its definitions."""
        body = self.node(self._root, ())
        for name in self._bodies:
            self._refuse_circle(name, [])
        return {**body, "$defs": self._bodies} if self._bodies else body

    def node(self, schema: Any, way: Way) -> dict[str, Any]:
        """Return a part of the schema as the converter is given it."""
        self._n_nodes += 1
        if self._n_nodes > _MOST_NODES or len(way) > 2 * _DEEPEST:
            self.fail(way, phrase("The schema is too large."))
        if schema is True:
            return {}
        if schema is False:
            self.fail(way, phrase("“false” lets nothing be valid."))
        if not isinstance(schema, dict):
            self.fail(way, phrase("A schema in braces is expected here."))
        said = {key: value for key, value in schema.items() if key not in _ANNOTATIONS}
        if not way:
            said.pop("$id", None)
        for key in said:
            if key not in UNDERSTOOD:
                words = phrase("“{keyword}” cannot be kept to by a grammar.", keyword=key)
                self.fail((*way, key), words)
        for key in _WHOLE_SCHEMA:
            if key in said:
                return self._whole_schema(key, said, way)
        return self._typed(said, way)

    def _whole_schema(self, key: str, said: dict[str, Any], way: Way) -> dict[str, Any]:
        """Return a part that one keyword says all of."""
        types = said.get("type") if key in ("const", "enum") else None
        for other in said:
            if other != key and not (other == "type" and types is not None):
                words = phrase(
                    "“{other}” beside “{keyword}” cannot be kept to by a grammar.",
                    other=other,
                    keyword=key,
                )
                self.fail((*way, other), words)
        value, way = said[key], (*way, key)
        if key == "$ref":
            return {"$ref": f"#/$defs/{self._definition(value, way)}"}
        if key == "const":
            return {"enum": self._values([value], types, way)}
        if not isinstance(value, list) or not value:
            self.fail(way, phrase("A list that is not empty is expected here."))
        if key == "enum":
            return {"enum": self._values(value, types, way)}
        parts = [self.node(part, (*way, index)) for index, part in enumerate(value)]
        if key == "allOf" and len(parts) > 1:
            self.fail(way, phrase("“allOf” of several schemas cannot be kept to by a grammar."))
        if key == "oneOf":
            self._require_apart(value, way)
        return parts[0] if len(parts) == 1 else {"anyOf": parts}

    def _values(self, values: list[Any], types: Any, way: Way) -> list[Any]:
        names = types if isinstance(types, list) else [types]
        found = [one for one in values if types is None or any(is_a(one, t) for t in names)]
        if not found:
            self.fail(way, phrase("None of these values is of the type that is asked for."))
        for one in found:
            if not is_writable(one):
                self.fail(way, phrase("This value cannot be written exactly."))
        return found

    # -- references --

    def _definition(self, reference: Any, way: Way) -> str:
        """Return the name under which the converter finds what is referred to."""
        if not isinstance(reference, str) or not reference.startswith("#"):
            words = phrase("A reference into this schema is expected here, such as “#/$defs/name”.")
            self.fail(way, words)
        target, found = self._root, []
        for part in unquote(reference[1:]).split("/")[1:]:
            step: str | int = part.replace("~1", "/").replace("~0", "~")
            if isinstance(target, list) and part.isascii() and part.isdigit():
                step = int(part[:9])
            try:
                target = target[step]
            except (KeyError, IndexError, TypeError):
                self.fail(way, phrase("There is nothing at “{reference}”.", reference=reference))
            found.append(step)
        if len(reference) > 1 and reference[1] != "/":
            self.fail(way, phrase("There is nothing at “{reference}”.", reference=reference))
        place = tuple(found)
        if place not in self._definitions:
            name = self._definitions[place] = f"{PREFIX}{len(self._definitions)}"
            self._bodies[name] = {}
            self._bodies[name] = self.node(target, place)
        return self._definitions[place]

    def _refuse_circle(self, name: str, before: list[str]) -> None:
        """Refuse definitions that refer to each other and never come to a value."""
        if name in before or len(before) > _DEEPEST:
            way = next(way for way, one in self._definitions.items() if one == name)
            self.fail(way, phrase("This refers to itself, and never comes to a value."))
        todo = [self._bodies[name]]
        while todo:
            body = todo.pop()
            todo.extend(body.get("anyOf", ()))
            if "$ref" in body:
                self._refuse_circle(body["$ref"].rsplit("/", 1)[1], [*before, name])

    # -- oneOf --

    def _require_apart(self, parts: list[Any], way: Way) -> None:
        targets = [self._target(part) for part in parts]
        for index, one in enumerate(targets):
            for other in targets[:index]:
                if not are_apart(one, other):
                    words = phrase(
                        "A value could fit two schemas of this “oneOf”; use “anyOf”, or give each "
                        "a type or a “const” of its own."
                    )
                    self.fail((*way, index), words)

    def _target(self, part: Any) -> Any:
        for _ in range(_DEEPEST):
            if not isinstance(part, dict) or "$ref" not in part:
                return part
            place = next(
                place
                for place, name in self._definitions.items()
                if name == self._definition(part["$ref"], ())
            )
            part = self._root
            for step in place:
                part = part[step]
        return {}

    # -- types --

    def _typed(self, said: dict[str, Any], way: Way) -> dict[str, Any]:
        types = said.pop("type", None)
        if types is None:
            types = [name for name, keys in OF_TYPE.items() if any(key in said for key in keys)]
            if not types:
                return {}
            if len(types) > 1 or types == ["integer"]:
                self.fail(way, phrase("“type” is missing here."))
        names = types if isinstance(types, list) else [types]
        if not names or any(name not in TYPES for name in names):
            words = phrase("A type is expected here: {types}.", types=", ".join(TYPES))
            self.fail((*way, "type"), words)
        for key in OF_TYPE["integer"]:
            if key in said and "number" in names:
                words = phrase(
                    "“{keyword}” can be kept to for the type “integer” alone.", keyword=key
                )
                self.fail((*way, key), words)
        parts = [self._typed_parts.of_type(name, said, way) for name in dict.fromkeys(names)]
        return parts[0] if len(parts) == 1 else {"anyOf": parts}
