"""The page "About Hearth": what it says, copies and opens, and that it asks on a click only.

Longer than other files: the page has a test for each row of it.
"""

from __future__ import annotations

import json
import platform
import time
from typing import TYPE_CHECKING

import PySide6
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QDesktopServices
from PySide6.QtNetwork import QNetworkAccessManager
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QScrollArea

from app import __version__
from app.core.errors import KnownError
from app.core.phrases import phrase
from app.core.protocol import Device, ModelInfo, ModelLoaded, ModelUnloaded
from app.ui.kit.theme import Theme
from app.ui.upkeep.about_dialog import AboutDialog, LicencesDialog, details
from app.ui.upkeep.updates import UpdateCheck
from tests.helpers.feed_server import NEWS, FeedServer, http
from tests.unit.ui.conftest import child_of, needed_width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtWidgets import QPushButton
    from pytestqt.qtbot import QtBot

    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

GPU = Device("Vulkan0", "Some Graphics 9000", "gpu", 1, 1)
MODEL = ModelInfo("/models/secret.gguf", "Secret", "llama", 1, 1, 1, 1, 16, 8, (GPU,), (), True)


@pytest.fixture
def server() -> Iterator[FeedServer]:
    running = FeedServer()
    yield running
    running.close()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Addresses that reached the system's browser."""
    addresses: list[str] = []

    def open_url(url: object) -> bool:
        addresses.append(url.toString())  # type: ignore[attr-defined]
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    return addresses


