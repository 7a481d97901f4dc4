"""Files with text in them, read to go along with a message."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

from charset_normalizer import from_bytes

from app.core.errors import KnownError

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES = 4_000_000  # more than any model reads at once
_SNIFFED_BYTES = 64_000
# A few stand in logs and old texts; a PDF or a picture has many, whatever encoding is guessed.
_NO_CONTROLS = dict.fromkeys([*range(9), *range(14, 27), *range(28, 32), 127, *range(128, 160)])
_MOST_CONTROLS = 0.002


class NotAttached(KnownError):
    """A file cannot go along with a message."""

    def __init__(self, path: Path, why: str, remedy: str) -> None:
        super().__init__(
            what=f"“{path.name}” {why}",
            effect="It was not attached; your message is as it was.",
            remedy=remedy,
            detail=str(path),
        )


def read_text_file(path: Path) -> str:
    """Return the text of a file, in whatever encoding it is written.

    Raises:
        NotAttached: it is no text, too large, or cannot be read.
    """
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise NotAttached(path, "is a folder.", "Attach the files in it.")
        if not stat.S_ISREG(found.st_mode):
            raise NotAttached(path, "is no usual file.", "Attach a file with text in it.")
        if found.st_size > MAX_BYTES:
            raise NotAttached(
                path,
                f"is larger than {MAX_BYTES // 1_000_000} MB, more than any model reads.",
                "Attach the part that matters.",
            )
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise NotAttached(path, f"cannot be read: {error}.", "Check that it is there.") from error
    return _decoded(path, data)


def _decoded(path: Path, data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        best = from_bytes(data[:_SNIFFED_BYTES]).best()
        if best is None:
            raise _no_text(path) from None
        text = data.decode(best.encoding, "replace").removeprefix("\ufeff")
    if len(text) - len(text.translate(_NO_CONTROLS)) > len(text) * _MOST_CONTROLS:
        raise _no_text(path)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _no_text(path: Path) -> NotAttached:
    return NotAttached(path, "has no text in it.", "Attach a file of plain text or code.")
