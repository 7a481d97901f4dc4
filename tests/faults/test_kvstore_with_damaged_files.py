"""A file that is damaged, missing or another one shortens a restore and is never used."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from app.core.kvstore.chain import SegmentKey
from app.core.kvstore.folder import SegmentFolder
from app.core.kvstore.records import SaveOutcome, StoreState
from app.core.kvstore.store import KVStore
from tests.faults.stored_chat import CUTS, IDS, Stored
from tests.unit.core.kvstore.states import (
    MLA,
    NAMESPACE,
    PLAIN,
    QUANTISED,
    TRANSPOSED,
    Chat,
    Shape,
    tokens,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import ExpectLog


@pytest.mark.parametrize("shape", [PLAIN, TRANSPOSED, MLA])
def test_a_flipped_bit_anywhere_in_a_file_shortens_the_restore(
    root: Path, shape: Shape, expect_log: ExpectLog
) -> None:
    expect_log("damaged")
    stored = Stored(root, shape)
    assert stored.load().n_tokens == 9
    path = stored.paths[1]
    content = bytearray(path.read_bytes())
    for at in range(len(content)):
        content[at] ^= 1 << (at % 8)
        path.write_bytes(content)
        loaded = stored.load()
        assert (loaded.n_tokens, loaded.n_damaged) == (3, 1), at
        assert loaded.witness is not None
        assert stored.withdrawn == [stored.prefix.pieces[1].name]
        content[at] ^= 1 << (at % 8)


@pytest.mark.parametrize("shape", [PLAIN, TRANSPOSED])
def test_a_flipped_bit_in_a_piece_used_in_part_shortens_the_restore(
    root: Path, shape: Shape, expect_log: ExpectLog
) -> None:
    expect_log("damaged")
    stored = Stored(root, shape)
    store = KVStore.open(root)
    part = store.longest_prefix(NAMESPACE, IDS[:5])
    store.close()
    assert stored.load(part).n_tokens == 5
    content = bytearray(stored.paths[1].read_bytes())
    for at in range(len(content)):
        content[at] ^= 0x80
        stored.paths[1].write_bytes(content)
        assert stored.load(part).n_tokens == 3, at
        content[at] ^= 0x80


def test_a_file_cut_off_or_grown_at_any_length_shortens_the_restore(
    root: Path, expect_log: ExpectLog
) -> None:
    expect_log("damaged")
    stored = Stored(root)
    content = stored.paths[2].read_bytes()
    for n_bytes in range(len(content)):
        stored.paths[2].write_bytes(content[:n_bytes])
        assert stored.load().n_tokens == 6, n_bytes
    stored.paths[2].write_bytes(content + b"\0")
    assert stored.load().n_tokens == 6


def test_files_under_each_others_names_are_not_used(root: Path, expect_log: ExpectLog) -> None:
    expect_log("damaged")
    stored = Stored(root)
    contents = [path.read_bytes() for path in stored.paths]
    for first, second in [(0, 1), (1, 2), (0, 2)]:
        stored.paths[first].write_bytes(contents[second])
        stored.paths[second].write_bytes(contents[first])
        assert stored.load().n_tokens == CUTS[first] - 3
        for path, content in zip(stored.paths, contents, strict=True):
            path.write_bytes(content)


def test_the_same_message_after_another_history_is_not_used(
    root: Path, expect_log: ExpectLog
) -> None:
    expect_log("damaged")
    chats = [Chat([*tokens(3, seed=n), *IDS[:3]], [3, 6]) for n in (1, 2)]
    store = KVStore.open(root)
    for chat in chats:
        chat.save(store)
    paths = [SegmentFolder(root).path(SegmentKey(NAMESPACE, chat.names[1])) for chat in chats]
    shutil.copyfile(paths[0], paths[1])
    assert [chat.restore(store).n_tokens for chat in chats] == [6, 3]
    store.close()


def test_a_file_of_another_model_is_not_used(root: Path, expect_log: ExpectLog) -> None:
    expect_log("damaged")
    stored = Stored(root)
    other = Stored(root.with_name("other"), QUANTISED)
    shutil.copyfile(other.paths[1], stored.paths[1])
    assert stored.load().n_tokens == 3


def test_a_missing_file_shortens_the_restore_and_is_no_damage(root: Path) -> None:
    stored = Stored(root)
    stored.paths[1].unlink()
    loaded = stored.load()
    assert (loaded.n_tokens, loaded.n_damaged) == (3, 0)
    assert stored.withdrawn == [stored.prefix.pieces[1].name]


def test_a_file_that_cannot_be_opened_now_is_left_alone(root: Path, expect_log: ExpectLog) -> None:
    expect_log("cannot be opened")
    stored = Stored(root)
    stored.paths[1].unlink()
    stored.paths[1].mkdir()
    assert stored.load().n_tokens == 3
    assert stored.withdrawn == []


def test_a_damaged_segment_is_moved_aside_and_computed_anew_with_its_successors_kept(
    root: Path, expect_log: ExpectLog
) -> None:
    expect_log("damaged")
    stored = Stored(root)
    chat = Chat(IDS, CUTS)
    stored.paths[1].write_bytes(damaged(stored.paths[1]))
    store = KVStore.open(root)
    for n_tokens in (3, 3):  # found shorter, then not found at all
        assert chat.restore(store).n_tokens == n_tokens
    assert chat.save(store) == [
        SaveOutcome.ALREADY_STORED,
        SaveOutcome.QUEUED,
        SaveOutcome.ALREADY_STORED,
    ]
    assert chat.restore(store).n_tokens == 9
    assert len(list((root / "quarantine").iterdir())) == 1
    assert store.state is StoreState.ON
    store.close()


def damaged(path: Path) -> bytes:
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    return bytes(content)
