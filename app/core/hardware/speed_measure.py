"""Measures how fast the loaded model is, with an answer that nobody reads.

A prompt that was never computed before, and some tokens of an answer: what any chat would ask. The
engine tells the rates with the answer's end; then everything that was computed for it is dropped.

About how fast a model would answer here, before it is there: by the speed of the memory. For each
token of an answer the processor reads the weights once, and mostly waits for them. So the bytes
that it reads in a second say about how many tokens that makes. A graphics card has memory of its
own: this says nothing about it.

Threads: `begin` and `cancel` on any; `tell` is called on the engine's.
"""

from __future__ import annotations

import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

import numpy as np

from app.core.engine.load.thread_count import thread_count
from app.core.hardware.report import SpeedRates
from app.core.messages import Role
from app.core.plain_value import PlainValue
from app.core.protocol import (
    ChatKey,
    DraftPolicy,
    FinishReason,
    ForgetChat,
    Generate,
    PromptMessage,
    SamplingParams,
    Stop,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.protocol import AnswerFinished, EngineClient, RequestId


_CHAT = ChatKey("measured for the page Hardware")
_N_ANSWER = 48  # tokens
_N_WORDS = 256  # of the prompt
_WELL = (FinishReason.END, FinishReason.LENGTH, FinishReason.STOP_STRING)


class SpeedMeasured(PlainValue, frozen=True):
    """What came of a measurement."""

    rates: SpeedRates


class SpeedNotMeasured(PlainValue, frozen=True):
    """It was stopped, or the model went away."""


class SpeedMeasure:
    """One measurement at a time.

    Args:
        engine: the way to it.
        tell: gets what came of it; must not block.
    """

    def __init__(
        self,
        engine: EngineClient,
        tell: Callable[[SpeedMeasured | SpeedNotMeasured], None],
    ) -> None:
        self._engine = engine
        self._tell = tell
        self._lock = threading.Lock()
        self._is_running = False  # guarded by _lock
        self._request: RequestId | None = None  # of what runs, once it was asked; guarded as well

    def begin(self) -> None:
        """Measure the loaded model, unless that is under way."""
        with self._lock:
            if self._is_running:
                return
            self._is_running, self._request = True, None
        request = self._engine.ask(
            Generate(
                _CHAT,
                (PromptMessage(Role.USER, _prompt()),),
                SamplingParams(temperature=0.0),
                max_tokens=_N_ANSWER,
                drafts=DraftPolicy.NEVER,  # the model's speed, not that of this text
            ),
            self._finished,
        )
        with self._lock:
            self._request = request

    def cancel(self) -> None:
        """Stop what is being measured."""
        with self._lock:
            request = self._request
        if request is not None:
            self._engine.post(Stop(request))

    def _finished(self, event: AnswerFinished) -> None:
        with self._lock:
            self._is_running = False
        self._engine.post(ForgetChat(_CHAT))
        rates = SpeedRates(event.stats.prefill_tps, event.stats.decode_tps)
        is_well = event.finish_reason in _WELL
        self._tell(SpeedMeasured(rates) if is_well else SpeedNotMeasured())


def _prompt() -> str:
    """Return a text of which no beginning was computed before."""
    words = " ".join(f"warm {number}" for number in range(_N_WORDS // 2))
    return f"{secrets.token_hex(4)} {words}\nCount from one to one hundred, in words."


_ALL_BYTES: Final = 256 << 20  # more than the caches of most processors
_N_ROUNDS: Final = 4  # the best counts: other programs read memory, too
# Of what is read at best, for the arithmetic between; and what one core gets through of weights in
# few bits, with the vector instructions of most processors.
_SHARE: Final = 0.7
_MOST_PER_CORE: Final = 5e9  # bytes a second


def measured_read_speed() -> float:
    """Return how many bytes of weights are read here in a second, about.

    Raises:
        MemoryError: there is too little memory to measure it.
    """
    n_threads = thread_count()
    n_words = _ALL_BYTES // 8 // n_threads
    with ThreadPoolExecutor(n_threads, "memory speed") as readers:
        parts = list(readers.map(lambda _: np.ones(n_words, np.uint64), range(n_threads)))
        seconds = min(_seconds_to_read(readers, parts) for _ in range(_N_ROUNDS))
    n_bytes = sum(part.nbytes for part in parts)
    return min(_SHARE * n_bytes / seconds, n_threads * _MOST_PER_CORE)


def _seconds_to_read(readers: ThreadPoolExecutor, parts: list[np.ndarray]) -> float:
    begun = time.perf_counter()
    list(readers.map(np.add.reduce, parts))
    return time.perf_counter() - begun
