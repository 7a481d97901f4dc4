"""A small chat in a store, what is there of it on the disk, and a disk that fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.kvstore.folder import SegmentFolder
from app.core.kvstore.pool import Pool
from app.core.kvstore.reading.piece_workers import PieceWorkers, SpareBuffer
from app.core.kvstore.reading.prefix_reader import PrefixReader
from app.core.kvstore.store import KVStore
from tests.unit.core.kvstore.states import (
    NAMESPACE,
    PLAIN,
    Chat,
    Shape,
    assert_right,
    layout_of,
    tokens,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from app.core.kvstore.chain import SegmentKey
    from app.core.kvstore.records import LoadedState, StoredPrefix
    from app.core.kvstore.writing.publisher import WriteStep

IDS = tokens(9)
CUTS = [3, 6, 9]


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
        self._folder = folder

    def withdraw(self, keys: Sequence[SegmentKey]) -> None:
        self.withdrawn += [key.name for key in keys]

    def drop_snapshots(self, keys: Sequence[SegmentKey]) -> None:
        self.withdraw(keys)

    def load(self, prefix: StoredPrefix | None = None) -> LoadedState:
        self.withdrawn.clear()
        workers = PieceWorkers(2)
        try:
            reader = PrefixReader(self._folder, Pool(0), self, SpareBuffer(), workers)
            loaded = reader.load(layout_of(self.shape), prefix or self.prefix)
        finally:
            workers.close()
        assert_right(loaded, IDS, self.shape)
        return loaded


def fail_at(step: WriteStep, error: Exception) -> Callable[[WriteStep], None]:
    """Let the first segment pass and raise at a step of the second."""
    seen: list[WriteStep] = []

    def hook(done: WriteStep) -> None:
        seen.append(done)
        if done is step and seen.count(step) == 2:
            raise error

    return hook
