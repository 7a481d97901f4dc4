from __future__ import annotations

from unittest.mock import sentinel

from app.core.engine.scheduler import PREFILL_CHUNK, STREAMING_PREFILL, plan_batch
from app.core.engine.sequences.restore_phases import Fetching, Proving
from app.core.engine.sequences.sequence import Sequence
from app.core.engine.token_counts import SavePlan
from app.core.protocol import ChatKey


def _sequence(seq_id: int, *, n_cached: int, n_wanted: int, is_answering: bool = True) -> Sequence:
    sequence = Sequence(seq_id, ChatKey(str(seq_id)))
    sequence.want([0] * n_wanted)
    sequence.restored_up_to(n_cached)
    if is_answering:
        sequence.begin_answer(sentinel.answer)
    return sequence


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
    sequence = _sequence(0, n_cached=40, n_wanted=60)
    sequence.enter(Proving(40, None, sentinel.prefix, 41))
    assert _counts([sequence]) == {0: 1}


def test_idle_and_restoring_sequences_get_nothing() -> None:
    idle = _sequence(0, n_cached=10, n_wanted=10, is_answering=False)
    restoring = _sequence(1, n_cached=0, n_wanted=10)
    restoring.enter(Fetching(sentinel.prefix, sentinel.loaded, 0.0, 0.0))
    assert _counts([idle, restoring]) == {}


def test_a_batch_never_exceeds_its_capacity() -> None:
    sequences = [_sequence(index, n_cached=0, n_wanted=100) for index in range(4)]
    assert sum(_counts(sequences, capacity=150).values()) == 150


def test_a_share_ends_where_the_state_has_to_be_taken() -> None:
    sequence = _sequence(0, n_cached=10, n_wanted=100, is_answering=False)
    sequence.saved.plan(SavePlan(batch_ends=(5, 10, 37, 80)))
    (share,) = plan_batch([sequence], 512)
    assert (share.begin, share.end) == (10, 37)
    sequence.computed_up_to(80)
    (share,) = plan_batch([sequence], 512)
    assert (share.begin, share.end) == (80, 100)


def test_prompts_share_equally_and_what_one_leaves_the_others_get() -> None:
    short = _sequence(0, n_cached=0, n_wanted=10)
    long = [_sequence(number, n_cached=0, n_wanted=5000) for number in (1, 2)]
    assert _counts([*long, short]) == {0: 10, 1: 123, 2: 123}


def test_beside_a_stream_prompts_share_equally_what_is_left_for_prompts() -> None:
    streaming = _sequence(0, n_cached=99, n_wanted=100)
    reading = [_sequence(number, n_cached=0, n_wanted=900 * number) for number in (1, 2, 3)]
    assert _counts([*reading, streaming]) == {0: 1, 1: 22, 2: 21, 3: 21}


def test_idle_work_gets_a_batch_of_its_own_or_none() -> None:
    idle_work = _sequence(0, n_cached=0, n_wanted=5000, is_answering=False)
    idle_work.begin_idle_work()
    streaming = _sequence(1, n_cached=99, n_wanted=100)
    reading = _sequence(2, n_cached=0, n_wanted=3)
    last = _sequence(3, n_cached=9, n_wanted=10, is_answering=False)  # the token behind an answer
    for others in ([streaming, reading], [reading], [last]):
        assert 0 not in _counts([idle_work, *others])
    assert _counts([idle_work]) == {0: PREFILL_CHUNK}
