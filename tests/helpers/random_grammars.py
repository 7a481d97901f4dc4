"""Random grammars as trees: written as GBNF, damaged, and judged without reading them again.

The judge works on the tree, not on the text, and by sets of ends, not by stacks: it shares no idea
with the reader and the recogniser that it judges.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

LETTERS = 'ab{}é世😀 \n"\\]-^1'
_ESCAPED = {"\n": "\\n", '"': '\\"', "\\": "\\\\", "]": "\\]", "[": "\\[", "-": "\\-"}
_SYNTAX = 'ab01 ::=|()[]{}*+?"\\^-.#\n,<>!_é'
_LONGEST_TEXT = 4
_DEEPEST = 20_000  # frames of Python


@dataclass(frozen=True)
class Text:
    chars: str


@dataclass(frozen=True)
class Chars:
    """Ranges of characters, or all others."""

    ranges: tuple[tuple[str, str], ...]
    is_negated: bool


@dataclass(frozen=True)
class AnyChar:
    pass


@dataclass(frozen=True)
class Rule:
    name: str


@dataclass(frozen=True)
class Choice:
    """Alternatives, each a sequence."""

    of: tuple[tuple[Part, ...], ...]


@dataclass(frozen=True)
class Repeated:
    part: Part
    least: int
    most: int | None


Part = Text | Chars | AnyChar | Rule | Choice | Repeated


@dataclass(frozen=True)
class Tree:
    """A grammar as it is meant."""

    rules: dict[str, Choice]

    def written(self) -> str:
        return "\n".join(f"{name} ::= {_alternatives(rule)}" for name, rule in self.rules.items())

    def accepts(self, text: str) -> bool:
        """Whether the grammar is one of this text."""
        return _Judge(self, text).accepts()


def random_tree(rng: random.Random) -> Tree:
    names = ["root", *(f"r{n}" for n in range(rng.randint(0, 3)))]
    return Tree({name: _choice(rng, names, 2) for name in names})


def damaged(rng: random.Random, text: str) -> str:
    """Return a text with some characters changed."""
    chars = list(text)
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(chars))
        what = rng.random()
        if what < 0.4:
            chars[at:at] = rng.choice(_SYNTAX)
        elif what < 0.7:
            del chars[at : at + rng.randint(1, 3)]
        elif what < 0.9:
            chars[at : at + 1] = rng.choice(_SYNTAX)
        else:
            chars[at:at] = chars[: rng.randint(0, 20)]
    return "".join(chars)


# -- made --


def _choice(rng: random.Random, names: list[str], depth: int) -> Choice:
    n_alternatives = rng.choice((1, 1, 2, 3))
    return Choice(tuple(_sequence(rng, names, depth) for _ in range(n_alternatives)))


def _sequence(rng: random.Random, names: list[str], depth: int) -> tuple[Part, ...]:
    if rng.random() < 0.05:
        return ()
    return tuple(_part(rng, names, depth) for _ in range(rng.choice((1, 2, 2, 3))))


def _part(rng: random.Random, names: list[str], depth: int) -> Part:
    kind = rng.random()
    if kind < 0.35:
        letters = rng.choices(LETTERS, k=rng.randint(1, _LONGEST_TEXT))
        return Text("".join(letters))
    if kind < 0.55:
        return _chars(rng)
    if kind < 0.6:
        return AnyChar()
    if kind < 0.75 or depth == 0:
        return Rule(rng.choice(names))
    if kind < 0.88:
        return _choice(rng, names, depth - 1)
    least = rng.choice((0, 0, 1, 2))
    most = rng.choice((None, least + 1, least + 3, max(1, least)))
    return Repeated(_part(rng, names, depth - 1), least, most)


def _chars(rng: random.Random) -> Chars:
    ranges = []
    for _ in range(rng.randint(1, 3)):
        first, last = sorted(rng.choices(LETTERS, k=2))
        ranges.append((first, rng.choice((first, last))))
    return Chars(tuple(ranges), rng.random() < 0.4)


# -- written --


def _alternatives(choice: Choice) -> str:
    return " | ".join(" ".join(map(_written, sequence)) or '""' for sequence in choice.of)


def _written(part: Part) -> str:
    match part:
        case Text(chars):
            return '"' + "".join(_ESCAPED.get(char, char) for char in chars) + '"'
        case Chars(ranges, is_negated):
            inside = "".join(
                _in_set(first) if first == last else f"{_in_set(first)}-{_in_set(last)}"
                for first, last in ranges
            )
            return f"[{'^' if is_negated else ''}{inside}]"
        case AnyChar():
            return "."
        case Rule(name):
            return name
        case Choice():
            return f"({_alternatives(part)})"
        case Repeated(inner, least, most):
            # In brackets: a sign behind a sign is another grammar to llama.cpp.
            return f"({_written(inner)}){_sign(least, most)}"


def _in_set(char: str) -> str:
    return "\\x5E" if char == "^" else _ESCAPED.get(char, char)


def _sign(least: int, most: int | None) -> str:
    if most is None:
        return {0: "*", 1: "+"}.get(least, f"{{{least},}}")
    if (least, most) == (0, 1):
        return "?"
    return f"{{{least}}}" if least == most else f"{{{least},{most}}}"


# -- judged --


class _Judge:
    """Finds where each rule can end from each place, again and again until nothing is new.

    A rule that leads to itself at the same place is so given what it has had so far.
    """

    def __init__(self, tree: Tree, text: str) -> None:
        self._tree = tree
        self._text = text
        self._known: dict[tuple[str, int], frozenset[int]] = {}
        self._looked_at: set[tuple[str, int]] = set()
        self._is_news = True

    def accepts(self) -> bool:
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(_DEEPEST)
        try:
            ends: frozenset[int] = frozenset()
            while self._is_news:
                self._is_news = False
                self._looked_at.clear()
                ends = self._ends_of_rule("root", 0)
            return len(self._text) in ends
        finally:
            sys.setrecursionlimit(limit)

    def _ends_of_rule(self, name: str, begin: int) -> frozenset[int]:
        key = (name, begin)
        known = self._known.get(key, frozenset())
        if key in self._looked_at:
            return known
        self._looked_at.add(key)
        found = known | self._ends(self._tree.rules[name], begin)
        if found != known:
            self._known[key] = found
            self._is_news = True
        return found

    def _ends(self, part: Part, begin: int) -> frozenset[int]:
        text = self._text
        match part:
            case Text(chars):
                fits = text.startswith(chars, begin)
                return frozenset([begin + len(chars)] if fits else [])
            case Chars(ranges, is_negated):
                fits = begin < len(text) and is_negated != any(
                    first <= text[begin] <= last for first, last in ranges
                )
                return frozenset([begin + 1] if fits else [])
            case AnyChar():
                return frozenset([begin + 1] if begin < len(text) else [])
            case Rule(name):
                return self._ends_of_rule(name, begin)
            case Choice(of):
                return frozenset().union(*(self._after(sequence, begin) for sequence in of))
            case Repeated(inner, least, most):
                return self._repeated(inner, least, most, begin)

    def _after(self, sequence: tuple[Part, ...], begin: int) -> frozenset[int]:
        ends = frozenset([begin])
        for part in sequence:
            ends = frozenset().union(*(self._ends(part, end) for end in ends))
        return ends

    def _repeated(self, inner: Part, least: int, most: int | None, begin: int) -> frozenset[int]:
        ends, found = frozenset([begin]), set[int]()
        seen: set[frozenset[int]] = set()
        for count in range(least + len(self._text) + 2 if most is None else most + 1):
            if count >= least:
                found |= ends
            if count > least and ends in seen:
                break
            seen.add(ends)
            ends = frozenset().union(*(self._ends(inner, end) for end in ends))
        return frozenset(found)
