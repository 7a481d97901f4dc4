"""Measures how fast the loaded model is, with an answer that nobody reads.

A prompt that was never computed before, and some tokens of an answer: what any chat would ask. The
engine tells the rates with the answer's end; then everything that was computed for it is dropped.

Threads: `begin` and `cancel` on any; `handle` on the engine's; `tell` is called there.
"""

from __future__ import annotations

import itertools
import secrets
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.hardware.report_text import SpeedRates
from app.core.messages import Role
from app.core.protocol import (
    AnswerFinished,
    ChatKey,
    DraftPolicy,
    EngineStopped,
    FinishReason,
    ForgetChat,
    Generate,
    PromptMessage,
    RequestId,
    SamplingParams,
    Stop,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.protocol import Command, Event

_CHAT = ChatKey("measured for the page Hardware")
_N_ANSWER = 48  # tokens
_N_WORDS = 256  # of the prompt
_WELL = (FinishReason.END, FinishReason.LENGTH, FinishReason.STOP_STRING)


@dataclass(frozen=True, slots=True)
class SpeedMeasured:
    """What came of a measurement."""

    rates: SpeedRates


@dataclass(frozen=True, slots=True)
class SpeedNotMeasured:
    """It was stopped, or the model went away."""


class SpeedMeasure:
    """One measurement at a time.

    Args:
        post: sends commands to the engine.
        tell: gets what came of it; must not block.
    """

    def __init__(
        self,
        post: Callable[[Command], None],
        tell: Callable[[SpeedMeasured | SpeedNotMeasured], None],
    ) -> None:
        self._post = post
        self._tell = tell
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._running: RequestId | None = None  # guarded by _lock

    def begin(self) -> None:
        """Measure the loaded model, unless that is under way."""
        with self._lock:
            if self._running is not None:
                return
            request = self._running = RequestId(next(self._numbers))
        self._post(
            Generate(
                request,
                _CHAT,
                (PromptMessage(Role.USER, _prompt()),),
                SamplingParams(temperature=0.0),
                max_tokens=_N_ANSWER,
                drafts=DraftPolicy.NEVER,  # the model's speed, not that of this text
            )
        )

    def cancel(self) -> None:
        """Stop what is being measured."""
        with self._lock:
            request = self._running
        if request is not None:
            self._post(Stop(request))

    def handle(self, event: Event) -> None:
        """Take what the engine says."""
        match event:
            case AnswerFinished(request=request, finish_reason=reason, stats=stats):
                rates = SpeedRates(stats.prefill_tps, stats.decode_tps)
                self._end(request, SpeedMeasured(rates) if reason in _WELL else SpeedNotMeasured())
            case EngineStopped():
                self._end(self._running, SpeedNotMeasured())
            case _:
                pass

    def _end(self, request: RequestId | None, outcome: SpeedMeasured | SpeedNotMeasured) -> None:
        with self._lock:
            if request is None or request != self._running:
                return
            self._running = None
        self._post(ForgetChat(_CHAT))
        self._tell(outcome)


def _prompt() -> str:
    """Return a text of which no beginning was computed before."""
    words = " ".join(f"warm {number}" for number in range(_N_WORDS // 2))
    return f"{secrets.token_hex(4)} {words}\nCount from one to one hundred, in words."
