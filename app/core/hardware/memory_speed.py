"""About how fast a model would answer here, before it is there: by the speed of the memory.

For each token of an answer the processor reads the weights once, and mostly waits for them. So the
bytes that it reads in a second say about how many tokens that makes. A graphics card has memory of
its own: this says nothing about it.

Threads: any; `measured_read_speed` takes a moment, and as many threads as an answer would.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np

from app.core.engine.thread_count import thread_count

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
