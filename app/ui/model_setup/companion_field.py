"""Which file goes along with a model: a list of them, with what is known of it below.

One for a draft model, one for a projector.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from app.core.protocol import NO_PROJECTOR
from app.ui.kit.boxes import ChoiceBox
from app.ui.kit.labels import caption, label, push_button
from app.ui.kit.layouts import STRETCH, add_to
from app.ui.kit.theme import SPACE_M, SPACE_S, Theme
from app.ui.words.formatting import size
from app.ui.words.plain_text import set_tip
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.core.models.draft_models import DraftCandidate
    from app.core.models.projectors import ProjectorCandidate, ProjectorChoices


_FIELD_WIDTH = 240


class _CompanionField(QWidget):
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


class DraftField(_CompanionField):
    """The list of models that can draft."""

    def __init__(self, theme: Theme) -> None:
        self._found: dict[str, str] | None = None  # names by path; None while they are looked for
        self._head: Path | None = None
        super().__init__(theme, tr("Draft model"), tr("&Draft model"))

    def show_models(self, models: Sequence[DraftCandidate], head: Path | None = None) -> None:
        """Offer these; what is chosen stays as it is.

        Args:
            head: a file beside the model that drafts for it where nothing is chosen.
        """
        self._head = head
        self._found = {
            model.path: tr("{name} ({size})", name=model.name, size=size(model.size_bytes))
            for model in models
        }
        self.refill(self.path)

    def _names(self) -> dict[str, str]:
        head = self._head
        none = tr("No draft model") if head is None else tr("Automatic ({name})", name=head.name)
        return {"": none} | (self._found or {})

    def _words(self) -> str:
        if self._found is None:
            return tr("Looking for small models with the same vocabulary…")
        if self._head is not None:
            return tr(
                "The file beside this model proposes the next tokens; this model verifies them"
            )
        if not self._found:
            return tr("This machine has no smaller model with the same vocabulary")
        return tr(
            "A small model that proposes the next tokens; this model verifies them, so answers "
            "are faster but unchanged"
        )


class ProjectorField(_CompanionField):
    """The list of projectors; sends `file_requested` when the user wants to choose a file."""

    file_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        self._found: ProjectorChoices | None = None  # None while they are looked for
        self._chosen_file: ProjectorCandidate | None = None
        super().__init__(theme, tr("Projector"), tr("&Projector"))
        self.file_button = push_button("", tr("Choose file…"), self.file_requested)
        self.file_button.setAccessibleName(tr("Choose a projector for pictures and sounds"))
        line = add_to(QHBoxLayout(), STRETCH, self.file_button)
        self.grid.addLayout(line, 2, 0, 1, 2)

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
            return tr("Looking for projectors for this model…")
        if not self._candidates() and not self._found.automatic:
            return tr("This machine has no projector (“mmproj” file) for this model")
        return tr("A second file that lets this model see pictures or hear sounds")


def _named(file: ProjectorCandidate) -> str:
    values = {"name": file.name, "size": size(file.size_bytes)}
    if file.sees and file.hears:
        return tr("{name} ({size}, sees and hears)", **values)
    if file.hears:
        return tr("{name} ({size}, hears)", **values)
    return tr("{name} ({size}, sees)", **values)
