"""Random texts of a grammar, made of its rules: what could be said by any model."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from app.core.grammars.elements import ElementKind

if TYPE_CHECKING:
    import random

    from app.core.grammars import Grammar
    from app.core.grammars.elements import Element

# As the grammar has it; of sets of characters with the ranges of all of them.
_Part = tuple[ElementKind, Any]

_LETTERS = 'abcdeé世😀 0123459-_.x"\\'
_CHARS = (ElementKind.CHAR, ElementKind.CHAR_NOT, ElementKind.ANY_CHAR)
_LONGEST = 3000  # rules on the way


class Sentences:
    """Says texts of one grammar."""

    def __init__(self, grammar: Grammar, rng: random.Random) -> None:
        self._rng = rng
        self._root = grammar.root
        self._rules = [_alternatives(rule) for rule in grammar.rules]
        self._heights = self._found_heights()

    def one(self, patience: int = 60) -> str:
        """Return a text; after so many choices, the shortest way to its end."""
        said: list[str] = []
        todo: list[_Part] = [(ElementKind.RULE, self._root)]
        n_rules = 0
        while todo:
            kind, value = todo.pop()
            if kind is not ElementKind.RULE:
                said.append(self._char(kind, value))
                continue
            n_rules += 1
            assert n_rules < _LONGEST
            alternatives = self._rules[int(value)]
            heights = [self._height(one) for one in alternatives]
            if n_rules > patience:
                chosen = alternatives[heights.index(min(heights))]
            else:
                chosen = self._rng.choice(
                    [one for one, height in zip(alternatives, heights, strict=True)
                     if height < math.inf]
                )  # fmt: skip
            todo += chosen[::-1]
        return "".join(said)

    def _char(self, kind: ElementKind, value: object) -> str:
        is_negated, ranges = kind is ElementKind.CHAR_NOT, value
        assert isinstance(ranges, tuple)
        if kind is ElementKind.ANY_CHAR or is_negated:
            fitting = [
                char for char in _LETTERS
                if not any(low <= ord(char) <= high for low, high in ranges)
            ]  # fmt: skip
            return self._rng.choice(fitting)
        low, high = self._rng.choice(ranges)
        return chr(self._rng.randint(low, min(high, low + 30)))

    def _height(self, alternative: list[_Part]) -> float:
        return max(
            (self._heights[int(value)] for kind, value in alternative if kind is ElementKind.RULE),
            default=0,
        )

    def _found_heights(self) -> list[float]:
        self._heights = [math.inf] * len(self._rules)
        is_news = True
        while is_news:
            is_news = False
            for number, rule in enumerate(self._rules):
                height = 1 + min(map(self._height, rule))
                if height < self._heights[number]:
                    self._heights[number], is_news = height, True
        return self._heights


def _alternatives(rule: tuple[Element, ...]) -> list[list[_Part]]:
    """Return the alternatives of a rule, each set of characters as one element with its ranges."""
    found: list[list[_Part]] = [[]]
    for kind, value in rule:
        if kind is ElementKind.ALTERNATIVE:
            found.append([])
        elif kind is ElementKind.RULE:
            found[-1].append((kind, value))
        elif kind in _CHARS:
            ranges = () if kind is ElementKind.ANY_CHAR else ((value, value),)
            found[-1].append((kind, ranges))
        elif kind is ElementKind.CHAR_OR:
            before = found[-1][-1]
            found[-1][-1] = (before[0], (*before[1], (value, value)))
        elif kind is ElementKind.RANGE_END:
            before = found[-1][-1]
            found[-1][-1] = (before[0], (*before[1][:-1], (before[1][-1][0], value)))
    return found
