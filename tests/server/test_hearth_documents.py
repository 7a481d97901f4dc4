"""`/hearth/v1/documents`, and passages of documents in chats, for other programs."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING, Any

import pytest

from app.core.chats.records import ChatId, ChatSetup, MessageId
from app.core.conversations.events import AnswerDelta, ChatCreated, MessageChanged
from app.core.conversations.texts.chat_sampling import ALL_DOCUMENTS, searched_of
from tests.helpers.documents import pdf
from tests.helpers.served_program import ServedProgram, events_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DOCUMENTS = "/hearth/v1/documents"
SETUP = ChatSetup("Be brief.", (("temperature", 0), ("max_tokens", 8)))
QUESTION = "How long does the dough rest?"


@pytest.fixture
def program(tmp_path: Path, tiny_model: Path) -> Iterator[ServedProgram]:
    with ServedProgram(tmp_path / "hearth", tiny_model, {"n_ctx": 2048}) as running:
        yield running


@pytest.fixture
def http(program: ServedProgram) -> Iterator[Any]:
    with program.http() as client:
        yield client


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "My papers"
    folder.mkdir()
    pages = [[("The rent is 940 euros.", 11)], [("The notice period is seven weeks.", 11)]]
    (folder / "lease.pdf").write_bytes(pdf(pages))
    (folder / "bread.md").write_text("# Rye\n\nThe dough rests overnight.", "utf-8")
    (folder / "empty.pdf").write_bytes(b"")
    return folder


def add(http: Any, *paths: Path) -> dict[str, Any]:
    reply = http.post(DOCUMENTS, json={"paths": [str(one) for one in paths]})
    assert reply.status_code == 200, reply.text
    return dict(reply.json())


def remove(http: Any, path: object) -> Any:
    return http.request("DELETE", DOCUMENTS, json={"path": path})


def search(http: Any, query: str, **more: Any) -> Any:
    return http.post(f"{DOCUMENTS}/search", json={"query": query, **more})


def begin(program: ServedProgram) -> ChatId:
    """Begin a chat as the window does, and wait for its answer."""
    program.conversations.chats.send(None, "Hello.", setup=SETUP)
    chat = program.event(ChatCreated).chat
    while program.event(MessageChanged).message.status.value == "streaming":
        pass
    return chat.id


def say(http: Any, chat_id: ChatId, content: str, **more: Any) -> Any:
    path = f"/hearth/v1/chats/chat-{chat_id}/messages"
    return http.post(path, json={"content": content, **more})


def names(facts: list[dict[str, Any]]) -> list[str]:
    return [one["path"].replace("\\", "/").rpartition("/")[2] for one in facts]


def test_a_folder_is_added_listed_searched_and_taken_off(http: Any, folder: Path) -> None:
    told = add(http, folder)
    assert told["object"] == "hearth.documents"
    assert told["sources"] == [str(folder)]
    assert names(told["documents"]) == ["bread.md", "empty.pdf", "lease.pdf"]
    assert ["is empty" in one["problem"] for one in told["documents"]] == [False, True, False]
    assert told["documents"][2]["pages"] == 2

    listed = http.get(DOCUMENTS).json()
    assert listed["sources"] == told["sources"]
    assert listed["documents"] == told["documents"]
    assert listed["embedder"] == {"path": "", "passages": 2, "embedded": 0, "problem": ""}
    assert listed["reading"] is None

    found = search(http, QUESTION, limit=1).json()
    (passage,) = found["passages"]
    assert (passage["file"], passage["headings"]) == ("bread.md", ["Rye"])
    assert "overnight" in passage["text"]
    lease = str(folder / "lease.pdf")
    among = search(http, QUESTION, among=[lease]).json()["passages"]
    assert {one["file"] for one in among} <= {"lease.pdf"}
    (found,) = search(http, "notice period", among=[lease]).json()["passages"]
    assert (found["page"], "seven weeks" in found["text"]) == (1, True)

    assert remove(http, str(folder)).json()["sources"] == []
    assert http.get(DOCUMENTS).json()["documents"] == []
    assert search(http, QUESTION).json()["passages"] == []
    assert (folder / "bread.md").is_file()


def test_what_has_changed_is_seen_without_being_asked_for(http: Any, folder: Path) -> None:
    add(http, folder)
    (folder / "salt.md").write_text("Salt goes in last.", "utf-8")
    assert [one["file"] for one in search(http, "salt").json()["passages"]] == ["salt.md"]
    (folder / "bread.md").unlink()
    assert names(http.get(DOCUMENTS).json()["documents"]) == ["empty.pdf", "lease.pdf", "salt.md"]


def test_a_stream_says_how_far_the_reading_is(http: Any, folder: Path) -> None:
    body = {"paths": [str(folder), str(folder / "bread.md")], "stream": True}
    with http.stream("POST", DOCUMENTS, json=body) as reply:
        assert reply.headers["content-type"].startswith("text/event-stream")
        told = list(events_of(reply.iter_lines()))
    assert told[-1][0] == "documents"
    assert names(told[-1][1]["documents"]) == ["bread.md", "empty.pdf", "lease.pdf"]
    assert told[-1][1]["sources"] == body["paths"]
    said = [words for name, words in told[:-1] if name == "comment"]
    assert "reading 0 of 3" in said or "reading 2 of 3" in said


def test_who_lists_while_much_is_read_is_told_how_far_that_is(
    program: ServedProgram, http: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.server.hearth.document_access._PATIENCE_S", 0.2)
    may_go_on, library = threading.Event(), program.parts.documents
    read = library.reader.read

    def read_late(*given: Any) -> Any:
        assert may_go_on.wait(30)
        return read(*given)

    monkeypatch.setattr(library.reader, "read", read_late)
    library.add([folder])
    told = http.get(DOCUMENTS).json()
    assert told["reading"] == {"n_read": 0, "n_to_read": 3}
    assert told["documents"] == []
    assert search(http, QUESTION).json()["reading"]["n_to_read"] == 3
    may_go_on.set()
    assert len(add(http, folder)["documents"]) == 3
    assert http.get(DOCUMENTS).json()["reading"] is None


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "paths"),
        ({"paths": []}, "paths"),
        ({"paths": "/tmp"}, "paths"),
        ({"paths": ["relative.md"]}, "paths[0]"),
        ({"paths": ["~/papers"]}, "paths[0]"),
        ({"paths": [7]}, "paths[0]"),
        ({"paths": ["/a\nb"]}, "paths[0]"),
        ({"paths": ["/a\0b"]}, "paths[0]"),
        ({"paths": ["/a\ud800"]}, "paths[0]"),
        ({"paths": ["/nowhere/at/all.md"]}, "paths[0]"),
        ({"paths": ["/"] * 101}, "paths"),
    ],
)
def test_what_cannot_be_listed_is_refused_and_nothing_is_listed(
    http: Any, body: dict[str, Any], field: str
) -> None:
    header = {"content-type": "application/json"}
    reply = http.post(DOCUMENTS, content=json.dumps(body), headers=header)
    assert reply.status_code == 400
    assert reply.json()["error"]["param"] == field
    assert http.get(DOCUMENTS).json()["sources"] == []


def test_one_path_that_is_not_there_keeps_the_others_from_being_listed(
    http: Any, folder: Path
) -> None:
    paths = [str(folder), str(folder / "none.md")]
    reply = http.post(DOCUMENTS, json={"paths": paths})
    assert (reply.status_code, reply.json()["error"]["param"]) == (400, "paths[1]")
    assert http.get(DOCUMENTS).json()["sources"] == []


def test_what_is_not_listed_is_told(http: Any, folder: Path) -> None:
    add(http, folder)
    reply = remove(http, str(folder / "bread.md"))
    assert reply.status_code == 404
    assert reply.json()["error"]["code"] == "document_not_listed"
    assert remove(http, "bread.md").status_code == 400
    assert remove(http, None).status_code == 400
    assert http.get(DOCUMENTS).json()["sources"] == [str(folder)]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"query": " "}, "query"),
        ({"query": 7}, "query"),
        ({"query": "dough", "limit": 51}, "limit"),
        ({"query": "dough", "among": ["/nowhere"]}, "among[0]"),
        ({"query": "dough", "among": "all"}, "among"),
    ],
)
def test_a_search_that_cannot_be_done_is_refused(
    http: Any, body: dict[str, Any], field: str
) -> None:
    reply = http.post(f"{DOCUMENTS}/search", json=body)
    assert reply.status_code == 400
    assert reply.json()["error"]["param"] == field


def test_a_message_has_the_documents_searched_that_it_names_and_so_have_the_next(
    program: ServedProgram, http: Any, folder: Path
) -> None:
    add(http, folder)
    chat_id = begin(program)
    bread, lease = str(folder / "bread.md"), str(folder / "lease.pdf")
    told = say(http, chat_id, QUESTION, search=[bread]).json()
    (passage,) = told["message"]["attachments"]
    assert passage["name"] == "bread.md"
    assert passage["text"] == "# Rye\n\nThe dough rests overnight."
    digest = passage["source"].pop("digest")
    assert len(digest) == 64
    assert passage["source"] == {
        "number": 1,
        "path": bread,
        "page_name": "",
        "headings": ["Rye"],
        "begin": 0,
        "end": 33,
    }
    assert say(http, chat_id, "And now?").json()["message"].get("attachments") is None  # given
    told = say(http, chat_id, "How long is the notice period?", search=[bread, lease]).json()
    numbers = [one["source"]["number"] for one in told["message"]["attachments"]]
    assert numbers == [*range(2, 2 + len(numbers))]
    assert told["message"]["attachments"][0]["source"]["page_name"] == "1"

    chat = http.get(f"/hearth/v1/chats/chat-{chat_id}").json()
    assert chat["search"] == [bread, lease]
    assert chat["system_prompt"] == SETUP.system_prompt
    assert chat["messages"][2]["attachments"][0]["source"]["number"] == 1
    assert program.messages(chat_id)[2].attachments[0].number == 1


def test_all_documents_are_searched_or_none_any_more(
    program: ServedProgram, http: Any, folder: Path
) -> None:
    chat_id = begin(program)
    add(http, folder)
    address = f"/hearth/v1/chats/chat-{chat_id}"
    assert http.get(address).json()["search"] == []
    told = say(http, chat_id, QUESTION, search="all").json()
    assert "bread.md" in [one["name"] for one in told["message"]["attachments"]]
    assert http.get(address).json()["search"] == "all"
    store = program.conversations.doors.store
    assert searched_of(store.run(lambda store: store.chat(chat_id).setup)) == (ALL_DOCUMENTS,)
    (folder / "bread.md").write_text("# Wheat\n\nThe dough rests for an hour.", "utf-8")
    told = say(http, chat_id, QUESTION).json()  # what has changed is read before
    assert "an hour" in told["message"]["attachments"][0]["text"]
    told = say(http, chat_id, QUESTION, search=[]).json()
    assert told["message"].get("attachments") is None
    assert http.get(address).json()["search"] == []


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ("everything", "search"),
        (True, "search"),
        (["bread.md"], "search[0]"),
        (["/nowhere/bread.md"], "search[0]"),
    ],
)
def test_a_message_that_names_what_cannot_be_searched_is_refused_and_not_kept(
    program: ServedProgram, http: Any, folder: Path, wanted: Any, field: str
) -> None:
    add(http, folder)
    chat_id = begin(program)
    reply = say(http, chat_id, QUESTION, search=wanted)
    assert (reply.status_code, reply.json()["error"]["param"]) == (400, field)
    assert len(program.messages(chat_id)) == 2
    assert http.get(f"/hearth/v1/chats/chat-{chat_id}").json()["search"] == []


def test_a_passage_of_a_turn_that_is_read_no_more_names_its_message(
    program: ServedProgram, http: Any
) -> None:
    chat_id = begin(program)
    told = say(http, chat_id, "My dog is called Rex, and he likes the harbour of Aberdeen.").json()
    last = say(http, chat_id, "Let us speak of something else.").json()
    program.conversations.chats.read_from(chat_id, MessageId(number_of(last["message"])))
    told_again = say(http, chat_id, "Which harbour does my dog like?").json()["message"]
    (passage,) = told_again["attachments"]
    assert "Aberdeen" in passage["text"]
    assert passage["source"] == {
        "number": 1,
        "begin": 0,
        "end": len(passage["text"]),
        "message": told["message"]["id"],
    }


def number_of(message: dict[str, Any]) -> int:
    return int(message["id"].removeprefix("message-"))


def test_a_message_that_comes_too_early_changes_nothing(
    program: ServedProgram, http: Any, folder: Path
) -> None:
    add(http, folder)
    program.conversations.chats.send(None, "Talk.", setup=ChatSetup("", (("temperature", 0),)))
    chat_id = program.event(ChatCreated).chat.id
    program.event(AnswerDelta)
    assert say(http, chat_id, QUESTION, search="all").status_code == 409
    assert http.get(f"/hearth/v1/chats/chat-{chat_id}").json()["search"] == []
    program.conversations.chats.stop(chat_id)
    while program.event(MessageChanged).message.status.value == "streaming":
        pass


def requests(http: Any, folder: Path) -> Iterator[Any]:
    yield http.get(DOCUMENTS)
    yield http.post(DOCUMENTS, json={"paths": [str(folder)]})
    yield remove(http, str(folder))
    yield search(http, QUESTION)


def test_they_are_for_programs_that_may_have_the_chats(
    tmp_path: Path, tiny_model: Path, folder: Path
) -> None:
    program = ServedProgram(tmp_path / "hearth", tiny_model, shares_chats=lambda: False)
    with program, program.http() as http:
        for reply in requests(http, folder):
            assert reply.status_code == 403
            assert reply.json()["error"]["code"] == "chats_not_shared"
        assert program.parts.documents.sources() == ()
        http.headers["authorization"] = "Bearer wrong"
        assert [reply.status_code for reply in requests(http, folder)] == [401] * 4


def test_a_server_without_documents_says_so(tmp_path: Path, tiny_model: Path, folder: Path) -> None:
    with ServedProgram(tmp_path / "hearth", tiny_model, documents=None) as program:
        chat_id = begin(program)
        with program.http() as http:
            replies = [*requests(http, folder), say(http, chat_id, QUESTION, search="all")]
            for reply in replies:
                assert reply.status_code == 404
                assert reply.json()["error"]["code"] == "documents_not_served"
            assert say(http, chat_id, QUESTION).status_code == 200


def test_a_disk_that_refuses_is_told(program: ServedProgram, http: Any, folder: Path) -> None:
    database = program.paths.data / "documents.json"
    database.mkdir()  # so that the list cannot be read
    for reply in requests(http, folder):
        assert reply.status_code == 503
        assert "documents" in reply.json()["error"]["message"]


def test_a_server_that_ends_lets_nobody_wait_for_its_files(
    program: ServedProgram, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on, is_reading = threading.Event(), threading.Event()

    def read_late(*_given: Any) -> Any:
        is_reading.set()
        may_go_on.wait(30)
        raise RuntimeError("never mind")

    monkeypatch.setattr(program.parts.documents.reader, "read", read_late)
    told: list[int] = []

    def ask() -> None:
        with program.http() as http:
            told.append(http.post(DOCUMENTS, json={"paths": [str(folder)]}).status_code)

    asking = threading.Thread(target=ask)
    asking.start()
    assert is_reading.wait(30)
    program.service.close(0)
    asking.join(30)
    may_go_on.set()
    assert told == [503]
