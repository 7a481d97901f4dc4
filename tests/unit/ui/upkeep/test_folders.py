"""The page "Folders and reset", what it asks before anything is done, and what it hands on."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QPushButton

from app.core.chats.store import ChatStore
from app.core.phrases import phrase
from app.core.system.paths import DATA_DIR_VARIABLE, FolderOrigin, Paths
from app.core.upkeep.relocation import Relocation
from app.core.upkeep.reset import Reset
from app.ui.kit.file_dialogs import FileDialogs
from app.ui.kit.theme import Theme
from app.ui.upkeep import missing_folder
from app.ui.upkeep.folders_dialog import ResetDialog
from app.ui.upkeep.folders_presenter import FoldersPresenter
from app.ui.upkeep.missing_folder import located
from app.ui.upkeep.task_dialog import TaskDialog, outcome_of_move
from app.ui.window.window_state import open_state

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QUrl
    from pytestqt.qtbot import QtBot

    from app.ui.upkeep.folders_dialog import FoldersDialog
    from tests.conftest import ExpectLog


pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> Paths:
    """Chats and a settings file where the system wants them."""
    monkeypatch.delenv(DATA_DIR_VARIABLE)
    paths = Paths.locate()
    paths.create()
    with ChatStore.open(paths.database) as store:
        store.create_chat(title="Soup")
    paths.settings_file.write_bytes(b"[look]\ntheme = 'dark'\n")
    return paths


class Page:
    """The page of one installation, and what it handed on."""

    def __init__(self, paths: Paths, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.tasks: list[Any] = []
        # With a parent, as in the window: else the counting thread may be the last that knows it,
        # and destroy it there while Qt delivers what it sent.
        self.parent = QObject(QApplication.instance())
        self.presenter = FoldersPresenter(
            paths,
            Theme("light"),
            lambda: 3,
            FileDialogs(open_state(paths.window_state)),
            self.parent,
        )
        self.presenter.task_wanted.connect(self.tasks.append)
        self.dialog: FoldersDialog = self.presenter.show_page(None)  # type: ignore[arg-type]
        qtbot.addWidget(self.dialog)

    def click(self, button: QPushButton) -> None:
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def answer_box(text: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Press the button with this text in every message box that is run; return what they said."""
    said: list[str] = []

    def run(box: QMessageBox) -> int:
        said.append(f"{box.text()} {box.informativeText()}")
        buttons = {button.text().replace("&", ""): button for button in box.buttons()}
        QTimer.singleShot(0, buttons[text].click)
        return int(real(box))

    real = QMessageBox.exec
    monkeypatch.setattr(QMessageBox, "exec", run)
    return said


def choose(folder: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))


def test_it_shows_where_everything_is_and_how_large(system: Paths, qtbot: QtBot) -> None:
    page = Page(system, qtbot)
    shown = [row.place.text() for row in page.dialog.rows]
    assert shown == [str(p) for p in (system.data, system.config, system.cache, system.state)]
    qtbot.waitUntil(lambda: page.dialog.rows[1].facts().endswith("22 B"))
    assert page.dialog.rows[2].facts() == "The stored KV cache of your chats"


