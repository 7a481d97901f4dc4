"""Words on their way from the composer are in one place always: never lost, never doubled.

Longer than other files: every way that words take stands beside the others.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QMimeData, Qt

from app.core.chats.records import ChatId, ChatSetup, MessageId, MessageStatus
from app.core.conversations.events import (
    AnswerRefused,
    BranchShown,
    ChatCreated,
    ChatOpened,
    ChatsDeleted,
    ChatsListed,
    ContextUse,
    EditStored,
    MessageAdded,
    MessageChanged,
    SendRefused,
)
from app.core.documents.reader import DocumentReader, ReadDocument
from app.core.errors import Problem
from app.core.messages import Attachment
from app.core.phrases import NO_WORDS, phrase
from app.core.plain_value import replace
from app.core.protocol import EngineStopped, ModelLoaded
from app.ui.composer.composer import ComposerState
from app.ui.composer.context_bar import WayOut
from app.ui.composer.draft import Draft
from app.ui.composer.file_attacher import FileReading
from app.ui.composer.unsent.places import PageDrafts
from tests.unit.ui.conftest import answer, make_chat, make_model, question, write

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.ui.conftest import Desk

CHAT, OTHER = ChatId(1), ChatId(2)
FULL = Problem(phrase("The disk is full."), NO_WORDS, NO_WORDS)


def text(desk: Desk) -> str:
    return desk.window.composer.text()


def on_empty_page(desk: Desk) -> None:
    desk.post(ChatsListed((make_chat(1), make_chat(2))), ModelLoaded(make_model()))


def in_a_chat(desk: Desk) -> None:
    desk.open(question("One?", number=11), answer("Uno.", number=12))


# -- on the way to the disk --


def test_a_draft_kept_in_a_pause_of_typing_does_not_outlive_its_message(desk: Desk) -> None:
    on_empty_page(desk)
    write(desk, "Hello", send=False)
    assert desk.kept(None).draft.text == "Hello"
    write(desk, " world")
    desk.post(
        ChatCreated(make_chat(5), desk.ticket),
        MessageAdded(ChatId(5), question("Hello world", chat=5), desk.ticket),
    )
    assert text(desk) == ""
    desk.window.chat.gestures.new_chat()
    assert text(desk) == ""


def test_a_chat_opened_before_it_is_told_who_made_it_keeps_its_own_draft(desk: Desk) -> None:
    on_empty_page(desk)
    write(desk, "Hello")
    write(desk, "for a new chat", send=False)
    desk.window.open_chat.show(ChatId(5))
    desk.post(ChatOpened(make_chat(5), (question("Hello", chat=5),)))
    write(desk, "for this one", send=False)
    desk.post(ChatCreated(make_chat(5), desk.ticket))
    assert text(desk) == "for this one"
    desk.window.chat.gestures.new_chat()
    assert text(desk) == "for a new chat"


def test_a_first_message_finds_its_chat_while_another_is_looked_at(desk: Desk) -> None:
    on_empty_page(desk)
    write(desk, "Hello world")
    desk.window.open_chat.show(OTHER)
    desk.post(
        ChatCreated(make_chat(5), desk.ticket),
        MessageAdded(ChatId(5), question("Hello world", chat=5), desk.ticket),
    )
    assert desk.window.open_chat.id == OTHER
    desk.window.chat.gestures.new_chat()
    assert desk.window.composer.state is ComposerState.READY
    assert text(desk) == ""


def test_messages_of_two_chats_may_be_on_their_way(desk: Desk) -> None:
    in_a_chat(desk)
    write(desk, "for chat one")
    first = desk.ticket
    desk.window.open_chat.show(OTHER)
    write(desk, "for chat two")
    desk.post(
        MessageAdded(CHAT, question("for chat one"), first),
        MessageAdded(OTHER, question("for chat two", chat=2), desk.ticket),
    )
    assert text(desk) == ""
    desk.window.open_chat.show(CHAT)
    assert text(desk) == ""


def test_a_refused_first_message_is_a_draft_of_its_own_chat_alone(desk: Desk) -> None:
    on_empty_page(desk)
    write(desk, "Hello")
    desk.post(
        ChatCreated(make_chat(5), desk.ticket), SendRefused(None, "Hello", FULL, (), desk.ticket)
    )
    assert text(desk) == "Hello"
    desk.window.chat.gestures.new_chat()
    assert text(desk) == ""


def test_a_question_of_the_page_leaves_the_draft_alone(desk: Desk) -> None:
    on_empty_page(desk)
    write(desk, "my own words", send=False)
    desk.window.chat.outbox.ask("A question?")
    desk.post(
        ChatCreated(make_chat(5), desk.ticket),
        MessageAdded(ChatId(5), question("A question?", chat=5), desk.ticket),
    )
    desk.window.chat.gestures.new_chat()
    desk.window.open_chat.show(ChatId(5))
    words = [desk.kept(None).draft.text, desk.kept(ChatId(5)).draft.text]
    assert sorted(words) == ["", "my own words"]


def test_an_edit_begun_while_sending_does_not_keep_what_was_sent(desk: Desk) -> None:
    in_a_chat(desk)
    write(desk, "Two?")
    desk.window.transcript.requests.edit.emit(MessageId(11))
    desk.post(MessageAdded(CHAT, question("Two?"), desk.ticket))
    assert text(desk) == "One?"
    desk.window.composer.cancel_edit()
    assert text(desk) == ""


# -- edits --


def test_a_changed_edit_is_an_edit_still_when_its_chat_was_left(desk: Desk) -> None:
    in_a_chat(desk)
    write(desk, "a draft", send=False)
    desk.window.transcript.requests.edit.emit(MessageId(11))
    desk.window.composer.set_text("a much longer rewrite")
    desk.window.open_chat.show(OTHER)
    assert text(desk) == ""
    desk.window.open_chat.show(CHAT)
    assert text(desk) == "a much longer rewrite"
    assert "old version is kept" in desk.window.composer.edit_bar.words()
    write(desk, "!")
    assert desk.calls[-1][:4] == ("edit", CHAT, MessageId(11), "a much longer rewrite!")
    assert text(desk) == "a draft"


def test_a_changed_edit_is_kept_when_the_window_closes(desk: Desk) -> None:
    in_a_chat(desk)
    desk.window.transcript.requests.edit.emit(MessageId(11))
    desk.window.composer.set_text("a much longer rewrite")
    desk.window.close()
    [edit] = desk.kept(CHAT).edits
    assert (edit.target, edit.words.text) == (11, "a much longer rewrite")


@pytest.mark.parametrize("begins", [True, False], ids=["a beginning", "an edited answer"])
def test_a_long_paste_into_an_answer_stays_in_its_text(desk: Desk, *, begins: bool) -> None:
    in_a_chat(desk)
    view = desk.window.transcript
    (view.requests.begin if begins else view.requests.edit).emit(MessageId(12))
    pasted = QMimeData()
    pasted.setText("x" * 5_000)
    desk.window.composer.edit.insertFromMimeData(pasted)
    write(desk, " and so")
    assert "x" * 5_000 in desk.calls[-1][3]
    assert desk.window.composer.attachments.attachments() == ()


def test_an_edit_sent_twice_is_sent_once(desk: Desk) -> None:
    in_a_chat(desk)
    desk.window.transcript.requests.edit.emit(MessageId(12))
    desk.window.composer.set_text("Eins.")
    for _ in range(2):
        desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Return)
    assert len([call for call in desk.calls if call[0] == "edit"]) == 1


@pytest.mark.parametrize("how", ["chat left", "window closed"])
def test_an_edit_that_is_stored_is_no_draft_any_more(desk: Desk, how: str) -> None:
    in_a_chat(desk)
    desk.window.transcript.requests.edit.emit(MessageId(11))
    write(desk, " Two?")
    if how == "chat left":
        desk.window.open_chat.show(OTHER)
    else:
        desk.window.chat.outbox.close()
    stored = question("One? Two?", number=13)
    desk.post(EditStored(CHAT, desk.ticket), BranchShown(CHAT, (stored,), stored.id))
    desk.window.open_chat.show(CHAT)
    assert text(desk) == ""
    assert desk.kept() == PageDrafts()


def test_an_edit_refused_after_its_chat_was_left_is_an_edit_there(desk: Desk) -> None:
    in_a_chat(desk)
    desk.window.transcript.requests.edit.emit(MessageId(11))
    write(desk, " Two?")
    desk.window.open_chat.show(OTHER)
    desk.post(AnswerRefused(CHAT, FULL, desk.ticket))
    assert text(desk) == ""
    desk.window.open_chat.show(CHAT)
    assert text(desk) == "One? Two?"
    assert desk.window.composer.is_editing


def test_an_edit_refused_after_its_message_was_edited_anew_is_one_edit_with_both(
    desk: Desk,
) -> None:
    in_a_chat(desk)
    desk.window.transcript.requests.edit.emit(MessageId(11))
    write(desk, " Two?")
    desk.window.transcript.requests.edit.emit(MessageId(11))
    desk.window.composer.set_text("Three?")
    desk.post(AnswerRefused(CHAT, FULL, desk.ticket))
    assert text(desk) == "One? Two?\n\nThree?"
    assert len(desk.kept(CHAT).edits) == 1


def test_an_edit_refused_after_its_message_was_taken_up_unchanged_is_that_edit(desk: Desk) -> None:
    in_a_chat(desk)
    desk.window.transcript.requests.edit.emit(MessageId(11))
    write(desk, " Two?")
    desk.window.transcript.requests.edit.emit(MessageId(11))
    desk.post(AnswerRefused(CHAT, FULL, desk.ticket))
    assert text(desk) == "One? Two?"
    desk.window.composer.cancel_edit()
    assert not desk.window.composer.is_editing


def test_an_edit_that_is_stored_and_cannot_be_answered_is_no_draft_any_more(desk: Desk) -> None:
    in_a_chat(desk)
    desk.window.transcript.requests.edit.emit(MessageId(11))
    write(desk, " Two?")
    desk.post(EditStored(CHAT, desk.ticket), AnswerRefused(CHAT, FULL, desk.ticket))
    assert text(desk) == ""
    assert not desk.window.composer.is_editing


def test_a_second_edit_covers_the_first_and_gives_it_back(desk: Desk) -> None:
    in_a_chat(desk)
    write(desk, "a draft", send=False)
    desk.window.transcript.requests.edit.emit(MessageId(11))
    desk.window.composer.set_text("One, changed")
    desk.window.transcript.requests.edit.emit(MessageId(12))
    assert text(desk) == "Uno."
    desk.window.composer.cancel_edit()
    assert text(desk) == "One, changed"
    desk.window.composer.cancel_edit()
    assert text(desk) == "a draft"


# -- what was typed meanwhile --


def test_words_typed_after_coming_back_are_not_cut(desk: Desk) -> None:
    in_a_chat(desk)
    write(desk, "yes")
    desk.window.open_chat.show(OTHER)
    desk.window.open_chat.show(CHAT)
    write(desk, "yesterday was fine", send=False)
    desk.post(MessageAdded(CHAT, question("yes"), desk.ticket))
    assert text(desk) == "yesterday was fine"


def test_words_on_their_way_do_not_move_to_a_new_chat(desk: Desk) -> None:
    in_a_chat(desk)
    write(desk, "hello")
    desk.window.chat.gestures.move_to_new_chat()
    desk.post(MessageAdded(CHAT, question("hello"), desk.ticket))
    assert text(desk) == ""


def test_refused_words_come_back_before_those_typed_meanwhile(desk: Desk) -> None:
    in_a_chat(desk)
    write(desk, "first")
    write(desk, "second", send=False)
    desk.post(SendRefused(CHAT, "first", FULL, (), desk.ticket))
    assert text(desk) == "first\n\nsecond"
    assert desk.window.composer.state is ComposerState.READY


def test_settings_of_a_new_chat_that_was_refused_are_there_for_the_next_try(desk: Desk) -> None:
    on_empty_page(desk)
    desk.window.chat.gestures.set_up(None, ChatSetup("Be brief."))
    write(desk, "Hello")
    desk.post(SendRefused(None, "Hello", FULL, (), desk.ticket))
    assert desk.window.open_chat.setup == ChatSetup("Be brief.")


# -- waiting messages --


@pytest.mark.parametrize("how", ["failed", "engine gone", "refused"])
def test_a_waiting_message_of_another_chat_comes_back_once(desk: Desk, how: str) -> None:
    desk.open(question("One?"))
    desk.post(MessageAdded(CHAT, answer("", MessageStatus.STREAMING, number=77)))
    write(desk, "And two?")
    desk.window.open_chat.show(OTHER)
    if how == "failed":
        desk.post(MessageChanged(CHAT, answer("Uno.", MessageStatus.FAILED, number=77)))
    elif how == "engine gone":
        desk.post(EngineStopped())
    else:
        desk.post(MessageChanged(CHAT, answer("Uno.", number=77)))
        desk.post(SendRefused(CHAT, "And two?", FULL, (), desk.ticket))
    desk.window.open_chat.show(CHAT)
    assert text(desk) == "And two?"


def test_a_waiting_message_of_a_deleted_chat_is_a_draft_when_it_comes_back(desk: Desk) -> None:
    desk.open(question("One?"))
    desk.post(MessageAdded(CHAT, answer("", MessageStatus.STREAMING, number=77)))
    write(desk, "And two?")
    desk.post(ChatsDeleted((make_chat(1),)))
    desk.post(MessageChanged(CHAT, answer("Uno.", MessageStatus.STOPPED, number=77)))
    desk.post(ChatsListed((make_chat(1), make_chat(2))))
    desk.window.open_chat.show(CHAT)
    assert not desk.window.composer.waiting_bar.isVisible()
    assert text(desk) == "And two?"


def test_closing_sends_nothing_that_waits(desk: Desk) -> None:
    desk.open(question("One?"))
    desk.post(MessageAdded(CHAT, answer("", MessageStatus.STREAMING, number=77)))
    write(desk, "And two?")
    desk.window.close()
    desk.post(MessageChanged(CHAT, answer("Uno.", MessageStatus.STOPPED, number=77)))
    assert desk.sent == []
    assert [one.text for one in desk.kept(CHAT).waiting] == ["And two?"]


# -- from chat to chat --


def test_a_new_chat_from_the_bar_keeps_what_was_drafted_for_one(desk: Desk) -> None:
    on_empty_page(desk)
    write(desk, "a long thought", send=False)
    desk.window.open_chat.show(CHAT)
    desk.post(ChatOpened(make_chat(1), (question("x"),)))
    write(desk, "other", send=False)
    desk.window.composer.context_bar.buttons[WayOut.NEW_CHAT].click()
    assert text(desk) == "a long thought\n\nother"
    desk.window.open_chat.show(CHAT)
    assert text(desk) == ""


def test_a_file_read_too_late_goes_to_the_message_it_was_meant_for(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "private.txt"
    path.write_text("secret")
    may_read = threading.Event()

    read = DocumentReader.read

    def read_slowly(reader: DocumentReader, *wanted: Any) -> ReadDocument:
        may_read.wait(10)
        return read(reader, *wanted)

    monkeypatch.setattr(DocumentReader, "read", read_slowly)
    in_a_chat(desk)
    desk.window.composer.attach_files([str(path)])
    desk.window.open_chat.show(OTHER)
    may_read.set()

    def kept() -> list[tuple[str, str]]:
        return [(one.name, one.text) for one in desk.kept(CHAT).draft.attachments]

    desk.until(lambda: kept() == [("private.txt", "secret")])
    assert desk.window.composer.attachments.attachments() == ()


@pytest.mark.parametrize("is_looked_at", [True, False])
def test_a_file_read_after_its_first_message_went_goes_to_the_chat_of_that(
    desk: Desk, *, is_looked_at: bool
) -> None:
    on_empty_page(desk)
    composer = desk.window.composer
    address = desk.window.chat.outbox.words.address(None)
    write(desk, "Read this")
    if not is_looked_at:
        desk.window.open_chat.show(OTHER)
    desk.post(
        ChatCreated(make_chat(5), desk.ticket),
        MessageAdded(ChatId(5), question("Read this", chat=5), desk.ticket),
    )
    desk.window.chat.gestures.new_chat()
    late = Attachment("a.txt", "A")
    composer.attaching._on_read(FileReading("a.txt", address), Draft(attachments=(late,)))
    assert desk.kept(ChatId(5)).draft.attachments == (late,)
    assert desk.kept(None) == PageDrafts()


def test_a_large_draft_is_kept_with_its_file(desk: Desk) -> None:
    in_a_chat(desk)
    write(desk, "old words", send=False)
    assert desk.kept(CHAT).draft.text == "old words"
    large = Attachment("log.txt", "x" * 250_000)
    desk.window.composer.set_draft(Draft("an hour of typing", (large,)))
    desk.window.close()
    assert desk.kept(CHAT).draft == Draft("an hour of typing", (large,))


def test_settings_of_a_chat_on_its_way_from_the_disk_are_its_own(desk: Desk) -> None:
    pirate = replace(make_chat(1), system_prompt="You are a pirate.")
    desk.post(ChatsListed((pirate, make_chat(2))), ModelLoaded(make_model()))
    desk.window.open_chat.show(CHAT)
    assert desk.window.open_chat.setup == ChatSetup("You are a pirate.")


def test_the_context_of_one_chat_is_never_shown_for_another(desk: Desk) -> None:
    in_a_chat(desk)
    desk.post(ContextUse(CHAT, 8192, 8200, 500, 6500, 900, 300))
    bar = desk.window.composer.context_bar
    assert bar.isVisible()
    desk.post(MessageAdded(OTHER, answer("", MessageStatus.STREAMING, number=99, chat=2)))
    desk.window.open_chat.show(OTHER)
    assert not bar.isVisible()
    bar.pressed.emit(WayOut.LEAVE_OUT)
    assert not [call for call in desk.calls if call[0] == "leave_out"]
