"""Text from outside: files that go along with a message, and how its lines end."""

from __future__ import annotations

import codecs
import re
import stat
from typing import TYPE_CHECKING

from app.core.errors import KnownError
from app.core.phrases import Phrase, phrase

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES = 4_000_000  # more than any model reads at once
_SNIFFED_BYTES = 4_096
_MOST_IN_A_RUN = 2  # bytes, on average
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]+")
# A few stand in logs and old texts; a PDF or a picture has many, whatever encoding is guessed.
_NO_CONTROLS = dict.fromkeys([*range(9), *range(14, 27), *range(28, 32), 127, *range(128, 160)])
_MOST_CONTROLS = 0.002
_FEW_CONTROLS, _LETTERS_FOR_EACH = 4, 8  # so many are no sign of anything, in a short text
_GUESSED_BYTES = 200_000  # of each end; guessing takes seconds for all of a large file
_NUL, _NUL_SHOWN = "\0", "\u2400"


class NotAttached(KnownError):
    """A file cannot go along with a message."""

    def __init__(self, path: Path, what: Phrase, remedy: Phrase) -> None:
        super().__init__(
            what=what,
            effect=phrase("It was not attached; your message is unchanged."),
            remedy=remedy,
            detail=str(path),
        )


class NoText(NotAttached):
    """A file holds something else than text."""


def read_text_file(path: Path) -> str:
    """Return the text of a file, in whatever encoding it is written.

    Raises:
        NoText: it holds something else.
        NotAttached: it is too large, or cannot be read.
    """
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise NotAttached(
                path,
                phrase("“{name}” is a folder.", name=path.name),
                phrase("Attach the files in it."),
            )
        if not stat.S_ISREG(found.st_mode):
            raise NotAttached(
                path,
                phrase("“{name}” is not a text file.", name=path.name),
                phrase("Attach a file that contains text."),
            )
        if found.st_size > MAX_BYTES:
            raise NotAttached(
                path,
                phrase(
                    "“{name}” is larger than {limit} MB, more than any model reads.",
                    name=path.name,
                    limit=MAX_BYTES // 1_000_000,
                ),
                phrase("Attach the part that matters."),
            )
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise NotAttached(
            path,
            phrase("Hearth cannot read “{name}”: {error}.", name=path.name, error=error),
            phrase("Check that it exists."),
        ) from error
    text = decoded(data)
    if text is None:
        raise _no_text(path)
    return text


def decoded(data: bytes) -> str | None:
    """Return the text that bytes are in some encoding, or None where they are something else."""
    for decode in (_as_unicode, _as_western, _as_guessed):
        text = decode(data)
        if text is not None and _is_text(text):
            return one_line_end(text.removeprefix("\ufeff")).replace(_NUL, _NUL_SHOWN)
    return None


def one_line_end(text: str) -> str:
    """Return a text whose lines end as ours do, whatever ends them elsewhere."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _as_unicode(data: bytes) -> str | None:
    """Decode UTF-8, or UTF-16 by its mark or by the zeros between Latin letters."""
    encoding = "utf-8"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    elif data[1:_SNIFFED_BYTES:2].count(0) > min(len(data), _SNIFFED_BYTES) // 5:
        encoding = "utf-16-le"
    elif data[:_SNIFFED_BYTES:2].count(0) > min(len(data), _SNIFFED_BYTES) // 5:
        encoding = "utf-16-be"
    return _strictly(data, encoding)


def _as_western(data: bytes) -> str | None:
    """Decode text in which letters beyond ASCII stand alone, as in the languages of the west.

    In others they stand in words, or two bytes make a letter.
    """
    runs = _BEYOND_ASCII.findall(data)
    n_others = sum(map(len, runs))
    stand_alone = n_others <= _MOST_IN_A_RUN * len(runs) and n_others <= len(data) // 2
    return _strictly(data, "cp1252") if stand_alone else None


def _as_guessed(data: bytes) -> str | None:
    from charset_normalizer import from_bytes  # which takes its time, and most files are UTF-8

    best = from_bytes(_ends(data)).best()
    return None if best is None else _strictly(data, best.encoding)


def _ends(data: bytes) -> bytes:
    """Return the beginning and the end of a large file, whole lines where it has lines."""
    if len(data) <= 2 * _GUESSED_BYTES:
        return data
    head, tail = data[:_GUESSED_BYTES], data[-_GUESSED_BYTES:]
    return head[: head.rfind(b"\n") + 1 or None] + tail[tail.find(b"\n") + 1 :]


def _strictly(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _is_text(text: str) -> bool:
    n_controls = len(text) - len(text.translate(_NO_CONTROLS))
    few = min(_FEW_CONTROLS, len(text) // _LETTERS_FOR_EACH)
    return n_controls <= max(few, len(text) * _MOST_CONTROLS)


def _no_text(path: Path) -> NoText:
    return NoText(
        path,
        phrase("“{name}” contains no text.", name=path.name),
        phrase("Attach plain text or code."),
    )
