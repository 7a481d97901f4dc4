"""What the desktop sends to the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QFileOpenEvent

from app.ui.app import application

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.ui.start.application import Application


def test_a_file_to_be_opened_waits_until_it_is_asked_for(
    qapp: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "Ünï 你好.gguf"
    with qtbot.waitSignal(qapp.file_opened):
        QCoreApplication.sendEvent(qapp, QFileOpenEvent(QUrl.fromLocalFile(str(path))))

    assert qapp.take_file() == str(path)
    assert qapp.take_file() == ""


def test_a_link_to_be_opened_waits_until_it_is_asked_for(qapp: Application, qtbot: QtBot) -> None:
    link = "hearth://open_from_hf?model=a/b&file=x%20y.gguf"
    with qtbot.waitSignal(qapp.link_opened):
        QCoreApplication.sendEvent(qapp, QFileOpenEvent(QUrl(link)))

    assert qapp.take_link() == link
    assert qapp.take_link() == ""
    assert qapp.take_file() == ""


def test_the_program_is_one(qapp: Application) -> None:
    assert application() is qapp
