"""The page "Get a model": what it suggests and opens, and that it asks nobody."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QScrollArea

from app.core.models.catalogue import ModelCatalogue, own_catalogue
from app.core.models.downloads.values import (
    NAME_TAKEN,
    Download,
    DownloadId,
    DownloadOrder,
    Failed,
    Paused,
    Running,
    Verifying,
)
from app.core.models.hub.repositories import Access, HubListing, HubModel, ModelChoice, RemoteFile
from app.core.phrases import Phrase
from app.core.plain_value import replace
from app.ui.kit.theme import Theme
from app.ui.models.get_model.download_strip import DownloadStrip
from app.ui.models.get_model.get_model_dialog import GetModelDialog
from app.ui.models.get_model.hub_rows import SuggestionRow
from tests.unit.ui.conftest import child_of, needed_width

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot

    from app.core.models.downloads.values import DownloadState

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

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
    """The page on a machine of 16 GB, shown."""
    shown = GetModelDialog(Theme("light"), 16 * GB, "hub.example")
    shown.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(shown)
    shown.open()
    qtbot.waitExposed(shown)
    shown.activateWindow()
    return shown


def words(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel))


def rows(dialog: GetModelDialog) -> list[SuggestionRow]:
    found = [row for row in dialog.rows if isinstance(row, SuggestionRow)]
    assert len(found) == len(dialog.rows)
    return found


def click(qtbot: QtBot, button: QPushButton) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_it_says_the_memory_and_whom_it_contacts_and_when(dialog: GetModelDialog) -> None:
    said = words(dialog)
    assert "This machine has 16 GB of memory." in said
    assert "Hearth contacts hub.example only when you search, check or download." in said


def test_each_model_says_its_name_size_use_and_fit_and_where_its_page_is(
    qtbot: QtBot, dialog: GetModelDialog, opened: list[str]
) -> None:
    click(qtbot, dialog.larger_button)
    assert {row._rated.suggestion for row in rows(dialog)} == set(own_catalogue().suggestions)
    for row in rows(dialog):
        suggestion = row._rated.suggestion
        for part in (suggestion.name, suggestion.suits.text, suggestion.quantisation):
            assert part in row.words()
        assert suggestion.page.removeprefix("https://") in row.words()
        assert row.page_button.toolTip() == suggestion.page
        assert suggestion.name in row.button.accessibleName()
    said = {row._rated.suggestion.key: row.words() for row in rows(dialog)}
    assert "730 MB (Q4_K_M), needs 1.4 GB" in said["lfm2.5-1.2b"]
    assert "Fits well" in said["lfm2.5-1.2b"]
    assert "Tight" in said["gpt-oss-20b"]
    assert "Too large" in said["qwen3.8-27b"]
    assert opened == []


def test_what_a_suggestion_downloads_along_counts_in_its_size(dialog: GetModelDialog) -> None:
    [gemma] = [row for row in rows(dialog) if row.accessibleName() == "Gemma 4 E2B"]
    assert "4.1 GB" in gemma.words()


def test_one_model_is_recommended_and_its_button_has_the_focus(dialog: GetModelDialog) -> None:
    recommended = [row for row in rows(dialog) if "Recommended" in row.words()]
    assert [row.accessibleName() for row in recommended] == ["Gemma 4 E4B"]
    assert recommended[0] is dialog.rows[0]
    assert recommended[0].button.hasFocus()


def test_models_that_are_too_large_are_shown_on_demand(
    qtbot: QtBot, dialog: GetModelDialog
) -> None:
    fitting = rows(dialog)
    assert all("Too large" not in row.words() for row in fitting)
    click(qtbot, dialog.larger_button)
    assert rows(dialog)[: len(fitting)] == fitting  # nothing moves
    added = rows(dialog)[len(fitting) :]
    assert all("Too large" in row.words() for row in added)
    assert added[0].button.hasFocus()
    assert not dialog.larger_button.isVisible()


def test_the_page_says_how_old_its_list_is(dialog: GetModelDialog) -> None:
    assert own_catalogue().as_of == "2026-11"
    assert "List of November 2026." in dialog.words()


def test_a_newer_list_is_shown_in_its_own_words(qtbot: QtBot) -> None:
    [first, *_] = own_catalogue().suggestions
    newer = replace(first, name="New 9B", suits=Phrase("For {everything}."))
    dialog = GetModelDialog(
        Theme("light"), 16 * GB, "hub.example", catalogue=ModelCatalogue((newer,), as_of="2027-02")
    )
    qtbot.addWidget(dialog)
    assert [row.accessibleName() for row in dialog.rows] == ["New 9B"]
    assert "For {everything}." in words(dialog)
    assert "List of February 2027." in dialog.words()


def test_on_a_machine_too_small_for_all_nothing_is_recommended(qtbot: QtBot) -> None:
    dialog = GetModelDialog(Theme("dark"), GB, "hub.example")
    qtbot.addWidget(dialog)
    assert "Recommended" not in words(dialog)
    assert all("Too large" in row.words() for row in rows(dialog))
    assert len(dialog.rows) == len(own_catalogue().suggestions)
    assert not dialog.larger_button.isVisibleTo(dialog)
    assert "This machine has 1 GB of memory." in words(dialog)


def test_a_button_opens_the_page_in_the_browser_and_says_so(
    qtbot: QtBot, dialog: GetModelDialog, opened: list[str]
) -> None:
    click(qtbot, rows(dialog)[0].page_button)
    page = rows(dialog)[0]._rated.suggestion.page
    assert opened == [page]
    assert page.removeprefix("https://") in dialog.status()
    assert dialog.isVisible()


def test_without_a_browser_the_address_is_told(
    qtbot: QtBot, dialog: GetModelDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: False)
    click(qtbot, rows(dialog)[1].page_button)
    assert "Could not open a browser" in dialog.status()
    page = rows(dialog)[1]._rated.suggestion.page
    assert page.removeprefix("https://") in dialog.status()


def test_return_in_the_field_searches_and_without_words_shows_the_suggestions(
    qtbot: QtBot, dialog: GetModelDialog
) -> None:
    searched: list[str] = []
    dialog.searched.connect(searched.append)
    dialog.search.setFocus()
    qtbot.keyClicks(dialog.search, "  qwen 8b ")
    qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    assert searched == ["qwen 8b"]
    dialog.show_results(())
    assert "No models found" in dialog.words()
    dialog.search.clear()
    qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    assert searched == ["qwen 8b"]
    assert "Suggested models" in dialog.words()
    assert rows(dialog)


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
    dialog.resize(420, 320)
    qtbot.waitUntil(lambda: dialog.width() == 420)
    assert needed_width(area) <= area.viewport().width()
    assert dialog.open_button.visibleRegion().boundingRect() == dialog.open_button.rect()


LONG = HubModel(
    "a" * 96 + "/" + "B" * 90 + "-GGUF", "a", 1, 1, "", Access.TERMS, "", "https://x.example"
)


def downloads(n: int, state: DownloadState) -> list[Download]:
    files = (RemoteFile("m.gguf", 100, "", "https://x.example/m.gguf"),)
    return [
        Download(
            DownloadId(str(number)),
            DownloadOrder(
                "a/b", f"Model {number}", "Q4_0", files, has_projector=False, folder="/x"
            ),
            10,
            state,
        )
        for number in range(n)
    ]


def test_names_without_end_push_no_button_out_of_sight(
    qtbot: QtBot, dialog: GetModelDialog
) -> None:
    dialog.resize(420, 480)
    qtbot.waitUntil(lambda: dialog.width() == 420)
    area = child_of(dialog, QScrollArea)
    file = RemoteFile("X" * 150 + ".gguf", 10**9, "", "https://x.example/x.gguf")
    choices = (
        ModelChoice("Q4_K_M", "X" * 150, (file,), None, 4),
        ModelChoice("", "X" * 150, (file,), None, 0),
    )

    def is_narrow() -> bool:
        QApplication.processEvents()
        return needed_width(area) <= area.viewport().width()

    dialog.show_results([LONG])
    assert is_narrow()
    dialog.show_listing(HubListing(LONG, "main", choices))
    assert is_narrow()
    dialog.show_problem(NAME_TAKEN(name=Path("/", "d" * 150)).problem())
    assert is_narrow()


def test_many_downloads_scroll_and_leave_room_for_the_rest(
    qtbot: QtBot, dialog: GetModelDialog
) -> None:
    height = dialog.height()
    for download in downloads(30, Failed(NAME_TAKEN(name=Path("/", "d" * 150)).problem())):
        dialog.downloads.show_download(download)
    strip = child_of(dialog, DownloadStrip)
    qtbot.waitUntil(lambda: 0 < strip.height() < height / 2)
    assert dialog.height() == height

    area = child_of(strip, QScrollArea)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 3 * strip.height())
    last = dialog.downloads.rows()[-1]
    for _ in range(100):
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
        if last.cancel_button.hasFocus():
            break
    qtbot.waitUntil(lambda: not last.cancel_button.visibleRegion().isEmpty())
    assert needed_width(area) <= area.viewport().width()


def test_one_download_takes_the_room_of_one(qtbot: QtBot, dialog: GetModelDialog) -> None:
    [one] = downloads(1, Paused())
    dialog.downloads.show_download(one)
    [row] = dialog.downloads.rows()
    qtbot.waitUntil(lambda: row.visibleRegion().boundingRect() == row.rect())

    dialog.downloads.forget_download(one.id)
    assert not child_of(dialog, DownloadStrip).isVisible()


def test_every_button_is_told_from_the_others_by_those_who_hear_it(dialog: GetModelDialog) -> None:
    for download in downloads(2, Paused()):
        dialog.downloads.show_download(download)
    heard = [
        button.accessibleName()
        for row in dialog.downloads.rows()
        for button in (row.main_button, row.cancel_button)
    ]
    assert heard == ["Resume: Model 0", "Cancel: Model 0", "Resume: Model 1", "Cancel: Model 1"]

    dialog.show_results([LONG, replace(LONG, repo="x/y")])
    heard = [button.accessibleName() for button in dialog.findChildren(QPushButton, "linkButton")]
    assert "Open the page of x/y in the browser" in heard


def test_a_file_that_is_compared_says_how_far_that_is(dialog: GetModelDialog) -> None:
    [one] = downloads(1, Verifying(10))
    dialog.downloads.show_download(one)
    [row] = dialog.downloads.rows()
    before = row.words()
    dialog.downloads.show_download(replace(one, state=Verifying(60)))
    assert row.words() != before


def test_a_download_to_which_nothing_comes_says_so(dialog: GetModelDialog) -> None:
    [one] = downloads(1, Running(1e6, 10.0))
    dialog.downloads.show_download(one)
    [row] = dialog.downloads.rows()
    assert "MB/s" in row.words()
    dialog.downloads.show_download(replace(one, state=Running(is_stalled=True)))
    assert "Waiting for the server" in row.words()
    assert "MB/s" not in row.words()


def test_a_row_says_the_licence_and_whether_the_model_sees(dialog: GetModelDialog) -> None:
    said = {row._rated.suggestion.name: row.words() for row in rows(dialog)}
    assert "licence: Apache 2.0" in said["Gemma 4 E4B"]
    assert "Sees pictures" in said["Gemma 4 E4B"]
    assert "licence: LFM Open License" in said["LFM2.5 8B-A1B"]
    assert "Sees pictures" not in said["LFM2.5 8B-A1B"]


def test_how_fast_a_model_would_answer_is_told_once_that_is_known(dialog: GetModelDialog) -> None:
    assert "per second" not in words(dialog)

    dialog.show_read_speed(10e9)

    speeds = {row.accessibleName(): row._speed for row in rows(dialog)}
    assert all(speed.isVisible() for speed in speeds.values())
    told = {name: speed.text() for name, speed in speeds.items()}
    assert told["LFM2.5 1.2B"] == "About 10 words per second on this machine"
    assert told["LFM2.5 8B-A1B"] == "About 8 words per second on this machine"
    assert told["Qwen3.5 9B"] == "About 1 word per second on this machine"
    dialog.show_results(())
    dialog.show_suggestions()
    assert rows(dialog)[0]._speed.isVisible()
    dialog.show_read_speed(1e9)
    [slow] = [row for row in rows(dialog) if row.accessibleName() == "Qwen3.5 9B"]
    assert slow._speed.text() == "Less than a word per second on this machine"
