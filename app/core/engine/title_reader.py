"""Finds the title in what a model says: without its thinking, and not a line further.

Threads: one at a time; values only.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# How models mark their thinking. Control tokens are written out here, so that what some models
# mark with those is told apart, too.
_THINKING = (
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("[THINK]", "[/THINK]"),
    ("<seed:think>", "</seed:think>"),
    ("<|channel|>analysis<|message|>", "<|channel|>final<|message|>"),
)


class _Phase(enum.Enum):
    """How far what was said has come."""

    BEGINNING = enum.auto()  # it may begin with thinking
    THINKING = enum.auto()
    SPEAKING = enum.auto()


class TitleReader:
    """Takes the text of successive tokens.

    Args:
        prompt: what it goes on from; some chat templates let the thinking begin there.
    """

    def __init__(self, prompt: str) -> None:
        begun = prompt.rstrip()
        self._end_of_thinking = _end_after(begun.endswith)
        self._phase = _Phase.THINKING if self._end_of_thinking else _Phase.BEGINNING
        self._said = ""

    @property
    def is_thinking(self) -> bool:
        """Whether nothing was said yet but thoughts."""
        return self._phase is _Phase.THINKING

    @property
    def text(self) -> str:
        """The first line that is not empty, as far as it has come; "" while there is none."""
        return self._line.rstrip() if self._phase is _Phase.SPEAKING else ""

    @property
    def is_complete(self) -> bool:
        """Whether the line has ended."""
        return self._phase is _Phase.SPEAKING and self._line != self._said.lstrip()

    @property
    def _line(self) -> str:
        return self._said.lstrip().partition("\n")[0]

    def feed(self, text: str) -> None:
        """Take what was said next."""
        self._said += text
        said = self._said.lstrip()
        if self._phase is _Phase.BEGINNING and said:
            self._end_of_thinking = _end_after(said.startswith)
            if self._end_of_thinking:
                self._phase = _Phase.THINKING
            elif not any(begin.startswith(said) for begin, _end in _THINKING):
                self._phase = _Phase.SPEAKING
        if self._phase is _Phase.THINKING and self._end_of_thinking in self._said:
            self._said = self._said.partition(self._end_of_thinking)[2]
            self._phase = _Phase.SPEAKING


def _end_after(has_mark: Callable[[str], bool]) -> str:
    """Return what ends the thinking whose beginning is there; "" for none."""
    return next((end for begin, end in _THINKING if has_mark(begin)), "")
