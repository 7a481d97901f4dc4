"""The door: a thread of its own, the newest question first, and an end."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING

import pytest

from app.core.chats.search import reader as module
from app.core.chats.search.chat_search import ChatSearch
from app.core.chats.search.reader import SearchReader
from app.core.chats.search.values import SearchAnswered, SearchFailed, SearchQuestion
from app.core.messages import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from app.core.chats.records import Message
    from app.core.chats.store import ChatStore

    Told = queue.SimpleQueue[SearchAnswered | SearchFailed]

WAIT_S = 30.0
FOR_EVER = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"


@pytest.fixture
def told() -> Told:
    return queue.SimpleQueue()


@pytest.fixture
def search(database: Path, told: Told) -> Iterator[ChatSearch]:
    door = ChatSearch(database, told.put)
    yield door
    door.close()


def answer_to(told: Told, ticket: int) -> SearchAnswered:
    """The first answer to one question."""
    while True:
        event = told.get(timeout=WAIT_S)
        assert isinstance(event, SearchAnswered), event
        if event.ticket == ticket:
            return event


def test_a_question_is_answered_on_another_thread(
    say: Callable[..., Message], search: ChatSearch, told: Told
) -> None:
    said = say("dough", Role.ASSISTANT, "tiny")

    ticket = search.ask(SearchQuestion("dough"))

    page = answer_to(told, ticket).page
    assert [hit.message_id for hit in page.hits] == [said.id]
    models = told.get(timeout=WAIT_S)
    assert isinstance(models, SearchAnswered)
    assert models.models == ("tiny",)


def test_more_pages_are_of_the_newest_question(
    say: Callable[..., Message], search: ChatSearch, told: Told
) -> None:
    for number in range(30):
        say(f"dough {number}")
    ticket = search.ask(SearchQuestion("dough"))
    first = answer_to(told, ticket).page

    search.more(ticket, first.end)

    second = answer_to(told, ticket).page
    assert (second.begin, second.end) == (first.end, 30)


@pytest.mark.usefixtures("store")
def test_a_newer_question_ends_the_one_that_is_being_answered(
    search: ChatSearch, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = threading.Event()
    rank = SearchReader.rank

    def endless(reader: SearchReader, question: SearchQuestion) -> object:
        if question.text != "endless":
            return rank(reader, question)
        started.set()
        with module._translated(reader._path):  # which tells an interruption from a failure
            reader._rows(FOR_EVER)
        raise AssertionError

    monkeypatch.setattr(SearchReader, "rank", endless)
    search.ask(SearchQuestion("endless"))
    assert started.wait(WAIT_S)

    ticket = search.ask(SearchQuestion("dough"))

    assert answer_to(told, ticket).page.n_found == 0


def test_a_database_that_is_not_there_is_told(
    tmp_path: Path, told: Told, expect_log: object
) -> None:
    expect_log("a search failed")  # type: ignore[operator]
    door = ChatSearch(tmp_path / "nowhere.db", told.put)
    door.ask(SearchQuestion("dough"))

    event = told.get(timeout=WAIT_S)
    door.close()

    assert isinstance(event, SearchFailed)
    assert "not indexed for search" in event.problem.text()


def test_nothing_is_told_after_it_was_closed(database: Path, store: ChatStore, told: Told) -> None:
    door = ChatSearch(database, told.put)
    door.close()
    door.ask(SearchQuestion("dough"))

    assert told.empty()
    assert store.list_chats() == ()
