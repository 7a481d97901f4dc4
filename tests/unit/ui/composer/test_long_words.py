"""What is too long to be written on in the field never gets there, whichever way it comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData

from app.core.chats.records import ChatId, MessageId
from app.core.conversations.events import ChatOpened, ChatsListed, SendRefused
from app.core.errors import Problem
from app.core.messages import Attachment
from app.core.phrases import NO_WORDS, phrase
from app.core.protocol import ModelLoaded
from app.core.system.paths import Paths
from app.ui.composer.draft import Draft
from app.ui.composer.prompt_edit import FIELD_CHARS, FIELD_LINE, PromptEdit, fits_field
from app.ui.composer.unsent.places import Edit, EditKind, PageDrafts, SavedUnsentText
from app.ui.composer.unsent.unsent_file import UnsentFile
from app.ui.kit.event_bridge import EventBridge
from tests.helpers.recorded_doors import RecordedDoors
from tests.unit.ui.conftest import answer, make_chat, make_model, new_window, question, worn

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.unit.ui.conftest import Desk

CHAT, OTHER = ChatId(1), ChatId(2)
ONE_LINE = "word " * (FIELD_LINE // 5 + 1)
MANY_LINES = "a line of words\n" * (FIELD_CHARS // 16 + 1)
FULL = Problem(phrase("The disk is full."), NO_WORDS, NO_WORDS)


def paste(edit: PromptEdit, text: str) -> None:
    pasted = QMimeData()
    pasted.setText(text)
    edit.insertFromMimeData(pasted)


@pytest.mark.parametrize("text", [ONE_LINE, MANY_LINES], ids=["one line", "many lines"])
@pytest.mark.parametrize("number", [11, 12], ids=["message", "answer"])
def test_a_message_too_long_for_the_field_is_not_edited(desk: Desk, text: str, number: int) -> None:
    desk.open(question(text, number=11), answer(text, number=12))
    desk.window.composer.set_text("a draft")
    desk.window.transcript.requests.edit.emit(MessageId(number))
    assert "too long" in desk.window.notices.texts()[-1]
    assert not desk.window.composer.is_editing
    assert desk.kept() == PageDrafts(Draft("a draft"), at=desk.kept().at)


@pytest.mark.parametrize("text", [ONE_LINE, MANY_LINES], ids=["one line", "many lines"])
def test_words_too_long_for_the_field_come_back_as_a_text_that_goes_along(
    desk: Desk, text: str
) -> None:
    desk.open(question("One?", number=11), answer("Uno.", number=12))
    desk.window.open_chat.show(OTHER)
    desk.window.chat.outbox.words.write(CHAT, Draft(text, (Attachment("a.txt", "A"),)))
    desk.window.open_chat.show(CHAT)
    assert desk.window.composer.text() == ""
    packed = (Attachment("a.txt", "A"), Attachment("Pasted text", text))
    assert desk.window.composer.attachments.attachments() == packed
    assert desk.kept().draft == Draft("", packed)


def test_refused_words_that_do_not_fit_with_those_typed_meanwhile_go_along(desk: Desk) -> None:
    desk.open(question("One?", number=11), answer("Uno.", number=12))
    line = "word " * 3_900
    many = f"{line}\n" * 4
    for text in (many, many):
        desk.window.composer.set_text(text)
        desk.window.chat.outbox.send()
    desk.post(SendRefused(CHAT, many, FULL, (), desk.ticket))
    [text] = [one.text for one in desk.window.composer.attachments.attachments()]
    assert text.count(line.strip()) == 8
    assert desk.window.composer.text() == ""


@pytest.mark.parametrize("kind", [EditKind.QUESTION, EditKind.ANSWER])
def test_words_too_long_for_the_field_after_a_restart_go_along(
    qtbot: QtBot, tmp_path: Path, kind: EditKind
) -> None:
    paths = Paths.locate(tmp_path)
    paths.create()
    edit = Edit(MessageId(11), kind, Draft(ONE_LINE))
    kept = SavedUnsentText(
        ((None, PageDrafts(Draft(MANY_LINES))), (CHAT, PageDrafts(Draft("a draft"), (edit,))))
    )
    UnsentFile(paths.drafts, SavedUnsentText(), lambda: kept, lambda _problem: None).close()
    bridge = EventBridge()
    window = new_window(RecordedDoors().doors(), bridge, worn("light"), paths)
    qtbot.addWidget(window)
    assert window.composer.written() == Draft("", (Attachment("Pasted text", MANY_LINES),))
    bridge.post(ChatsListed((make_chat(1),)))
    bridge.post(ModelLoaded(make_model()))
    bridge.post(ChatOpened(make_chat(1), (question("One?", number=11),)))
    window.open_chat.show(CHAT)
    qtbot.waitUntil(lambda: len(window.transcript.stack) == 1)
    assert [one.text for one in window.composer.attachments.attachments()] == (
        [ONE_LINE] if kind is EditKind.QUESTION else [f"a draft\n\n{ONE_LINE}"]
    )
    assert window.composer.is_editing == (kind is EditKind.QUESTION)
    bridge.close()


def test_of_several_pastes_into_one_line_those_that_fit_are_in_the_field(desk: Desk) -> None:
    desk.open(question("One?", number=11), answer("Uno.", number=12))
    edit = desk.window.composer.edit
    for _ in range(7):
        paste(edit, "word " * 790)
    assert fits_field(desk.window.composer.text())
    assert len(desk.window.composer.text()) == 5 * 790 * 5
    attached = desk.window.composer.attachments.attachments()
    assert [(one.name, len(one.text)) for one in attached] == [
        ("Pasted text", 790 * 5),
        ("Pasted text 2", 790 * 5),
    ]
    edit.selectAll()
    paste(edit, "short")
    assert desk.window.composer.text() == "short"


def test_pastes_into_an_answer_end_where_the_field_is_full(desk: Desk) -> None:
    desk.open(question("One?", number=11), answer("Uno.", number=12))
    desk.window.transcript.requests.edit.emit(MessageId(12))
    for _ in range(7):
        paste(desk.window.composer.edit, "word " * 790)
    assert fits_field(desk.window.composer.text())
    assert "too long" in desk.window.notices.texts()[-1]


def test_a_text_that_goes_along_is_put_into_the_message_only_where_it_fits(desk: Desk) -> None:
    desk.open(question("One?", number=11), answer("Uno.", number=12))
    composer = desk.window.composer
    attachment = Attachment("a.txt", "word " * 2_500)
    composer.set_draft(Draft("word " * 2_500, (attachment,)))
    [chip] = composer.attachments.chips()
    chip.unpacked.emit()
    assert composer.attachments.attachments() == (attachment,)
    composer.edit.insertPlainText("\n")
    composer.edit.moveCursor(composer.edit.textCursor().MoveOperation.End)
    chip.unpacked.emit()
    assert composer.attachments.attachments() == ()


def test_an_edit_keeps_the_no_break_spaces_of_its_message(desk: Desk) -> None:
    desk.open(question("Bonjour\u00a0!\nEncore", number=11), answer("x", number=12))
    desk.window.transcript.requests.edit.emit(MessageId(11))
    desk.window.composer.edit.moveCursor(desk.window.composer.edit.textCursor().MoveOperation.End)
    desk.qtbot.keyClicks(desk.window.composer.edit, "?")
    assert desk.window.composer.text() == "Bonjour\u00a0!\nEncore?"
