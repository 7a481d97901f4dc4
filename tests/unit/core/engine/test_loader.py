from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.engine.errors import NotAChatModel, WouldFreezeMachine
from app.core.engine.load import loader, model_measure
from app.core.fit.machine import DeviceMemory, MachineMemory
from app.core.llama import Model, ModelParams
from app.core.llama.errors import ModelTooLarge
from app.core.plain_value import replace
from app.core.protocol import BackendChoice
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.loading import load_command

if TYPE_CHECKING:
    from pathlib import Path

GIB = 2**30
ROOMY = MachineMemory(64 * GIB, 64 * GIB)


def load(path: Path, **command: Any) -> loader.LoadedModel:
    return loader.load(load_command(path, **command), BackendChoice(), lambda _fraction: True)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> list[MachineMemory]:
    """What the machine is said to have; the last entry counts."""
    said = [ROOMY]
    monkeypatch.setattr(loader, "measure_machine", lambda _backend: said[-1])
    return said


class SmallGPU:
    """A device that says it has much memory and has room for a few layers only."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, n_that_fit: int) -> None:
        self.tried: list[int] = []
        self._n_that_fit = n_that_fit
        self._real = Model
        monkeypatch.setattr(loader, "Model", self._load)
        monkeypatch.setattr(model_measure, "Model", self._simulate)

    def _load(self, path: str, params: ModelParams, on_progress: Any) -> Model:
        self.tried.append(params.n_gpu_layers)
        if params.n_gpu_layers > self._n_that_fit:
            raise ModelTooLarge("cudaMalloc failed: out of memory", path=path)
        return self._real(path, ModelParams(0, params.use_extra_bufts), on_progress)

    def _simulate(self, path: str, params: ModelParams, on_progress: Any) -> Model:
        return self._real(path, replace(params, n_gpu_layers=0, shares=()), on_progress)


def gpu(free_bytes: int) -> DeviceMemory:
    return DeviceMemory("GPU0", "gpu", free_bytes, free_bytes)


def test_a_gpu_with_less_memory_than_it_says_gets_fewer_layers_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, machine: list[MachineMemory]
) -> None:
    path = write_tiny_llama(tmp_path / "deep.gguf", n_layers=40)
    small = SmallGPU(monkeypatch, 20)
    machine.append(replace(ROOMY, devices=(gpu(18 * 2**20),)))

    loaded = load(path, n_ctx=2048)

    try:
        assert small.tried == sorted(small.tried, reverse=True)
        assert len(small.tried) > 1
        assert 0 < loaded.n_gpu_layers <= 20
        said = [str(note) for note in loaded.notes]
        assert said == [f"{loaded.n_gpu_layers} of 40 layers fit on the GPU; the rest runs slower."]
    finally:
        loaded.close()


def test_a_gpu_that_takes_nothing_at_all_is_left_alone_in_the_end(
    monkeypatch: pytest.MonkeyPatch, tiny_model: Path, machine: list[MachineMemory]
) -> None:
    small = SmallGPU(monkeypatch, 0)
    machine.append(replace(ROOMY, devices=(gpu(8 * GIB),)))

    loaded = load(tiny_model)

    try:
        assert small.tried[-1] == 0
        said = [str(note) for note in loaded.notes]
        assert said == ["The GPU has too little free memory; this model runs on the processor."]
    finally:
        loaded.close()


def test_a_context_larger_than_the_memory_is_made_smaller_and_that_is_said(
    tiny_model: Path, machine: list[MachineMemory]
) -> None:
    machine.append(MachineMemory(GIB, 2 * GIB))
    wished = 2**31 - 2**10

    loaded = load(tiny_model, n_ctx=wished)

    try:
        assert loaded.context.n_ctx < wished
        assert f"of {wished:,} tokens" in str(loaded.notes[-1])
    finally:
        loaded.close()


def test_a_model_for_which_others_must_give_way_says_so(
    tiny_model: Path, machine: list[MachineMemory]
) -> None:
    machine.append(MachineMemory(2**20, 2 * GIB))

    loaded = load(tiny_model)

    try:
        assert "other programs may slow down" in str(loaded.notes[0])
    finally:
        loaded.close()


def test_a_model_larger_than_the_machine_is_refused_before_it_is_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, machine: list[MachineMemory]
) -> None:
    path = write_tiny_llama(tmp_path / "large.gguf", n_layers=64)
    machine.append(MachineMemory(2**20, 8 * 2**20))
    touched: list[str] = []
    monkeypatch.setattr(loader, "Model", lambda path, *_: touched.append(path))

    with pytest.raises(WouldFreezeMachine) as caught:
        load(path)

    assert not touched
    assert "freeze the machine" in str(caught.value.effect)


def test_a_model_that_answers_nothing_is_refused_before_it_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Model, "is_decoder", False)
    path = write_tiny_llama(tmp_path / "embedding.gguf")

    with pytest.raises(NotAChatModel):
        load(path)
