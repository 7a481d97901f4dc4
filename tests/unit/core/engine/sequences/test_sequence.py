from __future__ import annotations

from unittest.mock import Mock, sentinel

import pytest

from app.core.engine.prompts.prompt import Prompt
from app.core.engine.sequences.answer import Answer, Answering, DoingIdleWork, Restoring
from app.core.engine.sequences.prefix_origin import Fetching, Proving
from app.core.engine.sequences.sequence import Sequence
from app.core.errors import BugError
from app.core.kvstore.chain import SegmentHash
from app.core.protocol import (
    NO_RESTORE,
    Call,
    ChatKey,
    ChatRestored,
    News,
    PendingCalls,
    PrefixSource,
    Reply,
    RequestId,
    RestoreChat,
)


def _answer() -> Mock:
    return Mock(Answer, prompt=Mock(Prompt, token_ids=(1, 2, 3)))


def _restoring(told: list[Reply | News]) -> Restoring:
    call = Call(RequestId(1), RestoreChat(ChatKey("1"), ()))
    return Restoring(PendingCalls(told.append).begin(call), n_prompt=10, began=0.0)


def test_cutting_a_sequence_forgets_the_segments_behind_the_cut() -> None:
    names = [SegmentHash(bytes([n]) * 16) for n in range(3)]
    sequence = Sequence(0, ChatKey("1"))
    sequence.want(range(30))
    sequence.restored_up_to(30)
    sequence.saved.adopt([(10, names[0]), (20, names[1]), (30, names[2])])
    sequence.origin.restored(30, 1.0, NO_RESTORE)
    sequence.truncate(25)
    assert sequence.n_cached == 25
    assert sequence.saved.end == 20
    assert sequence.origin.take_credit(30).n_restored == 25


def test_a_sequence_has_one_job_at_a_time() -> None:
    sequence = Sequence(0, ChatKey("1"))
    answer = _answer()
    sequence.begin(Answering(answer))
    with pytest.raises(BugError):
        sequence.begin(_restoring([]))
    sequence.end_job()
    sequence.begin(_restoring([]))
    assert sequence.answer is None


def test_whoever_waits_for_a_restore_that_is_given_up_is_answered_once() -> None:
    told: list[Reply | News] = []
    sequence = Sequence(0, ChatKey("1"))
    restoring = _restoring(told)
    sequence.begin(restoring)
    sequence.enter(Fetching(sentinel.prefix, sentinel.loaded, 0.0, 0.0))
    sequence.end_job()
    restoring.pending.fail()
    assert told == [Reply(RequestId(1), ChatRestored(0, 0, PrefixSource.OFF, 0.0))]


def test_a_restore_serves_a_job_and_ends_with_it() -> None:
    sequence = Sequence(0, ChatKey("1"))
    with pytest.raises(BugError):
        sequence.enter(Proving(3, None, sentinel.prefix, 4))
    sequence.begin(DoingIdleWork())
    was_idle = sequence.is_idle
    sequence.enter(Fetching(sentinel.prefix, sentinel.loaded, 0.0, 0.0))
    assert (was_idle, sequence.is_idle) == (True, False)
    sequence.enter(Proving(3, None, sentinel.prefix, 4))
    assert sequence.fetching is None
    sequence.end_job()
    assert sequence.proving is None
    assert sequence.is_idle


def test_an_answer_takes_over_a_chat_that_is_read_ahead() -> None:
    sequence = Sequence(0, ChatKey("1"))
    sequence.begin(DoingIdleWork())
    answer = _answer()
    sequence.begin(Answering(answer))
    assert not sequence.does_idle_work
    assert sequence.answer is answer
