"""Chats with their pictures and sounds in one file: an uncompressed zip archive.

`NAME.hearth` of earlier releases is one too; what it holds of the models' memory is passed over.

A reader takes nothing but what such a file has: names of one form, each once, nothing compressed,
and no more bytes than the file is long. So nothing in it unpacks to more than it is, or to anywhere
else. docs/chat-format.md describes it.

Threads: any but the interface's.
"""

from __future__ import annotations

import re
import stat
import zipfile
from typing import TYPE_CHECKING, Self

from app.core.interchange.documents import (
    MAX_MEMBERS,
    MAX_UNPACKED_BYTES,
    UnpackLimit,
    member_document,
)
from app.core.interchange.errors import BrokenFile
from app.core.phrases import Amount, phrase
from app.core.system.files import replacing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path
    from typing import IO

    from app.core.content.media import MediaFile
    from app.core.interchange.documents import Document
    from app.core.interchange.original_files import OriginalFiles

CHATS_FILE = "chats.json"
MEDIA_FOLDER = "media"
_MEDIA_NAME = re.compile(rf"{MEDIA_FOLDER}/[0-9a-f]{{64}}")
_MEMORY_FILE = "memory.json"  # of earlier releases, as what follows
_MEMORY_NAME = re.compile(r"memory/[0-9a-f]{32}/(layout\.kvl|[0-9a-f]{32}\.k[vs]s)")
_MAGIC = b"PK\x03\x04"
_BLOCK = 1 << 20
_NO_TIME = (1980, 1, 1, 0, 0, 0)  # the first that the format knows
_IS_ENCRYPTED = 1
_DAMAGE = (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, ValueError)


def is_chat_archive(path: Path) -> bool:
    """Tell whether a file is such an archive; raises nothing."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            if file.read(len(_MAGIC)) != _MAGIC:
                return False
        with zipfile.ZipFile(path) as archive:
            kinds = {one.filename: one.compress_type for one in archive.infolist()}
            return CHATS_FILE in kinds and (
                _MEMORY_FILE in kinds or kinds[CHATS_FILE] == zipfile.ZIP_STORED
            )
    except (OSError, zipfile.BadZipFile, NotImplementedError, ValueError):
        return False


def write_chat_archive(
    target: Path,
    chats: Iterable[bytes],
    originals: Callable[[], Iterable[Path]],
    check: Callable[[], None],
) -> None:
    """Write an archive.

    Args:
        target: replaced if it exists.
        chats: Hearth's own JSON.
        originals: called when all chats are written: the files of their pictures and sounds, each
            under its digest.
        check: called often; raises to end.

    Raises:
        OSError: the disk refused; nothing half-written is left.
    """
    with replacing(target) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        with archive.open(_entry(CHATS_FILE), "w", force_zip64=True) as writing:
            for chunk in chats:
                writing.write(chunk)
        for path in originals():
            entry = _entry(f"{MEDIA_FOLDER}/{path.name}")
            entry.file_size = path.stat().st_size  # whether it needs long sizes is decided by it
            with path.open("rb") as reading, archive.open(entry, "w") as writing:
                for block in _blocks(reading):
                    check()
                    writing.write(block)


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _NO_TIME)
    entry.external_attr = (stat.S_IFREG | 0o600) << 16
    return entry


class ChatArchive:
    """An open archive of chats; made by `open`, a context manager."""

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
        """The chats, a file of Hearth's own JSON."""
        return member_document(
            self._archive, self._members[CHATS_FILE], {}, UnpackLimit(MAX_UNPACKED_BYTES)
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
            KnownError: the disk is full, or refuses.
        """
        member = self._members.get(f"{MEDIA_FOLDER}/{medium.digest}")
        if member is None or member.file_size != medium.n_bytes:
            return False
        try:
            with self._archive.open(member) as source:
                return files.take_in(medium, source, check)
        except _DAMAGE:
            return False


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
            raise BrokenFile(phrase("It contains a file that does not belong in it."))
        if name in found:
            raise BrokenFile(phrase("It contains two files with the same name."))
        if member.flag_bits & _IS_ENCRYPTED:
            raise BrokenFile(phrase("The archive is password-protected."))
        if member.compress_type != zipfile.ZIP_STORED or member.file_size != member.compress_size:
            raise BrokenFile(phrase("It contains compressed data, which Hearth never writes."))
        found[name] = member
    if sum(member.file_size for member in members) > n_bytes:
        raise BrokenFile(
            phrase("The archive unpacks to far more than it should, so Hearth stopped reading it.")
        )
    if CHATS_FILE not in found:
        raise BrokenFile(phrase("The file is damaged or incomplete."))
    return found


def _belongs(name: str) -> bool:
    forms = (_MEMORY_NAME, _MEDIA_NAME)
    return name in (CHATS_FILE, _MEMORY_FILE) or any(form.fullmatch(name) for form in forms)


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
