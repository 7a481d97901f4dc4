"""Tokens and their shares in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.protocol import TokenKind
from app.ui.alternatives.answer_places import share
from app.ui.formatting import count, decimal
from app.ui.translation import tr

if TYPE_CHECKING:
    from app.core.protocol import TokenChoice

_BLANK, _LINE_END, _TAB, _UNSEEN = "␣", "↵", "⇥", "·"
_WHOLE_FROM = 0.1  # shares from here on need no decimal
_LEAST_TOLD = 0.001


def token_words(choice: TokenChoice) -> str:
    """Return a token as it is shown by itself: with its blanks to be seen."""
    match choice.kind:
        case TokenKind.END:
            return tr("(end of the answer)")
        case TokenKind.PART if not choice.text.strip("\ufffd"):
            return tr("(part of a character)")
        case _:
            return visible(choice.text)


def visible(text: str) -> str:
    """Return a text in one line, with the blanks around it, line ends and tabs to be seen."""
    inner = text.strip(" ")
    n_before = len(text) - len(text.lstrip(" "))
    n_after = len(text) - n_before - len(inner)
    shown = inner.replace("\n", _LINE_END).replace("\t", _TAB)
    seen = "".join(char if char.isprintable() else _UNSEEN for char in shown)
    return _BLANK * n_before + seen + _BLANK * n_after


def share_words(choice: TokenChoice) -> str:
    """Return the share of a token as a percentage."""
    part = share(choice)
    if part < _LEAST_TOLD:
        return tr("under {n}%", n=decimal(_LEAST_TOLD * 100))
    shown = count(round(part * 100)) if part >= _WHOLE_FROM else decimal(part * 100)
    return tr("{n}%", n=shown)
