"""Finds out how the models of the page "Models on this machine" fit, while it is open.

Asked are the rows that are looked at, the selected one first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Signal, Slot

from app.core.conversations.events import ContextUse
from app.core.models.library.entries import Usable
from app.ui.kit.timers import timer
from app.ui.state.fit_watch import FitWatch, FreedMemory

if TYPE_CHECKING:
    from PySide6.QtWidgets import QTableView

    from app.core.models.fits import FitQuestion, FitTold
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.models.library.library_dialog import LibraryDialog
    from app.ui.state.fit_watch import NewFits, Places


class _VisibleRows(QObject):
    """Sends `changed` when other rows may be looked at, once for many reasons.

    Args:
        table: with its item model.
    """

    changed = Signal()

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._table = table
        self._soon = timer(self, 0, self.changed)
        table.viewport().installEventFilter(self)
        table.verticalScrollBar().valueChanged.connect(self._on_moved)
        table.selectionModel().selectionChanged.connect(self._on_moved)
        table.model().modelReset.connect(self._on_moved)

    def rows(self) -> tuple[int, ...]:
        """Return the rows that are looked at, the selected one first."""
        table = self._table
        n_rows = table.model().rowCount()
        selected = [index.row() for index in table.selectionModel().selectedRows()]
        top = table.rowAt(0)
        if top < 0 or not table.isVisible():
            return ()
        bottom = table.rowAt(table.viewport().height() - 1)
        shown = range(top, n_rows if bottom < 0 else bottom + 1)
        return tuple(dict.fromkeys((*selected, *shown)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: the table was shown, or has another size."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self._soon.start()
            self._keep_selected_in_sight()
        return super().eventFilter(watched, event)

    def _keep_selected_in_sight(self) -> None:
        selected = self._table.selectionModel().selectedRows()
        if selected:
            self._table.scrollTo(selected[0])

    @Slot()
    def _on_moved(self) -> None:
        self._soon.start()


_ANSWER = 1_024  # tokens that are left to one
_STEP = 1_024  # tokens: a chat that grows by less does not change an answer
_SMALLEST = 2_048  # tokens of a context; what it holds, every context holds


class LibraryFits(QObject):
    """Joins the page and what finds out how models fit; arguments are those of `FitWatch`."""

    def __init__(
        self, new_fits: NewFits, bridge: EventBridge, freed: FreedMemory, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._chat_tokens = 0  # that the chat that is shown needs
        self._dialog: LibraryDialog | None = None
        self._visible: _VisibleRows | None = None
        self._watch = FitWatch(new_fits, bridge, freed, self._questions, self)
        self._watch.told.connect(self._on_told)
        bridge.subscribe(ContextUse, self._on_use)

    @Slot(object)
    def open(self, dialog: LibraryDialog) -> None:
        """Begin to find out what a page shows."""
        self._dialog = dialog
        self._visible = _VisibleRows(dialog.table)
        self._visible.changed.connect(self._watch.ask)
        self._watch.open()

    @Slot()
    def close(self) -> None:
        """End what is being found out; the page is gone."""
        self._watch.close()
        self._dialog = self._visible = None

    def _questions(self, freed: Places) -> list[FitQuestion]:
        from app.core.models.fits import FitQuestion

        if self._dialog is None or self._visible is None:
            return []
        entries = map(self._dialog.rows.entry_at, self._visible.rows())
        return [
            FitQuestion(entry.path, chat_tokens=self._chat_tokens, freed=freed)
            for entry in entries
            if isinstance(entry.state, Usable)
        ]

    @Slot(object)
    def _on_told(self, told: FitTold) -> None:
        from app.core.models.fits import FitQuestion

        question = told.question
        if self._dialog is None or not isinstance(question, FitQuestion):
            return
        if question.chat_tokens == self._chat_tokens:  # else it is of another chat
            self._dialog.rows.set_fit(question.path, told)

    def _on_use(self, use: ContextUse) -> None:
        self._chat_tokens = tokens_needed(use)
        self._watch.ask()


def tokens_needed(use: ContextUse) -> int:
    """Return what a context must hold for a chat, roughly; 0 where any holds it."""
    n_needed = use.n_chat + _ANSWER
    if not use.n_ctx or n_needed <= _SMALLEST:
        return 0
    return -(-n_needed // _STEP) * _STEP
