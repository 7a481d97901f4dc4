"""The rule by which turns are left out of a chat that outgrows its context."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.messages import Role
from app.core.prompts.overflow import (
    CountedMessage,
    CountedPrompt,
    leaving_out,
    leaving_out_again,
    n_least,
    n_turns_out,
)
from app.core.protocol import LEAST_ANSWER, room_for_answer


def prompt(*sizes: tuple[Role, int], n_system: int = 0, n_around: int = 0) -> CountedPrompt:
    messages = tuple(CountedMessage(role, size) for role, size in sizes)
    n_messages = len(messages) + bool(n_system)
    n_total = n_system + sum(size for _role, size in sizes) + n_around * n_messages
    return CountedPrompt(messages, n_system, n_total)


def turns(*sizes: int) -> list[tuple[Role, int]]:
    """Questions and answers in turn."""
    roles = (Role.USER, Role.ASSISTANT)
    return [(roles[row % 2], size) for row, size in enumerate(sizes)]


@pytest.mark.parametrize(
    ("sizes", "n_fixed", "expected"),
    [
        ([100, 100], 50, 0),  # there is room
        ([100] * 7, 50, 0),  # 750, just so
        ([100] * 7, 51, 3),  # and then down to half of the context
        ([100] * 9, 50, 5),
        ([10] * 100, 0, 50),
        ([100, 700, 100], 0, 2),
        ([100, 100, 900], 0, 2),  # the last one leaves little room, and is all that stays
        ([100, 100, 985], 0, None),  # it does not fit by itself
        ([984], 0, 0),  # there is nothing to leave out, and a little room
        ([985], 0, None),
        ([100], 900, None),
        ([], 10, 0),
    ],
)  # fmt: skip
def test_turns_are_left_out_from_the_oldest_on(
    sizes: list[int], n_fixed: int, expected: int | None
) -> None:
    assert n_turns_out(sizes, n_fixed, 1000, 250) == expected


@given(
    st.lists(st.integers(1, 400), min_size=1, max_size=30), st.integers(0, 300), st.integers(1, 300)
)
def test_what_stays_fits_and_no_turn_is_left_out_without_need(
    sizes: list[int], n_fixed: int, room: int
) -> None:
    n_ctx = 1000
    n_out = n_turns_out(sizes, n_fixed, n_ctx, room)
    if n_out is None:
        assert n_fixed + sizes[-1] + LEAST_ANSWER > n_ctx
        return
    left = n_fixed + sum(sizes[n_out:])
    assert n_out < len(sizes)
    assert left + min(room, LEAST_ANSWER) <= n_ctx
    if not n_out:
        assert left + room <= n_ctx or len(sizes) == 1
    if n_out:
        assert n_fixed + sum(sizes) + room > n_ctx
        assert n_out == 1 or left + sizes[n_out - 1] > n_ctx // 2


def test_a_chat_grows_for_many_turns_before_it_happens_again() -> None:
    n_ctx, room, turn = 4096, room_for_answer(4096), 60
    sizes: list[int] = []
    happened = []
    for number in range(300):
        sizes.append(turn)
        n_out = n_turns_out(sizes, 100, n_ctx, room)
        if n_out:
            happened.append(number)
            sizes = sizes[n_out:]
    gaps = [after - before for before, after in itertools.pairwise(happened)]
    assert len(happened) > 5
    assert min(gaps) * turn >= n_ctx // 4 - turn


def test_who_sends_all_turns_has_the_same_left_out_for_many_turns() -> None:
    n_ctx, room = 4096, room_for_answer(4096)
    firsts = []
    for number in range(300):
        asked = prompt(*turns(*[20, 40] * number, 20), n_system=100, n_around=3)
        planned = leaving_out_again(asked, n_ctx, room)
        n_left = asked.n_total if planned is None else planned.n_after
        assert n_left + LEAST_ANSWER <= n_ctx
        firsts.append(0 if planned is None else planned.n_messages)
    assert firsts == sorted(firsts)
    changes = [row for row, (one, two) in enumerate(itertools.pairwise(firsts)) if one != two]
    gaps = [after - before for before, after in itertools.pairwise(changes)]
    assert len(changes) > 5
    assert min(gaps) * 66 >= n_ctx // 4 - 66


@given(
    st.lists(st.integers(1, 400), min_size=1, max_size=30), st.integers(0, 300), st.integers(1, 300)
)
def test_what_stays_of_all_turns_is_the_end_of_them(
    sizes: list[int], n_system: int, room: int
) -> None:
    asked = prompt(*turns(*sizes), n_system=n_system)
    planned = leaving_out_again(asked, 1000, room)
    if planned is None:
        assert asked.n_total + room <= 1000 or n_least(asked) == asked.n_total
    else:
        assert asked.n_total + room > 1000
        assert planned.n_after <= 1000 - room or planned.n_after == n_least(asked)


@pytest.mark.parametrize(
    ("n_ctx", "max_tokens", "expected"),
    [(4096, 0, 1024), (32768, 0, 2048), (4096, 100, 100), (4096, 9999, 1024), (40, 0, 16),
     (4096, 3, LEAST_ANSWER)],
)  # fmt: skip
def test_room_for_an_answer(n_ctx: int, max_tokens: int, expected: int) -> None:
    assert room_for_answer(n_ctx, max_tokens) == expected


def test_a_question_and_its_answer_go_together() -> None:
    whole = prompt(*turns(100, 200, 100, 200, 50), n_system=50, n_around=10)
    planned = leaving_out(whole, 880, 130)
    assert planned is not None
    assert (planned.n_messages, planned.n_out, planned.n_before) == (2, 320, 380)
    assert planned.n_after == 50 + 10 + 110 + 210 + 60
    assert planned.n_again == 110 + 210  # not the system prompt, nor what was never read
    assert whole.n_total - planned.n_out == planned.n_after


def test_what_stands_before_the_first_question_goes_with_its_turn() -> None:
    whole = prompt((Role.ASSISTANT, 300), *turns(100, 300, 100))
    planned = leaving_out(whole, 800, 100)
    assert planned is not None
    assert planned.n_messages == 3


def test_several_questions_without_an_answer_are_turns_of_their_own() -> None:
    whole = prompt((Role.USER, 300), (Role.USER, 300), (Role.USER, 300))
    planned = leaving_out(whole, 1000, 200)
    assert planned is not None
    assert planned.n_messages == 2


def test_the_last_turn_is_what_stays_at_least() -> None:
    assert n_least(prompt(*turns(500, 500, 100, 30), n_system=7, n_around=3)) == 10 + 103 + 33
    assert n_least(prompt((Role.USER, 40))) == 40
    assert n_least(CountedPrompt((), 12, 12)) == 12
    assert leaving_out(prompt((Role.USER, 4000)), 1000, 100) is None
