"""Whatever happens to the disk: a restore may get shorter, never wrong, and nothing crashes."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
import struct
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.core.kvstore import KVStore, Limits, Owner, SaveOutcome, StoreState, WriteStep
from app.core.kvstore.chain import Key
from app.core.kvstore.folder import SegmentFolder
from app.core.kvstore.pool import Pool
from app.core.kvstore.reader import Reader
from app.core.kvstore.ready_memory import ReadyMemory
from tests.faults.kvstore_child import CHAT, SNAPSHOT_CUTS
from tests.helpers.refusals import refuse_segment
from tests.unit.core.kvstore import test_snapshots as snapshots
from tests.unit.core.kvstore.states import (
    ALICE,
    BOB,
    FLUSH_S,
    MLA,
    NAMESPACE,
    PLAIN,
    TRANSPOSED,
    Chat,
    Shape,
    assert_right,
    layout_of,
    state,
    tokens,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.errors import Problem
    from app.core.kvstore import LoadedState, StoredPrefix
    from tests.conftest import ExpectLog

REPOSITORY = Path(__file__).resolve().parents[2]
IDS = tokens(9)
CUTS = [3, 6, 9]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "kv"


@pytest.fixture
def problems() -> list[Problem]:
    return []


def segment_files(root: Path) -> list[Path]:
    return sorted(path for path in root.rglob("*.kvs") if "quarantine" not in path.parts)


def no_leftovers(root: Path) -> bool:
    return not list(root.rglob("*.tmp"))


class Stored:
    """A closed store with one chat of three segments, and a reader without the writer's help."""

    def __init__(self, root: Path, shape: Shape = PLAIN) -> None:
        self.shape = shape
        self.root = root
        store = KVStore.open(root)
        chat = Chat(IDS, CUTS, shape=shape)
        chat.save(store)
        self.prefix = store.longest_prefix(NAMESPACE, IDS)
        store.close()
        folder = SegmentFolder(root)
        self.paths = [folder.path(key) for key in self.prefix.keys()]  # noqa: SIM118 - a method
        self.withdrawn: list[bytes] = []
        self._reader = Reader(folder, Pool(0), self._withdraw, self._withdraw, ReadyMemory())

    def _withdraw(self, keys: list[Key]) -> None:
        self.withdrawn += [key.name for key in keys]

    def load(self, prefix: StoredPrefix | None = None) -> LoadedState:
        self.withdrawn.clear()
        loaded = self._reader.load(layout_of(self.shape), prefix or self.prefix)
        assert_right(loaded, IDS, self.shape)
        return loaded


# -- damaged files --


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
    paths = [SegmentFolder(root).path(Key(NAMESPACE, chat.names[1])) for chat in chats]
    shutil.copyfile(paths[0], paths[1])
    assert [chat.restore(store).n_tokens for chat in chats] == [6, 3]
    store.close()


def test_a_file_of_another_model_is_not_used(root: Path, expect_log: ExpectLog) -> None:
    expect_log("damaged")
    stored = Stored(root)
    other = Stored(root.with_name("other"), TRANSPOSED)
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


# -- a killed process --


@pytest.mark.parametrize("step", list(WriteStep))
def test_a_process_killed_at_any_step_loses_at_most_the_segment_it_wrote(
    root: Path, step: WriteStep
) -> None:
    child = subprocess.run(
        [sys.executable, "-m", "tests.faults.kvstore_child", str(root), step, "2"],
        cwd=REPOSITORY,
        capture_output=True,
        timeout=FLUSH_S,
        check=False,
    )
    assert child.returncode not in (0, 1), child.stderr.decode()
    store = KVStore.open(root)
    assert store.state is StoreState.ON
    is_published = list(WriteStep).index(step) >= list(WriteStep).index(WriteStep.RENAMED)
    assert CHAT.restore(store).n_tokens == (24 if is_published else 8)
    assert no_leftovers(root)
    CHAT.save(store)
    assert CHAT.restore(store).n_tokens == 24
    assert store.usage().n_segments == 2 == len(segment_files(root))
    store.forget(ALICE)
    assert store.flush(FLUSH_S)
    assert segment_files(root) == []
    store.close()


