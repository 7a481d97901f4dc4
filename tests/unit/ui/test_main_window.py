from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QPushButton

from app.core.chats.records import ChatId, MessageId, MessageStatus
from app.core.conversations.events import (
    AnswerDelta,
    ChatChanged,
    ChatCreated,
    ChatDeleted,
    ChatOpened,
    ChatResumed,
    ChatsListed,
    MessageAdded,
    MessageChanged,
    MessageRemoved,
    PromptRead,
    SendRefused,
)
from app.core.engine.protocol import (
    EngineStopped,
    ModelLoaded,
    ModelLoadFailed,
    ModelLoading,
    ModelUnloaded,
    PrefixSource,
    ProblemRaised,
)
from app.core.errors import Problem
from app.ui.actions import ACTIONS
from app.ui.composer.composer import ComposerState
from app.ui.event_bridge import EventBridge
from app.ui.main_window import MainWindow
from app.ui.window_state import clamped
from tests.unit.ui.conftest import (
    Desk,
    RecordedConversations,
    answer,
    make_chat,
    make_model,
    question,
)

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

FULL = Problem("The disk is full.", "It is shown but not saved.", "Free some space.", "ENOSPC")
STREAMING = MessageStatus.STREAMING


def notice_button(desk: Desk, text: str) -> QPushButton:
    buttons = desk.window.notices.findChildren(QPushButton)
    return next(button for button in buttons if button.text() == text)


def click(desk: Desk, button: object) -> None:
    desk.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def write(desk: Desk, text: str, *, send: bool = True) -> None:
    desk.qtbot.keyClicks(desk.window.composer.edit, text)
    if send:
        desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Return)


# -- first run and model --


def test_the_first_run_says_what_to_do(desk: Desk) -> None:
    assert ("list_chats",) in desk.calls
    assert desk.window.welcome.isVisible()
    assert "Open a model file" in desk.window.welcome.words()
    assert "stays on this machine" in desk.window.welcome.words()
    assert desk.window.welcome.button.isVisible()
    assert desk.window.composer.state is ComposerState.NO_MODEL


def test_the_one_button_opens_a_model_file(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "app.ui.model_views.model_presenter.ask_model_file", lambda *_: "/models/a.gguf"
    )
    click(desk, desk.window.welcome.button)
    assert ("load_model", "/models/a.gguf") in desk.calls
    assert "0%" in desk.window.model_bar.text()


def test_a_load_shows_progress_and_can_be_cancelled(desk: Desk) -> None:
    desk.post(ModelLoading("/models/tiny.gguf", 0.42))
    assert "42%" in desk.window.model_bar.text()
    cancel = desk.window.model_bar.findChild(QPushButton, "cancelLoad")
    desk.until(lambda: cancel.visibleRegion().boundingRect() == cancel.rect())
    click(desk, cancel)
    assert ("cancel_load",) in desk.calls
    desk.post(ModelLoadFailed("/models/tiny.gguf", Problem("Cancelled.", "", ""), cancelled=True))
    assert desk.window.model_bar.text() == "Open a model…"
    assert desk.window.notices.texts() == []


def test_a_failed_load_says_why(desk: Desk) -> None:
    desk.post(ModelLoadFailed("/x.gguf", Problem("This is no GGUF file.", "a.", "b.")))
    assert "This is no GGUF file." in desk.window.notices.texts()[0]
    assert desk.window.composer.state is ComposerState.NO_MODEL


def test_a_loaded_model_shows_its_name_and_note(desk: Desk) -> None:
    desk.post(ModelLoaded(make_model(note="Only 8 of 16 layers fit on the GPU.")))
    assert desk.window.model_bar.text() == "Tiny 1B"
    tooltip = desk.window.model_bar.button.toolTip()
    assert "800 MB" in tooltip
    assert "8,192 tokens" in tooltip
    assert "Only 8 of 16 layers" in tooltip
    assert desk.window.composer.state is ComposerState.READY
    desk.post(ModelUnloaded())
    assert desk.window.composer.state is ComposerState.NO_MODEL


