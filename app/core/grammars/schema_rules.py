"""The values of a JSON schema written as rules of GBNF.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any, Final

from app.core.grammars.faults import MalformedSchema
from app.core.grammars.number_rules import (
    MOST_WRITTEN,
    multiples,
    numbers_between,
    whole_bounds,
    whole_numbers,
)
from app.core.grammars.schema_parts import (
    Items,
    Literals,
    Members,
    Node,
    Numbers,
    Texts,
    Unsayable,
    has_value,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.core.grammars.schema_parts import Part

# Where JSON may have spaces: none, one, or a new line with some.
_SHARED: Final = r"""
space ::= | " " | "\n"{1,2} [ \t]{0,20}
plain ::= [^"\\\x7F\x00-\x1F]
hex ::= [0-9a-fA-F]
char ::= plain | "\\" (["\\bfnrt] | "u" ([0-9a-cefA-CEF] hex{3} | [dD] [0-7] hex{2}))
string ::= "\"" char* "\"" space
whole ::= "-"? ("0" | [1-9] [0-9]{0,15})
integer ::= whole space
number ::= whole ("." [0-9]{1,16})? ([eE] [-+]? ("0" | [1-9] [0-9]{0,1}))? space
broken ::= "-"? ("0" | [1-9] [0-9]{0,9}) "." [0-9]{0,4} [1-9] space
member ::= string ":" space value
object ::= "{" space (member ("," space member)*)? "}" space
array ::= "[" space (value ("," space value)*)? "]" space
value ::= object | array | string | number | ("true" | "false" | "null") space
date ::= [1-9] [0-9]{3} "-" month-and-day
month-and-day ::= long-month "-" ("0" [1-9] | [12] [0-9] | "3" [01]) | short-month "-" ("0" [1-9] | [12] [0-9] | "30") | "02-" ("0" [1-9] | "1" [0-9] | "2" [0-8])
long-month ::= "01" | "03" | "05" | "07" | "08" | "10" | "12"
short-month ::= "04" | "06" | "09" | "11"
hours ::= [01] [0-9] | "2" [0-3]
time ::= hours ":" [0-5] [0-9] ":" [0-5] [0-9] ("." [0-9]{3})? ("Z" | [-+] hours ":" [0-5] [0-9])
date-time ::= date "T" time
uuid ::= hex{8} "-" hex{4} "-" hex{4} "-" hex{4} "-" hex{12}
"""  # noqa: E501 - a rule is a line
_FEW: Final = 20  # texts that are written side by side
_NOT_PLAIN: Final = frozenset('"\\\x7f') | {chr(code) for code in range(0x20)}


def rules_of(start: Node, known: set[Node]) -> str:
    """Return the grammar of a node.

    Args:
        known: the nodes that have a value.

    Raises:
        MalformedSchema: it has what no grammar says exactly.
    """
    return _Rules(known).of(start)


class _Rules:
    def __init__(self, known: set[Node]) -> None:
        self._known = known
        self._names: dict[Node, str] = {}
        self._waiting: list[Node] = []
        self._rules: dict[str, str] = {}

    def of(self, start: Node) -> str:
        """Return all rules."""
        self._rules["root"] = self._node(start)
        while self._waiting:
            node = self._waiting.pop(0)
            name = self._names[node]
            parts = [part for part in node.parts or () if has_value(part, self._known)]
            bodies = [
                self._part(part, f"{name}-{index}" if len(parts) > 1 else name)
                for index, part in enumerate(parts)
            ]
            self._rules[name] = " | ".join(dict.fromkeys(bodies))
        return "\n".join(f"{name} ::= {body}" for name, body in self._rules.items()) + _SHARED

    def _node(self, node: Node) -> str:
        """Return the name of the rule of a node."""
        if node.is_anything:
            return "value"
        if node not in self._names:
            self._names[node] = f"n{len(self._names)}"
            self._waiting.append(node)
        return self._names[node]

    def _part(self, part: Part, name: str) -> str:
        """Return the alternatives of a part; `name` begins the names of rules for it."""
        match part:
            case Unsayable(fault):
                raise MalformedSchema(fault)
            case Literals(values):
                texts = [
                    json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in values
                ]
                return f"({self._one_of(texts, name)}) space"
            case Numbers():
                return self._numbers(part, name)
            case Texts():
                return self._text(part, name)
            case Items():
                return self._items(part, name)
            case Members():
                return self._members(part, name)

    def _numbers(self, part: Numbers, name: str) -> str:
        if part.is_broken:
            return "broken"
        is_free = part.low is None and part.high is None
        if not part.is_whole:
            return "number" if is_free else f"({numbers_between(part.low, part.high)}) space"
        if is_free and part.multiple == 1:
            return "integer"
        low, high = whole_bounds(part)
        if part.multiple == 1 or (high - low) // part.multiple <= MOST_WRITTEN:
            return f"({whole_numbers(part)}) space"
        self._rules.update(multiples(f"{name}-of", part))
        return f"{name}-of space"

    # -- texts --

    def _one_of(self, texts: Iterable[str], name: str) -> str:
        """Return one of some texts; where they are many, those that begin alike together."""
        todo, first = [(f"{name}-one", sorted(set(texts)))], ""
        while todo:
            rule, some = todo.pop()
            parts: list[str] = []
            for _, group in itertools.groupby(some, lambda text: text[:1]):
                alike = list(group)
                if len(some) <= _FEW or len(alike) == 1:
                    parts += map(_text, alike)
                    continue
                n_same = _n_same(alike[0], alike[-1])
                inner = f"{name}-one{len(self._rules)}"
                self._rules[inner] = ""
                parts.append(f"{_text(alike[0][:n_same])} {inner}")
                todo.append((inner, [text[n_same:] for text in alike]))
            if first:
                self._rules[rule] = " | ".join(parts)
            first = first or " | ".join(parts)
        return first

    def _text(self, part: Texts, name: str) -> str:
        if part.form:
            return f'"\\"" {part.form} "\\"" space'
        if part.pattern:
            return f'"\\"" ({part.pattern}) "\\"" space'
        if part.but:
            return self._text_but(part.but, f"{name}-but")
        if not part.least and part.most is None:
            return "string"
        most = "" if part.most is None else part.most
        return f'"\\"" char{{{part.least},{most}}} "\\"" space'

    def _text_but(self, names: Iterable[str], rule: str) -> str:
        """Return any text but some; without escapes, which would be other names for them."""
        tree: dict[str, Any] = {}
        for name in names:
            if not _NOT_PLAIN & set(name):
                branch = tree
                for char in name:
                    branch = branch.setdefault(char, {})
                branch[""] = {}
        todo = [(rule, tree)]
        while todo:
            rule_of_branch, branch = todo.pop()
            chars = [char for char in branch if char]
            parts = [] if "" in branch else ['""']
            parts.append(f'[^"\\\\\\x7F\\x00-\\x1F{_set(chars)}] plain*')
            for char in chars:
                inner = f"{rule}{len(self._rules)}"
                self._rules[inner] = ""
                parts.append(f"[{_set([char])}] {inner}")
                todo.append((inner, branch[char]))
            self._rules[rule_of_branch] = " | ".join(parts)
        return f'"\\"" {rule} "\\"" space'

    # -- arrays --

    def _items(self, part: Items, name: str) -> str:
        longest = part.longest(self._known)
        n_first = len(part.first) if longest is None else min(len(part.first), longest)
        first = ' "," space '.join(self._node(node) for node in part.first[:n_first])
        least = max(0, part.least - n_first)
        most = None if longest is None else longest - n_first
        rest = ""
        if most != 0:
            assert part.rest is not None
            item = self._node(part.rest)
            rest = self._repeated(item, f"{name}-more", least, most, is_first=not n_first)
        return f'"[" space {first} {rest} "]" space'

    def _repeated(
        self, item: str, more: str, least: int, most: int | None, *, is_first: bool
    ) -> str:
        """Return an item so often, with commas between; the rule `more` is made for it."""
        if most == 0:
            return ""
        self._rules[more] = f'"," space {item}'
        if not is_first:
            return more + _sign(least, most)
        several = f"{item} {more}{_sign(max(0, least - 1), None if most is None else most - 1)}"
        return several if least else f"({several})?"

    # -- objects --

    def _members(self, part: Members, name: str) -> str:
        named = [key for key, node in part.named.items() if node in self._known]
        pairs = {}
        for index, key in enumerate(named):
            pairs[key] = f"{name}-p{index}"
            written = _text(json.dumps(key, ensure_ascii=False))
            self._rules[pairs[key]] = f'{written} space ":" space {self._node(part.named[key])}'
        further = ""
        if part.rest is not None and part.rest in self._known:
            key = self._text_but(part.named, f"{name}-key") if part.named else "string"
            further = f"{name}-pair"
            self._rules[further] = f'{key} ":" space {self._node(part.rest)}'
        after = [self._behind(part, further, name, count) for count in range(_cap(part) + 1)]
        for index in range(len(named) - 1, -1, -1):
            key = named[index]
            after = [
                self._from_member(f"{name}-m{index}-{count}", pairs[key], after, count, part,
                                  is_required=key in part.required)
                for count in range(min(index, _cap(part)) + 1)
            ]  # fmt: skip
        return f'"{{" space {after[0]} "}}" space'

    def _from_member(
        self,
        rule: str,
        pair: str,
        after: Sequence[str | None],
        count: int,
        part: Members,
        *,
        is_required: bool,
    ) -> str | None:
        """Return the rule from a member on, where some were said before it; None for none."""
        found = []
        is_full = part.most is not None and count >= part.most
        with_it = None if is_full else after[min(count + 1, len(after) - 1)]
        if with_it is not None:
            comma = '"," space ' if count else ""
            found.append(f"{comma}{pair} {with_it}")
        without = None if is_required else after[count]
        if without is not None:
            found.append(without or '""')
        if not found:
            return None
        self._rules[rule] = " | ".join(found)
        return rule

    def _behind(self, part: Members, further: str, name: str, count: int) -> str | None:
        """Return what may stand behind all members with a name; None for nothing."""
        n_missing = max(0, part.least - count)
        most = None if part.most is None else part.most - count
        if n_missing > (1 if further else 0):  # two might have the same name
            return None
        if not further or most == 0:
            return ""
        more = f"{name}-further"
        return self._repeated(further, more, n_missing, most, is_first=not count)


def _cap(part: Members) -> int:
    """Return how many members are told apart by their number; more are like so many."""
    return part.most if part.most is not None else max(1, part.least)


def _sign(least: int, most: int | None) -> str:
    if most is None:
        return {0: "*", 1: "+"}.get(least, f"{{{least},}}")
    return f"{{{least},{most}}}" if most else "{0}"


def _n_same(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _text(text: str) -> str:
    return '"' + "".join(_escaped(char) if char in '"\\\n\r' else char for char in text) + '"'


def _escaped(char: str) -> str:
    return {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r"}[char]


def _set(chars: Iterable[str]) -> str:
    return "".join(f"\\U{ord(char):08X}" for char in chars)
