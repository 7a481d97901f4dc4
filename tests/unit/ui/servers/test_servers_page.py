"""The page of servers: what is there, what each has, and what can be done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from app.core.plain_value import replace
from app.core.protocol import ModelLoaded, RemoteModel
from app.core.remote.server import OfferedModel, Server, ServerKind
from app.ui.servers.offered_models import OfferedColumn
from app.ui.servers.servers_dialog import ServerColumn
from tests.helpers.chat_server import KEY, MODEL, ChatServer
from tests.unit.ui.conftest import click, make_model
from tests.unit.ui.servers.conftest import STUDIO, page_with

if TYPE_CHECKING:
    from app.ui.servers.servers_dialog import ServersDialog
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

CLOUD = Server(
    "cloud",
    "https://api.example.org/v1",
    models=tuple(OfferedModel(f"maker/model-{number:03}") for number in range(400)),
)
HERE = Server("here", "http://localhost:1/v1", models=(OfferedModel("near"),))


def server_cells(page: ServersDialog) -> list[list[str]]:
    columns = list(ServerColumn)
    rows = range(page.rows.rowCount())
    return [[page.rows.index(row, column).data() for column in columns] for row in rows]


def model_cells(page: ServersDialog, column: OfferedColumn = OfferedColumn.NAME) -> list[str]:
    return [
        page.models.rows.index(row, column).data() for row in range(page.models.rows.rowCount())
    ]


def loads(desk: Desk) -> list[str]:
    return [call[1] for call in desk.calls if call[0] == "load"]


def answer_questions(monkeypatch: pytest.MonkeyPatch, button: str) -> list[str]:
    asked: list[str] = []

    def press(box: QMessageBox) -> int:
        asked.append(f"{box.text()} {box.informativeText()}")
        next(one for one in box.buttons() if one.text().replace("&", "") == button).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", press)
    return asked


def test_without_a_server_the_page_says_what_one_is_for(desk: Desk) -> None:
    page = page_with(desk)
    assert "to chat with a model that runs elsewhere" in page.words()
    assert page.first_button.isVisibleTo(page)
    assert not page.add_button.isVisibleTo(page)
    assert not page.use_button.isEnabled()


def test_the_page_is_in_the_menu_and_opens_once(desk: Desk) -> None:
    action = desk.window.actions_by_key["servers"]
    action.trigger()
    page = desk.window.servers._dialog
    action.trigger()
    assert desk.window.servers._dialog is page


def test_the_page_lists_servers_with_what_is_known_of_them(desk: Desk) -> None:
    page = page_with(desk, STUDIO, CLOUD, HERE, key=KEY)
    desk.until(lambda: [row[4] for row in server_cells(page)] == ["Saved"] * 3)
    assert server_cells(page) == [
        ["cloud", "https://api.example.org/v1", "OpenAI-compatible API", "400", "Saved"],
        ["here", "http://localhost:1/v1", "OpenAI-compatible API", "1", "Saved"],
        ["studio", "http://192.168.1.5:8080/v1", "llama-server", "2", "Saved"],
    ]


def test_the_chosen_server_says_where_its_messages_go_and_what_it_has(desk: Desk) -> None:
    page = page_with(desk, STUDIO, CLOUD)
    page.select("studio")
    assert "192.168.1.5 is another machine in your network" in page.words()
    assert "Models on studio" in page.words()
    assert model_cells(page) == ["big-model", "small-model"]
    assert model_cells(page, OfferedColumn.CONTEXT) == ["8,192", "–"]
    assert model_cells(page, OfferedColumn.TAKES) == ["Texts and pictures", "Texts"]
    page.select("cloud")
    assert "on the internet" in page.words()


def test_a_server_whose_models_see_says_so_of_all_of_them(desk: Desk) -> None:
    page = page_with(desk, replace(STUDIO, sees=True))
    assert set(model_cells(page, OfferedColumn.TAKES)) == {"Texts and pictures"}


def test_many_models_are_filtered_by_their_words(desk: Desk) -> None:
    page = page_with(desk, CLOUD)
    assert len(model_cells(page)) == 400
    page.models.search.setText("MODEL 39")
    assert len(model_cells(page)) == 14  # 039, 139, 239, 339, and 390 to 399
    page.models.search.setText("nothing")
    assert "Nothing found." in page.words()
    assert not page.use_button.isEnabled()


def test_another_server_is_shown_without_the_filter_of_the_last_one(desk: Desk) -> None:
    page = page_with(desk, STUDIO, CLOUD)
    page.select("cloud")
    page.models.search.setText("399")
    page.select("studio")
    assert page.models.search.text() == ""
    assert model_cells(page) == ["big-model", "small-model"]


def test_a_model_is_used(desk: Desk) -> None:
    page = page_with(desk, STUDIO)
    page.models.table.selectRow(1)

    click(desk, page.use_button)

    assert loads(desk) == ["server:studio/small-model"]
    assert desk.window.model_bar.text() == "Connecting · small-model — studio"


def test_return_in_the_filter_uses_what_it_has_found(desk: Desk) -> None:
    page = page_with(desk, CLOUD)
    page.models.search.setFocus()
    desk.qtbot.keyClicks(page.models.search, "123")
    desk.qtbot.keyClick(page.models.search, Qt.Key.Key_Return)
    assert loads(desk) == ["server:cloud/maker/model-123"]


def test_the_loaded_model_is_marked_and_chosen(desk: Desk) -> None:
    path = RemoteModel("studio", "small-model").path
    desk.post(ModelLoaded(replace(make_model(path), name="small-model", server="studio")))
    page = page_with(desk, CLOUD, STUDIO)
    chosen = page.selected()
    assert chosen is not None
    assert chosen.name == "studio"
    role = Qt.ItemDataRole.AccessibleDescriptionRole
    assert page.models.rows.index(1, OfferedColumn.NAME).data(role) == "Loaded"
    assert page.rows.index(1, ServerColumn.NAME).data(role) == "In use"


def test_a_server_is_checked(desk: Desk) -> None:
    with ChatServer(models=[{"id": "one"}, {"id": "two", "owned_by": "vllm"}]) as server:
        page = page_with(desk, Server("mine", server.address))
        assert "lists no models" in page.words()
        assert not server.asked

        click(desk, page.check_button)

        desk.until(lambda: model_cells(page) == ["one", "two"])
        assert "mine responds: 2 models" in page.words()
    (kept,) = desk.servers.all()
    assert kept.kind is ServerKind.VLLM


def test_a_server_that_does_not_answer_keeps_its_models_and_says_why(desk: Desk) -> None:
    page = page_with(desk, HERE)

    click(desk, page.check_button)

    desk.until(lambda: "refused the connection" in page.words())
    assert page.check_button.text() == "Check"
    assert model_cells(page) == ["near"]
    desk.servers.put(STUDIO, "")
    desk.until(lambda: page.rows.rowCount() == 2)
    page.table.selectRow(1)
    assert "refused" not in page.words()


def test_a_check_wants_the_key(desk: Desk) -> None:
    with ChatServer(key=KEY) as server:
        page = page_with(desk, Server("mine", server.address), key=KEY)
        click(desk, page.check_button)
        desk.until(lambda: model_cells(page) == [MODEL])


def test_a_server_is_removed_with_its_key_when_the_user_agrees(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_with(desk, STUDIO, HERE, key=KEY)
    page.select("studio")
    answer_questions(monkeypatch, "Cancel")
    click(desk, page.remove_button)
    assert page.rows.rowCount() == 2
    asked = answer_questions(monkeypatch, "Remove")

    click(desk, page.remove_button)

    desk.until(lambda: page.rows.rowCount() == 1)
    assert [one.name for one in desk.servers.all()] == ["here"]
    assert desk.servers.key(STUDIO) == ""
    assert "Remove studio from the list?" in asked[0]
    assert "Chats that it answered are kept." in asked[0]
    assert "loaded model" not in asked[0]


def test_removing_the_server_of_the_loaded_model_says_so_and_leaves_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = RemoteModel("studio", "big-model").path
    page = page_with(desk, STUDIO)
    desk.post(ModelLoaded(replace(make_model(path), name="big-model", server="studio")))
    asked = answer_questions(monkeypatch, "Remove")

    click(desk, page.remove_button)

    desk.until(lambda: loads(desk) == [path])  # of which the engine tells that it is gone
    assert "The loaded model runs on it" in asked[0]


def test_a_server_that_was_changed_is_connected_to_anew(desk: Desk) -> None:
    path = RemoteModel("studio", "big-model").path
    page = page_with(desk, STUDIO)
    desk.post(ModelLoaded(replace(make_model(path), name="big-model", server="studio")))
    desk.window.servers._on_edit("studio")
    form = desk.window.servers._form
    assert form is not None
    form.form.name.setText("attic")

    form.keep_button.click()

    desk.until(lambda: loads(desk) == ["server:attic/big-model"])
    assert ("follow_server", "studio", "attic") in desk.calls
    assert desk.window.models._recent.paths() == ("server:attic/big-model",)
    desk.until(lambda: page.rows.rowCount() == 1)


def test_a_list_that_cannot_be_read_is_told(desk: Desk) -> None:
    file = desk.servers.book._file
    file.parent.mkdir(exist_ok=True)
    file.write_text("no list")
    desk.window.servers.show_page()
    desk.until(lambda: bool(desk.window.notices.texts()))
    assert "Hearth cannot read the list of your servers." in desk.window.notices.texts()[0]


@pytest.mark.usefixtures("direction")
def test_long_names_are_cut_in_the_middle_and_told_whole(desk: Desk) -> None:
    long = Server(
        "n" * 40,
        f"https://{'h' * 60}.example.org/v1",
        models=(OfferedModel("מודל-" + "m" * 200),),
    )
    page = page_with(desk, long)
    tip = page.models.rows.index(0, OfferedColumn.NAME).data(Qt.ItemDataRole.ToolTipRole)
    assert "m" * 80 in tip
    assert page.models.table.horizontalScrollBar().maximum() == 0
    assert page.table.horizontalScrollBar().maximum() == 0
