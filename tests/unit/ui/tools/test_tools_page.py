"""The page of tools over real servers: nothing starts before the user has seen it and agreed.

Longer than other files: a page, its form and its questions, which are opened in turn.
"""

from __future__ import annotations

import shlex
import threading
from typing import TYPE_CHECKING

import pytest
from keyring.errors import PasswordDeleteError
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QMessageBox

from app.core.messages import ToolCall
from app.core.plain_value import replace
from app.core.tools.errors import TOOL_SERVER_UNKNOWN
from app.core.tools.servers import ToolServer
from app.core.tools.toolbox import Toolbox
from app.core.tools.values import Decision
from app.ui.kit.dialog_page import MessageDialog
from app.ui.tools import tools_presenter
from app.ui.tools.server_form import ServerForm
from app.ui.tools.tool_dialogs import PermissionsDialog, StartDialog
from app.ui.tools.tools_model import ToolColumn
from tests.unit.ui.conftest import child_of, click
from tests.unit.ui.tools.conftest import N_OWN, page_with, row, server, tools_in, until_state

if TYPE_CHECKING:
    from app.ui.tools.tools_dialog import ToolsDialog
    from tests.helpers.memory_keyring import InMemory
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


def opened(desk: Desk, page: ToolsDialog, kind: type[QDialog]) -> QDialog:
    """Return the dialog of a kind that is open over the page, as soon as it is."""
    desk.until(lambda: any(one.isVisible() for one in page.findChildren(kind)))
    return next(one for one in page.findChildren(kind) if one.isVisible())


def form_over(desk: Desk, page: ToolsDialog) -> ServerForm:
    form = opened(desk, page, ServerForm)
    assert isinstance(form, ServerForm)
    return form


def question_over(desk: Desk, page: ToolsDialog) -> StartDialog:
    question = opened(desk, page, StartDialog)
    assert isinstance(question, StartDialog)
    return question


def add_by_form(desk: Desk, page: ToolsDialog, one: ToolServer) -> StartDialog:
    click(desk, page.add_button)
    form = form_over(desk, page)
    form.command.setText(shlex.join(one.command))
    form.name.setText(one.name)
    click(desk, form.save_button)
    return question_over(desk, page)


def is_running(desk: Desk, name: str) -> bool:
    return next(one.is_running for one in desk.tools.box.states() if one.server.name == name)


# -- what is there --


def test_the_page_is_in_the_menu_and_opens_once(desk: Desk) -> None:
    action = desk.window.actions_by_key["tools"]
    action.trigger()
    page = desk.window.tools._dialog
    action.trigger()
    assert desk.window.tools._dialog is page


def test_without_servers_the_page_says_what_to_do_and_shows_its_own_tools(desk: Desk) -> None:
    page = page_with(desk)
    assert row(page, "")[:2] == ["Built-in tools", "Part of Hearth"]
    assert row(page, "")[2] == str(N_OWN)
    assert "You have no tool servers yet" in page.words()
    assert {"calculate", "fetch_page", "read_file", "web_search"} <= set(tools_in(page))


def test_a_tool_that_is_not_there_says_why(desk: Desk) -> None:
    page = page_with(desk)
    for name, why in (
        ("search_documents", "No documents are listed."),
        ("read_file", "No folder is chosen"),
        ("web_search", "No search engine is chosen."),
    ):
        page.names.setCurrentRow(tools_in(page).index(name))
        assert why in page.words()


def test_a_tool_says_what_it_does_and_which_arguments_it_takes(desk: Desk) -> None:
    page = page_with(desk)
    page.names.setCurrentRow(tools_in(page).index("read_more"))
    assert "Read on in a long result of a tool" in page.words()
    assert "result – text, required\n" in page.words()
    assert "begin – whole number, required\n" in page.words()


def test_opening_the_page_starts_nothing(desk: Desk) -> None:
    page = page_with(desk, server("files"), server("more"))
    assert [row(page, name)[1:3] for name in ("files", "more")] == [["Stopped", "–"]] * 2
    assert not any(one.is_running for one in desk.tools.box.states())


