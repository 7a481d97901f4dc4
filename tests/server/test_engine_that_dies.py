"""The engine is killed in the middle of a stream: the client is told, the next is answered."""

from __future__ import annotations

import json
import threading
import time
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from app.core.engine_link import wire
from app.core.protocol import Call, Generate, MeasureContext, MeasureWarmth
from tests.helpers.api_server import ApiServer, noted_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import IO

    import httpx2

    from tests.conftest import ExpectLog

MESSAGES = [{"role": "user", "content": "Talk without end."}]
STREAMS: dict[str, dict[str, Any]] = {
    "/v1/chat/completions": {"messages": MESSAGES},
    "/v1/completions": {"prompt": "Once upon a time", "max_tokens": 1500},
    "/v1/responses": {"input": MESSAGES},
    "/v1/messages": {"messages": MESSAGES, "max_tokens": 1500},
}


@pytest.fixture
def server(tmp_path: Path, tiny_model: Path) -> Iterator[ApiServer]:
    with ApiServer(tmp_path / "api", tiny_model) as running:
        yield running


def events_until_the_end(answer: httpx2.Response, server: ApiServer) -> list[dict[str, Any]]:
    """Read a stream, and kill the engine at its first words."""
    events: list[dict[str, Any]] = []
    is_killed = False
    for line in answer.iter_lines():
        if line.startswith("data: ") and line != "data: [DONE]":
            events.append(json.loads(line.removeprefix("data: ")))
            if not is_killed:
                psutil.Process(server.harness.pid).kill()
                is_killed = True
    return events


def message_of(path: str, event: dict[str, Any]) -> str:
    """Return the sentence in an error event, where each kind of client looks for it."""
    if path == "/v1/responses":
        assert event["type"] == "response.failed"
        assert event["response"]["status"] == "failed"
        return str(event["response"]["error"]["message"])
    if path == "/v1/messages":
        assert event["type"] == "error"
    return str(event["error"]["message"])


@pytest.mark.parametrize("path", STREAMS)
def test_a_client_is_told_in_its_stream_and_the_next_is_answered(
    server: ApiServer, expect_log: ExpectLog, path: str
) -> None:
    expect_log("the engine died")
    with server.http() as http:
        asked = STREAMS[path] | {"stream": True}
        with http.stream("POST", path, json=asked) as answer:
            assert answer.status_code == 200
            *_before, last = events_until_the_end(answer, server)
        assert len(message_of(path, last)) > 20
        if path == "/v1/messages":
            assert last["request_id"] == answer.headers["request-id"]
        again = STREAMS[path] | {"max_tokens": 4, "max_output_tokens": 4}
        assert http.post(path, json=again).status_code == 200
    assert noted_in(server.service).n_open == 0


@pytest.mark.parametrize("path", [*STREAMS, "/v1/messages/count_tokens", "/hearth/v1/warmth"])
def test_a_request_in_one_piece_is_told_to_come_again(
    server: ApiServer, expect_log: ExpectLog, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    expect_log("the engine died")
    sent: list[object] = []
    send = wire.send

    def noted(stream: IO[bytes], message: Any) -> None:
        send(stream, message)
        if isinstance(message, Call):
            sent.append(message.request)

    monkeypatch.setattr("app.core.engine_link.child_process.send", noted)
    answers: list[httpx2.Response] = []
    asked: dict[str, Any] = STREAMS.get(path, {"messages": MESSAGES})
    engine = psutil.Process(server.harness.pid)
    engine.suspend()  # so that it is asked, and has not answered
    with server.http() as http:
        asking = threading.Thread(target=lambda: answers.append(http.post(path, json=asked)))
        asking.start()
        # What is not yet on its way goes to the next engine, which answers it.
        while not any(isinstance(one, Generate | MeasureContext | MeasureWarmth) for one in sent):
            time.sleep(0.01)
        engine.kill()
        asking.join()
    (answer,) = answers
    assert answer.status_code == 503, "which clients send again by themselves; a 400 they do not"
    error = answer.json()["error"]
    assert error["type"] == "overloaded_error"
    assert len(error["message"]) > 20
