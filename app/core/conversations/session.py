"""What all use cases share: the open chats, the engine as far as it is known, the way out.

Threads: the conversations' worker only, but for `EngineState.model_name`, which anybody may read.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import partial, update_wrapper
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar

from app.core.chats.errors import DamagedDatabase, UnknownChat
from app.core.chats.records import FIRST_TEMPORARY, ChatId, is_temporary
from app.core.conversations.chat_tools import ChatTools
from app.core.conversations.errors import ChatsNotOpen
from app.core.conversations.events import (
    CauseEnded,
    ChatChanged,
    ChatsDamaged,
    MessageChanged,
    VersionsListed,
)
from app.core.conversations.recorder import AnswerRecorder
from app.core.conversations.texts.prompt_media import NamesAlone
from app.core.errors import BugError, Cause, KnownError, problem_of
from app.core.plain_value import PlainValue
from app.core.protocol import NO_SENSES, TEMPORARY, A, ChatKey, N, ProblemRaised

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.chats.records import Message
    from app.core.chats.store import ChatStore
    from app.core.conversations.events import ConversationEvent
    from app.core.conversations.texts.prompt_media import PromptMedia
    from app.core.documents.library import DocumentLibrary
    from app.core.errors import Problem
    from app.core.protocol import Command, EngineClient, Request, RequestId, SamplingParams, Senses


class Preferences(PlainValue, frozen=True):
    """One for all chats and models, where they have nothing of their own.

    Attributes:
        sampling: how tokens are chosen unless a chat or a call says otherwise.
        context_tokens: size of the context of models that have none of their own; 0 for automatic.
        keep_s: a model that is not used for so many seconds gives its memory back; 0 for never.
        has_model_titles: the model writes the titles of chats.
        reads_unsent: the model reads what is being written before it is sent.
        folders: of the chats, the settings, what was computed, and the logs; none for the usual.
    """

    sampling: SamplingParams
    context_tokens: int = 0
    keep_s: float = 0.0
    has_model_titles: bool = False
    reads_unsent: bool = False
    folders: tuple[str, ...] = ()


_IDS_OF_ONE = 2**32  # chats and messages of one database; SQLite takes ids up to 2**63 - 1


class TemporaryStore:
    """The store of the one temporary chat, while there is one."""

    def __init__(self) -> None:
        self._store: ChatStore | None = None
        self._next_id = FIRST_TEMPORARY
        self._first_id = FIRST_TEMPORARY

    def begin(self) -> ChatStore:
        """Return a new store for one chat; what was in the one before is gone."""
        from app.core.chats.store import store_in_memory

        self.end()
        store = store_in_memory(self._next_id)
        self._store, self._first_id = store, self._next_id
        self._next_id += _IDS_OF_ONE
        return store

    @property
    def store(self) -> ChatStore | None:
        """The store of the chat that there is; None without one."""
        return self._store

    def store_of(self, chat_id: ChatId) -> ChatStore:
        """Return the store of a temporary chat.

        Raises:
            UnknownChat: it was left.
        """
        if self._store is None or not self._first_id <= chat_id < self._next_id:
            raise UnknownChat(f"chat {chat_id}")
        return self._store

    def media_in_use(self) -> frozenset[str]:
        """Return the digests of the files that the chat has."""
        return frozenset() if self._store is None else self._store.media.in_use()

    def forget(self, chat_id: ChatId) -> None:
        """Forget a chat, unless that has been done."""
        if self._first_id <= chat_id < self._next_id:
            self.end()

    def end(self) -> None:
        """Forget the chat, if there is one."""
        store, self._store = self._store, None
        if store is not None:
            store.close()


P = ParamSpec("P")

_NO_MORE = object()

logger = logging.getLogger(__name__)

_MAX_DIGITS = 18  # of a number that SQLite takes


class Submit(Protocol):
    """Has the worker do a job."""

    def __call__(self, job: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
        """Return at once."""


class _OnWorker(Protocol):
    """What has methods that the worker does."""

    @property
    def session(self) -> Session: ...


U = TypeVar("U", bound=_OnWorker)


def on_worker(method: Callable[Concatenate[U, P], object]) -> Callable[Concatenate[U, P], None]:
    """Let any thread call a method: it returns at once, and the worker does the work.

    A list is copied, because its owner may change it meanwhile.
    """

    def submit(self: U, /, *args: P.args, **kwargs: P.kwargs) -> None:
        own: Any = map(_unchanging, args)
        named: Any = {name: _unchanging(value) for name, value in kwargs.items()}
        self.session.submit(partial(method, self, *own, **named))

    update_wrapper(submit, method)
    return submit


def _unchanging(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _no_worker(job: Callable[P, object], *_args: P.args, **_kwargs: P.kwargs) -> None:
    raise BugError(f"nobody works yet: {job}")


@dataclass(slots=True)
class EngineState:
    """What is known of the engine; written by `Models` alone.

    Attributes:
        model_name: of the model that is loaded, or rests; "" while there is none.
        model_path: of its file; "" as well.
        senses: what it takes beside text.
        n_ctx: tokens of its context; 0 while there is none.
        is_guide: that is the guide.
        is_gone: nothing can be answered until the next start.
        is_model_changing: another model was asked for, and is neither there nor refused.
    """

    model_name: str = ""
    model_path: str = ""
    senses: Senses = NO_SENSES
    n_ctx: int = 0
    is_guide: bool = False
    is_gone: bool = False
    is_model_changing: bool = False


class Session:
    """One run of the program, for the use cases.

    Args:
        engine_client: the way to the engine.
        emit: receives every event; must not block.
        preferences: what the user has set.

    Attributes:
        preferences: as above; written by `Conversations` alone.
        recorder: the answers that are running or not on disk yet.
        engine: what is known of it.
        temporary: the chat that is in memory alone.
        media: pictures and sounds, as the model takes them; set by `Conversations`.
        documents: in which passages are looked for; set by `Conversations`.
        tools: of chats; set by `Conversations`.
        submit: has the worker do a job; set by `Conversations`.
        before_asking: called with every request, before the engine gets it; set by `Models`.
    """

    def __init__(
        self,
        engine_client: EngineClient,
        emit: Callable[[ConversationEvent], None],
        preferences: Preferences,
    ) -> None:
        self.preferences = preferences
        self._engine_client = engine_client
        self.submit: Submit = _no_worker
        self.before_asking: Callable[[Request[Any, Any]], None] = lambda _request: None
        self.emit = emit
        self.recorder = AnswerRecorder(
            on_problem=lambda problem: emit(ProblemRaised(problem)),
            on_saved=self._on_saved,
        )
        self.engine = EngineState()
        self._store: ChatStore | None = None
        self.temporary = TemporaryStore()
        self.media: PromptMedia = NamesAlone()
        self.documents: DocumentLibrary | None = None
        self.tools = ChatTools()
        self._cannot_open: KnownError | None = None

    def ask(
        self,
        request: Request[A, N],
        then: Callable[[A], None],
        on_news: Callable[[N], None] | None = None,
    ) -> RequestId:
        """Ask the engine something.

        Args:
            request: what is asked.
            then: gets the answer, on the worker.
            on_news: gets what comes before that, on the engine's thread, and must not block.
        """
        self.before_asking(request)

        def answered(answer: A) -> None:
            self.submit(then, answer)

        if on_news is None:
            return self._engine_client.ask(request, answered)
        return self._engine_client.ask(request, answered, on_news)

    def post(self, command: Command) -> None:
        """Give the engine a command."""
        self._engine_client.post(command)

    def spread(self, steps: Iterator[object]) -> None:
        """Do steps, each as a job of its own behind what was asked for meanwhile."""

        def step() -> None:
            if next(steps, _NO_MORE) is not _NO_MORE:
                self.submit(step)

        self.submit(step)

    # -- the chats --

    @property
    def is_open(self) -> bool:
        """Whether there are chats: they were opened, and not closed."""
        return self._store is not None

    @property
    def store(self) -> ChatStore:
        """The open chats.

        Raises:
            ChatsNotOpen: they could not be opened.
            BugError: nobody has opened them.
        """
        if self._store is None:
            raise self._cannot_open or BugError("the chats were used before they were opened")
        return self._store

    def store_of(self, chat_id: ChatId) -> ChatStore:
        """The store that has a chat: on the disk, or in memory.

        Raises:
            ChatsNotOpen: as at `store`.
            UnknownChat: it was a temporary chat, and is gone.
        """
        return self.temporary.store_of(chat_id) if is_temporary(chat_id) else self.store

    def is_deleted(self, chat_id: ChatId) -> bool:
        """Whether a chat is in the trash or gone; False where the disk does not say."""
        try:
            return self.store_of(chat_id).chat(chat_id).is_deleted
        except UnknownChat:
            return True
        except KnownError:
            return False

    @property
    def may_open_later(self) -> bool:
        """Whether the chats could not be opened for a reason that the user can take away."""
        return self._cannot_open is not None and self._cannot_open.cause is Cause.FOLDER

    def open(self, open_store: Callable[[], ChatStore]) -> None:
        """Open the chats; whatever is raised is told first, and not again until they are open."""
        from app.core.chats.repair.rescue import newest_sound_backup

        try:
            self._store = open_store()
        except Exception as error:
            is_news = not self.may_open_later
            self._cannot_open = ChatsNotOpen(problem_of(error))
            if isinstance(error, DamagedDatabase):
                self.emit(ChatsDamaged(error.problem(), newest_sound_backup(error.path)))
            elif is_news:
                self.report(error)
            raise
        if self._cannot_open is not None:
            self._cannot_open = None
            self.emit(CauseEnded(Cause.FOLDER))

    def flush(self) -> None:
        """Write of the running answers what is not on disk yet."""
        if self._store is not None:
            self.recorder.flush(self.store_of)

    def close(self) -> None:
        """Write what is left and close the chats."""
        if self._store is not None:
            self.recorder.flush(self.store_of)
            self.temporary.end()
            self._store.close()
            self._store = None

    def _on_saved(self, message: Message, is_unread: bool) -> None:  # noqa: FBT001 - a callback
        self.emit(MessageChanged(message.chat_id, message))
        if is_unread:
            chat = self.store_of(message.chat_id).chat(message.chat_id)
            if not chat.is_deleted:
                self.emit(ChatChanged(chat))

    def list_versions(self, chat_id: ChatId) -> None:
        """Tell which messages of a chat stand beside each other."""
        self.emit(VersionsListed(chat_id, self.store_of(chat_id).versions(chat_id)))

    # -- problems --

    def report(self, error: Exception) -> None:
        """Tell what went wrong."""
        self.emit(ProblemRaised(self.problem_of(error)))

    def problem_of(self, error: Exception) -> Problem:
        """Return what to tell of an error; one that nobody foresaw goes into the log."""
        if not isinstance(error, KnownError):
            logger.error("a use case failed", exc_info=error)
        return problem_of(error)


def key_of(chat_id: ChatId) -> ChatKey:
    """Return the key by which the engine knows a chat."""
    return ChatKey(f"{TEMPORARY if is_temporary(chat_id) else ''}{chat_id}")


def chat_id_of(key: ChatKey) -> ChatId | None:
    """Return the chat that a key of `key_of` stands for; None for any other client's."""
    digits = key.removeprefix(TEMPORARY)
    is_number = digits.isascii() and digits.isdecimal() and len(digits) <= _MAX_DIGITS
    if not is_number or key != key_of(ChatId(int(digits))):
        return None
    return ChatId(int(digits))
