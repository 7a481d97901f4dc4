from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from app.core.kvstore.store import KVStore
from tests.unit.core.kvstore.states import FLUSH_S

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "kv"


@pytest.fixture
def store(root: Path) -> Iterator[KVStore]:
    opened = KVStore.open(root)
    yield opened
    opened.close()


@pytest.fixture
def held_back(root: Path) -> Iterator[tuple[KVStore, threading.Event]]:
    """A store whose writer waits at its first step until the event is set."""
    go_on = threading.Event()
    store = KVStore.open(root, on_step=lambda _: go_on.wait(FLUSH_S))
    yield store, go_on
    go_on.set()
    store.close()
