"""`ChatSearch`, the door: questions come in on any thread, answers go out from one of its own.

A newer question ends the one that is being answered, also in the middle of SQLite's work, and only
the newest one waits. The connection is opened by the first question, so that a start pays nothing.

Threads: `ask`, `more` and `close` from any thread, and they return at once; `tell` is called on the
thread of the search.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from app.core.chats.search.reader import LATER_PAGE, SearchInterrupted, SearchReader
from app.core.chats.search.values import SearchAnswered, SearchDamaged, SearchFailed
from app.core.errors import problem_of
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.chats.search.reader import Ranking
    from app.core.chats.search.values import SearchQuestion

_log = logging.getLogger(__name__)


class _Asked(PlainValue, frozen=True):
    """A question and its ticket."""

    ticket: int
    question: SearchQuestion


class _More(PlainValue, frozen=True):
    """A page of the question that was answered last."""

    ticket: int
    begin: int


class ChatSearch:
    """Search over all chats of one database.

    Args:
        path: of the database; it may not be there yet.
        tell: receives `SearchAnswered` and `SearchFailed`; must not block.
    """

    def __init__(self, path: Path, tell: Callable[[SearchAnswered | SearchFailed], None]) -> None:
        self._path = path
        self._tell = tell
        self._changed = threading.Condition()
        self._next: _Asked | _More | None = None  # guarded by _changed
        self._ticket = 0  # guarded by _changed
        self._is_closed = False  # guarded by _changed
        self._thread: threading.Thread | None = None  # guarded by _changed
        # Of the search's thread only:
        self._reader: SearchReader | None = None
        self._working_on = 0
        self._ranked: tuple[int, Ranking] | None = None
        self._models: tuple[str, ...] = ()

    def ask(self, question: SearchQuestion) -> int:
        """Look for something, and no longer for what was asked before.

        Returns:
            The ticket that comes with its answers.
        """
        with self._changed:
            self._ticket += 1
            self._begin(_Asked(self._ticket, question))
            return self._ticket

    def more(self, ticket: int, begin: int) -> None:
        """Ask for the next page of the newest question, from the place `begin` on."""
        with self._changed:
            if ticket == self._ticket and self._next is None:
                self._begin(_More(ticket, begin))

    def forget(self) -> None:
        """Look for nothing any more; what is being looked for is not told."""
        with self._changed:
            self._ticket += 1
            self._next = None

    def close(self, timeout_s: float = 1.0) -> None:
        """End the thread and close the connection."""
        with self._changed:
            self._is_closed = True
            self._next = None
            self._changed.notify()
            thread = self._thread
        if thread is not None:
            thread.join(timeout_s)

    def _begin(self, wanted: _Asked | _More) -> None:
        """Have something done; to be called with the lock."""
        if self._is_closed:
            return
        self._next = wanted
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="search", daemon=True)
            self._thread.start()
        self._changed.notify()

    # -- the thread --

    def _run(self) -> None:
        while (wanted := self._wait()) is not None:
            try:
                self._answer(wanted)
            except SearchInterrupted:
                pass  # something newer is wanted
            except Exception as error:  # noqa: BLE001 - the thread's outermost frame
                self._fail(wanted.ticket, error)
        self._close_reader()

    def _wait(self) -> _Asked | _More | None:
        with self._changed:
            self._changed.wait_for(lambda: self._next is not None or self._is_closed)
            wanted, self._next = self._next, None
            self._working_on = 0 if wanted is None else wanted.ticket
            return None if self._is_closed else wanted

    def _should_stop(self) -> bool:
        """Whether what is being looked for is not wanted any more; without the lock, for speed."""
        return self._next is not None or self._ticket != self._working_on or self._is_closed

    def _answer(self, wanted: _Asked | _More) -> None:
        reader = self._opened()
        if isinstance(wanted, _Asked):
            self._ranked = (wanted.ticket, reader.rank(wanted.question))
            self._send(
                wanted.ticket,
                SearchAnswered(wanted.ticket, reader.page(self._ranked[1]), self._models),
            )
            if not self._models:  # behind the answer, for it reads all messages
                self._models = reader.models()
                if self._models:
                    page = reader.page(self._ranked[1])
                    self._send(wanted.ticket, SearchAnswered(wanted.ticket, page, self._models))
        elif self._ranked is not None and self._ranked[0] == wanted.ticket:
            page = reader.page(self._ranked[1], wanted.begin, LATER_PAGE)
            self._send(wanted.ticket, SearchAnswered(wanted.ticket, page))

    def _opened(self) -> SearchReader:
        if self._reader is None:
            self._reader = SearchReader.open(self._path, self._should_stop)
        return self._reader

    def _send(self, ticket: int, answer: SearchAnswered) -> None:
        with self._changed:
            is_wanted = ticket == self._ticket and not self._is_closed
        if is_wanted:
            self._tell(answer)

    def _fail(self, ticket: int, error: Exception) -> None:
        _log.warning("a search failed: %r", error)
        self._close_reader()  # another connection may do better
        self._tell(SearchFailed(ticket, problem_of(error), isinstance(error, SearchDamaged)))

    def _close_reader(self) -> None:
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.close()
