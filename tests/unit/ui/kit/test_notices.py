"""What the user is told, and links that are shown before they are opened."""

from __future__ import annotations

import errno
import os
from functools import partial
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QDesktopServices, QGuiApplication, QTextLayout
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from app.core.chats.errors import ReadOnlyDatabase
from app.core.chats.records import MessageStatus
from app.core.conversations.errors import ChatsNotOpen
from app.core.conversations.events import (
    AnswerFailed,
    CauseEnded,
    ChatsListed,
    MessageAdded,
    MessageChanged,
    SendRefused,
)
from app.core.engine_link.recovery import Death, Ledger, Reload, StepDown, problem_of_death
from app.core.errors import Cause, Problem
from app.core.kvstore.errors import StoreUnusable
from app.core.messages import Role
from app.core.phrases import NO_WORDS, phrase
from app.core.plain_value import replace
from app.core.protocol import (
    Call,
    ChatKey,
    EngineStopped,
    Generate,
    LoadModel,
    ModelLoaded,
    ModelLoadFailed,
    ModelLoading,
    ProblemRaised,
    PromptMessage,
    RequestId,
)
from app.core.settings.setting import SettingsNotSaved
from app.core.system.paths import FolderNotWritable
from app.ui.composer.composer import ComposerState
from app.ui.composer.unsent import unsent_file
from app.ui.composer.unsent.unsent_file import UnsentTextNotSaved
from app.ui.kit import notices
from app.ui.kit.notices import NoticeAction, NoticeBar
from app.ui.words.plain_text import sentence
from tests.unit.ui.conftest import (
    FIRST,
    FULL,
    STREAMING,
    Desk,
    answer,
    click,
    make_model,
    notice_button,
    question,
    write,
)

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QCoreApplication
    from pytestqt.qtbot import QtBot


def test_a_problem_says_all_three_things_and_can_be_copied(desk: Desk) -> None:
    desk.post(ProblemRaised(FULL))
    assert desk.window.notices.texts() == [FULL.text()]
    click(desk, notice_button(desk, "Copy details"))
    assert "ENOSPC" in QGuiApplication.clipboard().text()


def test_a_repeated_problem_replaces_itself(desk: Desk) -> None:
    desk.post(ProblemRaised(FULL), ProblemRaised(FULL), ProblemRaised(FULL))
    assert desk.window.notices.texts() == [FULL.text()]


def test_a_flood_of_problems_leaves_room_for_the_chat(desk: Desk) -> None:
    desk.post(
        *(ProblemRaised(Problem(phrase(f"Problem {n}."), NO_WORDS, NO_WORDS)) for n in range(10))
    )
    assert desk.window.notices.texts() == ["Problem 9.", "Problem 8.", "Problem 7."]


def _failed(path: str, what: str) -> ModelLoadFailed:
    return ModelLoadFailed(path, Problem(phrase(what), NO_WORDS, NO_WORDS))


def _says(desk: Desk, what: str) -> bool:
    return what in desk.window.notices.texts()


def test_only_the_last_failed_load_is_told_and_none_once_a_model_is_there(desk: Desk) -> None:
    notices = desk.window.notices
    for path, what in (("/a.gguf", "This file is cut off."), ("/b.gguf", "This is no model.")):
        desk.post(_failed(path, what))
        desk.until(partial(_says, desk, what))
    assert notices.texts() == ["This is no model."]
    desk.post(ModelLoading("/c.gguf", 0.0), ModelLoaded(make_model()))
    assert notices.texts() == []


def test_a_failed_load_stays_told_where_the_model_of_before_goes_on(desk: Desk) -> None:
    failed = _failed("/b.gguf", "This is no model.")
    desk.post(ModelLoading("/b.gguf", 0.0), failed)
    desk.until(partial(_says, desk, "This is no model."))
    desk.post(ModelLoaded(make_model()))
    assert desk.window.notices.texts() == ["This is no model."]


@pytest.mark.parametrize("left_out", [None, StepDown.GPU])
def test_a_crash_is_told_until_the_model_is_back_and_what_it_changed_stays(
    desk: Desk, left_out: StepDown | None
) -> None:
    load = LoadModel("/models/tiny.gguf")
    problem = problem_of_death(Death(-9), Ledger(), Reload(load, left_out))
    desk.open(question("?"), answer("Well", STREAMING))
    desk.post(AnswerFailed(FIRST, problem), ProblemRaised(problem))
    assert len(desk.window.notices.texts()) == 1
    desk.post(ModelLoaded(make_model()))
    assert len(desk.window.notices.texts()) == (0 if left_out is None else 1)


@pytest.mark.parametrize("is_told_first", [True, False])
def test_a_crash_in_the_middle_of_the_shown_answer_is_told_below_it_alone(
    desk: Desk, is_told_first: bool
) -> None:
    ledger = Ledger()
    ledger.note_sent(
        Call(RequestId(1), Generate(ChatKey("1"), (PromptMessage(Role.USER, "Hello"),)))
    )
    problem = problem_of_death(Death(-9), ledger, Reload(LoadModel("a.gguf")))
    streaming = answer("Once", STREAMING, number=77)
    desk.open(question("?"), streaming)
    ended = replace(streaming, status=MessageStatus.FAILED, problem=problem)
    told: list[object] = [ProblemRaised(problem)]
    failed: list[object] = [MessageChanged(FIRST, ended), AnswerFailed(FIRST, problem)]

    desk.post(*(told + failed if is_told_first else failed + told))

    assert desk.window.notices.texts() == []
    assert desk.window.transcript.messages.message(1).problem == problem


