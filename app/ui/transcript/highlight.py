"""Colours for code by Pygments.

Loading a lexer takes up to 40 ms, so it happens on a worker thread; until it is there, code is
shown without colours and `pending` is true.
Threads: interface thread; the worker only imports and builds lexers.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import TYPE_CHECKING

from pygments.lexers import get_lexer_by_name
from pygments.token import Token, _TokenType
from pygments.util import ClassNotFound

if TYPE_CHECKING:
    from concurrent.futures import Future

    from pygments.lexer import Lexer

    from app.ui.theme import Colours

Span = tuple[int, int, str]  # start, length, "#rrggbb"


class LexerShelf:
    """Lexers by the language names that stand after code fences."""

    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="lexers")
        self._loading: dict[str, Future[Lexer | None]] = {}

    def lexer(self, language: str) -> Lexer | None:
        """Return the lexer, or None while it is loaded or when there is none."""
        name = language.strip().lower()
        if not name:
            return None
        future = self._loading.get(name)
        if future is None:
            future = self._worker.submit(_load, name)
            self._loading[name] = future
        return future.result() if future.done() else None

    def pending(self) -> bool:
        """Return whether a lexer that was asked for is still being loaded."""
        return any(not future.done() for future in self._loading.values())


@lru_cache(maxsize=1)
def shelf() -> LexerShelf:
    """Return the lexers of this process."""
    return LexerShelf()


def _load(name: str) -> Lexer | None:
    try:
        lexer: Lexer = get_lexer_by_name(name, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
    # The first use compiles the patterns; better here than on the interface thread.
    list(lexer.get_tokens("x = 1\n"))
    return lexer


def colour_spans(code: str, lexer: Lexer, colours: Colours) -> list[Span]:
    """Return what is coloured, in positions of `code`."""
    table = _colour_table(colours)
    spans: list[Span] = []
    position = 0
    for token_type, value in lexer.get_tokens(code):
        colour = _colour_of(token_type, table)
        if colour and value.strip():
            spans.append((position, len(value), colour))
        position += len(value)
    return spans


def _colour_of(token_type: _TokenType, table: dict[_TokenType, str]) -> str:
    step: _TokenType | None = token_type
    while step is not None:
        if step in table:
            return table[step]
        step = step.parent
    return ""


@lru_cache(maxsize=2)
def _colour_table(colours: Colours) -> dict[_TokenType, str]:
    return {
        Token.Keyword: colours.syntax_keyword,
        Token.Keyword.Type: colours.syntax_type,
        Token.Operator.Word: colours.syntax_keyword,
        Token.Literal.String: colours.syntax_string,
        Token.Literal.Number: colours.syntax_number,
        Token.Comment: colours.syntax_comment,
        Token.Name.Function: colours.syntax_name,
        Token.Name.Class: colours.syntax_type,
        Token.Name.Builtin: colours.syntax_name,
        Token.Name.Decorator: colours.syntax_number,
        Token.Name.Exception: colours.syntax_type,
        Token.Name.Tag: colours.syntax_keyword,
        Token.Name.Attribute: colours.syntax_name,
        Token.Name.Variable: colours.syntax_type,
        Token.Keyword.Constant: colours.syntax_number,
        Token.Generic.Deleted: colours.danger,
        Token.Generic.Inserted: colours.syntax_string,
        Token.Generic.Heading: colours.syntax_name,
    }
