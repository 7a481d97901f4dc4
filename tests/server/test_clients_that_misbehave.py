"""Clients that go away, do not read, come all at once; models and engines that go meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import openai
import psutil
import pytest
import uvicorn
from uvicorn.server import ServerState

from app.core.protocol import BackendChoice, Generate, Stop, UnloadModel
from app.server import service
from tests.helpers.api_server import KEY, ApiServer
from tests.helpers.loading import load_command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.conftest import ExpectLog

CHAT = "/v1/chat/completions"
WAIT_S = 60.0


@pytest.fixture
def server(tmp_path: Path, tiny_model: Path) -> Iterator[ApiServer]:
    with ApiServer(tmp_path / "api", tiny_model) as running:
        yield running


def wait(condition: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + WAIT_S
    while not condition():
        assert time.monotonic() < end, f"no {what}"
        time.sleep(0.01)


def send(server: ApiServer, **options: Any) -> socket.socket:
    """Send a request by hand; what becomes of the answer is the caller's business."""
    given = {"messages": [{"role": "user", "content": "Talk without end."}], "stream": True}
    body = json.dumps(given | options).encode()
    head = (
        f"POST {CHAT} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {KEY}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode()
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", server.service.port))
    connection.sendall(head + body)
    return connection


def last_status(server: ApiServer) -> int:
    return server.service.log.newest()[-1].status


def test_a_client_that_goes_away_ends_its_answer(server: ApiServer) -> None:
    connection = send(server, max_tokens=1900)
    assert b"200 OK" in connection.recv(4096)
    connection.close()
    wait(lambda: server.service.log.n_open == 0, "end")
    assert last_status(server) == 499
    assert isinstance(server.posted[-1], Stop)


def test_a_client_that_goes_away_while_its_prompt_is_read_ends_that(server: ApiServer) -> None:
    connection = send(server, messages=[{"role": "user", "content": "word " * 350}])
    wait(lambda: isinstance(server.posted[-1], Generate), "question to the engine")
    connection.close()
    wait(lambda: server.service.log.n_open == 0, "end")
    assert last_status(server) == 499
    assert isinstance(server.posted[-1], Stop)


def test_a_client_that_does_not_read_holds_up_nobody(server: ApiServer) -> None:
    slow = [send(server, max_tokens=1900) for _ in range(3)]
    wait(lambda: server.service.log.n_open == 3, "requests")
    with server.openai() as client:
        answer = client.chat.completions.create(
            model="", messages=[{"role": "user", "content": "Hi."}], max_tokens=8
        )
    assert answer.choices[0].message.content
    for connection in slow:
        connection.close()
    wait(lambda: server.service.log.n_open == 0, "end")


@pytest.mark.parametrize("said", [b"", b"GET /health HTTP/1.1\r\n"])
def test_who_never_ends_the_head_of_a_request_is_let_go_of(
    server: ApiServer, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(service, "HEAD_S", 0.5)
    with socket.create_connection(("127.0.0.1", server.service.port), WAIT_S) as connection:
        connection.sendall(said)
        connection.settimeout(0.1)
        is_open = True
        while is_open:  # a line now and then keeps nothing alive
            try:
                assert connection.recv(100) == b""
                is_open = False
            except TimeoutError:
                with contextlib.suppress(OSError):
                    connection.sendall(b"X-More: 1\r\n" if said else b"")
            except ConnectionError:
                is_open = False


def test_a_connection_serves_one_request_after_the_other(
    server: ApiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "HEAD_S", 0.3)
    with server.http() as client:
        for _ in range(3):
            assert client.get("/v1/models").status_code == 200
            time.sleep(0.5)  # longer than a head may take


def test_two_hundred_clients_at_once(server: ApiServer) -> None:
    def ask(number: int) -> int:
        with server.openai(timeout=300) as client:
            answer = client.chat.completions.create(
                model="",
                messages=[{"role": "user", "content": f"Say {number}."}],
                max_tokens=2,
            )
        assert answer.usage is not None
        return int(answer.usage.completion_tokens)

    with ThreadPoolExecutor(200) as pool:
        assert all(pool.map(ask, range(200)))


def test_a_model_that_goes_in_the_middle_of_a_stream(server: ApiServer) -> None:
    with server.openai() as client:
        stream = client.chat.completions.create(
            model="",
            messages=[{"role": "user", "content": "Talk."}],
            max_tokens=1900,
            stream=True,
        )
        next(iter(stream))
        server.harness.post(UnloadModel())
        with pytest.raises(openai.APIError, match="model"):
            list(stream)


def test_a_request_wakes_a_model_that_rests(server: ApiServer, tiny_model: Path) -> None:
    woken: list[bool] = []

    def wake() -> None:
        if not woken:
            woken.append(True)
            command = load_command(tiny_model, n_ctx=2048, backend=BackendChoice())
            server.harness.post(command)

    server.harness.post(UnloadModel())
    with server.http() as http:
        wait(lambda: http.get("/health").json()["status"] == "no model", "unloading")
    server.wake = wake
    with server.openai() as client:
        answer = client.chat.completions.create(
            model="", messages=[{"role": "user", "content": "Hi."}], max_tokens=4
        )
    assert answer.choices[0].message.content


def test_without_a_model_that_is_told(server: ApiServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.server.served_model._PATIENCE_S", 0.2)
    server.harness.post(UnloadModel())
    with server.http() as http:
        wait(lambda: http.get("/health").json()["status"] == "no model", "unloading")
    with server.openai() as client:
        assert list(client.models.list()) == []
        with pytest.raises(openai.InternalServerError, match="No model is loaded"):
            client.chat.completions.create(
                model="", messages=[{"role": "user", "content": "Hi."}], max_tokens=4
            )


def test_a_model_that_is_being_loaded_is_named_and_waited_for(
    server: ApiServer, tiny_model: Path
) -> None:
    with server.http() as http:
        server.harness.post(UnloadModel())
        wait(lambda: http.get("/health").json().get("status") == "no model", "unloading")
        engine = psutil.Process(server.harness.pid)
        engine.suspend()  # it has told nothing of the load, and does not begin it
        server.harness.post(load_command(tiny_model, n_ctx=2048, backend=BackendChoice()))
        loading = http.get("/health")
        told = {"code": 503, "message": "Loading model", "type": "unavailable_error"}
        assert (loading.status_code, loading.json()) == (503, {"error": told})
        (named,) = http.get("/v1/models").json()["data"]
        assert (named["id"], named["status"]) == ("tiny", {"value": "loading"})
        assert http.get("/v1/models/tiny").status_code == 200
        with ThreadPoolExecutor(1) as aside:
            body = {"messages": [{"role": "user", "content": "Hi."}], "max_tokens": 1}
            asked = aside.submit(lambda: http.post(CHAT, json=body))
            wait(lambda: server.service.log.n_open == 1, "the request")
            engine.resume()
            assert asked.result(WAIT_S).status_code == 200
        assert http.get("/health").json()["status"] == "ok"
        (named,) = http.get("/v1/models").json()["data"]
        assert (named["id"], named["status"]) == ("tiny", {"value": "loaded"})


def test_no_key_is_found_by_trying(server: ApiServer) -> None:
    def guesses(numbers: range) -> bytes:
        head = "GET /v1/models HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: {}\r\n\r\n"
        return "".join(head.format(number) for number in numbers).encode()

    statuses: Counter[bytes] = Counter()
    with socket.create_connection(("127.0.0.1", server.service.port), WAIT_S) as connection:
        file = connection.makefile("rb")
        for first in range(0, 10_000, 100):  # a hundred at a time, each answered by itself
            connection.sendall(guesses(range(first, first + 100)))
            for _ in range(100):
                _version, status, _reason = file.readline().split(b" ", 2)
                statuses[status] += 1
                headers = dict(line.split(b": ") for line in iter(file.readline, b"\r\n"))
                assert file.read(int(headers[b"content-length"]))
    assert statuses == {b"401": 10_000}
    with server.openai() as client:
        assert [one.id for one in client.models.list()] == ["tiny"]


class ClosingTransport(asyncio.Transport):
    """Keeps what is sent; like Windows' own, it may hand on what arrived before it was closed."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""
        self.is_closed = False

    def write(self, data: Any) -> None:
        self.sent += data

    def close(self) -> None:
        self.is_closed = True

    def is_closing(self) -> bool:
        return self.is_closed


def test_what_comes_behind_a_refused_request_is_not_read(expect_log: ExpectLog) -> None:
    expect_log("Invalid HTTP request")

    async def never_asked(_scope: Any, _receive: Any, _send: Any) -> None:
        raise AssertionError

    config = uvicorn.Config(never_asked, log_config=None)
    config.load()

    async def refuse() -> bytes:
        transport = ClosingTransport()
        protocol = service.PatientProtocol(config, ServerState(), {})
        protocol.connection_made(transport)
        protocol.data_received(b"nonsense\r\n\r\n")
        protocol.data_received(b"more\r\n\r\n")
        protocol.connection_lost(None)
        return transport.sent

    assert asyncio.run(refuse()).count(b"HTTP/1.1 400") == 1
