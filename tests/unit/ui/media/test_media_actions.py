"""Opening, playing, copying and saving a picture or a sound."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QSettings, QUrl
from PySide6.QtGui import QColor, QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from app.core.plain_value import replace
from app.ui.kit.file_dialogs import FileDialogs
from app.ui.media.media_actions import MediaActions
from app.ui.media.picture_dialog import PictureDialog
from tests.helpers.media_samples import RED, encoded, quarters, sound, tone
from tests.unit.ui.conftest import child_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from app.core.media.library import MediaLibrary
    from app.ui.kit.theme import Theme

PICTURE = encoded(quarters(), "PNG")
SOUND = sound(tone(0.2))


@pytest.fixture
def actions(
    qtbot: QtBot, library: MediaLibrary, theme: Theme, tmp_path: Path
) -> Iterator[MediaActions]:
    window = QWidget()
    qtbot.addWidget(window)
    settings = QSettings(str(tmp_path / "state.ini"), QSettings.Format.IniFormat)
    made = MediaActions(library, FileDialogs(settings), theme, window)
    yield made
    made.close()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that the system was asked to open."""
    asked: list[Path] = []

    def open_url(url: QUrl) -> bool:
        asked.append(Path(url.toLocalFile()))
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    return asked


def test_a_picture_opens_with_the_other_pictures_of_its_message(
    actions: MediaActions, library: MediaLibrary, qtbot: QtBot
) -> None:
    one, two = library.add(PICTURE, "a.png"), library.add(encoded(quarters(9, 9), "PNG"), "b.png")
    heard = library.add(SOUND, "c.wav")
    actions.open((one, heard, two), 2)

    window = actions.parent()
    assert window is not None
    dialog = child_of(window, PictureDialog)
    assert dialog.file == two
    qtbot.waitUntil(lambda: dialog.view.has_picture, timeout=30_000)
    dialog.close()


def test_a_sound_is_opened_by_the_system_as_a_copy_with_its_name(
    actions: MediaActions, library: MediaLibrary, opened: list[Path], qtbot: QtBot
) -> None:
    file = library.add(SOUND, "Birds in May.wav")
    actions.open((file,), 0)
    actions.open((file,), 0)
    qtbot.waitUntil(lambda: len(opened) == 2)

    assert {path.name for path in opened} == {"Birds in May.wav"}
    assert opened[0] != opened[1]  # a player may still read the first
    assert opened[0].read_bytes() == SOUND
    assert library.original(file) not in opened
    actions.close()
    qtbot.waitUntil(lambda: not opened[0].exists())


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("song.exe", "song.exe.wav"),
        ("song", "song.wav"),
        ("a:b?.WAV", "a_b_.WAV"),
        ("", "file.wav"),
    ],
)
def test_the_copy_ends_as_its_bytes_say(
    actions: MediaActions,
    library: MediaLibrary,
    opened: list[Path],
    qtbot: QtBot,
    name: str,
    wanted: str,
) -> None:
    """What the system does with it depends on its ending alone."""
    file = replace(library.add(SOUND, "song.wav"), name=name)
    actions.open((file,), 0)
    qtbot.waitUntil(lambda: bool(opened))

    assert opened[0].name == wanted


def test_a_system_without_a_player_is_told(
    actions: MediaActions,
    library: MediaLibrary,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: False)
    with qtbot.waitSignal(actions.failed) as told:
        actions.open((library.add(SOUND, "song.wav"),), 0)

    assert "song.wav" in told.args[0].text()


def test_a_sound_that_is_gone_is_told(
    actions: MediaActions, library: MediaLibrary, opened: list[Path], qtbot: QtBot
) -> None:
    file = library.add(SOUND, "song.wav")
    library.original(file).unlink()
    with qtbot.waitSignal(actions.failed) as told:
        actions.open((file,), 0)

    assert "song.wav" in told.args[0].text()
    assert not opened


def test_a_picture_is_copied_in_full(
    actions: MediaActions, library: MediaLibrary, qtbot: QtBot
) -> None:
    actions.copy(library.add(PICTURE, "cat.png"))
    clipboard = QGuiApplication.clipboard()
    qtbot.waitUntil(lambda: clipboard.image().width() == 48, timeout=30_000)

    assert clipboard.image().pixelColor(1, 1) == QColor(*RED)


def test_a_copy_is_saved_byte_for_byte_where_the_user_wants_it(
    actions: MediaActions,
    library: MediaLibrary,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    offered: list[str] = []
    target = tmp_path / "saved.png"

    def choose(_parent: QWidget, _title: str, start: str, *_: str) -> tuple[str, str]:
        offered.append(Path(start).name)
        return str(target), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    actions.save_copy(library.add(PICTURE, "cat"))
    qtbot.waitUntil(target.exists)

    assert target.read_bytes() == PICTURE
    assert offered == ["cat.png"]


def test_a_folder_that_takes_no_copy_is_told(
    actions: MediaActions,
    library: MediaLibrary,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    target = tmp_path / "no such folder" / "saved.png"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    with qtbot.waitSignal(actions.failed) as told:
        actions.save_copy(library.add(PICTURE, "cat.png"))

    assert "saved.png" in told.args[0].text()
