"""What a file is, by its first bytes; its name says nothing.

Reads a few bytes at fixed places, and nothing of what a file says of itself is believed further.

The name of a file as it is shown: one line, no path, not longer than a window is wide.

Threads: pure functions, any thread.
Source: the specifications of the formats; brands of ISO files as mp4ra.org lists them.
"""

from __future__ import annotations

import enum
import re
from typing import TYPE_CHECKING, Final

from app.core.content.media import MediaKind
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Sequence


LONGEST: Final = 120  # characters
_LONGEST_SUFFIX = 12
_FORBIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufdd0-\ufdef\ufffe\uffff]")
_NO_CHARACTER = re.compile(r"[\ud800-\udfff]")  # bytes of a name that are no text
# They turn the letters around them: what ends in "gpj.exe" would be shown as an "exe.jpg".
_TURNING = dict.fromkeys(
    [*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C, 0xFEFF]
)
_NOT_ON_WINDOWS = re.compile(r'[<>:"|?*]')
_DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9¹²³])", re.IGNORECASE)


def shown_name(name: str, otherwise: str = "file") -> str:
    """Return a name to show, and to offer where the file is saved again.

    Args:
        name: as a user, a web page or another program gave it; may be a path of any system.
        otherwise: what it is called where nothing is left of its name.
    """
    last = re.split(r"[/\\]", name)[-1].translate(_TURNING)
    plain = _NO_CHARACTER.sub("\ufffd", _FORBIDDEN.sub(" ", last))
    plain = re.sub(r"\s+", " ", plain).strip().rstrip(". ")
    if len(plain) > LONGEST:
        stem, dot, suffix = plain.rpartition(".")
        if stem and len(suffix) <= _LONGEST_SUFFIX:
            plain = stem[: LONGEST - len(suffix) - 2] + "…" + dot + suffix
        else:
            plain = plain[: LONGEST - 1] + "…"
    if not plain.strip(". "):
        return otherwise
    return f"_{plain}" if _DEVICE.fullmatch(plain.split(".")[0].rstrip()) else plain


def saved_name(name: str, suffixes: Sequence[str]) -> str:
    """Return a name for a copy of a file, which every system takes.

    Args:
        name: as it is known.
        suffixes: how it may end, in small letters; where it ends otherwise, the first is added.
    """
    plain = _NOT_ON_WINDOWS.sub("_", shown_name(name)).lstrip(".")
    return plain if plain.lower().endswith(tuple(suffixes)) else f"{plain}{suffixes[0]}"


HEAD_BYTES: Final = 4096

_SVG = re.compile(rb"<svg[\s>]", re.IGNORECASE)
_PDF_WITHIN = 1024  # bytes in which a reader looks for the mark


class Advice(enum.Enum):
    """What helps with a format that is refused."""

    SAVE_AS_PICTURE = enum.auto()
    SAVE_AS_SOUND = enum.auto()
    TAKE_FROM_VIDEO = enum.auto()
    SAVE_PAGES = enum.auto()


class Readable(PlainValue, frozen=True):
    """A format that is read.

    Attributes:
        kind: what its files hold.
        name: as the decoders call it.
    """

    kind: MediaKind
    name: str

    @property
    def suffixes(self) -> tuple[str, ...]:
        """How names of its files end, in small letters, the usual way first."""
        return _SUFFIXES[self.name]


class RefusedFormat(PlainValue, frozen=True):
    """A format that is known and not read.

    Attributes:
        name: as users know it.
        advice: what to do instead.
    """

    name: str
    advice: Advice


def format_of(head: bytes) -> Readable | RefusedFormat | None:
    """Return what a file is.

    Args:
        head: its first `HEAD_BYTES`, or all of a shorter one.

    Returns:
        None where it is nothing that is known here.
    """
    for mark, found in _BY_MARK:
        if head.startswith(mark):
            return found
    if head.startswith(b"BM") and head[14:18] in _BITMAP_HEADERS:  # as a text may
        return _picture("BMP")
    return _in_container(head) or _in_text(head) or _mpeg(head)


def _picture(name: str) -> Readable:
    return Readable(MediaKind.IMAGE, name)


def _sound(name: str) -> Readable:
    return Readable(MediaKind.SOUND, name)


def _no_picture(name: str) -> RefusedFormat:
    return RefusedFormat(name, Advice.SAVE_AS_PICTURE)


def _no_sound(name: str) -> RefusedFormat:
    return RefusedFormat(name, Advice.SAVE_AS_SOUND)


def _video(name: str) -> RefusedFormat:
    return RefusedFormat(name, Advice.TAKE_FROM_VIDEO)


_SUFFIXES: Final = {
    "PNG": (".png",),
    "JPEG": (".jpg", ".jpeg", ".jpe", ".jfif"),
    "GIF": (".gif",),
    "TIFF": (".tif", ".tiff"),
    "BMP": (".bmp", ".dib"),
    "WEBP": (".webp",),
    "FLAC": (".flac",),
    "OGG": (".ogg", ".oga", ".opus"),
    "MP3": (".mp3",),
    "WAV": (".wav", ".wave"),
}

