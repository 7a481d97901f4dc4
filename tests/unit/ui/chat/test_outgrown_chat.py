"""A chat that outgrows its context: what is said before, what can be done, and what is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from app.core.chats.records import ChatId, ChatSetup, MessageId
from app.core.conversations.errors import SummaryFailed
from app.core.conversations.events import (
    AnswerQueued,
    ChatChanged,
    ContextUse,
    EarlierMessages,
    LeavingOut,
    MessageAdded,
    SummaryBegun,
    SummaryEnded,
)
from app.core.conversations.texts.chat_sampling import rule_of, with_rule
from app.core.conversations.texts.summary import with_summary
from app.core.plain_value import replace
from app.core.protocol import OverflowRule, WaitReason
from app.ui.chat.chat_setup.chat_setup_dialog import ChatSetupDialog
from app.ui.chat.overflow_presenter import SummaryDialog
from app.ui.composer.context_bar import WayOut
from app.ui.transcript.model.click_targets import TargetKind
from app.ui.transcript.satellites.message_menu import message_menu
from app.ui.transcript.speech.accessible import spoken_text
from tests.unit.ui.conftest import (
    STREAMING,
    answer,
    click,
    make_chat,
    notice_button,
    question,
    write,
)

if TYPE_CHECKING:
    from app.core.chats.records import Chat
    from tests.helpers.recorded_doors import Call
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

CHAT = ChatId(1)
PLANNED = LeavingOut(MessageId(13), 2, 4000, 4200, 3900, seconds=78.0)
FULL = ContextUse(CHAT, 8192, 8200, 500, 6500, 900, 300, 7900, 40, 4100, PLANNED)
MESSAGES = (question("One?", number=11), answer("Uno.", number=12),
            question("Two?", number=13), answer("Due.", number=14))  # fmt: skip
THEN = "The model then rereads 3,900 tokens, which takes about 1 min."
LONG = "They spoke of ships, harbours and of everything that sails on the seas. " * 60


def ruled(rule: OverflowRule) -> Chat:
    return replace(make_chat(1), sampling=with_rule(ChatSetup(), rule).sampling)


def summarised(text: str, *, read_from: int = 13) -> Chat:
    setup = with_summary(ChatSetup(), text, MESSAGES[:2])
    return replace(make_chat(1), sampling=setup.sampling, context_from=MessageId(read_from))


def count(desk: Desk, use: ContextUse) -> None:
    """Answer the measurement that is under way, or comes."""
    desk.until(lambda: desk.window.chat.context._is_asked)
    desk.post(use)


@pytest.fixture
def opened(desk: Desk) -> Desk:
    desk.open(*MESSAGES)
    return desk


def words(desk: Desk) -> str:
    return desk.window.composer.context_bar.words()


def last_call(desk: Desk) -> Call:
    return desk.calls[-1]


def allowed(desk: Desk) -> set[str]:
    """Return what can be asked of the last answer."""
    rules = desk.window.chat.rules
    asked = {"continue": rules.can_continue, "regenerate": rules.can_regenerate}
    return {name for name, can in asked.items() if can}


def buttons(desk: Desk) -> set[WayOut]:
    bar = desk.window.composer.context_bar
    return {key for key in WayOut if not bar.buttons[key].isHidden()}


# -- a chat that asks --


def test_what_leaving_out_costs_is_said_before_it_is_done(opened: Desk) -> None:
    count(opened, FULL)
    assert words(opened) == (
        "This does not fit: 8,200 of 8,192 tokens. It fits without the oldest 2 messages. " + THEN
    )
    opened.post(replace(FULL, leaving_out=replace(PLANNED, seconds=0.0)))
    assert words(opened).endswith("The model then rereads 3,900 tokens.")
    opened.post(replace(FULL, leaving_out=replace(PLANNED, n_again=0)))
    assert words(opened).endswith("It fits without the oldest 2 messages.")
    assert not opened.window.composer.button.isEnabled()


def test_the_oldest_messages_are_left_out_as_it_was_said(opened: Desk) -> None:
    count(opened, FULL)
    click(opened, opened.window.composer.context_bar.buttons[WayOut.LEAVE_OUT])
    assert last_call(opened) == ("read_from", CHAT, MessageId(13))
    assert "left out" in opened.window.notices.texts()[0]


@pytest.mark.parametrize("rule", [OverflowRule.LEAVE_OUT, OverflowRule.SUMMARISE])
def test_what_was_done_once_can_be_made_the_rule_of_the_chat(
    opened: Desk, rule: OverflowRule
) -> None:
    opened.post(ChatChanged(replace(make_chat(1), sampling=(("top_k", 7.0),))))
    count(opened, FULL)
    if rule is OverflowRule.LEAVE_OUT:
        click(opened, opened.window.composer.context_bar.buttons[WayOut.LEAVE_OUT])
    else:
        opened.post(SummaryEnded(CHAT, is_kept=True))
    click(opened, notice_button(opened, "Always in this chat"))
    name, chat_id, setup = opened.calls[-1]
    assert (name, chat_id, rule_of(setup)) == ("set_up", CHAT, rule)
    assert dict(setup.sampling)["top_k"] == 7.0


def test_a_summary_is_asked_for_told_of_and_stopped(opened: Desk) -> None:
    count(opened, FULL)
    click(opened, opened.window.composer.context_bar.buttons[WayOut.SUMMARISE])
    assert last_call(opened) == ("read_from", CHAT, MessageId(13), {"summarise": True})
    opened.post(SummaryBegun(CHAT))
    assert "Summarising" in opened.window.notices.texts()[0]
    click(opened, notice_button(opened, "Stop"))
    assert last_call(opened) == ("stop", CHAT)
    opened.post(SummaryEnded(CHAT, is_kept=False))
    assert opened.window.notices.texts() == []


def test_a_summary_that_is_written_is_told_of_in_its_own_chat(opened: Desk) -> None:
    other = ChatId(2)
    opened.post(SummaryBegun(CHAT), SummaryBegun(other))
    opened.window.open_chat.show(other)
    assert "Summarising" in opened.window.notices.texts()[0]
    opened.post(SummaryEnded(CHAT, is_kept=True))
    (told,) = opened.window.notices.texts()  # and nothing of the chat that is not shown
    assert "Summarising" in told
    click(opened, notice_button(opened, "Stop"))
    assert last_call(opened) == ("stop", other)
    opened.window.open_chat.show(CHAT)
    assert opened.window.notices.texts() == []


def test_a_summary_is_told_of_still_when_its_chat_is_shown_again(opened: Desk) -> None:
    opened.post(SummaryBegun(CHAT))
    opened.window.open_chat.show(ChatId(2))
    assert opened.window.notices.texts() == []
    opened.window.open_chat.show(CHAT)
    assert "Summarising" in opened.window.notices.texts()[0]


def test_where_no_summary_comes_it_is_said_and_everything_else_is_still_offered(
    opened: Desk,
) -> None:
    count(opened, FULL)
    opened.post(SummaryBegun(CHAT), SummaryEnded(CHAT, False, SummaryFailed().problem()))
    (told,) = opened.window.notices.texts()
    assert "could not summarise" in told
    assert {WayOut.LEAVE_OUT, WayOut.SUMMARISE, WayOut.NEW_CHAT} <= buttons(opened)


def test_a_summary_without_a_plan_keeps_the_last_question(opened: Desk) -> None:
    count(opened, replace(FULL, n_least=0, leaving_out=None))
    click(opened, opened.window.composer.context_bar.buttons[WayOut.SUMMARISE])
    assert last_call(opened) == ("read_from", CHAT, MessageId(13), {"summarise": True})


# -- a chat with a rule --


def test_a_chat_that_leaves_out_says_so_before_and_can_be_sent(opened: Desk) -> None:
    opened.post(ChatChanged(ruled(OverflowRule.LEAVE_OUT)))
    count(opened, FULL)
    assert words(opened) == "For this answer, the oldest 2 messages will be left out. " + THEN
    assert buttons(opened) == {WayOut.LARGER, WayOut.NEW_CHAT}
    opened.window.composer.set_text("Three?")
    measured = ("measure", CHAT, "Three?")
    opened.until(lambda: measured in [call[:3] for call in opened.calls])
    opened.post(FULL)
    assert opened.window.composer.button.isEnabled()
    opened.qtbot.keyClick(opened.window.composer.edit, Qt.Key.Key_Return)
    assert opened.sent == [(CHAT, "Three?")]


def test_a_chat_that_summarises_says_so_before(opened: Desk) -> None:
    opened.post(ChatChanged(ruled(OverflowRule.SUMMARISE)))
    count(opened, FULL)
    assert (
        words(opened)
        == "Before it answers, the model will summarise the oldest 2 messages. " + THEN
    )
    assert buttons(opened) == {WayOut.LARGER, WayOut.LEAVE_OUT, WayOut.NEW_CHAT}


def test_an_answer_goes_on_where_turns_can_be_left_out_for_it(opened: Desk) -> None:
    full = replace(FULL, n_chat=8190)
    count(opened, full)
    assert "continue" not in allowed(opened)
    opened.post(ChatChanged(ruled(OverflowRule.LEAVE_OUT)))
    count(opened, full)
    assert allowed(opened) == {"continue", "regenerate"}
    opened.post(ChatChanged(ruled(OverflowRule.SUMMARISE)))
    count(opened, replace(full, n_least=8190, n_answer=8000, leaving_out=None))
    assert allowed(opened) == {"regenerate"}


def test_a_message_that_does_not_fit_by_itself_is_refused_in_plain_words(opened: Desk) -> None:
    opened.post(ChatChanged(ruled(OverflowRule.LEAVE_OUT)))
    written = replace(FULL, n_total=12_000, n_draft=7900, n_chat=4100, leaving_out=None)
    count(opened, written)
    assert words(opened) == (
        "This does not fit, even without any earlier messages: 8,400 of 8,192 tokens."
    )
    assert buttons(opened) == {WayOut.LARGER, WayOut.NEW_CHAT}
    assert not opened.window.composer.button.isEnabled()
    opened.post(replace(FULL, n_total=9000, n_chat=9000, n_least=8190, leaving_out=None))
    assert words(opened).endswith("without any earlier messages: 8,190 of 8,192 tokens.")


def test_the_wait_for_a_summary_is_named_under_the_answer(opened: Desk) -> None:
    opened.post(MessageAdded(CHAT, answer("", STREAMING, number=15)))
    opened.post(AnswerQueued(CHAT, MessageId(15), WaitReason.SUMMARISING))
    wait = opened.window.open_chat.wait
    assert wait is not None
    assert wait.reason is WaitReason.SUMMARISING


# -- the settings of a chat --


def dialog(desk: Desk) -> ChatSetupDialog:
    desk.window.actions_by_key["chat_setup"].trigger()
    return desk.window.findChildren(ChatSetupDialog)[-1]


def test_the_rule_is_chosen_in_the_settings_of_the_chat(opened: Desk) -> None:
    shown = dialog(opened)
    notes = set()
    for number, rule in enumerate(OverflowRule):
        assert shown.overflow.box.count() == len(OverflowRule)
        shown.overflow.box.setCurrentIndex(number)
        assert rule_of(shown.setup()) is rule
        notes.add(shown.overflow.note.text())
    assert len(notes) == len(OverflowRule)
    shown.save_button.click()
    assert last_call(opened) == ("set_up", CHAT, with_rule(ChatSetup(), OverflowRule.SUMMARISE))
    opened.post(ChatChanged(ruled(OverflowRule.SUMMARISE)))
    again = dialog(opened)
    assert again.overflow.rule() is OverflowRule.SUMMARISE
    again.reset_button.click()
    assert again.setup() == ChatSetup()


# -- the summary in the transcript --


def targets(desk: Desk) -> set[TargetKind]:
    view = desk.window.transcript
    view.viewport().repaint()
    return {one.click_target.kind for one in view.canvas.targets}


def test_a_summary_is_shown_where_the_messages_end_that_it_stands_for(opened: Desk) -> None:
    view = opened.window.transcript
    opened.post(ChatChanged(replace(summarised(""), context_from=MessageId(13))))
    without = view.stack[2].height()
    assert TargetKind.EDIT_SUMMARY not in targets(opened)
    opened.post(ChatChanged(summarised("They counted to two.")))
    assert view.messages.summary == "They counted to two."
    assert view.stack[2].height() > without
    assert view.stack[3].summary.text == ""
    opened.until(lambda: TargetKind.EDIT_SUMMARY in targets(opened))
    assert "They counted to two." in spoken_text(view.surface, view.stack[2])
    opened.post(ChatChanged(make_chat(1)))
    assert view.messages.summary == ""


def test_a_summary_of_other_messages_is_not_shown(opened: Desk) -> None:
    opened.post(ChatChanged(summarised("They counted.", read_from=14)))
    assert opened.window.transcript.messages.summary == ""


def test_a_long_summary_is_cut_to_a_few_lines_at_any_width(opened: Desk) -> None:
    opened.post(ChatChanged(summarised(LONG)))
    note = opened.window.transcript.stack[2].summary
    for width in (700.0, 300.0, 120.0, 10.0):
        lines = note.lines(width, 1.0)
        assert len(lines) == 6
        assert lines[-1].endswith("…")
    short = opened.window.transcript.stack[2].summary
    short.text = "One line.\n\nAnother."
    assert short.lines(700.0, 1.0) == ["One line.", "Another."]


def test_a_summary_is_edited_and_taken_away(opened: Desk) -> None:
    view = opened.window.transcript
    opened.post(ChatChanged(summarised(LONG)))
    opened.until(lambda: TargetKind.EDIT_SUMMARY in targets(opened))
    press = next(
        one.click_target
        for one in view.canvas.targets
        if one.click_target.kind is TargetKind.EDIT_SUMMARY
    )
    view.surface.press(press)
    shown = opened.window.findChildren(SummaryDialog)[-1]
    assert shown.edit.toPlainText() == LONG.strip() or shown.edit.toPlainText() == LONG
    shown.edit.setPlainText(" Ships. ")
    shown.save_button.click()
    assert last_call(opened) == ("read_from", CHAT, MessageId(13), {"summary": "Ships."})
    actions = {one.text(): one for one in message_menu(view.surface, view.stack[2]).actions()}
    actions["Edit summary…"].trigger()
    opened.window.findChildren(SummaryDialog)[-1].remove_button.click()
    assert last_call(opened) == ("read_from", CHAT, MessageId(13), {"summary": ""})


def test_where_messages_are_left_out_without_a_summary_one_can_be_written(opened: Desk) -> None:
    view = opened.window.transcript
    opened.post(ChatChanged(replace(make_chat(1), context_from=MessageId(13))))
    actions = {one.text(): one for one in message_menu(view.surface, view.stack[2]).actions()}
    actions["Write a summary…"].trigger()
    shown = opened.window.findChildren(SummaryDialog)[-1]
    assert shown.edit.toPlainText() == ""
    assert not shown.remove_button.isEnabled()


def test_the_summary_of_a_long_chat_is_shown_before_all_of_it_is_read(desk: Desk) -> None:
    from app.core.conversations.events import ChatOpened, ChatsListed

    chat = summarised("They counted.")
    desk.post(ChatsListed((chat,)))
    desk.window.open_chat.show(CHAT)
    desk.post(ChatOpened(chat, MESSAGES[1:], is_whole=False))
    messages = desk.window.transcript.messages
    assert messages.summary == "They counted."
    desk.until(lambda: any(call[0] == "read_earlier" for call in desk.calls))
    desk.post(EarlierMessages(CHAT, MESSAGES[:1]))
    assert messages.summary == "They counted."
    desk.post(ChatChanged(replace(chat, sampling=(*chat.sampling, ("summary_of", "x")))))
    assert messages.summary == ""


def test_what_is_written_is_not_sent_where_nothing_helps(opened: Desk) -> None:
    count(opened, replace(FULL, n_chat=8100, leaving_out=None))
    write(opened, "x" * 300)
    assert opened.sent == []
