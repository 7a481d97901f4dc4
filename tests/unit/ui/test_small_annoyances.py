"""What a first-time user stumbled over: notices, file dialogs, names and signs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from app.core.chats.records import ChatId, MessageStatus
from app.core.conversations.events import (
    AnswerRefused,
    ChatOpened,
    ChatsDeleted,
    MessageChanged,
    SendRefused,
)
from app.core.conversations.session import key_of
from app.core.protocol import ChatMemory, ModelLoaded, ProblemRaised, Residency
from app.core.system.paths import Paths
from app.core.system.updates import HOMEPAGE
from app.ui.kit.event_bridge import EventBridge
from app.ui.models.model_bar import ModelEntry
from tests.helpers.recorded_doors import RecordedDoors
from tests.unit.ui.conftest import (
    FULL,
    STREAMING,
    answer,
    make_chat,
    make_model,
    new_window,
    question,
    worn,
)

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

CHAT, OTHER = ChatId(1), ChatId(2)


# -- notices --


def raise_in_chat(desk: Desk, how: str) -> None:
    match how:
        case "send refused":
            desk.post(SendRefused(CHAT, "hello", FULL))
        case "answer refused":
            desk.post(AnswerRefused(CHAT, FULL))
        case _:
            desk.window.chat.transcript.ask_to_open("https://example.org/")


@pytest.mark.parametrize("how", ["send refused", "answer refused", "link"])
@pytest.mark.parametrize("where", ["another chat", "a new chat", "deleted"])
def test_a_notice_about_a_chat_goes_with_the_chat(desk: Desk, how: str, where: str) -> None:
    desk.open(question("q", number=11), answer("", STREAMING, number=12))
    raise_in_chat(desk, how)
    assert len(desk.window.notices.texts()) == 1
    match where:
        case "another chat":
            desk.window.open_chat.show(OTHER)
        case "a new chat":
            desk.window.chat.gestures.new_chat()
        case _:
            desk.post(ChatsDeleted((make_chat(1),)))
    assert not [text for text in desk.window.notices.texts() if "Deleted" not in text]


def test_a_notice_about_a_chat_stays_while_that_is_shown(desk: Desk) -> None:
    desk.open(question("q", number=11))
    desk.post(AnswerRefused(CHAT, FULL), ChatOpened(make_chat(1), (question("q", number=11),)))
    assert len(desk.window.notices.texts()) == 1


def test_a_problem_of_all_chats_stays_when_another_one_is_opened(desk: Desk) -> None:
    desk.open(question("q"))
    desk.post(ProblemRaised(FULL))
    desk.window.open_chat.show(OTHER)
    assert len(desk.window.notices.texts()) == 1


# -- where file dialogs open --


def test_each_file_dialog_opens_where_it_was_last_also_after_a_restart(
    desk: Desk, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    models, texts = tmp_path / "models", tmp_path / "texts"
    for folder in (models, texts):
        folder.mkdir()
    asked: list[str] = []

    def choose_model(_parent: Any, _title: str, start: str, _kinds: str) -> tuple[str, str]:
        asked.append(start)
        return str(models / "a.gguf"), ""

    def choose_texts(_parent: Any, _title: str, start: str, _kinds: str) -> tuple[list[str], str]:
        asked.append(start)
        return [str(texts / "a.txt")], ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", choose_model)
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", choose_texts)
    (texts / "a.txt").write_text("words")
    for _ in range(2):
        desk.window.ask_model()
        desk.window.ask_files()
    assert asked == [str(Path.home())] * 2 + [str(models), str(texts)]
    desk.until(lambda: bool(desk.window.composer.attachments.chips()))
    desk.window.close()

    again = new_window(
        RecordedDoors().doors(), EventBridge(), worn("light"), Paths.locate(tmp_path)
    )
    qtbot.addWidget(again)
    again.ask_model()
    assert asked[-1] == str(models)


def test_a_dialog_that_was_left_changes_no_folder(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def leave(_parent: Any, _title: str, start: str, _kinds: str) -> tuple[str, str]:
        asked.append(start)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", leave)
    desk.window.ask_model()
    desk.window.ask_model()
    assert asked == [str(Path.home())] * 2


# -- one name for one model --


def test_a_model_has_the_same_name_on_the_button_and_in_its_menu(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "tiny-1b-q4_k_m.gguf"
    path.touch()
    desk.post(ModelLoaded(make_model(str(path))))
    desk.window.close()
    again = new_window(
        RecordedDoors().doors(), EventBridge(), worn("light"), Paths.locate(tmp_path)
    )
    qtbot.addWidget(again)

    for window in (desk.window, again):
        menu = window.model_bar.button.menu()
        (entry,) = [
            action
            for action in menu.actions()
            if isinstance(action, ModelEntry) and action.data() == str(path)
        ]
        assert entry.text() == "Tiny 1B"
        assert entry.note == path.stem  # two files may be one model
    assert desk.window.model_bar.text() == "Tiny 1B"


# -- signs in the list --


def row_picture(desk: Desk, *, live: bool, busy: bool) -> bytes:
    desk.window.sidebar.chats.set_memory(
        {CHAT: ChatMemory(key_of(CHAT), Residency.LIVE)} if live else {}
    )
    status = MessageStatus.STREAMING if busy else MessageStatus.COMPLETE
    desk.post(MessageChanged(CHAT, answer("busy", status, number=77)))
    picture = desk.window.sidebar.view.grab().toImage()
    return bytes(picture.constBits())


def test_in_memory_and_being_answered_are_signs_of_their_own_with_words(desk: Desk) -> None:
    desk.open(question("q"))
    chats = desk.window.sidebar.chats
    pictures = {row_picture(desk, live=a, busy=b) for a in (True, False) for b in (True, False)}
    assert len(pictures) == 4

    row_picture(desk, live=True, busy=True)
    told = chats.index_of(CHAT).data(Qt.ItemDataRole.ToolTipRole)
    assert "● In memory" in told
    assert "••• Being answered" in told
    spoken = chats.index_of(CHAT).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "being answered" in spoken
    row_picture(desk, live=False, busy=False)
    assert "answered" not in chats.index_of(CHAT).data(Qt.ItemDataRole.ToolTipRole)


# -- no home page --


def test_the_page_about_hearth_names_no_address_where_nobody_answers(desk: Desk) -> None:
    desk.window.show_about()
    page = desk.window.about.show_page(desk.window)
    assert page.updates.button.isHidden()
    assert "no address to check" in page.updates.words()
    assert HOMEPAGE.split("/")[2] not in page.updates.words()
