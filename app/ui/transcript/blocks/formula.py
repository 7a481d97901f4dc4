"""Formulas as images: LaTeX to SVG by ziamath, SVG to pixels by Qt.

What a model writes is not trusted: the time to lay a formula out doubles or trebles with each level
of nesting, so what may take longer than about a second is not begun. What cannot be drawn is shown
as it was written.

`FigureCache` keeps what was drawn, formulas, images and SVG, and draws on another thread.
"""

from __future__ import annotations

import enum
import math
import re
import time
from collections import OrderedDict
from functools import lru_cache, partial
from typing import assert_never

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from app.core.plain_value import PlainValue
from app.core.system.lanes import Lane
from app.ui.transcript.blocks.figure import DrawnFigure, ImageKey, SvgKey, draw_svg, read_image

_MAX_CHARS = 1_500
_MAX_COST = 12_000
_GROWTH = 2.5
_MAX_DEPTH = 40  # beyond it, the numbers would only be larger
_MAX_SIDE = 6_000  # pixels
_SIZE = 1.08  # STIX looks smaller than the letters around it
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[{}]|\s+|[^\\{}\s]", re.DOTALL)
_OPENING = {"{", r"\left", r"\begin"}
_CLOSING = {"}", r"\right", r"\end"}
_PREFIXES = frozenset(  # they take what follows, with braces or without
    (
        *(r"\sqrt", r"\frac", r"\dfrac", r"\tfrac", r"\cfrac", r"\binom", "^", "_"),
        *(r"\hat", r"\widehat", r"\bar", r"\vec", r"\dot", r"\ddot", r"\tilde", r"\widetilde"),
        *(r"\overline", r"\underline", r"\overbrace", r"\underbrace", r"\boxed", r"\phantom"),
        *(r"\overset", r"\underset", r"\stackrel", r"\text", r"\operatorname"),
        *(r"\mathbf", r"\mathrm", r"\mathcal", r"\mathbb", r"\mathit"),
    )
)
# ziamath refuses a matrix with an exponent, and takes it in braces.
_MATRIX_WITH_SCRIPT = re.compile(
    r"(\\begin\{(\w+)\}(?:(?!\\begin).)*?\\end\{\2\})(?=\s*[\^_])", re.DOTALL
)

_NUMBERING = re.compile(r"\\(?:label\s*\{[^{}]*\}|notag\b|nonumber\b)")
_TAG = re.compile(r"\\tag(\*?)\s*\{([^{}]*)\}")
_OPERATOR = re.compile(r"\\operatorname(\*?)\s*(?=\{)")
_SPACE_IN_NAME = re.compile(r"(\\[,;:! ]|~)")
_SCRIPT = re.compile(r"\s*([_^])\s*")
_APPLIED_TO = re.compile(
    r"\s*(?:[A-Za-z0-9]|\\(?!(?:left|right|end|in|leq?|geq?|neq?|to|q?quad|[ct]imes|cdot|mid|sim)\b"
    r"|approx\b|equiv\b)[A-Za-z])"
)
_ONE_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|.", re.DOTALL)
# In MathML: commands that nobody knows stand there by their names, as if they were letters; the
# lines of a table are named, and then left out of the drawing.
_NOT_DRAWN = re.compile(r">\s*\\|(?:column|row)lines=\"[^\"]*(?:solid|dashed)")

# Letters are drawn as paths; whatever else stands in it, Qt would open what it names.
_NAMES_A_FILE = re.compile(r"<(?:image|style|script)\b|href|url\(", re.IGNORECASE)


class FormulaKey(PlainValue, frozen=True):
    """A formula at a size.

    Attributes:
        is_display: stands in a line of its own.
        pixels: of the text around it, logical.
        ascent, descent: of that text; a formula in its line is at least as high.
        colour: "#rrggbb".
        ratio: device pixels in a logical one.
    """

    tex: str
    is_display: bool
    pixels: int
    ascent: int
    descent: int
    colour: str
    ratio: float


