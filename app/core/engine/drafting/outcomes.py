"""How many drafted tokens of one kind were said lately.

Threads: values.
"""

from __future__ import annotations

from dataclasses import dataclass

_MEMORY = 0.985  # of an outcome is left one token later: half of it after 46 tokens


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How many drafted tokens were said and how many were not, weighed by how long ago.

    Attributes:
        at: tokens of the text then.
    """

    n_said: float = 0.0
    n_other: float = 0.0
    at: int = 0

    def _aged(self, at: int) -> Outcomes:
        """Return the same as it counts when the text has `at` tokens."""
        left = _MEMORY ** max(0, at - self.at)
        return Outcomes(self.n_said * left, self.n_other * left, at)

    def and_now(self, at: int, n_said: int, n_other: int) -> Outcomes:
        """Return the same with what became of more tokens when the text had `at`."""
        aged = self._aged(at)
        return Outcomes(aged.n_said + n_said, aged.n_other + n_other, at)

    def share_said(self, at: int, n_said: float, n_other: float) -> float:
        """Return the share that was said, as it counts when the text has `at` tokens.

        Args:
            n_said: what is expected before anything was seen; not both are 0.
            n_other: as above.
        """
        aged = self._aged(at)
        n_said, n_other = n_said + aged.n_said, n_other + aged.n_other
        return n_said / (n_said + n_other)
