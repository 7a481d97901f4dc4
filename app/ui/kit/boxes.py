"""Fields as they look everywhere: a few values to choose from, a number, a box with a tick."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen, QValidator, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
)

from app.ui.kit.labels import renderer
from app.ui.kit.theme import ARROW_ROOM, SPACE_S, Colours, Theme
from app.ui.words.direction import turned
from app.ui.words.formatting import number as written
from app.ui.words.plain_text import show_tip
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from PySide6.QtGui import QHelpEvent, QPaintEvent
    from PySide6.QtWidgets import QWidget

    Validity = tuple[QValidator.State, str, int]


_ARROW = 14
_MARGIN = 10.0
_TEXT_MARGIN = 2  # of the style, around the words
_AROUND = 24  # at both ends
_LEAST_CHARACTERS, _MOST_CHARACTERS = 8, 56


class ChoiceBox(QComboBox):
    """Takes no more room than it gets: long values are cut in the field, not in the list."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(_LEAST_CHARACTERS)
        # Qt's own paints rows as those of a menu, of which the style sheet knows nothing.
        self.setItemDelegate(QStyledItemDelegate(self))
        self.model().rowsInserted.connect(self.updateGeometry)
        theme.changed.connect(self.update)

    def whole_width(self) -> int:
        """Return how wide the field is that cuts none of its values."""
        widths = [
            self.fontMetrics().horizontalAdvance(self.itemText(row)) for row in range(self.count())
        ]
        return max(widths, default=0) + self._theme.scaled(ARROW_ROOM) + _AROUND

    def sizeHint(self) -> QSize:
        """Qt: as wide as its longest value, within reason."""
        hint = super().sizeHint()
        most = self.fontMetrics().averageCharWidth() * _MOST_CHARACTERS
        return QSize(max(hint.width(), min(self.whole_width(), most)), hint.height())

    def event(self, event: QEvent) -> bool:
        """Qt: where the value is cut, the tip begins with all of it."""
        if event.type() == QEvent.Type.ToolTip and self.shown_text() != self.currentText():
            tip = "\n".join(filter(None, (self.currentText(), self.toolTip())))
            place: QHelpEvent = event  # type: ignore[assignment]
            show_tip(place.globalPos(), tip, self)
            return True
        return super().event(event)

    def shown_text(self) -> str:
        """Return the value as the field shows it."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        return option.currentText

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        """Qt: what is drawn; a value that is too long ends in an ellipsis."""
        super().initStyleOption(option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        option.currentText = self.fontMetrics().elidedText(
            option.currentText, Qt.TextElideMode.ElideRight, field.width() - _TEXT_MARGIN
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt: the field, and an arrow in the colour of the theme."""
        super().paintEvent(event)
        painter = QPainter(self)
        side = self._theme.scaled(_ARROW)
        place = QRectF(0, 0, side, side)
        place.moveCenter(QRectF(self.rect()).center())
        place.moveRight(self.width() - _MARGIN)
        place = turned(self.layoutDirection(), QRectF(self.rect()), place)
        renderer("chevron", self._theme.colours.muted).render(painter, place)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Qt: the wheel scrolls the page; it would change what is chosen unnoticed."""
        event.ignore()


class StillBox(QDoubleSpinBox):
    """Changes with keys and its arrows alone."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Qt: the wheel scrolls the page; it would change the number unnoticed."""
        event.ignore()


