"""When a model that calls tools again and again has to be stopped: a state machine as values.

A loop is one question: the model calls, gets results, calls again. What was seen of it follows from
the messages alone, so that a loop which is continued after a crash has the same limits.

Threads: pure values and functions, any thread.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Final

from app.core.phrases import Amount, Phrase, phrase
from app.core.plain_value import PlainValue, replace
from app.core.tools.values import digest_of, same_arguments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.messages import ToolCall


class LoopLimits(PlainValue, frozen=True):
    """What a loop may take.

    Attributes:
        n_rounds: answers with calls.
        n_calls: calls in all of them.
        seconds: from the first call on, without the time in which the user is asked.
        n_bytes: of all results, in UTF-8.
    """

    n_rounds: int = 25
    n_calls: int = 100
    seconds: float = 900.0
    n_bytes: int = 2_000_000


USUAL: Final = LoopLimits()


class LoopEnd(enum.Enum):
    """Why a loop stops; the user may let it go on."""

    REPEATED = enum.auto()
    ROUNDS = enum.auto()
    CALLS = enum.auto()
    TIME = enum.auto()
    SIZE = enum.auto()


class LoopState(PlainValue, frozen=True):
    """A loop so far.

    Attributes:
        seen: digests of the calls.
        n_rounds, n_calls, n_bytes, seconds: as in `LoopLimits`, what was used of them.
    """

    seen: frozenset[str] = frozenset()
    n_rounds: int = 0
    n_calls: int = 0
    n_bytes: int = 0
    seconds: float = 0.0

    def with_calls(
        self, calls: Sequence[ToolCall], limits: LoopLimits = USUAL
    ) -> LoopState | LoopEnd:
        """Return the loop with the calls of one answer, or why they are not to be made."""
        keys = [_key(call) for call in calls]
        if len(set(keys)) < len(keys) or not self.seen.isdisjoint(keys):
            return LoopEnd.REPEATED
        after = replace(
            self,
            seen=self.seen | set(keys),
            n_rounds=self.n_rounds + 1,
            n_calls=self.n_calls + len(keys),
        )
        if after.n_rounds > limits.n_rounds:
            return LoopEnd.ROUNDS
        return LoopEnd.CALLS if after.n_calls > limits.n_calls else after

    def with_result(
        self, text: str, seconds: float, limits: LoopLimits = USUAL
    ) -> LoopState | LoopEnd:
        """Return the loop with a result, or why nothing is to follow; the result stands.

        Args:
            text: of the result.
            seconds: since the last result, or since the call.
        """
        n_bytes = self.n_bytes + len(text.encode("utf-8", "replace"))
        after = replace(self, n_bytes=n_bytes, seconds=self.seconds + max(0.0, seconds))
        if after.n_bytes > limits.n_bytes:
            return LoopEnd.SIZE
        return LoopEnd.TIME if after.seconds > limits.seconds else after

    def renewed(self) -> LoopState:
        """Return the loop after the user has said that it may go on."""
        return LoopState()


def why(end: LoopEnd, limits: LoopLimits = USUAL) -> Phrase:
    """Return one sentence on why a loop has stopped."""
    match end:
        case LoopEnd.REPEATED:
            return phrase("The model called a tool again with the same arguments.")
        case LoopEnd.ROUNDS:
            return phrase("The model has called tools in {n} answers.", n=Amount(limits.n_rounds))
        case LoopEnd.CALLS:
            return phrase("The model has called tools {n} times.", n=Amount(limits.n_calls))
        case LoopEnd.TIME:
            return phrase("The tools took {n} minutes.", n=Amount(limits.seconds / 60))
        case LoopEnd.SIZE:
            return phrase("The tools returned {n} MB of text.", n=Amount(limits.n_bytes / 1e6))


def _key(call: ToolCall) -> str:
    return digest_of(f"{call.name}\n{same_arguments(call.arguments)}")
