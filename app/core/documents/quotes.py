"""Whether an answer's citations are right: what a mark means, and whether a quote stands there.

A quote counts as found where it differs in blanks, hyphens and the kind of quotation marks and
dashes, in the marks of Markdown and between the cells of a table, in what stands in brackets, or
where "…" leaves something out. A quote beside the number of a passage is doubtful where no passage
has its words; a few words are not, for people set names and ironies so, too.

Which passages are looked at, and how many quotes, has limits: an answer is checked while it is laid
out, which takes a few milliseconds at most. What is beyond them is not doubted.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final

from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

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
_LONGEST: Final = 4_000  # characters of a quote
_LEAST_WORDS: Final = 3  # of a quote that can be doubtful
_MOST_QUOTES: Final = 50  # of an answer, that cite something
_MOST_PARTS: Final = 10  # of a quote, that are looked for
_MOST_OPENERS: Final = 500  # of quotes, looked at in an answer
_MOST_PASSAGES: Final = 40  # in which quotes of an answer are looked for
_MOST_CHARS: Final = 60_000  # of these passages, and of an answer
_MOST_QUOTED: Final = 20_000  # characters of an answer's quotes
_WORD = re.compile(r"[^\W_]+")
_WIDE_LETTER = re.compile("[\u3040-\u9fff\uac00-\ud7ff]")  # about half a word
# What a quote leaves out, puts in itself, or begins anew with a letter of another case: "[t]he".
_LEFT_OUT = re.compile(
    r"\[\s*(?:…|\.{3})\s*\]|\(\s*(?:…|\.{3})\s*\)|…|\.{3,}|\[(?=[^\W\d_]\]\w)|\[[^\[\]\d]{2,80}\]"
)
_AT_THE_END: Final = " .,;:!?。，；：！？"  # which belongs to the sentence around a quote
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
_NUMBERS = re.compile(r"\[\d{1,3}(?:,\s*\d{1,3})*\]")  # of passages or footnotes
_RULE = re.compile(r":?-{3,}:?")  # of a table
_BAR = re.compile(r"^[ \t]*>+", re.MULTILINE)  # of a quote
_HYPHEN = re.compile(r"-(?:(?!\d)|(?<=[^\W\d_]-))")  # that is no sign of a number
_SAME: Final = str.maketrans(
    dict.fromkeys("‐‑‒–—―−﹘－", "-")
    | dict.fromkeys("|\\*`_#[]\"'’‘‚‛′´“”„‟″«»「」『』\u00ad\u200b\u2060\ufeff", "")
)


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


def marks_of(answer: str, passages: Iterable[Attachment]) -> tuple[Mark, ...]:
    """Return what an answer cites, in its order; what stands in code cites nothing.

    Args:
        answer: Markdown, as the model wrote it.
        passages: that it was given.
    """
    known = {one.number for one in passages} - {0}
    return tuple(_marks(_without_code(answer), known))


def doubtful_quotes(answer: str, passages: Sequence[Attachment]) -> tuple[str, ...]:
    """Return quotes that an answer cites passages for, and that none of them has.

    They are looked for in the passages that the answer cites, then in those next to these.

    Args:
        answer: Markdown, of which nothing more comes.
        passages: of its chat, in order.

    Returns:
        The words between the marks, as the answer writes them, in its order.
    """
    if len(answer) > _MOST_CHARS:
        return ()
    plain = _without_code(answer)
    places = {one.number: place for place, one in enumerate(passages) if one.number}
    marks = [one for one in _marks(plain, places) if one.is_known]
    cited = dict.fromkeys(places[one.number] for one in marks)
    looked_at = _looked_at(tuple(cited), passages)
    texts = "\n".join(_plain_text(passages[place].text) for place in looked_at)
    found = []
    n_quoted = 0
    for begin, end, numbers in islice(_cited(plain, marks), _MOST_QUOTES):
        quote = answer[begin:end]
        n_quoted += len(quote)
        if n_quoted > _MOST_QUOTED:
            break
        is_checked = all(places[number] in looked_at for number in numbers)
        if is_checked and _says_something(quote) and not _stands_in_one(quote, texts):
            found.append(quote)
    return tuple(found)


def stands_in(quote: str, text: str) -> bool:
    """Whether a text has the words of a quote, however they are set; false for no words."""
    return _stands_in_one(quote, _plain_text(text))


def _stands_in_one(quote: str, texts: str) -> bool:
    """Whether one of some plain texts, a line each, has the parts of a quote in their order."""
    wanted = [_plain(part).strip(_AT_THE_END) for part in _LEFT_OUT.split(_without_links(quote))]
    parts = [part for part in wanted if any(one.isalnum() for one in part)][:_MOST_PARTS]
    if not parts or max(parts, key=len)[1:] not in texts:  # soon known, as a rule
        return False
    # A quote within a sentence may begin one elsewhere.
    spelled = [{part[0].lower() + part[1:], part[0].upper() + part[1:]} for part in parts]
    return any(_has(text, spelled) for text in texts.split("\n"))


def _has(text: str, parts: Iterable[Collection[str]]) -> bool:
    at = 0
    for begins in parts:
        found = [place + len(one) for one in begins if (place := text.find(one, at)) >= 0]
        if not found:
            return False
        at = min(found)
    return True


def _looked_at(cited: Sequence[int], passages: Sequence[Attachment]) -> dict[int, None]:
    """Return places of passages: those cited first, then those nearest to them, some in all."""
    chosen: dict[int, None] = {}
    n_chars = 0
    for place in _near(cited[:_MOST_PASSAGES]):
        if len(chosen) == _MOST_PASSAGES:
            break
        if not 0 <= place < len(passages) or place in chosen:
            continue
        n_chars += len(passages[place].text)
        if n_chars > _MOST_CHARS:
            break
        chosen[place] = None
    return chosen


def _near(places: Sequence[int]) -> Iterator[int]:
    yield from places
    for distance in range(1, _MOST_PASSAGES):
        for place in places:
            yield place - distance
            yield place + distance


def _cited(answer: str, marks: Sequence[Mark]) -> Iterator[tuple[int, int, set[int]]]:
    """Yield quotes, as ranges, with the numbers that stand behind them in their paragraph."""
    begins = [one.begin for one in marks]
    paragraphs = [match.start() for match in re.finditer("\n\n", answer)] if marks else []
    for begin, end in _quoted(answer) if marks else ():
        last = bisect_left(paragraphs, end)
        paragraph = paragraphs[last] if last < len(paragraphs) else len(answer)
        behind = marks[bisect_left(begins, end) : bisect_left(begins, paragraph)]
        if behind:
            yield begin, end, {one.number for one in behind}


def _without_code(answer: str) -> str:
    """Return an answer with blanks in place of code."""
    if "`" not in answer and "~~~" not in answer:
        return answer
    return _CODE.sub(lambda match: " " * len(match.group()), answer)


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
    for _ in range(_MOST_OPENERS):
        opener = _OPENERS.search(answer, at)
        if opener is None:
            return
        at = opener.end()
        if opener.group() == '"' and not _may_open(answer, opener.start()):
            continue
        last = min(len(answer), at + _LONGEST)
        paragraph = answer.find("\n\n", at, last)
        last = last if paragraph < 0 else paragraph
        ends = [answer.find(closer, at, last) for closer in _QUOTES[opener.group()]]
        end = min((place for place in ends if place >= 0), default=at)
        if answer[at:end].strip():
            yield at, end
            at = end + 1


def _may_open(answer: str, at: int) -> bool:
    """Whether a straight quotation mark is not an inch or the end of something."""
    before, behind = answer[at - 1 : at], answer[at + 1 : at + 2]
    return not before.isalnum() and bool(behind.strip())


def _without_links(text: str) -> str:
    """Return Markdown with the words of links alone."""
    return _LINK.sub(r"\1", text)


def _plain(text: str) -> str:
    """Return the letters, figures and punctuation of a text: what makes a difference."""
    plain = unicodedata.normalize("NFKC", text.replace("´", "'"))
    if "[" in plain:
        plain = _NUMBERS.sub("", _without_links(plain))
    if ">" in plain:
        plain = _BAR.sub("", plain)
    plain = plain.translate(_SAME)
    if "---" in plain:
        plain = _RULE.sub("", plain)
    return "".join(_HYPHEN.sub("", plain).split())


_plain_text = lru_cache(maxsize=400)(_plain)  # passages; each answer near one asks again
