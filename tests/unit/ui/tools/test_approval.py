"""A call that waits for the user's word: what is shown, and what each button says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from app.core.chats.records import ChatId, MessageId
from app.core.conversations.events import (
    ChatsDeleted,
    ToolAsked,
    ToolLoopStopped,
    ToolQuestionEnded,
)
from app.core.messages import ToolCall
from app.core.phrases import phrase
from app.core.plain_value import replace
from app.core.tools.values import Decision, Question, Tool, is_seen
from app.ui.composer import approval_panel
from tests.unit.core.tools.test_hostile_words import HOSTILE
from tests.unit.ui.conftest import answer, make_chat, question

if TYPE_CHECKING:
    from app.ui.composer.approval_panel import ApprovalPanel
    from tests.unit.ui.conftest import Desk

FETCH = Tool("fetch_page", "Fetch.", site_argument="url")
ECHO = Tool("files__echo", "Echo.", server="files", own_name="echo", origin="npx files /home")


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(approval_panel, "_UNARMED_MS", 0)


def asked(
    arguments: str,
    tool: Tool = ECHO,
    chat: int = 1,
    why: Question = Question.NEW,
) -> ToolAsked:
    return ToolAsked(ChatId(chat), MessageId(7), ToolCall(tool.name, arguments, "a"), tool, why)


def ask(desk: Desk, *calls: ToolAsked) -> ApprovalPanel:
    desk.open(question("Look."), answer("I look."))
    desk.post(*calls)
    panel = desk.window.composer.approval
    desk.until(lambda: not panel._armed.isActive())
    return panel


def press(desk: Desk, panel: ApprovalPanel, decision: Decision | None) -> None:
    desk.qtbot.mouseClick(panel.buttons[decision], Qt.MouseButton.LeftButton)


def decisions(desk: Desk) -> list[tuple[object, ...]]:
    return [call[1:] for call in desk.calls if call[0] == "decide"]


@pytest.mark.parametrize("decision", [Decision.ONCE, Decision.CHAT, Decision.ALWAYS, None])
def test_each_button_says_what_it_is_for(desk: Desk, decision: Decision | None) -> None:
    call = asked('{"text":"hello"}')
    panel = ask(desk, call)
    assert panel.isVisible()
    press(desk, panel, decision)
    assert decisions(desk) == [(call, decision, None)]
    assert not panel.isVisible()


def test_all_arguments_are_shown_and_what_nobody_sees_is_written_out(desk: Desk) -> None:
    given = {"text": "Grüße 你好 \u202eevil\U000e0041", "more": ["x" * 300, None, 1.5]}
    call = asked(json.dumps(given, ensure_ascii=False))
    shown = ask(desk, call).arguments.toPlainText()
    assert json.loads(shown) == given
    assert "Grüße 你好" in shown
    assert "\\u202eevil" in shown
    assert all(char == "\n" or char.isprintable() for char in shown)


def test_changed_arguments_are_those_that_are_sent(desk: Desk) -> None:
    call = asked('{"text":"secret"}')
    panel = ask(desk, call)
    panel.arguments.setPlainText('{"text": "public"}')
    press(desk, panel, Decision.ONCE)
    assert decisions(desk) == [(call, Decision.ONCE, '{"text": "public"}')]


def test_what_is_no_object_can_only_be_refused(desk: Desk) -> None:
    call = asked('{"text":"hello"}')
    panel = ask(desk, call)
    panel.arguments.setPlainText('{"text": ')
    assert [panel.buttons[one].isEnabled() for one in Decision] == [False] * 3
    press(desk, panel, Decision.ONCE)
    assert decisions(desk) == []
    press(desk, panel, None)
    assert decisions(desk) == [(call, None, None)]


def test_it_names_who_gets_them(desk: Desk) -> None:
    panel = ask(desk, asked('{"text":"hello"}', why=Question.CHANGED))
    assert "npx files /home" in panel._told.text()
    assert "changed since you allowed it" in panel._told.text()
    desk.post(asked('{"url":"https://example.org/a"}', FETCH))
    assert "example.org" in panel._told.text()
    assert "example.org" in panel.buttons[Decision.ALWAYS].text()


def test_the_site_that_is_named_is_the_one_that_is_allowed(desk: Desk) -> None:
    panel = ask(desk, asked('{"url":"https://example.org/a"}', FETCH))
    panel.arguments.setPlainText('{"url": "https://evil.example/x"}')
    assert "evil.example" in panel.buttons[Decision.ALWAYS].text()
    assert "evil.example" in panel._told.text()


def test_changed_arguments_are_still_there_when_the_user_comes_back(desk: Desk) -> None:
    panel = ask(desk, asked('{"text":"secret"}'))
    panel.arguments.setPlainText('{"text": "public"}')
    desk.window.open_chat.show(ChatId(2))
    assert desk.window.notices.is_shown("tool call 1")
    desk.window.open_chat.show(ChatId(1))
    assert panel.arguments.toPlainText() == '{"text": "public"}'
    assert not desk.window.notices.is_shown("tool call 1")


def test_a_long_argument_has_the_room_of_its_lines(desk: Desk) -> None:
    panel = ask(desk, asked(json.dumps({"command": "harmless words " * 30})))
    height = panel.arguments.fontMetrics().lineSpacing()
    desk.until(lambda: panel.arguments.viewport().height() >= 6 * height)


def test_after_a_decision_the_keyboard_is_in_the_message_field(desk: Desk) -> None:
    panel = ask(desk, asked('{"text":"hello"}'))
    panel.buttons[Decision.ONCE].setFocus()
    desk.qtbot.keyClick(panel.buttons[Decision.ONCE], Qt.Key.Key_Space)
    assert decisions(desk)
    assert desk.window.composer.edit.hasFocus()


def test_a_click_that_was_meant_for_something_else_allows_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = desk.window.composer.approval
    panel._armed.setInterval(60_000)
    desk.open(question("Look."), answer("I look."))
    desk.post(asked('{"text":"hello"}'))
    assert panel.isVisible()
    press(desk, panel, Decision.ALWAYS)
    assert decisions(desk) == []


def test_return_in_the_message_field_allows_nothing(desk: Desk) -> None:
    panel = ask(desk, asked('{"text":"hello"}'))
    desk.window.composer.edit.setFocus()
    desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Return)
    assert decisions(desk) == []
    assert panel.isVisible()


def test_it_goes_with_its_question(desk: Desk) -> None:
    panel = ask(desk, asked('{"text":"hello"}'))
    desk.post(ToolQuestionEnded(ChatId(1)))
    assert not panel.isVisible()


def test_a_call_of_another_chat_leads_there(desk: Desk) -> None:
    panel = ask(desk, asked('{"text":"hello"}', chat=2))
    assert not panel.isVisible()
    assert desk.window.notices.is_shown("tool call 2")
    desk.window.open_chat.show(ChatId(2))
    assert panel.isVisible()
    assert not desk.window.notices.is_shown("tool call 2")
    desk.window.open_chat.show(ChatId(1))
    assert not panel.isVisible()


def test_a_call_of_a_deleted_chat_is_asked_no_more(desk: Desk) -> None:
    ask(desk, asked('{"text":"hello"}', chat=2))
    desk.post(ChatsDeleted((make_chat(2),)))
    assert not desk.window.notices.is_shown("tool call 2")


def test_a_loop_that_has_stopped_by_itself_can_go_on(desk: Desk) -> None:
    ask(desk)
    desk.post(ToolLoopStopped(ChatId(1), phrase("The same call came twice.")))
    assert any("The same call came twice." in words for words in desk.window.notices.texts())


def test_words_of_servers_and_models_neither_hide_nor_turn_nor_become_html(desk: Desk) -> None:
    panel = ask(desk, asked("{}"))
    for number, words in enumerate(HOSTILE):
        name = words.encode("utf-8", "replace").decode()  # as a server's list has it
        tool = replace(ECHO, own_name=name, origin=name, description=name)
        given = {"text": words, words: [words]}
        call = asked(json.dumps(given), tool, why=Question.CHANGED)
        desk.post(replace(call, call=replace(call.call, id=f"c{number}")))
        shown = panel.arguments.toPlainText()
        assert json.loads(shown) == given
        assert all(char == "\n" or is_seen(char) for char in shown)
        title, told = panel._title, panel._told
        assert title.textFormat() is Qt.TextFormat.PlainText
        assert told.textFormat() is Qt.TextFormat.PlainText
        assert "\n" not in title.text()
        assert told.text().count("\n") == 1
        for text in title.text(), told.text():
            assert not set(text) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\x1b\x07\x00")
    assert decisions(desk) == []
