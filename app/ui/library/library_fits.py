"""Finds out how the models of the page "Models on this machine" fit, while it is open.

Asked are the rows that are looked at, the selected one first. They are asked again every few
seconds: an answer that still holds costs nothing, see `ModelFits`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from app.core.conversations.events import ContextUse
from app.core.models.fits import FitQuestion, FitTold
from app.core.models.library import Usable
from app.ui.library.visible_rows import VisibleRows
from app.ui.side_work import SideWork

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.models.fits import ModelFits
    from app.ui.event_bridge import EventBridge
    from app.ui.library.library_dialog import LibraryDialog
    from app.ui.state.freed_memory import FreedMemory

_AGAIN_MS = 5_000
_ANSWER = 1_024  # tokens that are left to one
_STEP = 1_024  # tokens: a chat that grows by less does not change an answer
_SMALLEST = 2_048  # tokens of a context; what it holds, every context holds


class LibraryFits(QObject):
    """Joins the page and what finds out how models fit.

    Args:
        new_fits: makes what finds out, which tells what it is given; called on the interface
            thread.
        bridge: brings what is found to the interface thread.
    """

    def __init__(
        self,
        new_fits: Callable[[Callable[[FitTold], None]], ModelFits],
        bridge: EventBridge,
        freed: FreedMemory,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._new_fits = new_fits
        self._bridge = bridge
        self._freed = freed
        self._chat_tokens = 0  # that the chat that is shown needs
        self._fits: ModelFits | None = None
        self._dialog: LibraryDialog | None = None
        self._visible: VisibleRows | None = None
        self._aside = SideWork("fits ending")
        self._again = QTimer(self)
        self._again.setInterval(_AGAIN_MS)
        self._again.timeout.connect(self._ask)
        freed.changed.connect(self._ask)
        bridge.subscribe(FitTold, self._on_told)
        bridge.subscribe(ContextUse, self._on_use)

    @Slot(object)
    def open(self, dialog: LibraryDialog) -> None:
        """Begin to find out what a page shows."""
        self._dialog = dialog
        self._fits = self._new_fits(self._bridge.post)
        self._visible = VisibleRows(dialog.table)
        self._visible.changed.connect(self._ask)
        self._again.start()

    @Slot()
    def close(self) -> None:
        """End what is being found out; the page is gone."""
        self._again.stop()
        self._dialog = self._visible = None
        if self._fits is not None:
            self._fits.close()
            self._aside.add(self._fits.join)
            self._fits = None

    @Slot()
    def _ask(self) -> None:
        if self._fits is None or self._dialog is None or self._visible is None:
            return
        entries = map(self._dialog.rows.entry_at, self._visible.rows())
        freed = self._freed.places
        self._fits.ask(
            [
                FitQuestion(entry.path, chat_tokens=self._chat_tokens, freed=freed)
                for entry in entries
                if isinstance(entry.state, Usable)
            ]
        )

    def _on_told(self, told: FitTold) -> None:
        # What was asked before a model was loaded, or of another page, is not true any more.
        question = told.question
        if self._dialog is None or not isinstance(question, FitQuestion):
            return
        is_current = question.freed == self._freed.places
        if is_current and question.chat_tokens == self._chat_tokens:
            self._dialog.rows.set_fit(question.path, told)

    def _on_use(self, use: ContextUse) -> None:
        self._chat_tokens = tokens_needed(use)
        self._ask()


def tokens_needed(use: ContextUse) -> int:
    """Return what a context must hold for a chat, roughly; 0 where any holds it."""
    n_needed = use.n_chat + _ANSWER
    if not use.n_ctx or n_needed <= _SMALLEST:
        return 0
    return -(-n_needed // _STEP) * _STEP
