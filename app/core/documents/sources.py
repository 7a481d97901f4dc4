"""Files and folders that the user has listed, and what lies in them.

The list has a file of its own: the database is made again from it whenever it is lost. Folders are
looked through without following links, so that nothing outside of what was listed is read.

Threads: any.
"""

from __future__ import annotations

import json
import logging
import os
import stat
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.core.documents.database import LIBRARY_NOT_WRITTEN
from app.core.errors import ErrorRow
from app.core.phrases import phrase
from app.core.plain_value import PlainValue
from app.core.system.files import is_link, move_aside, write_atomically
from app.core.system.paths import in_home

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

MOST_FILES: Final = 10_000
_MOST_NAMES = 200_000  # that are looked at
_MOST_LEVELS = 24
# What programs put there for themselves; besides hidden folders, and what a file in it marks.
_NOT_LOOKED_INTO = {
    *("node_modules", "bower_components", "site-packages", "__pycache__", "lost+found"),
    *("$recycle.bin", "system volume information"),
}
_MARKS = {"CACHEDIR.TAG", "pyvenv.cfg"}
# Of names in folders; what a file really is, its reader says.
_ENDINGS = {
    *("pdf", "docx", "xlsx", "pptx", "odt", "ods", "odp", "epub", "html", "htm", "xhtml"),
    *("rtf", "eml", "md", "markdown", "txt", "text", "rst", "org", "adoc", "tex", "csv", "tsv"),
    *("json", "jsonl", "xml", "ipynb", "log"),
}
_ENDINGS_OF_CODE = {
    *("yaml", "yml", "toml", "ini", "sql", "py", "pyi", "js", "jsx", "ts", "tsx", "c", "h"),
    *("cc", "cpp", "hpp", "cs", "java", "kt", "go", "rs", "rb", "php", "swift", "scala", "lua"),
    *("r", "jl", "pl", "sh", "bat", "ps1"),
}

NOT_THERE = ErrorRow(
    what=phrase("There is no file or folder {path}."),
    effect=phrase("Your list of documents is unchanged."),
    remedy=phrase("Check the path."),
)
NOT_LISTED = ErrorRow(
    what=phrase("{path} is not in your list of documents."),
    effect=phrase("Your list of documents is unchanged."),
    remedy=phrase("Name a file or folder as the list shows it."),
)

_log = logging.getLogger(__name__)


