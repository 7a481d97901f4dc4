"""How many tokens of prompts are read at once where nobody waits for the next word of an answer.

A batch of 512 tokens is read faster than two of 256: by 3 % on a processor, by more on a GPU. But
until it is computed no other chat has its turn and the progress stands still, so it is for models
that read that many in a moment, as the latest batch has shown here.

Threads: the engine thread only.
"""

from __future__ import annotations

PREFILL_CHUNK = 256  # where a larger batch takes too long, or nothing is known yet
_LEAST = 64  # tokens of a batch that tells how long others take
_LONGEST_S = 3.0
_LONGEST_ON_GPU_S = 0.5  # there a batch is not ended early, so a stop waits for it


class PrefillSize:
    """The most tokens of prompts in one batch of a loaded model.

    Args:
        capacity: tokens of the largest batch.
        on_gpu: whether a GPU has a part in it.
    """

    def __init__(self, capacity: int, *, on_gpu: bool) -> None:
        self._capacity = capacity
        self._longest_s = _LONGEST_ON_GPU_S if on_gpu else _LONGEST_S
        self._chunk = min(PREFILL_CHUNK, capacity)

    @property
    def n_tokens(self) -> int:
        """Most tokens of prompts that are read at once while nothing streams."""
        return self._chunk

    def took(self, n_tokens: int, seconds: float) -> None:
        """Take note of a batch."""
        if n_tokens < min(_LEAST, self._capacity):
            return
        is_quick = seconds / n_tokens * self._capacity <= self._longest_s
        self._chunk = self._capacity if is_quick else min(PREFILL_CHUNK, self._capacity)
