"""A server on this machine that answers as a test says, byte for byte."""

from __future__ import annotations

import contextlib
import socket
import threading
from dataclasses import dataclass, field

NEWS = {"version": "99.0", "page": "https://hearth.example/download", "notes": "Faster."}


def http(body: bytes, status: str = "200 OK", *headers: str) -> bytes:
    """Return a whole answer."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


@dataclass
class FeedServer:
    """Answers each connection with the next of its answers, at last always with the last one.

    None leaves it waiting.
    """

    answers: list[bytes | None] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    left: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.feed = f"http://127.0.0.1:{self.socket.getsockname()[1]}/latest.json"
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:  # closed
                return
            with connection:
                connection.settimeout(20)
                request = b""
                while b"\r\n\r\n" not in request:
                    received = connection.recv(65536)
                    if not received:
                        break
                    request += received
                if not request:  # `close` below
                    return
                self.requests.append(request.decode())
                answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
                if answer is None:
                    assert connection.recv(1) == b""  # until the other side leaves
                    self.left.set()
                else:
                    with contextlib.suppress(OSError):  # the other side had enough
                        connection.sendall(answer)
                        # Closing at once may end the connection before it was read: who asked
                        # would ask once more.
                        connection.shutdown(socket.SHUT_WR)
                        while connection.recv(65536):
                            pass

    def close(self) -> None:
        socket.create_connection(self.socket.getsockname()).close()  # wakes accept
        self._thread.join(20)
        self.socket.close()
        assert not self._thread.is_alive()
