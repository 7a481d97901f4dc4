"""Where messages lie: sums of heights that stay right whatever is added, removed or measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.chats.records import MessageStatus
from app.core.messages import Role
from app.core.plain_value import replace
from app.ui.transcript.render.message_stack import TOP_MARGIN, MessageStack
from tests.unit.ui.conftest import answer, question, stack_of

if TYPE_CHECKING:
    from app.core.chats.records import Message


def messages(n: int, begin: int = 1) -> list[Message]:
    texts = ["word " * (7 * (number % 9) + 1) for number in range(begin, begin + n)]
    return [
        (question if number % 2 else answer)(text, number=number)
        for number, text in enumerate(texts, begin)
    ]


def assert_sums(stack: MessageStack) -> None:
    """Check that messages lie without gaps, each where it is found."""
    tops = [stack.top(row) for row in range(len(stack))]
    assert tops == sorted(tops)
    for row, top in enumerate(tops):
        assert stack.row_at(top) == row
        assert stack.row_at(top - 0.5) == max(0, row - 1)
        assert stack.messages.row_of(stack.messages.message(row).id) == row
    assert stack.row_at(1e9) == len(stack) - 1
    if tops:
        assert tops[0] == TOP_MARGIN


@given(st.lists(st.sampled_from(["add", "prepend", "remove", "measure", "width"]), max_size=12))
def test_sums_stay_right_whatever_happens(steps: list[str]) -> None:
    stack = stack_of(messages(5, begin=1000))
    first, last = 1000, 1005
    for number, step in enumerate(steps):
        match step:
            case "add":
                stack.messages.add(messages(1, begin=last)[0])
                last += 1
            case "prepend":
                first -= 3
                stack.messages.prepend(messages(3, begin=first))
            case "remove" if len(stack):
                stack.messages.remove(stack.messages.message(number % len(stack)).id)
            case "measure" if len(stack):
                stack.measure(number % len(stack))
            case "width":
                stack.set_width(300.0 + 40 * number)
            case _:
                assert not len(stack)  # nothing to remove or measure
        assert_sums(stack)


def test_a_chat_has_the_same_order_however_it_came_together() -> None:
    whole, parts = stack_of(messages(10)), stack_of(messages(4, begin=5))
    parts.messages.prepend(messages(4))
    for message in messages(2, begin=9):
        parts.messages.add(message)
    ids = [[stack.messages.message(row).id for row in range(10)] for stack in (whole, parts)]
    assert ids[0] == ids[1]
    assert parts.total_height() == pytest.approx(whole.total_height())


def test_only_what_was_looked_at_last_has_a_layout() -> None:
    begun = answer("", MessageStatus.STREAMING, number=1)
    stack = stack_of([begun, *messages(1000, begin=2)])
    stack.messages.append_text(begun.id, "half a sentence")
    for row in range(len(stack)):
        stack.measure(row)
    assert len(stack._layouts) <= 400
    found = stack.find(begun.id)
    assert found is not None
    assert found.text == "half a sentence"  # a streaming answer is never dropped


def test_nothing_lies_anywhere_in_an_empty_chat() -> None:
    stack = stack_of([])
    assert (stack.row_at(10), list(stack.rows_between(0, 100))) == (-1, [])
    assert stack.last() is None
    assert stack.find(None) is None
    assert not stack.messages.remove(messages(1)[0].id)


def test_the_line_above_an_answer_follows_what_stands_before_it() -> None:
    step, last = replace(answer("42"), role=Role.TOOL), answer("Done.")
    stack = stack_of([last])
    assert not stack[0].follows_step

    stack.messages.prepend([question("Look"), step])
    assert stack[2].follows_step
    assert stack.bottom(2) - stack.top(2) == stack[2].height()

    stack.messages.remove(step.id)
    assert not stack[1].follows_step
    assert stack.bottom(1) - stack.top(1) == stack[1].height()