def test_a_model_that_makes_room_for_the_next_keeps_the_progress(desk: Desk) -> None:
    desk.post(ModelLoaded(make_model()), ModelLoading("/b.gguf", 0.0), ModelUnloaded())
    assert desk.window.composer.state is ComposerState.LOADING


def test_recent_models_are_offered_again(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "tiny.gguf"
    path.touch()
    desk.post(ModelLoaded(make_model(str(path))))
    desk.window.close()
    conversations = RecordedConversations()
    again = MainWindow(conversations, EventBridge(), "light", tmp_path / "window.ini")
    qtbot.addWidget(again)
    recent = [action for action in again.model_bar.button.menu().actions() if action.data()]
    recent[0].trigger()
    assert ("load_model", str(path)) in conversations.calls


def test_a_model_file_can_be_dropped_onto_the_window(desk: Desk) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile("/models/Dropped.GGUF")])
    copy, left, none = (
        Qt.DropAction.CopyAction,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    desk.window.dropEvent(QDropEvent(QPoint(5, 5).toPointF(), copy, mime, left, none))
    assert ("load_model", "/models/Dropped.GGUF") in desk.calls


# -- sending --


def test_a_first_message_makes_a_chat(desk: Desk) -> None:
    desk.post(ModelLoaded(make_model()))
    write(desk, "Hello there")
    assert desk.calls[-1] == ("send", None, "Hello there")
    assert desk.window.composer.text() == "Hello there"
    said = question("Hello there", number=1)
    begun = answer("", STREAMING, number=2)
    desk.post(
        ChatCreated(make_chat(1, "Hello there")),
        MessageAdded(ChatId(1), said),
        MessageAdded(ChatId(1), begun),
    )
    assert desk.window.composer.text() == ""
    assert desk.window.windowTitle() == "Hello there – Hearth"
    assert desk.window.transcript.isVisible()
    assert desk.window.composer.state is ComposerState.ANSWERING
    desk.post(AnswerDelta(ChatId(1), begun.id, "Hi "), AnswerDelta(ChatId(1), begun.id, "you"))
    desk.until(lambda: "Hi you" in desk.window.transcript.visible_text())


def test_return_pressed_twice_sends_once(desk: Desk) -> None:
    desk.open()
    write(desk, "Hello")
    desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Return)
    assert [call for call in desk.calls if call[0] == "send"] == [("send", 1, "Hello")]


def test_words_that_could_not_be_stored_stay_in_the_field(desk: Desk) -> None:
    desk.open()
    write(desk, "Precious words")
    desk.post(SendRefused(ChatId(1), "Precious words", FULL))
    assert desk.window.composer.text() == "Precious words"
    assert desk.window.composer.state is ComposerState.READY
    assert "The disk is full." in desk.window.notices.texts()[0]


def test_words_refused_for_another_chat_wait_there(desk: Desk) -> None:
    desk.open()
    write(desk, "Precious words")
    desk.window.chats.open_chat(ChatId(2))
    desk.post(SendRefused(ChatId(1), "Precious words", FULL))
    assert desk.window.composer.text() == ""
    desk.window.chats.open_chat(ChatId(1))
    assert desk.window.composer.text() == "Precious words"


def test_each_chat_keeps_its_draft(desk: Desk) -> None:
    desk.open()
    write(desk, "half a thought", send=False)
    desk.window.chats.open_chat(ChatId(2))
    assert desk.window.composer.text() == ""
    write(desk, "another", send=False)
    desk.window.chats.open_chat(ChatId(1))
    assert desk.window.composer.text() == "half a thought"


def test_escape_stops_the_answer(desk: Desk) -> None:
    desk.open(question("?"), answer("Well", STREAMING))
    desk.window.composer.edit.setFocus()
    desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Escape)
    desk.until(lambda: ("stop", 1) in desk.calls)


