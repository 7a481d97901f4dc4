"""What an answer cites of the documents that its chat has, and what stands for them in a message.

A number in brackets is a link where a passage has it. Which quotations are doubtful,
`doubtful_quotes` says; which passages have the words of an answer that cites none,
`unnamed_sources`.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from app.core.chats.media_names import plain_name
from app.core.documents.quotes import doubtful_quotes
from app.core.documents.same_words import unnamed_sources
from app.core.messages import LAST_DATE, message_of
from app.core.plain_value import PlainValue, replace
from app.ui.transcript.model.sections import Section, SectionKind
from app.ui.words.direction import RIGHT_TO_LEFT, text_direction
from app.ui.words.formatting import moment, size, text_size
from app.ui.words.plain_text import isolated
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.core.chats.records import Message
    from app.core.content.tool_steps import KeptFile
    from app.core.messages import Attachment

_SCHEME: Final = "passage:"
_FROM_LEFT, _FROM_RIGHT = "\u200e", "\u200f"  # signs that are not seen
_MARK = re.compile(r"\[\d{1,3}\s*[\],]")


def passage_address(number: int) -> str:
    """Return the address of the link that a number becomes."""
    return f"{_SCHEME}{number}"


def passage_of(address: str, passages: Iterable[Attachment]) -> Attachment | None:
    """Return the passage that a link leads to; None for another link."""
    return next((one for one in passages if passage_address(one.number) == address), None)


class Citations(PlainValue, frozen=True):
    """What is known of an answer.

    Attributes:
        numbers: of the passages that the chat has.
        doubtful: quotations that none of them has, as the answer writes them.
        sources: what is said of passages that have its words, where it cites none; a line each.
    """

    numbers: tuple[int, ...] = ()
    doubtful: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()


NO_CITATIONS = Citations()


def has_marks(answer: str) -> bool:
    """Whether an answer may cite something."""
    return _MARK.search(answer) is not None


def citations_of(
    answer: str,
    passages: tuple[Attachment, ...],
    *,
    is_whole: bool,
    before: Sequence[Message] = (),
) -> Citations:
    """Return what an answer cites.

    Args:
        answer: its Markdown.
        passages: of its chat.
        is_whole: nothing more of it comes, so that its words can be compared with the passages.
        before: the messages before it.
    """
    if not passages:
        return NO_CITATIONS
    numbers = tuple(one.number for one in passages)
    may_quote = is_whole and has_marks(answer)
    sources = unnamed_sources(answer, before) if is_whole else ()
    doubtful = doubtful_quotes(answer, passages) if may_quote else ()
    return Citations(numbers, doubtful, source_entries(sources))


def cited(sections: Sequence[Section], citations: Citations) -> list[Section]:
    """Return the sections of an answer with what each cites."""
    if citations == NO_CITATIONS:
        return list(sections)
    told = [
        replace(
            one,
            cites=citations.numbers,
            doubtful=tuple(quote for quote in citations.doubtful if quote in one.text),
        )
        if one.kind in (SectionKind.PROSE, SectionKind.TABLE)
        else one
        for one in sections
    ]
    if citations.sources:
        words = "\n".join([tr("Same words in:"), *citations.sources])
        read_from = text_direction("".join(one.text for one in sections[:1]))
        if read_from not in (None, text_direction(words)):  # it begins where the answer does
            words = f"{_FROM_RIGHT if read_from == RIGHT_TO_LEFT else _FROM_LEFT}{words}"
        told.append(Section(SectionKind.SOURCES, words))
    return told


def source_entries(passages: Sequence[Attachment]) -> tuple[str, ...]:
    """Return which passages these are, a line each: number, file and where in it.

    What is in the same document as the one before has no name again.
    """
    entries, last = [], None
    for one in passages:
        assert one.source is not None
        document = (passage_name(one), one.source.digest)
        page = tr("page {page}", page=one.source.page_name) if one.source.page_name else ""
        parts = ["" if document == last else document[0], page or "".join(one.source.headings[-1:])]
        where = ", ".join(isolated(part, _MOST_SHOWN) for part in parts if part.strip())
        entries.append(f"[{one.number}] {where}".rstrip())
        last = document
    return tuple(entries)


def doubtful_words(quotes: Sequence[str]) -> str:
    """Return what is said under an answer of its doubtful quotations; "" for none."""
    if not quotes:
        return ""
    if len(quotes) == 1:
        return tr(
            "A quotation is not in the passages: “{words}”", words=" ".join(quotes[0].split())
        )
    return tr("{n} quotations are not in the passages", n=len(quotes))


class SourceLine(PlainValue, frozen=True):
    """A line in a user's message that stands for what goes along.

    Attributes:
        details: how large it is, or which passages of it go along.
        number: of the attachment that it opens.
        is_saved: it saves a file that came of a call of a tool instead, of that number.
    """

    name: str
    details: str
    number: int
    is_saved: bool = False


def source_lines(attachments: Sequence[Attachment]) -> tuple[SourceLine, ...]:
    """Return a line for each attached text, and one for all passages of a document."""
    lines = []
    passages: dict[tuple[str, str], list[int]] = {}
    for number, one in enumerate(attachments):
        if one.source is None or not one.number:
            lines.append(SourceLine(one.name, text_size(one.text), number))
        else:
            is_turn = message_of(one.source) is not None
            digest = "" if is_turn else one.source.digest
            passages.setdefault((passage_name(one), digest), []).append(number)
    for (name, _digest), rows in passages.items():
        numbers = ", ".join(f"[{attachments[row].number}]" for row in rows)
        lines.append(SourceLine(name, tr("Passages {numbers}", numbers=numbers), rows[0]))
    return tuple(lines)


def file_lines(files: Sequence[KeptFile]) -> tuple[SourceLine, ...]:
    """Return a line for each file that came of a call of a tool."""
    return tuple(
        SourceLine(plain_name(one.name), size(one.n_bytes), number, is_saved=True)
        for number, one in enumerate(files)
    )


def passage_name(passage: Attachment) -> str:
    """Return the name of the file that a passage is of, or that it is of this chat."""
    is_turn = passage.source is not None and message_of(passage.source) is not None
    return tr("Earlier in this chat") if is_turn else passage.name


def passage_words(passage: Attachment) -> str:
    """Return what a passage is, for who points at its number: file, page, headings, first words."""
    words = " ".join(passage.text.split())
    return f"{passage_place(passage)}\n{words[:_MOST_SHOWN]}{'…' * (len(words) > _MOST_SHOWN)}"


_MOST_SHOWN = 200  # characters


def passage_place(passage: Attachment) -> str:
    """Return where a passage stands: file, page, headings."""
    source = passage.source
    assert source is not None
    page = tr("page {page}", page=source.page_name) if source.page_name else ""
    return ", ".join(filter(None, (passage_name(passage), page, " › ".join(source.headings))))


def version_words(attachment: Attachment) -> str:
    """Return which version of a file the model was given; its name where that is not known."""
    source = attachment.source
    if source is None or not 0 < source.changed_at < LAST_DATE:
        return attachment.name
    when = moment(datetime.fromtimestamp(source.changed_at, UTC))
    return tr("{name}\nThe file as it was on {when}", name=attachment.name, when=when)


def passages_in(messages: Iterable[Message]) -> tuple[Attachment, ...]:
    """Return the passages that messages have."""
    return tuple(one for message in messages for one in message.attachments if one.number)
