"""What answers in place of the engine while a model of a server is the one that is loaded.

It takes the engine's commands and tells the engine's events, so that nothing else of the program
knows the difference but by `ModelInfo.server`. Chats, their branches and their words stay here; a
server is sent what the model is to read, each time, and keeps nothing that is asked for again.

Threads: every method from any, and returns at once; each request has a thread of its own, on which
its events are told.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.core.errors import KnownError, problem_of
from app.core.net import StopSignal, TransferStopped
from app.core.phrases import phrase
from app.core.protocol import (
    ChatRestored,
    CompareContinuations,
    ContextMeasured,
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
    PrefixSource,
    RestoreChat,
    WarmthMeasured,
    WriteTitle,
)
from app.core.remote.errors import NotThere, UnknownServer
from app.core.remote.opener import Opener
from app.core.remote.refusals import refused
from app.core.remote.remote_answer import RemoteAnswer
from app.core.remote.server import ServerKind
from app.core.remote.titles import TitleListener, title_request
from app.core.remote.token_estimate import TokenEstimate
from app.core.remote.warmth import NO_WARMTH, ask_warmth

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.content import RawMedia
    from app.core.protocol import Event, LoadModel, RequestId
    from app.core.remote.connection import Connection
    from app.core.remote.refusals import AnsweredThere
    from app.core.remote.servers import Servers
    from app.core.remote.warmth import Warmth

_log = logging.getLogger(__name__)

_END_S: Final = 5.0


@dataclass(frozen=True, slots=True)
class _Nothing:
    """No model of a server is wanted."""


@dataclass(frozen=True, slots=True)
class _Opening:
    """A server is asked whether it has the model."""

    path: str
    signal: StopSignal


@dataclass(frozen=True, slots=True)
class _Connected:
    """A model of a server answers."""

    told: ModelLoaded
    connection: Connection


_State = _Nothing | _Opening | _Connected


class RemoteEngine:
    """The models of servers, one at a time.

    Args:
        servers: those that the user has added.
        media: has the pictures and sounds of chats.
        emit: receives every event.
    """

    def __init__(
        self,
        servers: Servers,
        media: RawMedia,
        emit: Callable[[Event], None],
    ) -> None:
        self._opener = Opener(servers)
        self._media = media
        self._emit = emit
        self._lock = threading.Lock()
        self._state: _State = _Nothing()  # guarded by _lock
        self._answers: dict[RequestId, RemoteAnswer] = {}  # guarded by _lock
        self._signals: set[StopSignal] = set()  # of what else is asked; guarded by _lock
        self._threads: set[threading.Thread] = set()  # guarded by _lock
        self._held: list[AnsweredThere] = []  # until the server has been opened; guarded by _lock
        self._estimate = TokenEstimate()

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
            threads = list(self._threads)
        for thread in threads:
            thread.join(_END_S)

    # -- what is asked --

    def stop(self, request: RequestId) -> bool:
        """End an answer; False where it is none of a server's."""
        with self._lock:
            answer = self._answers.get(request)
            held = [one for one in self._held if isinstance(one, Generate)]
            held = [one for one in held if one.request == request]
            self._held = [one for one in self._held if one not in held]
        for command in held:
            self._emit(refused(command, None, FinishReason.STOPPED))
        if answer is not None:
            answer.stop()
        return answer is not None or bool(held)

    def take(self, command: AnsweredThere) -> None:
        """Do what the engine would do, as soon as it is known whether the server has the model."""
        with self._lock:
            state = self._state
            if isinstance(state, _Opening):
                self._held.append(command)
                return
        if isinstance(state, _Connected):
            self._do(command, state.connection)
        else:
            self._emit(refused(command, None))

    def _do(self, command: AnsweredThere, connection: Connection) -> None:
        name = connection.server.name
        match command:
            case Generate():
                self._begin_answer(command, connection)
            case WriteTitle():
                self._begin_title(command, connection)
            case MeasureContext():
                self._measure(command)
            case RestoreChat() | MeasureWarmth():
                self._begin_warmth(command, connection)
            case Embed():
                failed = NotThere(phrase("{server} makes no vectors of texts.", server=name))
                self._emit(refused(command, failed.problem()))
            case InspectAnswer() | CompareContinuations():
                failed = NotThere(
                    phrase("{server} does not tell what else could have been said.", server=name)
                )
                self._emit(refused(command, failed.problem()))

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
        for command in held:
            self.take(command)

    def _failed(self, opening: _Opening, error: Exception | None) -> None:
        with self._lock:
            is_mine = self._state is opening
            if is_mine:
                self._state = _Nothing()
            held, self._held = (self._held, []) if is_mine else ([], self._held)
        problem = problem_of(error or UnknownServer(opening.path))
        self._emit(ModelLoadFailed(opening.path, problem, cancelled=error is None))
        for command in held:
            self._emit(refused(command, problem))

    # -- answers --

    def _begin_answer(self, command: Generate, connection: Connection) -> None:
        answer = RemoteAnswer(connection, command, self._media, self._emit)
        with self._lock:
            self._answers[command.request] = answer
        self._begin(lambda: self._answer(answer), "answer")

    def _answer(self, answer: RemoteAnswer) -> None:
        try:
            answer.run()
        finally:
            self._estimate.learn(answer.command, answer.n_tokens_asked)
            with self._lock:
                self._answers.pop(answer.command.request, None)

    def _begin_title(self, command: WriteTitle, connection: Connection) -> None:
        writer = TitleListener(command, self._emit)
        answer = RemoteAnswer(connection, title_request(command), self._media, writer.hear)
        with self._lock:
            self._answers[command.request] = answer
        self._begin(lambda: self._answer(answer), "title")

    # -- counts --

    def _measure(self, command: MeasureContext) -> None:
        """Estimate: only the server knows its tokens, and is not asked at each pause in typing."""
        told = self.told
        self._emit(
            ContextMeasured(
                command.chat,
                0 if told is None else told.info.n_ctx,
                self._estimate.of_messages(command.messages, command.tools),
                tuple(map(self._estimate.of_text, command.texts)),
                command.request,
            )
        )

    def _begin_warmth(self, command: RestoreChat | MeasureWarmth, connection: Connection) -> None:
        if connection.server.kind is not ServerKind.HEARTH:
            self._tell_warmth(command, NO_WARMTH)
            return
        signal = StopSignal()
        with self._lock:
            self._signals.add(signal)

        def ask() -> None:
            found = NO_WARMTH
            try:
                found = ask_warmth(connection, command, self._media, signal)
            except (KnownError, TransferStopped) as error:
                _log.info("how warm a chat is was not told: %r", error)
            finally:
                with self._lock:
                    self._signals.discard(signal)
            self._tell_warmth(command, found)

        self._begin(ask, "warmth")

    def _tell_warmth(self, command: RestoreChat | MeasureWarmth, found: Warmth) -> None:
        if isinstance(command, RestoreChat):
            n_warm = found.n_live + found.n_stored
            source = PrefixSource.NOT_STORED
            if n_warm:
                source = PrefixSource.DISK if found.n_stored else PrefixSource.LIVE
            self._emit(ChatRestored(command.chat, found.n_tokens, n_warm, source, 0.0))
            return
        told = self.told
        n_ctx = 0 if told is None else told.info.n_ctx
        self._emit(
            WarmthMeasured(
                command.request,
                command.chat,
                found.n_ctx or n_ctx,
                found.n_tokens or self._estimate.of_messages(command.messages, command.tools),
                found.n_live,
                found.n_stored,
                found.expected_ms,
            )
        )

    # -- threads --

    def _begin(self, work: Callable[[], None], name: str) -> None:
        thread: threading.Thread

        def run() -> None:
            try:
                work()
            finally:
                with self._lock:
                    self._threads.discard(thread)

        # The end of the program does not wait for a keyring that asks its user.
        thread = threading.Thread(target=run, name=f"server {name}", daemon=True)
        with self._lock:
            self._threads.add(thread)
        thread.start()

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
        for command in held:
            self._emit(refused(command, None))
        if isinstance(state, _Connected):
            state.connection.client.close()
            return True
        return False
