from __future__ import annotations

import contextlib
import json
import sqlite3
import stat
import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QLabel, QLineEdit, QMainWindow

from app.core.system.paths import Paths
from app.ui.window.first_picture import (
    FirstPicture,
    keep_picture,
    lay_over,
    picture_of,
    show_picture,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

_FILE = "window.png"


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    """Folders with chats that nobody has open."""
    paths = Paths.locate(tmp_path)
    paths.create()
    with contextlib.closing(sqlite3.connect(paths.database)) as chats:
        chats.execute("CREATE TABLE chats (title)")
    return paths


def _new_window(qtbot: QtBot) -> QMainWindow:
    window = QMainWindow()
    window.resize(300, 200)
    qtbot.addWidget(window)
    return window


def _close_green(qtbot: QtBot, paths: Paths) -> None:
    """Keep the picture of a window that is green all over."""
    window = _new_window(qtbot)
    inside = QLabel()
    inside.setStyleSheet("background: #00ff00")
    window.setCentralWidget(inside)
    with qtbot.waitExposed(window):
        window.show()
    keep_picture(picture_of(window), paths)


def _colour(window: QMainWindow) -> QColor:
    return window.grab().toImage().pixelColor(150, 100)


def test_a_start_shows_what_was_shown_last_and_uses_it_up(qtbot: QtBot, paths: Paths) -> None:
    _close_green(qtbot, paths)
    first, second = _new_window(qtbot), _new_window(qtbot)
    show_picture(first, paths)
    show_picture(second, paths)
    assert first.isVisible()
    assert _colour(first) == QColor("#00ff00")
    assert not second.isVisible()
    assert not (paths.cache / _FILE).exists()


@pytest.mark.skipif(sys.platform == "win32", reason="modes of files mean nothing there")
def test_only_the_user_can_read_it(qtbot: QtBot, paths: Paths) -> None:
    _close_green(qtbot, paths)
    assert stat.S_IMODE((paths.cache / _FILE).stat().st_mode) == 0o600


def _write_chat(paths: Paths) -> None:
    with contextlib.closing(sqlite3.connect(paths.database)) as chats, chats:
        chats.execute("INSERT INTO chats VALUES ('deleted meanwhile')")


def _open_elsewhere(paths: Paths) -> None:
    paths.database.with_name("chats.db-wal").touch()


def _lose_chats(paths: Paths) -> None:
    paths.database.unlink()


def _break_file(paths: Paths) -> None:
    (paths.cache / _FILE).write_bytes(b"no picture")


def _replace_file(paths: Paths) -> None:
    QImage(300, 200, QImage.Format.Format_RGB32).save(str(paths.cache / _FILE))


def _wear_others(paths: Paths) -> None:
    """Let the system have had other colours then."""
    file = paths.cache / _FILE
    picture = QImage(str(file))
    facts = json.loads(picture.text("hearth"))
    picture.setText("hearth", json.dumps(facts | {"colours": "another"}))
    picture.save(str(file))


@pytest.mark.parametrize(
    "change",
    [_write_chat, _open_elsewhere, _lose_chats, _break_file, _replace_file, _wear_others],
)
def test_what_is_no_longer_so_is_not_shown(
    qtbot: QtBot, paths: Paths, change: Callable[[Paths], None]
) -> None:
    _close_green(qtbot, paths)
    change(paths)
    window = _new_window(qtbot)
    show_picture(window, paths)
    assert not window.isVisible()
    assert not (paths.cache / _FILE).exists()


def test_a_window_of_another_size_shows_nothing_of_it(qtbot: QtBot, paths: Paths) -> None:
    _close_green(qtbot, paths)
    window = _new_window(qtbot)
    window.resize(400, 300)
    show_picture(window, paths)
    assert _colour(window) != QColor("#00ff00")


def test_a_folder_that_cannot_be_written_keeps_none(qtbot: QtBot, paths: Paths) -> None:
    paths.cache.rmdir()
    paths.cache.touch()
    _close_green(qtbot, paths)
    show_picture(_new_window(qtbot), paths)
    assert paths.cache.is_file()


def test_it_stays_until_what_was_built_is_painted(qtbot: QtBot, paths: Paths) -> None:
    _close_green(qtbot, paths)
    window = _new_window(qtbot)
    show_picture(window, paths)
    picture = window.findChild(FirstPicture)
    assert picture is not None
    window.takeCentralWidget()
    edit = QLineEdit()
    window.setCentralWidget(edit)
    lay_over(picture, window, edit.textChanged)
    assert _colour(window) == QColor("#00ff00")
    edit.setText("here")
    qtbot.waitUntil(lambda: not window.findChildren(FirstPicture))
    assert _colour(window) != QColor("#00ff00")
