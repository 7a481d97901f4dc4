"""Stored chats on their way from one store into another."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING, Any

import numpy as np

from app.core.kvstore import KVStore, MoveReport, Owner, WantedMemory
from app.core.protocol import MEMORY_FILE
from tests.unit.core.kvstore.states import BOB, FLUSH_S, Chat, tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from app.core.kvstore import Fingerprint

SHARED = tokens(16)
FIRST = Chat([*SHARED, *tokens(24, seed=1)], cuts=[16, 30, 40])
SECOND = Chat([*SHARED, *tokens(10, seed=2)], cuts=[16, 26], owner=BOB)
HERE = {0: Owner("71"), 1: Owner("72")}


class Watch:
    """Looks at a move; stops it after so many looks."""

    def __init__(self, n_looks: int | None = None) -> None:
        self.told: list[tuple[int, int]] = []
        self._n_left = n_looks
        self._lock = threading.Lock()

    def progress(self, n_done: int, n_total: int) -> None:
        self.told.append((n_done, n_total))

    def is_stopped(self) -> bool:
        with self._lock:
            if self._n_left is None:
                return False
            self._n_left -= 1
            return self._n_left < 0


def wanted(*chats: Sequence[int]) -> list[WantedMemory]:
    """Ask for the memory of chats, by their tokens."""
    return [WantedMemory(place, (np.array(ids, np.int32),)) for place, ids in enumerate(chats)]


def copy_out(
    store: KVStore, target: Path, *chats: Sequence[int], watch: Watch | None = None
) -> MoveReport:
    target.mkdir(exist_ok=True)
    return store.moves.copy_out(wanted(*chats), target, watch or Watch()).result(FLUSH_S)


def take_in(
    store: KVStore,
    source: Path,
    owners: Mapping[int, Owner] = HERE,
    *,
    here: Fingerprint | None = None,
    watch: Watch | None = None,
) -> MoveReport:
    return store.moves.take_in(source, owners, here, watch or Watch()).result(FLUSH_S)


def made_copies(root: Path, target: Path) -> Path:
    """Save both chats in a store and copy them out."""
    store = KVStore.open(root)
    FIRST.save(store)
    SECOND.save(store)
    copy_out(store, target, FIRST.ids, SECOND.ids)
    store.close()
    return target


def change_manifest(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Let the list of a move say something else, with no checksum that would give it away."""
    path = folder / MEMORY_FILE
    facts = json.loads(path.read_bytes())
    for segment in facts["segments"]:
        segment.pop("chats_checksum", None)
    change(facts)
    path.write_bytes(json.dumps(facts).encode())
