"""What can be asked of the model now, in the chat that is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.core.messages import Role
from app.ui.state.context_fit import ContextFit
from app.ui.transcript.model.message_facts import is_too_long

if TYPE_CHECKING:
    from app.ui.model_views.model_presenter import ModelPresenter
    from app.ui.state.open_chat import OpenChat


class AnswerRules(QObject):
    """Answers whether a gesture is possible; sends `changed` when the answers may differ."""

    changed = Signal()

    def __init__(self, open_chat: OpenChat, models: ModelPresenter) -> None:
        super().__init__(open_chat)
        self._open_chat = open_chat
        self._models = models
        open_chat.changed.connect(self.changed)
        open_chat.fit_changed.connect(self.changed)
        models.state_changed.connect(self.changed)

    @property
    def can_answer(self) -> bool:
        """Whether there is a model to answer."""
        return self._models.is_ready

    @property
    def is_here(self) -> bool:
        """Whether the model is on this machine: some things no server can be asked for."""
        return self._models.place is None

    @property
    def fits_continued(self) -> bool:
        """Whether the context may have room for more of the last answer."""
        return self._may_fit(self._open_chat.fit.continued)

    @property
    def fits_regenerated(self) -> bool:
        """Whether the context may have room for the last answer to be given again."""
        return self._may_fit(self._open_chat.fit.regenerated)

    @property
    def can_change(self) -> bool:
        """Whether a message can be changed, and what follows it answered."""
        chat = self._open_chat
        return self.can_answer and chat.last_message is not None and not chat.is_answering

    @property
    def can_regenerate(self) -> bool:
        """Whether the last answer can be given again."""
        return self.can_change and self.fits_regenerated

    @property
    def can_continue(self) -> bool:
        """Whether there is an answer to go on with, cut or not."""
        last = self._open_chat.last_message
        is_answer = last is not None and last.role is Role.ASSISTANT
        return self.can_change and is_answer and self.fits_continued

    def _may_fit(self, fit: ContextFit) -> bool:
        """Return whether an answer is worth asking for; one that did not fit must be counted."""
        last = self._open_chat.last_message
        was_too_long = last is not None and is_too_long(last)
        return fit is ContextFit.FITS or (fit is ContextFit.UNKNOWN and not was_too_long)
