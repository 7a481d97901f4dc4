"""ODT, ODS and ODP to Markdown: headings, lists, tables, notes; sheets and slides are pages.

Threads: one, in the child.
Source: OpenDocument 1.3, part 3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.decoding.wire import DecodingRefused
from app.core.documents.parsers.markdown_text import document, sheet, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from xml.etree.ElementTree import Element

    from app.core.documents.parsers.safe_zip import SafeZip
    from app.core.documents.text import DocumentText

_STYLES = "styles.xml"
_MANIFEST = "META-INF/manifest.xml"
_LEFT_OUT = frozenset(
    ("tracked-changes", "annotation", "sequence-decls", "forms", "notes", "ruby-text")
)
_MOST_REPEATED = 1000  # of a cell or row that is not empty
_MAX_DEPTH = 60
_MAX_LEVEL = 6


def read_opendocument(archive: SafeZip) -> DocumentText:
    """Return the text of an OpenDocument file.

    Raises:
        DecodingRefused: it is locked, or of a kind without text.
    """
    if _MANIFEST in archive.names and archive.xml(_MANIFEST).find(".//encryption-data") is not None:
        raise DecodingRefused("locked")
    content = archive.xml("content.xml")
    body = content.find("body")
    inside = body[0] if body is not None and len(body) else None
    title = _title(archive)
    writer = _Writer([content, *([archive.xml(_STYLES)] if _STYLES in archive.names else [])])
    match inside.tag if inside is not None else "":
        case "text":
            assert inside is not None
            return document([writer.written(inside)], title=title, has_pages=False)
        case "spreadsheet":
            assert inside is not None
            sheets = list(inside.iterfind("table"))
            names = [one.get(":name", "") for one in sheets]
            tables = (
                sheet(name, writer.rows(one)) for name, one in zip(names, sheets, strict=True)
            )
            return document(tables, title=title, names=names)
        case "presentation" | "drawing":
            assert inside is not None
            slides = list(inside.iterfind("page"))
            pages = [writer.slide(one) for one in slides]
            without_text = [
                number
                for number, (one, page) in enumerate(zip(slides, pages, strict=True), 1)
                if not page and one.find(".//image") is not None
            ]
            return document(pages, title=title, without_text=without_text)
        case _:
            raise DecodingRefused("unknown")


def _title(archive: SafeZip) -> str:
    if "meta.xml" not in archive.names:
        return ""
    return archive.xml("meta.xml").findtext("meta/title") or ""


class _Writer:
    """Writes the elements of one document.

    Args:
        roots: of its parts that say which lists are numbered.
    """

    def __init__(self, roots: Sequence[Element]) -> None:
        self._notes: list[str] = []
        self._last_numbers: dict[tuple[str | None, int], int] = {}  # by style and level of a list
        self._numbered = {
            (style.get(":name"), level.get(":level"))
            for root in roots
            for style in root.iter("list-style")
            for level in style.iterfind("list-level-style-number")
            if level.get(":num-format")
        }

    def written(self, element: Element) -> str:
        """Return all blocks in an element, with its notes behind them."""
        self._notes.clear()
        blocks = list(self._blocks(element, _MAX_DEPTH))
        notes = [f"[{number}] {note}" for number, note in enumerate(self._notes, 1)]
        return "\n\n".join(filter(None, [*blocks, *notes]))

    def slide(self, page: Element) -> str:
        """Return a slide with its notes."""
        blocks = list[str]()
        for shape in page:
            text = "" if shape.tag in _LEFT_OUT else self.written(shape)
            if shape.get(":class") == "title" and text:
                blocks.insert(0, "## " + " ".join(text.split()))
            else:
                blocks.append(text)
        notes = [self.written(one) for one in page.iterfind("notes/frame/text-box")]
        blocks += ["Notes:", *notes] if any(notes) else []
        return "\n\n".join(filter(None, blocks))

    def rows(self, element: Element) -> list[list[str]]:
        """Return the cells of a table, row by row."""
        rows = list[list[str]]()
        for row in _rows_in(element):
            cells = list[str]()
            for cell in row:
                if cell.tag in ("table-cell", "covered-table-cell"):
                    text = "\n".join(filter(None, self._blocks(cell, _MAX_DEPTH)))
                    cells += [text] * _times(cell, ":number-columns-repeated", text)
            rows += [cells] * _times(row, ":number-rows-repeated", "".join(cells))
        return rows

    def _blocks(self, element: Element, depth: int) -> Iterator[str]:
        for child in element if depth else ():
            match child.tag:
                case tag if tag in _LEFT_OUT:
                    pass
                case "h":
                    level = child.get(":outline-level", "1")
                    yield f"{'#' * min(int(level), _MAX_LEVEL)} {self._line(child)}"
                    yield from self._boxed(child, depth)
                case "p":
                    yield self._line(child)
                    yield from self._boxed(child, depth)
                case "list":
                    yield "\n".join(self._items(child, child.get(":style-name"), 1, depth - 1))
                case "table":
                    yield table(self.rows(child))
                case _:
                    yield from self._blocks(child, depth - 1)

    def _items(self, element: Element, style: str | None, level: int, depth: int) -> Iterator[str]:
        goes_on = element.get(":continue-numbering") == "true" or ":continue-list" in element.attrib
        number = self._last_numbers.get((style, level), 0) if goes_on else 0
        for item in element if depth else ():
            mark = "- "
            if (style, str(level)) in self._numbered and item.tag == "list-item":
                number += 1
                mark = f"{number}. "
                self._last_numbers[style, level] = number
            indent, is_first = " " * len(mark), True
            for child in item:
                if child.tag == "list":
                    nested = self._items(
                        child, child.get(":style-name", style), level + 1, depth - 1
                    )
                    yield from (f"{indent}{line}" for one in nested for line in one.split("\n"))
                    continue
                for line in "\n".join(self._blocks_of(child, depth)).split("\n"):
                    if line:
                        yield f"{mark if is_first else indent}{line}"
                        is_first = False

    def _blocks_of(self, element: Element, depth: int) -> Iterator[str]:
        if element.tag in ("p", "h"):
            yield self._line(element)
            yield from self._boxed(element, depth)
        else:
            yield from self._blocks(element, depth - 1)

    def _boxed(self, element: Element, depth: int) -> Iterator[str]:
        """Give what is in the boxes of a line, which stand in their own place."""
        for child in element if depth else ():
            if child.tag == "text-box":
                yield from self._blocks(child, depth - 1)
            elif child.tag not in _LEFT_OUT and child.tag != "note":
                yield from self._boxed(child, depth - 1)

    def _line(self, element: Element) -> str:
        return "".join(self._pieces(element, _MAX_DEPTH)).strip()

    def _pieces(self, element: Element, depth: int) -> Iterator[str]:
        yield element.text or ""
        for child in element if depth else ():
            match child.tag:
                case "s":
                    yield " "
                case "tab":
                    yield "\t"
                case "line-break":
                    yield "\n"
                case "note":
                    body = child.find("note-body")
                    blocks = self._blocks(body, depth - 1) if body is not None else ()
                    self._notes.append(" ".join(blocks))
                    yield f"[{len(self._notes)}]"
                case "text-box":
                    pass
                case tag if tag not in _LEFT_OUT:
                    yield from self._pieces(child, depth - 1)
                case _:
                    pass
            yield child.tail or ""


def _rows_in(element: Element) -> Iterator[Element]:
    for child in element:
        if child.tag == "table-row":
            yield child
        elif child.tag in ("table-header-rows", "table-rows", "table-row-group"):
            yield from _rows_in(child)


def _times(element: Element, name: str, text: str) -> int:
    """Return how often a cell or row stands there; an empty row once."""
    times = int(element.get(name, 1))
    if not text and name == ":number-rows-repeated":
        return 1
    return max(1, min(times, _MOST_REPEATED))
