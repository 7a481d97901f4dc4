"""Searching a hub and downloading from it in the window, over a hub on this machine.

Longer than other files: all of one page.
"""

from __future__ import annotations

import os
import socket
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from app.core.models.catalogue import own_catalogue
from app.core.models.hub.api import HubApi
from app.core.system.paths import Paths
from app.ui.kit.file_dialogs import FileDialogs
from app.ui.models.get_model.get_model_dialog import GetModelDialog
from app.ui.models.get_model.hub_rows import ChoiceRow, RepositoryRow, SuggestionRow
from app.ui.words.formatting import size
from tests.helpers.hub_server import Answer, HubRepository, LoopbackHub, Paced, Stall, random_bytes
from tests.unit.ui.conftest import child_of, notice_button

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QPushButton, QWidget

    from app.core.models.hub.repositories import HubListing
    from app.ui.models.get_model.download_strip import DownloadRow
    from tests.unit.ui.conftest import Desk

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

REPO = "maker/Model-GGUF"
DATA = random_bytes(3_000_000, seed=1)
FILES = {
    "Model-Q4_K_M.gguf": DATA,
    "Model-Q8_0.gguf": random_bytes(4_000_000, seed=2),
    "mmproj-Model-f16.gguf": b"eyes",
}


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackHub]:
    gated = HubRepository({"Gated-Q4_K_M.gguf": b"x"}, gated="auto", downloads=7)
    suggested = own_catalogue().suggestions[0]
    known = HubRepository({suggested.file: DATA, "Other-Q4_K_M.gguf": b"x"})
    repositories = {REPO: HubRepository(FILES), "maker/Gated-GGUF": gated, suggested.repo: known}
    with LoopbackHub(repositories) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.address)
        monkeypatch.delenv("HF_TOKEN", raising=False)
        yield hub


@pytest.fixture
def page(hub: LoopbackHub, desk: Desk) -> GetModelDialog:
    shown = desk.window.model_pages.show_get_model()
    assert shown is not None
    return shown


def click(desk: Desk, button: QPushButton) -> None:
    desk.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def suggestion(page: GetModelDialog, number: int = 0) -> SuggestionRow:
    """Return the row of one of the models that need the least memory."""
    name = own_catalogue().suggestions[number].name
    [row] = [row for row in page.rows if row.accessibleName() == name]
    assert isinstance(row, SuggestionRow)
    return row


def search(desk: Desk, page: GetModelDialog, words: str) -> None:
    page.search.setText(words)
    click(desk, page.search_button)
    desk.until(lambda: "Searching" not in page.words())


def describe(desk: Desk, page: GetModelDialog, repo: str) -> None:
    search(desk, page, repo.split("/")[1])
    [row] = [row for row in page.rows if isinstance(row, RepositoryRow)]
    click(desk, row.button)
    desk.until(lambda: "Getting" not in page.words())


def choice(page: GetModelDialog, quantisation: str) -> ChoiceRow:
    rows = [row for row in page.rows if isinstance(row, ChoiceRow)]
    return next(row for row in rows if quantisation in row.accessibleName())


def download(desk: Desk, page: GetModelDialog, quantisation: str = "Q4_K_M") -> DownloadRow:
    describe(desk, page, REPO)
    click(desk, choice(page, quantisation).button)
    desk.until(lambda: bool(page.downloads.rows()))
    return page.downloads.rows()[0]


def test_opening_the_page_asks_nobody(desk: Desk, hub: LoopbackHub, page: GetModelDialog) -> None:
    page.reject()
    desk.until(lambda: desk.window.findChild(GetModelDialog) is None)
    assert hub.seen == []


def test_a_search_shows_repositories_and_back_leads_to_the_suggestions(
    desk: Desk, page: GetModelDialog
) -> None:
    search(desk, page, "maker")
    assert [row.accessibleName() for row in page.rows] == [REPO, "maker/Gated-GGUF"]
    assert "Found on 127.0.0.1" in page.words()
    click(desk, page.back_button)
    assert all(isinstance(row, SuggestionRow) for row in page.rows)
    assert not page.back_button.isVisible()


def test_the_files_of_a_model_are_shown_with_the_one_to_take(
    desk: Desk, page: GetModelDialog
) -> None:
    describe(desk, page, REPO)
    assert [row.accessibleName() for row in page.rows] == ["Model-Q4_K_M", "Model-Q8_0"]
    click(desk, page.back_button)
    assert [row.accessibleName() for row in page.rows] == [REPO]


def test_a_choice_is_downloaded_with_its_projector_and_can_be_loaded(
    desk: Desk, page: GetModelDialog
) -> None:
    row = download(desk, page)
    desk.until(lambda: "Downloaded" in row.words())
    click(desk, row.main_button)
    [load] = [call[1] for call in desk.calls if call[0] == "load"]
    assert Path(load).read_bytes() == DATA
    assert (Path(load).parent / "mmproj-Model-f16.gguf").read_bytes() == b"eyes"
    assert not page.isVisible()


