"""How fast the loaded model is on this machine, as it was measured while it worked.

Threads: the engine thread only.
"""

from __future__ import annotations

from dataclasses import dataclass

_WEIGHT = 0.3  # of the newest measurement
_MIN_TOKENS = 32  # fewer say more about overheads than about the model
_MIN_BYTES = 1 << 20


@dataclass(slots=True)
class Speed:
    """Moving averages; 0 while nothing was measured.

    Attributes:
        seconds_per_token: to compute one token of a prompt.
        restore_bytes_per_s: of a restore, from looking it up to the proof.
        decode_s: one token of an answer.
    """

    seconds_per_token: float = 0.0
    restore_bytes_per_s: float = 0.0
    decode_s: float = 0.0

    def prefilled(self, n_tokens: int, seconds: float) -> bool:
        """Take note of a computed prompt; False when it says too little."""
        if n_tokens < _MIN_TOKENS or seconds <= 0:
            return False
        self.seconds_per_token = _mixed(self.seconds_per_token, seconds / n_tokens)
        return True

    def restored(self, n_bytes: int, seconds: float) -> bool:
        """Take note of a restore; False when it says too little."""
        if n_bytes < _MIN_BYTES or seconds <= 0:
            return False
        self.restore_bytes_per_s = _mixed(self.restore_bytes_per_s, n_bytes / seconds)
        return True

    def decoded(self, tokens_per_s: float) -> None:
        """Take note of an answer."""
        if tokens_per_s > 0:
            self.decode_s = _mixed(self.decode_s, 1.0 / tokens_per_s)

    def live_ms(self) -> float:
        """Return the expected wait for the first token of a chat in the context."""
        return self.decode_s * 1e3

    def restore_ms(self, n_bytes: int) -> float:
        """Return the expected wait for the first token of a stored chat; 0 if unknown."""
        if not self.restore_bytes_per_s:
            return 0.0
        return (n_bytes / self.restore_bytes_per_s + self.decode_s) * 1e3

    def cold_ms(self, n_tokens: int) -> float:
        """Return the expected wait for the first token of a chat to be read; 0 if unknown."""
        return n_tokens * self.seconds_per_token * 1e3

    def first_token_ms(self, n_bytes: int, n_tokens: int) -> float:
        """Return the expected wait for the first token of an answer; 0 if unknown.

        Args:
            n_bytes: of its prompt that are restored; 0 for none.
            n_tokens: of its prompt that are computed. One always is: it counts as one of an answer.
        """
        at_hand_ms = self.restore_ms(n_bytes) if n_bytes else self.live_ms()
        read_ms = self.cold_ms(n_tokens - 1) if n_tokens > 1 else 0.0
        is_known = at_hand_ms > 0 and (n_tokens <= 1 or read_ms > 0)
        return at_hand_ms + read_ms if is_known else 0.0


def _mixed(old: float, new: float) -> float:
    return new if not old else (1.0 - _WEIGHT) * old + _WEIGHT * new
