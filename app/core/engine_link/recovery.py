"""What is lost when an engine dies, and what is done then. Values only: no process, no thread.

Threads: one at a time; whoever shares a ledger holds a lock.
"""

from __future__ import annotations

import enum
import signal
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.core.errors import Problem
from app.core.protocol import (
    AnswerFinished,
    AnswerStats,
    BackendChoice,
    CancelLoad,
    ChatRestored,
    ContextMeasured,
    FinishReason,
    Generate,
    LoadModel,
    MeasureContext,
    ModelLoaded,
    ModelLoadFailed,
    ModelUnloaded,
    PrefixSource,
    RestoreChat,
    UnloadModel,
)

if TYPE_CHECKING:
    from app.core.protocol import ChatKey, Command, Event, RequestId

IN_A_ROW_S = 600.0  # a crash that much after the last one is a new story


class LoadState(enum.Enum):
    """How far the model is that was wanted last."""

    NONE = enum.auto()
    LOADING = enum.auto()
    LOADED = enum.auto()


@dataclass(frozen=True, slots=True)
class Death:
    """How an engine's process ended.

    Attributes:
        code: of the process; negative for a signal, where the system has those.
        hung: it did not answer any more, and was ended for that.
        last_words: what native code said at the end; "" for nothing.
    """

    code: int
    hung: bool = False
    last_words: str = ""

    def in_words(self) -> str:
        """Return what happened, as the end of "The engine …"."""
        if self.hung:
            return "stopped responding"
        if self.code == -getattr(signal, "SIGKILL", 9):
            return "was ended by the system, probably because memory ran out"
        return "crashed"


class Ledger:
    """What an engine was asked for and has not answered."""

    def __init__(self) -> None:
        self._answers: dict[RequestId, Generate] = {}
        self._measured: dict[RequestId, MeasureContext] = {}
        self._restored: dict[ChatKey, RestoreChat] = {}
        self._load: LoadModel | None = None
        self._load_state = LoadState.NONE

    @property
    def load(self) -> LoadModel | None:
        """The load that was wanted last; None when no model is wanted."""
        return self._load

    @property
    def load_state(self) -> LoadState:
        """How far that is."""
        return self._load_state

    @property
    def is_answering(self) -> bool:
        """Whether an answer is on its way."""
        return bool(self._answers)

    def note_sent(self, command: Command) -> None:
        """Take note of a command that the engine gets."""
        match command:
            case Generate():
                self._answers[command.request] = command
            case MeasureContext():
                self._measured[command.request] = command
            case RestoreChat():
                self._restored[command.chat] = command
            case LoadModel():
                self._load, self._load_state = command, LoadState.LOADING
            case CancelLoad() | UnloadModel():
                self._load = None
            case _:
                pass

    def note_event(self, event: Event) -> None:
        """Take note of what the engine has told."""
        match event:
            case AnswerFinished():
                self._answers.pop(event.request, None)
            case ContextMeasured():
                self._measured.pop(event.request, None)
            case ChatRestored():
                self._restored.pop(event.chat, None)
            case ModelLoaded():
                self._load_state = LoadState.LOADED
            case ModelLoadFailed() | ModelUnloaded():
                is_replaced = self._load is not None and isinstance(event, ModelUnloaded)
                if not is_replaced:  # a model is also unloaded to make room for the next
                    self._load_state = LoadState.NONE
            case _:
                pass

    def give_up_load(self) -> None:
        """Take note that no model is wanted any more."""
        self._load = None

    def lose_all(self, problem: Problem) -> tuple[Event, ...]:
        """Forget everything; return what is to be told to those who wait for it."""
        answers = [
            AnswerFinished(one.request, one.chat, FinishReason.FAILED, AnswerStats(), None, problem)
            for one in self._answers.values()
        ]
        measured = [
            ContextMeasured(one.chat, request=one.request) for one in self._measured.values()
        ]
        restored = [ChatRestored(chat, 0, 0, PrefixSource.OFF, 0.0) for chat in self._restored]
        self._answers.clear()
        self._measured.clear()
        self._restored.clear()
        self._load_state = LoadState.NONE
        return (*answers, *measured, *restored)


@dataclass(frozen=True, slots=True)
class Reload:
    """Load the model again.

    Attributes:
        stepped_down: in words, what is left out from now on; "" for nothing.
    """

    load: LoadModel
    stepped_down: str = ""


@dataclass(frozen=True, slots=True)
class StayWithout:
    """Load nothing by itself."""


Recovery = Reload | StayWithout


class CrashPolicy:
    """Decides what comes after a crash; remembers the last ones."""

    def __init__(self) -> None:
        self._last: tuple[float, LoadModel] | None = None

    def after(self, ledger: Ledger, now_s: float) -> Recovery:
        """Return what to do about the model that was there, or was being loaded.

        A model that crashed while it was loaded is not loaded again by itself: it would again.
        One that crashed at work is; twice in a row, in the next safer configuration.

        Args:
            ledger: as it was at the crash.
            now_s: a clock that only goes on.
        """
        load = ledger.load
        if load is None:
            return StayWithout()
        last, self._last = self._last, (now_s, load)
        if ledger.load_state is not LoadState.LOADED:
            return StayWithout()
        is_second = last is not None and last[1] == load and now_s - last[0] < IN_A_ROW_S
        if not is_second:
            return Reload(load)
        safer = safer_than(load)
        return StayWithout() if safer is None else safer


def safer_than(load: LoadModel) -> Reload | None:
    """Return the next safer configuration of a load; None when there is none."""
    backend = load.backend or BackendChoice()
    if backend.use_extra_bufts:
        safer = replace(backend, use_extra_bufts=False)
        return Reload(replace(load, backend=safer), "without repacked weights")
    if backend.use_gpu:
        safer = replace(backend, use_gpu=False)
        return Reload(replace(load, backend=safer), "without the GPU")
    if load.flash_attention:
        return Reload(replace(load, flash_attention=False), "without flash attention")
    return None


def problem_of_death(death: Death, ledger: Ledger, recovery: Recovery) -> Problem:
    """Return what to tell: what happened, what it means, what was done."""
    match recovery:
        case Reload(stepped_down=left_out):
            done = "The engine was started again, and the model is being loaded"
            done += f", {left_out} from now on." if left_out else "."
        case StayWithout() if ledger.load is not None:
            done = "The engine was started again without a model."
        case StayWithout():
            done = "The engine was started again."
    when = {LoadState.LOADING: " while it was loading a model"}.get(ledger.load_state, "")
    when = " in the middle of an answer" if ledger.is_answering else when
    kept = "What was said so far is kept. " if ledger.is_answering else "Your chats are untouched. "
    remedy = ""
    if isinstance(recovery, StayWithout) and ledger.load is not None:
        remedy = "Open another model, or open this one again to give it another try."
    detail = f"exit code {death.code}"
    if death.last_words:
        detail += f"\n{death.last_words}"
    return Problem(
        what=f"The engine {death.in_words()}{when}.",
        effect=kept + done,
        remedy=remedy,
        detail=detail,
    )
