"""What drafts beside the text of a chat itself, as the planner of drafts and the runner see it.

Threads: the engine thread only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from app.core.engine.drafting.draft import DraftedTokens
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from collections.abc import Sequence as Series

    from app.core.engine.batch.scheduler import Share
    from app.core.engine.drafting.experience import Experience
    from app.core.engine.drafting.payoff import Growth
    from app.core.engine.sequences.sequence import Sequence
    from app.core.protocol import ChatKey

Followed = TypeVar("Followed")


class DraftWish(PlainValue, frozen=True):
    """An answer that the draft model is asked for.

    Attributes:
        sequence: of the answer.
        experience: with what the draft model says.
        growth: how long its draft may become.
    """

    sequence: Sequence
    experience: Experience
    growth: Growth


class DraftSource:
    """What drafts beside the text of a chat itself; this one drafts nothing."""

    @property
    def name(self) -> str:
        """What it is called; "" where there is none."""
        return ""

    @property
    def has_work(self) -> bool:
        """Whether `go_on` would get on while nothing else is to be done."""
        return False

    @property
    def needs_every_batch(self) -> bool:
        """Whether it knows of a chat only what it saw being computed in the chat's own sequence."""
        return False

    @property
    def step_seconds(self) -> float:
        """How long it takes to draft a token; 0 while that is not known."""
        return 0.0

    def before(self, shares: Series[Share]) -> None:
        """Take note of what the loaded model computes next."""

    def after(self, shares: Series[Share]) -> None:
        """Take note that it has computed that; nothing of it was looked at yet."""

    def drafts(self, wishes: Series[DraftWish]) -> Mapping[int, DraftedTokens]:  # noqa: ARG002
        """Return drafts by the ids of the sequences, which may be empty.

        What has no draft at all was too far behind for one, and cost no time.
        """
        return {}

    def follow(self, sequences: Iterable[Sequence]) -> None:
        """Take note of what is wanted of the loaded model, and get on a little beside it."""

    def go_on(self) -> None:
        """Get on, for nothing else is to be done."""

    def drop(self, sequence: Sequence) -> None:
        """Take note that a sequence of the loaded model is emptied."""

    def begin_storing_anew(self, chat: ChatKey) -> None:
        """Take note that what was stored of a chat is gone."""

    def identified(self, identity: str) -> None:
        """Take note of what it is; what it has read is stored from now on."""

    def use_threads(self, n_threads: int) -> None:
        """Compute with so many threads from now on."""

    def close(self) -> None:
        """Store what is worth it, and free everything native."""


@dataclass(slots=True)
class GrowingDraft(Generic[Followed]):
    """A draft that is being made.

    Attributes:
        chat: what the source has of the chat.
        said: tokens that the answer is expected to say with it.
        reach: how likely it says all of it.
    """

    wish: DraftWish
    chat: Followed
    tokens: list[int] = field(default_factory=list)
    confidences: list[float] = field(default_factory=list)
    said: float = 1.0
    reach: float = 1.0

    def add(self, token: int, confidence: float) -> None:
        """Let it be longer by one token that the source is so sure of."""
        self.tokens.append(token)
        self.confidences.append(confidence)
        self.reach *= self.wish.experience.likelihood_of(confidence)
        self.said += self.reach

    @property
    def goes_on(self) -> bool:
        """Whether one token more is worth its time."""
        next_reach = self.reach * self.wish.experience.likelihood
        return self.wish.growth.goes_on(len(self.tokens), self.said, next_reach)

    def draft(self) -> DraftedTokens:
        """Return it as it is."""
        likelihood = self.reach ** (1 / len(self.tokens)) if self.tokens else 0.0
        return DraftedTokens(
            tuple(self.tokens), likelihood=likelihood, confidences=tuple(self.confidences)
        )
