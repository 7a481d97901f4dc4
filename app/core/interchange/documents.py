"""What a file, a folder or a zip archive holds, as documents that are read one after another.

An archive is not believed: what it says of sizes is compared with what comes out, and there is a
limit for each document and for all of them.

Threads: any but the interface's; one at a time.
"""

from __future__ import annotations

import contextlib
import io
import os
import zipfile
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, BinaryIO

from app.core.interchange.errors import BrokenFile
from app.core.phrases import Amount, phrase
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_UNPACKED_BYTES = 16 << 30
MAX_RATIO = 500  # JSON of chats shrinks to a tenth; a bomb to a thousandth
_ALWAYS_BYTES = 64 << 20  # below it no ratio is suspicious
MAX_MEMBERS = 200_000
MAX_FILES = 100_000
_WANTED = (".json", ".jsonl")
_ZIP_MAGIC = b"PK\x03\x04"


class Document(PlainValue, frozen=True):
    """One file, on the disk or in an archive.

    Attributes:
        name: how the report calls it.
        modified: when it was written, for chats that say no time.
        open: opens it for reading, at its beginning.
        beside: opens a file of that name in the same folder; None where there is none.
    """

    name: str
    modified: datetime
    open: Callable[[], BinaryIO]
    beside: Callable[[str], BinaryIO | None]


def documents_of(path: Path) -> Iterator[Document]:
    """Yield what there is to read.

    Raises:
        OSError: it cannot be opened.
        BrokenFile: it is an archive that cannot be read.
    """
    if path.is_dir():
        yield from _in_folder(path)
    elif path.exists() and not path.is_file():  # a pipe would be waited for
        raise BrokenFile(phrase("It is not a regular file."))
    elif _is_archive(path):
        yield from _in_archive(path)
    else:
        yield _of_file(path, path.name)


def _is_archive(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_ZIP_MAGIC)) == _ZIP_MAGIC


# -- on the disk --


def _of_file(path: Path, name: str) -> Document:
    modified = datetime.fromtimestamp(path.stat().st_mtime, UTC)

    def beside(other: str) -> BinaryIO | None:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            return (path.parent / other).open("rb")
        return None

    return Document(name, modified, lambda: path.open("rb"), beside)


def _in_folder(folder: Path) -> Iterator[Document]:
    """Yield the files in a folder and below, in the order of their names; links are no folders."""
    n_files = 0
    for parent, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(parent, name)
            if name.lower().endswith(_WANTED) and path.is_file():
                n_files += 1
                if n_files > MAX_FILES:
                    raise BrokenFile(
                        phrase("The folder has more than {limit} files.", limit=Amount(MAX_FILES))
                    )
                yield _of_file(path, str(path.relative_to(folder)))


# -- in an archive --


def _in_archive(path: Path) -> Iterator[Document]:
    try:
        archive = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        raise BrokenFile(phrase("The archive is damaged or incomplete.")) from error
    with archive:
        members = archive.infolist()
        if len(members) > MAX_MEMBERS:
            raise BrokenFile(
                phrase("The archive has more than {limit} files.", limit=Amount(MAX_MEMBERS))
            )
        wanted = [one for one in members if one.filename.lower().endswith(_WANTED)]
        room = UnpackLimit(MAX_UNPACKED_BYTES)
        # The file with all chats goes first: copies of single ones are known by then.
        wanted.sort(key=lambda one: (one.filename.count("/"), one.filename))
        names = {one.filename: one for one in wanted}
        for member in wanted:
            yield member_document(archive, member, names, room)


class UnpackLimit:
    """How much may still be unpacked of one archive."""

    def __init__(self, n_bytes: int) -> None:
        self.n_bytes = n_bytes


def member_document(
    archive: zipfile.ZipFile,
    member: zipfile.ZipInfo,
    names: dict[str, zipfile.ZipInfo],
    room: UnpackLimit,
) -> Document:
    """Return one file of an archive; `names` has those that may lie beside it."""
    try:
        modified = datetime(*member.date_time, tzinfo=UTC)
    except ValueError:
        modified = datetime(1990, 1, 1, tzinfo=UTC)

    def opened(one: zipfile.ZipInfo) -> BinaryIO:
        if one.flag_bits & 1:
            raise BrokenFile(phrase("The archive is password-protected."))
        try:
            return io.BufferedReader(_Member(archive.open(one), one, room))
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
            raise BrokenFile(phrase("The archive is damaged or incomplete.")) from error

    def beside(other: str) -> BinaryIO | None:
        found = names.get(str(PurePosixPath(member.filename).with_name(other)))
        return None if found is None else opened(found)

    return Document(member.filename, modified, lambda: opened(member), beside)


class _Member(io.RawIOBase):
    """A file in an archive that counts what comes out of it."""

    def __init__(self, file: IO[bytes], of: zipfile.ZipInfo, room: UnpackLimit) -> None:
        self._file = file
        self._most = max(_ALWAYS_BYTES, of.compress_size * MAX_RATIO)
        self._room = room

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Read on.

        Raises:
            BrokenFile: the archive is damaged, or more comes out than anybody would pack.
        """
        try:
            data = self._file.read(len(buffer))
        except (zipfile.BadZipFile, OSError, EOFError, ValueError, NotImplementedError) as error:
            raise BrokenFile(phrase("The archive is damaged or incomplete.")) from error
        except Exception as error:
            if type(error).__name__ == "error":  # zlib's and lzma's own
                raise BrokenFile(phrase("The archive is damaged or incomplete.")) from error
            raise
        buffer[: len(data)] = data
        self._most -= len(data)
        self._room.n_bytes -= len(data)
        if self._most < 0 or self._room.n_bytes < 0:
            raise BrokenFile(
                phrase(
                    "The archive unpacks to far more than it should, so Hearth stopped reading it."
                )
            )
        return len(data)

    def close(self) -> None:
        """Close it."""
        self._file.close()
        super().close()
