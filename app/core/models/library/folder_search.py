"""Looking through folders without being led astray: circles, depths, what is not to be read.

Everything that was looked at is noted with its time, so that a watcher can tell that it changed.

Threads: one.
"""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, TypeAlias

from app.core.models.library.entries import (
    Candidate,
    FolderProblem,
    Origin,
    is_unfinished,
    looks_like_a_model,
    part_of,
)
from app.core.phrases import phrase
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from app.core.phrases import Phrase

# Device, number, time of change in ns, size; empty where there is nothing.
Stamp: TypeAlias = tuple[int, ...]

# The coarsest clock of a file system in use (FAT): what changes twice in this time may keep its
# time. So what had just changed when it was looked at is looked at again.
_SETTLED_NS = 2_000_000_000
_UNSETTLED: Stamp = (-1,)  # never the same again: rights to a folder change without its time
_MOST_LEVELS = 24
_MOST_NAMES = 200_000  # in one folder and all below it
_MOST_TEXT_BYTES = 1 << 20  # of a settings file or a manifest
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
# Deleted files are no models any more.
_NOT_LOOKED_INTO = {"$recycle.bin", "system volume information", "lost+found"}


class ScanStopped(Exception):
    """The library is being closed."""


class Listed(PlainValue, frozen=True):
    """One name in a folder; a link is what it leads to."""

    path: Path
    is_folder: bool


def stamp_of(path: Path) -> Stamp:
    """Return what changes when a file or a folder does; empty when there is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return ()
    return found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size


def is_among(path: Path, files: Sequence[str]) -> bool:
    """Return whether a path leads to one of some files, as far as the file system tells."""
    wanted = stamp_of(path)[:2]
    # Some network drives give no numbers: then every file would be every other one.
    return bool(wanted and wanted[1]) and any(
        stamp_of(type(path)(file))[:2] == wanted for file in files
    )


def had_just_changed(stamp: Stamp, at_ns: int) -> bool:
    """Return whether it had changed so shortly before that another change may not show."""
    return bool(stamp) and abs(at_ns - stamp[2]) < _SETTLED_NS


class FolderSearch:
    """Collects candidates.

    Attributes:
        candidates: in the order they were found.
        problems: folders that could not be looked through.
        stamps: of all folders and settings files that were looked at, or for.
    """

    def __init__(self, is_stopped: Callable[[], bool]) -> None:
        self.candidates: list[Candidate] = []
        self.problems: list[FolderProblem] = []
        self.stamps: dict[Path, Stamp] = {}
        self._is_stopped = is_stopped
        self._claims: list[tuple[Path, Origin]] = []

    def claim(self, folder: Path, origin: Origin) -> None:
        """Note that all that lies in a folder is a program's, also what it does not list."""
        self._claims.append((_real(folder), origin))

    def add(self, candidate: Candidate) -> None:
        """Take a candidate that a store knows of."""
        self.candidates.append(candidate)

    def listed(self, folder: Path) -> list[Listed]:
        """Return what is in a folder, by name; nothing where there is none.

        Raises:
            ScanStopped: the library is being closed.
        """
        if self._is_stopped():
            raise ScanStopped
        # Before it is read: what changes meanwhile is seen the next time.
        self.stamps[folder] = stamp_of(folder)
        try:
            with os.scandir(folder) as found:
                names = sorted(found, key=lambda entry: entry.name)
        except (FileNotFoundError, NotADirectoryError, ValueError):
            return []
        except OSError as error:
            reason = error.strerror or error
            words = phrase("Hearth cannot read {folder} ({reason}).", folder=folder, reason=reason)
            self._complain(folder, words)
            self.stamps[folder] = _UNSETTLED
            return []
        return [Listed(folder / entry.name, _is_folder(entry)) for entry in names]

    def text_of(self, path: Path) -> str:
        """Return the text of a small file; "" for what is none, is not there or is too large."""
        self.stamps[path] = stamp_of(path)
        data = _beginning(path, _MOST_TEXT_BYTES + 1)
        return data.decode("utf-8-sig", "replace") if len(data) <= _MOST_TEXT_BYTES else ""

    def begins_as_gguf(self, path: Path) -> bool:
        """Return whether a file begins with the mark of the format."""
        return _beginning(path, 4) == b"GGUF"

    def walk(
        self, root: Path, origin: Origin, *, is_chosen: bool = False, is_hearths: bool = False
    ) -> None:
        """Find all candidates in a folder and below it; links are followed, circles are not.

        Args:
            is_chosen: it is a folder of the user's; what in it belongs to another program is told
                apart.
            is_hearths: it is where Hearth downloads to: it is not missed, and what is on its way
                there is shown with the downloads.

        Raises:
            ScanStopped: the library is being closed.
        """
        if is_chosen and not is_hearths:
            self._check(root)
        seen: set[object] = set()
        waiting = [(root, 0)]
        n_names = 0
        while waiting:
            folder, level = waiting.pop()
            if _was_seen(folder, seen):
                continue
            names = self.listed(folder)
            n_names += len(names)
            if n_names > _MOST_NAMES:
                self._complain(
                    root,
                    phrase(
                        "{folder} has too many files; Hearth did not check all of them.",
                        folder=root,
                    ),
                )
                return
            owner = self._owner(folder) if is_chosen else origin
            self._take_models(names, owner, is_chosen=is_chosen)
            if is_hearths:
                self.candidates = [one for one in self.candidates if not _is_on_its_way(one, root)]
            below = [one.path for one in names if one.is_folder and _is_looked_into(one.path.name)]
            if level < _MOST_LEVELS:
                waiting += [(path, level + 1) for path in reversed(below)]

    def add_opened(self, file: Path) -> None:
        """Take a file that the user has opened, with the other files of a split model."""
        part = part_of(file.name)
        names = [file.name]
        if part is not None:
            names = [part.file_name(index) for index in range(1, part.count + 1)]
        owner = self._owner(file.parent)
        for path in (file.with_name(name) for name in names):
            self.stamps[path] = stamp_of(path)
            if self.stamps[path]:
                self.add(Candidate(path, owner, is_chosen=True, is_opened=True))

    def _owner(self, folder: Path) -> Origin:
        """Return whose the files in a folder of the user's are: it may lie in another program's."""
        real = _real(folder)
        return next(
            (origin for claimed, origin in self._claims if real.is_relative_to(claimed)),
            Origin.FOLDER,
        )

    def _take_models(self, names: list[Listed], origin: Origin, *, is_chosen: bool) -> None:
        controlled = {one.path.name.lower() for one in names}
        for one in names:
            name = one.path.name
            if not one.is_folder and looks_like_a_model(name):
                is_partial = is_unfinished(name) or f"{name.lower()}.aria2" in controlled
                self.add(Candidate(one.path, origin, is_partial=is_partial, is_chosen=is_chosen))

    def _check(self, root: Path) -> None:
        """Tell of a folder that is none; one that cannot be read is told when it is listed."""
        try:
            is_folder = stat.S_ISDIR(root.stat().st_mode)
        except (FileNotFoundError, NotADirectoryError, ValueError):
            words = phrase(
                "The folder {folder} does not exist; is its disk connected?", folder=root
            )
            self._complain(root, words)
        except OSError:
            pass
        else:
            if not is_folder:
                self._complain(root, phrase("{folder} is not a folder.", folder=root))

    def _complain(self, folder: Path, words: Phrase) -> None:
        self.problems.append(FolderProblem(str(folder), words))


