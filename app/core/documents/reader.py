"""The door to documents: a file goes in, its text comes out, and the hash of what was read.

A file is read once, by this process. What its bytes say is for the child alone (`decoding`, and
`parsers` here), which may take so much time and memory and no more.

Threads: any; `read` takes seconds, and one document is read at a time.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import stat
from typing import TYPE_CHECKING, Any, Final

import msgspec

from app.core.decoding.decoder import Decoder, DecoderFailed, DecoderNotStarted
from app.core.decoding.wire import DecodingRefused
from app.core.documents.refusals import DocumentRefused, Reason
from app.core.documents.text import DocumentText
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.documents.refusals import FileVersion
    from app.core.system.stop_signal import StopSignal

MAX_FILE_BYTES: Final = 200_000_000
MAX_TEXT_BYTES: Final = 32_000_000
MAX_ATTACHED_BYTES: Final = 4_000_000  # of text with a message: more than any model reads
MOST_PAGES: Final = 20  # of a scan with a message, as pictures; each costs hundreds of tokens
_OPEN = (
    os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)  # a pipe would wait
)
_MAX_PICTURE_BYTES = 32_000_000
_PDF, _PDF_WITHIN = b"%PDF-", 1024  # bytes in which readers look for the mark
_MAX_FACTS_BYTES = 4_000_000  # title and pages
_TRIES = 3  # where a file changes while it is read
_REASONS = {"memory": Reason.FAILED, "decoder": Reason.FAILED}  # codes of the child's own

logger = logging.getLogger(__name__)


class ReadDocument(PlainValue, frozen=True):
    """What was read of a file.

    Attributes:
        text: what it says.
        digest: BLAKE2b-256 of the bytes that were read, in hex.
        n_bytes: how many they were.
        modified_ns: when the file had been changed last, in nanoseconds since 1970.
    """

    text: DocumentText
    digest: str
    n_bytes: int
    modified_ns: int


class DocumentReader:
    """Reads documents of users.

    Args:
        decoder: asks the child; another than the usual one.
        max_file_bytes: of the largest file that is read.
    """

    def __init__(
        self, decoder: Decoder | None = None, *, max_file_bytes: int = MAX_FILE_BYTES
    ) -> None:
        self._decoder = decoder if decoder is not None else Decoder()
        self._max_file_bytes = max_file_bytes

    def close(self) -> None:
        """End the child; who waits for it is told that it failed."""
        self._decoder.close()

    def read(
        self, path: Path, stop: StopSignal | None = None, max_text_bytes: int = MAX_TEXT_BYTES
    ) -> ReadDocument:
        """Return the text of a document, which is never blank.

        Args:
            path: where it lies.
            stop: ends it, also in the middle.
            max_text_bytes: of the longest text that is taken, in UTF-8.

        Raises:
            TransferStopped: `stop` was called.
            DocumentRefused: it has no text that can be read; says why, and what helps.
        """
        name = path.name
        data, modified_ns = self._bytes(path)
        if not data:
            raise DocumentRefused(Reason.EMPTY, name)
        text = self._text(name, data, stop, max_text_bytes)
        if text.is_scan:
            n_pages = len(text.page_starts) if _PDF in data[:_PDF_WITHIN] else 0
            version = (len(data), modified_ns)
            raise DocumentRefused(Reason.SCAN, name, n_pages=n_pages, version=version)
        if not text.text.strip():
            raise DocumentRefused(Reason.WORDLESS, name)
        digest = hashlib.blake2b(data, digest_size=32).hexdigest()
        return ReadDocument(text, digest, len(data), modified_ns)

    def text_of(self, name: str, data: bytes, stop: StopSignal | None = None) -> DocumentText:
        """Return what bytes say that lie in no file of the user's.

        Args:
            name: what they are called in sentences.

        Raises:
            TransferStopped: `stop` was called.
            DocumentRefused: they have no text that can be read; says why.
        """
        text = self._text(name, data, stop, MAX_TEXT_BYTES)
        if text.is_scan:
            raise DocumentRefused(Reason.SCAN, name)
        return text

    def page(
        self,
        path: Path,
        number: int,
        stop: StopSignal | None = None,
        version: FileVersion | None = None,
    ) -> bytes:
        """Return a page of a PDF as a picture, a JPEG file.

        Args:
            path: where the PDF lies.
            number: of the page, from 1.
            stop: ends it, also in the middle.
            version: of the file that is meant; None for any.

        Raises:
            TransferStopped: `stop` was called.
            DocumentRefused: it cannot be drawn, or is another version by now.
        """
        data, modified_ns = self._bytes(path)
        if version is not None and version != (len(data), modified_ns):
            raise DocumentRefused(Reason.CHANGED, path.name)
        question = {"task": "page", "n_bytes": len(data), "page": number}
        try:
            return self._decoder.ask(question, _MAX_PICTURE_BYTES, data, stop)[1]
        except DecodingRefused as refusal:
            raise _by_child(path.name, refusal.said, MAX_TEXT_BYTES) from refusal
        except DecoderFailed as error:
            raise _given_up(path.name, error) from error

    def _bytes(self, path: Path) -> tuple[bytes, int]:
        """Return all bytes of a file as they were at one time, and when it was changed last."""
        name = path.name
        try:
            with os.fdopen(_opened(path), "rb", buffering=0) as file:
                for _ in range(_TRIES):
                    before = os.fstat(file.fileno())
                    if before.st_size > self._max_file_bytes:
                        limit = self._max_file_bytes // 1_000_000
                        raise DocumentRefused(Reason.LARGE, name, limit=limit)
                    file.seek(0)
                    data = file.read(before.st_size) or b""
                    after = os.fstat(file.fileno())
                    if (len(data), before.st_mtime_ns) == (after.st_size, after.st_mtime_ns):
                        return data, after.st_mtime_ns
        except OSError as error:
            raise _unopened(path, error) from error
        raise DocumentRefused(Reason.CHANGING, name)

    def _text(
        self, name: str, data: bytes, stop: StopSignal | None, max_text_bytes: int
    ) -> DocumentText:
        question = {"task": "document", "n_bytes": len(data), "max_text_bytes": max_text_bytes}
        try:
            _, answer = self._decoder.ask(question, max_text_bytes + _MAX_FACTS_BYTES, data, stop)
            return msgspec.msgpack.decode(answer, type=DocumentText)
        except DecodingRefused as refusal:
            raise _by_child(name, refusal.said, max_text_bytes) from refusal
        except (DecoderFailed, msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise _given_up(name, error) from error


def _opened(path: Path) -> int:
    """Open an ordinary file and return its descriptor.

    Raises:
        DocumentRefused: it is something else.
        OSError: it cannot be opened.
    """
    try:
        descriptor = os.open(path, _OPEN)
    except ValueError as error:  # a name that no system has
        raise DocumentRefused(Reason.MISSING, path.name, repr(error)) from error
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        raise DocumentRefused(Reason.FOLDER if stat.S_ISDIR(mode) else Reason.SPECIAL, path.name)
    return descriptor


def _unopened(path: Path, error: OSError) -> DocumentRefused:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return DocumentRefused(Reason.MISSING, path.name, repr(error))
    with contextlib.suppress(OSError):
        if path.is_dir():  # Windows opens no folder
            return DocumentRefused(Reason.FOLDER, path.name)
    return DocumentRefused(Reason.UNREADABLE, path.name, repr(error), error=error.strerror or error)


def _given_up(name: str, error: Exception) -> DocumentRefused:
    logger.info("a document could not be read: %s", error)
    may_pass = isinstance(error, DecoderNotStarted)
    return DocumentRefused(Reason.FAILED, name, str(error), may_pass=may_pass)


def _by_child(name: str, said: dict[str, Any], max_text_bytes: int) -> DocumentRefused:
    """Return the refusal for a reason that the child gave, whatever it said."""
    code, detail = said.get("code"), str(said.get("detail", ""))[:2000]
    in_child = (Reason.UNKNOWN, Reason.OLD, Reason.LOCKED, Reason.BOMB, Reason.LONG)
    reason = next((one for one in in_child if one == code), Reason.DAMAGED)
    limit = max_text_bytes // 1_000_000
    return DocumentRefused(_REASONS.get(str(code), reason), name, detail, limit=limit)
