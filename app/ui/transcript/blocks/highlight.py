"""Colours for code by Pygments.

Loading a lexer takes up to 40 ms, so it happens on a worker thread; until it is there, code is
shown without colours and `is_pending` is true.
Threads: interface thread; the worker only imports and builds lexers.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from pygments.lexers import get_lexer_by_name
from pygments.token import Token, _TokenType
from pygments.util import ClassNotFound

from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable

    from pygments.lexer import Lexer

    from app.ui.kit.theme import Colours

_LONGEST_LINE = 500
_LONGEST_NAME = 40  # of a language; what is asked for is remembered
SLOW_LEXERS = {"LilyPond", "AutoIt"}  # seconds for a word of some hundred letters

Span = tuple[int, int, str]  # start, length, "#rrggbb"


class LexerCache:
    """Lexers by the language names that stand after code fences."""

    def __init__(self) -> None:
        self._work = Lane("lexers")
        self._lexers: dict[str, Lexer | None] = {}  # written by the worker, one key at a time
        self._asked: set[str] = set()

    def ask(self, language: str) -> None:
        """Have a lexer loaded that was not asked for before."""
        name = language.strip().lower()
        if name and len(name) <= _LONGEST_NAME and name not in self._asked:
            self._asked.add(name)
            self.prepare(partial(self._load, name))

    def lexer(self, language: str) -> Lexer | None:
        """Return the lexer, or None while it is loaded or when there is none."""
        return self._lexers.get(language.strip().lower())

    def is_pending(self, language: str) -> bool:
        """Return whether the lexer was asked for and is still being loaded."""
        name = language.strip().lower()
        return name in self._asked and name not in self._lexers

    def prepare(self, job: Callable[[], None]) -> None:
        """Do on the worker what would be slow at first use."""
        self._work.add(job)

    def _load(self, name: str) -> None:
        try:
            lexer: Lexer = get_lexer_by_name(name, stripnl=False, ensurenl=False)
            if lexer.name in SLOW_LEXERS:
                raise ClassNotFound
            # The first use compiles the patterns; better here than on the interface thread.
            list(lexer.get_tokens("x = 1\n"))
            self._lexers[name] = lexer
        except ClassNotFound:
            self._lexers[name] = None


@lru_cache(maxsize=1)
def lexers() -> LexerCache:
    """Return the lexers of this process."""
    return LexerCache()


def colour_spans(code: str, lexer: Lexer, colours: Colours) -> list[Span]:
    """Return what is coloured, in positions of `code`; nothing of code with very long lines.

    Patterns of some lexers take the time of the square of a line, or worse.
    """
    if max(map(len, code.split("\n"))) > _LONGEST_LINE:
        return []
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
