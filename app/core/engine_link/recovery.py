"""What is lost when an engine dies, and what is done then. Values only: no process, no thread.

Threads: one at a time; whoever shares a ledger holds a lock.
"""

from __future__ import annotations

import enum
import signal
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.errors import Cause, Problem
from app.core.phrases import phrase
from app.core.plain_value import PlainValue, replace
from app.core.protocol import (
    Call,
    CancelLoad,
    Generate,
    LoadModel,
    ModelLoaded,
    ModelLoadFailed,
    ModelUnloaded,
    ProblemRaised,
    Reply,
    UnloadModel,
)
from app.core.system.own_program import describe_code

if TYPE_CHECKING:
    from collections.abc import Collection

    from app.core.phrases import Phrase
    from app.core.protocol import FromEngine, Request, RequestId, ToEngine

IN_A_ROW_S = 600.0  # a crash that much after the last one is a new story


@dataclass(slots=True)
class _PendingLoad:
    """A load that was asked for and has not ended."""

    load: LoadModel
    is_cancelled: bool = False


class DeathCause(enum.Enum):
    """Why an engine's process ended."""

    CRASHED = enum.auto()
    KILLED = enum.auto()
    HUNG = enum.auto()


class _Work(enum.Enum):
    """What an engine was at when it ended."""

    NOTHING = enum.auto()
    LOADING = enum.auto()
    ANSWERING = enum.auto()


class StepDown(enum.Enum):
    """What is left out when a model is loaded in a safer configuration."""

    OTHER_MACHINES = enum.auto()
    REPACKED_WEIGHTS = enum.auto()
    GPU_LAYERS = enum.auto()
    GPU = enum.auto()
    FLASH_ATTENTION = enum.auto()


class Death(PlainValue, frozen=True):
    """How an engine's process ended.

    Attributes:
        code: of the process; negative for a signal, where the system has those.
        hung: it did not answer any more, and was ended for that.
        last_words: what native code said at the end; "" for nothing.
    """

    code: int
    hung: bool = False
    last_words: str = ""

    @property
    def cause(self) -> DeathCause:
        """What the code and the circumstances tell."""
        if self.hung:
            return DeathCause.HUNG
        if self.code == -getattr(signal, "SIGKILL", 9):
            return DeathCause.KILLED
        return DeathCause.CRASHED


class Ledger:
    """What an engine was sent and has not answered, and which model it has."""

    def __init__(self) -> None:
        self._calls: dict[RequestId, Request[Any, Any]] = {}
        self._pending: list[_PendingLoad] = []  # the engine does one after the other
        self._loaded: tuple[LoadModel, ModelLoaded] | None = None
        self._is_unwanted = False  # what is loaded was asked to be unloaded

    @property
    def loading(self) -> LoadModel | None:
        """The load that the engine is busy with."""
        return self._pending[0].load if self._pending else None

    @property
    def is_load_given_up(self) -> bool:
        """Whether the user does not want the load any more that the engine is busy with."""
        return bool(self._pending) and self._pending[0].is_cancelled

    @property
    def next_wanted(self) -> LoadModel | None:
        """A load that waits behind it; None for none, or one that the user gave up."""
        last = self._pending[-1] if len(self._pending) > 1 else None
        return last.load if last is not None and not last.is_cancelled else None

    @property
    def loaded(self) -> tuple[LoadModel, ModelLoaded] | None:
        """The load whose model answers, and what was told of it; None where none is wanted."""
        return None if self._is_unwanted else self._loaded

    @property
    def machines(self) -> tuple[str, ...]:
        """Addresses of the RPC servers that have a part of the model, or are to have one."""
        if self.loading is not None:
            return self.loading.settings.machines
        if self.loaded is None:
            return ()
        load, told = self.loaded
        used = {device.description for device in told.info.devices if device.round_trip_s}
        return tuple(one for one in load.settings.machines if one in used)

    @property
    def is_answering(self) -> bool:
        """Whether an answer is on its way."""
        return any(isinstance(request, Generate) for request in self._calls.values())

    def note_sent(self, message: ToEngine) -> None:
        """Take note of what the engine gets."""
        match message:
            case Call(id_, request):
                self._calls[id_] = request
            case LoadModel():
                self._pending.append(_PendingLoad(message))
                self._is_unwanted = False
            case CancelLoad():
                for pending in self._pending:
                    pending.is_cancelled = True
            case UnloadModel():
                self._is_unwanted = True
            case _:
                pass

    def note_heard(self, message: FromEngine) -> None:
        """Take note of what the engine has told."""
        match message:
            case Reply(id_):
                self._calls.pop(id_, None)
            case ModelLoaded(info):
                ended = self._end_load(info.path)
                if ended is not None:  # else the model that is there answers again
                    self._loaded = (ended, message)
            case ModelLoadFailed(path):
                self._end_load(path)
            case ModelUnloaded():
                self._loaded = None
            case _:
                pass

    def _end_load(self, path: str) -> LoadModel | None:
        """Take a load off the list that has ended; None where none of this file was asked for."""
        for pending in self._pending:
            if pending.load.path == path:
                self._pending.remove(pending)
                return pending.load
        return None

    def take_back(self, message: ToEngine, problem: Problem) -> FromEngine:
        """Forget what could not be sent; return what is to be told of it."""
        match message:
            case Call(id_, request):
                self._calls.pop(id_, None)
                return Reply(id_, request.failed(problem))
            case LoadModel(path=path):
                self._end_load(path)
                return ModelLoadFailed(path, problem)
            case _:
                return ProblemRaised(problem)

    def answer_lost(self, id_: RequestId, problem: Problem) -> Reply | None:
        """Forget a call whose answer was lost; return what is to be told of it."""
        request = self._calls.pop(id_, None)
        return None if request is None else Reply(id_, request.failed(problem))

    def lose_all(self, problem: Problem) -> tuple[FromEngine, ...]:
        """Forget everything; return what is to be told to those who wait for it, or know of it."""
        replies = [Reply(id_, request.failed(problem)) for id_, request in self._calls.items()]
        loads = [
            ModelLoadFailed(one.load.path, problem, cancelled=one.is_cancelled)
            for one in self._pending
        ]
        gone = [] if self._loaded is None else [ModelUnloaded()]
        self._calls.clear()
        self._pending.clear()
        self._loaded = None
        return (*replies, *gone, *loads)


