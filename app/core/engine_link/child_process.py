"""An engine in a process of its own: when native code takes it down, the window stays.

The process is started again when it dies or hangs; who waited for something is told, and the model
comes back. Commands wait meanwhile.

Threads: `post` from any thread; `run` on the engine's, which reads the pipe. One thread more writes
it, and one watches for silence.
"""

from __future__ import annotations

import logging
import os
import subprocess
import threading
import time
from collections import deque
from typing import TYPE_CHECKING

from app import __version__
from app.core.engine_link.recovery import (
    CrashPolicy,
    Death,
    Ledger,
    Reload,
    problem_of_death,
)
from app.core.engine_link.wire import BrokenPipe, receive_from_engine, send
from app.core.errors import BugError, Problem, problem_of
from app.core.ggml.rpc_client import NotAnswered, Silence, ask_server
from app.core.phrases import phrase
from app.core.plain_value import replace
from app.core.protocol import (
    PROTOCOL_VERSION,
    AnswerLost,
    Call,
    CancelLoad,
    EngineRestarted,
    EngineStopped,
    Heartbeat,
    Hello,
    LoadModel,
    ModelLoading,
    ProblemRaised,
    Ready,
    SetMemoryLimits,
    Shutdown,
    Stop,
)
from app.core.protocol.codec import UnreadableMessage, UnsendableValue
from app.core.system.own_program import describe_code
from app.core.system.started_engine import StartedEngine

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.protocol import EngineConfig, FromEngine, RequestId, ToEngine


_OVERTAKES = (Stop, CancelLoad, Shutdown)


