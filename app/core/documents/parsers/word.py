"""DOCX to Markdown, by mammoth: its HTML keeps headings, lists, tables and footnotes.

Threads: one, in the child.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import mammoth

from app.core.documents.parsers.html_markdown import html_to_markdown
from app.core.documents.parsers.markdown_text import document

if TYPE_CHECKING:
    from app.core.documents.parsers.safe_zip import SafeZip
    from app.core.documents.text import DocumentText

_STYLES = """
p[style-name='Title'] => h1:fresh
p[style-name='Subtitle'] => p:fresh
p[style-name='Code'] => pre:separator('\n')
"""


def read_docx(archive: SafeZip) -> DocumentText:
    """Return the text of a DOCX."""
    archive.check_xml()
    html = mammoth.convert_to_html(
        io.BytesIO(archive.data),
        style_map=_STYLES,
        convert_image=mammoth.images.img_element(lambda _image: {}),
    )
    return document([html_to_markdown(html.value)], title=archive.title(), has_pages=False)