def draw_formula(key: FormulaKey) -> DrawnFigure | None:
    """Return a formula as an image, None where it cannot be drawn. Threads: any but Qt's own."""
    if len(key.tex) > _MAX_CHARS or _cost(key.tex) > _MAX_COST:
        return None
    try:
        svg = _svg(key)
    except Exception:  # noqa: BLE001 - ziamath raises what it comes upon: AssertionError, KeyError
        return None
    return _painted(svg, key)


def _svg(key: FormulaKey) -> str:
    # 0.3 s that only those who meet a formula should pay.
    from ziamath.config import config
    from ziamath.tex import tex2mml
    from ziamath.zmath import Latex

    config.svg2 = False  # Qt draws no <symbol>
    tex = _as_ziamath_takes_it(key.tex, is_display=key.is_display)
    if _NOT_DRAWN.search(tex2mml(tex, inline=not key.is_display)):
        raise ValueError("half of it would be missing")
    return Latex(tex, size=key.pixels * _SIZE, color=key.colour, inline=not key.is_display).svg()


def _as_ziamath_takes_it(tex: str, *, is_display: bool) -> str:
    """Return a formula in other words, where ziamath misunderstands the usual ones."""
    tex = _MATRIX_WITH_SCRIPT.sub(r"{\1}", tex)
    tex = _NUMBERING.sub("", tex)
    # It would keep the number for the next formula.
    tex = _TAG.sub(_number, tex)
    while (found := _OPERATOR.search(tex)) is not None:
        operator, end = _operator(tex, found.end(), has_limits=is_display and bool(found[1]))
        gap = r"\," if _APPLIED_TO.match(tex, end) else ""
        tex = tex[: found.start()] + operator + gap + tex[end:]
    return tex


def _operator(tex: str, start: int, *, has_limits: bool) -> tuple[str, int]:
    """Return the operator whose name begins at `start`, with its scripts, and where it ends."""
    name, end = _group(tex, start)
    operator = _upright(name)
    while (script := _SCRIPT.match(tex, end)) is not None:
        words, end = _group(tex, script.end())
        if has_limits and script[1] == "_":
            operator = rf"\underset{{{words}}}{{{operator}}}"
        else:
            operator += f"{script[1]}{{{words}}}"
    return operator, end


def _number(tag: re.Match[str]) -> str:
    words = tag[2] if tag[1] else f"({tag[2]})"
    return rf"\qquad \text{{{words}}}"


def _upright(name: str) -> str:
    """Return the name of an operator in pieces: one with a space in it would be set in italics."""
    pieces = _SPACE_IN_NAME.split(name)
    if any("\\" in piece for piece in pieces[::2]):  # more than letters
        return rf"\mathrm{{{name}}}"
    pieces[::2] = [rf"\mathrm{{{piece}}}" if piece else "" for piece in pieces[::2]]
    return "{" + "".join(pieces) + "}"


def _group(tex: str, start: int) -> tuple[str, int]:
    """Return what stands in braces from `start` on, or the one token there, and where it ends.

    Raises:
        ValueError: a brace is missing.
    """
    if tex[start : start + 1] != "{":
        token = _ONE_TOKEN.match(tex, start)
        if token is None:
            raise ValueError("nothing stands there")
        return token[0], token.end()
    depth = 0
    for token in _TOKEN.finditer(tex, start):
        depth += (token[0] == "{") - (token[0] == "}")
        if depth == 0:
            return tex[start + 1 : token.start()], token.end()
    raise ValueError("a brace is missing")


