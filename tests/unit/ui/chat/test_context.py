"""The context: how full it is, what fills it, and the ways out before it overflows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from app.core.chats.records import ChatId, MessageId
from app.core.conversations.events import AnswerDelta, ChatChanged, ContextUse
from app.core.plain_value import replace
from app.core.protocol import ModelLoaded, ModelUnloaded
from app.ui.composer.context_bar import WayOut
from app.ui.composer.draft import Draft
from app.ui.transcript.model.click_targets import TargetKind
from app.ui.transcript.satellites.message_menu import message_menu
from tests.unit.ui.conftest import answer, click, make_chat, make_model, notice_button, question

if TYPE_CHECKING:
    from tests.helpers.recorded_doors import Call
    from tests.unit.ui.conftest import Desk

CHAT = ChatId(1)
HALF_FULL = ContextUse(CHAT, 8192, 4000, 500, 2500, 900, 100, 3900, 40)
FULL = ContextUse(CHAT, 8192, 8200, 500, 6500, 900, 300, 7900, 40)


def measured(desk: Desk) -> list[Call]:
    return [call for call in desk.calls if call[0] == "measure"]


@pytest.fixture
def opened(desk: Desk) -> Desk:
    """A chat whose context was measured once."""
    desk.open(question("One?", number=11), answer("Uno.", number=12, stats=(("n_generated", 40),)),
              question("Two?", number=13), answer("Due.", number=14))  # fmt: skip
    desk.until(lambda: len(measured(desk)) > 0)
    return desk


def test_a_pause_in_typing_has_the_draft_measured(opened: Desk) -> None:
    opened.post(HALF_FULL)
    opened.qtbot.keyClicks(opened.window.composer.edit, "And three?")
    opened.until(lambda: measured(opened)[-1][1:3] == (CHAT, "And three?"))
    assert len(measured(opened)) <= 3  # not at each key


def test_one_measurement_is_under_way_at_a_time(opened: Desk) -> None:
    n_asked = len(measured(opened))
    opened.window.composer.set_text("x")
    opened.window.chat.context._measure()
    assert len(measured(opened)) == n_asked
    opened.post(HALF_FULL)
    opened.until(lambda: measured(opened)[-1][2] == "x")


@pytest.mark.parametrize(
    "event", [ModelUnloaded(), ModelLoaded(make_model("/models/b.gguf"))], ids=["goes", "comes"]
)
def test_a_count_that_was_lost_with_its_model_is_asked_for_again(
    opened: Desk, event: ModelUnloaded | ModelLoaded
) -> None:
    n_asked = len(measured(opened))  # and none was answered
    opened.post(event)
    opened.until(lambda: len(measured(opened)) > n_asked)


def test_the_meter_says_what_fills_the_context(opened: Desk) -> None:
    meter = opened.window.status.meter
    opened.post(HALF_FULL)
    assert meter.isVisible()
    assert meter.explanation().split("\n") == [
        "Context of 8,192 tokens", "System prompt: 500 tokens", "Conversation: 2,460 tokens",
        "Last answer: 40 tokens", "Attachments: 900 tokens", "Your message: 100 tokens",
        "Left for the answer: 4,192 tokens",
    ]  # fmt: skip
    opened.post(AnswerDelta(CHAT, answer("").id, "x"))
    assert meter._n_answer == 41
    opened.post(ContextUse(CHAT))
    assert not meter.isVisible()


def test_what_another_chat_takes_is_not_shown(opened: Desk) -> None:
    opened.post(HALF_FULL)
    opened.post(replace(FULL, chat_id=ChatId(2)))
    assert opened.window.status.meter.words() == "4,000 of 8,192 tokens"


def test_a_full_context_is_told_before_anything_is_sent(opened: Desk) -> None:
    bar = opened.window.composer.context_bar
    opened.post(HALF_FULL)
    assert not bar.isVisible()
    opened.post(replace(HALF_FULL, n_total=7800))
    assert bar.words() == "The context is nearly full: 392 tokens left for the answer."
    opened.post(FULL)
    assert bar.words() == "This does not fit: 8,200 of 8,192 tokens."
    # What is written is nothing that could be cut.
    offered = {key for key in WayOut if not bar.buttons[key].isHidden()}
    assert offered == set(WayOut) - {WayOut.SHORTEN}


def test_a_larger_context_is_offered_as_far_as_the_model_was_trained(opened: Desk) -> None:
    bar = opened.window.composer.context_bar
    opened.post(FULL)
    bar.buttons[WayOut.LARGER].click()
    assert opened.calls[-1][0] != "load"
    assert "with a context of 16,384 tokens?" in opened.window.notices.texts()[0]
    assert "until you open another model" in opened.window.notices.texts()[0]
    click(opened, notice_button(opened, "Reload"))
    assert opened.calls[-1] == ("load", "/models/tiny.gguf", 16384, {"first_chat": 1})
    opened.post(ModelLoaded(replace(make_model(), n_ctx=32768)), replace(FULL, n_ctx=32768))
    opened.post(replace(FULL, n_ctx=32768, n_total=32768))
    assert bar.buttons[WayOut.LARGER].isHidden()


def test_the_beginning_is_left_out_only_when_asked(opened: Desk) -> None:
    opened.post(FULL)
    opened.window.composer.context_bar.buttons[WayOut.LEAVE_OUT].click()
    (_name, chat_id, share) = opened.calls[-1]
    assert (opened.calls[-1][0], chat_id) == ("leave_out", CHAT)
    assert 0.4 < share < 0.5


def test_a_new_chat_takes_along_what_is_being_written(opened: Desk) -> None:
    opened.window.composer.set_draft(Draft("Three?"))
    opened.post(FULL)
    opened.window.composer.context_bar.buttons[WayOut.NEW_CHAT].click()
    assert opened.window.open_chat.id is None
    assert opened.window.composer.text() == "Three?"
    opened.window.open_chat.show(CHAT)
    assert opened.window.composer.text() == ""


def test_a_line_shows_from_where_the_model_reads_and_takes_it_back(opened: Desk) -> None:
    view = opened.window.transcript
    before = view.stack[2].height()
    opened.post(ChatChanged(replace(make_chat(1), context_from=view.messages.message(2).id)))
    assert view.stack[2].height() > before
    opened.until(
        lambda: any(one.click_target.kind is TargetKind.READ_ALL for one in view.canvas.targets)
    )
    view.surface.press(
        next(
            one.click_target
            for one in view.canvas.targets
            if one.click_target.kind is TargetKind.READ_ALL
        )
    )
    assert opened.calls[-1] == ("read_from", CHAT, None)
    opened.post(ChatChanged(make_chat(1)))
    assert view.stack[2].height() == before


def test_the_user_may_say_from_where_the_model_reads(opened: Desk) -> None:
    view = opened.window.transcript
    actions = {one.text(): one for one in message_menu(view.surface, view.stack[2]).actions()}
    actions["Start reading from here"].trigger()
    assert opened.calls[-1] == ("read_from", CHAT, view.messages.message(2).id)
    first = [one.text() for one in message_menu(view.surface, view.stack[0]).actions()]
    assert "Start reading from here" not in first


# -- what does not fit --


def test_what_does_not_fit_cannot_be_sent(opened: Desk) -> None:
    composer = opened.window.composer
    composer.set_text("x" * 9_000)
    opened.post(HALF_FULL)
    opened.until(lambda: measured(opened)[-1][2] == "x" * 9_000)
    opened.post(FULL)
    assert not composer.button.isEnabled()
    opened.qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert opened.sent == []
    assert composer.text() == "x" * 9_000
    composer.set_text("short")
    opened.until(lambda: measured(opened)[-1][2] == "short")
    opened.post(HALF_FULL)
    assert composer.button.isEnabled()
    opened.qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert opened.sent == [(CHAT, "short")]


def test_an_edit_that_fits_hears_nothing_of_what_it_will_leave_behind(opened: Desk) -> None:
    composer = opened.window.composer
    opened.post(FULL)
    opened.window.chat.messages._edit(MessageId(11))
    assert composer.is_editing
    n_asked = len(measured(opened))
    opened.until(lambda: len(measured(opened)) > n_asked)
    assert measured(opened)[-1][2] == ""  # first the chat as it stands
    opened.post(FULL)
    opened.until(lambda: measured(opened)[-1][2] == "One?")
    assert measured(opened)[-1][-1]["replaces"] == MessageId(11)
    opened.post(ContextUse(CHAT, 8192, 7800, 500, 7000, 0, 300, 7500))
    assert composer.context_bar.words() == ""
    assert composer.button.isEnabled()


@pytest.mark.parametrize("fits", [True, False])
def test_return_waits_until_a_long_message_is_counted(opened: Desk, *, fits: bool) -> None:
    composer = opened.window.composer
    opened.post(HALF_FULL)
    composer.set_text("x" * 9_000)
    opened.qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert opened.sent == []
    opened.until(lambda: measured(opened)[-1][2] == "x" * 9_000)
    opened.post(HALF_FULL if fits else FULL)
    assert opened.sent == ([(CHAT, "x" * 9_000)] if fits else [])


def test_return_does_not_send_what_is_being_written_again(opened: Desk) -> None:
    composer = opened.window.composer
    opened.post(HALF_FULL)
    composer.set_text("x" * 9_000)
    opened.qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    opened.qtbot.keyClicks(composer.edit, "and")
    opened.until(lambda: measured(opened)[-1][2] == "x" * 9_000 + "and")
    opened.post(HALF_FULL)
    assert opened.sent == []


def test_few_words_are_sent_without_being_counted(opened: Desk) -> None:
    opened.post(HALF_FULL)
    opened.qtbot.keyClicks(opened.window.composer.edit, "And three?")
    opened.qtbot.keyClick(opened.window.composer.edit, Qt.Key.Key_Return)
    assert opened.sent == [(CHAT, "And three?")]


def test_a_larger_context_is_offered_only_where_it_is_large_enough(opened: Desk) -> None:
    bar = opened.window.composer.context_bar
    opened.post(replace(FULL, n_total=20_000))
    bar.buttons[WayOut.LARGER].click()
    assert "of 32,768 tokens?" in opened.window.notices.texts()[0]
    opened.post(replace(FULL, n_total=250_000))
    assert bar.buttons[WayOut.LARGER].isHidden()


def test_a_larger_context_that_memory_was_too_small_for_is_not_offered_again(opened: Desk) -> None:
    bar = opened.window.composer.context_bar
    opened.post(FULL)
    bar.buttons[WayOut.LARGER].click()
    click(opened, notice_button(opened, "Reload"))
    opened.post(ModelLoaded(make_model()), FULL)
    assert bar.words()
    assert bar.buttons[WayOut.LARGER].isHidden()


def test_a_draft_is_measured_while_keys_keep_coming(
    opened: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.chat.context_presenter._LONGEST_MS", 0)
    opened.post(HALF_FULL)
    n_asked = len(measured(opened))

    def is_measured_after_a_key() -> bool:
        opened.qtbot.keyClick(opened.window.composer.edit, "x")
        return len(measured(opened)) > n_asked

    opened.until(is_measured_after_a_key)
    assert measured(opened)[-1][2].startswith("x")


def test_the_end_of_a_word_has_the_draft_measured_at_once(
    opened: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.chat.context_presenter._PAUSE_MS", 3_600_000)
    opened.post(HALF_FULL)
    n_asked = len(measured(opened))
    opened.qtbot.keyClicks(opened.window.composer.edit, "Why")
    opened.qtbot.wait(20)
    assert len(measured(opened)) == n_asked
    opened.qtbot.keyClick(opened.window.composer.edit, "?")
    opened.until(lambda: len(measured(opened)) > n_asked)
    assert measured(opened)[-1][2] == "Why?"
