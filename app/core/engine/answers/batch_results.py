"""What becomes of the shares of a batch: advanced, rolled back, made room for, or failed.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from app.core.engine.errors import log_background_failure
from app.core.engine.sequences.answer import Answering, DoingIdleWork, Inspecting, Restoring
from app.core.protocol import FinishReason

if TYPE_CHECKING:
    from app.core.engine.answers.answer_generator import AnswerGenerator
    from app.core.engine.answers.inspector import Inspector
    from app.core.engine.answers.waiting_answers import WaitingAnswers
    from app.core.engine.batch.scheduler import Share
    from app.core.engine.batch.shared_batch import SharedBatch
    from app.core.engine.idle_work import IdleWork
    from app.core.engine.restoring.chat_restorer import ChatRestorer
    from app.core.engine.restoring.prefix_reuse import PrefixReuse
    from app.core.engine.sequences.sequence import Sequence
    from app.core.engine.sequences.sequence_pool import SequencePool
    from app.core.errors import KnownError

logger = logging.getLogger(__name__)


class BatchResults:
    """Hands on what batches yield: proofs of restores, segments to store, tokens to sample.

    Args:
        waiting: takes answers back that find no room.
    """

    def __init__(  # noqa: PLR0913 - one for each thing that a share may be of
        self,
        reuse: PrefixReuse,
        batch: SharedBatch,
        sequences: SequencePool,
        answers: AnswerGenerator,
        waiting: WaitingAnswers,
        chat_restorer: ChatRestorer,
        idle_work: IdleWork,
        inspector: Inspector,
    ) -> None:
        self._reuse = reuse
        self._batch = batch
        self._sequences = sequences
        self._answers = answers
        self._waiting = waiting
        self._chat_restorer = chat_restorer
        self._idle_work = idle_work
        self._inspector = inspector

    # -- computed --

    def take_over(self, shares: list[Share], elapsed_s: float) -> None:
        """Advance computed shares; a defect costs the model only where somebody waits.

        Args:
            elapsed_s: how long they took together.
        """
        s_per_token = elapsed_s / sum(share.end - share.begin for share in shares)
        for share in shares:
            try:
                self._advance(share, s_per_token)
            except Exception as error:
                if share.sequence.answer is not None:
                    raise
                self.abandon([share], error)

    def _advance(self, share: Share, s_per_token: float) -> None:
        sequence = share.sequence
        sequence.computed_up_to(share.end)
        self._reuse.saver.complete(share, self._batch)
        proving, answer = sequence.proving, sequence.answer
        n_read = share.end - share.begin
        if proving is not None and proving.number < share.end:
            if not self._prove(sequence, proving.number, s_per_token):
                return
            n_read -= 1
        if n_read and answer is not None and not answer.generated:
            answer.prefilled(n_read, n_read * s_per_token)
        # The word first, for somebody waits for it; then what is stored of the way to it.
        draft = share.draft
        reason = self._answers.speak(sequence, answer, draft) if answer is not None else None
        self._reuse.saver.note_witnesses(share, self._batch)
        began = time.perf_counter()
        self._reuse.saver.save(sequence, up_to_end=False)
        if sequence.does_idle_work:
            self._idle_work.advance(sequence)
        self._inspector.advance(share)
        if answer is not None:
            answer.saved(time.perf_counter() - began)
            if reason is not None:
                self._answers.finish(sequence, reason)
            else:
                self._answers.go_on(sequence, answer)

    def _prove(self, sequence: Sequence, number: int, decode_s: float) -> bool:
        """Compare a restored sequence with its witness; False when it has to be read again.

        Args:
            decode_s: how long computing the token with the number took.
        """
        logits = self._batch.logits(sequence, number)
        is_right = self._reuse.restorer.prove(sequence, logits, decode_s)
        match sequence.job:
            case Restoring():
                self._chat_restorer.finish(sequence)
            case Answering():
                if not is_right:
                    self._answers.credit(sequence)
            case Inspecting() | DoingIdleWork() | None:
                pass
        return is_right

    # -- not computed --

    def abandon(self, shares: list[Share], error: Exception) -> None:
        """Leave undone what nobody asked for."""
        log_background_failure(logger, error)
        for share in shares:
            self._end_background(share.sequence)

    def leave_medium(self, share: Share, error: KnownError) -> None:
        """A medium could not be encoded: what waits for it ends here; what lies before it stays."""
        sequence = share.sequence
        match sequence.job:
            case Answering():
                self._answers.finish(sequence, FinishReason.FAILED, error.problem())
            case Inspecting():
                self._inspector.abandon()
            case DoingIdleWork():
                log_background_failure(logger, error)
                self._idle_work.abandon()
            case Restoring() | None:
                sequence.want_no_more()

    def roll_back(self, shares: list[Share]) -> None:
        """Cut the sequences of an aborted batch back to what is known to be computed."""
        self._batch.forget_logits()
        for share in shares:
            self._reuse.live.roll_back(share.sequence)

    def make_room(self, shares: list[Share]) -> None:
        """Free cells: of idle work first, of idle chats, of one that is restored, of an answer.

        Only an answer that has the context for itself ends for want of room.
        """
        self._batch.forget_logits()
        if any(sequence.does_idle_work for sequence in self._sequences):
            self._idle_work.give_way()
            return
        if self._sequences.release_oldest():
            return
        for sequence in self._sequences:
            if sequence.answer is None and sequence.n_cached:
                self._end_background(sequence)
                return
        if not self._waiting.park_one():
            self._answers.finish(shares[0].sequence, FinishReason.CONTEXT_FULL)

    def fail(self, shares: list[Share], error: KnownError) -> None:
        """A decode failed for good: its answers end here, its sequences start anew."""
        logger.error("decode failed: %s", error.detail or error.what)
        self._batch.forget_logits()
        for share in shares:
            if share.sequence.answer is not None:
                self._answers.finish(share.sequence, FinishReason.FAILED, error.problem())
            self._end_background(share.sequence)

    def _end_background(self, sequence: Sequence) -> None:
        """Empty a sequence that is used for no answer, and end what it was used for."""
        self._reuse.restorer.give_up(sequence)
        match sequence.job:
            case Restoring():
                self._chat_restorer.finish(sequence)
            case Inspecting():
                self._inspector.abandon()
            case DoingIdleWork():
                self._idle_work.abandon()
            case Answering() | None:
                pass
