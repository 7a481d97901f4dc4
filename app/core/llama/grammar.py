"""Which tokens of a model keep an answer within a grammar, and how far it is.

llama.cpp's grammar sampler is not used. It ends the process when it is told of a token that does
not fit, or of the end of an answer too early, and also of some tokens that it allows itself: those
that go on into a place for a token, or that are no UTF-8. And it takes for ever over some tokens of
an ambiguous grammar. Ours follows the same rules (`core/grammars`).

Threads: the engine thread only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from app.core.errors import BugError
from app.core.grammars import FittingTokens, Recogniser, TokenTrie, TooAmbiguous
from app.core.llama.errors import TokenUnknown
from app.core.llama.sampler import candidates_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    import numpy.typing as npt

    from app.core.grammars import Grammar
    from app.core.llama.model import Model

_SLICE: Final = 2048  # tokens that are looked at between two batches
_LONGEST: Final = 256  # bytes of a token that is offered


class TokenTable:
    """All tokens of a model, for the grammars of its answers.

    Attributes:
        trie: those that are shown.
        ends: ids of those that end an answer.
    """

    def __init__(self, trie: TokenTrie, ends: list[int]) -> None:
        self.trie = trie
        self.ends = np.array(ends, np.int64)

    @classmethod
    def reading(cls, model: Model) -> Generator[None, None, TokenTable]:
        """Look at all tokens of a model, a slice of them at a time."""
        pieces, ends = [], []
        for token in range(model.n_vocab):
            if model.is_end(token):
                ends.append(token)
                pieces.append(b"")
            else:
                piece = model.piece(token, special=False)
                pieces.append(piece if len(piece) <= _LONGEST else b"")
            if token % _SLICE == 0:
                yield
        trie = yield from TokenTrie.growing(pieces)
        return cls(trie, ends)


class GrammarMask:
    """What may come next in one answer.

    Args:
        tokens: of the model.

    Raises:
        TokenUnknown: the grammar names a token that the model does not have.
    """

    def __init__(self, model: Model, grammar: Grammar, tokens: TokenTable) -> None:
        self._model = model
        self._ends = tokens.ends
        self._recogniser = Recogniser(grammar, self._token_named)
        self._fitting = FittingTokens(self._recogniser, tokens.trie)
        self._state = self._recogniser.start
        self._tested = (-1, self._state)  # the last token that fits, and what comes of it

    def _token_named(self, name: str) -> int:
        found = self._model.tokenize(name)
        if len(found) != 1:
            raise TokenUnknown(name)
        return found[0]

    # -- how far it is --

    @property
    def is_complete(self) -> bool:
        """Whether the answer may end here."""
        return self._state.is_complete

    @property
    def can_go_on(self) -> bool:
        """Whether something may come that is shown."""
        return self._state.can_go_on

    def completes(self, text: str) -> bool:
        """Whether a whole answer of this text is one that may end."""
        try:
            state = self._recogniser.after_text(self._recogniser.start, text)
        except TooAmbiguous:
            return False
        return state is not None and state.is_complete

    def read(self, text: str) -> bool:
        """Go on behind some text; False where it does not fit: then this is of no more use."""
        try:
            state = self._recogniser.after_text(self._state, text)
        except TooAmbiguous:
            return False
        if state is None:
            return False
        self._state, self._tested = state, (-1, state)
        return True

    # -- tokens --

    def allows(self, token: int) -> bool:
        """Whether a token fits."""
        if self._model.is_end(token):
            return self._state.is_complete
        piece = self._model.piece(token, special=False)
        try:
            state = self._recogniser.after_token(self._state, token, piece)
        except TooAmbiguous:
            return False
        if state is None:
            return False
        self._tested = (token, state)
        return True

    def accept(self, token: int) -> None:
        """Go on behind a token that fits; the end of an answer changes nothing.

        Raises:
            BugError: it does not fit.
        """
        if self._tested[0] != token and not self.allows(token):
            raise BugError(f"the token {token} does not fit the grammar")
        if not self._model.is_end(token):
            self._state = self._tested[1]
            self._tested = (-1, self._state)

    def choose(
        self,
        logits: npt.NDArray[np.float32],
        choose_of: Callable[[npt.NDArray[np.void]], int],
    ) -> int | None:
        """Choose one of all tokens that fit; None where there is none.

        Args:
            logits: float32 [n_vocab].
            choose_of: chooses one of some tokens, which it uses up.
        """
        fits = self._fitting.at(self._state) & (logits > -np.inf)
        fits[self._ends] = self._state.is_complete
        token_ids = np.flatnonzero(fits)
        return choose_of(candidates_of(token_ids, logits)) if len(token_ids) else None
