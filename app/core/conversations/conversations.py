"""The use cases of the program: open a chat, send, regenerate, continue, stop, delete.

Joins the chats on disk and the engine. Every public method returns at once; the work is done on one
worker thread, which alone uses the chat store, and results come back as events.

A message is on disk before the engine hears of it, and an answer's row before its first token.

Threads: public methods from any thread; events are emitted on the worker thread.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from app.core.chats.records import ChatSetup
from app.core.conversations.answers import NO_WISH, Answers, Wish
from app.core.conversations.branches import Branches
from app.core.conversations.chat_text import title_of
from app.core.conversations.context_care import ContextCare, Writing
from app.core.conversations.errors import ChatsNotOpen, MessageTooLong
from app.core.conversations.events import (
    AnswerDelta,
    AnswerRefused,
    ChatChanged,
    ChatCreated,
    ChatDeleted,
    ChatOpened,
    ChatResumed,
    ChatsListed,
    ContextUse,
    EarlierMessages,
    EditStored,
    MemoryListed,
    MessageAdded,
    MessageChanged,
    PromptRead,
    SendRefused,
)
from app.core.conversations.memory_care import MemoryCare
from app.core.conversations.recorder import AnswerRecorder
from app.core.conversations.situation import Situation, chat_id_of, key_of
from app.core.conversations.warmth import Warmth
from app.core.conversations.worker import SerialWorker
from app.core.engine.protocol import (
    AnswerFinished,
    CancelLoad,
    ChatWarmed,
    ContextMeasured,
    DropMemory,
    EngineStopped,
    LimitMemory,
    LoadModel,
    MemoryFollows,
    MemoryKept,
    MemoryReport,
    ModelIdentified,
    ModelLoaded,
    ModelLoadFailed,
    ModelLoading,
    ModelUnloaded,
    PrefetchChat,
    PrefillProgress,
    ProblemRaised,
    ReportMemory,
    TextDelta,
)
from app.core.errors import BugError, KnownError, problem_of
from app.core.messages import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Future

    from app.core.chats import ChatStore
    from app.core.chats.records import Chat, ChatId, Message, MessageId
    from app.core.conversations.events import ConversationEvent
    from app.core.engine.protocol import Command, Event, SamplingParams
    from app.core.errors import Problem
    from app.core.kvstore import Limits
    from app.core.messages import Attachment

logger = logging.getLogger(__name__)

NO_SETUP = ChatSetup()
_N_TAIL = 60  # messages: more than a screen shows
_FLUSH_S = 0.5  # an answer is on disk at least once a second


class Conversations:
    """The door of the use cases.

    Args:
        open_store: opens the chats; called once, on the worker thread.
        post: gives the engine a command.
        emit: receives every event, on the worker thread; must not block.
        sampling: how tokens are chosen unless a chat or a call says otherwise.
        context_tokens: size of the context of models loaded from here; 0 for automatic.
    """

    def __init__(
        self,
        *,
        open_store: Callable[[], ChatStore],
        post: Callable[[Command], None],
        emit: Callable[[ConversationEvent], None],
        sampling: SamplingParams,
        context_tokens: int = 0,
    ) -> None:
        self._open_store = open_store
        self._post = post
        self._emit = emit
        self._context_tokens = context_tokens
        self._chats: ChatStore | None = None
        self._cannot_open: KnownError | None = None
        self._situation = Situation()
        self._recorder = AnswerRecorder(
            on_problem=lambda problem: emit(ProblemRaised(problem)),
            on_saved=lambda message: emit(MessageChanged(message.chat_id, message)),
        )
        self._answers = Answers(
            store=lambda: self._store,
            post=post,
            emit=emit,
            recorder=self._recorder,
            situation=self._situation,
            defaults=sampling,
            list_versions=lambda chat_id: self._branches.list_versions(chat_id),
        )
        self._branches = Branches(
            store=lambda: self._store,
            require_silence=self._answers.require_silence,
            answer=lambda chat, path, shows: self._answers.begin(chat, path, shows=shows),
            emit=emit,
        )
        self._warmth = Warmth(post, self._recorder, self._situation)
        self._memory = MemoryCare(post, self._recorder)
        self._context = ContextCare(post, emit, self._recorder, self._situation)
        self._worker = SerialWorker(
            "conversations", tick=self._tick, tick_s=_FLUSH_S, on_error=self._report
        )

    # -- life --

    def start(self) -> Future[None]:
        """Open the chats; the future carries the error when that fails, which is also emitted."""
        return self._worker.call(self._start)

    def end(self) -> Future[None]:
        """Really delete what was deleted; to be called while the engine still takes commands."""
        return self._worker.call(self._purge)

    def after_pending(self, job: Callable[[], None]) -> None:
        """Run `job` on the worker thread when everything asked for so far is done."""
        self._worker.submit(job)

    def close(self, timeout_s: float = 10.0) -> bool:
        """Write what is left and close the chats.

        To be called after the engine has stopped, so that its last events are recorded.
        """
        self._worker.submit(self._close)
        return self._worker.close(timeout_s)

    def handle(self, event: Event) -> None:
        """Take an event of the engine. Any thread."""
        self._worker.submit(lambda: self._on_engine(event))

    # -- what a user does --

    def list_chats(self) -> None:
        """Emit `ChatsListed`."""
        self._worker.submit(self._list)

    def open_chat(self, chat_id: ChatId) -> None:
        """Emit `ChatOpened`, and `ChatResumed` when the engine has brought its KV cache back."""
        self._worker.submit(lambda: self._open(chat_id))

    def read_earlier(self, chat_id: ChatId, before: MessageId) -> None:
        """Emit `EarlierMessages`, those before the first one of `ChatOpened`.

        To be called when the end of the chat is on the screen: reading thousands of messages must
        not hold that up.
        """
        self._worker.submit(lambda: self._read_earlier(chat_id, before))

    def prefetch(self, chat_id: ChatId) -> None:
        """Prepare for `open_chat`: the user points at a chat. Emits nothing."""
        if self._situation.model_name:
            self._post(PrefetchChat(key_of(chat_id)))

    def send(  # noqa: PLR0913 - by name, all but the message and its chat
        self,
        chat_id: ChatId | None,
        text: str,
        attachments: Sequence[Attachment] = (),
        *,
        setup: ChatSetup = NO_SETUP,
        wish: Wish = NO_WISH,
        ticket: int = 0,
        must_fit: bool = False,
    ) -> None:
        """Add the user's message and answer it; emits `SendRefused` when it could not be stored.

        Args:
            chat_id: None makes a new chat.
            text: may be empty where something is attached.
            attachments: texts that go along.
            setup: of a new chat.
            wish: for this answer alone.
            ticket: comes back with what becomes of this very message.
            must_fit: count it first, and refuse it when it does not fit the context.
        """
        if not text.strip() and not attachments:
            return
        writing = Writing(chat_id, text, tuple(attachments), setup.system_prompt)

        def refuse(error: Exception) -> None:
            problem = self._problem_of(error)
            too_long = isinstance(error, MessageTooLong)
            self._emit(SendRefused(chat_id, text, problem, writing.attachments, ticket, too_long))

        def begin() -> None:
            try:
                chat = self._chat_for(chat_id, title_of(text, attachments), setup, ticket)
                message = self._store.add_message(
                    chat.id,
                    parent_id=chat.leaf_id,
                    role=Role.USER,
                    text=text,
                    attachments=attachments,
                )
            except Exception as error:  # noqa: BLE001 - whoever sent it waits for its ticket
                refuse(error)
                return
            self._emit(MessageAdded(chat.id, message, ticket))
            path = self._store.path(chat.id)
            self._begin(chat.id, lambda: self._answers.begin(chat, path, wish))
            self._emit(ChatChanged(self._store.chat(chat.id)))

        def count() -> None:
            try:
                self._context.when_it_fits(self._store, writing, begin, refuse)
            except Exception as error:  # noqa: BLE001 - whoever sent it waits for its ticket
                refuse(error)

        self._worker.submit(count if must_fit else begin)

    def set_up_chat(self, chat_id: ChatId, setup: ChatSetup) -> None:
        """Change what a chat wants of the model from now on. Emits `ChatChanged`."""

        def change() -> None:
            self._emit(ChatChanged(self._store.set_up_chat(chat_id, setup)))
            self._warmth.warm_if_shown(self._store, chat_id, self._store.path(chat_id))

        self._worker.submit(change)

    def measure(
        self,
        chat_id: ChatId | None,
        text: str,
        attachments: Sequence[Attachment] = (),
        *,
        system_prompt: str = "",
        replaces: MessageId | None = None,
        begins_answer: bool = False,
    ) -> None:
        """Emit one `ContextUse`: what a chat takes of the context, with what is being written.

        Args:
            chat_id: None for a chat that does not exist yet.
            text: being written.
            attachments: to what is being written.
            system_prompt: of a chat that does not exist yet.
            replaces: the message whose place it takes, with all that follows; None for none.
            begins_answer: it is how an answer begins: `replaces`, or the answer to that.
        """
        written = tuple(attachments)
        writing = Writing(chat_id, text, written, system_prompt, replaces, begins_answer)

        def measure() -> None:
            try:
                self._context.measure(self._store, writing)
            except KnownError:  # told already, or the chat was deleted meanwhile
                self._emit(ContextUse(chat_id))

        self._worker.submit(measure)

    def leave_out(self, chat_id: ChatId, share: float) -> None:
        """Let the model read only the last `share` of a chat. Emits `ChatChanged`."""
        self._in_silence(
            chat_id, lambda: self._context.leave_out(self._store, chat_id, share), warms=True
        )

    def read_from(self, chat_id: ChatId, message_id: MessageId | None) -> None:
        """Let the model read a chat from a message on, None for all. Emits `ChatChanged`."""
        self._in_silence(
            chat_id, lambda: self._context.read_from(self._store, chat_id, message_id), warms=True
        )

    def _in_silence(
        self, chat_id: ChatId, change: Callable[[], None], *, warms: bool = False
    ) -> None:
        """Change a chat unless it is being answered."""

        def job() -> None:
            self._answers.require_silence(chat_id)
            change()
            if warms:
                self._warmth.warm_if_shown(self._store, chat_id, self._store.path(chat_id))

        self._worker.submit(lambda: self._begin(chat_id, job))

    def regenerate(self, chat_id: ChatId, message_id: MessageId | None = None) -> None:
        """Give an answer again, the last one by default; the old answer stays in the tree."""
        self._worker.submit(
            lambda: self._begin(chat_id, lambda: self._answers.again(chat_id, message_id))
        )

    def begin_answer(
        self, chat_id: ChatId, message_id: MessageId, words: str, *, ticket: int = 0
    ) -> None:
        """Let the model go on from the user's own words.

        Answers the message of the user, or puts another version beside the answer, that
        `message_id` names. Emits `BranchShown`, then `MessageAdded` with the words, and
        `EditStored`, or `AnswerRefused`.
        """

        def begin() -> None:
            self._answers.begin_with(chat_id, message_id, words)
            self._emit(EditStored(chat_id, ticket))

        self._worker.submit(lambda: self._begin(chat_id, begin, ticket))

    def edit(
        self,
        chat_id: ChatId,
        message_id: MessageId,
        text: str,
        attachments: Sequence[Attachment] = (),
        *,
        ticket: int = 0,
    ) -> None:
        """Put another version beside a message; the user's is then answered.

        Emits `EditStored` and `BranchShown` when it is stored, `AnswerRefused` when it cannot be,
        or cannot be answered.
        """
        wanted = text.strip()

        def edit() -> None:
            self._branches.edit(chat_id, message_id, wanted, tuple(attachments), ticket=ticket)

        if wanted or attachments:
            self._worker.submit(lambda: self._begin(chat_id, edit, ticket))

    def show_version(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Show the branch through a message and bring its memory back. Emits `BranchShown`."""
        self._worker.submit(
            lambda: self._begin(
                chat_id,
                lambda: self._warm_if_shown(chat_id, self._branches.show(chat_id, message_id)),
            )
        )

    def delete_message(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Take a message and all that follows it out of a chat. Emits `MessageDeleted`."""
        self._worker.submit(
            lambda: self._begin(
                chat_id,
                lambda: self._warm_if_shown(chat_id, self._branches.delete(chat_id, message_id)),
            )
        )

    def undo_delete_message(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Bring back what `delete_message` took away."""
        self._worker.submit(
            lambda: self._begin(
                chat_id,
                lambda: self._warm_if_shown(
                    chat_id, self._branches.undo_delete(chat_id, message_id)
                ),
            )
        )

    def fork(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Begin another chat with everything up to a message. Emits `ChatForked`."""
        self._worker.submit(lambda: self._memory.forked(self._branches.fork(chat_id, message_id)))

    def continue_answer(self, chat_id: ChatId) -> None:
        """Go on with the last answer where it was cut."""
        self._worker.submit(lambda: self._begin(chat_id, lambda: self._answers.go_on(chat_id)))

    def stop(self, chat_id: ChatId) -> None:
        """End the running answer of a chat; what was said stays."""
        self._worker.submit(lambda: self._answers.stop(chat_id))

    def rename(self, chat_id: ChatId, title: str) -> None:
        """Give a chat another title."""
        self._worker.submit(
            lambda: self._emit(ChatChanged(self._store.rename_chat(chat_id, title.strip())))
        )

    def delete(self, chat_id: ChatId) -> None:
        """Take a chat off the list; it can be undone until the program ends."""
        self._worker.submit(lambda: self._delete(chat_id))

    def undo_delete(self, chat_id: ChatId) -> None:
        """Bring a deleted chat back."""
        self._worker.submit(lambda: self._undo_delete(chat_id))

    def report_memory(self) -> None:
        """Emit `MemoryListed`."""
        self._post(ReportMemory())

    def choose_memory(
        self, chat_id: ChatId, *, is_pinned: bool | None = None, is_off: bool | None = None
    ) -> None:
        """Keep the memory of a chat whatever else needs room, or keep none of it, or neither."""

        def choose() -> None:
            chat = self._memory.choose(self._store, chat_id, is_pinned=is_pinned, is_off=is_off)
            self._emit(ChatChanged(chat))

        self._worker.submit(choose)

    def drop_memory(self, chat_id: ChatId) -> None:
        """Delete the stored memory of a chat; its words stay, and it is stored again later."""
        self._post(DropMemory(key_of(chat_id)))

    def limit_memory(self, limits: Limits) -> None:
        """Let the stored memory of all chats take so much from now on."""
        self._post(LimitMemory(limits))

    def load_model(self, path: str, context_tokens: int = 0) -> None:
        """Replace the loaded model; 0 for a context of the size that is set."""
        self._worker.submit(self._situation.change_model)
        self._post(LoadModel(path, n_ctx=context_tokens or self._context_tokens))

    def cancel_load(self) -> None:
        """Give up the load in progress."""
        self._post(CancelLoad())

    # -- the worker's side --

    @property
    def _store(self) -> ChatStore:
        if self._chats is None:
            raise self._cannot_open or BugError("the chats were used before start()")
        return self._chats

    def _report(self, error: Exception) -> None:
        self._emit(ProblemRaised(self._problem_of(error)))

    def _problem_of(self, error: Exception) -> Problem:
        if not isinstance(error, KnownError):
            logger.error("a use case failed", exc_info=error)
        return problem_of(error)

    def _start(self) -> None:
        try:
            self._chats = self._open_store()
        except Exception as error:
            self._cannot_open = ChatsNotOpen(problem_of(error))
            self._report(error)
            raise
        try:
            self._purge()
            self._memory.follow(self._chats)
        except KnownError as error:  # done at the next start; the chats are there
            self._report(error)
        self._list()

    def _close(self) -> None:
        if self._chats is None:
            return
        self._recorder.flush(self._chats)
        self._chats.close()
        self._chats = None

    def _tick(self) -> None:
        if self._chats is not None:
            self._recorder.flush(self._chats)

    def _purge(self) -> None:
        """Really delete what was deleted before, with everything computed for it."""
        failure = self._memory.purge(self._store)
        if failure is not None:  # tried again at the next start
            self._report(failure)

    def _list(self) -> None:
        self._emit(ChatsListed(self._store.list_chats()))

    def _open(self, chat_id: ChatId) -> None:
        self._recorder.flush(self._store)
        chat = self._store.chat(chat_id)
        tail = self._recorder.newest(self._store.tail(chat_id, _N_TAIL))
        self._situation.shown = chat_id
        is_whole = len(tail) < _N_TAIL
        self._emit(ChatOpened(chat, tail, is_whole))
        self._branches.list_versions(chat_id)
        if is_whole:
            self._warmth.warm(chat, self._store.path(chat_id))

    def _read_earlier(self, chat_id: ChatId, before: MessageId) -> None:
        path = self._recorder.newest(self._store.path(chat_id))
        earlier = tuple(message for message in path if message.id < before)
        self._emit(EarlierMessages(chat_id, earlier))
        self._warm_if_shown(chat_id, path)

    def _warm_if_shown(self, chat_id: ChatId, path: Sequence[Message]) -> None:
        self._warmth.warm_if_shown(self._store, chat_id, path)

    def _begin(self, chat_id: ChatId, answer: Callable[[], None], ticket: int = 0) -> None:
        """Begin an answer and tell when that is impossible."""
        try:
            answer()
        except Exception as error:  # noqa: BLE001 - whoever asked waits for the ticket
            self._emit(AnswerRefused(chat_id, self._problem_of(error), ticket))

    def _chat_for(self, chat_id: ChatId | None, title: str, setup: ChatSetup, ticket: int) -> Chat:
        if chat_id is not None:
            self._answers.require_silence(chat_id)
            return self._store.chat(chat_id)
        chat = self._store.create_chat(title=title, setup=setup)
        self._situation.shown = chat.id
        self._emit(ChatCreated(chat, ticket))
        return chat

    def _delete(self, chat_id: ChatId) -> None:
        self._answers.stop(chat_id)
        if self._situation.shown == chat_id:
            self._situation.shown = None
        self._emit(ChatDeleted(self._store.trash_chat(chat_id)))

    def _undo_delete(self, chat_id: ChatId) -> None:
        self._store.restore_chat(chat_id)
        self._list()

    # -- the engine's events --

    def _on_engine(self, event: Event) -> None:
        match event:
            case TextDelta():
                message = self._recorder.append(event.request, event.text)
                if message is not None:
                    self._emit(AnswerDelta(message.chat_id, message.id, event.text))
            case AnswerFinished():
                self._context.forget()
                self._answers.finished(event, self._chats)
            case PrefillProgress() | ChatWarmed():
                translated = _translated(event)
                if translated is not None:
                    self._emit(translated)
            case ContextMeasured():
                self._context.measured(event)
            case (
                ModelLoaded()
                | ModelIdentified()
                | ModelLoadFailed()
                | ModelUnloaded()
                | EngineStopped()
            ):
                self._on_model(event)
            case ModelLoading() | ProblemRaised():
                self._emit(event)
            case MemoryReport() | MemoryFollows() | MemoryKept():
                self._on_memory(event)

    def _on_memory(self, event: MemoryReport | MemoryFollows | MemoryKept) -> None:
        if isinstance(event, MemoryReport):
            self._emit(_listed(event))
            if self._chats is not None:
                self._warmth.read_ahead(event, self._chats)
        elif self._chats is not None:
            self._memory.done(self._chats, event)

    def _on_model(
        self,
        event: ModelLoaded | ModelIdentified | ModelLoadFailed | ModelUnloaded | EngineStopped,
    ) -> None:
        is_ready = False
        match event:
            case ModelLoaded(info, is_identified):
                self._situation.model_name, is_ready = info.name, is_identified
            case ModelIdentified():
                is_ready = True
            case ModelUnloaded() | EngineStopped():
                self._situation.model_name = ""
            case ModelLoadFailed():
                pass
        if isinstance(event, EngineStopped):
            self._situation.is_engine_gone = True
            self._answers.engine_stopped(event, self._chats)
            self._context.engine_stopped()
        if isinstance(event, ModelLoaded | ModelLoadFailed):
            self._situation.is_model_changing = False
        if not isinstance(event, ModelIdentified):
            self._emit(event)
        if is_ready:  # before it is identified, every chat would seem to be stored nowhere
            self._prepare_for_model()

    def _prepare_for_model(self) -> None:
        self._warmth.may_read_ahead = True
        self._post(ReportMemory())
        shown = self._situation.shown
        if shown is not None and self._chats is not None:
            self._warm_if_shown(shown, self._store.path(shown))


def _translated(event: PrefillProgress | ChatWarmed) -> PromptRead | ChatResumed | None:
    """Return an event of the engine with the id of its chat; None when it is of no chat."""
    chat_id = chat_id_of(event.chat)
    if chat_id is None:
        return None
    if isinstance(event, PrefillProgress):
        return PromptRead(chat_id, event.n_done, event.n_total)
    return ChatResumed(chat_id, event.n_cached, event.n_prompt, event.restore_ms, event.source)


def _listed(report: MemoryReport) -> MemoryListed:
    """Return a report with the ids of chats; what is of no chat is left out."""
    known = ((chat_id_of(memory.chat), memory) for memory in report.chats)
    return MemoryListed(
        report, tuple((chat_id, memory) for chat_id, memory in known if chat_id is not None)
    )
