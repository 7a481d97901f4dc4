"""Tokens that an answer is likely to say next, as they go into one batch.

Threads: values.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class DraftedTokens:
    """What may follow the tokens that are known; it lasts for one batch.

    Attributes:
        tokens: in order, each of use only if all before it are said.
        n_matched: how many of the known tokens stood before where these are taken from.
        likelihood: that the next one of them is said, if all before it were.
    """

    tokens: tuple[int, ...]
    n_matched: int = 0
    likelihood: float = 0.0

    def shortened(self, n_tokens: int) -> DraftedTokens:
        """Return its first tokens only."""
        return replace(self, tokens=self.tokens[:n_tokens])


NO_DRAFT = DraftedTokens(())
