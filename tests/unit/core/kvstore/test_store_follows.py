"""The chats are the truth: what is stored for others, or of other tokens, goes."""

from __future__ import annotations

import json
import queue
from typing import TYPE_CHECKING

import numpy as np

from app.core.kvstore.folder import SegmentFolder
from app.core.kvstore.records import KnownOwners, Owner, SaveOutcome
from app.core.kvstore.store import KVStore
from tests.unit.core.kvstore.states import (
    ALICE,
    BOB,
    FLUSH_S,
    NAMESPACE,
    Chat,
    segment_files,
    tokens,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import pytest

    from app.core.errors import Problem
    from app.core.kvstore.chain import SegmentKey

IDS = tokens(24)
DIVERGED = [*IDS[:8], *tokens(16, seed=5)]


def followed(store: KVStore, known: KnownOwners) -> tuple[int, frozenset[Owner]]:
    """Have the store follow, and return what it said when it had."""
    told: queue.Queue[tuple[int, frozenset[Owner]]] = queue.Queue()
    store.owners.follow(known, lambda index_id, owners: told.put((index_id, owners)))
    return told.get(timeout=FLUSH_S)


def keep(store: KVStore, owner: Owner, *sequences: Sequence[int]) -> None:
    done: queue.Queue[None] = queue.Queue()
    store.owners.keep_only_tokens(
        owner, [np.array(ids, np.int32) for ids in sequences], lambda: done.put(None)
    )
    done.get(timeout=FLUSH_S)


def test_what_belongs_to_nobody_who_is_known_goes(store: KVStore, root: Path) -> None:
    Chat(IDS, cuts=[8, 24], owner=ALICE).save(store)
    bob = Chat(DIVERGED, cuts=[8, 24], owner=BOB)
    bob.save(store)
    _, owners = followed(store, KnownOwners(frozenset({BOB})))
    assert owners == {BOB}
    assert bob.restore(store).n_tokens == 24
    assert Chat(IDS, cuts=[8, 24]).restore(store).n_tokens == 8  # what BOB needs, too
    assert len(segment_files(root)) == 2


def test_what_was_forgotten_while_another_instance_wrote_goes_with_the_next_start(
    root: Path,
) -> None:
    other = KVStore.open(root)
    Chat(IDS, cuts=[8, 24]).save(other)
    window = KVStore.open(root)
    window.owners.forget(ALICE)
    window.close()
    other.close()
    later = KVStore.open(root)
    followed(later, KnownOwners(frozenset()))
    assert segment_files(root) == []
    later.close()


def test_what_an_index_that_was_built_again_gives_to_its_first_owner_goes_with_the_next_start(
    root: Path,
) -> None:
    store = KVStore.open(root)
    for owner in (ALICE, BOB):
        Chat(IDS, cuts=[8, 24], owner=owner).save(store)
    store.owners.forget(ALICE)
    assert store.flush(FLUSH_S)
    store.close()
    (root / "index.db").unlink()
    store = KVStore.open(root)
    followed(store, KnownOwners(frozenset()))
    assert segment_files(root) == []
    store.close()


def test_the_number_of_an_index_is_kept_until_it_is_built_again(root: Path) -> None:
    numbers = []
    for _ in range(2):
        store = KVStore.open(root)
        numbers.append(followed(store, KnownOwners(frozenset()))[0])
        store.close()
    (root / "index.db").unlink()
    store = KVStore.open(root)
    numbers.append(followed(store, KnownOwners(frozenset()))[0])
    store.close()
    assert numbers[0] == numbers[1]
    assert numbers[1] != numbers[2]


def test_the_choices_of_the_chats_are_in_force_and_others_are_not(tmp_path: Path) -> None:
    choices = tmp_path / "choices.json"
    store = KVStore.open(tmp_path / "kv", choices_file=choices)
    store.owners.choose(BOB, is_off=True)
    Chat(IDS, cuts=[24], owner=ALICE).save(store)
    both = frozenset({ALICE, BOB})
    followed(store, KnownOwners(both, pinned=frozenset({BOB}), off=frozenset({ALICE})))
    assert segment_files(tmp_path / "kv") == []
    assert Chat(IDS, cuts=[24], owner=ALICE).save(store) == [SaveOutcome.OFF]
    assert Chat(IDS, cuts=[24], owner=BOB).save(store) == [SaveOutcome.QUEUED]
    assert json.loads(choices.read_text()) == {"pinned": ["bob"], "not_saved": ["alice"]}
    store.close()


def test_an_unreadable_file_of_choices_is_written_again_from_the_chats(tmp_path: Path) -> None:
    choices = tmp_path / "choices.json"
    choices.mkdir()
    store = KVStore.open(tmp_path / "kv", choices_file=choices)
    assert store.state.value == "on"
    choices.rmdir()
    followed(store, KnownOwners(frozenset({ALICE}), pinned=frozenset({ALICE})))
    assert json.loads(choices.read_text())["pinned"] == ["alice"]
    store.close()


def test_of_deleted_words_nothing_is_kept(store: KVStore, root: Path) -> None:
    Chat(IDS, cuts=[8, 16, 24]).save(store)
    Chat(DIVERGED, cuts=[8, 16, 24]).save(store)
    keep(store, ALICE, IDS[:16])
    assert Chat(IDS, cuts=[8, 16, 24]).restore(store).n_tokens == 16
    assert Chat(DIVERGED, cuts=[8, 16, 24]).restore(store).n_tokens == 8
    gone = [np.array(IDS[16:], ids).tobytes() for ids in ("<i4", ">i4")]
    files = [path.read_bytes() for path in root.rglob("*") if path.is_file()]
    assert not [content for content in files if any(ids in content for ids in gone)]


def test_another_owner_keeps_what_one_does_not_need_any_more(store: KVStore) -> None:
    for owner in (ALICE, BOB):
        Chat(IDS, cuts=[8, 24], owner=owner).save(store)
    keep(store, ALICE, IDS[:8])
    assert Chat(IDS, cuts=[8, 24]).restore(store).n_tokens == 24
    store.owners.forget(BOB)
    assert store.flush(FLUSH_S)
    assert Chat(IDS, cuts=[8, 24]).restore(store).n_tokens == 8


def test_what_is_kept_is_owned_also_after_the_index_was_built_again(root: Path) -> None:
    store = KVStore.open(root)
    for owner in (ALICE, BOB):
        Chat(IDS, cuts=[8, 24], owner=owner).save(store)
    store.close()
    (root / "index.db").unlink()
    store = KVStore.open(root)  # knows ALICE only
    keep(store, BOB, IDS)
    store.owners.forget(ALICE)
    assert store.flush(FLUSH_S)
    assert Chat(IDS, cuts=[8, 24]).restore(store).n_tokens == 24
    store.close()


def test_nothing_is_kept_of_a_chat_that_is_switched_off(store: KVStore, root: Path) -> None:
    Chat(IDS, cuts=[24], owner=BOB).save(store)
    store.owners.choose(ALICE, is_off=True)
    keep(store, ALICE, IDS)
    store.owners.forget(BOB)
    assert store.flush(FLUSH_S)
    assert segment_files(root) == []


def test_a_second_instance_never_says_that_it_has_deleted_anything(root: Path) -> None:
    first = KVStore.open(root)
    Chat(IDS, cuts=[24]).save(first)
    second = KVStore.open(root)
    told: list[object] = []
    second.owners.follow(KnownOwners(frozenset()), lambda *said: told.append(said))
    second.owners.keep_only_tokens(ALICE, [], lambda: told.append("kept"))
    assert second.flush(FLUSH_S)
    second.close()
    assert told == []
    assert Chat(IDS, cuts=[24]).restore(first).n_tokens == 24
    assert NAMESPACE in {model.namespace for model in first.overview().models}
    first.close()


def test_files_that_the_system_keeps_are_told_and_nobody_says_that_they_are_gone(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Problem] = []
    store = KVStore.open(root, on_problem=told.append)
    Chat(IDS, cuts=[8, 24]).save(store)
    done: list[object] = []
    with monkeypatch.context() as refusing:
        refusing.setattr(SegmentFolder, "delete", _refuse)
        store.owners.follow(KnownOwners(frozenset()), lambda *said: done.append(said))
        assert store.flush(FLUSH_S)
    assert (done, len(told)) == ([], 1)
    assert "files left: 2." in str(told[0].what)
    followed(store, KnownOwners(frozenset()))
    assert segment_files(root) == []
    store.close()


def _refuse(_folder: SegmentFolder, _key: SegmentKey) -> None:
    raise PermissionError(13, "Permission denied")


def test_rows_go_also_when_the_choices_cannot_be_written(tmp_path: Path) -> None:
    choices = tmp_path / "gone" / "choices.json"
    store = KVStore.open(tmp_path / "kv", choices_file=choices, on_problem=lambda _problem: None)
    Chat(IDS, cuts=[8, 24]).save(store)
    store.owners.follow(KnownOwners(frozenset({BOB}), pinned=frozenset({BOB})), lambda *_: None)
    assert store.flush(FLUSH_S)
    assert segment_files(tmp_path / "kv") == []
    store.close()
