"""With which file a model sees and hears: found by itself, none, or one that was chosen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QWidget

from app.core.protocol import NO_PROJECTOR
from app.ui.choice_box import ChoiceBox
from app.ui.formatting import size
from app.ui.labels import caption, label
from app.ui.plain_text import set_tip
from app.ui.theme import SPACE_M, SPACE_S
from app.ui.translation import tr

if TYPE_CHECKING:
    from app.core.models.projector_choice import ProjectorChoices
    from app.core.models.projectors import ProjectorCandidate
    from app.ui.theme import Theme

_FIELD_WIDTH = 240


class ProjectorField(QWidget):
    """Sends `changed`, and `file_requested` when the user wants to choose a file.

    What is chosen stays in the list, be it found or not.
    """

    changed = Signal()
    file_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._paths = [""]  # of the rows: Qt would change a path that is no UTF-8
        self._found: ProjectorChoices | None = None  # None while they are looked for
        self._chosen_file: ProjectorCandidate | None = None
        self.choice = ChoiceBox(theme)
        self.choice.setAccessibleName(tr("Sees and hears with"))
        self.choice.setMinimumWidth(_FIELD_WIDTH)
        self.file_button = QPushButton(tr("Choose file…"))
        self.file_button.setAccessibleName(tr("Choose the file that the model sees and hears with"))
        self._note = label("dialogText")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SPACE_M)
        grid.setVerticalSpacing(SPACE_S)
        grid.setColumnStretch(0, 1)
        grid.addWidget(caption("", tr("&Sees and hears with"), self.choice), 0, 0)
        grid.addWidget(self.choice, 0, 1)
        grid.addWidget(self._note, 1, 0, 1, 2)
        line = QHBoxLayout()
        line.addStretch(1)
        line.addWidget(self.file_button)
        grid.addLayout(line, 2, 0, 1, 2)
        self._refill("")
        self.choice.currentIndexChanged.connect(self.changed)
        self.file_button.clicked.connect(self.file_requested)

    @property
    def path(self) -> str:
        """What is chosen, as in `LoadSettings.projector`."""
        return self._paths[max(0, self.choice.currentIndex())]

    def show_path(self, path: str) -> None:
        """Choose a file, or what else `LoadSettings.projector` may say."""
        if path != self.path:
            self._refill(path)
            self.changed.emit()

    def show_file(self, file: ProjectorCandidate) -> None:
        """Offer a file that fits, and choose it."""
        self._chosen_file = file
        self._refill(file.path)
        self.changed.emit()

    def show_found(self, found: ProjectorChoices) -> None:
        """Offer these; what is chosen stays as it is."""
        self._found = found
        self._refill(self.path)

    def _refill(self, chosen: str) -> None:
        names = {"": self._automatic(), NO_PROJECTOR: tr("None", "projector")}
        names |= {one.path: _named(one) for one in self._candidates()}
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

    def _candidates(self) -> tuple[ProjectorCandidate, ...]:
        found = () if self._found is None else self._found.candidates
        return found if self._chosen_file is None else (*found, self._chosen_file)

    def _automatic(self) -> str:
        if self._found is None:
            return tr("Automatic")
        if not self._found.automatic:
            return tr("Automatic (no file found)")
        return tr("Automatic ({name})", name=Path(self._found.automatic).name)

    def _words(self) -> str:
        if self._found is None:
            return tr("Looking for files with which this model can see or hear…")
        if not self._candidates() and not self._found.automatic:
            return tr(
                "No file with which this model can see or hear (a projector, “mmproj”) is on this "
                "machine"
            )
        return tr(
            "A second file, the projector, turns pictures and sounds into what this model reads"
        )


def _named(file: ProjectorCandidate) -> str:
    values = {"name": file.name, "size": size(file.size_bytes)}
    if file.sees and file.hears:
        return tr("{name} ({size}, sees and hears)", **values)
    if file.hears:
        return tr("{name} ({size}, hears)", **values)
    return tr("{name} ({size}, sees)", **values)
