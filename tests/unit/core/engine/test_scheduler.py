from __future__ import annotations

from unittest.mock import Mock, sentinel

from app.core.engine.batch.admission import HEAD_START_S
from app.core.engine.batch.scheduler import (
    ODD_SHARE,
    OLDEST_SHARE,
    PREFILL_CHUNK,
    PROGRAM_PREFILL,
    STREAMING_PREFILL,
    BatchTurns,
    plan_batch,
)
from app.core.engine.memory.save_plan import SavePlan
from app.core.engine.prompts.prompt import Prompt
from app.core.engine.sequences.answer import Answer, Answering, DoingIdleWork, Inspecting
from app.core.engine.sequences.prefix_origin import Fetching, Proving
from app.core.engine.sequences.sequence import Sequence
from app.core.protocol import ChatKey


def _sequence(
    seq_id: int,
    *,
    n_cached: int,
    n_wanted: int,
    is_answering: bool = True,
    asked_at: float = 1.0,
    chat: str = "",
    n_read: int = 0,
) -> Sequence:
    sequence = Sequence(seq_id, ChatKey(chat or str(seq_id)))
    sequence.want([0] * n_wanted)
    sequence.restored_up_to(n_cached)
    if is_answering:
        prompt = Mock(Prompt, token_ids=tuple(sequence.wanted))
        answer = Mock(Answer, began=asked_at, n_prefilled=n_read, prompt=prompt)
        sequence.begin(Answering(answer))
    return sequence


def _counts(
    sequences: list[Sequence], n_prefill: int = PREFILL_CHUNK, capacity: int = 512
) -> dict[int, int]:
    shares = plan_batch(sequences, capacity, n_prefill)
    return {share.sequence.seq_id: share.end - share.begin for share in shares}


def test_a_long_prompt_is_read_in_chunks() -> None:
    prompt = _sequence(0, n_cached=10, n_wanted=5000)
    assert _counts([prompt]) == {0: PREFILL_CHUNK}
    assert _counts([prompt], n_prefill=512) == {0: 512}


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
    (share,) = plan_batch([sequence], 512, PREFILL_CHUNK)
    assert (share.begin, share.end) == (10, 37)
    sequence.computed_up_to(80)
    (share,) = plan_batch([sequence], 512, PREFILL_CHUNK)
    assert (share.begin, share.end) == (80, 100)


def test_the_prompt_with_the_fewest_tokens_left_is_read_first_and_in_one_piece() -> None:
    waiting = [_sequence(number, n_cached=0, n_wanted=5000 - number) for number in (1, 2)]
    short = _sequence(3, n_cached=100, n_wanted=150)
    first = _sequence(0, n_cached=0, n_wanted=200, asked_at=0.0)
    assert _counts([*waiting, first, short]) == {3: 50, 0: 200, 2: 6}


def test_of_equal_prompts_the_one_that_was_asked_for_first_goes_first() -> None:
    sequences = [_sequence(n, n_cached=0, n_wanted=1000, asked_at=9.0 - n) for n in (0, 1, 2)]
    assert _counts(sequences) == {2: PREFILL_CHUNK}
    sequences[1].restored_up_to(1)  # the fewest left, now
    reserved = PREFILL_CHUNK // OLDEST_SHARE
    assert _counts(sequences) == {1: PREFILL_CHUNK - reserved, 2: reserved}


