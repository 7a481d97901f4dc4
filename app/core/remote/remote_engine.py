"""What answers in place of the engine while a model of a server is the one that is loaded.

It takes the engine's calls and answers them as the engine does, so that nothing else of the program
knows the difference but by `ModelInfo.server`. Chats, their branches and their words stay here; a
server is sent what the model is to read, each time, and keeps nothing that is asked for again.

Threads: every method from any, and returns at once; each request has a thread of its own, on which
its events are told.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Future, wait
from typing import TYPE_CHECKING, Any, Final

from app.core.errors import KnownError, problem_of
from app.core.phrases import phrase
from app.core.plain_value import PlainValue, replace
from app.core.prompts.overflow import shortened
from app.core.protocol import (
    AnswerFinished,
    AnswerStats,
    Call,
    ChatRestored,
    CompareContinuations,
    Embed,
    FinishReason,
    Generate,
    InspectAnswer,
    LoadStage,
    MeasureContext,
    MeasureWarmth,
    ModelLoaded,
    ModelLoadFailed,
    ModelLoading,
    ModelUnloaded,
    OverflowRule,
    Pending,
    PendingCalls,
    PrefixSource,
    RestoreChat,
    TurnsLeftOut,
    WarmthMeasured,
    WriteTitle,
)
from app.core.remote.errors import NotThere, UnknownServer
from app.core.remote.opener import Opener
from app.core.remote.remote_answer import RemoteAnswer
from app.core.remote.server import ServerKind
from app.core.remote.side_requests import NO_WARMTH, TitleListener, ask_warmth, title_request
from app.core.remote.token_estimate import TokenEstimate
from app.core.system.lanes import Lane
from app.core.system.stop_signal import StopSignal, TransferStopped

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.content.media import RawMedia
    from app.core.errors import Problem
    from app.core.protocol import FromEngine, LoadModel, Request, RequestId
    from app.core.remote.connection import Connection
    from app.core.remote.servers import Servers
    from app.core.remote.side_requests import Warmth

_log = logging.getLogger(__name__)

_END_S: Final = 5.0


class _Nothing(PlainValue, frozen=True):
    """No model of a server is wanted."""


class _Opening(PlainValue, frozen=True):
    """A server is asked whether it has the model."""

    path: str
    signal: StopSignal


class _Connected(PlainValue, frozen=True):
    """A model of a server answers."""

    told: ModelLoaded
    connection: Connection


_State = _Nothing | _Opening | _Connected


class RemoteEngine:
    """The models of servers, one at a time.

    Args:
        servers: those that the user has added.
        media: has the pictures and sounds of chats.
        emit: receives every reply, all news and every event.
    """

    def __init__(
        self,
        servers: Servers,
        media: RawMedia,
        emit: Callable[[FromEngine], None],
    ) -> None:
        self._opener = Opener(servers)
        self._media = media
        self._emit = emit
        self._calls = PendingCalls(emit)
        self._lock = threading.Lock()
        self._state: _State = _Nothing()  # guarded by _lock
        self._answers: dict[RequestId, RemoteAnswer] = {}  # guarded by _lock
        self._signals: set[StopSignal] = set()  # of what else is asked; guarded by _lock
        self._running: set[Future[None]] = set()  # guarded by _lock
        self._held: list[Pending[Any]] = []  # until the server has been opened; guarded by _lock
        self._estimate = TokenEstimate()
        # What a server can do; anything else fails.
        self._handlers: dict[type[Request[Any, Any]], Callable[[Any, Connection], None]] = {
            Generate: self._begin_answer,
            WriteTitle: self._begin_title,
            MeasureContext: self._measure,
            RestoreChat: self._begin_warmth,
            MeasureWarmth: self._begin_warmth,
        }

    # -- which model --

    @property
    def is_wanted(self) -> bool:
        """Whether a model of a server answers, or is to."""
        return not isinstance(self._state, _Nothing)

    @property
    def told(self) -> ModelLoaded | None:
        """What was told of the model that answers; None while none does."""
        state = self._state
        return state.told if isinstance(state, _Connected) else None

    def open(self, load: LoadModel) -> None:
        """Have a model of a server answer; `ModelLoaded` or `ModelLoadFailed` tells of it."""
        self.leave()
        opening = _Opening(load.path, StopSignal())
        with self._lock:
            self._state = opening
        self._begin(lambda: self._open(load, opening), "open")

    def cancel_open(self) -> None:
        """Give up what `open` has begun."""
        state = self._state
        if isinstance(state, _Opening):
            state.signal.stop()

    def unload(self) -> None:
        """Ask the server nothing more; its answers end."""
        self._leave(FinishReason.MODEL_CHANGED)
        self._emit(ModelUnloaded())

    def leave(self) -> None:
        """Another model takes its place: as `unload`, where there is something to be unloaded."""
        if self._leave(FinishReason.MODEL_CHANGED):
            self._emit(ModelUnloaded())

    def close(self) -> None:
        """End everything, and wait a little until it has ended."""
        self._leave(FinishReason.STOPPED)
        with self._lock:
            running = set(self._running)
        wait(running, _END_S)

    # -- what is asked --

    def stop(self, request: RequestId) -> bool:
        """End an answer; False where it is none of a server's."""
        with self._lock:
            answer = self._answers.get(request)
            held = [one for one in self._held if one.id == request]
            self._held = [one for one in self._held if one.id != request]
        for pending in held:
            if isinstance(pending.request, Generate):
                pending.answer(AnswerFinished(FinishReason.STOPPED, AnswerStats(), None))
            else:
                pending.fail()
        if answer is not None:
            answer.stop()
        return answer is not None or bool(held)

    def take(self, call: Call) -> None:
        """Do what the engine would do, as soon as it is known whether the server has the model."""
        self._take(self._calls.begin(call))

    def _take(self, pending: Pending[Any]) -> None:
        with self._lock:
            state = self._state
            if isinstance(state, _Opening):
                self._held.append(pending)
                return
        if not isinstance(state, _Connected):
            pending.fail()
            return
        handler = self._handlers.get(type(pending.request))
        if handler is not None:
            handler(pending, state.connection)
        else:
            pending.fail(_cannot(pending.request, state.connection.server.name))

    # -- opening --

    def _open(self, load: LoadModel, opening: _Opening) -> None:
        self._emit(ModelLoading(load.path, 0.0, LoadStage.PREPARING))
        try:
            state = _Connected(*self._opener.open(load, opening.signal))
        except TransferStopped:
            self._failed(opening, None)
            return
        except Exception as error:  # noqa: BLE001 - it is told, whatever it is
            if not isinstance(error, KnownError):
                _log.exception("a server could not be opened")
            self._failed(opening, error)
            return
        with self._lock:
            if self._state is not opening:
                state.connection.client.close()
                return
            self._state = state
            held, self._held = self._held, []
        self._emit(state.told)
        for pending in held:
            self._take(pending)

    def _failed(self, opening: _Opening, error: Exception | None) -> None:
        with self._lock:
            is_mine = self._state is opening
            if is_mine:
                self._state = _Nothing()
            held, self._held = (self._held, []) if is_mine else ([], self._held)
        problem = problem_of(error or UnknownServer(name=opening.path))
        self._emit(ModelLoadFailed(opening.path, problem, cancelled=error is None))
        for pending in held:
            pending.fail(problem)

    # -- answers --

    def _begin_answer(self, pending: Pending[Generate], connection: Connection) -> None:
        request, reason = pending.request, FinishReason.TOO_LONG
        try:
            planned = self._estimate.leaving_out(request, self._n_ctx)
        except KnownError as error:
            pending.answer(AnswerFinished(reason, AnswerStats(), None, problem_of(error)))
            return
        if planned is not None and request.overflow.rule is OverflowRule.SUMMARISE:
            pending.answer(AnswerFinished(reason, AnswerStats(), None, leaving_out=planned))
            return
        if planned is not None:
            pending.tell(TurnsLeftOut(planned.n_messages))
            request = replace(request, messages=shortened(request, planned))
        answer = RemoteAnswer(connection, request, self._media, pending.tell, pending.answer)
        self._run_answer(pending.id, answer, "answer")

    @property
    def _n_ctx(self) -> int:
        """What the model holds, in tokens; 0 where the server has not said."""
        told = self.told
        return 0 if told is None else told.info.n_ctx

    def _begin_title(self, pending: Pending[WriteTitle], connection: Connection) -> None:
        title, asked = TitleListener(pending), title_request(pending.request)
        answer = RemoteAnswer(connection, asked, self._media, title.hear, title.finish)
        self._run_answer(pending.id, answer, "title")

    def _run_answer(self, request: RequestId, answer: RemoteAnswer, name: str) -> None:
        def run() -> None:
            try:
                answer.run()
            finally:
                self._estimate.learn(answer.request, answer.n_tokens_asked)
                with self._lock:
                    self._answers.pop(request, None)

        with self._lock:
            self._answers[request] = answer
        self._begin(run, name)

    # -- counts --

    def _measure(self, pending: Pending[MeasureContext], _connection: Connection) -> None:
        """Estimate: only the server knows its tokens, and is not asked at each pause in typing."""
        pending.answer(self._estimate.measured(pending.request, self._n_ctx))

    def _begin_warmth(
        self, pending: Pending[RestoreChat] | Pending[MeasureWarmth], connection: Connection
    ) -> None:
        if connection.server.kind is not ServerKind.HEARTH:
            self._tell_warmth(pending, NO_WARMTH)
            return
        signal = StopSignal()
        with self._lock:
            self._signals.add(signal)

        def ask() -> None:
            found = NO_WARMTH
            try:
                found = ask_warmth(connection, pending.request, self._media, signal)
            except (KnownError, TransferStopped) as error:
                _log.info("how warm a chat is was not told: %r", error)
            finally:
                with self._lock:
                    self._signals.discard(signal)
            self._tell_warmth(pending, found)

        self._begin(ask, "warmth")

    def _tell_warmth(self, pending: Pending[Any], found: Warmth) -> None:
        request = pending.request
        if isinstance(request, RestoreChat):
            n_warm = found.n_live + found.n_stored
            source = PrefixSource.NOT_STORED
            if n_warm:
                source = PrefixSource.DISK if found.n_stored else PrefixSource.LIVE
            pending.answer(ChatRestored(found.n_tokens, n_warm, source, 0.0))
            return
        pending.answer(
            WarmthMeasured(
                found.n_ctx or self._n_ctx,
                found.n_tokens or self._estimate.of_messages(request.messages, request.tools),
                found.n_live,
                found.n_stored,
                found.expected_ms,
            )
        )

    # -- threads --

    def _begin(self, work: Callable[[], None], name: str) -> None:
        # The end of the program does not wait for a keyring that asks its user.
        done = Lane(f"server {name}").submit(work)
        with self._lock:
            self._running.add(done)
        done.add_done_callback(self._ended)

    def _ended(self, done: Future[None]) -> None:
        with self._lock:
            self._running.discard(done)
        if (error := done.exception()) is not None:
            _log.error("a request to a server failed", exc_info=error)

    def _leave(self, why: FinishReason) -> bool:
        """End everything; return whether a model has answered."""
        with self._lock:
            state, self._state = self._state, _Nothing()
            held, self._held = self._held, []
            answers, signals = list(self._answers.values()), list(self._signals)
        if isinstance(state, _Opening):
            state.signal.stop()
        for answer in answers:
            answer.stop(why)
        for signal in signals:
            signal.stop()
        for pending in held:
            pending.fail()
        if isinstance(state, _Connected):
            state.connection.client.close()
            return True
        return False


def _cannot(request: Request[Any, Any], server: str) -> Problem:
    """Return why a server does not do what is asked."""
    match request:
        case Embed():
            why = phrase("{server} does not make embeddings.", server=server)
        case InspectAnswer() | CompareContinuations():
            why = phrase("{server} does not provide alternatives.", server=server)
        case _:
            why = phrase("{server} cannot do this.", server=server)
    return NotThere(why).problem()
