"""Waiting for what downloads tell, and putting one together for a test."""

from __future__ import annotations

import queue
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.core.models.downloads.downloads import Downloads, DownloadTools
from app.core.models.downloads.job import Backoff
from app.core.models.downloads.values import (
    Done,
    Download,
    DownloadChanged,
    DownloadEvent,
    DownloadOrder,
    DownloadRefused,
    DownloadRemoved,
    Failed,
    order_of,
)
from app.core.models.hub.api import HubApi
from app.core.net.client import HttpClient, HttpOptions
from tests.helpers.hub_server import random_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.helpers.hub_server import LoopbackHub

_PATIENCE_S = 60.0
REPO = "maker/Model-GGUF"
SIZE = 1_000_000
DATA = random_bytes(SIZE, seed=1)
PARTS = {f"M-Q8_0-0000{n}-of-00003.gguf": random_bytes(200_000, seed=n) for n in (1, 2, 3)}
EYES = {"mmproj-M-f16.gguf": random_bytes(50_000, seed=9)}
ALL_THERE = {f"{REPO}/Model-Q4_K_M.gguf": DATA}
QUICK = Backoff(first_s=0.01, longest_s=0.02, n_most=4)


class DownloadWatch:
    """Downloads of one program, and everything that they tell; a context manager."""

    def __init__(
        self,
        hub: LoopbackHub,
        records: Path,
        *,
        backoff: Backoff = QUICK,
        token: str = "",
        read_timeout_s: float = 20.0,
        clock: Callable[[], float] = time.monotonic,
        stall_s: float = 60.0,
    ) -> None:
        self.client = HttpClient(HttpOptions(read_timeout_s=read_timeout_s))
        self.api = HubApi(self.client, hub.address, lambda: token)
        self.events: list[DownloadEvent] = []
        self._queue: queue.SimpleQueue[DownloadEvent] = queue.SimpleQueue()
        tools = DownloadTools(self.client, self.api, backoff, clock, stall_s=stall_s)
        self.downloads = Downloads(records, tools, self._queue.put)

    def __enter__(self) -> DownloadWatch:
        return self

    def __exit__(self, *_: object) -> None:
        self.downloads.close()
        assert self.downloads.join(_PATIENCE_S)
        self.client.close()

    def order(self, repo: str, quantisation: str, folder: Path) -> DownloadOrder:
        """Ask the hub, and return the order for one choice."""
        listing = self.api.listing(repo)
        [choice] = [one for one in listing.choices if one.quantisation == quantisation]
        return order_of(listing, choice, folder)

    def next(self) -> DownloadEvent:
        """Return the next event."""
        event = self._queue.get(timeout=_PATIENCE_S)
        self.events.append(event)
        return event

    def until(self, is_it: Callable[[Download], bool]) -> Download:
        """Return the next download that is told and is it."""
        while True:
            event = self.next()
            assert not isinstance(event, DownloadRefused), event
            if isinstance(event, DownloadChanged) and is_it(event.download):
                return event.download

    def until_in(self, *states: type) -> Download:
        """Return the next download that is told in one of these states."""
        return self.until(lambda download: isinstance(download.state, states))

    def until_over(self) -> Done | Failed:
        """Return how the next download ends."""
        state = self.until_in(Done, Failed).state
        assert isinstance(state, Done | Failed)
        return state

    def until_removed(self) -> None:
        """Wait for a download to be gone."""
        while not isinstance(self.next(), DownloadRemoved):
            pass


def get(
    watch: DownloadWatch, folder: Path, repo: str = REPO, kind: str = "Q4_K_M"
) -> Done | Failed:
    watch.downloads.add(watch.order(repo, kind, folder))
    return watch.until_over()


def files_in(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def assert_all_there(state: Done | Failed, folder: Path, records: Path) -> None:
    assert isinstance(state, Done), state
    assert Path(state.path).read_bytes() == DATA
    assert files_in(folder) == ALL_THERE  # no part, no lock
    assert not files_in(records)


def what(state: Done | Failed) -> str:
    assert isinstance(state, Failed), state
    assert not state.problem.is_bug, state.problem
    return state.problem.text()


def until_part_has(folder: Path, n_bytes: int, watch: DownloadWatch) -> None:
    """Wait until so many bytes are on the disk; what tells of them may come a little later."""
    pause = threading.Event()
    for _ in range(6000):
        if sum(part.stat().st_size for part in folder.rglob("*.part")) >= n_bytes:
            return
        pause.wait(0.01)
    pytest.fail(f"never {n_bytes} bytes: {watch.events}")
