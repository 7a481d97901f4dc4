"""A tool server that has an address: each message is a request over HTTP of its own.

The answer is JSON, or a stream of events of which one is the answer. A server of the earlier era
may name a session, which is named to it again. What it would say unasked is not waited for: its
tools are listed again after a while.

Threads: any.
"""

from __future__ import annotations

import contextlib
import threading
import time
from typing import TYPE_CHECKING, Any, Final

from app.core.net.addresses import WebOrigin
from app.core.net.client import HttpClient, HttpOptions
from app.core.net.errors import AnswerUnusable, NetError, ServerFailed, TimedOut, TooManyRequests
from app.core.net.event_stream import Data, EventCutter, EventTooLarge
from app.core.system.lanes import Lane
from app.core.system.stop_signal import StopSignal, TransferStopped
from app.core.tools.errors import (
    SERVER_ANSWER_TOO_LONG,
    SERVER_FORGOT,
    SERVER_UNREADABLE,
    SERVER_WANTS_SIGN_IN,
    SERVER_WITHOUT_SECURITY,
)
from app.core.tools.mcp.messages import (
    MODERN,
    NO_SUCH_METHOD,
    TOOLS_CHANGED,
    NoAnswer,
    RpcQuestion,
    RpcRefused,
    header_value,
    line_of,
    read_message,
    result_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from app.core.errors import KnownError
    from app.core.net.transfer import Transfer

_MOST_BYTES: Final = 16_000_000
_QUICK_S: Final = 30.0  # without a byte, of what only says what there is
_SLOW_S: Final = 120.0  # and of a call, which may say nothing until it is done
_SESSION: Final = "mcp-session-id"


class ServerAddress:
    """One conversation with such a server; a `Transport`.

    Args:
        server: name of the server, for sentences.
        address: whole.
        headers: that the user gave for it, keys among them.
        proxy: the user's setting.

    Raises:
        KnownError: others could read the headers.
    """

    def __init__(
        self, server: str, address: str, headers: Mapping[str, str], proxy: str = ""
    ) -> None:
        if headers and not WebOrigin.of(address).is_private:
            raise SERVER_WITHOUT_SECURITY(server=server, address=address)
        self._server, self._address, self._headers = server, address, dict(headers)
        quick = HttpOptions(proxy=proxy, read_timeout_s=_QUICK_S)
        self._quick = HttpClient(quick)
        self._slow = HttpClient(HttpOptions(proxy=proxy, read_timeout_s=_SLOW_S))
        self._lock = threading.Lock()
        self._last_id = 0  # guarded by _lock
        self._session = ""
        self._is_there = True
        self._has_changed = threading.Event()
        self._lane = Lane("tool server")

    @property
    def is_there(self) -> bool:
        """Whether it can be asked; what it says next shows whether it answers."""
        return self._is_there

    @property
    def failure(self) -> KnownError | None:
        """Why it cannot be asked; it says so itself when it is asked."""
        return None

    def log(self) -> tuple[str, ...]:
        """Return nothing: what it prints stays there."""
        return ()

    def take_change(self) -> bool:
        """Whether it has said beside an answer that it has other tools."""
        if not self._has_changed.is_set():
            return False
        self._has_changed.clear()
        return True

    def ask(self, asked: RpcQuestion, timeout_s: float, stop: StopSignal) -> dict[str, Any]:
        """Return the result of a request; see `Transport`."""
        with self._lock:
            self._last_id += 1
            number = self._last_id
        message = {"id": number, "method": asked.method, "params": asked.params}
        give_up_s = time.monotonic() + timeout_s
        try:
            with self._posted(asked, message, stop) as transfer:
                if transfer.status >= 300:
                    self._refuse(transfer)
                if asked.method == "initialize":
                    self._session = transfer.headers.get(_SESSION, "")
                return result_of(self._answer(transfer, number, give_up_s))
        except TransferStopped:
            self._give_up(asked, number)
            raise
        except (TimedOut, NoAnswer):
            self._give_up(asked, number)
            raise NoAnswer from None

    def tell(self, asked: RpcQuestion) -> None:
        """Send a notification; see `Transport`."""
        with contextlib.suppress(NetError, TransferStopped):
            message = {"method": asked.method, "params": asked.params}
            with self._posted(asked, message, StopSignal()):
                pass

    def close(self) -> None:
        """Ask nothing any more; who waits is told."""
        self._is_there = False
        self._quick.close()
        self._slow.close()

    def _posted(self, asked: RpcQuestion, message: Mapping[str, Any], stop: StopSignal) -> Transfer:
        headers = {**self._headers, **asked.headers}
        if asked.version:
            headers["MCP-Protocol-Version"] = asked.version
        if asked.version == MODERN:
            headers["Mcp-Method"] = asked.method
            if asked.method == "tools/call":
                headers["Mcp-Name"] = header_value(str(asked.params["name"]))
        elif self._session:
            headers[_SESSION] = self._session
        client = self._slow if asked.method == "tools/call" else self._quick
        return client.post(self._address, line_of(message), headers=headers, stop=stop)

    def _give_up(self, asked: RpcQuestion, number: int) -> None:
        """Tell a server of the earlier era, which goes on without a connection, too."""
        if asked.version and asked.version != MODERN:
            params = {"requestId": number, "reason": "nobody waits any more"}
            self._lane.add(self.tell, RpcQuestion("notifications/cancelled", params, asked.version))

    def _refuse(self, transfer: Transfer) -> None:
        """Raise what a status means, unless the server says it itself.

        Raises:
            RpcRefused: it says why, or has nothing of the kind.
            KnownError: it does not let us in, or has a fault.
        """
        if transfer.status in (401, 403):  # whatever it says of it
            raise SERVER_WANTS_SIGN_IN(f"status {transfer.status}", server=self._server)
        message = None
        with contextlib.suppress(ValueError):
            message = read_message(b"".join(_limited(transfer, self._server)))
        if message is not None:
            result_of(message)
        match transfer.status:
            case 404 if self._session:
                self._is_there = False
                raise SERVER_FORGOT(server=self._server)
            case 429:
                raise TooManyRequests(transfer.host, retry_after_s=transfer.retry_after_s)
            case status if status >= 500:
                raise ServerFailed(transfer.host, status, transfer.retry_after_s)
            case status:
                raise RpcRefused(NO_SUCH_METHOD, f"status {status}")

    def _answer(self, transfer: Transfer, number: int, give_up_s: float) -> dict[str, Any]:
        """Return the message that answers a request."""
        kind = transfer.headers.get("content-type", "").partition(";")[0].strip().lower()
        try:
            if kind == "text/event-stream":
                for data in _events(transfer, give_up_s):
                    message = read_message(data.encode("utf-8", "replace"))
                    if message is not None and "method" not in message:
                        if message.get("id") == number:
                            return message
                    elif message is not None and message["method"] == TOOLS_CHANGED:
                        self._has_changed.set()
            else:
                message = read_message(b"".join(_limited(transfer, self._server)))
                if message is not None and "method" not in message:
                    return message
        except EventTooLarge as error:
            limit = _MOST_BYTES // 1_000_000
            raise SERVER_ANSWER_TOO_LONG(server=self._server, limit=limit) from error
        except ValueError as error:
            raise SERVER_UNREADABLE(repr(error), server=self._server) from error
        if kind in ("application/json", "text/event-stream"):
            raise SERVER_UNREADABLE("no answer", server=self._server)
        raise AnswerUnusable(transfer.host, f"it is {kind[:100]!r}")


def _events(transfer: Transfer, give_up_s: float) -> Iterator[str]:
    """Yield the data of events.

    Raises:
        NoAnswer: they go on and on.
        EventTooLarge: one does.
    """
    cutter = EventCutter()
    for chunk in transfer.chunks():
        for event in cutter.feed(chunk):
            if isinstance(event, Data):
                yield event.text
        if time.monotonic() > give_up_s:
            raise NoAnswer
    for event in cutter.finish():
        yield event.text


def _limited(transfer: Transfer, server: str) -> Iterator[bytes]:
    n_bytes = 0
    for chunk in transfer.chunks():
        n_bytes += len(chunk)
        if n_bytes > _MOST_BYTES:
            raise SERVER_ANSWER_TOO_LONG(server=server, limit=_MOST_BYTES // 1_000_000)
        yield chunk
