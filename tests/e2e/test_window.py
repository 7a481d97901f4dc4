"""The window over the real engine: chat, quit, start again, go on; and what bad input gets."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QCoreApplication, Qt, QTimer, QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from app.core.chats.records import MessageStatus
from app.core.chats.store import ChatStore
from app.core.messages import Role
from app.core.system.paths import Paths
from tests.helpers.gguf_factory import write_broken_ggufs, write_tiny_llama

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.ui.start.application import Application
    from tests.conftest import ExpectLog
    from tests.e2e.conftest import Program

QUESTIONS = ("Tell me of the sea and the ships.", "And of the hills?", "What lies between?")


@pytest.fixture
def talkative(tmp_path: Path) -> Path:
    """A model that ends its answers by itself after some words."""
    return write_tiny_llama(tmp_path / "talkative.gguf", end_gain=1.1, seed=3)


def test_a_chat_resumed_after_a_restart_says_what_the_open_one_would_have_said(
    start: Any, paths: Paths, talkative: Path, tmp_path: Path
) -> None:
    program: Program = start(talkative)
    program.until_ready()
    for question in QUESTIONS:
        assert program.say(question)
    program.quit()

    program = start()
    program.until_ready()
    program.open_first_chat()
    program.until(lambda: "Resumed" in program.figures())
    assert program.status() == "Picked up where you left off"
    resumed = program.say("And then?")
    program.quit()
    stats = dict(_last_message(paths)["stats"])
    assert stats["n_restored"] > 100
    assert stats["n_prompt"] - stats["n_restored"] - stats["n_reused"] < 80

    # The same four questions in one sitting, over an empty folder.
    other = Paths.locate(tmp_path / "never-closed")
    sitting: Program = start(talkative, folder=other)
    sitting.until_ready()
    answers = [sitting.say(question) for question in (*QUESTIONS, "And then?")]
    sitting.quit()
    assert resumed == answers[-1]


def test_the_chat_shown_last_is_read_while_the_model_loads(
    start: Any, paths: Paths, talkative: Path
) -> None:
    program: Program = start(talkative)
    program.until_ready()
    program.say(QUESTIONS[0])
    program.quit()
    log = paths.log_file.with_name("engine.log")
    assert "read ahead" not in log.read_text()

    program = start()
    program.until(lambda: "Resumed" in program.figures())
    program.quit()
    lines = log.read_text().splitlines()
    (read,) = [line for line in lines if "read ahead" in line]
    assert "tokens of a chat read ahead in" in read


def test_a_long_chat_is_shown_where_it_was_being_read_before_a_restart(
    start: Any, paths: Paths, talkative: Path
) -> None:
    paths.create()
    with ChatStore.open(paths.database) as store:
        chat, last = store.create_chat(title="Long"), None
        for number in range(300):
            role = Role.ASSISTANT if number % 2 else Role.USER
            text = f"Message {number}.\n\n" + "Some words of it. " * 20
            last = store.add_message(chat.id, parent_id=last, role=role, text=text).id
    program: Program = start(talkative)
    program.until_ready()
    program.open_first_chat()
    program.until(lambda: program.window.open_chat.is_whole)
    bar = program.window.transcript.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    program.until(lambda: bool(program.window.transcript.visible_text()))
    read = program.window.chat.transcript.place()
    assert read is not None
    program.quit()

    program = start()
    program.until(lambda: program.window.open_chat.is_whole)
    program.until(lambda: program.window.chat.transcript.place() is not None)
    shown = program.window.chat.transcript.place()
    assert shown is not None
    assert (shown.message_id, shown.slot) == (read.message_id, read.slot)
    assert abs(shown.offset - read.offset) < 1  # heights that are estimated differ by parts of it


def _last_message(paths: Paths) -> dict[str, Any]:
    with ChatStore.open(paths.database) as store:
        message = store.path(store.list_chats()[0].id)[-1]
    return {"stats": message.stats, "text": message.text, "status": message.status}


def test_an_answer_streams_into_the_transcript_and_stops_on_escape(
    start: Any, tiny_model: Path
) -> None:
    program: Program = start(tiny_model)
    program.until_ready()
    program.send("Talk without end.")
    program.until(lambda: len(program.window.transcript.messages.last_answer()) > 20)
    program.qtbot.keyClick(program.window.composer.edit, Qt.Key.Key_Escape)
    program.until(lambda: not program.window.open_chat.is_answering)
    assert program.window.chat.rules.can_continue
    said = program.window.transcript.messages.last_answer()
    program.window.actions_by_key["continue"].trigger()
    program.until(lambda: len(program.window.transcript.messages.last_answer()) > len(said) + 10)
    assert program.window.transcript.messages.last_answer().startswith(said)


@pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen
def test_a_quick_ask_is_answered_in_a_chat_of_its_own(start: Any, talkative: Path) -> None:
    program: Program = start(talkative)
    program.until_ready()
    program.say("First.")
    before = program.window.open_chat.id
    program.window.actions_by_key["quick_ask"].trigger()
    small = program.window.quick_ask.window
    assert small is not None
    with program.one_answer():
        program.qtbot.keyClicks(small.field, "Second?")
        program.qtbot.keyClick(small.field, Qt.Key.Key_Return)
    program.until(lambda: bool(small.transcript.messages.last_answer()))
    said = small.transcript.messages.last_answer()
    assert program.window.open_chat.id == before
    assert program.window.sidebar.chats.n_chats() == 2
    small.open_button.click()
    program.until(lambda: program.window.transcript.messages.last_answer() == said)
    assert program.window.open_chat.id != before


def test_regenerating_gives_another_answer_in_the_same_place(start: Any, talkative: Path) -> None:
    program: Program = start(talkative)
    program.until_ready()
    first = program.say("Name a colour.")
    with program.one_answer():
        program.window.actions_by_key["regenerate"].trigger()
    assert program.window.transcript.messages.last_answer() == first  # greedy


def test_closing_in_the_middle_of_an_answer_keeps_what_was_said(
    start: Any, paths: Paths, tiny_model: Path
) -> None:
    program: Program = start(tiny_model)
    program.until_ready()
    program.send("Talk without end.")
    program.until(lambda: len(program.window.transcript.messages.last_answer()) > 50)
    shown = program.window.transcript.messages.last_answer()
    program.quit()
    message = _last_message(paths)
    assert message["text"].startswith(shown)
    assert message["status"] == "stopped"


def test_the_end_of_the_session_in_the_middle_of_an_answer_keeps_what_was_said_and_written(
    start: Any, paths: Paths, tiny_model: Path, qtbot: QtBot
) -> None:
    """As Qt has it on Windows: the windows are closed, and then the loop ends without waiting."""
    program: Program = start(tiny_model)
    program.until_ready()
    program.send("Talk without end.")
    program.until(lambda: len(program.window.transcript.messages.last_answer()) > 50)
    qtbot.keyClicks(program.window.composer.edit, "not sent yet")
    shown = program.window.transcript.messages.last_answer()

    QTimer.singleShot(0, QApplication.quit)
    QApplication.exec()
    program.stack.close()

    assert not program.window.isVisible()
    program.window.deleteLater()
    message = _last_message(paths)
    assert message["text"].startswith(shown)
    assert message["status"] == "stopped"
    again: Program = start(tiny_model)
    again.open_first_chat()
    again.until(lambda: again.window.composer.text() == "not sent yet")


def test_an_answer_cut_by_a_crash_is_shown_and_can_be_continued(
    start: Any, paths: Paths, tiny_model: Path
) -> None:
    paths.create()
    with ChatStore.open(paths.database) as store:
        chat = store.create_chat(title="Cut")
        question = store.add_message(chat.id, parent_id=None, role=Role.USER, text="Go.")
        answer = store.add_message(
            chat.id,
            parent_id=question.id,
            role=Role.ASSISTANT,
            text="",
            status=MessageStatus.STREAMING,
        )
        store.write_text(answer.id, "Half of it")
    program: Program = start(tiny_model)
    program.until_ready()
    program.open_first_chat()
    program.until(lambda: program.window.chat.rules.can_continue)
    assert "Half of it" in program.window.transcript.visible_text()
    program.window.actions_by_key["continue"].trigger()
    program.until(lambda: len(program.window.transcript.messages.last_answer()) > 30)
    assert program.window.transcript.messages.last_answer().startswith("Half of it")


def test_a_deleted_chat_comes_back_with_undo_and_is_gone_for_good_after_a_restart(
    start: Any, talkative: Path
) -> None:
    program: Program = start(talkative)
    program.until_ready()
    program.say("First.")
    program.window.actions_by_key["delete_chat"].trigger()
    program.until(lambda: program.window.sidebar.view.model().rowCount() == 0)
    program.click_notice("Undo")
    program.until(lambda: program.window.sidebar.view.model().rowCount() > 0)
    program.open_first_chat()
    program.window.actions_by_key["delete_chat"].trigger()
    program.until(lambda: program.window.sidebar.view.model().rowCount() == 0)
    program.quit()
    again: Program = start()
    again.until_ready()
    assert again.window.sidebar.view.model().rowCount() == 0


@pytest.mark.parametrize("kind", ["not_gguf", "cut_in_tensors", "unknown_architecture", "missing"])
def test_a_bad_model_file_is_told_in_the_window_and_chats_stay_readable(
    start: Any, tmp_path: Path, kind: str
) -> None:
    path = write_broken_ggufs(tmp_path).get(kind, tmp_path / "nowhere.gguf")
    program: Program = start(path)
    program.until(lambda: path.name in program.notices())
    assert "Your chats are untouched" in program.notices()


def test_a_model_that_killed_the_program_is_not_loaded_by_itself(
    start: Any, paths: Paths, tiny_model: Path
) -> None:
    paths.create()
    paths.settings_file.write_text(f'[model]\npath = "{tiny_model.as_posix()}"\n')
    paths.load_marker.write_text(str(tiny_model))
    program: Program = start()
    program.until(lambda: "during the last attempt to load" in program.notices())
    assert not paths.load_marker.exists()


def test_a_model_that_the_desktop_opens_is_loaded_at_the_start_and_later(
    start: Any, qapp: Application, tiny_model: Path, talkative: Path
) -> None:
    def opens(path: Path) -> None:
        QCoreApplication.sendEvent(qapp, QFileOpenEvent(QUrl.fromLocalFile(str(path))))

    opens(tiny_model)  # before there is a window
    program: Program = start()
    program.until_ready()
    assert program.window.models.path == str(tiny_model)

    opens(talkative)
    program.until(lambda: program.window.models.path == str(talkative))
    program.until_ready()


def test_a_database_of_a_newer_version_is_told_and_left_alone(start: Any, paths: Paths) -> None:
    paths.create()
    ChatStore.open(paths.database).close()
    connection = sqlite3.connect(paths.database)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    before = paths.database.read_bytes()
    program: Program = start()
    program.until(lambda: "newer" in program.notices())
    program.quit()
    assert paths.database.read_bytes() == before


def test_a_database_that_another_program_holds_is_told(start: Any, paths: Paths) -> None:
    paths.create()
    with ChatStore.open(paths.database):
        program: Program = start()
        program.until(lambda: "using these chats" in program.notices())
        program.quit()


def test_a_data_folder_that_cannot_be_written_is_told(
    start: Any, paths: Paths, expect_log: ExpectLog
) -> None:
    paths.data.parent.write_text("a file where the folder should be")
    expect_log("")
    program: Program = start(settings="")
    program.until(lambda: "cannot write" in program.notices())


def test_a_message_that_cannot_be_stored_stays_in_the_composer(
    start: Any, paths: Paths, talkative: Path, expect_log: ExpectLog
) -> None:
    program: Program = start(talkative)
    program.until_ready()
    program.say("First.")
    blocker = sqlite3.connect(paths.database)
    blocker.execute("BEGIN EXCLUSIVE")
    program.send("Second.")
    program.until(lambda: bool(program.notices()))
    blocker.rollback()
    blocker.close()
    assert program.window.composer.text() == "Second."
    assert program.notices()
