"""The use cases of the program: open a chat, send, regenerate, continue, stop, delete.

Joins the chats on disk and the engine. Every public method returns at once; the work is done on one
worker thread, which alone uses the chat store, and results come back as events.

A message is on disk before the engine hears of it, and an answer's row before its first token.

Threads: public methods from any thread; events are emitted on the worker thread.
"""

from __future__ import annotations

import itertools
import logging
from datetime import timedelta
from typing import TYPE_CHECKING

from app.core.chats.records import ChatId, MessageStatus
from app.core.conversations.branches import Branches
from app.core.conversations.chat_text import prompt_messages, title_of
from app.core.conversations.errors import (
    AnswerNotSaved,
    AnswerRunning,
    ChatsNotOpen,
    EngineGone,
    NothingToAnswer,
)
from app.core.conversations.events import (
    AnswerDelta,
    AnswerRefused,
    BranchShown,
    ChatChanged,
    ChatCreated,
    ChatDeleted,
    ChatOpened,
    ChatResumed,
    ChatsListed,
    EarlierMessages,
    MemoryListed,
    MessageAdded,
    MessageChanged,
    MessageRemoved,
    PromptRead,
    SendRefused,
)
from app.core.conversations.recorder import AnswerRecorder
from app.core.conversations.worker import SerialWorker
from app.core.engine.protocol import (
    AnswerFinished,
    AnswerStats,
    CancelLoad,
    ChatKey,
    ChatWarmed,
    ChooseMemory,
    DropMemory,
    EngineStopped,
    FinishReason,
    ForgetChat,
    Generate,
    LimitMemory,
    LoadModel,
    MemoryReport,
    ModelLoaded,
    ModelLoadFailed,
    ModelLoading,
    ModelUnloaded,
    OpenChat,
    PrefetchChat,
    PrefillProgress,
    ProblemRaised,
    PromptMessage,
    ReportMemory,
    RequestId,
    SamplingParams,
    Stop,
    Temperature,
    TextDelta,
    WarmChat,
)
from app.core.errors import BugError, KnownError, problem_of
from app.core.messages import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Future

    from app.core.chats import ChatStore
    from app.core.chats.records import Chat, Message, MessageId
    from app.core.conversations.events import ConversationEvent
    from app.core.engine.protocol import Command, Event
    from app.core.kvstore import Limits

logger = logging.getLogger(__name__)

_N_READ_AHEAD = 3  # chats, beside those that are pinned
_N_TAIL = 60  # messages: more than a screen shows
_FLUSH_S = 0.5  # an answer is on disk at least once a second


