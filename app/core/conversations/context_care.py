"""How full the context of the model is, and what of a chat the model reads.

Nothing is ever left out by itself: the user chooses a message from which the model reads, sees
where that is, and can take it back.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.conversations.chat_text import (
    attachment_text,
    first_kept,
    message_text,
    prompt_messages,
    read_part,
)
from app.core.conversations.errors import NothingToLeaveOut
from app.core.conversations.events import ChatChanged, ContextUse
from app.core.conversations.situation import chat_id_of, key_of
from app.core.engine.protocol import ChatKey, MeasureContext, PromptMessage
from app.core.messages import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.chats import ChatStore
    from app.core.chats.records import Chat, ChatId, Message, MessageId
    from app.core.conversations.events import ConversationEvent
    from app.core.conversations.recorder import AnswerRecorder
    from app.core.conversations.situation import Situation
    from app.core.engine.protocol import Command, ContextMeasured
    from app.core.messages import Attachment

_NO_CHAT = ChatKey("")  # a draft of a chat that does not exist yet


@dataclass(frozen=True, slots=True)
class _Measured:
    """A chat as it was measured last, so that each key press does not read it from disk again."""

    chat: Chat
    messages: tuple[PromptMessage, ...]
    attached: tuple[str, ...]


@dataclass(slots=True)
class ContextCare:
    """Measures, and chooses what the model reads."""

    post: Callable[[Command], None]
    emit: Callable[[ConversationEvent], None]
    recorder: AnswerRecorder
    situation: Situation
    _last: _Measured | None = None

    def measure(
        self,
        store: ChatStore,
        chat_id: ChatId | None,
        system_prompt: str,
        text: str,
        attachments: Sequence[Attachment],
    ) -> None:
        """Have counted what a chat takes of the context, and a draft with it.

        Args:
            store: the open chats.
            chat_id: None for a chat that does not exist yet.
            system_prompt: of such a chat.
            text: of the draft; "" for none.
            attachments: of the draft.
        """
        if not self.situation.model_name:
            self.emit(ContextUse(chat_id))
            return
        messages: tuple[PromptMessage, ...] = ()
        attached: tuple[str, ...] = ()
        started_at = 0.0
        if chat_id is not None:
            known = self._known(store, chat_id)
            messages, attached = known.messages, known.attached
            started_at = known.chat.created_at.timestamp()
            system_prompt = known.chat.system_prompt
        elif system_prompt:
            messages = (PromptMessage(Role.SYSTEM, system_prompt),)
        draft = message_text(text, attachments)
        if draft:
            messages = (*messages, PromptMessage(Role.USER, draft))
        files = (*attached, *map(attachment_text, attachments))
        key = _NO_CHAT if chat_id is None else key_of(chat_id)
        self.post(MeasureContext(key, messages, (system_prompt, text, *files), started_at))

    def _known(self, store: ChatStore, chat_id: ChatId) -> _Measured:
        chat = store.chat(chat_id)
        is_growing = self.recorder.holds(chat_id)
        if self._last is not None and self._last.chat == chat and not is_growing:
            return self._last
        path = self.recorder.newest(store.path(chat_id))
        read = _Measured(chat, prompt_messages(chat, path), _attached(chat, path))
        self._last = None if is_growing else read
        return read

    def forget(self) -> None:
        """Take note that an answer is longer now, which its chat alone does not tell."""
        self._last = None

    def measured(self, event: ContextMeasured) -> None:
        """Tell what was counted, by what it is."""
        system, draft, *files = event.counts or (0, 0)
        n_files = sum(files)
        self.emit(
            ContextUse(
                chat_id_of(event.chat),
                n_ctx=event.n_ctx,
                n_total=event.n_total,
                n_system=system,
                n_messages=max(0, event.n_total - system - draft - n_files),
                n_attachments=n_files,
                n_draft=draft,
            )
        )

    def leave_out(self, store: ChatStore, chat_id: ChatId, share: float) -> None:
        """Let the model read only the last `share` of what it reads now.

        Raises:
            NothingToLeaveOut: it reads nothing but the last message and its answer.
        """
        chat = store.chat(chat_id)
        first = first_kept(read_part(chat, store.path(chat_id)), share)
        if first is None:
            raise NothingToLeaveOut
        self.read_from(store, chat_id, first)

    def read_from(self, store: ChatStore, chat_id: ChatId, message_id: MessageId | None) -> None:
        """Let the model read a chat from a message on; None for all of it."""
        self.emit(ChatChanged(store.set_context_from(chat_id, message_id)))


def _attached(chat: Chat, path: Sequence[Message]) -> tuple[str, ...]:
    return tuple(
        attachment_text(attachment)
        for message in read_part(chat, path)
        for attachment in message.attachments
    )
