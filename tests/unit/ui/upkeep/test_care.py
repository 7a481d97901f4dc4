"""The window says that chats are damaged, asks what to do, and tells of a crash report once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QPushButton, QWidget

from app.core.chats.errors import DamagedDatabase
from app.core.conversations.events import ChatsDamaged
from app.core.system.log import collect_report
from app.core.upkeep.mending import RecoverChats, RestoreBackup
from app.ui.kit.event_bridge import EventBridge
from app.ui.kit.notices import NoticeArea
from app.ui.kit.theme import Theme
from app.ui.upkeep.care_presenter import CarePresenter

if TYPE_CHECKING:
    from PySide6.QtCore import QUrl
    from pytestqt.qtbot import QtBot

    from app.core.upkeep.mending import CareTask


class Window:
    """The notices, and what is asked for by them."""

    def __init__(self, qtbot: QtBot) -> None:
        self.frame = QWidget()
        qtbot.addWidget(self.frame)
        self.notices = NoticeArea(Theme("light"), self.frame)
        self.bridge = EventBridge()
        self.care = CarePresenter(self.bridge, self.notices)
        self.tasks: list[CareTask] = []
        self.care.task_wanted.connect(self.tasks.append)
        self._qtbot = qtbot

    def tell(self, event: ChatsDamaged) -> None:
        self.bridge.post(event)
        self._qtbot.waitUntil(lambda: bool(self.notices.texts()))

    def buttons(self) -> dict[str, QPushButton]:
        return {
            button.text(): button
            for button in self.notices.findChildren(QPushButton)
            if button.isVisibleTo(self.notices)
        }


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    return Window(qtbot)


@pytest.fixture
def damage(tmp_path: Path) -> ChatsDamaged:
    backup = tmp_path / "chats.weekly-000001-20261116.backup.db"
    backup.touch()
    return ChatsDamaged(DamagedDatabase(tmp_path / "chats.db").problem(), backup)


def test_damaged_chats_are_recovered_when_the_user_says_so(
    window: Window, damage: ChatsDamaged
) -> None:
    window.tell(damage)
    window.buttons()["Recover"].click()
    assert window.tasks == [RecoverChats()]
    assert window.notices.texts() == []


def test_the_backup_of_a_day_is_offered(window: Window, damage: ChatsDamaged) -> None:
    window.tell(damage)
    (words,) = [words for words in window.buttons() if words.startswith("Restore")]
    assert "2026-11-1" in words  # by the clock of this machine
    window.buttons()[words].click()
    assert damage.backup is not None
    assert window.tasks == [RestoreBackup(damage.backup)]


def test_without_a_sound_backup_none_is_offered(window: Window, damage: ChatsDamaged) -> None:
    window.tell(ChatsDamaged(damage.problem))
    assert set(window.buttons()) == {"Recover", "Not now"}


def test_not_now_changes_nothing_and_the_next_notice_asks_again(
    window: Window, damage: ChatsDamaged
) -> None:
    window.tell(damage)
    window.buttons()["Not now"].click()
    assert (window.tasks, window.notices.texts()) == ([], [])
    window.notices.show_problem(damage.problem)  # as when something is sent meanwhile
    assert {"Recover", "Not now"} <= set(window.buttons())


def test_a_crash_report_is_told_once_and_shown_in_its_folder(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url.toLocalFile())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    fault_file, folder = tmp_path / "crash.log", tmp_path / "crashes"
    window.care.tell_crash(folder)
    assert window.notices.texts() == []
    fault_file.write_text("Fatal Python error: Segmentation fault\n")
    collect_report(fault_file, folder)
    window.care.tell_crash(folder)
    assert "crashed" in window.notices.texts()[0]
    window.buttons()["Show the report"].click()
    assert list(map(Path, opened)) == [folder]
    window.notices.dismiss("crash")
    window.care.tell_crash(folder)
    assert window.notices.texts() == []
