"""Tells thinking from the answer while the text of an answer comes.

How a model marks its thinking is known from its chat template (`answer_formats.py`). llama.cpp's
parser is asked only where the text may have come to a mark, so that a token costs microseconds
however long the thinking is; once the answer has begun, it is not asked any more.

Threads: the engine thread.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from app.core.content.answer_parts import COMMONEST, AnswerParts, MarksReader, overlap
from app.core.plain_value import replace
from app.core.prompts.chat_formats import ChatFormatFailed

if TYPE_CHECKING:
    from app.core.prompts.chat_formats import ChatFormat, ChatFormats

logger = logging.getLogger(__name__)

_READ_AGAIN = 256  # where no mark is known: when the text has grown by one part in so many


class FormatReader:
    """Follows one answer.

    Args:
        formats: llama.cpp's parser.
        chat_format: of the prompt that is answered.
        said: what the answer goes on from; it counts as a part of it.
    """

    def __init__(self, formats: ChatFormats, chat_format: ChatFormat, said: str = "") -> None:
        self._formats = formats
        self._format = chat_format
        self._ends = tuple(end for end in chat_format.thinking_ends if end)
        self._text = ""
        self._n_read = 0
        self._has_ended = False  # perhaps: its end mark has come
        self._has_answered = False
        self._by_marks: MarksReader | None = None
        self.parts = AnswerParts()
        if said:
            self.feed(said)

    def feed(self, text: str) -> AnswerParts:
        """Take what was said next; return where the parts are now."""
        if self._by_marks is not None:
            self.parts = self._by_marks.feed(text)
            return self.parts
        if self._has_answered:
            return self.parts
        self._text += text
        n_chars = len(self._text)
        if self._may_be_at_a_mark(len(text)):
            self._read()
        elif self._is_thinking:
            self.parts = replace(self.parts, thinking_end=n_chars, answer_begin=n_chars)
        else:
            self.parts = replace(self.parts, answer_begin=n_chars)
        return self.parts

    def finish(self) -> AnswerParts:
        """Return where the parts are in an answer to which nothing is added any more."""
        if self._by_marks is not None:
            self.parts = self._by_marks.finish()
        elif not self._has_answered:
            n_chars = len(self._text)
            if self._is_thinking:  # what might have become its end did not
                self.parts = replace(self.parts, thinking_end=n_chars, answer_begin=n_chars)
            else:
                self.parts = AnswerParts()
            self._has_answered = True
        return self.parts

    @property
    def is_thinking(self) -> bool:
        """Whether nothing but thinking has come, and some of it."""
        if self._by_marks is not None:
            return self._by_marks.is_thinking
        return not self._has_answered and self._is_thinking

    @property
    def end_mark(self) -> str:
        """What ends the thinking; "" where that is not known."""
        if self._by_marks is not None:
            return self._by_marks.end_mark
        return self._ends[0] if self._ends else ""

    @property
    def has_answered(self) -> bool:
        """Whether the answer itself has begun."""
        return self._has_answered if self._by_marks is None else self._by_marks.has_answered

    @property
    def _is_thinking(self) -> bool:
        return self.parts.thinking_end > self.parts.thinking_begin

    def _may_be_at_a_mark(self, n_new: int) -> bool:
        if not self._is_thinking or self._has_ended:
            return True
        if not self._ends:
            return len(self._text) - self._n_read > len(self._text) // _READ_AGAIN
        tail = self._text[-n_new - max(map(len, self._ends)) :]
        return any(end in tail or overlap(tail, end) for end in self._ends)

    def _read(self) -> None:
        self._n_read = n_chars = len(self._text)
        try:
            parsed = self._formats.parse(self._format, self._text, is_partial=True)
        except ChatFormatFailed as error:
            logger.info("an answer is not of its chat's format", exc_info=error)
            self._end(AnswerParts(answer_begin=0))
            return
        begin, end = self._thinking_in_text(parsed.thinking)
        self._has_ended = any(mark in self._text[begin:] for mark in self._ends)
        begun = "" if end else parsed.answer.strip()
        if not parsed.answer or (
            begun and COMMONEST[0].startswith(begun) and begun != COMMONEST[0]
        ):
            if parsed.thinking or self._is_thinking:
                self.parts = AnswerParts(begin, end, n_chars)
            else:
                self.parts = AnswerParts(0, 0, n_chars)
            return
        if begun.startswith(COMMONEST[0]):
            # A model thinks whose template says nothing of it.
            self._by_marks = MarksReader("")
            self.parts = self._by_marks.feed(self._text)
            return
        answer = self._text.rfind(parsed.answer)
        self._end(AnswerParts(begin, end, max(answer, end)))

    def _end(self, parts: AnswerParts) -> None:
        self.parts, self._has_answered = parts, True
        self._text = ""

    def _thinking_in_text(self, words: str) -> tuple[int, int]:
        """Return where the parser's words of thinking lie in the text."""
        if not words:
            return 0, 0
        mark = self._format.thinking_start.strip()
        stripped = self._text.lstrip()
        n_blanks = len(self._text) - len(stripped)
        after_mark = n_blanks + len(mark) if stripped.startswith(mark) else 0
        begin = self._text.find(words, after_mark)
        if begin >= 0:
            return begin, begin + len(words)
        # The parser has put pieces together.
        ends = [where for end in self._ends if (where := self._text.find(end, after_mark)) >= 0]
        n_held = max((overlap(self._text, end) for end in self._ends), default=0)
        return after_mark, max(after_mark, min(ends, default=len(self._text) - n_held))


Reader = FormatReader | MarksReader
