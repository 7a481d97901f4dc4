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
        drawn = _drawn(lines) if lines else f"q {500 - number} 0 0 700 50 50 cm /Im1 Do Q".encode()
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


def opendocument(kind: str, body: str, more: Mapping[str, str | bytes] | None = None) -> bytes:
    """Return an OpenDocument file.

    Args:
        kind: "text", "spreadsheet" or "presentation".
        body: what is in its body, with the prefixes text, table, draw and presentation.
        more: other parts.
    """
    names = ["office", "text", "table", "draw", "presentation", "style", "xlink"]
    spaces = " ".join(
        f'xmlns:{one}="urn:oasis:names:tc:opendocument:xmlns:{one}:1.0"' for one in names
    )
    content = (
        f"<office:document-content {spaces}><office:automatic-styles>"
        '<text:list-style style:name="N"><text:list-level-style-number text:level="1" '
        'style:num-format="1"/></text:list-style></office:automatic-styles>'
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )
    mimetype = f"application/vnd.oasis.opendocument.{kind}"
    return archive({"mimetype": mimetype, "content.xml": content, **(more or {})})


def pptx(slides: Sequence[str], notes: str = "", chart: str = "") -> bytes:
    """Return a PPTX.

    Args:
        slides: shapes of each, with the prefixes p and a.
        notes: to the first slide.
        chart: series of a chart on the last slide.
    """
    spaces = (
        'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
        'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
        f'xmlns:r="{_OFFICE}"'
    )

    def tree(kind: str, shapes: str) -> str:
        inside = f"<p:cSld><p:spTree>{shapes}</p:spTree></p:cSld>"
        return f"<p:{kind} {spaces}>{inside}</p:{kind}>"

    numbers = range(len(slides), 0, -1)  # names of parts say nothing of their order
    ids = "".join(f'<p:sldId id="{256 + n}" r:id="r{n}"/>' for n in numbers)
    parts = {
        f"ppt/slides/slide{n}.xml": tree("sld", one) for n, one in zip(numbers, slides, strict=True)
    }
    if notes:
        target = {"n": ("notesSlide", "../notesSlides/notesSlide1.xml")}
        parts[f"ppt/slides/_rels/slide{len(slides)}.xml.rels"] = relations(target)
        parts["ppt/notesSlides/notesSlide1.xml"] = tree("notes", shape(notes, "body"))
    if chart:
        target = {"c": ("chart", "../charts/chart1.xml"), "d": ("chart", "../charts/gone.xml")}
        parts["ppt/slides/_rels/slide1.xml.rels"] = relations(target)
        parts["ppt/charts/chart1.xml"] = f"<chart>{chart}</chart>"
    return archive(
        {
            "ppt/presentation.xml": f"<p:presentation {spaces}><p:sldIdLst>{ids}</p:sldIdLst>"
            "</p:presentation>",
            "ppt/_rels/presentation.xml.rels": relations(
                {f"r{n}": ("slide", f"slides/slide{n}.xml") for n in numbers}
            ),
            **parts,
        }
    )


def shape(text: str, kind: str = "") -> str:
    """Return a shape of a PPTX; a blank begins a line that lies deeper.

    Args:
        text: its paragraphs.
        kind: of the placeholder that it fills; none for a box of text.
    """
    place = f'<p:ph type="{kind}"/>' if kind else ""
    paragraphs = "".join(
        f'<a:p><a:pPr lvl="{len(line) - len(line.lstrip())}"/>'
        f"<a:r><a:t>{line.strip()}</a:t></a:r></a:p>"
        for line in text.split("\n")
    )
    properties = f"<p:nvSpPr><p:nvPr>{place}</p:nvPr></p:nvSpPr>"
    return f"<p:sp>{properties}<p:txBody>{paragraphs}</p:txBody></p:sp>"


def epub(chapters: Sequence[str], more: Mapping[str, str | bytes] | None = None) -> bytes:
    """Return an EPUB, whose chapters are bodies of XHTML."""
    numbers = range(len(chapters))
    items = "".join(f'<item id="c{n}" href="c%20{n}.xhtml"/>' for n in numbers)
    spine = "".join(f'<itemref idref="c{n}"/>' for n in numbers)
    return archive(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:'
            'container"><rootfiles><rootfile full-path="OEBPS/a.opf"/></rootfiles></container>',
            "OEBPS/a.opf": '<package xmlns="http://www.idpf.org/2007/opf" '
            'xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>Book</dc:title>'
            f"</metadata><manifest>{items}</manifest><spine>{spine}</spine></package>",
            **{
                f"OEBPS/c {n}.xhtml": '<?xml version="1.0"?><!DOCTYPE html><html><head><title>t'
                f"</title></head><body>{one}</body></html>"
                for n, one in enumerate(chapters)
            },
            **(more or {}),
        }
    )


def xlsx(sheets: Mapping[str, Sequence[Sequence[object]]]) -> bytes:
    """Return an XLSX as openpyxl writes it."""
    import openpyxl

    book = openpyxl.Workbook()
    for name, rows in sheets.items():
        written = book.create_sheet(name)
        for row in rows:
            written.append(list(row))
    del book["Sheet"]
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


MAIL = """\
From: =?utf-8?q?J=C3=BCrgen?= <j@example.org>
To: a@example.org
Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=
Date: Mon, 30 Nov 2026 10:00:00 +0100
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/html; charset="utf-8"

<p style="display:none">preview</p><p>Hello <b>you</b></p>
--b
Content-Type: application/pdf
Content-Disposition: attachment; filename="invoice.pdf"

x
--b--
"""
RTF = rb"{\rtf1\ansi\ansicpg1252 Gr\'f6\'dfe\par {\trowd\cellx1 a\cell b\cell\row}}"
HTML = """<!doctype html><html><head><title>Page</title><style>p {}</style></head><body>
<h1>Page</h1><p>One <b>bold</b> <a href="https://example.org">link</a>.<p>Two
<ul><li>a<ul><li>b</ul><li>c</ul><table><tr><th>x<th>y<tr><td colspan=2>z</table>
<pre>code  here</pre><script>never()</script></body></html>"""


def samples_of_all() -> dict[str, bytes]:
    """Return a small document of each kind, by its name."""
    return {
        "a.pdf": pdf([[("Words of a page", 12.0)]]),
        "a.docx": docx(paragraph("Title", "Heading1") + paragraph("Words")),
        "a.xlsx": xlsx({"Budget": [["Item", "Cost"], ["Rent", 900.5]]}),
        "a.pptx": pptx([shape("Title", "title") + shape("Words", "body")]),
        "a.odt": opendocument(
            "text", '<text:h text:outline-level="2">Title</text:h><text:p>Words</text:p>'
        ),
        "a.epub": epub(["<h1>One</h1><p>Words</p>"]),
        "a.eml": MAIL.encode(),
        "a.rtf": RTF,
        "a.html": HTML.encode(),
        "a.txt": b"Words",
    }
