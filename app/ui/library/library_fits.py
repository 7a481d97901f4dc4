"""Finds out how the models of the page "Models on this machine" fit, while it is open.

Asked are the rows that are looked at, the selected one first. They are asked again every few
seconds: an answer that still holds costs nothing, see `ModelFits`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from app.core.conversations.events import ContextUse
from app.core.models.fits import FitTold
from app.core.models.library import Usable
from app.core.protocol import EngineStopped, ModelLoaded, ModelUnloaded
from app.ui.library.visible_rows import VisibleRows
from app.ui.side_work import SideWork

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.models.fits import ModelFits
    from app.core.protocol import ModelInfo
    from app.ui.event_bridge import EventBridge
    from app.ui.library.library_dialog import LibraryDialog

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
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._new_fits = new_fits
        self._bridge = bridge
        self._model: ModelInfo | None = None
        self._chat_tokens = 0  # that the chat that is shown needs
        self._fits: ModelFits | None = None
        self._dialog: LibraryDialog | None = None
        self._visible: VisibleRows | None = None
        self._aside = SideWork("fits ending")
        self._again = QTimer(self)
        self._again.setInterval(_AGAIN_MS)
        self._again.timeout.connect(self._ask)
        bridge.subscribe(FitTold, self._on_told)
        bridge.subscribe(ContextUse, self._on_use)
        bridge.subscribe(ModelLoaded, self._on_model)
        bridge.subscribe(ModelUnloaded, self._on_model)
        bridge.subscribe(EngineStopped, self._on_model)

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
        freed = given_back(self._model)
        self._fits.ask(
            [
                self._fits.question(entry.path, self._chat_tokens, freed)
                for entry in entries
                if isinstance(entry.state, Usable)
            ]
        )

    def _on_told(self, told: FitTold) -> None:
        # What was asked before a model was loaded, or of another page, is not true any more.
        is_current = (
            told.question.freed == given_back(self._model)
            and told.question.chat_tokens == self._chat_tokens
        )
        if self._dialog is not None and is_current:
            self._dialog.rows.set_fit(told)

    def _on_use(self, use: ContextUse) -> None:
        self._chat_tokens = tokens_needed(use)
        self._ask()

    def _on_model(self, event: ModelLoaded | ModelUnloaded | EngineStopped) -> None:
        self._model = event.info if isinstance(event, ModelLoaded) else None
        self._ask()


def tokens_needed(use: ContextUse) -> int:
    """Return what a context must hold for a chat, roughly; 0 where any holds it."""
    n_needed = use.n_chat + _ANSWER
    if not use.n_ctx or n_needed <= _SMALLEST:
        return 0
    return -(-n_needed // _STEP) * _STEP


def given_back(model: ModelInfo | None) -> tuple[tuple[str, int], ...]:
    """Return what the loaded model gives back before another one is loaded.

    Its weights in RAM are mostly mapped from its files, which the system counts as free.
    """
    if model is None:
        return ()
    freed = []
    for index, use in enumerate(model.placement.uses):
        n_bytes = use.cache_bytes + use.compute_bytes
        freed.append((use.place, n_bytes + (use.weights_bytes if index else 0)))
    return tuple(freed)
