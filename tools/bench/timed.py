"""What is measured of one answer, whoever gave it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Timed:
    """One answer; times in `time.perf_counter` seconds.

    Attributes:
        first_s: when its first text came; of one without text, its end.
        said_s: when each piece of its text came.
    """

    n_prompt: int
    n_generated: int
    asked_s: float
    first_s: float
    ended_s: float
    said_s: tuple[float, ...] = ()


class Side(Protocol):
    """Who answers several prompts at once."""

    def answer_all(self, prompts: Sequence[str], n_tokens: int) -> list[Timed]:
        """Answer all prompts at once with so many tokens, and say when each began and ended."""


def rate_together(answers: Sequence[Timed]) -> float:
    """Return the tokens per second of all answers while all of them are written at once.

    What is written while others are still being read, or after others have ended, does not count:
    a side that begins some answers before it has read all prompts would seem to write slowly.
    Where they are never written at once, all of the time in which any of them is counts. A piece of
    text stands for as many tokens as any other of its answer.
    """
    begin = max(one.first_s for one in answers)
    end = min(one.ended_s for one in answers)
    if end <= begin:
        begin = min(one.first_s for one in answers)
        end = max(one.ended_s for one in answers)
        n_behind_the_first = sum(one.n_generated - 1 for one in answers)
        return n_behind_the_first / (end - begin) if end > begin else 0.0
    shares = (
        one.n_generated * sum(begin < at <= end for at in one.said_s) / len(one.said_s)
        for one in answers
        if one.said_s
    )
    return sum(shares) / (end - begin)
