"""The ports and the lines that measurements of other machines go over."""

from __future__ import annotations

import socket

import pytest

from tools.bench.free_port import free_port


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
