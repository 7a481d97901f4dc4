"""What a screen reader is told of the transcript."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
)
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.core.chats.records import MessageStatus
from app.ui.kit.theme import Theme
from app.ui.transcript.transcript_view import TranscriptView
from tests.helpers.cut_answers import cut_by_marks
from tests.unit.ui.conftest import answer, question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

NAME, DESCRIPTION = QAccessible.Text.Name, QAccessible.Text.Description
PARAGRAPH = "Some words. " * 70  # enough for a section of its own


@pytest.fixture
def reader() -> Iterator[None]:
    """A screen reader is there, from before the window is."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.fixture
def told(reader: None, monkeypatch: pytest.MonkeyPatch) -> list[QAccessibleEvent]:
    """What the screen reader is told."""
    events: list[QAccessibleEvent] = []
    monkeypatch.setattr(QAccessible, "updateAccessibility", events.append)
    return events


def said(events: list[QAccessibleEvent]) -> list[str]:
    return [one.message() for one in events if isinstance(one, QAccessibleAnnouncementEvent)]


def listed(view: TranscriptView) -> QAccessibleInterface:
    return QAccessible.queryAccessibleInterface(view)


def test_the_transcript_is_a_list_of_its_messages(reader: None, view: TranscriptView) -> None:
    view.messages.reset([question("Hello"), answer("Some **bold** words", model="Tiny 1B")])
    shown = listed(view)
    assert shown.role() is QAccessible.Role.List
    assert shown.text(NAME) == "Conversation"
    assert shown.childCount() == 2
    items = [shown.child(number) for number in range(2)]
    assert [item.role() for item in items] == 2 * [QAccessible.Role.ListItem]
    assert [shown.indexOfChild(item) for item in items] == [0, 1]
    assert all(item.parent() is shown for item in items)
    assert all(item.childCount() == 0 for item in items)
    assert [item.text(NAME) for item in items] == [
        "You, message 1 of 2",
        "Answer of Tiny 1B, message 2 of 2",
    ]
    assert [item.text(DESCRIPTION) for item in items] == ["Hello", "Some bold words"]
    assert shown.child(2) is None


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (MessageStatus.STOPPED, "Stopped"),
        (MessageStatus.FAILED, "This answer failed"),
        (MessageStatus.STREAMING, "being written"),
    ],
)
def test_the_name_says_the_state_and_the_version(
    reader: None, view: TranscriptView, status: MessageStatus, words: str
) -> None:
    cut, other = answer("x", status), answer("y").id
    view.messages.reset([cut])
    view.messages.set_versions({cut.id: (other, cut.id)})
    assert listed(view).child(0).text(NAME) == f"Answer, message 1 of 1, version 2 of 2, {words}"


def test_what_is_seen_has_a_place_and_the_rest_is_off_the_screen(
    reader: None, view: TranscriptView
) -> None:
    view.messages.reset([answer(f"message {n}") for n in range(100)])
    shown = listed(view)
    first, last = shown.child(0), shown.child(99)
    assert first.rect().isEmpty()
    assert first.state().offscreen
    assert first.state().invisible
    place = last.rect()
    assert not last.state().offscreen
    assert shown.rect().contains(place)
    assert shown.childAt(place.center().x(), place.center().y()) is last
    assert shown.childAt(place.center().x(), shown.rect().bottom() + 50) is None


def test_the_message_with_the_ring_has_the_focus(
    qtbot: QtBot, told: list[QAccessibleEvent], view: TranscriptView
) -> None:
    view.messages.reset([question("a"), answer("b"), question("c")])
    view.activateWindow()
    view.clearFocus()  # the only widget of a window has it from the start
    view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(view.hasFocus)
    told.clear()
    qtbot.keyClick(view, Qt.Key.Key_Up)
    shown = listed(view)
    assert shown.focusChild() is shown.child(1)
    assert [bool(shown.child(number).state().focused) for number in range(3)] == [
        False,
        True,
        False,
    ]
    moved = [one for one in told if one.type() is QAccessible.Event.Focus]
    assert [one.uniqueId() for one in moved] == [QAccessible.uniqueId(shown.child(1))]


def test_nothing_is_laid_out_because_a_reader_looks(reader: None, view: TranscriptView) -> None:
    view.messages.reset([answer("Some **bold** words\n\n" * 9) for _ in range(10_000)])
    shown = listed(view)
    n_blocks = len(view.canvas.blocks)
    for number in range(shown.childCount()):
        item = shown.child(number)
        assert item.text(NAME).startswith("Answer, message")
        assert item.isValid()
        item.rect()
        item.state()
    assert len(view.canvas.blocks) == n_blocks


