"""Export and import of chats with their memory in the dialogs, over an engine that is played."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt

from app.core.conversations.events import ChatsListed, MemoryListed
from app.core.errors import Problem
from app.core.interchange import ExportFormat, MemoryTransfer
from app.core.phrases import phrase
from app.core.protocol import (
    ChatKey,
    ChatMemory,
    Command,
    ExportMemory,
    ImportMemory,
    MemoryMoved,
    MemoryMoving,
    MemoryOutcome,
    MemoryReport,
    MovedMemory,
    Residency,
    Stop,
)
from app.ui.interchange.export_dialog import ExportDialog
from app.ui.interchange.import_dialog import ImportDialog
from tests.helpers.played_engine import PlayedEngine
from tests.unit.core.interchange.test_warm_file import SEGMENT, usual, write
from tests.unit.ui.conftest import make_chat
from tests.unit.ui.interchange.test_interchange_in_the_window import Parts
from tests.unit.ui.test_dropped_files import drop_to_move, mime_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QPushButton
    from pytestqt.qtbot import QtBot

    from app.core.chats.records import ChatId
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


class MovingEngine(PlayedEngine):
    """Answers moves as it is told to."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.transfer = MemoryTransfer(self, folder)
        self.chats: tuple[MovedMemory, ...] = (MovedMemory(0, MemoryOutcome.MOVED, "Tiny", 40),)
        self.problem: Problem | None = None
        self.may_end = threading.Event()
        self.may_end.set()

    def serve(self, request: Any) -> None:
        if isinstance(request, ExportMemory):
            from pathlib import Path

            (Path(request.folder) / "memory.json").write_text("{}")
        if isinstance(request, ExportMemory | ImportMemory):
            self.tell(request, MemoryMoving(1_000_000, 3_000_000))
            if self.may_end.is_set():
                self.reply(request, MemoryMoved(self.chats, problem=self.problem))

    def post(self, command: Command) -> None:
        super().post(command)
        if isinstance(command, Stop):
            self.stop(command.request)


@pytest.fixture
def parts(tmp_path: Path, qtbot: QtBot) -> Iterator[Parts]:
    made = Parts(tmp_path, qtbot)
    yield made
    made.conversations.close()


@pytest.fixture
def engine(tmp_path: Path) -> MovingEngine:
    return MovingEngine(tmp_path / "moving")


def export(
    parts: Parts, engine: MovingEngine, chats: tuple[ChatId, ...], n_bytes: int = 0
) -> ExportDialog:
    dialog = ExportDialog(
        chats, "Soup", parts.store.run, parts.theme, parts.dialogs,
        transfer=engine.transfer, memory_bytes=n_bytes,
    )  # fmt: skip
    parts.qtbot.addWidget(dialog)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    dialog.formats.setCurrentIndex(list(ExportFormat).index(ExportFormat.HEARTH))
    dialog.show()
    return dialog


def import_(parts: Parts, engine: MovingEngine, path: Path) -> ImportDialog:
    dialog = ImportDialog([path], parts.store.run, parts.theme, transfer=engine.transfer)
    parts.qtbot.addWidget(dialog)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    dialog.show()
    parts.done(dialog)
    return dialog


def press(parts: Parts, dialog: ExportDialog | ImportDialog, button: QPushButton) -> None:
    parts.click(button)
    parts.done(dialog)


def _texts(dialog: ImportDialog) -> str:
    return dialog._facts.text()


def test_the_dialog_says_how_large_the_file_will_be_and_how_private(
    parts: Parts, engine: MovingEngine
) -> None:
    dialog = export(parts, engine, parts.add("a"), 1_200_000_000)
    said = dialog._explanation.text()
    assert "about 1.2 GB" in said
    assert "as private as the chat" in said
    assert "No memory is stored" in export(parts, engine, parts.add("b"))._explanation.text()


