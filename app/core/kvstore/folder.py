"""Where each segment's file lies, and the folder where damaged ones go.

    root/<namespace>/<first two hex digits of the name>/<name>.kvs
    root/<namespace>/<first two hex digits of the name>/<name>.kss   a snapshot of its end
    root/<namespace>/layout.kvl   how the rows of the namespace are arranged
    root/quarantine/        the last few damaged files, for diagnosis
    root/index.db, lock, CACHEDIR.TAG

Threads: the writer thread changes files; any thread may ask for paths.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import filelock

from app.core.kvstore.chain import NAME_BYTES, Fingerprint, SegmentHash, SegmentKey, is_fingerprint
from app.core.kvstore.errors import StoreInUse
from app.core.kvstore.format.layout_detection import LAYOUT_FILE
from app.core.kvstore.format.segment_file import SNAPSHOT_SUFFIX, SUFFIX
from app.core.system import files
from app.core.system.paths import INNER_FOLDER_MODE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_log = logging.getLogger(__name__)

TEMPORARY_SUFFIX = ".tmp"
_N_QUARANTINED = 3
_QUARANTINE, _LOCK = "quarantine", "lock"
_SHARD = re.compile("[0-9a-f]{2}")
_OWN_FILE = re.compile(
    r"CACHEDIR\.TAG|index\.db(-wal|-shm|-journal)?|choices\.json(\.broken)?(\.\d+-\d+\.tmp)?"
    rf"|{_QUARANTINE}/\d{{6}}-[^/]+|[0-9a-f]{{32}}/[0-9a-f]{{2}}/[0-9a-f]{{32}}\.k[vs]s(\.tmp)?"
    rf"|[0-9a-f]{{32}}/{re.escape(LAYOUT_FILE)}(\.\d+-\d+\.tmp)?"
)


class SegmentFolder:
    """The files of one store.

    Args:
        root: created by `create`.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._quarantine = root / _QUARANTINE

    def create(self) -> None:
        """Create the folder, readable by this user only.

        Raises:
            OSError: it cannot be created or written to, or holds something else already.
        """
        self.root.mkdir(mode=INNER_FOLDER_MODE, parents=True, exist_ok=True)
        if not files.is_tagged_as_cache(self.root) and not all(map(_is_own, self.root.iterdir())):
            raise FileExistsError(errno.EEXIST, "the folder holds other files", str(self.root))
        files.mark_as_cache(self.root)

    def path(self, key: SegmentKey) -> Path:
        """Return where the file of a segment lies."""
        name = key.name.hex()
        return self.root / key.namespace / name[:2] / (name + SUFFIX)

    def snapshot_path(self, key: SegmentKey) -> Path:
        """Return where the snapshot of a segment's end lies, if there is one."""
        return self.path(key).with_suffix(SNAPSHOT_SUFFIX)

    def layout_path(self, namespace: Fingerprint) -> Path:
        """Return where it is said how the rows of a namespace are arranged."""
        return self.root / namespace / LAYOUT_FILE

    def delete_layouts_but_of(self, namespaces: Collection[Fingerprint]) -> None:
        """Remove what describes the rows of any other namespace, as far as the system lets us."""
        for folder in self._folders(self.root):
            if is_fingerprint(folder.name) and folder.name not in namespaces:
                with contextlib.suppress(OSError):
                    self.layout_path(Fingerprint(folder.name)).unlink(missing_ok=True)

    def create_parents(self, path: Path) -> None:
        """Create the two folders above a segment file, durably."""
        for folder in (path.parent.parent, path.parent):
            if not folder.is_dir():
                folder.mkdir(mode=INNER_FOLDER_MODE)
                files.sync_folder(folder.parent)

    def open_temporary(self, path: Path) -> BinaryIO:
        """Open the temporary file beside `path`, empty, readable by this user only, unbuffered."""
        return open(temporary_path(path), "wb", buffering=0, opener=_open_private)

    def delete(self, key: SegmentKey) -> None:
        """Remove a segment's files; missing ones are fine.

        Raises:
            OSError: a file cannot be removed.
        """
        self.snapshot_path(key).unlink(missing_ok=True)
        self.path(key).unlink(missing_ok=True)

    def move_aside(self, path: Path) -> None:
        """Move a damaged file into the quarantine, which keeps the last few."""
        try:
            self._quarantine.mkdir(mode=INNER_FOLDER_MODE, exist_ok=True)
            newest = max((number for number, _ in self._quarantined()), default=0)
            path.replace(self._quarantine / f"{newest + 1:06d}-{path.name}")
        except FileNotFoundError:
            return
        except OSError as error:
            _log.warning("a damaged file cannot be moved aside: %r", error)
            with contextlib.suppress(OSError):
                path.unlink()
        self._prune_quarantine(_N_QUARANTINED)

    def empty_quarantine(self) -> None:
        """Delete what was moved aside: the rows of a forgotten chat may be among it."""
        self._prune_quarantine(0)

    def scan(self) -> Iterator[tuple[Path, SegmentKey, int]]:
        """Yield every file named like a segment or snapshot, its key by that name, and its bytes.

        Removes temporary files on the way.
        """
        for namespace in self._folders(self.root):
            if not is_fingerprint(namespace.name):
                continue
            for leftover in namespace.glob(f"{LAYOUT_FILE}.*{TEMPORARY_SUFFIX}"):
                leftover.unlink()
            for shard in self._folders(namespace):
                yield from _scan_shard(Fingerprint(namespace.name), shard)

    def _folders(self, folder: Path) -> list[Path]:
        return sorted(path for path in folder.iterdir() if path.is_dir())

    def _quarantined(self) -> list[tuple[int, Path]]:
        numbered = ((path.name.partition("-")[0], path) for path in self._quarantine.iterdir())
        return sorted((int(number), path) for number, path in numbered if number.isdecimal())

    def _prune_quarantine(self, n_kept: int) -> None:
        if not self._quarantine.is_dir():
            return
        entries = self._quarantined()
        for _, path in entries[: max(0, len(entries) - n_kept)]:
            path.unlink(missing_ok=True)


