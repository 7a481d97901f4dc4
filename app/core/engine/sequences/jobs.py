"""What a sequence is used for: an answer, a chat that is restored, a look into one, idle work.

Each may have a restore under way; a sequence without a job has none.

Threads: values of the engine thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from app.core.engine.sequences.answer import Answer
    from app.core.engine.sequences.restore_phases import RestorePhase
    from app.core.protocol import Pending, RestoreChat


@dataclass(frozen=True, slots=True)
class Answering:
    """An answer that waits for its prompt to be restored or computed, or that is growing."""

    answer: Answer
    restore: RestorePhase | None = None


@dataclass(frozen=True, slots=True)
class Restoring:
    """A chat that was opened gets its stored rows back.

    Attributes:
        pending: whoever opened it waits for this.
        n_prompt: tokens of the chat.
        began: when it was asked for, in `time.perf_counter` seconds.
        restore: None only while it is looked up whether there is one.
    """

    pending: Pending[RestoreChat]
    n_prompt: int
    began: float
    restore: RestorePhase | None = None


@dataclass(frozen=True, slots=True)
class Inspecting:
    """An answer is looked into; `Inspector` knows how.

    Attributes:
        logits_from: from this position on it is of use what the model says after each token.
    """

    logits_from: int
    restore: RestorePhase | None = None


@dataclass(frozen=True, slots=True)
class DoingIdleWork:
    """Something is computed because there is nothing else to do; `IdleWork` knows what."""

    restore: RestorePhase | None = None


Job: TypeAlias = Answering | Restoring | Inspecting | DoingIdleWork
