"""Shows what else the model could have said, for one answer of the open chat at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.core.conversations.events import (
    AnswerInspected,
    ContinuationFound,
    InspectionDone,
    InspectionRead,
)

if TYPE_CHECKING:
    from app.core.chats.records import ChatId, MessageId
    from app.core.conversations.cases.alternatives import Alternatives
    from app.core.conversations.texts.chat_text import PlaceInAnswer
    from app.ui.chat.alternatives_dialog import AlternativesDialog
    from app.ui.chat.message_gestures import AnswerRules
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.state.open_chat import OpenChat
    from app.ui.transcript.transcript_view import TranscriptView

    _Told = AnswerInspected | ContinuationFound | InspectionDone | InspectionRead


class AlternativesPresenter(QObject):
    """Opens the page, asks the model, and hands on what it tells."""

    def __init__(
        self,
        door: Alternatives,
        bridge: EventBridge,
        open_chat: OpenChat,
        rules: AnswerRules,
        transcript: TranscriptView,
    ) -> None:
        super().__init__(open_chat)
        self._door = door
        self._open_chat = open_chat
        self._rules = rules
        self._transcript = transcript
        self._shown: tuple[ChatId, MessageId, AlternativesDialog] | None = None
        transcript.requests.inspect.connect(self._open)
        open_chat.changed.connect(self._on_chat)
        bridge.subscribe(InspectionRead, self._on_read)
        bridge.subscribe(AnswerInspected, self._on_inspected)
        bridge.subscribe(ContinuationFound, self._on_continuation)
        bridge.subscribe(InspectionDone, self._on_done)

    @Slot(object)
    def _open(self, message_id: MessageId) -> None:
        from app.ui.chat.alternatives_dialog import AlternativesDialog

        chat_id, shown = self._open_chat.id, self._open_chat.messages
        row = shown.row_of(message_id)
        if chat_id is None or row < 0 or not (self._rules.can_change and self._rules.is_here):
            return
        self._close()
        dialog = AlternativesDialog(shown.message(row).model, self._transcript.window())
        self._shown = (chat_id, message_id, dialog)
        dialog.compared.connect(self._compare)
        dialog.chosen.connect(self._choose)
        dialog.asked_again.connect(self._ask)
        dialog.finished.connect(self._on_closed)
        dialog.show()
        self._ask()

    @Slot()
    def _ask(self) -> None:
        if self._shown is not None:
            chat_id, message_id, dialog = self._shown
            dialog.begin_anew()
            self._door.inspect(chat_id, message_id)

    @Slot(object, object)
    def _compare(self, place: PlaceInAnswer, tokens: tuple[int, ...]) -> None:
        if self._shown is not None:
            chat_id, message_id, _dialog = self._shown
            self._door.compare(chat_id, message_id, place, tokens)

    @Slot(object)
    def _choose(self, place: PlaceInAnswer) -> None:
        if self._shown is not None:
            chat_id, message_id, _dialog = self._shown
            self._door.go_on_from(chat_id, message_id, place)

    # -- the end --

    @Slot()
    def _on_chat(self) -> None:
        """Close the page of a chat that is shown no more."""
        if self._shown is not None and self._shown[0] != self._open_chat.id:
            self._close()

    def _close(self) -> None:
        if self._shown is not None:
            self._shown[2].close()

    @Slot()
    def _on_closed(self) -> None:
        self._shown = None
        self._door.stop_inspecting()

    # -- what the model tells --

    def _dialog_of(self, event: _Told) -> AlternativesDialog | None:
        """Return the page that an event is for."""
        if self._shown is None or self._shown[:2] != (event.chat_id, event.message_id):
            return None
        return self._shown[2]

    def _on_read(self, event: InspectionRead) -> None:
        if (dialog := self._dialog_of(event)) is not None:
            dialog.show_reading(event.n_done, event.n_total)

    def _on_inspected(self, event: AnswerInspected) -> None:
        if (dialog := self._dialog_of(event)) is not None:
            dialog.show_asked(event.model)
            dialog.add_places(event.places, event.n_total, event.vocabulary)

    def _on_continuation(self, event: ContinuationFound) -> None:
        if (dialog := self._dialog_of(event)) is not None:
            dialog.add_continuation(event.tokens, event.text, is_end=event.is_end)

    def _on_done(self, event: InspectionDone) -> None:
        if (dialog := self._dialog_of(event)) is not None:
            dialog.finish(event.problem, was_interrupted=event.was_interrupted)
