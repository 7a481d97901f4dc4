"""An answer on its way to standard output, and its thinking to a terminal.

What a model says must not control the terminal of who asked it: what a terminal would obey is shown
as a sign there. Into a file or another program it goes as it was said.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from app.core.answer_parts import AnswerFollower

if TYPE_CHECKING:
    from typing import TextIO

    from app.core.answer_parts import AnswerParts, NewWords

_KEPT = "\n\t"
_CONTROLS = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))]  # C0, delete and C1
_HARMLESS = str.maketrans({char: "�" for char in _CONTROLS if char not in _KEPT} | {"\r": ""})


class AnswerPrinter:
    """Prints an answer as it comes; the thinking before it goes to a terminal's error stream."""

    def __init__(self) -> None:
        self._follower = AnswerFollower()

    def add(self, text: str, parts: AnswerParts | None) -> None:
        """Take new text, and where the thinking lies in all of it."""
        self._show(self._follower.feed(text, parts))

    def finish(self, text: str, parts: AnswerParts | None) -> None:
        """Print what was held back because it could have become a mark of thinking.

        Args:
            text: of the whole answer.
            parts: where its thinking lies after all.
        """
        self._show(self._follower.finish(text, parts)._replace(thinking=""))

    def _show(self, new: NewWords) -> None:
        is_terminal = sys.stderr.isatty()
        if new.thinking and is_terminal:
            _print(new.thinking, sys.stderr)
        if new.answer:
            if (
                self._follower.n_said == len(new.answer)
                and self._follower.n_thought
                and is_terminal
            ):
                _print("\n\n", sys.stderr)
            _print(new.answer, sys.stdout)


def _print(text: str, stream: TextIO) -> None:
    said = text.translate(_HARMLESS) if stream.isatty() else text
    print(said, end="", file=stream, flush=True)