# -- from adding to removing --


def test_a_server_is_added_agreed_to_asked_restarted_and_removed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_with(desk)
    question = add_by_form(desk, page, server("files"))
    assert question.cancel_button.isDefault()
    assert "tool_server.py" in question.started.toPlainText()
    assert not is_running(desk, "files")

    click(desk, question.agree_button)
    until_state(desk, page, "files", "Running")
    desk.until(lambda: tools_in(page) == ["echo", "slow"])
    assert row(page, "files")[ToolColumn.TOOLS] == "2"
    assert "Say it again." in page.words()
    assert "text – text" in page.words()

    click(desk, page.start_button)  # says "Restart" now
    until_state(desk, page, "files", "Starting…")
    until_state(desk, page, "files", "Running")
    click(desk, page.stop_button)
    until_state(desk, page, "files", "Stopped")

    def press(box: QMessageBox) -> int:
        next(one for one in box.buttons() if one.text() == "Remove").click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", press)
    click(desk, page.remove_button)
    desk.until(lambda: page.rows.rowCount() == 1)
    assert desk.tools.box.permissions.all() == ()
    assert page.status() == "Removed files"


def test_a_server_is_not_started_when_the_user_cancels(desk: Desk) -> None:
    page = page_with(desk)
    question = add_by_form(desk, page, server("files"))
    desk.qtbot.keyClick(question, Qt.Key.Key_Return)
    until_state(desk, page, "files", "Not allowed yet")
    assert page.start_button.text() == "Allow and start…"
    assert desk.tools.box.permissions.all() == ()


def test_every_word_of_a_command_is_shown_before_it_starts(desk: Desk) -> None:
    one = ToolServer("odd", ("npx", "-y", "two words", "a\u202eb"), "/srv", secrets=("API_KEY",))
    page = page_with(desk, one, is_agreed=False)
    click(desk, page.start_button)
    shown = question_over(desk, page).started.toPlainText().split("\n")
    assert [line.strip() for line in shown if line.startswith("  ")] == [
        *("npx", "-y", "two words", r"a\u202eb", "API_KEY", "/srv")
    ]


def test_a_server_that_was_edited_is_asked_about_anew(desk: Desk) -> None:
    page = page_with(desk, server("files"))
    click(desk, page.edit_button)
    form = form_over(desk, page)
    assert not form.name.isEnabled()
    form.command.setText(f"{form.command.text()} modern")
    click(desk, form.save_button)

    question = question_over(desk, page)
    assert "not what you allowed" in _labels(question)
    assert "modern" in question.started.toPlainText()
    question.reject()
    until_state(desk, page, "files", "Changed")
    assert not is_running(desk, "files")


def test_values_go_to_the_keyring_and_stay_there_when_only_the_folder_is_edited(
    desk: Desk, backend: InMemory, tmp_path_factory: pytest.TempPathFactory
) -> None:
    page = page_with(desk)
    click(desk, page.add_button)
    form = form_over(desk, page)
    form.command.setText(shlex.join(server("files").command))
    form.name.setText("files")
    form.variables.setPlainText("API_KEY=secret one\nMODE=x")
    click(desk, form.save_button)
    question_over(desk, page).reject()
    until_state(desk, page, "files", "Not allowed yet")

    click(desk, page.edit_button)
    form = form_over(desk, page)
    assert form.variables.toPlainText() == "API_KEY\nMODE"
    form.variables.setPlainText("API_KEY")
    form.folder.setText(str(tmp_path_factory.getbasetemp()))
    click(desk, form.save_button)
    question_over(desk, page)
    assert backend.kept == {("hearth", "tool server files: API_KEY"): "secret one"}


