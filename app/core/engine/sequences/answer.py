"""An answer in the making: what it was asked with, what was said so far, and its stats.

What a sequence is used for: an answer, a chat that is restored, a look into one, idle work. Each
may have a restore under way; a sequence without a job has none.

Threads: the engine thread only.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from app.core.engine.drafting.drafter import Drafter, ModelDrafter
from app.core.engine.output.token_choices import NothingTold
from app.core.plain_value import PlainValue
from app.core.protocol import AnswerStats, PrefixSource

if TYPE_CHECKING:
    from app.core.content.answer_parts import AnswerCutter
    from app.core.engine.drafting.draft import DraftedTokens
    from app.core.engine.memory.reread import Reread
    from app.core.engine.output.answer_reader import Reader
    from app.core.engine.output.bound import Bound, Unbound
    from app.core.engine.output.detokenizer import Detokenizer
    from app.core.engine.output.token_choices import ToldTokens
    from app.core.engine.prompts.prompt import Prompt
    from app.core.engine.sequences.prefix_origin import RestoreCredit, RestorePhase
    from app.core.llama import SamplerChain
    from app.core.protocol import Generate, Pending, RestoreChat


@dataclass(slots=True)
class Answer:
    """An answer in the making. Times are `time.perf_counter` seconds.

    Attributes:
        reader: tells its thinking from the answer itself.
        cutter: cuts its text by that; None where nobody wants it cut.
        forced: tokens that it says next, whatever the model would say.
        form: that it is bound to, or none.
        previous: the tokens that were live for its chat when it began.
        reread: why tokens of earlier turns are computed again.
        save_s: time spent on handing rows to the store.
        parked_at: when it was parked; 0 while it is not, and once it has gone on.
        parked_s: time from being parked to the next token, all in all, after the first token.
        drafter: says what it is likely to say next, by what was said before.
        model_drafter: knows how far a draft model can be trusted, where there is one.
        told: collects what is told of its tokens.
        marks: control tokens whose text it says.
    """

    pending: Pending[Generate]
    prompt: Prompt
    sampler: SamplerChain
    detokenizer: Detokenizer
    reader: Reader
    form: Bound | Unbound
    began: float
    previous: tuple[int, ...] = ()
    generated: list[int] = field(default_factory=list)
    forced: list[int] = field(default_factory=list)
    n_reused: int = 0
    n_restored: int = 0
    restore_s: float = 0.0
    source: PrefixSource = PrefixSource.NOT_STORED
    reread: Reread | None = None
    save_s: float = 0.0
    prefill_s: float = 0.0
    n_prefilled: int = 0
    first_token_at: float = 0.0
    last_token_at: float = 0.0
    parked_at: float = 0.0
    parked_s: float = 0.0
    drafter: Drafter = field(default_factory=Drafter)
    model_drafter: ModelDrafter = field(default_factory=ModelDrafter)
    told: ToldTokens | NothingTold = field(default_factory=NothingTold)
    marks: frozenset[int] = frozenset()
    cutter: AnswerCutter | None = None

    @property
    def request(self) -> Generate:
        """What it was asked with."""
        return self.pending.request

    @property
    def token_ids(self) -> tuple[int, ...]:
        """What must be in the context before it can say its next token."""
        return (*self.prompt.token_ids, *self.generated)

    @property
    def n_tokens(self) -> int:
        """How many these are."""
        return len(self.prompt.token_ids) + len(self.generated)

    @property
    def has_begun(self) -> bool:
        """Whether anything was computed for it."""
        return bool(self.n_prefilled or self.generated)

    def credited(self, credit: RestoreCredit, n_kept: int) -> None:
        """Take note of where the first `n_kept` tokens of its prompt came from."""
        self.n_restored = credit.n_restored
        self.n_reused = n_kept - credit.n_restored
        self.restore_s = credit.restore_s
        self.source = credit.source

    def explained(self, reread: Reread | None) -> None:
        """Take note of why tokens of earlier turns are computed again; None where none are."""
        self.reread = reread

    def sampled(self, token: int) -> None:
        """Note a token and when it came."""
        self.last_token_at = time.perf_counter()
        if self.parked_at and self.generated:
            self.parked_s += self.last_token_at - self.parked_at
        self.parked_at = 0.0
        if not self.generated:
            self.first_token_at = self.last_token_at
        self.generated.append(token)

    def judged(self, draft: DraftedTokens, n_accepted: int) -> None:
        """Take note of how many tokens of a draft it said."""
        drafter = self.model_drafter if draft.is_of_model else self.drafter
        drafter.judged(draft, n_accepted)

    def prefilled(self, n_tokens: int, seconds: float) -> None:
        """Take note of a computed piece of its prompt."""
        self.n_prefilled += n_tokens
        self.prefill_s += seconds

    def parked(self) -> None:
        """Take note that it makes room for others."""
        self.parked_at = self.parked_at or time.perf_counter()

    def saved(self, seconds: float) -> None:
        """Take note of time spent on handing rows to the store."""
        self.save_s += seconds

    @property
    def batches_per_s(self) -> float:
        """Batches a second that said tokens after the first; 0 for none."""
        stats = self.stats()
        n_after_first = stats.n_generated - 1
        n_batches = n_after_first - stats.n_accepted
        return stats.decode_tps * n_batches / n_after_first if n_after_first > 0 else 0.0

    def stats(self) -> AnswerStats:
        """Return the stats so far."""
        n_after_first = len(self.generated) - 1
        decode_s = self.last_token_at - self.first_token_at - self.parked_s
        return AnswerStats(
            n_prompt=len(self.prompt.token_ids),
            n_reused=self.n_reused,
            n_restored=self.n_restored,
            n_generated=len(self.generated),
            restore_ms=self.restore_s * 1e3,
            ttft_ms=(self.first_token_at - self.began) * 1e3 if self.generated else 0.0,
            prefill_tps=self.n_prefilled / self.prefill_s if self.prefill_s > 0 else 0.0,
            decode_tps=n_after_first / decode_s if n_after_first > 0 and decode_s > 0 else 0.0,
            source=self.source,
            n_reread=self.reread.n_tokens if self.reread else 0,
            reread=self.reread.cause if self.reread else None,
            reread_from=self.reread.message if self.reread else -1,
            save_ms=self.save_s * 1e3,
            n_drafted=self.drafter.n_drafted + self.model_drafter.n_drafted,
            n_accepted=self.drafter.n_accepted + self.model_drafter.n_accepted,
        )


class Answering(PlainValue, frozen=True):
    """An answer that waits for its prompt to be restored or computed, or that is growing."""

    answer: Answer
    restore: RestorePhase | None = None


class Restoring(PlainValue, frozen=True):
    """A chat that was opened gets its stored rows back.

    Attributes:
        pending: whoever opened it waits for this.
        n_prompt: tokens of the chat.
        began: when it was asked for, in `time.perf_counter` seconds.
        restore: None only while it is looked up whether there is one.
    """

    pending: Pending[RestoreChat]
    n_prompt: int
    began: float
    restore: RestorePhase | None = None


class Inspecting(PlainValue, frozen=True):
    """An answer is looked into; `Inspector` knows how.

    Attributes:
        logits_from: from this position on it is of use what the model says after each token.
    """

    logits_from: int
    restore: RestorePhase | None = None


class DoingIdleWork(PlainValue, frozen=True):
    """Something is computed because there is nothing else to do; `IdleWork` knows what."""

    restore: RestorePhase | None = None


Job: TypeAlias = Answering | Restoring | Inspecting | DoingIdleWork
