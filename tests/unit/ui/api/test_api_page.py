"""The page "API for other programs", its mark and its notice, over a server that is none."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox

from app.cli.arguments import LAUNCHED
from app.core.phrases import phrase
from app.core.settings.table import API_ENABLED, API_PORT
from app.server import LoggedRequest
from app.ui.api.api_dialog import ApiDialog
from app.ui.api.api_state import CannotListen, Listening, ServedModelName
from app.ui.api.request_table_model import MOST_ROWS, RequestColumn, status_more, status_words
from app.ui.api.setup_dialog import KEY_PLACE, SetupDialog, setup_texts
from app.ui.settings.settings_dialog import SettingsDialog
from tests.helpers.api_fake import KEY, TAKEN, FakeApi
from tests.unit.ui.conftest import child_of, click, notice_button

if TYPE_CHECKING:
    from app.ui.api.setup_dialog import SetupText
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

NOW = time.time()
ADDRESS = "http://127.0.0.1:11435"


@pytest.fixture
def fake(desk: Desk) -> FakeApi:
    server = FakeApi()
    desk.window.api_host.serve_by(server)
    return server


@pytest.fixture
def page(desk: Desk, fake: FakeApi) -> ApiDialog:
    assert fake.calls == []
    return desk.window.api.show_page()


def switch_on(desk: Desk) -> None:
    desk.window.settings.change(API_ENABLED, "on")
    desk.until(lambda: isinstance(desk.window.api_host.state, Listening))


def cells(page: ApiDialog, row: int = 0, role: int = Qt.ItemDataRole.DisplayRole) -> list[str]:
    return [str(page.rows.index(row, column).data(role) or "") for column in RequestColumn]


def programs(page: ApiDialog) -> list[str]:
    return [cells(page, row)[RequestColumn.PROGRAM] for row in range(page.rows.rowCount())]


# -- ways to it --


def test_it_is_opened_from_the_menu_and_once(desk: Desk) -> None:
    desk.window.actions_by_key["api"].trigger()
    page = desk.window.api.show_page()
    assert page is child_of(desk.window, ApiDialog)
    click(desk, page.close_button)
    desk.until(lambda: desk.window.findChild(ApiDialog) is None)


def test_the_settings_lead_to_it_and_back(desk: Desk) -> None:
    settings = desk.window.settings.show_setting(API_ENABLED)
    more = settings.rows[API_ENABLED.key].page_button
    assert more is not None
    click(desk, more)
    page = child_of(desk.window, ApiDialog)
    settings.close()
    desk.until(lambda: desk.window.findChild(SettingsDialog) is None)
    click(desk, page.settings_button)
    assert child_of(desk.window, SettingsDialog).rows[API_PORT.key].isVisible()


def test_the_command_palette_knows_it(desk: Desk) -> None:
    desk.window.actions_by_key["palette"].trigger()
    overlay = desk.window.palette_of_commands.overlay
    assert overlay is not None
    desk.qtbot.keyClicks(overlay.field, "api for other")
    desk.qtbot.keyClick(overlay.field, Qt.Key.Key_Return)
    desk.until(lambda: desk.window.findChild(ApiDialog) is not None)


# -- switching --


def test_the_switch_changes_the_setting_and_the_setting_the_switch(
    desk: Desk, page: ApiDialog
) -> None:
    assert not page.switch.isChecked()
    assert "No other program can reach Hearth" in page.words()
    click(desk, page.switch)
    desk.until(lambda: "No requests yet" in page.words())
    assert f"{ADDRESS}/v1" in page.words()
    desk.window.settings.change(API_ENABLED, "off")
    assert not page.switch.isChecked()
    desk.until(lambda: "No other program can reach Hearth" in page.words())
    assert ADDRESS not in page.words()


def test_it_says_what_it_is_doing(desk: Desk, page: ApiDialog, fake: FakeApi) -> None:
    fake.may_go_on.clear()
    click(desk, page.switch)
    assert "Starting…" in page.words()
    fake.may_go_on.set()
    desk.until(lambda: ADDRESS in page.words())
    fake.may_go_on.clear()
    click(desk, page.switch)
    assert "Ending…" in page.words()
    fake.may_go_on.set()
    desk.until(lambda: "Ending…" not in page.words())


def test_a_failure_is_a_notice_and_a_sentence_on_the_page(
    desk: Desk, page: ApiDialog, fake: FakeApi
) -> None:
    fake.problem = TAKEN
    click(desk, page.switch)
    desk.until(lambda: "The port is taken." in page.words())
    assert page.switch.isChecked()
    assert "Choose another port." in page.words()
    assert "The port is taken." in desk.window.notices.texts()[0]
    assert not page.renew_button.isVisible()
    fake.problem = None
    click(desk, page.retry_button)
    desk.until(lambda: ADDRESS in page.words())
    assert "The port is taken." not in page.words()
    assert desk.window.notices.texts() == []


def test_the_notice_leads_to_the_page(desk: Desk, fake: FakeApi) -> None:
    fake.problem = TAKEN
    desk.window.settings.change(API_ENABLED, "on")
    desk.until(lambda: desk.window.notices.texts() != [])
    click(desk, notice_button(desk, "Show…"))
    assert "The port is taken." in child_of(desk.window, ApiDialog).words()


def test_a_key_that_cannot_be_used_is_replaced_there(
    desk: Desk, page: ApiDialog, fake: FakeApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake.problem, fake.is_about_key = TAKEN, True
    click(desk, page.switch)
    desk.until(lambda: isinstance(desk.window.api_host.state, CannotListen))
    monkeypatch.setattr("app.ui.api.api_presenter.agrees", lambda *_: True)
    click(desk, page.renew_button)
    desk.until(lambda: ADDRESS in page.words())


# -- address and key --


def test_the_key_is_hidden_until_it_is_asked_for_and_copied_without_that(
    desk: Desk, page: ApiDialog
) -> None:
    switch_on(desk)
    assert KEY not in page.words()
    click(desk, page.access.copy_key)
    assert QGuiApplication.clipboard().text() == KEY
    assert "Copied" in page.words()
    click(desk, page.access.show_key)
    assert KEY in page.words()
    assert page.access.show_key.text() == "Hide"
    click(desk, page.access.show_key)
    assert KEY not in page.words()
    click(desk, page.access.copy_address)
    assert QGuiApplication.clipboard().text() == f"{ADDRESS}/v1"


def test_the_command_that_starts_a_program_is_copied(desk: Desk, page: ApiDialog) -> None:
    switch_on(desk)
    actions = page.access.launch_menu.actions()
    copied = []
    for action in actions:
        action.trigger()
        copied.append(QGuiApplication.clipboard().text())
        assert f"Copied: {copied[-1]}" in page.words()
    assert actions[0].text() == "Claude Code"
    assert copied == [f"hearth launch {client}" for client in LAUNCHED]


@pytest.mark.parametrize("button", ["Create a new key", "Cancel"])
def test_a_new_key_is_made_only_when_that_is_confirmed(
    desk: Desk, page: ApiDialog, monkeypatch: pytest.MonkeyPatch, button: str
) -> None:
    asked: list[str] = []

    def press(box: QMessageBox) -> int:
        asked.append(f"{box.text()} {box.informativeText()}")
        next(one for one in box.buttons() if one.text().replace("&", "") == button).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", press)
    switch_on(desk)
    click(desk, page.access.renew_button)
    assert "refuses programs with the old key" in asked[0]
    host = desk.window.api_host
    if button == "Cancel":
        desk.post()
        assert isinstance(host.state, Listening)
        assert host.state.key == KEY
    else:
        desk.until(lambda: isinstance(host.state, Listening) and host.state.key != KEY)


# -- the log --


def test_requests_are_seen_while_they_run_and_when_they_have_ended(
    desk: Desk, page: ApiDialog, fake: FakeApi
) -> None:
    switch_on(desk)
    fake.be_asked("Zed/0.210", NOW)
    desk.until(lambda: page.rows.rowCount() == 1)
    assert cells(page)[RequestColumn.STATUS] == "Answering…"
    assert "1 program connected: Zed/0.210" in page.words()
    fake.answer()
    desk.until(lambda: cells(page)[RequestColumn.STATUS] == "Answered")
    assert "No program is connected." in page.words()
    assert cells(page)[RequestColumn.PROGRAM :] == [
        *("Zed/0.210", "/v1/chat/completions", "Answered", "1,200", "1,100", "34", "210 ms")
    ]
    assert "It took 1.5 s." in cells(page, role=Qt.ItemDataRole.ToolTipRole)[RequestColumn.STATUS]


def test_the_newest_comes_first_and_a_chosen_row_stays_chosen(
    desk: Desk, page: ApiDialog, fake: FakeApi
) -> None:
    switch_on(desk)
    fake.be_asked("first", NOW)
    desk.until(lambda: page.rows.rowCount() == 1)
    page.table.selectRow(0)
    fake.be_asked("second", NOW + 1)
    fake.answer()
    desk.until(lambda: programs(page) == ["second", "first"])
    chosen = [row.row() for row in page.table.selectionModel().selectedRows()]
    assert chosen == [1]
    assert cells(page, 1)[RequestColumn.STATUS] == "Answered"


def test_one_program_with_several_requests_counts_once(
    desk: Desk, page: ApiDialog, fake: FakeApi
) -> None:
    switch_on(desk)
    for n in range(3):
        fake.be_asked("Zed/0.210", NOW + n)
    fake.be_asked("", NOW + 3)
    desk.until(lambda: "2 programs connected: Zed/0.210, Unknown" in page.words())
    assert programs(page)[0] == "Unknown"


def test_only_so_many_rows_are_kept(desk: Desk, page: ApiDialog, fake: FakeApi) -> None:
    switch_on(desk)
    done = [LoggedRequest(NOW + n, f"p{n}", "/v1/responses", 200, 1.0) for n in range(MOST_ROWS)]
    fake.ended = tuple(done)
    fake.tell_activity()
    desk.until(lambda: page.rows.rowCount() == MOST_ROWS)
    more = LoggedRequest(NOW + MOST_ROWS, "last", "/v1/responses", 200, 1.0)
    fake.ended = (*done[1:], more)
    fake.tell_activity()
    desk.until(lambda: programs(page)[0] == "last")
    assert page.rows.rowCount() == MOST_ROWS
    assert programs(page)[-1] == "p1"


def test_the_log_can_be_read_when_it_is_off_again(
    desk: Desk, page: ApiDialog, fake: FakeApi
) -> None:
    switch_on(desk)
    fake.be_asked("Zed/0.210", NOW)
    fake.answer()
    desk.until(lambda: page.rows.rowCount() == 1)
    desk.window.settings.change(API_ENABLED, "off")
    desk.until(lambda: "connected" not in page.words())
    assert programs(page) == ["Zed/0.210"]


@pytest.mark.parametrize(
    "status", [200, 400, 401, 403, 404, 405, 408, 413, 415, 429, 499, 500, 503]
)
def test_every_status_of_the_server_has_words(status: int) -> None:
    assert str(status) not in status_words(status)


def test_what_was_done_otherwise_than_asked_stands_in_a_tip(
    desk: Desk, page: ApiDialog, fake: FakeApi
) -> None:
    switch_on(desk)
    fake.be_asked("codex/1", NOW)
    fake.answer(200, phrase("Tools of the type “{kind}” were left out.", kind="<b>web_search"))
    desk.until(lambda: cells(page)[RequestColumn.STATUS] == "Answered, with a note")
    tip = cells(page, role=Qt.ItemDataRole.ToolTipRole)[RequestColumn.STATUS]
    assert "web_search” were left out. It took 1.5 s." in tip
    assert "<b>" not in tip


def test_another_status_is_told_by_its_number() -> None:
    assert status_words(418) == "Refused (418)"
    assert status_more(418) == ""


def test_a_long_name_of_a_program_stands_in_a_tip(
    desk: Desk, page: ApiDialog, fake: FakeApi
) -> None:
    switch_on(desk)
    name = f"<b>{'program ' * 9}"
    fake.be_asked(name, NOW)
    desk.until(lambda: page.rows.rowCount() == 1)
    shown = cells(page, role=Qt.ItemDataRole.ToolTipRole)[RequestColumn.PROGRAM]
    assert "<b>" not in shown
    assert "program program" in shown


# -- setting up programs --


def test_a_program_is_set_up_with_the_real_address_and_once_copied_the_key(
    desk: Desk, page: ApiDialog
) -> None:
    switch_on(desk)
    click(desk, page.access.setup_button)
    dialog = child_of(page, SetupDialog)
    assert ADDRESS in dialog.edit.toPlainText()
    assert KEY not in dialog.edit.toPlainText()
    click(desk, dialog.copy_button)
    assert dialog.status() == "Copied"
    copied = QGuiApplication.clipboard().text()
    assert f"Bearer {KEY}" in copied
    assert KEY_PLACE not in copied


def test_it_follows_another_port_and_ends_with_the_server(desk: Desk, page: ApiDialog) -> None:
    switch_on(desk)
    click(desk, page.access.setup_button)
    dialog = child_of(page, SetupDialog)
    desk.window.settings.change(API_PORT, 4000)
    desk.until(lambda: "127.0.0.1:4000" in dialog.edit.toPlainText())
    desk.window.settings.change(API_ENABLED, "off")
    desk.until(lambda: page.findChild(SetupDialog) is None)


def test_where_the_key_goes_elsewhere_it_is_copied_alone(desk: Desk, page: ApiDialog) -> None:
    switch_on(desk)
    click(desk, page.access.setup_button)
    dialog = child_of(page, SetupDialog)
    dialog.programs.setCurrentIndex([one.program for one in setup_texts()].index("Zed"))
    click(desk, dialog.copy_key)
    assert QGuiApplication.clipboard().text() == KEY
    zed = json.loads(dialog.edit.toPlainText())["language_models"]["openai_compatible"]["Hearth"]
    assert zed["api_url"] == f"{ADDRESS}/v1"
    assert zed["available_models"] == [{"name": "tiny", "max_tokens": 4096}]


@pytest.mark.parametrize("setup", setup_texts(), ids=[one.program for one in setup_texts()])
def test_a_program_can_be_set_up_before_a_model_is_loaded(setup: SetupText) -> None:
    assert ADDRESS in setup.filled(ADDRESS, ServedModelName())


# -- the mark --


def test_the_mark_is_there_while_it_is_on_and_leads_to_the_page(desk: Desk, fake: FakeApi) -> None:
    mark = desk.window.status.api
    assert not mark.isVisible()
    switch_on(desk)
    assert mark.isVisible()
    assert ADDRESS in mark.toolTip()
    assert "0 programs" in mark.toolTip()
    fake.be_asked("Zed/0.210", NOW)
    desk.until(lambda: "1 program" in mark.toolTip())
    click(desk, mark)
    assert desk.window.findChild(ApiDialog) is not None
    desk.window.settings.change(API_ENABLED, "off")
    desk.until(lambda: not mark.isVisible())


def test_the_mark_tells_a_failure(desk: Desk, fake: FakeApi) -> None:
    fake.problem = TAKEN
    desk.window.settings.change(API_ENABLED, "on")
    desk.until(lambda: "The port is taken." in desk.window.status.api.toolTip())
    assert desk.window.status.api.isVisible()


def test_the_page_is_used_with_the_keyboard_alone(desk: Desk, page: ApiDialog) -> None:
    desk.qtbot.keyClick(page.switch, Qt.Key.Key_Space)
    desk.until(lambda: ADDRESS in page.words())
    desk.qtbot.keyClick(page.switch, Qt.Key.Key_Space)
    desk.until(lambda: ADDRESS not in page.words())
    desk.qtbot.keyClick(page, Qt.Key.Key_Escape)
    desk.until(lambda: desk.window.findChild(ApiDialog) is None)
