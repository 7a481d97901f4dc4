"""Draws the buttons of a message: an icon, words beside most of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from app.ui.icons import renderer
from app.ui.theme import RADIUS_S, TEXT_CAPTION, text_font
from app.ui.transcript.model.click_targets import ClickTarget, TargetKind, target_words
from app.ui.transcript.render.targets import PlacedTarget
from app.ui.translation import tr

if TYPE_CHECKING:
    from app.ui.theme import Colours
    from app.ui.transcript.render.targets import PaintState

ICON = 15
BUTTON = 28
_MOST_ZOOM = 1.5

_ICONS = {
    TargetKind.COPY_CODE: "copy",
    TargetKind.WRAP: "wrap",
    TargetKind.UNWRAP: "wrap",
    TargetKind.COPY_MESSAGE: "copy",
    TargetKind.EDIT: "rename",
    TargetKind.EDIT_QUESTION: "rename",
    TargetKind.PREVIOUS: "previous",
    TargetKind.NEXT: "next",
    TargetKind.READ_ALL: "history",
    TargetKind.REGENERATE: "regenerate",
    TargetKind.RETRY: "regenerate",
    TargetKind.ANSWER: "continue",
    TargetKind.CONTINUE: "continue",
    TargetKind.STOP: "stop",
}
_WITHOUT_WORDS = (
    TargetKind.COPY_MESSAGE,
    TargetKind.EDIT,
    TargetKind.PREVIOUS,
    TargetKind.NEXT,
    TargetKind.WRAP,
    TargetKind.UNWRAP,
)


def caption_font(
    colours: Colours, pixels: int, weight: QFont.Weight = QFont.Weight.Normal
) -> QFont:
    """Return a font for the words around a message, whose lines have a fixed height."""
    return text_font(round(pixels * min(_MOST_ZOOM, max(1.0, colours.zoom))), weight)


def paint_icon(painter: QPainter, kind: TargetKind, corner: QPointF, colour: str) -> None:
    """Draw what cannot be pressed now."""
    place = QRectF(corner.x() + 6, corner.y() - ICON / 2, ICON, ICON)
    renderer(_ICONS[kind], colour).render(painter, place)


def button_width(painter: QPainter, colours: Colours, kind: TargetKind) -> int:
    """Return how wide a button with its words is."""
    painter.setFont(caption_font(colours, TEXT_CAPTION))
    return _width(painter, "" if kind in _WITHOUT_WORDS else target_words(kind))


def _width(painter: QPainter, words: str) -> int:
    return BUTTON + (painter.fontMetrics().horizontalAdvance(words) + 6 if words else 0)


def paint_button(
    painter: QPainter,
    colours: Colours,
    click_target: ClickTarget,
    corner: QPointF,
    state: PaintState,
    *,
    from_right: bool = False,
) -> PlacedTarget:
    """Draw icon and words centred on the height of `corner`."""
    copied = click_target == state.copied_click_target
    words = "" if click_target.kind in _WITHOUT_WORDS else target_words(click_target.kind)
    words = tr("Copied") if copied else words
    painter.setFont(caption_font(colours, TEXT_CAPTION))
    advance = painter.fontMetrics().horizontalAdvance(words)
    width = _width(painter, words)
    left = corner.x() - width if from_right else corner.x()
    rect = QRectF(left, corner.y() - 13, width, 26)
    hovered = click_target == state.hovered_click_target
    if hovered:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.hover))
        painter.drawRoundedRect(rect, RADIUS_S, RADIUS_S)
    colour = colours.text if hovered else colours.muted
    drawn = renderer("check" if copied else _ICONS[click_target.kind], colour)
    drawn.render(painter, QRectF(rect.left() + 6, corner.y() - ICON / 2, ICON, ICON))
    painter.setPen(QColor(colour))
    place = QRectF(rect.left() + 6 + ICON + 5, rect.top(), advance + 2, rect.height())
    painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
    return PlacedTarget(click_target, rect)
