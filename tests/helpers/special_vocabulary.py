"""A vocabulary of bytes and control tokens, which cuts as llama.cpp does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from app.core.llama import SpecialTokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_MARKS = re.compile(
    r"<\|[^<>|\s]{1,40}\|>|<[a-z_]{1,30}>|</[a-z_]{1,30}>|\[/?[A-Z_]{1,30}\]|◁[a-z/]+▷"
)


def marks_of(template: str) -> list[str]:
    """Return what looks like a control token in a chat template."""
    return sorted(set(_MARKS.findall(template)))


class SpecialVocabulary:
    """One token a byte, and one for each control token.

    Args:
        control: texts of control tokens, recognised where that is asked for.
        user_defined: texts of added tokens, recognised everywhere.
        adds_space: a space is added at the beginning of a text and behind each of these tokens.
    """

    bos = -1
    adds_bos = False

    def __init__(
        self, control: Iterable[str], user_defined: Iterable[str] = (), *, adds_space: bool = False
    ) -> None:
        control = list(control)
        self._texts = [*control, *user_defined]
        ids = {text: 256 + row for row, text in enumerate(self._texts)}
        self.special_tokens = SpecialTokens(
            {text: ids[text] for text in control}, {text: ids[text] for text in user_defined}
        )
        self.n_vocab = 256 + len(ids)
        self._adds_space = adds_space

    def tokenize(self, text: str, *, special: bool = True) -> list[int]:
        texts = [
            *(self.special_tokens.control if special else ()),
            *self.special_tokens.user_defined,
        ]
        ids = self.special_tokens.control | self.special_tokens.user_defined
        found = "|".join(map(re.escape, sorted(texts, key=len, reverse=True)))
        parts = re.split(f"({found})", text) if found else [text]
        tokens: list[int] = []
        for part in filter(None, parts):
            if part in texts:
                tokens.append(ids[part])
            else:
                is_first = not tokens or tokens[-1] >= 256
                space = " " if self._adds_space and is_first else ""
                tokens += (space + part).encode("utf-8", "replace")
        return tokens

    def pieces(self, tokens: Sequence[int]) -> list[bytes]:
        return [
            self._texts[token - 256].encode() if token >= 256 else bytes([token])
            for token in tokens
        ]

    def n_special(self, tokens: Iterable[int]) -> int:
        """Return how many of these are no plain text."""
        return sum(token >= 256 for token in tokens)
