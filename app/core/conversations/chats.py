"""`Chats`, a door: what a user does with chats and the messages in them.

Threads: every method from any thread, and it returns at once; the work is done on the worker, and
what comes of it is told by events.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from app.core.chats.records import ChatSetup
from app.core.conversations.cases.answers import DEFAULT_OPTIONS
from app.core.conversations.cases.message_sender import MessageContent, NewMessages
from app.core.conversations.events import AnswerRefused, ChatChanged, ContextUse
from app.core.conversations.session import key_of, on_worker
from app.core.conversations.texts.chat_text import DraftInContext
from app.core.conversations.texts.summary import with_own_summary
from app.core.errors import KnownError
from app.core.protocol import PrefetchChat

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.core.chats.records import ChatId, MessageId, ProjectPlace
    from app.core.content.media import MediaFile
    from app.core.conversations.cases.answers import AnswerOptions
    from app.core.conversations.cases.use_cases import UseCases
    from app.core.conversations.session import Session
    from app.core.messages import Attachment

NO_SETUP = ChatSetup()


class Chats:
    """The chats of one program.

    Args:
        session: of the use cases.
        cases: what is done on the worker.
    """

    def __init__(self, session: Session, cases: UseCases) -> None:
        self.session = session
        self._cases = cases

    # -- reading --

    @on_worker
    def list_all(self) -> None:
        """Emit `ChatsListed`."""
        self._cases.reader.list_all()

    def open(self, chat_id: ChatId) -> None:
        """Emit `ChatOpened`, and `ChatResumed` when the engine has brought its KV cache back.

        The engine begins to read that at once, whatever the worker has to do before.
        """
        self._prefetch(chat_id, is_opened=True)
        self.session.submit(self._cases.reader.open, chat_id)

    @on_worker
    def read_earlier(self, chat_id: ChatId, before: MessageId) -> None:
        """Emit `EarlierMessages`, those before the first one of `ChatOpened`.

        To be called when the end of the chat is on the screen: reading thousands of messages must
        not hold that up.
        """
        self._cases.reader.read_earlier(chat_id, before)

    def prefetch(self, chat_id: ChatId) -> None:
        """Prepare for `open`: the user points at a chat. Emits nothing."""
        self._prefetch(chat_id, is_opened=False)

    def _prefetch(self, chat_id: ChatId, *, is_opened: bool) -> None:
        if self.session.engine.model_name:
            self.session.post(PrefetchChat(key_of(chat_id), is_opened))

    @on_worker
    def look_at(self, chat_id: ChatId | None) -> None:
        """Say which chat the user looks at from now on, None for none; it is unread no more.

        An answer that ends in another chat makes that unread. Emits `ChatChanged`.
        """
        self._cases.attention.look_at(chat_id)

    # -- asking --

    @on_worker
    def send(  # noqa: PLR0913 - by name, all but the message and its chat
        self,
        chat_id: ChatId | None,
        text: str,
        attachments: Sequence[Attachment] = (),
        *,
        media: Sequence[MediaFile] = (),
        setup: ChatSetup = NO_SETUP,
        options: AnswerOptions = DEFAULT_OPTIONS,
        ticket: int = 0,
        must_fit: bool = False,
        earlier: Sequence[MessageContent] = (),
        project: ProjectPlace | None = None,
    ) -> None:
        """Add the user's message and answer it; emits `SendRefused` when it could not be stored.

        Args:
            chat_id: None makes a new chat.
            text: may be empty where something is attached.
            attachments: texts that go along.
            media: pictures and sounds that go along; their files lie in the folder already.
            setup: of a new chat.
            options: for this answer alone.
            ticket: comes back with what becomes of this very message.
            must_fit: count it first, and refuse it when it does not fit the context.
            earlier: messages of the user that come right before it; they get no answer of their
                own, and are counted and refused together with it.
            project: that a new chat begins with; `setup` has what it gives.
        """
        if not text.strip() and not attachments and not media:
            return
        last = MessageContent(text, tuple(attachments), tuple(media), ticket)
        new = NewMessages(chat_id, (*earlier, last), setup, options, project)
        self._cases.sender.send(new, must_fit=must_fit)

    @on_worker
    def regenerate(self, chat_id: ChatId, message_id: MessageId | None = None) -> None:
        """Give an answer again, the last one by default; the old answer stays in the tree."""
        with self._told_if_refused(chat_id):
            self._cases.answers.again(chat_id, message_id)

    @on_worker
    def begin_answer(
        self, chat_id: ChatId, message_id: MessageId, words: str, *, ticket: int = 0
    ) -> None:
        """Let the model go on from the user's own words.

        Answers the message of the user, or puts another version beside the answer, that
        `message_id` names. Emits `BranchShown`, then `MessageAdded` with the words, and
        `EditStored`, or `AnswerRefused`.
        """
        with self._told_if_refused(chat_id, ticket):
            self._cases.answers.begin_with(chat_id, message_id, words, ticket)

    @on_worker
    def continue_answer(self, chat_id: ChatId) -> None:
        """Go on with the last answer where it was cut."""
        with self._told_if_refused(chat_id):
            self._cases.answers.go_on(chat_id)

    @on_worker
    def stop(self, chat_id: ChatId, answer: MessageId | None = None) -> None:
        """End the running answer of a chat; what was said stays. A summary is given up, too.

        Args:
            chat_id: of the chat.
            answer: the one to end; where another one runs by now, nothing happens. None for any.
        """
        self._cases.answers.stop(chat_id, answer)

    @on_worker
    def stop_thinking(self, chat_id: ChatId) -> None:
        """Let the running answer of a chat begin; nothing where its thinking has ended."""
        self._cases.answers.stop_thinking(chat_id)

    # -- the tree of a chat --

    @on_worker
    def edit(
        self,
        chat_id: ChatId,
        message_id: MessageId,
        text: str,
        attachments: Sequence[Attachment] = (),
        *,
        media: Sequence[MediaFile] | None = None,
        ticket: int = 0,
    ) -> None:
        """Put another version beside a message; the user's is then answered.

        With `media` None its pictures and sounds stay. Emits `EditStored` and `BranchShown` when it
        is stored, `AnswerRefused` when it cannot be, or cannot be answered.
        """
        wanted, along = text.strip(), tuple(attachments)
        if not (wanted or along or media):
            return
        shown = None if media is None else tuple(media)
        with self._told_if_refused(chat_id, ticket):
            self._cases.branches.edit(
                chat_id, message_id, wanted, along, media=shown, ticket=ticket
            )

    @on_worker
    def show_version(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Show the branch through a message and bring its memory back. Emits `BranchShown`."""
        with self._told_if_refused(chat_id):
            path = self._cases.branches.show(chat_id, message_id)
            self._cases.restore_planner.restore_if_opened(chat_id, path)

    @on_worker
    def delete_message(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Take a message and all that follows it out of a chat. Emits `MessageDeleted`."""
        with self._told_if_refused(chat_id):
            path = self._cases.branches.delete(chat_id, message_id)
            self._cases.restore_planner.restore_if_opened(chat_id, path)

    @on_worker
    def undo_delete_message(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Bring back what `delete_message` took away."""
        with self._told_if_refused(chat_id):
            path = self._cases.branches.undo_delete(chat_id, message_id)
            self._cases.restore_planner.restore_if_opened(chat_id, path)

    @on_worker
    def fork(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Begin another chat with everything up to a message. Emits `ChatForked`."""
        self._cases.branches.fork(chat_id, message_id)

    # -- a temporary chat --

    @on_worker
    def begin_temporary(self, title: str, setup: ChatSetup = NO_SETUP) -> None:
        """Make a chat of which nothing is written to a disk. Emits `TemporaryChatBegun`.

        There is one at a time; one before it is left.
        """
        self._cases.temporary.begin(title, setup)

    @on_worker
    def leave_temporary(self, chat_id: ChatId) -> None:
        """Stop its answer, and forget it. Emits `TemporaryChatLeft`."""
        self._cases.temporary.leave(chat_id)

    @on_worker
    def keep_temporary(self, chat_id: ChatId) -> None:
        """Make a chat like any other of it. Emits `ChatCreated` and `TemporaryChatKept`."""
        self._cases.temporary.keep(chat_id)

    # -- the search --

    @on_worker
    def rebuild_search(self) -> None:
        """Index all messages anew, because a search has found the index damaged."""
        self._cases.indexer.rebuild()

    # -- a chat as a whole --

    @on_worker
    def rename(self, chat_id: ChatId, title: str) -> None:
        """Give a chat another title. Emits `ChatChanged`."""
        chat = self.session.store_of(chat_id).rename_chat(chat_id, title.strip())
        self.session.emit(ChatChanged(chat))

    @on_worker
    def set_up(self, chat_id: ChatId, setup: ChatSetup, project_version: int = 0) -> None:
        """Change what a chat wants of the model from now on. Emits `ChatChanged`.

        Args:
            chat_id: of the chat.
            setup: what it wants.
            project_version: of the project that this comes from; 0 for none.
        """
        store = self.session.store_of(chat_id)
        wanted = with_own_summary(store.chat(chat_id).setup, setup)
        self.session.emit(ChatChanged(store.set_up_chat(chat_id, wanted, project_version)))
        self._cases.restore_planner.restore_if_opened(chat_id)

    # -- the context --

    @on_worker
    def measure(  # noqa: PLR0913 - by name, all but what is written and its chat
        self,
        chat_id: ChatId | None,
        text: str,
        attachments: Sequence[Attachment] = (),
        *,
        media: Sequence[MediaFile] = (),
        system_prompt: str = "",
        replaces: MessageId | None = None,
        begins_answer: bool = False,
    ) -> None:
        """Emit one `ContextUse`: what a chat takes of the context, with what is being written.

        Args:
            chat_id: None for a chat that does not exist yet.
            text: being written.
            attachments: to what is being written.
            media: likewise.
            system_prompt: of a chat that does not exist yet.
            replaces: the message whose place it takes, with all that follows; None for none.
            begins_answer: it is how an answer begins: `replaces`, or the answer to that.
        """
        written = tuple(attachments)
        writing = DraftInContext(
            chat_id, text, written, system_prompt, replaces, begins_answer, tuple(media)
        )
        try:
            self._cases.context.measure(writing)
        except KnownError:  # told already, or the chat was deleted meanwhile
            self.session.emit(ContextUse(chat_id))

    @on_worker
    def leave_out(self, chat_id: ChatId, share: float) -> None:
        """Let the model read only the last `share` of a chat. Emits `ChatChanged`."""
        with self._told_if_refused(chat_id):
            self._cases.answers.require_silence(chat_id)
            self._cases.context.leave_out(chat_id, share)
            self._cases.restore_planner.restore_if_opened(chat_id)

    @on_worker
    def read_from(
        self,
        chat_id: ChatId,
        message_id: MessageId | None,
        *,
        summary: str | None = None,
        summarise: bool = False,
    ) -> None:
        """Let the model read a chat from a message on, None for all. Emits `ChatChanged`.

        Args:
            chat_id: of the chat.
            message_id: the first that is read.
            summary: words that stand for all before it, "" for none; None leaves what there is.
            summarise: have all before it summarised first; emits `SummaryBegun` and `SummaryEnded`.
        """
        if summarise and message_id is not None:
            self._cases.summariser.begin(chat_id, message_id)
            return
        with self._told_if_refused(chat_id):
            self._cases.answers.require_silence(chat_id)
            self._cases.context.read_from(chat_id, message_id)
            if summary is not None:
                self._cases.summariser.edit(chat_id, summary)
            self._cases.restore_planner.restore_if_opened(chat_id)

    # -- how all of this is done --

    @contextlib.contextmanager
    def _told_if_refused(self, chat_id: ChatId, ticket: int = 0) -> Iterator[None]:
        """Tell where an answer is impossible, or a change."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - whoever asked waits for the ticket
            problem = self.session.problem_of(error)
            self.session.emit(AnswerRefused(chat_id, problem, ticket))
