"""The door for a window: questions to a hub that return at once, and their answers as events.

Threads: `ModelHub` may be used from any thread; `join` alone waits. Each question has a thread of
its own, which waits for the hub and calls `on_event`.
"""

from __future__ import annotations

import itertools
import shutil
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.errors import Problem, problem_of
from app.core.models.hub.errors import page_of, wants_token
from app.core.models.hub.headers import copy_headers
from app.core.net import StopSignal, TransferStopped

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.models.hub.api import HubApi
    from app.core.models.hub.repositories import HubListing, HubModel, ModelChoice


@dataclass(frozen=True, slots=True)
class SearchFinished:
    """What a search found."""

    request: int
    models: tuple[HubModel, ...]


@dataclass(frozen=True, slots=True)
class ListingReady:
    """What a repository has to choose from."""

    request: int
    listing: HubListing


@dataclass(frozen=True, slots=True)
class HeadersReady:
    """The headers of a choice are here, in files without weights.

    Attributes:
        path: of the first file; there until the hub is closed.
    """

    request: int
    path: str


@dataclass(frozen=True, slots=True)
class HubAskFailed:
    """A question that got no answer.

    Attributes:
        wants_token: it may get one when the user gives Hearth a token.
        page: where something can be done about it, for the browser; "" for nowhere.
    """

    request: int
    problem: Problem
    wants_token: bool = False
    page: str = ""


HubEvent = SearchFinished | ListingReady | HeadersReady | HubAskFailed


class ModelHub:
    """Asks the hub.

    Args:
        api: asks and waits.
        on_event: called on the threads of the questions; must return at once.
    """

    def __init__(self, api: HubApi, on_event: Callable[[HubEvent], None]) -> None:
        self._api = api
        self._on_event = on_event
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._asked: dict[int, StopSignal] = {}  # guarded by _lock: what has no answer yet
        self._newest_search = 0  # guarded by _lock
        self._writers: dict[int, threading.Thread] = {}  # guarded by _lock: who receives headers
        self._folder: Path | None = None  # guarded by _lock; of the headers
        self._is_closed = False  # guarded by _lock

    def search(self, words: str) -> int:
        """Ask for repositories; the search before gives way, unanswered.

        Returns:
            The number that the answer bears.
        """

        def ask(number: int, stop: StopSignal) -> HubEvent:
            return SearchFinished(number, self._api.search(words, stop=stop))

        with self._lock:
            before = self._newest_search
        self.forget(before)
        self._give_up_headers()
        number = self._ask(ask)
        with self._lock:
            self._newest_search = max(number, self._newest_search)
        return number

    def describe(self, repo: str) -> int:
        """Ask for what a repository has to choose from.

        Returns:
            The number that the answer bears.
        """
        return self._ask(
            lambda number, stop: ListingReady(number, self._api.listing(repo, stop=stop))
        )

    def headers(self, repo: str, choice: ModelChoice) -> int:
        """Receive the headers of a choice, some megabytes; given up for the next other question.

        Args:
            repo: "author/name", where the choice is.

        Returns:
            The number that the answer bears, if there is one.
        """

        def ask(number: int, stop: StopSignal) -> HubEvent:
            with self._lock:
                self._writers[number] = threading.current_thread()
            try:
                folder = self._folder_of(number)
                return HeadersReady(
                    number, str(copy_headers(self._api, repo, choice, folder, stop))
                )
            finally:
                with self._lock:
                    del self._writers[number]

        return self._ask(ask)

    def forget(self, number: int) -> None:
        """Leave a question unanswered; one that has its answer, or never was, is no matter."""
        with self._lock:
            stop = self._asked.pop(number, None)
        if stop is not None:
            stop.stop()

    def close(self) -> None:
        """Answer nothing any more; does not wait."""
        with self._lock:
            self._is_closed = True
            asked, self._asked = self._asked, {}
        for stop in asked.values():
            stop.stop()

    def join(self) -> None:
        """Wait until a closed one writes no more, and delete what it has written."""
        with self._lock:
            writers = list(self._writers.values())
            folder, self._folder = self._folder, None
        for writer in writers:
            writer.join()
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)

    def _give_up_headers(self) -> None:
        with self._lock:
            numbers = list(self._writers)
        for number in numbers:
            self.forget(number)

    def _folder_of(self, number: int) -> Path:
        """Make a folder for the headers of one question.

        Raises:
            TransferStopped: it is closed.
        """
        with self._lock:
            if self._is_closed:
                raise TransferStopped
            if self._folder is None:
                self._folder = Path(tempfile.mkdtemp(prefix="hearth-headers-"))
            folder = self._folder / str(number)
            folder.mkdir()
        return folder

    def _ask(self, ask: Callable[[int, StopSignal], HubEvent]) -> int:
        stop = StopSignal()
        with self._lock:
            number = next(self._numbers)
            if self._is_closed:
                return number
            self._asked[number] = stop
        # The keyring may wait for the user; the end of the program does not wait for it.
        thread = threading.Thread(
            target=self._answer, args=(number, stop, ask), name="model hub", daemon=True
        )
        thread.start()
        return number

    def _answer(
        self, number: int, stop: StopSignal, ask: Callable[[int, StopSignal], HubEvent]
    ) -> None:
        event: HubEvent
        try:
            event = ask(number, stop)
        except TransferStopped:
            return
        except Exception as error:  # noqa: BLE001 - the thread's outermost frame
            event = HubAskFailed(number, problem_of(error), wants_token(error), page_of(error))
        with self._lock:
            is_wanted = self._asked.pop(number, None) is not None
        if is_wanted:
            self._on_event(event)
