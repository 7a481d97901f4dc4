"""A model file may say anything; the program outlives it, and the model answers or is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gguf
import pytest

from app.core.llama import SamplerChain
from app.core.llama.gguf_reader import model_files
from app.core.protocol import (
    BackendChoice,
    FinishReason,
    LoadModel,
    ModelLoaded,
    ModelLoadFailed,
    SamplingParams,
)
from tests.helpers import gguf_factory
from tests.helpers.engine_harness import Dialogue, EngineHarness

if TYPE_CHECKING:
    from collections.abc import Mapping
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


def _header(path: Path, architecture: str, values: Mapping[str, Any]) -> str:
    """Write a file without tensors that says `values` of itself."""
    writer = gguf.GGUFWriter(path, architecture)
    for key, value in values.items():
        name = architecture + key if key.startswith(".") else key
        if isinstance(value, list):
            writer.add_array(name, value)
        else:
            kinds_of = {str: "STRING", int: "UINT32", float: "FLOAT32"}
            writer.add_key_value(name, value, gguf.GGUFValueType[kinds_of[type(value)]])
    gguf_factory.finish(writer)
    return str(path)


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
    assert finished.finish_reason is FinishReason.LENGTH, text
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


def test_a_claimed_number_of_files_is_not_believed(tmp_path: Path) -> None:
    values = {"split.count": 2**32 - 1}
    path = _header(tmp_path / "m-00001-of-00002.gguf", "llama", values)
    assert model_files(path) == (path,)


def test_a_template_that_writes_nothing_is_told_as_it_is(tmp_path: Path) -> None:
    model = gguf_factory.write_tiny_llama(tmp_path / "m.gguf", chat_template="{{ '' }}")
    with EngineHarness(tmp_path / "a", model) as harness:
        problem = harness.answer(Dialogue().user("Hi"))[1].problem
    assert problem is not None
    assert "chat template of this model failed" in str(problem.what)
