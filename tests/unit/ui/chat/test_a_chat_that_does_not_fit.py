"""A chat that does not fit its context: nothing is asked for that must fail, or is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor

from app.core.chats.records import ChatId, MessageId, MessageStatus
from app.core.conversations.events import (
    AnswerFailed,
    ChatChanged,
    ContextUse,
    MessageAdded,
    MessageChanged,
    SendRefused,
)
from app.core.engine.errors import PromptTooLong
from app.core.errors import Problem
from app.core.messages import Attachment
from app.core.phrases import NO_WORDS, phrase
from app.core.plain_value import replace
from app.core.protocol import FinishReason, ModelLoaded
from app.ui.composer.context_bar import WayOut
from app.ui.composer.draft import Draft, text_bytes
from app.ui.composer.unsent.places import Edit, EditKind
from app.ui.transcript.model.click_targets import TargetKind
from app.ui.transcript.model.message_facts import footer_words
from app.ui.transcript.satellites.message_menu import message_menu
from app.ui.transcript.speech.accessible import spoken_name
from app.ui.words.formatting import size
from tests.unit.ui.conftest import (
    answer,
    click,
    make_chat,
    make_model,
    notice_button,
    question,
    write,
)

if TYPE_CHECKING:
    from tests.helpers.recorded_doors import Call
    from tests.unit.ui.conftest import Desk

CHAT = ChatId(1)
TOO_FULL = ContextUse(CHAT, 8192, 9000, n_messages=9000, n_chat=9000)
WITH_ROOM = ContextUse(CHAT, 8192, 900, n_messages=900, n_chat=900)
SENTENCE = "This chat does not fit the context"
REFUSED = PromptTooLong(9000, 8192).problem()
ASKING = {TargetKind.RETRY, TargetKind.CONTINUE, TargetKind.REGENERATE, TargetKind.ANSWER}


def measured(desk: Desk) -> list[Call]:
    return [call for call in desk.calls if call[0] == "measure"]


def count(desk: Desk, use: ContextUse) -> None:
    """Answer the measurement that is under way, or comes."""
    desk.until(lambda: desk.window.chat.context._is_asked)
    desk.post(use)


def offered(desk: Desk) -> set[TargetKind]:
    view = desk.window.transcript
    view.viewport().repaint()
    last = view.messages.message(len(view.stack) - 1).id
    return {
        one.click_target.kind for one in view.canvas.targets if one.click_target.message_id == last
    }


def menu(desk: Desk) -> set[str]:
    view = desk.window.transcript
    last = view.stack.last()
    assert last is not None
    return {action.text() for action in message_menu(view.surface, last).actions()}


def enabled(desk: Desk) -> set[str]:
    actions = desk.window.actions_by_key
    return {key for key in ("regenerate", "continue", "edit_last") if actions[key].isEnabled()}


def open_failed(desk: Desk) -> None:
    failed = answer("", MessageStatus.FAILED, number=12, problem=REFUSED)
    desk.open(question("One?", number=11), failed)


def test_a_failed_answer_says_why_and_offers_what_helps(desk: Desk) -> None:
    open_failed(desk)
    count(desk, TOO_FULL)
    assert offered(desk) & ASKING == set()
    assert TargetKind.EDIT_QUESTION in offered(desk)
    assert menu(desk) & {"Retry", "Continue", "Regenerate"} == set()
    assert enabled(desk) == {"edit_last"}
    view = desk.window.transcript
    assert SENTENCE in spoken_name(view.surface, MessageId(12))
    assert footer_words(view.messages.message(1), is_hovered=False, can_retry=False) == SENTENCE
    assert desk.window.composer.context_bar.words() == "This does not fit: 9,000 of 8,192 tokens."

    press = next(
        one.click_target
        for one in view.canvas.targets
        if one.click_target.kind is TargetKind.EDIT_QUESTION
    )
    view.surface.press(press)
    assert desk.window.composer.is_editing
    assert desk.window.composer.text() == "One?"


@pytest.mark.parametrize("how", ["larger context", "beginning left out"])
def test_retry_is_there_again_once_the_chat_fits(desk: Desk, how: str) -> None:
    open_failed(desk)
    count(desk, TOO_FULL)
    assert TargetKind.RETRY not in offered(desk)
    if how == "larger context":
        desk.post(ModelLoaded(replace(make_model(), n_ctx=32768)))
        count(desk, replace(TOO_FULL, n_ctx=32768))
    else:
        n_asked = len(measured(desk))
        desk.post(ChatChanged(replace(make_chat(1), context_from=MessageId(11))))
        desk.until(lambda: len(measured(desk)) > n_asked)
        desk.post(WITH_ROOM)
    assert {TargetKind.RETRY, TargetKind.CONTINUE} <= offered(desk)
    assert TargetKind.EDIT_QUESTION not in offered(desk)
    assert enabled(desk) == {"regenerate", "continue", "edit_last"}
    desk.window.chat.messages.regenerate()
    assert desk.calls[-1] == ("regenerate", CHAT, MessageId(12))


def test_what_is_being_written_does_not_decide_whether_the_chat_fits(desk: Desk) -> None:
    open_failed(desk)
    desk.window.composer.set_text("x" * 9000)
    count(desk, replace(TOO_FULL, n_draft=8100, n_chat=900))
    assert TargetKind.RETRY in offered(desk)
    assert not desk.window.composer.button.isEnabled()


def test_a_beginning_is_left_out_only_where_there_is_one(desk: Desk) -> None:
    bar = desk.window.composer.context_bar
    open_failed(desk)
    count(desk, TOO_FULL)
    assert bar.buttons[WayOut.LEAVE_OUT].isHidden()
    desk.open(question("One?", number=11), answer("Uno.", number=12), question("Two?", number=13))
    count(desk, TOO_FULL)
    assert not bar.buttons[WayOut.LEAVE_OUT].isHidden()
    desk.post(ChatChanged(replace(make_chat(1), context_from=MessageId(13))))
    count(desk, TOO_FULL)
    assert bar.buttons[WayOut.LEAVE_OUT].isHidden()


def test_a_full_chat_can_be_answered_again_but_not_gone_on_with(desk: Desk) -> None:
    desk.open(question("One?", number=11), answer("Uno", MessageStatus.STOPPED, number=12))
    count(desk, ContextUse(CHAT, 8192, 8190, n_messages=8190, n_chat=8190, n_answer=100))
    assert TargetKind.RETRY in offered(desk)
    assert TargetKind.CONTINUE not in offered(desk)
    assert enabled(desk) == {"regenerate", "edit_last"}
    desk.window.chat.messages.go_on()
    assert desk.calls[-1][0] != "continue_answer"


def test_a_message_without_an_answer_is_not_answered_where_it_does_not_fit(desk: Desk) -> None:
    desk.open(question("One?", number=11))
    assert TargetKind.ANSWER in offered(desk)
    count(desk, TOO_FULL)
    assert offered(desk) & ASKING == set()
    desk.window.chat.messages.regenerate()
    assert desk.calls[-1][0] != "regenerate"


def test_a_refusal_of_the_engine_is_told_in_one_place(desk: Desk) -> None:
    desk.open(question("One?", number=11))
    desk.post(MessageAdded(CHAT, answer("", MessageStatus.STREAMING, number=12)))
    reason = (("reason", FinishReason.TOO_LONG.value),)
    failed = answer("", MessageStatus.FAILED, number=12, problem=REFUSED, stats=reason)
    desk.post(MessageChanged(CHAT, failed), AnswerFailed(CHAT, REFUSED))
    assert offered(desk) & ASKING == set()  # also before it was counted
    assert desk.window.notices.texts() == []
    count(desk, TOO_FULL)
    assert offered(desk) & ASKING == set()
    assert desk.window.composer.context_bar.words() == "This does not fit: 9,000 of 8,192 tokens."


def test_another_chat_that_did_not_fit_is_told_of(desk: Desk) -> None:
    desk.open(question("One?", number=11))
    reason = (("reason", FinishReason.TOO_LONG.value),)
    failed = answer("", MessageStatus.FAILED, chat=2, problem=REFUSED, stats=reason)
    desk.post(MessageChanged(ChatId(2), failed), AnswerFailed(ChatId(2), REFUSED))
    assert str(REFUSED.what) in desk.window.notices.texts()[0]


# -- what is sent before it was counted --


def must_fit(desk: Desk) -> list[bool]:
    return [bool(call[-1]["must_fit"]) for call in desk.calls if call[0] == "send"]


def test_what_is_sent_before_its_chat_was_counted_is_counted_first(desk: Desk) -> None:
    desk.open(question("One?", number=11), answer("Uno.", number=12))
    write(desk, "And two?")
    assert must_fit(desk) == [True]
    desk.post(MessageAdded(CHAT, question("And two?"), desk.ticket))
    count(desk, WITH_ROOM)
    desk.until(lambda: desk.window.open_chat.fit.is_current)
    write(desk, "And three?")
    assert must_fit(desk) == [True, False]


@pytest.mark.parametrize("is_shown", [True, False])
def test_what_waited_and_does_not_fit_any_more_is_back_in_the_field(
    desk: Desk, *, is_shown: bool
) -> None:
    desk.open(question("One?", number=11))
    desk.post(MessageAdded(CHAT, answer("", MessageStatus.STREAMING, number=12)))
    write(desk, "And two?")
    desk.qtbot.keyClicks(desk.window.composer.edit, "half a third")
    if not is_shown:
        desk.window.open_chat.show(ChatId(2))
    desk.post(MessageChanged(CHAT, answer("Uno.", number=12)))
    assert must_fit(desk) == [True]
    assert desk.window.composer.text() == ("half a third" if is_shown else "")
    told = Problem(phrase("Your message does not fit."), NO_WORDS, NO_WORDS)
    desk.post(SendRefused(CHAT, "And two?", told, (), desk.ticket, is_too_long=True))
    elsewhere = "Your message does not fit. In the chat “Chat 1”"
    assert desk.window.notices.texts() == ([] if is_shown else [elsewhere])
    assert desk.kept().draft.text == "And two?\n\nhalf a third"
    assert not desk.kept().waiting
    desk.window.open_chat.show(CHAT)
    assert desk.window.composer.text() == "And two?\n\nhalf a third"
    assert len(desk.sent) == 1


# -- edits --


@pytest.mark.parametrize("kind", [EditKind.QUESTION, EditKind.BEGINNING])
def test_an_edit_that_does_not_fit_behind_what_comes_before_it_cannot_be_sent(
    desk: Desk, kind: EditKind
) -> None:
    desk.open(question("One?", number=11), answer("Uno.", number=12),
              question("Two?", number=13), answer("Due.", number=14))  # fmt: skip
    count(desk, replace(WITH_ROOM, n_total=8000, n_chat=8000))
    desk.window.chat.outbox.begin_edit(Edit(MessageId(13), kind, desk.window.composer.written()))
    composer = desk.window.composer
    composer.set_text("long words " * 40)
    desk.qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    desk.until(
        lambda: bool(measured(desk)[-1][-1]["replaces"]) or desk.window.chat.context._is_asked
    )
    desk.post(replace(WITH_ROOM, n_total=8000, n_chat=8000))
    desk.until(lambda: measured(desk)[-1][-1]["replaces"] == MessageId(13))
    assert measured(desk)[-1][-1]["begins_answer"] == (kind is EditKind.BEGINNING)
    desk.post(ContextUse(CHAT, 8192, 8300, n_messages=7900, n_draft=400, n_chat=7900))
    assert not composer.button.isEnabled()
    assert composer.context_bar.words() == "This does not fit: 8,300 of 8,192 tokens."
    assert desk.calls[-1][0] not in ("edit", "begin_answer")
    assert composer.text() == "long words " * 40


def test_an_edit_of_an_answer_always_fits(desk: Desk) -> None:
    desk.open(question("One?", number=11), answer("Uno.", number=12))
    count(desk, TOO_FULL)
    desk.window.chat.messages._edit(MessageId(12))
    write(desk, " And more.")
    assert desk.calls[-1][:4] == ("edit", CHAT, MessageId(12), "Uno. And more.")


def test_return_on_what_does_not_fit_points_at_what_helps_and_the_beginning_can_be_kept(
    desk: Desk,
) -> None:
    desk.open(question("One?"), answer("Uno."))
    count(desk, WITH_ROOM)
    composer = desk.window.composer
    composer.set_text("word " * 6000)
    too_long = replace(WITH_ROOM, n_total=12900, n_draft=12000)
    count(desk, too_long)
    bar = composer.context_bar
    assert not bar.property("standsOut")
    desk.qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert desk.sent == []
    assert bar.property("standsOut")
    assert composer.edit.hasFocus()
    desk.qtbot.mouseClick(bar.buttons[WayOut.SHORTEN], Qt.MouseButton.LeftButton)
    kept = composer.text()
    assert 0.4 * 30_000 < len(kept) < 7276 / 12000 * 30_000
    assert ("word " * 6000).startswith(kept)
    assert desk.sent == []  # the user looks at it first
    count(desk, replace(WITH_ROOM, n_total=7000, n_draft=6100))
    assert not bar.property("standsOut")


@pytest.mark.parametrize("goes_along", [False, True])
def test_how_much_was_kept_is_told_and_undo_brings_the_rest_back_beside_what_was_typed_since(
    desk: Desk, *, goes_along: bool
) -> None:
    desk.open(question("One?"), answer("Uno."))
    count(desk, WITH_ROOM)
    composer, text = desk.window.composer, "word " * 6000
    whole = Draft("", (Attachment("Notes", text),)) if goes_along else Draft(text)
    composer.set_draft(whole)
    count(desk, replace(WITH_ROOM, n_total=12900, n_draft=12000))
    for _ in range(2):
        shorten = composer.context_bar.buttons[WayOut.SHORTEN]
        desk.qtbot.mouseClick(shorten, Qt.MouseButton.LeftButton)
        count(desk, replace(WITH_ROOM, n_total=9000, n_draft=8100))
    kept = size(text_bytes(composer.written()))
    assert desk.window.notices.texts() == [f"Kept the first {kept} of 30.0 kB"]
    composer.edit.moveCursor(QTextCursor.MoveOperation.End)
    write(desk, "Sum up.", send=False)
    click(desk, notice_button(desk, "Undo"))
    typed = "Sum up." if goes_along else f"{text}Sum up."
    assert composer.written() == replace(whole, text=typed)


def test_nothing_is_brought_back_once_it_was_sent(desk: Desk) -> None:
    desk.open(question("One?"), answer("Uno."))
    count(desk, WITH_ROOM)
    desk.window.composer.set_text("word " * 6000)
    count(desk, replace(WITH_ROOM, n_total=12900, n_draft=12000))
    shorten = desk.window.composer.context_bar.buttons[WayOut.SHORTEN]
    desk.qtbot.mouseClick(shorten, Qt.MouseButton.LeftButton)
    count(desk, replace(WITH_ROOM, n_total=7000, n_draft=6100))
    desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Return)
    assert len(desk.sent) == 1
    assert desk.window.notices.texts() == []
