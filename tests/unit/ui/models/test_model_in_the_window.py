"""A model is opened, loads, fails to load, and is there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QPushButton

from app.core.chats.records import ChatId, MessageStatus
from app.core.conversations.events import MessageAdded
from app.core.errors import Problem
from app.core.phrases import NO_WORDS, phrase
from app.core.protocol import ModelLoaded, ModelLoadFailed, ModelLoading, ModelUnloaded
from app.core.system.paths import Paths
from app.ui.composer.composer import ComposerState
from app.ui.kit.event_bridge import EventBridge
from app.ui.kit.file_dialogs import FileDialogs
from app.ui.models.library.library_dialog import LibraryDialog
from app.ui.transcript.model.message_facts import footer_words
from tests.helpers.recorded_doors import RecordedDoors
from tests.unit.ui.conftest import (
    STREAMING,
    Desk,
    answer,
    child_of,
    click,
    make_model,
    new_window,
    notice_button,
    notice_buttons,
    question,
    worn,
)

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_the_first_run_says_what_to_do(desk: Desk) -> None:
    assert desk.window.welcome.isVisible()
    assert "Open a model file" in desk.window.welcome.words()
    assert "stays on this machine" in desk.window.welcome.words()
    assert desk.window.welcome.button.isVisible()
    assert desk.window.composer.state is ComposerState.NO_MODEL


def test_the_one_button_opens_a_model_file(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FileDialogs, "ask_model", lambda *_: "/models/a.gguf")
    click(desk, desk.window.welcome.button)
    assert ("load", "/models/a.gguf") in desk.calls
    assert "0%" in desk.window.model_bar.text()


def test_a_load_names_the_chat_that_is_shown_or_will_be(desk: Desk) -> None:
    desk.window.open_chat.show_when_listed(ChatId(3))
    desk.window.models.open_path("/models/a.gguf")
    desk.window.open_chat.show(ChatId(4))
    desk.window.models.open_path("/models/b.gguf")
    desk.window.open_chat.show_new()
    desk.window.models.open_path("/models/c.gguf")
    assert [call for call in desk.calls if call[0] == "load"] == [
        ("load", "/models/a.gguf", {"first_chat": ChatId(3)}),
        ("load", "/models/b.gguf", {"first_chat": ChatId(4)}),
        ("load", "/models/c.gguf"),
    ]


def test_a_load_shows_progress_and_can_be_cancelled(desk: Desk) -> None:
    desk.post(ModelLoading("/models/tiny.gguf", 0.42))
    assert "42%" in desk.window.model_bar.text()
    cancel = child_of(desk.window.model_bar, QPushButton, "cancelLoad")
    desk.until(lambda: cancel.visibleRegion().boundingRect() == cancel.rect())
    click(desk, cancel)
    assert ("cancel_load",) in desk.calls
    desk.post(
        ModelLoadFailed(
            "/models/tiny.gguf", Problem(phrase("Cancelled."), NO_WORDS, NO_WORDS), cancelled=True
        )
    )
    assert desk.window.model_bar.text() == "Open a model…"
    assert desk.window.notices.texts() == []


def test_a_failed_load_says_why(desk: Desk) -> None:
    desk.post(
        ModelLoadFailed(
            "/x.gguf", Problem(phrase("This is no GGUF file."), phrase("a."), phrase("b."))
        )
    )
    desk.until(lambda: bool(desk.window.notices.texts()))
    assert "This is no GGUF file." in desk.window.notices.texts()[0]
    assert desk.window.composer.state is ComposerState.NO_MODEL


@pytest.mark.qt_log_ignore("does not support", extend=True)  # raise() on the offscreen platform
def test_a_model_whose_file_is_gone_is_offered_a_replacement_and_no_settings(desk: Desk) -> None:
    problem = Problem(phrase("There is no readable model file."), NO_WORDS, NO_WORDS)
    desk.post(ModelLoadFailed("/nowhere/gone.gguf", problem))
    desk.until(lambda: bool(desk.window.notices.texts()))

    buttons = [button.text() for button in notice_buttons(desk)]
    assert "Model settings…" not in buttons
    assert "Get a model…" in buttons
    notice_button(desk, "Choose another…").click()

    page = desk.window.findChild(LibraryDialog)
    assert page is not None
    assert page.isVisible()


def test_another_model_is_offered_first_where_a_file_is_damaged(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "cut.gguf").write_bytes(b"GGUF")
    problem = Problem(phrase("The model file is incomplete or damaged."), NO_WORDS, NO_WORDS)
    desk.post(ModelLoadFailed(str(tmp_path / "cut.gguf"), problem))
    desk.until(lambda: bool(desk.window.notices.texts()))
    assert notice_buttons(desk)[0].text() == "Choose another…"


def test_a_loaded_model_shows_its_name_and_note(desk: Desk) -> None:
    desk.post(ModelLoaded(make_model(notes=(phrase("Only 8 of 16 layers fit on the GPU."),))))
    assert desk.window.model_bar.text() == "Tiny 1B"
    tooltip = desk.window.model_bar.button.toolTip()
    assert "800 MB" in tooltip
    assert "8,192 tokens" in tooltip
    assert "Only 8 of 16 layers" in tooltip
    states = [desk.window.composer.state]
    desk.post(ModelUnloaded())
    states.append(desk.window.composer.state)
    assert states == [ComposerState.READY, ComposerState.NO_MODEL]


def test_a_model_that_makes_room_for_the_next_keeps_the_progress(desk: Desk) -> None:
    desk.post(ModelLoaded(make_model()), ModelLoading("/b.gguf", 0.0), ModelUnloaded())
    assert desk.window.composer.state is ComposerState.LOADING


def test_recent_models_are_offered_again(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "tiny.gguf"
    path.touch()
    desk.post(ModelLoaded(make_model(str(path))))
    desk.window.close()
    recorded = RecordedDoors()
    again = new_window(recorded.doors(), EventBridge(), worn("light"), Paths.locate(tmp_path))
    qtbot.addWidget(again)
    recent = [action for action in again.model_bar.button.menu().actions() if action.data()]
    recent[0].trigger()
    assert ("load", str(path)) in recorded.calls


def test_a_model_file_can_be_dropped_onto_the_window(desk: Desk) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile("/models/Dropped.GGUF")])
    copy, left, none = (
        Qt.DropAction.CopyAction,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    desk.window.dropEvent(QDropEvent(QPoint(5, 5).toPointF(), copy, mime, left, none))
    assert ("load", str(Path("/models/Dropped.GGUF"))) in desk.calls


def test_opening_another_model_asks_before_it_ends_an_answer(desk: Desk) -> None:
    desk.open(question("One?"))
    desk.post(MessageAdded(ChatId(1), answer("", STREAMING, number=77)))
    for words, expected in (("Keep answering", []), ("Open it now", ["/models/other.gguf"])):
        desk.window.models.open_path("/models/other.gguf")
        assert "Open other now? This stops the running answer" in desk.window.notices.texts()[0]
        assert desk.window.composer.state is ComposerState.ANSWERING
        click(desk, notice_button(desk, words))
        assert desk.window.notices.texts() == []
        assert [call[1] for call in desk.calls if call[0] == "load"] == expected


def test_an_answer_says_that_another_model_ended_it(desk: Desk) -> None:
    stats = (("reason", "model_changed"),)
    desk.open(question("One?"), answer("Un", MessageStatus.STOPPED, stats=stats))
    layout = desk.window.transcript.stack.last()
    assert layout is not None
    words = footer_words(layout.message, is_hovered=False)
    assert words.startswith("Stopped because another model was opened")
