"""Pictures and sounds on a page: inside it as far as that is sensible, else by their names.

Only what begins as one of a few formats that every browser shows is put into the page, and under
the type that its bytes say: never SVG, which is a document of its own with scripts.

Threads: pure functions that read files; any but the interface's.
"""

from __future__ import annotations

import base64
import html
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.core.interchange.written_message import medium_line

if TYPE_CHECKING:
    from app.core.content import MediaFile
    from app.core.interchange.original_files import OriginalFiles

MOST_OF_FILE: Final = 8 << 20  # bytes that one file may have on a page
MOST_OF_PAGE: Final = 64 << 20  # that all of them may have
_MISSING = "the file is no longer there"
_NOT_INSIDE = "not on this page"
_BEGINNINGS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"BM", "image/bmp"),
    (b"fLaC", "audio/flac"),
    (b"OggS", "audio/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"\xff\xfb", "audio/mpeg"),
    (b"\xff\xf3", "audio/mpeg"),
)
_OF_RIFF = {b"WEBP": "image/webp", b"WAVE": "audio/wav"}


@dataclass
class MediaOnPage:
    """What is put into one page.

    Args:
        files: the originals.

    Attributes:
        n_left: bytes that still may be put into it.
    """

    files: OriginalFiles
    n_left: int = MOST_OF_PAGE

    def shown(self, medium: MediaFile) -> str:
        """Return a medium as HTML."""
        words = html.escape(medium_line(medium))
        if self.files.place_of(medium) is None:
            return f'<p class="facts">{words} ({_MISSING})</p>'
        data = self.files.read(medium, min(MOST_OF_FILE, self.n_left))
        address = None if data is None else data_address(data)
        if data is None or address is None:
            return f'<p class="facts">{words} ({_NOT_INSIDE})</p>'
        self.n_left -= len(data)
        alt = html.escape(medium.alt_text or medium.name)
        if address.startswith("data:image/"):
            inside = f'<img src="{address}" alt="{alt}">'
        else:
            inside = f'<audio controls src="{address}" aria-label="{alt}"></audio>'
        return f"<figure>{inside}<figcaption>{words}</figcaption></figure>"


def data_address(data: bytes) -> str | None:
    """Return bytes as an address that holds them; None for what not every browser shows."""
    kind = next((kind for begin, kind in _BEGINNINGS if data.startswith(begin)), None)
    if data[:4] == b"RIFF":
        kind = _OF_RIFF.get(data[8:12])
    if kind is None:
        return None
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"
