"""A disk that is full, broken or not to be asked pauses the store or switches it off, once."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.core.kvstore.records import SaveOutcome, StoreState
from app.core.kvstore.store import KVStore
from app.core.kvstore.writing.publisher import WriteStep
from app.core.phrases import NO_WORDS
from app.core.protocol import Limits
from tests.faults.stored_chat import CUTS, IDS, fail_at, no_leftovers
from tests.helpers.refusals import refuse_segment
from tests.unit.core.kvstore.states import (
    ALICE,
    BOB,
    FLUSH_S,
    NAMESPACE,
    Chat,
    layout_of,
    segment_files,
    state,
    tokens,
)

if TYPE_CHECKING:
    from app.core.errors import Problem
    from tests.conftest import ExpectLog


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
    assert "Your chats still work" in problems[0].text()
    assert not problems[0].is_bug
    assert chat.save(store) == [SaveOutcome.OFF] * 3
    assert chat.restore(store).n_tokens == 3  # what is stored is still served
    assert no_leftovers(root)
    assert len(segment_files(root)) == 1
    store.owners.forget(ALICE)  # the writer lives on for this
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
    assert "almost full" in str(problems[0].what)
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
    assert ["11 GB is free" in str(problem.what) for problem in problems] == [True]
    assert store.overview().problem == problems[0].what
    free[0] += 1 << 20
    assert store.overview().problem == NO_WORDS
    assert chat.save(store) == [SaveOutcome.QUEUED] * 3
    free[0] -= 1 << 20
    assert chat.restore(store).n_tokens == 9  # what is stored is still served
    assert len(problems) == 1
    store.close()


def test_a_disk_that_fills_up_while_segments_wait_stops_them(
    root: Path, problems: list[Problem]
) -> None:
    free = [1 << 40]
    all_wait, is_full = threading.Event(), threading.Event()

    def fill_up(_step: WriteStep) -> None:
        assert all_wait.wait(FLUSH_S)
        if not is_full.is_set():  # once
            free[0] = 0
            is_full.set()

    store = KVStore.open(
        root, on_problem=problems.append, free_bytes=lambda _: free[0], on_step=fill_up
    )
    chat = Chat(IDS, CUTS)
    chat.save(store, flush=False)
    all_wait.set()
    assert store.flush(FLUSH_S)
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
    is_broken: list[bool] = []

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
