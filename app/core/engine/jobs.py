"""What a sequence is used for: an answer, a chat that is opened, or a chat that is read ahead.

Each may have a restore under way; a sequence without a job has none.

Threads: values of the engine thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from app.core.engine.answer import Answer
    from app.core.engine.restoring.phases import Restore


@dataclass(frozen=True, slots=True)
class Answering:
    """An answer that waits for its prompt to be restored or computed, or that is growing."""

    answer: Answer
    restore: Restore | None = None


@dataclass(frozen=True, slots=True)
class Restoring:
    """A chat that was opened gets its stored rows back.

    Attributes:
        n_prompt: tokens of the chat.
        began: when it was asked for, in `time.perf_counter` seconds.
        restore: None only while it is looked up whether there is one.
    """

    n_prompt: int
    began: float
    restore: Restore | None = None


@dataclass(frozen=True, slots=True)
class ReadingAhead:
    """A chat is read because there is nothing else to do."""

    restore: Restore | None = None


Job: TypeAlias = Answering | Restoring | ReadingAhead
