"""Says how a model fits with the settings that are being chosen, before they are saved.

And what the other kind of KV cache would take, in the same context.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.core.fit.verdict import FitReport
from app.core.models.fits import FitQuestion, FitTold
from app.core.plain_value import replace
from app.core.protocol import KVType
from app.ui.kit.fit_text import fit_details, fit_words
from app.ui.kit.timers import timer
from app.ui.state.fit_watch import FitWatch, FreedMemory
from app.ui.words.formatting import size
from app.ui.words.translation import sentences, tr, translated

if TYPE_CHECKING:
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.model_setup.model_setup_dialog import ModelSetupDialog
    from app.ui.state.fit_watch import NewFits, Places

_PAUSE_MS = 400  # of choosing, before a model is laid out anew
_OTHER = {KVType.F16: KVType.Q8_0, KVType.Q8_0: KVType.F16}


class SetupFits(QObject):
    """Follows one page until it is closed.

    Args:
        new_fits, bridge, freed: as in `FitWatch`.
        model: path of its file, and the tokens of the chat that is open.
        dialog: the page.
    """

    def __init__(
        self,
        new_fits: NewFits,
        bridge: EventBridge,
        freed: FreedMemory,
        model: tuple[str, int],
        dialog: ModelSetupDialog,
    ) -> None:
        super().__init__(dialog)
        self._path, self._chat_tokens = model
        self._dialog = dialog
        self._chosen: FitTold | None = None
        self._saved = ""  # what the other KV cache would take less or more, in words
        self._watch = FitWatch(new_fits, bridge, freed, self._questions, self)
        self._watch.told.connect(self._on_told)
        self._pause = timer(self, _PAUSE_MS, self._watch.ask)
        dialog.changed.connect(self._on_changed)
        dialog.finished.connect(self.close)
        dialog.show_checking()
        self._watch.open()
        self._watch.ask()

    @Slot()
    def _on_changed(self) -> None:
        """What is said was true of other settings."""
        self._chosen = None
        self._dialog.show_checking()
        self._pause.start()

    @Slot()
    def close(self) -> None:
        """End what is being found out."""
        self._pause.stop()
        self._watch.close()

    def _questions(self, freed: Places) -> list[FitQuestion]:
        """Return what is chosen, and, once that is known, the same with the other KV cache."""
        asked = [FitQuestion(self._path, self._dialog.settings(), freed=freed)]
        other = None if self._chosen is None else _with_other_cache(self._chosen)
        if other is not None and other.freed == freed and self._is_current(self._chosen):
            asked.append(other)
        return asked

    def _is_current(self, told: FitTold | None) -> bool:
        """Whether an answer is about what is chosen now; a context that is not, Hearth has set."""
        if told is None or not isinstance(told.question, FitQuestion):
            return False
        chosen, settings = self._dialog.settings(), told.question.settings
        return chosen == (settings if chosen.n_ctx else replace(settings, n_ctx=0))

    def _saving(self, chosen: FitTold, other: FitTold) -> str:
        """Return what a KV cache of 8 bits takes less than one of 16; "" where that is unknown."""
        if not isinstance(chosen.outcome, FitReport) or not isinstance(other.outcome, FitReport):
            return ""
        placement = chosen.outcome.placement
        taken = abs(_cache_bytes(chosen.outcome) - _cache_bytes(other.outcome))
        if not taken or placement is None:
            return ""
        if not self._chat_tokens:
            return tr("8 bits save {size} with this context.", size=size(taken))
        share = min(1.0, self._chat_tokens / placement.n_ctx)
        return tr(
            "8 bits save {size} with this context, about {chat} of it for the open chat.",
            size=size(taken),
            chat=size(round(taken * share)),
        )

    @Slot(object)
    def _on_told(self, told: FitTold) -> None:
        chosen = self._chosen
        if chosen is not None and told.question == _with_other_cache(chosen):
            self._saved = self._saving(chosen, told)
        elif self._is_current(told):
            if chosen is None or told.question != chosen.question:
                self._saved = ""
            self._chosen = chosen = told
            self._watch.ask()
        if chosen is not None:
            outcome = chosen.outcome
            self._dialog.show_fit(
                _words(chosen),
                fit_details(chosen),
                self._saved,
                is_refused=not isinstance(outcome, FitReport) or outcome.placement is None,
            )


def _words(told: FitTold) -> str:
    if not isinstance(told.outcome, FitReport):
        return translated(told.outcome.what)
    words = tr("{name}: {text}", name=fit_words(told), text=translated(told.outcome.reason))
    question = told.question
    if isinstance(question, FitQuestion) and question.settings.machines:
        return sentences(words, tr("This does not include memory on other machines."))
    return words


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
