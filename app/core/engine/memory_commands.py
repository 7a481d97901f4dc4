"""Commands about the stored memory of chats: reports, choices, deletions.

Threads: the engine thread; what the store has done it tells on threads of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

import numpy as np

from app.core.engine.errors import MemoryInUse
from app.core.engine.memory_report import LiveMemory, memory_report
from app.core.kvstore import KnownOwners, Owner, StoreState
from app.core.protocol import (
    ChatKey,
    DropMemory,
    ExportMemory,
    ImportMemory,
    MemorySynced,
    MemoryTrimmed,
    ReportMemory,
    SetMemoryChoice,
    SetMemoryLimits,
    SyncMemory,
    TrimMemory,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from app.core.engine.memory_moves import MemoryMoves
    from app.core.engine.runner import Runner
    from app.core.kvstore import KVStore
    from app.core.protocol import Event, MemoryCommand


def serve_memory_command(
    command: MemoryCommand,
    store: KVStore,
    runner: Runner | None,
    moves: MemoryMoves,
    emit: Callable[[Event], None],
) -> None:
    """Do what a command says.

    Args:
        runner: the loaded model at work; None without one.
        moves: copies memory out and takes it in.
        emit: also called on the store's threads.

    Raises:
        KnownError: another instance of Hearth holds the store.
    """
    match command:
        case ReportMemory():
            here = LiveMemory() if runner is None else runner.live_memory()
            store.overview_soon(
                here.namespace, lambda overview: emit(memory_report(overview, here))
            )
        case SetMemoryChoice() | DropMemory():
            _change(command, store, runner)
        case SetMemoryLimits(limits):
            store.limit(limits)
        case SyncMemory():
            _sync(command, store, emit)
        case TrimMemory(chat=chat):
            if runner is not None:
                runner.release(chat)  # or the end of the program would store it again
            _trim(command, store, emit)
        case ExportMemory() | ImportMemory():
            here = LiveMemory() if runner is None else runner.live_memory()
            moves.begin(command, store, here.namespace)
        case _:
            assert_never(command)


def _change(command: SetMemoryChoice | DropMemory, store: KVStore, runner: Runner | None) -> None:
    owner = Owner(command.chat)
    if isinstance(command, DropMemory):
        store.owners.drop(owner)
    else:
        store.owners.choose(owner, is_pinned=command.is_pinned, is_off=command.is_off)
        if command.is_off is None:
            return
    if runner is not None:
        runner.begin_storing_anew(command.chat)
    if isinstance(command, DropMemory) or command.is_off:
        _require_writer(store)


def _sync(command: SyncMemory, store: KVStore, emit: Callable[[Event], None]) -> None:
    store.owners.follow(
        KnownOwners(_owners(command.chats), _owners(command.pinned), _owners(command.off)),
        lambda index_id, owners: emit(MemorySynced(index_id, _keys(owners))),
    )


def _trim(command: TrimMemory, store: KVStore, emit: Callable[[Event], None]) -> None:
    sequences = [np.frombuffer(sequence, "<i4") for sequence in command.sequences]
    store.owners.keep_only_tokens(
        Owner(command.chat), sequences, lambda: emit(MemoryTrimmed(command.ticket))
    )


def _require_writer(store: KVStore) -> None:
    """Say that what the user wants deleted now is not, while another instance has the store.

    Raises:
        MemoryInUse: it has.
    """
    if store.state is StoreState.READ_ONLY:
        raise MemoryInUse


def _owners(chats: Iterable[ChatKey]) -> frozenset[Owner]:
    return frozenset(map(Owner, chats))


def _keys(owners: Iterable[Owner]) -> frozenset[ChatKey]:
    return frozenset(map(ChatKey, owners))
