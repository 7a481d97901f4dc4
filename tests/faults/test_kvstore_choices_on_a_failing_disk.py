"""What the user chose for a chat holds, whatever the disk does with it."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.core.kvstore.records import SaveOutcome
from app.core.kvstore.store import KVStore
from tests.faults.stored_chat import CUTS, IDS
from tests.unit.core.kvstore.states import ALICE, BOB, FLUSH_S, Chat, segment_files, tokens

if TYPE_CHECKING:
    from app.core.errors import Problem
    from tests.conftest import ExpectLog


def test_a_choice_that_cannot_be_written_holds_and_storing_goes_on(
    root: Path, tmp_path: Path, problems: list[Problem]
) -> None:
    folder = tmp_path / "data"
    folder.write_bytes(b"a file where the folder should be")
    store = KVStore.open(root, choices_file=folder / "choices.json", on_problem=problems.append)
    store.owners.choose(BOB, is_off=True)
    assert store.flush(FLUSH_S)
    assert ["could not save" in str(problem.what) for problem in problems] == [True]
    assert Chat(IDS, CUTS, owner=BOB).save(store) == [SaveOutcome.OFF] * 3
    assert Chat(IDS, CUTS).save(store) == [SaveOutcome.QUEUED] * 3
    store.close()


@pytest.mark.parametrize("content", [b"", b"[]", b'{"pinned": 3}', b"\xff", b"[" * 100_000])
def test_choices_that_cannot_be_read_are_told_and_kept(
    root: Path, tmp_path: Path, problems: list[Problem], content: bytes
) -> None:
    file = tmp_path / "choices.json"
    file.write_bytes(content)
    store = KVStore.open(root, choices_file=file, on_problem=problems.append)
    assert ["could not read" in str(problem.what) for problem in problems] == [True]
    assert Chat(IDS, CUTS).save(store) == [SaveOutcome.QUEUED] * 3
    assert (tmp_path / "choices.json.broken").read_bytes() == content
    store.close()


def test_choices_that_cannot_be_read_are_not_written_over(
    root: Path, tmp_path: Path, problems: list[Problem], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "choices.json"
    file.write_text('{"not_saved": ["bob"]}')
    read = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path == file:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return read(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", refuse)
        store = KVStore.open(root, choices_file=file, on_problem=problems.append)
    store.owners.choose(ALICE, is_pinned=True)
    assert store.flush(FLUSH_S)
    store.close()
    assert file.read_text() == '{"not_saved": ["bob"]}'
    assert [str(problem.what).startswith("Hearth could not ") for problem in problems] == [True] * 2


def test_one_who_only_looks_leaves_broken_choices_for_the_next_start_to_tell(
    root: Path, tmp_path: Path, problems: list[Problem]
) -> None:
    file = tmp_path / "choices.json"
    KVStore.open(root).close()
    file.write_bytes(b"[")
    KVStore.open(root, choices_file=file, is_onlooker=True).close()
    assert file.read_bytes() == b"["
    KVStore.open(root, choices_file=file, on_problem=problems.append).close()
    assert ["could not read" in str(problem.what) for problem in problems] == [True]


def test_a_wish_is_kept_when_the_program_ends_before_the_disk_has_taken_the_rest(
    root: Path, expect_log: ExpectLog
) -> None:
    expect_log("still writing")
    go_on = threading.Event()
    store = KVStore.open(root, on_step=lambda _: go_on.wait(FLUSH_S))
    Chat(IDS, CUTS).save(store, flush=False)
    Chat(tokens(9, seed=1), CUTS, owner=BOB).save(store, flush=False)
    store.owners.choose(BOB, is_off=True)
    store.owners.forget(ALICE)
    store.close(0.05)
    (writer,) = (thread for thread in threading.enumerate() if thread.name == "kvstore-writer")
    go_on.set()
    writer.join(FLUSH_S)
    store = KVStore.open(root)
    assert segment_files(root) == []
    assert not store.accepts(BOB)
    assert store.accepts(ALICE)
    store.close()


def test_a_chat_that_was_switched_off_loses_at_the_start_what_it_still_has(root: Path) -> None:
    store = KVStore.open(root)
    Chat(IDS, CUTS).save(store)
    store.close()
    (root / "choices.json").write_text(f'{{"not_saved": ["{ALICE}"]}}')
    KVStore.open(root).close()
    assert segment_files(root) == []
