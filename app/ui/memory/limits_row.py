"""How much may be stored: two numbers that can be changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QWidget

from app.core.settings import MEMORY_BUDGET, MEMORY_DAILY
from app.ui.flow_layout import FlowLayout
from app.ui.formatting import size
from app.ui.labels import caption
from app.ui.plain_text import set_tip
from app.ui.theme import SPACE_M, SPACE_S
from app.ui.translation import tr, translated

if TYPE_CHECKING:
    from app.core.protocol import Limits
    from app.core.settings import Setting

_GB = 10**9


class LimitsRow(QWidget):
    """Shows the limits of the store. Sends `limited` with both in GB when one was changed.

    Not with every key: a smaller budget deletes, and "20" begins with a 2.
    """

    limited = Signal(float, float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.budget = _box(MEMORY_BUDGET)
        self.daily = _box(MEMORY_DAILY)
        self.daily.setSpecialValueText(tr("No limit"))
        row = FlowLayout(self, SPACE_M)
        self.setContentsMargins(0, SPACE_S, 0, 0)
        for words, box in (
            (tr("&Maximum on disk"), self.budget),
            (tr("Maximum &written per day"), self.daily),
        ):
            row.addWidget(_pair(words, box))
        self._shown = (self.budget.value(), self.daily.value())
        self.budget.editingFinished.connect(self.commit)
        self.daily.editingFinished.connect(self.commit)

    def show_limits(self, limits: Limits, default_budget_bytes: int) -> None:
        """Show what is in force, but not over what is just being typed."""
        self.budget.setSpecialValueText(tr("Automatic ({size})", size=size(default_budget_bytes)))
        self.budget.setMinimumWidth(self.budget.sizeHint().width())
        if self._values() != self._shown:
            return
        self.budget.setValue((limits.budget_bytes or 0) / _GB)
        self.daily.setValue((limits.daily_bytes or 0) / _GB)
        self._shown = self._values()

    @Slot()
    def commit(self) -> None:
        """Send what has been typed."""
        if self._values() != self._shown:
            self._shown = self._values()
            self.limited.emit(*self._shown)

    def _values(self) -> tuple[float, float]:
        return self.budget.value(), self.daily.value()


def _pair(words: str, box: QWidget) -> QWidget:
    """Return a field with its label, which stay together where the row is too long for one line."""
    pair = QWidget()
    row = QHBoxLayout(pair)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(SPACE_S)
    row.addWidget(caption("dialogText", words, box))
    row.addWidget(box)
    return pair


def _box(setting: Setting[float]) -> QDoubleSpinBox:
    box = QDoubleSpinBox()
    box.setRange(setting.minimum or 0.0, setting.maximum or 0.0)
    box.setDecimals(1)
    box.setSuffix(tr(" GB"))
    box.setGroupSeparatorShown(True)
    box.lineEdit().setTextMargins(SPACE_S, 0, SPACE_S, 0)
    set_tip(box, translated(setting.note))
    box.setAccessibleName(translated(setting.label))
    return box
