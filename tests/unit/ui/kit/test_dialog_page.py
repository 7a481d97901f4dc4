"""Every page of its own fits small screens, and what does not fit is scrolled to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QRect, QSize
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QDialog, QPushButton, QScrollArea

from app.ui.kit.dialog_page import MessageDialog
from app.ui.upkeep.folders_dialog import ResetDialog
from tests.unit.ui.conftest import answer, child_of, needed_width

if TYPE_CHECKING:
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

# The last is 1366 x 768 at 200 %, a panel taken off.
SCREENS = [(1024, 600), (1366, 768), (683, 360)]
PAGES = ["chat setup", "about", "licences", "folders", "reset", "memory", "models", "message"]


def opened(desk: Desk, page: str) -> QDialog:
    match page:
        case "chat setup":
            desk.window.actions_by_key["chat_setup"].trigger()
        case "about":
            return desk.window.about.show_page(desk.window)
        case "licences":
            return desk.window.about.show_page(desk.window).show_licences()
        case "folders":
            return desk.window.folders.show_page(desk.window)
        case "reset":
            reset = ResetDialog(desk.window.theme, 3, desk.window)
            reset.chats.setChecked(True)
            reset.show()
            return reset
        case "memory":
            desk.window.show_memory()
        case "models":
            desk.window.model_pages.show_get_model()
        case _:
            shown = MessageDialog("You", "words " * 5_000, desk.window)
            shown.show()
            return shown
    return desk.window.findChildren(QDialog)[-1]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("zoom", [1.0, 2.0])
def test_a_page_fits_the_screen_with_its_buttons_in_view(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, page: str, zoom: float
) -> None:
    desk.open(answer("words"))
    desk.window.theme.set_zoom(zoom)
    for screen in SCREENS:
        monkeypatch.setattr(
            QScreen, "availableGeometry", lambda _screen, room=screen: QRect(0, 0, *room)
        )
        dialog = opened(desk, page)
        desk.qtbot.waitExposed(dialog)

        room = QSize(*screen)
        assert dialog.size().boundedTo(room) == dialog.size()
        below = [
            button
            for button in dialog.findChildren(QPushButton)
            if button.isVisibleTo(dialog) and not _is_scrolled(button)
        ]
        assert below
        for button in below:
            corner = button.mapTo(dialog, button.rect().bottomRight())
            assert dialog.rect().contains(corner), button.text()
        for one in desk.window.findChildren(QDialog):
            one.close()
            one.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _is_scrolled(button: QPushButton) -> bool:
    above = button.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    return above is not None


@pytest.mark.parametrize("page", ["chat setup", "about", "folders", "models", "settings"])
@pytest.mark.parametrize("zoom", [1.0, 1.5])
def test_at_its_smallest_nothing_is_cut_off_at_the_side(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, page: str, zoom: float
) -> None:
    monkeypatch.setattr(QScreen, "availableGeometry", lambda _screen: QRect(0, 0, 1600, 1000))
    desk.open(answer("words"))
    desk.window.theme.set_zoom(zoom)
    dialog = desk.window.settings.show_page() if page == "settings" else opened(desk, page)
    desk.qtbot.waitExposed(dialog)

    dialog.resize(1, 1)

    area = child_of(dialog, QScrollArea)
    desk.until(lambda: needed_width(area) <= area.viewport().width())


def test_larger_words_get_larger_pages(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QScreen, "availableGeometry", lambda _screen: QRect(0, 0, 1600, 1000))
    before = opened(desk, "memory").size()
    desk.window.findChildren(QDialog)[-1].close()
    desk.qtbot.wait(1)  # it is gone
    desk.window.theme.set_zoom(1.5)

    after = opened(desk, "memory").size()

    assert after.width() >= 1.4 * before.width()
    assert after.height() >= 1.4 * before.height()


def test_the_ways_to_archive_and_trash_have_room_for_large_words(desk: Desk) -> None:
    desk.window.theme.set_zoom(2.0)
    desk.window._splitter.setSizes([1, 900])
    foot = desk.window.sidebar._foot
    desk.until(lambda: all(one.width() >= one.sizeHint().width() for one in foot))
