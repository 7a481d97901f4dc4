"""`/hearth/v1/documents`: the user's documents, listed and searched.

Threads: the server's event loop.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from app.core.documents.facts import embedder_facts, file_facts, found_facts
from app.core.documents.library import path_as_listed
from app.core.plain_value import PlainValue
from app.server.answering import Reading
from app.server.errors import NOT_FOUND, OK, ApiError, bad_field
from app.server.hearth.document_access import GivenPath
from app.server.replies import EventStream, event, reading_comment

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence

    from app.core.documents.library import LookProgress
    from app.server.desk import Taken
    from app.server.fields import Fields
    from app.server.hearth.chat_access import ChatAccess
    from app.server.hearth.document_access import DocumentAccess, DocumentLook

_MOST_PATHS: Final = 100
_MOST_PASSAGES: Final = 50
_USUAL_PASSAGES: Final = 5
_ALL: Final = "all"


class DocumentAddresses:
    """Serves them.

    Args:
        chats: of the user, who shares the documents with them; None where there are none.
        documents: of the user; None where there are none.
    """

    def __init__(self, chats: ChatAccess | None, documents: DocumentAccess | None) -> None:
        self._chats = chats
        self._documents = documents

    def _shared(self) -> DocumentAccess:
        if self._chats is None:
            raise _not_served()
        self._chats.require_shared()
        return served(self._documents)

    async def list(self, taken: Taken) -> None:
        """Tell what is listed, and what is known of it."""
        documents = self._shared()
        progress = await documents.look_briefly()
        listing = await documents.listing()
        await taken.reply(
            {
                "object": "hearth.documents",
                "sources": [str(one) for one in listing.sources],
                "documents": [file_facts(one) for one in listing.files],
                "embedder": embedder_facts(listing.embedding),
                "reading": _reading(progress),
            }
        )

    async def add(self, taken: Taken) -> None:
        """List files and folders, and tell what they say when they have been read."""
        documents = self._shared()
        given = _paths(taken.fields, "paths")
        if not given:
            raise bad_field("paths", "must name a file or a folder.")
        is_streamed = taken.fields.flag("stream")
        look = await documents.add(given)
        if is_streamed:
            events = _events(look, documents, given, taken)
            await EventStream(events, lambda error: event(error.for_openai(), "error")).send(
                taken.send
            )
            return
        async for _ in look.steps():
            pass
        await taken.reply(await _added(documents, given))

    async def remove(self, taken: Taken) -> None:
        """Take a file or folder off the list."""
        documents = self._shared()
        sources = await documents.remove(_path(taken.fields.text("path"), "path"))
        await taken.reply({"object": "hearth.documents", "sources": [str(one) for one in sources]})

    async def search(self, taken: Taken) -> None:
        """Tell the passages that fit a question."""
        documents, fields = self._shared(), taken.fields
        question = fields.text("query")
        if not question.strip():
            raise bad_field("query", "must say something.")
        limit = fields.count("limit", 1, _MOST_PASSAGES) or _USUAL_PASSAGES
        among = _paths(fields, "among") if fields.has("among") else None
        progress = await documents.look_briefly()
        found = await documents.search(question, limit, among)
        await taken.reply(
            {
                "object": "hearth.passages",
                "passages": [found_facts(one) for one in found],
                "reading": _reading(progress),
            }
        )


async def _events(
    look: DocumentLook, documents: DocumentAccess, given: Sequence[GivenPath], taken: Taken
) -> AsyncGenerator[bytes, None]:
    async for progress in look.steps():
        if not progress.is_over:
            yield reading_comment(Reading(progress.n_read, progress.n_to_read))
    told = await _added(documents, given)
    taken.logged.status = OK
    yield event(told, "documents")


async def _added(documents: DocumentAccess, given: Sequence[GivenPath]) -> dict[str, Any]:
    listing = await documents.listing()
    paths = [one.path for one in given]
    within = [one for one in listing.files if any(one.path.is_relative_to(path) for path in paths)]
    return {
        "object": "hearth.documents",
        "sources": [str(one) for one in listing.sources],
        "documents": [file_facts(one) for one in within],
    }


def _reading(progress: LookProgress) -> dict[str, int] | None:
    """Return how far a look is that goes on; None where all has been read."""
    if progress.is_over:
        return None
    return {"n_read": progress.n_read, "n_to_read": progress.n_to_read}


def served(documents: DocumentAccess | None) -> DocumentAccess:
    """Return the documents.

    Raises:
        ApiError: there are none.
    """
    if documents is None:
        raise _not_served()
    return documents


def _not_served() -> ApiError:
    told = "The user's documents are not served here."
    return ApiError(NOT_FOUND, told, code="documents_not_served")


class Searched(PlainValue, frozen=True):
    """What the questions of a chat are to search; `paths` is None for all documents."""

    paths: tuple[GivenPath, ...] | None


def read_searched(fields: Fields) -> Searched | None:
    """Return what a message wants searched from now on; None where it does not say.

    Raises:
        ApiError: it is neither all nor a list of paths.
    """
    if not fields.has("search"):
        return None
    if fields.raw("search") == _ALL:
        return Searched(None)
    if not isinstance(fields.raw("search"), list):
        raise bad_field("search", f'must be "{_ALL}" or a list of paths.')
    return Searched(_paths(fields, "search"))


def _paths(fields: Fields, name: str) -> tuple[GivenPath, ...]:
    given = fields.items(name)
    if len(given) > _MOST_PATHS:
        raise bad_field(name, f"may hold at most {_MOST_PATHS} paths.")
    placed = [(one, f"{name}[{at}]") for at, one in enumerate(given)]
    return tuple(GivenPath(_path(one, place), place) for one, place in placed)


def _path(given: object, field: str) -> Path:
    """Return a path.

    Raises:
        ApiError: it is none, or one that no list can keep.
    """
    if not isinstance(given, str) or not _can_be_listed(given) or not Path(given).is_absolute():
        raise bad_field(field, "must be a whole path, from the root, on the machine of Hearth.")
    return path_as_listed(given)


def _can_be_listed(path: str) -> bool:
    """Whether a path is text on one line; a chat names several so."""
    return not any(one in "\n\0" or "\ud800" <= one <= "\udfff" for one in path)
