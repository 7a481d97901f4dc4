"""Control tokens that somebody writes out stay words.

A chat template joins its own marks and people's words into one text. Whatever in those words looks
like a control token gets a character inside before the template sees it; behind the template these
characters tell which places are words, and go.

Threads: values and pure functions, any thread.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from app.core.content.answer_parts import MARKS
from app.core.engine.errors import TemplateFailed
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from app.core.content.answer_parts import AnswerParts
    from app.core.llama import SpecialTokens

_FIRST, _LAST = 0xF0000, 0x10FFFD  # for private use: more than fit into any prompt
_HEAD = 2  # characters by which places are found that are worth a closer look
# Beside the commonest: all that stands before thinking, or between it and the answer.
_THINKING_MARKS = frozenset(
    [
        *(mark for pair in MARKS for mark in pair),
        "<|end|><|start|>assistant<|channel|>final<|message|>",
        "<mm:think>",
        "</mm:think>",
        "[BEGIN FINAL RESPONSE]",
        "<|channel>thought",
        "<channel|>",
        "<|START_THINKING|>",
        "<|END_THINKING|><|START_RESPONSE|>",
        "<|END_THINKING|><|START_TEXT|>",
        "<|close|>think<|sep|>",
    ]
)
# Also as JSON has them in ASCII.
_PRIVATE = re.compile(
    f"[{chr(_FIRST)}-{chr(_LAST)}]"
    r"|\\u[dD][bB][89a-fA-F][0-9a-fA-F]\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)
Span = tuple[int, int]


class Rendered(PlainValue, frozen=True):
    """The text of a prompt.

    Attributes:
        text: without any marks of ours but those of media.
        words: ascending places in it that look like control tokens and are words, [begin, end).
    """

    text: str
    words: tuple[Span, ...] = ()

    def begins_with(self, control: str) -> bool:
        """Whether a control token stands at the beginning."""
        is_word = bool(self.words) and not self.words[0][0]
        return bool(control) and self.text.startswith(control) and not is_word

    def part(self, begin: int, end: int) -> Rendered:
        """Return a part of the text, [begin, end); words that it cuts are left out."""
        inside = [(a - begin, b - begin) for a, b in self.words if begin <= a and b <= end]
        return Rendered(self.text[begin:end], tuple(inside))


class ControlTexts:
    """Texts that would be cut into one control token each."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = frozenset(filter(None, texts))
        lengths: defaultdict[str, set[int]] = defaultdict(set)
        for text in self._texts:
            lengths[text[:_HEAD]].add(len(text))
        self._lengths = dict(lengths)
        self._heads = re.compile("|".join(map(re.escape, self._lengths)) or r"(?!)")

    def find(self, text: str) -> Iterator[Span]:
        """Yield where one stands, ascending, the longest at each place."""
        if not any(head in text for head in self._lengths):  # of most texts, quickly
            return
        at = 0
        while match := self._heads.search(text, at):
            begin = match.start()
            end = self.end_at(text, begin)
            at = end or begin + 1
            if end:
                yield begin, end

    def end_at(self, text: str, begin: int) -> int:
        """Return where the longest one ends that begins at a place; 0 where none does."""
        # A head of one letter may be the beginning of another one.
        heads = {text[begin : begin + size] for size in range(1, _HEAD + 1)}
        lengths = {n for head in heads for n in self._lengths.get(head, ())}
        fitting = {text[begin : begin + n] for n in lengths} & self._texts
        longest = max(map(len, fitting), default=0)
        return begin + longest if longest else 0


class ControlWords:
    """What of people's words must not become a control token, for one chat template.

    Args:
        special: of the vocabulary.
        source: of the template. Added tokens that it writes itself steer the model as control
            tokens do, but for the marks of thinking, which it reads in answers.

    Attributes:
        token_ids: tokens that words never become.
    """

    def __init__(self, special: SpecialTokens, source: str) -> None:
        written = {
            text: token
            for text, token in special.user_defined.items()
            if text.strip() and text in source and text not in _THINKING_MARKS
        }
        self.token_ids = frozenset([*special.control.values(), *written.values()])
        self._in_answers = ControlTexts(special.control)
        self._anywhere = ControlTexts([*special.control, *written])

    def in_words(self, text: str) -> list[Span]:
        """Return where a text that anybody wrote looks like a control token."""
        return list(self._anywhere.find(text))

    def end_at(self, text: str, begin: int) -> int:
        """Return where what looks like a control token ends, 0 where none begins."""
        return self._anywhere.end_at(text, begin)

    def in_answer(self, text: str, parts: AnswerParts | None) -> list[Span]:
        """Return where an answer looks like a control token, but for the marks of its thinking."""
        found = list(self._in_answers.find(text))
        if found and parts is not None and parts.fit(text):
            places = ((0, parts.thinking_begin), (parts.thinking_end, parts.answer_begin))
            marks = [place for place in places if text[slice(*place)].strip() in _THINKING_MARKS]
            found = [
                (begin, end)
                for begin, end in found
                if not any(first <= begin and end <= last for first, last in marks)
            ]
        return found


class WordMarks:
    """Marks the words of a prompt with a character that none of them has.

    The mark stands behind the first character of what looks like a control token, so a template
    that cuts or compares words finds none in them, whatever it leaves of them.

    Args:
        texts: yields all of these words.
        words: finds control tokens.
    """

    def __init__(self, texts: Callable[[], Iterable[str]], words: ControlWords) -> None:
        self._texts = texts
        self._words = words
        self._mark = ""  # until something is marked

    def mark(self, text: str, spans: list[Span]) -> str:
        """Return a text with a mark in some places.

        Raises:
            TemplateFailed: the words of the prompt have all characters that a mark may be.
        """
        if not spans:
            return text
        self._mark = self._mark or _free_mark(self._texts())
        parts: list[str] = []
        at = 0
        for begin, _end in spans:
            parts += [text[at : begin + 1], self._mark]
            at = begin + 1
        return "".join([*parts, text[at:]])

    def mark_all(self, value: Any) -> Any:
        """Return a value of JSON with all words in it marked; raises as `mark`."""
        match value:
            case str():
                return self.mark(value, self._words.in_words(value))
            case list():
                return [self.mark_all(one) for one in value]
            case dict():
                return {self.mark_all(key): self.mark_all(one) for key, one in value.items()}
            case _:
                return value

    def taken_out(self, text: str) -> Rendered:
        """Return a text without marks, and where they were and control tokens are now."""
        if not self._mark:
            return Rendered(text)
        # A template may have written words as JSON in ASCII.
        marks = f"{self._mark}|{re.escape(json.dumps(self._mark)[1:-1])}"
        parts = re.split(marks, text)
        plain = "".join(parts)
        spans: list[Span] = []
        behind = end = 0
        for part in parts[:-1]:
            behind += len(part)
            begin = behind - 1
            if begin >= end and (found := self._words.end_at(plain, begin)):
                end = found
                spans.append((begin, end))
        return Rendered(plain, tuple(spans))


def _free_mark(texts: Iterable[str]) -> str:
    found = {one for text in texts for one in _PRIVATE.findall(text)}
    taken = {json.loads(f'"{one}"') if len(one) > 1 else one for one in found}
    free = (chr(code) for code in range(_FIRST, _LAST + 1) if chr(code) not in taken)
    mark = next(free, "")
    if not mark:
        raise TemplateFailed("its words leave no character to mark them with")
    return mark
