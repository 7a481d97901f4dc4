"""An index that is lost, damaged or wrong is built again from the files or caught by them."""

from __future__ import annotations

import shutil
import sqlite3
import struct
from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.core.kvstore.records import SaveOutcome, StoreState
from app.core.kvstore.store import KVStore
from tests.faults.stored_chat import CUTS, IDS, Stored, no_leftovers
from tests.unit.core.kvstore.states import (
    ALICE,
    FLUSH_S,
    NAMESPACE,
    Chat,
    assert_right,
    layout_of,
    segment_files,
    tokens,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import ExpectLog


@pytest.mark.parametrize("content", [None, b"", b"garbage" * 1000], ids=["none", "empty", "other"])
def test_a_broken_index_is_built_again_from_the_files(root: Path, content: bytes | None) -> None:
    stored = Stored(root)
    (root / "index.db").unlink()
    if content is not None:
        (root / "index.db").write_bytes(content)
    store = KVStore.open(root)
    chat = Chat(IDS, CUTS)
    assert chat.restore(store).n_tokens == 9
    assert store.usage().bytes == sum(path.stat().st_size for path in stored.paths)
    store.owners.forget(ALICE)  # the files remember their first owner
    assert store.flush(FLUSH_S)
    assert segment_files(root) == []
    store.close()


def test_a_page_of_the_index_overwritten_anywhere_is_noticed(root: Path) -> None:
    Stored(root)
    chat = Chat(IDS, CUTS)
    content = (root / "index.db").read_bytes()
    pristine = root.with_name("pristine")
    shutil.copytree(root, pristine)
    noise = np.random.default_rng(0)
    for at in range(0, len(content), 1024):
        shutil.rmtree(root)
        shutil.copytree(pristine, root)
        broken = bytearray(content)
        broken[at : at + 512] = noise.bytes(512)
        (root / "index.db").write_bytes(broken)
        store = KVStore.open(root)
        assert store.state is StoreState.ON
        chat.restore(store)  # right bytes, however many
        chat.save(store)
        assert store.state is StoreState.ON
        store.close()


def test_an_index_that_lies_about_tokens_is_caught_by_the_file(
    root: Path, expect_log: ExpectLog
) -> None:
    expect_log("damaged")
    Stored(root)
    lies = tokens(3, seed=9)
    connection = sqlite3.connect(root / "index.db")
    connection.execute(
        'UPDATE segment SET token_ids = ? WHERE "begin" = 3', (struct.pack(">3i", *lies),)
    )
    connection.commit()
    connection.close()
    store = KVStore.open(root)
    prefix = store.longest_prefix(NAMESPACE, [*IDS[:3], *lies])
    assert prefix.n_tokens == 6
    loaded = store.load(NAMESPACE, layout_of(), prefix).result(FLUSH_S)
    assert loaded.n_tokens == 3
    assert_right(loaded, IDS)
    store.close()


def test_files_and_rows_that_lost_each_other_are_reconciled(root: Path) -> None:
    stored = Stored(root)
    stored.paths[2].unlink()
    foreign = stored.paths[0].parent / ("ab" * 16 + ".kvs")
    foreign.write_bytes(b"no segment")
    leftover = stored.paths[0].with_name(stored.paths[0].name + ".tmp")
    leftover.write_bytes(b"half a segment")
    stored.paths[1].write_bytes(stored.paths[1].read_bytes()[:-1])
    store = KVStore.open(root)
    assert store.usage().n_segments == 1
    assert segment_files(root) == [stored.paths[0]]
    assert no_leftovers(root)
    store.close()


def test_a_copied_file_under_a_wrong_name_is_not_adopted(root: Path) -> None:
    stored = Stored(root)
    shutil.copyfile(stored.paths[0], stored.paths[0].with_name("cd" * 16 + ".kvs"))
    store = KVStore.open(root)
    assert store.usage().n_segments == 3
    assert len(segment_files(root)) == 3
    store.close()


def test_a_deleted_store_starts_anew(root: Path) -> None:
    Stored(root)
    shutil.rmtree(root)
    store = KVStore.open(root)
    chat = Chat(IDS, CUTS)
    assert chat.restore(store).n_tokens == 0
    assert chat.save(store) == [SaveOutcome.QUEUED] * 3
    store.close()
