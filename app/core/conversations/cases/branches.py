"""What a user does with the tree of a chat: other versions of a message, and chats that go off it.

Nothing here destroys: an edited message and an answer given again stand beside the old ones.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from app.core.chats.errors import UnknownMessage
from app.core.chats.media_names import plain_medium
from app.core.chats.records import TitleOrigin
from app.core.content.tool_steps import NO_CALLS
from app.core.conversations.cases.passages import MessagePlace
from app.core.conversations.cases.summaries import holds_in, without_stale_summary
from app.core.conversations.events import (
    AnswerRefused,
    BranchShown,
    ChatChanged,
    ChatCreated,
    ChatForked,
    EditStored,
    MessageDeleted,
)
from app.core.conversations.texts.chat_text import DraftInContext, fork_title, title_of_message
from app.core.conversations.texts.summary import has_summary, with_own_summary
from app.core.messages import Role, without_passages

if TYPE_CHECKING:
    from app.core.chats.records import ChatId, ChatSetup, Message, MessageId
    from app.core.content.media import MediaFile
    from app.core.conversations.cases.answers import Answers
    from app.core.conversations.cases.memory import MemorySync
    from app.core.conversations.cases.passages import Passages
    from app.core.conversations.session import Session
    from app.core.messages import Attachment


@dataclass(frozen=True, slots=True)
class Branches:
    """The use cases of one tree.

    Attributes:
        dropped: what had summaries that were deleted with messages of theirs. Like these, they can
            be brought back until the program ends.
    """

    session: Session
    answers: Answers
    memory: MemorySync
    passages: Passages
    dropped: dict[ChatId, ChatSetup] = field(default_factory=dict)

    def edit(
        self,
        chat_id: ChatId,
        message_id: MessageId,
        text: str,
        attachments: tuple[Attachment, ...] = (),
        *,
        media: tuple[MediaFile, ...] | None = None,
        ticket: int = 0,
    ) -> None:
        """Put another version beside a message; the user's is then answered.

        Where `media` is None, its pictures and sounds stay. Passages are found for the new words.

        The same words again are no other version: they are answered once more, also when the
        version that says them is another one than that which was edited.
        """
        self.answers.require_silence(chat_id)
        store = self.session.store_of(chat_id)
        old = self._message(chat_id, message_id)
        # As they are stored, so that the same ones are known again.
        media = old.media if media is None else tuple(map(plain_medium, media))
        said = self._version_that_says(old, text, attachments, media)
        if said is not None:
            self.session.emit(EditStored(chat_id, ticket))
            path = store.path(chat_id)
            if said.role is Role.USER:
                self._carry_place(chat_id, store.branch(said.id))
                self.answers.begin(store.chat(chat_id), store.branch(said.id), shows=True)
            elif any(message.id == said.id for message in path):
                self.session.emit(BranchShown(chat_id, path, said.id))
            else:
                self.show(chat_id, said.id)
            return
        add = partial(self._add_version, old, text, media, ticket)
        chat = store.chat(chat_id)
        if old.role is not Role.USER or not self.passages.are_wanted(chat):
            add(attachments)
            return
        before = () if old.parent_id is None else store.branch(old.parent_id)

        def writing(along: tuple[Attachment, ...]) -> DraftInContext:
            return DraftInContext(chat_id, text, along, replaces=message_id, media=media or ())

        self.passages.find_fitting(
            *(MessagePlace.in_chat(chat, before), writing, attachments),
            *(add, partial(self._refuse, old, ticket)),
        )

    def _refuse(self, old: Message, ticket: int, error: Exception) -> None:
        problem = self.session.problem_of(error)
        self.session.emit(AnswerRefused(old.chat_id, problem, ticket))

    def _add_version(
        self,
        old: Message,
        text: str,
        media: tuple[MediaFile, ...],
        ticket: int,
        attachments: tuple[Attachment, ...],
    ) -> None:
        """Put another version beside a message, with what goes along with it by now."""
        chat_id = old.chat_id
        self.answers.require_silence(chat_id)  # which may have ended since
        store = self.session.store_of(chat_id)
        is_answer = old.role is Role.ASSISTANT
        calls = self.answers.calls_in(store.chat(chat_id), text) if is_answer else NO_CALLS
        new = store.add_message(
            chat_id,
            parent_id=old.parent_id,
            role=old.role,
            text=text,
            stats=calls.as_stats(),
            model=old.model,
            attachments=attachments,
            media=media,
        )
        self.session.emit(EditStored(chat_id, ticket))
        path = store.branch(new.id)
        self._carry_place(chat_id, path)
        self.session.emit(BranchShown(chat_id, path, new.id))
        self.session.list_versions(chat_id)
        if new.role is Role.USER:
            self.answers.begin(store.chat(chat_id), path)
        elif calls.calls:
            self.answers.loop.step(chat_id)

    def _carry_place(self, chat_id: ChatId, path: tuple[Message, ...]) -> None:
        """Let the model read from the version that is shown of the message it is to read from."""
        store = self.session.store_of(chat_id)
        place = store.chat(chat_id).context_from
        if place is None or any(message.id == place for message in path):
            return
        with contextlib.suppress(UnknownMessage):  # deleted
            before = store.branch(place)[-1].parent_id
            shown = next((one for one in path if one.parent_id == before), None)
            if before is not None and shown is not None:
                self.session.emit(ChatChanged(store.set_context_from(chat_id, shown.id)))

    def _version_that_says(
        self,
        old: Message,
        text: str,
        attachments: tuple[Attachment, ...],
        media: tuple[MediaFile, ...],
    ) -> Message | None:
        """Return a version of a message, itself first, that says these very words."""
        versions = self.session.store_of(old.chat_id).children(old.chat_id, old.parent_id)
        for one in (old, *versions):
            attached = without_passages(one.attachments)
            if (one.role, one.text, attached, one.media) == (
                old.role,
                text,
                attachments,
                media,
            ):
                return one
        return None

    def show(self, chat_id: ChatId, message_id: MessageId) -> tuple[Message, ...]:
        """Show the branch through a message, down to its newest end, and return it."""
        self.answers.require_silence(chat_id)
        store = self.session.store_of(chat_id)
        self._message(chat_id, message_id)
        store.set_leaf(chat_id, store.branch_end(message_id))
        self._carry_place(chat_id, store.path(chat_id))
        path = store.path(chat_id)
        self.session.emit(BranchShown(chat_id, path, message_id))
        return path

    def delete(self, chat_id: ChatId, message_id: MessageId) -> tuple[Message, ...]:
        """Take a message and what follows it out of a chat, and return what is shown instead.

        That is the newest other version of it, or else what came before. It can be undone until
        the program ends.
        """
        self.answers.require_silence(chat_id)
        message = self._message(chat_id, message_id)
        focus = self.session.store_of(chat_id).deletions.delete(chat_id, message_id)
        self._drop_stale_summary(chat_id)
        path = self._show(chat_id, focus)
        self.session.emit(MessageDeleted(message))
        return path

    def _drop_stale_summary(self, chat_id: ChatId) -> None:
        store = self.session.store_of(chat_id)
        before = store.chat(chat_id)
        after = without_stale_summary(store, chat_id)
        if after != before:
            self.dropped[chat_id] = before.setup
            self.session.emit(ChatChanged(after))

    def _bring_summary_back(self, chat_id: ChatId) -> None:
        """Give a chat the summary again that it lost with messages which are back."""
        store = self.session.store_of(chat_id)
        chat, lost = store.chat(chat_id), self.dropped.get(chat_id)
        if lost is None or has_summary(chat.setup) or not holds_in(store, chat, lost):
            return
        del self.dropped[chat_id]
        setup = with_own_summary(lost, chat.setup)
        self.session.emit(ChatChanged(store.set_up_chat(chat_id, setup)))

    def undo_delete(self, chat_id: ChatId, message_id: MessageId) -> tuple[Message, ...]:
        """Bring back what `delete` took away, and return what is shown now."""
        self.answers.require_silence(chat_id)
        self.session.store_of(chat_id).deletions.undo(chat_id, message_id)
        self._bring_summary_back(chat_id)
        return self._show(chat_id, message_id)

    def _show(self, chat_id: ChatId, focus: MessageId | None) -> tuple[Message, ...]:
        path = self.session.store_of(chat_id).path(chat_id)
        if focus not in {message.id for message in path}:  # below something else that is deleted
            focus = path[-1].id if path else None
        self.session.emit(BranchShown(chat_id, path, focus))
        self.session.list_versions(chat_id)
        return path

    def fork(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Begin another chat with everything up to a message."""
        self._message(chat_id, message_id)
        store = self.session.store_of(chat_id)
        along, origin = self._title_along(chat_id, message_id)
        title = fork_title(along, store.titles.taken())
        chat = store.copy_branch(message_id, title=title, title_origin=origin)
        chat = without_stale_summary(store, chat.id)
        self.session.emit(ChatCreated(chat))
        self.session.emit(ChatForked(chat))
        self.memory.forked(chat)

    def _title_along(self, chat_id: ChatId, message_id: MessageId) -> tuple[str, TitleOrigin]:
        """Return the title of a chat, as it would be if the chat had this branch only.

        Words of a message that is not in the new chat must not go there in its title, nor may what
        a model knew of it.
        """
        store = self.session.store_of(chat_id)
        chat, branch = store.chat(chat_id), store.branch(message_id)
        is_whole = chat.title_from in {message.id for message in branch}
        if chat.title_origin is TitleOrigin.USER or (
            chat.title_origin is TitleOrigin.MODEL and is_whole
        ):
            return chat.title, chat.title_origin
        return title_of_message(branch[0]), TitleOrigin.FIRST_WORDS

    def _message(self, chat_id: ChatId, message_id: MessageId) -> Message:
        """Return a message of this very chat.

        Raises:
            UnknownMessage: there is none of that id in it.
        """
        message = self.session.store_of(chat_id).message(message_id)
        if message.chat_id != chat_id:
            raise UnknownMessage(f"message {message_id}")
        return message
