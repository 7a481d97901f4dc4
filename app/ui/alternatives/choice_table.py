"""The table of what could stand at one place of an answer."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from app.core.protocol import TokenKind
from app.ui.alternatives.choice_words import share_words, token_words, visible
from app.ui.facts_table import NUMBERS, ColumnHeading, FactsTable
from app.ui.plain_text import tip
from app.ui.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtCore import QObject

    from app.core.protocol import TokenChoice


class ChoiceColumn(enum.IntEnum):
    """What is told of a choice."""

    SHARE = 0
    WORDS = 1
    GOES_ON = 2


_HEADINGS = {
    ChoiceColumn.SHARE: ColumnHeading(QT_TR_NOOP("Probability"), side=NUMBERS),
    ChoiceColumn.WORDS: ColumnHeading(QT_TR_NOOP("Token")),
    ChoiceColumn.GOES_ON: ColumnHeading(QT_TR_NOOP("How it goes on")),
}


class ChoiceTable(FactsTable):
    """Rows are choices, the likeliest first; one that was said and is none of them comes last."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(list(_HEADINGS.values()), parent)
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

    def n_rows(self) -> int:
        """Return the number of choices."""
        return len(self._choices)

    def cell(self, row: int, column: int, role: int) -> Any:
        """Return one fact of one choice."""
        return self._cell(self._choices[row], ChoiceColumn(column), role)

    def _cell(self, choice: TokenChoice, column: ChoiceColumn, role: int) -> Any:
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._words(choice, column)
            case Qt.ItemDataRole.ToolTipRole if column is ChoiceColumn.GOES_ON:
                return tip(self._going_on.get(choice.token, ""))
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
