"""How fast several answers are written together."""

from __future__ import annotations

import pytest

from tools.bench.timed import Timed, rate_together


def answer(first_s: float, step_s: float, n_pieces: int, n_tokens: int | None = None) -> Timed:
    said = tuple(first_s + n * step_s for n in range(n_pieces))
    return Timed(7, n_tokens or n_pieces, 0.0, first_s, said[-1] if said else first_s, said)


def test_one_answer_has_the_rate_of_its_tokens() -> None:
    assert rate_together([answer(3.0, 0.1, 51)]) == pytest.approx(10.0)


def test_what_is_written_while_others_are_read_or_have_ended_does_not_count() -> None:
    early, late = answer(0.0, 0.1, 151), answer(10.0, 0.1, 101)
    assert rate_together([early, late]) == pytest.approx(20.0, rel=0.02)


def test_a_piece_may_be_several_tokens() -> None:
    assert rate_together([answer(0.0, 0.2, 51, n_tokens=102)]) == pytest.approx(10.0)


def test_of_answers_that_were_never_written_together_all_of_the_time_counts() -> None:
    assert rate_together([answer(0.0, 0.1, 11), answer(4.0, 0.1, 11)]) == pytest.approx(4.0)


def test_answers_of_one_token_have_no_rate() -> None:
    assert rate_together([answer(1.0, 0.1, 1)]) == 0.0
    assert rate_together([Timed(7, 1, 0.0, 1.0, 1.0)]) == 0.0
