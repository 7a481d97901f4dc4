"""The way to a real model: what the dialog says, what it opens and what it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea

from app.core.models.catalogue import suggestions
from app.core.models.suggestions import ALL_MODELS_PAGE
from app.ui.model_views.get_model_dialog import GetModelDialog
from app.ui.theme import Theme
from tests.unit.ui.conftest import child_of, needed_width

if TYPE_CHECKING:
    from PySide6.QtWidgets import QPushButton, QWidget
    from pytestqt.qtbot import QtBot

    from tests.unit.ui.conftest import Desk

GB = 2**30


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
def dialog(qtbot: QtBot, opened: list[str]) -> GetModelDialog:
    """The dialog on a machine of 16 GB, shown."""
    shown = GetModelDialog(Theme("light"), 16 * GB)
    shown.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(shown)
    shown.open()
    qtbot.waitExposed(shown)
    shown.activateWindow()
    return shown


def words(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel))


def click(qtbot: QtBot, button: QPushButton) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_it_says_three_steps_the_memory_and_that_hearth_opens_no_connection(
    dialog: GetModelDialog,
) -> None:
    said = words(dialog)
    for step in ("Choose by memory", "Download it in your browser", "Open the file"):
        assert step in said
    assert "This machine has 16 GB of memory." in said
    assert "Hearth itself opens no connection." in said


def test_each_model_says_its_name_size_use_and_fit_and_where_its_page_is(
    dialog: GetModelDialog, opened: list[str]
) -> None:
    assert len(dialog.rows) == len(suggestions())
    for row, suggestion in zip(dialog.rows, suggestions(), strict=True):
        for part in (suggestion.name, suggestion.suits.text, suggestion.quantisation):
            assert part in row.words()
        assert suggestion.page.removeprefix("https://") in row.words()
        assert row.button.toolTip() == suggestion.page
        assert suggestion.name in row.button.accessibleName()
    assert "639 MB (Q8_0), needs 1.5 GB" in dialog.rows[0].words()
    assert "Fits well" in dialog.rows[0].words()
    assert "Tight" in dialog.rows[-1].words()
    assert opened == []


def test_one_model_is_recommended_and_its_button_has_the_focus(dialog: GetModelDialog) -> None:
    recommended = [row for row in dialog.rows if "Recommended" in row.words()]
    assert [row.accessibleName() for row in recommended] == ["Gemma 3 4B"]
    assert recommended[0].button.hasFocus()


def test_on_a_machine_too_small_for_all_nothing_is_recommended(qtbot: QtBot) -> None:
    dialog = GetModelDialog(Theme("dark"), GB)
    qtbot.addWidget(dialog)
    assert "Recommended" not in words(dialog)
    assert all("Too large" in row.words() for row in dialog.rows)
    assert "This machine has 1 GB of memory." in words(dialog)


def test_a_button_opens_the_page_in_the_browser_and_says_so(
    qtbot: QtBot, dialog: GetModelDialog, opened: list[str]
) -> None:
    click(qtbot, dialog.rows[0].button)
    assert opened == [suggestions()[0].page]
    assert "huggingface.co/Qwen/Qwen3-0.6B-GGUF" in dialog.status()
    assert dialog.isVisible()
    qtbot.keyClick(dialog.all_models, Qt.Key.Key_Return)
    assert opened[-1] == ALL_MODELS_PAGE


def test_without_a_browser_the_address_is_told(
    qtbot: QtBot, dialog: GetModelDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: False)
    click(qtbot, dialog.rows[1].button)
    assert "Could not open a browser" in dialog.status()
    assert "huggingface.co/Qwen/Qwen3-4B-GGUF" in dialog.status()


def test_the_keyboard_goes_through_the_steps_in_order(
    qtbot: QtBot, dialog: GetModelDialog, opened: list[str]
) -> None:
    order = [*(row.button for row in dialog.rows), dialog.all_models]
    order += [dialog.close_button, dialog.open_button]
    order[0].setFocus()
    reached = []
    for _ in order:
        reached.append(QApplication.focusWidget())
        qtbot.keyClick(reached[-1], Qt.Key.Key_Tab)
    assert reached == order
    order[0].setFocus()
    qtbot.keyClick(order[0], Qt.Key.Key_Return)
    assert opened == [suggestions()[0].page]


def test_escape_closes_it(qtbot: QtBot, dialog: GetModelDialog) -> None:
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_it_is_readable_without_scrolling_sideways_in_640_pixels(
    qtbot: QtBot, dialog: GetModelDialog
) -> None:
    area = child_of(dialog, QScrollArea)
    dialog.resize(640, 480)
    qtbot.waitUntil(lambda: dialog.width() == 640)
    assert needed_width(area) <= area.viewport().width()
    dialog.resize(400, 320)
    qtbot.waitUntil(lambda: dialog.width() == 400)
    assert needed_width(area) <= area.viewport().width()
    assert dialog.open_button.visibleRegion().boundingRect() == dialog.open_button.rect()


# -- in the window --


def shown_dialog(desk: Desk) -> GetModelDialog:
    desk.until(lambda: desk.window.findChild(GetModelDialog) is not None)
    found = child_of(desk.window, GetModelDialog)
    assert found.isVisible()
    return found


@pytest.mark.parametrize("way", ["the menu of the model button", "the menu", "the welcome page"])
def test_it_is_opened_from_everywhere_and_leads_to_the_file(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr("app.ui.file_dialogs.FileDialogs.ask_model", lambda *_: "/models/a.gguf")
    action = desk.window.actions_by_key["get_model"]
    if way == "the welcome page":
        click(desk.qtbot, desk.window.welcome.get_button)
    else:
        bar, header = desk.window.model_bar.button.menu(), desk.window.header.menu
        holders = action.associatedObjects()
        if way == "the menu":
            assert header in {one.parent() for one in holders}
        else:
            assert bar in holders
        action.trigger()
    dialog = shown_dialog(desk)
    assert dialog.windowModality() is Qt.WindowModality.WindowModal
    click(desk.qtbot, dialog.open_button)
    assert ("load", "/models/a.gguf") in desk.calls
    desk.until(lambda: desk.window.findChild(GetModelDialog) is None)


def test_a_file_that_was_not_chosen_after_all_loads_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.file_dialogs.FileDialogs.ask_model", lambda *_: "")
    desk.window.suggest_models()
    click(desk.qtbot, shown_dialog(desk).open_button)
    assert not [call for call in desk.calls if call[0] == "load"]


def test_it_follows_the_theme_while_it_is_open(desk: Desk) -> None:
    desk.window.suggest_models()
    dialog = shown_dialog(desk)
    before = dialog.all_models.icon().cacheKey()
    desk.window.theme.choose("dark")
    assert dialog.all_models.icon().cacheKey() != before
    dialog.close()
