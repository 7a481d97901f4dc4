"""What comes from a file manager: several files, models among them, and never moved away."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from app.core.conversations.texts.chat_sampling import searched_of
from app.ui.interchange.import_dialog import ImportDialog
from app.ui.kit.dropped_files import dropped_files, model_and_others, what_a_drop_does

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

LEFT, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier


def mime_of(*urls: str) -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl(url) for url in urls])
    return mime


def drop_to_move(desk: Desk, mime: QMimeData) -> QDropEvent:
    """Drop as a file manager does that was asked with Shift to move the files."""
    actions = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    entering = QDragEnterEvent(QPoint(300, 300), actions, mime, LEFT, SHIFT)
    dropped = QDropEvent(QPointF(300, 300), actions, mime, LEFT, SHIFT)
    for event in (entering, dropped):
        event.setDropAction(Qt.DropAction.MoveAction)
        QApplication.sendEvent(desk.window, event)
    assert entering.isAccepted()
    assert entering.dropAction() == Qt.DropAction.CopyAction
    return dropped


def test_a_file_manager_is_never_told_that_it_may_delete_what_was_dropped(
    desk: Desk, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("words")
    mime = mime_of(QUrl.fromLocalFile(str(tmp_path / "a.txt")).toString())
    dropped = drop_to_move(desk, mime)
    assert dropped.isAccepted()
    assert dropped.dropAction() == Qt.DropAction.CopyAction


def test_a_model_and_texts_that_are_dropped_together_are_opened_and_attached(
    desk: Desk, tmp_path: Path
) -> None:
    names = ["b.txt", "big-00002-of-00002.gguf", "big-00001-of-00002.GGUF", "a.txt"]
    for name in names:
        (tmp_path / name).write_text(name)
    urls = (QUrl.fromLocalFile(str(tmp_path / name)).toString() for name in names)
    drop_to_move(desk, mime_of(*urls))

    attachments = desk.window.composer.attachments
    desk.until(lambda: len(attachments.attachments()) == 2)
    names = [one.name for one in attachments.attachments()]
    assert names == ["a.txt", "b.txt"]
    loaded = [call[1] for call in desk.calls if call[0] == "load"]
    assert loaded == [str(tmp_path / "big-00001-of-00002.GGUF")]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["a.gguf"], ["Open the model a.gguf"]),
        (
            ["b-00002-of-00002.gguf", "b-00001-of-00002.gguf"],
            ["Open the model b-00001-of-00002.gguf"],
        ),
        (["notes.txt"], ["Attach notes.txt to your message"]),
        (["a.txt", "b.md", "c.py"], ["Attach 3 files to your message"]),
        (["chats.json"], ["Import the chats in chats.json, or attach it"]),
        (["my export"], ["Import the chats in my export, or attach it"]),
        (
            ["m.gguf", "a.zip", "b.json", "t.txt"],
            [
                "Open the model m.gguf",
                "Import the chats in 2 files, or attach them",
                "Attach t.txt to your message",
            ],
        ),
    ],
)
def test_what_a_drop_would_do_is_said_of_every_kind(names: list[str], said: list[str]) -> None:
    assert what_a_drop_does([f"/some/folder/{name}" for name in names]) == said


def test_the_window_says_while_something_is_dragged_over_it(desk: Desk, tmp_path: Path) -> None:
    hint, copy = desk.window._drop_hint, Qt.DropAction.CopyAction
    mime = mime_of(*(QUrl.fromLocalFile(str(tmp_path / name)).toString() for name in "ab"))
    QApplication.sendEvent(desk.window, QDragEnterEvent(QPoint(9, 9), copy, mime, LEFT, SHIFT))
    assert "2 files" in hint.words()
    assert hint.geometry() == desk.window.rect()
    QApplication.sendEvent(desk.window, QDragLeaveEvent())
    assert hint.words() == ""
    drop_to_move(desk, mime)
    assert hint.words() == ""
    desk.until(lambda: bool(desk.window.notices.texts()))  # they are not there


def test_a_model_texts_chats_and_folders_that_are_dropped_together_each_go_their_way(
    desk: Desk, tmp_path: Path
) -> None:
    export = tmp_path / "export 2026.03.14"
    export.mkdir()
    (export / "conversations.json").write_text(
        '[{"uuid": "1", "name": "x", "chat_messages": [{"uuid": "2", "sender": "human", '
        '"text": "Hello"}]}]'
    )
    plain = tmp_path / "holiday.pictures"
    plain.mkdir()
    for name in ("tiny.gguf", "note.txt", "data.json"):
        (tmp_path / name).write_text('{"name": "x"}')
    names = ["tiny.gguf", "note.txt", "data.json", export.name, plain.name]
    drop_to_move(
        desk, mime_of(*(QUrl.fromLocalFile(str(tmp_path / name)).toString() for name in names))
    )

    attachments = desk.window.composer.attachments
    desk.until(lambda: len(attachments.attachments()) == 2)
    assert [one.name for one in attachments.attachments()] == ["data.json", "note.txt"]
    assert [call[1] for call in desk.calls if call[0] == "load"] == [str(tmp_path / "tiny.gguf")]
    # A folder without chats is one of documents, which each question searches.
    desk.until(lambda: searched_of(desk.window.open_chat.setup) == (str(plain),))
    desk.until(lambda: desk.window.findChild(ImportDialog) is not None)
    dialog = desk.window.findChild(ImportDialog)
    assert dialog is not None
    desk.until(lambda: dialog.job is None)
    dialog.close()


def test_what_is_no_file_of_this_machine_is_not_taken(desk: Desk) -> None:
    mime = mime_of("https://example.org/m.gguf")
    entering = QDragEnterEvent(QPoint(300, 300), Qt.DropAction.CopyAction, mime, LEFT, SHIFT)
    QApplication.sendEvent(desk.window, entering)
    assert dropped_files(mime) == []
    assert not entering.isAccepted()


@pytest.mark.parametrize(
    ("url", "on_windows", "elsewhere"),
    [
        (
            "file:///C:/Users/Ünï 你好/m.gguf",
            r"C:\Users\Ünï 你好\m.gguf",
            "/C:/Users/Ünï 你好/m.gguf",
        ),
        ("file://server/share/m.gguf", r"\\server\share\m.gguf", "//server/share/m.gguf"),
    ],
)
def test_paths_are_written_as_the_system_writes_them(
    url: str, on_windows: str, elsewhere: str
) -> None:
    assert dropped_files(mime_of(url)) == [on_windows if sys.platform == "win32" else elsewhere]


def test_paths_with_backslashes_are_sorted_by_their_end() -> None:
    paths = [r"C:\a\m.txt", r"C:\a\M.GGUF", r"\\server\gguf\notes"]
    assert model_and_others(paths) == (r"C:\a\M.GGUF", [r"C:\a\m.txt", r"\\server\gguf\notes"])
    assert model_and_others([]) == ("", [])
