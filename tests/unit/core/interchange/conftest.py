"""A chat store on a real file, and the way to it that import and export take."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest

from app.core.chats.store import ChatStore
from app.core.chats.upgrade import driver_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.interchange.chats_there import StoreCall

T = TypeVar("T")


def call_of(store: ChatStore) -> StoreCall:
    """Return what runs jobs with a store at once, on this thread."""

    def call(job: Callable[[ChatStore], T], /) -> T:
        return job(store)

    return call


@pytest.fixture(scope="module")
def store_of_module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChatStore]:
    with ChatStore.open(tmp_path_factory.mktemp("chats") / "chats.db") as opened:
        with opened._database._engine.connect() as connection:
            driver_of(connection).execute("PRAGMA synchronous=OFF").close()
        yield opened


@pytest.fixture
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChatStore]:
    with ChatStore.open(tmp_path_factory.mktemp("chats") / "chats.db") as opened:
        yield opened


@pytest.fixture
def call(store: ChatStore) -> StoreCall:
    return call_of(store)
