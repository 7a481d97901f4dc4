"""The ports and the lines that measurements of other machines go over."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING

import pytest

from app.core.engine_link.in_process import InProcess
from app.core.protocol import RemoteMachine
from tests.helpers.gguf_factory import write_tiny_llama
from tools.bench.engine_run import BenchFailed
from tools.bench.free_port import free_port
from tools.bench.link_run import LinkRun
from tools.bench.rpc_server import free_address
from tools.bench.slow_line import SlowLine

if TYPE_CHECKING:
    from pathlib import Path


def says_hello(address: str) -> bytes:
    host, port = address.split(":")
    with socket.create_connection((host, int(port)), timeout=10) as line:
        return line.recv(5)


@pytest.mark.unix("Windows gives ports one after the other")
def test_a_free_port_is_given_to_nobody_else_and_takes_the_server_that_names_it() -> None:
    port = free_port()
    for _ in range(60_000):  # twice as many as there are
        with socket.socket() as other:
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            other.bind(("127.0.0.1", 0))
            assert other.getsockname()[1] != port
    with socket.create_server(("127.0.0.1", port)):
        socket.create_connection(("127.0.0.1", port), timeout=10).close()


def test_a_line_to_nobody_ends_each_connection_and_leads_on_once_somebody_is_there() -> None:
    address = free_address()
    with SlowLine(address) as line:
        for _ in range(2):
            assert says_hello(line.address) == b""
        with socket.create_server(("127.0.0.1", int(address.split(":")[1]))) as server:

            def greet() -> None:
                connection, _ = server.accept()
                with connection:
                    connection.sendall(b"hello")

            greeter = threading.Thread(target=greet)
            greeter.start()
            assert says_hello(line.address) == b"hello"
            greeter.join()


def test_a_machine_that_cannot_be_used_ends_the_measurement_in_words(tmp_path: Path) -> None:
    model = str(write_tiny_llama(tmp_path / "tiny.gguf"))
    machines = (RemoteMachine("attic", free_address()),)
    with (
        pytest.raises(BenchFailed, match="No rpc-server listens on the machine “attic”"),
        LinkRun(InProcess, tmp_path / "far", model, 512, machines=machines),
    ):
        pass
