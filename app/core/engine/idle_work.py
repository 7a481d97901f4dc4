"""What the engine does while nothing else is to be done: one task at a time, of least priority.

The one owner of that decision. It takes cells and a sequence that are free, never one of an idle
chat. What is really wanted interrupts it at once; the task waits and begins again when there is
nothing else to do, up to `MOST_INTERRUPTIONS` times. What goes wrong ends the task that it went
wrong with and nothing else, without a word to the user, who asked for nothing.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from app.core.engine.errors import log_background_failure
from app.core.engine.sequences.answer import DoingIdleWork
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from app.core.engine.prompts.prompt import Prompt
    from app.core.engine.sequences.sequence import Sequence
    from app.core.engine.sequences.sequence_pool import SequencePool
    from app.core.engine.sliced_work import SlicedWork
    from app.core.protocol import ChatKey, RequestId

logger = logging.getLogger(__name__)

MOST_INTERRUPTIONS = 5
_PREPARING = "preparing idle work"


class IdleTask(Protocol):
    """Something that is computed in one sequence."""

    @property
    def chat(self) -> ChatKey:
        """The chat it is done for."""

    @property
    def request(self) -> RequestId | None:
        """The id of the request it answers; None where nobody waits."""

    @property
    def is_urgent(self) -> bool:
        """Whether it goes before those that are not."""

    def is_wanted(self) -> bool:
        """Whether it is still of use; one that is not is left out without a word."""

    def preparing(self) -> Generator[None, None, Prompt]:
        """Build the prompt, a slice of work at a time."""

    def n_cells(self, prompt: Prompt) -> int:
        """Return how many cells it takes at most."""

    def has_place(self) -> bool:
        """Whether there is a sequence for it that no chat has to give up."""

    def acquire(self) -> Sequence:
        """Return a sequence, where `has_place`."""

    def begin(self, sequence: Sequence, prompt: Prompt) -> None:
        """Let the sequence want what is to be computed."""

    def advance(self, sequence: Sequence) -> bool:
        """Go on after a batch; return whether it is done."""

    def end(self, sequence: Sequence) -> bool:
        """Free what `begin` took; it is done or will begin again.

        Returns:
            Whether the sequence stays in the context.
        """

    def fail(self) -> None:
        """Tell whoever waits that nothing comes of it."""

    def drop(self) -> None:
        """Tell whoever waits that it was not done; it may be asked for again."""


@dataclass(slots=True, eq=False)
class _Waiting:
    """A task that is not being done.

    Attributes:
        prompt: None until it is built.
    """

    task: IdleTask
    prompt: Prompt | None = None
    n_interrupted: int = 0


class _Preparing(PlainValue, frozen=True):
    """The prompt of a task is being built."""

    waiting: _Waiting


class _Computing(PlainValue, frozen=True):
    """A task has a sequence."""

    waiting: _Waiting
    sequence: Sequence


_Now: TypeAlias = _Preparing | _Computing


class IdleWork:
    """The tasks of one loaded model.

    Args:
        n_ctx: cells of the context.
    """

    def __init__(self, sequences: SequencePool, sliced_work: SlicedWork, n_ctx: int) -> None:
        self._sequences = sequences
        self._sliced_work = sliced_work
        self._n_ctx = n_ctx
        self._waiting: list[_Waiting] = []
        self._now: _Now | None = None

    def add(self, task: IdleTask) -> None:
        """Do a task as soon as there is nothing else to do."""
        self._waiting.append(_Waiting(task))

    @property
    def request(self) -> RequestId | None:
        """The request of the task that is being done; None for none."""
        return None if self._now is None else self._now.waiting.task.request

    @property
    def can_begin(self) -> bool:
        """Whether a task waits that could be done now, if there is nothing else to do."""
        return self._now is None and any(map(self._can_begin, self._waiting))

    def begin_next(self) -> None:
        """Begin the next task, which the caller knows that nothing else is in the way of."""
        possible = [one for one in self._waiting if self._can_begin(one)]
        if self._now is not None or not possible:
            return
        waiting = next((one for one in possible if one.task.is_urgent), possible[0])
        self._waiting.remove(waiting)
        if not waiting.task.is_wanted():
            return
        self._now = _Preparing(waiting)
        if waiting.prompt is not None:
            self._guarded(waiting, lambda: self._compute(waiting))
            return

        def built(prompt: Prompt) -> None:
            waiting.prompt = prompt
            self._compute(waiting)

        self._sliced_work.begin(
            _PREPARING, _prepared(waiting.task), built, lambda error: self._fail(waiting, error)
        )

    def _can_begin(self, waiting: _Waiting) -> bool:
        if not waiting.task.has_place():
            return False
        return waiting.prompt is None or self._has_room(waiting.task.n_cells(waiting.prompt))

    def _has_room(self, n_cells: int) -> bool:
        return n_cells <= self._n_ctx - self._sequences.n_cells()

    def _compute(self, waiting: _Waiting) -> None:
        """Give a task with a prompt its sequence, or let it wait until there is room."""
        prompt = waiting.prompt
        assert prompt is not None
        n_cells = waiting.task.n_cells(prompt)
        self._now = None
        if not prompt.token_ids or n_cells > self._n_ctx:
            waiting.task.fail()
        elif not self._has_room(n_cells) or not waiting.task.has_place():
            self._waiting.insert(0, waiting)
        else:
            sequence = waiting.task.acquire()
            self._now = _Computing(waiting, sequence)
            sequence.begin(DoingIdleWork())
            waiting.task.begin(sequence, prompt)
            if not sequence.n_pending and sequence.fetching is None:  # all of it is there already
                self._end()

    def _guarded(self, waiting: _Waiting, job: Callable[[], None]) -> None:
        try:
            job()
        except Exception as error:  # noqa: BLE001 - ends this task alone
            self._fail(waiting, error)

    def _fail(self, waiting: _Waiting, error: Exception) -> None:
        log_background_failure(logger, error)
        self._end()
        waiting.task.fail()

    # -- while a task has a sequence --

    def advance(self, sequence: Sequence) -> None:
        """Go on after a batch of the task."""
        match self._now:
            case _Computing(waiting, its_own) if its_own is sequence:
                if waiting.task.advance(sequence):
                    self._end()

    def give_way(self) -> None:
        """Somebody wants something: free what is used, and begin again later."""
        if self._now is None:
            return
        waiting = self._now.waiting
        self._end()
        waiting.n_interrupted += 1
        if waiting.n_interrupted < MOST_INTERRUPTIONS:
            self._waiting.insert(0, waiting)
        else:
            waiting.task.drop()

    def abandon(self) -> None:
        """Leave the task undone that has a sequence: something went wrong there."""
        if self._now is not None:
            waiting = self._now.waiting
            self._end()
            waiting.task.fail()

    def _end(self) -> None:
        """Free all that the task being done uses; it is in no list afterwards."""
        now, self._now = self._now, None
        self._sliced_work.give_up(_PREPARING)
        if isinstance(now, _Computing):
            stays = now.waiting.task.end(now.sequence)
            now.sequence.end_job()
            if not stays:
                self._sequences.release(now.sequence)

    # -- what is not wanted any more --

    def forget(self, chat: ChatKey) -> None:
        """Take note that a chat is gone for good."""
        self._drop(lambda task: task.chat == chat)

    def stop(self, request: RequestId) -> None:
        """Leave out what nobody waits for any more."""
        self._drop(lambda task: task.request == request)

    def leave_out(self, task: IdleTask) -> None:
        """Leave out a task that another one takes the place of."""
        self._drop(lambda one: one is task)

    def close(self) -> None:
        """Drop all tasks."""
        self._drop(lambda _task: True)

    def _drop(self, is_dropped: Callable[[IdleTask], bool]) -> None:
        dropped = [one for one in self._waiting if is_dropped(one.task)]
        if self._now is not None and is_dropped(self._now.waiting.task):
            dropped.append(self._now.waiting)
            self._end()
        self._waiting = [one for one in self._waiting if one not in dropped]
        for one in dropped:
            one.task.drop()


def _prepared(task: IdleTask) -> Generator[None, None, Prompt]:
    """Build the prompt of a task; what goes wrong on the way is raised at a slice."""
    return (yield from task.preparing())
