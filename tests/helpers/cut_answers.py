"""An answer as an engine tells it, cut where it becomes something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.content.answer_parts import AnswerCutter, MarksReader

if TYPE_CHECKING:
    from app.core.content.answer_parts import AnswerPiece


def cut_by_marks(*texts: str, before: str = "", prompt: str = "") -> list[AnswerPiece]:
    """Return the pieces of an answer that comes in `texts`.

    Args:
        before: what it goes on from.
        prompt: what is answered; the thinking may begin there.
    """
    reader = MarksReader(prompt, before)
    cutter = AnswerCutter(before, reader.parts)
    told = [piece for text in texts for piece in cutter.feed(text, reader.feed(text))]
    return told + cutter.finish(reader.finish())
