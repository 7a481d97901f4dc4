"""PPTX to Markdown: each slide is a page, with its title, its text, its tables and its notes.

Threads: one, in the child.
Source: ECMA-376, PresentationML and DrawingML.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.core.documents.parsers.markdown_text import document, table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from app.core.documents.parsers.safe_zip import SafeZip
    from app.core.documents.text import DocumentText

_PRESENTATION: Final = "ppt/presentation.xml"
_TITLES = ("title", "ctrTitle")
_ON_EVERY_SLIDE = ("sldNum", "dt", "ftr", "hdr", "sldImg")
_MAX_DEPTH = 20  # of groups in groups


def read_pptx(archive: SafeZip) -> DocumentText:
    """Return the slides of a presentation, in its order."""
    targets = archive.targets(_PRESENTATION)
    ids = [one.get(":id", "") for one in archive.xml(_PRESENTATION).iterfind("sldIdLst/sldId")]
    slides = [targets[one][1] for one in ids if one in targets]
    pages, without_text = list[str](), list[int]()
    for number, name in enumerate(slides, 1):
        root = archive.xml(name)
        pages.append(_slide(archive, name, root))
        if not pages[-1] and root.find(".//pic") is not None:
            without_text.append(number)
    return document(pages, title=archive.title(), without_text=without_text)


def _slide(archive: SafeZip, name: str, root: Element) -> str:
    blocks = list(_shapes(root.find("cSld/spTree"), _MAX_DEPTH))
    blocks.sort(key=lambda block: not block.startswith("## "))  # the title may be drawn last
    for kind, target in archive.targets(name).values():
        if kind == "notesSlide":
            notes = list(_shapes(archive.xml(target).find("cSld/spTree"), _MAX_DEPTH))
            blocks += ["Notes:", *notes] if any(notes) else []
    return "\n\n".join(filter(None, blocks))


def _shapes(tree: Element | None, depth: int) -> Iterator[str]:
    """Give the text of shapes as blocks."""
    for shape in tree if tree is not None and depth else ():
        match shape.tag:
            case "sp":
                yield _text(shape)
            case "graphicFrame":
                for one in shape.iter("tbl"):
                    yield table(
                        [[_words(cell) for cell in row.iter("tc")] for row in one.iter("tr")]
                    )
            case "grpSp" | "AlternateContent" | "Choice":
                yield from _shapes(shape, depth - 1)
            case _:
                pass


def _text(shape: Element) -> str:
    """Return the text of a shape: a title, a list, or lines."""
    place = shape.find("nvSpPr/nvPr/ph")
    kind = "" if place is None else place.get("type", "body")
    if kind in _ON_EVERY_SLIDE:
        return ""
    if kind in _TITLES:
        title = " ".join(_words(shape).split())
        return f"## {title}" if title else ""
    lines = list[str]()
    for paragraph in shape.iterfind("txBody/p"):
        words = _words(paragraph).strip()
        properties = paragraph.find("pPr")
        level = int(properties.get("lvl", 0)) if properties is not None else 0
        marks = [] if properties is None else [one.tag for one in properties]
        is_item = "buChar" in marks or "buAutoNum" in marks or (kind and "buNone" not in marks)
        if words and (is_item or level):
            indent = "  " * level
            lines.append(f"{indent}- " + words.replace("\n", f"\n{indent}  "))
        elif words:
            lines += ["", words, ""]
    return "\n".join(lines).strip("\n")


def _words(element: Element) -> str:
    """Return all text in an element; a paragraph ends its line."""
    pieces = list[str]()
    for one in element.iter():
        if one.tag == "t":
            pieces.append(one.text or "")
        elif one.tag in ("br", "p"):
            pieces.append("\n")
    return "".join(pieces).strip()
