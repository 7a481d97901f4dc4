"""A chat store on a real file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.chats.store import ChatStore
from app.core.chats.upgrade import driver_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "chats.db"


@pytest.fixture
def store(new_database: Path) -> Iterator[ChatStore]:
    with ChatStore.open(new_database) as opened:
        yield opened


@pytest.fixture(scope="module")
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChatStore]:
    """One store for all examples of a property; each example makes its own chat.

    Thousands of commits that wait for the disk would take minutes and show nothing more.
    """
    with ChatStore.open(tmp_path_factory.mktemp("chats") / "chats.db") as opened:
        with opened._database._engine.connect() as connection:
            driver_of(connection).execute("PRAGMA synchronous=OFF").close()
        yield opened