def test_without_a_keyring_nothing_is_added_and_the_form_stays(
    desk: Desk, backend: InMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backend, "set_password", lambda *_given: None)  # keeps nothing
    page = page_with(desk)
    click(desk, page.add_button)
    form = form_over(desk, page)
    form.command.setText("npx -y thing")
    form.variables.setPlainText("API_KEY=secret")
    click(desk, form.save_button)
    desk.until(lambda: "cannot keep secrets" in _labels(form))
    assert form.isVisible()
    assert form.name.text() == "thing"
    assert desk.tools.box.servers.all() == ()


@pytest.mark.parametrize(
    ("command", "name", "why"),
    [
        ("npx 'thing", "thing", "quotation mark"),
        ("npx thing", "two words", "letters, digits and hyphens"),
        ("npx thing", "FILES", "of this name already"),
        ("https://", "web", "not a valid web address"),
    ],
)
def test_the_form_says_what_cannot_be_added(desk: Desk, command: str, name: str, why: str) -> None:
    page = page_with(desk, server("files"))
    click(desk, page.add_button)
    form = form_over(desk, page)
    form.command.setText(command)
    form.name.setText(name)
    click(desk, form.save_button)
    assert why in _labels(form)


def test_the_key_of_an_address_goes_to_no_other_host(desk: Desk, backend: InMemory) -> None:
    web = ToolServer("web", address="https://a.example/mcp", secrets=("Authorization",))
    page = page_with(desk, web, is_agreed=False)
    for address, names in (
        ("https://a.example/other", ("Authorization",)),
        ("https://b.example/mcp", ()),
    ):
        click(desk, page.edit_button)
        form = form_over(desk, page)
        form.command.setText(address)
        click(desk, form.save_button)
        question_over(desk, page).reject()
        assert desk.tools.box.servers.find("web").secrets == names
        until_state(desk, page, "web", "Not allowed yet")
    assert backend.kept == {}


# -- faults --


def test_a_server_that_dies_at_its_start_says_why_and_shows_its_log(desk: Desk) -> None:
    page = page_with(desk, server("bad", "crashes at start"))
    click(desk, page.start_button)
    until_state(desk, page, "bad", "Failed")
    assert "no such file: config.json" in page.words()
    desk.until(lambda: page.details.toPlainText() == "no such file: config.json, key ***")

    click(desk, page.log_button)
    log = opened(desk, page, MessageDialog)
    assert isinstance(log, MessageDialog)
    assert log.windowTitle() == "Log of bad"
    assert log.edit.toPlainText() == "no such file: config.json, key ***"


def test_a_server_that_crashes_while_it_runs_is_shown_as_failed_and_starts_again(
    desk: Desk,
) -> None:
    page = page_with(desk, server("files", "crashes"))
    click(desk, page.start_button)
    until_state(desk, page, "files", "Running")

    box = desk.tools.box
    tool, call = box.find("files__echo"), ToolCall("files__echo", "{}")
    with pytest.raises(Exception, match="ended"):
        box.call(tool, call, box.permissions.decide(tool, call, Decision.ONCE))
    until_state(desk, page, "files", "Failed")
    assert "the disk of the server is full" in page.words()
    assert page.log_button.isEnabled()

    click(desk, page.start_button)
    until_state(desk, page, "files", "Running")


def test_a_start_that_hangs_is_stopped(desk: Desk) -> None:
    page = page_with(desk, server("files", "hangs at start"))
    click(desk, page.start_button)
    until_state(desk, page, "files", "Starting…")
    assert not page.start_button.isEnabled()
    click(desk, page.stop_button)
    until_state(desk, page, "files", "Stopped")


def test_a_damaged_list_is_moved_aside_and_said(desk: Desk) -> None:
    file = desk.window._paths.config / "tools.json"
    file.write_text("{nonsense")
    page = page_with(desk)
    assert "cannot read the list of your tool servers" in page.words()
    assert not file.exists()
    assert list(file.parent.glob("tools*.json*"))


# -- what was allowed --


def test_a_tool_that_is_another_one_than_was_allowed_is_marked(desk: Desk) -> None:
    page = page_with(desk, server("files"))
    box = desk.tools.box
    tool, call = box.find("files__echo"), ToolCall("files__echo", "{}")
    box.permissions.decide(replace(tool, description="As before"), call, Decision.ALWAYS)
    desk.until(lambda: tools_in(page) == ["echo", "slow"])
    desk.until(lambda: "It has changed since you allowed it" in page.words())


