"""Writing one file of the store so that it is complete or not there at all.

Temporary file, fsync, rename, fsync of the folder: a crash at any step leaves what was stored
before, and at most a temporary file or a file without a row in the index.

Threads: the writer thread only.
"""

from __future__ import annotations

import contextlib
import enum
import logging
import os
from typing import TYPE_CHECKING, NamedTuple

from app.core.kvstore.folder import temporary_path
from app.core.kvstore.format.layout_detection import encode_layout
from app.core.kvstore.format.segment_file import SNAPSHOT_MAGIC, encode_header
from app.core.system import files

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from pathlib import Path
    from typing import BinaryIO

    import numpy as np
    from numpy.typing import NDArray

    from app.core.kvstore.chain import Fingerprint
    from app.core.kvstore.folder import SegmentFolder
    from app.core.kvstore.pool import PendingSegment

_log = logging.getLogger(__name__)


class WriteStep(enum.StrEnum):
    """What has just been done to publish a segment when the step hook is called, in order."""

    CREATED = "created"  # the temporary file, empty
    WRITTEN = "written"
    SYNCED = "synced"
    RENAMED = "renamed"
    FOLDER_SYNCED = "folder_synced"
    RECORDED = "recorded"  # the row is in the index


class Publisher:
    """Writes files into the folder of one store.

    Args:
        folder: where the files lie.
        on_step: called after each `WriteStep`; for tests, which kill the process or raise OSError.
    """

    def __init__(self, folder: SegmentFolder, on_step: Callable[[WriteStep], object]) -> None:
        self._folder = folder
        self._on_step = on_step
        self._described: dict[Fingerprint, bytes] = {}  # whose layout is known to be on disk

    def parts_of(self, item: PendingSegment, *, with_rows: bool) -> list[FileToWrite]:
        """Return the files to write for a waiting segment, in this order.

        A snapshot comes before its segment: what is found must be complete.

        Args:
            item: the segment.
            with_rows: False where its rows are stored already.
        """
        parts = []
        if item.packed.snapshot is not None:
            parts.append(_snapshot_part(item, self._folder.snapshot_path(item.segment.key)))
        if with_rows:
            parts.append(_segment_part(item, self._folder.path(item.segment.key)))
        return parts

    def write(self, part: FileToWrite) -> None:
        """Write one file durably.

        Raises:
            OSError: the disk refused; `discard` removes what there is of it.
        """
        path = part.path
        self._folder.create_parents(path)
        with self._folder.open_temporary(path) as file:
            self._on_step(WriteStep.CREATED)
            _write_all(file, part.header)
            _write_all(file, part.payload.data)
            self._on_step(WriteStep.WRITTEN)
            os.fsync(file.fileno())
            self._on_step(WriteStep.SYNCED)
        files.replace_file(temporary_path(path), path)
        self._on_step(WriteStep.RENAMED)
        files.sync_folder(path.parent)
        self._on_step(WriteStep.FOLDER_SYNCED)

    def describe(self, item: PendingSegment) -> None:
        """Write how the rows of a namespace are arranged, unless that is on disk.

        Once for a layout in each run, so that a damaged one is put right. Without it only a
        head start is lost: what the disk refuses is no failure.
        """
        namespace = item.segment.key.namespace
        if self._described.get(namespace) == item.layout.description:
            return
        path, content = self._folder.layout_path(namespace), encode_layout(namespace, item.layout)
        try:
            if not (path.is_file() and path.read_bytes() == content):
                files.write_atomically(path, [content])
        except OSError as error:
            _log.info("a layout cannot be kept: %r", error)
        else:
            self._described[namespace] = item.layout.description

    def forget_layouts_but_of(self, namespaces: Collection[Fingerprint]) -> None:
        """Delete what says how the rows of any other namespace are arranged."""
        self._folder.delete_layouts_but_of(namespaces)
        for namespace in self._described.keys() - set(namespaces):
            del self._described[namespace]

    def recorded(self) -> None:
        """Note that the index has the row of what was written."""
        self._on_step(WriteStep.RECORDED)

    @staticmethod
    def discard(parts: Iterable[FileToWrite]) -> None:
        """Remove every trace of files that were written, or begun."""
        for part in parts:
            for leftover in (temporary_path(part.path), part.path):
                with contextlib.suppress(OSError):
                    leftover.unlink(missing_ok=True)


class FileToWrite(NamedTuple):
    """One file to write: a header and, right after it, its payload."""

    path: Path
    header: bytes
    payload: NDArray[np.uint8]

    @property
    def n_bytes(self) -> int:
        """Size of the file."""
        return len(self.header) + self.payload.nbytes


def _segment_part(item: PendingSegment, path: Path) -> FileToWrite:
    """Return the file of a segment's rows; the checksums are made here."""
    packed = item.packed
    rows = item.layout.unpack(packed.rows, item.segment.n_tokens, packed.n_windowed)
    header = encode_header(
        item.segment,
        item.layout.signature,
        [plane.reshape(-1).view("u1") for plane in rows],
        None if item.layout.needs_snapshot else item.witness,
        item.saved_at,
        n_windowed=packed.n_windowed,
    )
    return FileToWrite(path, header, packed.rows)


def _snapshot_part(item: PendingSegment, path: Path) -> FileToWrite:
    """Return the file of a segment's snapshot, which it must have."""
    assert item.packed.snapshot is not None
    snapshot = item.packed.snapshot
    header = encode_header(
        item.segment,
        item.layout.signature,
        [snapshot],
        item.witness,
        item.saved_at,
        magic=SNAPSHOT_MAGIC,
    )
    return FileToWrite(path, header, snapshot)


def _write_all(file: BinaryIO, data: bytes | memoryview) -> None:
    """Write to an unbuffered file, which may take less than it is given."""
    view = memoryview(data)
    while view:
        view = view[file.write(view) :]
