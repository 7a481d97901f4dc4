"""A configuration is trusted only after a child has survived it."""

from __future__ import annotations

import json
import sys
import threading
from typing import TYPE_CHECKING

import numpy as np
import pytest
from msgspec import to_builtins

from app.core.engine.load import self_test, self_test_child
from app.core.engine.load.device_probe import DevicesListed, DevicesUnknown
from app.core.engine.load.self_test import CANDIDATES, SelfTest, forget_choices
from app.core.engine.load.self_test_report import PASSED
from app.core.errors import KnownError
from app.core.plain_value import replace
from app.core.protocol import BackendChoice, Device
from app.core.system.own_program import describe_code
from tests.helpers.harm import ABORTS_AT_ITS_END, DIED_OF_FAULT, READS_WHERE_NOTHING_IS

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("all_threads")


# A child that dies as a wrongly compiled kernel does, for the configurations named in DEADLY.
_MORTAL_CHILD = """
import json, runpy, sys
backend = json.loads(sys.argv[1])
if {deadly}:
    {fault}
sys.argv = ["app", "probe-child", "self-test", sys.argv[1]]
runpy.run_module("app", run_name="__main__")
"""

_PASSES = (sys.executable, "-c", "")


def _child(tmp_path: Path, deadly: str, *, before: str = "") -> tuple[str, ...]:
    script = tmp_path / "child.py"
    script.write_text(before + _MORTAL_CHILD.format(deadly=deadly, fault=READS_WHERE_NOTHING_IS))
    return (sys.executable, str(script))


def test_the_fastest_configuration_that_survives_is_chosen(tmp_path: Path) -> None:
    report = SelfTest(tmp_path / "b.json").choose()
    assert report.chosen == CANDIDATES[0]
    assert [trial.outcome for trial in report.trials] == [PASSED]


@pytest.mark.parametrize(
    ("deadly", "chosen"),
    [
        ("backend['use_extra_bufts']", BackendChoice(use_extra_bufts=False, use_gpu=True)),
        ("backend['use_gpu']", BackendChoice(use_extra_bufts=True, use_gpu=False)),
        ("any(backend.values())", BackendChoice(use_extra_bufts=False, use_gpu=False)),
    ],
)
def test_a_dying_child_leads_to_the_next_safer_configuration(
    tmp_path: Path, deadly: str, chosen: BackendChoice
) -> None:
    report = SelfTest(tmp_path / "b.json", _child(tmp_path, deadly)).choose()
    assert report.chosen == chosen
    assert DIED_OF_FAULT in str(report.trials[0].outcome)
    assert DIED_OF_FAULT in report.explanation()
    assert report.as_json()["trials"][-1]["passed"]


def test_a_driver_that_aborts_at_the_end_of_the_child_is_trusted_all_the_same(
    tmp_path: Path,
) -> None:
    child = _child(tmp_path, "False", before=ABORTS_AT_ITS_END)
    report = SelfTest(tmp_path / "b.json", child).choose()

    assert [trial.outcome for trial in report.trials] == [PASSED]


def test_when_every_child_dies_no_model_may_be_loaded(tmp_path: Path) -> None:
    test = SelfTest(tmp_path / "b.json", _child(tmp_path, "True"))
    with pytest.raises(KnownError, match="every self-test crashed") as caught:
        test.require()
    assert "every self-test crashed" in str(caught.value.what)
    assert not (tmp_path / "b.json").exists()


def test_a_choice_is_remembered_for_this_machine_and_made_again_on_demand(tmp_path: Path) -> None:
    memory = tmp_path / "b.json"
    first = SelfTest(memory, _child(tmp_path, "backend['use_extra_bufts']")).choose()
    remembered = SelfTest(memory, (sys.executable, "-c", "raise SystemExit(9)"))
    second = remembered.choose()
    assert second.remembered
    assert second.chosen == first.chosen
    assert second.trials == first.trials
    assert remembered.choose(again=True).chosen is None


def test_what_our_own_products_are_worth_is_measured_once_and_settled_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled: list[dict[str, int]] = []
    monkeypatch.setattr(self_test, "settle_products", settled.append)
    says = "print('a log'); print('hearth: {\"Q4_K\": 6}'); print('a driver ends')"
    first = SelfTest(tmp_path / "b.json", (sys.executable, "-c", says)).choose()
    second = SelfTest(tmp_path / "b.json", ("false",)).choose()

    assert (first.products, second.products, second.remembered) == ({"Q4_K": 6}, {"Q4_K": 6}, True)
    assert settled == [{"Q4_K": 6}, {"Q4_K": 6}]
    assert SelfTest(tmp_path / "other.json", _PASSES).choose().products == {}


@pytest.mark.parametrize("content", ["", "[]", "null", '{"x": 1}', "\x00\x01"])
def test_a_damaged_memory_only_costs_a_new_test(tmp_path: Path, content: str) -> None:
    memory = tmp_path / "b.json"
    memory.write_text(content)
    assert SelfTest(memory).choose().chosen == CANDIDATES[0]
    stored = [one for one in json.loads(memory.read_text()).values() if isinstance(one, dict)]
    assert any(to_builtins(CANDIDATES[0]).items() <= one.items() for one in stored)


def test_a_choice_of_an_earlier_version_still_counts(tmp_path: Path) -> None:
    memory = tmp_path / "b.json"
    SelfTest(memory).choose()
    [(key, stored)] = json.loads(memory.read_text()).items()
    memory.write_text(
        json.dumps({key: {name: stored[name] for name in to_builtins(CANDIDATES[0])}})
    )

    recalled = SelfTest(memory, ("false",)).recall()

    assert recalled is not None
    assert (recalled.chosen, recalled.trials) == (CANDIDATES[0], ())


