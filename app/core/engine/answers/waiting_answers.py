"""Answers that cannot go on now: no prompt yet, no sequence, no room, or parked for others.

Who of them goes on is decided in `admission.py`; here it is done and told.

A parked answer keeps all that it is (its sampler, its text, its tokens) but has nothing in the
context. Its rows were stored, as at the end of an answer; what was not stored is read again.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from app.core.engine.batch.admission import (
    Admitted,
    Claim,
    Refused,
    Room,
    first_to_give_way,
    judge,
    room_to_grow,
    turn_of,
)
from app.core.engine.errors import PromptTooLong
from app.core.errors import KnownError, problem_of
from app.core.plain_value import PlainValue
from app.core.prompts.overflow import SystemPromptTooLong, TurnTooLong
from app.core.protocol import AnswerWaiting, FinishReason, LeftOut, WaitEnded, WaitReason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.engine.answers.answer_generator import AnswerGenerator
    from app.core.engine.prompts.prompt import Prompt
    from app.core.engine.restoring.unsent_reader import UnsentReader
    from app.core.engine.sequences.answer import Answer
    from app.core.engine.sequences.sequence_pool import SequencePool
    from app.core.engine.sliced_work import SlicedWork
    from app.core.protocol import ChatKey, Generate, Pending, RequestId

logger = logging.getLogger(__name__)


class _Preparing(PlainValue, frozen=True):
    """Its prompt is being built."""


class _Prepared(PlainValue, frozen=True):
    """It has not begun."""

    prompt: Prompt


class _Parked(PlainValue, frozen=True):
    """It was running, and made room for others."""

    answer: Answer


_Stage: TypeAlias = _Preparing | _Prepared | _Parked


@dataclass(slots=True, eq=False)
class _Waiting:
    """An answer that waits.

    Attributes:
        asked_at: when it was asked for, in `time.perf_counter` seconds.
        told: why it waits, as far as that was told.
    """

    pending: Pending[Generate]
    asked_at: float
    stage: _Stage
    told: WaitReason | None = None

    @property
    def request(self) -> Generate:
        """What is asked."""
        return self.pending.request

    @property
    def turn(self) -> float:
        """Which of several goes on first."""
        return turn_of(self.request.chat, self.asked_at)


class WaitingAnswers:
    """Lets answers begin, or come back, as soon as they can, and parks those that are in the way.

    Args:
        unsent: hands over what was read of a question before it was sent.
        n_cells: tokens that all chats together may have in the context.
    """

    def __init__(
        self,
        answers: AnswerGenerator,
        sequences: SequencePool,
        sliced_work: SlicedWork,
        unsent: UnsentReader,
        n_cells: int,
    ) -> None:
        self._answers = answers
        self._unsent = unsent
        self._sequences = sequences
        self._sliced_work = sliced_work
        self._n_cells = n_cells
        self._waiting: list[_Waiting] = []  # in the order of their turns

    @property
    def is_empty(self) -> bool:
        """Whether no answer waits."""
        return not self._waiting

    # -- in --

    def add(self, pending: Pending[Generate]) -> None:
        """Answer, now or as soon as the prompt is built and there is room."""
        waiting = _Waiting(pending, time.perf_counter(), _Preparing())
        self._add(waiting)

        def built(prompt: Prompt | LeftOut) -> None:
            if isinstance(prompt, LeftOut):
                self._withdraw(waiting)
                self._answers.refuse(pending, FinishReason.TOO_LONG, leaving_out=prompt)
            else:
                waiting.stage = _Prepared(prompt)

        def failed(error: Exception) -> None:
            self._withdraw(waiting)
            self._refuse(pending, error)

        slices = self._answers.preparing(pending)
        self._sliced_work.begin(waiting, slices, built, failed)
        self.start()

    def _add(self, waiting: _Waiting) -> None:
        self._waiting.append(waiting)
        self._waiting.sort(key=lambda one: one.turn)

    def park_one(self) -> bool:
        """Park an answer for the others; False where there are no others."""
        running = self._running()
        if len(running) < 2:
            return False
        self._park(first_to_give_way(running).chat)
        return True

    def _park(self, chat: ChatKey) -> None:
        """Store the rows of a running answer, and let it wait until there is room again."""
        sequence = self._sequences.find(chat)
        assert sequence is not None
        answer = self._answers.park(sequence)
        self._sequences.release(sequence)
        waiting = _Waiting(answer.pending, answer.began, _Parked(answer))
        self._add(waiting)
        self._tell(waiting, WaitReason.PARKED)

    # -- out --

    @property
    def can_start(self) -> bool:
        """Whether one of them can go on now."""
        return any(isinstance(verdict, Admitted) for _waiting, verdict in self._verdicts())

    def start(self) -> None:
        """Let all go on that can now; tell the others why they wait."""
        while self._start_first():
            pass
        for waiting, verdict in self._verdicts():
            if isinstance(verdict, Refused) and verdict.reason is not None:
                is_parked = isinstance(waiting.stage, _Parked)
                self._tell(waiting, WaitReason.PARKED if is_parked else verdict.reason)

    def _start_first(self) -> bool:
        """Let the first one go on that can, those in its way parked; False where none can."""
        for waiting, verdict in self._verdicts():
            if isinstance(verdict, Admitted):
                for chat in verdict.parked:
                    self._park(chat)
                self._go_on(waiting)
                return True
        return False

    def _verdicts(self) -> Iterator[tuple[_Waiting, Admitted | Refused]]:
        """Say of each whether it can go on now."""
        if not self._waiting:
            return  # as between almost any two tokens
        running, room = self._running(), self._room()
        chats_before: set[ChatKey] = set()
        for waiting in self._waiting:
            chat = waiting.request.chat
            own = self._sequences.find(chat)
            if isinstance(waiting.stage, _Preparing):
                yield waiting, Refused(None)
            elif chat in chats_before:
                yield waiting, Refused(WaitReason.NO_SEQUENCE)
            elif own is not None and own.answer is None and not own.is_idle:
                yield waiting, Refused(None)  # its chat is being restored
            else:
                yield waiting, judge(self._claim(waiting), running, room)
            chats_before.add(chat)

    def _go_on(self, waiting: _Waiting) -> None:
        """Give an answer a sequence; a defect here costs this answer alone."""
        self._waiting.remove(waiting)
        if waiting.told is not None:
            waiting.pending.tell(WaitEnded())
        prompt = waiting.stage.prompt if isinstance(waiting.stage, _Prepared) else None
        if prompt is not None:
            self._unsent.hand_over(waiting.request.chat, prompt.token_ids, prompt.media)
        sequence = self._sequences.acquire(waiting.request.chat)
        assert sequence is not None
        try:
            match waiting.stage:
                case _Prepared(prompt):
                    self._answers.begin(sequence, waiting.pending, prompt, waiting.asked_at)
                case _Parked(answer):
                    self._answers.resume(sequence, answer)
                case _Preparing():
                    raise AssertionError
        except Exception as error:  # noqa: BLE001 - told, with what was said
            begun = sequence.answer
            sequence.end_job()
            self._sequences.release(sequence)
            if begun is not None and begun.generated:
                waiting.stage = _Parked(begun)
            self._fail(waiting, error)

    # -- the end --

    def stop(self, request: RequestId) -> bool:
        """End an answer that waits, keeping what was said; False when it does not wait."""
        for waiting in self._waiting:
            if waiting.pending.id == request:
                self._stop(waiting)
                return True
        return False

    def forget(self, chat: ChatKey) -> None:
        """End the answers that wait in a chat."""
        for waiting in [entry for entry in self._waiting if entry.request.chat == chat]:
            self._stop(waiting)

    def close(self) -> None:
        """End all answers that wait; the caller has closed what prepares them."""
        for waiting in list(self._waiting):
            self._stop(waiting)

    def _stop(self, waiting: _Waiting) -> None:
        self._withdraw(waiting)
        if isinstance(waiting.stage, _Parked):
            self._answers.end(waiting.stage.answer, FinishReason.STOPPED)
        else:
            self._answers.refuse(waiting.pending, FinishReason.STOPPED)

    def _withdraw(self, waiting: _Waiting) -> None:
        self._waiting.remove(waiting)
        self._sliced_work.give_up(waiting)

    def _fail(self, waiting: _Waiting, error: Exception) -> None:
        if isinstance(waiting.stage, _Parked):
            logger.error("an answer could not go on", exc_info=error)
            self._answers.end(waiting.stage.answer, FinishReason.FAILED, problem_of(error))
        else:
            self._refuse(waiting.pending, error)

    def _refuse(self, pending: Pending[Generate], error: Exception) -> None:
        if not isinstance(error, KnownError):
            logger.error("an answer could not be begun", exc_info=error)
        is_too_long = isinstance(error, PromptTooLong | TurnTooLong | SystemPromptTooLong)
        finish_reason = FinishReason.TOO_LONG if is_too_long else FinishReason.FAILED
        self._answers.refuse(pending, finish_reason, problem_of(error))

    # -- what it is judged by --

    def _tell(self, waiting: _Waiting, reason: WaitReason) -> None:
        """Tell why an answer waits, once."""
        if waiting.told is not reason:
            waiting.told = reason
            waiting.pending.tell(AnswerWaiting(reason))

    def _claim(self, waiting: _Waiting) -> Claim:
        request = waiting.request
        match waiting.stage:
            case _Prepared(prompt):
                n_tokens, n_generated = len(prompt.token_ids), 0
            case _Parked(answer):
                n_tokens, n_generated = answer.n_tokens, len(answer.generated)
            case _Preparing():
                raise AssertionError
        n_growth = room_to_grow(self._n_cells, request.max_tokens, n_generated)
        return Claim(request.chat, waiting.turn, n_tokens, n_growth)

    def _running(self) -> list[Claim]:
        """Return what the running answers need."""
        claims = []
        for sequence in self._sequences:
            answer = sequence.answer
            if answer is not None:
                limit, n_said = answer.request.max_tokens, len(answer.generated)
                n_growth = room_to_grow(self._n_cells, limit, n_said)
                turn = turn_of(sequence.chat, answer.began)
                claims.append(Claim(sequence.chat, turn, len(sequence.wanted), n_growth))
        return claims

    def _room(self) -> Room:
        """Return what there is for answers, and what chats take of it that are being restored."""
        held = [s for s in self._sequences if s.answer is None and not s.is_idle]
        n_held_cells = sum(len(sequence.wanted) for sequence in held)
        return Room(self._sequences.capacity, self._n_cells, len(held), n_held_cells)
