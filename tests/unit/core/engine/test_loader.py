from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.engine import loader
from app.core.engine.loader import choose_context_size, offload_fallbacks
from app.core.llama import ALL_LAYERS, Model, ModelParams, library
from app.core.llama.errors import ModelTooLarge
from app.core.protocol import BackendChoice, LoadModel

if TYPE_CHECKING:
    from pathlib import Path

GIB = 2**30


def test_the_context_is_as_large_as_model_and_memory_allow() -> None:
    per_token = 128 * 1024
    assert choose_context_size(
        n_ctx_train=8192, bytes_per_token=per_token, free_bytes=64 * GIB
    ) == (8192)
    assert (
        choose_context_size(n_ctx_train=131_072, bytes_per_token=per_token, free_bytes=64 * GIB)
        == 32_768
    )
    assert (
        choose_context_size(n_ctx_train=131_072, bytes_per_token=per_token, free_bytes=4 * GIB)
        == 8192
    )
    assert choose_context_size(n_ctx_train=131_072, bytes_per_token=per_token, free_bytes=0) == 2048
    assert choose_context_size(n_ctx_train=512, bytes_per_token=per_token, free_bytes=GIB) == 512


def test_what_does_not_fit_the_gpu_is_tried_with_fewer_layers_down_to_none() -> None:
    assert offload_fallbacks(32) == (24, 16, 8, 0)
    assert offload_fallbacks(1) == (0,)
    assert offload_fallbacks(0) == (0,)


def test_a_gpu_without_enough_memory_is_used_for_fewer_layers_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch, tiny_model: Path
) -> None:
    real = Model
    tried: list[int] = []

    def only_one_layer_fits(path: str, params: ModelParams, on_progress: Any) -> Any:
        tried.append(params.n_gpu_layers)
        if params.n_gpu_layers not in (0, 1):
            raise ModelTooLarge(path, "cudaMalloc failed: out of memory")
        return real(path, ModelParams(0, params.use_extra_bufts), on_progress)

    monkeypatch.setattr(loader, "Model", only_one_layer_fits)
    monkeypatch.setattr(library, "supports_gpu", lambda: True)
    loaded = loader.load(LoadModel(str(tiny_model)), BackendChoice(), lambda _fraction: True)
    try:
        assert tried == [ALL_LAYERS, 1]
        assert loaded.n_gpu_layers == 1
        said = [str(note) for note in loaded.notes]
        assert said == ["1 of 2 layers fit on the GPU; the rest runs slower."]
    finally:
        loaded.close()


def test_a_context_larger_than_the_memory_is_made_smaller_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch, tiny_model: Path
) -> None:
    monkeypatch.setattr(loader, "_free_bytes", lambda *, on_gpu: 16 * 2**20)
    wished = 2**31 - 2**10
    loaded = loader.load(
        LoadModel(str(tiny_model), n_ctx=wished), BackendChoice(), lambda _fraction: True
    )
    try:
        assert loaded.context.n_ctx < wished
        assert f"of {wished:,} tokens" in str(loaded.notes[-1])
    finally:
        loaded.close()


def test_a_model_larger_than_the_machine_is_refused_before_it_is_touched(tmp_path: Path) -> None:
    path = tmp_path / "huge.gguf"
    with path.open("wb") as file:
        file.write(b"GGUF")
        file.truncate(2**42)
    with pytest.raises(ModelTooLarge):
        loader.load(LoadModel(str(path)), BackendChoice(), lambda _fraction: True)


@pytest.mark.parametrize("n_ctx_train", [-(2**31), -1, 0, 1])
def test_a_model_that_says_nonsense_of_its_context_gets_the_smallest_usual_one(
    n_ctx_train: int,
) -> None:
    size = choose_context_size(n_ctx_train=n_ctx_train, bytes_per_token=1024, free_bytes=GIB)
    assert size == 2048
