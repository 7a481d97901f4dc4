"""An answer on its way to standard output, and its thinking to a terminal.

What a model says must not control the terminal of who asked it: what a terminal would obey is shown
as a sign there. Into a file or another program it goes as it was said.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from app.core.answer_parts import split_answer

if TYPE_CHECKING:
    from typing import TextIO

    from app.core.answer_parts import AnswerParts

_KEPT = "\n\t"
_CONTROLS = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))]  # C0, delete and C1
_HARMLESS = str.maketrans({char: "�" for char in _CONTROLS if char not in _KEPT} | {"\r": ""})


class AnswerPrinter:
    """Prints an answer as it comes; the thinking before it goes to a terminal's error stream."""

    def __init__(self) -> None:
        self._text = ""
        self._parts: AnswerParts | None = None
        self._n_thought = 0
        self._n_said = 0

    def add(self, text: str, parts: AnswerParts | None) -> None:
        """Take new text, and where the thinking lies in all of it."""
        is_plain = self._n_said > 0 and parts is not None and parts == self._parts
        self._parts = parts
        if is_plain:
            _print(text, sys.stdout)
            self._n_said += len(text)
            return
        self._text += text
        split = split_answer(self._text, parts)
        thinking = split.thinking or ""
        if sys.stderr.isatty() and len(thinking) > self._n_thought:
            _print(thinking[self._n_thought :], sys.stderr)
            self._n_thought = len(thinking)
        new = split.answer[self._n_said :]
        if new:
            if not self._n_said and self._n_thought:
                _print("\n\n", sys.stderr)
            _print(new, sys.stdout)
            self._n_said = len(split.answer)

    def finish(self, text: str, parts: AnswerParts | None) -> None:
        """Print what was held back because it could have become a mark of thinking.

        Args:
            text: of the whole answer.
            parts: where its thinking lies after all.
        """
        rest = split_answer(text, parts).answer[self._n_said :]
        if rest:
            _print(rest, sys.stdout)
            self._n_said += len(rest)


def _print(text: str, stream: TextIO) -> None:
    said = text.translate(_HARMLESS) if stream.isatty() else text
    print(said, end="", file=stream, flush=True)
