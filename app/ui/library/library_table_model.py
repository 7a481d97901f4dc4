"""The model files of this machine as a Qt table."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from app.core.models.library import (
    Accessory,
    EntryFilter,
    Origin,
    SortKey,
    Unusable,
    Usable,
    chosen,
    ordered,
)
from app.ui.formatting import compact, count, size
from app.ui.icons import icon
from app.ui.plain_text import tip
from app.ui.translation import QT_TR_NOOP, tr, translated

if TYPE_CHECKING:
    from app.core.gguf import ModelSummary
    from app.core.models.library import LibraryEntry
    from app.ui.theme import Theme

Index = QModelIndex | QPersistentModelIndex


class LibraryColumn(enum.IntEnum):
    """What a column says."""

    NAME = 0
    PARAMETERS = 1
    QUANTISATION = 2
    CONTEXT = 3
    SIZE = 4
    PLACE = 5


@dataclass(frozen=True, slots=True)
class _Heading:
    """A column's words.

    Attributes:
        sorts_by: what a click on it sorts by; None for nothing.
    """

    text: str
    tip: str
    sorts_by: SortKey | None = None


_HEADINGS = {
    LibraryColumn.NAME: _Heading(QT_TR_NOOP("Model"), "", SortKey.NAME),
    LibraryColumn.PARAMETERS: _Heading(
        QT_TR_NOOP("Parameters"),
        QT_TR_NOOP("More know more, and are slower"),
        SortKey.PARAMETERS,
    ),
    LibraryColumn.QUANTISATION: _Heading(
        QT_TR_NOOP("Quantisation"), QT_TR_NOOP("How many bits each number of the model has")
    ),
    LibraryColumn.CONTEXT: _Heading(
        QT_TR_NOOP("Context"),
        QT_TR_NOOP("Tokens of conversation that the model was trained for"),
        SortKey.CONTEXT,
    ),
    LibraryColumn.SIZE: _Heading(QT_TR_NOOP("Size"), QT_TR_NOOP("Size of its files"), SortKey.SIZE),
    LibraryColumn.PLACE: _Heading(QT_TR_NOOP("From"), QT_TR_NOOP("Where the model was found")),
}
_NUMBERS = (LibraryColumn.PARAMETERS, LibraryColumn.CONTEXT, LibraryColumn.SIZE)
_NOTHING = "–"


class LibraryTableModel(QAbstractTableModel):
    """Rows are models, as they were found, filtered and sorted.

    Args:
        theme: for what cannot be loaded.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._found: tuple[LibraryEntry, ...] = ()
        self._rows: tuple[LibraryEntry, ...] = ()
        self._wanted = EntryFilter()
        self._sorted_by = SortKey.NAME
        self._loaded = ""

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
            self._tell_all_changed()

    def sort_by(self, column: LibraryColumn) -> bool:
        """Sort by a column; False where that says nothing."""
        key = _HEADINGS[column].sorts_by
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

    def rowCount(self, parent: Index | None = None) -> int:
        """Qt: number of models."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index | None = None) -> int:
        """Qt: number of columns."""
        return 0 if parent is not None and parent.isValid() else len(LibraryColumn)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Qt: what a column is."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(LibraryColumn):
            return None
        heading = _HEADINGS[LibraryColumn(section)]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return tr(heading.text)
            case Qt.ItemDataRole.ToolTipRole:
                return tip(tr(heading.tip))
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(LibraryColumn(section))
            case _:
                return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Qt: one fact of one model."""
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        entry, column = self._rows[index.row()], LibraryColumn(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _words(entry, column)
            case Qt.ItemDataRole.ToolTipRole:
                return tip(
                    details(entry) if column is LibraryColumn.NAME else _words(entry, column)
                )
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(column)
            case Qt.ItemDataRole.ForegroundRole if not isinstance(entry.state, Usable):
                return QColor(self._theme.colours.muted)
            case Qt.ItemDataRole.FontRole if column is LibraryColumn.NAME and self.is_loaded(entry):
                font = QFont()
                font.setWeight(QFont.Weight.DemiBold)
                return font
            case Qt.ItemDataRole.DecorationRole if column is LibraryColumn.NAME:
                return self._mark(entry)
            case Qt.ItemDataRole.AccessibleDescriptionRole if column is LibraryColumn.NAME:
                return tr("Loaded") if self.is_loaded(entry) else details(entry)
            case _:
                return None

    def _mark(self, entry: LibraryEntry) -> Any:
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
        self._tell_all_changed()

    def _tell_all_changed(self) -> None:
        if self._rows:
            last = self.index(len(self._rows) - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)


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
    """Return the program a model is kept by, or the name of its folder."""
    if entry.origin is Origin.FOLDER:
        return Path(entry.path).parent.name or str(Path(entry.path).parent)
    return entry.origin.program


def _description(summary: ModelSummary) -> str:
    parts = [summary.architecture]
    if summary.n_experts:
        parts.append(
            tr(
                "{n_used} of {n_all} experts used for each token",
                n_used=summary.n_experts_used,
                n_all=summary.n_experts,
            )
        )
    if summary.licence:
        parts.append(tr("licence: {licence}", licence=summary.licence))
    if summary.has_tokenizer and not summary.has_chat_template:
        parts.append(tr("no chat template: it continues texts rather than answering"))
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
        case LibraryColumn.CONTEXT:
            return count(summary.n_ctx_train) if summary and summary.n_ctx_train else _NOTHING


def _alignment(column: LibraryColumn) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in _NUMBERS else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
