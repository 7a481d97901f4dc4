"""Finding words in a chat: marked where they stand, stepped through, whatever its length."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from app.core.chats.records import ChatId, MessageId
from app.core.conversations.events import AnswerDelta, MessageAdded, MessageChanged
from app.ui.transcript.render.canvas import Canvas
from tests.unit.ui.conftest import STREAMING, answer, question

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.ui.transcript.blocks.block import Block
    from app.ui.transcript.render.message_layout import MessageLayout
    from app.ui.transcript.satellites.find_bar import FindBar
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
    return current.message_id, view.canvas.block_of(layout, current.slot).text_between(
        current.begin, current.end
    )


def test_words_are_found_step_by_step_around_the_ends(desk: Desk, bar: FindBar) -> None:
    view = desk.window.transcript
    view.verticalScrollBar().setValue(0)
    look_for(desk, bar, "needle")
    assert place(view) == (4, "needle")  # though its source has marks in the middle
    assert bar.count.text() == "1 of 4"
    found, counted = [], []
    for _ in range(4):
        desk.qtbot.keyClick(bar.edit, Qt.Key.Key_Return)
        found.append(place(view))
        counted.append(bar.count.text())
    assert counted == ["2 of 4", "3 of 4", "4 of 4", "1 of 4"]
    assert found == [(4, "Needle"), (4, "needle"), (37, "needle"), (4, "needle")]
    desk.qtbot.keyClick(bar.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert place(view)[0] == 37
    assert bar.count.text() == "4 of 4"


def test_the_place_is_brought_into_view_and_what_is_in_view_stays(desk: Desk, bar: FindBar) -> None:
    view = desk.window.transcript
    assert view.scroller.is_at_end()
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
            desk.window.open_chat.show(ChatId(2))
    assert not bar.isVisible()
    assert desk.window.transcript.finder.needle == ""


def test_messages_that_come_later_are_searched_too(desk: Desk, bar: FindBar) -> None:
    look_for(desk, bar, "needle")
    view = desk.window.transcript
    here = view.finder.current
    view.messages.prepend([question("An early needle.", number=9001)])
    assert (view.finder.n_found, view.finder.current) == (3, here)


def test_there_is_nothing_to_find_in_an_empty_chat(desk: Desk) -> None:
    assert not desk.window.actions_by_key["find"].isEnabled()


def test_what_is_not_displayed_anywhere_is_no_place(desk: Desk, bar: FindBar) -> None:
    desk.window.transcript.messages.add(answer("[words](https://hidden.example/)", number=9002))
    look_for(desk, bar, "hidden.example")
    assert bar.count.text() == "Not found"


def test_results_follow_an_answer_while_it_streams(desk: Desk, bar: FindBar) -> None:
    look_for(desk, bar, "zebra")
    assert bar.count.text() == "Not found"
    streaming = answer("", STREAMING, number=9003)
    desk.post(MessageAdded(ChatId(1), streaming))
    for piece in ("A ze", "bra ", "and more."):
        desk.post(AnswerDelta(ChatId(1), streaming.id, piece))
    desk.until(lambda: bar.count.text() == "1 hit")
    assert bar.next_button.isEnabled()

    desk.qtbot.keyClick(bar.edit, Qt.Key.Key_Return)
    assert place(desk.window.transcript) == (9003, "zebra")
    assert bar.count.text() == "1 of 1"

    desk.post(MessageChanged(ChatId(1), answer("No striped animal.", number=9003)))
    desk.until(lambda: bar.count.text() == "Not found")


def test_a_message_that_is_deleted_is_no_result_any_more(desk: Desk, bar: FindBar) -> None:
    look_for(desk, bar, "needle")
    assert bar.count.text() == "4 of 4"
    desk.window.transcript.messages.remove(MessageId(4))
    assert bar.count.text() == "1 of 1"
    desk.qtbot.keyClick(bar.edit, Qt.Key.Key_Return)
    assert place(desk.window.transcript) == (37, "needle")


def sections_laid_out(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets the number of every section that a view is asked for from now on."""
    made: list[int] = []
    real = Canvas.block_of

    def block_of(canvas: Canvas, layout: MessageLayout, number: int) -> Block:
        made.append(number)
        return real(canvas, layout, number)

    monkeypatch.setattr(Canvas, "block_of", block_of)
    return made


def test_a_letter_in_a_huge_message_lays_out_only_what_one_frame_has_time_for(
    view: TranscriptView, monkeypatch: pytest.MonkeyPatch
) -> None:
    paragraph = "the **quick** brown fox jumps over `the` lazy dog. " * 14
    text = "\n\n".join(f"Paragraph {number}: {paragraph}" for number in range(600))
    view.messages.reset((question("hi"), answer(text)))
    view.verticalScrollBar().setValue(0)
    made = sections_laid_out(monkeypatch)

    view.finder.search("e")

    assert view.finder.current is not None
    assert len(made) < 20


def test_words_that_no_section_displays_are_looked_for_in_pieces(
    desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = desk.window.transcript
    title = "[a](https://a.example 'q{}')"  # the title of a link is in the source alone
    text = "\n\n".join(f"{title.format(number)} {'word ' * 150}" for number in range(300))
    desk.open(answer(text, number=7001), answer("The end: q299.", number=7002))
    made = sections_laid_out(monkeypatch)
    view.verticalScrollBar().setValue(0)

    view.finder.search("q2")

    assert view.finder.current is None
    assert len(made) < 120
    qtbot.waitUntil(lambda: view.finder.current is not None)
    assert place(view) == (7002, "q2")


def test_a_chat_of_any_size_is_looked_through_in_pieces(view: TranscriptView, qtbot: QtBot) -> None:
    view.messages.reset(
        [answer("Some words. " * 10_000) for _ in range(12)] + [answer("A needle.")]
    )

    view.finder.search("needle")

    assert view.finder.is_searching
    assert view.finder.n_found == 0
    qtbot.waitUntil(lambda: view.finder.n_found == 1)
    assert not view.finder.is_searching
