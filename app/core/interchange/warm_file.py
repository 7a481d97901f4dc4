"""`NAME.hearth`: chats with their media and their memory in one file, an uncompressed zip archive.

A reader takes nothing but what such a file has: names of one form, each once, nothing compressed,
and no more bytes than the file is long. So nothing in it unpacks to more than it is, or to anywhere
else. docs/kvstore-format.md describes it.

Threads: any but the interface's.
"""

from __future__ import annotations

import contextlib
import re
import stat
import zipfile
from typing import TYPE_CHECKING, Self

from app.core.files import replacing
from app.core.interchange.documents import (
    MAX_MEMBERS,
    MAX_UNPACKED_BYTES,
    UnpackLimit,
    member_document,
)
from app.core.interchange.errors import BrokenFile
from app.core.phrases import Amount, phrase
from app.core.protocol import MEMORY_FILE, MEMORY_FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path
    from typing import IO

    from app.core.content import MediaFile
    from app.core.interchange.documents import Document
    from app.core.interchange.original_files import OriginalFiles

CHATS_FILE = "chats.json"
MEDIA_FOLDER = "media"
_MEDIA_NAME = re.compile(rf"{MEDIA_FOLDER}/[0-9a-f]{{64}}")
_MEMORY_NAME = re.compile(rf"{MEMORY_FOLDER}/[0-9a-f]{{32}}/(layout\.kvl|[0-9a-f]{{32}}\.k[vs]s)")
_MAGIC = b"PK\x03\x04"
_BLOCK = 1 << 20
_NO_TIME = (1980, 1, 1, 0, 0, 0)  # the first that the format knows
_IS_ENCRYPTED = 1
_DAMAGE = (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, ValueError)


def is_warm_file(path: Path) -> bool:
    """Tell whether a file is an archive of chats with their memory; raises nothing."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            if file.read(len(_MAGIC)) != _MAGIC:
                return False
        with zipfile.ZipFile(path) as archive:
            return {CHATS_FILE, MEMORY_FILE} <= set(archive.namelist())
    except (OSError, zipfile.BadZipFile, NotImplementedError, ValueError):
        return False


# -- writing --


def write_warm_file(
    target: Path,
    folder: Path,
    progress: Callable[[int, int], None],
    check: Callable[[], None],
    originals: Sequence[Path] = (),
) -> None:
    """Write a file of what lies in a folder, and delete there what is written.

    Args:
        target: replaced if it exists.
        folder: has chats, memory and what says which there is.
        originals: of pictures and sounds, each under its digest; they stay where they are.
        progress: told how many bytes of how many are written.
        check: called often; raises to end.

    Raises:
        OSError: the disk refused; nothing half-written is left.
    """
    names = [CHATS_FILE, MEMORY_FILE, *_memory_in(folder)]
    sources = [(name, folder / name) for name in names]
    sources += [(f"{MEDIA_FOLDER}/{path.name}", path) for path in originals]
    n_all = sum(source.stat().st_size for _name, source in sources)
    n_done = 0
    with replacing(target) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, source in sources:
            entry = zipfile.ZipInfo(name, _NO_TIME)
            entry.external_attr = (stat.S_IFREG | 0o600) << 16
            entry.file_size = source.stat().st_size  # whether it needs long sizes is decided by it
            with source.open("rb") as reading, archive.open(entry, "w") as writing:
                for block in _blocks(reading):
                    check()
                    writing.write(block)
                    n_done += len(block)
                    progress(n_done, n_all)
            if not name.startswith(f"{MEDIA_FOLDER}/"):
                source.unlink()  # or all of it would be on the disk twice


def _memory_in(folder: Path) -> Iterable[str]:
    memory = folder / MEMORY_FOLDER
    if memory.is_dir():
        for path in sorted(memory.glob("*/*")):
            yield path.relative_to(folder).as_posix()


# -- reading --


class WarmFile:
    """An open file of chats with their memory; made by `open`, a context manager."""

    def __init__(self, archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo]) -> None:
        self._archive = archive
        self._members = members

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a file and check everything that its directory says.

        Raises:
            BrokenFile: it is damaged, or holds what does not belong in it.
            OSError: it cannot be read.
        """
        try:
            archive = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
            raise BrokenFile(phrase("The file is damaged or incomplete.")) from error
        try:
            members = _checked(archive, path.stat().st_size)
            _require_whole(archive, members[CHATS_FILE])
        except BaseException:
            archive.close()
            raise
        return cls(archive, members)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._archive.close()

    @property
    def chats(self) -> Document:
        """The chats without their memory, a file of Hearth's own JSON."""
        return member_document(
            self._archive, self._members[CHATS_FILE], {}, UnpackLimit(MAX_UNPACKED_BYTES)
        )

    @property
    def memory_bytes(self) -> int:
        """What the memory takes; 0 where there is none."""
        return sum(
            member.file_size
            for name, member in self._members.items()
            if _MEMORY_NAME.fullmatch(name) is not None
        )

    def take_original(
        self, medium: MediaFile, files: OriginalFiles, check: Callable[[], None]
    ) -> bool:
        """Store the file of a picture or a sound; whether it is here, and sound.

        Args:
            medium: as the chats in this archive name it.
            files: where it goes.
            check: called often; raises to end.

        Raises:
            OriginalNotStored: the disk is full, or refuses.
        """
        member = self._members.get(f"{MEDIA_FOLDER}/{medium.digest}")
        if member is None or member.file_size != medium.n_bytes:
            return False
        try:
            with self._archive.open(member) as source:
                return files.take_in(medium, source, check)
        except _DAMAGE:
            return False

    def unpack_memory(
        self, folder: Path, progress: Callable[[int, int], None], check: Callable[[], None]
    ) -> None:
        """Copy the memory, and what says which there is, into a folder; not the chats.

        What is damaged is left out.

        Args:
            folder: a new one.
            progress: told how many bytes of how many are copied.
            check: called often; raises to end.

        Raises:
            OSError: the folder cannot be written, or the file not be read.
        """
        names = [
            name
            for name in self._members
            if name != CHATS_FILE and _MEDIA_NAME.fullmatch(name) is None
        ]
        n_all = sum(self._members[name].file_size for name in names)
        n_done = 0
        for name in names:
            target = folder.joinpath(*name.split("/"))
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                with self._archive.open(self._members[name]) as reading, target.open("wb") as file:
                    for block in _blocks(reading):
                        check()
                        file.write(block)
                        n_done += len(block)
                        progress(n_done, n_all)
            except _DAMAGE:
                with contextlib.suppress(FileNotFoundError):
                    target.unlink()


