"""What went wrong with a chat, told once and where it belongs.

Notices of the open chat go when another one is shown; those of another chat name it and lead there.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot

from app.core import protocol
from app.core.chats.records import ChatId, is_temporary
from app.core.conversations import events
from app.core.errors import Cause, Problem
from app.core.plain_value import PlainValue, replace
from app.ui.kit.notices import UNDO_MS, NoticeAction, NoticeArea, NoticeLine, key_of
from app.ui.words.plain_text import isolated
from app.ui.words.translation import listed, tr

if TYPE_CHECKING:
    from app.ui.chat.outbox import Outbox
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.state.chat_list_item_model import ChatListItemModel
    from app.ui.state.open_chat import OpenChat

_TITLE_CHARS = 48


class _Elsewhere(PlainValue, frozen=True):
    """A problem of chats that are not open, which the user has not been to since."""

    problem: Problem
    chats: tuple[ChatId, ...]


class ChatProblems(QObject):
    """Shows problems as notices, those of the open chat with the chat as their owner.

    The same problem of several chats, as when the engine ends, is one notice.
    """

    def __init__(
        self,
        bridge: EventBridge,
        open_chat: OpenChat,
        chats: ChatListItemModel,
        outbox: Outbox,
        notices: NoticeArea,
    ) -> None:
        super().__init__(notices)
        self._open_chat = open_chat
        self._chats = chats
        self._notices = notices
        self._elsewhere: dict[str, _Elsewhere] = {}  # by the key of the notice
        self._is_loading = False
        open_chat.leaving.connect(lambda: self._notices.leave(self._open_chat.id))
        open_chat.switched.connect(self._on_switched)
        open_chat.read.connect(self._dismiss_said)
        outbox.edit_became_draft.connect(self._on_edit_became_draft)
        bridge.subscribe(events.AnswerFailed, self._on_answer_failed)
        bridge.subscribe(events.SendRefused, self._on_send_refused)
        bridge.subscribe(events.AnswerRefused, self._on_answer_refused)
        bridge.subscribe(events.ChatsDeleted, self._on_deleted)
        bridge.subscribe(protocol.ProblemRaised, self._on_problem)
        bridge.subscribe(protocol.EngineStopped, self._on_engine_stopped)
        bridge.subscribe(protocol.ModelLoading, self._on_model_loading)
        bridge.subscribe(protocol.ModelLoadFailed, self._on_model_loading)
        bridge.subscribe(protocol.ModelLoaded, self._on_model_loaded)
        bridge.subscribe(events.MessageAdded, self._on_message_added)
        bridge.subscribe(events.CauseEnded, self._on_cause_ended)

    # -- the end of a cause --

    def _on_model_loading(self, event: protocol.ModelLoading | protocol.ModelLoadFailed) -> None:
        self._is_loading = isinstance(event, protocol.ModelLoading)

    def _on_model_loaded(self, _event: protocol.ModelLoaded) -> None:
        if self._is_loading:  # else the model of before goes on, and the failure is news still
            self._notices.dismiss(Cause.MODEL)
        self._notices.dismiss(Cause.ENGINE)

    def _on_message_added(self, event: events.MessageAdded) -> None:
        if not is_temporary(event.chat_id):
            self._notices.dismiss(Cause.FOLDER)

    def _on_cause_ended(self, event: events.CauseEnded) -> None:
        self._notices.dismiss(event.cause)

    # -- events --

    @Slot()
    def _on_switched(self) -> None:
        """What was told of a chat that is open now is told there."""
        if self._open_chat.id is not None:
            self._forget(self._open_chat.id, owner=self._open_chat.id)

    def _on_deleted(self, event: events.ChatsDeleted) -> None:
        for chat in event.chats:
            self._forget(chat.id)

    @Slot()
    def _on_edit_became_draft(self) -> None:
        self._notices.show_note(
            "edit",
            tr("The message you were editing is no longer shown"),
            more=tr("Your text is now a new message in the message field."),
            closes_after_ms=UNDO_MS,
        )

    def _on_answer_failed(self, event: events.AnswerFailed) -> None:
        if event.chat_id == self._open_chat.id and self._is_said_below(event.problem):
            self._dismiss_said()
        else:
            self._tell(event.problem, event.chat_id)

    @Slot()
    def _dismiss_said(self) -> None:
        """Tell once what the messages say as well."""
        for key, told in self._elsewhere.items():
            if not told.chats and self._is_said_below(told.problem):
                self._notices.dismiss(key)

    def _is_said_below(self, problem: Problem) -> bool:
        """Whether the shown answer says already why it failed, with all that helps.

        That a chat is too long is said above the field, as long as it is so.
        """
        last = self._open_chat.last_message
        return last is not None and last.problem == problem

    def _on_send_refused(self, event: events.SendRefused) -> None:
        if not (event.is_too_long and event.chat_id == self._open_chat.id):  # the field says it
            self._tell(event.problem, event.chat_id)

    def _on_answer_refused(self, event: events.AnswerRefused) -> None:
        self._tell(event.problem, event.chat_id)

    def _on_problem(self, event: protocol.ProblemRaised) -> None:
        if not self._is_said_below(event.problem):
            self._tell(event.problem)

    def _on_engine_stopped(self, event: protocol.EngineStopped) -> None:
        if event.problem is not None and not self._is_said_below(event.problem):
            self._tell(event.problem)

    # -- notices --

    def _tell(self, problem: Problem, chat_id: ChatId | None = None) -> None:
        """Show a problem of a chat, or of none; other chats that had it stay named."""
        key = key_of(problem)
        told = self._elsewhere.get(key)
        chats = told.chats if told is not None and self._notices.is_shown(key) else ()
        if chat_id is not None and chat_id not in (self._open_chat.id, *chats):
            chats = (*chats, chat_id)
        self._elsewhere[key] = _Elsewhere(problem, chats)
        self._show(key, owner=chat_id)

    def _forget(self, chat_id: ChatId, owner: ChatId | None = None) -> None:
        """Name a chat no more; its notice goes on as one of `owner`, or not at all."""
        for key, told in list(self._elsewhere.items()):
            if chat_id not in told.chats or not self._notices.is_shown(key):
                continue
            left = tuple(chat for chat in told.chats if chat != chat_id)
            self._elsewhere[key] = replace(told, chats=left)
            if left or owner is not None:
                self._show(key, owner)
            else:
                self._notices.dismiss(key)

    def _show(self, key: str, owner: ChatId | None) -> None:
        told = self._elsewhere[key]
        if not told.chats:
            self._notices.show_problem(told.problem, owner=owner)
            return
        words = tr("Open chat") if len(told.chats) == 1 else tr("Open the first")
        self._notices.show_problem(
            told.problem,
            NoticeAction(words, partial(self._open_chat.show, told.chats[0]), keeps_open=True),
            lines=(NoticeLine(self._where(told.chats), Qt.TextElideMode.ElideRight),),
        )

    def _where(self, chats: tuple[ChatId, ...]) -> str:
        titles = [tr("“{title}”", title=self._title(chat_id)) for chat_id in chats]
        if len(titles) == 1:
            return tr("In the chat {title}", title=titles[0])
        return tr("In the chats {titles}", titles=listed(titles))

    def _title(self, chat_id: ChatId) -> str:
        chat = self._chats.chat(chat_id)
        return isolated((chat.title if chat is not None else "") or tr("New chat"), _TITLE_CHARS)
