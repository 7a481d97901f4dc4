"""Drivers are asked in a child, whatever becomes of it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import psutil
import pytest

from app.core.engine.load import device_probe
from app.core.engine.load.device_probe import (
    DeviceListing,
    DevicesListed,
    DevicesUnknown,
    list_devices,
)
from app.core.engine.load.self_test import machine_identity
from app.core.ggml import gpu_backends
from app.core.system.probes import describe_hang, own_probe
from tests.helpers.harm import ABORTS_AT_ITS_END, DIED_OF_ABORT

if TYPE_CHECKING:
    from pathlib import Path

_RUNS_THE_PROGRAM = """
import runpy, sys
sys.argv = ["app", *sys.argv[1:]]
runpy.run_module("app", run_name="__main__")
"""


def test_the_processor_is_listed_with_what_the_system_has_available() -> None:
    listed = list_devices()

    assert isinstance(listed, DevicesListed)
    cpu = next(device for device in listed.devices if device.kind == "cpu")
    assert 0 < cpu.free_bytes <= psutil.virtual_memory().total


def test_a_child_lists_what_this_process_would() -> None:
    here = list_devices()
    listed = DeviceListing(own_probe("devices")).result()

    assert isinstance(listed, DevicesListed)
    assert isinstance(here, DevicesListed)
    names = [(device.name, device.kind) for device in listed.devices]
    assert names == [(device.name, device.kind) for device in here.devices]


def test_a_driver_that_aborts_at_the_end_of_its_process_does_no_harm(tmp_path: Path) -> None:
    script = tmp_path / "child.py"
    script.write_text(ABORTS_AT_ITS_END + _RUNS_THE_PROGRAM)

    listed = DeviceListing((sys.executable, str(script), "probe-child", "devices")).result()

    assert isinstance(listed, DevicesListed)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import os; os.abort()", DIED_OF_ABORT),
        ("raise SystemExit('no driver')", "ended with code 1: no driver"),
        ("print('hearth: [1, 2]')", "sent no readable answer"),
        ("", "sent no readable answer"),
    ],
)
def test_a_child_that_does_not_answer_leaves_the_devices_unknown(code: str, reason: str) -> None:
    listed = DeviceListing((sys.executable, "-c", code)).result()

    assert isinstance(listed, DevicesUnknown)
    assert str(listed.reason) == reason


def test_a_program_that_is_not_there_leaves_the_devices_unknown(tmp_path: Path) -> None:
    listed = DeviceListing((str(tmp_path / "missing"),)).result()

    assert isinstance(listed, DevicesUnknown)
    assert str(listed.reason).startswith("could not be started")


def test_a_build_with_a_gpu_backend_is_asked_in_a_child_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def dies() -> tuple[()]:
        raise AssertionError("a driver was started in this process")

    monkeypatch.setattr(gpu_backends, "are_possible", lambda: True)
    monkeypatch.setattr(device_probe, "devices", dies)

    assert machine_identity(list_devices())["devices"].startswith("cpu CPU")


def test_a_list_that_was_begun_is_taken_while_it_is_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = DeviceListing((sys.executable, "-c", "raise SystemExit('the one begun')"))

    listed = list_devices(begun)
    assert isinstance(listed, DevicesUnknown)
    assert str(listed.reason) == "ended with code 1: the one begun"
    monkeypatch.setattr(device_probe, "_FRESH_S", 0.0)
    assert isinstance(list_devices(begun), DevicesListed)


def test_listing_devices_does_without_the_package_llama_cpp() -> None:
    code = (
        "import sys; from app.core.ggml.devices_child import run_devices_child as run; run()\n"
        "sys.exit('llama_cpp' in sys.modules or 'numpy' in sys.modules)"
    )
    listed = DeviceListing((sys.executable, "-c", code)).result()

    assert isinstance(listed, DevicesListed)
    assert "cpu" in {device.kind for device in listed.devices}


def test_a_child_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device_probe, "_TIMEOUT_S", 0.2)
    listing = DeviceListing((sys.executable, "-c", "import time; time.sleep(600)"))

    assert listing.result() == DevicesUnknown(describe_hang(0.2))
