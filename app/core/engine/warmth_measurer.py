"""Says how soon an answer would begin: what of its prompt is at hand, and what the rest takes.

Nothing of it is computed, restored or moved: what is in the context stays, and nothing is read from
the disk but the index of the store.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from app.core.engine.errors import NoModelLoaded, log_background_failure
from app.core.engine.prompt_options import PromptOptions
from app.core.errors import problem_of
from app.core.protocol import WarmthMeasured

if TYPE_CHECKING:
    from collections.abc import Generator

    from app.core.engine.prefix_reuse import PrefixReuse
    from app.core.engine.prompt import Prompt, PromptBuilder
    from app.core.engine.sequence_pool import SequencePool
    from app.core.engine.sliced_work import SlicedWork
    from app.core.protocol import ChatKey, MeasureWarmth, Pending

logger = logging.getLogger(__name__)


class WarmthMeasurer:
    """Measures for one loaded model.

    Args:
        n_ctx: tokens the context holds.
    """

    def __init__(
        self,
        builder: PromptBuilder,
        sequences: SequencePool,
        reuse: PrefixReuse,
        sliced_work: SlicedWork,
        *,
        n_ctx: int,
    ) -> None:
        self._builder = builder
        self._sequences = sequences
        self._reuse = reuse
        self._sliced_work = sliced_work
        self._n_ctx = n_ctx

    def measure(self, pending: Pending[MeasureWarmth]) -> None:
        """Tell how soon an answer would begin, once its prompt is built."""
        request = pending.request

        def refuse(error: Exception) -> None:
            pending.answer(WarmthMeasured(self._n_ctx, problem=problem_of(error)))

        def failed(error: Exception) -> None:
            log_background_failure(logger, error)
            refuse(error)

        self._sliced_work.begin(
            ("warmth", pending.id),
            self._building(request),
            lambda prompt: pending.answer(self._measured(request.chat, prompt)),
            failed,
            lambda: refuse(NoModelLoaded()),
        )

    def _building(self, command: MeasureWarmth) -> Generator[None, None, Prompt]:
        if command.is_text:
            return self._builder.continuing(command.messages[-1], self._n_ctx)
        return self._builder.building(
            command.messages,
            for_answer=True,
            n_ctx=self._n_ctx,
            options=PromptOptions.of(command.started_at, command.thinking, command.tools),
        )

    def _measured(self, chat: ChatKey, prompt: Prompt) -> WarmthMeasured:
        wanted = prompt.token_ids
        sequence = self._sequences.find(chat)
        at_hand = self._reuse.restorer.at_hand(chat, sequence, prompt)
        n_cold = len(wanted) - at_hand.n_live - at_hand.n_behind
        return WarmthMeasured(
            self._n_ctx,
            len(wanted),
            at_hand.n_live,
            at_hand.n_behind,
            self._reuse.stored.expected_ms(at_hand.n_stored, n_cold),
        )
