"""What the tests of chats, and of what is done with them, begin with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.chats.store import ChatStore

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def no_chats(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A database without chats, as all migrations in turn make it."""
    path = tmp_path_factory.mktemp("no-chats") / "chats.db"
    ChatStore.open(path).close()
    return path.read_bytes()


@pytest.fixture
def new_database(tmp_path: Path, no_chats: bytes) -> Path:
    """A copy of it."""
    path = tmp_path / "chats.db"
    path.touch(mode=0o600)
    path.write_bytes(no_chats)
    return path
