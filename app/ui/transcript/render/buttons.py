"""Draws the buttons of a message: an icon, words beside most of them; and says where they lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from app.core.plain_value import PlainValue
from app.ui.kit.labels import renderer
from app.ui.kit.theme import RADIUS_S, TEXT_CAPTION, Colours
from app.ui.transcript.model.click_targets import ClickTarget, TargetKind, target_words
from app.ui.transcript.render.measures import growth, zoomed_font
from app.ui.words.direction import draw_line, turned, turned_icon
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from app.ui.transcript.blocks.block import Block
    from app.ui.transcript.render.message_layout import MessageLayout
    from app.ui.words.stats_text import Wait


class _SelectedText(Protocol):
    """What is chosen of a message."""

    def range_in(self, slot: int, end_position: int) -> tuple[int, int] | None:
        """Return the chosen positions [begin, end) of one section, None for none."""


class _SearchMarks(Protocol):
    """What is looked for in the chat."""

    def marks(self, layout: MessageLayout, slot: int, block: Block) -> list[tuple[int, int, bool]]:
        """Return where the words stand in a section, and whether the user is there."""


class PlacedTarget(PlainValue, frozen=True):
    """A click target and its place in the viewport."""

    click_target: ClickTarget
    rect: QRectF


class PaintState(PlainValue, frozen=True):
    """What the pointer and the keyboard have to do with the message being painted.

    Attributes:
        can_answer: there is a model to do it.
        can_retry: and room for this answer to be given again.
        can_continue: and room for the chat to go on from its end.
        wait: what the answer that is being given waits for; None for nothing.
        version: which of how many this message is, from 1; None where it stands alone.
        media_note: what the model cannot take of its pictures and sounds; "" for nothing.
        can_end_thinking: the model can be told to answer now.
    """

    is_last: bool
    can_answer: bool
    can_retry: bool
    can_continue: bool
    wait: Wait | None
    version: tuple[int, int] | None
    is_hovered: bool
    hovered_click_target: ClickTarget | None
    copied_click_target: ClickTarget | None
    selection: _SelectedText | None
    phase: int  # of the dots that say an answer is coming
    marking: _SearchMarks
    media_note: str = ""
    can_end_thinking: bool = True


_ICON = 15
_BUTTON = 28
_HEIGHT = 26

_ICONS = {
    TargetKind.COPY_BLOCK: "copy",
    TargetKind.WRAP: "wrap",
    TargetKind.UNWRAP: "wrap",
    TargetKind.OPEN_PAGE: "link",
    TargetKind.SHOW_CODE: "code",
    TargetKind.SHOW_PICTURE: "picture",
    TargetKind.COPY_MESSAGE: "copy",
    TargetKind.EDIT: "rename",
    TargetKind.EDIT_QUESTION: "rename",
    TargetKind.PREVIOUS: "previous",
    TargetKind.NEXT: "next",
    TargetKind.READ_ALL: "history",
    TargetKind.EDIT_SUMMARY: "rename",
    TargetKind.REGENERATE: "regenerate",
    TargetKind.RETRY: "regenerate",
    TargetKind.COPY_DETAILS: "copy",
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
    TargetKind.SHOW_CODE,
    TargetKind.SHOW_PICTURE,
)


def caption_font(
    colours: Colours, pixels: int, weight: QFont.Weight = QFont.Weight.Normal
) -> QFont:
    """Return a font for the words around a message."""
    return zoomed_font(colours.zoom, pixels, weight)


def icon_size(colours: Colours) -> int:
    """Return how large an icon beside such words is."""
    return round(_ICON * growth(colours.zoom))


def button_size(colours: Colours) -> int:
    """Return how wide a button without words is."""
    return round(_BUTTON * growth(colours.zoom))


def line_height(colours: Colours) -> int:
    """Return how high a line of such words is, and a button in it."""
    return round(_HEIGHT * growth(colours.zoom))


def paint_symbol(
    painter: QPainter, name: str, colours: Colours, line: QRectF, left: float, colour: str = ""
) -> int:
    """Draw a symbol at half the height of a line, by default muted; returns its width."""
    side = icon_size(colours)
    place = turned(
        painter.layoutDirection(), line, QRectF(left, line.center().y() - side / 2, side, side)
    )
    renderer(name, colour or colours.muted).render(painter, place)
    return side


def paint_icon(
    painter: QPainter, kind: TargetKind, corner: QPointF, colours: Colours, line: QRectF
) -> None:
    """Draw what cannot be pressed now; `corner` and `line` as in `paint_button`."""
    direction, side = painter.layoutDirection(), icon_size(colours)
    place = QRectF(corner.x() + 6, corner.y() - side / 2, side, side)
    drawn = renderer(turned_icon(direction, _ICONS[kind]), colours.faint)
    drawn.render(painter, turned(direction, line, place))


def button_width(painter: QPainter, colours: Colours, kind: TargetKind) -> int:
    """Return how wide a button with its words is."""
    painter.setFont(caption_font(colours, TEXT_CAPTION))
    return _width(painter, colours, "" if kind in _WITHOUT_WORDS else target_words(kind))


def _width(painter: QPainter, colours: Colours, words: str) -> int:
    return button_size(colours) + (
        painter.fontMetrics().horizontalAdvance(words) + 6 if words else 0
    )


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
    width, height, side = _width(painter, colours, words), line_height(colours), icon_size(colours)
    left = corner.x() - width if at_end else corner.x()
    rect = turned(direction, line, QRectF(left, corner.y() - height / 2, width, height))
    hovered = click_target == state.hovered_click_target
    if hovered:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.hover))
        painter.drawRoundedRect(rect, RADIUS_S, RADIUS_S)
    colour = colours.text if hovered else colours.muted
    name = "check" if copied else turned_icon(direction, _ICONS[click_target.kind])
    icon = QRectF(rect.left() + 6, corner.y() - side / 2, side, side)
    renderer(name, colour).render(painter, turned(direction, rect, icon))
    painter.setPen(QColor(colour))
    place = QRectF(rect.left() + 6 + side + 5, rect.top(), advance + 2, rect.height())
    draw_line(painter, turned(direction, rect, place), words)
    return PlacedTarget(click_target, rect)
