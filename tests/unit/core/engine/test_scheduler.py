from __future__ import annotations

from typing import Any
from unittest.mock import sentinel

from app.core.engine.protocol import ChatKey
from app.core.engine.scheduler import PREFILL_CHUNK, STREAMING_PREFILL, plan_batch
from app.core.engine.sequence import PendingCheck, Sequence


def _sequence(seq_id: int, *, n_cached: int, n_wanted: int, **fields: Any) -> Sequence:
    fields.setdefault("answer", sentinel.answer)
    return Sequence(seq_id, ChatKey(str(seq_id)), [0] * n_cached, [0] * n_wanted, **fields)


def _counts(sequences: list[Sequence], capacity: int = 512) -> dict[int, int]:
    return {s.sequence.seq_id: s.end - s.begin for s in plan_batch(sequences, capacity)}


def test_a_long_prompt_is_read_in_chunks() -> None:
    assert _counts([_sequence(0, n_cached=10, n_wanted=5000)]) == {0: PREFILL_CHUNK}


def test_a_stream_gets_its_token_and_a_prompt_only_a_little_beside_it() -> None:
    streaming = _sequence(0, n_cached=99, n_wanted=100)
    reading = _sequence(1, n_cached=0, n_wanted=5000)
    assert _counts([reading, streaming]) == {0: 1, 1: STREAMING_PREFILL}


def test_several_streams_share_one_batch() -> None:
    streams = [_sequence(index, n_cached=9, n_wanted=10) for index in range(4)]
    assert _counts(streams) == {0: 1, 1: 1, 2: 1, 3: 1}


def test_a_restored_sequence_proves_itself_alone_before_it_reads_on() -> None:
    check = PendingCheck(40, None, sentinel.prefix, 41)
    assert _counts([_sequence(0, n_cached=40, n_wanted=60, check=check)]) == {0: 1}


def test_idle_and_restoring_sequences_get_nothing() -> None:
    idle = _sequence(0, n_cached=10, n_wanted=10, answer=None)
    restoring = _sequence(1, n_cached=0, n_wanted=10, restore=sentinel.restore)
    assert _counts([idle, restoring]) == {}


def test_a_batch_never_exceeds_its_capacity() -> None:
    sequences = [_sequence(index, n_cached=0, n_wanted=100) for index in range(4)]
    assert sum(_counts(sequences, capacity=150).values()) == 150


def test_a_share_ends_where_the_state_has_to_be_taken() -> None:
    sequence = Sequence(0, ChatKey("1"), tokens=[1] * 10, wanted=[1] * 100, stops=[5, 10, 37, 80])
    (share,) = plan_batch([sequence], 512)
    assert (share.begin, share.end) == (10, 37)
    sequence.tokens = [1] * 80
    (share,) = plan_batch([sequence], 512)
    assert (share.begin, share.end) == (80, 100)
