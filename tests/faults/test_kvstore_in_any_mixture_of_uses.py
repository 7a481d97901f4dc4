"""Damage, restarts and several chats at once on a tiny budget: every restore is right."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.core.kvstore.records import Owner, StoreState
from app.core.kvstore.store import KVStore
from app.core.protocol import Limits
from tests.unit.core.kvstore.states import (
    FLUSH_S,
    NAMESPACE,
    Chat,
    layout_of,
    segment_files,
    tokens,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import ExpectLog

# Windows refuses to open a file that the writer is deleting at this moment.
NOT_READ = "damaged|cannot be opened now" if sys.platform == "win32" else "damaged"


@pytest.mark.parametrize("seed", range(4))
def test_in_any_mixture_of_uses_every_restore_is_right(
    root: Path, seed: int, expect_log: ExpectLog
) -> None:
    """A tiny budget and pool, damage, restarts, and several chats that share beginnings."""
    expect_log(NOT_READ)
    random = np.random.default_rng(seed)
    trunk = tokens(12, seed=seed)
    chats = [
        Chat([*trunk[:n], *tokens(12, seed=10 * seed + n)], [n, n + 5, n + 12], Owner(str(n)))
        for n in (4, 8, 12)
    ]
    budget_bytes = 4_000
    limits = Limits(budget_bytes, pool_bytes=40 * layout_of().bytes_per_token)
    store = KVStore.open(root, limits=limits)
    n_restored = 0
    for _ in range(150):
        chat = chats[random.integers(len(chats))]
        match random.integers(12):
            case 0:
                store.owners.forget(chat.owner)
            case 1:
                store.distrust(NAMESPACE, store.longest_prefix(NAMESPACE, chat.ids[:6]))
            case 2:
                store.close(FLUSH_S)
                store = KVStore.open(root, limits=limits)
            case 3 if files := segment_files(root):
                damage(files[random.integers(len(files))])
            case 4 | 5 | 6 | 7:
                chat.save(store, flush=False)
                store.owners.claim(NAMESPACE, chat.owner, chat.names)
            case _:
                n_restored += chat.restore(store).n_tokens  # checks every byte
    assert store.flush(FLUSH_S)
    assert store.state is StoreState.ON
    assert n_restored > 0
    chats[0].save(store)
    assert store.usage().bytes <= budget_bytes
    assert store.usage().bytes == sum(path.stat().st_size for path in segment_files(root))
    for path in segment_files(root):
        path.write_bytes(b"no segment any more")
    assert chats[0].restore(store).n_tokens == 0
    assert store.flush(FLUSH_S)
    store.close()


def damage(path: Path) -> None:
    """Flip the last bit of a file, unless the writer has just taken it away."""
    taken_away = (FileNotFoundError, PermissionError)  # or is at it, on Windows
    with contextlib.suppress(*taken_away), path.open("r+b") as file:
        file.seek(-1, os.SEEK_END)
        last = file.read(1)[0]
        file.seek(-1, os.SEEK_END)
        file.write(bytes([last ^ 1]))
