"""The originals of pictures and sounds: files in the folder beside the chats, named by their bytes.

Here they are read for pages and archives, and taken in from archives. Nothing is believed of either
side: a file counts whose bytes have the digest that is its name, and one that is there and sound is
never replaced.

Threads: any but the interface's.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Final

from app.core.chats.media_names import is_digest, plain_medium
from app.core.interchange.errors import ORIGINAL_NOT_STORED, Note
from app.core.system.files import free_bytes, replacing
from app.core.system.paths import INNER_FOLDER_MODE

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable
    from pathlib import Path
    from typing import IO

    from app.core.content.media import MediaFile


MOST_OF_MESSAGE: Final = 100
MAX_ORIGINAL_BYTES: Final = 1 << 30  # of one file; an hour of sound, uncompressed, is 0.7 GB
_MOST_NUMBER = 1 << 31
_NUMBERS = ("width", "height", "duration_ms", "max_pixels")
_TEXTS = ("name", "alt_text")


def media_facts(medium: MediaFile) -> dict[str, Any]:
    """Return a medium as plain values for JSON; what has its usual value is left out."""
    facts: dict[str, Any] = {
        "kind": medium.kind.name.lower(),
        "name": medium.name,
        "digest": medium.digest,
        "bytes": medium.n_bytes,
    }
    optional = {name: getattr(medium, name) for name in (*_NUMBERS, "alt_text")}
    return facts | {name: value for name, value in optional.items() if value}


def media_of(facts: object, notes: Counter[Note]) -> tuple[MediaFile, ...]:
    """Return the media of a message; what cannot be one is left out and counted."""
    listed = facts if isinstance(facts, list) else []
    if not listed:
        return ()
    read = [_medium(one) for one in listed[:MOST_OF_MESSAGE]]
    found = tuple(one for one in read if one is not None)
    if len(found) < len(listed):
        notes[Note.MEDIUM] += len(listed) - len(found)
    return found


def _medium(facts: object) -> MediaFile | None:
    from app.core.content.media import MediaFile, MediaKind

    if not isinstance(facts, dict) or not is_digest(facts.get("digest")):
        return None
    kinds = {kind.name.lower(): kind for kind in MediaKind}
    kind, n_bytes = facts.get("kind"), _number(facts.get("bytes"))
    if not isinstance(kind, str) or kind not in kinds or not 0 < n_bytes <= MAX_ORIGINAL_BYTES:
        return None
    name, alt_text = (str(facts[key]) if isinstance(facts.get(key), str) else "" for key in _TEXTS)
    numbers = {key: _number(facts.get(key)) for key in _NUMBERS}
    medium = MediaFile(kinds[kind], name, facts["digest"], n_bytes, alt_text=alt_text, **numbers)
    return plain_medium(medium)


def _number(value: object) -> int:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value if is_number and 0 <= value < _MOST_NUMBER else 0  # type: ignore[operator, return-value]


_DIGEST_BYTES: Final = 32
_BLOCK: Final = 1 << 20
_SPARE_BYTES: Final = 64 << 20  # that stay free on the disk


class OriginalFiles:
    """The originals that lie in one folder.

    Args:
        folder: need not be there; None where there are none.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def place_of(self, medium: MediaFile) -> Path | None:
        """Return where a file of that name and size lies; None where there is none."""
        if self._folder is None or not is_digest(medium.digest):
            return None
        path = self._folder / medium.digest
        try:
            is_there = path.is_file() and path.stat().st_size == medium.n_bytes
        except OSError:
            return None
        return path if is_there else None

    def sound_place_of(
        self, medium: MediaFile, check: Callable[[], None] = lambda: None
    ) -> Path | None:
        """Return where the file lies, all of which was read and compared; None for none.

        Args:
            medium: the picture or sound.
            check: called often; raises to end.
        """
        path = self.place_of(medium)
        if path is None:
            return None
        digest = hashlib.blake2b(digest_size=_DIGEST_BYTES)
        try:
            with path.open("rb") as file:
                while block := file.read(_BLOCK):
                    check()
                    digest.update(block)
        except OSError:
            return None
        return path if digest.hexdigest() == medium.digest else None

    def read(self, medium: MediaFile, most: int) -> bytes | None:
        """Return the bytes of a file; None where there is none, or it is damaged or longer."""
        path = self.place_of(medium)
        if path is None or medium.n_bytes > most:
            return None
        try:
            data = path.read_bytes()
        except OSError:
            return None
        digest = hashlib.blake2b(data, digest_size=_DIGEST_BYTES)
        return data if digest.hexdigest() == medium.digest else None

    def take_in(self, medium: MediaFile, source: IO[bytes], check: Callable[[], None]) -> bool:
        """Store a file that comes from elsewhere, durable on return; whether it is what it says.

        Args:
            medium: what it is to be.
            source: at its beginning; read no further than the file may be long.
            check: called often; raises to end.

        Raises:
            KnownError: the disk is full, or refuses.
        """
        if self._folder is None or not is_digest(medium.digest):
            return False
        if not 0 < medium.n_bytes <= MAX_ORIGINAL_BYTES:
            return False
        try:
            self._folder.mkdir(mode=INNER_FOLDER_MODE, exist_ok=True)
            free = free_bytes(self._folder)
            if free < medium.n_bytes + _SPARE_BYTES:
                raise ORIGINAL_NOT_STORED(folder=self._folder, reason=f"{free / 10**9:.1f} GB free")
            with replacing(self._folder / medium.digest) as file:
                _copy(medium, source, file, check)
        except _OtherBytes:
            return False
        except OSError as error:
            raise ORIGINAL_NOT_STORED(
                folder=self._folder, reason=str(error.strerror or error)
            ) from error
        return True


NO_FILES: Final = OriginalFiles(None)


class _OtherBytes(Exception):
    """What comes is not the file that it should be; nothing of it is kept."""


def _copy(medium: MediaFile, source: IO[bytes], file: IO[bytes], check: Callable[[], None]) -> None:
    digest, n_left = hashlib.blake2b(digest_size=_DIGEST_BYTES), medium.n_bytes
    while block := source.read(min(_BLOCK, n_left + 1)):
        check()
        n_left -= len(block)
        if n_left < 0:
            raise _OtherBytes
        digest.update(block)
        file.write(block)
    if n_left or digest.hexdigest() != medium.digest:
        raise _OtherBytes
