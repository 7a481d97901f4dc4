"""The door for a window: questions to a hub that return at once, and their answers as events.

Threads: `ModelHub` may be used from any thread; `join` alone waits. One thread of its own, there
once something was asked, waits for the hub and calls `on_event`.
"""

from __future__ import annotations

import contextlib
import itertools
import shutil
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.errors import Problem, problem_of
from app.core.models.hub.headers import copy_headers
from app.core.net import TransferStopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.models.hub.api import HubApi
    from app.core.models.hub.repositories import HubListing, HubModel, ModelChoice
    from app.core.net import Transfer


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
    """A question that got no answer."""

    request: int
    problem: Problem


HubEvent = SearchFinished | ListingReady | HeadersReady | HubAskFailed


class ModelHub:
    """Asks the hub, one question after another.

    Args:
        api: asks and waits.
        on_event: called on the hub's thread; must return at once.
    """

    def __init__(self, api: HubApi, on_event: Callable[[HubEvent], None]) -> None:
        self._api = api
        self._on_event = on_event
        self._executor = ThreadPoolExecutor(1, "model-hub")
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._newest_search = 0
        self._newest_question = 0  # but for headers; guarded by _lock
        self._is_closed = False
        self._receiving: Transfer | None = None  # headers; guarded by _lock
        self._folder: Path | None = None  # the thread's own, until it has ended

    def search(self, words: str) -> int:
        """Ask for repositories; a search that has not begun gives way to a newer one, unanswered.

        Returns:
            The number that the answer bears.
        """
        with self._lock:
            number = self._newest_search = next(self._numbers)
            self._give_up_headers(number)
            self._submit(number, lambda: self._search(number, words))
        return number

    def describe(self, repo: str) -> int:
        """Ask for what a repository has to choose from.

        Returns:
            The number that the answer bears.
        """
        with self._lock:
            number = next(self._numbers)
            self._give_up_headers(number)
            self._submit(number, lambda: ListingReady(number, self._api.listing(repo)))
        return number

    def headers(self, repo: str, choice: ModelChoice) -> int:
        """Receive the headers of a choice, some megabytes; given up for the next other question.

        Args:
            repo: "author/name", where the choice is.

        Returns:
            The number that the answer bears, if there is one.
        """
        with self._lock:
            number = next(self._numbers)
            self._submit(number, lambda: self._headers(number, repo, choice))
        return number

    def close(self) -> None:
        """Answer nothing any more; what is being asked ends by itself. Does not wait."""
        with self._lock:
            self._is_closed = True
            self._give_up_headers(next(self._numbers))
            self._executor.shutdown(wait=False, cancel_futures=True)

    def join(self) -> None:
        """Wait until a closed one is at rest, and delete what it has written."""
        self._executor.shutdown(wait=True)
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _submit(self, number: int, ask: Callable[[], HubEvent | None]) -> None:
        if not self._is_closed:
            self._executor.submit(self._answer, number, ask)

    def _answer(self, number: int, ask: Callable[[], HubEvent | None]) -> None:
        try:
            event = ask()
        except Exception as error:  # noqa: BLE001 - the thread's outermost frame
            event = HubAskFailed(number, problem_of(error))
        if event is not None and not self._is_closed:
            self._on_event(event)

    def _headers(self, number: int, repo: str, choice: ModelChoice) -> HubEvent | None:
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="hearth-headers-"))
        folder = self._folder / str(number)
        folder.mkdir()
        try:
            path = copy_headers(self._api, repo, choice, folder, partial(self._watched, number))
        except TransferStopped:
            return None
        return HeadersReady(number, str(path))

    @contextlib.contextmanager
    def _watched(self, number: int, transfer: Transfer) -> Iterator[None]:
        with self._lock:
            if number < self._newest_question:
                raise TransferStopped
            self._receiving = transfer
        try:
            yield
        finally:
            with self._lock:
                self._receiving = None

    def _give_up_headers(self, number: int) -> None:
        """Receive no headers that were asked for before a question; the caller holds the lock."""
        self._newest_question = number
        if self._receiving is not None:
            self._receiving.stop()

    def _search(self, number: int, words: str) -> HubEvent | None:
        if number != self._newest_search:
            return None
        return SearchFinished(number, self._api.search(words))
