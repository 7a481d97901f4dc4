"""What a draft model brings one answer, and whether that pays.

Threads: the engine thread only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.engine.drafting.experience import Experience

if TYPE_CHECKING:
    from app.core.engine.drafting.draft import DraftedTokens


class ModelDrafter:
    """Judges the drafts that a draft model makes for one answer.

    Args:
        experience: with the draft model; grows here.
        n_text: tokens of the text that is answered.

    Attributes:
        n_drafted: tokens that were computed ahead.
        n_accepted: of them, those that the answer said.
        payoff: whether they make the answer faster.
    """

    def __init__(self, experience: Experience | None = None, n_text: int = 0) -> None:
        self.n_drafted = 0
        self.n_accepted = 0
        self.experience = experience or Experience()
        self.payoff = self.experience.begin_answer(n_text)
        self._n_last_accepted = 0

    def judged(self, draft: DraftedTokens, n_accepted: int) -> None:
        """Take note of how many tokens of a draft were said; what came after these was not."""
        self.n_drafted += len(draft.tokens)
        self.n_accepted += n_accepted
        self._n_last_accepted = n_accepted
        for at, confidence in enumerate(draft.confidences[: n_accepted + 1]):
            self.experience.judged(confidence, was_said=at < n_accepted)

    def timed(self, speed: float, n_text: int, *, has_drafted: bool) -> None:
        """Take note of how long a batch took for which the draft model was asked.

        Args:
            speed: batches a second of such, drafting included, relative to batches without drafts.
            n_text: tokens of the text so far.
            has_drafted: whether a draft was in it, which was judged last.
        """
        n_said = 1 + (self._n_last_accepted if has_drafted else 0)
        self.payoff.measured(n_said * speed, n_text)
