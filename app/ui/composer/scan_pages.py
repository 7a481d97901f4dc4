"""A scan, whose pages a model that sees may read as pictures, and what is told before it does."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from app.core.documents.reader import MOST_PAGES
from app.core.phrases import phrase
from app.core.plain_value import PlainValue, replace
from app.ui.composer.draft import MOST_MEDIA
from app.ui.words.formatting import counted, forecast
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.core.documents.refusals import FileVersion
    from app.core.errors import Problem

_KNOWN_DIGITS: Final = 2  # of an estimate: pages differ
_MOST_NAMED: Final = 8  # pages, or ranges of them


@dataclass(frozen=True, slots=True, eq=False)
class ScannedFile:
    """A PDF without text.

    Attributes:
        path: where it lies.
        n_pages: how many it has.
        address: of what is being written, with which it is to go along.
        problem: why its text cannot.
        version: of the file, when it was found to be a scan.
    """

    path: Path
    n_pages: int
    address: object
    problem: Problem
    version: FileVersion | None = None

    def n_attached(self, n_media: int) -> int:
        """Return how many of its pages may go along with so many pictures and sounds."""
        return max(0, min(self.n_pages, MOST_PAGES, MOST_MEDIA - n_media))

    def page_names(self, n_pages: int) -> list[str]:
        """Return what its first pages are called as pictures."""
        name = self.path.name
        return [tr("{name}, page {n}", name=name, n=n) for n in range(1, n_pages + 1)]

    def seen_by_others(self) -> Problem:
        """Return the problem for a model that does not see, with what helps then."""
        remedy = phrase(
            "Open a model that sees pictures, and Hearth offers it the pages. Or have a program "
            "with text recognition (OCR) read the scan."
        )
        return replace(self.problem, remedy=remedy)


class PagesOffer(PlainValue, frozen=True):
    """What the user is asked before pages go along.

    Attributes:
        question: names the scan, and how much of it a model would read.
        cost: tokens and time, as far as they are known.
    """

    question: str
    cost: str = ""


def pages_offer(scan: ScannedFile, n_pages: int, n_tokens: int, seconds: float) -> PagesOffer:
    """Return what is asked before the first pages of a scan go along.

    Args:
        scan: of which they are.
        n_pages: how many.
        n_tokens: that a page takes; 0 where that is not known.
        seconds: likewise.
    """
    name, of_all = scan.path.name, counted(scan.n_pages, "page")
    if n_pages == scan.n_pages:
        question = tr(
            "“{name}” is a scan of {pages}. Let the model read it as pictures?",
            name=name,
            pages=of_all,
        )
    else:
        question = tr(
            "“{name}” is a scan of {pages}. Let the model read the first {n} as pictures?",
            name=name,
            pages=of_all,
            n=n_pages,
        )
    if not n_tokens:
        return PagesOffer(question)
    tokens = counted(_rounded(n_pages * n_tokens), "token")
    if not seconds:
        return PagesOffer(question, tr("It takes about {tokens}.", tokens=tokens))
    time = forecast(1000 * n_pages * seconds)
    cost = tr("It takes about {tokens}, and {time} to read.", tokens=tokens, time=time)
    return PagesOffer(question, cost)


def _rounded(n: int) -> int:
    """Return a number with as many digits as are known of it."""
    return round(n, _KNOWN_DIGITS - 1 - math.floor(math.log10(n)))


def without_text_note(pages: Sequence[int]) -> str:
    """Return which pages of a document have no text, as it is told; "" for none."""
    if not pages:
        return ""
    begins = [pages[0], *(page for before, page in pairwise(pages) if page != before + 1)]
    ends = [*(before for before, page in pairwise(pages) if page != before + 1), pages[-1]]
    ranges = [
        str(begin) if begin == end else f"{begin}–{end}"
        for begin, end in zip(begins, ends, strict=True)
    ]
    named = ", ".join(ranges[:_MOST_NAMED]) + (", …" if len(ranges) > _MOST_NAMED else "")
    return tr("Without text, as they are pictures: pages {pages}", pages=named)
