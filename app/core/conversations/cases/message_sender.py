"""Messages of the user on their way: counted where that is wanted, stored, answered.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.conversations.cases.passages import MessagePlace
from app.core.conversations.errors import ENGINE_GONE, AnswerRunning, MessageTooLong
from app.core.conversations.events import (
    AnswerRefused,
    ChatChanged,
    ChatCreated,
    MessageAdded,
    SendRefused,
)
from app.core.conversations.texts.chat_sampling import with_today
from app.core.conversations.texts.chat_text import DraftInContext, title_of
from app.core.messages import Role
from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.chats.records import (
        Chat,
        ChatId,
        ChatSetup,
        Message,
        MessageId,
        ProjectPlace,
    )
    from app.core.content.media import MediaFile
    from app.core.conversations.cases.answers import AnswerOptions, Answers
    from app.core.conversations.cases.passages import Passages
    from app.core.conversations.cases.restore_planner import RestorePlanner
    from app.core.conversations.session import Session
    from app.core.messages import Attachment


class MessageContent(PlainValue, frozen=True):
    """What one message says.

    Attributes:
        ticket: comes back with what becomes of this very message.
    """

    text: str
    attachments: tuple[Attachment, ...] = ()
    media: tuple[MediaFile, ...] = ()
    ticket: int = 0


class NewMessages(PlainValue, frozen=True):
    """Messages that were sent together, in order; the last one is answered.

    Attributes:
        chat_id: None makes a new chat.
        setup: of a new chat, with what its project gives it.
        options: for this answer alone.
        project: of a new chat; None for none.
    """

    chat_id: ChatId | None
    contents: tuple[MessageContent, ...]
    setup: ChatSetup
    options: AnswerOptions
    project: ProjectPlace | None = None


class MessageSender(PlainValue, frozen=True):
    """Stores messages and asks for their answers, or refuses them."""

    session: Session
    answers: Answers
    restore_planner: RestorePlanner
    passages: Passages

    def send(self, new: NewMessages, *, must_fit: bool = False) -> None:
        """Find passages for messages, store all and answer the last one.

        Emits `SendRefused` for each where none is stored.

        Args:
            new: is sent.
            must_fit: it is counted with its chat before it is sent; with passages always.
        """

        def refuse(error: Exception) -> None:
            self._refuse(new.chat_id, new.contents, error)

        last = new.contents[-1]

        def with_along(along: tuple[Attachment, ...]) -> NewMessages:
            return replace(new, contents=(*new.contents[:-1], replace(last, attachments=along)))

        def found(along: tuple[Attachment, ...]) -> None:
            if self._leaf(new.chat_id) == leaf:
                self._send(with_along(along), new)
            else:  # another branch is shown by now, which has read other passages
                self.send(new, must_fit=must_fit)

        try:
            place, leaf = MessagePlace(new.setup), self._leaf(new.chat_id)
            if new.chat_id is not None:
                store = self.session.store_of(new.chat_id)
                chat = store.chat(new.chat_id)
                path = store.path(chat.id) if self.passages.are_wanted(chat) else ()
                place = MessagePlace.in_chat(chat, path)
            self.passages.find_fitting(
                *(place, lambda along: _writing(with_along(along)), last.attachments),
                *(found, refuse),
                must_fit=must_fit,
            )
        except Exception as error:  # noqa: BLE001 - whoever sent them waits for the tickets
            refuse(error)

    def _leaf(self, chat_id: ChatId | None) -> MessageId | None:
        return None if chat_id is None else self.session.store_of(chat_id).chat(chat_id).leaf_id

    def _send(self, new: NewMessages, written: NewMessages) -> None:
        """Store messages and answer the last.

        Args:
            new: is stored.
            written: what comes back where that fails.
        """
        session = self.session
        try:
            chat, messages, answer = self._stored(new)
        except Exception as error:  # noqa: BLE001 - whoever sent them waits for the tickets
            self._refuse(new.chat_id, written.contents, error)
            return
        store = session.store_of(chat.id)
        if new.chat_id is None:
            self.restore_planner.opened(chat.id)
            session.emit(ChatCreated(chat, new.contents[0].ticket))
        for content, message in zip(new.contents, messages, strict=True):
            session.emit(MessageAdded(chat.id, message, content.ticket))
        try:
            if answer is None:
                self.answers.branch_changed(chat.id)
                raise ENGINE_GONE()
            session.emit(MessageAdded(chat.id, answer))
            self.answers.run(chat, store.path(chat.id), new.options)
        except Exception as error:  # noqa: BLE001 - the message is there, without an answer
            session.emit(AnswerRefused(chat.id, session.problem_of(error)))
        session.emit(ChatChanged(store.chat(chat.id)))

    def _stored(self, new: NewMessages) -> tuple[Chat, list[Message], Message | None]:
        """Bring messages and the row of their answer to the disk in one write.

        Returns:
            The chat as it was before, its new messages, and the answer unless nobody can give it.
        """
        if new.chat_id is not None:
            self.answers.require_silence(new.chat_id)
            store = self.session.store_of(new.chat_id)
        else:
            store = self.session.store
        with store.at_once():
            chat = self._new_chat(new) if new.chat_id is None else store.chat(new.chat_id)
            messages: list[Message] = []
            for content in new.contents:
                message = store.add_message(
                    chat.id,
                    parent_id=messages[-1].id if messages else chat.leaf_id,
                    role=Role.USER,
                    text=content.text,
                    attachments=content.attachments,
                    media=content.media,
                )
                messages.append(message)
            if not self.answers.can_give(new.options):
                return chat, messages, None
            return chat, messages, self.answers.add(chat, messages[-1].id, new.options)

    def _refuse(
        self, chat_id: ChatId | None, contents: Sequence[MessageContent], error: Exception
    ) -> None:
        problem = self.session.problem_of(error)
        for content in reversed(contents):  # each goes back before what was written after it
            self.session.emit(
                SendRefused(
                    chat_id,
                    content.text,
                    problem,
                    content.attachments,
                    content.ticket,
                    media=content.media,
                    is_too_long=isinstance(error, MessageTooLong),
                    is_answering=isinstance(error, AnswerRunning),
                )
            )

    def _new_chat(self, new: NewMessages) -> Chat:
        first = new.contents[0]
        title = title_of(first.text, first.attachments, first.media)
        setup = with_today(new.setup, first.attachments)
        return self.session.store.create_chat(title=title, setup=setup, place=new.project)


def _writing(new: NewMessages) -> DraftInContext:
    """Return messages as they are counted."""
    return DraftInContext(
        new.chat_id,
        "\n\n".join(one.text for one in new.contents),
        tuple(attachment for one in new.contents for attachment in one.attachments),
        new.setup.system_prompt,
        media=tuple(medium for one in new.contents for medium in one.media),
    )
