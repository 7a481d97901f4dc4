"""What a model says at one place, as choices among tokens with their text.

What is told of the tokens of an answer while it comes: how likely each was, and what else was.

Threads: the engine thread only.
"""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from app.core.protocol import InspectedToken, TokenChoice, TokenKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy.typing as npt


N_LIKELIEST: Final = 8  # of each place
_REPLACEMENT: Final = "\ufffd"


class _TokenWords(Protocol):
    """What is asked of a vocabulary."""

    def piece(self, token: int, *, special: bool) -> bytes:
        """Return the bytes a token stands for; control tokens are empty unless `special`."""

    def is_end(self, token: int) -> bool:
        """Whether a token ends an answer."""


class GrowingText:
    """The text of tokens that come one after the other; a character may take several."""

    def __init__(self, vocabulary: _TokenWords, said: Iterable[int] = ()) -> None:
        self._vocabulary = vocabulary
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        for token in said:
            self.say(token)

    def say(self, token: int) -> str:
        """Take the next token; return the whole characters that are certain now."""
        return self._decoder.decode(self._vocabulary.piece(token, special=True))

    def choice(self, token: int, log_probability: float) -> TokenChoice:
        """Return a token that could come next, which does not come thereby."""
        if self._vocabulary.is_end(token):
            return TokenChoice(token, "", log_probability, TokenKind.END)
        state = self._decoder.getstate()
        text = self.say(token)
        is_whole = not self._decoder.getstate()[0] and _REPLACEMENT not in text
        self._decoder.setstate(state)
        is_text = is_whole and bool(text) and bool(self._vocabulary.piece(token, special=False))
        kind = TokenKind.TEXT if is_text else TokenKind.PART
        return TokenChoice(token, text, log_probability, kind)


def inspected(
    logits: npt.NDArray[np.float32],
    said: int | None,
    words: GrowingText,
    n_likeliest: int = N_LIKELIEST,
) -> InspectedToken:
    """Return what a model says at one place.

    Args:
        logits: float32 [n_vocab], of that place.
        said: the token that stands there; None for none.
        words: the text before it.
        n_likeliest: tokens that are told beside the one that stands there.
    """
    log_shares = _log_shares(logits)
    n_kept = min(n_likeliest, len(log_shares))
    likeliest = np.argpartition(log_shares, -max(1, n_kept))[len(log_shares) - n_kept :]
    likeliest = likeliest[np.argsort(-log_shares[likeliest], kind="stable")]
    choices = tuple(words.choice(int(token), float(log_shares[token])) for token in likeliest)
    stands = None if said is None else words.choice(said, float(log_shares[said]))
    return InspectedToken(stands, choices)


def _log_shares(logits: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Return the logarithms of the shares of all tokens; of what is no number, none."""
    finite = np.where(np.isnan(logits), -np.inf, logits).astype(np.float64)
    highest = finite.max()
    if not np.isfinite(highest):
        return np.full(len(finite), -np.inf)
    below = finite - highest
    return np.asarray(below - np.log(np.exp(below).sum()))


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

    def __init__(self, vocabulary: _TokenWords, n_likely: int) -> None:
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


def told_tokens(vocabulary: _TokenWords, n_likely: int | None) -> ToldTokens | NothingTold:
    """Return what collects as many as a command asks for."""
    return NothingTold() if n_likely is None else ToldTokens(vocabulary, n_likely)
