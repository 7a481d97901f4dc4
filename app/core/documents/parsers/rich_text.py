r"""RTF to Markdown: its paragraphs, headings, lists, tables and notes.

Of a group whose purpose is not known nothing is read where its author says so (`\*`). What is
hidden or was deleted is left out. Groups need not be closed, nor rows of tables ended.

Threads: one, in the child.
"""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from app.core.decoding.wire import DecodingRefused
from app.core.documents.parsers.markdown_text import document, in_one_line, table

if TYPE_CHECKING:
    from app.core.documents.text import DocumentText

_TOKEN = re.compile(
    r"\\(?:([A-Za-z]{1,40})(-?\d{1,9})? ?|'([0-9A-Fa-f]{2})|(\r\n|[^A-Za-z]))"
    r"|([{}])|[\r\n\0]+|([^\\{}\r\n\0]+)"
)
_MAX_DEPTH: Final = 2_000  # of groups
# What words in a group are, by the word that it begins with: "" are never said, "mute" are not, but
# some in it are, those of "note" and "box" are said apart.
_KINDS: Final = {
    **dict.fromkeys(
        "colortbl fldinst filetbl footer footerf footerl footerr generator header headerf headerl "  # noqa: SIM905
        "headerr nonesttables nonshppict pict revtbl shprslt sp tc tcn xe".split(),
        "",
    ),
    **dict.fromkeys(("do", "info", "object", "shpinst", "upr"), "mute"),
    **dict.fromkeys(("result", "ud", "nesttableprops"), "said"),
    **dict.fromkeys(("listtext", "pntext"), "marker"),
    "fonttbl": "fonts",
    "stylesheet": "styles",
    "title": "title",
    "footnote": "note",
    "shptxt": "box",
    "dptxbxtext": "box",
}
_SIGNS: Final = {
    **dict(zip(("lquote", "rquote", "ldblquote", "rdblquote"), "‘’“”", strict=True)),
    **dict(zip(("emdash", "endash", "bullet", "tab", "line"), "—–•\t\n", strict=True)),
    **dict.fromkeys(("emspace", "enspace"), " "),
    **{one: one for one in "{}\\"},
    "~": "\u00a0",
    "_": "\u2011",
    "-": "",
}
# What words with a number set: an attribute of the group, its most, and the value without a number.
_SETTINGS: Final = {
    "f": ("font", 1 << 30, 0),
    "uc": ("n_skipped", 99, 1),
    "itap": ("depth", 8, 1),
    "ilvl": ("level", 8, 0),
    "s": ("style", 1 << 30, 0),
    "outlinelevel": ("outline", 9, 9),
    "v": ("hidden", 1, 1),
    "deleted": ("hidden", 1, 1),
}
_CODECS: Final = {  # by the charset of a font, or the number of a code page
    77: "mac_roman",
    128: "cp932",
    129: "cp949",
    130: "johab",
    134: "gb18030",
    136: "cp950",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
    254: "cp437",
    255: "cp850",
    0: "cp1252",
    **{page: f"cp{page}" for page in (437, 850, 852, 866, 874, 932, 949, 950, *range(1250, 1259))},
    936: "gb18030",
    1361: "johab",
    10000: "mac_roman",
    65001: "utf-8",
}
_HEADING = re.compile(r"heading ([1-9])$", re.I)
_LONGEST_HEADING = 300
_BULLET = re.compile(r"^[•⁃◦▪·o\uf0b7]\t")
_NUMBER = re.compile(r"^(\(?(?:\d{1,4}|[A-Za-z]{1,5})[.)])\t")
_NUMBERS = re.compile(r"\(?[^\W_]{1,6}(?:\.\d{1,3})*[.)]|\d{1,4}(?:\.\d{1,3})*")
_BELOW = "\x1e"  # begins an item that stands below another, without a blank line
_SYMBOLS: Final = {
    ord(_BELOW): "",
    0xF0B7: "•",
    0xF0A7: "▪",
    0xF0D8: "➢",
    0xF0FC: "✓",
}  # of fonts of their own


@dataclass(slots=True)
class _Group:
    """What holds in a group, and in those in it until they say otherwise.

    Attributes:
        font: -1 for that of the document.
        n_skipped: characters behind one in Unicode, for readers that know none.
        depth: of the table of the paragraph; 0 for none.
        outline: level of the heading from 0; 9 for none.
        level: of an item of a list.
    """

    kind: str = "said"
    font: int = -1
    n_skipped: int = 1
    hidden: int = 0
    depth: int = 0
    style: int = 0
    outline: int = 9
    level: int = 0


