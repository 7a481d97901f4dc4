"""`/hearth/v1/chats`: the user's chats, read and gone on with by other programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from app.core.chats.records import ChatId, ChatSetup
from app.core.conversations.events import (
    AnswerDelta,
    ChatCreated,
    ChatsChanged,
    ChatsDeleted,
    MessageAdded,
    MessageChanged,
)
from app.core.conversations.session import key_of
from app.core.protocol import UnloadModel
from tests.helpers.api_server import noted_in
from tests.helpers.served_program import ServedProgram, events_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CHATS = "/hearth/v1/chats"
SETUP = ChatSetup("You speak of the sea.", (("temperature", 0), ("max_tokens", 12)))
ENDLESS = ChatSetup("", (("temperature", 0),))


@pytest.fixture
def program(tmp_path: Path, tiny_model: Path) -> Iterator[ServedProgram]:
    with ServedProgram(tmp_path, tiny_model) as running:
        yield running


@pytest.fixture
def http(program: ServedProgram) -> Iterator[Any]:
    with program.http() as client:
        yield client


def begin(program: ServedProgram, text: str = "Hello.", setup: ChatSetup = SETUP) -> ChatId:
    """Begin a chat as the window does, and wait for its answer."""
    program.conversations.chats.send(None, text, setup=setup)
    chat = program.event(ChatCreated).chat
    while program.event(MessageChanged).message.status.value == "streaming":
        pass
    return chat.id


def name_of(chat_id: ChatId) -> str:
    return f"chat-{chat_id}"


def test_the_chats_are_listed_with_what_is_known_of_them(program: ServedProgram, http: Any) -> None:
    first, second = begin(program, "First words."), begin(program, "Other words.")
    told = http.get(CHATS).json()
    assert [one["id"] for one in told["data"]] == [name_of(second), name_of(first)]
    assert told["has_more"] is False
    assert told["next"] is None
    newest = told["data"][0]
    assert newest["title"] == "Other words."
    assert newest["model"] == "tiny"
    assert newest["n_messages"] == 2
    assert newest["memory"] == "live"
    assert newest["is_answering"] is False
    assert newest["updated_at"].endswith("+00:00")


def test_a_chat_without_memory_is_told_cold(program: ServedProgram, http: Any) -> None:
    chat_id = begin(program)
    program.settle()
    program.parts.engine.post(UnloadModel())
    program.conversations.memory.drop(key_of(chat_id))
    assert http.get(CHATS).json()["data"][0]["memory"] == "cold"


def test_pages_lead_through_all_chats(program: ServedProgram, http: Any) -> None:
    ids = [name_of(begin(program, f"Chat {number}.")) for number in range(5)]
    found: list[str] = []
    after: dict[str, str] = {}
    while True:
        page = http.get(CHATS, params={"limit": 2, **after}).json()
        assert len(page["data"]) <= 2
        found += [one["id"] for one in page["data"]]
        if not page["has_more"]:
            break
        after = {"after": page["next"]}
    assert found == ids[::-1]


def test_what_the_list_of_the_window_does_not_show_is_left_out(
    program: ServedProgram, http: Any
) -> None:
    shown, trashed, archived = (begin(program, f"Chat {number}.") for number in range(3))
    listing, chats = program.conversations.listing, program.conversations.chats
    listing.delete([trashed])
    program.event(ChatsDeleted)
    listing.archive([archived], is_archived=True)
    program.event(ChatsChanged)
    chats.begin_temporary("Secret")
    assert [one["id"] for one in http.get(CHATS).json()["data"]] == [name_of(shown)]


def test_a_chat_is_read_with_the_branch_that_is_shown(program: ServedProgram, http: Any) -> None:
    chat_id = begin(program)
    told = http.get(f"{CHATS}/{name_of(chat_id)}").json()
    assert told["system_prompt"] == SETUP.system_prompt
    question, answer = told["messages"]
    assert (question["role"], question["content"]) == ("user", "Hello.")
    assert answer["role"] == "assistant"
    assert answer["content"]
    assert answer["model"] == "Tiny"
    assert answer["usage"]["completion_tokens"] == 12
    program.conversations.chats.regenerate(chat_id)
    while program.event(MessageChanged).message.status.value == "streaming":
        pass
    again = http.get(f"{CHATS}/{name_of(chat_id)}").json()["messages"]
    assert again[0]["id"] == question["id"]
    assert again[1]["id"] != answer["id"]
    assert len(again) == 2


def test_a_chat_goes_on_as_in_the_window(program: ServedProgram, http: Any) -> None:
    chat_id = begin(program)
    told = http.post(f"{CHATS}/{name_of(chat_id)}/messages", json={"content": "And then?"}).json()
    assert told["message"]["content"] == "And then?"
    answer = told["answer"]
    assert answer["usage"]["completion_tokens"] == 12  # by the chat's own limit
    assert answer["usage"]["cached_tokens"] > 0
    kept = program.messages(chat_id)
    assert [one.role.value for one in kept] == ["user", "assistant"] * 2
    assert kept[2].text == "And then?"
    assert kept[3].text == answer["content"]
    assert kept[3].record is not None or kept[3].stats


def test_a_stream_says_what_is_kept(program: ServedProgram, http: Any) -> None:
    chat_id = begin(program)
    body = {"content": "And then?", "stream": True}
    with http.stream("POST", f"{CHATS}/{name_of(chat_id)}/messages", json=body) as reply:
        assert reply.headers["content-type"].startswith("text/event-stream")
        told = [one for one in events_of(reply.iter_lines()) if one[0] != "comment"]
    assert [name for name, _ in told[:1]] == ["message"]
    said = "".join(data.get("content", "") for name, data in told if name == "delta")
    name, answer = told[-1]
    assert name == "answer"
    assert said == answer["content"] == program.messages(chat_id)[-1].text


def test_what_is_attached_goes_along(program: ServedProgram, http: Any) -> None:
    chat_id = begin(program)
    body = {"content": "", "attachments": [{"name": "notes.txt", "text": "The sea is wide."}]}
    told = http.post(f"{CHATS}/{name_of(chat_id)}/messages", json=body).json()
    assert told["message"]["attachments"] == body["attachments"]
    assert program.messages(chat_id)[2].attachments[0].text == "The sea is wide."


def test_a_client_that_goes_away_stops_its_answer_and_what_was_said_is_kept(
    program: ServedProgram, http: Any
) -> None:
    chat_id = begin(program)
    program.conversations.chats.set_up(chat_id, ENDLESS)
    body = {"content": "Go on.", "stream": True}
    with http.stream("POST", f"{CHATS}/{name_of(chat_id)}/messages", json=body) as reply:
        for name, _ in events_of(reply.iter_lines()):
            if name == "delta":
                break
    while (ended := program.event(MessageChanged).message).status.value == "streaming":
        pass
    assert ended.status.value == "stopped"
    assert ended.text
    assert program.messages(chat_id)[-1].text == ended.text


def test_a_chat_that_is_being_answered_takes_no_message(program: ServedProgram, http: Any) -> None:
    program.conversations.chats.send(None, "Talk.", setup=ENDLESS)
    chat_id = program.event(ChatCreated).chat.id
    program.event(AnswerDelta)
    assert http.get(CHATS).json()["data"][0]["is_answering"] is True
    refused = http.post(f"{CHATS}/{name_of(chat_id)}/messages", json={"content": "And?"})
    assert refused.status_code == 409
    assert refused.json()["error"]["code"] == "chat_is_answering"
    program.conversations.chats.stop(chat_id)
    while program.event(MessageChanged).message.status.value == "streaming":
        pass
    assert len(program.messages(chat_id)) == 2


@pytest.mark.parametrize(
    "name", ["chat-999", "chat-", "999", "chat-01", "chat-x", "chat-4503599627370497", "message-1"]
)
def test_a_chat_that_is_not_there_is_told(http: Any, name: str) -> None:
    for reply in (
        http.get(f"{CHATS}/{name}"),
        http.post(f"{CHATS}/{name}/messages", json={"content": "Hello."}),
    ):
        assert reply.status_code == 404
        assert reply.json()["error"]["code"] == "chat_not_found"


def test_a_chat_in_the_trash_is_told(program: ServedProgram, http: Any) -> None:
    chat_id = begin(program)
    program.conversations.listing.delete([chat_id])
    program.event(ChatsDeleted)
    for reply in (
        http.get(f"{CHATS}/{name_of(chat_id)}"),
        http.post(f"{CHATS}/{name_of(chat_id)}/messages", json={"content": "Hello."}),
    ):
        assert reply.status_code == 409
        assert reply.json()["error"]["code"] == "chat_in_trash"


def test_a_chat_that_goes_into_the_trash_ends_its_answer(program: ServedProgram, http: Any) -> None:
    chat_id = begin(program)
    program.conversations.chats.set_up(chat_id, ENDLESS)
    body = {"content": "Go on.", "stream": True}
    with http.stream("POST", f"{CHATS}/{name_of(chat_id)}/messages", json=body) as reply:
        told = events_of(reply.iter_lines())
        for name, _ in told:
            if name == "delta":
                program.conversations.listing.delete([chat_id])
                break
        assert [name for name, _ in told if name not in ("delta", "comment")] in (
            ["error"],
            ["answer"],
        )


def test_without_a_model_nothing_is_written(
    program: ServedProgram, http: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.server.served_model._PATIENCE_S", 0.1)
    chat_id = begin(program)
    monkeypatch.setattr(program.service, "_wake", lambda: None)
    program.parts.engine.post(UnloadModel())
    while http.get("/health").json()["status"] != "no model":
        pass
    reply = http.post(f"{CHATS}/{name_of(chat_id)}/messages", json={"content": "And?"})
    assert reply.status_code == 503
    assert len(program.messages(chat_id)) == 2


def test_a_message_that_does_not_fit_is_refused_and_not_kept(
    program: ServedProgram, http: Any
) -> None:
    chat_id = begin(program)
    body = {"content": "word " * 1000}
    reply = http.post(f"{CHATS}/{name_of(chat_id)}/messages", json=body)
    assert reply.status_code == 400
    assert reply.json()["error"]["code"] == "context_length_exceeded"
    assert len(program.messages(chat_id)) == 2


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "content"),
        ({"content": "  "}, "content"),
        ({"content": 5}, "content"),
        ({"content": "x", "attachments": "x"}, "attachments"),
        ({"content": "x", "attachments": [{"text": 1}]}, "attachments[0].text"),
        ({"content": "x", "stream": "yes"}, "stream"),
    ],
)
def test_what_cannot_be_sent_is_told_by_name(http: Any, body: dict[str, Any], field: str) -> None:
    reply = http.post(f"{CHATS}/chat-1/messages", json=body)
    assert reply.status_code == 400
    assert reply.json()["error"]["param"] == field


@pytest.mark.parametrize(
    ("query", "field"),
    [({"limit": "0"}, "limit"), ({"limit": "many"}, "limit"), ({"after": "chat-1"}, "after")],
)
def test_a_page_that_cannot_be_had_is_told_by_name(
    http: Any, query: dict[str, str], field: str
) -> None:
    reply = http.get(CHATS, params=query)
    assert reply.status_code == 400
    assert reply.json()["error"]["param"] == field


def test_the_window_sees_what_another_program_has_sent(program: ServedProgram, http: Any) -> None:
    chat_id = begin(program)
    http.post(f"{CHATS}/{name_of(chat_id)}/messages", json={"content": "From elsewhere."})
    added = [program.event(MessageAdded).message for _ in range(2)]
    assert [one.text for one in added] == ["From elsewhere.", ""]


def test_the_key_is_needed(program: ServedProgram) -> None:
    with program.http() as client:
        client.headers.pop("authorization")
        assert client.get(CHATS).status_code == 401


def test_the_log_names_no_chat(program: ServedProgram, http: Any) -> None:
    chat_id = begin(program)
    http.get(f"{CHATS}/{name_of(chat_id)}")
    http.post(f"{CHATS}/{name_of(chat_id)}/messages", json={"content": "And?"})
    noted = noted_in(program.service).newest()
    paths = [one.path for one in noted]
    assert paths == [f"{CHATS}/{{id}}", f"{CHATS}/{{id}}/messages"]
    assert noted[-1].n_generated == 12
    assert name_of(chat_id) not in json.dumps(paths)


def test_chats_that_are_not_shared_are_refused_with_a_remedy(
    tmp_path: Path, tiny_model: Path
) -> None:
    shared: list[bool] = []
    with (
        ServedProgram(tmp_path, tiny_model, shares_chats=lambda: bool(shared)) as program,
        program.http() as http,
    ):
        one = f"{CHATS}/{name_of(begin(program))}"
        asked = {"chat": one.rsplit("/", 1)[1]}
        for refused in (
            http.get(CHATS),
            http.get(one),
            http.post(f"{one}/messages", json={"content": "More."}),
            http.post("/hearth/v1/warmth", json=asked),
        ):
            assert refused.status_code == 403
            assert refused.json()["error"]["code"] == "chats_not_shared"
            assert "--share-chats" in refused.json()["error"]["message"]
        shared.append(True)  # from the next request on
        assert http.get(CHATS).json()["data"]
        assert http.get(one).json()["messages"][1:] != []
        assert http.post("/hearth/v1/warmth", json=asked).json()["n_tokens"] > 0


def test_a_client_is_told_when_the_api_is_switched_off_and_the_answer_ends(
    program: ServedProgram, http: Any
) -> None:
    chat_id = begin(program)
    program.conversations.chats.set_up(chat_id, ENDLESS)
    body = {"content": "On?", "stream": True}
    with http.stream("POST", f"{CHATS}/{name_of(chat_id)}/messages", json=body) as reply:
        events = events_of(reply.iter_lines())
        while next(events)[0] != "delta":
            pass
        program.service.close(grace_s=0)
        *_, (name, last) = events
    assert name == "error"
    assert "switched off" in last["error"]["message"]
    while (ended := program.event(MessageChanged).message).status.value == "streaming":
        pass
    assert ended.status.value == "stopped"
