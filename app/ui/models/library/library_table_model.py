"""The model files of this machine as a Qt table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QFont

from app.core.fit.verdict import FitReport, Verdict
from app.core.models.fits import FitQuestion, FitTold
from app.core.models.library.entries import (
    Accessory,
    EntryFilter,
    LibraryEntry,
    Origin,
    SortKey,
    Unusable,
    Usable,
    chosen,
    ordered,
)
from app.ui.kit.fit_text import FIT_SYMBOLS, fit_details, fit_words
from app.ui.kit.labels import icon
from app.ui.kit.page_table import NUMBERS, Columns, FactsTable
from app.ui.words.formatting import compact, count, size
from app.ui.words.translation import QT_TR_NOOP, tr, translated

if TYPE_CHECKING:
    from app.core.gguf.summary import ModelSummary
    from app.ui.kit.theme import Theme


class LibraryColumn(Columns):
    """What a column says."""

    NAME = QT_TR_NOOP("Model")
    PARAMETERS = (
        QT_TR_NOOP("Parameters"),
        QT_TR_NOOP("More parameters: more knowledge, but slower"),
        NUMBERS,
    )
    QUANTISATION = (QT_TR_NOOP("Quantisation"), QT_TR_NOOP("Bits per weight"))
    CONTEXT = (
        QT_TR_NOOP("Context"),
        QT_TR_NOOP("The context length, in tokens, that the model was trained for"),
        NUMBERS,
    )
    SIZE = (QT_TR_NOOP("Size"), QT_TR_NOOP("Total file size"), NUMBERS)
    FIT = (QT_TR_NOOP("Fit"), QT_TR_NOOP("Whether it fits in the memory that is free now"))
    PLACE = (QT_TR_NOOP("From"), QT_TR_NOOP("Where Hearth found the model"))


_SORT_KEYS = {
    LibraryColumn.NAME: SortKey.NAME,
    LibraryColumn.PARAMETERS: SortKey.PARAMETERS,
    LibraryColumn.CONTEXT: SortKey.CONTEXT,
    LibraryColumn.SIZE: SortKey.SIZE,
}
# With the width of the table, in pixels, that a column takes to be shown.
SHOWN_FROM = {
    LibraryColumn.PLACE: 860,
    LibraryColumn.CONTEXT: 780,
    LibraryColumn.PARAMETERS: 720,
    LibraryColumn.QUANTISATION: 600,
}
_NOTHING = "–"
_NOT_YET = "…"


class LibraryTableModel(FactsTable):
    """Rows are models, as they were found, filtered and sorted.

    Args:
        theme: for what cannot be loaded.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(LibraryColumn, parent)
        self._theme = theme
        self._found: tuple[LibraryEntry, ...] = ()
        self._rows: tuple[LibraryEntry, ...] = ()
        self._wanted = EntryFilter()
        self._sorted_by = SortKey.NAME
        self._loaded = ""
        self._fits: dict[str, FitTold] = {}

    def set_entries(self, found: tuple[LibraryEntry, ...]) -> None:
        """Show what was found."""
        self._found = found
        self._arrange()

    def set_words(self, words: str) -> None:
        """Show only models in which all of these words stand."""
        self._wanted = EntryFilter(words=words)
        self._arrange()

    def set_loaded(self, path: str) -> None:
        """Mark the model that is loaded; "" for none."""
        if path != self._loaded:
            self._loaded = path
            self.tell_changed()

    def set_fit(self, path: str, told: FitTold) -> None:
        """Show how the model at a path fits."""
        self._fits[path] = told
        row = self.row_of(path)
        if row >= 0:
            self.tell_changed(row, row)

    def sort_by(self, column: LibraryColumn) -> bool:
        """Sort by a column; False where that says nothing."""
        key = _SORT_KEYS.get(column)
        if key is not None:
            self._sorted_by = key
            self._arrange()
        return key is not None

    def entry_at(self, row: int) -> LibraryEntry:
        """Return the model of a row."""
        return self._rows[row]

    def row_of(self, path: str) -> int:
        """Return the row of a model by its path, -1 when it is not shown."""
        return next((row for row, entry in enumerate(self._rows) if entry.path == path), -1)

    def is_loaded(self, entry: LibraryEntry) -> bool:
        """Return whether a model is the one that is loaded."""
        return bool(self._loaded) and self._loaded in (
            entry.path,
            *entry.files,
            *entry.also_known_as,
        )

    def about(self, entry: LibraryEntry) -> str:
        """Return what is to be known of a model but its file, how it fits last."""
        told = self._fits.get(entry.path)
        lines = (description(entry), fit_details(told) if told and _is_usable(entry) else "")
        return "\n".join(filter(None, lines))

    def context_for_chat(self, path: str) -> int:
        """Return the context with which a model is said to fit for the chat that is shown.

        Returns:
            tokens; 0 where no chat was asked for, nothing is known yet, or the one that is set for
            the model has room for the chat.
        """
        told = self._fits.get(path)
        if told is None or not isinstance(told.outcome, FitReport):
            return 0
        question, placement = told.question, told.outcome.placement
        if placement is None or not isinstance(question, FitQuestion) or not question.chat_tokens:
            return 0
        return placement.n_ctx if placement.n_ctx > question.settings.n_ctx else 0

    def cell(self, entry: LibraryEntry, column: LibraryColumn, role: int) -> Any:
        """Return one fact of one model."""
        match role:
            case Qt.ItemDataRole.ForegroundRole if self._verdict(entry, column) is Verdict.WONT_FIT:
                return QColor(self._theme.colours.danger)
            case Qt.ItemDataRole.ForegroundRole if not isinstance(entry.state, Usable):
                return QColor(self._theme.colours.muted)
            case Qt.ItemDataRole.FontRole if column is LibraryColumn.NAME and self.is_loaded(entry):
                font = QFont()
                font.setWeight(QFont.Weight.DemiBold)
                return font
            case Qt.ItemDataRole.DecorationRole:
                return self._mark(entry, column)
            case Qt.ItemDataRole.AccessibleDescriptionRole if column is LibraryColumn.NAME:
                return tr("Loaded") if self.is_loaded(entry) else details(entry)
            case _:
                return None

    def words(self, entry: LibraryEntry, column: LibraryColumn) -> str:
        """Return what stands in a cell."""
        if column is not LibraryColumn.FIT:
            return _words(entry, column)
        if not _is_usable(entry):
            return _NOTHING
        told = self._fits.get(entry.path)
        return fit_words(told) if told else _NOT_YET

    def tip(self, entry: LibraryEntry, column: LibraryColumn) -> str:
        """Return what a cell says when it is pointed at."""
        if column is LibraryColumn.NAME:
            return details(entry)
        told = self._fits.get(entry.path)
        if column is LibraryColumn.FIT and told is not None and _is_usable(entry):
            return fit_details(told)
        if column is LibraryColumn.PLACE:
            return str(Path(entry.path).parent)
        return self.words(entry, column)

    def _verdict(self, entry: LibraryEntry, column: LibraryColumn) -> Verdict | None:
        """Return what the cell says of how a model fits; None for nothing, and in other columns."""
        told = self._fits.get(entry.path)
        if column is not LibraryColumn.FIT or told is None or not _is_usable(entry):
            return None
        return told.outcome.verdict if isinstance(told.outcome, FitReport) else None

    def _mark(self, entry: LibraryEntry, column: LibraryColumn) -> Any:
        """Return what stands beside the words of a cell; it is seen where the row is selected."""
        verdict = self._verdict(entry, column)
        if verdict is None:
            return self._symbol(entry) if column is LibraryColumn.NAME else None
        colours = self._theme.colours
        colour = colours.danger if verdict is Verdict.WONT_FIT else colours.muted
        return icon(FIT_SYMBOLS[verdict], colour)

    def _symbol(self, entry: LibraryEntry) -> Any:
        colours = self._theme.colours
        if self.is_loaded(entry):
            return icon("check", colours.accent)
        match entry.state:
            case Usable():
                return icon("model", colours.muted)
            case Accessory():
                return icon("link", colours.muted)
            case Unusable():
                return icon("warning", colours.danger)

    def _arrange(self) -> None:
        rows = ordered(chosen(self._found, self._wanted), self._sorted_by)
        if [entry.path for entry in rows] != [entry.path for entry in self._rows]:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
            return
        self._rows = rows  # the selection stays
        self.tell_changed()


