"""Says how a model fits with the settings that are being chosen, before they are saved.

And what the other kind of KV cache would take, in the same context.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from app.core.fit import FitReport
from app.core.models.fits import FitQuestion
from app.core.protocol import KVType
from app.ui.fit_text import fit_details, fit_words
from app.ui.formatting import size
from app.ui.side_work import SideWork
from app.ui.translation import tr, translated

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.models.fits import FitTold, ModelFits
    from app.ui.event_bridge import EventBridge
    from app.ui.model_setup.model_setup_dialog import ModelSetupDialog
    from app.ui.state.freed_memory import FreedMemory

_PAUSE_MS = 400  # of choosing, before a model is laid out anew
_OTHER = {KVType.F16: KVType.Q8_0, KVType.Q8_0: KVType.F16}


@dataclass(frozen=True, slots=True)
class SetupFitTold:
    """What was found out for the page, which has settings of its own."""

    told: FitTold


class SetupFits(QObject):
    """Follows one page until it is closed.

    Args:
        new_fits: makes what finds out, which tells what it is given; called on the interface
            thread.
        bridge: brings what is found to the interface thread.
        freed: what the loaded model gives back.
        model: path of its file, and the tokens of the chat that is open.
        dialog: the page.
    """

    def __init__(
        self,
        new_fits: Callable[[Callable[[FitTold], None]], ModelFits],
        bridge: EventBridge,
        freed: FreedMemory,
        model: tuple[str, int],
        dialog: ModelSetupDialog,
    ) -> None:
        super().__init__(dialog)
        self._freed = freed
        self._path, self._chat_tokens = model
        self._dialog = dialog
        self._bridge = bridge
        self._fits = new_fits(lambda told: bridge.post(SetupFitTold(told)))
        self._aside = SideWork("fit of a page ending")
        self._chosen: FitTold | None = None
        self._is_open = True
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._ask)
        dialog.changed.connect(self._on_changed)
        dialog.finished.connect(self.close)
        bridge.subscribe(SetupFitTold, self._on_told)
        dialog.show_checking()
        self._ask()

    @Slot()
    def _on_changed(self) -> None:
        """What is said was true of other settings."""
        self._chosen = None
        self._dialog.show_checking()
        self._pause.start()

    @Slot()
    def _ask(self) -> None:
        self._fits.ask([self._question()])

    def _question(self) -> FitQuestion:
        return FitQuestion(self._path, self._dialog.settings(), freed=self._freed.places)

    @Slot()
    def close(self) -> None:
        """End what is being found out."""
        if self._is_open:
            self._is_open = False
            self._pause.stop()
            self._bridge.unsubscribe(SetupFitTold, self._on_told)
            self._fits.close()
            self._aside.add(self._fits.join)

    def _is_current(self, question: FitQuestion) -> bool:
        """Whether a question is about what is chosen now; the program may have set its context."""
        chosen = self._dialog.settings()
        settings = replace(question.settings, n_ctx=chosen.n_ctx)
        return question.freed == self._freed.places and settings == chosen

    def _saving(self, chosen: FitTold, other: FitTold) -> str:
        """Return what a KV cache of 8 bits takes less than one of 16; "" where that is unknown."""
        if not isinstance(chosen.outcome, FitReport) or not isinstance(other.outcome, FitReport):
            return ""
        placement = chosen.outcome.placement
        taken = abs(_cache_bytes(chosen.outcome) - _cache_bytes(other.outcome))
        if not taken or placement is None:
            return ""
        if not self._chat_tokens:
            return tr("8 bits take {size} less in this context.", size=size(taken))
        share = min(1.0, self._chat_tokens / placement.n_ctx)
        return tr(
            "8 bits take {size} less in this context, about {chat} of it for the open chat.",
            size=size(taken),
            chat=size(round(taken * share)),
        )

    def _on_told(self, event: SetupFitTold) -> None:
        told = event.told
        if not isinstance(told.question, FitQuestion):
            return
        chosen = self._chosen
        if chosen is not None and told.question == _with_other_cache(chosen):
            self._dialog.show_fit(_words(chosen), fit_details(chosen), self._saving(chosen, told))
        elif self._is_current(told.question):
            self._chosen = told
            self._dialog.show_fit(_words(told), fit_details(told), "")
            other = _with_other_cache(told)
            if other is not None:
                self._fits.ask([other])


def _words(told: FitTold) -> str:
    if isinstance(told.outcome, FitReport):
        return f"{fit_words(told)}: {translated(told.outcome.reason)}"
    return translated(told.outcome.what)


def _with_other_cache(told: FitTold) -> FitQuestion | None:
    """Return the same question with the other kind of KV cache, in the same context."""
    outcome, question = told.outcome, told.question
    if not isinstance(outcome, FitReport) or outcome.placement is None:
        return None
    assert isinstance(question, FitQuestion)
    settings = replace(
        question.settings,
        n_ctx=outcome.placement.n_ctx,
        kv_type=_OTHER[question.settings.kv_type],
        flash_attention=True,
    )
    return replace(question, settings=settings)


def _cache_bytes(report: FitReport) -> int:
    return sum(place.use.cache_bytes for place in report.places)
