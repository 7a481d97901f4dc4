"""The time, and what the user's chats and documents say.

The chats and the documents are parts beside this one, so whoever joins them gives what looks there.

Threads: any.
"""

from __future__ import annotations

import zoneinfo
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Protocol

from app.core.plain_value import PlainValue
from app.core.tools.errors import DOCUMENT_UNKNOWN, TIME_ZONE_UNKNOWN
from app.core.tools.own.own_tool import Argument, OwnTool, number_of, schema_of, text_of
from app.core.tools.values import Tool, ToolResult

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from app.core.system.stop_signal import StopSignal

_MOST_FOUND: Final = 20
_FEW: Final = 5
_LIMIT = Argument("limit", "integer", f"how many at most; {_FEW} if left out", is_required=False)


class FoundText(PlainValue, frozen=True):
    """Something that was found.

    Attributes:
        name: of the chat or the file.
        where: in it, in words; "" for all of it.
        text: what stands there.
        id: by which a document can be read; "" for what cannot.
    """

    name: str
    where: str
    text: str
    id: str = ""


class DocumentLookup(Protocol):
    """Looks in the documents that the user has listed. Raises `KnownError`."""

    def search(self, question: str, limit: int) -> Sequence[FoundText]:
        """Return the passages that fit a question, best first."""

    def read(self, document: str) -> FoundText | None:
        """Return all that a document says, by its id or the name of its file; None for none."""


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
        return _found(documents.search(text_of(arguments, "question"), limit or 1))

    def read(arguments: Mapping[str, Any], _stop: StopSignal) -> ToolResult:
        name = text_of(arguments, "document")
        found = documents.read(name)
        if found is None:
            raise DOCUMENT_UNKNOWN(name=name[:200])
        return ToolResult(f"{found.name}\n\n{found.text}")

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
                "read_document",
                "Read one of the user's documents from its beginning.",
                schema_of(Argument("document", "string", "its id or file name, as found")),
            ),
            read,
        ),
    )


def _found(found: Sequence[FoundText]) -> ToolResult:
    if not found:
        return ToolResult("Nothing was found.")
    return ToolResult("\n\n".join(map(_told, found)))


def _told(one: FoundText) -> str:
    named = f"{one.name} (id {one.id})" if one.id else one.name
    return f"{', '.join(filter(None, (named, one.where)))}:\n{one.text.strip()}"
