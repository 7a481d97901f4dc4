"""What other programs ask, kept as chats where the user wants that.

A program brings its whole conversation along and no name. It is the chat whose words it begins
with, the longest; what it adds goes behind these, beside what stands there already. So the turns of
one conversation are one chat, with branches where it went another way.

The words of the chats in the folder are looked through once, with the first conversation that is
kept: a chat at a time, between what else the worker does.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from app.core.chats.errors import UnknownChat, UnknownMessage
from app.core.chats.records import ChatSetup, MessageStatus
from app.core.conversations.api_records import NO_DIGEST, Digest, digest_behind, digests_of
from app.core.conversations.events import (
    BranchShown,
    ChatChanged,
    ChatCreated,
    ChatsChanged,
    FoldersListed,
    MessageAdded,
)
from app.core.conversations.recorder import STATUS_OF, stats_by_name
from app.core.conversations.texts.chat_text import title_of
from app.core.errors import KnownError
from app.core.messages import Role
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.chats.records import Chat, ChatFolder, ChatId, Message, MessageId
    from app.core.chats.store import ChatStore
    from app.core.content.media import MediaFile
    from app.core.conversations.session import Session
    from app.core.protocol import AnswerFinished

logger = logging.getLogger(__name__)

FOLDER: Final = "Other programs"
_MOST_LOOKED_THROUGH: Final = 500  # chats, those used last
_MOST_KNOWN: Final = 100_000  # messages
_SYSTEM: Final = Role.SYSTEM.value


class ProgramMessage(PlainValue, frozen=True):
    """One message of a conversation.

    Attributes:
        text: as it is kept.
        words: by which it is known again, as the program sends it the next time.
        media: that go along; their files lie beside the chats already.
    """

    role: Role
    text: str
    words: str
    media: tuple[MediaFile, ...] = ()


class ProgramTurn(PlainValue, frozen=True):
    """A conversation, and the answer that it got.

    Attributes:
        system: what stands before all messages; "" for none.
        messages: of the user and of the model, the last one of the user.
        answer: its text is all that the model said.
        finished: how the answer ended.
    """

    system: str
    messages: tuple[ProgramMessage, ...]
    answer: ProgramMessage
    finished: AnswerFinished

    def digests(self) -> list[Digest]:
        """Return the names of the conversation up to each message, the answer included."""
        said = [
            (one.role.value, _known_by(one.words, one.media))
            for one in (*self.messages, self.answer)
        ]
        return digests_of([(_SYSTEM, self.system), *said])[1:]


@dataclass(slots=True)
class ProgramChats:
    """Keeps conversations of other programs.

    Args:
        branch_changed: told of the chat, behind which more stands now.
    """

    session: Session
    branch_changed: Callable[[ChatId], None] = lambda _chat_id: None
    _known: OrderedDict[Digest, tuple[ChatId, MessageId]] = field(default_factory=OrderedDict)
    _unread: list[Chat] | None = None  # chats to be looked through; None before it has begun
    _waiting: list[ProgramTurn] = field(default_factory=list)

    def keep(self, turn: ProgramTurn, submit: Callable[[Callable[[], None]], None]) -> None:
        """Keep a conversation with its answer, once it is known which chats there are.

        Args:
            turn: what was said.
            submit: does a job later, between others.
        """
        self._waiting.append(turn)
        if self._unread is None:
            self._unread = self._in_folder()
            submit(lambda: self._look_through(submit))
        elif not self._unread:
            self._keep_waiting()

    def _look_through(self, submit: Callable[[Callable[[], None]], None]) -> None:
        """Learn the words of one chat, and have the next one looked through."""
        if self._unread:
            chat = self._unread.pop()
            try:
                self._learn(chat)
            except KnownError as error:
                logger.info("a chat was not looked through", exc_info=error)
            submit(lambda: self._look_through(submit))
        else:
            self._keep_waiting()

    def _in_folder(self) -> list[Chat]:
        store = self.session.store
        folder = _folder(store)
        if folder is None:
            return []
        chats = [one for one in store.list_chats() if one.folder_id == folder.id]
        return chats[:_MOST_LOOKED_THROUGH]

    def _learn(self, chat: Chat) -> None:
        names: dict[MessageId | None, Digest] = {
            None: digest_behind(NO_DIGEST, _SYSTEM, chat.system_prompt)
        }
        for message in self.session.store.pages.tree(chat.id):
            before = names.get(message.parent_id)
            if before is None:
                continue
            said = message.text
            if message.role is Role.ASSISTANT:
                said = message.said.answer
            said = _known_by(said, message.media)
            names[message.id] = digest_behind(before, message.role.value, said)
            self._note(names[message.id], chat.id, message.id)

    def _note(self, digest: Digest, chat_id: ChatId, message_id: MessageId) -> None:
        self._known[digest] = (chat_id, message_id)
        self._known.move_to_end(digest)
        while len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)

    def _keep_waiting(self) -> None:
        waiting, self._waiting = self._waiting, []
        for turn in waiting:
            try:
                self._keep(turn)
            except KnownError as error:
                self.session.report(error)

    # -- one conversation --

    def _keep(self, turn: ProgramTurn) -> None:
        digests = turn.digests()
        place = self._longest(digests[:-1])
        if place is not None:
            n_known, chat_id, message_id = place
            try:
                self._go_on(turn, digests, n_known, self._usable(chat_id), message_id)
            except (UnknownChat, UnknownMessage):  # deleted meanwhile, or in the trash
                for digest in digests[:n_known]:
                    self._known.pop(digest, None)
            else:
                return
        self._go_on(turn, digests, 0, self._new_chat(turn), None)

    def _longest(self, digests: Sequence[Digest]) -> tuple[int, ChatId, MessageId] | None:
        """Return how many messages are known, and where the last of them is."""
        for count in range(len(digests), 0, -1):
            found = self._known.get(digests[count - 1])
            if found is not None:
                return count, *found
        return None

    def _usable(self, chat_id: ChatId) -> Chat:
        """Return a chat that can be gone on with.

        Raises:
            UnknownChat: it is not there, or being answered in the window.
        """
        chat = self.session.store.chat(chat_id)
        if chat.is_deleted or self.session.recorder.holds(chat_id):
            raise UnknownChat(f"chat {chat_id}")
        return chat

    def _new_chat(self, turn: ProgramTurn) -> Chat:
        session, store = self.session, self.session.store
        title = title_of(turn.messages[0].text, (), turn.messages[0].media)
        chat = store.create_chat(title=title, setup=ChatSetup(turn.system))
        session.emit(ChatCreated(chat))
        folder = _folder(store)
        if folder is None:
            _folder_made, moved = store.folders.make(FOLDER, [chat.id])
            session.emit(FoldersListed(store.folders.all()))
        else:
            moved = list(store.folders.move([chat.id], folder.id))
        session.emit(ChatsChanged(tuple(moved)))
        return chat

    def _go_on(
        self,
        turn: ProgramTurn,
        digests: Sequence[Digest],
        n_known: int,
        chat: Chat,
        parent: MessageId | None,
    ) -> None:
        """Write what is not there yet behind a message, and the answer."""
        session, store = self.session, self.session.store
        is_behind_end = parent == chat.leaf_id
        added: list[Message] = []
        for message in turn.messages[n_known:]:
            written = store.add_message(
                chat.id,
                parent_id=parent,
                role=message.role,
                text=message.text,
                media=message.media,
            )
            parent = written.id
            added.append(written)
        added.append(self._add_answer(turn, chat, parent))
        for digest, one in zip(digests[n_known:], added, strict=True):
            self._note(digest, chat.id, one.id)
        if is_behind_end:
            for one in added:
                session.emit(MessageAdded(chat.id, one))
        else:
            session.emit(BranchShown(chat.id, store.path(chat.id), added[0].id))
            session.list_versions(chat.id)
        self.branch_changed(chat.id)
        if session.engine.model_path:
            store.marks.answered_by(chat.id, session.engine.model_path)
        session.emit(ChatChanged(store.chat(chat.id)))

    def _add_answer(self, turn: ProgramTurn, chat: Chat, parent: MessageId | None) -> Message:
        store, finished = self.session.store, turn.finished
        answer = store.add_message(
            chat.id,
            parent_id=parent,
            role=Role.ASSISTANT,
            text=turn.answer.text,
            status=MessageStatus.STREAMING,
            model=self.session.engine.model_name,
        )
        parts = {} if finished.parts is None else finished.parts.as_stats()
        return store.finish_message(
            answer.id,
            text=turn.answer.text,
            status=STATUS_OF[finished.finish_reason],
            record=finished.record,
            stats=stats_by_name(finished) | parts,
        )


def _known_by(words: str, media: Sequence[MediaFile]) -> str:
    """Return what tells a message from others: its words, and what goes along."""
    return "\n".join([words, *(one.digest for one in media)])


def _folder(store: ChatStore) -> ChatFolder | None:
    return next((one for one in store.folders.all() if one.name == FOLDER), None)
