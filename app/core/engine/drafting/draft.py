"""Tokens that an answer is likely to say next, as they go into one batch.

Threads: values.
"""

from __future__ import annotations

from app.core.plain_value import PlainValue, replace


class DraftedTokens(PlainValue, frozen=True):
    """What may follow the tokens that are known; it lasts for one batch.

    Attributes:
        tokens: in order, each of use only if all before it are said.
        n_matched: how many of the known tokens stood before where these are taken from.
        likelihood: that the next one of them is said, if all before it were.
        confidences: of a draft model in each of the tokens; none where they are taken from the
            text.
    """

    tokens: tuple[int, ...]
    n_matched: int = 0
    likelihood: float = 0.0
    confidences: tuple[float, ...] = ()

    @property
    def is_of_model(self) -> bool:
        """Whether a draft model has said them."""
        return bool(self.confidences)

    def shortened(self, n_tokens: int) -> DraftedTokens:
        """Return its first tokens only."""
        tokens, confidences = self.tokens[:n_tokens], self.confidences[:n_tokens]
        return replace(self, tokens=tokens, confidences=confidences)


NO_DRAFT = DraftedTokens(())
