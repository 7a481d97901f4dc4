"""A process that is killed at any step loses at most what it was writing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from app.core.kvstore.records import StoreState
from app.core.kvstore.store import KVStore
from app.core.kvstore.writing.publisher import WriteStep
from tests.faults.kvstore_child import CHAT, SNAPSHOT_CUTS
from tests.faults.stored_chat import no_leftovers
from tests.unit.core.kvstore import test_snapshots as snapshots
from tests.unit.core.kvstore.states import ALICE, FLUSH_S, segment_files

REPOSITORY = Path(__file__).resolve().parents[2]


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
    store.owners.forget(ALICE)
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
