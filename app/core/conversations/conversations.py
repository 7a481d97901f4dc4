"""The use cases of the program, from its start to its end: they join the chats and the engine.

What a user does goes through five doors, `chats`, `listing`, `models`, `memory` and `alternatives`.
The work is done on one worker thread, which alone uses the chat store, and results come back as
events.

A message is on disk before the engine hears of it, and an answer's row before its first token.

Threads: public methods from any thread; events are emitted on the worker thread.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from app.core.chats.records import is_temporary
from app.core.conversations.alternatives import Alternatives
from app.core.conversations.audience import Audience
from app.core.conversations.chat_list import ChatList
from app.core.conversations.chat_media import ChatMedia
from app.core.conversations.chats import Chats
from app.core.conversations.events import (
    AnswerDelta,
    AnswerQueued,
    AnswerResumed,
    ChatResumed,
    MemoryListed,
    PromptRead,
)
from app.core.conversations.given_media import GivenMedia
from app.core.conversations.memory import Memory
from app.core.conversations.models import Models
from app.core.conversations.session import Session, chat_id_of
from app.core.conversations.store_access import StoreAccess
from app.core.conversations.use_cases import use_cases
from app.core.conversations.worker import SerialWorker
from app.core.errors import KnownError
from app.core.protocol import (
    OTHER_PROGRAM,
    AnswerFinished,
    AnswerFormatFound,
    AnswerWaiting,
    ChatRestored,
    ContextMeasured,
    ContinuationWritten,
    EngineRestarted,
    EngineStopped,
    InspectionEnded,
    MemoryMoved,
    MemoryMoving,
    MemoryReport,
    MemorySynced,
    MemoryTrimmed,
    ModelIdentified,
    ModelLoaded,
    ModelLoadFailed,
    ModelLoading,
    ModelUnloaded,
    PrefillProgress,
    ProblemRaised,
    TemplatePreviewed,
    TextDelta,
    TextsEmbedded,
    TitleDropped,
    TitleWritten,
    TokensInspected,
    WaitEnded,
    WarmthMeasured,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

    from app.core.chats import ChatStore
    from app.core.conversations.events import ConversationEvent
    from app.core.conversations.models import ModelEvent
    from app.core.conversations.preferences import Preferences
    from app.core.conversations.program_chats import ProgramTurn
    from app.core.conversations.upkeep import Upkeep
    from app.core.media import MediaLibrary
    from app.core.models.model_settings import ModelSettings
    from app.core.protocol import Command, Event

_FLUSH_S = 0.5  # an answer is on disk at least once a second


@dataclass(frozen=True, slots=True)
class Doors:
    """What a gesture can turn into. Every method of each returns at once."""

    chats: Chats
    models: Models
    memory: Memory
    listing: ChatList
    store: StoreAccess
    alternatives: Alternatives
    media: ChatMedia


class Conversations:
    """The use cases of one program.

    Args:
        open_store: opens the chats; called once, on the worker thread.
        post: gives the engine a command.
        emit: receives every event, on the worker thread; must not block.
        model_settings: how each model is loaded.
        preferences: what the user has set for all of them.
        upkeep: of the chats, beside their use; None for chats that are not kept.
        media: has the files of pictures and sounds; None where models are given none.

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
        post: Callable[[Command], None],
        emit: Callable[[ConversationEvent], None],
        model_settings: ModelSettings,
        preferences: Preferences,
        upkeep: Upkeep | None = None,
        media: MediaLibrary | None = None,
    ) -> None:
        self._upkeep = upkeep
        self._open_store = open_store
        self._audience = Audience(emit)
        self._session = Session(post, self._audience.tell, preferences)
        self._cases = use_cases(self._session)
        self._worker = SerialWorker(
            "conversations",
            tick=self._tick,
            tick_s=_FLUSH_S,
            on_error=self._session.report,
        )
        if media is not None:
            session, submit = self._session, self._worker.submit
            session.media = GivenMedia(session.engine, media, submit, session.report)
        self.chats = Chats(self._session, self._worker, self._cases)
        planner = self._cases.restore_planner
        self.models = Models(self._session, self._worker, planner, model_settings)
        cases = self._cases
        self.memory = Memory(self._session, self._worker, cases.memory, cases.warmth)
        reader, memory = self._cases.reader, self._cases.memory
        store = StoreAccess(self._session, self._worker, reader, memory)
        self.listing = ChatList(self._worker, self._cases)
        self.alternatives = Alternatives(self._session, self._worker, self._cases.inspections)
        self.media = ChatMedia(self._session, self._worker, store)
        self.doors = Doors(
            self.chats, self.models, self.memory, self.listing, store, self.alternatives, self.media
        )

    def _tick(self) -> None:
        self._session.flush()
        self.models.tick()
        self._cases.indexer.begin(self._worker.submit)
        self._cases.organiser.tick()

    def listen(self, hear: Callable[[ConversationEvent], None]) -> Callable[[], None]:
        """Tell another front end everything, too, until what is returned is called. Any thread.

        Args:
            hear: receives every event, on the worker thread; must not block.
        """
        return self._audience.join(hear)

    def keep_program_chat(self, turn: ProgramTurn) -> None:
        """Keep what another program has asked as a chat, with the answer it got. Any thread."""
        self._worker.submit(self._cases.programs.keep, turn, self._worker.submit)

    # -- life --

    def start(self) -> Future[None]:
        """Open the chats; the future carries the error when that fails, which is also emitted."""
        return self._worker.call(self._start)

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
        self._worker.submit(self._session.close)
        return self._worker.close(timeout_s)

    def _start(self) -> None:
        self._session.open(self._open_store)
        self._cases.reader.list_first()
        try:
            self._cases.memory.follow()
        except KnownError as error:  # done at the next start; the chats are there
            self._session.report(error)
        self._cases.reader.list_all()
        self._worker.spread(self._clean_up())

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
            case TextDelta() | AnswerFinished():
                self._on_answer(event)
            case PrefillProgress() | AnswerWaiting() | WaitEnded():
                self._on_progress(event)
            case ChatRestored():
                self._on_restored(event)
            case ContextMeasured() | WarmthMeasured():
                self._on_measured(event)
            case (
                ModelLoaded()
                | ModelIdentified()
                | ModelLoadFailed()
                | ModelUnloaded()
                | EngineStopped()
            ):
                self._on_model(event)
            case ModelLoading() | TemplatePreviewed() | ProblemRaised():
                session.emit(event)
            case MemoryReport() | MemorySynced() | MemoryTrimmed() | EngineRestarted():
                self._on_memory(event)
            case (
                TitleWritten()
                | TitleDropped()
                | TokensInspected()
                | ContinuationWritten()
                | InspectionEnded()
            ):
                self._on_side_work(event)
            case MemoryMoving() | MemoryMoved() | AnswerFormatFound() | TextsEmbedded():
                pass  # another client has asked
            case _:
                assert_never(event)

    def _on_answer(self, event: TextDelta | AnswerFinished) -> None:
        """Tell what an answer says, by its request alone; what nobody here asked is ignored."""
        session, summaries = self._session, self._cases.summaries
        match event:
            case TextDelta() if summaries.takes(event):
                summaries.said(event)
            case AnswerFinished() if summaries.takes(event):
                summaries.finished(event)
            case TextDelta():
                message = session.recorder.append(event)
                if message is not None:
                    delta = AnswerDelta(message.chat_id, message.id, event.text, event.parts)
                    session.emit(delta)
            case AnswerFinished():
                self._cases.context.forget()
                ended = self._cases.answers.finished(event)
                if ended is not None:
                    self._cases.titles.answered(ended)

    def _on_side_work(
        self,
        event: TitleWritten
        | TitleDropped
        | TokensInspected
        | ContinuationWritten
        | InspectionEnded,
    ) -> None:
        """Take what comes of work that gives no answer."""
        if not self._session.is_open:
            return
        match event:
            case TitleWritten():
                self._cases.titles.written(event)
            case TitleDropped():
                self._cases.titles.dropped(event)
            case TokensInspected() | ContinuationWritten() | InspectionEnded():
                self._cases.inspections.told(event)

    def _on_progress(self, event: PrefillProgress | AnswerWaiting | WaitEnded) -> None:
        """Tell how far an answer is that says nothing at the moment."""
        if isinstance(event, PrefillProgress) and self._cases.summaries.takes(event):
            self._cases.summaries.is_read(event)
            return
        if isinstance(event, PrefillProgress) and self._cases.inspections.takes(event):
            self._cases.inspections.told(event)
            return
        message = self._session.recorder.message_of(event.request)
        if message is None:
            return
        match event:
            case PrefillProgress():
                self._session.emit(PromptRead(message.chat_id, event.n_done, event.n_total))
            case AnswerWaiting():
                self._session.emit(AnswerQueued(message.chat_id, message.id, event.reason))
            case WaitEnded():
                self._session.emit(AnswerResumed(message.chat_id, message.id))

    def _on_measured(self, event: ContextMeasured | WarmthMeasured) -> None:
        match event:
            case ContextMeasured():
                self._cases.context.measured(event)
            case WarmthMeasured():
                self._cases.warmth.measured(event)

    def _on_restored(self, event: ChatRestored) -> None:
        """Tell of it with the id of its chat; what is of no chat concerns nobody."""
        chat_id = chat_id_of(event.chat)
        if chat_id is not None:
            resumed = (event.n_cached, event.n_prompt, event.restore_ms, event.source)
            self._session.emit(ChatResumed(chat_id, *resumed, event.read_ms))

    def _on_memory(
        self, event: MemoryReport | MemorySynced | MemoryTrimmed | EngineRestarted
    ) -> None:
        if isinstance(event, MemoryReport):
            self._session.emit(_listed(event))
        if not self._session.is_open:
            return
        match event:
            case MemoryReport():
                self._cases.restore_planner.precompute(event)
            case EngineRestarted():
                self._cases.memory.follow()  # the new one knows nothing of what goes and stays
            case MemorySynced() | MemoryTrimmed():
                self._cases.memory.done(event)

    def _on_model(self, event: ModelEvent) -> None:
        if isinstance(event, EngineStopped):
            self._cases.answers.engine_stopped(event)
            self._cases.summaries.engine_stopped()
            self._cases.inspections.engine_stopped()
            self._cases.context.engine_stopped()
            self._cases.warmth.engine_stopped()
        self.models.learn(event)
        if isinstance(event, ModelLoaded | ModelLoadFailed | EngineStopped):
            self._session.media.model_settled()
        # Before the model is identified, every chat would seem to be stored nowhere.
        is_identified = isinstance(event, ModelLoaded) and event.is_identified
        if is_identified or isinstance(event, ModelIdentified):
            self._cases.restore_planner.model_arrived()
        if isinstance(event, ModelLoaded) and self._session.is_open:
            self._cases.titles.model_arrived()


def _listed(report: MemoryReport) -> MemoryListed:
    """Return a report with the ids of chats; what is of no chat of the list is left out."""
    others = [one for one in report.chats if one.chat.startswith(OTHER_PROGRAM) and one.n_bytes]
    shared = max((one.n_bytes - one.own_bytes for one in others), default=0)
    known = ((chat_id_of(memory.chat), memory) for memory in report.chats)
    return MemoryListed(
        report,
        tuple(
            (chat_id, memory)
            for chat_id, memory in known
            if chat_id is not None and not is_temporary(chat_id)
        ),
        len(others),
        sum(one.own_bytes for one in others) + shared,
    )
