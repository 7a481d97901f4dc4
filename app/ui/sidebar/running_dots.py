"""Moves the dots of the chats in the list that are being answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractItemView

    from app.ui.state.chat_list_item_model import ChatListItemModel

_STEP_MS = 350  # as in the transcript


class RunningDots(QObject):
    """Has the rows drawn again that have dots, and rests while there are none."""

    def __init__(self, view: QAbstractItemView, model: ChatListItemModel) -> None:
        super().__init__(view)
        self._view = view
        self._model = model
        self._phase = 0
        self._timer = QTimer(self)
        self._timer.setInterval(_STEP_MS)
        self._timer.timeout.connect(self._move)
        for signal in (model.dataChanged, model.modelReset, model.rowsInserted):
            signal.connect(self._run)

    def phase(self) -> int:
        """Return how often they have moved."""
        return self._phase

    @Slot()
    def _run(self) -> None:
        if not self._timer.isActive() and self._model.running_rows():
            self._timer.start()

    @Slot()
    def _move(self) -> None:
        self._phase += 1
        rows = self._model.running_rows()
        for row in rows:
            self._view.update(row)
        if not rows:
            self._timer.stop()
