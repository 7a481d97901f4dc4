"""Reads JSON schemas for llguidance, finds what is wrong, and leaves out what it lacks.

Where in a JSON text what stands: offsets by the way to it.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import json
import re
import time
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias
from urllib.parse import unquote

from app.core.phrases import phrase
from app.core.prompts.grammars.matching import NO_FORCING, Fault, Form, MalformedSchema, limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.phrases import Phrase


Way: TypeAlias = tuple[str | int, ...]
VALUE: Final = -1  # behind the way to a member: its value, not its key
_PART = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+)', re.DOTALL)


def places_of(text: str) -> dict[Way, int]:
    """Return where each value begins, or the key before it.

    Args:
        text: JSON that was read already, not nested deeply.
    """
    scanner = _Scanner(text)
    scanner.value(())
    return scanner.places


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.places: dict[Way, int] = {}

    def _next(self) -> tuple[str, int]:
        found = _PART.match(self.text, self.at)
        if found is None:
            return "", len(self.text)
        self.at = found.end()
        return found[1], found.start(1)

    def value(self, way: Way) -> None:
        part, begin = self._next()
        self.places.setdefault(way, begin)
        if part == "{":
            self._members(way)
        elif part == "[":
            self._items(way)

    def _members(self, way: Way) -> None:
        while True:
            part, begin = self._next()
            if part == ",":
                continue
            if not part.startswith('"'):
                return
            member = (*way, str(json.loads(part, strict=False)))
            self.places[member] = begin
            self._next()  # the colon
            found = _PART.match(self.text, self.at)
            if found is not None:
                self.places[*member, VALUE] = found.start(1)
            self.value(member)

    def _items(self, way: Way) -> None:
        for index in range(len(self.text)):
            before = self.at
            part, _ = self._next()
            if part in ("]", ""):
                return
            if part != ",":
                self.at = before
            self.value((*way, index))


MOST_CHARS: Final = 256 * 1024
_LONGEST_CHAIN: Final = 300  # of places and references: llguidance follows it by calls within calls
_MOST_ANCHORS: Final = 8  # references by name, which are not followed here
_PATIENCE_S: Final = 2.0  # in which the place of what is wrong is looked for
_MOST_LEFT_OUT: Final = 100
_LONGEST_NAME: Final = 60
_LONGEST_PATTERN: Final = 2000  # llguidance spends minutes on much longer ones
_LARGEST_MULTIPLE: Final = 20_000  # all of them multiplied; likewise
_OPTIONS: Final[Any] = {
    "lenient": True,  # what it lacks is said and left out
    "whitespace_pattern": r" |\n{1,2}[ \t]{0,20}",  # else a model may go on with blanks for ever
}
_LACKING: Final = re.compile(
    "look-around|backreferences|circular references|not disjoint|too many digits|"
    "Failed to generate regex|Unable to determine if regex is empty|unrecognized escape|"
    "unrecognized flag|Unicode property"
)
_CONTROLS: Final = re.compile(r"\\u00(?:[01]|7f)")  # cannot be said otherwise
_PATTERNS: Final = ("patternProperties",)
_VALUES: Final = ("const", "enum", "default", "examples")
_DEFINITIONS: Final = (("$defs",), ("definitions",))
_OF_NAMES: Final = (("properties",), _PATTERNS, *_DEFINITIONS)
_BOTH: Final = {"min/maxProperties": ("minProperties", "maxProperties")}  # said in one word
_BELOW_0: Final = -1e-9
_NAMED: Final = re.compile(r'"((?:[^"\\]|\\.)*)"')


def parse_schema(text: str) -> Form:
    """Return a schema as llguidance reads it.

    Raises:
        MalformedSchema: the text is no schema, or one that cannot be kept to.
    """
    return _Schema(text).form()


class _Schema:
    """One schema while it is read."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._until = time.monotonic() + _PATIENCE_S
        self._left_out: list[Fault] = []
        self._heights: dict[str, int] = {}  # of what references lead to
        self._anchors: set[str] = set()
        self._multiple = 1
        self.root = self._read()
        try:
            self._height(self.root, 0)
            self._places = places_of(text)
        except RecursionError:
            self._refuse_depth()

    def _read(self) -> Any:
        if len(self._text) > MOST_CHARS:
            self._fail_at(
                MOST_CHARS, phrase("A schema can have at most {n} characters.", n=MOST_CHARS)
            )
        try:
            self._text.encode()
            root = json.loads(self._text, parse_constant=_no_number)
            json.dumps(root, ensure_ascii=False).encode()
        except json.JSONDecodeError as error:
            reason = error.msg[:1].lower() + error.msg[1:]
            self._fail_at(error.pos, phrase("This is not JSON: {reason}.", reason=reason))
        except (ValueError, RecursionError):
            self._fail_at(0, phrase("This is not readable JSON."))
        if root is False:
            self._fail_at(0, phrase("“false” allows no valid value."))
        if not isinstance(root, dict) and root is not True:
            self._fail_at(0, phrase("Expected a schema in braces."))
        return {} if root is True else root

    def form(self) -> Form:
        """Return all of it.

        Raises:
            MalformedSchema: it is wrong.
        """
        self._leave_out_costly(())
        while True:
            error, warnings = _compiled(self.root)
            if not error:
                break
            if "recursion limit" in error:
                self._refuse_depth()
            way = self._culprit(error)
            if not self._is_lacking(way, error) or len(self._left_out) >= _MOST_LEFT_OUT:
                reason = " ".join(error.splitlines()[-1].removeprefix("error: ").split())
                words = phrase("This schema is not supported: {reason}.", reason=reason[:300])
                is_inside = isinstance(_at(self.root, way), dict | list)
                raise MalformedSchema(self._fault(way if is_inside else (*way, VALUE), words))
            self._leave_out(way)
        for keyword in dict.fromkeys(_keywords(warnings)):
            for way in self._uses(keyword) or [()]:
                self._note(way, str(way[-1]) if way else keyword)
        options = {"x-guidance": _options(json.dumps(self.root))}
        text = json.dumps(self.root | options)
        return Form(
            f"{NO_FORCING}start: %json {text}\n",
            tuple(sorted(self._left_out, key=lambda one: (one.line, one.column))),
        )

    # -- places --

    def _fail_at(self, offset: int, words: Phrase) -> NoReturn:
        raise MalformedSchema(Fault.at(self._text, min(offset, len(self._text)), words))

    def _fault(self, way: Way, words: Phrase, *, is_loose: bool = False) -> Fault:
        while way not in self._places:
            way = way[:-1]
        return Fault.at(self._text, self._places.get(way, 0), words, is_loose=is_loose)

    def _note(self, way: Way, keyword: str) -> None:
        words = phrase("Hearth does not enforce “{keyword}” here.", keyword=keyword[:_LONGEST_NAME])
        self._left_out.append(self._fault(way, words, is_loose=True))

    def _uses(self, keyword: str) -> list[Way]:
        keywords = _BOTH.get(keyword, (keyword,))
        ways = (way for way in self._places if way and way[-1] in keywords)
        return [way for way in ways if way[-2:-1] not in _OF_NAMES]

    # -- how deep it is --

    def _refuse_depth(self) -> NoReturn:
        self._fail_at(0, phrase("The schema is nested too deeply."))

    def _height(self, value: Any, depth: int) -> int:
        """Return how many places are within another; references count as what they lead to."""
        if depth > _LONGEST_CHAIN:
            self._refuse_depth()
        inner = (
            value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        )
        height = max((self._height(one, depth + 1) for one in inner), default=0)
        if isinstance(value, dict) and isinstance(value.get("$ref"), str):
            height = max(height, self._height_of(value["$ref"], depth + 1))
        if depth + height > _LONGEST_CHAIN:
            self._refuse_depth()
        return height + 1

    def _height_of(self, reference: str, depth: int) -> int:
        if reference not in self._heights:
            self._heights[reference] = 0  # while it is looked at
            found = self._target(reference)
            if found is None:
                self._anchors.add(reference)
                if len(self._anchors) > _MOST_ANCHORS:
                    self._refuse_depth()
            self._heights[reference] = self._height(found, depth)
        return self._heights[reference]

    def _target(self, reference: str) -> Any:
        if reference != "#" and not reference.startswith("#/"):
            return None
        target = self.root
        for part in unquote(reference[1:]).split("/")[1:]:
            name = part.replace("~1", "/").replace("~0", "~")
            try:
                target = target[int(name[:9]) if isinstance(target, list) else name]
            except (KeyError, IndexError, TypeError, ValueError):
                return None
        return target

    # -- what is wrong --

    def _culprit(self, error: str) -> Way:
        """Return the innermost place without which llguidance says something else."""
        way: Way = ()
        while (key := self._culprit_in(way, error)) is not None:
            way = (*way, key)
        return way

    def _culprit_in(self, way: Way, error: str) -> str | int | None:
        outer = _at(self.root, way)
        if isinstance(outer, list):
            keys: list[Any] = list(range(len(outer)))
        else:
            keys = sorted(outer, key=_comes_late) if isinstance(outer, dict) else []
        for key in keys:
            if time.monotonic() > self._until:
                return None
            before = outer.copy()
            _take_away(outer, (*way, key))
            is_it = _compiled(self.root)[0] != error
            outer.clear()  # so that all comes in the order in which it was
            if isinstance(outer, dict):
                outer.update(before)
            else:
                outer += before
            if is_it:
                return key  # type: ignore[no-any-return] # of JSON
        return None

    def _is_lacking(self, way: Way, error: str) -> bool:
        """Whether the schema is right, and llguidance cannot keep to what is at a place."""
        if not way or not _LACKING.search(error):
            return False
        pattern = _at(self.root, way) if way[-1] == "pattern" else way[-1]
        if "regex parse error" in error and isinstance(pattern, str):
            try:
                re.compile(pattern)
            except re.error:
                return False
        return True

    def _leave_out_costly(self, way: Way) -> None:
        """Leave out what llguidance would spend minutes on."""
        value = _at(self.root, way)
        if isinstance(value, list):
            for index in range(len(value)):
                self._leave_out_costly((*way, index))
        for key in list(value) if isinstance(value, dict) else ():
            inner = value[key]
            if key == "exclusiveMaximum" and type(inner) in (int, float) and inner == 0:
                value[key] = _BELOW_0  # else "-0" is said
            if key == "multipleOf" and isinstance(inner, int | float):
                self._multiple *= max(1, _numerator(inner))
                is_costly = self._multiple > _LARGEST_MULTIPLE
                self._multiple = 1 if is_costly else self._multiple
            else:
                text = inner if key == "pattern" else key if way[-1:] == _PATTERNS else ""
                is_costly = isinstance(text, str) and len(text) > _LONGEST_PATTERN
            if is_costly:
                self._leave_out((*way, key))
            elif key not in _VALUES:
                self._leave_out_costly((*way, key))

    def _leave_out(self, way: Way) -> None:
        keyword = way[-1]
        _take_away(_at(self.root, way[:-1]), way)
        if way[-2:-1] == _PATTERNS:  # what it was about may be anything now
            _at(self.root, way[:-2])["additionalProperties"] = True
        self._note(way, str(keyword))


