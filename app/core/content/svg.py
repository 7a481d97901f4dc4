"""SVG that a model wrote, made harmless for Qt's renderer; None where it stays what it is: code.

Qt's renderer runs on a thread that nobody can end and holds up the window while it draws. What it
gets is written anew from what is known to be harmless: no entities, no address but of what stands
in the same text, nothing that moves or filters; and no more than it draws in a moment, with every
copy counted (`use`, markers), for a few lines can ask for thousands of millions of them. Lines are
drawn without dashes, whose number nothing here tells.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import html
import re
from typing import Final
from xml.parsers import expat

_MOST_CHARS: Final = 100_000
_MOST_DEPTH: Final = 40
_MOST_COPIED_DEPTH: Final = 120  # with what is copied, for the renderer recurses
_MOST_ELEMENTS: Final = 3_000  # with all copies
_MOST_POINTS: Final = 1_000  # of one path; lines that cross each other cost their square
_MOST_STYLE: Final = 8_000  # characters of style sheets: each rule is tried on each element

_SHAPES: Final = "svg g path rect circle ellipse line polyline polygon text tspan a use switch"
_OTHERS: Final = "defs linearGradient radialGradient stop symbol marker style title desc"
_DRAWN: Final = frozenset(f"{_SHAPES} {_OTHERS}".split())
# A picture without these would be another one.
_REFUSED: Final = frozenset(("foreignObject", "image", "pattern", "mask"))
_NEVER: Final = frozenset(("filter", "mask", "clip-path", "src"))
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_ELSEWHERE = re.compile(r"url\(\s*[\"']?\s*(?!#)|@import|@font-face|\\|expression", re.IGNORECASE)
_DASHES = re.compile("stroke-dash", re.IGNORECASE)
_NOT_KNOWN: Final = "no-dash"  # to any renderer
_MARKER = re.compile(r"marker[a-z-]*\s*:\s*url\(\s*[\"']?#([^\"')]+)", re.IGNORECASE)
_REFERENCE = re.compile(r"url\(\s*[\"']?#([^\"')]+)")
_ROOT: Final = ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


class _NotDrawn(Exception):
    """It asks for more than is drawn, or for something else."""


class _Node:
    """What an element costs, with what stands in it and what it copies."""

    def __init__(self) -> None:
        self.n_elements = 1
        self.n_squares = 0  # of the points of its paths
        self.inside: list[_Node] = []
        self.copies: list[tuple[str, int]] = []  # ids, and how often
        self.total: tuple[int, int, int] | None = None
        self.is_open = False


class _Rewriter:
    """Takes the events of the parser."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self._nodes: list[_Node] = [_Node()]
        self._ids: dict[str, _Node] = {}
        self._names: list[str] = []
        self._n_skipped = 0  # how deep it is in something that is left out
        self._n_elements = self._n_style = 0
        self._rules: list[str] = []  # the style sheet that is being read, in pieces

    def start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        self._n_elements += 1
        too_deep = len(self._names) + self._n_skipped >= _MOST_DEPTH
        is_root = not self._names
        if too_deep or self._n_elements > _MOST_ELEMENTS or name in _REFUSED:
            raise _NotDrawn
        if (is_root and name != "svg") or (self._names and self._names[-1] == "style"):
            raise _NotDrawn
        if self._n_skipped or name not in _DRAWN:
            self._n_skipped += 1
            return
        node = _Node()
        self._nodes[-1].inside.append(node)
        self._nodes.append(node)
        self._names.append(name)
        kept = "".join(
            f' {key}="{html.escape(_undashed(value) if key == "style" else value)}"'
            for key, value in ((_attribute(one), text) for one, text in attributes.items())
            if key and self._is_kept(node, name, key, value)
        )
        self.written.append(f"<{name}{_ROOT if is_root else ''}{kept}>")

    def end(self, _name: str) -> None:
        if self._n_skipped:
            self._n_skipped -= 1
            return
        self._nodes.pop()
        if self._names[-1] == "style":
            self._end_rules()
        self.written.append(f"</{self._names.pop()}>")

    def text(self, text: str) -> None:
        if self._n_skipped or not self._names:
            return
        if self._names[-1] == "style":
            self._rules.append(text)
        else:
            self.written.append(html.escape(text, quote=False))

    def _end_rules(self) -> None:
        """Check a style sheet as a whole: a word of it can come in pieces."""
        rules = "".join(self._rules)
        self._rules.clear()
        self._n_style += len(rules)
        if self._n_style > _MOST_STYLE or "marker" in rules.lower() or _ELSEWHERE.search(rules):
            raise _NotDrawn
        self.written.append(html.escape(_undashed(rules), quote=False))

    def refuse(self, *_: object) -> None:
        raise _NotDrawn

    def check(self) -> None:
        """Count all copies.

        Raises:
            _NotDrawn: there are too many, or something copies itself.
        """
        n_elements, n_squares, _depth = self._counted(self._nodes[0], 0)
        if n_elements > _MOST_ELEMENTS or n_squares > _MOST_POINTS**2:
            raise _NotDrawn

    def _is_kept(self, node: _Node, name: str, key: str, value: str) -> bool:
        if (
            key.lower().startswith(("on", "stroke-dash"))
            or key in _NEVER
            or _ELSEWHERE.search(value)
        ):
            return False
        if key == "xlink:href":
            if not value.startswith("#"):
                return False
            if name == "use":
                node.copies.append((value[1:], 1))
        elif key == "id":
            self._ids.setdefault(value, node)
        elif key in ("d", "points"):
            n_points = len(_NUMBER.findall(value)) // 2 + 1
            node.n_squares += n_points**2
        markers = _REFERENCE.findall(value) if key.startswith("marker") else _MARKER.findall(value)
        # Of every point of whatever has it; a group hands it on to all in it.
        node.copies += [(one, _MOST_POINTS if name == "g" else 0) for one in markers]
        return True

    def _counted(self, node: _Node, n_above: int) -> tuple[int, int, int]:
        """Return how many elements, squares of points and levels there are with all copies."""
        if node.total is None:
            if node.is_open or n_above > _MOST_COPIED_DEPTH:
                raise _NotDrawn
            node.is_open = True
            n_elements, n_squares, depth = node.n_elements, node.n_squares, 0
            n_points = int(node.n_squares**0.5) + 2
            parts = [(one, 1) for one in node.inside]
            parts += [
                (self._ids[one], times or n_points)
                for one, times in node.copies
                if one in self._ids
            ]
            for part, times in parts:
                more_elements, more_squares, below = self._counted(part, n_above + 1)
                n_elements += times * more_elements
                n_squares += times * more_squares
                depth = max(depth, below)
            if depth >= _MOST_COPIED_DEPTH:
                raise _NotDrawn
            node.total = n_elements, n_squares, depth + 1
        return node.total


def _attribute(name: str) -> str:
    """Return what an attribute is called in what is written; "" where it is left out."""
    if name in ("href", "xlink:href"):
        return "xlink:href"
    return "xml:space" if name == "xml:space" else "" if ":" in name or name == "xmlns" else name


def _undashed(style: str) -> str:
    """Return rules of style without dashes."""
    return _DASHES.sub(_NOT_KNOWN, style)


def harmless_svg(text: str) -> str | None:
    """Return SVG for Qt's renderer.

    Args:
        text: as a model wrote it.

    Returns:
        What draws the same, as far as it is harmless; None for what is no SVG, what is not
        well-formed, and what could take long.
    """
    if len(text) > _MOST_CHARS:
        return None
    rewriter = _Rewriter()
    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = rewriter.start, rewriter.end
    parser.CharacterDataHandler = rewriter.text
    parser.EntityDeclHandler = rewriter.refuse
    try:
        parser.Parse(text.strip().encode("utf-8", "replace"), True)
        rewriter.check()
    except (expat.ExpatError, _NotDrawn, ValueError):
        return None
    return "".join(rewriter.written)
