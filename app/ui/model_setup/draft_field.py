"""Which small model drafts what a model says, among those that can."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from app.ui.choice_box import ChoiceBox
from app.ui.formatting import size
from app.ui.labels import caption, label
from app.ui.plain_text import set_tip
from app.ui.theme import SPACE_M, SPACE_S
from app.ui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.models.draft_models import DraftCandidate
    from app.ui.theme import Theme

_FIELD_WIDTH = 240


class DraftField(QWidget):
    """Sends `changed`. What is chosen stays in the list, be it found or not."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._paths = [""]  # of the rows: Qt would change a path that is no UTF-8
        self._found: dict[str, str] | None = None  # names by path; None while they are looked for
        self.choice = ChoiceBox(theme)
        self.choice.setAccessibleName(tr("Draft model"))
        self.choice.setMinimumWidth(_FIELD_WIDTH)
        self._note = label("dialogText")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SPACE_M)
        grid.setVerticalSpacing(SPACE_S)
        grid.setColumnStretch(0, 1)
        grid.addWidget(caption("", tr("&Draft model"), self.choice), 0, 0)
        grid.addWidget(self.choice, 0, 1)
        grid.addWidget(self._note, 1, 0, 1, 2)
        self._refill("")
        self.choice.currentIndexChanged.connect(self.changed)

    @property
    def path(self) -> str:
        """What is chosen; "" for none."""
        return self._paths[max(0, self.choice.currentIndex())]

    def show_path(self, path: str) -> None:
        """Choose a model."""
        if path != self.path:
            self._refill(path)
            self.changed.emit()

    def show_models(self, models: Sequence[DraftCandidate]) -> None:
        """Offer these; what is chosen stays as it is."""
        self._found = {
            model.path: tr("{name} ({size})", name=model.name, size=size(model.size_bytes))
            for model in models
        }
        self._refill(self.path)

    def _refill(self, chosen: str) -> None:
        names = {"": tr("No draft model")} | (self._found or {})
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

    def _words(self) -> str:
        if self._found is None:
            return tr("Looking for small models with the same vocabulary…")
        if not self._found:
            return tr("No smaller model with the same vocabulary is on this machine")
        return tr(
            "A small model that proposes the next words; this model checks each of them, so that "
            "answers come faster without changing"
        )
