"""An answer that is bound to a form, asked for every token.

Threads: the engine thread only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.core.engine.errors import ANSWER_NOT_WHOLE, NO_WORD_FITS, BeginningDoesNotFit
from app.core.llama import candidates_of
from app.core.protocol import FinishReason

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence as Series

    from app.core.errors import Problem
    from app.core.llama import Context, SamplerChain
    from app.core.prompts.grammars.matching import EitherMatcher, FormMatcher


class Unbound:
    """An answer of any form."""

    def sample(self, sampler: SamplerChain, context: Context, batch_index: int) -> int | None:
        """Choose and accept the token that follows the batch's token `batch_index`."""
        return sampler.sample(context, batch_index)

    def take(self, token: int) -> None:
        """Go on behind a token that was not sampled."""

    def follows(self, text: str) -> bool:  # noqa: ARG002
        """Whether what is said now can be of the form, as far as it is bound."""
        return True

    def problem_at(self, finish_reason: FinishReason, text: str) -> Problem | None:  # noqa: ARG002
        """Return what is to be told of the form when an answer ends."""
        return None


class Bound:
    """An answer that has to be of a grammar.

    It may begin later than the answer: what is sampled before `begin` is let through.

    Args:
        matcher: of its form, at its beginning.
        mark: in the text that is said, behind which it begins by itself; "" where `begin` is
            called.
    """

    def __init__(self, matcher: FormMatcher | EitherMatcher, mark: str = "") -> None:
        self._matcher = matcher
        self._mark = mark
        self._has_begun = False
        self._words = ""
        self._n_before = 0  # characters of the text that was said before

    def begin(self, words: str = "") -> None:
        """Bind all tokens from now on.

        Args:
            words: with which what is bound begins already.

        Raises:
            BeginningDoesNotFit: nothing of that form begins so.
        """
        if not self._matcher.read(words):
            raise BeginningDoesNotFit
        self._has_begun, self._words = True, words

    def take(self, token: int) -> None:
        """Go on behind a token that was not sampled."""
        if self._has_begun:
            self._matcher.accept(token)

    def follows(self, text: str) -> bool:
        """Take note of all that was said; False where it cannot be of the form any more."""
        if self._has_begun or self._mark not in text:
            return True
        begun = text.split(self._mark, 1)[1].lstrip()
        try:
            self.begin(begun)
        except BeginningDoesNotFit:
            return False
        self._n_before = len(text)
        return True

    def sample(self, sampler: SamplerChain, context: Context, batch_index: int) -> int | None:
        """Choose and accept the next token; None where none fits."""
        if not self._has_begun:
            return sampler.sample(context, batch_index)
        logits = context.logits_in_place(batch_index)
        token: int | None = sampler.choose(logits)
        if token is None or not self._matcher.allows(token):
            fitting = np.flatnonzero(self._matcher.fitting() & (logits > -np.inf))
            token = sampler.choose_of(candidates_of(fitting, logits)) if len(fitting) else None
        if token is None or not self._matcher.accept(token):
            return None
        sampler.accept((token,))
        return token

    def problem_at(self, finish_reason: FinishReason, text: str) -> Problem | None:
        """Return why an answer is not of its form; None where it is, or the user ended it.

        Args:
            finish_reason: why it ends.
            text: all that was said.
        """
        match finish_reason:
            case FinishReason.FAILED:
                return NO_WORD_FITS().problem()
            case FinishReason.END:
                is_whole = self._has_begun
            case FinishReason.LENGTH | FinishReason.CONTEXT_FULL:
                is_whole = self._has_begun and self._matcher.is_complete
            case FinishReason.STOP_STRING:
                said = self._words + text[self._n_before :]
                is_whole = self._has_begun and self._matcher.completes(said)
            case _:
                is_whole = True
        return None if is_whole else ANSWER_NOT_WHOLE().problem()


class BoundCalls(Bound):
    """An answer whose calls of tools have to be of a grammar, and that may say anything else.

    Args:
        matcher: of the calls, at its beginning.
        triggers: texts and patterns with which a call begins.
    """

    def __init__(self, matcher: FormMatcher, triggers: Series[re.Pattern[str]]) -> None:
        super().__init__(matcher)
        self._triggers = triggers
        self._n_looked_at = 0

    def follows(self, text: str) -> bool:
        """Take note of all that was said; a call that cannot be one goes on as words."""
        if self._has_begun:
            return True
        found = [match for one in self._triggers if (match := one.search(text, self._n_looked_at))]
        if not found:
            return True
        first = min(found, key=lambda match: match.start(match.lastindex or 0))
        at = first.start(first.lastindex or 0)
        try:
            self.begin(text[at:])
        except BeginningDoesNotFit:
            self._n_looked_at = at + 1
        else:
            self._n_before = len(text)
        return True

    def problem_at(self, finish_reason: FinishReason, text: str) -> Problem | None:  # noqa: ARG002
        """Return why an answer has failed; one that is cut is whole as far as it goes."""
        return NO_WORD_FITS().problem() if finish_reason is FinishReason.FAILED else None