def test_what_cannot_be_saved_is_one_notice_until_a_message_is_saved(
    desk: Desk, tmp_path: Path
) -> None:
    denied = OSError(errno.EROFS, os.strerror(errno.EROFS))
    desk.open()
    desk.post(
        ProblemRaised(SettingsNotSaved(caught=denied, path=tmp_path).problem()),
        ProblemRaised(FolderNotWritable(repr(denied), folder=tmp_path).problem()),
        ProblemRaised(StoreUnusable(caught=denied, root=tmp_path).problem()),
        ProblemRaised(ChatsNotOpen(ReadOnlyDatabase(path=tmp_path).problem()).problem()),
        ProblemRaised(ReadOnlyDatabase(path=tmp_path / "chats.db").problem()),
        ProblemRaised(UnsentTextNotSaved(tmp_path, denied).problem()),
    )
    (told,) = desk.window.notices.texts()
    assert "Make the folder" in told
    assert "Free some" not in told
    assert os.strerror(errno.EROFS) not in told  # the system does not speak the window's language
    desk.post(MessageAdded(FIRST, question("Saved")))
    assert desk.window.notices.texts() == []


def test_chats_that_are_open_at_last_take_the_notice_away(desk: Desk, tmp_path: Path) -> None:
    desk.post(ProblemRaised(ChatsNotOpen(ReadOnlyDatabase(path=tmp_path).problem()).problem()))
    desk.post(ChatsListed(()))  # of which nothing follows for the folder
    assert len(desk.window.notices.texts()) == 1
    desk.post(CauseEnded(Cause.FOLDER))
    assert desk.window.notices.texts() == []


def test_what_is_told_once_more_blinks(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "_BLINK_MS", 1000)
    problem = ChatsNotOpen(ReadOnlyDatabase(path=tmp_path).problem()).problem()
    desk.post(ProblemRaised(problem))
    (bar,) = desk.window.notices.findChildren(NoticeBar)
    assert bar.graphicsEffect() is None
    desk.post(SendRefused(None, "Hello", problem))
    (bar,) = [one for one in desk.window.notices.findChildren(NoticeBar) if one is not bar]
    assert bar.graphicsEffect() is not None
    desk.until(lambda: bar.graphicsEffect() is None)


def test_a_draft_that_is_saved_at_last_takes_its_notice_away(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path, _chunks: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    desk.open()
    with monkeypatch.context() as full_disk:
        full_disk.setattr(unsent_file, "write_atomically", refuse)
        write(desk, "Kept", send=False)
        desk.until(lambda: "Free some disk space" in "".join(desk.window.notices.texts()))
    write(desk, " again", send=False)
    desk.until(lambda: desk.window.notices.texts() == [])


def test_an_option_of_the_command_line_is_not_broken_where_a_line_ends(
    qapp: QCoreApplication,
) -> None:
    assert qapp
    layout = QTextLayout(sentence("Choose another one with --data-dir."))
    layout.beginLayout()
    ends = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(1)
        ends.append(layout.text()[line.textStart() : line.textStart() + line.textLength()])
    layout.endLayout()
    assert [end.replace("\u2060", "") for end in ends][-1] == "--data-dir."


def test_a_dead_engine_is_told_and_nothing_can_be_sent(desk: Desk) -> None:
    desk.open(question("?"), answer("Well", STREAMING))
    desk.post(
        EngineStopped(
            Problem(phrase("The engine stopped."), phrase("Chats are safe."), phrase("Restart."))
        )
    )
    assert "The engine stopped." in desk.window.notices.texts()[0]
    assert desk.window.composer.state is ComposerState.NO_MODEL


def test_a_link_opens_only_after_its_address_was_shown(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    desk.window.transcript.requests.follow_link.emit("https://example.org/x")
    assert "https://example.org/x" in desk.window.notices.texts()[0]
    assert opened == []
    click(desk, notice_button(desk, "Open in browser"))
    assert opened == ["https://example.org/x"]


def test_a_link_to_a_file_cannot_be_opened(desk: Desk) -> None:
    desk.window.chat.transcript.ask_to_open("file:///etc/passwd")
    buttons = desk.window.notices.findChildren(QPushButton)
    assert [button.text() for button in buttons] == ["Copy address"]


@pytest.mark.parametrize("n_actions", [1, 2, 3])
def test_in_a_narrow_window_the_buttons_leave_the_words_their_room(
    desk: Desk, qtbot: QtBot, n_actions: int
) -> None:
    notices = desk.window.notices
    actions = [
        NoticeAction(f"In diesem Chat immer {one}", lambda: None) for one in range(n_actions)
    ]
    notices.show_note("a note", "Die ältesten Nachrichten sind zusammengefasst.", *actions)
    bar = notices.findChildren(NoticeBar)[-1]
    what = bar.findChild(QLabel, "noticeWhat")
    assert what is not None
    buttons = bar.findChildren(QPushButton)

    def places() -> tuple[QRect, list[QRect]]:
        return placed(what, bar), [placed(button, bar) for button in buttons]

    for width in (1200, 420, 1200):
        desk.window.resize(width, 700)
        is_beside = n_actions < 3 and width == 1200

        def is_arranged(*, is_beside: bool = is_beside) -> bool:
            words, others = places()
            are_beside = all(button.top() < words.bottom() for button in others)
            is_cut = any(words.intersects(button) for button in others) or words.width() < 200
            return are_beside is is_beside and not is_cut

        qtbot.waitUntil(is_arranged)


def placed(widget: QWidget, bar: NoticeBar) -> QRect:
    return QRect(widget.mapTo(bar, QPoint()), widget.size())
