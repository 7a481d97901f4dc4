"""Whoever waits for a server that says nothing, or hardly anything, can leave."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from app.core.net import HttpClient, HttpOptions, StopSignal, TimedOut, TransferStopped
from tests.helpers.feed_server import FeedServer

if TYPE_CHECKING:
    from collections.abc import Callable

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
        "import threading; from app.core.net import HttpClient;"
        f"threading.Thread(target=HttpClient().open, args=({server.feed!r},), daemon=True).start();"
        "input()"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE) as child:
        asked_of(server)
        child.communicate(b"\n", timeout=30)
    server.close()
