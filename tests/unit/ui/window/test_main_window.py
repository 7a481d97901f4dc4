"""The window itself: its list of chats, its shape, and what it shows at the next start."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication, QStyleHints
from PySide6.QtWidgets import QApplication, QDialog

from app.core.chats.records import ChatId, MessageStatus
from app.core.conversations.events import ChatChanged, ChatsDeleted, ChatsListed
from app.core.protocol import ModelUnloaded
from app.core.settings.table import SYSTEM_PROMPT
from app.core.system.paths import Paths
from app.ui.kit.event_bridge import EventBridge
from app.ui.window.window_state import clamped
from tests.helpers.recorded_doors import RecordedDoors
from tests.unit.ui.conftest import (
    Desk,
    answer,
    click,
    make_chat,
    new_window,
    notice_button,
    question,
    worn,
)

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot


def test_deleting_can_be_undone_from_a_notice(desk: Desk) -> None:
    desk.open(question("here"))
    desk.window.actions_by_key["delete_chat"].trigger()
    assert desk.calls[-1] == ("delete", [1])
    desk.post(ChatsDeleted((make_chat(1, "Holidays"),)))
    assert "Deleted “Holidays”" in desk.window.notices.texts()[0]
    assert desk.window.welcome.isVisible()
    click(desk, notice_button(desk, "Undo"))
    assert ("restore", (1,)) in desk.calls
    assert desk.window.notices.texts() == []


def test_a_renamed_chat_shows_its_title(desk: Desk) -> None:
    desk.open(question("here"))
    desk.post(ChatChanged(make_chat(1, "Better title")))
    assert desk.window.windowTitle() == "Better title – Hearth"
    assert desk.window.sidebar.chats.index_of(ChatId(1)).data() == "Better title"


def test_without_chats_the_list_says_so(desk: Desk) -> None:
    assert not desk.window.sidebar.view.isVisible()
    desk.post(ChatsListed((make_chat(1, age=timedelta(days=1)),)))
    assert desk.window.sidebar.view.isVisible()


def test_new_chat_shows_the_empty_page(desk: Desk) -> None:
    desk.open(question("here"))
    desk.qtbot.keyClick(desk.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    desk.until(desk.window.welcome.isVisible)
    assert "talk about" in desk.window.welcome.words()


def test_a_narrow_window_hides_the_list_and_a_key_brings_it_back(desk: Desk) -> None:
    desk.window.resize(640, 700)
    desk.until(lambda: not desk.window.sidebar.isVisible())
    desk.qtbot.keyClick(desk.window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    desk.until(desk.window.sidebar.isVisible)
    desk.qtbot.keyClick(desk.window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: not desk.window.sidebar.isVisible())


def test_a_list_hidden_by_width_returns_with_width(desk: Desk) -> None:
    desk.window.resize(640, 700)
    desk.until(lambda: not desk.window.sidebar.isVisible())
    desk.window.resize(1000, 700)
    desk.until(desk.window.sidebar.isVisible)


def test_size_is_kept_between_starts(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    desk.window.resize(777, 555)
    desk.window.close()
    again = new_window(
        RecordedDoors().doors(), EventBridge(), worn("light"), Paths.locate(tmp_path)
    )
    qtbot.addWidget(again)
    assert (again.width(), again.height()) == (777, 555)


def test_closing_is_told(desk: Desk, qtbot: QtBot) -> None:
    with qtbot.waitSignal(desk.window.closed):
        desk.window.close()


@pytest.mark.qt_log_ignore("This plugin does not support")  # raise() offscreen
def test_its_pages_close_with_the_window_and_keep_what_is_written(desk: Desk) -> None:
    for key in ("memory", "hardware", "folders", "about", "prompts", "settings"):
        desk.window.actions_by_key[key].trigger()
    pages = [page for page in desk.window.findChildren(QDialog) if page.isVisible()]
    assert len(pages) == 6
    settings = desk.window.settings.show_setting(SYSTEM_PROMPT)
    desk.qtbot.keyClicks(settings.rows[SYSTEM_PROMPT.key].editor, "Be brief.")
    desk.window.close()
    assert [page for page in QApplication.topLevelWidgets() if page.isVisible()] == []
    assert desk.window.open_chat.setup.system_prompt == "Be brief."


def test_a_place_off_the_screen_is_brought_back(qtbot: QtBot) -> None:
    screen = QGuiApplication.primaryScreen().availableGeometry()
    assert screen.contains(clamped(QRect(9000, -4000, 500, 400)))
    assert screen.contains(clamped(QRect(0, 0, 90_000, 90_000)))


def test_the_dark_theme_can_be_chosen_and_changed(qtbot: QtBot, tmp_path: Path) -> None:
    window = new_window(
        RecordedDoors().doors(), EventBridge(), worn("dark"), Paths.locate(tmp_path)
    )
    qtbot.addWidget(window)
    was_dark = window.theme.colours.is_dark
    window.theme.choose("light")
    assert (was_dark, window.theme.colours.is_dark) == (True, False)
    assert window.theme.colours.sidebar in window.styleSheet()


def test_the_system_draws_its_part_in_the_chosen_theme(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Qt.ColorScheme] = []
    monkeypatch.setattr(QStyleHints, "setColorScheme", lambda _hints, scheme: told.append(scheme))
    window = new_window(
        RecordedDoors().doors(), EventBridge(), worn("dark"), Paths.locate(tmp_path)
    )
    qtbot.addWidget(window)
    window.theme.choose("light")
    window.theme.choose("system")

    dark, light, own = Qt.ColorScheme.Dark, Qt.ColorScheme.Light, Qt.ColorScheme.Unknown
    assert told == [dark, light, own]


def test_without_a_model_nothing_offers_to_answer_again(desk: Desk) -> None:
    desk.open(question("?"), answer("b", MessageStatus.INTERRUPTED))
    desk.post(ModelUnloaded())
    view = desk.window.transcript
    desk.until(
        lambda: [one.click_target.kind.name for one in view.canvas.targets] == ["COPY_MESSAGE"]
    )
    assert not desk.window.actions_by_key["regenerate"].isEnabled()


def test_the_chat_shown_last_is_shown_again_at_the_next_start(
    desk: Desk, qtbot: QtBot, tmp_path: Path
) -> None:
    desk.open(question("Hello?"), answer("Hello."), chat=2)
    desk.window.close()
    bridge = EventBridge()
    recorded = RecordedDoors()
    window = new_window(recorded.doors(), bridge, worn("light"), Paths.locate(tmp_path))
    qtbot.addWidget(window)
    again = Desk(
        *(window, recorded, bridge, qtbot),
        *(desk.media, desk.servers, desk.documents, desk.tools),
    )
    again.post(ChatsListed(tuple(make_chat(number) for number in (1, 2, 3))))
    assert window.open_chat.id == 2
    assert ("open", 2) in recorded.calls
    bridge.close()


@pytest.mark.parametrize("listed", [(1, 3), ()])
def test_a_chat_that_is_gone_is_not_shown_again(desk: Desk, listed: tuple[int, ...]) -> None:
    desk.window.open_chat.show_when_listed(ChatId(2))
    desk.post(ChatsListed(tuple(make_chat(number) for number in listed)))
    assert desk.window.open_chat.id is None


def test_what_the_user_began_meanwhile_wins_over_the_chat_shown_last(desk: Desk) -> None:
    desk.window.open_chat.show_when_listed(ChatId(2))
    desk.window.chat.gestures.new_chat()
    desk.post(ChatsListed((make_chat(2),)))
    assert desk.window.open_chat.id is None


def test_pointing_at_a_chat_prepares_it(desk: Desk) -> None:
    desk.post(ChatsListed((make_chat(1), make_chat(2))))
    desk.window.sidebar.view.chat_pointed.emit(ChatId(2))
    assert ("prefetch", 2) in desk.calls


def test_the_place_of_the_window_is_the_desktops_choice_until_one_was_kept(desk: Desk) -> None:
    # A place that is set is one without the frame: at 0, 0 its title bar lay above the screen.
    assert not desk.window.testAttribute(Qt.WidgetAttribute.WA_Moved)
