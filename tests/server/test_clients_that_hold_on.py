"""Clients that go, do not read or never end what they say: the engine works for nobody in vain."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from app.core.protocol import AnswerFinished, FinishReason, Generate, PrefillProgress, Stop
from app.server import service
from app.server.access import AccessRules
from app.server.engine_calls import EngineCall
from tests.helpers.api_server import KEY, ApiServer, noted_in
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.media_pairs import pair_of
from tests.helpers.media_requests import picture_url, user
from tests.helpers.media_samples import encoded, quarters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

CHAT = "/v1/chat/completions"
WAIT_S = 60.0
N_HALF_HEADS = 300


def wait(condition: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + WAIT_S
    while not condition():
        assert time.monotonic() < end, f"no {what}"
        time.sleep(0.005)


def send(server: ApiServer, **body: Any) -> socket.socket:
    """Send a request for a stream by hand."""
    written = json.dumps(body | {"stream": True}).encode()
    head = (
        f"POST {CHAT} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {KEY}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(written)}\r\n\r\n"
    ).encode()
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", server.service.port))
    connection.sendall(head + written)
    return connection


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the server is told of all that it asks the engine."""
    heard: list[Any] = []

    def record(name: str) -> None:
        take = getattr(EngineCall, name)

        def recorded(call: EngineCall[Any, Any], what: Any) -> None:
            heard.append(what)
            take(call, what)

        monkeypatch.setattr(EngineCall, name, recorded)

    for name in ("take_news", "take_answer"):
        record(name)
    return heard


@pytest.fixture
def slow_server(told: list[Any], tmp_path: Path) -> Iterator[ApiServer]:
    """A server whose engine takes a while for each piece of a prompt."""
    model = write_tiny_llama(
        tmp_path / "slow.gguf",
        n_layers=8,
        n_embd=256,
        n_heads=8,
        n_kv_heads=4,
        n_ff=1024,
        n_ctx=8192,
        quant="Q8_0",
    )
    with ApiServer(tmp_path / "api", model, n_ctx=8192) as running:
        yield running


def n_read(told: list[Any]) -> int:
    return sum(isinstance(event, PrefillProgress) for event in told)


def test_a_prompt_is_read_no_further_when_its_client_has_gone(
    slow_server: ApiServer, told: list[Any]
) -> None:
    messages = [{"role": "user", "content": "word " * 1400}]
    connection = send(slow_server, messages=messages)
    wait(lambda: n_read(told) > 0, "piece of the prompt")
    connection.close()
    wait(lambda: isinstance(slow_server.posted[-1], Stop), "stop")
    n_before = n_read(told)
    wait(lambda: any(isinstance(event, AnswerFinished) for event in told), "end")
    (finished,) = [event for event in told if isinstance(event, AnswerFinished)]
    assert finished.finish_reason is FinishReason.STOPPED
    assert finished.stats.n_generated == 0
    # What was being computed, and what was told on its way.
    assert n_read(told) <= n_before + 2


def test_an_answer_that_is_not_read_ends(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "UNREAD_S", 0.3)
    asked = {"logprobs": True, "top_logprobs": 20, "max_tokens": 1900}  # megabytes
    with ApiServer(tmp_path / "api", tiny_model) as server:
        # The system takes all of it in the client's stead otherwise.
        server.service._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
        connection = send(server, messages=[{"role": "user", "content": "Talk."}], **asked)
        wait(lambda: server.service.log.n_open == 1, "request")
        wait(lambda: server.service.log.n_open == 0, "end")
        assert server.service.log.newest()[-1].status == 499
        assert isinstance(server.posted[-1], Stop)
        said = b""
        with connection, contextlib.suppress(ConnectionError):
            while piece := connection.recv(1 << 16):
                said += piece
        assert b"[DONE]" not in said, "the rest is kept for nobody"


def test_hundreds_of_half_sent_heads_hold_up_nobody(tmp_path: Path, tiny_model: Path) -> None:
    with ApiServer(tmp_path / "api", tiny_model) as server, contextlib.ExitStack() as held:
        for _ in range(N_HALF_HEADS):
            connection = socket.create_connection(("127.0.0.1", server.service.port), WAIT_S)
            held.enter_context(connection)
            connection.sendall(b"POST /v1/chat/completions HTTP/1.1\r\nHost: local")
        with server.openai() as client:
            answer = client.chat.completions.create(
                model="", messages=[{"role": "user", "content": "Hi."}], max_tokens=4
            )
        assert answer.usage.completion_tokens == 4
        assert sum(isinstance(command, Generate) for command in server.posted) == 1


def test_wrong_keys_hold_up_nobody_and_leave_nothing(tmp_path: Path, tiny_model: Path) -> None:
    has_ended = threading.Event()
    n_refused = [0] * 4

    def guess(number: int) -> None:
        with server.http() as http:
            while not has_ended.is_set():
                key = {"authorization": f"Bearer {number} {n_refused[number]}"}
                assert http.get("/v1/models", headers=key).status_code == 401
                n_refused[number] += 1

    with ApiServer(tmp_path / "api", tiny_model) as server, server.openai() as client:
        guessing = [threading.Thread(target=guess, args=(number,)) for number in range(4)]
        for thread in guessing:
            thread.start()
        for _ in range(5):
            answer = client.chat.completions.create(
                model="", messages=[{"role": "user", "content": "Hi."}], max_tokens=8
            )
            assert answer.usage.completion_tokens == 8
        has_ended.set()
        for thread in guessing:
            thread.join()
        assert min(n_refused) > 0
        # The same refusal again stands there once: nothing grows with the number of guesses.
        noted = [one.status for one in noted_in(server.service).newest()]
        assert noted.count(200) == 5
        assert noted.count(401) <= 6, "before, between and behind the answers"
        assert "401" not in server.service.log.metrics(is_loaded=True)


def test_keys_are_compared_in_a_time_that_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[bytes, bytes]] = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return one == other

    monkeypatch.setattr("app.server.access.hmac.compare_digest", compare)
    AccessRules(KEY).require_key({"x-api-key": KEY})
    assert compared == [(KEY.encode(), KEY.encode())]


def test_no_picture_is_encoded_further_when_its_client_has_gone(
    tmp_path: Path, told: list[Any]
) -> None:
    pair = pair_of("slices")
    text, projector = pair.write(tmp_path)
    pictures = [picture_url(encoded(quarters(1200, 900 + n), "PNG")) for n in range(20)]
    with ApiServer(tmp_path / "api", text, projector=str(projector), n_ctx=8192) as server:
        connection = send(server, messages=[user(*pictures, "What are these?")])
        wait(lambda: any(isinstance(one, Generate) for one in server.posted), "question")
        connection.close()
        wait(lambda: isinstance(server.posted[-1], Stop), "stop")
        wait(lambda: any(isinstance(event, AnswerFinished) for event in told), "end")
        (finished,) = [event for event in told if isinstance(event, AnswerFinished)]
        assert finished.finish_reason is FinishReason.STOPPED
        assert finished.stats.n_generated == 0
        wait(lambda: server.service.log.n_open == 0, "end of the request")
        assert list((tmp_path / "api" / "media").iterdir()) == []
