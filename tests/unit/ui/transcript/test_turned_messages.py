"""Where a message lies and is hit, read from the left and from the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from app.ui.transcript.model.click_targets import TargetKind
from tests.unit.ui.conftest import answer, question

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.ui.transcript.transcript_view import TranscriptView

pytestmark = pytest.mark.usefixtures("direction")

LEFT = Qt.LayoutDirection.LeftToRight
HEBREW = "שלום עולם"


def middle_of(view: TranscriptView, kind: TargetKind) -> float:
    """Return where a button is, from where the column begins in the direction of the window."""
    view.grab()
    (found,) = [one for one in view.canvas.targets if one.click_target.kind is kind]
    left, width = view.canvas.column()
    inside = found.rect.center().x() - left
    return width - inside if view.isRightToLeft() else inside


def test_a_bubble_lies_at_the_end_and_is_hit_there(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset([question("short")])
    view.repaint()
    layout = view.stack[0]
    ((_number, _slot, words),) = layout.slot_rects()
    bubble, width = layout.outline().bubble, layout.outline().width
    assert bubble.contains(words)
    edge = bubble.left() if view.isRightToLeft() else width - bubble.right()
    assert edge == 0
    assert bubble.width() < width / 2
    middle = (words.center() + view.canvas.origin_of(layout.message.id)).toPoint()
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert view.surface.selected_text() == "short"


@pytest.mark.parametrize("words", ["Some words", HEBREW])
def test_buttons_stand_where_the_words_of_an_answer_begin(view: TranscriptView, words: str) -> None:
    view.messages.reset([question("q"), answer(words)])
    is_turned = words == HEBREW
    from_begin = middle_of(view, TargetKind.COPY_MESSAGE)
    _left, width = view.canvas.column()
    if is_turned is not view.isRightToLeft():
        from_begin = width - from_begin
    assert from_begin < 40


def test_an_answer_without_a_letter_is_read_like_the_window(view: TranscriptView) -> None:
    view.messages.reset([question("q"), answer("42")])
    assert middle_of(view, TargetKind.COPY_MESSAGE) < 40


def test_the_previous_version_stands_before_the_next_one(view: TranscriptView) -> None:
    old, shown, new = (answer("42").id for _ in range(3))
    message = answer("43", number=2)
    view.messages.reset([question("q"), message])
    view.messages.set_versions({message.id: (old, message.id, new)})
    assert shown != old
    assert middle_of(view, TargetKind.PREVIOUS) < middle_of(view, TargetKind.NEXT)


def test_the_column_stays_in_the_middle_beside_a_scroll_bar(
    qtbot: QtBot, view: TranscriptView
) -> None:
    view.messages.reset([answer("words\n\n" * 60, number=n) for n in range(1, 9)])
    qtbot.waitUntil(lambda: view.verticalScrollBar().isVisible())
    left, width = view.canvas.column()
    middle = view.viewport().x() + left + width / 2
    assert abs(middle - view.width() / 2) <= 1


def test_code_is_read_from_the_left_whatever_its_comments_say(view: TranscriptView) -> None:
    view.messages.reset([answer(f"```python\n# {HEBREW}\nx = 1\n```")])
    view.grab()
    block = view.canvas.block_of(view.stack[0], 0)
    assert block.document.firstBlock().textDirection() is LEFT


def test_the_bar_of_thoughts_stands_where_they_begin(view: TranscriptView) -> None:
    thoughts = ("Thoughts", HEBREW)
    view.messages.reset(
        [answer(f"<think>{one}</think>x", number=n) for n, one in enumerate(thoughts, 1)]
    )
    for row_number, is_turned in ((0, False), (1, True)):
        layout = view.stack[row_number]
        layout.toggle_thinking()
        block = view.canvas.block_of(layout, 0)
        assert (block.text_origin().x() > 5) is not is_turned