def test_several_chats_go_into_one_file_with_their_memory(
    parts: Parts, engine: MovingEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def ask(_parent: object, name: str, kinds: str) -> str:
        asked.append(f"{name} {kinds}")
        return str(tmp_path / name)

    monkeypatch.setattr(parts.dialogs, "ask_export_file", ask)
    engine.chats = (*engine.chats, MovedMemory(1, MemoryOutcome.NOTHING))
    dialog = export(parts, engine, parts.add("a", "b"))
    press(parts, dialog, dialog.export_button)
    assert asked == ["Soup.hearth Hearth chats with memory (*.hearth)"]
    assert (tmp_path / "Soup.hearth").exists()
    assert "Chats with their memory: 1" in dialog.words.text()
    assert "Chats of which no memory is stored: 1" in dialog.words.text()


def test_an_export_shows_how_far_it_is_and_can_be_stopped(
    parts: Parts, engine: MovingEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts.dialogs, "ask_export_file", lambda *_: str(tmp_path / "x.hearth"))
    engine.may_end.clear()
    dialog = export(parts, engine, parts.add("a"))
    parts.click(dialog.export_button)
    parts.qtbot.waitUntil(lambda: "Memory: 1.0 MB of 3.0 MB" in dialog._counts.text())
    parts.click(dialog.close_button)
    parts.done(dialog)
    assert "you stopped it" in dialog.words.text()
    assert not (tmp_path / "x.hearth").exists()


def test_memory_that_cannot_be_had_is_told_and_no_file_is_written(
    parts: Parts, engine: MovingEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts.dialogs, "ask_export_file", lambda *_: str(tmp_path / "x.hearth"))
    engine.problem = Problem(phrase("It broke."), phrase("All is well."), phrase("Wait."))
    dialog = export(parts, engine, parts.add("a"))
    press(parts, dialog, dialog.export_button)
    assert "It broke. Nothing was written." in dialog.problem_text()
    assert not (tmp_path / "x.hearth").exists()


def test_an_import_says_what_came_warm_and_what_is_read_again(
    parts: Parts, engine: MovingEngine, tmp_path: Path
) -> None:
    path = write(tmp_path / "soup.hearth", usual((SEGMENT, b"x" * 2_000_000)))
    engine.chats = (MovedMemory(0, MemoryOutcome.NO_MODEL, "Tiny", 40),)
    dialog = import_(parts, engine, path)
    assert "Memory of the chats: 2.0 MB" in _texts(dialog)
    assert dialog.with_memory.isChecked()
    imported: list[int] = []
    dialog.imported.connect(lambda: imported.append(1))
    press(parts, dialog, dialog.import_button)
    assert "until the same file of Tiny is opened here" in _texts(dialog)
    assert parts.titles() == ["Soup"]
    assert imported == [1]


def test_memory_is_left_behind_when_the_user_says_so(
    parts: Parts, engine: MovingEngine, tmp_path: Path
) -> None:
    path = write(tmp_path / "soup.hearth", usual((SEGMENT, b"x")))
    dialog = import_(parts, engine, path)
    dialog.with_memory.click()
    press(parts, dialog, dialog.import_button)
    assert parts.titles() == ["Soup"]
    assert engine.posted == []


def test_memory_of_chats_that_are_all_here_can_still_be_taken_over(
    parts: Parts, engine: MovingEngine, tmp_path: Path
) -> None:
    path = write(tmp_path / "soup.hearth", usual((SEGMENT, b"x")))
    first = import_(parts, engine, path)
    press(parts, first, first.import_button)
    dialog = import_(parts, engine, path)
    assert dialog.import_button.text() == "Import memory"
    press(parts, dialog, dialog.import_button)
    assert "Chats that came warm: 1" in _texts(dialog)
    assert parts.titles() == ["Soup"]


def test_a_problem_of_the_memory_is_shown_beside_the_chats_that_came(
    parts: Parts, engine: MovingEngine, tmp_path: Path
) -> None:
    path = write(tmp_path / "soup.hearth", usual((SEGMENT, b"x")))
    engine.chats = ()
    engine.problem = Problem(phrase("It broke."), phrase("All is well."), phrase("Wait."))
    dialog = import_(parts, engine, path)
    press(parts, dialog, dialog.import_button)
    assert "1 chat with 1 message imported" in dialog.words.text()
    assert "It broke." in dialog.problem_text()


# -- the window --


def test_a_file_with_memory_that_is_dropped_is_offered_for_import(
    desk: Desk, tmp_path: Path
) -> None:
    path = write(tmp_path / "soup.hearth", usual((SEGMENT, b"x")))
    transfer = MovingEngine(tmp_path / "moving").transfer
    desk.window.interchange.move_memory_by(lambda: transfer, has_left=False)
    drop_to_move(desk, mime_of(path.as_uri()))
    desk.until(lambda: desk.window.findChild(ImportDialog) is not None)
    dialog = desk.window.findChild(ImportDialog)
    assert dialog is not None
    desk.until(lambda: dialog.job is None)
    dialog.close()


def test_the_size_counts_what_chats_share_once(desk: Desk, tmp_path: Path) -> None:
    transfer = MovingEngine(tmp_path / "moving").transfer
    desk.window.interchange.move_memory_by(lambda: transfer, has_left=False)
    chats = (make_chat(1), make_chat(2), make_chat(3))
    desk.post(ChatsListed(chats))
    memory = tuple(
        (chat.id, ChatMemory(ChatKey(str(chat.id)), Residency.DISK, 10, 3_000_000, 1_000_000))
        for chat in chats[:2]
    )
    desk.post(MemoryListed(MemoryReport(()), memory))
    dialog = desk.window.interchange.export(tuple(chat.id for chat in chats))
    assert dialog is not None
    dialog.formats.setCurrentIndex(list(ExportFormat).index(ExportFormat.HEARTH))
    assert "about 4.0 MB" in dialog._explanation.text()
    dialog.close()
