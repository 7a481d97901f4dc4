"""Finding words in a chat: marked where they stand, stepped through, whatever its length."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from app.core.chats.records import ChatId
from tests.unit.ui.conftest import answer, question

if TYPE_CHECKING:
    from app.ui.transcript.find_bar import FindBar
    from app.ui.transcript.transcript_view import TranscriptView
    from tests.unit.ui.conftest import Desk


def filled(n: int) -> list[str]:
    texts = [f"Message {number}. " + "Some words of no interest. " * 20 for number in range(n)]
    texts[3] = "Here is a **nee**dle, and another Needle.\n\n```\nneedle = 1\n```"
    texts[n - 4] = "A needle near the end. " + "More words. " * 40
    return texts


@pytest.fixture
def bar(desk: Desk) -> FindBar:
    desk.open(*(answer(text, number=n + 1) for n, text in enumerate(filled(40))))
    desk.window.actions_by_key["find"].trigger()
    desk.until(desk.window.find_bar.edit.hasFocus)
    return desk.window.find_bar


def look_for(desk: Desk, bar: FindBar, words: str) -> None:
    bar.edit.selectAll()
    desk.qtbot.keyClicks(bar.edit, words)
    desk.until(lambda: desk.window.transcript.finder.needle == words)


def place(view: TranscriptView) -> tuple[int, str]:
    """Return the message the user is in, and what is marked there."""
    current = view.finder.current
    assert current is not None
    layout = view.stack.find(current.message_id)
    assert layout is not None
    return current.message_id, view.block_of(layout, current.slot).text_between(
        current.begin, current.end
    )


def test_words_are_found_step_by_step_around_the_ends(desk: Desk, bar: FindBar) -> None:
    view = desk.window.transcript
    view.verticalScrollBar().setValue(0)
    look_for(desk, bar, "needle")
    assert place(view) == (4, "needle")  # though its source has marks in the middle
    assert bar.count.text() == "1 of 2 messages"
    found = []
    for _ in range(4):
        desk.qtbot.keyClick(bar.edit, Qt.Key.Key_Return)
        found.append(place(view))
    assert found == [(4, "Needle"), (4, "needle"), (37, "needle"), (4, "needle")]
    desk.qtbot.keyClick(bar.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert place(view)[0] == 37
    assert bar.count.text() == "2 of 2 messages"


def test_the_place_is_brought_into_view_and_what_is_in_view_stays(desk: Desk, bar: FindBar) -> None:
    view = desk.window.transcript
    assert view.is_at_end()
    look_for(desk, bar, "needle = 1")
    assert "needle = 1" in view.visible_text()
    before = view.verticalScrollBar().value()
    look_for(desk, bar, "another")
    assert view.verticalScrollBar().value() == before


def test_what_is_not_there_is_said_and_changes_nothing(desk: Desk, bar: FindBar) -> None:
    before = desk.window.transcript.verticalScrollBar().value()
    look_for(desk, bar, "nowhere to be found")
    assert bar.count.text() == "Not found"
    assert not bar.next_button.isEnabled()
    desk.qtbot.keyClick(bar.edit, Qt.Key.Key_Return)
    assert desk.window.transcript.verticalScrollBar().value() == before
    look_for(desk, bar, "**")  # only a mark: nothing is displayed of it
    desk.qtbot.keyClick(bar.edit, Qt.Key.Key_Return)
    assert desk.window.transcript.finder.current is None


@pytest.mark.parametrize("how", ["escape", "button", "other chat"])
def test_closing_the_bar_ends_the_marks(desk: Desk, bar: FindBar, how: str) -> None:
    look_for(desk, bar, "needle")
    match how:
        case "escape":
            desk.qtbot.keyClick(bar.edit, Qt.Key.Key_Escape)
        case "button":
            bar.close_button.click()
        case _:
            desk.window.chats.open_chat(ChatId(2))
    assert not bar.isVisible()
    assert desk.window.transcript.finder.needle == ""


def test_messages_that_come_later_are_searched_too(desk: Desk, bar: FindBar) -> None:
    look_for(desk, bar, "needle")
    view = desk.window.transcript
    here = view.finder.current
    view.prepend_messages([question("An early needle.", number=9001)])
    assert (view.finder.n_found, view.finder.current) == (3, here)


def test_there_is_nothing_to_find_in_an_empty_chat(desk: Desk) -> None:
    assert not desk.window.actions_by_key["find"].isEnabled()