class NumberBox(StillBox):
    """Takes any number while it is typed, and the nearest allowed one when the field is left.

    Sends `told` with what is wrong, "" for nothing, and whether it still is. The lowest value of
    the range stands for "nothing chosen" and cannot be typed.

    Args:
        lowest, highest: what can be chosen.
        step: between two values; nothing chosen is one step below `lowest`.
        unchosen: what the field says then.
    """

    told = Signal(str, bool)

    def __init__(
        self, lowest: float, highest: float, step: float, decimals: int, unchosen: str
    ) -> None:
        super().__init__()
        self._lowest, self._highest = lowest, highest  # first of all: Qt asks soon
        self.setDecimals(decimals)
        self.setSingleStep(step)
        self.setRange(lowest - step, highest)
        self.setSpecialValueText(unchosen)
        self.lineEdit().textEdited.connect(self._on_edited)

    def range_text(self) -> str:
        """Return what can be chosen: "0 to 2"."""
        return tr("{low} to {high}", low=written(self._lowest), high=written(self._highest))

    def validate(self, text: str, pos: int) -> Validity:
        """Qt: a number out of range may be typed; it is told, not swallowed."""
        if self._beyond(text):
            return QValidator.State.Intermediate, text, pos
        found = super().validate(text, pos)
        state = found[0] if isinstance(found, tuple) else found
        return state, text, pos

    def fixup(self, text: str) -> str:
        """Qt: the field is left with a number it does not take."""
        number = self._typed(text)
        if number is None:
            return self.textFromValue(self.value())
        nearest = min(max(number, self._lowest), self._highest)
        values = {"number": text.strip(), "nearest": written(nearest)}
        if number > nearest:
            self.told.emit(tr("{number} is too large; using {nearest}.", **values), False)
        else:
            self.told.emit(tr("{number} is too small; using {nearest}.", **values), False)
        return self.textFromValue(nearest)

    def stepBy(self, steps: int) -> None:
        """Qt: an arrow key changes the number; by large steps, to a multiple of them."""
        if self.singleStep() > 1:
            self.setValue(self._multiple(steps))
            self.selectAll()
        else:
            super().stepBy(steps)
        self.told.emit("", False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Return takes the number first, so that nothing else is done with a wrong one."""
        is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_return and self._beyond(self.lineEdit().text()):
            self.interpretText()
            event.accept()
            return
        super().keyPressEvent(event)

    def _multiple(self, steps: int) -> float:
        """Return the multiple of the step that lies so many steps away; the lowest value below."""
        step = self.singleStep()
        whole = math.floor if steps > 0 else math.ceil
        number = step * (whole(self.value() / step) + steps)
        if number >= self._lowest:
            return number
        return step * math.ceil(self._lowest / step) if steps > 0 else self.minimum()

    def _typed(self, text: str) -> float | None:
        number, is_number = self.locale().toDouble(text.strip())
        return number if is_number else None

    def _beyond(self, text: str) -> bool:
        number = self._typed(text)
        return number is not None and not self._lowest <= number <= self._highest

    @Slot(str)
    def _on_edited(self, text: str) -> None:
        is_wrong = self._beyond(text)
        words = tr("Choose a number from {range}.", range=self.range_text()) if is_wrong else ""
        self.told.emit(words, is_wrong)


BOX = 16.0
INDENT = int(BOX) + SPACE_S + 3  # of words that stand under those of a box
_RADIUS = 4.0
_RING = 2.0


def draw_tick(painter: QPainter, centre: QRectF, colours: Colours, *, is_on: bool) -> QRectF:
    """Draw a box in the middle of `centre`, ticked or empty, and return where it is."""
    box = QRectF(0, 0, BOX, BOX)
    box.moveCenter(centre.center())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(colours.accent if is_on else colours.muted), 1.3))
    painter.setBrush(QColor(colours.accent) if is_on else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, _RADIUS, _RADIUS)
    if is_on:
        renderer("check", colours.on_accent).render(painter, box.adjusted(1, 1, -1, -1))
    return box


class TickBox(QCheckBox):
    """A box with words beside it; a click anywhere on it counts."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Qt: box, gap, words."""
        words = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, self.text())
        return QSize(INDENT + words.width() + SPACE_S, max(int(BOX), words.height()) + SPACE_S)

    def hitButton(self, pos: QPoint) -> bool:
        """Qt: whether a click there is meant for this."""
        return self.rect().contains(pos)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: the box, a ring round it with the focus, and the words."""
        colours = self._theme.colours
        painter = QPainter(self)
        direction = self.layoutDirection()
        place = QRectF(_RING, 0, BOX + 2, self.height())
        place = turned(direction, QRectF(self.rect()), place)
        painter.setOpacity(1.0 if self.isEnabled() else 0.5)
        box = draw_tick(painter, place, colours, is_on=self.isChecked())
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), 1.3))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(-_RING, -_RING, _RING, _RING), 6.0, 6.0)
        painter.setOpacity(1.0)
        painter.setPen(QColor(colours.text if self.isEnabled() else colours.muted))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextShowMnemonic
        words = QStyle.visualRect(direction, self.rect(), self.rect().adjusted(INDENT, 0, 0, 0))
        painter.drawText(words, flags, self.text())
