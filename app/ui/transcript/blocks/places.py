"""Where text in lists and quotes begins, and where the bars of its quotes stand.

A document tells how far a paragraph is indented, but not by what; so each paragraph carries the
number of its bars along, as the user state of its `QTextBlock`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

    from app.ui.transcript.model.containers import Container

LIST_INDENT = 30  # pixels of a level of lists, before zooming
BLOCK_GAP = 12  # pixels between two blocks of a message
BAR_REACH = BLOCK_GAP + 8  # so far a bar goes up to the one above it, over what is below words
QUOTE_STEP = 14  # pixels from the bar of a quote to its text
QUOTE_BAR = 3
_QUOTES = ("blockquote_open", "alert_open", "details_open")
_LISTS = ("bullet_list_open", "ordered_list_open")
_TEXTS = ("paragraph_open", "heading_open", "list_item_open", "alert_title_open", "summary_open",
          "fence", "code_block", "math_block", "math_block_eqno", "hr")  # fmt: skip
_BULLETS = ("disc", "circle", "square")

Place = tuple[int, int]  # how many lists and how many quotes are around
Bar = tuple[Place, int]  # of a quote, and which of its text that is
Bars = tuple[tuple[Bar, ...], ...]  # those of paragraphs, by their user state


def left_of(place: Place, list_indent: float) -> float:
    """Return how far from the left something begins, in pixels."""
    n_lists, n_quotes = place
    return n_lists * list_indent + n_quotes * QUOTE_STEP


def places_of(containers: Sequence[Container]) -> tuple[Place, tuple[Place, ...]]:
    """Return the place of something in containers, and those of the bars of its quotes."""
    n_lists = n_quotes = 0
    bars: list[Place] = []
    for container in containers:
        if container.is_quote:
            bars.append((n_lists, n_quotes))
            n_quotes += 1
        else:
            n_lists += 1
    return (n_lists, n_quotes), tuple(bars)


def place_in_containers(tokens: Sequence[Token]) -> Bars:
    """Let paragraphs know their bars and lists their bullets; return the bars."""
    known: dict[tuple[Bar, ...], int] = {(): -1}
    bars: list[Bar] = []
    n_lists = n_bullets = n_quotes = 0
    for token in tokens:
        if token.type in _LISTS:
            if token.type == "bullet_list_open":
                is_tasks = token.attrGet("class") == "tasks"
                bullet = "none" if is_tasks else _BULLETS[min(n_bullets, 2)]
                _add_style(token, f"list-style-type: {bullet}")
                n_bullets += 1
            n_lists += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            n_bullets -= token.type == "bullet_list_close"
            n_lists -= 1
        elif token.type in _QUOTES:
            bars.append(((n_lists, len(bars)), n_quotes))
            n_quotes += 1
        elif token.type in ("blockquote_close", "alert_close", "details_close"):
            bars.pop()
        elif bars and token.type in _TEXTS:
            state = known.setdefault(tuple(bars), len(known) - 1)
            _add_style(token, f"-qt-user-state: {state}")
    return tuple(known)[1:]


def _add_style(token: Token, style: str) -> None:
    before = token.attrGet("style")
    token.attrSet("style", f"{style}; {before}" if before else style)


def screen_ratio() -> float:
    """Return how many device pixels a logical one is."""
    screens = QGuiApplication.instance()
    return screens.devicePixelRatio() if isinstance(screens, QGuiApplication) else 1.0