def test_a_folder_is_opened_in_the_file_manager_or_its_path_is_told(
    system: Paths, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []

    def open_url(url: QUrl) -> bool:
        opened.append(Path(url.toLocalFile()))
        return len(opened) == 1

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    page = Page(system, qtbot)
    page.click(page.dialog.rows[0].button)
    assert (opened, page.dialog.status()) == ([system.data], "")
    page.click(page.dialog.rows[0].button)
    assert page.dialog.status().endswith(f"The folder is {system.data}")


def test_a_folder_that_others_may_read_is_told_before_everything_is_moved_there(
    system: Paths, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Paths, "caveat", phrase("Others may be able to read this folder."))
    choose(tmp_path / "new", monkeypatch)
    said = answer_box("Cancel", monkeypatch)
    page = Page(system, qtbot)
    page.click(page.dialog.move_button)

    qtbot.waitUntil(lambda: bool(said))
    assert said[0].endswith(" Others may be able to read this folder.")


def test_a_chosen_folder_is_looked_at_and_asked_about_before_it_is_handed_on(
    system: Paths, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(tmp_path / "new", monkeypatch)
    said = answer_box("Move", monkeypatch)
    page = Page(system, qtbot)
    page.click(page.dialog.move_button)
    qtbot.waitUntil(lambda: bool(page.tasks))
    assert isinstance(page.tasks[0], Relocation)
    assert page.tasks[0].target.root == tmp_path / "new"
    assert str(tmp_path / "new") in said[0]
    warns = "others who use this computer" in said[0]
    assert warns == (sys.platform == "win32")  # where folders are not for their owner alone
    assert Paths.locate() == system  # asked for, not done


def test_chats_in_the_chosen_folder_are_offered_instead_of_a_move(
    system: Paths, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Paths.under(tmp_path / "backup", FolderOrigin.MOVED)
    other.data.mkdir(parents=True)
    ChatStore.open(other.database).close()
    choose(tmp_path / "backup", monkeypatch)
    said = answer_box("Use them", monkeypatch)
    page = Page(system, qtbot)
    page.click(page.dialog.move_button)
    qtbot.waitUntil(lambda: bool(page.tasks))
    assert str(system.data) in said[0]

    told = TaskDialog(page.tasks[0], system).run()

    assert Paths.locate() == other
    assert told.note == f"Hearth now uses the chats in {tmp_path / 'backup'}."
    assert system.database.exists()


def test_no_is_no(
    system: Paths, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(tmp_path / "new", monkeypatch)
    said = answer_box("Cancel", monkeypatch)
    page = Page(system, qtbot)
    page.click(page.dialog.move_button)
    qtbot.waitUntil(lambda: bool(said))
    assert page.dialog.isVisible()
    assert page.dialog.move_button.isEnabled()
    assert page.tasks == []
    choose("", monkeypatch)
    page.click(page.dialog.move_button)
    assert page.dialog.move_button.isEnabled()


def test_a_folder_that_will_not_do_is_told_on_the_page(
    system: Paths, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(system.data / "inside", monkeypatch)
    page = Page(system, qtbot)
    page.click(page.dialog.move_button)
    qtbot.waitUntil(lambda: "inside it" in page.dialog.status())
    assert page.dialog.move_button.isEnabled()
    assert page.tasks == []


def test_the_page_may_be_closed_while_the_disk_is_asked(
    system: Paths, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    real = Relocation.check

    def check(relocation: Relocation) -> None:
        go_on.wait(10)
        real(relocation)

    monkeypatch.setattr(Relocation, "check", check)
    choose(tmp_path / "new", monkeypatch)
    page = Page(system, qtbot)
    page.click(page.dialog.move_button)
    assert not page.dialog.move_button.isEnabled()
    with qtbot.waitSignal(page.presenter._checked):
        page.dialog.close()
        qtbot.wait(1)
        go_on.set()
    assert page.tasks == []


@pytest.mark.parametrize("place", [FolderOrigin.CHOSEN, FolderOrigin.PORTABLE])
def test_what_was_chosen_at_the_start_cannot_be_moved_here(
    qtbot: QtBot, tmp_path: Path, place: FolderOrigin
) -> None:
    page = Page(Paths.under(tmp_path, place), qtbot)
    assert not page.dialog.move_button.isEnabled()
    assert page.dialog.back_button.isHidden()


# -- reset --


def reset_dialog(qtbot: QtBot) -> tuple[ResetDialog, list[Reset]]:
    dialog = ResetDialog(Theme("light"), 42)
    chosen: list[Reset] = []
    dialog.chosen.connect(chosen.append)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog, chosen


def test_chats_that_could_not_be_counted_are_not_called_none(qtbot: QtBot) -> None:
    dialog = ResetDialog(Theme("light"), 0)
    qtbot.addWidget(dialog)
    dialog.chats.setChecked(True)
    assert dialog.chats.text() == "All chats"
    assert dialog.reset_button.text() == "Delete all chats and reset"


def test_chats_are_kept_unless_they_are_ticked_and_then_the_button_says_so(qtbot: QtBot) -> None:
    dialog, chosen = reset_dialog(qtbot)
    assert dialog.wanted() == Reset(settings=True, memory=True)
    assert dialog.reset_button.text() == "Reset"

    qtbot.mouseClick(dialog.memory, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(dialog.chats, Qt.MouseButton.LeftButton)

    assert dialog.reset_button.text() == "Delete 42 chats and reset"
    assert dialog.memory.isChecked()
    assert not dialog.memory.isEnabled()
    qtbot.mouseClick(dialog.reset_button, Qt.MouseButton.LeftButton)
    assert chosen == [Reset(settings=True, memory=True, chats=True)]


def test_return_and_escape_do_not_reset(qtbot: QtBot) -> None:
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
        dialog, chosen = reset_dialog(qtbot)
        qtbot.keyClick(dialog, key)
        assert not dialog.isVisible()
        assert chosen == []


def test_with_nothing_ticked_there_is_nothing_to_press(qtbot: QtBot) -> None:
    dialog, _ = reset_dialog(qtbot)
    dialog.settings.setChecked(False)
    dialog.memory.setChecked(False)
    assert not dialog.reset_button.isEnabled()


# -- between two windows --


def test_a_move_is_carried_out_and_told(system: Paths, qtbot: QtBot, tmp_path: Path) -> None:
    told = TaskDialog(Relocation.to(system, tmp_path / "new"), system).run()
    assert told.note == f"Everything was moved to {tmp_path / 'new'}."
    assert told.more == ""
    assert Paths.locate().root == tmp_path / "new"


def test_escape_stops_a_move_and_everything_is_where_it_was(
    system: Paths, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(_relocation: object, progress: Callable[[int, int], None], is_cancelled: Any) -> None:
        progress(1, 2)
        while not is_cancelled():
            pass
        real(relocation, progress, is_cancelled)

    real = Relocation.run
    relocation = Relocation.to(system, tmp_path / "new")
    monkeypatch.setattr(Relocation, "run", run)
    dialog = TaskDialog(relocation, system)
    QTimer.singleShot(50, lambda: qtbot.keyClick(dialog, Qt.Key.Key_Escape))
    told = dialog.run()
    assert "you stopped it" in told.note
    assert Paths.locate() == system


def test_a_reset_is_carried_out_and_told(system: Paths, qtbot: QtBot) -> None:
    told = TaskDialog(Reset(settings=True), system).run()
    assert told.note == "Hearth was reset."
    assert not system.settings_file.exists()
    assert system.database.exists()


def test_a_task_that_fails_is_told_as_a_problem(
    system: Paths, qtbot: QtBot, expect_log: ExpectLog
) -> None:
    expect_log("'Reset' failed")
    with ChatStore.open(system.database):
        told = TaskDialog(Reset(chats=True), system).run()
    assert told.problem is not None
    assert "Another Hearth window" in str(told.problem.what)


def test_old_files_that_are_still_there_are_named(tmp_path: Path) -> None:
    from app.core.upkeep.relocation import MoveResult

    told = outcome_of_move(
        MoveResult(Paths.under(tmp_path, FolderOrigin.MOVED), (tmp_path / "old",))
    )
    assert str(tmp_path / "old") in told.more


# -- a folder that is not there --


@pytest.fixture
def unplugged(system: Paths, tmp_path: Path) -> Path:
    """Everything was moved to a stick, and the stick was pulled."""
    Relocation.to(system, tmp_path / "stick/Hearth").run(lambda *_: None, lambda: False)
    (tmp_path / "stick").rename(tmp_path / "pocket")
    return tmp_path / "stick"


def test_the_user_may_plug_the_disk_in_and_try_again(
    unplugged: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = answer_box("Try again", monkeypatch)
    asked = missing_folder._ask

    def plug_in(problem: Any) -> bool:
        (unplugged.parent / "pocket").rename(unplugged)
        return asked(problem)

    monkeypatch.setattr(missing_folder, "_ask", plug_in)
    paths = located(None)
    assert paths is not None
    assert paths.root == unplugged / "Hearth"
    assert str(unplugged) in said[0]


def test_the_user_may_leave_and_nothing_is_begun(
    unplugged: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_box("Quit", monkeypatch)
    assert located(None) is None
    assert not unplugged.exists()


def test_the_user_may_show_where_it_is_now(
    unplugged: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_box("Choose folder…", monkeypatch)
    choose(unplugged.parent / "pocket/Hearth", monkeypatch)
    paths = located(None)
    assert paths is not None
    assert paths.root == unplugged.parent / "pocket/Hearth"
    assert Paths.locate() == paths


def test_the_user_may_begin_without_it(
    unplugged: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_box("Start fresh", monkeypatch)
    paths = located(None)
    assert paths is not None
    assert paths.place is FolderOrigin.SYSTEM
    assert (unplugged.parent / "pocket/Hearth/data/chats.db").exists()