def _is_usable(entry: LibraryEntry) -> bool:
    return isinstance(entry.state, Usable)


def details(entry: LibraryEntry) -> str:
    """Return what is to be known of a model, a line for each fact, the file last."""
    return "\n".join(filter(None, (description(entry), entry.path)))


def description(entry: LibraryEntry) -> str:
    """Return what is to be known of a model but its file, a line for each fact."""
    match entry.state:
        case Usable(summary):
            lines = [_description(summary)]
        case Accessory(summary, reason):
            lines = [translated(reason), _description(summary)]
        case Unusable(reason, file):
            lines = [f"{file}: {translated(reason)}" if file else translated(reason)]
    return "\n".join(filter(None, lines))


def place(entry: LibraryEntry) -> str:
    """Return the program a model is kept by, who opened it, or the name of its folder."""
    if entry.is_only_opened:
        return tr("opened by you")
    if entry.origin is Origin.FOLDER:
        return Path(entry.path).parent.name or str(Path(entry.path).parent)
    return entry.origin.program


def _description(summary: ModelSummary) -> str:
    parts = [summary.architecture]
    if summary.n_experts:
        parts.append(
            tr(
                "{n_used} of {n_all} experts per token",
                n_used=summary.n_experts_used,
                n_all=summary.n_experts,
            )
        )
    if summary.licence:
        parts.append(tr("licence: {licence}", licence=summary.licence))
    if summary.has_tokenizer and not summary.has_chat_template:
        parts.append(tr("no chat template: it continues text instead of answering"))
    return " · ".join(filter(None, parts))


def _words(entry: LibraryEntry, column: LibraryColumn) -> str:
    summary = None if isinstance(entry.state, Unusable) else entry.state.summary
    match column:
        case LibraryColumn.NAME:
            return entry.name
        case LibraryColumn.SIZE:
            return size(entry.size_bytes)
        case LibraryColumn.PLACE:
            return place(entry)
        case LibraryColumn.PARAMETERS:
            return compact(summary.n_parameters) if summary else _NOTHING
        case LibraryColumn.QUANTISATION:
            return (summary.quantisation if summary else "") or _NOTHING
        case LibraryColumn.FIT:
            return _NOTHING
        case LibraryColumn.CONTEXT:
            return count(summary.n_ctx_train) if summary and summary.n_ctx_train else _NOTHING
