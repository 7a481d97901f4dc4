"""A field with a few values to choose from, as it looks everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QComboBox, QStyle, QStyledItemDelegate, QStyleOptionComboBox

from app.ui.direction import turned
from app.ui.icons import renderer
from app.ui.plain_text import show_tip
from app.ui.theme import ARROW_ROOM

if TYPE_CHECKING:
    from PySide6.QtGui import QHelpEvent, QPaintEvent, QWheelEvent
    from PySide6.QtWidgets import QWidget

    from app.ui.theme import Theme

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
            QStyle.ComplexControl.CC_ComboBox,
            option,
            QStyle.SubControl.SC_ComboBoxEditField,
            self,
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
