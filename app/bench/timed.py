"""What is measured of one answer, whoever gave it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timed:
    """One answer; times in `time.perf_counter` seconds.

    Attributes:
        first_s: when its first text came; of one without text, its end.
    """

    n_prompt: int
    n_generated: int
    asked_s: float
    first_s: float
    ended_s: float