def test_regenerate_replaces_the_answer(desk: Desk) -> None:
    old = answer("old words")
    desk.open(question("?"), old)
    desk.window.actions_by_key["regenerate"].trigger()
    assert desk.calls[-1] == ("regenerate", 1, old.id)
    new = answer("new words")
    desk.post(MessageRemoved(ChatId(1), old.id), MessageAdded(ChatId(1), new))
    desk.until(lambda: "new words" in desk.window.transcript.visible_text())
    assert "old words" not in desk.window.transcript.visible_text()


def test_continue_goes_on_with_the_same_answer(desk: Desk) -> None:
    cut = answer("Once upon", MessageStatus.INTERRUPTED, number=5)
    desk.open(question("?"), cut)
    desk.window.actions_by_key["continue"].trigger()
    assert desk.calls[-1] == ("continue_answer", 1)
    desk.post(
        MessageChanged(ChatId(1), answer("Once upon", STREAMING, number=5)),
        AnswerDelta(ChatId(1), MessageId(5), " a time"),
        MessageChanged(ChatId(1), answer("Once upon a time", number=5)),
    )
    desk.until(lambda: "Once upon a time" in desk.window.transcript.visible_text())


def test_an_answer_in_another_chat_does_not_show_here(desk: Desk) -> None:
    desk.open(question("here"))
    elsewhere = answer("", STREAMING, number=8, chat=2)
    desk.post(MessageAdded(ChatId(2), elsewhere), AnswerDelta(ChatId(2), MessageId(8), "there"))
    assert "there" not in desk.window.transcript.visible_text()
    assert desk.window.composer.state is ComposerState.READY


def test_a_chat_opened_in_the_middle_of_its_answer_can_be_stopped(desk: Desk) -> None:
    desk.open()
    desk.window.chats.open_chat(ChatId(2))
    begun = answer("So far", STREAMING, number=8, chat=2)
    desk.post(ChatOpened(make_chat(2), (begun,)), AnswerDelta(ChatId(2), MessageId(8), " so good"))
    desk.until(lambda: "So far so good" in desk.window.transcript.visible_text())
    assert desk.window.chats.can_stop()


# -- the list --


def test_deleting_can_be_undone_from_a_notice(desk: Desk) -> None:
    desk.open(question("here"))
    desk.window.actions_by_key["delete_chat"].trigger()
    assert desk.calls[-1] == ("delete", 1)
    desk.post(ChatDeleted(make_chat(1, "Holidays")))
    assert "Deleted “Holidays”" in desk.window.notices.texts()[0]
    assert desk.window.welcome.isVisible()
    click(desk, notice_button(desk, "Undo"))
    assert desk.calls[-1] == ("undo_delete", 1)
    assert desk.window.notices.texts() == []


def test_a_renamed_chat_shows_its_title(desk: Desk) -> None:
    desk.open(question("here"))
    desk.post(ChatChanged(make_chat(1, "Better title")))
    assert desk.window.windowTitle() == "Better title – Hearth"
    assert desk.window.sidebar.chats.index_of(ChatId(1)).data() == "Better title"


def test_without_chats_the_list_says_so(desk: Desk) -> None:
    assert not desk.window.sidebar.view.isVisible()
    desk.post(ChatsListed((make_chat(1, age=timedelta(days=1)),)))
    assert desk.window.sidebar.view.isVisible()


