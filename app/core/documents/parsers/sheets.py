"""XLSX to Markdown, by openpyxl: each sheet is a page with a table.

Threads: one, in the child.
"""

from __future__ import annotations

import datetime
import io
import re
from typing import TYPE_CHECKING, Any

import openpyxl

from app.core.decoding.wire import DecodingRefused
from app.core.documents.parsers.markdown_text import MAX_CHARACTERS, document, sheet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.documents.parsers.safe_zip import SafeZip
    from app.core.documents.text import DocumentText

_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")  # how XML writes characters that it may not have
# Excel can save in a strict form, which openpyxl does not know: the same under other names.
_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/")
_USUAL = rb"http://schemas.openxmlformats.org/\1/2006/"


def read_xlsx(archive: SafeZip) -> DocumentText:
    """Return the sheets that are shown, with the values that formulas had when it was saved.

    Raises:
        DecodingRefused: it holds too much.
    """
    archive.check_xml()
    data = archive.data
    if _STRICT.search(archive.read("xl/workbook.xml")):
        data = archive.rewritten(lambda part: _STRICT.sub(_USUAL, part))
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    shown = [one for one in book.worksheets if one.sheet_state == "visible"]
    return document(
        (sheet(one.title, list(_rows(one))) for one in shown),
        title=archive.title(),
        names=[one.title for one in shown],
    )


def _rows(worksheet: Any) -> Iterator[list[str]]:
    """Give rows that are not empty, none longer than what is in it."""
    worksheet.reset_dimensions()  # what a file says of its size may be far from it
    length = 0
    for row in worksheet.iter_rows(values_only=True):
        cells = ["" if value is None else _shown(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        length += sum(map(len, cells))
        if length > MAX_CHARACTERS:
            raise DecodingRefused("long")
        if cells:
            yield cells


def _shown(value: object) -> str:
    match value:
        case bool():
            return str(value).upper()
        case float():
            return f"{value:.15g}"  # 0.1 + 0.2 is 0.3, as every spreadsheet says
        case datetime.datetime() if value.time() == datetime.time():
            return value.date().isoformat()
        case datetime.datetime():
            return value.isoformat(" ", "seconds")
        case _:
            return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), str(value))
