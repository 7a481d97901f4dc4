"""Whether an answer's citations are right: what a mark means, and whether a quote stands there.

A quote counts as found where it differs in blanks, in words that a line end has cut in two, in the
kind of quotes and dashes, in the marks of Markdown, or where "…" leaves something out. A quote
beside the number of a passage is doubtful where no passage has its words; a few words are not, for
people set names and ironies so, too.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from app.core.messages import Attachment

_CODE = re.compile(r"^ {0,3}(`{3,}|~{3,}).*?(?:^ {0,3}\1|\Z)|`[^`\n]+`", re.MULTILINE | re.DOTALL)
_MARKS = re.compile(r"\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]")
_NUMBER = re.compile(r"\d+")
# What opens a quote, and what closes it.
_QUOTES: Final = {
    "“": "”",
    "„": "“”",
    "«": "»",
    "»": "«",
    "「": "」",
    "『": "』",
    '"': '"',
}
_OPENERS = re.compile("[" + "".join(_QUOTES) + "]")
_LONGEST = 4_000  # characters of a quote
_LEAST_WORDS = 3  # of a quote that can be doubtful
_WORD = re.compile(r"[^\W_]+")
_WIDE_LETTER = re.compile("[\u3040-\u9fff\uac00-\ud7ff]")  # about half a word
_LEFT_OUT = re.compile(r"\[\s*(?:…|\.{3})\s*\]|\(\s*(?:…|\.{3})\s*\)|…|\.{3,}")
_AT_THE_END = " .,;:!?。，；：！？"  # which belongs to the sentence around a quote
_SAME: Final = {
    **dict.fromkeys("‐‑‒–—―−﹘－", "-"),
    **dict.fromkeys('‘’‚‛′´“”„‟″«»「」『』"', "'"),  # quotes within quotes are written otherwise
    **dict.fromkeys("*`\u00ad\u200b\u2060\ufeff", ""),
}
_LINE_END = "\ue000"  # a hyphen at the end of a line, which may or may not belong to the word
_WIDE = re.compile("[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")


class Mark(PlainValue, frozen=True):
    """A number in brackets, in an answer.

    Attributes:
        begin, end: offsets of the number in the answer, or of the brackets around it alone.
        number: as it stands there.
        is_known: there is a passage of that number.
    """

    begin: int
    end: int
    number: int
    is_known: bool


class Quote(PlainValue, frozen=True):
    """Words in quotation marks, in an answer.

    Attributes:
        begin, end: offsets in the answer, of what stands between the marks.
        passage: index of the text that has these words; None where none has.
        found_begin, found_end: offsets in the document which that text is of.
    """

    begin: int
    end: int
    passage: int | None = None
    found_begin: int = 0
    found_end: int = 0


class CheckedAnswer(PlainValue, frozen=True):
    """What an answer cites, in the order of the answer."""

    marks: tuple[Mark, ...]
    quotes: tuple[Quote, ...]


def check_answer(answer: str, passages: Sequence[Attachment]) -> CheckedAnswer:
    """Say what an answer cites; what stands in code cites nothing.

    Args:
        answer: Markdown, as the model wrote it.
        passages: that it was given, and whole documents.
    """
    plain = _CODE.sub(lambda match: " " * len(match.group()), answer)
    texts = [_Plain(one.text) for one in passages]
    marks = tuple(_marks(plain, {one.number for one in passages} - {0}))
    quotes = tuple(_looked_up(answer, span, passages, texts) for span in _quoted(plain))
    return CheckedAnswer(marks, quotes)


def doubtful_quotes(answer: str, passages: Sequence[Attachment]) -> tuple[str, ...]:
    """Return quotes that an answer cites passages for, and that none of them has.

    Args:
        answer: Markdown, of which nothing more comes.
        passages: that it was given.

    Returns:
        The words between the marks, as the answer writes them, in its order.
    """
    checked = check_answer(answer, passages)
    marks = [one.begin for one in checked.marks if one.is_known]
    found = []
    for quote in checked.quotes:
        end = answer.find("\n\n", quote.end)
        is_cited = any(quote.end <= at and (end < 0 or at < end) for at in marks)
        words = answer[quote.begin : quote.end]
        if quote.passage is None and is_cited and _says_something(words):
            found.append(words)
    return tuple(found)


def _says_something(words: str) -> bool:
    n_wide = len(_WIDE_LETTER.findall(words))
    return len(_WORD.findall(words)) >= _LEAST_WORDS or n_wide > _LEAST_WORDS


def _marks(answer: str, known: Collection[int]) -> Iterator[Mark]:
    for brackets in _MARKS.finditer(answer):
        numbers = list(_NUMBER.finditer(answer, brackets.start(), brackets.end()))
        for match in numbers:
            number = int(match.group())
            span = brackets.span() if len(numbers) == 1 else match.span()
            yield Mark(*span, number, number in known)


def _quoted(answer: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges between quotation marks; a quote ends within its paragraph."""
    at = 0
    while opener := _OPENERS.search(answer, at):
        at = opener.end()
        if opener.group() == '"' and not _may_open(answer, opener.start()):
            continue
        paragraph = answer.find("\n\n", at)
        last = min(len(answer) if paragraph < 0 else paragraph, at + _LONGEST)
        ends = [answer.find(closer, at, last) for closer in _QUOTES[opener.group()]]
        end = min((place for place in ends if place >= 0), default=at)
        if answer[at:end].strip():
            yield at, end
            at = end + 1