def _checked(archive: zipfile.ZipFile, n_bytes: int) -> dict[str, zipfile.ZipInfo]:
    """Return the files of an archive by their names.

    Raises:
        BrokenFile: one of them does not belong in it, or unpacks to more than it takes.
    """
    members = archive.infolist()
    if len(members) > MAX_MEMBERS:
        raise BrokenFile(
            phrase("The archive has more than {limit} files.", limit=Amount(MAX_MEMBERS))
        )
    found: dict[str, zipfile.ZipInfo] = {}
    for member in members:
        name = member.orig_filename
        if name != member.filename or not _belongs(name) or _is_special(member):
            raise BrokenFile(phrase("It holds a file that does not belong in it."))
        if name in found:
            raise BrokenFile(phrase("It holds two files of one name."))
        if member.flag_bits & _IS_ENCRYPTED:
            raise BrokenFile(phrase("The archive has a password."))
        if member.compress_type != zipfile.ZIP_STORED or member.file_size != member.compress_size:
            raise BrokenFile(phrase("Something in it is compressed, which Hearth never does."))
        found[name] = member
    if sum(member.file_size for member in members) > n_bytes:
        raise BrokenFile(
            phrase("The archive unpacks to far more than it should, so it was not read on.")
        )
    if CHATS_FILE not in found or MEMORY_FILE not in found:
        raise BrokenFile(phrase("The file is damaged or incomplete."))
    return found


def _belongs(name: str) -> bool:
    forms = (_MEMORY_NAME, _MEDIA_NAME)
    return name in (CHATS_FILE, MEMORY_FILE) or any(form.fullmatch(name) for form in forms)


def _is_special(member: zipfile.ZipInfo) -> bool:
    """Whether it is a link, a folder or a device, as Unix says it."""
    kind = stat.S_IFMT(member.external_attr >> 16)
    return kind not in (0, stat.S_IFREG)


def _require_whole(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> None:
    """Compare the checksum before a word is believed: a wrong letter is still good JSON."""
    try:
        with archive.open(member) as file:
            for _ in _blocks(file):
                pass
    except _DAMAGE as error:
        raise BrokenFile(phrase("The file is damaged or incomplete.")) from error


def _blocks(file: IO[bytes]) -> Iterator[bytes]:
    while block := file.read(_BLOCK):
        yield block