def test_what_an_earlier_version_said_of_a_trial_is_said_again(tmp_path: Path) -> None:
    memory = tmp_path / "b.json"
    SelfTest(memory).choose()
    [(key, stored)] = json.loads(memory.read_text()).items()
    stored["trials"][0]["outcome"] = "passed"
    memory.write_text(json.dumps({key: stored}))

    recalled = SelfTest(memory, ("false",)).recall()

    assert recalled is not None
    assert [trial.outcome for trial in recalled.trials] == [PASSED]


def test_what_was_forgotten_is_tested_again(tmp_path: Path) -> None:
    memory = tmp_path / "b.json"
    test = SelfTest(memory, _child(tmp_path, "backend['use_gpu']"))
    assert test.recall() is None
    chosen = test.choose().chosen
    assert chosen is not None
    assert not chosen.use_gpu

    forget_choices(memory)
    forget_choices(memory)  # nothing is there any more

    assert test.recall() is None
    (tmp_path / "b.json").mkdir()
    with pytest.raises(KnownError, match="could not delete the result"):
        forget_choices(memory)


def test_a_child_that_hangs_is_ended_by_cancel(tmp_path: Path) -> None:
    started = tmp_path / "started"
    script = f"open({str(started)!r}, 'w').close(); import time; time.sleep(600)"
    test = SelfTest(tmp_path / "b.json", (sys.executable, "-c", script))
    reports = []
    thread = threading.Thread(target=lambda: reports.append(test.choose()))
    thread.start()
    while thread.is_alive() and not started.exists():
        thread.join(0.01)
    test.cancel()
    thread.join(30)
    assert reports[0].chosen is None
    assert len(reports[0].trials) == 1


def test_a_test_that_was_given_up_chooses_nothing_though_another_load_is_allowed(
    tmp_path: Path,
) -> None:
    started = tmp_path / "started"
    script = (
        "import json, sys, time; fastest = all(json.loads(sys.argv[1]).values());"
        f"open({str(started)!r}, 'w').close();"
        "fastest and time.sleep(600)"
    )
    test = SelfTest(tmp_path / "b.json", (sys.executable, "-c", script))
    reports = []
    thread = threading.Thread(target=lambda: reports.append(test.choose()))
    thread.start()
    while thread.is_alive() and not started.exists():
        thread.join(0.01)
    test.cancel()
    test.allow()
    thread.join(30)

    assert reports[0].chosen is None
    assert test.recall() is None


CPU = Device("CPU", "a processor", "cpu", 1, 1)
GPU = Device("Vulkan0", "Some Graphics 9000", "gpu", 1, 1, driver="Mesa 25.1")


@pytest.fixture
def devices(monkeypatch: pytest.MonkeyPatch) -> list[DevicesListed | DevicesUnknown]:
    """What is listed; the last entry counts."""
    said: list[DevicesListed | DevicesUnknown] = [DevicesListed((CPU,))]
    monkeypatch.setattr(self_test, "list_devices", lambda _begun: said[-1])
    return said


def _told(test: SelfTest) -> list[str]:
    return [problem.text() for problem in test.require().problems]


def test_a_gpu_that_has_gone_is_told_of_once(
    tmp_path: Path, devices: list[DevicesListed | DevicesUnknown]
) -> None:
    memory = tmp_path / "b.json"
    devices.append(DevicesListed((CPU, GPU)))
    assert _told(SelfTest(memory, _PASSES)) == []

    devices.append(DevicesListed((CPU,)))
    session = SelfTest(memory, _PASSES)
    [told] = _told(session)
    assert told.startswith("The GPU Some Graphics 9000 is unavailable")
    assert _told(session) == []
    assert _told(SelfTest(memory, _PASSES)) == []

    devices.append(DevicesListed((CPU, GPU)))
    assert _told(SelfTest(memory, _PASSES)) == []


def test_of_a_gpu_that_cannot_be_listed_nothing_is_said_here(
    tmp_path: Path, devices: list[DevicesListed | DevicesUnknown]
) -> None:
    devices.append(DevicesListed((CPU, GPU)))
    assert _told(SelfTest(tmp_path / "b.json", _PASSES)) == []
    devices.append(DevicesUnknown(describe_code(-6)))
    assert _told(SelfTest(tmp_path / "b.json", _PASSES)) == []


@pytest.mark.parametrize(
    "changed", [replace(GPU, driver="Mesa 25.2"), replace(GPU, description="Other Graphics")]
)
def test_another_driver_or_device_is_tried_anew(
    tmp_path: Path, devices: list[DevicesListed | DevicesUnknown], changed: Device
) -> None:
    memory = tmp_path / "b.json"
    devices.append(DevicesListed((CPU, GPU)))
    assert not SelfTest(memory, _PASSES).choose().remembered
    assert SelfTest(memory, _PASSES).choose().remembered

    devices.append(DevicesListed((CPU, changed)))
    assert not SelfTest(memory, _PASSES).choose().remembered


@pytest.mark.parametrize(("found", "expected"), [(1.02, True), (-1.0, False), (0.0, False)])
def test_a_gpu_must_say_what_the_processor_says(*, found: float, expected: bool) -> None:
    processor = np.random.default_rng(1).normal(size=(3, 50)).astype(np.float32)
    rows = processor.copy()
    rows[1] *= found

    assert self_test_child._say_the_same(rows, processor) is expected