@dataclass(slots=True)
class _Cells:
    """A table that is being read; the one at depth 0 is the document, and has blocks only."""

    rows: list[list[list[str]]] = field(default_factory=list)
    row: list[list[str]] = field(default_factory=list)
    blocks: list[str] = field(default_factory=list)  # of the cell

    def end_row(self) -> None:
        """Begin another row."""
        if self.row or self.blocks:
            self.rows.append([*self.row, self.blocks] if self.blocks else self.row)
        self.row, self.blocks = [], []

    def ended(self) -> list[str]:
        """Return the table, or what is in it where it is there for the looks."""
        self.end_row()
        blocks = [block for row in self.rows for cell in row for block in cell]
        is_layout = max(map(len, self.rows), default=0) <= 1
        if is_layout or any(block.startswith("|") for block in blocks):
            return blocks
        return [table([["\n".join(cell) for cell in row] for row in self.rows])]


def read_rtf(data: bytes) -> DocumentText:
    """Return the text of an RTF file.

    Raises:
        DecodingRefused: its groups lie too deep.
    """
    reader = _Reader()
    text = reader.read(data.decode("latin-1"))
    return document([text], title=in_one_line(reader.title), has_pages=False)


class _Reader:
    """Reads one file, token by token."""

    def __init__(self) -> None:
        self.title = ""
        self._group = _Group()
        self._outer: list[_Group] = []
        self._is_optional = False  # the group begins with \*
        self._n_skipped = 0
        self._codec, self._codecs = "cp1252", dict[int, str]()  # by font
        self._font = -1
        self._levels: dict[int, int] = {}  # of headings, by style
        self._style = ""  # name of the one that is being told
        self._bytes = bytearray()  # that may be one character
        self._line: list[str] = []
        self._marker: list[str] = []
        self._tables = [_Cells()]
        self._last_item: tuple[list[str], int] | None = None  # where it is, and how deep
        self._is_row_open = False
        self._apart: list[
            tuple[list[_Cells], list[str], list[str], bool]
        ] = []  # around notes and boxes
        self._notes: list[str] = []

    def read(self, source: str) -> str:
        """Return what is said."""
        at = 0
        while (token := _TOKEN.match(source, at)) is not None:
            at = token.end()
            word, number, code, sign, brace, text = token.groups()
            if word == "bin":
                at += max(0, int(number or 0))
            elif brace == "{":
                self._begin_group()
            elif brace == "}":
                self._end_group()
                if not self._outer:
                    break  # what follows is not of the document
            elif code or text:
                self._take(bytes.fromhex(code) if code else text.encode("latin-1"))
            elif word or sign:
                self._control(word or sign, None if number is None else int(number))
        while self._outer:
            self._end_group()
        notes = [f"[{number}] {note}" for number, note in enumerate(self._notes, 1)]
        return "\n\n".join([*self._blocks(), *notes]).replace(f"\n\n{_BELOW}", "\n")

    # -- groups --

    def _begin_group(self) -> None:
        self._end_bytes()
        if len(self._outer) >= _MAX_DEPTH:
            raise DecodingRefused("damaged", detail="groups in groups")
        self._outer.append(self._group)
        self._group = copy.copy(self._group)
        if self._group.kind in ("note", "box"):
            self._group.kind = "said"
        self._n_skipped, self._style = 0, ""

    def _end_group(self) -> None:
        self._end_bytes()
        self._n_skipped = 0
        if not self._outer:
            return
        group, self._group = self._group, self._outer.pop()
        if group.kind in ("note", "box"):
            self._end_apart(group.kind)
        elif group.kind == self._group.kind == "styles" and group.style >= 0:
            name = self._style.strip("; ").lower()
            named = 1 if name == "title" else int((_HEADING.search(name) or "00")[1])
            self._levels[group.style] = group.outline + 1 if group.outline < 9 else named

    def _begin_apart(self, kind: str) -> None:
        self._apart.append((self._tables, self._line, self._marker, self._is_row_open))
        self._tables, self._line, self._marker, self._is_row_open = [_Cells()], [], [], False
        self._group = _Group(kind, self._group.font, self._group.n_skipped)

    def _end_apart(self, kind: str) -> None:
        blocks = self._blocks()
        self._tables, self._line, self._marker, self._is_row_open = self._apart.pop()
        if kind == "box":
            self._tables[-1].blocks += blocks
        elif blocks:
            self._notes.append("\n\n".join(blocks))
            self._line.append(f"[{len(self._notes)}]")

    def _blocks(self) -> list[str]:
        """Return what was said until now, apart from what is around it."""
        self._end_paragraph(0)
        return self._tables[0].blocks

    # -- words of control --

    def _control(self, word: str, number: int | None) -> None:
        is_optional, self._is_optional = self._is_optional, word == "*"
        group = self._group
        self._end_bytes()
        if word in _SIGNS:
            self._say(_SIGNS[word])
        elif word == "u" and number is not None:
            self._n_skipped = 0
            self._say(chr(number % 0x10000))
            self._n_skipped = group.n_skipped
        elif word != "*" and group.kind:
            self._n_skipped = 0
            if word in _KINDS or (is_optional and group.kind != "styles"):
                self._begin_kind(_KINDS.get(word, ""))
            elif word in _SETTINGS:
                name, most, usual = _SETTINGS[word]
                setattr(group, name, max(0, min(usual if number is None else number, most)))
            else:
                self._set(word, number or 0)
                self._structure(word)

    def _begin_kind(self, kind: str) -> None:
        if kind in ("note", "box"):
            self._begin_apart(kind)
        elif not (kind == "title" and self._group.kind != "mute"):  # a word of many programs
            self._group.kind = kind

    def _set(self, word: str, number: int) -> None:
        """Take note of what holds from now on."""
        group = self._group
        match word:
            case "fcharset" if number or self._codec == "cp1252":
                self._codecs[group.font] = _CODECS.get(number, self._codec)
            case "ansicpg" | "cpg" if group.kind == "fonts":
                self._codecs[group.font] = _CODECS.get(number, self._codec)
            case "ansicpg" | "mac" | "pc" | "pca":
                page = {"mac": 10000, "pc": 437, "pca": 850}.get(word, number)
                self._codec = _CODECS.get(page, self._codec)
            case "deff":
                self._font = number
            case "plain":
                group.hidden, group.font = 0, -1
            case "pard":
                group.depth, group.style, group.outline, group.level = 0, 0, 9, 0
            case "intbl":
                group.depth = max(1, group.depth)
            case "cs" | "ds" | "ts" if group.kind == "styles":
                group.style = -1  # of no paragraphs
            case _:
                pass

    def _structure(self, word: str) -> None:
        """Take note of the end of a paragraph, a cell or a row."""
        depth = max(1, self._group.depth) if word.startswith("nest") else 1
        if self._group.kind not in ("said", "note", "box"):
            return
        if word in ("par", "sect", "page", "\n", "\r", "\r\n"):
            self._end_paragraph(max(self._group.depth, int(self._is_row_open)))
        elif word == "trowd":
            self._is_row_open = True
        elif word in ("cell", "nestcell", "row", "nestrow"):
            self._end_paragraph(depth)
            cells = self._tables[depth]
            if word.endswith("row"):
                cells.end_row()
                self._is_row_open = self._is_row_open and depth > 1
            else:
                cells.row.append(cells.blocks)
                cells.blocks = []

    # -- what is said --

    def _take(self, data: bytes) -> None:
        self._is_optional = False
        n_skipped = min(self._n_skipped, len(data))
        self._n_skipped -= n_skipped
        if self._group.kind not in ("", "mute", "fonts"):
            self._bytes += data[n_skipped:]

    def _end_bytes(self) -> None:
        if self._bytes:
            data, self._bytes = bytes(self._bytes), bytearray()
            font = self._group.font if self._group.font >= 0 else self._font
            self._say(data.decode(self._codecs.get(font, self._codec), "replace"))

    def _say(self, text: str) -> None:
        if self._n_skipped:  # a sign by name
            self._n_skipped -= 1
            return
        match self._group.kind:
            case "said" | "note" | "box" if not self._group.hidden:
                self._line.append(text)
            case "marker":
                self._marker.append(text)
            case "styles":
                self._style += text
            case "title":
                self.title += text
            case _:
                pass

    def _end_paragraph(self, depth: int) -> None:
        """Add a paragraph to the cell of a table so deep, or to the document."""
        self._end_bytes()
        line, self._line = _usual(self._line), []
        marker, self._marker = _usual(self._marker), []
        while len(self._tables) > depth + 1:
            ended = self._tables.pop().ended()
            self._tables[-1].blocks += ended
        while len(self._tables) <= depth:
            self._tables.append(_Cells())
        if line:
            self._add(self._tables[depth].blocks, line, marker)

    def _add(self, blocks: list[str], line: str, marker: str) -> None:
        """Add a heading, an item of a list, which stands below the one before, or a paragraph."""
        group = self._group
        level = group.outline + 1 if group.outline < 9 else self._levels.get(group.style, 0)
        last, self._last_item = self._last_item, None
        before = last[1] if last is not None and last[0] is blocks else -1  # level of an item
        if level and len(self._tables) == 1 and len(line) <= _LONGEST_HEADING:
            number = f"{marker} " if _NUMBERS.fullmatch(marker) else ""
            blocks.append(f"{'#' * min(level, 6)} {number}{in_one_line(line)}")
            return
        item = _NUMBER.sub(r"\1 ", _BULLET.sub("- ", line))  # where the mark is a word of the line
        if marker:
            mark = marker if _NUMBERS.fullmatch(marker) else "-"
            item = f"{'    ' * min(group.level, before + 1)}{mark} {line}"
        blocks.append(_BELOW * (before >= 0 and item != line) + item)
        if item != line:
            self._last_item = blocks, min(group.level, before + 1) if marker else 0


def _usual(pieces: list[str]) -> str:
    """Return text whose halves of characters are whole, and whose signs of fonts are usual ones."""
    text = "".join(pieces)
    if any("\ud800" <= one <= "\udfff" for one in text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.translate(_SYMBOLS).strip()
