"""Windowed rows and snapshots: which prefixes can be restored, and what becomes of the files."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.kvstore.format.kv_section import LayoutMismatch
from app.core.kvstore.format.layout import KVLayout, RestoreNeeds
from app.core.kvstore.format.layout_detection import detect_layout
from app.core.kvstore.format.segment_file import SNAPSHOT_MAGIC, read_header
from app.core.kvstore.reading.prefix_search import restorable_pieces
from app.core.kvstore.records import SaveOutcome, StoredPiece, Witness
from app.core.kvstore.store import KVStore
from app.core.kvstore.writing.publisher import WriteStep
from app.core.kvstore.writing.quota import snapshot_distance, surplus_snapshots
from app.core.plain_value import replace
from tests.unit.core.kvstore.states import ALICE, FLUSH_S, MLA, NAMESPACE, PLAIN, state, tokens

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.core.kvstore.chain import SegmentHash
    from app.core.kvstore.records import LoadedState
    from tests.conftest import ExpectLog

WINDOW = 6
IDS = tokens(40)
CUTS = (8, 12, 20, 31, 40)


def recurrent(end: int) -> bytes:
    """A recurrent section after `end` tokens, as far as anybody reads it."""
    return struct.pack("<IiIII", 1, end - 1, 0, 0, 2) + bytes(
        (end * 7 + i) % 256 for i in range(50)
    )


def hybrid(begin: int, end: int, *, window: int = WINDOW) -> bytes:
    """The state bytes of positions [begin, end) of a model with all three kinds of memory."""
    first = max(begin, end - window)
    full = state(PLAIN, range(begin, end), ids=IDS)
    windowed = state(MLA, range(first, end), ids=IDS)[8:]
    return full + windowed + recurrent(end)


def layout() -> KVLayout:
    blob = hybrid(0, 5)
    partial = state(MLA, range(5), ids=IDS) + recurrent(5)
    found = detect_layout(blob, 5, partial, WINDOW)
    assert found is not None
    return found


def witness(end: int) -> Witness:
    return Witness((end,), (0.5,), after=end + 1)


def save(store: KVStore, cuts: Sequence[int] = CUTS) -> list[SaveOutcome]:
    outcomes, begin = [], 0
    parent: SegmentHash | None = None
    for end in cuts:
        outcome, parent = store.save(
            NAMESPACE,
            layout(),
            owner=ALICE,
            parent=parent,
            begin=begin,
            token_ids=IDS[begin:end],
            blob=hybrid(begin, end),
            witness=witness(end),
            with_snapshot=True,
        )
        outcomes.append(outcome)
        begin = end
    return outcomes


def restore(store: KVStore, n_tokens: int) -> LoadedState:
    """Restore as much of the first `n_tokens` as can be; it must be what was saved."""
    prefix = store.longest_prefix(NAMESPACE, IDS[:n_tokens], layout().needs)
    loaded = store.load(NAMESPACE, layout(), prefix).result(FLUSH_S)
    if loaded.n_tokens:
        assert loaded.buffer is not None
        assert bytes(loaded.buffer) == hybrid(0, loaded.n_tokens)
        assert loaded.witness == witness(loaded.n_tokens)
    return loaded


def snapshots(root: Path) -> list[Path]:
    """The files of snapshots that are in use, in the order of their positions."""
    found = (path for path in root.rglob("*.kss") if "quarantine" not in path.parts)
    return sorted(found, key=_position)


def _position(path: Path) -> int:
    with path.open("rb") as file:
        return read_header(file, SNAPSHOT_MAGIC).segment.end


# -- the layout --


def test_windows_and_rests_are_told_apart_by_the_partial_state() -> None:
    found = layout()
    assert found.needs == RestoreNeeds(WINDOW, snapshot=True)
    assert [section.is_windowed for section in found.sections] == [False, True]
    without = detect_layout(state(PLAIN, range(5)) + recurrent(5), 5, bytes(8) + recurrent(5))
    assert without is not None
    assert without.needs == RestoreNeeds(0, snapshot=True)
    alone = detect_layout(state(PLAIN, range(5))[:8] + recurrent(5), 5, bytes(8) + recurrent(5))
    assert alone is not None
    assert alone.sections == ()


@pytest.mark.parametrize(
    ("partial", "n_swa"),
    [
        (state(MLA, range(5), ids=IDS) + recurrent(5), 0),  # a window the model does not have
        (bytes(8) + recurrent(5), WINDOW),  # none, though it has one
        (bytes(8) + recurrent(6), 0),
        (hybrid(0, 5), WINDOW),
        (b"", WINDOW),
    ],
)
def test_a_partial_state_that_fits_no_memory_is_not_understood(partial: bytes, n_swa: int) -> None:
    assert detect_layout(hybrid(0, 5), 5, partial, n_swa) is None


def test_a_snapshot_of_another_position_is_never_put_into_a_state() -> None:
    rest = np.frombuffer(recurrent(9), np.uint8)
    layout().check_snapshot(rest, 9)
    for wrong in (rest[:4], np.frombuffer(recurrent(10), np.uint8), rest[:0]):
        with pytest.raises(LayoutMismatch):
            layout().check_snapshot(wrong, 9)


def test_a_state_that_ends_elsewhere_gives_no_snapshot() -> None:
    with pytest.raises(LayoutMismatch):
        layout().pack(hybrid(0, 9), 0, 8, with_snapshot=True)


# -- which prefixes --


PIECES = st.lists(
    st.tuples(st.integers(1, 6), st.integers(0, 6), st.booleans()), min_size=1, max_size=6
)


@given(PIECES, st.integers(0, 8), st.booleans(), st.integers(0, 5))
def test_what_is_restorable_has_every_windowed_row_and_its_snapshot_and_nothing_longer_has(
    sizes: list[tuple[int, int, bool]], window: int, snapshot: bool, n_cut: int
) -> None:
    pieces, at = [], 0
    for n_tokens, n_windowed, has_snapshot in sizes:
        end = at + n_tokens
        name = end.to_bytes(16, "big")
        begin = end - min(n_tokens, n_windowed)
        pieces.append(StoredPiece(name, at, end, n_tokens, begin, has_snapshot))  # type: ignore[arg-type]
        at = end
    last = pieces[-1]
    pieces[-1] = replace(last, n_used=max(1, last.n_used - n_cut))
    needs = RestoreNeeds(window, snapshot)
    found = restorable_pieces(pieces, needs)
    possible = [count for count in range(1, len(pieces) + 1) if _is_possible(pieces[:count], needs)]
    assert len(found) == max(possible, default=0)
    assert list(found) == pieces[: len(found)]


def _is_possible(pieces: list[StoredPiece], needs: RestoreNeeds) -> bool:
    """The same question asked row by row."""
    end = pieces[-1].begin + pieces[-1].n_used
    rows = {
        pos
        for piece in pieces
        for pos in range(piece.windowed_from, min(piece.end, piece.begin + piece.n_used))
    }
    has_window = all(pos in rows for pos in range(max(0, end - needs.window), end))
    has_snapshot = pieces[-1].is_whole and pieces[-1].has_snapshot
    return has_window and (has_snapshot or not needs.snapshot)


def test_snapshots_are_thinned_to_the_latest_and_one_now_and_then() -> None:
    assert surplus_snapshots([]) == []
    assert surplus_snapshots([10, 20]) == []
    assert surplus_snapshots([10, 20, 30, 40]) == [10, 20]
    assert surplus_snapshots([10, 20, 30, 40], is_shared=True) == [20]
    ends = list(range(1000, 30_001, 1000))
    kept = sorted(set(ends) - set(surplus_snapshots(ends)))
    assert kept == [9000, 18_000, 27_000, 29_000, 30_000]


@pytest.mark.parametrize(
    ("n_bytes", "bytes_per_token", "tokens_per_s", "distance"),
    [
        (150 << 20, 64 << 10, 100, 2400),  # as large as the rows of so many
        (150 << 20, 64 << 10, 10, 600),  # a minute
        (1 << 10, 64 << 10, 100, 500),  # five seconds
        (1 << 20, 0, 100, 6000),
        (1 << 20, 64 << 10, 0, 8192),
    ],
)
def test_old_snapshots_lie_as_far_apart_as_what_they_save_is_worth_their_bytes(
    n_bytes: int, bytes_per_token: int, tokens_per_s: float, distance: int
) -> None:
    seconds = 1 / tokens_per_s if tokens_per_s else 0.0
    assert snapshot_distance(n_bytes, bytes_per_token, seconds) == distance


# -- the files --


def test_what_waits_to_be_written_is_restored_like_what_is(store: KVStore) -> None:
    assert set(save(store)) == {SaveOutcome.QUEUED}
    assert restore(store, 40).n_tokens == 40


def test_every_kept_end_comes_back_from_disk_and_what_lies_between_does_not(
    store: KVStore, root: Path
) -> None:
    save(store)  # read meanwhile, a surplus snapshot would stay until the next save
    assert store.flush(FLUSH_S)
    store.close()
    with_snapshot = {31, 40}  # the last two
    again = KVStore.open(root)
    for n_tokens in range(1, 41):
        usable = max((end for end in with_snapshot if end <= n_tokens), default=0)
        assert restore(again, n_tokens).n_tokens == usable
    again.close()
    assert len(snapshots(root)) == 2


def test_a_stored_segment_gains_the_snapshot_it_has_not(store: KVStore, root: Path) -> None:
    save(store)
    assert store.flush(FLUSH_S)
    assert restore(store, 12).n_tokens == 0
    assert save(store, (8, 12)) == [SaveOutcome.QUEUED, SaveOutcome.QUEUED]
    assert store.flush(FLUSH_S)
    assert restore(store, 12).n_tokens == 12


def test_a_damaged_or_missing_snapshot_leaves_the_earlier_ones(
    store: KVStore, root: Path, expect_log: ExpectLog
) -> None:
    expect_log("damaged")
    save(store)
    assert store.flush(FLUSH_S)
    newest = snapshots(root)[-1]
    data = bytearray(newest.read_bytes())
    data[-3] ^= 1
    newest.write_bytes(data)
    loaded = restore(store, 40)
    assert (loaded.n_tokens, loaded.n_damaged) == (31, 1)
    assert store.flush(FLUSH_S)
    assert not newest.exists()
    snapshots(root)[-1].unlink()
    assert restore(store, 40).n_tokens == 0


def test_every_flipped_bit_of_a_snapshot_is_found(
    store: KVStore, root: Path, expect_log: ExpectLog
) -> None:
    expect_log("damaged")
    save(store, (8, 20))
    assert store.flush(FLUSH_S)
    store.close()
    path = snapshots(root)[-1]
    content = path.read_bytes()
    for at in range(len(content)):
        path.write_bytes(content[:at] + bytes([content[at] ^ 1 << at % 8]) + content[at + 1 :])
        again = KVStore.open(root)
        assert restore(again, 20).n_tokens == 8
        again.close()


def test_snapshots_swapped_between_two_ends_are_not_used(
    store: KVStore, root: Path, expect_log: ExpectLog
) -> None:
    expect_log("damaged")
    save(store, (8, 20))
    assert store.flush(FLUSH_S)
    first, second = snapshots(root)
    one, two = first.read_bytes(), second.read_bytes()
    first.write_bytes(two)
    second.write_bytes(one)
    assert restore(store, 20).n_tokens == 0


def test_snapshots_go_with_their_segments(store: KVStore, root: Path) -> None:
    save(store)
    store.owners.forget(ALICE)
    assert store.flush(FLUSH_S)
    assert snapshots(root) == []
    assert store.usage().bytes == 0


def test_a_lost_index_finds_the_snapshots_again_and_orphans_go(store: KVStore, root: Path) -> None:
    save(store)
    assert store.flush(FLUSH_S)
    used = store.usage().bytes
    store.close()
    orphan = snapshots(root)[-1]
    orphan.with_suffix(".kvs").unlink()
    (root / "index.db").unlink()
    again = KVStore.open(root)
    assert restore(again, 40).n_tokens == 31
    assert not orphan.exists()
    assert 0 < again.usage().bytes < used
    again.close()


@pytest.mark.parametrize("step", [WriteStep.CREATED, WriteStep.SYNCED, WriteStep.RENAMED])
@pytest.mark.parametrize("which", [1, 2])
def test_a_disk_that_refuses_at_any_step_leaves_no_half_segment(
    root: Path, step: WriteStep, which: int, expect_log: ExpectLog
) -> None:
    expect_log("kvstore")
    seen: list[WriteStep] = []

    def refuse(now: WriteStep) -> None:
        seen.append(now)
        if now is step and seen.count(step) == which:
            raise OSError(5, "Input/output error")

    store = KVStore.open(root, on_step=refuse)
    save(store, (8,))
    assert store.flush(FLUSH_S)
    assert restore(store, 8).n_tokens == 0
    store.close()
    assert not list(root.rglob("*.k?s*"))
