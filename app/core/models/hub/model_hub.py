"""The door for a window: questions to a hub that return at once, and their answers as events.

Among them the headers of GGUF files, which tell before a download how a model fits.

Threads: `ModelHub` may be used from any thread; `join` alone waits. Each question has a lane of
its own, which waits for the hub and calls `on_event`.
"""

from __future__ import annotations

import itertools
import shutil
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.errors import Problem, problem_of
from app.core.gguf.errors import HeaderCutOff
from app.core.gguf.parser import read_header
from app.core.models.hub.errors import HEADER_NOT_RECEIVED, page_of, wants_token
from app.core.net.errors import ConnectionBroken
from app.core.plain_value import PlainValue
from app.core.system.lanes import Lane
from app.core.system.stop_signal import StopSignal, TransferStopped

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.models.hub.api import HubApi
    from app.core.models.hub.repositories import HubListing, HubModel, ModelChoice, RemoteFile


MOST_BYTES = 64 << 20  # of one header; the parser reads no more either
_FIRST_BYTES = 1 << 20  # then twice as many each time


class _Received(PlainValue, frozen=True):
    """The beginning of a file, as the parser reads it."""

    name: str
    data: bytes

    @property
    def size(self) -> int:
        """Bytes in it."""
        return len(self.data)

    def read(self, offset: int, size: int) -> bytes:
        """Return bytes from an offset on."""
        return self.data[offset : offset + size]


def copy_headers(
    api: HubApi,
    repo: str,
    choice: ModelChoice,
    folder: Path,
    stop: StopSignal | None = None,
) -> Path:
    """Write files with the headers of a choice, and return the first one.

    Args:
        repo: "author/name", where the choice is.
        folder: is there, and empty.
        stop: ends it from another thread.

    Raises:
        RepositoryMissing, RepositoryGated: the hub does not give it.
        NetError: the hub cannot be asked.
        TransferStopped: it was stopped.
        GgufError: a file is no model, or its header is damaged.
        KnownError: a header has no end within reason, or cannot be written here.
    """
    n_files = len(choice.files)
    for number, file in enumerate(choice.files, 1):
        name = "model.gguf" if n_files == 1 else f"model-{number:05}-of-{n_files:05}.gguf"
        header = _receive(api, repo, file, stop)
        try:
            with (folder / name).open("wb") as out:
                out.write(header)
                out.truncate(file.size_bytes)
        except OSError as error:
            raise HEADER_NOT_RECEIVED(repr(error), name=file.name) from error
    first = "model.gguf" if n_files == 1 else f"model-00001-of-{n_files:05}.gguf"
    return folder / first


def _receive(api: HubApi, repo: str, file: RemoteFile, stop: StopSignal | None) -> bytes:
    """Return the bytes of a file up to its first weights."""
    received = bytearray()
    wanted = min(_FIRST_BYTES, file.size_bytes)
    with api.open_file(repo, file, MOST_BYTES, stop=stop) as transfer:
        for chunk in transfer.chunks():
            received += chunk
            if len(received) < wanted:
                continue
            n_bytes = _header_bytes(file.name, bytes(received), is_all=wanted == file.size_bytes)
            if n_bytes:
                return bytes(received[:n_bytes])
            if len(received) >= MOST_BYTES:
                raise HEADER_NOT_RECEIVED(f"longer than {MOST_BYTES} bytes", name=file.name)
            wanted = min(2 * len(received), file.size_bytes, MOST_BYTES)
        # Where it broke off, or is another file than was said.
        n_bytes = _header_bytes(file.name, bytes(received), is_all=False)
        if n_bytes:
            return bytes(received[:n_bytes])
        raise ConnectionBroken(transfer.host, "the answer ended inside the header")


def _header_bytes(name: str, received: bytes, *, is_all: bool) -> int:
    """Return how long a header is; 0 when it goes on behind what was received."""
    try:
        return read_header(_Received(name, received)).data_offset
    except HeaderCutOff:
        if is_all:
            raise
        return 0


class SearchFinished(PlainValue, frozen=True):
    """What a search found."""

    request: int
    models: tuple[HubModel, ...]


class ListingReady(PlainValue, frozen=True):
    """What a repository has to choose from."""

    request: int
    listing: HubListing


class HeadersReady(PlainValue, frozen=True):
    """The headers of a choice are here, in files without weights.

    Attributes:
        path: of the first file; there until the hub is closed.
    """

    request: int
    path: str


class HubAskFailed(PlainValue, frozen=True):
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
        self._writers: dict[int, Lane] = {}  # guarded by _lock: who receives headers
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
            try:
                folder = self._folder_of(number)
                path = copy_headers(self._api, repo, choice, folder, stop)
                return HeadersReady(number, str(path))
            finally:
                with self._lock:
                    del self._writers[number]

        return self._ask(ask, writes=True)

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
            writer.wait()
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

    def _ask(self, ask: Callable[[int, StopSignal], HubEvent], *, writes: bool = False) -> int:
        stop, lane = StopSignal(), Lane("model hub")
        with self._lock:
            number = next(self._numbers)
            if self._is_closed:
                return number
            self._asked[number] = stop
            if writes:
                self._writers[number] = lane
        lane.add(self._answer, number, stop, ask)
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
