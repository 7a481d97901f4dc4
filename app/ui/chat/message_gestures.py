"""What a user does to one message of the chat that is shown, or to its media, turned into calls."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.core.conversations.events import AltTextChanged
from app.core.messages import Role, without_passages
from app.core.protocol import EngineStopped, ModelLoaded, ModelUnloaded
from app.ui.composer.draft import NO_DRAFT, Draft
from app.ui.composer.unsent.places import Edit, EditKind
from app.ui.kit.notices import UNDO_MS, NoticeAction, NoticeArea
from app.ui.media.media_words import picture_name
from app.ui.state.context_fit import ContextFit
from app.ui.transcript.model.message_facts import is_too_long
from app.ui.transcript.surface import MediumRequest, MediumWish
from app.ui.words.plain_text import isolated
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from app.core.chats.records import ChatId, MessageId
    from app.core.conversations.chat_media import ChatMedia
    from app.core.conversations.chats import Chats
    from app.core.errors import Problem
    from app.ui.chat.outbox import Outbox
    from app.ui.composer.composer import Composer
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.media.media_actions import MediaActions
    from app.ui.models.model_presenter import ModelPresenter
    from app.ui.state.open_chat import OpenChat
    from app.ui.transcript.transcript_view import TranscriptView


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
        is_answer = last is not None and last.role in (Role.ASSISTANT, Role.TOOL)
        return self.can_change and is_answer and self.fits_continued

    def _may_fit(self, fit: ContextFit) -> bool:
        """Return whether an answer is worth asking for; one that did not fit must be counted."""
        last = self._open_chat.last_message
        was_too_long = last is not None and is_too_long(last)
        return fit is ContextFit.FITS or (fit is ContextFit.UNKNOWN and not was_too_long)


class MessageGestures(QObject):
    """Edits, versions, branches and what the model reads; asks the rules what is possible."""

    def __init__(
        self,
        door: Chats,
        open_chat: OpenChat,
        outbox: Outbox,
        rules: AnswerRules,
        transcript: TranscriptView,
        composer: Composer,
    ) -> None:
        super().__init__(open_chat)
        self._door = door
        self._open_chat = open_chat
        self._outbox = outbox
        self._rules = rules
        transcript.requests.regenerate.connect(self._regenerate)
        transcript.requests.edit.connect(self._edit)
        transcript.requests.show_version.connect(self._show_version)
        transcript.requests.fork.connect(self._fork)
        transcript.requests.delete.connect(self._delete)
        transcript.requests.go_on.connect(self.go_on)
        transcript.requests.begin.connect(self._begin_answer)
        transcript.requests.read_from.connect(self._read_from)
        composer.edit.recalled.connect(self.edit_last)

    def _quiet_chat(self) -> ChatId | None:
        """Return the chat that is shown, None while it is answered or there is none."""
        return None if self._open_chat.is_answering else self._open_chat.id

    # -- answers --

    @Slot()
    def regenerate(self) -> None:
        """Give the last answer again."""
        last = self._open_chat.last_message
        if last is not None:
            self._regenerate(last.id)

    @Slot(object)
    def _regenerate(self, message_id: MessageId) -> None:
        last = self._open_chat.last_message
        is_last = last is not None and last.id == message_id
        can = self._rules.can_regenerate if is_last else self._rules.can_change
        if self._open_chat.id is not None and can:
            self._door.regenerate(self._open_chat.id, message_id)

    @Slot()
    def go_on(self) -> None:
        """Go on with the last answer."""
        if self._open_chat.id is not None and self._rules.can_continue:
            self._door.continue_answer(self._open_chat.id)

    # -- edits --

    @Slot()
    def edit_last(self) -> None:
        """Put the user's last message into the field, to be changed."""
        shown = self._open_chat.messages
        for row in range(len(shown) - 1, -1, -1):
            if shown.message(row).role is Role.USER:
                self._edit(shown.message(row).id)
                return

    @Slot(object)
    def _edit(self, message_id: MessageId) -> None:
        shown = self._open_chat.messages
        row = shown.row_of(message_id)
        if row < 0 or not self._rules.can_change:
            return
        message = shown.message(row)
        along = without_passages(message.attachments)  # found anew for other words
        said = Draft(shown.words(row), along, message.media)
        kind = EditKind.ANSWER if shown.is_answer(row) else EditKind.QUESTION
        self._outbox.begin_edit(Edit(message_id, kind, said, said))

    @Slot()
    def begin_last_answer(self) -> None:
        """Let the user write how the last answer begins."""
        last = self._open_chat.last_message
        if last is not None:
            self._begin_answer(last.id)

    @Slot(object)
    def _begin_answer(self, message_id: MessageId) -> None:
        if self._rules.can_change:
            self._outbox.begin_edit(Edit(message_id, EditKind.BEGINNING, NO_DRAFT))

    # -- branches --

    @Slot(object)
    def _show_version(self, message_id: MessageId) -> None:
        if (chat_id := self._quiet_chat()) is not None:
            self._door.show_version(chat_id, message_id)

    @Slot(object)
    def _delete(self, message_id: MessageId) -> None:
        if (chat_id := self._quiet_chat()) is not None:
            self._door.delete_message(chat_id, message_id)

    @Slot(object)
    def _fork(self, message_id: MessageId) -> None:
        if self._open_chat.id is not None:
            self._door.fork(self._open_chat.id, message_id)

    @Slot(object)
    def _read_from(self, message_id: MessageId | None) -> None:
        """Let the model read from a message on, None for all."""
        if (chat_id := self._quiet_chat()) is not None:
            self._door.read_from(chat_id, message_id)


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
        transcript.requests.medium.connect(self._do)
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
            case MediumWish.SAVE_FILE:
                step = request.message.step
                if step is not None:
                    self._actions.save_copy(step.files[number])
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
            tr("Changed the description of “{name}”", name=self._name_of(event)),
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
