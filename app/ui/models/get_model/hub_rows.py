"""Rows of the page "Get a model": a repository, one of its files to choose from, a suggestion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QFrame, QLabel, QVBoxLayout

from app.core.fit.verdict import FitReport, Verdict
from app.core.models.fits import FitQuestion, FitTold
from app.core.models.hub.repositories import Access, HubModel, ModelChoice
from app.core.models.suggestions import Fit, RatedSuggestion
from app.core.plain_value import replace
from app.ui.kit.fit_text import FIT_SYMBOLS, fit_details, fit_words
from app.ui.kit.labels import icon, label, picture, push_button, symbol
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme
from app.ui.words.formatting import compact, counted, number, size
from app.ui.words.plain_text import breakable, set_tip
from app.ui.words.translation import QT_TR_NOOP, tr, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.errors import Problem


_SYMBOL = 14
_ACCESS = {
    Access.OPEN: "",
    Access.TERMS: QT_TR_NOOP("accept the terms on its page first"),
    Access.REQUEST: QT_TR_NOOP("requires approval from its authors"),
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
        self.button = push_button(
            "", tr("Files…"), lambda: self.chosen.emit(self._model.repo), is_auto=True
        )
        self.button.setAccessibleName(tr("Files of {model}", model=model.repo))
        self.page_button = push_button(
            "link",
            tr("Open page"),
            lambda: self.page_requested.emit(self._model.page),
            is_auto=True,
        )
        self.page_button.setAccessibleName(
            tr("Open the page of {model} in the browser", model=model.repo)
        )
        set_tip(self.page_button, model.page)
        self.page_button.setCursor(Qt.CursorShape.PointingHandCursor)
        words = vertical(spacing=SPACE_XS)
        words.addWidget(label("suggestionName", breakable(model.repo)))
        words.addWidget(label("suggestionFacts", _facts(model)))
        row = horizontal(self, margins=(SPACE_L, SPACE_M, SPACE_M, SPACE_M), spacing=SPACE_S)
        add_to(row, (words, 1), self.page_button, self.button)


class ChoiceRow(QFrame):
    """Sends `check_requested` with the choice, and `chosen` with it as it is to be downloaded.

    Args:
        host: who is asked for a check.
        is_recommended: it is the one to take on this machine.
        is_linked: a link leads to it.
    """

    chosen = Signal(object)
    check_requested = Signal(object)

    def __init__(
        self,
        choice: ModelChoice,
        host: str,
        theme: Theme,
        *,
        is_recommended: bool,
        is_linked: bool = False,
    ) -> None:
        super().__init__()
        self.choice = choice
        self._theme = theme
        self.setObjectName("suggestionRow")
        self.setAccessibleName(choice.name)
        self.button = push_button("", tr("Download"), self._on_chosen, is_auto=True)
        self.button.setAccessibleName(tr("Download {model}", model=choice.name))
        self.check_button = push_button("link", tr("Check exactly"), self._on_check, is_auto=True)
        self.check_button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.check_button.setAccessibleName(tr("Check exactly how {model} fits", model=choice.name))
        set_tip(
            self.check_button,
            tr(
                "Downloads the first megabytes of the file from {host} to calculate its memory use",
                host=host,
            ),
        )
        self.pictures: QCheckBox | None = None  # where a file for that can be left out
        if choice.projector is not None:
            more = size(choice.projector.size_bytes)
            self.pictures = QCheckBox(tr("With pictures (+ {size})", size=more))
            self.pictures.setChecked(True)
            self.pictures.setAccessibleName(tr("{model} with pictures", model=choice.name))
            set_tip(
                self.pictures,
                tr("Also downloads a second file that lets the model see pictures or hear sounds"),
            )
        self._fit = label("suggestionFit", "…", wraps=False)
        self._symbol = symbol()
        self._told: FitTold | None = None
        self._details = label("suggestionFacts", "")
        self._details.hide()
        marks = [tr("From the link")] * is_linked + [tr("Recommended")] * is_recommended
        self._arrange(marks)
        theme.changed.connect(self._on_theme_changed)

    def show_fit(self, told: FitTold) -> None:
        """Show how it would fit."""
        self._told = told
        self._fit.setText(fit_words(told))
        details = fit_details(told)
        set_tip(self._fit, details)
        self.setAccessibleDescription(f"{fit_words(told)}. {details}")
        if isinstance(told.question, FitQuestion):
            self.check_button.hide()
            self._details.setText(details)
            self._details.show()
        self._on_theme_changed()

    def show_unchecked(self, problem: Problem) -> None:
        """Say why that cannot be told exactly; what was estimated stays."""
        self._details.setText(translated(problem.what, problem.remedy))
        self._details.show()
        self.check_button.setText(tr("Check exactly"))
        self.check_button.setEnabled(True)

    def words(self) -> str:
        """Return what the row says of how it fits."""
        return "\n".join(filter(None, (self._fit.text(), self._details.text())))

    def _arrange(self, marks: Sequence[str]) -> None:
        choice = self.choice
        head = horizontal(spacing=SPACE_S)
        head.addWidget(_title(choice), 0 if choice.quantisation else 1)
        for mark in marks:
            head.addWidget(label("suggestionMark", mark, wraps=False))
        head.addStretch(1)
        words = vertical(spacing=SPACE_XS)
        add_to(words, head, label("suggestionFacts", _choice_facts(choice)))
        if self.pictures is not None:
            words.addWidget(self.pictures)
        words.addWidget(self._details)
        fit = add_to(horizontal(spacing=SPACE_XS), STRETCH, self._symbol, self._fit)
        side = vertical(spacing=SPACE_XS)
        side.addStretch(1)
        side.addLayout(fit)
        side.addWidget(self.button)
        side.addWidget(self.check_button, 0, Qt.AlignmentFlag.AlignRight)
        side.addStretch(1)
        row = horizontal(self, margins=(SPACE_L, SPACE_M, SPACE_M, SPACE_M), spacing=SPACE_L)
        add_to(row, (words, 1), side)

    @Slot()
    def _on_chosen(self) -> None:
        has_all = self.pictures is None or self.pictures.isChecked()
        self.chosen.emit(self.choice if has_all else replace(self.choice, projector=None))

    @Slot()
    def _on_check(self) -> None:
        self.check_button.setEnabled(False)
        self.check_button.setText(tr("Checking…"))
        self._details.hide()
        self.check_requested.emit(self.choice)

    @Slot()
    def _on_theme_changed(self) -> None:
        report = self._told.outcome if self._told is not None else None
        if not isinstance(report, FitReport):
            return
        colours = self._theme.colours
        fits = report.verdict is Verdict.FITS
        colour = colours.accent if fits else colours.muted
        side = self._theme.scaled(_SYMBOL)
        self._symbol.setPixmap(picture(FIT_SYMBOLS[report.verdict], colour, side))


def _facts(model: HubModel) -> str:
    parts = [tr("{n} downloads per month", n=compact(model.downloads))]
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
    parts = [breakable(choice.name), size(choice.model_bytes)]
    if len(choice.files) > 1:
        parts.append(tr("in {n} files", n=len(choice.files)))
    return " · ".join(parts)


FITS = {
    Fit.WELL: (QT_TR_NOOP("Fits well"), "check"),
    Fit.TIGHT: (QT_TR_NOOP("Tight"), "warning"),
    Fit.TOO_LARGE: (QT_TR_NOOP("Too large"), "close"),
}


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
        self.button = push_button(
            "",
            tr("Download"),
            lambda: self.download_requested.emit(self._rated.suggestion),
            is_auto=True,
        )
        self.button.setAccessibleName(tr("Download {model}", model=suggestion.name))
        self.page_button = push_button(
            "link",
            tr("Open page"),
            lambda: self.page_requested.emit(self._rated.suggestion.page),
            is_auto=True,
        )
        self.page_button.setAccessibleName(
            tr("Open the page of {model} in the browser", model=suggestion.name)
        )
        self.page_button.setAccessibleDescription(suggestion.page)
        set_tip(self.page_button, suggestion.page)
        self.page_button.setCursor(Qt.CursorShape.PointingHandCursor)
        row = horizontal(self, margins=(SPACE_L, SPACE_M, SPACE_M, SPACE_M), spacing=SPACE_L)
        add_to(row, (self._words(), 1), self._side())
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
        head = horizontal(spacing=SPACE_S)
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
        column = vertical(spacing=SPACE_XS)
        column.addLayout(head)
        column.addWidget(label("suggestionText", translated(suggestion.suits)))
        column.addWidget(self._speed)
        column.addWidget(label("suggestionFacts", " · ".join(filter(None, facts))))
        column.addWidget(page)
        return column

    def await_speed(self) -> None:
        """Keep a line free for the speed, so that nothing moves when it is known."""
        if self._rated.fit is not Fit.TOO_LARGE:
            self._speed.setText(" ")
            keep = self._speed.sizePolicy()
            keep.setRetainSizeWhenHidden(True)
            self._speed.setSizePolicy(keep)

    def show_speed(self, read_speed: float) -> None:
        """Say how fast it would answer here.

        Args:
            read_speed: bytes of weights that this machine reads in a second; 0 if not known.
        """
        words = ""
        if read_speed > 0 and self._rated.fit is not Fit.TOO_LARGE:
            n_words = round(self._rated.suggestion.words_per_s(read_speed))
            words = (
                tr("About {words} per second on this machine", words=counted(n_words, "word"))
                if n_words
                else tr("Less than a word per second on this machine")
            )
        self._speed.setText(words)
        self._speed.setVisible(bool(words))

    def _side(self) -> QVBoxLayout:
        fit = horizontal(spacing=SPACE_XS)
        fit.addStretch(1)
        fit.addWidget(self._symbol)
        fit.addWidget(self._fit)
        return add_to(vertical(spacing=SPACE_S), fit, self.button, self.page_button, STRETCH)

    @Slot()
    def _on_theme_changed(self) -> None:
        colours = self._theme.colours
        colour = colours.accent if self._rated.fit is Fit.WELL else colours.muted
        side = self._theme.scaled(_SYMBOL)
        self._symbol.setPixmap(picture(FITS[self._rated.fit][1], colour, side))
        self.button.setIcon(icon("download", colours.muted))
        self.page_button.setIcon(icon("link", colours.link))
