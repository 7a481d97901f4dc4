"""The tools of the open chat: chosen beside the field; what another choice costs is told before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.chats.records import ChatId, ChatSetup
from app.core.conversations.events import ChatWarmthMeasured
from app.core.conversations.texts.chat_sampling import tools_of
from app.core.plain_value import replace
from app.core.protocol import ModelLoaded, WarmthMeasured
from app.ui.composer.tools_bar import ToolsKey
from app.ui.tools import chat_tools_presenter
from tests.unit.ui.conftest import answer, make_model, question
from tests.unit.ui.tools.conftest import server

if TYPE_CHECKING:
    from tests.unit.ui.conftest import Desk


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch, desk: Desk) -> None:
    desk.window._chat_tools._pause.setInterval(0)


def new_chat(desk: Desk) -> None:
    desk.post(ModelLoaded(make_model()))
    desk.until(lambda: "calculate" in desk.window.composer.tools_button._offered)


def choose(desk: Desk, *groups: str) -> tuple[str, ...]:
    button = desk.window.composer.tools_button
    for group in groups:
        before = button._chosen
        button.toggled_group.emit(group)
        desk.until(lambda before=before: button._chosen != before)  # type: ignore[misc]
    return button._chosen


def words(desk: Desk) -> str:
    bar = desk.window.composer.tools_bar
    return bar.words() if bar.isVisible() else ""


def asked(desk: Desk, *, new: bool) -> list[tuple[Any, ...]]:
    calls = [call for call in desk.calls if call[0] == "measure_warmth"]
    return [call for call in calls if (call[1] is None) == new]


def test_what_is_chosen_is_kept_with_the_chat(desk: Desk) -> None:
    new_chat(desk)
    assert choose(desk, "fetch_page", "calculate") == ("calculate", "fetch_page")
    setup = desk.window.open_chat.setup
    tools = desk.tools.frozen(setup)
    assert tools is not None
    assert [tool.name for tool in tools.tools] == ["calculate", "fetch_page", "read_more"]
    assert "Calculator" in words(desk)
    assert choose(desk, "calculate", "fetch_page") == ()
    assert tools_of(desk.window.open_chat.setup) == ""
    assert words(desk) == ""


def test_no_tools_leaves_all_of_them_out(desk: Desk) -> None:
    new_chat(desk)
    choose(desk, "calculate")
    desk.window.composer.tools_bar.buttons[ToolsKey.STOP].click()
    desk.until(lambda: desk.window.composer.tools_button._chosen == ())
    assert tools_of(desk.window.open_chat.setup) == ""


def test_a_server_comes_with_all_that_it_has(desk: Desk) -> None:
    one = server("files")
    desk.tools.box.servers.add(one, {})
    desk.tools.box.permissions.agree(one.name, one.digest)
    new_chat(desk)
    assert choose(desk, "files__") == ("files__",)
    tools = desk.tools.frozen(desk.window.open_chat.setup)
    assert tools is not None
    assert [tool.own_name for tool in tools.tools if tool.server] == ["echo", "slow"]


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # to have a page in front
def test_a_server_that_was_never_allowed_leads_to_the_page(desk: Desk) -> None:
    desk.tools.box.servers.add(server("files"), {})
    new_chat(desk)
    desk.window.composer.tools_button.toggled_group.emit("files__")
    desk.until(lambda: desk.window.tools._dialog is not None)
    assert tools_of(desk.window.open_chat.setup) == ""
    assert not any(one.is_running for one in desk.tools.box.states())


def test_what_the_tools_cost_is_told_and_whether_they_are_read(desk: Desk) -> None:
    new_chat(desk)
    choose(desk, "calculate")
    shown = desk.window._chat_tools

    def has_asked() -> bool:
        is_quiet = shown._aside.wait(0) and not shown._pause.isActive()
        return is_quiet and len(shown._costs) == 2

    desk.until(has_asked)
    desk.post()
    desk.until(has_asked)

    def tell(n_stored: int) -> None:
        with_tools, without = shown._costs
        read = WarmthMeasured(4096, 3_240, 0, n_stored, 40_000.0)
        desk.post(
            ChatWarmthMeasured(None, with_tools, read),
            ChatWarmthMeasured(None, without, WarmthMeasured(4096, 26, 0, 0, 300.0)),
        )

    tell(0)
    assert "3,214 tokens, 40 s" in words(desk)
    tell(3_214)
    assert "3,214 tokens, read already" in words(desk)


@pytest.mark.parametrize("agrees", [True, False])
def test_another_choice_in_a_chat_that_has_begun_is_asked_about(
    desk: Desk, agrees: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    def answered(_parent: object, _title: str, _what: str, more: str, _verb: str) -> bool:
        told.append(more)
        return agrees

    monkeypatch.setattr(chat_tools_presenter, "agrees", answered)
    desk.open(question("Hello"), answer("Hello."))
    desk.window.composer.tools_button.toggled_group.emit("calculate")
    desk.until(lambda: bool(asked(desk, new=False)))
    chat_id, more = asked(desk, new=False)[-1][1], asked(desk, new=False)[-1][-1]
    assert chat_id == ChatId(1)
    assert tools_of(more["setup"])
    cost = WarmthMeasured(16_384, 11_240, 0, 40, 40_000.0)
    desk.post(ChatWarmthMeasured(chat_id, more["ticket"], cost))
    assert told == ["The model then reads 11,200 tokens again: 40 s."]
    assert [call for call in desk.calls if call[0] == "set_up"] == (
        [("set_up", chat_id, more["setup"])] if agrees else []
    )


def test_a_choice_that_costs_little_is_not_asked_about(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat_tools_presenter, "agrees", lambda *_: pytest.fail("asked"))
    desk.open(question("Hello"), answer("Hello."))
    desk.window.composer.tools_button.toggled_group.emit("calculate")
    desk.until(lambda: bool(asked(desk, new=False)))
    ticket = asked(desk, new=False)[-1][-1]["ticket"]
    desk.post(ChatWarmthMeasured(ChatId(1), ticket, WarmthMeasured(4096, 90, 0, 40, 500.0)))
    assert [call[0] for call in desk.calls if call[0] == "set_up"] == ["set_up"]


def test_a_model_that_knows_no_tools_says_so(desk: Desk) -> None:
    new_chat(desk)
    button = desk.window.composer.tools_button
    assert button.isEnabled()
    desk.post(ModelLoaded(replace(make_model(), takes_tools=False)))
    assert not button.isEnabled()
    desk.post(ModelLoaded(make_model()))
    choose(desk, "calculate")
    desk.post(ModelLoaded(replace(make_model(), takes_tools=False)))
    assert button.isEnabled()
    assert "cannot use them" in words(desk)


def test_tools_that_are_lost_are_none(desk: Desk) -> None:
    new_chat(desk)
    desk.window.chat.gestures.set_up(None, ChatSetup(sampling=(("tools", "ab" * 16),)))
    desk.window.open_chat.changed.emit()
    desk.until(lambda: desk.window._chat_tools._known.digest == "ab" * 16)
    assert words(desk) == ""


def test_two_choices_one_right_after_the_other_are_both_kept(desk: Desk) -> None:
    new_chat(desk)
    button = desk.window.composer.tools_button
    button.toggled_group.emit("fetch_page")
    button.toggled_group.emit("calculate")
    desk.until(lambda: set(button._chosen) == {"fetch_page", "calculate"})


def test_a_choice_leaves_other_settings_of_the_chat_as_they_are_by_then(desk: Desk) -> None:
    new_chat(desk)
    desk.window.composer.tools_button.toggled_group.emit("calculate")
    setup = replace(desk.window.open_chat.setup, system_prompt="Be brief.")
    desk.window.chat.gestures.set_up(None, setup)
    desk.until(lambda: bool(tools_of(desk.window.open_chat.setup)))
    assert desk.window.open_chat.setup.system_prompt == "Be brief."


def test_a_choice_for_an_empty_page_is_for_the_chat_that_it_has_become(desk: Desk) -> None:
    new_chat(desk)
    shown = desk.window._chat_tools
    shown._wishes = [chat_tools_presenter._Wish(None, "calculate")]
    desk.open(question("Hello"), answer("Hello."))
    shown._wishes = [chat_tools_presenter._Wish(None, "calculate")]
    shown._on_created()
    assert [wish.chat_id for wish in shown._wishes] == [ChatId(1)]
