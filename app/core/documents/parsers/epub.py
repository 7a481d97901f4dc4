"""EPUB to Markdown: the chapters in the order of reading, each a page with its first heading.

Threads: one, in the child.
Source: EPUB 3.3, Open Container Format and Package Documents.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from app.core.decoding.wire import DecodingRefused
from app.core.documents.parsers.html_markdown import html_to_markdown
from app.core.documents.parsers.markdown_text import document
from app.core.documents.parsers.web_page import html_of

if TYPE_CHECKING:
    from app.core.documents.parsers.safe_zip import SafeZip
    from app.core.documents.text import DocumentText

_ENCRYPTION = "META-INF/encryption.xml"
_FONTS_ONLY = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
_HEADING = re.compile(r"^#{1,6} (.+)$", re.M)


def read_epub(archive: SafeZip) -> DocumentText:
    """Return the chapters of a book.

    Raises:
        DecodingRefused: it is locked or damaged.
    """
    if _ENCRYPTION in archive.names:
        ways = {one.get("Algorithm") for one in archive.xml(_ENCRYPTION).iter("EncryptionMethod")}
        if ways - set(_FONTS_ONLY):
            raise DecodingRefused("locked")
    root = archive.xml("META-INF/container.xml").find(".//rootfile")
    package_name = root.get("full-path", "") if root is not None else ""
    package = archive.xml(package_name)
    folder = posixpath.dirname(package_name)
    files = {
        item.get("id"): posixpath.normpath(posixpath.join(folder, unquote(item.get("href", ""))))
        for item in package.iterfind("manifest/item")
    }
    names = (files.get(one.get("idref"), "") for one in package.iterfind("spine/itemref"))
    chapters = [
        html_to_markdown(html_of(archive.read(one)))
        for one in dict.fromkeys(names)  # none may stand there twice
        if one in archive.names
    ]
    headings = [_HEADING.search(chapter) for chapter in chapters]
    return document(
        chapters,
        title=package.findtext("metadata/title") or "",
        names=[found[1] if found else str(at) for at, found in enumerate(headings, 1)],
    )
