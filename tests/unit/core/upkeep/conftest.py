"""Folders with chats, settings, memory and state in them, where the system wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.chats.store import ChatStore
from app.core.system.files import mark_as_cache
from app.core.system.paths import DATA_DIR_VARIABLE, Paths

if TYPE_CHECKING:
    from pathlib import Path

SEGMENT = f"kv/{'ab' * 16}/cd/{'cd' * 16}.kvs"
FILES = {
    "config": {"settings.toml": b"[look]\ntheme = 'dark'\n"},
    "state": {"window.ini": b"[window]\nzoom=1.2\n", "hearth.log": b"started\n" * 1000},
    "cache": {"kv/index.db": b"index" * 100, SEGMENT: b"rows" * 50_000},
}


@pytest.fixture
def lived_in(monkeypatch: pytest.MonkeyPatch) -> Paths:
    """What somebody has who used Hearth for a while; no program is at work in it."""
    monkeypatch.delenv(DATA_DIR_VARIABLE)
    paths = Paths.locate()
    paths.create()
    store = ChatStore.open(paths.database)
    store.create_chat(title="Soup")
    store.close()
    for kind, files in FILES.items():
        for name, content in files.items():
            file: Path = getattr(paths, kind) / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
    mark_as_cache(paths.kv_store)
    return paths
