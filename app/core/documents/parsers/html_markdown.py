"""HTML to Markdown: of web pages, mail, the chapters of EPUBs, and what mammoth makes of DOCX.

Headings, lists, tables, quotes and code keep their form; of a link its text stays, of a picture
what it shows in words. What is hidden is left out.

Threads: pure functions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Final

from app.core.documents.parsers.markdown_text import in_one_line, table, tidy

if TYPE_CHECKING:
    from collections.abc import Iterator


def _tags(names: str) -> frozenset[str]:
    return frozenset(names.split())


_LEFT_OUT = _tags("script style template noscript head title svg object select iframe")
_VOID = _tags("area base br col embed hr img input link meta source wbr")
_INLINE = _tags(
    "a abbr acronym b bdi bdo big br cite code data del dfn em font i img input ins kbd label mark "
    "math q rp rt ruby s samp small span strike strong sub sup time tt u var wbr"
)
# Whose beginning ends an open one of its kind, unless one of the others lies between.
_ENDED_BY: Final = {
    "li": (("li",), ("ul", "ol", "menu")),
    "dt": (("dt", "dd"), ("dl",)),
    "dd": (("dt", "dd"), ("dl",)),
    "tr": (("tr", "td", "th"), ("table",)),
    "td": (("td", "th"), ("tr", "table")),
    "th": (("td", "th"), ("tr", "table")),
    "option": (("option",), ("select",)),
}
_MARKS = {
    **dict.fromkeys(_tags("b strong"), "**"),
    **dict.fromkeys(_tags("i em"), "*"),
    **dict.fromkeys(_tags("s del strike"), "~~"),
    **dict.fromkeys(_tags("code kbd samp tt"), "`"),
}
_SIGNS = {"mfrac": "/", "msup": "^", "msub": "_"}  # between the parts of a formula
_LEFT_OUT_OF_LINES = _tags("rp rt")  # how a character is read
_NO_WORDS = ("↑", "↩", "↩︎", "¶", "#")  # of links: from a note to its place, to a heading itself
_HIDDEN = re.compile(
    r"(?<![\w-])(?:display\s*:\s*none|mso-hide\s*:\s*all|visibility\s*:\s*hidden)", re.I
)
_OF_HEADS = _tags("html head base link meta noscript script style template title")
_ROW_GROUPS = _tags("table thead tbody tfoot")
_OF_TABLES = _tags("caption colgroup col thead tbody tfoot tr td th")
_MAX_DEPTH = 150  # what lies deeper counts as lying there
_MAX_SPAN = 100


@dataclass(slots=True)
class _Element:
    """An element with what is in it: elements and texts."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[_Element | str] = field(default_factory=list)

    def elements(self, *tags: str) -> Iterator[_Element]:
        """Give the elements in it with one of these tags, but none within another."""
        for child in self.children:
            if isinstance(child, _Element):
                if child.tag in tags:
                    yield child
                else:
                    yield from child.elements(*tags)

    def text(self) -> str:
        """Return all text in it as it is written."""
        return "".join(one if isinstance(one, str) else one.text() for one in self.children)


def html_to_markdown(html: str) -> str:
    """Return what a reader of a page sees, as Markdown."""
    return tidy(_joined(_blocks(_tree(html))))


def html_title(html: str) -> str:
    """Return the title of a page; empty where it has none."""
    return next((in_one_line(one.text()) for one in _tree(html).elements("title")), "")


