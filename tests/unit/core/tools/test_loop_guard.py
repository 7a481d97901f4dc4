"""A loop of calls ends by itself."""

from __future__ import annotations

from app.core.messages import ToolCall
from app.core.tools.loop_guard import LoopEnd, LoopLimits, LoopState, why

LIMITS = LoopLimits(n_rounds=3, n_calls=4, seconds=60.0, n_bytes=100)


def call(number: int, name: str = "search") -> ToolCall:
    return ToolCall(name, f'{{"query": {number}}}', id=f"id{number}")


def after(*rounds: list[ToolCall]) -> LoopState | LoopEnd:
    state = LoopState()
    for calls in rounds:
        found = state.with_calls(calls, LIMITS)
        if isinstance(found, LoopEnd):
            return found
        state = found
    return state


def test_the_same_call_twice_ends_a_loop_whatever_its_id_and_blanks() -> None:
    again = ToolCall("search", '{ "query":1 }', id="other")

    assert after([call(1)], [again]) is LoopEnd.REPEATED
    assert after([call(1), again]) is LoopEnd.REPEATED
    assert isinstance(after([call(1)], [call(1, "fetch")]), LoopState)


def test_rounds_and_calls_have_limits() -> None:
    assert isinstance(after([call(1)], [call(2)], [call(3)]), LoopState)
    assert after([call(1)], [call(2)], [call(3)], [call(4)]) is LoopEnd.ROUNDS
    assert after([call(n) for n in range(5)]) is LoopEnd.CALLS


def test_time_and_size_have_limits() -> None:
    state = LoopState().with_result("x" * 60, 30.0, LIMITS)

    assert isinstance(state, LoopState)
    assert state.with_result("ä" * 21, 1.0, LIMITS) is LoopEnd.SIZE
    assert state.with_result("x", 31.0, LIMITS) is LoopEnd.TIME
    assert isinstance(state.with_result("x", 29.0, LIMITS), LoopState)


def test_a_loop_that_may_go_on_begins_anew() -> None:
    state = after([call(1)], [call(2)])

    assert isinstance(state, LoopState)
    assert isinstance(state.renewed().with_calls([call(1)], LIMITS), LoopState)


def test_each_end_has_a_sentence() -> None:
    sentences = {str(why(end, LIMITS)) for end in LoopEnd}

    assert len(sentences) == len(LoopEnd)
    assert all(one.endswith(".") for one in sentences)