class Reload(PlainValue, frozen=True):
    """Load the model again.

    Attributes:
        left_out: from now on; None where it is loaded as before.
        lost: addresses of RPC servers that have gone, and are left out for that.
    """

    load: LoadModel
    left_out: StepDown | None = None
    lost: tuple[str, ...] = ()


class StayWithout(PlainValue, frozen=True):
    """Load nothing by itself."""


Recovery = Reload | StayWithout


class CrashPolicy:
    """Decides what comes after a crash; remembers the last ones."""

    def __init__(self) -> None:
        self._last: tuple[float, LoadModel] | None = None

    def after(self, ledger: Ledger, now_s: float, lost: Collection[str] = ()) -> Recovery:
        """Return what to do about the model that was there, or was being loaded.

        A model that crashed while it was loaded is not loaded again by itself: it would again.
        One that crashed at work is; twice in a row, in the next safer configuration.

        Where a machine has gone that a part of it lay on, that is why: it is loaded again without
        that machine, and whether the rest suffices is found out as in any load.

        Args:
            ledger: as it was at the crash.
            now_s: a clock that only goes on.
            lost: of its machines, those that do not answer any more.
        """
        at_work = ledger.loaded and ledger.loaded[0]
        hit = ledger.loading or at_work
        is_wanted = ledger.next_wanted is None and not ledger.is_load_given_up
        if hit is not None and lost and is_wanted:
            self._last = None
            left = tuple(one for one in hit.settings.machines if one not in lost)
            return Reload(_with(hit, machines=left), lost=tuple(lost))
        if ledger.loading is not None:
            self._last = (now_s, ledger.loading)
            return StayWithout() if ledger.next_wanted is None else Reload(ledger.next_wanted)
        if ledger.loaded is None:
            return StayWithout()
        load, told = ledger.loaded
        last, self._last = self._last, (now_s, load)
        is_second = last is not None and last[1] == load and now_s - last[0] < IN_A_ROW_S
        if not is_second:
            return Reload(load)
        safer = safer_than(load, told)
        return StayWithout() if safer is None else safer


