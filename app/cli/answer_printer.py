"""An answer on its way to a terminal, or to whatever reads the output."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from app.core.messages import TextKind

if TYPE_CHECKING:
    from typing import TextIO

_KEPT = "\n\t"
_CONTROLS = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))]  # C0, delete and C1
_HARMLESS = str.maketrans({char: "�" for char in _CONTROLS if char not in _KEPT} | {"\r": ""})


class AnswerPrinter:
    """Prints an answer as it comes; the thinking before it goes to a terminal's error stream."""

    def __init__(self) -> None:
        self._has_thought = False
        self._has_answered = False

    def add(self, text: str, kind: TextKind) -> None:
        """Take new text, all of a kind."""
        is_terminal = sys.stderr.isatty()
        if kind is TextKind.THINKING and text and is_terminal:
            self._has_thought = True
            _print(text, sys.stderr)
        if kind is TextKind.ANSWER and text:
            if self._has_thought and not self._has_answered:
                _print("\n\n", sys.stderr)
            self._has_answered = True
            _print(text, sys.stdout)


def _print(text: str, stream: TextIO) -> None:
    said = text.translate(_HARMLESS) if stream.isatty() else text
    print(said, end="", file=stream, flush=True)