class _Builder(HTMLParser):
    """Builds a tree of whatever is written, as browsers do in the end."""

    def __init__(self) -> None:
        super().__init__()
        self.root = _Element("body")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        tag = tag.rpartition(":")[2]  # XHTML may have prefixes
        ended, within = _ENDED_BY.get(tag, ((), ()))
        if tag not in _INLINE and self._open[-1].tag == "p":
            self._open.pop()
        if self._open[-1].tag == "head" and tag not in _OF_HEADS:  # whose end may be left out
            self._open.pop()
        for at in range(len(self._open) - 1, 0, -1):
            if self._open[at].tag in within:
                break
            if self._open[at].tag in ended:
                del self._open[at:]
        if tag in ("td", "th") and self._open[-1].tag in _ROW_GROUPS:
            self._begin(_Element("tr"))
        self._begin(_Element(tag, {name: value or "" for name, value in attrs}))

    def _begin(self, element: _Element) -> None:
        self._open[-1].children.append(element)
        if element.tag not in _VOID and len(self._open) < _MAX_DEPTH:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        tag = tag.rpartition(":")[2]
        for at in range(len(self._open) - 1, 0, -1):
            if self._open[at].tag == tag:
                del self._open[at:]
                return

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)


def _tree(html: str) -> _Element:
    builder = _Builder()
    builder.feed(html)
    builder.close()
    return builder.root


# -- blocks --


def _joined(blocks: list[str]) -> str:
    return "\n\n".join(filter(None, blocks))


def _blocks(element: _Element) -> list[str]:
    """Return what is in an element as blocks of Markdown; text between blocks is one as well."""
    blocks, line = list[str](), list[_Element | str]()
    for child in element.children:
        if isinstance(child, str) or (child.tag in _INLINE and not _has_block(child)):
            line.append(child)
            continue
        blocks.append(_inline(line))
        line.clear()
        if not _is_left_out(child):
            blocks += _block(child)
    return [*blocks, _inline(line)]


def _has_block(element: _Element) -> bool:
    return element.tag != "math" and any(
        isinstance(child, _Element) and (child.tag not in _INLINE or _has_block(child))
        for child in element.children
    )


def _is_left_out(element: _Element) -> bool:
    attributes = element.attributes
    return (
        element.tag in _LEFT_OUT
        or "hidden" in attributes
        or _HIDDEN.search(attributes.get("style", "")) is not None
    )


def _block(element: _Element) -> list[str]:
    match element.tag:
        case "h1" | "h2" | "h3" | "h4" | "h5" | "h6" as tag:
            words = in_one_line(_inline(element.children)).replace("**", "")
            return [f"{'#' * int(tag[1])} {words}"] if words else []
        case "ul" | "ol" | "menu" as tag:
            return [_list(element, is_numbered=tag == "ol")]
        case "table":
            return _table(element)
        case "pre":
            text = element.text().strip("\n")
            fence = "```" if "```" not in text else "~~~~"
            return [f"{fence}\n{text}\n{fence}"] if text.strip() else []
        case "blockquote":
            text = tidy(_joined(_blocks(element)))
            return ["\n".join(f"> {line}".rstrip() for line in text.split("\n"))] if text else []
        case "hr":
            return ["---"]
        case _:
            return _blocks(element)


def _list(element: _Element, *, is_numbered: bool) -> str:
    items = list[str]()
    start = element.attributes.get("start", "")
    number = int(start) if start.isdecimal() and len(start) < 9 else 1
    for child in element.children:
        if isinstance(child, str) or _is_left_out(child):
            continue
        text = tidy("\n".join(filter(None, _item(child))))
        if not text:
            continue
        mark = f"{number}. " if is_numbered else "- "
        number += 1
        if child.tag in ("ul", "ol"):  # which some write where only items may be
            mark = "  "
        items.append(mark + text.replace("\n", "\n" + " " * len(mark)))
    return "\n".join(items)


def _item(element: _Element) -> list[str]:
    return (
        [_list(element, is_numbered=element.tag == "ol")]
        if element.tag in ("ul", "ol")
        else _blocks(element)
    )


