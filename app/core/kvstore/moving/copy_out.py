"""Copies the stored memory of chats into a folder, in a form that another machine can take in.

Only what was computed for tokens that are named, whoever stored it: what a chat does not say any
more stays behind. A segment that several chats begin with is copied once. Every byte is checked on
the way, and nothing in the copies says whose they were.

Threads: the thread that asks; the files are pinned meanwhile, and their index only read.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from typing import TYPE_CHECKING

import xxhash

from app.core.kvstore.format.kv_section import LayoutMismatch
from app.core.kvstore.format.layout_file import MAX_LAYOUT_BYTES, decode_layout
from app.core.kvstore.format.segment_file import MAGIC, SNAPSHOT_MAGIC, SegmentDamaged
from app.core.kvstore.moving.manifest import (
    MovedModel,
    MovedSegment,
    encode_manifest,
    layout_path,
    segment_path,
    snapshot_path,
)
from app.core.kvstore.moving.sound_file import anonymous, read_sound
from app.core.kvstore.moving.values import MoveReport
from app.core.protocol import MEMORY_FILE, MemoryOutcome, MovedMemory

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from app.core.kvstore.catalogue import Catalogue
    from app.core.kvstore.chain import SegmentKey
    from app.core.kvstore.fingerprint import Fingerprint
    from app.core.kvstore.folder import SegmentFolder
    from app.core.kvstore.format.layout import KVLayout
    from app.core.kvstore.moving.sound_file import SoundFile
    from app.core.kvstore.moving.values import MoveWatch, WantedMemory
    from app.core.kvstore.reading.prefix_reader import DamageHandler

_log = logging.getLogger(__name__)


class CopyOut:
    """One copying.

    Args:
        folder: where the files lie.
        catalogue: what there is.
        damage: told what is damaged.
        target: the folder that gets the copies.
        watch: looks at it.
    """

    def __init__(
        self,
        folder: SegmentFolder,
        catalogue: Catalogue,
        damage: DamageHandler,
        target: Path,
        watch: MoveWatch,
    ) -> None:
        self._folder = folder
        self._index = catalogue.index
        self._pool = catalogue.pool
        self._damage = damage
        self._target = target
        self._watch = watch
        self._layouts: dict[Fingerprint, KVLayout] = {}
        self._written: dict[SegmentKey, MovedSegment] = {}
        self._n_bytes = 0
        self._n_damaged = 0

    def run(self, wanted: Iterable[WantedMemory]) -> MoveReport:
        """Copy what there is of these chats.

        Raises:
            OSError: the target cannot be written.
            IndexFailed: the index cannot be read.
        """
        self._take_layouts()
        places: list[int] = []
        needed_by: defaultdict[SegmentKey, list[int]] = defaultdict(list)
        for chat in wanted:
            places.append(chat.place)
            for key in self._keys_of(chat):
                needed_by[key].append(chat.place)
            if self._watch.is_stopped():
                return MoveReport(was_stopped=True)
        keys = list(needed_by)
        self._pool.pin(keys)
        try:
            was_stopped = self._copy_all(needed_by)
        finally:
            self._pool.unpin(keys)
        models = [
            MovedModel(namespace, self._index.model(namespace).name)
            for namespace in dict.fromkeys(key.namespace for key in self._written)
        ]
        for model in models:
            self._copy_layout(model.namespace)
        manifest = encode_manifest(models, self._written.values())
        (self._target / MEMORY_FILE).write_bytes(manifest)
        chats = self._outcomes(places, needed_by, {one.namespace: one.name for one in models})
        return MoveReport(chats, self._n_bytes, self._n_damaged, was_stopped)

    def _take_layouts(self) -> None:
        """Read how the rows of each namespace are arranged; without that nobody can take them in.

        Whole states are not moved: only native code understands them, and it ends the process on
        some that it does not.
        """
        for namespace in self._index.namespaces():
            try:
                with self._folder.layout_path(namespace).open("rb") as file:
                    layout = decode_layout(file.read(MAX_LAYOUT_BYTES + 1), namespace)
            except (OSError, LayoutMismatch) as error:
                _log.info("the rows of a namespace cannot be moved: %r", error)
            else:
                if not layout.is_opaque:
                    self._layouts[namespace] = layout

    def _keys_of(self, chat: WantedMemory) -> dict[SegmentKey, None]:
        """Return what is stored of a chat, each segment behind its parent."""
        return dict.fromkeys(
            key
            for namespace in self._layouts
            for sequence in chat.sequences
            for key in self._index.tree.along(namespace, sequence)
            if not self._pool.is_withdrawn(key)
        )

    def _copy_all(self, needed_by: dict[SegmentKey, list[int]]) -> bool:
        """Copy segments; whether it was stopped before all were."""
        sizes = {key: sum(size) for key, size in self._index.file_sizes().items()}
        n_total = sum(sizes.get(key, 0) for key in needed_by)
        n_done = 0
        for key, places in needed_by.items():
            if self._watch.is_stopped():
                return True
            self._copy(key, tuple(dict.fromkeys(places)))
            n_done += sizes.get(key, 0)
            self._watch.progress(n_done, n_total)
        return False

    def _copy(self, key: SegmentKey, places: tuple[int, ...]) -> None:
        """Copy one segment with its snapshot, unless it, or what it hangs on, is of no use."""
        file = self._sound(self._folder.path(key), key, MAGIC)
        if file is None:
            return
        segment, data = file.header.segment, anonymous(file, MAGIC)
        if segment.parent is not None and key._replace(name=segment.parent) not in self._written:
            return  # that one is damaged or gone: nobody could find this one
        snapshot = b""
        if self._layouts[key.namespace].needs_snapshot:
            beside = self._sound(self._folder.snapshot_path(key), key, SNAPSHOT_MAGIC)
            snapshot = b"" if beside is None else anonymous(beside, SNAPSHOT_MAGIC)
        self._write(segment_path(self._target, key), data)
        if snapshot:
            self._write(snapshot_path(self._target, key), snapshot)
        self._written[key] = MovedSegment(
            key,
            segment.parent,
            segment.begin,
            segment.n_tokens,
            len(data),
            xxhash.xxh3_128_digest(data),
            len(snapshot),
            xxhash.xxh3_128_digest(snapshot) if snapshot else b"",
            places,
        )

    def _sound(self, path: Path, key: SegmentKey, magic: bytes) -> SoundFile | None:
        """Return a checked file; None where it is damaged or not there."""
        try:
            file = read_sound(path.read_bytes(), magic)
            if file.header.segment.key != key:
                raise SegmentDamaged("another segment lies under this name")
            if file.header.signature != self._layouts[key.namespace].signature:
                raise SegmentDamaged("rows of another layout")
            return file
        except FileNotFoundError:  # evicted meanwhile, or there is no snapshot
            return None
        except (SegmentDamaged, OSError) as error:
            _log.warning("a stored file is not moved: %s (%r)", path.name, error)
            self._n_damaged += 1
            if isinstance(error, SegmentDamaged):
                withdraw = self._damage.withdraw if magic == MAGIC else self._damage.drop_snapshots
                withdraw([key])
            return None

    def _write(self, path: Path, data: bytes) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.write_bytes(data)
        self._n_bytes += len(data)

    def _copy_layout(self, namespace: Fingerprint) -> None:
        data = self._folder.layout_path(namespace).read_bytes()
        layout_path(self._target, namespace).write_bytes(data)

    def _outcomes(
        self,
        places: list[int],
        needed_by: dict[SegmentKey, list[int]],
        names: dict[Fingerprint, str],
    ) -> tuple[MovedMemory, ...]:
        best: dict[int, MovedMemory] = {}
        lost: set[int] = set()
        for key, needing in needed_by.items():
            segment = self._written.get(key)
            if segment is None:
                lost.update(needing)
                continue
            for place in needing:
                if place not in best or best[place].n_tokens < segment.end:
                    best[place] = MovedMemory(
                        place, MemoryOutcome.MOVED, names[key.namespace], segment.end
                    )
        nothing = MemoryOutcome.NOTHING
        return tuple(
            best.get(place, MovedMemory(place, MemoryOutcome.DAMAGED if place in lost else nothing))
            for place in places
        )
