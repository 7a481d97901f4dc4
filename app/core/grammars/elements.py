"""What rules are made of, as llama.cpp has it."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class ElementKind(enum.IntEnum):
    """What an element of a rule is; numbered as in llama.cpp."""

    END = 0
    ALTERNATIVE = 1
    RULE = 2
    CHAR = 3
    CHAR_NOT = 4
    RANGE_END = 5
    CHAR_OR = 6
    ANY_CHAR = 7
    TOKEN = 8
    TOKEN_NOT = 9


# ElementKind and value: a code point, the number of a rule, a token id, or the text of a token.
Element = tuple[ElementKind, int | str]


@dataclass(frozen=True, slots=True)
class Grammar:
    """A grammar that was checked.

    Attributes:
        text: in GBNF.
        rules: each its elements, alternatives separated, with an end.
        root: number of the rule with which an answer begins.
        has_tokens: it names tokens of a model by id or by text.
    """

    text: str
    rules: tuple[tuple[Element, ...], ...]
    root: int
    has_tokens: bool
