"""DOCX to Markdown, by mammoth: its HTML keeps headings, lists, tables and footnotes.

Threads: one, in the child.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import mammoth

from app.core.documents.parsers.html_markdown import html_to_markdown
from app.core.documents.parsers.markdown_text import document

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from app.core.documents.parsers.safe_zip import SafeZip
    from app.core.documents.text import DocumentText

_MAIN = "word/document.xml"
_FORMULA = b"officeDocument/2006/math"
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STYLES = """
p[style-name='Title'] => h1:fresh
p[style-name='Subtitle'] => p:fresh
p[style-name='Code'] => pre:separator('\n')
"""


def _with_formulas(part: bytes) -> bytes:
    """Return XML in which formulas, which mammoth leaves out, are text in a line."""
    if _FORMULA not in part:
        return part
    root = ElementTree.fromstring(part)
    for parent in list(root.iter()):
        for at, child in enumerate(parent):
            if child.tag == f"{_MATH}oMath":
                run = ElementTree.Element(f"{_WORD}r")
                ElementTree.SubElement(run, f"{_WORD}t").text = f"${_linear(child)}$"
                run.tail = child.tail
                parent[at] = run
            elif child.tag == f"{_MATH}oMathPara":
                child.tag = f"{_WORD}smartTag"  # of which mammoth reads what is in it
    return ElementTree.tostring(root)


def _linear(element: Element) -> str:
    """Return a formula in one line: "(a+b)/2", "x^2"."""
    tag = element.tag.removeprefix(_MATH)
    if tag == "t":
        return element.text or ""
    parts = {child.tag.removeprefix(_MATH): child for child in element}

    def part(name: str) -> str:
        text = _linear(parts[name]).strip() if name in parts else ""
        return text if len(text) <= 1 or text.isalnum() else f"({text})"

    match tag:
        case "f":
            return f"{part('num')}/{part('den')}"
        case "sSup" | "sSub" | "sSubSup" | "nary":
            sign = element.find(f"{_MATH}naryPr/{_MATH}chr")
            base = "∫" if tag == "nary" else part("e")
            base = sign.get(f"{_MATH}val", base) if sign is not None else base
            below, above = part("sub"), part("sup")
            limits = (f"_{below}" if below else "") + (f"^{above}" if above else "")
            return base + limits + (f" {part('e')}" if tag == "nary" else "")
        case "rad":
            return f"√{part('e')}"
        case "d":
            return "(" + ", ".join(map(_linear, element.findall(f"{_MATH}e"))) + ")"
        case _:
            return "".join(map(_linear, element))


def read_docx(archive: SafeZip) -> DocumentText:
    """Return the text of a DOCX."""
    archive.check_xml()
    has_formulas = _MAIN in archive.names and _FORMULA in archive.read(_MAIN)
    html = mammoth.convert_to_html(
        io.BytesIO(archive.rewritten(_with_formulas) if has_formulas else archive.data),
        style_map=_STYLES,
        include_embedded_style_map=False,  # which may have words left out
        convert_image=mammoth.images.img_element(lambda _image: {}),
    )
    return document([html_to_markdown(html.value)], title=archive.title(), has_pages=False)
