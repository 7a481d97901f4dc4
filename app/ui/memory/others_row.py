"""What is stored for other programs, in one line: how much, and a button that deletes it."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from app.ui.formatting import counted, size
from app.ui.labels import label
from app.ui.theme import SPACE_L, SPACE_S, SPACE_XL
from app.ui.translation import tr


class OthersRow(QWidget):
    """Shows what other programs' conversations take. Sends `drop_requested`."""

    drop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = label("dialogText")
        self.drop_button = QPushButton(tr("Delete memory of other programs"))
        self.drop_button.setAutoDefault(False)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_XL, SPACE_S, SPACE_XL, SPACE_S)
        row.setSpacing(SPACE_L)
        row.addWidget(self._words, 1)
        row.addWidget(self.drop_button)
        self.drop_button.clicked.connect(self._drop)
        self.hide()

    def words(self) -> str:
        """Return what it says."""
        return self._words.text()

    def show_others(self, n_others: int, n_bytes: int, *, is_read_only: bool) -> None:
        """Show so many conversations; none hides the line."""
        self.setVisible(n_others > 0)
        self._words.setText(
            tr(
                "Other programs: {conversations}, {size}",
                conversations=counted(n_others, "conversation"),
                size=size(n_bytes),
            )
        )
        self.drop_button.setEnabled(not is_read_only)

    @Slot()
    def _drop(self) -> None:
        self.drop_button.setEnabled(False)  # until what is left is told
        self.drop_requested.emit()
