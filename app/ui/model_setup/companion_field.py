"""Which file goes along with a model: a list of them, with what is known of it below."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from app.ui.choice_box import ChoiceBox
from app.ui.labels import caption, label
from app.ui.plain_text import set_tip
from app.ui.theme import SPACE_M, SPACE_S

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.ui.theme import Theme

_FIELD_WIDTH = 240


class CompanionField(QWidget):
    """Sends `changed`. What is chosen stays in the list, be it found or not.

    Args:
        theme: of the window.
        name: of the list, for screen readers.
        title: before it, with its letter.
    """

    changed = Signal()

    def __init__(self, theme: Theme, name: str, title: str) -> None:
        super().__init__()
        self._paths = [""]  # of the rows: Qt would change a path that is no UTF-8
        self.choice = ChoiceBox(theme)
        self.choice.setAccessibleName(name)
        self.choice.setMinimumWidth(_FIELD_WIDTH)
        self._note = label("dialogText")
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(SPACE_M)
        self.grid.setVerticalSpacing(SPACE_S)
        self.grid.setColumnStretch(0, 1)
        self.grid.addWidget(caption("", title, self.choice), 0, 0)
        self.grid.addWidget(self.choice, 0, 1)
        self.grid.addWidget(self._note, 1, 0, 1, 2)
        self.refill("")
        self.choice.currentIndexChanged.connect(self.changed)

    @property
    def path(self) -> str:
        """What is chosen; "" for the first row."""
        return self._paths[max(0, self.choice.currentIndex())]

    def show_path(self, path: str) -> None:
        """Choose a file, or what else has a row."""
        if path != self.path:
            self.refill(path)
            self.changed.emit()

    def refill(self, chosen: str) -> None:
        """Show what there is now, one of it chosen."""
        names = dict(self._names())
        if chosen not in names:
            names[chosen] = Path(chosen).name
        self._paths = list(names)
        was_blocked = self.choice.blockSignals(True)
        self.choice.clear()
        self.choice.addItems(list(names.values()))
        self.choice.setCurrentIndex(self._paths.index(chosen))
        self.choice.blockSignals(was_blocked)
        words = self._words()
        self._note.setText(words)
        set_tip(self.choice, words)

    def _names(self) -> Mapping[str, str]:
        """Return the rows by their paths, "" first."""
        raise NotImplementedError

    def _words(self) -> str:
        """Return what stands below."""
        raise NotImplementedError
