"""Gated models in the window: why they are not given, and the token that opens them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyringThere
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLineEdit

from app.core.system import desktop_words
from app.ui.models.get_model.hub_rows import ChoiceRow, RepositoryRow
from app.ui.models.get_model.token_dialog import TokenDialog
from tests.helpers.hub_server import Answer, HubRepository, LoopbackHub
from tests.helpers.memory_keyring import keyring_in_memory
from tests.unit.ui.conftest import child_of, click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.ui.models.get_model.get_model_dialog import GetModelDialog
    from tests.helpers.memory_keyring import InMemory
    from tests.unit.ui.conftest import Desk

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

GATED = "maker/Gated-GGUF"


@pytest.fixture
def backend(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemory]:
    monkeypatch.delenv("HF_TOKEN", raising=False)
    with keyring_in_memory() as backend:
        yield backend


@pytest.fixture
def hub(backend: InMemory, monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackHub]:
    gated = HubRepository({"Gated-Q4_K_M.gguf": b"weights"}, gated="auto")
    with LoopbackHub({GATED: gated}) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.address)
        yield hub


@pytest.fixture
def page(hub: LoopbackHub, desk: Desk) -> GetModelDialog:
    shown = desk.window.model_pages.show_get_model()
    assert shown is not None
    return shown


def describe(desk: Desk, page: GetModelDialog) -> None:
    page.search.setText("gated")
    click(desk, page.search_button)
    desk.until(lambda: bool(page.rows) and isinstance(page.rows[0], RepositoryRow))
    click(desk, page.rows[0].button)
    desk.until(lambda: "Getting" not in page.words())


def ask_for_token(desk: Desk, page: GetModelDialog) -> TokenDialog:
    click(desk, page.token_button)
    return child_of(page, TokenDialog)


def write_token(desk: Desk, dialog: TokenDialog, token: str) -> None:
    desk.qtbot.keyClicks(dialog.edit, token)
    desk.qtbot.keyClick(dialog.edit, Qt.Key.Key_Return)


def is_closed(page: GetModelDialog) -> bool:
    return page.findChild(TokenDialog) is None


def test_a_gated_repository_offers_to_enter_a_token_and_is_asked_again_with_it(
    desk: Desk, hub: LoopbackHub, page: GetModelDialog, backend: InMemory
) -> None:
    hub.api_faults = [None, Answer(401, {"X-Error-Code": "GatedRepo"})]
    describe(desk, page)
    assert GATED in page.words().replace("\u200b", "")
    assert "requires you to sign in" in page.words()

    click(desk, page.token_offer)
    write_token(desk, child_of(page, TokenDialog), "hf_right")

    desk.until(lambda: bool(page.rows) and isinstance(page.rows[0], ChoiceRow))
    assert not page.token_offer.isVisible()
    assert backend.kept == {("hearth", hub.address): "hf_right"}
    assert hub.seen[-1].headers["authorization"] == "Bearer hf_right"
    assert page.status() == "Hearth now uses the access token"
    desk.until(lambda: is_closed(page))


def test_the_page_on_which_terms_are_accepted_is_one_click_away(
    desk: Desk, hub: LoopbackHub, page: GetModelDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url.toString())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    hub.api_faults = [None, Answer(401, {"X-Error-Code": "GatedRepo"})]
    describe(desk, page)

    click(desk, page.page_button)

    assert opened == [f"{hub.address}/{GATED}"]
    click(desk, page.back_button)
    assert not page.page_button.isVisible()


def test_a_gated_download_offers_to_enter_a_token_and_goes_on_with_it(
    desk: Desk, page: GetModelDialog
) -> None:
    describe(desk, page)
    click(desk, page.rows[0].button)
    desk.until(lambda: bool(page.downloads.rows()))
    [row] = page.downloads.rows()
    desk.until(lambda: row.token_button.isVisible())

    click(desk, row.token_button)
    write_token(desk, child_of(page, TokenDialog), "hf_right")

    desk.until(lambda: "Downloaded" in row.words())
    assert not row.token_button.isVisible()


def test_a_token_that_has_expired_is_told_and_can_be_removed(
    desk: Desk, hub: LoopbackHub, page: GetModelDialog, backend: InMemory
) -> None:
    backend.kept["hearth", hub.address] = "hf_old"
    said = {"X-Error-Message": "Invalid credentials in Authorization header"}
    hub.api_faults = [Answer(401, said)]
    page.search.setText("gated")
    click(desk, page.search_button)
    desk.until(lambda: "rejected the access token" in page.words())
    assert page.token_offer.isVisible()

    click(desk, page.token_offer)
    click(desk, child_of(page, TokenDialog).remove_button)

    desk.until(lambda: page.status() == "Access token removed")
    assert not backend.kept


def test_what_is_written_is_not_shown_and_what_is_no_token_is_refused(
    desk: Desk, page: GetModelDialog, backend: InMemory
) -> None:
    dialog = ask_for_token(desk, page)
    assert dialog.edit.echoMode() == QLineEdit.EchoMode.Password
    assert not dialog.keep_button.isEnabled()

    write_token(desk, dialog, "hf_with a space")

    desk.until(lambda: "not a token" in dialog.words())
    assert "space" in dialog.edit.text()
    assert "with a" not in dialog.words()
    assert not backend.kept


def test_where_there_is_no_keyring_that_is_said_and_the_token_is_used_for_this_run(
    desk: Desk, hub: LoopbackHub, page: GetModelDialog
) -> None:
    keyring.set_keyring(NoKeyringThere())  # type: ignore[no-untyped-call]
    dialog = ask_for_token(desk, page)

    write_token(desk, dialog, "hf_right")

    desk.until(
        lambda: f"Hearth cannot use the {desktop_words.keyring()} of this system" in dialog.words()
    )
    assert "Hearth uses this token until you close it." in dialog.words()
    click(desk, dialog.close_button)
    page.search.setText("gated")
    click(desk, page.search_button)
    desk.until(lambda: bool(page.rows) and isinstance(page.rows[0], RepositoryRow))
    assert hub.seen[-1].headers["authorization"] == "Bearer hf_right"


def test_a_token_of_the_environment_is_named_as_the_one_that_is_used(
    desk: Desk, page: GetModelDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_given")
    dialog = ask_for_token(desk, page)

    said = [label.text() for label in dialog.findChildren(type(dialog._problem))]
    assert any("HF_TOKEN" in text for text in said)


def test_a_token_can_be_made_in_the_browser(
    desk: Desk, hub: LoopbackHub, page: GetModelDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url.toString())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)

    click(desk, ask_for_token(desk, page).page_button)

    assert opened == [f"{hub.address}/settings/tokens"]
