"""`/hearth/v1/warmth`: how soon an answer would begin, before it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.conversations.events import ChatCreated, MessageChanged
from app.core.protocol import Call, MeasureWarmth, UnloadModel
from tests.helpers.served_program import ServedProgram

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.protocol import ToEngine

WARMTH = "/hearth/v1/warmth"
LONG = "Tell me of the sea and of those who live there. " * 10


@pytest.fixture
def program(tmp_path: Path, tiny_model: Path) -> Iterator[ServedProgram]:
    with ServedProgram(tmp_path, tiny_model) as running:
        yield running


@pytest.fixture
def http(program: ServedProgram) -> Iterator[Any]:
    with program.http() as client:
        yield client


def ask(http: Any, messages: list[dict[str, str]]) -> str:
    body = {"messages": messages, "max_tokens": 8, "temperature": 0}
    told = http.post("/v1/chat/completions", json=body).json()
    return str(told["choices"][0]["message"]["content"])


def measure(http: Any, **body: Any) -> dict[str, Any]:
    reply = http.post(WARMTH, json=body)
    assert reply.status_code == 200, reply.text
    told: dict[str, Any] = reply.json()
    assert told["n_live"] + told["n_disk"] + told["n_cold"] == told["n_tokens"]
    return told


def test_what_nobody_has_asked_is_cold(http: Any) -> None:
    told = measure(http, messages=[{"role": "user", "content": LONG}])
    assert told["n_live"] == told["n_disk"] == 0
    assert told["n_tokens"] > len(LONG)
    assert told["model"] == "tiny"
    assert told["n_ctx"] == 1024
    assert told["expected_ms"] is None  # this machine has shown nothing yet


def test_a_conversation_that_goes_on_is_live(http: Any) -> None:
    messages = [{"role": "user", "content": LONG}]
    messages.append({"role": "assistant", "content": ask(http, messages)})
    messages.append({"role": "user", "content": "And then?"})
    told = measure(http, messages=messages)
    assert told["n_live"] > len(LONG)
    assert 0 < told["n_cold"] < 60
    assert told["expected_ms"] > 0


def test_what_was_stored_comes_from_the_disk(program: ServedProgram, http: Any) -> None:
    messages = [{"role": "user", "content": LONG}]
    ask(http, messages)
    program.settle()
    others = [{"role": "system", "content": "Another conversation."}, *messages]
    ask(http, others)  # a chat that is stored leaves the context for another one
    told = measure(http, messages=messages)
    assert told["n_live"] == 0
    assert told["n_disk"] > len(LONG) // 2


def test_how_much_is_at_hand_does_not_tell_what_the_users_chats_hold(
    program: ServedProgram, http: Any
) -> None:
    program.say(None, f"{LONG} The word is xq7.")
    program.settle()
    guess = [{"role": "user", "content": f"{LONG} The word is xq7."}]
    told = measure(http, messages=guess)
    assert told["n_live"] == told["n_disk"] == 0
    body = {"messages": guess, "max_tokens": 1}
    usage = http.post("/v1/chat/completions", json=body).json()["usage"]
    assert usage["prompt_tokens_details"]["cached_tokens"] == 0


def test_what_is_known_of_the_machine_tells_the_time(http: Any) -> None:
    ask(http, [{"role": "user", "content": LONG}])
    cold = measure(http, messages=[{"role": "user", "content": f"Otherwise. {LONG}"}])
    short = measure(http, messages=[{"role": "user", "content": "Otherwise."}])
    assert cold["expected_ms"] > short["expected_ms"] > 0


def test_it_is_told_in_the_words_of_anthropics_clients(http: Any) -> None:
    body = {
        "system": "You speak of the sea.",
        "messages": [{"role": "user", "content": [{"type": "text", "text": "Hello."}]}],
    }
    assert measure(http, **body)["n_tokens"] > 30
    headers = {"anthropic-version": "2023-06-01"}
    block = {"type": "tool_use", "id": "a", "name": "look", "input": {}}
    messages = [{"role": "user", "content": "Look."}, {"role": "assistant", "content": [block]}]
    assert http.post(WARMTH, json={"messages": messages}, headers=headers).status_code == 200


def test_a_chat_of_the_user_is_measured_with_what_may_be_sent(
    program: ServedProgram, http: Any
) -> None:
    program.conversations.chats.send(None, LONG)
    chat_id = program.event(ChatCreated).chat.id
    program.conversations.chats.stop(chat_id)
    while program.event(MessageChanged).message.status.value == "streaming":
        pass
    bare = measure(http, chat=f"chat-{chat_id}")
    more = measure(http, chat=f"chat-{chat_id}", content="Go on with that, please.")
    assert more["n_tokens"] > bare["n_tokens"] > len(LONG)


def test_nothing_is_computed_for_it(
    program: ServedProgram, http: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    posted: list[Any] = []
    host = program.parts.link.host
    post = host.post

    def noted(message: ToEngine) -> None:
        posted.append(message.request if isinstance(message, Call) else message)
        post(message)

    monkeypatch.setattr(host, "post", noted)
    before = measure(http, messages=[{"role": "user", "content": LONG}])
    assert measure(http, messages=[{"role": "user", "content": LONG}]) == before
    assert [type(one) for one in posted] == [MeasureWarmth] * 2


def test_what_would_get_no_answer_is_told(program: ServedProgram, http: Any) -> None:
    reply = http.post(WARMTH, json={"messages": [{"role": "user", "content": "word " * 1000}]})
    assert reply.status_code == 400
    error = reply.json()["error"]
    assert "maximum context length is 1024 tokens" in error["message"]
    assert error["code"] == "context_length_exceeded"
    assert http.post(WARMTH, json={"chat": "chat-99"}).status_code == 404
    assert http.post(WARMTH, json={"messages": []}).status_code == 400


def test_without_a_model_that_is_told(
    program: ServedProgram, http: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.server.served_model._PATIENCE_S", 0.1)
    monkeypatch.setattr(program.service, "_wake", lambda: None)
    program.parts.engine.post(UnloadModel())
    while http.get("/health").json()["status"] != "no model":
        pass
    reply = http.post(WARMTH, json={"messages": [{"role": "user", "content": "Hello."}]})
    assert reply.status_code == 503