def is_store_file(relative: Path) -> bool:
    """Return whether a store writes a file of this name, relative to its folder."""
    return _OWN_FILE.fullmatch(relative.as_posix()) is not None


def store_folders(root: Path) -> list[Path]:
    """Return the folders that a store makes in its own, those inside others first."""
    found = [root / _QUARANTINE]
    for namespace in root.iterdir():
        if is_fingerprint(namespace.name) and namespace.is_dir() and not namespace.is_symlink():
            found += [shard for shard in namespace.iterdir() if _SHARD.fullmatch(shard.name)]
            found.append(namespace)
    return [folder for folder in found if folder.is_dir() and not folder.is_symlink()]


@contextlib.contextmanager
def lock_store(root: Path) -> Iterator[None]:
    """Keep every instance from writing to the store below `root` while it is moved or deleted.

    Raises:
        StoreInUse: one is at work with it.
    """
    if not files.is_tagged_as_cache(root):  # no store; nothing is put into it
        yield
        return
    lock = lock_of(root)
    try:
        lock.acquire()
    except filelock.Timeout as error:
        raise StoreInUse from error
    except (OSError, NotImplementedError) as error:  # then nobody can hold it
        _log.info("the store cannot be locked: %r", error)
        yield
        return
    try:
        yield
    finally:
        lock.release()


def lock_of(root: Path) -> filelock.BaseFileLock:
    """Return the lock that the one instance holds which writes; nobody waits for it."""
    return filelock.FileLock(root / _LOCK, timeout=0, mode=0o600, thread_local=False)


def temporary_path(path: Path) -> Path:
    """Return the name under which a segment file is written before it is complete."""
    return path.with_name(path.name + TEMPORARY_SUFFIX)


def _is_own(path: Path) -> bool:
    name = Path(path.name)
    return is_store_file(name) or name.name in (_QUARANTINE, _LOCK) or is_fingerprint(name.name)


def _scan_shard(namespace: Fingerprint, shard: Path) -> Iterator[tuple[Path, SegmentKey, int]]:
    for path in shard.iterdir():
        if path.suffix == TEMPORARY_SUFFIX:
            path.unlink()
        elif (name := _name_of(path)) is not None:
            yield path, SegmentKey(namespace, name), path.stat().st_size


def _name_of(path: Path) -> SegmentHash | None:
    if path.suffix not in (SUFFIX, SNAPSHOT_SUFFIX) or len(path.stem) != 2 * NAME_BYTES:
        return None
    try:
        return SegmentHash(bytes.fromhex(path.stem))
    except ValueError:
        return None


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
