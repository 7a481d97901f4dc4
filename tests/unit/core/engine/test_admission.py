"""Who goes on where not all answers fit together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.engine.batch.admission import (
    HEAD_START_S,
    Admitted,
    Claim,
    Refused,
    Room,
    first_to_give_way,
    judge,
    room_to_grow,
    turn_of,
)
from app.core.protocol import ChatKey, WaitReason

ROOM = Room(n_sequences=4, n_cells=1000)


def claim(asked_at: int, n_tokens: int, n_growth: int = 10) -> Claim:
    return Claim(ChatKey(f"chat {asked_at}"), float(asked_at), n_tokens, n_growth)


def test_an_answer_that_fits_goes_on_and_nobody_gives_way() -> None:
    assert judge(claim(2, 300), [claim(1, 300)], ROOM) == Admitted()


def test_an_answer_with_no_room_beside_earlier_ones_waits() -> None:
    assert judge(claim(2, 300), [claim(1, 700)], ROOM) == Refused(WaitReason.NO_ROOM)


def test_it_waits_also_where_it_would_fit_but_not_grow() -> None:
    running = [claim(1, 680)]
    assert judge(claim(2, 300), running, ROOM) == Admitted()
    assert judge(claim(2, 301), running, ROOM) == Refused(WaitReason.NO_ROOM)


def test_an_answer_waits_for_a_sequence_that_earlier_ones_have() -> None:
    running = [claim(number, 10) for number in range(4)]
    assert judge(claim(5, 10), running, ROOM) == Refused(WaitReason.NO_SEQUENCE)


def test_two_answers_of_one_chat_never_run_together() -> None:
    running = [Claim(ChatKey("a"), 1.0, 10, 10)]
    waiting = Claim(ChatKey("a"), 2.0, 10, 10)
    assert judge(waiting, running, ROOM) == Refused(WaitReason.NO_SEQUENCE)


def test_later_ones_give_way_where_they_are_in_the_way() -> None:
    running = [claim(1, 300), claim(3, 200), claim(4, 300), claim(5, 20)]
    room = Room(n_sequences=5, n_cells=1000)
    assert judge(claim(2, 400), running, room) == Admitted((ChatKey("chat 4"),))
    assert judge(claim(2, 100), running, room) == Admitted()


def test_a_later_one_gives_up_its_sequence() -> None:
    running = [claim(number, 10) for number in (1, 3, 4, 5)]
    assert judge(claim(2, 10), running, ROOM) == Admitted((ChatKey("chat 5"),))


def test_the_first_answer_may_take_all_there_is() -> None:
    running = [claim(2, 500), claim(3, 400)]
    everything = tuple(one.chat for one in running)
    assert judge(claim(1, 999), running, ROOM) == Admitted(everything)


def test_a_chat_that_is_being_restored_is_waited_for_without_a_word() -> None:
    for held in (Room(4, 1000, n_held_cells=800), Room(1, 1000, n_held_sequences=1)):
        assert judge(claim(1, 300), [], held) == Refused(None)


def test_the_one_asked_for_last_gives_way() -> None:
    assert first_to_give_way([claim(2, 1), claim(9, 1), claim(1, 900)]) == claim(9, 1)


@pytest.mark.parametrize(
    ("arguments", "n_expected"),
    [
        ((32_768, 0, 0), 256),
        ((512, 0, 0), 32),
        ((32_768, 100, 40), 60),
        ((32_768, 100, 99), 1),
    ],
)
def test_room_to_grow_is_no_more_than_an_answer_can_use(
    arguments: tuple[int, int, int], n_expected: int
) -> None:
    assert room_to_grow(*arguments) == n_expected


CLAIMS = st.lists(st.tuples(st.integers(1, 900), st.integers(1, 60)), min_size=1, max_size=8).map(
    lambda sizes: [claim(number, *size) for number, size in enumerate(sizes)]
)


@given(claims=CLAIMS, data=st.data())
def test_letting_answers_in_comes_to_an_end_with_the_first_one_running(
    claims: list[Claim], data: st.DataObject
) -> None:
    """However they stand, letting in who can go on ends, and never costs the first its place."""
    running = data.draw(st.lists(st.sampled_from(claims), unique=True, max_size=4))
    while not ROOM.holds(running):
        running.remove(first_to_give_way(running))
    waiting = [one for one in claims if one not in running]
    for _ in range(2 ** len(claims)):
        verdicts = [(one, judge(one, running, ROOM)) for one in waiting]
        found = [(one, v) for one, v in verdicts if isinstance(v, Admitted)]
        if not found:
            break
        one, verdict = found[0]
        parked = [other for other in running if other.chat in verdict.parked]
        assert all(other.turn > one.turn for other in parked)
        running = [*(other for other in running if other not in parked), one]
        waiting = sorted(
            [*(other for other in waiting if other is not one), *parked],
            key=lambda other: other.turn,
        )
        assert ROOM.holds(running)
    else:
        raise AssertionError("they let each other in and out without an end")
    assert claims[0] in running


WINDOW, PROGRAM, PASSING = ChatKey("7"), ChatKey("api-ab12"), ChatKey("temporary-api-ab12")


@pytest.mark.parametrize("program", [PROGRAM, PASSING])
def test_the_window_goes_before_what_programs_have_asked_for_a_little_earlier(
    program: ChatKey,
) -> None:
    asked = Claim(WINDOW, turn_of(WINDOW, 100.0), 600, 10)
    running = [Claim(program, turn_of(program, 100.0 - HEAD_START_S / 2), 600, 10)]
    assert judge(asked, running, ROOM) == Admitted((program,))


def test_a_program_that_has_waited_for_long_goes_before_the_window() -> None:
    waited = Claim(PROGRAM, turn_of(PROGRAM, 100.0), 600, 10)
    window = Claim(WINDOW, turn_of(WINDOW, 101.0 + HEAD_START_S), 600, 10)
    assert judge(waited, [window], ROOM) == Admitted((WINDOW,))
    assert judge(window, [waited], ROOM) == Refused(WaitReason.NO_ROOM)


def test_among_themselves_programs_go_by_when_they_asked() -> None:
    first, second = (
        Claim(ChatKey(f"api-{at}"), turn_of(PROGRAM, at), 600, 10) for at in (1.0, 2.0)
    )
    assert judge(second, [first], ROOM) == Refused(WaitReason.NO_ROOM)
    assert first_to_give_way([first, second]) is second