def test_a_tool_that_changes_while_the_page_is_open_is_marked(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools_presenter, "_ASK_EACH_S", 0.0)
    page = page_with(desk, server("files", "changing"))
    box = desk.tools.box
    tool, call = box.find("files__echo"), ToolCall("files__echo", "{}")
    desk.until(lambda: tools_in(page) == ["echo", "slow"])
    assert "It has changed" not in page.words()
    box.call(tool, call, box.permissions.decide(tool, call, Decision.ALWAYS))
    desk.until(lambda: "Say it again, and send it elsewhere." in page.words())
    desk.until(lambda: "It has changed since you allowed it" in page.words())


def test_a_permission_is_taken_back(desk: Desk) -> None:
    page = page_with(desk, server("files"))
    box = desk.tools.box
    tool, call = box.find("files__echo"), ToolCall("files__echo", "{}")
    box.permissions.decide(tool, call, Decision.ALWAYS)
    click(desk, page.permissions_button)
    shown = child_of(page, PermissionsDialog)
    desk.until(lambda: shown.rows.rowCount() == 2)
    rows = [
        [shown.rows.index(at, column).data() for column in range(3)]
        for at in range(shown.rows.rowCount())
    ]
    assert rows == [["Start of the server", "files", "Always"], ["echo", "files", "Always"]]

    shown.table.selectRow(1)
    click(desk, shown.revoke_button)
    desk.until(lambda: shown.rows.rowCount() == 1)
    assert is_running(desk, "files")
    shown.table.selectRow(0)
    click(desk, shown.revoke_button)
    desk.until(lambda: "allowed nothing" in _labels(shown))
    until_state(desk, page, "files", "Not allowed yet")
    assert not is_running(desk, "files")


def _labels(dialog: QDialog) -> str:
    return "\n".join(one.text() for one in dialog.findChildren(QLabel) if one.isVisibleTo(dialog))


@pytest.mark.parametrize("fails", [False, True])
def test_a_form_stays_as_it_is_when_something_else_was_changed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, *, fails: bool
) -> None:
    page = page_with(desk, server("files"))
    go_on = threading.Event()

    def restart(_box: Toolbox, _name: str) -> None:
        go_on.wait(10)  # a server takes some seconds to end
        if fails:
            raise TOOL_SERVER_UNKNOWN(name="files")

    monkeypatch.setattr(Toolbox, "restart", restart)
    page.stop_requested.emit(desk.window.tools._groups[1])
    click(desk, page.add_button)
    form = form_over(desk, page)
    form.command.setText("npx -y my-server")
    go_on.set()
    if fails:
        desk.until(lambda: "no tool server" in _labels(page))
    else:
        events: list[object] = []
        desk.window.tools._aside.add(events.append, None)
        desk.until(lambda: bool(events))
        desk.qtbot.wait(50)
    assert form.isVisible()
    assert "no tool server" not in _labels(form)


def test_what_the_keyring_keeps_of_a_changed_server_is_told_as_that(
    desk: Desk, backend: InMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    restarted: list[str] = []
    monkeypatch.setattr(Toolbox, "restart", lambda _box, name: restarted.append(name))
    page = page_with(desk, replace(server("files"), secrets=("API_KEY",)))
    backend.kept["hearth", "tool server files: API_KEY"] = "a"

    def refuse(*_given: str) -> None:
        raise PasswordDeleteError

    monkeypatch.setattr(backend, "delete_password", refuse)
    click(desk, page.edit_button)
    form = form_over(desk, page)
    form.variables.setPlainText("")
    click(desk, form.save_button)
    desk.until(lambda: "was changed all the same" in _labels(form))
    assert "“tool server files: API_KEY”" in _labels(form)
    assert restarted == ["files"]
    assert desk.tools.box.servers.find("files").secrets == ()