def _no_number(_name: str) -> NoReturn:
    raise ValueError


def _numerator(number: float) -> int:
    """Return 1234 of 12.34, and the number itself where it is whole."""
    _sign, digits, exponent = Decimal(str(number)).as_tuple()
    largest = int("".join(map(str, digits))[:20] or "0")
    return largest * int("1" + "0" * min(max(int(exponent), 0), 20))


def _comes_late(key: str) -> bool:
    """Whether a keyword is about the others, leads elsewhere, or says more than they do."""
    return key in ("$ref", "type", "pattern")


def _at(root: Any, way: Way) -> Any:
    for step in way:
        root = root[step]
    return root


def _options(text: str) -> Any:
    """Return what llguidance is to make of a schema."""
    # A further property could have a declared name with "\\u0061" for an "a".
    escapes = 'nrtbf"\\' + ("u" if _CONTROLS.search(text) else "")
    return _OPTIONS | {"json_allowed_escapes": escapes}


def _take_away(outer: Any, way: Way) -> None:
    """Take away the last step of a way; of definitions, which references lead to, what they say."""
    key = way[-1]
    if way[-1:] in _DEFINITIONS and isinstance(outer[key], dict):
        outer[key] = dict.fromkeys(outer[key], True)
    elif way[-2:-1] in _DEFINITIONS:
        outer[key] = True
    else:
        del outer[key]


def _compiled(schema: Any) -> tuple[str, list[str]]:
    """Return what is wrong in a schema, or else what llguidance leaves out of it."""
    from llguidance import LLMatcher

    text = json.dumps(schema)
    try:
        text = LLMatcher.grammar_from_json_schema(text, overrides=_options(text))
    except ValueError as error:
        return str(error) or "error", []
    is_wrong, said = LLMatcher.validate_grammar_with_warnings(text, limits=limits())
    return (said[0], []) if is_wrong else ("", said)


def _keywords(warnings: list[str]) -> Iterator[str]:
    """Return the keywords that llguidance says it leaves out."""
    for warning in warnings:
        if warning.startswith("Unimplemented keys:"):
            yield from (json.loads(f'"{name}"') for name in _NAMED.findall(warning))
        elif warning.startswith("oneOf"):
            yield "oneOf"
        elif "format" in warning:
            yield "format"
        else:
            yield warning.split()[0]
