"""Finds the title in what a model says: without its thinking, and not a line further.

Threads: one at a time; values only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.engine.answer_reader import Reader


class TitleReader:
    """Takes the text of successive tokens.

    Args:
        reader: tells thinking from what is said after it.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._said = ""
        self._begin = 0

    @property
    def is_thinking(self) -> bool:
        """Whether nothing was said yet but thoughts."""
        return self._reader.is_thinking

    @property
    def text(self) -> str:
        """The first line that is not empty, as far as it has come; "" while there is none."""
        return self._line.rstrip()

    @property
    def is_complete(self) -> bool:
        """Whether the line has ended."""
        return self._line != self._said[self._begin :].lstrip()

    @property
    def _line(self) -> str:
        return self._said[self._begin :].lstrip().partition("\n")[0]

    def feed(self, text: str) -> None:
        """Take what was said next."""
        self._said += text
        self._begin = self._reader.feed(text).answer_begin
