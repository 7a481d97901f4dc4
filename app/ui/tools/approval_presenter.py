"""Shows the calls that wait for the user's word, each in its own chat, and passes it on.

A call of a chat that is not open is told as a notice that leads there. Nothing here decides: only a
press of a button in the panel does.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot

from app.core.conversations.events import (
    ChatsDeleted,
    ToolAsked,
    ToolLoopStopped,
    ToolQuestionEnded,
)
from app.ui.kit.notices import NoticeAction, NoticeArea, NoticeLine
from app.ui.words.plain_text import isolated
from app.ui.words.translation import tr, translated

if TYPE_CHECKING:
    from app.core.chats.records import ChatId
    from app.core.conversations.conversations import Doors
    from app.core.tools.values import Decision
    from app.ui.composer.composer import Composer
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.state.chat_list_item_model import ChatListItemModel
    from app.ui.state.open_chat import OpenChat

_TITLE_CHARS = 48
_NOTICE = "tool call"


class ApprovalPresenter(QObject):
    """Joins the panel above the field with the loops of all chats.

    Args:
        chats: their titles.
    """

    def __init__(
        self,
        doors: Doors,
        bridge: EventBridge,
        open_chat: OpenChat,
        chats: ChatListItemModel,
        composer: Composer,
        notices: NoticeArea,
    ) -> None:
        super().__init__(composer)
        self._doors, self._open_chat, self._chats = doors, open_chat, chats
        self._composer, self._panel, self._notices = composer, composer.approval, notices
        self._asked: dict[ChatId, ToolAsked] = {}
        self._panel.decided.connect(self._decide)
        open_chat.changed.connect(self._refresh)
        open_chat.switched.connect(self._on_switched)
        bridge.subscribe(ToolAsked, self._on_asked)
        bridge.subscribe(ToolQuestionEnded, self._on_ended)
        bridge.subscribe(ToolLoopStopped, self._on_stopped)
        bridge.subscribe(ChatsDeleted, self._on_deleted)

    def _on_asked(self, event: ToolAsked) -> None:
        self._asked[event.chat_id] = event
        self._refresh()
        if event.chat_id != self._open_chat.id:
            self._tell_elsewhere(event.chat_id)

    def _on_ended(self, event: ToolQuestionEnded) -> None:
        self._end(event.chat_id)

    def _on_deleted(self, event: ChatsDeleted) -> None:
        for chat in event.chats:
            self._end(chat.id)

    def _end(self, chat_id: ChatId) -> None:
        self._asked.pop(chat_id, None)
        self._notices.dismiss(_key(chat_id))
        self._refresh()

    def _on_stopped(self, event: ToolLoopStopped) -> None:
        go_on = NoticeAction(
            tr("Continue"), partial(self._doors.chats.continue_answer, event.chat_id)
        )
        self._notices.show_note(f"{_NOTICE}s", translated(event.why), go_on, owner=event.chat_id)

    @Slot()
    def _refresh(self) -> None:
        chat_id = self._open_chat.id
        asked = None if chat_id is None else self._asked.get(chat_id)
        self._panel.show_call(asked)
        if asked is not None and chat_id is not None:
            self._notices.dismiss(_key(chat_id))

    @Slot()
    def _on_switched(self) -> None:
        """Tell again of the calls that wait in the chat that was left, and in others."""
        self._refresh()
        for chat_id in self._asked:
            if chat_id != self._open_chat.id and not self._notices.is_shown(_key(chat_id)):
                self._tell_elsewhere(chat_id)

    def _tell_elsewhere(self, chat_id: ChatId) -> None:
        chat = self._chats.chat(chat_id)
        title = isolated((chat.title if chat is not None else "") or tr("New chat"), _TITLE_CHARS)
        where = tr("In the chat {title}", title=tr("“{title}”", title=title))
        self._notices.show_note(
            _key(chat_id),
            tr("A model waits for your permission to use a tool"),
            NoticeAction(tr("Open chat"), partial(self._open_chat.show, chat_id)),
            lines=(NoticeLine(where, Qt.TextElideMode.ElideRight),),
        )

    @Slot(object, object, object)
    def _decide(self, asked: ToolAsked, decision: Decision | None, arguments: str | None) -> None:
        self._asked.pop(asked.chat_id, None)
        self._composer.edit.setFocus()
        self._doors.calls.decide(asked, decision, arguments)


def _key(chat_id: ChatId) -> str:
    return f"{_NOTICE} {chat_id}"
