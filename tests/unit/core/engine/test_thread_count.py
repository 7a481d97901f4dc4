from __future__ import annotations

import os
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import psutil
import pytest
from llama_cpp import llama_cpp as native

from app.core.engine.load.thread_count import thread_count
from tests.helpers.engine_harness import Dialogue, EngineHarness

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let the system say what a test wants it to."""

    def describe(cores: int | None, processors: int, plugged: bool | None = True) -> None:
        battery = None if plugged is None else SimpleNamespace(power_plugged=plugged)
        monkeypatch.setattr(psutil, "cpu_count", lambda logical: cores)
        monkeypatch.setattr(psutil, "sensors_battery", lambda: battery, raising=False)
        monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: range(processors), raising=False)

    return describe


@pytest.mark.parametrize(
    ("cores", "processors", "expected"),
    [(8, 16, 8), (8, 4, 4), (None, 6, 6), (1, 2, 1), (4, 1, 1)],
)
def test_the_cores_that_may_be_used_compute(
    machine: Any, cores: int | None, processors: int, expected: int
) -> None:
    machine(cores, processors)
    assert thread_count() == expected


@pytest.mark.parametrize(("cores", "expected"), [(8, 4), (5, 3), (2, 1), (1, 1)])
def test_on_battery_half_of_them_do(machine: Any, cores: int, expected: int) -> None:
    machine(cores, 16, plugged=False)
    assert thread_count() == expected


def test_a_machine_without_a_battery_uses_all(machine: Any) -> None:
    machine(8, 16, plugged=None)
    assert thread_count() == 8


def test_a_battery_that_cannot_be_read_counts_as_none(
    machine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise OSError("no such device")

    machine(8, 16)
    monkeypatch.setattr(psutil, "sensors_battery", fail, raising=False)
    assert thread_count() == 8


def test_a_system_that_knows_no_batteries_uses_all(
    machine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine(8, 16)
    monkeypatch.delattr(psutil, "sensors_battery")
    assert thread_count() == 8


def test_the_engine_asks_again_for_each_answer(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with EngineHarness(tmp_path / "engine", tiny_model) as harness:
        runner = harness.engine._runner
        assert runner is not None
        for n_threads in (3, 1):
            monkeypatch.setattr("app.core.engine.load.loader.thread_count", lambda n=n_threads: n)
            harness.answer(Dialogue().user("Hello?"), max_tokens=2)
            assert native.llama_n_threads(runner._context.handle) == n_threads
