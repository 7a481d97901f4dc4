"""Servers as a user adds them, and a keyring that nobody has to unlock."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.remote.server import OfferedModel, Server, ServerKind
from app.ui.servers.server_form_dialog import ServerFormDialog
from tests.helpers.memory_keyring import keyring_in_memory
from tests.unit.ui.conftest import child_of, click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.ui.servers.servers_dialog import ServersDialog
    from tests.helpers.memory_keyring import InMemory
    from tests.unit.ui.conftest import Desk

STUDIO = Server(
    "studio",
    "http://192.168.1.5:8080/v1",
    ServerKind.LLAMA_SERVER,
    (OfferedModel("big-model", 8192, sees=True), OfferedModel("small-model")),
    is_plain_agreed=True,
)


@pytest.fixture(autouse=True)
def backend() -> Iterator[InMemory]:
    with keyring_in_memory() as backend:
        yield backend


def page_with(desk: Desk, *servers: Server, key: str = "") -> ServersDialog:
    """Open the page with these in the list."""
    for server in servers:
        desk.servers.put(server, key)
    desk.post()  # a list without the last of them would have its first one chosen
    page = desk.window.servers.show_page()
    desk.until(lambda: page.rows.rowCount() == len(servers))
    desk.until(lambda: "Looking…" not in page.words())
    return page


def form_over(desk: Desk, page: ServersDialog, *, is_new: bool = True) -> ServerFormDialog:
    """Open the dialog for a new server, or for the chosen one."""
    if is_new:
        click(desk, page.add_button if page.rows.rowCount() else page.first_button)
    else:
        click(desk, page.edit_button)
    form = child_of(page, ServerFormDialog)
    desk.until(form.isVisible)
    return form


def connect(desk: Desk, form: ServerFormDialog) -> None:
    """Have the server asked that is written, and wait until that is over."""
    click(desk, form.connect_button)
    desk.until(lambda: form.connect_button.text() == "Connect")
