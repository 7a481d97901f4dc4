"""A TCP proxy on the loopback address that behaves like a line with a delay and a bandwidth.

Both can be changed while connections are open, and what has passed is counted.

Threads: two for each direction of a connection, and one that accepts.
"""

from __future__ import annotations

import contextlib
import queue
import socket
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self

_PIECE_BYTES = 1 << 16
_MOST_ON_THE_WAY = 256  # pieces


@dataclass(frozen=True, slots=True)
class Line:
    """What a network is like.

    Attributes:
        round_trip_s: half of it is added in each direction.
        bits_per_s: in each direction; 0 for no limit.
    """

    round_trip_s: float = 0.0
    bits_per_s: float = 0.0


class SlowLine:
    """The proxy; a context manager.

    Args:
        target: "HOST:PORT" that it leads to.
    """

    def __init__(self, target: str) -> None:
        self.line = Line()  # how it behaves from now on; any thread
        host, _, port = target.rpartition(":")
        self._target = (host, int(port))
        self._lock = threading.Lock()
        self._n_bytes = 0  # guarded by _lock
        self._sockets: list[socket.socket] = []  # guarded by _lock
        self._threads: list[threading.Thread] = []  # guarded by _lock
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listener.getsockname()[1]}"
        self._begin(self._accept)

    def __enter__(self) -> Self:
        """Return this proxy."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close all connections."""
        with self._lock:
            sockets = [self._listener, *self._sockets]
        for one in sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        for thread in list(self._threads):
            thread.join()

    def n_bytes(self) -> int:
        """Return how many bytes have passed, both directions together."""
        with self._lock:
            return self._n_bytes

    def _begin(self, work: object, *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments, name="slow-line")  # type: ignore[arg-type]
        with self._lock:
            self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(self._target)
            except OSError:  # nobody is there: who came here learns that as from a tunnel
                near.close()
                continue
            for one in (near, far):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self._lock:
                self._sockets += [near, far]
            for source, sink in ((near, far), (far, near)):
                waiting: queue.Queue[tuple[float, bytes]] = queue.Queue(_MOST_ON_THE_WAY)
                self._begin(self._receive, source, waiting)
                self._begin(self._send, sink, waiting)

    def _receive(self, source: socket.socket, waiting: queue.Queue[tuple[float, bytes]]) -> None:
        """Say of each piece when it arrives at the other end; an empty one is the end."""
        is_free_at = 0.0
        piece = b"?"
        while piece:
            try:
                piece = source.recv(_PIECE_BYTES)
            except OSError:
                piece = b""
            line, now = self.line, time.perf_counter()
            taken_s = 8 * len(piece) / line.bits_per_s if line.bits_per_s else 0.0
            is_free_at = max(now, is_free_at) + taken_s
            waiting.put((is_free_at + line.round_trip_s / 2, piece))
            with self._lock:
                self._n_bytes += len(piece)

    def _send(self, sink: socket.socket, waiting: queue.Queue[tuple[float, bytes]]) -> None:
        is_open = True
        while True:
            at, piece = waiting.get()
            if not piece:
                break
            left = at - time.perf_counter()
            if left > 0 and is_open:
                time.sleep(left)
            try:
                sink.sendall(piece)
            except OSError:
                is_open = False  # go on taking, so that nobody waits for room
        with contextlib.suppress(OSError):
            sink.shutdown(socket.SHUT_WR)
