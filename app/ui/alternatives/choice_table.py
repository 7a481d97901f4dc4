"""The table of what could stand at one place of an answer."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from app.core.protocol import TokenKind
from app.ui.alternatives.choice_words import share_words, token_words, visible
from app.ui.plain_text import tip
from app.ui.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtCore import QObject

    from app.core.protocol import TokenChoice

Index = QModelIndex | QPersistentModelIndex


class ChoiceColumn(enum.IntEnum):
    """What is told of a choice."""

    SHARE = 0
    WORDS = 1
    GOES_ON = 2


_HEADINGS = {
    ChoiceColumn.SHARE: QT_TR_NOOP("Probability"),
    ChoiceColumn.WORDS: QT_TR_NOOP("Token"),
    ChoiceColumn.GOES_ON: QT_TR_NOOP("How it goes on"),
}


class ChoiceTable(QAbstractTableModel):
    """Rows are choices, the likeliest first; one that was said and is none of them comes last."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choices: tuple[TokenChoice, ...] = ()
        self._said: TokenChoice | None = None
        self._going_on: dict[int, str] = {}

    def show(
        self,
        likeliest: Sequence[TokenChoice],
        said: TokenChoice | None,
        going_on: Mapping[int, str],
    ) -> None:
        """Show the choices of a place.

        Args:
            likeliest: all that could stand there.
            said: what stands there; None for nothing.
            going_on: how the answer would go on, by token, as far as that is known.
        """
        self.beginResetModel()
        is_listed = said is None or any(one.token == said.token for one in likeliest)
        self._choices = (*likeliest,) if is_listed or said is None else (*likeliest, said)
        self._said = said
        self._going_on = dict(going_on)
        self.endResetModel()

    def tell(self, token: int, text: str) -> None:
        """Show how the answer would go on with a token."""
        self._going_on[token] = text
        for row, choice in enumerate(self._choices):
            if choice.token == token:
                cell = self.index(row, ChoiceColumn.GOES_ON)
                self.dataChanged.emit(cell, cell)

    def choice_at(self, row: int) -> TokenChoice | None:
        """Return the choice of a row; None for no row."""
        return self._choices[row] if 0 <= row < len(self._choices) else None

    def row_of_said(self) -> int:
        """Return the row of what stands there, 0 for nothing."""
        rows = (row for row, one in enumerate(self._choices) if self._is_said(one))
        return next(rows, 0)

    def _is_said(self, choice: TokenChoice) -> bool:
        return self._said is not None and choice.token == self._said.token

    def rowCount(self, parent: Index | None = None) -> int:
        """Qt: number of choices."""
        return 0 if parent is not None and parent.isValid() else len(self._choices)

    def columnCount(self, parent: Index | None = None) -> int:
        """Qt: number of columns."""
        return 0 if parent is not None and parent.isValid() else len(_HEADINGS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Qt: what a column is."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(_HEADINGS):
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return tr(_HEADINGS[ChoiceColumn(section)])
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(ChoiceColumn(section))
            case _:
                return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Qt: one fact of one choice."""
        choice = self.choice_at(index.row()) if index.isValid() else None
        if choice is None:
            return None
        column = ChoiceColumn(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._words(choice, column)
            case Qt.ItemDataRole.ToolTipRole if column is ChoiceColumn.GOES_ON:
                return tip(self._going_on.get(choice.token, ""))
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(column)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._words(choice, column) or tr("not known yet")
            case _:
                return None

    def _words(self, choice: TokenChoice, column: ChoiceColumn) -> str:
        match column:
            case ChoiceColumn.SHARE:
                return share_words(choice)
            case ChoiceColumn.WORDS:
                words = token_words(choice)
                return tr("{words} (said)", words=words) if self._is_said(choice) else words
            case ChoiceColumn.GOES_ON if choice.kind is TokenKind.TEXT:
                return visible(self._going_on.get(choice.token, "").strip(" "))
            case _:
                return ""


def _alignment(column: ChoiceColumn) -> Qt.AlignmentFlag:
    side = (
        Qt.AlignmentFlag.AlignRight if column is ChoiceColumn.SHARE else Qt.AlignmentFlag.AlignLeft
    )
    return side | Qt.AlignmentFlag.AlignVCenter
