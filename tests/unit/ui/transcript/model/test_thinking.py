"""Thinking before an answer: apart from it, folded, and never in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from app.core.chats.records import MessageStatus
from app.core.content.answer_parts import split_answer
from app.core.messages import TextKind
from app.ui.transcript.model.click_targets import TargetKind
from app.ui.transcript.model.message_text import MessageText, StreamedAnswer
from app.ui.transcript.render.message_delegate import thinking_words
from tests.helpers.cut_answers import cut_by_marks
from tests.unit.ui.conftest import answer, question

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.ui.transcript.transcript_view import TranscriptView

THOUGHT = "<think>\nFirst this.\n\nThen that.\n</think>\n\nThe **answer**."


def press(qtbot: QtBot, view: TranscriptView, kind: TargetKind) -> None:
    view.viewport().repaint()
    found = next(target for target in view.canvas.targets if target.click_target.kind is kind)
    place = found.rect.center().toPoint()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


@pytest.mark.parametrize(
    ("text", "thinking", "said", "is_open"),
    [
        (THOUGHT, "First this.\n\nThen that.", "The **answer**.", False),
        ("no mark\n</think>\n\nYes.", "no mark", "Yes.", False),
        ("<think>still", "still", "", True),
        ("<", "", "", True),
        ("", None, "", False),
        ("<thinker> is a word", None, "<thinker> is a word", False),
        ("Plain words.", None, "Plain words.", False),
        ("<think></think>At once.", "", "At once.", False),
    ],
)
def test_thinking_is_told_from_the_answer(
    text: str, thinking: str | None, said: str, is_open: bool
) -> None:
    assert split_answer(text) == (thinking, said, is_open)


TEXTS = st.lists(
    st.sampled_from(
        ["<think>", "</think>", "<", "think>", "words ", "\n\n", "```\ncode\n", "- item\n", "  "]
    ),
    max_size=14,
)


@given(TEXTS, st.integers(1, 7), st.booleans())
def test_sections_depend_on_the_text_and_not_on_its_pieces(
    pieces: list[str], size: int, is_unfolded: bool
) -> None:
    text = "".join(pieces)
    whole, fed = (MessageText(is_unfolded=is_unfolded) for _ in range(2))
    streamed = StreamedAnswer(answer(""))
    fed.begin(streamed)
    for piece in cut_by_marks(*(text[at : at + size] for at in range(0, len(text), size))):
        streamed.add(*piece)
        assert fed.add(*piece)
        fed.sections()
    whole.begin(streamed)
    assert streamed.text == text
    assert fed.sections()[0] == whole.sections()[0]
    assert (fed.has_thinking, fed.is_thinking) == (whole.has_thinking, whole.is_thinking)
    for one in (whole, fed):
        one.finish()
    assert fed.sections()[0] == whole.sections()[0]


def test_thinking_is_folded_until_it_is_asked_for(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset([question("?"), answer(THOUGHT, stats=(("thinking_ms", 12_300.0),))])
    assert "First this" not in view.visible_text()
    assert "The answer." in view.visible_text()
    layout = view.stack[1]
    assert thinking_words(layout) == "Thought for 12 s"
    folded = layout.height()
    press(qtbot, view, TargetKind.THINKING)
    assert "First this.\n\nThen that." in view.visible_text().replace("\n\n\n", "\n\n")
    assert layout.height() > folded
    press(qtbot, view, TargetKind.THINKING)
    assert "First this" not in view.visible_text()
    assert layout.height() == folded


def test_copying_takes_the_answer_alone(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset([answer(THOUGHT)])
    press(qtbot, view, TargetKind.COPY_MESSAGE)
    assert QGuiApplication.clipboard().text() == "The **answer**."
    assert view.messages.last_answer() == "The **answer**."


@pytest.mark.parametrize("is_unfolded", [False, True])
def test_streamed_thinking_ends_as_if_it_had_come_whole(
    qtbot: QtBot, view: TranscriptView, is_unfolded: bool
) -> None:
    begun = answer("", MessageStatus.STREAMING, number=7)
    view.messages.reset([begun])
    layout = view.stack[0]
    if is_unfolded:
        layout.toggle_thinking()
    for text, kind in cut_by_marks(*(THOUGHT[at : at + 3] for at in range(0, len(THOUGHT), 3))):
        view.messages.append_text(begun.id, text, kind)
        assert layout.is_thinking is (kind is not TextKind.ANSWER and layout.has_thinking)
        if kind is TextKind.THINKING:
            assert thinking_words(layout) == "Thinking…"
    assert not layout.is_thinking
    view.messages.change(answer(THOUGHT, number=7))
    qtbot.waitUntil(lambda: "The answer." in view.visible_text())
    streamed = view.visible_text()
    whole = answer(THOUGHT)
    view.messages.reset([whole])
    if is_unfolded:
        view.stack[0].toggle_thinking()
        view.scroller.jump_to_end()
    assert view.visible_text() == streamed


def test_what_was_shown_as_the_answer_becomes_thinking_at_its_late_end(
    view: TranscriptView,
) -> None:
    begun = answer("", MessageStatus.STREAMING, number=7)
    view.messages.reset([begun])
    view.messages.append_text(begun.id, "First this.")
    assert "First this." in view.visible_text()
    view.messages.append_text(begun.id, "</think>", TextKind.MARK)
    view.messages.append_text(begun.id, "The answer.")
    assert "First this." not in view.visible_text()
    assert "The answer." in view.visible_text()
    assert view.messages.content(0).said == ("First this.", "The answer.", False)
    assert view.messages.text(0) == "First this.</think>The answer."


def test_an_answer_stopped_while_it_thought_shows_what_there_is(view: TranscriptView) -> None:
    view.messages.reset([answer("<think>half a thou", MessageStatus.STOPPED)])
    layout = view.stack[0]
    assert layout.has_thinking
    assert not layout.is_thinking
    assert thinking_words(layout) == "Thought"
    assert layout.answer_text == ""


def test_the_users_words_are_shown_as_they_are(view: TranscriptView) -> None:
    view.messages.reset([question("<think>What does this mark mean?</think> Tell me.")])
    assert "<think>What does this mark mean?</think>" in view.visible_text()
