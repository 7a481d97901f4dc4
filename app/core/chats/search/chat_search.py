"""`ChatSearch`, the door: questions come in on any thread, answers go out from a lane.

A newer question ends the one that is being answered, also in the middle of SQLite's work, and only
the newest one waits. The connection is opened by the first question, so that a start pays nothing.

Threads: `ask`, `more` and `close` from any thread, and they return at once; `tell` is called on the
lane.
"""

from __future__ import annotations

import logging
import threading
from functools import partial
from typing import TYPE_CHECKING

from app.core.chats.search.reader import LATER_PAGE, SearchInterrupted, SearchReader
from app.core.chats.search.values import SearchAnswered, SearchDamaged, SearchFailed
from app.core.errors import problem_of
from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.chats.search.reader import Ranking
    from app.core.chats.search.values import SearchQuestion

_log = logging.getLogger(__name__)

_IDLE_S = 60.0  # after which the connection is closed


class ChatSearch:
    """Search over all chats of one database.

    Args:
        path: of the database; it may not be there yet.
        tell: receives `SearchAnswered` and `SearchFailed`; must not block.
    """

    def __init__(self, path: Path, tell: Callable[[SearchAnswered | SearchFailed], None]) -> None:
        self._path = path
        self._tell = tell
        self._lock = threading.Lock()
        self._ticket = 0  # guarded by _lock
        self._lane = Lane("search", self._close_reader, _IDLE_S)
        # The lane's own:
        self._reader: SearchReader | None = None
        self._working_on = 0
        self._ranked: tuple[int, Ranking] | None = None
        self._models: tuple[str, ...] = ()

    def ask(self, question: SearchQuestion) -> int:
        """Look for something, and no longer for what was asked before.

        Returns:
            The ticket that comes with its answers.
        """
        with self._lock:
            self._ticket += 1
            self._begin(self._ticket, partial(self._answer, self._ticket, question))
            return self._ticket

    def more(self, ticket: int, begin: int) -> None:
        """Ask for the next page of the newest question, from the place `begin` on."""
        with self._lock:
            if ticket == self._ticket and not self._lane.has_waiting:
                self._begin(ticket, partial(self._answer_more, ticket, begin))

    def forget(self) -> None:
        """Look for nothing any more; what is being looked for is not told."""
        with self._lock:
            self._ticket += 1
            self._lane.clear()

    def close(self, timeout_s: float = 1.0) -> None:
        """Look for nothing any more, and close the connection."""
        self.forget()
        self._lane.close()
        self._lane.wait(timeout_s)

    def _begin(self, ticket: int, look: Callable[[SearchReader], None]) -> None:
        """Look for something in place of what waits; to be called with the lock."""
        self._lane.clear()
        self._lane.add(self._look, ticket, look)

    # -- the lane --

    def _look(self, ticket: int, look: Callable[[SearchReader], None]) -> None:
        self._working_on = ticket
        try:
            look(self._opened())
        except SearchInterrupted:
            pass  # something newer is wanted
        except Exception as error:  # noqa: BLE001 - told
            self._fail(ticket, error)

    def _should_stop(self) -> bool:
        """Whether what is being looked for is not wanted any more; without the lock, for speed."""
        return self._lane.has_waiting or self._ticket != self._working_on

    def _answer(self, ticket: int, question: SearchQuestion, reader: SearchReader) -> None:
        ranking = reader.rank(question)
        self._ranked = (ticket, ranking)
        self._send(ticket, SearchAnswered(ticket, reader.page(ranking), self._models))
        if not self._models:  # behind the answer, for it reads all messages
            self._models = reader.models()
            if self._models:
                self._send(ticket, SearchAnswered(ticket, reader.page(ranking), self._models))

    def _answer_more(self, ticket: int, begin: int, reader: SearchReader) -> None:
        if self._ranked is not None and self._ranked[0] == ticket:
            page = reader.page(self._ranked[1], begin, LATER_PAGE)
            self._send(ticket, SearchAnswered(ticket, page))

    def _opened(self) -> SearchReader:
        if self._reader is None:
            self._reader = SearchReader.open(self._path, self._should_stop)
        return self._reader

    def _send(self, ticket: int, answer: SearchAnswered) -> None:
        with self._lock:
            is_wanted = ticket == self._ticket
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
