"""The folder of what was made of originals: pixels and samples, small pictures, and notes.

A note says which pixels or samples were made of an original in which way, so that none is decoded
twice while they are there. All of it can be made again; the room it takes has a bound, and what was
not used for longest goes first.

What passes through (`passing.py`) lies here as well, without a note. An empty file beside it says
so: whoever is killed leaves that, too, so that it is known what to delete at the next start.

Threads: any, and any number of processes; one at a time lends what passes through.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import threading
from collections import Counter
from typing import TYPE_CHECKING, Final

from app.core.content.media import SUFFIXES, MediaKind, MediaRef, RawMedia
from app.core.media.originals import YOUNG_S, is_old
from app.core.system.files import write_atomically
from app.core.system.paths import INNER_FOLDER_MODE

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path

    from app.core.content.media import RawImage, RawSound

MAX_CACHE_BYTES: Final = 2_000_000_000
FRESH_S: Final = 600.0  # as long as an engine may take until it reads what was made for it
_NAME = re.compile(r"[0-9a-f]{64}(\.(rgb|f32)|-\d+\.thumbnail|-[\d-]+\.note)")
_OF_ORIGINAL = re.compile(r"([0-9a-f]{64})-[\d-]+\.(thumbnail|note)")
_LEFT = re.compile(_NAME.pattern + r"\.\d+-\d+\.tmp")  # by a program that was killed
_LENT = re.compile(r"([0-9a-f]{64})\.lent")
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
        self._lock = threading.Lock()
        self._lent: Counter[str] = Counter()  # by name of the bytes; guarded by _lock
        self._n_lent_bytes = 0  # guarded by _lock

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
        fields = (int(ref.kind), ref.content, ref.width, ref.height, ref.n_samples)
        with self._lock:  # whoever gives the same back must find the note
            self._write(ref, medium)
            write_atomically(self._note(digest, way), [json.dumps(fields).encode("ascii")])
        self.prune()
        return ref

    def _write(self, ref: MediaRef, medium: RawImage | RawSound) -> None:
        with contextlib.suppress(OSError):
            if self._raw.path(ref).stat().st_size != _n_bytes(ref):  # cut off by something
                self._raw.path(ref).unlink()
        self._raw.put(medium)
        with contextlib.suppress(OSError):
            os.utime(self._raw.path(ref))

    def _note(self, digest: str, way: str) -> Path:
        return self._folder / f"{digest}-{way}.note"

    # -- pixels and samples that pass through --

    def lend(self, medium: RawImage | RawSound, max_bytes: int) -> MediaRef | None:
        """Put pixels or samples here until they are given back as often as they were lent.

        Args:
            medium: what is put here.
            max_bytes: of all that is lent.

        Returns:
            None where more is lent already.

        Raises:
            OSError: it could not be written.
        """
        ref = MediaRef.of(medium)
        with self._lock:
            if not self._lent[ref.content]:
                if self._n_lent_bytes + _n_bytes(ref) > max_bytes:
                    return None
                self._begin_lending(ref, medium)
            self._lent[ref.content] += 1
        return ref

    def _begin_lending(self, ref: MediaRef, medium: RawImage | RawSound) -> None:
        self._folder.mkdir(INNER_FOLDER_MODE, parents=True, exist_ok=True)
        try:
            self._mark(ref.content).touch()
            self._write(ref, medium)
        except OSError:
            self._drop(ref.content)
            raise
        self._n_lent_bytes += _n_bytes(ref)

    def give_back(self, ref: MediaRef) -> None:
        """Delete what was lent once nobody has it any more, unless it was made of an original."""
        with self._lock:
            self._lent[ref.content] -= 1
            if not self._lent[ref.content]:
                del self._lent[ref.content]
                self._n_lent_bytes -= _n_bytes(ref)
                self._drop(ref.content)

    def drop_left(self) -> None:
        """Delete what a program that was killed did not give back."""
        with self._lock:
            for file in self._files():
                match = _LENT.fullmatch(file.name)
                if match is not None and match[1] not in self._lent:
                    self._drop(match[1])

    def _drop(self, content: str) -> None:
        if not any(ref.content == content for ref in map(_read_note, self._notes()) if ref):
            for suffix in SUFFIXES.values():
                if not _delete(self._folder / f"{content}{suffix}"):
                    return  # somebody reads it: at the next start
        _delete(self._mark(content))

    def _is_lent(self, file: Path) -> bool:
        with self._lock:
            return file.stem in self._lent

    def _mark(self, content: str) -> Path:
        return self._folder / f"{content}.lent"

    def _notes(self) -> list[Path]:
        return [file for file in self._files() if file.suffix == ".note"]

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
            if _LENT.fullmatch(file.name):
                continue
            with contextlib.suppress(OSError):
                state = file.stat()
                found.append((state.st_mtime, state.st_size, file))
            if _LEFT.fullmatch(file.name) and is_old(file):
                _delete(file)
        total = sum(size for _, size, _ in found)
        for _, size, file in sorted(found, key=lambda each: each[0]):
            if total <= self._max_bytes:
                return
            if not self._is_lent(file) and is_old(file, FRESH_S) and _delete(file):
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
                if made is not None and not self._is_lent(made):
                    _delete(made)
            _delete(file)

    def _files(self) -> list[Path]:
        try:
            files = list(self._folder.iterdir())
        except OSError:
            return []
        known = (_NAME, _LEFT, _LENT)
        return [file for file in files if any(one.fullmatch(file.name) for one in known)]


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
