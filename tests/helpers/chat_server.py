"""A server that answers as OpenAI's does, or as badly as a test says, over real sockets.

Run as a program it answers slowly: `python -m tests.helpers.chat_server PORT N_WORDS PAUSE_S`.
"""

from __future__ import annotations

import contextlib
import json
import select
import sys
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Iterable

MODEL = "big-model"
KEY = "a-key-of-that-server"
WAIT_S = 30.0


def chunk(
    content: str | None = None,
    *,
    finish: str | None = None,
    usage: dict[str, Any] | None = None,
    logprobs: dict[str, Any] | None = None,
    **delta: Any,
) -> bytes:
    """Return a piece of an answer, as an event."""
    said = {**delta, **({} if content is None else {"content": content})}
    body: dict[str, Any] = {"choices": [{"index": 0, "delta": said, "finish_reason": finish}]}
    if usage is not None:
        body["usage"] = usage
    if logprobs is not None:
        body["choices"][0]["logprobs"] = logprobs
    return event(json.dumps(body))


def event(data: str) -> bytes:
    """Return an event with some data."""
    return f"data: {data}\n\n".encode()


DONE = event("[DONE]")


def told(prompt: int, answer: int, cached: int = 0) -> dict[str, Any]:
    """Return counts of tokens, as servers tell them."""
    return {
        "prompt_tokens": prompt,
        "completion_tokens": answer,
        "prompt_tokens_details": {"cached_tokens": cached},
    }


@dataclass
class Asked:
    """One request.

    Attributes:
        body: None where there was none.
    """

    path: str
    headers: dict[str, str]
    body: Any


class Exchange:
    """One request, and the way to answer it."""

    def __init__(self, handler: BaseHTTPRequestHandler, asked: Asked, ending: threading.Event):
        self._handler = handler
        self.asked = asked
        self.ending = ending

    def head(self, status: int = 200, kind: str = "text/event-stream", **headers: str) -> None:
        """Begin an answer without a length, which the end of the connection ends."""
        self._handler.send_response(status)
        self._handler.send_header("Content-Type", kind)
        for name, value in headers.items():
            self._handler.send_header(name.replace("_", "-"), value)
        self._handler.send_header("Connection", "close")
        self._handler.end_headers()

    def send(self, *pieces: bytes) -> None:
        """Send bytes, at once."""
        for piece in pieces:
            self._handler.wfile.write(piece)
            self._handler.wfile.flush()

    def stream(self, pieces: Iterable[bytes]) -> None:
        """Answer with these bytes, as a stream of events."""
        self.head()
        self.send(*pieces)

    def fail(self, status: int, said: Any = None, **headers: str) -> None:
        """Answer with an error."""
        self.head(status, "application/json", **headers)
        if said is not None:
            self.send(said if isinstance(said, bytes) else json.dumps(said).encode())

    def until_left(self) -> bool:
        """Wait until the client has closed the connection; False where the server ends first."""
        connection = self._handler.connection
        deadline = time.monotonic() + WAIT_S
        while not self.ending.is_set() and time.monotonic() < deadline:
            if select.select([connection], [], [], 0.02)[0]:
                with contextlib.suppress(OSError):
                    if connection.recv(1):
                        continue
                return True
        return False


@dataclass
class ChatServer:
    """A server; a context manager.

    Attributes:
        answer: answers each request for an answer.
        models: what the list of models has, as `data` or whole.
        key: that is wanted; "" for none.
        asked: all requests so far.
        left: set when a client has gone away in the middle of an answer.
        context: for TLS.
        port: where it listens; 0 for any.
    """

    answer: Callable[[Exchange], None] = lambda exchange: exchange.stream(
        [chunk("Hello"), chunk(" there.", finish="stop"), DONE]
    )
    models: Any = field(default_factory=lambda: [{"id": MODEL, "max_model_len": 4096}])
    key: str = ""
    asked: list[Asked] = field(default_factory=list)
    left: threading.Event = field(default_factory=threading.Event)
    context: ssl.SSLContext | None = None
    port: int = 0

    def __enter__(self) -> Self:
        outer = self
        self._ending = threading.Event()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                outer._handle(self, None)

            def do_POST(self) -> None:
                data = self.rfile.read(int(self.headers["content-length"]))
                outer._handle(self, json.loads(data))

            def log_message(self, *_: object) -> None:
                return

        self._server = _Quiet(("127.0.0.1", self.port), Handler)
        if self.context is not None:
            self._server.socket = self.context.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.02,), name="chat server"
        )
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.set()
        self._server.shutdown()
        self._thread.join(WAIT_S)
        self._server.server_close()

    @property
    def address(self) -> str:
        """Where its API is."""
        scheme = "http" if self.context is None else "https"
        return f"{scheme}://localhost:{self._server.server_port}/v1"

    @property
    def bodies(self) -> list[Any]:
        """What was asked of its model."""
        return [one.body for one in self.asked if one.body is not None]

    def _handle(self, handler: BaseHTTPRequestHandler, body: Any) -> None:
        asked = Asked(handler.path, {k.lower(): v for k, v in handler.headers.items()}, body)
        self.asked.append(asked)
        exchange = Exchange(handler, asked, self._ending)
        handler.close_connection = True
        if self.key and asked.headers.get("authorization") != f"Bearer {self.key}":
            exchange.fail(401, {"error": {"message": "Invalid API key"}})
        elif body is not None:
            try:
                self.answer(exchange)
            except OSError:
                self.left.set()
        elif handler.path.endswith("/models") and self.models is not None:
            data = self.models if isinstance(self.models, bytes) else self._listed()
            exchange.head(200, "application/json")
            exchange.send(data)
        else:
            exchange.fail(404, {"error": "no such path"})

    def _listed(self) -> bytes:
        listed = {"object": "list", "data": self.models}
        return json.dumps(listed if isinstance(self.models, list) else self.models).encode()


class _Quiet(ThreadingHTTPServer):
    daemon_threads = False

    def handle_error(self, *_: object) -> None:
        """A client that goes away, or speaks no TLS, is what tests are about."""


def _serve_slowly(port: int, n_words: int, pause_s: float) -> None:
    """Answer everything word by word, until this process is killed."""

    def answer(exchange: Exchange) -> None:
        exchange.head()
        for number in range(n_words):
            exchange.send(chunk(f"word{number} "))
            time.sleep(pause_s)
        exchange.send(chunk(finish="stop", usage=told(10, n_words)), DONE)

    with ChatServer(answer, port=port):
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        threading.Event().wait()


if __name__ == "__main__":
    _serve_slowly(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
