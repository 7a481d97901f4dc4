"""Other machines on the page "Hardware": added, checked, removed, and what goes wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from app.core.machines import Machines, SshMachine
from app.core.paths import MACHINES, Paths
from app.core.plain_value import replace
from app.core.protocol import Device, ModelLoaded, ModelUnloaded
from app.ui.hardware import hardware_presenter
from app.ui.hardware.machine_states import MachineAsked
from tests.helpers import rpc_devices
from tests.helpers.stand_in_ssh import StandInSsh
from tests.unit.ui.conftest import make_model
from tests.unit.ui.hardware.test_hardware_page import FOUND

if TYPE_CHECKING:
    from pathlib import Path

    from app.ui.hardware.hardware_dialog import HardwareDialog
    from app.ui.hardware.machine_form_dialog import MachineFormDialog
    from tests.unit.ui.conftest import Desk

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

ATTIC = SshMachine("attic", "me@attic.local")


@pytest.fixture
def machines(tmp_path: Path) -> Machines:
    """The list that the window has, by another hand."""
    return Machines(Paths.locate(tmp_path).config / MACHINES)


@pytest.fixture
def ssh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandInSsh:
    return StandInSsh(tmp_path / "bin", monkeypatch)


def page_with(desk: Desk, machines: Machines, *added: SshMachine) -> HardwareDialog:
    """Open the page with some machines on the list."""
    for machine in added:
        machines.put(machine)
    page = desk.window.hardware.show_page()
    desk.until(lambda: all(one.name in page.machines.words() for one in added))
    return page


def form_of(desk: Desk, page: HardwareDialog) -> MachineFormDialog:
    """Open the form."""
    page.machines.add_button.click()
    form = desk.window.machines._form
    assert form is not None
    return form


def write(desk: Desk, form: MachineFormDialog, name: str, target: str) -> None:
    """Type into the form, and press Return."""
    for field, words in ((form.name, name), (form.target, target)):
        field.clear()
        desk.qtbot.keyClicks(field, words)
    desk.qtbot.keyClick(form.target, Qt.Key.Key_Return)


@pytest.fixture(autouse=True)
def looks_at_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def look(_paths: Paths) -> object:
        return FOUND

    monkeypatch.setattr(hardware_presenter, "look_at_hardware", look)


def test_a_machine_is_added_and_removed(desk: Desk, machines: Machines) -> None:
    page = page_with(desk, machines)
    desk.until(lambda: "No machine was added" in page.words())
    form = form_of(desk, page)
    assert not form.keep_button.isEnabled()
    write(desk, form, "attic", "me@attic.local")
    desk.until(lambda: "attic" in page.machines.words())
    assert desk.window.machines._form is None
    assert machines.all() == (ATTIC,)
    assert "me@attic.local" in page.machines.words()
    assert "Not asked yet" in page.machines.words()
    page.machines.buttons["attic", "remove"].click()
    desk.until(lambda: "No machine was added" in page.words())
    assert machines.all() == ()


def test_another_port_is_taken(desk: Desk, machines: Machines) -> None:
    form = form_of(desk, page_with(desk, machines))
    form.port.setValue(50099)
    write(desk, form, "attic", "attic")
    desk.until(lambda: bool(machines.all()))
    assert machines.all() == (SshMachine("attic", "attic", 50099),)


@pytest.mark.parametrize(
    ("name", "target", "told"),
    [
        ("GPU0", "attic", "what Hearth calls a device"),
        ("attic", "-oProxyCommand=x", "cannot be given"),
        ("cellar", "me@cellar", "cellar"),
    ],
)
def test_what_cannot_be_added_stays_written_and_is_told(
    desk: Desk, machines: Machines, name: str, target: str, told: str
) -> None:
    cellar = SshMachine("cellar", "cellar")
    page = page_with(desk, machines, cellar)
    form = form_of(desk, page)
    write(desk, form, name, target)
    desk.until(lambda: told in form.words())
    assert form.target.text() == target
    assert form.keep_button.isEnabled()
    assert machines.all() == (cellar,)


def test_a_check_says_how_much_memory_is_there_and_how_far_it_is(
    desk: Desk, machines: Machines, ssh: StandInSsh
) -> None:
    with rpc_devices.servers(1) as servers:
        port = int(servers.addresses[0].rpartition(":")[2])
        page = page_with(desk, machines, replace(ATTIC, rpc_port=port))
        assert not ssh.told(), "nothing is asked of a machine by itself"
        page.machines.buttons["attic", "check"].click()
        desk.until(lambda: "there and back" in page.machines.words())
        assert " free · " in page.machines.words()
        assert "rpc-server" in page.machines.words()
    desk.window.machines._machines.close()
    ssh.until_none_runs()


def test_why_a_machine_is_not_reached_is_told(
    desk: Desk, machines: Machines, ssh: StandInSsh
) -> None:
    ssh.behave("denied")
    page = page_with(desk, machines, ATTIC)
    page.machines.buttons["attic", "check"].click()
    desk.until(lambda: "Asking" not in page.machines.words())
    assert "key" in page.machines.words()
    assert page.machines.buttons["attic", "check"].isEnabled()


def test_a_page_that_is_closed_waits_for_no_machine(
    desk: Desk, machines: Machines, ssh: StandInSsh
) -> None:
    ssh.behave("hangs")
    page = page_with(desk, machines, ATTIC)
    page.machines.buttons["attic", "check"].click()
    assert not page.machines.buttons["attic", "check"].isEnabled()
    desk.until(lambda: bool(ssh.told()))
    page.close_button.click()
    ssh.until_none_runs()
    again = desk.window.hardware.show_page()
    desk.until(lambda: "Not asked yet" in again.machines.words())
    assert not any(isinstance(one, MachineAsked) for one in desk.window.machines._states.values())


def test_one_that_the_loaded_model_uses_is_not_asked(desk: Desk, machines: Machines) -> None:
    page = page_with(desk, machines, ATTIC)
    far = Device("attic", "RPC", "gpu", 4, 8, "RPC", round_trip_s=0.001)
    desk.post(ModelLoaded(replace(make_model(), devices=(far,))))
    assert "has a part there" in page.machines.words()
    assert not page.machines.buttons["attic", "check"].isEnabled()
    desk.post(ModelUnloaded())
    assert page.machines.buttons["attic", "check"].isEnabled()


def test_a_build_that_can_use_none_says_so(
    desk: Desk, machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Machines, "are_possible", staticmethod(lambda: False))
    page = desk.window.hardware.show_page()
    desk.until(lambda: "no RPC backend" in page.machines.words())
    assert not page.machines.add_button.isEnabled()


def test_what_is_copied_tells_no_names_of_machines(desk: Desk, machines: Machines) -> None:
    page = page_with(desk, machines, ATTIC)
    desk.until(lambda: "A GPU (X1)" in page.devices.words())
    page.copy_button.click()
    assert "attic" not in QGuiApplication.clipboard().text()
