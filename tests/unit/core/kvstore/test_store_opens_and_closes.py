"""The folder of a store, the order of its steps, and what is left when it is closed."""

from __future__ import annotations

import os
import queue
import stat
import threading
from typing import TYPE_CHECKING

import pytest

from app.core.kvstore.records import KnownOwners, SaveOutcome, StoreState
from app.core.kvstore.store import KVStore
from app.core.kvstore.writing.publisher import WriteStep
from app.core.protocol import Limits
from tests.unit.core.kvstore.states import ALICE, FLUSH_S, NAMESPACE, Chat, layout_of, tokens

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.kvstore.records import StoreOverview
    from tests.conftest import ExpectLog

IDS = tokens(24)


@pytest.mark.unix("modes of files")
def test_everything_is_readable_by_this_user_only(store: KVStore, root: Path) -> None:
    Chat(IDS, cuts=[8]).save(store)
    for path in [root, *root.rglob("*")]:
        mode = stat.S_IMODE(os.stat(path).st_mode)  # noqa: PTH116
        if path.name != "CACHEDIR.TAG":
            assert mode & 0o077 == 0, (path, oct(mode))


def test_the_folder_is_marked_as_a_cache(store: KVStore, root: Path) -> None:
    assert (root / "CACHEDIR.TAG").read_bytes().startswith(b"Signature: 8a477f597d28d172789f06886")


def test_a_closed_store_answers_with_nothing(root: Path) -> None:
    store = KVStore.open(root)
    chat = Chat(IDS, cuts=[24])
    chat.save(store)
    prefix = store.longest_prefix(NAMESPACE, IDS)
    store.close()
    store.close()
    assert store.longest_prefix(NAMESPACE, IDS).n_tokens == 0
    assert store.load(NAMESPACE, layout_of(), prefix).result(FLUSH_S).n_tokens == 0
    assert chat.save(store) == [SaveOutcome.OFF]
    assert store.usage().n_segments == 0
    store.owners.claim(NAMESPACE, ALICE, chat.names)
    store.distrust(NAMESPACE, prefix)
    store.owners.forget(ALICE)


def test_an_overview_that_waits_or_comes_too_late_is_told_when_the_store_closes(root: Path) -> None:
    store = KVStore.open(root)
    Chat(IDS, cuts=[24]).save(store)
    is_busy, go_on = threading.Event(), threading.Event()
    told: queue.SimpleQueue[StoreOverview] = queue.SimpleQueue()

    def hold(_overview: StoreOverview) -> None:
        is_busy.set()
        assert go_on.wait(FLUSH_S)

    store.overview_soon(NAMESPACE, hold)
    assert is_busy.wait(FLUSH_S)
    store.overview_soon(NAMESPACE, told.put)
    store.close()
    store.overview_soon(NAMESPACE, told.put)
    go_on.set()
    assert [told.get(timeout=FLUSH_S).chats for _ in range(2)] == [(), ()]


def test_a_store_that_is_off_answers_everything_and_does_nothing(
    root: Path, expect_log: ExpectLog
) -> None:
    expect_log("the store is off")
    root.write_text("no folder", "utf-8")
    limits = Limits(budget_bytes=7)
    store = KVStore.open(root, limits=limits)
    assert store.state is StoreState.OFF
    chat = Chat(IDS, cuts=[24])
    assert not store.accepts(ALICE)
    assert chat.save(store) == [SaveOutcome.OFF]
    assert store.remembered(NAMESPACE, ALICE)[0].size == 0
    assert store.model(NAMESPACE).name == ""
    assert store.n_stored(NAMESPACE, chat.names) == 0
    assert store.verify().n_files == 0
    store.owners.choose(ALICE, is_pinned=True, is_off=True)
    store.owners.follow(KnownOwners(frozenset()), lambda *_: pytest.fail("nothing was deleted"))
    store.owners.keep_only_tokens(ALICE, [], lambda: pytest.fail("nothing was deleted"))
    store.owners.drop_models([NAMESPACE])
    store.collect()
    store.prepare()
    store.prefetch(NAMESPACE, ALICE)
    assert store.flush(0.0)
    overview = store.overview()
    assert (overview.limits, overview.budget_bytes, overview.chats) == (limits, 0, ())
    store.limit(Limits(budget_bytes=8))
    assert store.overview().limits.budget_bytes == 8
    store.close()
    assert store.overview().limits.budget_bytes == 8
    assert root.read_text("utf-8") == "no folder"


def test_closing_writes_what_waits(root: Path) -> None:
    store = KVStore.open(root)
    chat = Chat(IDS, cuts=[8, 24])
    chat.save(store, flush=False)
    store.close(FLUSH_S)
    store = KVStore.open(root)
    assert chat.restore(store).n_tokens == 24
    store.close()


def test_closing_does_not_wait_longer_than_it_may(root: Path, expect_log: ExpectLog) -> None:
    expect_log("still writing")
    go_on = threading.Event()
    store = KVStore.open(root, on_step=lambda _: go_on.wait(FLUSH_S))
    Chat(IDS, cuts=[8, 24]).save(store, flush=False)
    assert not store.flush(0.0)
    store.close(0.05)
    assert store.longest_prefix(NAMESPACE, IDS).n_tokens == 0
    other = KVStore.open(root)
    assert other.state is StoreState.READ_ONLY  # nobody else writes meanwhile
    other.close()
    (writer,) = (thread for thread in threading.enumerate() if thread.name == "kvstore-writer")
    go_on.set()
    writer.join(FLUSH_S)
    other = KVStore.open(root)
    assert other.state is StoreState.ON
    assert Chat(IDS, cuts=[]).restore(other).n_tokens == 8
    other.close()


def test_steps_of_a_write_come_in_their_order(root: Path) -> None:
    steps: list[WriteStep] = []
    store = KVStore.open(root, on_step=steps.append)
    Chat(IDS, cuts=[8]).save(store)
    assert steps == list(WriteStep)
    store.close()


def test_a_folder_with_other_files_is_not_taken_for_a_store(
    root: Path, expect_log: ExpectLog
) -> None:
    expect_log("the folder holds other files")
    root.mkdir()
    (root / "index.html").write_text("the user's own", "utf-8")
    store = KVStore.open(root)
    assert store.state is StoreState.OFF
    store.close()
    assert [path.name for path in root.iterdir()] == ["index.html"]


def test_a_store_that_lost_its_tag_is_tagged_again(root: Path) -> None:
    KVStore.open(root).close()
    (root / "CACHEDIR.TAG").unlink()
    store = KVStore.open(root)
    assert store.state is StoreState.ON
    store.close()
    assert (root / "CACHEDIR.TAG").is_file()
