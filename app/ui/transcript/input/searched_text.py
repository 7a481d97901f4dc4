"""The text of a message as words are looked for in it: without marks, with what its blocks add."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from app.ui.transcript.blocks.registry import kind_of, special_kinds
from app.ui.transcript.model.message_text import MessageText

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.ui.transcript.model.message_text import Content
    from app.ui.transcript.model.sections import Section

_WITHOUT_MARKS = str.maketrans("", "", "*_`~#[]|\\")
_LINK_TARGET = re.compile(r"\]\([^()\s]*\)")  # it is not displayed


def searched(text: str) -> str:
    """Return a text without the marks of Markdown and link targets, in lower case."""
    return _LINK_TARGET.sub("]", text).translate(_WITHOUT_MARKS).lower()


def searched_message(content: Content, *, is_typed: bool) -> str:
    """Return what is looked through of a message.

    Args:
        content: what it says.
        is_typed: it is the user's, in which nothing is Markdown.
    """
    if is_typed or not special_kinds():
        return searched(content.text)
    cut = MessageText()
    cut.begin(content)
    cut.finish()
    return searched(content.text) + added_words(cut.sections()[0])


def added_words(sections: Iterable[Section]) -> str:
    """Return what is displayed of sections whose kind does not show them as they were written."""
    if not special_kinds():
        return ""
    kinds = ((kind_of(section), section) for section in sections)
    words = [kind.words(section) for kind, section in kinds if not kind.shows_as_written]
    return "".join(f"\n{searched(one)}" for one in words)