def _may_open(answer: str, at: int) -> bool:
    """Whether a straight quotation mark is not an inch or the end of something."""
    before, behind = answer[at - 1 : at], answer[at + 1 : at + 2]
    return not before.isalnum() and bool(behind.strip())


def _looked_up(
    answer: str, span: tuple[int, int], passages: Sequence[Attachment], texts: Sequence[_Plain]
) -> Quote:
    wanted = [_pattern(part) for part in _LEFT_OUT.split(answer[slice(*span)])]
    parts = [part for part in wanted if part is not None]
    for number, (passage, text) in enumerate(zip(passages, texts, strict=True)):
        place = text.find(parts) if parts else None
        if place is not None:
            begin = passage.source.begin if passage.source else 0
            return Quote(*span, number, *(begin + offset for offset in place))
    return Quote(*span)


def _pattern(part: str) -> re.Pattern[str] | None:
    """Return what finds a part of a quote in a plain text; None for one without words."""
    plain = _Plain(part).text.strip(_AT_THE_END)
    if not any(one.isalnum() for one in plain):
        return None
    spelled = {"-": f"[-{_LINE_END}]", _LINE_END: f"[-{_LINE_END}]?"}
    found = [spelled.get(one, f"{re.escape(one)}{_LINE_END}?") for one in plain]
    if plain[0].lower() != plain[0].upper():  # a quote within a sentence may begin one elsewhere
        found[0] = f"[{plain[0].lower()}{plain[0].upper()}]{_LINE_END}?"
    # One way only to find a line end, or what is not found takes forever.
    pattern = "".join(found).replace(f"{_LINE_END}?[-{_LINE_END}]", f"[-{_LINE_END}]")
    return re.compile(pattern.removesuffix(f"{_LINE_END}?"))


class _Plain:
    """A text without what makes no difference, and where each of its characters stood.

    Attributes:
        text: decomposed characters, one blank where there are several, none between characters
            of Chinese or Japanese.
    """

    def __init__(self, text: str) -> None:
        self._characters: list[str] = []
        self._places: list[int] = []
        blank = -1  # place of the blank that came last, if one did
        for place, character in enumerate(text):
            if character.isspace():
                blank = place if blank < 0 else blank
                if character == "\n" and self._ends_in_hyphen():
                    self._characters[-1] = _LINE_END
                continue
            for one in unicodedata.normalize("NFKD", character):
                plain = _SAME.get(one, one)
                if plain:
                    if blank >= 0 and self._is_blank_kept(plain):
                        self._add(" ", blank)
                    blank = -1
                    self._add(plain, place)
        self.text = "".join(self._characters)

    def _add(self, character: str, place: int) -> None:
        self._characters.append(character)
        self._places.append(place)

    def _ends_in_hyphen(self) -> bool:
        before = self._characters[-2:]
        return len(before) == 2 and before[1] == "-" and before[0].isalpha()

    def _is_blank_kept(self, following: str) -> bool:
        """Whether a blank between what is there and the next character makes a difference."""
        if not self._characters or self._characters[-1] == _LINE_END:
            return False
        return not (_WIDE.match(self._characters[-1]) and _WIDE.match(following))

    def find(self, parts: Sequence[re.Pattern[str]]) -> tuple[int, int] | None:
        """Return the range of the original text in which some parts stand in this order."""
        begin, at = None, 0
        for part in parts:
            match = part.search(self.text, at)
            if match is None:
                return None
            begin = match.start() if begin is None else begin
            at = match.end()
        return None if begin is None else (self._places[begin], self._places[at - 1] + 1)
