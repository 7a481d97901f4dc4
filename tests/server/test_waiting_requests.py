"""Requests that wait: for the window, for each other, and those that are told to come again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.chats.records import ChatSetup, MessageStatus
from app.core.conversations.events import MessageChanged
from tests.helpers.api_server import ApiServer
from tests.helpers.served_program import ServedProgram, events_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pytest

CHAT = "/v1/chat/completions"
LONG = "Tell me of the sea and of those who live there. " * 10  # half of the context
SHORT_ANSWER = ChatSetup("", (("temperature", 0), ("max_tokens", 40)))


def body(content: str, n_tokens: int) -> dict[str, Any]:
    messages = [{"role": "user", "content": content}]
    return {"messages": messages, "max_tokens": n_tokens, "temperature": 0, "stream": True}


def pieces(lines: Iterator[str]) -> Iterator[tuple[str, Any]]:
    return events_of(line for line in lines if line != "data: [DONE]")


def test_one_request_more_than_there_may_be_is_told_to_come_again(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.server.fair_share.MOST_AT_ONCE", 1)
    with ApiServer(tmp_path, tiny_model) as server, server.http() as http:
        with http.stream("POST", CHAT, json=body("Talk.", 1900)) as running:
            said = running.iter_lines()  # closes the stream when it goes
            next(said)
            refused = http.post(CHAT, json=body("Hello.", 4))
            assert refused.status_code == 429
            assert int(refused.headers["retry-after"]) > 0
            assert server.service.log.newest()[-1].status == 429
        while server.service.log.n_open:
            assert http.get("/health").status_code == 200
        assert http.post(CHAT, json=body("Hello.", 4)).status_code == 200


def test_a_stream_that_waits_for_another_request_says_so(tmp_path: Path, tiny_model: Path) -> None:
    with (
        ApiServer(tmp_path, tiny_model, n_ctx=1024) as server,
        server.http() as first,
        server.http() as second,
        first.stream("POST", CHAT, json=body(LONG, 300)) as running,
    ):
        before = running.iter_lines()
        while not next(before).startswith("data: "):
            pass
        with second.stream("POST", CHAT, json=body(f"Otherwise. {LONG}", 4)) as waiting:
            told = pieces(waiting.iter_lines())
            assert next(told) == ("comment", "waiting")
            *_, (_, last) = pieces(before)
            assert last["choices"][0]["finish_reason"] == "length"
            assert [name for name, _ in told].count("") > 2


def test_a_chat_in_the_window_goes_first_and_the_request_goes_on_behind_it(
    tmp_path: Path, tiny_model: Path
) -> None:
    with (
        ServedProgram(tmp_path, tiny_model) as program,
        program.http() as http,
        http.stream("POST", CHAT, json=body(LONG, 300)) as running,
    ):
        told = pieces(running.iter_lines())
        next(one for one in told if one[0] != "comment" and one[1]["choices"][0]["delta"])
        program.conversations.chats.send(None, f"Otherwise. {LONG}", setup=SHORT_ANSWER)
        while (ended := program.event(MessageChanged).message).status is MessageStatus.STREAMING:
            pass
        assert ended.text
        rest = list(told)
        assert ("comment", "waiting") in rest
        assert rest[-1][1]["choices"][0]["finish_reason"] == "length"
