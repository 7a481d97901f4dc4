"""What people are told of a model file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.gguf.cursor import open_source
from app.core.gguf.parser import read_header
from app.core.gguf.summary import ModelKind, ModelSummary, summarise
from tests.helpers import gguf_bytes as raw
from tests.helpers.gguf_bytes import Bytes
from tests.helpers.gguf_factory import write_tiny_llama

if TYPE_CHECKING:
    from pathlib import Path

F32, F16, Q4_K = 0, 1, 12
TOKENIZER = [
    raw.string("tokenizer.ggml.model", "gpt2"),
    raw.strings("tokenizer.ggml.tokens", ["a"]),
]
WEIGHT = raw.tensor("w", (256, 4), Q4_K)


def summary(
    *values: bytes, tensors: tuple[bytes, ...] = (WEIGHT,), name: str = "My-Model-Q4_K_M.gguf"
) -> ModelSummary:
    return summarise(read_header(Bytes(raw.header(list(values), list(tensors)), name)))


def of_architecture(name: str) -> bytes:
    return raw.string("general.architecture", name)


def test_a_whole_model_is_described(tmp_path: Path) -> None:
    path = write_tiny_llama(tmp_path / "m.gguf", quant="Q8_0", n_layers=3, n_ctx=1234)
    with open_source(path) as source:
        found = summarise(read_header(source))
    assert (found.name, found.kind, found.architecture) == ("Tiny", ModelKind.LANGUAGE, "llama")
    assert (found.n_layers, found.n_ctx_train, found.n_vocab) == (3, 1234, 288)
    assert (found.quantisation, found.has_chat_template, found.has_tokenizer) == (
        "Q8_0",
        *[True] * 2,
    )
    assert (found.split_index, found.split_count, found.missing_bytes) == (0, 1, 0)
    assert found.size_bytes == path.stat().st_size
    assert found.n_parameters == found.n_active_parameters > 288 * 64 * 2


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Qwen3 4B Instruct", "Qwen3 4B Instruct"),
        ("  Two\nlines\x1b[0m ", "Two lines [0m"),
        ("x" * 500, "x" * 120),
        *((useless, "My Model") for useless in ("", " ", ".", "model", "LLaMA", "hf", "7")),
        *((useless, "My Model") for useless in ("n/a", " N/A ", "None", "<unknown>", "[]")),
        ("a3f09bc41e", "My Model"),
        ("checkpoint-3000", "My Model"),
    ],
)
def test_a_model_is_called_by_its_name_or_where_that_says_nothing_by_its_file(
    said: str, shown: str
) -> None:
    assert summary(raw.string("general.name", said)).name == shown


def test_the_number_of_a_part_is_no_name() -> None:
    assert summary(name="big-00002-of-00003.gguf").name == "big"
    assert summary(name=".gguf").name == ".gguf"


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([of_architecture("llama"), *TOKENIZER], ModelKind.LANGUAGE),
        ([of_architecture("bert"), *TOKENIZER], ModelKind.EMBEDDING),
        ([of_architecture("qwen3"), raw.uint32("qwen3.pooling_type", 3), *TOKENIZER], "embedding"),
        ([of_architecture("qwen3"), raw.uint32("qwen3.pooling_type", 4), *TOKENIZER], "reranker"),
        ([of_architecture("qwen3"), raw.uint32("qwen3.pooling_type", 0), *TOKENIZER], "language"),
        ([of_architecture("clip")], ModelKind.PROJECTOR),
        ([of_architecture("gemma4-assistant"), *TOKENIZER], ModelKind.DRAFT_HEAD),
        ([of_architecture("dflash"), *TOKENIZER], ModelKind.DRAFT_HEAD),
        ([raw.string("general.type", "mmproj")], ModelKind.PROJECTOR),
        ([of_architecture("llama"), raw.string("general.type", "adapter")], ModelKind.ADAPTER),
        ([of_architecture("llama"), raw.string("adapter.type", "lora")], ModelKind.ADAPTER),
        ([raw.uint32("split.no", 1), raw.uint32("split.count", 2)], ModelKind.PART),
        ([of_architecture("flux")], ModelKind.OTHER),
        ([], ModelKind.OTHER),
    ],
)
def test_what_a_file_can_be_used_for_is_told(values: list[bytes], kind: str) -> None:
    assert summary(*values).kind == kind


def test_a_tokenizer_without_weights_is_no_model_unless_they_are_in_the_next_file() -> None:
    values = [of_architecture("bert"), *TOKENIZER]
    assert summary(*values, tensors=()).kind is ModelKind.VOCABULARY
    first = summary(of_architecture("llama"), *TOKENIZER, raw.uint32("split.count", 3), tensors=())
    assert (first.kind, first.split_count) == (ModelKind.LANGUAGE, 3)


def test_the_parameters_of_experts_that_a_token_passes_by_are_not_active() -> None:
    found = summary(
        of_architecture("moe"),
        raw.uint32("moe.expert_count", 8),
        raw.uint32("moe.expert_used_count", 2),
        tensors=(
            raw.tensor("blk.0.attn_q.weight", (256, 10), Q4_K),
            raw.tensor("blk.0.ffn_up_exps.weight", (256, 10, 8), Q4_K),
        ),
    )
    assert (found.n_parameters, found.n_active_parameters) == (256 * 90, 256 * 30)
    assert (found.n_experts, found.n_experts_used) == (8, 2)


@pytest.mark.parametrize(
    ("said", "types", "shown"),
    [
        (15, (Q4_K,), "Q4_K_M"),
        (None, (Q4_K,), "Q4_K"),
        (1024, (Q4_K,), "Q4_K"),
        (1, (Q4_K, Q4_K, F32), "Q4_K"),
        (15, (F16, F16, Q4_K), "F16"),
        (1, (F16,), "F16"),
        (0, (F16,), "F32"),
        (15, (), ""),
    ],
)
def test_the_quantisation_is_what_the_file_says_unless_its_weights_contradict(
    said: int | None, types: tuple[int, ...], shown: str
) -> None:
    values = [raw.uint32("general.file_type", said)] if said is not None else []
    tensors = tuple(raw.tensor(f"t{n}", (256, 4), kind) for n, kind in enumerate(types))
    assert summary(*values, tensors=tensors).quantisation == shown


def test_licence_and_template_are_found_under_their_several_names() -> None:
    assert summary(raw.string("general.license", "apache-2.0")).licence == "apache-2.0"
    assert summary(raw.string("general.license.name", "gemma")).licence == "gemma"
    assert summary().licence == ""
    assert summary(raw.string("tokenizer.chat_template.tool_use", "{{ x }}")).has_chat_template
    assert not summary(raw.string("tokenizer.chat_template", "")).has_chat_template
