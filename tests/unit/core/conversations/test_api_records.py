"""Records of answers are found by the words of a conversation, and lost without harm."""

from __future__ import annotations

import sqlite3
import threading
from typing import TYPE_CHECKING

import pytest
import xxhash

from app.core.conversations.api_records import ApiRecord, ApiRecords, digests_of
from app.core.messages import TokenRecord
from app.core.protocol import ChatKey, key_of_program

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import ExpectLog

TALK = [("user", "Hello."), ("assistant", "Hi."), ("user", "More."), ("assistant", "Yes.")]


def record(
    n_messages: int, chat: str = "api-1", vocabulary: str = "v", text: str = "the text"
) -> ApiRecord:
    said = TokenRecord(
        vocabulary,
        len(text),
        xxhash.xxh3_128_digest(text.encode("utf-8", "surrogatepass")),
        tuple(range(n_messages, n_messages + 5)),
    )
    return ApiRecord(digests_of(TALK[:n_messages])[-1], ChatKey(chat), said)


@pytest.fixture
def records(tmp_path: Path) -> Iterator[ApiRecords]:
    made = ApiRecords(tmp_path / "records.db")
    yield made
    made.close()


def test_a_conversation_is_known_by_its_words_and_not_by_blanks_around_them() -> None:
    other = [(role, f"  {text}\n") for role, text in TALK]
    assert digests_of(other) == digests_of(TALK)
    assert digests_of([("user", "Hello."), ("user", "Hi.")]) != digests_of(TALK[:2])
    assert digests_of([("user", "Hello.Hi.")]) != digests_of(TALK[:2])[-1:]
    assert len(set(digests_of(TALK))) == 4


def test_what_was_kept_is_found_after_a_restart(tmp_path: Path, records: ApiRecords) -> None:
    records.keep(record(2))
    records.keep(record(4))
    records.close()
    again = ApiRecords(tmp_path / "records.db")
    assert again.find(digests_of(TALK), "v") == [record(2), record(4)]
    assert again.find(digests_of(TALK), "another") == []
    assert again.find(digests_of(TALK), "") == [record(2), record(4)]
    assert again.chats() == ("api-1",)
    again.close()


def test_nothing_is_made_by_asking(tmp_path: Path, records: ApiRecords) -> None:
    assert records.find(digests_of(TALK), "v") == []
    assert records.find_text("words", "") is None
    assert records.chats() == ()
    records.forget([ChatKey("api-1")])
    records.forget_all()
    assert list(tmp_path.iterdir()) == []


def test_the_newest_of_the_same_conversation_counts(records: ApiRecords) -> None:
    records.keep(record(2, chat="api-1"))
    newer = record(2, chat="api-2")
    records.keep(newer)
    assert records.find(digests_of(TALK), "v") == [newer]


def test_a_text_finds_the_longest_that_it_begins_with(records: ApiRecords) -> None:
    texts = ["Once", "Once upon", "Once upon a time", "Oncer", "Oncé 👍 upon"]
    for number, text in enumerate(texts):
        records.keep(record(1, chat=f"api-{number}", text=text))
    found = {
        text: None if (one := records.find_text(text, "v")) is None else one.chat
        for text in ("Once upon a", "Once upon a time there", "On", "Oncé 👍 upon us", "once,")
    }
    assert found == {
        "Once upon a": "api-1",
        "Once upon a time there": "api-2",
        "On": None,
        "Oncé 👍 upon us": "api-4",
        "once,": None,
    }
    assert records.find_text("Once upon a time", "another") is None


def test_a_text_is_found_among_thousands_with_few_questions(records: ApiRecords) -> None:
    text = "x" * 3000
    for n_chars in range(1, 3001, 15):
        records.keep(record(1, chat=f"api-{n_chars}", text=text[:n_chars]))
    questions: list[str] = []
    assert records._connection is not None
    records._connection.set_trace_callback(questions.append)
    found = records.find_text(text[:2000] + "y", "v")
    assert found is not None
    assert found.chat == "api-1996"
    assert len(questions) <= 2


def test_few_of_each_conversation_are_kept(records: ApiRecords) -> None:
    kept = [record(1, text="x" * number) for number in range(1, 12)]
    for number, one in enumerate(kept):
        records.keep(ApiRecord(digests_of([("user", str(number))])[0], one.chat, one.record))
    found = records.find([digests_of([("user", str(n))])[0] for n in range(11)], "v")
    assert [one.record.n_chars for one in found] == [8, 9, 10, 11]


def test_the_conversations_of_long_ago_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.core.conversations.api_records._MOST_CHATS", 3)
    now = [0.0]
    records = ApiRecords(tmp_path / "records.db", lambda: now[0])
    for number in range(5):
        now[0] = float(number)
        records.keep(record(2, chat=f"api-{number}"))
    now[0] = 9.0
    records.keep(record(4, chat="api-0"))
    assert records.trim() == ("api-2", "api-1")
    assert set(records.chats()) == {"api-0", "api-3", "api-4"}
    records.close()


def test_what_is_forgotten_is_gone(tmp_path: Path, records: ApiRecords) -> None:
    records.keep(record(2, chat="api-1"))
    records.keep(record(4, chat="api-2"))
    records.forget([ChatKey("api-1")])
    assert records.chats() == ("api-2",)
    records.forget_all()
    assert records.chats() == ()
    records.close()
    assert not any(bytes(range(2, 7)) in path.read_bytes() for path in tmp_path.iterdir())


@pytest.mark.parametrize("content", [b"no database", b"SQLite format 3\0" + b"x" * 5000, b""])
def test_a_damaged_file_is_begun_anew(
    tmp_path: Path, content: bytes, expect_log: ExpectLog
) -> None:
    path = tmp_path / "records.db"
    path.write_bytes(content)
    if content:
        expect_log("are begun anew")
    records = ApiRecords(path)
    assert records.find(digests_of(TALK), "v") == []
    records.keep(record(2))
    assert records.find(digests_of(TALK), "v") == [record(2)]
    records.close()


def test_a_file_of_another_version_is_begun_anew(tmp_path: Path, expect_log: ExpectLog) -> None:
    path = tmp_path / "records.db"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version=99")
    connection.close()
    expect_log("are begun anew")
    records = ApiRecords(path)
    records.keep(record(2))
    assert records.find(digests_of(TALK), "v") == [record(2)]
    records.close()


def test_a_folder_in_the_way_costs_the_records_and_nothing_else(
    tmp_path: Path, expect_log: ExpectLog
) -> None:
    (tmp_path / "records.db").mkdir()
    expect_log("are begun anew")
    records = ApiRecords(tmp_path / "records.db")
    records.keep(record(2))
    assert records.find(digests_of(TALK), "v") == [record(2)]
    records.close()


def test_several_threads_use_it(records: ApiRecords) -> None:
    def work(number: int) -> None:
        for turn in range(20):
            records.keep(record(2, chat=f"api-{number}", text="x" * (turn + 1)))
            records.find(digests_of(TALK), "v")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(records.chats()) == 4


def test_a_program_that_asks_without_end_has_its_own_records_forgotten(
    records: ApiRecords, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.core.conversations.api_records._MOST_CHATS", 6)
    quiet = [key_of_program("quiet", str(n)) for n in range(2)]
    loud = [key_of_program("loud", str(n)) for n in range(10)]
    for chat in (*quiet, *loud):
        records.keep(record(2, chat))
    assert set(records.trim()) == set(loud[:6])
    assert set(records.chats()) == {*quiet, *loud[6:]}
    assert records.trim() == ()
