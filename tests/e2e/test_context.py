"""Attached texts, settings of a chat and its context in the whole program, with the guide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.chats.records import ChatSetup, MessageStatus
from app.core.conversations.texts.chat_sampling import rule_of
from app.core.messages import Attachment
from app.core.protocol import OverflowRule
from app.ui.chat.chat_setup.chat_setup_dialog import ChatSetupDialog
from app.ui.chat.overflow_presenter import SummaryDialog
from app.ui.composer.context_bar import WayOut
from app.ui.composer.draft import Draft
from app.ui.transcript.model.click_targets import TargetKind

if TYPE_CHECKING:
    from tests.e2e.conftest import Program

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


def meter(program: Program) -> str:
    return program.window.status.meter.explanation()


def test_what_goes_along_fills_the_context_and_is_there_after_a_restart(start: Any) -> None:
    program = start()
    program.until_ready()
    program.window.composer.attachments.add(Attachment("notes.txt", "A hearth is warm. " * 20))
    program.until(lambda: "Attachments" in meter(program))
    before = program.window.status.meter._use
    program.say("How do I add a model?")
    program.until(lambda: "Conversation" in meter(program))
    after = program.window.status.meter._use
    assert before is not None
    assert after is not None
    assert after.n_attachments == before.n_attachments > 50
    program.quit()

    again = start()
    again.until_ready()
    again.until(lambda: len(again.window.transcript.stack) == 2)
    assert again.window.transcript.messages.message(0).attachments[0].name == "notes.txt"
    again.until(lambda: "from disk" in again.figures())


def test_a_chat_too_long_says_so_and_goes_on_once_its_beginning_is_left_out(start: Any) -> None:
    program = start(settings="[sampling]\ntemperature = 0\n[model]\ncontext_tokens = 512\n")
    program.until_ready()
    n_ctx = 512
    for question in ("How do I add a model?", "Where are my chats stored?"):
        program.say(question)
    program.window.composer.set_draft(Draft("And?", (Attachment("a", "warm " * n_ctx),)))
    bar = program.window.composer.context_bar
    program.until(lambda: "does not fit" in bar.words())
    program.window.composer.set_draft(Draft())
    program.until(lambda: "does not fit" not in bar.words())

    view = program.window.transcript
    program.window.composer.context_bar.pressed.emit(WayOut.LEAVE_OUT)
    program.until(lambda: view.messages.read_from is not None)
    assert view.messages.read_from == view.messages.message(2).id
    answer = program.say("What does resumed mean?")
    assert answer
    assert len(view.stack) == 6  # nothing is gone
    view.viewport().repaint()
    view.verticalScrollBar().setValue(0)
    view.viewport().repaint()
    view.surface.press(
        next(
            one.click_target
            for one in view.canvas.targets
            if one.click_target.kind is TargetKind.READ_ALL
        )
    )
    program.until(lambda: view.messages.read_from is None)


def test_a_chat_keeps_what_it_wants_of_the_model(start: Any) -> None:
    program = start()
    program.until_ready()
    program.window.chat.gestures.set_up(
        None, ChatSetup("You are Hearth Guide.", (("max_tokens", 3.0),))
    )
    program.say("How do I add a model?")
    last = program.window.transcript.messages.message(1)
    assert dict(last.stats)["n_generated"] == 3
    program.quit()

    again = start()
    again.until_ready()
    again.until(lambda: len(again.window.transcript.stack) == 2)
    assert again.window.open_chat.setup.system_prompt == "You are Hearth Guide."
    again.until(lambda: "System prompt" in meter(again))


def test_an_answer_goes_on_from_words_that_were_given(start: Any) -> None:
    program = start()
    program.until_ready()
    old = program.say("How do I add a model?")
    view = program.window.transcript
    view.requests.begin.emit(view.messages.message(0).id)
    with program.one_answer():
        program.send("Choose Open")
    new = view.messages.last_answer()
    assert new.startswith("Choose Open")
    assert new != "Choose Open"
    assert new != old
    assert view.messages.versions.of(view.messages.message(1).id) == (2, 2)
    assert view.stack[1].note == ""  # the question was not read again


# -- a chat that does not fit --


def small(n_ctx: int) -> str:
    return f"[sampling]\ntemperature = 0\n[model]\ncontext_tokens = {n_ctx}\n"


def offered(program: Program) -> set[TargetKind]:
    view = program.window.transcript
    view.scroller.jump_to_end()
    view.viewport().repaint()
    last = view.messages.message(len(view.stack) - 1).id
    return {
        one.click_target.kind for one in view.canvas.targets if one.click_target.message_id == last
    }


def test_what_waited_and_does_not_fit_any_more_comes_back_into_the_field(start: Any) -> None:
    program = start(settings=small(512))
    program.until_ready()
    composer, view = program.window.composer, program.window.transcript
    waited = "warm " * 450
    with program.one_answer():
        program.send("How do I add a model?")
        program.until(lambda: program.window.open_chat.is_answering)
        composer.set_draft(Draft(waited))
        program.window.chat.outbox.send()  # it fits by itself, and not behind this answer
        assert composer.text() == ""
    program.until(lambda: composer.text() == waited.strip())
    program.until(lambda: "This does not fit" in composer.context_bar.words())
    assert len(view.stack) == 2
    assert program.notices() == ""
    assert not composer.button.isEnabled()
    assert TargetKind.REGENERATE in offered(program)

    composer.set_draft(Draft("And where?"))
    program.until(lambda: composer.context_bar.words() == "")
    program.say("")
    assert len(view.stack) == 4


def test_an_older_chat_that_does_not_fit_is_not_dead(start: Any, paths: Any) -> None:
    program = start(settings=small(2048))
    program.until_ready()
    program.window.composer.attachments.add(Attachment("notes.txt", "warm " * 700))
    program.say("How do I add a model?")
    program.quit()

    paths.settings_file.write_text(small(512))
    program = start()
    program.until_ready()
    view, window = program.window.transcript, program.window
    program.until(lambda: len(view.stack) == 2)
    program.until(lambda: "does not fit" in window.composer.context_bar.words())
    assert offered(program) & {TargetKind.REGENERATE, TargetKind.RETRY} == set()
    assert TargetKind.EDIT_QUESTION in offered(program)
    chat_id = window.open_chat.id
    assert chat_id is not None
    with program.one_answer():  # as one that was asked for before the chat was counted
        window.chat.messages._door.regenerate(chat_id)
    assert view.messages.message(1).status is MessageStatus.FAILED
    assert offered(program) & {TargetKind.RETRY, TargetKind.CONTINUE} == set()
    assert program.notices() == ""
    view.surface.press(next(one.click_target for one in view.canvas.targets
                    if one.click_target.kind is TargetKind.EDIT_QUESTION))  # fmt: skip
    assert window.composer.written().attachments[0].name == "notes.txt"
    program.until(
        lambda: not window.chat.context._pause.isActive() and not window.chat.context._is_asked
    )
    assert not window.composer.button.isEnabled()
    window.composer.cancel_edit()
    program.quit()

    paths.settings_file.write_text(small(2048))
    program = start()
    program.until_ready()
    program.until(lambda: program.window.open_chat.fit.is_current)
    assert {TargetKind.RETRY, TargetKind.CONTINUE} <= offered(program)
    with program.one_answer():
        program.window.chat.messages.regenerate()
    assert program.window.transcript.messages.last_answer()


# -- a chat that outgrows its context --


QUESTION = "How do I add a model? " * 12


def talk(program: Program, n_turns: int = 2) -> None:
    for number in range(n_turns):
        program.window.composer.set_text(f"{number}. {QUESTION}")
        program.say("")


def outgrow(program: Program, n_turns: int = 8) -> str:
    """Talk until the model does not read all of the chat any more; return the last answer."""
    messages = program.window.transcript.messages
    for number in range(n_turns):
        program.window.composer.set_text(f"{number}. {QUESTION}")
        said = program.say("")
        if messages.read_from is not None:
            return said
    raise AssertionError("it never outgrew its context")


def choose_rule(program: Program, rule: OverflowRule) -> None:
    program.window.actions_by_key["chat_setup"].trigger()
    dialog = program.window.findChildren(ChatSetupDialog)[-1]
    dialog.overflow.choose(rule)
    dialog.boxes["max_tokens"].setValue(40)
    dialog.save_button.click()


def test_a_chat_with_a_rule_goes_on_by_itself_and_can_be_read_whole_again(
    start: Any, paths: Any
) -> None:
    program = start(settings=small(512))
    program.until_ready()
    choose_rule(program, OverflowRule.LEAVE_OUT)
    assert outgrow(program)
    view, window = program.window.transcript, program.window
    n_messages, read_from = len(view.stack), view.messages.read_from
    assert program.notices() == ""
    program.quit()

    paths.settings_file.write_text(small(4096))  # a larger context: all of it is still there
    program = start()
    program.until_ready()
    view, window = program.window.transcript, program.window
    program.until(lambda: len(view.stack) == n_messages)
    assert view.messages.read_from == read_from
    program.until(lambda: window.open_chat.fit.is_current)
    view.requests.read_from.emit(None)
    program.until(lambda: view.messages.read_from is None)
    assert program.say("And now?")
    assert view.messages.read_from is None


def test_a_chat_says_before_it_is_sent_what_will_be_left_out(start: Any) -> None:
    program = start(settings=small(512))
    program.until_ready()
    choose_rule(program, OverflowRule.LEAVE_OUT)
    talk(program)
    composer = program.window.composer
    composer.set_draft(Draft("And?", (Attachment("a", "warm " * 330),)))
    program.until(lambda: "will be left out" in composer.context_bar.words())
    assert composer.button.isEnabled()
    with program.one_answer():
        program.window.chat.outbox.send()
    messages = program.window.transcript.messages
    assert messages.read_from == messages.message(4).id
    assert messages.last_answer()
    composer.set_draft(Draft("And?", (Attachment("a", "warm " * 600),)))
    program.until(lambda: "even without any earlier" in composer.context_bar.words())
    assert not composer.button.isEnabled()


def test_a_summarised_chat_shows_its_summary_and_goes_on_with_the_users_words(
    start: Any,
) -> None:
    program = start(settings=small(1024))
    program.until_ready()
    choose_rule(program, OverflowRule.SUMMARISE)
    view = program.window.transcript
    outgrow(program, 16)
    assert view.messages.summary
    program.until(lambda: not program.window.open_chat.is_answering)
    view.requests.edit_summary.emit()
    dialog = program.window.findChildren(SummaryDialog)[-1]
    dialog.edit.setPlainText("They asked about models.")
    dialog.save_button.click()
    program.until(lambda: view.messages.summary == "They asked about models.")
    assert program.say("And then?")
    program.quit()

    again = start()
    again.until_ready()
    again.until(lambda: again.window.transcript.messages.summary == "They asked about models.")


def test_a_chat_that_asks_is_summarised_when_somebody_wants_it(start: Any) -> None:
    program = start(settings=small(512))
    program.until_ready()
    talk(program)
    composer, view = program.window.composer, program.window.transcript
    composer.set_draft(Draft("And?", (Attachment("a", "warm " * 330),)))
    program.until(lambda: "does not fit" in composer.context_bar.words())
    composer.context_bar.pressed.emit(WayOut.SUMMARISE)
    program.until(lambda: view.messages.read_from is not None)
    program.click_notice("Always in this chat")
    program.until(lambda: rule_of(program.window.open_chat.setup) is OverflowRule.SUMMARISE)
    assert view.messages.summary