def safer_than(load: LoadModel, told: ModelLoaded) -> Reload | None:
    """Return the next safer configuration of a load; None when there is none.

    Args:
        load: what crashed.
        told: of the model when it was loaded so.
    """
    backend, info = told.backend, told.info
    if load.settings.machines:
        return Reload(_with(load, machines=()), StepDown.OTHER_MACHINES)
    if backend.use_extra_bufts:
        safer = replace(backend, use_extra_bufts=False)
        return Reload(replace(load, backend=safer), StepDown.REPACKED_WEIGHTS)
    if info.n_gpu_layers > 1 and load.settings.max_gpu_layers is None:  # memory may have run out
        fewer = _with(load, max_gpu_layers=info.n_gpu_layers // 2)
        return Reload(fewer, StepDown.GPU_LAYERS)
    if backend.use_gpu and any(device.kind != "cpu" for device in info.devices):
        safer = replace(backend, use_gpu=False)
        return Reload(replace(load, backend=safer), StepDown.GPU)
    if load.settings.flash_attention:
        return Reload(_with(load, flash_attention=False), StepDown.FLASH_ATTENTION)
    return None


def _with(load: LoadModel, **settings: Any) -> LoadModel:
    return replace(load, settings=replace(load.settings, **settings))


_ENDED = {
    (DeathCause.CRASHED, _Work.NOTHING): phrase("The engine crashed."),
    (DeathCause.CRASHED, _Work.LOADING): phrase("The engine crashed while loading a model."),
    (DeathCause.CRASHED, _Work.ANSWERING): phrase("The engine crashed in the middle of an answer."),
    (DeathCause.KILLED, _Work.NOTHING): phrase(
        "The model stopped, probably because memory ran out."
    ),
    (DeathCause.KILLED, _Work.LOADING): phrase(
        "The model stopped while loading, probably because memory ran out."
    ),
    (DeathCause.KILLED, _Work.ANSWERING): phrase(
        "The model stopped in the middle of an answer, probably because memory ran out."
    ),
    (DeathCause.HUNG, _Work.NOTHING): phrase("The engine stopped responding."),
    (DeathCause.HUNG, _Work.LOADING): phrase(
        "The engine stopped responding while loading a model."
    ),
    (DeathCause.HUNG, _Work.ANSWERING): phrase(
        "The engine stopped responding in the middle of an answer."
    ),
}
_LOADED_AGAIN = {
    None: phrase("Hearth reloads the model automatically."),
    StepDown.OTHER_MACHINES: phrase(
        "Hearth reloads the model, from now on without other machines."
    ),
    StepDown.REPACKED_WEIGHTS: phrase(
        "Hearth reloads the model, from now on without repacked weights."
    ),
    StepDown.GPU_LAYERS: phrase(
        "Hearth reloads the model, from now on with fewer layers on the GPU."
    ),
    StepDown.GPU: phrase("Hearth reloads the model, from now on without the GPU."),
    StepDown.FLASH_ATTENTION: phrase(
        "Hearth reloads the model, from now on without flash attention."
    ),
}


def problem_of_death(death: Death, ledger: Ledger, recovery: Recovery) -> Problem:
    """Return what to tell: what happened, what it means, what was done."""
    work = _Work.LOADING if ledger.loading is not None else _Work.NOTHING
    kept = phrase("Your chats are untouched.")
    if ledger.is_answering:
        work, kept = _Work.ANSWERING, phrase("The answer so far is kept.")
    what = _ENDED[death.cause, work]
    match recovery:
        case Reload(lost=lost) if lost:
            what, done = _gone(lost)
        case Reload(left_out=left_out):
            done = _LOADED_AGAIN[left_out]
        case StayWithout() if ledger.loading is not None or ledger.loaded is not None:
            done = phrase(
                "Hearth restarts the engine without a model. Open another model, or open this "
                "one again to retry it."
            )
        case StayWithout():
            done = phrase("Hearth restarts the engine.")
    detail = f"The engine {describe_code(death.code)}."
    if death.last_words:
        detail += f"\n{death.last_words}"
    lasts = isinstance(recovery, Reload) and (recovery.left_out or recovery.lost)
    cause = None if lasts else Cause.ENGINE  # what is left out stays so when the model is back
    return Problem(what, kept, done, detail, may_pass=True, cause=cause)


def _gone(names: tuple[str, ...]) -> tuple[Phrase, Phrase]:
    """Say which machines have gone that a part of the model lay on, and what is done."""
    if len(names) == 1:
        what = phrase("The machine at {address} no longer responds.", address=names[0])
        return what, phrase("Hearth reloads the model without it.")
    what = phrase("The machines at {names} no longer respond.", names=", ".join(names))
    return what, phrase("Hearth reloads the model without them.")