# How long the second header of a BMP may be: it is what tells one from a text.
_BITMAP_HEADERS: Final = {n.to_bytes(4, "little") for n in (12, 16, 40, 52, 56, 64, 108, 124)}

# The first mark that fits counts.
_BY_MARK: Final[tuple[tuple[bytes, Readable | RefusedFormat], ...]] = (
    (b"\x89PNG\r\n\x1a\n", _picture("PNG")),
    (b"\xff\xd8\xff", _picture("JPEG")),
    (b"GIF87a", _picture("GIF")),
    (b"GIF89a", _picture("GIF")),
    (b"II*\0\x10\0\0\0CR", _no_picture("CR2 (RAW)")),
    (b"II*\0", _picture("TIFF")),
    (b"MM\0*", _picture("TIFF")),
    (b"II+\0", _picture("TIFF")),
    (b"MM\0+", _picture("TIFF")),
    (b"IIRO", _no_picture("ORF (RAW)")),
    (b"IIRS", _no_picture("ORF (RAW)")),
    (b"IIU\0", _no_picture("RW2 (RAW)")),
    (b"FUJIFILMCCD-RAW", _no_picture("RAF (RAW)")),
    (b"8BPS", _no_picture("Photoshop")),
    (b"\xff\x0a", _no_picture("JPEG XL")),
    (b"\0\0\0\x0cJXL ", _no_picture("JPEG XL")),
    (b"\0\0\0\x0cjP  ", _no_picture("JPEG 2000")),
    (b"\xffO\xffQ", _no_picture("JPEG 2000")),
    (b"\0\0\x01\0", _no_picture("ICO")),
    (b"fLaC", _sound("FLAC")),
    (b"OggS", _sound("OGG")),
    (b"ID3", _sound("MP3")),
    (b"caff", _no_sound("Core Audio")),
    (b".snd", _no_sound("AU")),
    (b"wvpk", _no_sound("WavPack")),
    (b"MAC ", _no_sound("Monkey's Audio")),
    (b"#!AMR", _no_sound("AMR")),
    (b"MThd", _no_sound("MIDI")),
    (b"0&\xb2u\x8ef\xcf\x11", _video("Windows Media")),
    (b"\x1aE\xdf\xa3", _video("WebM or Matroska")),
    (b"FLV\x01", _video("Flash Video")),
    (b"\0\0\x01\xba", _video("MPEG")),
    (b"\0\0\x01\xb3", _video("MPEG")),
)

# Of a RIFF file.
_BY_FORM: Final[dict[bytes, Readable | RefusedFormat]] = {
    b"WEBP": _picture("WEBP"),
    b"WAVE": _sound("WAV"),
    b"AVI ": _video("AVI"),
}

# Inside the box "ftyp" of ISO files, the first that is named anywhere in it.
_BY_BRAND: Final[tuple[tuple[tuple[bytes, ...], RefusedFormat], ...]] = (
    ((b"avif", b"avis"), _no_picture("AVIF")),
    ((b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1"), _no_picture("HEIC")),
    ((b"crx ",), _no_picture("CR3 (RAW)")),
    ((b"M4A ", b"M4B ", b"M4P "), _no_sound("M4A")),
    ((b"qt  ",), _video("QuickTime")),
)


def _in_container(head: bytes) -> Readable | RefusedFormat | None:
    """Return what lies in a RIFF, IFF or ISO file."""
    form = head[8:12]
    if head[:4] in (b"RIFF", b"RF64"):
        return _BY_FORM.get(form)
    if head[:4] == b"FORM" and form in (b"AIFF", b"AIFC"):
        return _no_sound("AIFF")
    if head[4:8] == b"ftyp":
        brands = head[8 : max(16, min(int.from_bytes(head[:4], "big"), 256))]
        named = {brands[at : at + 4] for at in range(0, len(brands), 4)}
        for some, found in _BY_BRAND:
            if named.intersection(some):
                return found
        return _video("MP4")
    return None


def _in_text(head: bytes) -> RefusedFormat | None:
    if b"%PDF-" in head[:_PDF_WITHIN]:
        return RefusedFormat("PDF", Advice.SAVE_PAGES)
    # Any encoding of two bytes a character falls together to one.
    if _SVG.search(head.replace(b"\0", b"")):
        return _no_picture("SVG")
    return None


def _mpeg(head: bytes) -> Readable | RefusedFormat | None:
    """Return what begins with a frame of MPEG audio, or with packets of a transport stream."""
    if len(head) < 4:
        return None
    if head[0] == 0xFF and head[1] & 0xF6 == 0xF0:
        return _no_sound("AAC")
    has_layer = head[1] & 0x06 != 0
    has_version = head[1] & 0x18 != 0x08
    has_rates = head[2] & 0xF0 != 0xF0 and head[2] & 0x0C != 0x0C
    if head[0] == 0xFF and head[1] & 0xE0 == 0xE0 and has_layer and has_version and has_rates:
        return _sound("MP3")
    if head[0] == 0x47 and len(head) > 376 and head[188] == head[376] == 0x47:
        return _video("MPEG")
    return None