def test_items_of_another_chat_are_gone(reader: None, view: TranscriptView) -> None:
    kept = question("stays")
    view.messages.reset([kept, answer("goes")])
    shown = listed(view)
    ids = [QAccessible.uniqueId(shown.child(number)) for number in range(2)]
    view.messages.remove(view.messages.message(1).id)
    assert QAccessible.accessibleInterface(ids[0]).text(DESCRIPTION) == "stays"
    assert QAccessible.accessibleInterface(ids[1]) is None
    view.messages.reset([question("another")])
    assert QAccessible.accessibleInterface(ids[0]) is None
    assert shown.childCount() == 1


@pytest.mark.parametrize("road", ["with its window", "by itself", "as garbage"])
def test_no_item_outlives_the_view(qtbot: QtBot, reader: None, road: str) -> None:
    window = QWidget()
    made = TranscriptView(Theme("light"), parent=window if road == "with its window" else None)
    made.messages.reset([question("a"), answer("b")])
    items = [listed(made).child(number) for number in range(2)]
    ids = [QAccessible.uniqueId(item) for item in items]
    if road == "as garbage":
        del made
        gc.collect()
    else:
        (window if road == "with its window" else made).deleteLater()
        qtbot.waitUntil(lambda: not isValid(made))
    assert [QAccessible.accessibleInterface(one) for one in ids] == [None, None]


def test_an_answer_is_said_section_by_section_and_its_end_once(
    told: list[QAccessibleEvent], view: TranscriptView
) -> None:
    view.messages.reset([question("?")])
    begun = answer("", MessageStatus.STREAMING, number=7)
    view.messages.add(begun)
    text = f"First. {PARAGRAPH}\n\nSecond. {PARAGRAPH}\n\n```python\nx = 1\n```\n\nLast."
    for at in range(0, len(text), 5):
        view.messages.append_text(begun.id, text[at : at + 5])
    assert [words[:7].strip() for words in said(told)] == ["First.", "Second.", "Code, p"]
    view.messages.change(answer(text, number=7))
    assert said(told)[-1] == "Last.\nEnd of the answer"
    assert len(said(told)) == 4
    view.messages.change(answer(text, number=7))
    assert len(said(told)) == 4


def test_how_an_answer_was_cut_is_said(told: list[QAccessibleEvent], view: TranscriptView) -> None:
    view.messages.reset([question("?")])
    view.messages.add(answer("", MessageStatus.STREAMING, number=7))
    view.messages.append_text(answer("", number=7).id, "Half a")
    view.messages.change(answer("Half a", MessageStatus.STOPPED, number=7))
    assert said(told) == ["Half a\nStopped"]


def test_what_a_model_thinks_is_not_said(
    told: list[QAccessibleEvent], view: TranscriptView
) -> None:
    view.messages.add(answer("", MessageStatus.STREAMING, number=7))
    text = f"<think>{PARAGRAPH}\n\n{PARAGRAPH}</think>So it is."
    for piece in cut_by_marks(*(text[at : at + 9] for at in range(0, len(text), 9))):
        view.messages.append_text(answer("", number=7).id, *piece)
    view.messages.change(answer(text, number=7))
    assert said(told) == ["So it is.\nEnd of the answer"]


def test_a_chat_opened_in_the_middle_of_an_answer_says_only_what_comes(
    told: list[QAccessibleEvent], view: TranscriptView
) -> None:
    begun = answer(f"Old. {PARAGRAPH}\n\nNew.", MessageStatus.STREAMING, number=7)
    view.messages.reset([question("?"), begun])
    view.messages.append_text(begun.id, f" {PARAGRAPH}\n\nLast.")
    view.messages.append_text(begun.id, " Words.")
    assert not any("Old." in words for words in said(told))
    view.messages.change(answer("x", number=7))
    assert len([words for words in said(told) if words.endswith("End of the answer")]) == 1


def test_nothing_is_said_without_a_reader(
    view: TranscriptView, monkeypatch: pytest.MonkeyPatch
) -> None:
    events: list[QAccessibleEvent] = []
    monkeypatch.setattr(QAccessible, "updateAccessibility", events.append)
    view.messages.add(answer("", MessageStatus.STREAMING, number=7))
    view.messages.append_text(answer("", number=7).id, f"{PARAGRAPH}\n\nMore.")
    view.messages.change(answer("Done", number=7))
    assert said(events) == []
