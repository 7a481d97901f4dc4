"""The chats for one command, while no window has them."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, TypeVar

from app.cli.graceful_exit import GracefulExit
from app.core.chats.errors import ChatsInUse
from app.core.chats.store import ChatStore
from app.core.errors import ErrorRow
from app.core.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.interchange.chats_there import StoreCall
    from app.core.system.paths import Paths

T = TypeVar("T")


# The window is open: only one program works with the chats at a time.
WINDOW_HAS_CHATS = ErrorRow(
    what=phrase("Hearth is open, and only one program can use the chats at a time."),
    effect=phrase("Nothing was read or changed."),
    remedy=phrase(
        "Use “Export chats…” or “Import chats…” in its menu, or close it and run this command "
        "again."
    ),
)


@contextlib.contextmanager
def open_chats(paths: Paths) -> Iterator[ChatStore]:
    """Give the chats.

    Raises:
        KnownError: another Hearth has them.
        KnownError: as listed at `ChatStore.open`.
    """
    try:
        store = ChatStore.open(paths.database)
    except ChatsInUse as error:
        raise WINDOW_HAS_CHATS() from error
    with store:
        yield store


def call_of(store: ChatStore) -> StoreCall:
    """Return what runs jobs with the chats, at once and on this thread."""

    def call(job: Callable[[ChatStore], T], /) -> T:
        return job(store)

    return call


class Stoppable(GracefulExit):
    """Ctrl+C ends the work after the chat that is being done; a context manager."""

    def __init__(self) -> None:
        super().__init__()
        self._is_stopped = False
        self.stop_with(self._stop)

    def is_stopped(self) -> bool:
        """Whether it was pressed."""
        return self._is_stopped

    def _stop(self) -> bool:
        self._is_stopped = True
        return True


class CountLine:
    """How many chats are done, in one line of the error stream; on a terminal only."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()

    def __enter__(self) -> CountLine:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def show(self, n_done: int, n_all: int | None = None) -> None:
        """Show it."""
        if self._is_terminal:
            total = "" if n_all is None else f" of {n_all:,}"
            print(f"\r\x1b[K{n_done:,}{total} chats", end="", file=sys.stderr, flush=True)
