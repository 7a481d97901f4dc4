"""The result of a call is one folded line, which says which tool it is of and how it ended."""

from __future__ import annotations

import pytest

from app.core.chats.records import Message, MessageStatus
from app.core.content.tool_steps import CallsMade, ToolStep
from app.core.messages import Role, ToolCall
from app.core.plain_value import replace
from app.ui.transcript.model.message_facts import can_go_on, is_typed, speaker, thought_words
from app.ui.transcript.render.message_layout import MessageLayout
from app.ui.words.plain_text import isolated
from tests.unit.ui.conftest import answer

CALL = ToolCall("calculate", '{"expression":"6*7"}', "a")
SAID = f"Calculator: {isolated('6*7')}"


def result(
    text: str = "42", status: MessageStatus = MessageStatus.COMPLETE, *, is_error: bool = False
) -> Message:
    stats = tuple(ToolStep(CALL, 0.012, is_error).as_stats().items())
    return replace(answer(text), role=Role.TOOL, status=status, stats=stats)


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (result(), f"{SAID} · 12 ms"),
        (result(is_error=True), f"{SAID} · failed · 12 ms"),
        (result("", MessageStatus.STREAMING), f"{SAID} …"),
        (result("", MessageStatus.INTERRUPTED), SAID),
        (replace(result(), stats=()), "Tool"),
    ],
)
def test_the_line_says_which_tool_and_how_it_ended(message: Message, words: str) -> None:
    assert thought_words(message) == words
    assert speaker(message) == words
    assert not is_typed(message)


def test_arguments_and_result_are_folded_and_nothing_else_is_shown() -> None:
    layout = MessageLayout(result(), 600)
    said = layout.message.said
    assert (said.thinking, said.answer) == ('{"expression":"6*7"}\n\n42', "")
    layout.slots()
    assert layout.has_thinking
    assert not layout.is_user
    assert not layout.is_waiting


def test_a_call_that_runs_is_no_answer_that_is_waited_for() -> None:
    layout = MessageLayout(result("", MessageStatus.STREAMING), 600)
    layout.slots()
    assert not layout.is_waiting
    assert not layout.is_thinking


def test_the_words_before_a_call_are_shown_without_it() -> None:
    text = 'Let me see.<tool_call>{"name": "calculate"}</tool_call>'
    made = replace(answer(text), stats=tuple(CallsMade((CALL,), 11).as_stats().items()))
    assert made.said.answer == "Let me see."
    assert can_go_on(made)
    assert not can_go_on(answer("Done."))
    assert can_go_on(result())
