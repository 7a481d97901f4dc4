"""Fields for numbers; one of them says what is wrong with a number that it does not take."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox

from app.ui.formatting import number as written
from app.ui.translation import tr

if TYPE_CHECKING:
    Validity = tuple[QValidator.State, str, int]


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
        self,
        lowest: float,
        highest: float,
        step: float,
        decimals: int,
        unchosen: str,
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