def test_new_chat_shows_the_empty_page(desk: Desk) -> None:
    desk.open(question("here"))
    desk.qtbot.keyClick(desk.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    desk.until(desk.window.welcome.isVisible)
    assert "talk about" in desk.window.welcome.words()


# -- status line --


@pytest.mark.parametrize(
    ("resumed", "words"),
    [
        ((4096, 4097, 38.2, PrefixSource.DISK), "Resumed 4,096 tokens from disk in 38 ms"),
        ((1000, 4000, 20.0, PrefixSource.DISK), "Resumed 1,000 of 4,000 tokens from disk in 20 ms"),
        ((4096, 4097, 0.0, PrefixSource.LIVE), "Still in memory: 4,096 tokens"),
        ((0, 900, 0.0, PrefixSource.NOT_STORED), "Nothing stored for this chat yet"),
        ((0, 900, 0.0, PrefixSource.DAMAGED), "damaged"),
        ((0, 900, 0.0, PrefixSource.UNSUPPORTED), "cannot be stored"),
        ((0, 900, 0.0, PrefixSource.OFF), "switched off"),
    ],
)
def test_the_resume_is_visible(
    desk: Desk, resumed: tuple[int, int, float, PrefixSource], words: str
) -> None:
    desk.open(question("here"))
    desk.post(ChatResumed(ChatId(1), *resumed))
    assert words in desk.window.status.text()


def test_reading_a_prompt_shows_how_far_it_is(desk: Desk) -> None:
    desk.open(question("here"), answer("", STREAMING))
    desk.post(PromptRead(ChatId(1), 1200, 3400))
    assert desk.window.status.text() == "Reading 1,200 of 3,400 tokens"


def test_an_answer_ends_with_its_figures(desk: Desk) -> None:
    begun = answer("", STREAMING, number=5)
    desk.open(question("here"), begun)
    figures = (("decode_tps", 41.3), ("n_generated", 512), ("ttft_ms", 210.0), ("source", "disk"))
    desk.post(MessageChanged(ChatId(1), answer("Done", number=5, stats=figures)))
    assert desk.window.status.text() == "41 tokens/s · 512 tokens · first token after 210 ms"


# -- notices --


def test_a_problem_says_all_three_things_and_can_be_copied(desk: Desk) -> None:
    desk.post(ProblemRaised(FULL))
    assert desk.window.notices.texts() == [FULL.text()]
    click(desk, notice_button(desk, "Copy details"))
    assert "ENOSPC" in QGuiApplication.clipboard().text()


def test_a_repeated_problem_replaces_itself(desk: Desk) -> None:
    desk.post(ProblemRaised(FULL), ProblemRaised(FULL), ProblemRaised(FULL))
    assert desk.window.notices.texts() == [FULL.text()]


def test_a_flood_of_problems_leaves_room_for_the_chat(desk: Desk) -> None:
    desk.post(*(ProblemRaised(Problem(f"Problem {n}.", "", "")) for n in range(10)))
    assert desk.window.notices.texts() == ["Problem 9.", "Problem 8.", "Problem 7."]


def test_a_dead_engine_is_told_and_nothing_can_be_sent(desk: Desk) -> None:
    desk.open(question("?"), answer("Well", STREAMING))
    desk.post(EngineStopped(Problem("The engine stopped.", "Chats are safe.", "Restart.")))
    assert "The engine stopped." in desk.window.notices.texts()[0]
    assert desk.window.composer.state is ComposerState.NO_MODEL


def test_a_link_opens_only_after_its_address_was_shown(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    desk.window.transcript.link_activated.emit("https://example.org/x")
    assert "https://example.org/x" in desk.window.notices.texts()[0]
    assert opened == []
    click(desk, notice_button(desk, "Open in browser"))
    assert opened == ["https://example.org/x"]


def test_a_link_to_a_file_cannot_be_opened(desk: Desk) -> None:
    desk.window.chats.ask_to_open("file:///etc/passwd")
    buttons = desk.window.notices.findChildren(QPushButton)
    assert [button.text() for button in buttons] == ["Copy address"]


# -- the window itself --


def test_every_action_is_in_the_menu_and_has_words(desk: Desk) -> None:
    in_menu = {action.objectName() for action in desk.window.header.menu.actions() if action.text()}
    assert in_menu == {row.key for row in ACTIONS}
    shortcuts = [row.shortcut for row in ACTIONS if row.shortcut]
    assert len(shortcuts) == len(set(shortcuts))


def test_a_narrow_window_hides_the_list_and_a_key_brings_it_back(desk: Desk) -> None:
    desk.window.resize(640, 700)
    desk.until(lambda: not desk.window.sidebar.isVisible())
    desk.qtbot.keyClick(desk.window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    desk.until(desk.window.sidebar.isVisible)
    desk.qtbot.keyClick(desk.window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: not desk.window.sidebar.isVisible())


def test_a_list_hidden_by_width_returns_with_width(desk: Desk) -> None:
    desk.window.resize(640, 700)
    desk.until(lambda: not desk.window.sidebar.isVisible())
    desk.window.resize(1000, 700)
    desk.until(desk.window.sidebar.isVisible)


def test_size_is_kept_between_starts(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    desk.window.resize(777, 555)
    desk.window.close()
    again = MainWindow(RecordedConversations(), EventBridge(), "light", tmp_path / "window.ini")
    qtbot.addWidget(again)
    assert (again.width(), again.height()) == (777, 555)


def test_closing_is_told(desk: Desk, qtbot: QtBot) -> None:
    with qtbot.waitSignal(desk.window.closed):
        desk.window.close()


def test_a_place_off_the_screen_is_brought_back(qtbot: QtBot) -> None:
    screen = QGuiApplication.primaryScreen().availableGeometry()
    assert screen.contains(clamped(QRect(9000, -4000, 500, 400)))
    assert screen.contains(clamped(QRect(0, 0, 90_000, 90_000)))


def test_the_dark_theme_can_be_chosen_and_changed(qtbot: QtBot, tmp_path: Path) -> None:
    window = MainWindow(RecordedConversations(), EventBridge(), "dark", tmp_path / "w.ini")
    qtbot.addWidget(window)
    assert window.theme.colours.is_dark
    window.theme.choose("light")
    assert not window.theme.colours.is_dark
    assert window.theme.colours.sidebar in window.styleSheet()


def test_without_a_model_nothing_offers_to_answer_again(desk: Desk) -> None:
    desk.open(question("?"), answer("b", MessageStatus.INTERRUPTED))
    desk.post(ModelUnloaded())
    view = desk.window.transcript
    desk.until(lambda: [one.spot.kind.name for one in view.targets()] == ["COPY_MESSAGE"])
    assert not desk.window.actions_by_key["regenerate"].isEnabled()


def test_the_chat_shown_last_is_shown_again_at_the_next_start(
    desk: Desk, qtbot: QtBot, tmp_path: Path
) -> None:
    desk.open(question("Hello?"), answer("Hello."), chat=2)
    desk.window.close()
    bridge = EventBridge()
    conversations = RecordedConversations()
    window = MainWindow(conversations, bridge, "light", tmp_path / "window.ini")
    qtbot.addWidget(window)
    again = Desk(window, conversations, bridge, qtbot)
    again.post(ChatsListed(tuple(make_chat(number) for number in (1, 2, 3))))
    assert window.chats.chat_id == 2
    assert ("open_chat", 2) in conversations.calls
    bridge.close()


@pytest.mark.parametrize("listed", [(1, 3), ()])
def test_a_chat_that_is_gone_is_not_shown_again(desk: Desk, listed: tuple[int, ...]) -> None:
    desk.window.chats.reopen(ChatId(2))
    desk.post(ChatsListed(tuple(make_chat(number) for number in listed)))
    assert desk.window.chats.chat_id is None


def test_what_the_user_began_meanwhile_wins_over_the_chat_shown_last(desk: Desk) -> None:
    desk.window.chats.reopen(ChatId(2))
    desk.window.chats.new_chat()
    desk.post(ChatsListed((make_chat(2),)))
    assert desk.window.chats.chat_id is None


def test_pointing_at_a_chat_prepares_it(desk: Desk) -> None:
    desk.post(ChatsListed((make_chat(1), make_chat(2))))
    desk.window.sidebar.view.chat_pointed.emit(ChatId(2))
    assert ("prefetch", 2) in desk.calls
