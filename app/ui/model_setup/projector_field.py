"""With which file a model sees and hears: found by itself, none, or one that was chosen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton

from app.core.protocol import NO_PROJECTOR
from app.ui.formatting import size
from app.ui.model_setup.companion_field import CompanionField
from app.ui.translation import tr

if TYPE_CHECKING:
    from app.core.models.projectors import ProjectorCandidate, ProjectorChoices
    from app.ui.theme import Theme


class ProjectorField(CompanionField):
    """The list of projectors; sends `file_requested` when the user wants to choose a file."""

    file_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        self._found: ProjectorChoices | None = None  # None while they are looked for
        self._chosen_file: ProjectorCandidate | None = None
        super().__init__(theme, tr("Sees and hears with"), tr("&Sees and hears with"))
        self.file_button = QPushButton(tr("Choose file…"))
        self.file_button.setAccessibleName(tr("Choose the file that the model sees and hears with"))
        line = QHBoxLayout()
        line.addStretch(1)
        line.addWidget(self.file_button)
        self.grid.addLayout(line, 2, 0, 1, 2)
        self.file_button.clicked.connect(self.file_requested)

    def show_file(self, file: ProjectorCandidate) -> None:
        """Offer a file that fits, and choose it."""
        self._chosen_file = file
        self.refill(file.path)
        self.changed.emit()

    def show_found(self, found: ProjectorChoices) -> None:
        """Offer these; what is chosen stays as it is."""
        self._found = found
        self.refill(self.path)

    def _names(self) -> dict[str, str]:
        names = {"": self._automatic(), NO_PROJECTOR: tr("None", "projector")}
        return names | {one.path: _named(one) for one in self._candidates()}

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
