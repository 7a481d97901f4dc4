"""A server that hands every request on to another, keeps it, and hands the answer back as it comes.

Standard library only. Threads: one a request; what was kept is read when nobody asks any more.
"""

from __future__ import annotations

import http.client
import json
import re
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_OF_THE_CONNECTION: Final = ("connection", "transfer-encoding", "keep-alive")
_PIECE: Final = 65_536


@dataclass
class Exchange:
    """A request, and what was answered.

    Attributes:
        headers: as they came, in their order.
        body: what its JSON means; None without one.
        status: 0 where the client had gone.
        answered: the bytes of the answer.
    """

    method: str
    path: str
    headers: list[tuple[str, str]]
    body: Any
    status: int = 0
    answered: bytes = b""


@dataclass
class Recording:
    """What went through.

    Attributes:
        port: where programs ask.
        exchanges: in the order in which they came.
    """

    port: int
    exchanges: list[Exchange] = field(default_factory=list)


class _Handler(BaseHTTPRequestHandler):
    recording: Recording
    upstream: int

    def do_GET(self) -> None:
        self._hand_on()

    do_HEAD = do_POST = do_DELETE = do_OPTIONS = do_GET  # noqa: N815 - names of the library

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def _hand_on(self) -> None:
        data = self.rfile.read(int(self.headers.get("content-length") or 0))
        exchange = Exchange(self.command, self.path, list(self.headers.items()), _meaning(data))
        self.recording.exchanges.append(exchange)
        upstream = http.client.HTTPConnection("127.0.0.1", self.upstream, timeout=900)
        headers = {
            name: value
            for name, value in self.headers.items()
            if name.lower() not in (*_OF_THE_CONNECTION, "host")
        }
        try:
            upstream.request(self.command, self.path, data or None, headers)
            self._hand_back(upstream.getresponse(), exchange)
        except OSError:
            pass  # one of both has gone
        finally:
            upstream.close()

    def _hand_back(self, answer: http.client.HTTPResponse, exchange: Exchange) -> None:
        exchange.status = answer.status
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in _OF_THE_CONNECTION:
                self.send_header(name, value)
        self.send_header("connection", "close")
        self.end_headers()
        while piece := answer.read1(_PIECE):
            exchange.answered += piece
            self.wfile.write(piece)
            self.wfile.flush()


@contextmanager
def recording(upstream: int) -> Iterator[Recording]:
    """Hand requests on to a port of this machine; gives what went through."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    kept = Recording(server.server_address[1])
    server.RequestHandlerClass = type(
        "_Bound", (_Handler,), {"recording": kept, "upstream": upstream}
    )
    thread = threading.Thread(target=server.serve_forever, name="proxy")
    thread.start()
    try:
        yield kept
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def usage_of(answer: bytes) -> tuple[int, int] | None:
    """Return the tokens that were at hand and those of the prompt; None where none are told.

    Args:
        answer: whole, streamed or not, of any interface.
    """
    text = answer.decode("utf-8", "replace")

    def last(*names: str) -> int | None:
        found = re.findall(rf'"(?:{"|".join(names)})": ?(\d+)', text)
        return int(found[-1]) if found else None

    read, new = last("cache_read_input_tokens"), last("input_tokens")
    if read is not None and new is not None:  # Anthropic's are apart
        return read, read + new
    cached, whole = last("cached_tokens"), last("prompt_tokens", "input_tokens")
    return None if cached is None or whole is None else (cached, whole)


def _meaning(data: bytes) -> Any:
    try:
        return json.loads(data) if data else None
    except ValueError:
        return None
