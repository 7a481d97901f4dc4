"""Formulas as pictures: LaTeX to SVG by ziamath, SVG to pixels by Qt.

What a model writes is not trusted: the time to lay a formula out doubles or trebles with each level
of nesting, so what may take longer than about a second is not begun. What cannot be drawn is shown
as it was written.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from app.ui.transcript.blocks.picture import Picture

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

# Letters are drawn as paths; whatever else stands in it, Qt would open what it names.
_NAMES_A_FILE = re.compile(r"<(?:image|style|script)\b|href|url\(", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FormulaKey:
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


def draw_formula(key: FormulaKey) -> Picture | None:
    """Return a formula as a picture, None where it cannot be drawn. Threads: any but Qt's own."""
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
    from ziamath.zmath import Latex

    config.svg2 = False  # Qt draws no <symbol>
    tex = _MATRIX_WITH_SCRIPT.sub(r"{\1}", key.tex)
    return Latex(tex, size=key.pixels * _SIZE, color=key.colour, inline=not key.is_display).svg()


def _painted(svg: str, key: FormulaKey) -> Picture | None:
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
    return Picture(image, width, height, depth=below)


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
