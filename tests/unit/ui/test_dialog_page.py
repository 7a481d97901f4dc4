"""Every page of its own fits small screens, and what does not fit is scrolled to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QDialog, QPushButton, QScrollArea

from app.ui.folders.reset_dialog import ResetDialog
from app.ui.message_dialog import MessageDialog
from tests.unit.ui.conftest import answer

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


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("zoom", [1.0, 2.0])
def test_a_page_fits_the_screen_with_its_buttons_in_view(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, screen: tuple[int, int], page: str, zoom: float
) -> None:
    monkeypatch.setattr(QScreen, "availableGeometry", lambda _screen: QRect(0, 0, *screen))
    desk.open(answer("words"))
    desk.window.theme.set_zoom(zoom)

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


def _is_scrolled(button: QPushButton) -> bool:
    above = button.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    return above is not None