def _table(element: _Element) -> list[str]:
    """Return a table, or the blocks in it, where it is there for the looks of a page."""
    if any(True for cell in element.elements("td", "th") for _ in cell.elements("table")):
        cells_of_all = _shown(element.elements("td", "th"))
        return [block for cell in cells_of_all for block in _blocks(cell)]
    rows, below = list[list[str]](), dict[int, int]()  # column: rows that a cell reaches down
    for row in _shown(element.elements("tr")):
        cells = list[str]()
        for cell in _shown(row.elements("td", "th")):
            while below.get(len(cells), 0) > 0:
                below[len(cells)] -= 1
                cells.append("")
            n_columns, n_rows = _span(cell, "colspan"), _span(cell, "rowspan")
            for at in range(len(cells), len(cells) + n_columns):
                below[at] = n_rows - 1
            cells += [tidy("\n".join(filter(None, _blocks(cell)))), *[""] * (n_columns - 1)]
        rows.append(cells)
    caption = [block for one in element.elements("caption") for block in _blocks(one)]
    caption += _blocks(_Element("div", children=list(_beside_cells(element))))
    if max(map(len, rows), default=0) <= 1:
        return [*caption, *(text for row in rows for text in row)]
    return [*caption, table(rows)]


def _shown(elements: Iterator[_Element]) -> Iterator[_Element]:
    return (one for one in elements if not _is_left_out(one))


def _beside_cells(element: _Element) -> Iterator[_Element | str]:
    """Give what stands in a table outside of its cells, and is shown above it."""
    for child in element.children:
        if isinstance(child, str):
            yield child
        elif child.tag in _OF_TABLES or any(True for _ in child.elements("tr")):
            if child.tag not in ("td", "th", "caption"):
                yield from _beside_cells(child)
        else:
            yield child


def _span(cell: _Element, name: str) -> int:
    value = cell.attributes.get(name, "")
    return max(1, min(int(value), _MAX_SPAN)) if value.isdecimal() and len(value) < 9 else 1


# -- lines --


def _inline(children: list[_Element | str]) -> str:
    """Return text with its marks; blanks and line ends of the source are one blank."""
    text = "".join(map(_piece, children))
    lines = (in_one_line(line) for line in text.split("\v"))
    return "\n".join(lines).strip()


def _piece(child: _Element | str) -> str:
    if isinstance(child, str):
        return child.replace("\v", " ")
    if child.tag in _LEFT_OUT_OF_LINES or _is_left_out(child):
        return ""
    inside = "".join(map(_piece, child.children))
    match child.tag:
        case "br":
            return "\v"
        case "img":
            alt = in_one_line(child.attributes.get("alt", ""))
            return f"![{alt}]" if alt else ""
        case "a":
            return "" if inside.strip() in _NO_WORDS else inside
        case "sup":
            return inside if not inside.strip() or inside.startswith("[") else f"^{inside}"
        case "math":
            return f"${_formula(child) or _linear(child)}$"
        case "q":
            return f"“{inside}”"
        case tag:
            return _marked(inside, _MARKS.get(tag, ""))


def _marked(text: str, mark: str) -> str:
    """Return text between marks, which stand beside its letters and never twice."""
    core = text.strip()
    if not mark or not core or "\v" in core or core.startswith(mark[0]):
        return text
    begin = text.index(core)
    return f"{text[:begin]}{mark}{core}{mark}{text[begin + len(core) :]}"


def _formula(element: _Element) -> str:
    """Return a formula as TeX, where it comes along."""
    tex = element.attributes.get("alttext", "")
    for one in element.elements("annotation"):
        tex = one.text() if "tex" in one.attributes.get("encoding", "") else tex
    return in_one_line(tex)


def _linear(child: _Element | str) -> str:
    """Return MathML in one line: "(a+b)/2", "x^2"."""
    if isinstance(child, str):
        return "".join(child.split())
    parts = [text for one in child.children if (text := _linear(one))]
    if child.tag in _SIGNS:
        return _SIGNS[child.tag].join(
            text if len(text) == 1 or text.isalnum() else f"({text})" for text in parts
        )
    return f"√({''.join(parts)})" if child.tag == "msqrt" else "".join(parts)
