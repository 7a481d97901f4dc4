"""One suggested model: what it is for, how it fits this machine, its download and its page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from app.core.models.suggestions import Fit
from app.ui.formatting import counted, number, size
from app.ui.icons import icon, picture
from app.ui.labels import label, symbol
from app.ui.plain_text import set_tip
from app.ui.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from app.ui.translation import QT_TR_NOOP, tr, translated

if TYPE_CHECKING:
    from app.core.models.suggestions import RatedSuggestion
    from app.ui.theme import Theme

FITS = {
    Fit.WELL: (QT_TR_NOOP("Fits well"), "check"),
    Fit.TIGHT: (QT_TR_NOOP("Tight"), "warning"),
    Fit.TOO_LARGE: (QT_TR_NOOP("Too large"), "close"),
}
_SYMBOL = 14


class SuggestionRow(QFrame):
    """Sends `download_requested` with its suggestion, `page_requested` with a web address."""

    download_requested = Signal(object)
    page_requested = Signal(str)

    def __init__(self, rated: RatedSuggestion, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._rated = rated
        suggestion = rated.suggestion
        self.setObjectName("suggestionRow")
        self.setAccessibleName(suggestion.name)
        self._symbol = symbol()
        self._fit = label("suggestionFit", tr(FITS[rated.fit][0]), wraps=False)
        self.button = QPushButton(tr("Download"))
        self.button.setAccessibleName(tr("Download {model}", model=suggestion.name))
        self.button.clicked.connect(self._on_download)
        self.page_button = QPushButton(tr("Open page"))
        self.page_button.setObjectName("linkButton")
        self.page_button.setAccessibleName(
            tr("Open the page of {model} in the browser", model=suggestion.name)
        )
        self.page_button.setAccessibleDescription(suggestion.page)
        set_tip(self.page_button, suggestion.page)
        self.page_button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.page_button.clicked.connect(self._on_page)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_L, SPACE_M, SPACE_M, SPACE_M)
        row.setSpacing(SPACE_L)
        row.addLayout(self._words(), 1)
        row.addLayout(self._side())
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    @property
    def is_first_choice(self) -> bool:
        """Whether this model is the recommended one."""
        return self._rated.is_first_choice

    def words(self) -> str:
        """Return what the row says."""
        return "\n".join(label.text() for label in self.findChildren(QLabel) if label.text())

    def _words(self) -> QVBoxLayout:
        suggestion = self._rated.suggestion
        head = QHBoxLayout()
        head.setSpacing(SPACE_S)
        head.addWidget(label("suggestionName", suggestion.name, wraps=False))
        if self._rated.is_first_choice:
            head.addWidget(label("suggestionMark", tr("Recommended"), wraps=False))
        head.addStretch(1)
        size_and_need = tr(
            "{size} ({quantisation}), needs {n_gb} GB",
            size=size(suggestion.download_bytes),
            quantisation=suggestion.quantisation,
            n_gb=number(suggestion.ram_bytes / 1e9),
        )
        facts = [
            tr("Sees pictures") if suggestion.sees else "",
            size_and_need,
            tr("licence: {licence}", licence=suggestion.licence),
        ]
        page = label("suggestionFacts", suggestion.page.removeprefix("https://"))
        page.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._speed = label("suggestionFacts")
        self._speed.hide()
        column = QVBoxLayout()
        column.setSpacing(SPACE_XS)
        column.addLayout(head)
        column.addWidget(label("suggestionText", translated(suggestion.suits)))
        column.addWidget(self._speed)
        column.addWidget(label("suggestionFacts", " · ".join(filter(None, facts))))
        column.addWidget(page)
        return column

    def show_speed(self, read_speed: float) -> None:
        """Say how fast it would answer here.

        Args:
            read_speed: bytes of weights that this machine reads in a second; 0 if not known.
        """
        words = ""
        if read_speed > 0 and self._rated.fit is not Fit.TOO_LARGE:
            n_words = round(self._rated.suggestion.words_per_s(read_speed))
            words = (
                tr("Answers with about {words} a second here", words=counted(n_words, "word"))
                if n_words
                else tr("Answers with less than a word a second here")
            )
        self._speed.setText(words)
        self._speed.setVisible(bool(words))

    def _side(self) -> QVBoxLayout:
        fit = QHBoxLayout()
        fit.setSpacing(SPACE_XS)
        fit.addStretch(1)
        fit.addWidget(self._symbol)
        fit.addWidget(self._fit)
        column = QVBoxLayout()
        column.setSpacing(SPACE_S)
        column.addLayout(fit)
        column.addWidget(self.button)
        column.addWidget(self.page_button)
        column.addStretch(1)
        return column

    @Slot()
    def _on_download(self) -> None:
        self.download_requested.emit(self._rated.suggestion)

    @Slot()
    def _on_page(self) -> None:
        self.page_requested.emit(self._rated.suggestion.page)

    @Slot()
    def _on_theme_changed(self) -> None:
        colours = self._theme.colours
        colour = colours.accent if self._rated.fit is Fit.WELL else colours.muted
        side = self._theme.scaled(_SYMBOL)
        self._symbol.setPixmap(picture(FITS[self._rated.fit][1], colour, side))
        self.button.setIcon(icon("download", colours.muted))
        self.page_button.setIcon(icon("link", colours.link))
