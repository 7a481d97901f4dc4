"""The row of the chat's settings that says what is done when the chat outgrows the context."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.protocol import OverflowRule
from app.ui.choice_box import ChoiceBox
from app.ui.labels import caption, label
from app.ui.theme import SPACE_S
from app.ui.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from app.ui.theme import Theme

_CHOICES = {
    OverflowRule.ASK: (
        QT_TR_NOOP("Ask what to do"),
        QT_TR_NOOP("Nothing is sent that does not fit; you choose what helps."),
    ),
    OverflowRule.LEAVE_OUT: (
        QT_TR_NOOP("Leave out the oldest messages"),
        QT_TR_NOOP("The model no longer reads them. They stay in the chat, and you can bring them "
                   "back."),
    ),
    OverflowRule.SUMMARISE: (
        QT_TR_NOOP("Summarise the oldest messages"),
        QT_TR_NOOP("The model reads a summary in their place, which it writes first and you can "
                   "edit."),
    ),
}  # fmt: skip


class OverflowRow(QWidget):
    """Three choices, and a line that explains the one that is chosen."""

    def __init__(self, theme: Theme, rule: OverflowRule) -> None:
        super().__init__()
        self.box = ChoiceBox(theme)
        self.box.setAccessibleName(tr("When the chat outgrows the context"))
        for name, _note in _CHOICES.values():
            self.box.addItem(tr(name))
        self.note = label("dialogText")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        heading = tr("When the chat &outgrows the context")
        column.addWidget(caption("dialogCaption", heading, self.box))
        column.addWidget(self.box)
        column.addWidget(self.note)
        self.box.currentIndexChanged.connect(self._explain)
        self.choose(rule)
        self._explain()

    def rule(self) -> OverflowRule:
        """Return what is chosen."""
        return tuple(_CHOICES)[self.box.currentIndex()]

    def choose(self, rule: OverflowRule) -> None:
        """Choose a rule."""
        self.box.setCurrentIndex(tuple(_CHOICES).index(rule))

    @Slot()
    def _explain(self, *_: object) -> None:
        self.note.setText(tr(_CHOICES[self.rule()][1]))
