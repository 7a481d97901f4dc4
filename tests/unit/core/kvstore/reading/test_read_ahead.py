"""What is read before anybody asks for it is taken when it is that, and let go of otherwise."""

from __future__ import annotations

import threading
import weakref
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from app.core.kvstore.format.layout_detection import decode_layout
from app.core.kvstore.reading import read_side
from app.core.kvstore.reading.piece_workers import PieceWorkers, SpareBuffer
from app.core.kvstore.reading.prefix_reader import PrefixReader
from app.core.kvstore.records import KnownOwners, StoreState
from app.core.kvstore.store import KVStore
from tests.unit.core.kvstore.states import (
    ALICE,
    BOB,
    FLUSH_S,
    NAMESPACE,
    OTHER_NAMESPACE,
    PLAIN,
    QUANTISED,
    TRANSPOSED,
    Chat,
    layout_of,
    segment_files,
    state,
    tokens,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.kvstore.chain import Fingerprint
    from app.core.kvstore.records import Owner
    from tests.conftest import ExpectLog

IDS = tokens(60)
CUTS = (20, 40, 60)


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[weakref.ref[Any]]:
    """The memory of all restores, as long as it is held."""
    found: list[weakref.ref[Any]] = []
    take = SpareBuffer.take

    def noted(self: SpareBuffer, n_bytes: int) -> Any:
        memory = take(self, n_bytes)
        found.append(weakref.ref(memory))
        return memory

    monkeypatch.setattr(SpareBuffer, "take", noted)
    return found


def saved(root: Path, *chats: Chat) -> None:
    store = KVStore.open(root)
    for chat in chats or (Chat(IDS, CUTS),):
        chat.save(store)
    store.close()


def finish_reading(store: KVStore) -> None:
    store._reading._lane.submit(lambda: None).result(FLUSH_S)  # type: ignore[attr-defined]


@pytest.mark.parametrize("shape", [PLAIN, TRANSPOSED])
def test_what_was_read_ahead_is_what_would_be_read(root: Path, shape: Any) -> None:
    chat = Chat(IDS, CUTS, shape=shape)
    saved(root, chat)
    store = KVStore.open(root)
    usual = chat.restore(store)
    store.read_ahead(ALICE)
    finish_reading(store)
    for path in segment_files(root):
        path.unlink()  # nothing is read any more
    ahead = chat.restore(store)
    assert (ahead.n_tokens, ahead.witness) == (60, usual.witness)
    assert (ahead.read_ms, ahead.verify_ms, ahead.assemble_ms) == (0.0, 0.0, 0.0)
    assert usual.ahead_ms == 0.0 < ahead.ahead_ms
    store.close()


@pytest.mark.parametrize(("before", "now"), [(PLAIN, TRANSPOSED), (TRANSPOSED, PLAIN)])
def test_what_a_state_held_the_other_way_round_is_read_again_and_turned(
    root: Path, before: Any, now: Any
) -> None:
    saved(root, Chat(IDS, CUTS, shape=before))
    for is_ahead in (False, True):  # the second time, it is read ahead as it is held now
        store = KVStore.open(root)
        store.read_ahead(ALICE)
        finish_reading(store)
        chat = Chat(IDS, CUTS, shape=now)
        restored = chat.restore(store)  # every byte is compared
        assert (restored.n_tokens, restored.ahead_ms > 0) == (60, is_ahead)
        more = Chat(tokens(12, seed=9), [12], BOB, shape=now)
        more.save(store)
        assert store.flush(FLUSH_S)
        store.close()


@pytest.mark.parametrize(
    ("owner", "namespace", "is_read_again"),
    [
        (ALICE, NAMESPACE, False),
        (ALICE, None, True),
        (ALICE, OTHER_NAMESPACE, True),
        (BOB, NAMESPACE, True),
    ],
)
def test_what_was_read_for_the_model_that_is_being_loaded_is_not_read_again(
    root: Path,
    taken: list[weakref.ref[Any]],
    owner: Owner,
    namespace: Fingerprint | None,
    *,
    is_read_again: bool,
) -> None:
    saved(root, Chat(IDS, CUTS), Chat(tokens(40, seed=3), [40], BOB))
    store = KVStore.open(root)
    store.read_ahead(ALICE)
    finish_reading(store)
    store.read_ahead(owner, namespace)
    finish_reading(store)
    is_first_held = taken[0]() is not None
    assert is_first_held is not is_read_again
    assert (Chat(IDS, CUTS).restore(store).ahead_ms > 0.0) == (
        owner == ALICE and namespace != OTHER_NAMESPACE
    )
    store.close()


def test_it_is_taken_once(root: Path) -> None:
    saved(root)
    store = KVStore.open(root)
    store.read_ahead(ALICE)
    assert Chat(IDS, CUTS).restore(store).ahead_ms > 0.0
    assert Chat(IDS, CUTS).restore(store).ahead_ms == 0.0
    store.close()


def test_what_is_still_being_read_is_taken_as_well(
    root: Path, monkeypatch: pytest.MonkeyPatch, taken: list[weakref.ref[Any]]
) -> None:
    saved(root)
    has_begun, go_on = hold_back(monkeypatch)
    store = KVStore.open(root)
    store.read_ahead(ALICE)
    assert has_begun.wait(FLUSH_S)
    loaded = store.load(NAMESPACE, layout_of(), store.longest_prefix(NAMESPACE, IDS))
    go_on.set()
    assert bytes(loaded.result(FLUSH_S).buffer or b"") == state(PLAIN, range(60), ids=IDS)
    assert len(taken) == 1
    store.close()


def test_of_two_that_wait_each_gets_its_own(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved(root)
    go_on = threading.Event()

    def held(*arguments: Any) -> Any:
        assert go_on.wait(FLUSH_S)
        return decode_layout(*arguments)

    # What is going to be read is not known yet.
    monkeypatch.setattr("app.core.kvstore.reading.read_ahead.decode_layout", held)
    store = KVStore.open(root)
    store.read_ahead(ALICE)
    short, whole = (
        store.load(NAMESPACE, layout_of(), store.longest_prefix(NAMESPACE, ids))
        for ids in (IDS[:20], IDS)
    )
    go_on.set()
    assert short.result(FLUSH_S).n_tokens == 20
    assert bytes(whole.result(FLUSH_S).buffer or b"") == state(PLAIN, range(60), ids=IDS)
    store.close()


def hold_back(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event]:
    """Let every read tell that it begins its first piece, and wait there."""
    has_begun, go_on = threading.Event(), threading.Event()
    place = PrefixReader._place

    def held(self: PrefixReader, *arguments: Any) -> Any:
        has_begun.set()
        assert go_on.wait(FLUSH_S)
        return place(self, *arguments)

    monkeypatch.setattr(PrefixReader, "_place", held)
    return has_begun, go_on


ENDS: dict[str, Callable[[KVStore], object]] = {
    "another prefix of the chat": lambda store: store.load(
        NAMESPACE, layout_of(), store.longest_prefix(NAMESPACE, IDS[:30])
    ).result(FLUSH_S),
    "rows of another layout": lambda store: store.load(
        NAMESPACE, layout_of(QUANTISED), store.longest_prefix(NAMESPACE, IDS)
    ).result(FLUSH_S),
    "nobody": lambda store: store.read_ahead(None),
    "another chat": lambda store: store.read_ahead(BOB),
    "forgotten": lambda store: store.owners.forget(ALICE),
    "dropped": lambda store: store.owners.drop(ALICE),
    "switched off": lambda store: store.owners.choose(ALICE, is_off=True),
    "trimmed": lambda store: store.owners.keep_only_tokens(ALICE, (), lambda: None),
    "gone": lambda store: store.owners.follow(KnownOwners(frozenset({BOB})), lambda *_: None),
    "closed": lambda store: store.close(),
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS.keys())
def test_memory_is_let_go_of_when_it_is_not_wanted(
    root: Path,
    taken: list[weakref.ref[Any]],
    end: Callable[[KVStore], object],
    expect_log: ExpectLog,
    request: pytest.FixtureRequest,
) -> None:
    if "another layout" in request.node.name:
        expect_log("damaged")
    saved(root)
    store = KVStore.open(root)
    store.read_ahead(ALICE)
    finish_reading(store)
    assert taken[0]() is not None
    store.owners.forget(BOB)  # what concerns another chat
    store.owners.follow(KnownOwners(frozenset({ALICE})), lambda *_: None)
    assert taken[0]() is not None
    end(store)
    assert taken[0]() is None
    store.close()


def test_a_read_that_nobody_wants_any_more_begins_no_further_piece(
    root: Path, monkeypatch: pytest.MonkeyPatch, taken: list[weakref.ref[Any]]
) -> None:
    saved(root, Chat(IDS, range(5, 65, 5)))
    monkeypatch.setattr(read_side, "PieceWorkers", lambda: PieceWorkers(2))
    has_begun, go_on = hold_back(monkeypatch)
    read: list[object] = []
    held = PrefixReader._place

    def counted(self: PrefixReader, *arguments: Any) -> Any:
        read.append(arguments)
        return held(self, *arguments)

    monkeypatch.setattr(PrefixReader, "_place", counted)
    store = KVStore.open(root)
    store.read_ahead(ALICE)
    assert has_begun.wait(FLUSH_S)
    loaded = store.load(NAMESPACE, layout_of(), store.longest_prefix(NAMESPACE, IDS[:5]))
    go_on.set()
    assert loaded.result(FLUSH_S).n_tokens == 5
    assert len(read) <= 5  # of 12: what two workers had before them, and the one that was wanted
    assert len(taken) == 2
    store.close()


@pytest.mark.parametrize("kind", ["switched off", "read only", "off", "no layout", "no memory"])
def test_nothing_is_read_where_nothing_is_to_be_read(
    root: Path,
    taken: list[weakref.ref[Any]],
    kind: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    saved(root)
    writer = KVStore.open(root) if kind == "read only" else None
    store = KVStore.open(root)
    match kind:
        case "switched off":
            monkeypatch.setattr(store._writing, "post", lambda _work: None)  # the rows stay
            store.owners.choose(ALICE, is_off=True)
        case "read only":
            assert store.state is StoreState.READ_ONLY
        case "off":
            store._status._state = StoreState.OFF
        case "no layout":
            (root / NAMESPACE / "layout.kvl").unlink()
        case _:
            monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=8_000))
    store.read_ahead(ALICE)
    finish_reading(store)
    assert taken == []
    assert Chat(IDS, CUTS).restore(store).n_tokens == 60
    store.close()
    if writer is not None:
        writer.close()


def test_of_several_branches_the_one_used_last_is_read(root: Path) -> None:
    other = Chat(IDS[:40] + tokens(20, 7), CUTS)
    store = KVStore.open(root)
    chat = Chat(IDS, CUTS)
    chat.save(store)
    other.save(store)
    store.owners.claim(NAMESPACE, ALICE, chat.names)
    assert store.flush(FLUSH_S)
    store.read_ahead(ALICE)
    assert chat.restore(store).ahead_ms > 0.0
    store.read_ahead(ALICE)
    assert other.restore(store).ahead_ms == 0.0
    store.close()


@pytest.mark.parametrize("when", ["before", "between", "after"])
def test_damage_costs_the_head_start_and_nothing_else(
    root: Path, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog, when: str
) -> None:
    saved(root)
    store = KVStore.open(root)
    prefix = store.longest_prefix(NAMESPACE, IDS)
    name = prefix.pieces[1].name.hex()
    (path,) = [path for path in segment_files(root) if path.stem == name]

    def damage() -> None:
        content = bytearray(path.read_bytes())
        content[-1] ^= 1
        path.write_bytes(content)

    if when != "after":
        expect_log("damaged")
    if when == "before":
        damage()
    has_begun, go_on = hold_back(monkeypatch)
    store.read_ahead(ALICE)
    assert has_begun.wait(FLUSH_S)
    if when == "between":
        damage()
    go_on.set()
    finish_reading(store)
    assert path.exists()  # reading ahead judges nothing
    if when == "after":
        damage()
    loaded = Chat(IDS, CUTS).restore(store)
    assert (loaded.n_tokens, loaded.n_damaged) == ((60, 0) if when == "after" else (20, 1))
    store.close()


def test_the_layout_is_written_once_and_put_right_with_the_next_segment(root: Path) -> None:
    saved(root)
    path = root / NAMESPACE / "layout.kvl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + b"x")
    (path.parent / "layout.kvl.1-1.tmp").write_bytes(b"left by a kill")
    store = KVStore.open(root)
    assert [one.name for one in path.parent.glob("layout*")] == ["layout.kvl"]
    store.read_ahead(ALICE)
    assert Chat(IDS, CUTS).restore(store).ahead_ms == 0.0
    Chat(tokens(9, 3), (9,), owner=BOB).save(store)
    assert path.read_bytes() == whole
    store.close()


def test_a_disk_that_keeps_no_layout_still_keeps_segments(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("app.core.system.files.write_atomically", refuse)
    saved(root)
    store = KVStore.open(root)
    assert store.state is StoreState.ON
    assert Chat(IDS, CUTS).restore(store).n_tokens == 60
    store.close()


def test_the_layout_goes_with_the_last_segment_of_its_namespace(root: Path) -> None:
    saved(root)
    path = root / NAMESPACE / "layout.kvl"
    store = KVStore.open(root)
    store.owners.drop_models([OTHER_NAMESPACE])
    assert store.flush(FLUSH_S)
    assert path.exists()
    store.owners.forget(ALICE)
    assert store.flush(FLUSH_S)
    assert not path.exists()
    Chat(IDS, CUTS).save(store)
    assert path.exists()
    store.close()