def _painted(svg: str, key: FormulaKey) -> DrawnFigure | None:
    if _NAMES_A_FILE.search(svg):
        return None
    drawing = QSvgRenderer(QByteArray(svg.encode()))
    box = drawing.viewBoxF()
    sides = (box.width() * key.ratio, box.height() * key.ratio)
    if not drawing.isValid() or min(sides) <= 0 or max(sides) > _MAX_SIDE:
        return None
    # Whole pixels above and below the base line, or the letters would look blurred.
    least_above, least_below = (0, 0) if key.is_display else (key.ascent, key.descent)
    above = max(least_above, math.ceil(-box.top()))
    below = max(least_below, math.ceil(box.bottom()))
    width, height = math.ceil(box.width()), above + below
    image = QImage(round(width * key.ratio), round(height * key.ratio), QImage.Format.Format_ARGB32)
    image.setDevicePixelRatio(key.ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    drawing.render(painter, QRectF(0, above + box.top(), box.width(), box.height()))
    painter.end()
    return DrawnFigure(image, width, height, depth=below)


def _cost(tex: str) -> float:
    """Return how long a formula may take, in units of about 0.1 ms: each group by its depth."""
    cost, depth, n_prefixes = 0.0, 0, 0
    groups: list[int] = []
    for token in _TOKEN.findall(tex):
        if token in _OPENING:
            groups.append(max(1, n_prefixes))
            depth += groups[-1]
            n_prefixes = 0
        elif token in _CLOSING:
            depth -= groups.pop() if groups else 0
        elif token in _PREFIXES:
            n_prefixes += 1
        elif not token.isspace():
            n_prefixes = 0
        cost += _GROWTH ** min(depth + n_prefixes, _MAX_DEPTH)
    return cost


_MAX_BYTES = 64_000_000
_FAILED_BYTES = 200
_KEPT_S = 5.0  # after it was asked for

FigureKey = FormulaKey | ImageKey | SvgKey


class NotDrawn(enum.Enum):
    """Why there is no image."""

    PENDING = enum.auto()
    IMPOSSIBLE = enum.auto()


class FigureCache:
    """Pictures by what they show; those unused for longest are forgotten.

    Threads: interface thread; the second one only draws.
    """

    def __init__(self) -> None:
        self._work = Lane("pictures")
        self._drawn_figures: OrderedDict[FigureKey, DrawnFigure | None] = OrderedDict()
        self._asked: set[FigureKey] = set()
        self._drawn: dict[FigureKey, DrawnFigure | None] = {}  # written by the worker, key by key
        self._asked_at: dict[FigureKey, float] = {}  # monotonic seconds
        self._n_bytes = 0

    def figure(self, key: FigureKey) -> DrawnFigure | NotDrawn:
        """Return an image, or why there is none; asks for it to be drawn."""
        self._collect()
        self._asked_at[key] = time.monotonic()
        if key in self._drawn_figures:
            self._drawn_figures.move_to_end(key)
            return self._drawn_figures[key] or NotDrawn.IMPOSSIBLE
        if key not in self._asked:
            self._asked.add(key)
            self._work.add(partial(self._draw, key))
        return NotDrawn.PENDING

    def is_pending(self, key: FigureKey) -> bool:
        """Return whether an image is still being drawn."""
        self._collect()
        return key in self._asked

    def _draw(self, key: FigureKey) -> None:
        self._drawn[key] = _drawn(key)

    def _collect(self) -> None:
        for key in list(self._drawn):
            figure = self._drawn.pop(key)
            self._asked.discard(key)
            self._drawn_figures[key] = figure
            self._n_bytes += _size(key, figure)
        self._forget_some()

    def _forget_some(self) -> None:
        """Forget what was not asked for lately; else what is shown would be drawn for ever."""
        long_ago = time.monotonic() - _KEPT_S
        while self._n_bytes > _MAX_BYTES:
            oldest = next(iter(self._drawn_figures))
            if self._asked_at.get(oldest, 0.0) > long_ago:
                return
            self._asked_at.pop(oldest, None)
            self._n_bytes -= _size(oldest, self._drawn_figures.pop(oldest))


def _drawn(key: FigureKey) -> DrawnFigure | None:
    match key:
        case FormulaKey():
            return draw_formula(key)
        case ImageKey():
            return read_image(key)
        case SvgKey():
            return draw_svg(key)
        case unknown:
            assert_never(unknown)


def _size(key: FigureKey, figure: DrawnFigure | None) -> int:
    match key:
        case FormulaKey():
            name = key.tex
        case ImageKey():
            name = key.path
        case SvgKey():
            name = key.text
        case unknown:
            assert_never(unknown)
    return (
        _FAILED_BYTES + 2 * len(name) + (0 if figure is None else int(figure.image.sizeInBytes()))
    )


@lru_cache(maxsize=1)
def figure_cache() -> FigureCache:
    """Return the images of this process."""
    return FigureCache()
