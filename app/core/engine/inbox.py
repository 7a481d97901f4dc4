"""What waits for the engine, and whether the batch being computed ends early for it.

A batch ends early only for a command that waits while that very batch is computed: one that began
after the command was taken is never touched. Where a cache cannot be cut, a batch that ends early
costs its chat all that it has in the context.

Threads: `put` and `wake` from any thread, the rest on the engine thread; one lock, held for
moments.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from app.core.plain_value import PlainValue
from app.core.protocol import (
    Call,
    ForgetChat,
    Generate,
    LoadModel,
    MeasureContext,
    RestoreChat,
    Shutdown,
    Stop,
    UnloadModel,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.engine.model_identity import FilesIdentified
    from app.core.protocol import RequestId, ToEngine

    Message: TypeAlias = "ToEngine | FilesIdentified | RowsArrived | StoreOpened"

M = TypeVar("M")


_REAL_WORK = (ForgetChat, Generate, LoadModel, RestoreChat, Shutdown, UnloadModel)


class RowsArrived:
    """Wakes the loop: rows have arrived from disk."""


class StoreOpened:
    """The store of KV-cache rows is open, or cannot be."""


class BatchWork(PlainValue, frozen=True):
    """What one batch is computed for.

    Attributes:
        requests: that it serves.
        is_background: it is idle work only.
        can_rewind: its tokens can be cut off again, and nothing but them is lost.
        is_one_prompt: it reads a prompt, several tokens at once, of one chat alone.
        unsent: words of the message being written that it reads; "" where it reads none.
    """

    requests: frozenset[RequestId]
    is_background: bool
    can_rewind: bool
    is_one_prompt: bool
    unsent: str = ""

    def ends_for(self, message: Message) -> bool:
        """Whether the batch ends early because `message` waits.

        1. Idle work is in the way of whatever is really wanted, and ends where nobody wants it.
        2. Closing and stopping an answer need not wait for what can be computed again.
        3. Where a KV cache would be lost, closing ends a long batch only, not a token or two, and
           none in which others have a part; stopping ends only what is to be stopped.
        """
        wanted = message.request if isinstance(message, Call) else message
        match wanted:
            case Stop(request) if self.is_background:
                return request in self.requests
            case _ if self.is_background:
                is_count = isinstance(wanted, MeasureContext) and wanted.precedes_answer
                is_real = is_count or isinstance(wanted, _REAL_WORK)
                return is_real and not self._reads_what_is_asked(wanted)
            case Shutdown():
                return self.can_rewind or self.is_one_prompt
            case Stop(request):
                return self.can_rewind or (self.is_one_prompt and request in self.requests)
            case _:
                return False

    def _reads_what_is_asked(self, wanted: object) -> bool:
        """Whether the message being written was sent meanwhile: what is read is of use for it."""
        if not self.unsent or not isinstance(wanted, Generate | MeasureContext):
            return False
        return any(one.text.startswith(self.unsent) for one in wanted.messages[-1:])


class Inbox:
    """What one engine is asked and told, in the order in which it came."""

    def __init__(self) -> None:
        self._waiting: deque[Message] = deque()
        self._changed = threading.Condition()
        self._running: tuple[BatchWork, Callable[[], None]] | None = None

    def put(self, message: Message) -> None:
        """Add a message, and end the batch being computed where it is not to wait for it."""
        with self._changed:
            self._waiting.append(message)
            if self._running is not None:
                work, end_early = self._running
                if work.ends_for(message):
                    end_early()
            self._changed.notify()

    def wake(self) -> None:
        """Make the loop go round once more."""
        self.put(RowsArrived())

    def take(self, *, wait: bool, most_s: float | None = None) -> Message | None:
        """Return what came first; None when there is nothing and `wait` is false.

        Args:
            wait: until there is something.
            most_s: no longer than so many seconds; None waits for as long as it takes.
        """
        with self._changed:
            if wait:
                self._changed.wait_for(lambda: bool(self._waiting), most_s)
            return self._waiting.popleft() if self._waiting else None

    def take_first(self, *kinds: type[M]) -> M:
        """Wait for a message of these kinds and return it; what came before it goes on waiting."""
        with self._changed:
            while True:
                for at, message in enumerate(self._waiting):
                    if isinstance(message, kinds):
                        del self._waiting[at]
                        return message
                self._changed.wait()

    @contextlib.contextmanager
    def computing(self, work: BatchWork, end_early: Callable[[], None]) -> Iterator[bool]:
        """Compute a batch inside, if the value is true: else a command waits that it would end for.

        Args:
            work: what the batch is for.
            end_early: called at most while inside, on the thread that puts the command.
        """
        with self._changed:
            may_begin = not any(map(work.ends_for, self._waiting))
            self._running = (work, end_early) if may_begin else None
        try:
            yield may_begin
        finally:
            with self._changed:
                self._running = None
