"""Which files Hearth wrote: by exact names, and in the store's folder only when that is tagged.

Also how much room they take.

A folder that the user chose may hold anything else beside: a project with a `settings.py`, a
`chats.csv`. What is deleted or moved is only what is listed here.

Threads: functions that ask the file system; any thread, never the interface's.
"""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.chats.lock import is_guest_folder
from app.core.kvstore.folder import is_store_file, store_folders
from app.core.plain_value import PlainValue
from app.core.system.files import is_link, is_tagged_as_cache
from app.core.system.paths import (
    DOCUMENTS,
    DOCUMENTS_LIST,
    MEDIA,
    MOVE_MARK,
    RAW_MEDIA,
    SERVERS,
    TOOL_PERMISSIONS,
    TOOLS,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.system.paths import Paths


MODEL_SUFFIX = ".gguf"
# No others: a user's may be called poetry.lock.
_LOCKS = {"lock", "chats.db.lock", f"{DOCUMENTS}.lock", f"{TOOL_PERMISSIONS}.lock"}


class FolderSizes(PlainValue, frozen=True):
    """Bytes of all files in each folder."""

    data_bytes: int
    config_bytes: int
    cache_bytes: int
    state_bytes: int


def folder_sizes(paths: Paths) -> FolderSizes:
    """Add up what lies in the folders; what cannot be read counts nothing."""
    folders = (paths.data, paths.config, paths.cache, paths.state)
    return FolderSizes(*(sum(bytes_of(file) for file in files_in(folder)) for folder in folders))


def files_in(folder: Path) -> Iterator[Path]:
    """Yield every file and every link below `folder`, never what a link leads to.

    Files that only say who is at work (locks) are left out: they belong to a running program.
    """
    for parent, folders, names in os.walk(folder):
        links = [name for name in folders if is_link(Path(parent, name))]
        folders[:] = [name for name in folders if name not in links]
        for name in (*names, *links):
            if name not in _LOCKS:
                yield Path(parent, name)


def bytes_of(file: Path) -> int:
    """Return the size of a file, 0 when it is gone or cannot be asked."""
    try:
        return file.lstat().st_size
    except OSError:
        return 0


def is_model(file: Path) -> bool:
    """Return whether `file` is a model, which is the user's and never deleted."""
    return file.suffix.lower() == MODEL_SUFFIX


_LOG_SUFFIXES = ("-wal", "-shm", "-journal")
_WHILE_WRITTEN = r"(\.\d+-\d+\.tmp)?"  # `files.write_atomically`
_DATA = (
    r"chats\.db(-wal|-shm|-journal)?",
    r"chats\.(\d{4}|weekly-\d{6}-\d{8})\.backup\.(db|tmp)(-wal|-shm|-journal)?",
    r"chats\.(damaged|recovered)-\d{8}-\d{6}(-page|-backup)?\.(db|tmp|work)(-wal|-shm|-journal)?",
    rf"{re.escape(DOCUMENTS)}(-wal|-shm|-journal)?",
    rf"{re.escape(DOCUMENTS_LIST)}(\.broken)?{_WHILE_WRITTEN}",
    rf"tools-[0-9a-f]{{32}}\.json{_WHILE_WRITTEN}",
    rf"chat-choices\.json(\.broken)?{_WHILE_WRITTEN}",
    rf"{re.escape(MOVE_MARK)}(\.probe)?{_WHILE_WRITTEN}",
)
_CONFIG = (
    rf"settings\.toml(\.broken)?{_WHILE_WRITTEN}",
    rf"(model-settings|prompts)\.json(\.broken)?{_WHILE_WRITTEN}",
    rf"({re.escape(SERVERS)}|{re.escape(TOOLS)}|{re.escape(TOOL_PERMISSIONS)})(\.broken)?{_WHILE_WRITTEN}",
    rf"machines\.json(\.broken)?{_WHILE_WRITTEN}",  # of earlier releases
)
_CRASHES = (r"(engine-)?crash-\d{8}-\d{6}(-\d+)?\.txt", r"told")
_DOWNLOADS = (rf"[0-9a-f]{{24}}\.(json|broken){_WHILE_WRITTEN}",)
_MOVING_FOLDER = "moving"  # in the cache, of earlier releases: memory on its way into a file
_MOVING = re.compile(  # what is left there where that was cut off
    r"move-\w+(\.lock|/(chats|memory)\.json|/wanted\.jsonl|/memory/[0-9a-f]{32}/[0-9a-z.]+)"
)
# As `app.core.media` names them; the second is on its way in, where that was cut off.
_ORIGINALS = (r"[0-9a-f]{64}", r"incoming-\w+\.part")
_MADE_MEDIA = (rf"[0-9a-f]{{64}}(\.(rgb|f32)|-\d+\.thumbnail|-[\d-]+\.note){_WHILE_WRITTEN}",)
_GUEST = re.compile(r"chats\.db(-wal|-shm|-journal)?|chats\.loading")
_STATE = (
    r"hearth\.log(\.\d+)?",
    r"crash\.log",
    r"engine\.log(\.\d+)?",
    r"engine-crash\.log",
    rf"(backends|(model|projector)-identities|projectors|trusted-machines|tried-models)\.json{_WHILE_WRITTEN}",
    rf"drafts\.json(\.broken)?{_WHILE_WRITTEN}",
    r"loading-model",
    r"window\.ini(\.lock)?",  # as QSettings writes it
    rf"window\.(lock|address){_WHILE_WRITTEN}",
)


class Ownership:
    """Tells Hearth's own files in the folders of one installation from all others."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._names = {
            folder: re.compile("|".join(f"(?:{name})" for name in names))
            for folder, names in (
                (paths.data, _DATA),
                (paths.config, _CONFIG),
                (paths.state, _STATE),
                (paths.downloads, _DOWNLOADS),
                (paths.crash_reports, _CRASHES),
                (paths.data / MEDIA, _ORIGINALS),
                (paths.cache / RAW_MEDIA, _MADE_MEDIA),
            )
        }
        self._has_store = is_tagged_as_cache(paths.kv_store)
        self._moving = paths.cache / _MOVING_FOLDER

    def is_own(self, file: Path) -> bool:
        """Return whether Hearth wrote `file`; never a model."""
        if is_model(file):
            return False
        store = self._paths.kv_store
        if file == store:
            return self._has_store and is_link(file)
        if file.is_relative_to(store):
            return self._has_store and is_store_file(file.relative_to(store))
        if file.parent.parent == self._paths.cache and is_guest_folder(file.parent):
            return _GUEST.fullmatch(file.name) is not None
        if file.is_relative_to(self._moving):
            relative = file.relative_to(self._moving)
            return _MOVING.fullmatch(relative.as_posix()) is not None
        names = self._names.get(file.parent)
        return names is not None and names.fullmatch(file.name) is not None

    def files_in(self, folder: Path) -> Iterator[Path]:
        """Yield Hearth's own files in one of its folders, links as they are."""
        return (file for file in files_in(folder) if self.is_own(file))

    @property
    def has_untagged_store(self) -> bool:
        """Whether what looks like a store has no tag that says whose it is."""
        store = self._paths.kv_store
        if self._has_store or not store.is_dir():
            return False
        return any(
            is_store_file(file.relative_to(store.resolve())) for file in files_in(store.resolve())
        )

    def behind_links(self, folder: Path) -> Iterator[Path]:
        """Yield the chats and the store's files that a link in one of the folders leads to.

        Other linked files are the user's, who had a reason to keep them elsewhere.
        """
        database, store = self._paths.database, self._paths.kv_store
        if folder == self._paths.data and is_link(database):
            target = database.resolve()
            beside = [target.with_name(target.name + suffix) for suffix in _LOG_SUFFIXES]
            yield from (file for file in (*beside, target) if file.is_file())
        if folder == self._paths.cache and is_link(store) and self._has_store:
            target = store.resolve()
            yield from (
                file for file in files_in(target) if is_store_file(file.relative_to(target))
            )

    def remove_empty_folders(self, folder: Path) -> None:
        """Remove one of the folders, and those of ours in it, as far as nothing lies in them."""
        if folder == self._paths.cache and self._paths.kv_store.is_dir():
            store = self._paths.kv_store.resolve()
            for inner in (*store_folders(store), store):
                _remove(inner, store / "lock")
        if folder == self._paths.cache and self._moving.is_dir():
            for inner in sorted(self._moving.rglob("*"), reverse=True):
                if inner.is_dir() and not is_link(inner):
                    _remove(inner, inner / "lock")
            _remove(self._moving, self._moving / "lock")
        if folder == self._paths.cache and folder.is_dir():
            for inner in filter(is_guest_folder, list(folder.iterdir())):
                _remove(inner, inner / "chats.db.lock")
        if folder in (self._paths.data, self._paths.cache):
            inner = folder / (MEDIA if folder == self._paths.data else RAW_MEDIA)
            _remove(inner, inner / "lock")
        if folder == self._paths.state:
            _remove(self._paths.downloads, self._paths.downloads / "lock")
            _remove(self._paths.crash_reports, self._paths.crash_reports / "lock")
        locks = ("chats.db.lock", f"{DOCUMENTS}.lock")
        _remove(folder, *(self._paths.data / name for name in locks))


def _remove(folder: Path, *locks: Path) -> None:
    """Remove an empty folder; locks in it that nobody holds count nothing."""
    with contextlib.suppress(OSError):
        left = list(folder.iterdir())
        if set(left) <= set(locks):
            for lock in left:
                lock.unlink()
            folder.rmdir()