class Conversations:
    """The door of the use cases.

    Args:
        open_store: opens the chats; called once, on the worker thread.
        post: gives the engine a command.
        emit: receives every event, on the worker thread; must not block.
        sampling: how tokens are chosen unless a call says otherwise.
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
        self._sampling = sampling
        self._context_tokens = context_tokens
        self._chats: ChatStore | None = None
        self._cannot_open: KnownError | None = None
        self._requests = itertools.count(1)
        self._recorder = AnswerRecorder(
            on_problem=lambda problem: emit(ProblemRaised(problem)),
            on_saved=lambda message: emit(MessageChanged(message.chat_id, message)),
        )
        self._model_name = ""
        self._is_engine_gone = False
        self._may_read_ahead = False  # at most once for each loaded model
        self._shown: ChatId | None = None
        self._branches = Branches(
            store=lambda: self._store,
            require_silence=self._require_silence,
            answer=lambda chat, path, shows: self._answer(chat, path, shows=shows),
            emit=emit,
        )
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
        if self._model_name:
            self._post(PrefetchChat(_key(chat_id)))

    def send(
        self,
        chat_id: ChatId | None,
        text: str,
        *,
        system_prompt: str = "",
        sampling: SamplingParams | None = None,
        max_tokens: int = 0,
    ) -> None:
        """Add the user's message and answer it; None makes a new chat.

        Emits `SendRefused` with the text when it could not be stored.
        """
        if text.strip():
            self._worker.submit(
                lambda: self._send(chat_id, text, system_prompt, sampling, max_tokens)
            )

    def regenerate(self, chat_id: ChatId, message_id: MessageId | None = None) -> None:
        """Give an answer again, the last one by default; the old answer stays in the tree."""
        self._worker.submit(
            lambda: self._begin(chat_id, lambda: self._regenerate(chat_id, message_id))
        )

    def edit(self, chat_id: ChatId, message_id: MessageId, text: str) -> None:
        """Put another version beside a message; the user's is then answered.

        Emits `BranchShown` when it is stored, `AnswerRefused` when it cannot be.
        """
        wanted = text.strip()
        if wanted:
            self._worker.submit(
                lambda: self._begin(
                    chat_id, lambda: self._branches.edit(chat_id, message_id, wanted)
                )
            )

    def show_version(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Show the branch through a message and bring its memory back. Emits `BranchShown`."""
        self._worker.submit(
            lambda: self._begin(chat_id, lambda: self._show_version(chat_id, message_id))
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
        self._worker.submit(lambda: self._branches.fork(chat_id, message_id))

    def continue_answer(
        self, chat_id: ChatId, *, sampling: SamplingParams | None = None, max_tokens: int = 0
    ) -> None:
        """Go on with the last answer where it was cut."""
        self._worker.submit(
            lambda: self._begin(chat_id, lambda: self._continue(chat_id, sampling, max_tokens))
        )

    def stop(self, chat_id: ChatId) -> None:
        """End the running answer of a chat; what was said stays."""
        self._worker.submit(lambda: self._stop(chat_id))

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
        self._post(ChooseMemory(_key(chat_id), is_pinned, is_off))

    def drop_memory(self, chat_id: ChatId) -> None:
        """Delete the stored memory of a chat; its words stay, and it is stored again later."""
        self._post(DropMemory(_key(chat_id)))

    def limit_memory(self, limits: Limits) -> None:
        """Let the stored memory of all chats take so much from now on."""
        self._post(LimitMemory(limits))

    def load_model(self, path: str) -> None:
        """Replace the loaded model."""
        self._post(LoadModel(path, n_ctx=self._context_tokens))

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
        if not isinstance(error, KnownError):
            logger.error("a use case failed", exc_info=error)
        self._emit(ProblemRaised(problem_of(error)))

    def _start(self) -> None:
        try:
            self._chats = self._open_store()
        except Exception as error:
            self._cannot_open = ChatsNotOpen(problem_of(error))
            self._report(error)
            raise
        try:
            self._purge()
        except KnownError as error:  # tried again at the next start; the chats are there
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
        self._branches.purge()
        for chat_id in self._store.purge_trashed(older_than=timedelta(0)):
            self._post(ForgetChat(_key(chat_id)))

    def _list(self) -> None:
        self._emit(ChatsListed(self._store.list_chats()))

    def _open(self, chat_id: ChatId) -> None:
        self._recorder.flush(self._store)
        chat = self._store.chat(chat_id)
        tail = self._recorder.newest(self._store.tail(chat_id, _N_TAIL))
        self._shown = chat_id
        is_whole = len(tail) < _N_TAIL
        self._emit(ChatOpened(chat, tail, is_whole))
        self._branches.list_versions(chat_id)
        if is_whole:
            self._warm_shown(chat, self._store.path(chat_id))

    def _read_earlier(self, chat_id: ChatId, before: MessageId) -> None:
        path = self._recorder.newest(self._store.path(chat_id))
        earlier = tuple(message for message in path if message.id < before)
        self._emit(EarlierMessages(chat_id, earlier))
        if chat_id == self._shown:
            self._warm_shown(self._store.chat(chat_id), path)

    def _warm_shown(self, chat: Chat, path: Sequence[Message]) -> None:
        if self._model_name and path and self._recorder.running_in(chat.id) is None:
            self._warm(chat, self._recorder.newest(path))

    def _warm(self, chat: Chat, path: Sequence[Message]) -> None:
        messages = prompt_messages(chat, path)
        self._post(OpenChat(_key(chat.id), messages, chat.created_at.timestamp()))

    def _send(
        self,
        chat_id: ChatId | None,
        text: str,
        system_prompt: str,
        sampling: SamplingParams | None,
        max_tokens: int,
    ) -> None:
        try:
            chat = self._chat_for(chat_id, text, system_prompt)
            message = self._store.add_message(
                chat.id, parent_id=chat.leaf_id, role=Role.USER, text=text
            )
        except KnownError as error:
            self._emit(SendRefused(chat_id, text, error.problem()))
            return
        self._emit(MessageAdded(chat.id, message))
        path = self._store.path(chat.id)
        self._begin(chat.id, lambda: self._answer(chat, path, sampling, max_tokens))
        self._emit(ChatChanged(self._store.chat(chat.id)))

    def _begin(self, chat_id: ChatId, answer: Callable[[], None]) -> None:
        """Begin an answer and tell when that is impossible."""
        try:
            answer()
        except KnownError as error:
            self._emit(AnswerRefused(chat_id, error.problem()))

    def _chat_for(self, chat_id: ChatId | None, text: str, system_prompt: str) -> Chat:
        if chat_id is not None:
            self._require_silence(chat_id)
            return self._store.chat(chat_id)
        chat = self._store.create_chat(title=title_of(text), system_prompt=system_prompt)
        self._shown = chat.id
        self._emit(ChatCreated(chat))
        return chat

    def _require_silence(self, chat_id: ChatId) -> None:
        if self._recorder.running_in(chat_id) is not None:
            raise AnswerRunning
        self._recorder.flush(self._store)
        if self._recorder.holds(chat_id):
            raise AnswerNotSaved

    def _answer(
        self,
        chat: Chat,
        path: Sequence[Message],
        sampling: SamplingParams | None = None,
        max_tokens: int = 0,
        *,
        replaces: Message | None = None,
        shows: bool = False,
    ) -> None:
        """Make the row of an answer behind `path` and ask the engine for it.

        Args:
            chat: of the answer.
            path: all before it.
            sampling: None for what was set.
            max_tokens: 0 for no limit.
            replaces: the answer whose place in the branch it takes.
            shows: `path` is not what is shown yet.
        """
        if self._is_engine_gone:
            raise EngineGone
        messages = prompt_messages(chat, path)
        answer = self._store.add_message(
            chat.id,
            parent_id=path[-1].id,
            role=Role.ASSISTANT,
            text="",
            status=MessageStatus.STREAMING,
            model=self._model_name,
        )
        if replaces is not None:
            self._emit(MessageRemoved(chat.id, replaces.id))
        if shows:
            self._emit(BranchShown(chat.id, tuple(path), path[-1].id))
        self._emit(MessageAdded(chat.id, answer))
        if shows or replaces is not None:
            self._branches.list_versions(chat.id)
        self._generate(chat, answer, messages, sampling, max_tokens)

    def _generate(
        self,
        chat: Chat,
        answer: Message,
        messages: tuple[PromptMessage, ...],
        sampling: SamplingParams | None,
        max_tokens: int,
    ) -> None:
        request = RequestId(next(self._requests))
        self._recorder.begin(request, answer)
        self._post(
            Generate(
                request,
                _key(chat.id),
                messages,
                started_at=chat.created_at.timestamp(),
                sampling=sampling or self._sampling,
                max_tokens=max_tokens,
            )
        )

    def _regenerate(self, chat_id: ChatId, message_id: MessageId | None) -> None:
        self._require_silence(chat_id)
        chat, path = self._store.chat(chat_id), self._store.path(chat_id)
        if not path:
            raise NothingToAnswer
        last = path[-1]
        if message_id not in (None, last.id):
            self._branches.answer_again(chat_id, message_id)
            return
        if last.role is not Role.ASSISTANT:
            self._answer(chat, path)
            return
        if len(path) == 1:
            raise NothingToAnswer
        # The new row takes the old one's place in the branch only when it is on disk.
        self._answer(chat, path[:-1], replaces=last)

    def _continue(self, chat_id: ChatId, sampling: SamplingParams | None, max_tokens: int) -> None:
        self._require_silence(chat_id)
        chat, path = self._store.chat(chat_id), self._store.path(chat_id)
        if not path:
            raise NothingToAnswer
        last = path[-1]
        if last.role is not Role.ASSISTANT:
            self._answer(chat, path, sampling, max_tokens)
            return
        if self._is_engine_gone:
            raise EngineGone
        reopened = self._store.reopen_message(last.id)
        self._emit(MessageChanged(chat_id, reopened))
        self._generate(chat, reopened, prompt_messages(chat, path), sampling, max_tokens)

    def _show_version(self, chat_id: ChatId, message_id: MessageId) -> None:
        self._warm_if_shown(chat_id, self._branches.show(chat_id, message_id))

    def _warm_if_shown(self, chat_id: ChatId, path: Sequence[Message]) -> None:
        if chat_id == self._shown:
            self._warm_shown(self._store.chat(chat_id), path)

    def _stop(self, chat_id: ChatId) -> None:
        answer = self._recorder.running_in(chat_id)
        if answer is not None:
            self._post(Stop(answer.request))

    def _delete(self, chat_id: ChatId) -> None:
        self._stop(chat_id)
        if self._shown == chat_id:
            self._shown = None
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
                self._on_finished(event)
            case PrefillProgress() | ChatWarmed() | MemoryReport():
                self._emit(_translated(event))
                if isinstance(event, MemoryReport) and self._may_read_ahead:
                    self._may_read_ahead = False
                    self._read_ahead(event)
            case ModelLoaded():
                self._on_model(event)
            case ModelUnloaded():
                self._model_name = ""
                self._emit(event)
            case EngineStopped():
                self._on_engine_stopped(event)
            case ModelLoading() | ModelLoadFailed() | ProblemRaised():
                self._emit(event)

    def _read_ahead(self, report: MemoryReport) -> None:
        """Have chats read in idle time that this very model knew before something changed.

        A new version of Hearth or another setting makes what was stored useless; the chats the user
        has pinned and those used last are warm again before they are opened.
        """
        lost = [
            memory
            for memory in report.chats
            if memory.temperature is Temperature.COLD
            and not memory.is_off
            and self._model_name in memory.models
        ]
        lost.sort(key=lambda memory: (not memory.is_pinned, -memory.last_used))
        n_pinned = sum(memory.is_pinned for memory in lost)
        for memory in lost[: n_pinned + _N_READ_AHEAD]:
            chat_id = _chat_id(memory.chat)
            if chat_id != self._shown and self._chats is not None:
                self._read_one_ahead(self._chats, chat_id)

    def _read_one_ahead(self, store: ChatStore, chat_id: ChatId) -> None:
        try:
            chat = store.chat(chat_id)
            messages = prompt_messages(chat, store.path(chat_id))
        except KnownError:  # deleted meanwhile
            return
        self._post(WarmChat(_key(chat_id), messages, chat.created_at.timestamp()))

    def _on_finished(self, event: AnswerFinished) -> None:
        message = self._recorder.finish(event)
        if message is None:
            return
        if self._chats is not None:
            self._recorder.flush(self._chats)
        if self._recorder.holds(message.chat_id):  # the disk refuses; the answer has ended still
            self._emit(MessageChanged(message.chat_id, message))
        if event.problem is not None:
            self._emit(ProblemRaised(event.problem))

    def _on_model(self, event: ModelLoaded) -> None:
        self._model_name = event.info.name
        self._emit(event)
        self._may_read_ahead = True
        self._post(ReportMemory())
        shown = self._shown
        if shown is not None and self._chats is not None and not self._recorder.running_in(shown):
            path = self._store.path(shown)
            if path:
                self._warm(self._store.chat(shown), path)

    def _on_engine_stopped(self, event: EngineStopped) -> None:
        """The engine is gone: what it was saying is an interrupted answer."""
        self._model_name = ""
        self._is_engine_gone = True
        for answer in self._recorder.running():
            self._on_finished(
                AnswerFinished(
                    answer.request,
                    _key(answer.message.chat_id),
                    FinishReason.FAILED,
                    AnswerStats(),
                    record=None,
                    problem=event.problem,
                )
            )
        self._emit(event)


def _translated(
    event: PrefillProgress | ChatWarmed | MemoryReport,
) -> PromptRead | ChatResumed | MemoryListed:
    """Return an event of the engine with the ids of chats in it."""
    match event:
        case PrefillProgress():
            return PromptRead(_chat_id(event.chat), event.n_done, event.n_total)
        case ChatWarmed():
            return ChatResumed(
                _chat_id(event.chat),
                event.n_cached,
                event.n_prompt,
                event.restore_ms,
                event.source,
            )
        case MemoryReport():
            chats = tuple((_chat_id(memory.chat), memory) for memory in event.chats)
            return MemoryListed(event, chats)


def _key(chat_id: ChatId) -> ChatKey:
    return ChatKey(str(chat_id))


def _chat_id(key: ChatKey) -> ChatId:
    return ChatId(int(key))
