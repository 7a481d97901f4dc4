"""Messages are indexed in the background, between what the user does."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from app.core.chats.errors import DiskFull
from app.core.chats.parts.search_index import SearchIndex
from app.core.chats.search.reader import SearchReader
from app.core.chats.search.values import SearchQuestion
from app.core.chats.store import ChatStore
from app.core.conversations.cases.use_cases import SearchIndexer
from app.core.conversations.events import ChatChanged, ChatsListed
from app.core.messages import Role
from app.core.protocol import Generate, ProblemRaised
from tests.unit.core.conversations.conftest import staged

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest

    from tests.unit.core.conversations.conftest import Stage

N_MESSAGES = 60
WAIT_S = 30.0


def fill(database: Path) -> None:
    """Chats of which nothing is indexed."""
    with ChatStore.open(database) as store:
        chat = store.create_chat(title="Old")
        parent = None
        for number in range(N_MESSAGES):
            parent = store.add_message(
                chat.id, parent_id=parent, role=Role.USER, text=f"unicorn {number}"
            ).id
        store.search.rebuild()


def found(database: Path, words: str) -> tuple[int, int]:
    """How many messages have the words, and how many wait."""
    with SearchReader.open(database) as reader:
        page = reader.page(reader.rank(SearchQuestion(words)))
        return page.n_found, page.n_waiting


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_old_chats_are_listed_at_once_and_indexed_after(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(database)
    monkeypatch.setattr("app.core.chats.parts.search_index.STEP_S", 0.0)  # one message each
    for stage in staged(lambda: ChatStore.open(database)):
        (chat,) = stage.event(ChatsListed).chats
        stage.conversations.chats.rename(chat.id, "New")  # comes in between two steps
        assert stage.event(ChatChanged).chat.title == "New"

        until(lambda: found(database, "unicorn") == (N_MESSAGES, 0))


def test_what_is_said_is_found_when_the_answer_has_ended(database: Path, stage: Stage) -> None:
    stage.conversations.chats.send(None, "What is a zebra?")
    generate = stage.command(Generate)
    stage.say(generate, "A striped horse")
    stage.settle()
    assert found(database, "zebra") == (2, 0)  # the message, and the title of its chat
    assert found(database, "striped") == (0, 0)
    stage.finish(generate)
    stage.settle()

    assert found(database, "striped") == (1, 0)


def test_an_index_that_is_thrown_away_is_made_anew(database: Path, stage: Stage) -> None:
    stage.conversations.chats.send(None, "zebra crossing")
    stage.answer("Stripes")
    stage.conversations.chats.rebuild_search()

    until(lambda: found(database, "stripes") == (1, 0))


def test_a_full_disk_is_told_once_and_the_chats_go_on(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(database)

    def refuse(_index: SearchIndex) -> int:
        raise DiskFull(database)

    ticks: list[None] = []
    begin = SearchIndexer.begin

    def counted(indexer: SearchIndexer, submit: Callable[[Callable[[], None]], None]) -> None:
        begin(indexer, submit)
        ticks.append(None)

    monkeypatch.setattr(SearchIndex, "step", refuse)
    monkeypatch.setattr(SearchIndexer, "begin", counted)
    for stage in staged(lambda: ChatStore.open(database)):
        (chat,) = stage.event(ChatsListed).chats
        assert "cannot write to the disk" in stage.event(ProblemRaised).problem.text()
        until(lambda: len(ticks) > 3)  # which would tell it again
        stage.conversations.chats.rename(chat.id, "New")
        assert stage.event(ChatChanged).chat.title == "New"
        stage.settle()
        assert not any(isinstance(event, ProblemRaised) for event in list(stage.events.queue))
