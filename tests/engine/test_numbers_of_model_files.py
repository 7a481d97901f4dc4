"""A model file may say anything; the program outlives it, and the model answers or is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gguf
import numpy as np
import pytest

from app.core.llama import SamplerChain
from app.core.llama.errors import DamagedModelFile
from app.core.llama.gguf_file import check_complete
from app.core.llama.model_files import model_files
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
from tests.helpers.memory_kinds import Kind, kinds

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

NAN = float("nan")
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]
TOKENS, TYPES = "tokenizer.ggml.tokens", "tokenizer.ggml.token_type"
# Headers as models have them that people use; a key with a dot in front belongs to the kind.
REAL: dict[str, dict[str, Any]] = {
    "llama": {
        ".attention.head_count": 32,
        ".attention.head_count_kv": 8,
        ".block_count": 80,
        ".context_length": 10_485_760,
        ".embedding_length": 4096,
        ".rope.dimension_count": 128,
        ".rope.freq_base": 1e9,
        ".vocab_size": 1 << 20,
    },
    "qwen3moe": {
        ".attention.head_count": 32,
        ".attention.head_count_kv": 4,
        ".attention.key_length": 128,
        ".attention.value_length": 128,
        ".block_count": 48,
        ".embedding_length": 2048,
        ".expert_count": 1024,
        ".expert_used_count": 8,
    },
    "qwen2vl": {
        ".attention.head_count": 28,
        ".attention.head_count_kv": 4,
        ".block_count": 28,
        ".embedding_length": 3584,
        ".rope.dimension_sections": [16, 24, 24, 0],
    },
    "deepseek2": {
        ".attention.head_count": 128,
        ".attention.head_count_kv": 1,
        ".attention.key_length": 576,
        ".attention.key_length_mla": 192,
        ".attention.kv_lora_rank": 512,
        ".attention.value_length": 512,
        ".attention.value_length_mla": 128,
        ".block_count": 61,
        ".embedding_length": 7168,
        ".expert_count": 256,
        ".expert_group_count": 8,
        ".expert_group_used_count": 4,
        ".expert_used_count": 8,
        ".rope.dimension_count": 64,
        ".rope.scaling.factor": 40.0,
        ".rope.scaling.type": "yarn",
    },
    "gemma3": {
        ".attention.head_count": 8,
        ".attention.head_count_kv": 4,
        ".attention.key_length": 256,
        ".attention.value_length": 256,
        ".block_count": 34,
        ".embedding_length": 2560,
    },
    "lfm2": {
        ".attention.head_count": 32,
        ".attention.head_count_kv": [0, 0, 8, 0],
        ".block_count": 4,
        ".embedding_length": 2048,
    },
    "mamba": {".attention.head_count": 0, ".block_count": 64, ".embedding_length": 2560},
    "mamba2": {
        ".attention.head_count": 0,
        ".block_count": 64,
        ".embedding_length": 2560,
        ".ssm.group_count": 1,
        ".ssm.inner_size": 5120,
        ".ssm.time_step_rank": 80,
    },
    "glm5-next": {
        ".attention.head_count": 64,
        ".block_count": 78,
        ".embedding_length": 6144,
        ".rope.dimension_count": 0,
    },
    "hunyuan-dense": {
        ".attention.head_count": 32,
        ".block_count": 32,
        ".embedding_length": 4096,
        ".expert_count": 1,
    },
}
# What llama.cpp would not survive, in a header that is right otherwise.
IMPOSSIBLE: list[tuple[str, dict[str, Any]]] = [
    ("llama", {".block_count": 0}),
    ("llama", {".block_count": 513}),
    ("llama", {".block_count": 2**32 - 1}),
    ("llama", {".nextn_predict_layers": 81}),
    ("llama", {".expert_count": 2}),
    ("llama", {".expert_used_count": 1}),
    ("llama", {".expert_group_count": 1}),
    ("llama", {".rope.scaling.type": ""}),
    ("llama", {".rope.scaling.type": "x" * 100_000}),
    ("llama", {".rope.dimension_count": 0}),
    ("llama", {".rope.dimension_count": 2**31}),
    ("llama", {".attention.head_count_kv": 3}),
    ("llama", {".attention.value_length": 64}),
    ("llama", {".attention.group_norm_epsilon": NAN}),
    ("llama", {".vocab_size": 2**32 - 1}),
    ("qwen3moe", {".expert_count": 1025}),
    ("qwen3moe", {".expert_count": 7}),
    ("qwen3moe", {".expert_used_count": 0}),
    ("qwen3moe", {".expert_used_count": [8, -1]}),
    ("qwen3moe", {".expert_group_count": 3, ".expert_group_used_count": 1}),
    ("qwen3moe", {".expert_group_count": 8, ".expert_group_used_count": 8}),
    ("qwen3moe", {".expert_group_count": 1024}),
    ("qwen2vl", {".attention.key_length": 100_000}),
    ("qwen2vl", {".rope.dimension_sections": [0, 0, 0, 0]}),
    ("qwen2vl", {".rope.dimension_sections": [16, -24, 24, 0]}),
    ("qwen2vl", {".rope.dimension_sections": [16, 24, 24, 65]}),
    ("deepseek2", {".attention.head_count_kv": 128}),
    ("deepseek2", {".attention.key_length": 64}),
    ("deepseek2", {".attention.key_length_mla": 64}),
    ("deepseek2", {".attention.temperature_scale": 0.1}),
    ("gemma3", {".rope.dimension_count": 0}),  # without an end
    ("gemma3", {".rope.dimension_count": 3}),
    ("gemma3", {".rope.dimension_count": 258}),
    ("lfm2", {".rope.dimension_count": 0}),
    ("mamba2", {".ssm.group_count": 0}),
    ("mamba2", {".ssm.time_step_rank": 81}),
    ("glm4moe", {".block_count": 46}),  # no experts
    ("llama", {"tokenizer.ggml.model": "gpt2", TOKENS: ["a", "b", "a"]}),
    ("llama", {"tokenizer.ggml.model": "llama", TOKENS: BYTES[:65] + BYTES[66:]}),
    ("llama", {"tokenizer.ggml.model": "rwkv", TOKENS: BYTES}),
    ("llama", {"tokenizer.ggml.model": "bert", TOKENS: ["a", "b"], TYPES: [1, 6]}),
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


@pytest.mark.parametrize("value", [-1e-5, float("nan"), float("inf")])
def test_a_number_on_which_llama_cpp_would_end_the_process_is_refused(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch, value: float
) -> None:
    key = "llama.attention.layer_norm_rms_epsilon"
    model = _write(tmp_path / "m.gguf", monkeypatch, {key: value})
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.post(LoadModel(str(model), backend=BackendChoice()))
        assert "damaged" in str(harness.wait(ModelLoadFailed).problem.what)
        assert harness.answer(Dialogue().user("Hi"), max_tokens=3)[0]


@pytest.mark.parametrize("architecture", REAL)
def test_the_numbers_of_real_models_are_accepted(tmp_path: Path, architecture: str) -> None:
    check_complete(_header(tmp_path / "m.gguf", architecture, REAL[architecture]))


@pytest.mark.parametrize("kind", kinds(), ids=str)
def test_every_kind_of_memory_is_accepted(tmp_path: Path, kind: Kind) -> None:
    check_complete(str(kind.write(tmp_path / "m.gguf")))


@pytest.mark.parametrize(
    ("tokenizer", "tokens"),
    [
        ("gpt2", ["a", "", "", "b"]),  # llama.cpp gives each empty one a name of its own
        ("llama", ["<unk>", "<s>", *BYTES, "a"]),
        ("llama", [chr(n) if 33 < n < 127 else token for n, token in enumerate(BYTES)]),
        ("rwkv", ["<s>", *(repr(bytes([byte]))[2:-1] for byte in range(256))]),
    ],
)
def test_the_vocabularies_of_real_models_are_accepted(
    tmp_path: Path, tokenizer: str, tokens: list[str]
) -> None:
    said = {"tokenizer.ggml.model": tokenizer, TOKENS: tokens}
    check_complete(_header(tmp_path / "m.gguf", "llama", said))


@pytest.mark.parametrize(("architecture", "values"), IMPOSSIBLE)
def test_what_llama_cpp_would_not_survive_is_refused_before_it_sees_it(
    tmp_path: Path, architecture: str, values: dict[str, Any]
) -> None:
    said = REAL.get(architecture, {}) | values
    with pytest.raises(DamagedModelFile, match="incomplete or damaged") as refusal:
        check_complete(_header(tmp_path / "m.gguf", architecture, said))
    assert len(refusal.value.detail) < 300


def test_tensors_that_cannot_be_mapped_are_refused(tmp_path: Path) -> None:
    writer = gguf.GGUFWriter(tmp_path / "m.gguf", "llama")
    writer.add_block_count(1)
    writer.add_custom_alignment(8)
    for name in ("first", "second"):  # eight bytes apart
        writer.add_tensor(name, np.zeros(2, dtype=np.float32))
    gguf_factory.finish(writer)
    with pytest.raises(DamagedModelFile) as refusal:
        check_complete(str(tmp_path / "m.gguf"))
    assert "multiples of 32 bytes" in refusal.value.detail


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("output.weight", np.int32),
        ("output.weight", np.float64),
        ("blk.0.attn_norm.weight", "f2"),
        ("blk.0.ssm_a", "f2"),
        ("blk.0.shortconv.conv.weight", "f2"),
    ],
)
def test_types_of_weights_that_nothing_computes_with_are_refused(
    tmp_path: Path, name: str, kind: Any
) -> None:
    writer = gguf.GGUFWriter(tmp_path / "m.gguf", "llama")
    writer.add_block_count(1)
    writer.add_tensor("blk.0.ffn_gate_tid2eid.weight", np.zeros(8, dtype=np.int32))
    writer.add_tensor(name, np.zeros(8, dtype=kind))
    gguf_factory.finish(writer)
    with pytest.raises(DamagedModelFile) as refusal:
        check_complete(str(tmp_path / "m.gguf"))
    assert name in refusal.value.detail


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
