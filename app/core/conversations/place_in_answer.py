"""A place in an answer from which it could go on otherwise.

Threads: values only, any thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.answer_parts import AnswerParts

if TYPE_CHECKING:
    from app.core.chats.records import Message


@dataclass(frozen=True, slots=True)
class PlaceInAnswer:
    """A place between two tokens of an answer, or of what is chosen in place of its end.

    Attributes:
        words: all before it, as the model says it.
        tokens: the exact ones of these words.
        vocabulary: names the one of these tokens; another model may be loaded by now.
    """

    words: str = ""
    tokens: tuple[int, ...] = ()
    vocabulary: str = ""

    def stats_of(self, answer: Message) -> dict[str, float | str]:
        """Return what is kept of where thinking lies in these words, which an answer begins with.

        What is behind the place may be other words than those of the answer.
        """
        parts, end = answer.parts, len(self.words)
        if parts is None:
            return {}
        offsets = (parts.thinking_begin, parts.thinking_end, parts.answer_begin)
        return AnswerParts(*(min(offset, end) for offset in offsets)).as_stats()
