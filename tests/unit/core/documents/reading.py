"""Libraries whose reader takes the bytes of a file for its text."""

from __future__ import annotations

import hashlib
import threading
from typing import TYPE_CHECKING

from app.core.documents.library import DocumentLibrary
from app.core.documents.text import DocumentText
from app.core.errors import ErrorRow
from app.core.phrases import phrase
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.documents.refusals import FileVersion
    from app.core.system.stop_signal import StopSignal

REFUSED = ErrorRow(phrase("“{name}” holds no text."), phrase("It was left out."))
LOOK_S = 120.0


class PlainRead(PlainValue, frozen=True):
    text: DocumentText
    digest: str
    n_bytes: int
    modified_ns: int


class PlainReader:
    """Reads text files.

    Attributes:
        read_paths: of all that was read, in order.
        before: called before a file is read.
        behind: called when a file was read.
        shown_as: what it makes of the text of a file, which stands for "{}".
    """

    def __init__(self) -> None:
        self.read_paths: list[Path] = []
        self.before: Callable[[Path], object] = lambda _path: None
        self.behind: Callable[[Path], object] = lambda _path: None
        self.shown_as = "{}"
        self.is_closed = threading.Event()

    def read(
        self, path: Path, _stop: StopSignal | None = None, _max_text_bytes: int = 0
    ) -> PlainRead:
        self.before(path)
        status, data = path.stat(), path.read_bytes()
        self.read_paths.append(path)
        self.behind(path)
        if b"\0" in data:
            raise REFUSED(name=path.name)
        said = data.decode("utf-8", "replace").replace("\r\n", "\n")
        text = DocumentText("", self.shown_as.replace("{}", said))
        digest = hashlib.blake2b(data, digest_size=32).hexdigest()
        return PlainRead(text, digest, len(data), status.st_mtime_ns)

    def page(
        self,
        path: Path,
        _number: int,
        _stop: StopSignal | None = None,
        _version: FileVersion | None = None,
    ) -> bytes:
        raise REFUSED(name=path.name)

    def close(self) -> None:
        self.is_closed.set()


def plain_library(folder: Path, reader: PlainReader | None = None) -> DocumentLibrary:
    reader = PlainReader() if reader is None else reader
    return DocumentLibrary(folder / "documents.sqlite3", folder / "documents.json", reader)