def _is_on_its_way(candidate: Candidate, root: Path) -> bool:
    return candidate.is_partial and candidate.path.is_relative_to(root)


def _real(folder: Path) -> Path:
    """Return a path without links; as it is where it cannot be followed."""
    try:
        return folder.resolve()
    except (OSError, ValueError, RuntimeError):  # RuntimeError: links that lead in a circle
        return folder


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads to itself
        return False


def _is_looked_into(name: str) -> bool:
    """Leave out what is hidden: trash, caches of other tools, repositories of Git."""
    return not name.startswith(".") and name.lower() not in _NOT_LOOKED_INTO


def _was_seen(folder: Path, seen: set[object]) -> bool:
    """Return whether a folder was looked through already, however its path is spelled."""
    stamp = stamp_of(folder)
    if not stamp:
        return False
    identity: object = stamp[:2] if stamp[1] else _real(folder)  # some drives give no numbers
    is_known = identity in seen
    seen.add(identity)
    return is_known


def _beginning(path: Path, most: int) -> bytes:
    """Return the first bytes of a file; none of one that cannot be read, and never wait."""
    try:
        descriptor = os.open(path, _READ)
    except (OSError, ValueError):
        return b""
    try:
        return os.read(descriptor, most) if stat.S_ISREG(os.fstat(descriptor).st_mode) else b""
    except OSError:
        return b""
    finally:
        os.close(descriptor)