@pytest.mark.parametrize(
    ("step", "n_times"),
    [
        *((step, n) for step in WriteStep if step is not WriteStep.RECORDED for n in (3, 4)),
        (WriteStep.RECORDED, 2),
    ],
)
def test_a_process_killed_at_any_step_of_a_snapshot_or_its_segment_leaves_neither_half(
    root: Path, step: WriteStep, n_times: int
) -> None:
    arguments = [str(root), step, str(n_times), "snapshots"]  # the third file is a snapshot
    child = subprocess.run(
        [sys.executable, "-m", "tests.faults.kvstore_child", *arguments],
        cwd=REPOSITORY,
        capture_output=True,
        timeout=FLUSH_S,
        check=False,
    )
    assert child.returncode not in (0, 1), child.stderr.decode()
    store = KVStore.open(root)
    is_renamed = list(WriteStep).index(step) >= list(WriteStep).index(WriteStep.RENAMED)
    is_complete = is_renamed and (n_times == 4 or step is WriteStep.RECORDED)
    assert snapshots.restore(store, 20).n_tokens == (20 if is_complete else 8)
    assert no_leftovers(root)
    assert len(snapshots.snapshots(root)) == len(segment_files(root)) == 1 + is_complete
    snapshots.save(store, SNAPSHOT_CUTS)
    assert store.flush(FLUSH_S)
    assert snapshots.restore(store, 20).n_tokens == 20
    store.close()


# -- a disk that refuses --


def fail_at(step: WriteStep, error: Exception) -> Callable[[WriteStep], None]:
    """Let the first segment pass and raise at a step of the second."""
    seen: list[WriteStep] = []

    def hook(done: WriteStep) -> None:
        seen.append(done)
        if done is step and seen.count(step) == 2:
            raise error

    return hook


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EIO])
@pytest.mark.parametrize("step", [s for s in WriteStep if s is not WriteStep.RECORDED])
def test_a_disk_that_refuses_at_any_step_switches_the_store_off_once(
    root: Path, problems: list[Problem], step: WriteStep, code: int, expect_log: ExpectLog
) -> None:
    expect_log("the store is off")
    hook = fail_at(step, OSError(code, os.strerror(code)))
    store = KVStore.open(root, on_problem=problems.append, on_step=hook)
    chat = Chat(IDS, CUTS)
    chat.save(store)
    assert store.state is StoreState.OFF
    assert problems == [store.problem]
    assert "Chats go on" in problems[0].text()
    assert not problems[0].is_bug
    assert chat.save(store) == [SaveOutcome.OFF] * 3
    assert chat.restore(store).n_tokens == 3  # what is stored is still served
    assert no_leftovers(root)
    assert len(segment_files(root)) == 1
    store.forget(ALICE)  # the writer lives on for this
    assert store.flush(FLUSH_S)
    assert segment_files(root) == []
    store.close()


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_disk_that_is_full_at_a_late_moment_switches_the_store_off(
    root: Path,
    problems: list[Problem],
    call: str,
    monkeypatch: pytest.MonkeyPatch,
    expect_log: ExpectLog,
) -> None:
    expect_log("the store is off")
    store = KVStore.open(root, on_problem=problems.append)

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr(os if call == "fsync" else Path, call, refuse)
    Chat(IDS, CUTS).save(store)
    assert store.state is StoreState.OFF
    assert "almost full" in problems[0].what
    assert no_leftovers(root)
    assert segment_files(root) == []
    monkeypatch.undo()
    store.close()


def test_nothing_is_stored_while_less_than_the_reserve_is_free(
    root: Path, problems: list[Problem]
) -> None:
    free = [Limits().reserve_bytes - 1]
    store = KVStore.open(root, on_problem=problems.append, free_bytes=lambda _: free[0])
    chat = Chat(IDS, CUTS)
    assert chat.save(store) == [SaveOutcome.OFF] * 3
    assert chat.save(store) == [SaveOutcome.OFF] * 3
    assert segment_files(root) == []
    assert ["11 GB are free" in problem.what for problem in problems] == [True]
    assert store.overview().problem == problems[0].what
    free[0] += 1 << 20
    assert store.overview().problem == ""
    assert chat.save(store) == [SaveOutcome.QUEUED] * 3
    free[0] -= 1 << 20
    assert chat.restore(store).n_tokens == 9  # what is stored is still served
    assert len(problems) == 1
    store.close()


