"""The use cases of the program, from its start to its end: they join the chats and the engine.

What a user does goes through five doors, `chats`, `listing`, `models`, `memory` and `alternatives`.
The work is done on one worker thread, which alone uses the chat store, and results come back as
events.

A message is on disk before the engine hears of it, and an answer's row before its first token.

Threads: public methods from any thread; events are emitted on the worker thread, those of what an
answer says on the one that brings it.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections import deque
from typing import TYPE_CHECKING, assert_never

from app.core.conversations.cases.memory import Memory
from app.core.conversations.cases.use_cases import use_cases
from app.core.conversations.chat_media import ChatMedia
from app.core.conversations.chats import Chats
from app.core.conversations.events import AnswerRefused
from app.core.conversations.given_media import GivenMedia
from app.core.conversations.models import Models
from app.core.conversations.session import Session
from app.core.conversations.store_access import StoreAccess
from app.core.conversations.worker import SerialWorker
from app.core.errors import KnownError
from app.core.plain_value import PlainValue
from app.core.protocol import (
    EngineRestarted,
    EngineStopped,
    ModelIdentified,
    ModelLoaded,
    ModelLoadFailed,
    ModelLoading,
    ModelUnloaded,
    ProblemRaised,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

    from app.core.chats.store import ChatStore
    from app.core.conversations.cases.alternatives import Alternatives
    from app.core.conversations.cases.chat_list import ChatList
    from app.core.conversations.cases.program_chats import ProgramTurn
    from app.core.conversations.cases.tool_loop import ToolLoop
    from app.core.conversations.chat_tools import ChatTools
    from app.core.conversations.events import ConversationEvent, ToolAsked
    from app.core.conversations.models import ModelEvent
    from app.core.conversations.session import Preferences
    from app.core.conversations.upkeep import Upkeep
    from app.core.documents.library import DocumentLibrary
    from app.core.media.library import MediaLibrary
    from app.core.models.model_settings import ModelSettings
    from app.core.protocol import EngineClient, Event
    from app.core.tools.values import Decision


logger = logging.getLogger(__name__)


class Audience:
    """All who hear.

    Args:
        first: hears every event, before the others.
    """

    def __init__(self, first: Callable[[ConversationEvent], None]) -> None:
        self._first = first
        self._lock = threading.Lock()
        self._others: tuple[Callable[[ConversationEvent], None], ...] = ()  # guarded by _lock

    def join(self, hear: Callable[[ConversationEvent], None]) -> Callable[[], None]:
        """Let another one hear; return what lets it hear no more."""

        def leave() -> None:
            with self._lock:
                self._others = tuple(one for one in self._others if one is not hear)

        with self._lock:
            self._others = (*self._others, hear)
        return leave

    def tell(self, event: ConversationEvent) -> None:
        """Tell an event; who fails at it costs the others nothing."""
        self._first(event)
        for hear in self._others:
            try:
                hear(event)
            except Exception:
                logger.exception("a listener failed at an event")


_OPEN_AGAIN_S = 3.0  # chats whose folder refused them
_FLUSH_S = 0.5  # an answer is on disk at least once a second


class CallDoor:
    """What the user says to calls of tools.

    Args:
        loop: returns what runs them; on the worker thread.
    """

    def __init__(self, session: Session, loop: Callable[[], ToolLoop]) -> None:
        self._session, self._loop = session, loop

    def decide(
        self, asked: ToolAsked, decision: Decision | None, arguments: str | None = None
    ) -> None:
        """Say what the user wants of the call that was asked about; None refuses it.

        Returns at once. Emits `AnswerRefused` where the call cannot be made, and asks once more
        where it still waits. Any thread.

        Args:
            arguments: as the user has changed them, which were shown whole; None as they are.
        """

        def decide() -> None:
            try:
                place = (asked.message_id, asked.call.id)
                self._loop().decide(asked.chat_id, place, decision, arguments)
            except KnownError as error:
                self._session.emit(AnswerRefused(asked.chat_id, error.problem()))
                if self._loop().is_asked(asked.chat_id, asked.message_id, asked.call):
                    self._session.emit(asked)

        self._session.submit(decide)


class Doors(PlainValue, frozen=True):
    """What a gesture can turn into. Every method of each returns at once."""

    chats: Chats
    models: Models
    memory: Memory
    listing: ChatList
    store: StoreAccess
    alternatives: Alternatives
    media: ChatMedia
    calls: CallDoor


class Conversations:
    """The use cases of one program.

    Args:
        open_store: opens the chats; called once, on the worker thread.
        engine: the way to it.
        emit: receives every event, on any thread; must not block.
        model_settings: how each model is loaded.
        preferences: what the user has set for all of them.
        upkeep: of the chats, beside their use; None for chats that are not kept.
        media: has the files of pictures and sounds; None where models are given none.
        documents: in which passages for messages are looked for; None for none.
        tools: that chats may have; None for none.

    Attributes:
        chats: what a user does with chats and messages.
        models: loading them.
        memory: what is stored of chats beside their words.
        listing: the list of chats, with folders, archive and trash.
        alternatives: what else a model could have said.
        media: pictures and sounds in chats.
        doors: all of them, and the way to whole chats.
    """

    def __init__(  # noqa: PLR0913 - by name
        self,
        *,
        open_store: Callable[[], ChatStore],
        engine: EngineClient,
        emit: Callable[[ConversationEvent], None],
        model_settings: ModelSettings,
        preferences: Preferences,
        upkeep: Upkeep | None = None,
        media: MediaLibrary | None = None,
        documents: DocumentLibrary | None = None,
        tools: ChatTools | None = None,
    ) -> None:
        self._upkeep = upkeep
        self._open_store = open_store
        self._open_again_at = 0.0  # seconds of time.monotonic; the worker's
        self._audience = Audience(emit)
        self._session = Session(engine, self._audience.tell, preferences)
        self._cases = use_cases(self._session)
        self._worker = SerialWorker(
            "conversations",
            tick=self._tick,
            tick_s=_FLUSH_S,
            on_error=self._session.report,
        )
        self._session.submit = self._worker.submit
        self._session.documents = documents
        if tools is not None:
            self._session.tools = tools
        if media is not None:
            session, submit = self._session, self._worker.submit
            session.media = GivenMedia(session.engine, media, submit, session.report)
        self.chats = Chats(self._session, self._cases)
        planner = self._cases.restore_planner
        self.models = Models(self._session, planner, model_settings)
        cases = self._cases
        self.memory = Memory(self._session, cases.memory, cases.warmth, planner)
        reader, memory = self._cases.reader, self._cases.memory
        store = StoreAccess(self._session, self._worker, reader, memory, planner)
        self.listing, self.alternatives = cases.listing, cases.alternatives
        self.media = ChatMedia(self._session, store)
        self.calls = CallDoor(self._session, lambda: cases.answers.loop)
        self.doors = Doors(
            *(self.chats, self.models, self.memory, self.listing, store),
            *(self.alternatives, self.media, self.calls),
        )

    def _tick(self) -> None:
        if self._session.may_open_later and time.monotonic() >= self._open_again_at:
            self._open_again_at = time.monotonic() + _OPEN_AGAIN_S
            with contextlib.suppress(KnownError):  # it was told
                self._start()
        self._session.flush()
        self.models.tick()
        self._cases.indexer.begin(self._worker.submit)
        self.listing.tick()

    def listen(self, hear: Callable[[ConversationEvent], None]) -> Callable[[], None]:
        """Tell another front end everything, too, until what is returned is called. Any thread.

        Args:
            hear: receives every event, on any thread; must not block.
        """
        return self._audience.join(hear)

    def keep_program_chat(self, turn: ProgramTurn) -> None:
        """Keep what another program has asked as a chat, with the answer it got. Any thread."""
        self._worker.submit(self._cases.programs.keep, turn, self._worker.submit)

    # -- life --

    def start(self, may_begin: Callable[[], object] | None = None) -> Future[None]:
        """Open the chats; the future carries the error when that fails, which is also emitted.

        Args:
            may_begin: waits until the worker may take the processor for itself; on its thread.
        """
        if may_begin is not None:
            self._worker.submit(may_begin)
        return self._worker.call(self._start)  # and tried again while its folder says no

    @property
    def tools(self) -> ChatTools:
        """The tools that chats may have."""
        return self._session.tools

    def end(self) -> Future[None]:
        """Really delete what is due; to be called while the engine still takes commands."""
        return self._worker.call(lambda: deque(self._cases.memory.purge(), maxlen=0))

    def prefer(self, preferences: Preferences) -> None:
        """Follow what the user has set from now on. Any thread."""

        def follow() -> None:
            self._session.preferences = preferences

        self._worker.submit(follow)

    def after_pending(self, job: Callable[[], None]) -> None:
        """Run `job` on the worker thread when everything asked for so far is done."""
        self._worker.submit(job)

    def close(self, timeout_s: float = 10.0) -> bool:
        """Write what is left and close the chats.

        To be called after the engine has stopped, so that its last events are recorded.
        """
        if self._upkeep is not None:
            self._upkeep.end()
        self._session.media.close()
        self._cases.sender.passages.close()
        self._worker.submit(self._cases.answers.end_tools)
        self._worker.submit(self._session.close)
        return self._worker.close(timeout_s)

    def _start(self) -> None:
        self._session.open(self._open_store)
        self._cases.reader.list_all()
        try:
            self._cases.memory.follow()
        except KnownError as error:  # done at the next start; the chats are there
            self._session.report(error)
        self._session.spread(self._clean_up())

    def _clean_up(self) -> Iterator[None]:
        """Delete for good what was deleted before, with everything computed for it."""
        try:
            yield from self._cases.memory.purge()
        except KnownError as error:  # done at the next start; the chats are there
            self._session.report(error)
        if self._upkeep is not None:  # after the purge, for which it would have to wait
            self._upkeep.begin(self._session.store.care)

    # -- the engine's events --

    def handle(self, event: Event) -> None:
        """Take an event of the engine. Any thread."""
        self._worker.submit(self._on_engine, event)

    def _on_engine(self, event: Event) -> None:
        session = self._session
        match event:
            case (
                ModelLoaded()
                | ModelIdentified()
                | ModelLoadFailed()
                | ModelUnloaded()
                | EngineStopped()
            ):
                self._on_model(event)
            case ModelLoading() | ProblemRaised():
                session.emit(event)
            case EngineRestarted():
                if session.is_open:
                    self._cases.memory.follow()  # it knows nothing of what goes and stays
            case _:
                assert_never(event)

    def _on_model(self, event: ModelEvent) -> None:
        self.models.learn(event)
        if isinstance(event, ModelLoaded | ModelLoadFailed | EngineStopped):
            self._session.media.model_settled()
        # Before the model is identified, every chat would seem to be stored nowhere.
        is_identified = isinstance(event, ModelLoaded) and event.is_identified
        if is_identified or isinstance(event, ModelIdentified):
            self._cases.restore_planner.model_arrived()
        if isinstance(event, ModelLoaded) and self._session.is_open:
            self._cases.titles.model_arrived()