class SourceList:
    """The list of one installation.

    Args:
        file: JSON; made with the first source.

    Threads: any; who changes it keeps others from doing so, in any process.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def all(self) -> tuple[Path, ...]:
        """Return all, in the order in which they were listed.

        Raises:
            KnownError: the list cannot be read.
        """
        return tuple(self._read("sources"))

    def kept(self) -> tuple[Path, ...]:
        """Return the files that are kept read.

        Raises:
            KnownError: the list cannot be read.
        """
        return tuple(self._read("kept"))

    def _read(self, name: str) -> dict[Path, None]:
        try:
            listed = json.loads(self._file.read_bytes())
            found = listed["sources"] if name == "sources" else listed.get(name, [])
            return dict.fromkeys(Path(path) for path in found)
        except FileNotFoundError:
            return {}
        except OSError as error:  # an empty list would have all forgotten
            raise LIBRARY_NOT_WRITTEN(caught=error) from error
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            kept = move_aside(self._file)
            _log.warning("the list of documents cannot be read: %r; %s", error, kept)
            return {}

    def add(self, paths: Sequence[str | Path]) -> None:
        """List files and folders, those that are there already once.

        Raises:
            KnownError: one of them is not there, or the list cannot be written; it is unchanged.
        """
        added = [absolute(path) for path in paths]
        for path in added:
            if not _is_file_or_folder(path):
                raise NOT_THERE(path=path)
        self._write(dict.fromkeys([*self.all(), *added]), self.kept())

    def remove(self, path: str | Path) -> None:
        """Take a file or folder off the list.

        Raises:
            KnownError: it is not on the list, or the list cannot be written.
        """
        listed = dict.fromkeys(self.all())
        if absolute(path) not in listed:
            raise NOT_LISTED(path=path)
        del listed[absolute(path)]
        self._write(listed, [one for one in self.kept() if is_within(one, list(listed))])

    def keep(self, path: Path, *, is_kept: bool) -> None:
        """Keep a file read from now on, or no more.

        Raises:
            KnownError: the list cannot be read or written.
        """
        others = [one for one in self.kept() if one != path]
        self._write(dict.fromkeys(self.all()), [*others, path] if is_kept else others)

    def _write(self, paths: dict[Path, None], kept: Sequence[Path]) -> None:
        listed = {"sources": list(map(str, paths))} | (
            {"kept": list(map(str, kept))} if kept else {}
        )
        data = json.dumps(listed, indent=1).encode()
        try:
            write_atomically(self._file, [data])
        except OSError as error:
            raise LIBRARY_NOT_WRITTEN(caught=error) from error


def absolute(path: str | Path) -> Path:
    """Return a path as it is listed: from the root, without "..", links as they are."""
    return Path(os.path.abspath(in_home(path)))  # noqa: PTH100 - `resolve` follows links


def is_within(path: Path, sources: Sequence[Path]) -> bool:
    """Whether a path is one of the sources or lies in one."""
    return any(path.is_relative_to(source) for source in sources)


class SeenFile(PlainValue, frozen=True):
    """A file as its folder tells of it; `modified_ns` in Unix nanoseconds."""

    path: Path
    n_bytes: int
    modified_ns: int


class Seen(PlainValue, frozen=True):
    """What lies in the sources.

    Attributes:
        out_of_reach: sources that are not there, and folders that cannot be read; what was known
            of them is neither there nor gone.
        is_cut: there is more than is looked at.
    """

    files: tuple[SeenFile, ...]
    out_of_reach: tuple[Path, ...] = ()
    is_cut: bool = False


def look_through(
    sources: Sequence[Path],
    should_stop: Callable[[], bool],
    *,
    most_files: int = MOST_FILES,
) -> Seen:
    """Find the files that can be documents; a listed file is one whatever its name.

    Args:
        sources: files and folders.
        should_stop: asked for each folder; what is found until then is all.
    """
    files: dict[Path, SeenFile] = {}
    out_of_reach: list[Path] = []
    waiting = deque((source, 0) for source in sources)
    n_names, is_cut = 0, False
    while waiting and not is_cut and not should_stop():
        path, level = waiting.popleft()
        try:
            status = path.stat()
            if stat.S_ISREG(status.st_mode):
                files[path] = SeenFile(path, status.st_size, status.st_mtime_ns)
                continue
            with os.scandir(path) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except (OSError, ValueError):
            out_of_reach.append(path)
            continue
        if level == 0 and not found:  # as a mount point is whose disk was taken away
            out_of_reach.append(path)
        n_names += len(found)
        if level and _MARKS & {entry.name for entry in found}:
            continue
        for entry in found:
            if _is_folder(entry):
                if level < _MOST_LEVELS and _is_looked_into(entry):
                    waiting.append((path / entry.name, level + 1))
            elif (
                not entry.name.startswith(".")
                and _ending(entry.name) in _ENDINGS | _ENDINGS_OF_CODE
            ):
                files.update((seen.path, seen) for seen in _seen(path, entry))
        is_cut = n_names > _MOST_NAMES or len(files) > most_files
    kept = tuple(files.values())[:most_files]
    return Seen(kept, tuple(out_of_reach), is_cut)


def _is_file_or_folder(path: Path) -> bool:
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISREG(mode) or stat.S_ISDIR(mode)


def is_code(path: Path) -> bool:
    """Whether a file is one in which "#" begins a comment and no heading."""
    return _ending(path.name) in _ENDINGS_OF_CODE


def _ending(name: str) -> str:
    return name.rpartition(".")[2].lower()


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _is_looked_into(entry: os.DirEntry[str]) -> bool:
    name = entry.name.lower()
    return not name.startswith(".") and name not in _NOT_LOOKED_INTO and not is_link(Path(entry))


def _seen(folder: Path, entry: os.DirEntry[str]) -> Iterator[SeenFile]:
    """Yield a file unless it is a link or something else, or gone."""
    try:
        if entry.is_file(follow_symlinks=False):
            status = entry.stat(follow_symlinks=False)
            yield SeenFile(folder / entry.name, status.st_size, status.st_mtime_ns)
    except OSError:
        return