def test_a_disk_that_fills_up_while_segments_wait_stops_them(
    root: Path, problems: list[Problem]
) -> None:
    free = [1 << 40]

    def fill_up(_step: WriteStep) -> None:
        free[0] = 0

    store = KVStore.open(
        root, on_problem=problems.append, free_bytes=lambda _: free[0], on_step=fill_up
    )
    chat = Chat(IDS, CUTS)
    chat.save(store)
    assert len(segment_files(root)) == 1
    assert store.state is StoreState.ON
    assert len(problems) == 1
    free[0] = 1 << 40
    assert chat.save(store) == [SaveOutcome.ALREADY_STORED, SaveOutcome.QUEUED, SaveOutcome.QUEUED]
    store.close()


def test_what_goes_on_from_a_refused_segment_is_not_stored_either(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_segment(monkeypatch, 2)
    store = KVStore.open(root)
    chat = Chat(IDS, CUTS)
    assert chat.save(store) == [SaveOutcome.QUEUED] * 3
    assert len(segment_files(root)) == 1  # the third could never be found
    assert store.n_stored(NAMESPACE, chat.names) == 1
    orphan = store.save(
        NAMESPACE,
        layout_of(),
        owner=BOB,
        parent=chat.names[1],
        begin=CUTS[1],
        token_ids=IDS[CUTS[1] :],
        blob=state(chat.shape, range(CUTS[1], CUTS[2]), ids=IDS),
        witness=None,
    )
    assert orphan[0] is SaveOutcome.ORPHAN
    chat.save(store)
    assert chat.restore(store).n_tokens == len(IDS)
    store.close()


def test_a_chat_that_fills_its_budget_keeps_its_beginning(root: Path) -> None:
    long = Chat(tokens(60), list(range(3, 61, 3)))
    store = KVStore.open(root, budget_bytes=5_000)
    long.save(store)
    first = long.restore(store).n_tokens
    assert 0 < first < 60
    long.save(store)
    assert long.restore(store).n_tokens == first
    assert store.usage().n_segments == first // 3
    store.close()


def test_a_disk_that_cannot_be_asked_switches_the_store_off(
    root: Path, problems: list[Problem], expect_log: ExpectLog
) -> None:
    expect_log("the store is off")
    is_broken = []

    def ask(_folder: Path) -> int:
        if is_broken:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return 1 << 40

    store = KVStore.open(root, on_problem=problems.append, free_bytes=ask)
    is_broken.append(True)
    assert Chat(IDS, CUTS).save(store) == [SaveOutcome.OFF] * 3
    assert store.state is StoreState.OFF
    assert len(problems) == 1
    store.close()


def test_a_choice_that_cannot_be_written_holds_and_storing_goes_on(
    root: Path, tmp_path: Path, problems: list[Problem]
) -> None:
    folder = tmp_path / "data"
    folder.write_bytes(b"a file where the folder should be")
    store = KVStore.open(root, choices_file=folder / "choices.json", on_problem=problems.append)
    store.choose(BOB, is_off=True)
    assert store.flush(FLUSH_S)
    assert ["could not be saved" in problem.what for problem in problems] == [True]
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
    assert ["could not be read" in problem.what for problem in problems] == [True]
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
    store.choose(ALICE, is_pinned=True)
    assert store.flush(FLUSH_S)
    store.close()
    assert file.read_text() == '{"not_saved": ["bob"]}'
    assert ["could not be" in problem.what for problem in problems] == [True] * 2


def test_one_who_only_looks_leaves_broken_choices_for_the_next_start_to_tell(
    root: Path, tmp_path: Path, problems: list[Problem]
) -> None:
    file = tmp_path / "choices.json"
    KVStore.open(root).close()
    file.write_bytes(b"[")
    KVStore.open(root, choices_file=file, is_onlooker=True).close()
    assert file.read_bytes() == b"["
    KVStore.open(root, choices_file=file, on_problem=problems.append).close()
    assert ["could not be read" in problem.what for problem in problems] == [True]


def test_a_wish_is_kept_when_the_program_ends_before_the_disk_has_taken_the_rest(
    root: Path, expect_log: ExpectLog
) -> None:
    expect_log("still writing")
    go_on = threading.Event()
    store = KVStore.open(root, on_step=lambda _: go_on.wait(FLUSH_S) or None)
    Chat(IDS, CUTS).save(store, flush=False)
    Chat(tokens(9, seed=1), CUTS, owner=BOB).save(store, flush=False)
    store.choose(BOB, is_off=True)
    store.forget(ALICE)
    store.close(0.05)
    go_on.set()
    (writer,) = (thread for thread in threading.enumerate() if thread.name == "kvstore-writer")
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


def test_a_folder_that_cannot_be_made_switches_the_store_off(
    root: Path, problems: list[Problem], expect_log: ExpectLog
) -> None:
    expect_log("the store is off")
    root.write_bytes(b"a file where the folder should be")
    store = KVStore.open(root, on_problem=problems.append)
    assert store.state is StoreState.OFF
    assert problems == [store.problem]
    assert Chat(IDS, CUTS).save(store) == [SaveOutcome.OFF] * 3
    assert Chat(IDS, CUTS).restore(store).n_tokens == 0
    assert store.flush(FLUSH_S)
    store.close()


# -- threads that die --


def test_a_writer_that_dies_is_noticed(
    root: Path, problems: list[Problem], expect_log: ExpectLog
) -> None:
    expect_log("the writer thread died")
    expect_log("the store is off")
    hook = fail_at(WriteStep.SYNCED, RuntimeError("boom"))
    store = KVStore.open(root, on_problem=problems.append, on_step=hook)
    chat = Chat(IDS, CUTS)
    chat.save(store, flush=False)
    assert not store.flush(FLUSH_S)  # and does not wait all that time
    assert store.state is StoreState.OFF
    assert [problem.is_bug for problem in problems] == [True]
    assert chat.save(store, flush=False) == [SaveOutcome.OFF] * 3
    assert chat.restore(store).n_tokens >= 3
    store.close()
    store = KVStore.open(root)
    assert store.state is StoreState.ON
    assert no_leftovers(root)
    store.close()


def test_a_reader_that_fails_is_noticed_and_the_chat_goes_on_without(
    root: Path,
    problems: list[Problem],
    monkeypatch: pytest.MonkeyPatch,
    expect_log: ExpectLog,
) -> None:
    expect_log("a restore failed")
    expect_log("the store is off")
    store = KVStore.open(root, on_problem=problems.append)
    chat = Chat(IDS, CUTS)
    chat.save(store)
    monkeypatch.setattr(Reader, "load", lambda *_: 1 // 0)
    assert chat.restore(store).n_tokens == 0
    assert store.state is StoreState.OFF
    assert [problem.is_bug for problem in problems] == [True]
    store.close()


def test_a_state_too_large_for_memory_is_not_restored(
    root: Path, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    expect_log("no memory")
    store = KVStore.open(root)
    chat = Chat(IDS, CUTS)
    chat.save(store)

    def no_memory(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(ReadyMemory, "take", no_memory)
    assert chat.restore(store).n_tokens == 0
    monkeypatch.undo()
    assert store.state is StoreState.ON
    assert chat.restore(store).n_tokens == 9
    store.close()


# -- two instances --


def test_a_second_instance_reads_and_never_writes(root: Path) -> None:
    first = KVStore.open(root)
    chat = Chat(IDS, CUTS)
    chat.save(first)
    second = KVStore.open(root, budget_bytes=0)
    assert second.state is StoreState.READ_ONLY
    assert second.problem is None
    assert chat.restore(second).n_tokens == 9
    assert Chat(tokens(4, seed=1), [4], owner=BOB).save(second) == [SaveOutcome.OFF]
    second.claim(NAMESPACE, BOB, chat.names)
    second.forget(ALICE)
    second.distrust(NAMESPACE, second.longest_prefix(NAMESPACE, IDS))
    assert second.flush(FLUSH_S)
    assert chat.restore(second).n_tokens == 0  # not trusted here
    assert chat.restore(first).n_tokens == 9
    second.close()
    first.close()


def test_a_second_instance_outlives_the_first_and_the_third_writes_again(root: Path) -> None:
    first = KVStore.open(root)
    second = KVStore.open(root)
    chat = Chat(IDS, CUTS)
    chat.save(first)
    first.close()
    assert chat.restore(second).n_tokens == 9
    third = KVStore.open(root)
    assert third.state is StoreState.ON
    assert chat.restore(third).n_tokens == 9
    third.close()
    second.close()


def test_a_second_instance_survives_what_the_first_deletes(root: Path) -> None:
    first, chat = KVStore.open(root), Chat(IDS, CUTS)
    chat.save(first)
    second = KVStore.open(root)
    prefix = second.longest_prefix(NAMESPACE, IDS)
    first.forget(ALICE)
    assert first.flush(FLUSH_S)
    assert second.load(NAMESPACE, layout_of(), prefix).result(FLUSH_S).n_tokens == 0
    assert chat.restore(second).n_tokens == 0
    second.close()
    first.close()


def test_a_second_instance_without_an_index_finds_nothing(root: Path) -> None:
    first = KVStore.open(root)
    (root / "index.db").rename(root / "elsewhere.db")
    second = KVStore.open(root)
    assert second.state is StoreState.READ_ONLY
    assert Chat(IDS, CUTS).restore(second).n_tokens == 0
    second.close()
    first.close()


# -- a broken index --


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
    store.forget(ALICE)  # the files remember their first owner
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
        'UPDATE segment SET token_ids = ? WHERE "begin" = 3', (struct.pack("<3i", *lies),)
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


# -- everything at once --


@pytest.mark.parametrize("seed", range(4))
def test_in_any_mixture_of_uses_every_restore_is_right(
    root: Path, seed: int, expect_log: ExpectLog
) -> None:
    """A tiny budget and pool, damage, restarts, and several chats that share beginnings."""
    expect_log("damaged")
    random = np.random.default_rng(seed)
    trunk = tokens(12, seed=seed)
    chats = [
        Chat([*trunk[:n], *tokens(12, seed=10 * seed + n)], [n, n + 5, n + 12], Owner(str(n)))
        for n in (4, 8, 12)
    ]
    limits = Limits(budget_bytes=4_000, pool_bytes=40 * layout_of().bytes_per_token)
    store = KVStore.open(root, limits=limits)
    n_restored = 0
    for _ in range(150):
        chat = chats[random.integers(len(chats))]
        match random.integers(12):
            case 0:
                store.forget(chat.owner)
            case 1:
                store.distrust(NAMESPACE, store.longest_prefix(NAMESPACE, chat.ids[:6]))
            case 2:
                store.close(FLUSH_S)
                store = KVStore.open(root, limits=limits)
            case 3 if files := segment_files(root):
                damage(files[random.integers(len(files))])
            case 4 | 5 | 6 | 7:
                chat.save(store, flush=False)
                store.claim(NAMESPACE, chat.owner, chat.names)
            case _:
                n_restored += chat.restore(store).n_tokens  # checks every byte
    assert store.flush(FLUSH_S)
    assert store.state is StoreState.ON
    assert n_restored > 0
    chats[0].save(store)
    assert store.usage().bytes <= limits.budget_bytes
    assert store.usage().bytes == sum(path.stat().st_size for path in segment_files(root))
    for path in segment_files(root):
        path.write_bytes(b"no segment any more")
    assert chats[0].restore(store).n_tokens == 0
    assert store.flush(FLUSH_S)
    store.close()


def damage(path: Path) -> None:
    """Flip the last bit of a file, unless the writer has just taken it away."""
    with contextlib.suppress(FileNotFoundError), path.open("r+b") as file:
        file.seek(-1, os.SEEK_END)
        last = file.read(1)[0]
        file.seek(-1, os.SEEK_END)
        file.write(bytes([last ^ 1]))
