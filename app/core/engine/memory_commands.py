"""Commands about the stored memory of chats: reports, choices, deletions.

Threads: the engine thread; what the store has done it tells on threads of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.core.engine.errors import MEMORY_IN_USE
from app.core.engine.memory.memory_report import LiveMemory, memory_report
from app.core.kvstore.records import KnownOwners, Owner, StoreState
from app.core.protocol import (
    ChatKey,
    DropMemory,
    MemorySynced,
    MemoryTrimmed,
    SharedMemory,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.engine.runner import Runner
    from app.core.kvstore.records import SharedUse
    from app.core.kvstore.store import KVStore
    from app.core.protocol import (
        MeasureShared,
        Pending,
        ReportMemory,
        SetMemoryChoice,
        SyncMemory,
        TrimMemory,
    )


def change_memory(
    command: SetMemoryChoice | DropMemory, store: KVStore, runner: Runner | None
) -> None:
    """Do what a command says.

    Args:
        runner: the loaded model at work; None without one.

    Raises:
        KnownError: another instance of Hearth holds the store.
    """
    owner = Owner(command.chat)
    if isinstance(command, DropMemory):
        store.owners.drop(owner)
    else:
        store.owners.choose(owner, is_pinned=command.is_pinned, is_off=command.is_off)
        if command.is_off is None:
            return
    if runner is not None:
        is_dropped = isinstance(command, DropMemory)
        runner.begin_storing_anew(command.chat, once_it_goes_on=is_dropped)
    if isinstance(command, DropMemory) or command.is_off:
        _require_writer(store)


def report_memory(pending: Pending[ReportMemory], store: KVStore, runner: Runner | None) -> None:
    """Tell what is stored; from a thread of the store."""
    here = LiveMemory() if runner is None else runner.live_memory()
    store.overview_soon(
        here.namespace, lambda overview: pending.answer(memory_report(overview, here))
    )


def measure_shared(pending: Pending[MeasureShared], store: KVStore) -> None:
    """Tell what some chats share; from a thread of the store."""

    def tell(use: SharedUse) -> None:
        shared = SharedMemory(use.n_owners, use.n_tokens, use.n_bytes, 1000 * use.saved_s)
        pending.answer(shared)

    store.owners.share(_owners(pending.request.chats), tell)


def sync_memory(pending: Pending[SyncMemory], store: KVStore) -> None:
    """Have deleted what is stored for no chat."""
    known = pending.request
    store.owners.follow(
        KnownOwners(_owners(known.chats), _owners(known.pinned), _owners(known.off)),
        lambda index_id, owners: pending.answer(MemorySynced(index_id, _keys(owners))),
        pending.fail,
    )


def trim_memory(pending: Pending[TrimMemory], store: KVStore, runner: Runner | None) -> None:
    """Have deleted what was computed for words that are gone."""
    trim = pending.request
    if runner is not None:
        runner.release(trim.chat)  # or the end of the program would store it again
    sequences = [np.frombuffer(sequence, "<i4") for sequence in trim.sequences]
    store.owners.keep_only_tokens(
        Owner(trim.chat), sequences, lambda: pending.answer(MemoryTrimmed()), pending.fail
    )


def _require_writer(store: KVStore) -> None:
    """Say that what the user wants deleted now is not, while another instance has the store.

    Raises:
        KnownError: it has.
    """
    if store.state is StoreState.READ_ONLY:
        raise MEMORY_IN_USE()


def _owners(chats: Iterable[ChatKey]) -> frozenset[Owner]:
    return frozenset(map(Owner, chats))


def _keys(owners: Iterable[Owner]) -> frozenset[ChatKey]:
    return frozenset(map(ChatKey, owners))