class Outgoing:
    """A queue that outlives the process it is written to."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: deque[ToEngine] = deque()
        self._epoch = 0

    def put(self, message: ToEngine) -> None:
        """Add a message; one that ends something need not wait for a long one before it."""
        with self._changed:
            if isinstance(message, _OVERTAKES) and not self._would_overtake_its_own(message):
                self._waiting.appendleft(message)
            else:
                self._waiting.append(message)
            self._changed.notify_all()

    def _would_overtake_its_own(self, message: Stop | CancelLoad | Shutdown) -> bool:
        """Whether what a command would end is itself still waiting here."""
        match message:
            case Shutdown():
                return bool(self._waiting)  # what was asked for before is still done
            case CancelLoad():
                return any(isinstance(one, CancelLoad | LoadModel) for one in self._waiting)
            case Stop(request):
                return any(isinstance(one, Call) and one.id == request for one in self._waiting)

    def put_first(self, message: ToEngine) -> None:
        """Add a message before all others."""
        with self._changed:
            self._waiting.appendleft(message)
            self._changed.notify_all()

    def begin_epoch(self) -> int:
        """Let whoever takes now take no more; return the number that takes from now on."""
        with self._changed:
            self._epoch += 1
            self._changed.notify_all()
            return self._epoch

    def take(self, epoch: int) -> ToEngine | None:
        """Wait for a message; None when another epoch has begun."""
        with self._changed:
            self._changed.wait_for(lambda: bool(self._waiting) or self._epoch != epoch)
            return None if self._epoch != epoch else self._waiting.popleft()


logger = logging.getLogger(__name__)

SILENCE_S = 10.0  # a living engine says so each second
STALL_S = 300.0  # of work on one batch, or on one step of a load
_START_S = 60.0
_END_S = 10.0
_WATCH_S = 0.5
_ASLEEP_S = 5.0
_MOST_FAILED_STARTS = 3
_LATER_S = 1.0  # between two of them
_SHUTDOWN_S = 30.0  # for the batch and the file at hand, however slow the disk is
_LAST_WORDS_BYTES = 2_000


class ChildProcess:
    """Runs the engine in a child of this process.

    Args:
        config: of the engine.
        command: how to start the child.
        started: the first one; None to start it with `run`.
    """

    def __init__(
        self,
        config: EngineConfig,
        command: Sequence[str] | None = None,
        started: StartedEngine | None = None,
    ) -> None:
        self._config = config
        self._command = command
        self._started = started
        self._outgoing = Outgoing()
        self._lock = threading.Lock()
        self._ledger = Ledger()  # guarded by _lock
        self._ends = threading.Event()
        self._ends_since: float | None = None  # written before `_ends` is set
        self._policy = CrashPolicy()
        self._n_failed_starts = 0
        self._pid: int | None = None

    @property
    def pid(self) -> int | None:
        """The process that runs the engine now; None when there is none."""
        return self._pid

    def post(self, message: ToEngine) -> None:
        """Send a call or a command. Threads: any."""
        if isinstance(message, Shutdown) and self._ends_since is None:
            self._ends_since = time.monotonic()
            self._ends.set()
        self._outgoing.put(message)

    @property
    def is_ending(self) -> bool:
        """Whether the engine was told to end."""
        return self._ends.is_set()

    @property
    def is_overdue(self) -> bool:
        """Whether it was told so long ago that it does not end by itself any more."""
        since = self._ends_since
        return since is not None and time.monotonic() - since > _SHUTDOWN_S

    def run(self, emit: Callable[[FromEngine], None]) -> None:
        """Serve until the engine has ended as it was told, or cannot be started. Never raises."""
        problem: Problem | None = None
        while True:
            try:
                started, self._started = self._started or StartedEngine(self._command), None
            except OSError as error:
                problem = _cannot_start(str(error))
                break
            child = _Child(self, started, self._config)
            self._pid = started.process.pid
            death = child.serve(emit)
            self._pid = None
            if self.is_ending:
                break
            self._n_failed_starts = 0 if child.was_of_use else self._n_failed_starts + 1
            if self._n_failed_starts >= _MOST_FAILED_STARTS:
                problem = _cannot_start(f"It {describe_code(death.code)}.\n{death.last_words}")
                break
            self._recover(death, emit)
            if self._n_failed_starts and self._ends.wait(_LATER_S * self._n_failed_starts):
                break
        self._outgoing.begin_epoch()
        emit(EngineStopped(problem))

    def _recover(self, death: Death, emit: Callable[[FromEngine], None]) -> None:
        """Tell everybody what became of what they waited for, and have the model loaded again."""
        lost = self._lost_machines()
        with self._lock:
            recovery = self._policy.after(self._ledger, time.monotonic(), lost)
            problem = problem_of_death(death, self._ledger, recovery)
            was_loading = self._ledger.loading is not None
            told = self._ledger.lose_all(problem)
        logger.error(
            "the engine died: code %d, hung: %s, loading: %s", death.code, death.hung, was_loading
        )
        for event in told:
            emit(event)
        if not was_loading:  # else that is why the load failed
            emit(ProblemRaised(problem))
        emit(EngineRestarted())
        if isinstance(recovery, Reload):
            emit(ModelLoading(recovery.load.path, 0.0))
            self._outgoing.put_first(recovery.load)

    def _lost_machines(self) -> tuple[str, ...]:
        """Ask the machines that a part of the model lay on; return those that do not answer."""
        with self._lock:
            machines = self._ledger.machines
        return tuple(address for address in machines if _has_gone(address))

    def could_not_send(
        self, message: ToEngine, error: UnsendableValue, emit: Callable[[FromEngine], None]
    ) -> None:
        """Tell whoever waits for a message that it could not be sent. The writer's thread."""
        what = message.request if isinstance(message, Call) else message
        logger.error("a %s could not be sent", type(what).__name__, exc_info=error)
        with self._lock:
            told = self._ledger.take_back(message, problem_of(error))
        emit(told)

    # -- for the child that runs now --

    def lost_answer(self, request: RequestId, emit: Callable[[FromEngine], None]) -> None:
        """Tell whoever waits for an answer that it could not be sent."""
        with self._lock:
            reply = self._ledger.answer_lost(request, problem_of(BugError("an answer was lost")))
        if reply is not None:
            emit(reply)

    def begin_epoch(self) -> int:
        """A new child writes from now on."""
        return self._outgoing.begin_epoch()

    def take(self, epoch: int) -> ToEngine | None:
        """Wait for the next message to write, and take note of it; None to write no more."""
        message = self._outgoing.take(epoch)
        if message is not None:
            with self._lock:
                self._ledger.note_sent(message)
                if isinstance(message, SetMemoryLimits):
                    self._config = replace(self._config, limits=message.limits)
        return message

    def heard(self, message: FromEngine) -> None:
        """Take note of what the engine has told."""
        with self._lock:
            self._ledger.note_heard(message)


def _has_gone(address: str) -> bool:
    try:
        ask_server(address)
    except NotAnswered as error:
        return error.silence is not Silence.NO_ADDRESS  # else it was never there
    return False


