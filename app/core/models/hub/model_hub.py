"""The door for a window: questions to a hub that return at once, and their answers as events.

Threads: `ModelHub` may be used from any thread. One thread of its own, there once something was
asked, waits for the hub and calls `on_event`.
"""

from __future__ import annotations

import itertools
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.errors import Problem, problem_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.models.hub.api import HubApi
    from app.core.models.hub.repositories import HubListing, HubModel


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
class HubAskFailed:
    """A question that got no answer."""

    request: int
    problem: Problem


HubEvent = SearchFinished | ListingReady | HubAskFailed


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
        self._is_closed = False

    def search(self, words: str) -> int:
        """Ask for repositories; a search that has not begun gives way to a newer one, unanswered.

        Returns:
            The number that the answer bears.
        """
        with self._lock:
            number = self._newest_search = next(self._numbers)
            self._submit(number, lambda: self._search(number, words))
        return number

    def describe(self, repo: str) -> int:
        """Ask for what a repository has to choose from.

        Returns:
            The number that the answer bears.
        """
        with self._lock:
            number = next(self._numbers)
            self._submit(number, lambda: ListingReady(number, self._api.listing(repo)))
        return number

    def close(self) -> None:
        """Answer nothing any more; what is being asked ends by itself. Does not wait."""
        with self._lock:
            self._is_closed = True
            self._executor.shutdown(wait=False, cancel_futures=True)

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

    def _search(self, number: int, words: str) -> HubEvent | None:
        if number != self._newest_search:
            return None
        return SearchFinished(number, self._api.search(words))
