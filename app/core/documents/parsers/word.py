"""DOCX to Markdown, by mammoth: its HTML keeps headings, lists, tables and footnotes.

What its author has hidden is left out: a reader of the document does not see it either.

Threads: one, in the child.
"""

from __future__ import annotations

import io
from functools import partial
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import mammoth

from app.core.documents.parsers.html_markdown import html_to_markdown
from app.core.documents.parsers.markdown_text import document

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from app.core.documents.parsers.safe_zip import SafeZip
    from app.core.documents.text import DocumentText

_WITH_WORDS = tuple(
    f"word/{name}.xml" for name in ("document", "footnotes", "endnotes", "comments")
)
_FORMULA = b"officeDocument/2006/math"
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STYLE_LIST = "word/styles.xml"
_HIDDEN = b"vanish"
_MOST_BASED = 12  # styles on each other
_OFF = ("0", "false", "off")
_UNSEEN = (f"{_WORD}rPr", f"{_WORD}fldChar", f"{_WORD}instrText")  # of a run, what is no words
_STYLES = """
p[style-name='Title'] => h1:fresh
p[style-name='Subtitle'] => p:fresh
p[style-name='Code'] => pre:separator('\n')
"""


def _hidden_styles(archive: SafeZip) -> frozenset[str]:
    """Return the styles whose words are hidden, those that are based on them included."""
    if _STYLE_LIST not in archive.names or _HIDDEN not in (part := archive.read(_STYLE_LIST)):
        return frozenset()
    hides, based_on = dict[str, bool | None](), dict[str, str]()
    for style in ElementTree.fromstring(part).iter(f"{_WORD}style"):
        name = style.get(f"{_WORD}styleId", "")
        hides[name] = _says_hidden(style)
        parent = style.find(f"{_WORD}basedOn")
        based_on[name] = "" if parent is None else parent.get(f"{_WORD}val", "")
    for _ in range(_MOST_BASED):  # one on another
        for name, parent_name in based_on.items():
            if hides[name] is None:
                hides[name] = hides.get(parent_name)
    return frozenset(name for name, is_hidden in hides.items() if is_hidden)


def _says_hidden(element: Element) -> bool | None:
    """Return whether a run or a style says that its words are hidden; None for neither."""
    said = element.find(f"{_WORD}rPr/{_WORD}vanish")
    return None if said is None else said.get(f"{_WORD}val", "") not in _OFF


def _style_of(element: Element, properties: str, kind: str) -> str:
    style = element.find(f"{_WORD}{properties}/{_WORD}{kind}")
    return "" if style is None else style.get(f"{_WORD}val", "")


def _readable(part: bytes, hidden: frozenset[str]) -> bytes:
    """Return XML as mammoth is to read it: formulas in words, and without what is hidden.

    Args:
        part: any of a DOCX.
        hidden: styles whose words are hidden.
    """
    marks = (_FORMULA, _HIDDEN, *(f'"{name}"'.encode() for name in hidden))
    if not any(mark in part for mark in marks):
        return part
    root = ElementTree.fromstring(part)
    _write_formulas(root)
    _leave_out_hidden(root, hidden)
    return ElementTree.tostring(root)


def _leave_out_hidden(root: Element, hidden: frozenset[str]) -> None:
    for paragraph in list(root.iter(f"{_WORD}p")):
        is_hidden_there = _style_of(paragraph, "pPr", "pStyle") in hidden
        for run in list(paragraph.iter(f"{_WORD}r")):
            said = _says_hidden(run)
            if said is None:
                said = is_hidden_there or _style_of(run, "rPr", "rStyle") in hidden
            if said:
                run[:] = [child for child in run if child.tag in _UNSEEN]


def _write_formulas(root: Element) -> None:
    """Make formulas, which mammoth leaves out, text in a line."""
    for parent in list(root.iter()):
        for at, child in enumerate(parent):
            if child.tag == f"{_MATH}oMath":
                run = ElementTree.Element(f"{_WORD}r")
                ElementTree.SubElement(run, f"{_WORD}t").text = f"${_linear(child)}$"
                run.tail = child.tail
                parent[at] = run
            elif child.tag == f"{_MATH}oMathPara":
                child.tag = f"{_WORD}smartTag"  # of which mammoth reads what is in it


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


def _prepared(archive: SafeZip) -> bytes:
    """Return a DOCX as mammoth is to read it, which most are already."""
    hidden = _hidden_styles(archive)
    parts = (archive.read(name) for name in _WITH_WORDS if name in archive.names)
    if hidden or any(_FORMULA in part or _HIDDEN in part for part in parts):
        return archive.rewritten(partial(_readable, hidden=hidden))
    return archive.data


def read_docx(archive: SafeZip) -> DocumentText:
    """Return the text of a DOCX."""
    archive.check_xml()
    html = mammoth.convert_to_html(
        io.BytesIO(_prepared(archive)),
        style_map=_STYLES,
        include_embedded_style_map=False,  # which may have words left out
        convert_image=mammoth.images.img_element(lambda _image: {}),
    )
    return document([html_to_markdown(html.value)], title=archive.title(), has_pages=False)
