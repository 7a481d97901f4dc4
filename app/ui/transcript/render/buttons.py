"""Draws the buttons of a message: an icon, words beside most of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from app.ui.direction import draw_line, turned, turned_icon
from app.ui.icons import renderer
from app.ui.theme import RADIUS_S, TEXT_CAPTION
from app.ui.transcript.model.click_targets import ClickTarget, TargetKind, target_words
from app.ui.transcript.render.caption_font import zoomed_font
from app.ui.transcript.render.targets import PlacedTarget
from app.ui.translation import tr

if TYPE_CHECKING:
    from app.ui.theme import Colours
    from app.ui.transcript.render.targets import PaintState

ICON = 15
BUTTON = 28

_ICONS = {
    TargetKind.COPY_BLOCK: "copy",
    TargetKind.WRAP: "wrap",
    TargetKind.UNWRAP: "wrap",
    TargetKind.COPY_MESSAGE: "copy",
    TargetKind.EDIT: "rename",
    TargetKind.EDIT_QUESTION: "rename",
    TargetKind.PREVIOUS: "previous",
    TargetKind.NEXT: "next",
    TargetKind.READ_ALL: "history",
    TargetKind.EDIT_SUMMARY: "rename",
    TargetKind.REGENERATE: "regenerate",
    TargetKind.RETRY: "regenerate",
    TargetKind.ANSWER: "continue",
    TargetKind.CONTINUE: "continue",
    TargetKind.STOP: "stop",
    TargetKind.END_THINKING: "continue",
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
    return zoomed_font(colours.zoom, pixels, weight)


def paint_icon(
    painter: QPainter, kind: TargetKind, corner: QPointF, colour: str, line: QRectF
) -> None:
    """Draw what cannot be pressed now; `corner` and `line` as in `paint_button`."""
    direction = painter.layoutDirection()
    place = QRectF(corner.x() + 6, corner.y() - ICON / 2, ICON, ICON)
    drawn = renderer(turned_icon(direction, _ICONS[kind]), colour)
    drawn.render(painter, turned(direction, line, place))


def button_width(painter: QPainter, colours: Colours, kind: TargetKind) -> int:
    """Return how wide a button with its words is."""
    painter.setFont(caption_font(colours, TEXT_CAPTION))
    return _width(painter, "" if kind in _WITHOUT_WORDS else target_words(kind))


def _width(painter: QPainter, words: str) -> int:
    return BUTTON + (painter.fontMetrics().horizontalAdvance(words) + 6 if words else 0)


def paint_button(  # noqa: PLR0913 - where, what and how
    painter: QPainter,
    colours: Colours,
    click_target: ClickTarget,
    corner: QPointF,
    state: PaintState,
    line: QRectF,
    *,
    at_end: bool = False,
) -> PlacedTarget:
    """Draw icon and words centred on the height of `corner`.

    Args:
        painter: in the direction of the message.
        colours: of the theme.
        click_target: what is pressed.
        corner: where it begins, or ends, in a message that is read from the left.
        state: what the pointer has to do with it.
        line: in which it is turned for a message that is read from the right.
        at_end: `corner` is where it ends.
    """
    direction = painter.layoutDirection()
    copied = click_target == state.copied_click_target
    words = "" if click_target.kind in _WITHOUT_WORDS else target_words(click_target.kind)
    words = tr("Copied") if copied else words
    painter.setFont(caption_font(colours, TEXT_CAPTION))
    advance = painter.fontMetrics().horizontalAdvance(words)
    width = _width(painter, words)
    left = corner.x() - width if at_end else corner.x()
    rect = turned(direction, line, QRectF(left, corner.y() - 13, width, 26))
    hovered = click_target == state.hovered_click_target
    if hovered:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.hover))
        painter.drawRoundedRect(rect, RADIUS_S, RADIUS_S)
    colour = colours.text if hovered else colours.muted
    name = "check" if copied else turned_icon(direction, _ICONS[click_target.kind])
    icon = QRectF(rect.left() + 6, corner.y() - ICON / 2, ICON, ICON)
    renderer(name, colour).render(painter, turned(direction, rect, icon))
    painter.setPen(QColor(colour))
    place = QRectF(rect.left() + 6 + ICON + 5, rect.top(), advance + 2, rect.height())
    draw_line(painter, turned(direction, rect, place), words)
    return PlacedTarget(click_target, rect)
