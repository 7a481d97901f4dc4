"""Moves in tests: made, looked at, and cleared up after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.chats.store import ChatStore
from app.core.upkeep.relocation import (
    Relocation,
)

if TYPE_CHECKING:
    import pytest

    from app.core.system.paths import Paths


def never() -> bool:
    return False


def no_progress(_done: int, _total: int) -> None:
    pass


def move(relocated: Relocation) -> Paths:
    return relocated.run(no_progress, never).paths


def files_of(paths: Paths) -> dict[str, bytes]:
    """Return all that counts, by kind and name, whatever folders it lies in."""
    folders = {"data": paths.data, "config": paths.config, "state": paths.state, "kv": paths.cache}
    return {
        f"{kind}/{file.relative_to(folder)}": file.read_bytes()
        for kind, folder in folders.items()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and not file.name.endswith("lock") and file.name != "moved-to"
    }


def clear(paths: Paths) -> None:
    """Delete what a move that went wrong left in the old folders."""
    for folder in (paths.data, paths.config, paths.state, paths.cache):
        for file in folder.rglob("*"):
            if file.is_file() and file.name != "moved-to":
                file.unlink()


def titles(paths: Paths) -> list[str]:
    with ChatStore.open(paths.database) as store:
        return [chat.title for chat in store.list_chats()]


def on_two_disks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Relocation, "_is_same_disk", lambda _self: False)
