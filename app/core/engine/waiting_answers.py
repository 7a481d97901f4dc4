"""Answers that were asked for and cannot begin yet: no prompt, no sequence or no room.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.engine.errors import PromptTooLong
from app.core.errors import KnownError, problem_of
from app.core.protocol import FinishReason

if TYPE_CHECKING:
    from app.core.engine.answer_generator import AnswerGenerator
    from app.core.engine.prompt import Prompt
    from app.core.engine.restoring.live_rows import LiveRows
    from app.core.engine.sequence_pool import SequencePool
    from app.core.engine.sequences.answer import Answer
    from app.core.engine.sequences.sequence import Sequence
    from app.core.engine.sliced_work import SlicedWork
    from app.core.protocol import ChatKey, Generate, RequestId

logger = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class _Waiting:
    """A command that waits for its prompt and a sequence.

    Attributes:
        prompt: None until it is built.
        n_cells: what it is known to need, 0 while unknown.
    """

    command: Generate
    began: float
    prompt: Prompt | None = None
    n_cells: int = 0


class WaitingAnswers:
    """Begins answers as soon as they can begin, in the order they were asked for where that does.

    Args:
        n_ctx: cells of the context.
    """

    def __init__(
        self,
        answers: AnswerGenerator,
        sequences: SequencePool,
        live: LiveRows,
        sliced_work: SlicedWork,
        n_ctx: int,
    ) -> None:
        self._answers = answers
        self._sequences = sequences
        self._live = live
        self._sliced_work = sliced_work
        self._n_ctx = n_ctx
        self._waiting: list[_Waiting] = []

    @property
    def can_start(self) -> bool:
        """Whether one of them can begin now."""
        return any(map(self._can_start, self._waiting))

    def add(self, command: Generate) -> None:
        """Answer, now or as soon as the prompt is built and the chat and a sequence are free."""
        waiting = _Waiting(command, time.perf_counter())
        self._waiting.append(waiting)

        def built(prompt: Prompt) -> None:
            waiting.prompt = prompt

        def failed(error: Exception) -> None:
            self._withdraw(waiting)
            self._refuse(command, error)

        self._sliced_work.begin(waiting, self._answers.preparing(command), built, failed)
        self.start()

    def start(self) -> None:
        """Begin what can begin now."""
        for waiting in list(self._waiting):
            if not self._can_start(waiting):
                continue
            command, prompt = waiting.command, waiting.prompt
            sequence = self._sequences.acquire(command.chat)
            assert sequence is not None
            assert prompt is not None
            self._waiting.remove(waiting)
            try:
                self._answers.begin(sequence, command, prompt, waiting.began)
            except Exception as error:  # noqa: BLE001 - a defect here costs this answer alone
                sequence.end_job()
                self._live.clear(sequence)
                self._refuse(command, error)

    def _can_start(self, waiting: _Waiting) -> bool:
        """Whether its prompt is built and its sequence, with the cells it needs, can be had now."""
        if waiting.prompt is None:
            return False
        chat = waiting.command.chat
        n_free = self._n_ctx - self._sequences.n_busy_cells(without=chat)
        return self._sequences.has_place_for(chat) and waiting.n_cells <= n_free

    def postpone(self, sequence: Sequence, answer: Answer) -> None:
        """Let an answer that has not said a word wait again; its sequence is free for others."""
        answer.sampler.close()
        sequence.end_job()
        self._sequences.release(sequence)
        n_cells = len(answer.prompt.token_ids) + 1
        self._waiting.append(_Waiting(answer.command, answer.began, answer.prompt, n_cells))

    def stop(self, request: RequestId) -> bool:
        """End an answer that waits; False when it does not."""
        for waiting in self._waiting:
            if waiting.command.request == request:
                self._stop(waiting)
                return True
        return False

    def forget(self, chat: ChatKey) -> None:
        """End the answers that wait in a chat."""
        for waiting in [entry for entry in self._waiting if entry.command.chat == chat]:
            self._stop(waiting)

    def close(self) -> None:
        """End all answers that wait; the caller has closed what prepares them."""
        for waiting in self._waiting:
            self._answers.refuse(waiting.command, FinishReason.STOPPED)
        self._waiting.clear()

    def _stop(self, waiting: _Waiting) -> None:
        self._withdraw(waiting)
        self._answers.refuse(waiting.command, FinishReason.STOPPED)

    def _withdraw(self, waiting: _Waiting) -> None:
        self._waiting.remove(waiting)
        self._sliced_work.give_up(waiting)

    def _refuse(self, command: Generate, error: Exception) -> None:
        if not isinstance(error, KnownError):
            logger.error("an answer could not be begun", exc_info=error)
        is_too_long = isinstance(error, PromptTooLong)
        finish_reason = FinishReason.TOO_LONG if is_too_long else FinishReason.FAILED
        self._answers.refuse(command, finish_reason, problem_of(error))