def test_a_choice_is_downloaded_without_its_projector(desk: Desk, page: GetModelDialog) -> None:
    describe(desk, page, REPO)
    wanted = choice(page, "Q4_K_M")
    assert wanted.pictures is not None
    assert wanted.pictures.isChecked()
    assert wanted.pictures.text() == f"With pictures (+ {size(len(b'eyes'))})"
    wanted.pictures.click()
    click(desk, wanted.button)
    desk.until(lambda: bool(page.downloads.rows()))
    row = page.downloads.rows()[0]
    desk.until(lambda: "Downloaded" in row.words())
    click(desk, row.main_button)
    [load] = [call[1] for call in desk.calls if call[0] == "load"]
    assert Path(load).read_bytes() == DATA
    assert not (Path(load).parent / "mmproj-Model-f16.gguf").exists()


def test_a_suggestion_is_downloaded_with_one_click(desk: Desk, page: GetModelDialog) -> None:
    click(desk, suggestion(page).button)
    desk.until(lambda: bool(page.downloads.rows()))
    shown = page.downloads.rows()[0]
    desk.until(lambda: "Downloaded" in shown.words())
    assert isinstance(page.rows[0], SuggestionRow)  # the page stayed


def test_a_download_is_paused_resumed_and_cancelled(
    desk: Desk, hub: LoopbackHub, page: GetModelDialog
) -> None:
    gate = threading.Semaphore(1)
    hub.file_faults.append(Paced(50_000, gate))
    row = download(desk, page)

    def is_told() -> bool:
        gate.release()  # what comes within a tenth of a second is told together
        return row.bar.value() > 0

    desk.until(is_told)
    click(desk, row.main_button)
    gate.release(1_000)
    desk.until(lambda: "Paused" in row.words())
    assert row.main_button.text() == "Resume"
    click(desk, row.main_button)
    desk.until(lambda: "Downloaded" in row.words())
    click(desk, row.cancel_button)
    desk.until(lambda: not page.downloads.rows())


def test_a_download_goes_on_while_the_page_is_closed_and_is_told_when_it_is_done(
    desk: Desk, hub: LoopbackHub, page: GetModelDialog
) -> None:
    gate = threading.Semaphore(1)
    hub.file_faults.append(Paced(1_500_000, gate))
    download(desk, page)
    page.reject()
    desk.until(lambda: desk.window.findChild(GetModelDialog) is None)
    gate.release(100)
    desk.until(lambda: any(" downloaded." in text for text in desk.window.notices.texts()))
    click(desk, notice_button(desk, "Load model"))
    assert [call for call in desk.calls if call[0] == "load"]


