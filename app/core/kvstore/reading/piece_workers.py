"""Threads that read the segments of one prefix side by side.

One thread copies from the system's file cache at a fraction of what memory bears, and waits for a
disk that would serve several requests at once. So a few read, each to a place of its own, and the
results are taken in the order of the prefix.

Where there are no more processors than threads, each thread stays on one of its own. They wake each
other with every call, because one at a time runs Python, and Linux likes to put who is woken beside
who woke it: left alone, two of them shared one of two idle processors for most of a short restore.

Memory for the next restore, fetched from the system before anybody waits for it. A process gets
fresh memory zeroed and page by page: for a state of 50 MB that takes as long as reading it from the
file cache, and twenty times as long in a virtual machine whose host has taken the pages back. Every
chat that is opened would wait for it.

The piece is as large as the largest state so far, within limits: who has chats of that length opens
the next one, too.

Threads: `begin` on the store's reader thread, `close` on any.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections import deque
from concurrent.futures import ThreadPoolExecutor, wait
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np
import psutil

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future

    from numpy.typing import NDArray


_Given = TypeVar("_Given")
_Got = TypeVar("_Got")

_MOST: Final = 4  # memory bears no more on desktop machines, and the model wants its cores
_AHEAD: Final = 2  # pieces for each worker that are begun before the results of others are taken


class PieceWorkers:
    """A few threads, begun when they are first needed.

    Args:
        n_workers: 1 reads on the thread of the caller.
    """

    def __init__(self, n_workers: int = min(_MOST, os.cpu_count() or 1)) -> None:
        self._n_workers = n_workers
        self._places: SimpleQueue[int] = SimpleQueue()
        for place in _own_processors(n_workers):
            self._places.put(place)
        self._executor = ThreadPoolExecutor(
            max(1, n_workers), "kvstore-rows", initializer=self._settle
        )

    def close(self) -> None:
        """Begin nothing more on the threads; what still comes is done by the caller."""
        self._executor.shutdown(wait=False, cancel_futures=False)

    def _settle(self) -> None:
        """Keep the calling thread on the next processor, if there is one for each."""
        if sys.platform == "linux":
            # None is left, it is forbidden, or the processor was switched off meanwhile.
            with contextlib.suppress(Empty, OSError):
                os.sched_setaffinity(0, {self._places.get_nowait()})

    @contextlib.contextmanager
    def begin(
        self, work: Callable[[_Given], _Got], given: Sequence[_Given], before: Callable[[], None]
    ) -> Iterator[Iterator[Callable[[], _Got]]]:
        """Do work for each of `given`, and give one call for each, in order, that has its result.

        At the end of the context nothing of it is at work any more, however it ends.

        Args:
            work: any of several threads.
            before: called before each is begun; what it raises ends all.
        """
        begun: deque[Future[_Got]] = deque()
        try:
            yield self._results(work, given, before, begun)
        finally:
            for future in begun:
                future.cancel()
            wait(begun)

    def _results(
        self,
        work: Callable[[_Given], _Got],
        given: Sequence[_Given],
        before: Callable[[], None],
        begun: deque[Future[_Got]],
    ) -> Iterator[Callable[[], _Got]]:
        left = deque(given)
        n_ahead = _AHEAD * self._n_workers if self._n_workers > 1 and len(given) > 1 else 0
        while left or begun:
            while left and len(begun) < n_ahead:
                before()
                try:
                    begun.append(self._executor.submit(work, left[0]))
                except RuntimeError:  # closed meanwhile
                    n_ahead = 0
                    break
                left.popleft()
            if begun:
                yield begun[0].result
                begun.popleft()
            else:
                before()
                yield lambda: work(left[0])
                left.popleft()


def _own_processors(n_workers: int) -> list[int]:
    """Return a processor for each worker; none where the system has a choice, or cannot be told."""
    if sys.platform != "linux":
        return []
    usable = sorted(os.sched_getaffinity(0))
    return usable if 1 < len(usable) <= n_workers else []


_LEAST_BYTES = 64 << 20  # some thousand tokens of a small model
_MOST_BYTES = 256 << 20  # what is larger is fetched anew each time
_MEMORY_SHARE = 64  # nor more than one part in so many of the machine's memory


class SpareBuffer:
    """Keeps one piece of memory ready; it belongs to whoever takes it."""

    def __init__(self) -> None:
        self._piece: NDArray[np.uint8] | None = None
        self._is_closed = False
        self._wanted_bytes = _LEAST_BYTES
        share = psutil.virtual_memory().total // _MEMORY_SHARE
        self._most_bytes = max(_LEAST_BYTES, min(_MOST_BYTES, share))

    def close(self) -> None:
        """Let go of the piece."""
        self._is_closed = True
        self._piece = None

    def prepare(self) -> None:
        """Get a piece ready unless one is that suffices."""
        wanted = self._wanted_bytes
        piece = self._piece
        if self._is_closed or (piece is not None and piece.size >= wanted):
            return
        self._piece = piece = None  # not both at once
        with contextlib.suppress(MemoryError):  # then there is none
            piece = np.empty(wanted, np.uint8)
            piece.fill(0)
            self._piece = None if self._is_closed else piece

    def take(self, n_bytes: int) -> NDArray[np.uint8]:
        """Return memory with undefined contents: uint8 [n_bytes].

        Raises:
            MemoryError: there is not so much.
        """
        if n_bytes <= self._most_bytes:
            self._wanted_bytes = max(self._wanted_bytes, n_bytes)
        piece = self._piece
        if piece is None or n_bytes > piece.size:
            return np.empty(n_bytes, np.uint8)
        self._piece = None
        return piece[:n_bytes]
