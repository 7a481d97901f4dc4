"""Whether the API is on: one state, which follows the settings however quickly they change."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from app.core.settings.table import (
    API_ENABLED,
    API_KEEP_CHATS,
    API_KEEP_MEMORY,
    API_LOAD_MODELS,
    API_NAMES,
    API_ORIGINS,
    API_PORT,
    API_SHARE_CHATS,
)
from app.server import DEFAULT_PORT, KeyNotUsable
from app.ui.api.api_server import ApiChoices
from app.ui.api.api_state import CannotListen, Listening, Off, Starting, Stopping
from tests.helpers.api_fake import KEY, TAKEN, FakeApi

if TYPE_CHECKING:
    from pathlib import Path

    from app.ui.api.api_host import ApiHost
    from app.ui.api.api_state import ApiState
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


@pytest.fixture
def fake(desk: Desk) -> FakeApi:
    server = FakeApi()
    desk.window.api_host.serve_by(server)
    return server


@pytest.fixture
def host(desk: Desk, fake: FakeApi) -> ApiHost:
    assert fake.calls == []
    return desk.window.api_host


def change(desk: Desk, value: str) -> None:
    desk.window.settings.change(API_ENABLED, value)


def doing(host: ApiHost) -> ApiState:
    return host.state


def is_listening(desk: Desk, port: int = DEFAULT_PORT) -> bool:
    state = desk.window.api_host.state
    return isinstance(state, Listening) and state.port == port


def test_the_port_of_the_settings_is_that_of_the_command() -> None:
    assert API_PORT.default == DEFAULT_PORT


def test_it_is_off_until_it_is_switched_on(desk: Desk, host: ApiHost, fake: FakeApi) -> None:
    assert doing(host) == Off()
    fake.may_go_on.clear()
    change(desk, "on")
    assert doing(host) == Starting()
    fake.may_go_on.set()
    desk.until(lambda: is_listening(desk))
    assert doing(host) == Listening(DEFAULT_PORT, f"http://127.0.0.1:{DEFAULT_PORT}", KEY)
    fake.may_go_on.clear()
    change(desk, "off")
    assert doing(host) == Stopping()
    fake.may_go_on.set()
    desk.until(lambda: host.state == Off())
    assert fake.calls == [f"start {DEFAULT_PORT}", "stop"]


def test_the_key_is_in_no_log(desk: Desk, host: ApiHost) -> None:
    change(desk, "on")
    desk.until(lambda: is_listening(desk))
    assert KEY not in repr(host.state)


def test_it_is_on_at_the_start_where_the_settings_say_so(desk: Desk) -> None:
    change(desk, "on")
    assert desk.window.api_host.state == Off()  # there is nothing yet that could serve
    desk.window.api_host.serve_by(FakeApi())
    desk.until(lambda: is_listening(desk))


def test_another_port_takes_a_restart(desk: Desk, host: ApiHost, fake: FakeApi) -> None:
    change(desk, "on")
    desk.until(lambda: is_listening(desk))
    desk.window.settings.change(API_PORT, 4000)
    desk.until(lambda: is_listening(desk, 4000))
    assert fake.calls == [f"start {DEFAULT_PORT}", "stop", "start 4000"]
    assert isinstance(host.state, Listening)


def test_what_is_wished_for_meanwhile_is_done_afterwards(
    desk: Desk, host: ApiHost, fake: FakeApi
) -> None:
    fake.may_go_on.clear()
    change(desk, "on")
    desk.until(lambda: bool(fake.calls))  # it has taken the port
    change(desk, "off")
    change(desk, "on")
    desk.window.settings.change(API_PORT, 4000)
    change(desk, "off")
    assert doing(host) == Starting()
    fake.may_go_on.set()
    desk.until(lambda: host.state == Off())
    assert fake.calls == [f"start {DEFAULT_PORT}", "stop"]


def test_switching_on_again_while_it_ends_starts_it_again(
    desk: Desk, host: ApiHost, fake: FakeApi
) -> None:
    change(desk, "on")
    desk.until(lambda: is_listening(desk))
    fake.may_go_on.clear()
    change(desk, "off")
    change(desk, "on")
    assert doing(host) == Stopping()
    fake.may_go_on.set()
    desk.until(lambda: is_listening(desk))
    assert fake.calls[1:] == ["stop", f"start {DEFAULT_PORT}"]


def test_a_failure_stays_until_something_changes(desk: Desk, host: ApiHost, fake: FakeApi) -> None:
    fake.problem = TAKEN
    change(desk, "on")
    desk.until(lambda: isinstance(host.state, CannotListen))
    assert doing(host) == CannotListen(DEFAULT_PORT, TAKEN)
    host.try_again()
    desk.until(lambda: len(fake.calls) == 2 and isinstance(host.state, CannotListen))
    fake.problem = None
    desk.window.settings.change(API_PORT, 4000)
    desk.until(lambda: is_listening(desk, 4000))
    change(desk, "off")
    desk.until(lambda: host.state == Off())


def test_switching_off_is_all_that_a_failure_takes(
    desk: Desk, host: ApiHost, fake: FakeApi
) -> None:
    fake.problem = TAKEN
    change(desk, "on")
    desk.until(lambda: isinstance(host.state, CannotListen))
    change(desk, "off")
    assert doing(host) == Off()


def test_a_server_that_ends_by_itself_is_told(desk: Desk, host: ApiHost, fake: FakeApi) -> None:
    change(desk, "on")
    desk.until(lambda: is_listening(desk))
    fake.tell_end()
    desk.until(lambda: isinstance(host.state, CannotListen))
    assert "unexpectedly" in desk.window.notices.texts()[0]
    host.try_again()
    desk.until(lambda: is_listening(desk))
    assert desk.window.notices.texts() == []


def test_one_that_was_ended_is_not(desk: Desk, host: ApiHost, fake: FakeApi) -> None:
    change(desk, "on")
    desk.until(lambda: is_listening(desk))
    change(desk, "off")
    fake.tell_end()
    desk.until(lambda: host.state == Off())
    desk.post()
    assert doing(host) == Off()
    assert desk.window.notices.texts() == []


def test_a_new_key_is_shown_at_once_and_one_that_cannot_be_kept_is_told(
    desk: Desk, host: ApiHost, fake: FakeApi, tmp_path: Path
) -> None:
    change(desk, "on")
    desk.until(lambda: is_listening(desk))
    host.renew_key()
    desk.until(lambda: isinstance(host.state, Listening) and host.state.key != KEY)
    page = desk.window.api.show_page()
    fake.key_error = KeyNotUsable(tmp_path / "api-key", "the disk is full")
    host.renew_key()
    desk.until(lambda: "the disk is full" in page.words())
    assert is_listening(desk)


def test_closing_ends_it_and_goes_on_then(desk: Desk, host: ApiHost, fake: FakeApi) -> None:
    change(desk, "on")
    desk.until(lambda: is_listening(desk))
    fake.may_go_on.clear()
    then = threading.Event()
    host.close(then.set)
    assert not then.is_set()
    change(desk, "off")  # is too late
    fake.may_go_on.set()
    assert then.wait(30)
    assert fake.calls[1:] == ["close"]


def test_closing_while_it_starts_ends_what_was_started(
    desk: Desk, host: ApiHost, fake: FakeApi
) -> None:
    fake.may_go_on.clear()
    change(desk, "on")
    then = threading.Event()
    host.close(then.set)
    fake.may_go_on.set()
    assert then.wait(30)
    assert fake.calls == [f"start {DEFAULT_PORT}", "close"]


def test_closing_where_it_is_off_goes_on_at_once(host: ApiHost, fake: FakeApi) -> None:
    then = threading.Event()
    host.close(then.set)
    assert then.is_set()
    assert fake.calls == []


def test_the_server_is_told_all_choices(desk: Desk, fake: FakeApi) -> None:
    settings = desk.window.settings
    for setting, value in (
        (API_PORT, 4000),
        (API_KEEP_MEMORY, "off"),
        (API_LOAD_MODELS, "on"),
        (API_SHARE_CHATS, "on"),
        (API_KEEP_CHATS, "on"),
        (API_NAMES, "Desk.example\nlaptop, tower"),
        (API_ORIGINS, "http://localhost:3000/\n\nhttps://chat.example"),
    ):
        settings.change(setting, value)
    assert fake.choices == ApiChoices(
        is_on=False,
        port=4000,
        keeps_memory=False,
        may_load=True,
        shares_chats=True,
        keeps_chats=True,
        names=("desk.example", "laptop", "tower"),
        origins=("http://localhost:3000", "https://chat.example"),
    )
