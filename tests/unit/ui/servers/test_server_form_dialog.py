"""A server is added in the window: asked over real sockets, with all that can go wrong."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyringThere
from PySide6.QtCore import Qt

from app.core.remote.server import OfferedModel, Pairing, Server
from tests.helpers.chat_server import KEY, MODEL, ChatServer
from tests.unit.ui.servers.conftest import STUDIO, connect, form_over, page_with

if TYPE_CHECKING:
    from tests.helpers.memory_keyring import InMemory
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


def test_a_server_is_added_after_it_has_said_what_it_has(desk: Desk, backend: InMemory) -> None:
    with ChatServer(key=KEY) as server:
        page = page_with(desk)
        form = form_over(desk, page)
        assert not form.keep_button.isEnabled()
        form.form.address.setText(server.address)
        assert form.form.name.text().startswith("localhost ")
        form.form.name.setText("mine")
        form.form.key.setText(KEY)

        connect(desk, form)

        assert "1 model" in form.words()
        assert MODEL in form.words()
        assert not desk.servers.all()
        form.keep_button.click()
        desk.until(lambda: page.rows.rowCount() == 1)
        (kept,) = desk.servers.all()
        assert (kept.name, kept.address) == ("mine", server.address)
        assert kept.models == (OfferedModel(MODEL, 4096),)
        assert list(backend.kept.values()) == [KEY]
        desk.until(lambda: page.rows.index(0, 4).data() == "Saved")
        assert {one.path for one in server.asked} == {"/v1/models"}


def test_a_wrong_key_is_told_and_all_that_was_written_stays(desk: Desk, backend: InMemory) -> None:
    with ChatServer(key=KEY) as server:
        form = form_over(desk, page_with(desk))
        form.form.address.setText(server.address)
        form.form.name.setText("mine")
        form.form.key.setText("another")

        connect(desk, form)

        assert "mine rejected the key" in form.words()
        assert form.form.key.text() == "another"
        assert not form.keep_button.isEnabled()
        form.form.key.setText(KEY)
        connect(desk, form)
        assert form.keep_button.isEnabled()
    assert not backend.kept


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("http://localhost:1/v1", "refused the connection"),
        (
            "http://example.org/v1",
            "With plain HTTP, anyone between you and the server could read your chats.",
        ),
    ],
)
def test_a_server_that_cannot_be_asked_is_told(desk: Desk, address: str, told: str) -> None:
    form = form_over(desk, page_with(desk))
    form.form.address.setText(address)

    connect(desk, form)

    assert told in form.words()
    assert form.form.address.text() == address
    assert not form.keep_button.isEnabled()


def test_a_question_to_a_server_can_be_stopped(desk: Desk) -> None:
    has_asked, may_answer = threading.Event(), threading.Event()

    class Slow(ChatServer):
        def _listed(self) -> bytes:
            has_asked.set()
            may_answer.wait(30)
            return super()._listed()

    with Slow() as server:
        form = form_over(desk, page_with(desk))
        form.form.address.setText(server.address)
        form.connect_button.click()
        assert form.connect_button.text() == "Stop"
        assert "Connecting…" in form.words()
        desk.until(has_asked.is_set)

        form.connect_button.click()

        desk.until(lambda: form.connect_button.text() == "Connect")
        may_answer.set()
        assert form.words() == ""
        assert not form.keep_button.isEnabled()


def test_what_leaves_the_machine_is_told_as_soon_as_it_is_known_where_to(desk: Desk) -> None:
    form = form_over(desk, page_with(desk))
    fields = form.form
    for address, told in (
        ("localhost:8080", "a program on this machine"),
        ("192.168.1.5", "192.168.1.5 is another machine in your network"),
        ("studio.local", "studio.local is another machine in your network"),
        ("api.example.org", "api.example.org is on the internet"),
    ):
        fields.address.setText(address)
        assert told in fields.where.text()
        assert "including pictures" in fields.where.text()
        assert "Your chats stay stored" in fields.where.text()


def test_plain_http_in_a_network_takes_the_users_consent(desk: Desk) -> None:
    form = form_over(desk, page_with(desk))
    for address, is_asked in (
        ("http://192.168.1.5:8080", True),
        ("https://192.168.1.5:8080", False),
        ("http://localhost:8080", False),
        ("api.example.org", False),
    ):
        form.form.address.setText(address)
        assert form.form.agreed.isVisibleTo(form) is is_asked
    form.form.address.setText("http://192.168.1.5:9")

    connect(desk, form)

    assert "Others in your network can read" in form.words()
    assert not form.form.written().server.is_plain_agreed
    form.form.agreed.click()
    assert form.form.written().server.is_plain_agreed


def test_a_server_that_lists_no_models_can_be_added_with_names(desk: Desk) -> None:
    with ChatServer(models=None) as server:
        page = page_with(desk)
        form = form_over(desk, page)
        form.form.address.setText(server.address)
        form.form.name.setText("mine")
        form.form.more_button.click()
        connect(desk, form)
        assert "did not find this address or model" in form.words()
        assert not form.keep_button.isEnabled()
        form.form.models.setText("one, two , one")

        connect(desk, form)

        assert "You entered its models yourself, so you can still add" in form.words()
        form.keep_button.click()
        desk.until(lambda: page.rows.rowCount() == 1)
    (kept,) = desk.servers.all()
    assert [model.name for model in kept.models] == ["one", "two"]


def test_a_name_that_is_taken_is_told_when_it_is_added(desk: Desk) -> None:
    with ChatServer() as server:
        form = form_over(desk, page_with(desk, STUDIO))
        form.form.address.setText(server.address)
        form.form.name.setText("Studio")
        connect(desk, form)

        form.keep_button.click()

        desk.until(lambda: "A server named “Studio” already exists." in form.words())
        assert form.isVisible()
        form.form.name.setText("other")
        form.keep_button.click()
        desk.until(lambda: len(desk.servers.all()) == 2)


def test_without_a_keyring_the_server_is_added_and_the_page_says_so(desk: Desk) -> None:
    keyring.set_keyring(NoKeyringThere())  # type: ignore[no-untyped-call]
    with ChatServer(key=KEY) as server:
        page = page_with(desk)
        form = form_over(desk, page)
        form.form.address.setText(server.address)
        form.form.key.setText(KEY)
        connect(desk, form)

        form.keep_button.click()

        desk.until(lambda: "Hearth cannot use the" in page.words())
        desk.until(lambda: page.rows.rowCount() == 1)
        assert KEY not in page.words()


def test_what_was_found_belongs_to_the_address_that_was_asked(desk: Desk) -> None:
    with ChatServer() as server:
        form = form_over(desk, page_with(desk))
        form.form.address.setText(server.address)
        connect(desk, form)
        assert form.keep_button.isEnabled()

        form.form.address.setText("http://localhost:1/v1")

        assert not form.keep_button.isEnabled()
        assert form.words() == ""


# -- a server that is there --


def test_a_server_is_renamed_without_being_asked_and_keeps_its_key(
    desk: Desk, backend: InMemory
) -> None:
    page = page_with(desk, STUDIO, key=KEY)
    form = form_over(desk, page, is_new=False)
    assert form.keep_button.isEnabled()
    form.form.name.setText("mine")

    form.keep_button.click()

    desk.until(lambda: page.rows.index(0, 0).data() == "mine")
    (kept,) = desk.servers.all()
    assert kept.models == STUDIO.models
    assert desk.servers.key(kept) == KEY
    assert list(backend.kept.values()) == [KEY]


def test_the_key_of_a_server_is_never_shown_and_can_be_removed(
    desk: Desk, backend: InMemory
) -> None:
    with ChatServer() as server:
        page = page_with(desk, Server("mine", server.address), key=KEY)
        desk.until(lambda: page.rows.index(0, 4).data() == "Saved")
        form = form_over(desk, page, is_new=False)
        assert form.form.key.text() == ""
        assert form.form.key.echoMode() is form.form.key.EchoMode.Password
        form.form.drop_key.click()
        assert not form.keep_button.isEnabled()  # it may not answer without

        connect(desk, form)
        form.keep_button.click()

        desk.until(lambda: not backend.kept)


def test_of_a_server_without_a_key_none_can_be_removed(desk: Desk) -> None:
    form = form_over(desk, page_with(desk, STUDIO), is_new=False)
    assert not form.form.drop_key.isVisibleTo(form)
    assert "saves it in the" in form.form.key_note.text()


def test_what_is_wrong_is_forgotten_once_something_else_is_written(desk: Desk) -> None:
    form = form_over(desk, page_with(desk))
    form.form.address.setText("http://192.168.1.5:9")
    connect(desk, form)
    assert "Others in your network" in form.words()
    form.form.name.setText("other")
    assert "Others in your network" in form.words()
    form.form.agreed.click()
    assert form.words() == ""


def test_a_kept_key_is_not_sent_to_another_address(desk: Desk) -> None:
    with ChatServer() as server:
        page = page_with(desk, STUDIO, key=KEY)
        form = form_over(desk, page, is_new=False)
        form.form.address.setText(server.address)

        connect(desk, form)

        assert "1 model" in form.words()
        assert "authorization" not in server.asked[0].headers


def test_the_line_that_another_hearth_gives_brings_address_and_key(desk: Desk) -> None:
    with ChatServer(key=KEY) as server:
        form = form_over(desk, page_with(desk))
        form.form.address.setText(Pairing(server.address, KEY).text)
        assert form.form.address.text() == server.address
        assert form.form.key.text() == KEY

        connect(desk, form)

        assert "1 model" in form.words()


def test_return_connects_and_then_adds(desk: Desk) -> None:
    with ChatServer() as server:
        page = page_with(desk)
        form = form_over(desk, page)
        desk.qtbot.keyClicks(form.form.address, server.address)
        desk.qtbot.keyClick(form.form.address, Qt.Key.Key_Return)
        desk.until(lambda: "1 model" in form.words())
        desk.qtbot.keyClick(form.form.address, Qt.Key.Key_Return)
        desk.until(lambda: page.rows.rowCount() == 1)


def test_the_key_stands_in_no_file(desk: Desk) -> None:
    page_with(desk, STUDIO, key=KEY)
    (kept,) = desk.servers.all()
    file = desk.servers.book._file
    assert KEY not in file.read_text("utf-8")
    assert json.loads(file.read_text("utf-8"))["servers"][0]["name"] == kept.name
