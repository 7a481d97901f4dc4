"""When to try again what failed for a reason that may pass.

Threads: pure values, any thread.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.net import NetError


@dataclass(frozen=True, slots=True)
class Backoff:
    """Waits twice as long each time that an attempt brought nothing, and gives up at last.

    With the defaults it gives up after about five minutes without a single byte. An attempt that
    brought bytes begins the counting anew.

    Attributes:
        first_s: before the second attempt.
        longest_s: before any attempt, unless the server asks for more.
        n_most: attempts without a byte.
    """

    first_s: float = 1.0
    longest_s: float = 60.0
    n_most: int = 10

    def wait_s(self, n_failed: int, error: NetError) -> float | None:
        """Return how long to wait; None to give up.

        Args:
            n_failed: attempts in a row that brought nothing, this one included; 0 if it did bring
                something.
            error: what ended the attempt; what the server asks for in it is done.
        """
        if not error.is_transient or n_failed >= self.n_most:
            return None
        own_s = min(self.longest_s, self.first_s * 2.0 ** max(0, n_failed - 1))
        # Many clients that were cut off together do not come back together.
        own_s *= random.uniform(0.8, 1.2)
        return max(own_s, error.retry_after_s or 0.0)