def test_when_the_pages_are_closed_no_download_writes_any_more(
    desk: Desk,
    hub: LoopbackHub,
    page: GetModelDialog,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    models = Paths.locate(tmp_path).models
    hub.file_faults.append(Stall(1_000_000))
    may_sync = threading.Event()
    real = os.fsync

    def slow_sync(descriptor: int) -> None:
        assert may_sync.wait(60)
        real(descriptor)

    download(desk, page)
    desk.until(lambda: any(part.stat().st_size for part in models.rglob("*.part")))
    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", slow_sync)
        desk.window.model_pages.close()
        assert not desk.window.model_pages.wait(0.0)
        may_sync.set()
        assert desk.window.model_pages.wait(60.0)
    assert not list(models.rglob("*.lock"))
    assert not [one for one in threading.enumerate() if one.name.startswith("download")]


def test_a_failed_download_says_why_and_can_be_tried_again(
    desk: Desk, hub: LoopbackHub, page: GetModelDialog
) -> None:
    hub.file_faults.append(Answer(404))
    row = download(desk, page)
    desk.until(lambda: row.main_button.text() == "Try again")
    click(desk, row.main_button)
    desk.until(lambda: "Downloaded" in row.words())


def test_a_hub_that_cannot_be_reached_is_told_calmly(
    desk: Desk, hub: LoopbackHub, page: GetModelDialog
) -> None:
    hub.api_faults.extend([Answer(503)] * 10)
    search(desk, page, "anything")
    assert page.rows == []
    assert page.words()
    click(desk, page.back_button)
    assert page.rows


def test_offline_is_told_calmly_and_what_was_there_can_still_be_used(
    desk: Desk, page: GetModelDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_name_server(*_args: object, **_named: object) -> None:
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", no_name_server)
    search(desk, page, "anything")
    assert "seems to be offline" in page.words()
    assert "Everything else works offline" in page.words()
    click(desk, page.back_button)
    assert all(isinstance(row, SuggestionRow) for row in page.rows)


def slow_listings(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Have the hub describe nothing until the event is set."""
    may_answer = threading.Event()
    real = HubApi.listing

    def listing(api: HubApi, repo: str, **more: Any) -> HubListing:
        assert may_answer.wait(60)
        return real(api, repo, **more)

    monkeypatch.setattr(HubApi, "listing", listing)
    return may_answer


def test_a_suggestion_is_downloaded_although_the_page_is_closed_at_once(
    desk: Desk, page: GetModelDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_answer = slow_listings(monkeypatch)
    click(desk, suggestion(page).button)
    page.reject()
    may_answer.set()
    desk.until(lambda: any(" downloaded." in text for text in desk.window.notices.texts()))


def test_what_the_hub_has_not_answered_can_be_asked_again(
    desk: Desk, hub: LoopbackHub, page: GetModelDialog
) -> None:
    hub.api_faults.extend([Answer(404)])
    name = own_catalogue().suggestions[0].name
    click(desk, suggestion(page).button)
    desk.until(page.again_button.isVisible)
    assert page.words().startswith(f"{name} was not downloaded")
    click(desk, page.again_button)
    assert not page.again_button.isVisible()
    desk.until(lambda: bool(page.downloads.rows()))

    hub.api_faults.extend([Answer(404)])
    search(desk, page, "model")
    assert page.again_button.isVisible()
    click(desk, page.again_button)
    desk.until(lambda: any(isinstance(row, RepositoryRow) for row in page.rows))


def test_a_suggestion_that_cannot_be_had_is_told_although_the_page_is_closed(
    desk: Desk, hub: LoopbackHub, page: GetModelDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub.api_faults = [Answer(503)]
    may_answer = slow_listings(monkeypatch)
    click(desk, suggestion(page).button)
    page.reject()
    may_answer.set()
    desk.until(
        lambda: any("has a problem at the moment" in text for text in desk.window.notices.texts())
    )


def test_each_suggestion_that_is_clicked_is_downloaded_also_while_something_is_searched(
    desk: Desk, hub: LoopbackHub, page: GetModelDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    for suggested in own_catalogue().suggestions[:2]:
        hub.repositories[suggested.repo] = HubRepository({suggested.file: DATA})
    may_answer = slow_listings(monkeypatch)
    click(desk, suggestion(page, 0).button)
    click(desk, suggestion(page, 1).button)
    search(desk, page, "maker")
    may_answer.set()
    desk.until(lambda: len(page.downloads.rows()) == 2)
    assert isinstance(page.rows[0], RepositoryRow)
    desk.until(lambda: page.status() == "")


def test_back_from_a_problem_leads_to_what_was_found(
    desk: Desk, hub: LoopbackHub, page: GetModelDialog
) -> None:
    search(desk, page, "maker")
    hub.api_faults = [Answer(503)]
    click(desk, page.rows[0].button)
    desk.until(lambda: "has a problem at the moment" in page.words())
    click(desk, page.back_button)
    assert [row.accessibleName() for row in page.rows] == [REPO, "maker/Gated-GGUF"]


def test_a_new_page_does_not_show_what_the_closed_one_has_asked_for(
    desk: Desk, hub: LoopbackHub, page: GetModelDialog
) -> None:
    hub.api_faults = [Stall(0)]
    desk.qtbot.keyClicks(page.search, "maker\r")
    desk.until(lambda: not hub.api_faults)  # it was asked, and says nothing
    page.reject()
    again = desk.window.model_pages.show_get_model()
    assert again is not None
    assert again is not page
    search(desk, again, "gated")  # does not wait for the one before
    assert [row.accessibleName() for row in again.rows] == ["maker/Gated-GGUF"]


def test_a_download_that_fails_while_the_page_is_closed_is_told(
    desk: Desk, hub: LoopbackHub, page: GetModelDialog
) -> None:
    gate = threading.Semaphore(1)
    hub.file_faults.append(Paced(1_500_000, gate))
    hub.hub_faults = [None, Answer(404)]
    download(desk, page)
    page.reject()
    gate.release(100)
    desk.until(lambda: any("no public repository" in text for text in desk.window.notices.texts()))


def test_a_late_answer_does_not_replace_what_the_user_has_gone_back_to(
    desk: Desk, page: GetModelDialog
) -> None:
    page.search.setText("maker")
    click(desk, page.search_button)
    click(desk, page.back_button)
    desk.qtbot.wait(300)
    assert all(isinstance(row, SuggestionRow) for row in page.rows)


def test_an_address_that_is_none_is_told_in_the_window(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "no address at all")
    assert desk.window.model_pages.show_get_model() is None
    assert desk.window.notices.texts()


# -- in the window --


@pytest.mark.parametrize("way", ["the menu of the model button", "the menu", "the welcome page"])
def test_it_is_opened_from_everywhere_and_leads_to_the_file(
    desk: Desk, hub: LoopbackHub, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(FileDialogs, "ask_model", lambda *_: "/models/a.gguf")
    action = desk.window.actions_by_key["get_model"]
    if way == "the welcome page":
        click(desk, desk.window.welcome.get_button)
    else:
        bar, header = desk.window.model_bar.button.menu(), desk.window.header.menu
        holders = action.associatedObjects()
        if way == "the menu":
            assert header in {one.parent() for one in holders}
        else:
            assert bar in holders
        action.trigger()
    desk.until(lambda: desk.window.findChild(GetModelDialog) is not None)
    page = child_of(desk.window, GetModelDialog)
    assert page.isVisible()
    click(desk, page.open_button)
    assert ("load", "/models/a.gguf") in desk.calls
    desk.until(lambda: desk.window.findChild(GetModelDialog) is None)


def test_it_follows_the_theme_while_it_is_open(desk: Desk, page: GetModelDialog) -> None:
    row = page.rows[0]
    assert isinstance(row, SuggestionRow)
    before = row.page_button.icon().cacheKey()
    desk.window.theme.choose("dark")
    assert row.page_button.icon().cacheKey() != before


LINK = f"hearth://open_from_hf?model={REPO}&file=Model-Q8_0.gguf"


def marks(widget: QWidget) -> list[str]:
    return [mark.text() for mark in widget.findChildren(QLabel, "suggestionMark")]


def open_link(desk: Desk, link: str = LINK) -> GetModelDialog:
    desk.window.model_pages.show_link(link)
    return child_of(desk.window, GetModelDialog)


def test_a_link_shows_the_model_and_asks_nobody_before_the_user_says_so(
    desk: Desk, hub: LoopbackHub
) -> None:
    page = open_link(desk)
    assert page.words().replace("\u200b", "").startswith(f"{REPO}\nA link leads to this model.")
    assert page.words().replace("\u200b", "").endswith("The link names the file Model-Q8_0.gguf.")
    assert page.rows == []
    desk.until(page.link_button.hasFocus)
    assert hub.seen == []

    click(desk, page.link_button)
    desk.until(lambda: len(page.rows) == 2)
    first = page.rows[0]
    assert isinstance(first, ChoiceRow)
    assert first.choice.quantisation == "Q8_0"
    assert marks(first)[0] == "From the link"
    desk.until(first.button.hasFocus)
    assert page.downloads.rows() == ()  # nothing is downloaded without a click

    click(desk, first.button)
    desk.until(lambda: bool(page.downloads.rows()))


def test_a_link_to_a_file_that_is_not_there_says_so_and_offers_the_others(
    desk: Desk, hub: LoopbackHub
) -> None:
    page = open_link(desk, LINK.replace("Q8_0", "Q2_K"))
    click(desk, page.link_button)
    desk.until(lambda: len(page.rows) == 2)
    words = page.words().replace("\u200b", "")
    assert "The link names Model-Q2_K.gguf, which is not among them." in words
    assert marks(page) == ["Recommended"]


def test_a_link_that_is_opened_while_the_page_is_takes_its_place(
    desk: Desk, page: GetModelDialog
) -> None:
    search(desk, page, "maker")
    assert open_link(desk) is page
    assert page.link_button.isVisible()
    click(desk, page.back_button)
    assert not page.link_button.isVisible()
    assert isinstance(page.rows[0], SuggestionRow)
    describe(desk, page, REPO)
    assert "From the link" not in marks(page)


def test_the_address_of_a_page_can_be_pasted_into_the_search_field(
    desk: Desk, page: GetModelDialog
) -> None:
    page.search.setText(f"https://huggingface.co/{REPO}/blob/main/Model-Q8_0.gguf")
    click(desk, page.search_button)
    desk.until(lambda: len(page.rows) == 2)
    assert isinstance(page.rows[0], ChoiceRow)
    assert page.rows[0].choice.quantisation == "Q8_0"


def test_a_bad_link_is_told_and_opens_nothing(desk: Desk, hub: LoopbackHub) -> None:
    desk.window.model_pages.show_link("hearth://run?command=rm")
    assert desk.window.findChild(GetModelDialog) is None
    assert any(
        "Hearth cannot open the link “hearth://run?command=rm”." in text
        for text in desk.window.notices.texts()
    )
    assert hub.seen == []


def test_a_link_is_not_forgotten_when_the_hub_has_to_be_asked_again(
    desk: Desk, hub: LoopbackHub
) -> None:
    hub.api_faults.append(Answer(503))
    page = open_link(desk)
    click(desk, page.link_button)
    desk.until(page.again_button.isVisible)
    click(desk, page.again_button)
    desk.until(lambda: len(page.rows) == 2)
    assert marks(page.rows[0])[0] == "From the link"
