"""Pages of a PDF as pictures, drawn by pdfium: of scans, whose words only a model that sees reads.

Threads: one; pdfium is not safe for more.
"""

from __future__ import annotations

import io
from typing import Final

import pypdfium2
from PIL import JpegImagePlugin

from app.core.decoding.wire import DecodingRefused
from app.core.documents.parsers.pdf import opened

MAX_SIDE: Final = 2_000  # pixels; more than models look at, and letters are read well
_DOTS_PER_POINT = 150 / 72
_NO_MORE = 1 - 1e-9  # since pdfium rounds up
_QUALITY = 90


def page_picture(data: bytes, number: int) -> bytes:
    """Return a page as a JPEG file, its longer side `MAX_SIDE` pixels at most.

    Args:
        data: the PDF.
        number: of the page, from 1.

    Raises:
        DecodingRefused: the PDF is locked or damaged, or has no such page.
    """
    pdf = opened(data)
    if not 1 <= number <= len(pdf):
        raise DecodingRefused("damaged", detail=f"no page {number} of {len(pdf)}")
    try:
        page = pdf[number - 1]
        longest = max(*page.get_size(), 1.0)
        scale = _NO_MORE * min(_DOTS_PER_POINT, MAX_SIDE / longest)
        picture = page.render(scale=scale).to_pil().convert("RGB")
    except (pypdfium2.PdfiumError, ValueError) as error:
        raise DecodingRefused("damaged", detail=f"page {number}: {error}") from error
    file = io.BytesIO()
    picture.save(file, JpegImagePlugin.JpegImageFile.format, quality=_QUALITY)
    return file.getvalue()
