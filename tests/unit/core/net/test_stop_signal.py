"""Whoever waits for a server that says nothing, or hardly anything, can leave."""

from __future__ import annotations

import contextlib
import socket
import ssl
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from app.core.net.client import HttpClient, HttpOptions
from app.core.net.errors import TimedOut
from app.core.net.watched_connection import HeadlessRequest
from app.core.system.stop_signal import StopSignal, TransferStopped
from tests.helpers.certificates import OwnCertificate
from tests.helpers.feed_server import FeedServer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

QUICK = HttpOptions(connect_timeout_s=1.0, read_timeout_s=2.0)


def asked_of(server: FeedServer) -> None:
    """Wait until somebody has asked."""
    pause = threading.Event()
    while not server.requests:
        pause.wait(0.01)


def when_asked(server: FeedServer, do: Callable[[], None]) -> None:
    """Do something when somebody has asked."""
    asked_of(server)
    do()


class DrippingServer:
    """Sends a beginning, then a byte now and then until it is closed."""

    def __init__(self, begin: bytes) -> None:
        self._begin = begin
        self._is_closing = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}/"
        self._thread = threading.Thread(target=self._serve)

    def __enter__(self) -> DrippingServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_closing.set()
        self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        connection, _ = self._socket.accept()
        with connection, contextlib.suppress(OSError):
            connection.sendall(self._begin)
            while not self._is_closing.wait(0.02):
                connection.sendall(b" ")


class SilentServer:
    """Answers the first requests of a connection in short, and no other one at all.

    Args:
        n_answered: requests that it answers.
        certificate: for HTTPS; None for plain HTTP.

    Attributes:
        asked: set when a request came that is not answered.
        left: set when the other side has closed or shut down the connection of that one.
    """

    def __init__(self, n_answered: int = 0, certificate: OwnCertificate | None = None) -> None:
        self._n_answered = n_answered
        self._certificate = certificate
        self.asked = threading.Event()
        self.left = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        scheme = "http" if certificate is None else "https"
        self.address = f"{scheme}://localhost:{self._socket.getsockname()[1]}/"
        self._thread = threading.Thread(target=self._serve)

    def __enter__(self) -> SilentServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        connection, _ = self._socket.accept()
        if self._certificate is not None:
            connection = self._certificate.context.wrap_socket(connection, server_side=True)
        with connection:
            connection.settimeout(30.0)
            for _n in range(self._n_answered):
                _read_request(connection)
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
            _read_request(connection)
            self.asked.set()
            with contextlib.suppress(ssl.SSLError, ConnectionError):
                assert connection.recv(1) == b""
            self.left.set()


def _read_request(connection: socket.socket) -> None:
    received = b""
    while not received.endswith(b"{}" if received.startswith(b"POST") else b"\r\n\r\n"):
        received += connection.recv(65536)


@pytest.mark.parametrize("n_answered", [0, 1], ids=["new connection", "used connection"])
@pytest.mark.parametrize("is_encrypted", [False, True], ids=["plain", "encrypted"])
def test_a_server_sees_a_stop_before_it_has_begun_to_answer(
    tmp_path: Path, n_answered: int, is_encrypted: bool
) -> None:
    certificate = OwnCertificate.made(tmp_path) if is_encrypted else None
    options = HttpOptions(ca_file=str(certificate.file) if certificate else "")
    with SilentServer(n_answered, certificate) as server:
        client = HttpClient(options)
        for _n in range(n_answered):
            assert client.get_json(server.address).value == {}
        stop = StopSignal()

        def stop_when_asked() -> None:
            server.asked.wait(30.0)
            stop.stop()

        stopper = threading.Thread(target=stop_when_asked)
        stopper.start()
        with pytest.raises(TransferStopped):
            client.post(server.address, b"{}", stop=stop)
        assert server.left.wait(30.0)  # long before the client would give up by itself
        stopper.join()
        client.close()


def test_a_server_sees_that_it_was_given_up() -> None:
    options = HttpOptions(connect_timeout_s=0.1, read_timeout_s=0.3)
    with SilentServer() as server:
        client = HttpClient(options)
        with pytest.raises(TimedOut):
            client.post(server.address, b"{}")
        assert server.left.wait(30.0)
        client.close()


def test_nothing_is_sent_once_it_was_stopped() -> None:
    request = HeadlessRequest()
    request.end()
    one, other = socket.socketpair()
    with one, other, request.of_this_thread(), pytest.raises(TransferStopped):
        request.uses(one)


def test_what_has_no_answer_yet_can_be_stopped_from_another_thread() -> None:
    server = FeedServer([None])
    client = HttpClient(QUICK)
    stop = StopSignal()
    stopper = threading.Thread(target=when_asked, args=(server, stop.stop))
    stopper.start()
    with pytest.raises(TransferStopped):
        client.open(server.feed, stop=stop)
    with pytest.raises(TransferStopped):
        client.open(server.feed, stop=stop)
    stopper.join()
    client.close()
    server.close()


def test_closing_the_client_ends_what_has_no_answer_yet() -> None:
    server = FeedServer([None])
    client = HttpClient(QUICK)
    closer = threading.Thread(target=when_asked, args=(server, client.close))
    closer.start()
    with pytest.raises(TransferStopped):
        client.get_json(server.feed)
    closer.join()
    server.close()


@pytest.mark.parametrize("begin", ["HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\n\r\n"])
def test_a_server_that_sends_a_byte_now_and_then_is_given_up(begin: str) -> None:
    with DrippingServer(begin.encode()) as server:
        client = HttpClient(
            HttpOptions(connect_timeout_s=0.2, read_timeout_s=5.0, answer_timeout_s=0.5)
            if begin.endswith("\r\n\r\n")
            else HttpOptions(connect_timeout_s=0.2, read_timeout_s=0.4)
        )
        with pytest.raises(TimedOut):
            client.get_json(server.address)
        client.close()


def test_a_program_that_ends_waits_for_no_server() -> None:
    server = FeedServer([None])
    program = (
        "import threading; from app.core.net.client import HttpClient;"
        f"threading.Thread(target=HttpClient().open, args=({server.feed!r},), daemon=True).start();"
        "input()"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE) as child:
        asked_of(server)
        child.communicate(b"\n", timeout=30)
    server.close()
