"""Finds what a document is, and has it read.

Its first bytes and what lies in it say what it is; its name is never asked.

Threads: one, in the child; each parser is imported when it is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.content.text_files import decoded, is_text
from app.core.decoding.wire import DecodingRefused
from app.core.documents.parsers.markdown_text import as_it_is

if TYPE_CHECKING:
    from app.core.documents.parsers.safe_zip import SafeZip
    from app.core.documents.text import DocumentText

_PDF, _PDF_WITHIN = b"%PDF-", 1024  # bytes in which readers look for the mark
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_RTF = b"{\\rtf"
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # a compound file
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")  # what a locked DOCX lies in, in such a file


def parsed(data: bytes) -> DocumentText:
    """Return the text of a document.

    Raises:
        DecodingRefused: it has none that can be read; the code is a `refusals.Reason`.
        Exception: it is damaged.
    """
    if data.startswith(_PDF) or (_PDF in data[:_PDF_WITHIN] and decoded(data) is None):
        from app.core.documents.parsers.pdf import read_pdf

        return read_pdf(data)
    if data.startswith(_ZIP):
        from app.core.documents.parsers.safe_zip import SafeZip

        return _read_archive(SafeZip(data))
    if data.startswith(_OLD_OFFICE):
        raise DecodingRefused("locked" if _ENCRYPTED in data else "old")
    if data.startswith(_RTF):
        from app.core.documents.parsers.rich_text import read_rtf

        return read_rtf(data)
    return _read_text(data)


def _read_text(data: bytes) -> DocumentText:
    """Return a mail, a web page, or a text as it is.

    A table of values with commas or tabs stays so: models have read many, and bars and dashes
    would cost tokens and tell them nothing.

    Raises:
        DecodingRefused: it is no text.
    """
    from app.core.documents.parsers.mail import is_mail

    if is_mail(data):
        from app.core.documents.parsers.mail import read_mail

        return read_mail(data)
    from app.core.documents.parsers.web_page import BEGINNING, named_html, read_html

    html = named_html(data)  # first: one broken byte, and no encoding fits the whole
    if html is not None and BEGINNING.match(html) and is_text(html):
        return read_html(data)
    text = decoded(data)
    if text is None:
        raise DecodingRefused("unknown")
    return read_html(data) if BEGINNING.match(text) else as_it_is(text)


def _read_archive(archive: SafeZip) -> DocumentText:
    """Return what an archive holds that is a document.

    Raises:
        DecodingRefused: it is none.
    """
    folders = {name.partition("/")[0] for name in archive.names}
    kind = (
        archive.read("mimetype")[:100].decode("ascii", "replace") if "mimetype" in folders else ""
    )
    if "word" in folders:
        from app.core.documents.parsers.word import read_docx

        return read_docx(archive)
    if "xl" in folders:
        from app.core.documents.parsers.sheets import read_xlsx

        return read_xlsx(archive)
    if "ppt" in folders:
        from app.core.documents.parsers.slides import read_pptx

        return read_pptx(archive)
    if "epub" in kind or "META-INF/container.xml" in archive.names:
        from app.core.documents.parsers.epub import read_epub

        return read_epub(archive)
    if "opendocument" in kind or "content.xml" in archive.names:
        from app.core.documents.parsers.opendocument import read_opendocument

        return read_opendocument(archive)
    raise DecodingRefused("unknown")
