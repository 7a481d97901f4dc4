"""The files of a move that come from elsewhere: read once, and checked before anybody uses them.

Threads: the thread that takes them in.
"""

from __future__ import annotations

import logging
import math
from typing import TYPE_CHECKING, NamedTuple

import xxhash

from app.core.kvstore.format.kv_section import LayoutMismatch
from app.core.kvstore.format.layout_file import MAX_LAYOUT_BYTES, decode_layout
from app.core.kvstore.format.segment_file import MAGIC, SNAPSHOT_MAGIC, SegmentDamaged
from app.core.kvstore.moving.manifest import (
    MAX_MANIFEST_BYTES,
    ManifestUnreadable,
    decode_manifest,
    layout_path,
    segment_path,
    snapshot_path,
)
from app.core.kvstore.moving.sound_file import read_sound
from app.core.protocol import MEMORY_FILE

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.kvstore.fingerprint import Fingerprint
    from app.core.kvstore.format.layout import KVLayout
    from app.core.kvstore.moving.manifest import Manifest, MovedSegment
    from app.core.kvstore.moving.sound_file import SoundFile
    from app.core.kvstore.records import Witness

_log = logging.getLogger(__name__)

_MAX_TOKEN_BYTES = 64 << 20  # of the rows of one token; the largest models have some 3 MB
_MAX_WINDOW = 1 << 24
_MAX_WITNESS = 256


class ForeignSegment(NamedTuple):
    """A segment with everything proved about it that can be proved without the model.

    Attributes:
        snapshot: of its end; None where there is no sound one.
        has_lost_snapshot: there was one.
    """

    rows: SoundFile
    snapshot: SoundFile | None
    has_lost_snapshot: bool


class ForeignFiles:
    """What lies in the folder of a move.

    Args:
        folder: of the move.
        max_bytes: of one file: what may wait for the disk where rows are computed.
    """

    def __init__(self, folder: Path, max_bytes: int) -> None:
        self._folder = folder
        self._max_bytes = max_bytes

    def manifest(self) -> Manifest:
        """Return the list of what there is.

        Raises:
            ManifestUnreadable: there is no sound one.
            ManifestNewer: of a version that is not known here.
            OSError: it cannot be read.
        """
        with (self._folder / MEMORY_FILE).open("rb") as file:
            data = file.read(MAX_MANIFEST_BYTES + 1)
        if len(data) > MAX_MANIFEST_BYTES:
            raise ManifestUnreadable
        return decode_manifest(data)

    def layout(self, namespace: Fingerprint) -> KVLayout:
        """Return how the rows of a namespace are arranged, if that is understood.

        Raises:
            LayoutMismatch: it is not, or no model has such rows.
            OSError: it cannot be read.
        """
        with layout_path(self._folder, namespace).open("rb") as file:
            layout = decode_layout(file.read(MAX_LAYOUT_BYTES + 1), namespace)
        if layout.is_opaque:  # llama.cpp ends the process on some states that are none
            raise LayoutMismatch("a state that is not understood")
        if layout.bytes_per_token > _MAX_TOKEN_BYTES or layout.window > _MAX_WINDOW:
            raise LayoutMismatch("larger than of any model")
        return layout

    def segment(self, moved: MovedSegment, layout: KVLayout) -> ForeignSegment:
        """Read and check a segment.

        Raises:
            SegmentDamaged: it is not what it should be, or nothing proves it.
            OSError: it cannot be read.
        """
        path = segment_path(self._folder, moved.key)
        rows = self._read(path, moved.n_bytes, moved.checksum, MAGIC)
        header = rows.header
        _require_same(rows, moved, layout)
        sizes = [
            n_rows * plane.row_bytes
            for plane, n_rows in layout.row_counts(moved.n_tokens, header.n_windowed)
        ]
        if sizes != [plane.n_bytes for plane in header.stored_planes] or (
            header.n_windowed > (layout.window if layout.windowed_planes else 0)
        ):
            raise SegmentDamaged("rows of another layout")
        if not layout.needs_snapshot:
            _require_witness(header.witness)
            return ForeignSegment(rows, None, has_lost_snapshot=False)
        snapshot = self._snapshot(moved, layout) if moved.snapshot_bytes else None
        return ForeignSegment(rows, snapshot, snapshot is None and moved.snapshot_bytes > 0)

    def _snapshot(self, moved: MovedSegment, layout: KVLayout) -> SoundFile | None:
        """Return the snapshot of a segment's end; None where it is not sound.

        The rows stay then: only the chat cannot be restored at this place.
        """
        path = snapshot_path(self._folder, moved.key)
        try:
            file = self._read(path, moved.snapshot_bytes, moved.snapshot_checksum, SNAPSHOT_MAGIC)
            _require_same(file, moved, layout)
            if len(file.header.stored_planes) != 1:
                raise SegmentDamaged("a snapshot of another layout")
            layout.check_snapshot(file.payload, moved.end)
            _require_witness(file.header.witness)
            if file.header.witness is None or file.header.witness.after is None:
                raise SegmentDamaged("a snapshot that nothing proves")
        except (SegmentDamaged, LayoutMismatch, OSError) as error:
            _log.info("a snapshot is not taken in: %s (%r)", path.name, error)
            return None
        return file

    def _read(self, path: Path, n_bytes: int, checksum: bytes, magic: bytes) -> SoundFile:
        if n_bytes > self._max_bytes:
            raise SegmentDamaged(f"{n_bytes} bytes")
        with path.open("rb") as file:
            data = file.read(n_bytes + 1)
        if len(data) != n_bytes or xxhash.xxh3_128_digest(data) != checksum:
            raise SegmentDamaged("not the file that is listed")
        return read_sound(data, magic)


def _require_same(file: SoundFile, moved: MovedSegment, layout: KVLayout) -> None:
    """Compare what a file says of itself with what it was listed as."""
    segment = file.header.segment
    if segment.key != moved.key or segment.parent != moved.parent:
        raise SegmentDamaged("another segment lies under this name")
    if (segment.begin, segment.n_tokens) != (moved.begin, moved.n_tokens):
        raise SegmentDamaged("other positions than listed")
    if file.header.signature != layout.signature:
        raise SegmentDamaged("rows of another layout")
    if int(segment.token_ids.min()) < 0:
        raise SegmentDamaged("a token id below zero")


def _require_witness(witness: Witness | None) -> None:
    """Refuse what nothing proves, or what no model says."""
    if witness is None or not 1 <= len(witness.token_ids) <= _MAX_WITNESS:
        raise SegmentDamaged("nothing proves it")
    if min(witness.token_ids) < 0 or not all(map(math.isfinite, witness.logits)):
        raise SegmentDamaged("a witness that no model gives")
