"""What is found on this machine, here and by way of a child, whatever becomes of that."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from app.core.engine.load.self_test import SelfTest
from app.core.engine.load.self_test_report import PASSED
from app.core.hardware.probe import HardwareUnknown, ask_hardware, report_here
from app.core.hardware.report import HardwareReport, report_lines
from app.core.phrases import phrase
from app.core.protocol import BackendChoice
from tests.helpers.harm import DIED_OF_ABORT
from tests.helpers.rpc_devices import run_with_devices

if TYPE_CHECKING:
    from pathlib import Path


def test_a_child_finds_what_this_process_finds(tmp_path: Path) -> None:
    trusted = tmp_path / "trusted.json"
    asked = ask_hardware(trusted)
    here = report_here(trusted)

    assert isinstance(asked, HardwareReport)
    assert (asked.build, asked.backends, asked.processor) == (
        *(here.build, here.backends, here.processor),
    )
    assert [device.name for device in asked.devices] == [device.name for device in here.devices]
    assert any(device.kind == "cpu" and device.backend for device in asked.devices)
    assert asked.chosen is None
    assert not asked.trials


def test_a_backend_that_is_named_apart_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GGML_BACKEND_PATH", "/somewhere/libggml-hip.so")

    assert "hip" in report_here(tmp_path / "trusted.json").backends


def test_what_the_self_test_found_out_is_told_and_nothing_is_tested(tmp_path: Path) -> None:
    trusted = tmp_path / "trusted.json"
    SelfTest(trusted).require()

    report = ask_hardware(trusted)

    assert report.chosen == BackendChoice()
    assert [trial.outcome for trial in report.trials] == [PASSED]
    assert not report.has_distrusted


def test_how_a_trial_ended_can_be_said_in_another_language(tmp_path: Path) -> None:
    trusted = tmp_path / "trusted.json"
    fails_first = (
        "import json, sys\n"
        "sys.exit('no driver' if json.loads(sys.argv[1])['use_extra_bufts'] else 0)"
    )
    tested = SelfTest(trusted, (sys.executable, "-c", fails_first)).choose()

    report = ask_hardware(trusted)

    assert report.trials == tested.trials
    ended = phrase("ended with code {code}: {said}", code=1, said="no driver")
    assert [trial.outcome for trial in report.trials] == [ended, PASSED]
    assert json.loads(json.dumps(report.as_json()))["trials"][0]["outcome"] == str(ended)


def test_a_gpu_is_told_with_its_memory_and_its_backend(tmp_path: Path) -> None:
    trusted = str(tmp_path / "trusted.json")
    found = json.loads(run_with_devices(2, "tests.helpers.hardware_run", trusted).splitlines()[-1])

    gpus = [device for device in found["report"]["devices"] if device["kind"] == "gpu"]
    assert len(gpus) == 2
    assert all(gpu["total_bytes"] > 0 and "RPC" in gpu["backend"] for gpu in gpus)
    assert found["report"]["trials"][0]["passed"]
    assert any("RPC" in line and "GB free" in line for line in found["text"])


@pytest.mark.parametrize(
    ("script", "ending"),
    [
        ("import os; os.abort()", DIED_OF_ABORT),
        ("import sys; sys.exit('no driver')", "ended with code 1: no driver"),
        ("print('driver 1.0')", "sent no readable answer"),
        ("print('hearth: {}')", "sent no readable answer"),
    ],
)
def test_a_child_that_says_nothing_leaves_it_unknown(
    tmp_path: Path, script: str, ending: str
) -> None:
    with pytest.raises(HardwareUnknown) as caught:
        ask_hardware(tmp_path, (sys.executable, "-c", script))

    assert caught.value.detail == f"the child {ending}"


def test_a_program_that_is_not_there_leaves_it_unknown(tmp_path: Path) -> None:
    with pytest.raises(HardwareUnknown):
        ask_hardware(tmp_path, (str(tmp_path / "missing"),))


def test_a_report_names_no_folder(tmp_path: Path) -> None:
    report = ask_hardware(tmp_path / "trusted.json")

    assert str(tmp_path) not in json.dumps(report.as_json())
    assert not [line for line in report_lines(report) if "/home" in line or "/tmp" in line]
