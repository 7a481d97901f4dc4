"""What is told of the tokens of an answer while it comes: how likely each was, and what else was.

Threads: the engine thread only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.engine.likelihoods.token_choices import GrowingText, inspected

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    import numpy.typing as npt

    from app.core.engine.likelihoods.token_choices import TokenWords
    from app.core.protocol import InspectedToken


class NothingTold:
    """Of an answer of whose tokens nobody wants to know."""

    def say(self, token: int, logits: Callable[[], npt.NDArray[np.float32]]) -> None:
        """Take the next token."""

    def take(self) -> tuple[InspectedToken, ...]:
        """Return what is to be told."""
        return ()


class ToldTokens:
    """Collects what is to be told of the tokens of one answer.

    Args:
        vocabulary: of the model.
        n_likely: tokens that could have stood in the place of each.
    """

    def __init__(self, vocabulary: TokenWords, n_likely: int) -> None:
        self._words = GrowingText(vocabulary)
        self._n_likely = n_likely
        self._tokens: list[InspectedToken] = []

    def say(self, token: int, logits: Callable[[], npt.NDArray[np.float32]]) -> None:
        """Take the next token.

        Args:
            token: that is said.
            logits: returns those of its place, float32 [n_vocab].
        """
        self._tokens.append(inspected(logits(), token, self._words, self._n_likely))
        self._words.say(token)

    def take(self) -> tuple[InspectedToken, ...]:
        """Return what was not taken before."""
        taken, self._tokens = tuple(self._tokens), []
        return taken


def told_tokens(vocabulary: TokenWords, n_likely: int | None) -> ToldTokens | NothingTold:
    """Return what collects as many as a command asks for."""
    return NothingTold() if n_likely is None else ToldTokens(vocabulary, n_likely)
