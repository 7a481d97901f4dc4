"""Small documents as other programs write them: a PDF writer, and the parts of a DOCX."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeAlias

    # Lines of a page: text, and height of its letters.
    Lines: TypeAlias = Sequence[tuple[str, float]]

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PICTURE = (
    b"<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray "
    b"/BitsPerComponent 8 /Length 4 >>\nstream\n\x00\xff\xff\x00\nendstream"
)


def pdf(pages: Sequence[Lines], *, title: str = "", more: str = "") -> bytes:
    """Return a PDF in which each page has these lines; a page without any is a picture.

    Args:
        more: what else stands in the catalogue.
    """
    n_pages = len(pages)
    kids = " ".join(f"{5 + 2 * number} 0 R" for number in range(n_pages))
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R {more} >>".encode(),
        f"<< /Type /Pages /Count {n_pages} /Kids [{kids}] >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        _PICTURE,
    ]
    for number, lines in enumerate(pages):
        drawn = _drawn(lines) if lines else b"q 500 0 0 700 50 50 cm /Im1 Do Q"
        packed = zlib.compress(drawn)
        objects += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {6 + 2 * number} 0 R "
            "/Resources << /Font << /F1 3 0 R >> /XObject << /Im1 4 0 R >> >> >>".encode(),
            f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode()
            + packed
            + b"\nendstream",
        ]
    objects.append(f"<< /Title ({title}) >>".encode())
    return pdf_of(objects, f"/Info {len(objects)} 0 R")


def _drawn(lines: Lines) -> bytes:
    drawn, y = [], 750.0
    for text, size in lines:
        y -= 1.2 * size
        written = text.encode("cp1252").replace(b"\\", b"\\\\")
        written = written.replace(b"(", b"\\(").replace(b")", b"\\)")
        drawn.append(f"BT /F1 {size} Tf 60 {y:.1f} Td (".encode() + written + b") Tj ET")
    return b"\n".join(drawn)


def pdf_of(objects: Sequence[bytes], trailer: str = "") -> bytes:
    """Return a file of objects, numbered from 1; the first is its catalogue."""
    file, places = bytearray(b"%PDF-1.7\n"), []
    for number, content in enumerate(objects, 1):
        places.append(len(file))
        file += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    begin = len(file)
    file += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    file += b"".join(f"{place:010d} 00000 n \n".encode() for place in places)
    file += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R {trailer} >>\n".encode()
    return bytes(file + f"startxref\n{begin}\n%%EOF\n".encode())


def archive(parts: Mapping[str, str | bytes]) -> bytes:
    """Return a zip archive with these files."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as written:
        for name, content in parts.items():
            written.writestr(name, content)
    return file.getvalue()


def relations(targets: Mapping[str, tuple[str, str]]) -> str:
    """Return the part that says what another belongs with: id, kind and target."""
    inside = "".join(
        f'<Relationship Id="{name}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for name, (kind, target) in targets.items()
    )
    return f'<Relationships xmlns="{_RELATIONS}">{inside}</Relationships>'


def docx(body: str, more: Mapping[str, str | bytes] | None = None) -> bytes:
    """Return a DOCX with this body, WordprocessingML with the prefix w.

    Args:
        more: other parts.
    """
    types = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/word/document.xml" ContentType="application/'
        'vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
    )
    styles = "".join(
        '<w:style w:type="paragraph" '
        f'w:styleId="Heading{n}"><w:name w:val="heading {n}"/></w:style>'
        for n in (1, 2)
    )
    return archive(
        {
            "[Content_Types].xml": types,
            "_rels/.rels": relations({"r1": ("officeDocument", "word/document.xml")}),
            "word/_rels/document.xml.rels": relations({"r1": ("styles", "styles.xml")}),
            "word/styles.xml": f'<w:styles xmlns:w="{WORD}">{styles}</w:styles>',
            "word/document.xml": (
                f'<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>'
            ),
            **(more or {}),
        }
    )


def paragraph(text: str, style: str = "") -> str:
    """Return a paragraph of a DOCX."""
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}<w:r><w:t>{text}</w:t></w:r></w:p>"


def word_table(rows: Sequence[Sequence[str]]) -> str:
    """Return a table of a DOCX."""
    written = "".join(
        "<w:tr>" + "".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in row) + "</w:tr>"
        for row in rows
    )
    return f"<w:tbl>{written}</w:tbl>"