def test_the_answer_that_was_asked_for_first_gets_a_quarter_beside_shorter_ones() -> None:
    book = _sequence(0, n_cached=0, n_wanted=5000, asked_at=0.0)
    short = [_sequence(number, n_cached=0, n_wanted=400) for number in (1, 2)]
    assert _counts([book, *short]) == {1: PREFILL_CHUNK * 3 // 4, 0: PREFILL_CHUNK // 4}
    streaming = _sequence(3, n_cached=99, n_wanted=100)
    beside = {3: 1, 1: STREAMING_PREFILL * 3 // 4, 0: STREAMING_PREFILL // 4}
    assert _counts([book, *short, streaming]) == beside


def test_what_the_first_does_not_need_the_others_get() -> None:
    nearly_done = _sequence(0, n_cached=90, n_wanted=100, asked_at=0.0)
    assert _counts([nearly_done, _sequence(1, n_cached=0, n_wanted=5000)]) == {0: 10, 1: 246}


def test_a_proof_goes_before_prompts_that_have_fewer_tokens_left() -> None:
    restored = _sequence(0, n_cached=40, n_wanted=3000)
    restored.enter(Proving(40, None, sentinel.prefix, 41))
    others = [_sequence(number, n_cached=0, n_wanted=600) for number in (1, 2)]
    counts = _counts([*others, restored])
    assert counts[0] == 1
    assert sum(counts.values()) == PREFILL_CHUNK


def test_idle_work_gets_a_batch_of_its_own_or_none() -> None:
    idle_work = _sequence(0, n_cached=0, n_wanted=5000, is_answering=False)
    idle_work.begin(DoingIdleWork())
    streaming = _sequence(1, n_cached=99, n_wanted=100)
    reading = _sequence(2, n_cached=0, n_wanted=3)
    last = _sequence(3, n_cached=9, n_wanted=10, is_answering=False)  # the token behind an answer
    for others in ([streaming, reading], [reading], [last]):
        assert 0 not in _counts([idle_work, *others])
    assert _counts([idle_work]) == {0: PREFILL_CHUNK}


def test_a_prompt_of_the_window_is_read_before_a_shorter_one_of_another_program() -> None:
    window = _sequence(0, n_cached=0, n_wanted=5000)
    program = _sequence(1, n_cached=0, n_wanted=300, chat="api-ab12")
    assert _counts([program, window]) == {0: PREFILL_CHUNK}


def test_a_program_that_has_waited_for_long_is_read_beside_the_window() -> None:
    window = _sequence(0, n_cached=0, n_wanted=5000, asked_at=HEAD_START_S + 2)
    program = _sequence(1, n_cached=0, n_wanted=5000, asked_at=1.0, chat="api-ab12")
    share = PREFILL_CHUNK // OLDEST_SHARE
    assert _counts([window, program]) == {0: PREFILL_CHUNK - share, 1: share}


def test_streams_of_programs_get_their_token_beside_those_of_the_window() -> None:
    window = _sequence(0, n_cached=9, n_wanted=10)
    program = _sequence(1, n_cached=9, n_wanted=10, chat="temporary-api-ab12")
    assert _counts([program, window]) == {0: 1, 1: 1}


def test_streams_and_prompts_take_turns_where_they_are_computed_apart() -> None:
    streams = [_sequence(index, n_cached=9, n_wanted=10) for index in (0, 1)]
    prompt = _sequence(2, n_cached=0, n_wanted=500)
    turns = BatchTurns(are_apart=True)
    planned = plan_batch([*streams, prompt], 512, PREFILL_CHUNK)
    taken = [
        [share.sequence.seq_id for share in turns.next(planned, PREFILL_CHUNK)] for _ in range(4)
    ]
    assert taken == [[0, 1], [2], [0, 1], [2]]
    assert BatchTurns(are_apart=False).next(planned, PREFILL_CHUNK) == planned
    for alone in (planned[:2], planned[2:], []):
        assert turns.next(alone, PREFILL_CHUNK) == alone


def test_streams_of_programs_let_more_of_a_prompt_through_than_one_that_is_watched() -> None:
    program = _sequence(0, n_cached=9, n_wanted=10, chat="api-ab12")
    prompt = _sequence(1, n_cached=0, n_wanted=5000, chat="api-cd34")
    window = _sequence(2, n_cached=9, n_wanted=10)
    assert _counts([program, prompt]) == {0: 1, 1: PROGRAM_PREFILL}
    assert _counts([program, prompt, window]) == {0: 1, 2: 1, 1: STREAMING_PREFILL}


def test_the_first_answer_begins_without_tokens_of_others_where_they_are_apart() -> None:
    first = _sequence(0, n_cached=500, n_wanted=513, asked_at=0.0)
    short = _sequence(1, n_cached=0, n_wanted=20)
    book = _sequence(2, n_cached=0, n_wanted=5000)
    planned = plan_batch([first, short, book], 512, PREFILL_CHUNK)
    assert [share.sequence.seq_id for share in planned] == [0, 1, 2]
    apart = BatchTurns(are_apart=True)
    assert [share.sequence.seq_id for share in apart.next(planned, PREFILL_CHUNK)] == [0, 1]
    assert BatchTurns(are_apart=False).next(planned, PREFILL_CHUNK) == planned


def _taken(sequences: list[Sequence], n_prefill: int) -> dict[int, int]:
    planned = plan_batch(sequences, 512, n_prefill)
    shares = BatchTurns(are_apart=True).next(planned, n_prefill)
    return {share.sequence.seq_id: share.end - share.begin for share in shares}


def test_the_odd_tokens_of_other_prompts_go_along_with_the_last_ones_of_the_first() -> None:
    first = _sequence(0, n_cached=512, n_wanted=525, asked_at=0.0, n_read=512)
    second = _sequence(1, n_cached=0, n_wanted=525)
    third = _sequence(2, n_cached=0, n_wanted=1024 + 19, asked_at=2.0)
    even = _sequence(3, n_cached=0, n_wanted=1024)
    assert _taken([first, second], 512) == {0: 13, 1: 13}
    assert _taken([first, second, even], 512) == {0: 13, 1: 13}  # nothing is odd of it
    assert _taken([first, third], 512) == {0: 13, 2: 19}


def test_a_prompt_that_was_hardly_read_waits_for_no_odd_tokens() -> None:
    second = _sequence(1, n_cached=0, n_wanted=525)
    short = _sequence(0, n_cached=0, n_wanted=20, asked_at=0.0)
    assert _taken([short, second], 512) == {0: 20}
    restored = _sequence(0, n_cached=8000, n_wanted=8020, asked_at=0.0)
    assert _taken([restored, second], 512) == {0: 20}
    barely = _sequence(0, n_cached=200, n_wanted=220, asked_at=0.0, n_read=12 * ODD_SHARE)
    assert _taken([barely, second], 512) == {0: 20}  # 12 may go along and 13 are odd


def test_beside_an_answer_the_odd_tokens_are_those_beyond_smaller_batches() -> None:
    stream = _sequence(0, n_cached=99, n_wanted=100)
    first = _sequence(1, n_cached=512, n_wanted=525, asked_at=0.0, n_read=512)
    second = _sequence(2, n_cached=0, n_wanted=3 * STREAMING_PREFILL + 7)
    planned = plan_batch([stream, first, second], 512, 512)
    turns = BatchTurns(are_apart=True)
    assert [share.sequence.seq_id for share in turns.next(planned, 512)] == [0]
    taken = turns.next(planned, 512)
    assert [(share.sequence.seq_id, share.end - share.begin) for share in taken] == [
        (1, 13),
        (2, 7),
    ]


def test_a_book_whose_turn_is_first_is_read_beside_short_prompts_that_end() -> None:
    book = _sequence(0, n_cached=0, n_wanted=5000, asked_at=0.0)
    short = _sequence(1, n_cached=0, n_wanted=20)
    planned = plan_batch([book, short], 512, PREFILL_CHUNK)
    assert BatchTurns(are_apart=True).next(planned, PREFILL_CHUNK) == planned


def test_a_prompt_is_read_in_smaller_pieces_beside_an_answer_that_is_looked_into() -> None:
    prompt = _sequence(0, n_cached=0, n_wanted=5000)
    inspected = _sequence(1, n_cached=100, n_wanted=300, is_answering=False)
    inspected.begin(Inspecting(100))
    assert sum(_counts([prompt, inspected], n_prefill=512).values()) == PREFILL_CHUNK
