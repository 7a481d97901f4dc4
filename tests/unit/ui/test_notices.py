"""What the user is told, and links that are shown before they are opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from app.core.errors import Problem
from app.core.phrases import NO_WORDS, phrase
from app.core.protocol import EngineStopped, ProblemRaised
from app.ui.composer.composer import ComposerState
from app.ui.notices import NoticeAction, NoticeBar
from tests.unit.ui.conftest import FULL, STREAMING, Desk, answer, click, notice_button, question

if TYPE_CHECKING:
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
    desk.window.transcript.link_activated.emit("https://example.org/x")
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
