"""Connections whose request can be ended while nothing of its answer has come.

urllib3 gives a connection to its caller with the head of the answer. Until then whoever stops a
request could only leave it, and a server that reads a long prompt before it sends a head would go
on. So each connection is noted for the request of its thread, and shut down with it.

The head is awaited on a lane of its own, which nobody has to wait for (`await_answer`).
"""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
from concurrent.futures import CancelledError, Future, InvalidStateError
from typing import TYPE_CHECKING, Any

from urllib3 import HTTPConnectionPool, HTTPSConnectionPool, PoolManager
from urllib3.connection import HTTPConnection, HTTPSConnection

from app.core.net.addresses import connected
from app.core.system.lanes import Lane
from app.core.system.stop_signal import TransferStopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from urllib3 import BaseHTTPResponse

    from app.core.system.stop_signal import StopSignal


_of_thread = threading.local()
# It warns of a head that has no end, with the address, which no log may name. Here that is a head
# whose request was ended; what else is wrong with one is told where the answer is read.
logging.getLogger("urllib3.connection").setLevel(logging.ERROR)


class HeadlessRequest:
    """A request up to the head of its answer.

    Threads: `end` from any; the rest from the one that asks.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None  # guarded by _lock, as all here
        self._is_over = False

    @contextlib.contextmanager
    def of_this_thread(self) -> Iterator[None]:
        """Have the connections that this thread uses meanwhile belong to the request."""
        _of_thread.request = self
        try:
            yield
        finally:
            _of_thread.request = None
            with self._lock:  # from here on the connection belongs to the answer, or to nobody
                self._socket = None

    def uses(self, connection: socket.socket) -> None:
        """Note the connection on which it is sent.

        Raises:
            TransferStopped: it was ended; nothing is to be sent.
        """
        with self._lock:
            if self._is_over:
                raise TransferStopped
            self._socket = connection

    def end(self) -> None:
        """Shut its connection down, by which the server sees that nobody waits any more."""
        with self._lock:
            self._is_over = True
            # It may just have ended by itself.
            if self._socket is not None:
                with contextlib.suppress(OSError, ValueError):
                    self._socket.shutdown(socket.SHUT_RDWR)


def watch(pools: PoolManager, *, is_public_only: bool = False) -> PoolManager:
    """Have the connections of these pools be noted; return the pools.

    Args:
        is_public_only: have them lead to addresses of the public internet, and nowhere else.
    """
    pools.pool_classes_by_scheme = (
        {"http": _PublicPool, "https": _EncryptedPublicPool}
        if is_public_only
        else {"http": _Pool, "https": _EncryptedPool}
    )
    return pools


def _note(connection: socket.socket | None) -> None:
    request: HeadlessRequest | None = getattr(_of_thread, "request", None)
    if request is not None and connection is not None:
        request.uses(connection)


class _Connection(HTTPConnection):
    def connect(self) -> None:
        super().connect()
        _note(self.sock)

    def putrequest(self, *given: Any, **named: Any) -> None:
        _note(self.sock)  # of an earlier request; a new one is connected when it is sent
        super().putrequest(*given, **named)


class _EncryptedConnection(_Connection, HTTPSConnection):
    pass


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _EncryptedPool(HTTPSConnectionPool):
    ConnectionCls = _EncryptedConnection


class _PublicConnection(_Connection):
    def _new_conn(self) -> socket.socket:
        return connected(self.host, self.port, self.timeout, self.socket_options)


class _EncryptedPublicConnection(_PublicConnection, HTTPSConnection):
    pass


class _PublicPool(HTTPConnectionPool):
    ConnectionCls = _PublicConnection


class _EncryptedPublicPool(HTTPSConnectionPool):
    ConnectionCls = _EncryptedPublicConnection


def await_answer(
    ask: Callable[[], BaseHTTPResponse],
    give_up: Callable[[], object],
    stop: StopSignal,
    limit_s: float,
) -> BaseHTTPResponse:
    """Return what `ask` returns; it asks on a lane of its own, which nobody has to wait for.

    To look up a name and to connect cannot be interrupted, and to wait for the head of an answer
    not everywhere. So it is left to itself when it takes too long: its thread ends by itself, and
    closes what comes.

    Args:
        give_up: tells the server that nobody waits any more; returns at once, raises nothing.

    Raises:
        TransferStopped: it was stopped meanwhile.
        TimeoutError: there was no answer within the limit.
        Exception: what `ask` raises.
    """
    answer: Future[BaseHTTPResponse] = Future()

    def end() -> None:
        if answer.cancel():
            give_up()

    stop.end_with(end)
    Lane("http request").add(_ask, ask, answer)
    try:
        return answer.result(limit_s)
    except CancelledError as error:
        raise TransferStopped from error
    except TimeoutError:
        if answer.cancel():
            give_up()
        else:
            answer.result().close()  # it came in this moment
        raise


def _ask(ask: Callable[[], BaseHTTPResponse], answer: Future[BaseHTTPResponse]) -> None:
    try:
        response = ask()
    except BaseException as error:  # noqa: BLE001 - raised where the answer is awaited
        with contextlib.suppress(InvalidStateError):
            answer.set_exception(error)
        return
    try:
        answer.set_result(response)
    except InvalidStateError:  # nobody waits any more
        response.close()
