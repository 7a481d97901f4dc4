"""The user's documents for the server: listed, looked at, searched.

Files are read on the library's own lane. A client waits for that where it has added some; else only
a moment, and what is known by then is told.

Threads: the server's event loop; what asks the library is done on a thread aside.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final, TypeVar

from app.core.conversations.texts.chat_sampling import ALL_DOCUMENTS
from app.core.documents.library import LookProgress
from app.core.errors import KnownError
from app.core.plain_value import PlainValue
from app.server.errors import FAILED, NOT_FOUND, NOT_READY, ApiError, bad_field, of_problem

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Collection, Sequence
    from concurrent.futures import Future
    from pathlib import Path

    from app.core.documents.embedding import EmbeddingState
    from app.core.documents.index import KnownFile
    from app.core.documents.library import DocumentLibrary
    from app.core.documents.search import FoundPassage

_PATIENCE_S: Final = 2.0  # that a client waits for new files which it has not named

T = TypeVar("T")


class GivenPath(PlainValue, frozen=True):
    """A path that a client has sent, as a list has it; `field` is where in its request."""

    path: Path
    field: str


class Listing(PlainValue, frozen=True):
    """What is listed, and what is known of it."""

    sources: tuple[Path, ...]
    files: tuple[KnownFile, ...]
    embedding: EmbeddingState


class DocumentLook:
    """A look at the listed files, and how far it is."""

    def __init__(self) -> None:
        self.progress = LookProgress()
        self._error: ApiError | None = None
        self._changed = asyncio.Event()

    def take(self, progress: LookProgress) -> None:
        """Take how far it is."""
        if self.progress.is_over:
            return
        self.progress = progress
        self._changed.set()

    def give_up(self, error: ApiError) -> None:
        """Let nobody wait any more."""
        if not self.progress.is_over:
            self._error = error
            self.take(LookProgress(is_over=True))

    async def steps(self) -> AsyncGenerator[LookProgress, None]:
        """Give how far it is each time that this changes, its end last.

        Raises:
            ApiError: what was read cannot be kept, or the server ends.
        """
        while True:
            seen = self.progress
            self.require_success()
            yield seen
            if seen.is_over:
                return
            while self.progress is seen:  # others wait for the same
                self._changed.clear()
                await self._changed.wait()

    def require_success(self) -> None:
        """Do nothing unless it has failed.

        Raises:
            ApiError: it has.
        """
        if self._error is not None:
            raise self._error
        if self.progress.problem is not None:
            raise of_problem(self.progress.problem, NOT_READY)


class DocumentAccess:
    """The documents of one program.

    Args:
        library: has them.
        loop: of the server.
    """

    def __init__(self, library: DocumentLibrary, loop: asyncio.AbstractEventLoop) -> None:
        self._library = library
        self._loop = loop
        self._looks: list[DocumentLook] = []  # that may go on

    def give_up(self, why: str) -> None:
        """Let nobody wait any more; `why` are sentences for clients."""
        for look in self._looks:
            look.give_up(ApiError(NOT_READY, why))

    # -- looking --

    def _begin_look(self) -> DocumentLook:
        look = DocumentLook()

        def ended(done: Future[LookProgress]) -> None:
            self._on_loop(lambda: self._end(look, done))

        told = self._library.look(lambda progress: self._on_loop(lambda: look.take(progress)))
        self._looks.append(look)
        told.add_done_callback(ended)
        return look

    def _on_loop(self, take: Callable[[], object]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: the server has ended
            self._loop.call_soon_threadsafe(take)

    def _end(self, look: DocumentLook, done: Future[LookProgress]) -> None:
        self._looks.remove(look)
        if done.cancelled():
            look.take(LookProgress(is_over=True))
        elif (error := done.exception()) is not None:
            look.give_up(ApiError(FAILED, f"The documents could not be looked at: {error!r}"))

    async def look_briefly(self) -> LookProgress:
        """Have read what is new or changed, as far as that is done in a moment.

        Raises:
            ApiError: what was read cannot be kept.
        """
        going_on = (one for one in self._looks if not one.progress.is_over)
        look = next(going_on, None) or self._begin_look()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE_S), contextlib.aclosing(look.steps()) as steps:
                async for _ in steps:
                    pass
        look.require_success()
        return look.progress

    # -- the list --

    async def listing(self) -> Listing:
        """Return what is listed, and what is known of it.

        Raises:
            ApiError: the disk refuses.
        """

        def read() -> Listing:
            library = self._library
            return Listing(library.sources(), library.documents(), library.embedding_state())

        return await self._aside(read)

    async def add(self, given: Sequence[GivenPath]) -> DocumentLook:
        """List files and folders, and begin to read them.

        Raises:
            ApiError: one is not there; nothing was listed.
        """

        def add() -> None:
            for one in given:
                if not _is_there(one.path):
                    raise bad_field(one.field, "names no file or folder on the machine of Hearth.")
            self._library.add([one.path for one in given])

        await self._aside(add)
        return self._begin_look()

    async def remove(self, path: Path) -> tuple[Path, ...]:
        """Take a file or folder off the list, and return what is left.

        Raises:
            ApiError: it is not listed.
        """

        def remove() -> tuple[Path, ...]:
            if path not in self._library.sources():
                told = f"{path} is not in the list of documents."
                raise ApiError(NOT_FOUND, told, code="document_not_listed")
            self._library.remove(path)
            return self._library.sources()

        return await self._aside(remove)

    # -- finding --

    async def search(
        self, question: str, limit: int, among: Sequence[GivenPath] | None
    ) -> tuple[FoundPassage, ...]:
        """Return the passages that fit a question, best first.

        Raises:
            ApiError: nothing is known of what is to be searched.
        """

        def search() -> tuple[FoundPassage, ...]:
            digests = None if among is None else self._digests(among)
            return self._library.search(question, limit, digests)

        return await self._aside(search)

    async def searched(self, given: Sequence[GivenPath] | None) -> tuple[str, ...]:
        """Return files and folders as the setup of a chat names them.

        Args:
            given: None for all documents.

        Raises:
            ApiError: nothing is known of one.
        """
        if given is None:
            return (ALL_DOCUMENTS,)
        await self._aside(lambda: self._digests(given))
        return tuple(str(one.path) for one in given)

    def _digests(self, given: Sequence[GivenPath]) -> Collection[str]:
        found: set[str] = set()
        for one in given:
            digests = self._library.digests_within([one.path])
            if not digests:
                told = "has no document that was read. Add it with POST /hearth/v1/documents."
                raise bad_field(one.field, told)
            found |= digests
        return found

    async def _aside(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.to_thread(work)
        except KnownError as error:
            raise of_problem(error.problem(), NOT_READY) from error


def _is_there(path: Path) -> bool:
    try:
        return path.is_file() or path.is_dir()
    except (OSError, ValueError):
        return False
