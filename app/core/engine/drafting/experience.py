"""How far the tokens of a draft model could be trusted lately, in all answers.

The surer the draft model is of a token, the likelier the answer says it; how likely, is counted.

How many drafted tokens of one kind were said lately.

Threads: the engine thread only.
"""

from __future__ import annotations

from app.core.engine.drafting.payoff import Payoff
from app.core.plain_value import PlainValue

_MEMORY = 0.985  # of an outcome is left one token later: half of it after 46 tokens


class Outcomes(PlainValue, frozen=True):
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


# What is expected before anything was seen: from such a confidence on, what counts as said and as
# not.
_EXPECTED: tuple[tuple[float, float, float], ...] = (
    (0.9, 9.0, 1.0),
    (0.6, 3.0, 2.0),
    (0.0, 1.0, 2.0),
)
_EXPECTED_OF_ANY = (3.0, 1.0)


class Experience:
    """With the draft model of one loaded model.

    Attributes:
        payoff: of the answer that was begun last.
    """

    def __init__(self) -> None:
        self.payoff = Payoff()
        self._n_judged = 0
        self._outcomes = [Outcomes() for _ in _EXPECTED]
        self._of_any = Outcomes()

    @property
    def likelihood(self) -> float:
        """That an answer says the next token that the draft model will say."""
        return self._of_any.share_said(self._n_judged, *_EXPECTED_OF_ANY)

    def likelihood_of(self, confidence: float) -> float:
        """Return how likely an answer says a token that the draft model is so sure of."""
        kind = _kind(confidence)
        _from, n_said, n_other = _EXPECTED[kind]
        return self._outcomes[kind].share_said(self._n_judged, n_said, n_other)

    def judged(self, confidence: float, *, was_said: bool) -> None:
        """Take note of what became of a token that the draft model was so sure of."""
        self._n_judged += 1
        counts = (int(was_said), int(not was_said))
        kind = _kind(confidence)
        self._outcomes[kind] = self._outcomes[kind].and_now(self._n_judged, *counts)
        self._of_any = self._of_any.and_now(self._n_judged, *counts)

    def begin_answer(self, n_text: int) -> Payoff:
        """Return what is measured in the next answer; it begins as the last one ended.

        Args:
            n_text: tokens of the text that is answered.
        """
        before, self.payoff = self.payoff, Payoff()
        self.payoff.go_on_from(before, n_text)
        return self.payoff


def _kind(confidence: float) -> int:
    # What is no number is of the least sure ones.
    return next(
        (kind for kind, (begin, *_) in enumerate(_EXPECTED) if confidence >= begin),
        len(_EXPECTED) - 1,
    )
