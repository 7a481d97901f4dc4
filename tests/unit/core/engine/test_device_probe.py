"""Drivers are asked in a child, whatever becomes of it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import psutil
import pytest

from app.core.engine import device_probe
from app.core.engine.device_probe import DevicesListed, DevicesUnknown, list_devices
from app.core.engine.self_test import machine_identity
from app.core.llama import gpu_backends, library
from app.core.own_program import own_command

if TYPE_CHECKING:
    from pathlib import Path

# As a driver does that ggml does not support: all is well until the process ends.
_ABORTS_AT_EXIT = """
import ctypes, runpy, sys
libc = ctypes.CDLL(None)
libc.__cxa_atexit(libc.abort, None, None)
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
    listed = list_devices(own_command(device_probe.CHILD_COMMAND))

    assert isinstance(listed, DevicesListed)
    assert isinstance(here, DevicesListed)
    names = [(device.name, device.kind) for device in listed.devices]
    assert names == [(device.name, device.kind) for device in here.devices]


def test_a_driver_that_aborts_at_the_end_of_its_process_does_no_harm(tmp_path: Path) -> None:
    script = tmp_path / "child.py"
    script.write_text(_ABORTS_AT_EXIT)

    listed = list_devices((sys.executable, str(script), device_probe.CHILD_COMMAND))

    assert isinstance(listed, DevicesListed)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import os; os.abort()", "died of signal 6"),
        ("raise SystemExit('no driver')", "ended with code 1: no driver"),
        ("print('[1, 2]')", "gave no readable answer"),
        ("", "gave no readable answer"),
    ],
)
def test_a_child_that_does_not_answer_leaves_the_devices_unknown(code: str, reason: str) -> None:
    assert list_devices((sys.executable, "-c", code)) == DevicesUnknown(reason)


def test_a_program_that_is_not_there_leaves_the_devices_unknown(tmp_path: Path) -> None:
    listed = list_devices((str(tmp_path / "missing"),))

    assert isinstance(listed, DevicesUnknown)
    assert listed.reason.startswith("could not be started")


def test_a_build_with_a_gpu_backend_is_asked_in_a_child_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def dies() -> tuple[()]:
        raise AssertionError("a driver was started in this process")

    monkeypatch.setattr(gpu_backends, "are_possible", lambda: True)
    monkeypatch.setattr(library, "devices", dies)

    assert machine_identity(list_devices())["devices"].startswith("cpu CPU")