class _Child:
    """One life of the engine's process."""

    def __init__(self, host: ChildProcess, started: StartedEngine, config: EngineConfig) -> None:
        self.was_ready = False
        self.was_of_use = False
        self._host = host
        self._config = config
        self._started = started
        self._process, self._errors = started.process, started.errors
        self._heard_at = time.monotonic()
        self._turn = -1
        self._turned_at = self._heard_at
        self._is_busy = False
        self._has_ended = threading.Event()
        self._hung = False

    def serve(self, emit: Callable[[FromEngine], None]) -> Death:
        """Talk to the process until it is gone."""
        epoch = self._host.begin_epoch()
        writer = threading.Thread(target=self._write, args=(epoch, emit), name="engine-writer")
        watch = threading.Thread(target=self._watch, name="engine-watch")
        writer.start()
        watch.start()
        stopped = self._read(emit)
        code = self._wait(may_take_time=stopped is not None)
        self._has_ended.set()
        self._host.begin_epoch()
        watch.join()
        self._started.close_pipes()
        writer.join()
        with self._errors:
            last_words = self._last_words()
        if stopped is not None and stopped.problem is not None:
            return Death(code, last_words=stopped.problem.text())
        return Death(code, self._hung, last_words)

    def _read(self, emit: Callable[[FromEngine], None]) -> EngineStopped | None:
        """Hand on what it tells until the pipe ends; return how it stopped, if it said so."""
        assert self._process.stdout is not None
        while True:
            try:
                message = receive_from_engine(self._process.stdout)
            except BrokenPipe:
                return None
            except UnreadableMessage:
                logger.exception("the engine sent what is no message")
                return None
            self._heard_at = time.monotonic()
            match message:
                case Ready():
                    self.was_ready = True
                case Heartbeat():
                    self._note_heartbeat(message)
                case AnswerLost(request):
                    self._host.lost_answer(request, emit)
                case EngineStopped():
                    return message
                case _:
                    self.was_of_use |= not isinstance(message, ProblemRaised)
                    self._host.heard(message)
                    emit(message)

    def _note_heartbeat(self, message: Heartbeat) -> None:
        if message.n_turns != self._turn or not message.is_busy:
            self._turn, self._turned_at = message.n_turns, self._heard_at
        self._is_busy = message.is_busy

    def _write(self, epoch: int, emit: Callable[[FromEngine], None]) -> None:
        """Write messages as they come; ends with the process."""
        assert self._process.stdin is not None
        try:
            send(self._process.stdin, Hello(PROTOCOL_VERSION, __version__))
            send(self._process.stdin, self._config)
            while (message := self._host.take(epoch)) is not None:
                try:
                    send(self._process.stdin, message)
                except UnsendableValue as error:
                    self._host.could_not_send(message, error, emit)
        except BrokenPipe:
            pass  # the reader finds out why

    def _watch(self) -> None:
        """End a process that says nothing any more, or gets nowhere."""
        looked_at = time.monotonic()
        while not self._has_ended.wait(_WATCH_S):
            before, now = looked_at, time.monotonic()
            looked_at = now
            if now - before > _ASLEEP_S:  # the whole machine has slept, the engine with it
                self._heard_at = self._turned_at = now
                continue
            patience = SILENCE_S if self.was_ready else _START_S
            is_stalled = self._is_busy and now - self._turned_at > STALL_S
            if now - self._heard_at > patience or is_stalled or self._host.is_overdue:
                self._hung = True
                self._process.kill()
                return

    def _wait(self, *, may_take_time: bool) -> int:
        """Return the exit code; a process that does not end is ended."""
        if not may_take_time:
            self._end_soon()
        try:
            return self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def _end_soon(self) -> None:
        """The pipe has broken: let the process die of what it dies of, or end it."""
        try:
            self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def _last_words(self) -> str:
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, size - _LAST_WORDS_BYTES))
        return self._errors.read().decode("utf-8", "replace").strip()


def _cannot_start(detail: str) -> Problem:
    return Problem(
        what=phrase("The engine, the part of Hearth that runs models, did not start."),
        effect=phrase("No model can answer. Your chats are untouched."),
        remedy=phrase("Start Hearth again; if that does not help, reinstall it."),
        detail=detail,
    )
