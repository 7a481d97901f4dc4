"""What the window is like after a restart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QMainWindow, QSplitter

from app.core.chats.records import FIRST_TEMPORARY, ChatId, MessageId
from app.ui.transcript.render.scroll_anchor import ScrollAnchor
from app.ui.window.window_state import (
    open_state,
    restore_sidebar,
    restore_window,
    save_place,
    save_window,
    saved_place,
)

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.unit.ui.conftest import Desk

ROOM = QRect(60, 50, 640, 480)


def window(qtbot: QtBot, file: Path) -> QMainWindow:
    """Return a shown window as it was when it was closed last."""
    shown, splitter = QMainWindow(), QSplitter()
    qtbot.addWidget(shown)
    shown.setCentralWidget(splitter)
    restore_window(open_state(file), shown)
    restore_sidebar(open_state(file), splitter)
    shown.show()
    qtbot.waitExposed(shown)
    return shown


def close(shown: QMainWindow, file: Path) -> None:
    splitter = shown.centralWidget()
    assert isinstance(splitter, QSplitter)
    save_window(open_state(file), shown, splitter)
    shown.close()


@pytest.mark.parametrize("how", ["showMaximized", "showFullScreen"])
def test_a_window_that_fills_the_screen_does_so_again_and_knows_its_own_size(
    qtbot: QtBot, tmp_path: Path, how: str
) -> None:
    first = window(qtbot, tmp_path / "window.ini")
    first.setGeometry(ROOM)
    getattr(first, how)()
    qtbot.waitUntil(lambda: first.isMaximized() or first.isFullScreen())
    filled = first.geometry()
    close(first, tmp_path / "window.ini")

    again = window(qtbot, tmp_path / "window.ini")
    assert (again.isMaximized(), again.isFullScreen()) == (
        how == "showMaximized",
        how == "showFullScreen",
    )
    assert again.geometry() == filled
    again.showNormal()
    qtbot.waitUntil(lambda: again.geometry() == ROOM)


def test_one_that_was_minimised_is_there_again(qtbot: QtBot, tmp_path: Path) -> None:
    first = window(qtbot, tmp_path / "window.ini")
    first.setGeometry(ROOM)
    first.showMinimized()
    close(first, tmp_path / "window.ini")
    again = window(qtbot, tmp_path / "window.ini")
    assert not again.isMinimized()
    assert again.geometry() == ROOM


def test_where_a_chat_was_being_read_is_kept(tmp_path: Path) -> None:
    place = ScrollAnchor(MessageId(7), -1, -12.5)
    save_place(open_state(tmp_path / "a.ini"), ChatId(3), place)
    assert saved_place(open_state(tmp_path / "a.ini")) == (ChatId(3), place)
    save_place(open_state(tmp_path / "a.ini"), ChatId(FIRST_TEMPORARY), place)
    assert str(FIRST_TEMPORARY) not in (tmp_path / "a.ini").read_text()
    save_place(open_state(tmp_path / "a.ini"), ChatId(3), place)
    save_place(open_state(tmp_path / "a.ini"), ChatId(3), None)
    assert saved_place(open_state(tmp_path / "a.ini")) is None


@pytest.mark.parametrize(
    "kept", ["", "x", "[]", "[1, 2, 3]", '["a", 2, 3, 4]', "[1, 2, 3, NaN]", "[1, 2, -9, 4]", "{}"]
)
def test_a_changed_file_of_the_window_says_nothing(tmp_path: Path, kept: str) -> None:
    state = open_state(tmp_path / "a.ini")
    state.setValue("window/place", kept)
    assert saved_place(state) is None


@pytest.mark.usefixtures("german")
def test_the_list_is_as_wide_in_a_longer_language_at_the_first_start(desk: Desk) -> None:
    assert desk.window.sidebar.width() == 264
