"""Pages of answers in the user's browser: what is asked, written and opened."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QDesktopServices

from app.core.conversations.events import ChatOpened, ChatsListed
from app.core.net.errors import TimedOut
from app.core.previews import ScriptSource
from app.core.settings.table import OPEN_PAGES
from app.core.system.files import write_atomically
from app.ui.transcript.model.click_targets import ClickTarget, TargetKind
from tests.unit.ui.conftest import Desk, answer, make_chat, question

if TYPE_CHECKING:
    from PySide6.QtCore import QUrl

SCRIPT = b"const mermaid={initialize(){}}"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that the system was asked to open."""
    asked: list[Path] = []

    def open_url(url: QUrl) -> bool:
        asked.append(Path(url.toLocalFile()))
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    return asked


class Questions:
    """What was asked in boxes, and what is answered."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.answers: list[bool] = []

    def agrees(self, _window: object, _title: str, what: str, more: str, _verb: str) -> bool:
        self.asked.append(f"{what} {more}")
        return self.answers.pop(0)


@pytest.fixture
def questions(monkeypatch: pytest.MonkeyPatch) -> Questions:
    made = Questions()
    monkeypatch.setattr("app.ui.chat.page_opener.agrees", made.agrees)
    return made


@pytest.fixture
def mermaid(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> ScriptSource:
    """A small script in place of the true one; whoever fetches it gets it at once."""
    pages = desk.window.page_opener._pages
    digest = hashlib.sha256(SCRIPT).hexdigest()
    pages.mermaid = ScriptSource("https://x.test/m.js", "m.js", len(SCRIPT), digest)

    def fetch(_client: object, _stop: object) -> None:
        write_atomically(pages._script, [SCRIPT])

    monkeypatch.setattr(pages, "fetch_mermaid", fetch)
    return pages.mermaid


def show(desk: Desk, language: str, code: str) -> None:
    chat = make_chat(1)
    desk.bridge.post(ChatsListed((chat,)))
    said = answer(f"```{language}\n{code}\n```\n", number=9)
    desk.window.open_chat.show(chat.id)
    desk.bridge.post(ChatOpened(chat, (question("?"), said)))
    desk.qtbot.waitUntil(lambda: len(desk.window.transcript.stack) == 2)
    view = desk.window.transcript
    view.surface.press(ClickTarget(TargetKind.OPEN_PAGE, said.id, 0))


def test_the_user_is_asked_once_and_the_page_opens(
    desk: Desk, opened: list[Path], questions: Questions
) -> None:
    questions.answers = [True]
    show(desk, "html", "<h1>Words of a model</h1>")
    desk.qtbot.waitUntil(lambda: len(opened) == 1)
    page = opened[0].read_text(encoding="utf-8")
    assert "Words of a model" in page
    assert 'sandbox="allow-scripts"' in page
    assert opened[0].is_relative_to(desk.window._paths.cache)
    desk.window.page_opener.open("svg", "<svg/>")
    desk.qtbot.waitUntil(lambda: len(opened) == 2)
    (asked,) = questions.asked
    assert "loads nothing from the network" in asked
    assert desk.window.page_opener._settings.get(OPEN_PAGES) == "open"


def test_nothing_opens_without_the_users_word_and_the_question_comes_again(
    desk: Desk, opened: list[Path], questions: Questions
) -> None:
    questions.answers = [False, True]
    desk.window.page_opener.open("html", "<p>")
    assert not opened
    desk.window.page_opener.open("html", "<p>")
    desk.qtbot.waitUntil(lambda: len(opened) == 1)
    assert len(questions.asked) == 2


def test_other_code_is_never_opened(desk: Desk, questions: Questions) -> None:
    desk.window.page_opener.open("python", "print()")
    assert not questions.asked


def test_mermaid_is_fetched_only_when_agreed_and_only_once(
    desk: Desk, opened: list[Path], questions: Questions, mermaid: ScriptSource
) -> None:
    questions.answers = [True, False, True]
    opener = desk.window.page_opener
    opener.open("mermaid", "graph TD")
    desk.qtbot.waitUntil(lambda: len(questions.asked) == 2)
    assert mermaid.address in questions.asked[1]
    assert not opener._pages.has_mermaid()
    opener.open("mermaid", "graph TD")
    desk.qtbot.waitUntil(lambda: len(opened) == 1)
    assert "const mermaid=" in opened[0].read_text(encoding="utf-8")
    desk.qtbot.waitUntil(lambda: not desk.window.notices.is_shown("mermaid"))
    opener.open("mermaid", "graph LR")
    desk.qtbot.waitUntil(lambda: len(opened) == 2)
    assert len(questions.asked) == 3


def test_a_download_that_fails_is_told_and_nothing_opens(
    desk: Desk,
    opened: list[Path],
    questions: Questions,
    mermaid: ScriptSource,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise TimedOut("x.test", "it is silent")

    opener = desk.window.page_opener
    monkeypatch.setattr(opener._pages, "fetch_mermaid", fail)
    questions.answers = [True, True]
    opener.open("mermaid", "graph TD")
    desk.qtbot.waitUntil(lambda: any("x.test" in one for one in desk.window.notices.texts()))
    desk.qtbot.waitUntil(lambda: not desk.window.notices.is_shown("mermaid"))
    assert not opened
    assert not opener._pages.has_mermaid()


def test_a_system_without_a_browser_is_told(
    desk: Desk, questions: Questions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: False)
    questions.answers = [True]
    desk.window.page_opener.open("html", "<p>")
    desk.qtbot.waitUntil(lambda: desk.window.notices.is_shown("page"))


def test_closing_ends_a_download_and_takes_the_pages_away(
    desk: Desk, opened: list[Path], questions: Questions
) -> None:
    questions.answers = [True]
    opener = desk.window.page_opener
    opener.open("html", "<p>")
    desk.qtbot.waitUntil(lambda: len(opened) == 1)
    opener.close()
    desk.qtbot.waitUntil(lambda: not opened[0].exists())
