"""The folder of what was made of originals: pixels and samples, small pictures, and notes.

A note says which pixels or samples were made of an original in which way, so that none is decoded
twice while they are there. All of it can be made again; the room it takes has a bound, and what was
not used for longest goes first.

Threads: any, and any number of processes.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from typing import TYPE_CHECKING, Final

from app.core.content import MediaKind, MediaRef, RawMedia
from app.core.files import write_atomically
from app.core.media.originals import YOUNG_S, is_old
from app.core.paths import INNER_FOLDER_MODE

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path

    from app.core.content import RawImage, RawSound

MAX_CACHE_BYTES: Final = 2_000_000_000
FRESH_S: Final = 600.0  # as long as an engine may take until it reads what was made for it
_NAME = re.compile(r"[0-9a-f]{64}(\.(rgb|f32)|-\d+\.thumbnail|-[\d-]+\.note)")
_OF_ORIGINAL = re.compile(r"([0-9a-f]{64})-[\d-]+\.(thumbnail|note)")
_LEFT = re.compile(_NAME.pattern + r"\.\d+-\d+\.tmp")  # by a program that was killed
_MADE_BY = (b"\x89PNG", b"\xff\xd8\xff")


class MediaCache:
    """What was made, in one folder.

    Args:
        folder: is made when something is first put there.
        max_bytes: of all that lies there, but for what is fresh.
    """

    def __init__(self, folder: Path, max_bytes: int = MAX_CACHE_BYTES) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._raw = RawMedia(folder)

    # -- pixels and samples --

    def find(self, digest: str, way: str) -> MediaRef | None:
        """Return what was made of an original in a way, and count it as used now.

        Args:
            digest: of the original.
            way: digits and hyphens.
        """
        note = self._note(digest, way)
        ref = _read_note(note)
        if ref is None:
            return None
        try:
            if self._raw.path(ref).stat().st_size != _n_bytes(ref):
                return None
            os.utime(self._raw.path(ref))
            os.utime(note)
        except OSError:
            return None
        return ref

    def get(self, ref: MediaRef) -> RawImage | RawSound:
        """Read pixels or samples.

        Raises:
            MediaGone: they are not there, or damaged.
        """
        return self._raw.get(ref)

    def put(self, digest: str, way: str, medium: RawImage | RawSound) -> MediaRef:
        """Keep what was made of an original in a way.

        Raises:
            OSError: it could not be written.
        """
        ref = MediaRef.of(medium)
        with contextlib.suppress(OSError):
            if self._raw.path(ref).stat().st_size != _n_bytes(ref):  # cut off by something
                self._raw.path(ref).unlink()
        self._raw.put(medium)
        with contextlib.suppress(OSError):
            os.utime(self._raw.path(ref))
        fields = (int(ref.kind), ref.content, ref.width, ref.height, ref.n_samples)
        write_atomically(self._note(digest, way), [json.dumps(fields).encode("ascii")])
        self.prune()
        return ref

    def _note(self, digest: str, way: str) -> Path:
        return self._folder / f"{digest}-{way}.note"

    # -- small pictures --

    def thumbnail(self, digest: str, side: int, make: Callable[[], bytes]) -> bytes:
        """Return the small picture of an original, made now if it is not there.

        One that cannot be kept is made each time.
        """
        path = self._folder / f"{digest}-{side}.thumbnail"
        with contextlib.suppress(OSError):
            data = path.read_bytes()
            if data.startswith(_MADE_BY):
                os.utime(path)
                return data
        data = make()
        with contextlib.suppress(OSError):
            self._folder.mkdir(INNER_FOLDER_MODE, parents=True, exist_ok=True)
            write_atomically(path, [data])
            self.prune()
        return data

    # -- room --

    def prune(self) -> None:
        """Delete what was not used for longest while all takes too much room; nothing fresh."""
        found = []
        for file in self._files():
            with contextlib.suppress(OSError):
                state = file.stat()
                found.append((state.st_mtime, state.st_size, file))
            if _LEFT.fullmatch(file.name) and is_old(file):
                _delete(file)
        total = sum(size for _, size, _ in found)
        for _, size, file in sorted(found, key=lambda each: each[0]):
            if total <= self._max_bytes:
                return
            if is_old(file, FRESH_S) and _delete(file):
                total -= size

    def forget(self, used: Collection[str], gone: Collection[str]) -> None:
        """Delete what was made of originals that nobody uses, their pixels and samples as well.

        Args:
            used: digests of originals that are used.
            gone: digests of those that were deleted just now.
        """
        for file in self._files():
            match = _OF_ORIGINAL.fullmatch(file.name)
            if match is None or match[1] in used:
                continue
            if match[1] not in gone and not is_old(file, YOUNG_S):
                continue
            if match[2] == "note":
                ref = _read_note(file)
                made = self._raw.path(ref) if ref is not None else None
                # Another original of the same pixels may be on its way to the engine.
                if made is not None and made.exists() and not is_old(made, FRESH_S):
                    continue
                if made is not None:
                    _delete(made)
            _delete(file)

    def _files(self) -> list[Path]:
        try:
            files = list(self._folder.iterdir())
        except OSError:
            return []
        return [file for file in files if _NAME.fullmatch(file.name) or _LEFT.fullmatch(file.name)]


def _read_note(note: Path) -> MediaRef | None:
    try:
        kind, content, width, height, n_samples = json.loads(note.read_bytes())
        return MediaRef(MediaKind(kind), content, width, height, n_samples)
    except (OSError, ValueError, TypeError, RecursionError):
        return None


def _n_bytes(ref: MediaRef) -> int:
    return 3 * ref.width * ref.height + 4 * ref.n_samples


def _delete(file: Path) -> bool:
    try:
        file.unlink(missing_ok=True)
    except OSError:  # somebody reads it; next time
        return False
    return True
