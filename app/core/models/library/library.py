"""The door to the model files of this machine."""

from __future__ import annotations

import contextlib
import errno
import logging
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Self

from app.core.models.library.entries import LibraryContents, Origin
from app.core.models.library.errors import BELONGS_TO_ANOTHER_PROGRAM, NotDeleted, NotInLibrary
from app.core.models.library.folder_search import ScanStopped, had_just_changed, is_among, stamp_of
from app.core.models.library.index import SummaryIndex
from app.core.models.library.scanner import scan
from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from app.core.models.library.entries import LibraryEntry
    from app.core.models.library.folder_search import Stamp
    from app.core.models.library.scanner import LibraryFolders


@dataclass(frozen=True, slots=True, eq=False)
class Watch:
    """What there was to see at the time of a scan; compared by identity.

    Attributes:
        begun_ns: when the scan began.
        stamps: of everything that was looked at, as it was then.
    """

    begun_ns: int
    stamps: Mapping[Path, Stamp] = field(default_factory=dict)

    @classmethod
    def until_scanned(cls) -> Self:
        """Return the watch of a scan that begins now."""
        return cls(time.time_ns())

    def of(self, stamps: Mapping[Path, Stamp]) -> Watch:
        """Return the watch of the same scan, now that it has ended."""
        return Watch(self.begun_ns, stamps)

    def sees_a_change(self) -> bool:
        """Return whether anything that was looked at is another now, or may have become so."""
        return any(
            stamp_of(path) != stamp or had_just_changed(stamp, self.begun_ns)
            for path, stamp in self.stamps.items()
        )


def move_to_trash(files: Sequence[str]) -> None:
    """Move files to the trash, one after another; a link is moved, and not what it leads to.

    Raises:
        NotDeleted: one could not be moved; it and those after it are where they were.
    """
    # Imported here: it looks for the trash of this user when it is imported.
    from send2trash import send2trash

    for file in files:
        try:
            send2trash(file)
        except Exception as error:
            raise NotDeleted(file, error) from error


logger = logging.getLogger(__name__)

_POLL_S = 3.0
_REST = 20  # times as long as a look took: it may take long in huge folders, and on a slow network
_END_S = 5.0  # a network drive that does not answer must not hold up the end of the program


class ModelLibrary:
    """Finds model files, and tells when something about them changes.

    `scan` looks at once, on the thread of the caller; `start` looks on a thread of its own and goes
    on to watch. Neither reads a header twice that did not change.

    Watching is asking the system for the times of the folders and files that were looked at, every
    three seconds, or less often where that takes long: that works on every system, with removed
    disks and over a network, and costs some ms for a thousand files.

    Args:
        folders: where to look.
        index_file: where is remembered what was read; None to remember it in memory only.
        poll_s: seconds from one look at the times to the next.

    Threads: every method from any thread. Subscribers are called on the library's thread, or on
    that of the caller of `scan`.
    """

    def __init__(
        self, folders: LibraryFolders, index_file: Path | None = None, *, poll_s: float = _POLL_S
    ) -> None:
        self._index_file = index_file
        self._index: SummaryIndex | None = None
        self._scanning = threading.Lock()  # one scan at a time
        self._state = threading.Lock()  # guards what follows
        self._folders = folders
        self._contents = LibraryContents()
        self._has_looked = False
        self._watch: Watch | None = None
        self._subscribers: list[Callable[[LibraryContents], None]] = []
        self._has_begun = False
        self._is_closing = threading.Event()
        self._wake = threading.Event()
        self._poll_s = poll_s
        self._lane = Lane("model library")

    # -- reading --

    @property
    def contents(self) -> LibraryContents:
        """What the last scan found; nothing before the first has ended."""
        with self._state:
            return self._contents

    def subscribe(self, subscriber: Callable[[LibraryContents], None]) -> None:
        """Have a function called with the contents after the first look, and when they change."""
        with self._state:
            self._subscribers.append(subscriber)

    def find(self, path: str | Path) -> LibraryEntry:
        """Return the entry of a file, however its path is spelled.

        Raises:
            NotInLibrary: the last scan found no such file.
        """
        entries = self.contents.entries
        wanted = Path(path).absolute()
        for entry in entries:
            if {str(wanted), str(path)} & {entry.path, *entry.files, *entry.also_known_as}:
                return entry
        for entry in entries:
            if is_among(wanted, entry.files):
                return entry
        raise NotInLibrary(path=str(path))

    # -- looking --

    def scan(self) -> LibraryContents:
        """Look at everything, now and here, and return what there is."""
        with contextlib.suppress(ScanStopped):
            self._scan()
        return self.contents

    def start(self) -> None:
        """Begin to look, and to watch, on a thread of the library's own."""
        with self._state:
            if not self._has_begun:
                self._has_begun = True
                self._lane.add(self._run)

    def rescan(self) -> None:
        """Have the library's thread look at everything soon; returns at once."""
        with self._state:
            self._watch = None
        self._wake.set()

    def set_folders(self, folders: LibraryFolders) -> None:
        """Look elsewhere from now on."""
        with self._state:
            self._folders = folders
        self.rescan()

    def stop(self) -> None:
        """Look no more and tell nobody anything; returns at once."""
        self._is_closing.set()
        self._wake.set()

    def close(self) -> None:
        """Stop, and wait a few seconds for a scan that is going on, which is given up."""
        self.stop()
        self._lane.wait(_END_S)

    # -- changing --

    def delete(self, entry: LibraryEntry) -> None:
        """Move all files of an entry, and nothing else, to the system's trash.

        Raises:
            KnownError: they are not the user's own; nothing was moved.
            NotDeleted: a file could not be moved; it and those after it are where they were.
        """
        if entry.origin is not Origin.FOLDER:
            raise BELONGS_TO_ANOTHER_PROGRAM(
                entry.path, name=entry.name, program=entry.origin.program
            )
        if not entry.files:
            raise NotDeleted(entry.path, FileNotFoundError(errno.ENOENT, "there is no such file"))
        try:
            move_to_trash(entry.files)
        finally:
            self.rescan()

    # -- the thread --

    def _run(self) -> None:
        while not self._is_closing.is_set():
            begun_s = time.monotonic()
            self._wake.clear()
            with self._state:
                watch = self._watch
            try:
                if watch is None or watch.sees_a_change():
                    self._scan()
            except ScanStopped:
                return
            except Exception:
                logger.exception("a scan of the model folders failed")
                with self._state:
                    self._watch = None  # looked again, although nothing may change
            self._wake.wait(max(self._poll_s, _REST * (time.monotonic() - begun_s)))

    def _scan(self) -> None:
        with self._scanning:
            if self._index is None:
                self._index = SummaryIndex(self._index_file)
            with self._state:
                folders = self._folders
                self._watch = Watch.until_scanned()
                watch = self._watch
            found = scan(folders, self._index, self._is_closing.is_set)
            with self._state:
                has_changed = not self._has_looked
                has_changed |= found.contents.entries != self._contents.entries
                has_changed |= found.contents.problems != self._contents.problems
                self._contents, self._has_looked = found.contents, True
                if self._watch is watch:  # nobody asked for another scan meanwhile
                    self._watch = watch.of(found.stamps)
                subscribers = tuple(self._subscribers) if has_changed else ()
        for subscriber in subscribers:
            if not self._is_closing.is_set():
                subscriber(found.contents)
