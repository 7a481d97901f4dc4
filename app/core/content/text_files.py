"""Text from outside: in what encoding it is, and how its lines end."""

from __future__ import annotations

import codecs
import re

_SNIFFED_BYTES = 4_096
_MOST_IN_A_RUN = 2  # bytes, on average
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]+")
# A few stand in logs and old texts; a PDF or a picture has many, whatever encoding is guessed.
_NO_CONTROLS = dict.fromkeys([*range(9), *range(14, 27), *range(28, 32), 127, *range(128, 160)])
_MOST_CONTROLS = 0.002
_FEW_CONTROLS, _LETTERS_FOR_EACH = 4, 8  # so many are no sign of anything, in a short text
_GUESSED_BYTES = 200_000  # of each end; guessing takes seconds for all of a large file
# What is meant where another encoding is named, by its name in Python: as browsers read it.
_MEANT = {
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}
_NUL, _NUL_SHOWN = "\0", "\u2400"


def decoded(data: bytes) -> str | None:
    """Return the text that bytes are in some encoding, or None where they are something else."""
    for decode in (_as_unicode, _as_western, _as_guessed):
        text = decode(data)
        if text is not None and is_text(text):
            return one_line_end(text.removeprefix("\ufeff")).replace(_NUL, _NUL_SHOWN)
    return None


def decoded_as(data: bytes, label: str) -> str | None:
    """Return the text that bytes are in the encoding that they name, or None where they are not."""
    try:
        name = codecs.lookup(label).name
        return data.decode(_MEANT.get(name, name))
    except (LookupError, UnicodeError, ValueError):  # no name of an encoding has a zero in it
        return None


def mostly_unicode(data: bytes) -> str | None:
    """Return the text that bytes are in UTF-8 but for a few; None where others are no fewer.

    Pages that several programs have put together are like that.
    """
    text = data.decode("utf-8", "replace")
    n_broken = text.count("\ufffd")
    return text if 2 * n_broken < len(text) - sum(map(str.isascii, text)) else None


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


def is_text(text: str) -> bool:
    """Return whether decoded bytes may have been meant as text: few control characters."""
    n_controls = len(text) - len(text.translate(_NO_CONTROLS))
    few = min(_FEW_CONTROLS, len(text) // _LETTERS_FOR_EACH)
    return n_controls <= max(few, len(text) * _MOST_CONTROLS)
