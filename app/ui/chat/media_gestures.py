"""What a user does with the pictures and sounds of the chat that is shown, turned into calls."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.core.conversations.events import AltTextChanged
from app.core.protocol import EngineStopped, ModelLoaded, ModelUnloaded
from app.ui.media.media_words import picture_name
from app.ui.notices import UNDO_MS, NoticeAction
from app.ui.plain_text import isolated
from app.ui.transcript.surface import MediumWish
from app.ui.translation import tr

if TYPE_CHECKING:
    from app.core.conversations import ChatMedia
    from app.core.errors import Problem
    from app.ui.event_bridge import EventBridge
    from app.ui.media.media_actions import MediaActions
    from app.ui.notices import NoticeArea
    from app.ui.state.open_chat import OpenChat
    from app.ui.transcript.surface import MediumRequest
    from app.ui.transcript.transcript_view import TranscriptView

_NAME_CHARS = 48


class MediaGestures(QObject):
    """Opens, copies, saves and describes; tells the messages what the loaded model takes of them.

    Args:
        door: of the media in chats.
        bridge: tells what was described, and which model is loaded.
        open_chat: the chat that is shown.
        actions: does what needs no chat.
        transcript: where it is asked for.
        notices: tell what failed, and the way back.
    """

    def __init__(
        self,
        door: ChatMedia,
        bridge: EventBridge,
        open_chat: OpenChat,
        actions: MediaActions,
        transcript: TranscriptView,
        notices: NoticeArea,
    ) -> None:
        super().__init__(transcript)
        self._door = door
        self._open_chat = open_chat
        self._actions = actions
        self._transcript = transcript
        self._notices = notices
        self._taken_back: AltTextChanged | None = None  # the change that is being undone
        transcript.medium_requested.connect(self._do)
        actions.failed.connect(self._tell_failure)
        bridge.subscribe(AltTextChanged, self._on_described)
        bridge.subscribe(ModelLoaded, self._on_model)
        bridge.subscribe(ModelUnloaded, self._on_model)
        bridge.subscribe(EngineStopped, self._on_model)

    @Slot(object)
    def _do(self, request: MediumRequest) -> None:
        media, number = request.message.media, request.number
        match request.wish:
            case MediumWish.OPEN:
                self._actions.open(media, number)
            case MediumWish.COPY:
                self._actions.copy(media[number])
            case MediumWish.SAVE:
                self._actions.save_copy(media[number])
            case MediumWish.DESCRIBE:
                self._describe(request)

    def _describe(self, request: MediumRequest) -> None:
        from app.ui.media.alt_text_dialog import AltTextDialog

        message, number = request.message, request.number
        dialog = AltTextDialog(message.media[number], self._transcript.window())
        dialog.saved.connect(partial(self._door.describe, message.chat_id, message.id, number))
        dialog.open()

    @Slot(object)
    def _tell_failure(self, problem: Problem) -> None:
        self._notices.show_problem(problem)

    def _on_described(self, event: AltTextChanged) -> None:
        """Tell it with the way back; what was just taken back is told no more."""
        key = f"described {event.message_id} {event.position}"
        undone, self._taken_back = self._taken_back, None
        if undone is not None and (undone.message_id, undone.position) == (
            event.message_id,
            event.position,
        ):
            self._notices.dismiss(key)
            return
        self._notices.show_note(
            key,
            tr("The description of “{name}” was changed", name=self._name_of(event)),
            NoticeAction(tr("Undo"), partial(self._take_back, event)),
            closes_after_ms=UNDO_MS,
            owner=event.chat_id,
        )

    def _take_back(self, event: AltTextChanged) -> None:
        self._taken_back = event
        self._door.describe(event.chat_id, event.message_id, event.position, event.before)

    def _name_of(self, event: AltTextChanged) -> str:
        messages = self._open_chat.messages
        row = messages.row_of(event.message_id)
        media = messages.message(row).media if row >= 0 else ()
        if event.position >= len(media):
            return tr("Picture")
        return isolated(picture_name(media[event.position]), _NAME_CHARS)

    def _on_model(self, event: ModelLoaded | ModelUnloaded | EngineStopped) -> None:
        """Without a model nothing is said of what it takes."""
        senses = event.info.senses if isinstance(event, ModelLoaded) else None
        self._open_chat.messages.senses.set(
            sees=senses is None or senses.sees, hears=senses is None or senses.hears
        )
