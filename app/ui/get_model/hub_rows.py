"""What the hub has: a repository in a list of results, and one of the files to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from app.core.models.hub import Access
from app.ui.formatting import compact, size
from app.ui.get_model.suggestion_row import FIT_WORDS
from app.ui.labels import label
from app.ui.plain_text import breakable, set_tip
from app.ui.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from app.ui.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from app.core.models.hub import HubModel, ModelChoice
    from app.core.models.suggestions import Fit

_ACCESS = {
    Access.OPEN: "",
    Access.TERMS: QT_TR_NOOP("accept its terms on its page first"),
    Access.REQUEST: QT_TR_NOOP("its makers decide who may download it"),
}


class RepositoryRow(QFrame):
    """Sends `chosen` with "author/name", `page_requested` with a web address."""

    chosen = Signal(str)
    page_requested = Signal(str)

    def __init__(self, model: HubModel) -> None:
        super().__init__()
        self._model = model
        self.setObjectName("suggestionRow")
        self.setAccessibleName(model.repo)
        self.button = QPushButton(tr("Files…"))
        self.button.setAccessibleName(tr("Files of {model}", model=model.repo))
        self.page_button = QPushButton(tr("Open page"))
        self.page_button.setObjectName("linkButton")
        self.page_button.setAccessibleName(
            tr("Open the page of {model} in the browser", model=model.repo)
        )
        set_tip(self.page_button, model.page)
        self.page_button.setCursor(Qt.CursorShape.PointingHandCursor)
        words = QVBoxLayout()
        words.setSpacing(SPACE_XS)
        words.addWidget(label("suggestionName", breakable(model.repo)))
        words.addWidget(label("suggestionFacts", _facts(model)))
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_L, SPACE_M, SPACE_M, SPACE_M)
        row.setSpacing(SPACE_S)
        row.addLayout(words, 1)
        row.addWidget(self.page_button)
        row.addWidget(self.button)
        self.button.clicked.connect(self._on_chosen)
        self.page_button.clicked.connect(self._on_page)

    @Slot()
    def _on_chosen(self) -> None:
        self.chosen.emit(self._model.repo)

    @Slot()
    def _on_page(self) -> None:
        self.page_requested.emit(self._model.page)


class ChoiceRow(QFrame):
    """Sends `chosen` with the choice.

    Args:
        is_recommended: it is the one to take on this machine.
    """

    chosen = Signal(object)

    def __init__(self, choice: ModelChoice, fit: Fit, *, is_recommended: bool) -> None:
        super().__init__()
        self._choice = choice
        self.setObjectName("suggestionRow")
        self.setAccessibleName(choice.name)
        self.button = QPushButton(tr("Download"))
        self.button.setAccessibleName(tr("Download {model}", model=choice.name))
        head = QHBoxLayout()
        head.setSpacing(SPACE_S)
        head.addWidget(_title(choice), 0 if choice.quantisation else 1)
        if is_recommended:
            head.addWidget(label("suggestionMark", tr("Recommended"), wraps=False))
        head.addStretch(1)
        words = QVBoxLayout()
        words.setSpacing(SPACE_XS)
        words.addLayout(head)
        words.addWidget(label("suggestionFacts", _choice_facts(choice)))
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_L, SPACE_M, SPACE_M, SPACE_M)
        row.setSpacing(SPACE_L)
        row.addLayout(words, 1)
        row.addWidget(label("suggestionFit", tr(FIT_WORDS[fit]), wraps=False))
        row.addWidget(self.button)
        self.button.clicked.connect(self._on_chosen)

    @Slot()
    def _on_chosen(self) -> None:
        self.chosen.emit(self._choice)


def _facts(model: HubModel) -> str:
    parts = [tr("{n} downloads a month", n=compact(model.downloads))]
    if model.likes:
        parts.append(tr("{n} likes", n=compact(model.likes)))
    if model.licence:
        parts.append(tr("licence: {licence}", licence=model.licence))
    if model.updated:
        parts.append(tr("changed {day}", day=model.updated))
    parts.append(tr(_ACCESS[model.access]))
    return " · ".join(filter(None, parts))


def _title(choice: ModelChoice) -> QLabel:
    """Return what tells a choice from the others: short, or a name that may need two lines."""
    if choice.quantisation:
        return label("suggestionName", choice.quantisation, wraps=False)
    return label("suggestionName", breakable(choice.name))


def _choice_facts(choice: ModelChoice) -> str:
    parts = [breakable(choice.name), size(choice.size_bytes)]
    if len(choice.files) > 1:
        parts.append(tr("in {n} files", n=len(choice.files)))
    if choice.projector is not None:
        parts.append(tr("with what it needs to see pictures"))
    return " · ".join(parts)
