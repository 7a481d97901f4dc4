"""An rpc-server is asked what it is before native code trusts it; anything may listen there."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
from typing import TYPE_CHECKING

import pytest

from app.core.ggml.rpc_client import MAJOR_VERSION, NotAnswered, Silence, ask_server
from tests.helpers.rpc_devices import servers
from tests.helpers.rpc_server import free_address

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HELLO = struct.pack("<QBBBx24x", 28, MAJOR_VERSION, 0, 0)


@contextlib.contextmanager
def listening(answer: Callable[[socket.socket], None]) -> Iterator[str]:
    """Let something answer one connection."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            with contextlib.suppress(OSError):
                connection, _ = listener.accept()
                with connection:
                    answer(connection)

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"127.0.0.1:{listener.getsockname()[1]}"
        with contextlib.suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
    thread.join()


def silence_at(address: str) -> Silence:
    with pytest.raises(NotAnswered) as caught:
        ask_server(address, timeout_s=0.5)
    assert address in str(caught.value.words)
    return caught.value.silence


def test_a_server_says_its_version_its_memory_and_how_far_it_is() -> None:
    with servers(1) as running:
        found = ask_server(running.addresses[0])
        again = ask_server(running.addresses[0])

    # Where this fails, llama.cpp speaks another version: see `rpc_client`.
    assert found.version.split(".")[0] == str(MAJOR_VERSION)
    ((free_bytes, total_bytes),) = found.memory
    assert 0 < free_bytes <= total_bytes
    assert found.round_trip_s > 0
    assert again.memory[0][1] == total_bytes


def test_where_nobody_listens_that_is_told() -> None:
    assert silence_at(free_address()) is Silence.NOBODY
    assert silence_at("nowhere.invalid:50052") is Silence.NOBODY


@pytest.mark.parametrize("written", ["attic", "attic:", ":50052", "a:0", "a:65536", "[::1]:7"])
def test_what_llama_cpp_could_not_take_for_an_address_is_none(written: str) -> None:
    assert silence_at(written) is Silence.NO_ADDRESS


def test_a_connection_that_ends_is_what_a_tunnel_makes_of_nobody() -> None:
    with listening(lambda _connection: None) as address:
        assert silence_at(address) is Silence.CLOSED


def test_a_server_that_serves_somebody_else_does_not_answer() -> None:
    with servers(1) as running:
        address = running.addresses[0]
        host, port = address.split(":")
        with socket.create_connection((host, int(port))) as other:
            other.sendall(struct.pack("<BQ24x", 14, 24))  # greets, and stays
            assert other.recv(36)
            assert silence_at(address) is Silence.BUSY
        assert ask_server(address).memory


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (b"SSH-2.0-OpenSSH_9.9\r\nand more", Silence.OTHER_PROGRAM),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", Silence.OTHER_PROGRAM),
        (struct.pack("<Q", 28) + b"\x06\x00\x00" + bytes(25), Silence.OTHER_VERSION),
        (struct.pack("<Q", 28) + bytes([MAJOR_VERSION, 9, 0]) + bytes(25), Silence.OTHER_VERSION),
        (HELLO + 5 * struct.pack("<QI", 4, 0), Silence.OTHER_PROGRAM),
        (HELLO + 5 * struct.pack("<QI", 4, 1 << 31), Silence.OTHER_PROGRAM),
        (HELLO + 5 * struct.pack("<QI", 4, 1) + struct.pack("<Q", 1 << 60), Silence.OTHER_PROGRAM),
        (HELLO[:20], Silence.CLOSED),
    ],
)
def test_what_is_no_fitting_server_is_refused(said: bytes, expected: Silence) -> None:
    def answer(connection: socket.socket) -> None:
        connection.recv(33)
        connection.sendall(said)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(1024):
            pass

    with listening(answer) as address:
        assert silence_at(address) is expected
