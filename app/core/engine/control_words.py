"""Control tokens that somebody writes out stay words.

A chat template joins its own marks and people's words into one text. Whatever in those words looks
like a control token is put between two characters before the template sees it; behind the template
they tell which places are words, and go.

Threads: values and pure functions, any thread.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.answer_parts import MARKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from app.core.answer_parts import AnswerParts
    from app.core.llama import SpecialTokens

_FIRST, _LAST = 0xE0C0, 0xF8FE  # for private use, apart from the marks of messages and media
_HEAD = 2  # characters by which places are found that are worth a closer look
_THINKING_MARKS = frozenset(mark for pair in MARKS for mark in pair)
_PRIVATE = re.compile(f"[{chr(_FIRST)}-{chr(_LAST)}]")
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Rendered:
    """The text of a prompt.

    Attributes:
        text: without any marks of ours but those of media.
        words: ascending places in it that look like control tokens and are words, [begin, end).
    """

    text: str
    words: tuple[Span, ...] = ()

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
            # A head of one letter may be the beginning of another one.
            heads = {text[begin : begin + size] for size in range(1, _HEAD + 1)}
            lengths = sorted({n for head in heads for n in self._lengths.get(head, ())})
            ends = [begin + n for n in lengths if text[begin : begin + n] in self._texts]
            at = ends[-1] if ends else begin + 1
            if ends:
                yield begin, at


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
    """Two characters that the words of a prompt do not have.

    Args:
        texts: yields all of these words.
    """

    def __init__(self, texts: Callable[[], Iterable[str]]) -> None:
        self._texts = texts
        self._open = self._close = ""  # until something is marked

    def mark(self, text: str, spans: list[Span]) -> str:
        """Return a text with marks around some places."""
        if not spans:
            return text
        if not self._open:
            taken = {letter for one in self._texts() for letter in _PRIVATE.findall(one)}
            free = (chr(code) for code in range(_FIRST, _LAST) if chr(code) not in taken)
            self._open, self._close = next(free, ""), next(free, "")
        parts: list[str] = []
        at = 0
        for begin, end in spans:
            parts += [text[at:begin], self._open, text[begin:end], self._close]
            at = end
        return "".join([*parts, text[at:]])

    def mark_all(self, value: Any, words: ControlWords) -> Any:
        """Return a value of JSON with all words in it marked."""
        match value:
            case str():
                return self.mark(value, words.in_words(value))
            case list():
                return [self.mark_all(one, words) for one in value]
            case dict():
                return {
                    self.mark_all(key, words): self.mark_all(one, words)
                    for key, one in value.items()
                }
            case _:
                return value

    def taken_out(self, text: str) -> Rendered:
        """Return a text without marks, and where they were.

        A template may have cut what lay between two of them; what is left of a pair just goes.
        """
        if not self._open:
            return Rendered(text)
        parts: list[str] = []
        spans: list[Span] = []
        n_chars, opened = 0, -1
        for part in re.split(f"([{self._open}{self._close}])", text):
            if part == self._open:
                opened = n_chars
            elif part == self._close:
                if 0 <= opened < n_chars:
                    spans.append((opened, n_chars))
                opened = -1
            else:
                parts.append(part)
                n_chars += len(part)
        return Rendered("".join(parts), tuple(spans))
