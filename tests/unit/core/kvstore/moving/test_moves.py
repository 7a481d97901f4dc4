"""Stored memory goes from one store into another: all that is sound, and nothing else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.core.kvstore import KVStore, ModelFacts, Owner, StoreInUse, WantedMemory
from app.core.kvstore.errors import StoreTakesNothing
from app.core.kvstore.format.segment_file import read_header
from app.core.protocol import MEMORY_FILE, TEMPORARY, Limits, MemoryOutcome, MovedMemory
from tests.unit.core.kvstore.moving.copies import (
    FIRST,
    HERE,
    SECOND,
    SHARED,
    Watch,
    copy_out,
    made_copies,
    take_in,
)
from tests.unit.core.kvstore.states import (
    ALICE,
    FLUSH_S,
    NAMESPACE,
    OTHER_NAMESPACE,
    Chat,
    layout_of,
    segment_files,
    state,
    tokens,
    witness,
)
from tests.unit.core.kvstore.test_snapshots import CUTS as SNAPSHOT_CUTS
from tests.unit.core.kvstore.test_snapshots import IDS as SNAPSHOT_IDS
from tests.unit.core.kvstore.test_snapshots import restore as restore_with_snapshot
from tests.unit.core.kvstore.test_snapshots import save as save_with_snapshots

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import ExpectLog


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    return made_copies(tmp_path / "there", tmp_path / "copies")


@pytest.fixture
def other(tmp_path: Path) -> Iterator[KVStore]:
    store = KVStore.open(tmp_path / "other")
    yield store
    store.close()


def owned(store: KVStore) -> dict[str, int]:
    """How many tokens each owner has."""
    return {use.owner: use.n_tokens for use in store.overview().chats}


def test_what_is_copied_out_is_restored_elsewhere_byte_for_byte(
    copies: Path, other: KVStore
) -> None:
    report = take_in(other, copies)
    assert [one.n_tokens for one in report.chats] == [40, 26]
    assert (report.n_damaged, report.was_stopped) == (0, False)
    assert FIRST.restore(other).n_tokens == 40
    assert SECOND.restore(other).n_tokens == 26
    assert owned(other) == {"71": 40, "72": 26}


def test_the_beginning_that_two_chats_share_is_copied_once(copies: Path, other: KVStore) -> None:
    assert len(list((copies / "memory").rglob("*.kvs"))) == 4
    rows = json.loads((copies / MEMORY_FILE).read_bytes())["segments"]
    assert [row["chats"] for row in rows] == [[0, 1], [0], [0], [1]]
    take_in(other, copies)
    assert other.usage().n_segments == 4


def test_the_copies_say_nothing_of_whose_they_were(copies: Path) -> None:
    for path in (copies / "memory").rglob("*.kvs"):
        with path.open("rb") as file:
            header = read_header(file)
        assert (header.segment.owner, header.saved_at) == ("", 0.0)


def test_only_what_was_computed_for_the_named_tokens_is_copied(
    tmp_path: Path, store: KVStore
) -> None:
    Chat([*SHARED, *tokens(24, seed=5)], cuts=[16, 40]).save(store)  # words that are gone
    FIRST.save(store)
    copy_out(store, tmp_path / "out", FIRST.ids)
    assert len(list((tmp_path / "out" / "memory").rglob("*.kvs"))) == 3


def test_a_chat_without_memory_is_reported_as_one(tmp_path: Path, store: KVStore) -> None:
    FIRST.save(store)
    report = copy_out(store, tmp_path / "out", tokens(20, seed=9), FIRST.ids)
    assert report.chats == (
        MovedMemory(0, MemoryOutcome.NOTHING),
        MovedMemory(1, MemoryOutcome.MOVED, "", 40),
    )


def test_what_waits_for_the_disk_is_copied_too(tmp_path: Path, store: KVStore) -> None:
    FIRST.save(store, flush=False)
    assert copy_out(store, tmp_path / "out", FIRST.ids).chats[0].n_tokens == 40


def test_damage_at_home_is_not_copied_and_ends_the_chain(
    tmp_path: Path, root: Path, store: KVStore, expect_log: ExpectLog
) -> None:
    expect_log("a stored file is not moved")
    FIRST.save(store)
    path = next(p for p in segment_files(root) if p.stem == FIRST.names[1].hex())
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    report = copy_out(store, tmp_path / "out", FIRST.ids)
    assert (report.chats[0].n_tokens, report.n_damaged) == (16, 1)
    assert store.flush(FLUSH_S)
    assert FIRST.restore(store).n_tokens == 16  # and nobody restores it at home either


def test_windowed_rows_and_snapshots_go_along(
    tmp_path: Path, store: KVStore, other: KVStore
) -> None:
    save_with_snapshots(store)
    assert store.flush(FLUSH_S)
    there = restore_with_snapshot(store, 40)
    copy_out(store, tmp_path / "out", SNAPSHOT_IDS)
    report = take_in(other, tmp_path / "out", {0: ALICE})
    assert report.chats[0].n_tokens == SNAPSHOT_CUTS[-1]
    assert restore_with_snapshot(other, 40).n_tokens == there.n_tokens == SNAPSHOT_CUTS[-1]


def test_a_damaged_snapshot_costs_that_place_alone(
    tmp_path: Path, store: KVStore, other: KVStore
) -> None:
    save_with_snapshots(store)
    assert store.flush(FLUSH_S)
    copy_out(store, tmp_path / "out", SNAPSHOT_IDS)
    rows = json.loads((tmp_path / "out" / MEMORY_FILE).read_bytes())["segments"]
    last = next((tmp_path / "out").rglob(f"{rows[-1]['name']}.kss"))
    last.write_bytes(last.read_bytes()[:-1])
    report = take_in(other, tmp_path / "out", {0: ALICE})
    assert report.n_damaged == 1
    assert (report.chats[0].n_tokens, report.chats[0].n_lost) == (31, 9)
    assert restore_with_snapshot(other, 40).n_tokens == 31


def test_what_is_there_already_is_used_again(copies: Path, store: KVStore) -> None:
    FIRST.save(store)
    n_before = store.usage().n_segments
    report = take_in(store, copies)
    assert store.usage().n_segments == n_before + 1  # the end of the second chat
    assert report.chats[0].n_tokens == 40
    assert owned(store) == {"alice": 40, "71": 40, "72": 26}
    store.owners.forget(ALICE)
    assert store.flush(FLUSH_S)
    assert FIRST.restore(store).n_tokens == 40  # the one that came needs it


def test_memory_that_came_is_forgotten_with_its_chat(copies: Path, other: KVStore) -> None:
    take_in(other, copies)
    other.owners.forget(HERE[0])
    assert other.flush(FLUSH_S)
    assert FIRST.restore(other).n_tokens == 16  # what the second begins with
    other.owners.forget(HERE[1])
    assert other.flush(FLUSH_S)
    assert other.usage().n_segments == 0


def test_an_index_that_is_built_again_knows_whose_it_is_here(tmp_path: Path, copies: Path) -> None:
    store = KVStore.open(tmp_path / "other")
    take_in(store, copies)
    store.close()
    for path in (tmp_path / "other").glob("index.db*"):
        path.unlink()
    again = KVStore.open(tmp_path / "other")
    assert set(owned(again)) == {"71", "72"}
    again.close()


@pytest.mark.parametrize("owner", [Owner(f"{TEMPORARY}71"), Owner("off")])
def test_nothing_is_taken_in_for_a_chat_of_which_nothing_is_stored(
    copies: Path, other: KVStore, owner: Owner
) -> None:
    other.owners.choose(Owner("off"), is_off=True)
    report = take_in(other, copies, {0: owner})
    assert report.chats[0].outcome is MemoryOutcome.OFF
    assert other.usage().n_segments == 0


def test_a_chat_that_is_not_imported_leaves_its_memory_behind(copies: Path, other: KVStore) -> None:
    report = take_in(other, copies, {1: HERE[1]})
    assert [one.place for one in report.chats] == [1]
    assert FIRST.restore(other).n_tokens == 16


def test_a_chat_of_which_the_file_has_nothing_is_reported(copies: Path, other: KVStore) -> None:
    report = take_in(other, copies, {**HERE, 7: Owner("77")})
    assert report.chats[2] == MovedMemory(7, MemoryOutcome.NOTHING)


def test_the_reason_names_the_model(tmp_path: Path, store: KVStore, other: KVStore) -> None:
    store.describe_model(ModelFacts(NAMESPACE, "Tiny", 0.01))
    FIRST.save(store)
    copy_out(store, tmp_path / "out", FIRST.ids)

    def outcome(here: KVStore, loaded: bool = False) -> tuple[MemoryOutcome, str]:
        (one,) = take_in(
            here, tmp_path / "out", {0: HERE[0]}, here=NAMESPACE if loaded else None
        ).chats
        assert here.flush(FLUSH_S)
        return one.outcome, one.model

    assert outcome(other) == (MemoryOutcome.NO_MODEL, "Tiny")
    assert other.model(NAMESPACE).name == "Tiny"  # so that the page can say whose it is
    assert outcome(other, loaded=True) == (MemoryOutcome.MOVED, "Tiny")
    assert outcome(store) == (MemoryOutcome.MOVED, "Tiny")  # its model was used here


def test_a_model_of_the_same_name_from_another_file_is_told_apart(
    tmp_path: Path, store: KVStore, other: KVStore
) -> None:
    store.describe_model(ModelFacts(NAMESPACE, "Tiny"))
    FIRST.save(store)
    copy_out(store, tmp_path / "out", FIRST.ids)
    ids = tokens(20)
    other.save(
        OTHER_NAMESPACE, layout_of(), owner=ALICE, parent=None, begin=0, token_ids=ids,
        blob=state(FIRST.shape, range(20), ids=ids), witness=witness(20),
    )  # fmt: skip
    other.describe_model(ModelFacts(OTHER_NAMESPACE, "Tiny", 0.01))
    assert other.flush(FLUSH_S)
    (one,) = take_in(other, tmp_path / "out", {0: HERE[0]}).chats
    assert (one.outcome, one.model) == (MemoryOutcome.OTHER_FILE, "Tiny")


def test_a_loaded_model_is_known_before_anything_of_it_is_stored(
    tmp_path: Path, store: KVStore, other: KVStore
) -> None:
    store.describe_model(ModelFacts(NAMESPACE, "Tiny"))
    FIRST.save(store)
    copy_out(store, tmp_path / "out", FIRST.ids)
    other.describe_model(ModelFacts(OTHER_NAMESPACE, "Tiny"))
    assert other.flush(FLUSH_S)
    (one,) = take_in(other, tmp_path / "out", {0: HERE[0]}, here=OTHER_NAMESPACE).chats
    assert one.outcome is MemoryOutcome.OTHER_FILE


def test_a_budget_smaller_than_the_file_takes_beginnings_only(tmp_path: Path, copies: Path) -> None:
    size = sum(path.stat().st_size for path in copies.rglob("*.kvs"))
    store = KVStore.open(tmp_path / "other", budget_bytes=size // 2)
    report = take_in(store, copies)
    assert store.usage().bytes <= size // 2
    restored = [FIRST.restore(store).n_tokens, SECOND.restore(store).n_tokens]
    told = [one.n_tokens for one in report.chats]
    assert told == restored
    assert 16 in told
    assert sum(one.n_lost for one in report.chats) == 66 - sum(told)
    store.close()


def test_a_store_without_any_room_says_so(tmp_path: Path, copies: Path) -> None:
    store = KVStore.open(tmp_path / "other", budget_bytes=10)
    report = take_in(store, copies)
    assert {one.outcome for one in report.chats} == {MemoryOutcome.NO_ROOM}
    store.close()


def test_a_low_disk_takes_nothing_in(tmp_path: Path, copies: Path) -> None:
    limits = Limits(budget_bytes=1 << 30, reserve_bytes=1 << 30)
    store = KVStore.open(tmp_path / "other", limits=limits, free_bytes=lambda _: 1 << 29)
    report = take_in(store, copies)
    assert {one.outcome for one in report.chats} == {MemoryOutcome.NO_ROOM}
    store.close()


def test_what_comes_never_makes_room_with_chats_at_work(tmp_path: Path, copies: Path) -> None:
    mine = Chat(tokens(60, seed=8), cuts=[20, 40, 60], owner=Owner("mine"))
    size = 60 * layout_of().bytes_per_token + 3 * 1_000  # and what the headers take
    store = KVStore.open(tmp_path / "other", budget_bytes=size)
    mine.save(store)
    take_in(store, copies)
    assert mine.restore(store).n_tokens == 60
    store.close()


def test_a_second_instance_takes_nothing_in_but_copies_out(tmp_path: Path, root: Path) -> None:
    writer = KVStore.open(root)
    FIRST.save(writer)
    reader = KVStore.open(root)
    assert copy_out(reader, tmp_path / "out", FIRST.ids).chats[0].n_tokens == 40
    with pytest.raises(StoreInUse):
        take_in(reader, tmp_path / "out")
    reader.close()
    writer.close()


def test_a_store_that_is_off_takes_nothing_in(
    tmp_path: Path, copies: Path, expect_log: ExpectLog
) -> None:
    expect_log("the store is off")
    (tmp_path / "file").write_text("no folder")
    store = KVStore.open(tmp_path / "file")
    with pytest.raises(StoreTakesNothing):
        take_in(store, copies)
    assert copy_out(store, tmp_path / "out", FIRST.ids).chats[0].outcome is MemoryOutcome.NOTHING
    store.close()


def test_both_ways_can_be_stopped_and_leave_only_whole_segments(
    tmp_path: Path, store: KVStore, copies: Path, other: KVStore
) -> None:
    FIRST.save(store)
    report = copy_out(store, tmp_path / "out", FIRST.ids, watch=Watch(2))
    assert report.was_stopped
    assert len(list((tmp_path / "out").rglob("*.kvs"))) < 3
    stopped = take_in(other, copies, watch=Watch(2))
    assert stopped.was_stopped
    assert stopped.chats[0].n_tokens < 40
    assert FIRST.restore(other).n_tokens == stopped.chats[0].n_tokens


def test_progress_ends_with_everything(tmp_path: Path, store: KVStore, other: KVStore) -> None:
    FIRST.save(store)
    watch = Watch()
    copy_out(store, tmp_path / "out", FIRST.ids, watch=watch)
    assert watch.told[-1][0] == watch.told[-1][1] == store.usage().bytes
    watch = Watch()
    take_in(other, tmp_path / "out", watch=watch)
    assert watch.told[-1][0] == watch.told[-1][1]


def test_a_closed_store_moves_nothing(tmp_path: Path, copies: Path) -> None:
    store = KVStore.open(tmp_path / "other")
    store.close()
    wanted = [WantedMemory(0, (np.array(FIRST.ids, np.int32),))]
    assert store.moves.copy_out(wanted, tmp_path, Watch()).cancelled()
    assert store.moves.take_in(copies, HERE, None, Watch()).cancelled()
