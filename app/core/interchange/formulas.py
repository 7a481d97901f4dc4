"""Formulas as MathML, which every browser draws without a script.

What the converter makes of a formula is not believed: it passes on what stands in a text of it,
tags and all. So only elements and attributes of formulas are written, and their text is escaped.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_MAX_CHARS = 2_000
_MAX_DEPTH = 12  # of braces: the converter's time grows with each
_MAX_NESTING = 120
_ELEMENTS = frozenset(
    ("math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msqrt", "mroot", "msub",
     "msup", "msubsup", "munder", "mover", "munderover", "mtable", "mtr", "mtd", "mstyle",
     "mpadded", "mphantom", "menclose", "mmultiscripts", "mprescripts", "none")
)  # fmt: skip
_ATTRIBUTES = frozenset(
    ("display", "mathvariant", "stretchy", "fence", "form", "separator", "accent", "movablelimits",
     "linethickness", "columnalign", "rowspacing", "columnspacing", "columnlines", "rowlines",
     "displaystyle", "scriptlevel", "width", "height", "depth", "lspace", "rspace", "minsize",
     "maxsize", "notation", "largeop", "symmetric")
)  # fmt: skip
# What the converter does not know, by what looks the same.
_ENVIRONMENTS = {"aligned": "split", "gathered": "matrix"}
_ENVIRONMENT = re.compile(r"\\(begin|end)\{(aligned|gathered)\}")
_PLAIN_VALUE = re.compile(r"[A-Za-z0-9 .%+-]*")


def mathml(tex: str, *, is_display: bool) -> str:
    """Return a formula as HTML; as it was written where it cannot be converted."""
    converted = _converted(tex, is_display=is_display)
    if converted:
        return converted
    written = f'<code class="formula">{html.escape(tex)}</code>'
    return f'<div class="display">{written}</div>' if is_display else written


def _converted(tex: str, *, is_display: bool) -> str:
    if len(tex) > _MAX_CHARS or _depth(tex) > _MAX_DEPTH:
        return ""
    from latex2mathml.converter import convert_to_element  # 50 ms, for those who have formulas

    tex = _ENVIRONMENT.sub(lambda found: f"\\{found[1]}{{{_ENVIRONMENTS[found[2]]}}}", tex)
    try:
        element = convert_to_element(tex, display="block" if is_display else "inline")
        return _written(element, 0)
    except Exception:  # noqa: BLE001 - the converter raises whatever it comes upon
        return ""


def _written(element: Element, depth: int) -> str:
    """Return an element as HTML.

    Raises:
        ValueError: something in it belongs to no formula.
    """
    name = str(element.tag)
    if name not in _ELEMENTS or depth > _MAX_NESTING:
        raise ValueError(name)
    attributes = "".join(
        f' {key}="{value}"'
        for key, value in element.attrib.items()
        if key in _ATTRIBUTES and _PLAIN_VALUE.fullmatch(value)
    )
    text = html.escape(html.unescape(element.text or ""), quote=False)
    if text.strip().startswith("\\"):  # a command that the converter does not know
        raise ValueError(text)
    inside = "".join(_written(child, depth + 1) for child in element)
    return f"<{name}{attributes}>{text}{inside}</{name}>"


def _depth(tex: str) -> int:
    depth = deepest = 0
    for mark in re.findall(r"\\.|[{}]|\\(?:left|right|begin|end)\b", tex, re.DOTALL):
        depth += (mark == "{") - (mark == "}")
        deepest = max(deepest, depth)
    return deepest
