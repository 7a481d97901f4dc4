"""JSON schemas as grammars of which every text is valid; what no grammar says is refused by name.

What holds at one place of a value at once, through `allOf`, `$ref` and keywords side by side, is
put together; what may hold instead of each other are alternatives. A grammar may have fewer texts
than the schema (a fixed order of properties), and never more.

Threads: pure functions, any thread.
Source: JSON Schema 2020-12 and draft 7.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from app.core.grammars.faults import MalformedGrammar, MalformedSchema
from app.core.grammars.gbnf import parse_grammar
from app.core.grammars.schema_parts import Literals, Node, Numbers, fillable, has_value, reachable
from app.core.grammars.schema_rules import rules_of
from app.core.grammars.schema_scalars import NoValue
from app.core.grammars.schema_text import (
    ALL_TYPES,
    ANNOTATIONS,
    BUT,
    ONLY_TYPES,
    STRUCTURE,
    Said,
    SchemaText,
)
from app.core.grammars.schema_turns import opposite
from app.core.grammars.schema_types import parts_of
from app.core.grammars.schema_values import identity
from app.core.phrases import phrase
from app.core.plain_value import replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.grammars.elements import Grammar
    from app.core.grammars.faults import Fault
    from app.core.grammars.json_places import Way
    from app.core.grammars.schema_parts import Part

_MOST_NODES: Final = 10_000
_MOST_CHOICES: Final = 2000  # that are made at one place
_MOST_PAIRS: Final = 3000  # of a `oneOf`
_TURNED: Final = -2  # on the way to what is said in other words


def parse_schema(text: str) -> Grammar:
    """Return the grammar of a JSON schema.

    Raises:
        MalformedSchema: the text is no schema, or has what no grammar says exactly.
    """
    schema = _Schema(text)
    try:
        return schema.grammar()
    except RecursionError:
        words = phrase("The schema is nested too deeply.")
        raise MalformedSchema(schema.fault((), words)) from None


@dataclass(slots=True)
class _Case:
    """What holds at once, as far as it was looked at.

    Attributes:
        todo: not looked at yet.
        known: keywords without structure.
        choices: of which one holds, each with its keyword.
    """

    todo: list[Said]
    known: list[Said] = field(default_factory=list)
    choices: list[tuple[Said, str]] = field(default_factory=list)
    seen: set[Said] = field(default_factory=set)

    def with_one_of(self, rest: list[tuple[Said, str]], *more: Said) -> _Case:
        return _Case(list(more), list(self.known), list(rest), set(self.seen))


class _Schema(SchemaText):
    """One schema while a grammar is made of it."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.is_exact = False
        self._nodes: dict[tuple[bool, frozenset[Said]], Node] = {}
        self._waiting: list[tuple[Node, list[Said], bool]] = []
        self._apart: dict[frozenset[Said], Literals | bool | None] = {}
        self._nothing: Fault | None = None  # why the first place without a value has none

    # -- the whole --

    def grammar(self) -> Grammar:
        """Return the grammar of the whole."""
        start = self.node(Said((), self.root))
        self._fill()
        nodes = reachable(start)
        known = fillable(nodes)
        if start not in known:
            nothing = self.fault((), phrase("No value is valid by this schema."))
            raise MalformedSchema(self._nothing or nothing)
        try:
            return parse_grammar(rules_of(start, known))
        except MalformedGrammar:  # its place is none of the user's text
            words = phrase("The schema is too large.")
            raise MalformedSchema(self.fault((), words)) from None

    def node(self, *said: Said) -> Node:
        """Return what holds at a place; it is filled later."""
        holding = [one for one in said if one.schema is not True and one.schema != {}]
        key = (self.is_exact, frozenset(holding))
        node = self._nodes.get(key)
        if node is None:
            if len(self._nodes) >= _MOST_NODES:
                self.fail(said[0].way if said else (), phrase("The schema is too large."))
            node = self._nodes[key] = Node()
            self._waiting.append((node, holding, self.is_exact))
        return node

    def _fill(self) -> None:
        while self._waiting:
            node, holding, self.is_exact = self._waiting.pop()
            parts: list[Part] = []
            for case in self._cases(_Case(holding)):
                if case.known:
                    parts += self._parts_of_case(case)
                else:
                    node.is_anything = True
            values = [
                value for part in parts if isinstance(part, Literals) for value in part.values
            ]
            node.parts = [part for part in parts if not isinstance(part, Literals)]
            node.parts += [Literals(tuple(values))] if values else []

    def _parts_of_case(self, case: _Case) -> list[Part]:
        try:
            return parts_of(self, case.known)
        except NoValue as nothing:
            if len(case.known) == 1:  # wrong by itself
                raise MalformedSchema(nothing.fault) from None
            self._nothing = self._nothing or nothing.fault
            return []

    # -- what holds at once --

    def _cases(self, case: _Case) -> Iterable[_Case]:
        """Return the ways in which all of a case can hold, each of keywords without structure."""
        todo, done = [case], []
        while todo:
            one = todo.pop()
            if not self._flatten(one):
                continue
            if not one.choices:
                done.append(one)
                continue
            (said, keyword), *rest = one.choices
            todo += [
                one.with_one_of(rest, *branch) for branch in self._branches(one, said, keyword)
            ][::-1]
            if len(todo) + len(done) > _MOST_CHOICES:
                self.fail(said.way, phrase("The schema is too large."))
        return done

    def _flatten(self, case: _Case) -> bool:
        """Look at all that is to be looked at; return whether it can hold."""
        while case.todo:
            said = case.todo.pop(0)
            if said.schema is False:
                words = phrase("“false” lets nothing be valid.")
                self._nothing = self._nothing or self.fault(said.way, words)
                return False
            if said.schema is True or said in case.seen:
                continue
            case.seen.add(said)
            said = replace(said, references=said.references | {said.way})
            schema = self.checked(said)
            plain = {key: value for key, value in schema.items() if key not in STRUCTURE}
            if plain:
                case.known.append(Said(said.way, plain, is_plain=True))
            if "$ref" in schema:
                case.todo.append(self.target(said))
            if "allOf" in schema:
                case.todo += self.listed(said, "allOf")
            case.choices += [(said, key) for key in ("anyOf", "oneOf") if key in schema]
            case.todo += self._turned(said, schema)
        return True

    # -- in other words --

    def _turned(self, said: Said, schema: dict[str, Any]) -> list[Said]:
        """Return schemas without `not` and conditions that say what these say."""
        found = [self._opposite(said.inner("not"), said.references)] if "not" in schema else []
        way = (*said.way, _TURNED)
        for index, one in enumerate(self.conditions(said, schema)):
            found.append(Said((*way, index), one, said.references))
        return found

    def _opposite(self, said: Said, references: frozenset[Way]) -> Said:
        """Return what holds where a schema does not."""
        way = (*said.way, _TURNED)
        if isinstance(said.schema, bool):
            return Said(way, not said.schema)
        schema = self.checked(said)
        if [*schema] == ["$ref"]:
            target = self.target(Said(said.way, schema, references))
            return Said((*target.way, _TURNED), {"not": target.schema}, target.references)
        try:
            turned = opposite(schema)
        except (TypeError, AttributeError):
            turned = None
        if turned is None:
            words = phrase("“{keyword}” cannot be kept to by a grammar.", keyword="not")
            self.fail(said.way, words)
        return Said(way, turned, references)

    # -- one of several --

    def _branches(self, case: _Case, said: Said, keyword: str) -> list[tuple[Said, ...]]:
        branches = self.listed(said, keyword)
        if keyword == "anyOf" or len(branches) == 1:
            return [(branch,) for branch in branches]
        named = [_value_of(branch.schema) for branch in branches]
        if None not in named and len(set(named)) == len(named):
            return [(branch,) for branch in branches]
        if len(branches) ** 2 > 2 * _MOST_PAIRS:
            self.fail((*said.way, keyword), phrase("The schema is too large."))
        found = []
        for branch in branches:
            but: list[Said] = []
            for other in branches:
                if other is not branch:
                    but += self._neither(case, branch, other)
            found.append((branch, *but))
        return found

    def _neither(self, case: _Case, branch: Said, other: Said) -> list[Said]:
        """Return what keeps a branch of `oneOf` from what fits another as well."""
        if self._differ(branch, other):
            return []
        both = frozenset((*case.known, branch, other))
        if both not in self._apart:
            self._apart[both] = self._common(*case.known, branch, other)
        common = self._apart[both]
        if common is None:
            return []
        if common is False:
            words = phrase(
                "A value could fit two schemas of this “oneOf”; use “anyOf”, or give each "
                "a type or a “const” of its own."
            )
            self.fail(max(branch.way, other.way, key=str), words)
        if isinstance(common, Literals):
            way = (*branch.way, BUT, repr(common.values))
            return [Said(way, {BUT: list(common.values)})]
        left = [name for name in ALL_TYPES if name != "integer"]
        return [Said((*branch.way, ONLY_TYPES), {ONLY_TYPES: left})]

    def _differ(self, one: Said, other: Said) -> bool:
        """Whether two schemas are of objects with different values of a property."""
        schemas = [self.target(said).schema if "$ref" in said.schema else said.schema
                   for said in (one, other)
                   if isinstance(said.schema, dict)]  # fmt: skip
        if len(schemas) < 2 or not all(isinstance(schema, dict) for schema in schemas):
            return False
        if all(schema.get("type") != "object" for schema in schemas):
            return False
        some, others = (_marks(schema) for schema in schemas)
        return any(key in others and others[key] != value for key, value in some.items())

    def _common(self, *both: Said) -> Literals | bool | None:
        """Return the values of a place: None for none, some, or whether they are whole numbers."""
        before, self.is_exact = self.is_exact, True
        node = self.node(*both)
        self._fill()
        self.is_exact = before
        if node.parts is None or node.is_anything:
            return False
        known = fillable(reachable(node))
        parts = [part for part in node.parts if has_value(part, known)]
        if all(isinstance(part, Literals) for part in parts):
            values = [
                value for part in parts if isinstance(part, Literals) for value in part.values
            ]
            return Literals(tuple(values)) if values else None
        return all(isinstance(part, Numbers) and part.is_whole for part in parts)


def _value_of(schema: Any) -> Any:
    """Return the value that is all that a schema allows; None where it is not that simple."""
    said = {key for key in schema if key not in ANNOTATIONS} if isinstance(schema, dict) else set()
    return identity(schema["const"]) if said == {"const"} else None


def _marks(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the properties that each object has with one value alone."""
    named, required = schema.get("properties"), schema.get("required")
    if not isinstance(named, dict) or not isinstance(required, list):
        return {}
    return {
        name: identity(named[name]["const"])
        for name in required
        if isinstance(name, str) and isinstance(named.get(name), dict) and "const" in named[name]
    }
