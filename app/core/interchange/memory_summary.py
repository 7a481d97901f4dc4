"""What became of the memory of the chats of a file, and how the report says so.

Threads: values and pure functions, any thread.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.errors import BugError
from app.core.phrases import Amount, phrase
from app.core.protocol import MemoryOutcome, MovedMemory

if TYPE_CHECKING:
    from app.core.errors import Problem
    from app.core.phrases import Phrase


@dataclass(frozen=True, slots=True)
class MemorySummary:
    """What became of the memory of chats.

    Attributes:
        chats: each that was asked for.
        n_bytes: that were copied.
        n_damaged: parts that were left out.
        was_stopped: the rest was not done.
        problem: why it was not done, or not to the end.
    """

    chats: tuple[MovedMemory, ...] = ()
    n_bytes: int = 0
    n_damaged: int = 0
    was_stopped: bool = False
    problem: Problem | None = None

    @property
    def n_warm(self) -> int:
        """How many chats came with memory that this machine's models can use."""
        return sum(one.outcome is MemoryOutcome.MOVED for one in self.chats)

    def and_also(self, other: MemorySummary) -> MemorySummary:
        """Return what became of these and of those of another file."""
        return MemorySummary(
            (*self.chats, *other.chats),
            self.n_bytes + other.n_bytes,
            self.n_damaged + other.n_damaged,
            self.was_stopped or other.was_stopped,
            self.problem or other.problem,
        )


def export_words(summary: MemorySummary) -> tuple[Phrase, ...]:
    """Return what the report of an export says, a sentence in a row."""
    outcomes = Counter(one.outcome for one in summary.chats)
    rows = [phrase("Chats with their memory: {n}", n=Amount(summary.n_warm))]
    n_without = sum(outcomes.values()) - summary.n_warm
    if n_without:
        rows.append(phrase("Chats of which no memory is stored: {n}", n=Amount(n_without)))
    return (*rows, *_damaged(summary))


def import_words(summary: MemorySummary) -> tuple[Phrase, ...]:
    """Return what the report of an import says, a sentence in a row."""
    rows: list[Phrase] = []
    counted = Counter((one.outcome, one.model) for one in summary.chats)
    if summary.n_warm:
        rows.append(phrase("Chats that came warm: {n}", n=Amount(summary.n_warm)))
    n_cut = sum(one.outcome is MemoryOutcome.MOVED and one.n_lost > 0 for one in summary.chats)
    if n_cut:
        rows.append(phrase("Of these in part, with the end to be read again: {n}", n=Amount(n_cut)))
    rows += [
        _read_again(outcome, model, Amount(n))
        for (outcome, model), n in sorted(counted.items())
        if outcome is not MemoryOutcome.MOVED
    ]
    return (*rows, *_damaged(summary))


def _read_again(outcome: MemoryOutcome, model: str, n: Amount) -> Phrase:
    match outcome:
        case MemoryOutcome.MOVED:
            raise BugError("these are warm")
        case MemoryOutcome.OTHER_FILE:
            return phrase(
                "Chats to be read again, because this machine uses another file of {model}, or "
                "other settings: {n}",
                model=model,
                n=n,
            )
        case MemoryOutcome.NO_MODEL:
            return _no_model(model, n)
        case MemoryOutcome.NOTHING:
            return phrase(
                "Chats to be read again, because the file has no memory of them: {n}", n=n
            )
        case MemoryOutcome.OFF:
            return phrase("Chats whose memory you have switched off: {n}", n=n)
        case MemoryOutcome.DAMAGED:
            return phrase("Chats to be read again, because their memory is damaged: {n}", n=n)
        case MemoryOutcome.NO_ROOM:
            return phrase(
                "Chats to be read again, because stored memory may take no more room: {n}", n=n
            )
        case MemoryOutcome.NEWER:
            return phrase(
                "Chats to be read again, because a newer version of Hearth stored their "
                "memory: {n}",
                n=n,
            )
        case MemoryOutcome.NOT_DONE:
            return phrase(
                "Chats to be read again, because their memory was not taken over: {n}", n=n
            )


def _no_model(model: str, n: Amount) -> Phrase:
    if not model:
        return phrase("Chats to be read again, because their model was not used here yet: {n}", n=n)
    return phrase(
        "Chats to be read again until the same file of {model} is opened here; no model of that "
        "name was used yet: {n}",
        model=model,
        n=n,
    )


def _damaged(summary: MemorySummary) -> tuple[Phrase, ...]:
    if not summary.n_damaged:
        return ()
    n = Amount(summary.n_damaged)
    return (phrase("Damaged parts of memory that were left out: {n}", n=n),)
