"""Web pages: which characters they are written in, and their text as Markdown.

Threads: pure functions.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, Final

from app.core.content.text_files import decoded, decoded_as, mostly_unicode
from app.core.documents.parsers.html_markdown import html_title, html_to_markdown
from app.core.documents.parsers.markdown_text import as_it_is, document

if TYPE_CHECKING:
    from app.core.documents.text import DocumentText

_SAID_WITHIN = 2048  # bytes
_ENCODING = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?([\w.:-]+)""", re.I)
BEGINNING: Final = re.compile(
    r"(?>\s*(?:<\?xml[^>]*>|<!--.*?-->))*+\s*<(?:!doctype\s+html|html[\s>])", re.I | re.S
)


def named_html(data: bytes) -> str | None:
    """Return HTML in the encoding that its head names; None where it names none, or is in another.

    What names UTF-8 may have some broken bytes.
    """
    said = _ENCODING.search(data[:_SAID_WITHIN])
    text = None
    if said and not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = decoded_as(data, said[1].decode("ascii"))
        if text is None and said[1].lower() in (b"utf-8", b"utf8"):
            text = mostly_unicode(data)
    return text


def html_of(data: bytes) -> str:
    """Return HTML as text, in the encoding that it names, or in which it can be read."""
    return named_html(data) or decoded(data) or data.decode("utf-8", "replace")


def read_html(data: bytes) -> DocumentText:
    """Return the text of a web page; of one without words, which is a picture or a program, all."""
    html = html_of(data)
    text = html_to_markdown(html)
    return document([text], title=html_title(html), has_pages=False) if text else as_it_is(html)
