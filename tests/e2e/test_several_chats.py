"""Several chats are answered at once by the real engine: leaving, coming back, closing, unread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from app.core.chats.records import ChatSetup, MessageStatus
from app.core.chats.store import ChatStore
from app.core.engine.load.model_measure import MAX_CHATS
from app.ui.state.chat_list_item_model import Activity, ChatRole
from tests.helpers.gguf_factory import write_tiny_llama

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.chats.records import ChatId
    from app.core.system.paths import Paths
    from tests.e2e.conftest import Program

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    """A model that does not end its answers, with room for several long ones."""
    return write_tiny_llama(tmp_path / "endless.gguf", n_ctx=32_768)


def ask_in_new_chat(program: Program, text: str) -> ChatId:
    """Send a first message from an empty page; return the chat that it makes."""
    program.window.chat.gestures.new_chat()
    program.send(text)
    chat = program.window.open_chat
    program.until(lambda: chat.id is not None)
    assert chat.id is not None
    return chat.id


def activity(program: Program, chat_id: ChatId) -> Activity:
    found: Activity = program.window.sidebar.chats.index_of(chat_id).data(ChatRole.ACTIVITY)
    return found


def test_chats_go_on_while_the_user_is_elsewhere_and_closing_keeps_all_of_them(
    start: Any, paths: Paths, endless: Path
) -> None:
    program: Program = start(endless)
    program.until_ready()
    chats = [ask_in_new_chat(program, f"Talk without end, number {n}.") for n in range(3)]
    messages, said = program.window.transcript.messages, {}
    for chat_id in chats:
        program.window.open_chat.show(chat_id)
        program.until(lambda: len(messages.last_answer()) > 20)
        first = messages.last_answer()
        program.until(lambda first=first: len(messages.last_answer()) > len(first) + 20)
        said[chat_id] = messages.last_answer()
        assert said[chat_id].startswith(first)
    assert [activity(program, chat_id) for chat_id in chats] == [Activity.RUNNING] * 3

    program.window.sidebar.view.stop_requested.emit(chats[0])
    program.until(lambda: activity(program, chats[0]) is Activity.NONE)
    assert [activity(program, chat_id) for chat_id in chats[1:]] == [Activity.RUNNING] * 2
    program.quit()

    with ChatStore.open(paths.database) as store:
        answers = {chat_id: store.path(chat_id)[-1] for chat_id in chats}
        unread = {chat.id for chat in store.list_chats() if chat.is_unread}
    for chat_id, answer in answers.items():
        assert answer.text.startswith(said[chat_id])
        assert answer.status is MessageStatus.STOPPED
    assert unread == {chats[1]}  # one was stopped, and who closes the window sees the last one end


def test_an_answer_that_ends_unseen_is_unread_until_its_chat_is_shown(
    start: Any, endless: Path, qapp: QApplication
) -> None:
    program: Program = start(endless)
    program.until_ready()
    other = QWidget()
    other.show()
    other.activateWindow()
    program.until(lambda: qapp.activeWindow() is other)
    program.window.open_chat.set_new_setup(ChatSetup("", (("max_tokens", 30.0),)))
    chat_id = ask_in_new_chat(program, "Talk a little.")
    listed = program.window.sidebar.chats

    def is_unread(program: Program) -> bool:
        return bool(program.window.sidebar.chats.index_of(chat_id).data(ChatRole.UNREAD))

    program.until(lambda: is_unread(program))
    assert listed.index_of(chat_id).data(ChatRole.ACTIVITY) is Activity.NONE
    program.window.chat.gestures.new_chat()
    program.quit()
    other.deleteLater()

    again: Program = start()
    again.until_ready()
    again.window.activateWindow()
    again.until(lambda: is_unread(again))
    again.window.open_chat.show(chat_id)
    again.until(lambda: not is_unread(again))
    again.quit()

    third: Program = start()
    third.until_ready()
    assert not is_unread(third)


def test_the_ninth_chat_waits_visibly_and_goes_on_when_another_is_stopped(
    start: Any, endless: Path
) -> None:
    program: Program = start(endless)
    program.until_ready()
    chats = [ask_in_new_chat(program, f"Talk without end, number {n}.") for n in range(MAX_CHATS)]
    program.until(lambda: all(activity(program, one) is Activity.RUNNING for one in chats))
    last = ask_in_new_chat(program, "And you?")
    program.until(lambda: program.status() == f"Waiting: {MAX_CHATS} answers are running")
    assert activity(program, last) is Activity.QUEUED

    program.window.sidebar.view.stop_requested.emit(chats[0])
    program.until(lambda: len(program.window.transcript.messages.last_answer()) > 10)
    assert activity(program, last) is Activity.RUNNING
    assert program.window.open_chat.wait is None


def test_a_parked_answer_says_so_and_goes_on_where_it_was(start: Any, tmp_path: Path) -> None:
    small = write_tiny_llama(tmp_path / "small.gguf", n_ctx=1_024)
    program: Program = start(small)
    program.until_ready()
    messages, seen = program.window.transcript.messages, []

    def look() -> None:
        if messages.wait is not None:
            seen.append((program.status(), messages.last_answer()))

    program.window.open_chat.wait_changed.connect(look)
    ask_in_new_chat(program, "Talk without end, you first.")
    ask_in_new_chat(program, "And you, later.")  # who asked later makes room
    program.until(lambda: bool(seen))
    words, said = seen[0]
    assert words == "Paused to make room, continues automatically"
    assert said
    program.until(lambda: len(messages.last_answer()) > len(said) + 10)
    assert messages.last_answer().startswith(said)
