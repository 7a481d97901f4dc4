"""`Chats`, a door: what a user does with chats and the messages in them.

Threads: every method from any thread, and it returns at once; the work is done on the worker, and
what comes of it is told by events.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from app.core.chats.records import ChatSetup
from app.core.conversations.answers import DEFAULT_OPTIONS
from app.core.conversations.draft_in_context import DraftInContext
from app.core.conversations.events import AnswerRefused, ChatChanged, ContextUse
from app.core.conversations.message_sender import MessageContent, NewMessages
from app.core.conversations.session import key_of
from app.core.conversations.summary import with_own_summary
from app.core.errors import KnownError
from app.core.protocol import PrefetchChat

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.chats.records import ChatId, Message, MessageId
    from app.core.content import MediaFile
    from app.core.conversations.answers import AnswerOptions
    from app.core.conversations.session import Session
    from app.core.conversations.use_cases import UseCases
    from app.core.conversations.worker import SerialWorker
    from app.core.messages import Attachment

NO_SETUP = ChatSetup()


class Chats:
    """The chats of one program.

    Args:
        session: of the use cases.
        worker: does everything.
        cases: what it does.
    """

    def __init__(self, session: Session, worker: SerialWorker, cases: UseCases) -> None:
        self._session = session
        self._worker = worker
        self._cases = cases

    # -- reading --

    def list_all(self) -> None:
        """Emit `ChatsListed`."""
        self._worker.submit(self._cases.reader.list_all)

    def open(self, chat_id: ChatId) -> None:
        """Emit `ChatOpened`, and `ChatResumed` when the engine has brought its KV cache back.

        The engine begins to read that at once, whatever the worker has to do before.
        """
        self._prefetch(chat_id, is_opened=True)
        self._worker.submit(self._cases.reader.open, chat_id)

    def read_earlier(self, chat_id: ChatId, before: MessageId) -> None:
        """Emit `EarlierMessages`, those before the first one of `ChatOpened`.

        To be called when the end of the chat is on the screen: reading thousands of messages must
        not hold that up.
        """
        self._worker.submit(self._cases.reader.read_earlier, chat_id, before)

    def prefetch(self, chat_id: ChatId) -> None:
        """Prepare for `open`: the user points at a chat. Emits nothing."""
        self._prefetch(chat_id, is_opened=False)

    def _prefetch(self, chat_id: ChatId, *, is_opened: bool) -> None:
        if self._session.engine.model_name:
            self._session.post(PrefetchChat(key_of(chat_id), is_opened))

    def look_at(self, chat_id: ChatId | None) -> None:
        """Say which chat the user looks at from now on, None for none; it is unread no more.

        An answer that ends in another chat makes that unread. Emits `ChatChanged`.
        """
        self._worker.submit(self._cases.attention.look_at, chat_id)

    # -- asking --

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
        """
        if not text.strip() and not attachments and not media:
            return
        last = MessageContent(text, tuple(attachments), tuple(media), ticket)
        new = NewMessages(chat_id, (*earlier, last), setup, options)
        sending = self._cases.sender
        self._worker.submit(sending.send_if_they_fit if must_fit else sending.send, new)

    def regenerate(self, chat_id: ChatId, message_id: MessageId | None = None) -> None:
        """Give an answer again, the last one by default; the old answer stays in the tree."""
        self._answer(chat_id, partial(self._cases.answers.again, chat_id, message_id))

    def begin_answer(
        self, chat_id: ChatId, message_id: MessageId, words: str, *, ticket: int = 0
    ) -> None:
        """Let the model go on from the user's own words.

        Answers the message of the user, or puts another version beside the answer, that
        `message_id` names. Emits `BranchShown`, then `MessageAdded` with the words, and
        `EditStored`, or `AnswerRefused`.
        """
        begin = partial(self._cases.answers.begin_with, chat_id, message_id, words, ticket)
        self._answer(chat_id, begin, ticket)

    def continue_answer(self, chat_id: ChatId) -> None:
        """Go on with the last answer where it was cut."""
        self._answer(chat_id, partial(self._cases.answers.go_on, chat_id))

    def stop(self, chat_id: ChatId, answer: MessageId | None = None) -> None:
        """End the running answer of a chat; what was said stays. A summary is given up, too.

        Args:
            chat_id: of the chat.
            answer: the one to end; where another one runs by now, nothing happens. None for any.
        """
        self._worker.submit(self._cases.answers.stop, chat_id, answer)

    def stop_thinking(self, chat_id: ChatId) -> None:
        """Let the running answer of a chat begin; nothing where its thinking has ended."""
        self._worker.submit(self._cases.answers.stop_thinking, chat_id)

    # -- the tree of a chat --

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
        if wanted or along or media:
            edit = partial(self._cases.branches.edit, chat_id, message_id, wanted, along)
            shown = None if media is None else tuple(media)
            self._answer(chat_id, partial(edit, media=shown, ticket=ticket), ticket)

    def show_version(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Show the branch through a message and bring its memory back. Emits `BranchShown`."""
        self._show(chat_id, partial(self._cases.branches.show, chat_id, message_id))

    def delete_message(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Take a message and all that follows it out of a chat. Emits `MessageDeleted`."""
        self._show(chat_id, partial(self._cases.branches.delete, chat_id, message_id))

    def undo_delete_message(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Bring back what `delete_message` took away."""
        self._show(chat_id, partial(self._cases.branches.undo_delete, chat_id, message_id))

    def fork(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Begin another chat with everything up to a message. Emits `ChatForked`."""
        self._worker.submit(self._cases.branches.fork, chat_id, message_id)

    # -- a temporary chat --

    def begin_temporary(self, title: str, setup: ChatSetup = NO_SETUP) -> None:
        """Make a chat of which nothing is written to a disk. Emits `TemporaryChatBegun`.

        There is one at a time; one before it is left.
        """
        self._worker.submit(self._cases.temporary.begin, title, setup)

    def leave_temporary(self, chat_id: ChatId) -> None:
        """Stop its answer, and forget it. Emits `TemporaryChatLeft`."""
        self._worker.submit(self._cases.temporary.leave, chat_id)

    def keep_temporary(self, chat_id: ChatId) -> None:
        """Make a chat like any other of it. Emits `ChatCreated` and `TemporaryChatKept`."""
        self._worker.submit(self._cases.temporary.keep, chat_id)

    # -- the search --

    def rebuild_search(self) -> None:
        """Index all messages anew, because a search has found the index damaged."""
        self._worker.submit(self._cases.indexer.rebuild)

    # -- a chat as a whole --

    def rename(self, chat_id: ChatId, title: str) -> None:
        """Give a chat another title. Emits `ChatChanged`."""

        def rename() -> None:
            chat = self._session.store_of(chat_id).rename_chat(chat_id, title.strip())
            self._session.emit(ChatChanged(chat))

        self._worker.submit(rename)

    def set_up(self, chat_id: ChatId, setup: ChatSetup) -> None:
        """Change what a chat wants of the model from now on. Emits `ChatChanged`."""

        def change() -> None:
            store = self._session.store_of(chat_id)
            wanted = with_own_summary(store.chat(chat_id).setup, setup)
            self._session.emit(ChatChanged(store.set_up_chat(chat_id, wanted)))
            self._cases.restore_planner.restore_if_opened(chat_id)

        self._worker.submit(change)

    # -- the context --

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

        def measure() -> None:
            try:
                self._cases.context.measure(writing)
            except KnownError:  # told already, or the chat was deleted meanwhile
                self._session.emit(ContextUse(chat_id))

        self._worker.submit(measure)

    def leave_out(self, chat_id: ChatId, share: float) -> None:
        """Let the model read only the last `share` of a chat. Emits `ChatChanged`."""
        self._change_reading(chat_id, partial(self._cases.context.leave_out, chat_id, share))

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
            self._worker.submit(self._cases.summariser.begin, chat_id, message_id)
            return

        def change() -> None:
            self._cases.context.read_from(chat_id, message_id)
            if summary is not None:
                self._cases.summariser.edit(chat_id, summary)

        self._change_reading(chat_id, change)

    # -- how all of this is done --

    def _answer(self, chat_id: ChatId, begin: Callable[[], object], ticket: int = 0) -> None:
        """Begin an answer, and tell when that is impossible."""

        def job() -> None:
            try:
                begin()
            except Exception as error:  # noqa: BLE001 - whoever asked waits for the ticket
                problem = self._session.problem_of(error)
                self._session.emit(AnswerRefused(chat_id, problem, ticket))

        self._worker.submit(job)

    def _show(self, chat_id: ChatId, change: Callable[[], Sequence[Message]]) -> None:
        """Show another branch, and bring its memory back."""

        def job() -> None:
            self._cases.restore_planner.restore_if_opened(chat_id, change())

        self._answer(chat_id, job)

    def _change_reading(self, chat_id: ChatId, change: Callable[[], None]) -> None:
        """Change what the model reads of a chat, unless it is being answered."""

        def job() -> None:
            self._cases.answers.require_silence(chat_id)
            change()
            self._cases.restore_planner.restore_if_opened(chat_id)

        self._answer(chat_id, job)