@pytest.fixture
def dialog(qtbot: QtBot, server: FeedServer) -> AboutDialog:
    """The page, shown; its question goes to the server here."""
    check = UpdateCheck(None, server.feed, timeout_ms=10_000)
    shown = AboutDialog(Theme("light"), details(None), check)
    shown.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(shown)
    shown.show()
    qtbot.waitExposed(shown)
    shown.activateWindow()
    return shown


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What a screen reader is told by itself."""
    words: list[str] = []

    def take(event: object) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            words.append(event.message())

    monkeypatch.setattr(QAccessible, "updateAccessibility", take)
    QAccessible.setActive(True)
    yield words
    QAccessible.setActive(False)


def click(qtbot: QtBot, button: QPushButton) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def feed(**other: str) -> bytes:
    return http(json.dumps({**NEWS, **other}).encode())


def words(dialog: AboutDialog) -> str:
    return "\n".join(label.text() for label in dialog.findChildren(QLabel))


# -- what it says --


def test_it_says_what_this_is_its_version_and_its_licence(dialog: AboutDialog) -> None:
    for part in ("Hearth", f"Version {__version__}", "on your own machine", "MIT licence"):
        assert part in words(dialog)


def test_the_details_say_what_a_report_needs_and_name_no_model_and_no_user(
    qtbot: QtBot,
) -> None:
    told = details(MODEL)

    for part in (
        f"Hearth: {__version__}",
        f"Python: {platform.python_version()}",
        f"PySide6 {PySide6.__version__}",
        "llama-cpp-python 0.",
        "Some Graphics 9000, 8 of 16 layers on a GPU",
    ):
        assert part in told
    assert "secret" not in told.lower()
    assert "no model loaded" in details(None)


def test_the_details_are_copied_by_a_button_and_can_be_selected(
    qtbot: QtBot, dialog: AboutDialog, said: list[str]
) -> None:
    click(qtbot, dialog.copy_button)

    assert QApplication.clipboard().text() == dialog.details.text()
    assert dialog.status() == "Copied"
    assert said == ["Copied"]
    dialog.details.setFocus()
    qtbot.keyClick(dialog.details, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert dialog.details.selectedText().split() == dialog.details.text().split()


@pytest.mark.parametrize("width", [640, 320])
def test_nothing_is_cut_off_in_a_narrow_window(
    qtbot: QtBot, dialog: AboutDialog, width: int
) -> None:
    area = child_of(dialog, QScrollArea)
    dialog.resize(width, 320)
    smallest = dialog.minimumSizeHint().width()  # of its buttons
    qtbot.waitUntil(lambda: dialog.width() == max(width, smallest))

    assert needed_width(area) <= area.viewport().width()
    for button in (dialog.copy_button, dialog.licences_button, dialog.close_button):
        assert button.visibleRegion().boundingRect() == button.rect()


# -- updates --


def test_nothing_is_asked_before_the_button_is_pressed(
    qtbot: QtBot, server: FeedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []
    monkeypatch.setattr(QNetworkAccessManager, "get", lambda _, request: made.append(request))
    dialog = AboutDialog(Theme("dark"), "", UpdateCheck(None, server.feed))
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    dialog.close()

    assert made == []
    assert server.requests == []


def test_a_newer_version_is_named_and_its_page_opened(
    qtbot: QtBot, dialog: AboutDialog, server: FeedServer, opened: list[str], said: list[str]
) -> None:
    server.answers[:] = [feed()]
    assert dialog.updates.page_button.isHidden()

    click(qtbot, dialog.updates.button)
    assert "Checking 127.0.0.1…" in dialog.updates.words()
    qtbot.waitUntil(lambda: "available" in dialog.updates.words())

    assert dialog.updates.words() == "Hearth 99.0 is available.\nFaster."
    assert said == ["Checking 127.0.0.1…", "Hearth 99.0 is available. Faster."]
    assert opened == []
    click(qtbot, dialog.updates.page_button)
    assert opened == [NEWS["page"]]


@pytest.mark.parametrize("version", [__version__, "0.0.1"])
def test_the_same_and_an_older_version_are_no_news(
    qtbot: QtBot, dialog: AboutDialog, server: FeedServer, version: str
) -> None:
    server.answers[:] = [feed(version=version)]

    click(qtbot, dialog.updates.button)
    qtbot.waitUntil(lambda: "newest" in dialog.updates.words())

    assert dialog.updates.words() == f"Hearth {__version__} is the newest version."
    assert dialog.updates.page_button.isHidden()


def test_a_failure_is_told_and_the_next_try_may_succeed(
    qtbot: QtBot, dialog: AboutDialog, server: FeedServer, said: list[str]
) -> None:
    server.answers[:] = [feed(page="http://hearth.example/"), feed(), feed(version="0.0.1")]

    click(qtbot, dialog.updates.button)
    qtbot.waitUntil(lambda: dialog.updates.button.text() == "Check again")
    assert "not plain https" in dialog.updates.words()
    assert "nothing was changed" in said[-1]
    assert dialog.updates.page_button.isHidden()

    click(qtbot, dialog.updates.button)
    qtbot.waitUntil(lambda: "available" in dialog.updates.words())
    assert dialog.updates.page_button.isVisible()

    click(qtbot, dialog.updates.button)
    assert dialog.updates.page_button.isHidden()
    qtbot.waitUntil(lambda: "newest" in dialog.updates.words())


def test_without_a_browser_the_address_is_told(
    qtbot: QtBot, dialog: AboutDialog, server: FeedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: False)
    server.answers[:] = [feed()]
    click(qtbot, dialog.updates.button)
    qtbot.waitUntil(lambda: dialog.updates.page_button.isVisible())

    click(qtbot, dialog.updates.page_button)

    assert NEWS["page"] in dialog.updates.words()


def test_the_button_cancels_while_it_asks(
    qtbot: QtBot, dialog: AboutDialog, server: FeedServer
) -> None:
    server.answers[:] = [None]
    before = dialog.updates.words()
    click(qtbot, dialog.updates.button)
    assert dialog.updates.button.text() == "Cancel"
    assert dialog.updates.button.hasFocus()
    qtbot.waitUntil(lambda: bool(server.requests))

    click(qtbot, dialog.updates.button)
    qtbot.waitUntil(server.left.is_set)

    assert dialog.updates.words() == before
    assert dialog.updates.button.text() == "Check for updates"


@pytest.mark.parametrize("is_deleted", [False, True])
def test_closing_the_page_closes_the_connection(
    qtbot: QtBot, server: FeedServer, *, is_deleted: bool
) -> None:
    server.answers[:] = [None]
    dialog = AboutDialog(Theme("light"), "", UpdateCheck(None, server.feed))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, is_deleted)
    dialog.show()
    click(qtbot, dialog.updates.button)
    qtbot.waitUntil(lambda: bool(server.requests))

    with qtbot.waitSignal(dialog.finished):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)

    qtbot.waitUntil(server.left.is_set)


# -- licences --


@pytest.fixture
def licences(qtbot: QtBot, dialog: AboutDialog) -> LicencesDialog:
    click(qtbot, dialog.licences_button)
    shown = child_of(dialog, LicencesDialog)
    qtbot.waitUntil(lambda: bool(shown.text.toPlainText()), timeout=30_000)  # many small files
    return shown


def test_all_licences_are_shown(licences: LicencesDialog) -> None:
    text = licences.text.toPlainText()

    assert text.startswith(f"Hearth {__version__} is under the MIT licence.")
    assert "The ggml authors" in text


def test_words_are_found_in_the_licences_forward_backward_and_round(
    qtbot: QtBot, licences: LicencesDialog, said: list[str]
) -> None:
    def place() -> int:
        return int(licences.text.textCursor().selectionStart())

    qtbot.keyClicks(licences.edit, "ggml authors")
    assert licences.text.textCursor().selectedText() == "ggml authors"
    assert "Copyright (c) 2023-2026 The ggml authors" in said[-1]
    licences.edit.setText("mit license")
    first = place()
    qtbot.keyClick(licences.edit, Qt.Key.Key_Return)
    assert place() > first
    qtbot.keyClick(licences.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert place() == first
    n_places = licences.text.toPlainText().lower().count("mit license")
    for _ in range(n_places):
        qtbot.keyClick(licences.edit, Qt.Key.Key_Return)
    assert place() == first
    assert licences.isVisible()

    licences.edit.setText("words that no licence holds")
    assert licences.found.text() == "Not found"
    licences.edit.clear()
    assert licences.found.isHidden()


def test_the_page_opens_before_the_text_is_there(
    qtbot: QtBot, dialog: AboutDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow() -> str:
        time.sleep(0.3)
        return "the text"

    monkeypatch.setattr("app.ui.upkeep.about_dialog.all_licences", slow)
    shown = dialog.show_licences()

    assert shown.isVisible()
    assert shown.text.toPlainText() == ""
    qtbot.keyClicks(shown.edit, "text")
    qtbot.waitUntil(lambda: shown.text.toPlainText() == "the text")
    assert shown.text.textCursor().selectedText() == "text"


def test_licences_that_cannot_be_read_say_so(
    qtbot: QtBot, dialog: AboutDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> str:
        raise KnownError(
            phrase("It is gone."), phrase("Nothing is lost."), phrase("Install again.")
        )

    monkeypatch.setattr("app.ui.upkeep.about_dialog.all_licences", refuse)
    shown = dialog.show_licences()

    qtbot.waitUntil(
        lambda: shown.text.toPlainText() == "It is gone. Nothing is lost. Install again."
    )


def test_a_page_that_is_closed_while_it_is_filled_does_no_harm(
    qtbot: QtBot, dialog: AboutDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[bool] = []

    def slow() -> str:
        time.sleep(0.1)
        ended.append(True)
        return "the text"

    monkeypatch.setattr("app.ui.upkeep.about_dialog.all_licences", slow)
    shown = dialog.show_licences()
    with qtbot.waitSignal(shown.destroyed):
        shown.close()

    qtbot.waitUntil(lambda: bool(ended))


# -- in the window --


@pytest.fixture
def about(desk: Desk) -> Callable[[], AboutDialog]:
    def show() -> AboutDialog:
        desk.window.actions_by_key["about"].trigger()
        found = child_of(desk.window, AboutDialog)
        assert found.isVisible()
        return found

    return show


def test_it_stands_last_in_the_help_menu_the_last_one(desk: Desk) -> None:
    rows = [action for action in desk.window.header.menu.actions() if action.text()]
    last_group = rows[-3].menu()

    assert [action.text() for action in rows[-3:]] == ["Help", "Settings…", "Quit"]
    assert isinstance(last_group, QMenu)
    assert last_group.actions()[-1].text() == "About Hearth"


def test_it_is_there_once_and_again_after_it_was_closed(
    desk: Desk, about: Callable[[], AboutDialog]
) -> None:
    first = about()
    assert about() is first
    with desk.qtbot.waitSignal(first.destroyed):
        desk.qtbot.keyClick(first, Qt.Key.Key_Escape)
    about()


def test_the_details_follow_the_loaded_model(desk: Desk, about: Callable[[], AboutDialog]) -> None:
    desk.post(ModelLoaded(MODEL))
    shown = about()
    assert "Some Graphics 9000" in shown.details.text()
    with desk.qtbot.waitSignal(shown.destroyed):
        shown.close()
    desk.post(ModelUnloaded())
    assert "no model loaded" in about().details.text()


def test_it_follows_the_theme_while_it_is_open(
    desk: Desk, about: Callable[[], AboutDialog]
) -> None:
    shown = about()
    before = shown.grab().toImage()
    desk.window.theme.choose("dark")
    desk.until(lambda: shown.grab().toImage() != before)
