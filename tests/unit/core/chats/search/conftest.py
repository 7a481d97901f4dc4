"""Chats that can be searched."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.chats.search.reader import SearchReader
from app.core.chats.search.values import SearchQuestion
from app.core.chats.store import ChatStore
from app.core.messages import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from app.core.chats.records import Message
    from app.core.chats.search.values import SearchFilter, SearchPage


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "chats.db"


@pytest.fixture
def store(new_database: Path) -> Iterator[ChatStore]:
    with ChatStore.open(new_database) as opened:
        yield opened


@pytest.fixture
def say(store: ChatStore) -> Callable[[str], Message]:
    """Say something in a chat of its own, without a title."""

    def add(text: str, role: Role = Role.USER, model: str = "") -> Message:
        chat = store.create_chat()
        return store.add_message(chat.id, parent_id=None, role=role, text=text, model=model)

    return add


@pytest.fixture
def ask(store: ChatStore, database: Path) -> Callable[..., SearchPage]:
    """Ask the index of the store."""

    def question(text: str, only: SearchFilter | None = None) -> SearchPage:
        with SearchReader.open(database) as reader:
            asked = SearchQuestion(text) if only is None else SearchQuestion(text, only)
            return reader.page(reader.rank(asked))

    return question
