"""The time, and what the user's chats and documents say.

The chats and the documents are parts beside this one, so whoever joins them gives what looks there.

Threads: any.
"""

from __future__ import annotations

import zoneinfo
from datetime import UTC, datetime
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, Protocol

from app.core.plain_value import PlainValue
from app.core.tools.errors import DOCUMENT_UNKNOWN, TIME_ZONE_UNKNOWN
from app.core.tools.own.own_tool import Argument, OwnTool, number_of, schema_of, text_of
from app.core.tools.values import Tool, ToolResult

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from app.core.messages import Attachment
    from app.core.system.stop_signal import StopSignal

_MOST_FOUND: Final = 20
_FEW: Final = 5
_PART_CHARS: Final = 10_000  # of documents that a model is given at once
_ID_CHARS: Final = 12  # of a digest
_NOTHING: Final = "Nothing was found."
READ_DOCUMENT: Final = "read_document"
_LIMIT = Argument("limit", "integer", f"how many at most; {_FEW} if left out", is_required=False)


class FoundText(PlainValue, frozen=True):
    """Something that was found.

    Attributes:
        name: of the chat.
        where: in it, in words.
        text: what stands there.
    """

    name: str
    where: str
    text: str


class DocumentPart(PlainValue, frozen=True):
    """Passages of a document in a row, numbered from 1.

    Attributes:
        end: offset in the text of the document where they end.
        n_chars: of that text.
    """

    passages: tuple[Attachment, ...]
    end: int
    n_chars: int


class DocumentLookup(Protocol):
    """Looks in the documents that the user has listed. Raises `KnownError`."""

    def search(self, question: str, limit: int) -> Sequence[Attachment]:
        """Return the passages that fit a question, best first, numbered from 1."""

    def read(self, document: str, begin: int, n_chars: int) -> DocumentPart | None:
        """Return what a document says from an offset on; None where there is no such document.

        Args:
            document: the beginning of its digest, or the name of its file.
            begin: offset in its text.
            n_chars: about so many.
        """


# -- the time --


def _time(arguments: Mapping[str, Any], _stop: StopSignal) -> ToolResult:
    name = text_of(arguments, "time_zone", "").strip()
    now = datetime.now(UTC)
    try:
        there = now.astimezone(zoneinfo.ZoneInfo(name) if name else None)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise TIME_ZONE_UNKNOWN(name=name[:100]) from error
    week = there.isocalendar().week
    return ToolResult(f"{there.isoformat(timespec='seconds')}, {there:%A}, week {week}")


CURRENT_TIME: Final = OwnTool(
    Tool(
        "current_time",
        "Say the date and the time now, with the day of the week.",
        schema_of(
            Argument(
                "time_zone",
                "string",
                "such as Europe/Berlin; the user's own if left out",
                is_required=False,
            )
        ),
        needs_word=False,
    ),
    _time,
)

# -- chats and documents --


def chat_search(search: Callable[[str, int], Sequence[FoundText]]) -> OwnTool:
    """Return the tool that searches the user's chats.

    Args:
        search: returns what has all words, best first, so many at most; raises `KnownError`.
    """

    def run(arguments: Mapping[str, Any], _stop: StopSignal) -> ToolResult:
        limit = number_of(arguments, "limit", _FEW, _MOST_FOUND)
        return _found(search(text_of(arguments, "words"), limit or 1))

    return OwnTool(
        Tool(
            "search_chats",
            "Search the user's earlier chats for messages that have all of these words.",
            schema_of(Argument("words", "string", "the words"), _LIMIT),
        ),
        run,
    )


def document_tools(documents: DocumentLookup) -> tuple[OwnTool, OwnTool]:
    """Return the tools that search and read the user's documents."""

    def search(arguments: Mapping[str, Any], _stop: StopSignal) -> ToolResult:
        limit = number_of(arguments, "limit", _FEW, _MOST_FOUND)
        found = _fitting(documents.search(text_of(arguments, "question"), limit or 1))
        ids = dict.fromkeys(f"{_line(one.name)} has the id {document_id(one)}." for one in found)
        return ToolResult("\n".join(ids) or _NOTHING, passages=found)

    def read(arguments: Mapping[str, Any], _stop: StopSignal) -> ToolResult:
        name, begin = text_of(arguments, "document"), number_of(arguments, "begin", 0, 1 << 40)
        part = documents.read(name, begin, _PART_CHARS)
        if part is None:
            raise DOCUMENT_UNKNOWN(name=name[:200])
        if part.end >= part.n_chars or not part.passages:  # small models repeat what stands last
            is_over = not part.passages
            return ToolResult("The document ends here." * is_over, passages=part.passages)
        where = f"Characters {begin:,} to {part.end:,} of {part.n_chars:,}"
        document = document_id(part.passages[0])
        how = f'{READ_DOCUMENT} with document "{document}" and begin {part.end} reads on.'
        return ToolResult(f"[{where}. {how}]", passages=part.passages)

    return (
        OwnTool(
            Tool(
                "search_documents",
                "Find passages in the user's documents that fit a question.",
                schema_of(Argument("question", "string", "a question, or words"), _LIMIT),
            ),
            search,
        ),
        OwnTool(
            Tool(
                READ_DOCUMENT,
                "Read one of the user's documents, or read on in it.",
                schema_of(
                    Argument("document", "string", "its id or file name, as found"),
                    Argument(
                        "begin",
                        "integer",
                        "the character to begin with; 0 if left out",
                        is_required=False,
                    ),
                ),
            ),
            read,
        ),
    )


def _found(found: Sequence[FoundText]) -> ToolResult:
    return ToolResult("\n\n".join(map(_told, found)) or _NOTHING)


def _told(one: FoundText) -> str:
    return f"{', '.join(filter(None, (one.name, one.where)))}:\n{one.text.strip()}"


def document_id(passage: Attachment) -> str:
    """Return the id by which a model can read the document that a passage is of."""
    return passage.source.digest[:_ID_CHARS] if passage.source else ""


def _fitting(passages: Sequence[Attachment]) -> tuple[Attachment, ...]:
    """Return the first passages, up to a number of characters."""
    sizes = accumulate(len(one.text) for one in passages)
    return tuple(one for one, n in zip(passages, sizes, strict=True) if n <= _PART_CHARS)


def _line(text: str) -> str:
    return " ".join(text.split())
