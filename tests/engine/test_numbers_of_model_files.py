"""A model file may say anything; the program outlives it, and the model answers or is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gguf
import pytest

from app.core.engine.protocol import (
    BackendChoice,
    FinishReason,
    LoadModel,
    ModelLoaded,
    ModelLoadFailed,
    SamplingParams,
)
from app.core.llama import SamplerChain
from tests.helpers import gguf_factory
from tests.helpers.engine_harness import Dialogue, EngineHarness

if TYPE_CHECKING:
    from pathlib import Path

HUGE = 2_000_000_000
SAMPLING = {
    "general.sampling.penalty_last_n": HUGE,
    "general.sampling.top_k": HUGE,
    "general.sampling.penalty_repeat": 1.1,
    "general.sampling.temp": 1e30,
}
# Name by name, each alone, in a model that is right otherwise.
STRANGE = [
    ("llama.context_length", 2**32 - 1),
    ("llama.context_length", 2**31),
    ("llama.context_length", 1),
    ("llama.rope.scaling.original_context_length", 2**32 - 1),
    ("llama.rope.freq_base", 1e38),
    ("llama.rope.freq_base", -1.0),
    ("llama.rope.scaling.factor", 0.0),
    ("llama.attention.sliding_window", 2**32 - 1),
    ("llama.attention.layer_norm_rms_epsilon", 0.0),
]


def _write(path: Path, monkeypatch: pytest.MonkeyPatch, values: dict[str, Any]) -> Path:
    describe = gguf_factory.describe

    def described(writer: gguf.GGUFWriter, *arguments: Any, **options: Any) -> None:
        describe(writer, *arguments, **options)
        for key, value in values.items():
            for shard in writer.kv_data:
                shard.pop(key, None)
            kind = gguf.GGUFValueType.FLOAT32
            if isinstance(value, int):
                is_sampling = key.startswith("general.")
                kind = gguf.GGUFValueType.INT32 if is_sampling else gguf.GGUFValueType.UINT32
            writer.add_key_value(key, value, kind)

    monkeypatch.setattr(gguf_factory, "describe", described)
    return gguf_factory.write_tiny_llama(path)


def test_a_file_cannot_make_the_sampler_take_all_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = []
    begin = SamplerChain.__init__

    def noted(chain: SamplerChain, model: Any, params: Any) -> None:
        given.append(params)
        assert params.repeat_last_n <= 100_000, "it would end this process"
        begin(chain, model, params)

    monkeypatch.setattr(SamplerChain, "__init__", noted)
    model = _write(tmp_path / "m.gguf", monkeypatch, SAMPLING)
    with EngineHarness(tmp_path / "a", model) as harness:
        text, finished = harness.answer(
            Dialogue().user("Hi"), sampling=SamplingParams(), max_tokens=3
        )
    assert finished.reason is FinishReason.LENGTH, text
    assert given


@pytest.mark.parametrize(("key", "value"), STRANGE)
def test_a_strange_number_in_a_file_is_survived(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch, key: str, value: float
) -> None:
    model = _write(tmp_path / "m.gguf", monkeypatch, {key: value})
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.post(LoadModel(str(model), backend=BackendChoice()))
        loaded = harness.wait_any(ModelLoaded, ModelLoadFailed)
        if isinstance(loaded, ModelLoaded):
            assert 0 < loaded.info.n_ctx <= 32_768
            assert harness.answer(Dialogue().user("Hi"), max_tokens=3)[1].stats.n_prompt


@pytest.mark.parametrize("value", [-1e-5, float("nan"), float("inf")])
def test_a_number_on_which_llama_cpp_would_end_the_process_is_refused(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch, value: float
) -> None:
    key = "llama.attention.layer_norm_rms_epsilon"
    model = _write(tmp_path / "m.gguf", monkeypatch, {key: value})
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.post(LoadModel(str(model), backend=BackendChoice()))
        assert "damaged" in harness.wait(ModelLoadFailed).problem.what
        assert harness.answer(Dialogue().user("Hi"), max_tokens=3)[0]
