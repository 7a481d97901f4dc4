"""Formulas as pictures: LaTeX to SVG by ziamath, SVG to pixels by Qt.

What a model writes is not trusted: the time to lay a formula out grows threefold with each level of
nesting, so depth, length, size and time are limited. What cannot be drawn is shown as it was
written.
"""

from __future__ import annotations

import math
import re
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from app.ui.transcript.picture import Picture

if TYPE_CHECKING:
    from collections.abc import Iterator

_MAX_CHARS = 2_000
_MAX_NESTING = 12
_MAX_SIDE = 6_000  # pixels
_MAX_S = 1.0
_SIZE = 1.08  # STIX looks smaller than the letters around it
# ziamath refuses a matrix with an exponent, and takes it in braces.
_MATRIX_WITH_SCRIPT = re.compile(
    r"(\\begin\{(\w+)\}(?:(?!\\begin).)*?\\end\{\2\})(?=\s*[\^_])", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class FormulaKey:
    """A formula at a size.

    Attributes:
        is_display: stands in a line of its own.
        pixels: of the text around it, logical.
        colour: "#rrggbb".
        ratio: device pixels in a logical one.
    """

    tex: str
    is_display: bool
    pixels: int
    colour: str
    ratio: float


def draw_formula(key: FormulaKey) -> Picture | None:
    """Return a formula as a picture, None where it cannot be drawn. Threads: any but Qt's own."""
    if len(key.tex) > _MAX_CHARS or _nesting(key.tex) > _MAX_NESTING:
        return None
    # 0.3 s that only those who meet a formula should pay, and seconds on a busy machine: before the
    # deadline, or the first formula would be given up for what is no fault of its own.
    import ziamath.zmath  # noqa: F401

    try:
        with _deadline(_MAX_S):
            svg = _svg(key)
    except Exception:  # noqa: BLE001 - ziamath raises what it comes upon: AssertionError, KeyError
        return None
    return _painted(svg, key)


def _svg(key: FormulaKey) -> str:
    from ziamath.config import config
    from ziamath.zmath import Latex

    config.svg2 = False  # Qt draws no <symbol>
    tex = _MATRIX_WITH_SCRIPT.sub(r"{\1}", key.tex)
    return Latex(tex, size=key.pixels * _SIZE, color=key.colour, inline=not key.is_display).svg()


def _painted(svg: str, key: FormulaKey) -> Picture | None:
    drawing = QSvgRenderer(QByteArray(svg.encode()))
    box = drawing.viewBoxF()
    sides = (box.width() * key.ratio, box.height() * key.ratio)
    if not drawing.isValid() or min(sides) <= 0 or max(sides) > _MAX_SIDE:
        return None
    # Whole pixels above and below the base line, or the letters would look blurred.
    above, below = math.ceil(max(0.0, -box.top())), math.ceil(max(0.0, box.bottom()))
    width, height = math.ceil(box.width()), above + below
    image = QImage(round(width * key.ratio), round(height * key.ratio), QImage.Format.Format_ARGB32)
    image.setDevicePixelRatio(key.ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    drawing.render(painter, QRectF(0, above + box.top(), box.width(), box.height()))
    painter.end()
    return Picture(image, width, height, depth=below)


def _nesting(tex: str) -> int:
    """Return how many groups stand in each other at most."""
    depth = deepest = 0
    for at, char in enumerate(tex):
        if char == "{" or tex.startswith((r"\left", r"\begin"), at):
            depth += 1
        elif char == "}" or tex.startswith((r"\right", r"\end"), at):
            depth -= 1
        deepest = max(deepest, depth)
    return deepest


@contextmanager
def _deadline(seconds: float) -> Iterator[None]:
    """Raise in this thread when what is inside takes longer; looks at each call of a function."""
    end = time.monotonic() + seconds

    def look(*_: object) -> None:
        if time.monotonic() > end:
            raise TimeoutError

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        yield
    finally:
        sys.setprofile(before)
