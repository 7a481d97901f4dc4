"""Tiny models of every kind of memory: windows, recurrent states, both, latent attention."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import gguf
import numpy as np
from gguf import GGMLQuantizationType as TensorType

from app.core.protocol import KVType
from tests.helpers.gguf_factory import (
    BOS,
    CHATML,
    CONTROL_TOKENS,
    IM_END,
    Shape,
    add_vocabulary,
    byte_tokens,
    describe,
    finish,
    random_tensors,
    uniform,
    write_tiny_llama,
)

_END_GAIN = 0.8  # answers end by themselves now and then
_ATTENTION_PARTS = ("attn_q", "attn_k", "attn_v", "attn_output")

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from tests.helpers.gguf_factory import Quant


@dataclass(frozen=True)
class Kind:
    """A kind of memory: a model that has it and how it is loaded.

    Attributes:
        load: fields of `LoadModel`.
        is_exact: whether restored cells lie in the order in which they were computed, so that
            bytes and sums are the same; a window that has moved on does not keep it.
        has_snapshots: whether its state cannot be cut, so that it is kept at some positions only.
    """

    name: str
    write: Callable[[Path], Path]
    load: dict[str, Any] = field(default_factory=dict)
    is_exact: bool = True
    has_snapshots: bool = False

    @property
    def goes_back(self) -> bool:
        """Whether the last tokens of a batch can be cut off again, so that answers are drafted."""
        return not self.has_snapshots or self.name in ("lfm2", "lfm2-no-flash-attention")

    def __str__(self) -> str:
        return self.name


def kinds() -> list[Kind]:
    """Return every kind of memory the store is tried with."""
    return [
        Kind("llama", write_tiny_llama),
        Kind("llama-q8_0", _wide_llama, {"kv_type": KVType.Q8_0}),
        Kind("llama-no-flash-attention", write_tiny_llama, {"flash_attention": False}),
        Kind("deepseek2", write_tiny_deepseek2),
        Kind("qwen2vl", write_tiny_qwen2vl),
        Kind("gemma3", write_tiny_gemma3, is_exact=False),
        Kind("gemma3-full-windows", write_tiny_gemma3, {"full_windows": True}, is_exact=False),
        Kind("gemma3-no-flash-attention", write_tiny_gemma3, {"flash_attention": False}, False),
        Kind("mamba", write_tiny_mamba, has_snapshots=True),
        Kind("lfm2", write_tiny_lfm2, has_snapshots=True),
        Kind(
            "lfm2-no-flash-attention",
            write_tiny_lfm2,
            {"flash_attention": False},
            has_snapshots=True,
        ),
        Kind("lfm2-window", _windowed_lfm2, is_exact=False, has_snapshots=True),
        Kind("falcon-h1", write_tiny_falcon_h1, has_snapshots=True),
    ]


def _wide_llama(path: Path) -> Path:
    return write_tiny_llama(path, n_embd=128)  # rows of whole blocks of 32


def _windowed_lfm2(path: Path) -> Path:
    return write_tiny_lfm2(path, window=48)


def write_tiny_gemma3(path: Path, *, window: int = 64, markers: Sequence[str] = ()) -> Path:
    """Write a model of six layers, five of which see the last `window` tokens only."""
    shape = Shape(n_layers=6)
    writer = _begin(path, "gemma3", shape, markers=markers)
    head_size = shape.n_embd // shape.n_heads
    writer.add_sliding_window(window)
    writer.add_key_length(head_size)
    writer.add_value_length(head_size)
    for name, values in random_tensors(shape, 0, "llama", _END_GAIN):
        writer.add_tensor(name, values)
    for layer in range(shape.n_layers):
        for norm, width in (
            ("post_attention_norm", shape.n_embd),
            ("attn_q_norm", head_size),
            ("attn_k_norm", head_size),
            ("post_ffw_norm", shape.n_embd),
        ):
            writer.add_tensor(f"blk.{layer}.{norm}.weight", np.ones(width, dtype=np.float32))
    finish(writer)
    return path


def write_tiny_mamba(path: Path) -> Path:
    """Write a model of two recurrent layers and no attention at all."""
    shape = Shape(n_heads=1, n_kv_heads=1)
    writer = _begin(path, "mamba", shape)
    d_conv, d_inner, d_state, dt_rank = 4, 2 * shape.n_embd, 16, 8
    writer.add_ssm_conv_kernel(d_conv)
    writer.add_ssm_inner_size(d_inner)
    writer.add_ssm_state_size(d_state)
    writer.add_ssm_time_step_rank(dt_rank)
    for name, values in random_tensors(shape, 0, "llama", _END_GAIN):
        if not name.startswith("blk."):
            writer.add_tensor(name, values)
    for layer in range(shape.n_layers):
        prefix = f"blk.{layer}."
        writer.add_tensor(f"{prefix}attn_norm.weight", np.ones(shape.n_embd, dtype=np.float32))
        for number, (name, size) in enumerate(
            {
                "ssm_in.weight": (2 * d_inner, shape.n_embd),
                "ssm_conv1d.weight": (d_inner, d_conv),
                "ssm_x.weight": (dt_rank + 2 * d_state, d_inner),
                "ssm_dt.weight": (d_inner, dt_rank),
                "ssm_out.weight": (shape.n_embd, d_inner),
            }.items()
        ):
            writer.add_tensor(prefix + name, _matrix(10 * layer + number, *size))
        for name in ("ssm_conv1d.bias", "ssm_dt.bias"):
            writer.add_tensor(prefix + name, np.zeros(d_inner, dtype=np.float32))
        decay = -np.tile(np.arange(1, d_state + 1, dtype=np.float32), (d_inner, 1))
        writer.add_tensor(f"{prefix}ssm_a", decay)
        writer.add_tensor(f"{prefix}ssm_d", np.ones(d_inner, dtype=np.float32))
    finish(writer)
    return path


def write_tiny_lfm2(path: Path, *, window: int = 0, markers: Sequence[str] = ()) -> Path:
    """Write a hybrid: layers of short convolutions, then attention, here with a window or not."""
    shape = Shape(n_layers=4)
    is_recurrent = [layer % 2 == 0 for layer in range(shape.n_layers)]
    heads = [0 if recurrent else shape.n_kv_heads for recurrent in is_recurrent]
    writer = _begin(path, "lfm2", shape, heads, markers=markers)
    writer.add_shortconv_l_cache(3)
    if window:
        writer.add_sliding_window(window)
    head_size = shape.n_embd // shape.n_heads
    for name, values in random_tensors(shape, 0, "llama", _END_GAIN):
        layer = int(name.split(".")[1]) if name.startswith("blk.") else -1
        if layer >= 0 and is_recurrent[layer] and any(p in name for p in _ATTENTION_PARTS):
            continue
        writer.add_tensor(name.replace("output_norm", "token_embd_norm"), values)
    for layer, recurrent in enumerate(is_recurrent):
        prefix = f"blk.{layer}."
        if not recurrent:
            for norm in ("attn_q_norm", "attn_k_norm"):
                writer.add_tensor(f"{prefix}{norm}.weight", np.ones(head_size, dtype=np.float32))
            continue
        size = shape.n_embd
        parts = {"conv": (size, 3), "in_proj": (3 * size, size), "out_proj": (size, size)}
        for number, (name, dimensions) in enumerate(parts.items()):
            values = 2.0 * _matrix(10 * layer + number, *dimensions)
            writer.add_tensor(f"{prefix}shortconv.{name}.weight", values)
    finish(writer)
    return path


def write_tiny_falcon_h1(path: Path) -> Path:
    """Write a hybrid whose every layer has both a recurrent state and attention."""
    shape = Shape()
    writer = _begin(path, "falcon-h1", shape)
    d_conv, d_inner, d_state, n_heads = 4, 2 * shape.n_embd, 16, 4
    d_mixed = d_inner + 2 * d_state
    writer.add_ssm_conv_kernel(d_conv)
    writer.add_ssm_inner_size(d_inner)
    writer.add_ssm_state_size(d_state)
    writer.add_ssm_time_step_rank(n_heads)
    writer.add_ssm_group_count(1)
    for name, values in random_tensors(shape, 0, "llama", _END_GAIN):
        writer.add_tensor(name.replace("ffn_norm.weight", "ffn_norm"), values)
    for layer in range(shape.n_layers):
        prefix = f"blk.{layer}."
        parts = {
            "ssm_in.weight": (d_inner + d_mixed + n_heads, shape.n_embd),
            "ssm_conv1d.weight": (d_mixed, d_conv),
            "ssm_out.weight": (shape.n_embd, d_inner),
        }
        for number, (name, dimensions) in enumerate(parts.items()):
            writer.add_tensor(prefix + name, _matrix(10 * layer + number, *dimensions))
        writer.add_tensor(f"{prefix}ssm_conv1d.bias", np.zeros(d_mixed, dtype=np.float32))
        writer.add_tensor(f"{prefix}ssm_dt.bias", np.zeros(n_heads, dtype=np.float32))
        decay = -np.arange(1, n_heads + 1, dtype=np.float32).reshape(n_heads, 1) / n_heads
        writer.add_tensor(f"{prefix}ssm_a", decay)
        writer.add_tensor(f"{prefix}ssm_d", np.ones((n_heads, 1), dtype=np.float32))
    finish(writer)
    return path


def write_tiny_nemotron_h(path: Path) -> Path:
    """Write a hybrid whose layers are a recurrent state, attention or a plain network in turns."""
    shape = Shape(n_layers=6)
    kinds_of_layers = ["ssm", "attn", "ffn", "ssm", "ssm", "ffn"]
    heads = [shape.n_kv_heads if kind == "attn" else 0 for kind in kinds_of_layers]
    widths = [shape.n_ff if kind == "ffn" else 0 for kind in kinds_of_layers]
    writer = _begin(path, "nemotron_h", shape, heads, n_ff=widths)
    writer.add_layer_norm_eps(1e-5)
    d_conv, d_inner, d_state, n_heads = 4, 2 * shape.n_embd, 16, 4
    d_mixed = d_inner + 2 * d_state
    writer.add_ssm_conv_kernel(d_conv)
    writer.add_ssm_inner_size(d_inner)
    writer.add_ssm_state_size(d_state)
    writer.add_ssm_time_step_rank(n_heads)
    writer.add_ssm_group_count(1)
    for name, values in random_tensors(shape, 0, "llama", _END_GAIN):
        part = name.split(".")[2] if name.startswith("blk.") else ""
        is_own = part.split("_")[0] == kinds_of_layers[int(name.split(".")[1])] if part else True
        if part == "attn_norm" or (is_own and part not in ("ffn_norm", "ffn_gate")):
            writer.add_tensor(name, values)
    for layer in (at for at, kind in enumerate(kinds_of_layers) if kind == "ssm"):
        prefix = f"blk.{layer}."
        parts = {
            "ssm_in.weight": (d_inner + d_mixed + n_heads, shape.n_embd),
            "ssm_conv1d.weight": (d_mixed, d_conv),
            "ssm_out.weight": (shape.n_embd, d_inner),
        }
        for number, (name, dimensions) in enumerate(parts.items()):
            writer.add_tensor(prefix + name, 2.0 * _matrix(10 * layer + number, *dimensions))
        writer.add_tensor(f"{prefix}ssm_norm.weight", np.ones((1, d_inner), dtype=np.float32))
        writer.add_tensor(f"{prefix}ssm_conv1d.bias", np.zeros(d_mixed, dtype=np.float32))
        writer.add_tensor(f"{prefix}ssm_dt.bias", np.zeros(n_heads, dtype=np.float32))
        decay = -np.arange(1, n_heads + 1, dtype=np.float32).reshape(n_heads, 1) / n_heads
        writer.add_tensor(f"{prefix}ssm_a", decay)
        writer.add_tensor(f"{prefix}ssm_d", np.ones((n_heads, 1), dtype=np.float32))
    finish(writer)
    return path


def write_tiny_deepseek2(path: Path, latent: Quant = "F32") -> Path:
    """Write a model with latent attention (MLA): its cache has no V.

    Args:
        path: of the file.
        latent: type of the matrices that lead to its latent vectors and back.
    """
    shape = Shape(n_kv_heads=1)
    n_rope, n_nope, n_latent, n_value, n_query = 16, 32, 32, 32, 32
    writer = _begin(path, "deepseek2", shape, n_rope=n_rope)
    writer.add_leading_dense_block_count(shape.n_layers)
    writer.add_q_lora_rank(n_query)
    writer.add_kv_lora_rank(n_latent)
    writer.add_key_length(n_latent + n_rope)
    writer.add_value_length(n_latent)
    writer.add_key_length_mla(n_nope + n_rope)
    writer.add_value_length_mla(n_value)
    writer.add_expert_feed_forward_length(shape.n_ff)
    writer.add_expert_shared_count(1)
    for name, values in random_tensors(shape, 0, "llama", _END_GAIN):
        if not any(part in name for part in _ATTENTION_PARTS):
            writer.add_tensor(name, values)
    for layer in range(shape.n_layers):
        prefix = f"blk.{layer}.attn_"
        writer.add_tensor(f"{prefix}q_a_norm.weight", np.ones(n_query, dtype=np.float32))
        writer.add_tensor(f"{prefix}kv_a_norm.weight", np.ones(n_latent, dtype=np.float32))
        heads = shape.n_heads
        parts: dict[str, tuple[int, ...]] = {
            "q_a": (n_query, shape.n_embd),
            "q_b": (heads * (n_nope + n_rope), n_query),
            "kv_a_mqa": (n_latent + n_rope, shape.n_embd),
            "k_b": (heads, n_latent, n_nope),
            "v_b": (heads, n_value, n_latent),
            "output": (shape.n_embd, heads * n_value),
        }
        for number, (name, dimensions) in enumerate(parts.items()):
            rows = int(np.prod(dimensions[:-1]))
            values = 2.0 * _matrix(10 * layer + number, rows, dimensions[-1])
            kind = TensorType[latent if name in ("k_b", "v_b") else "F32"]
            quantised = gguf.quants.quantize(values.reshape(dimensions), kind)
            writer.add_tensor(f"{prefix}{name}.weight", quantised, raw_dtype=kind)
    finish(writer)
    return path


def write_tiny_qwen2vl(path: Path, *, markers: Sequence[str] = ()) -> Path:
    """Write a model whose tokens have positions in several axes (M-RoPE)."""
    shape = Shape()
    writer = _begin(path, "qwen2vl", shape, markers=markers)
    writer.add_rope_dimension_sections([4, 2, 2, 0])
    for name, values in random_tensors(shape, 1, "qwen2", _END_GAIN):
        writer.add_tensor(name, values)
    finish(writer)
    return path


def _begin(
    path: Path,
    arch: str,
    shape: Shape,
    n_kv_heads: list[int] | None = None,
    n_rope: int | None = None,
    n_ff: list[int] | None = None,
    *,
    markers: Sequence[str] = (),
) -> gguf.GGUFWriter:
    writer = gguf.GGUFWriter(path, arch)
    describe(writer, shape, arch, n_kv_heads, n_rope, n_ff)
    tokens = [*byte_tokens(), *CONTROL_TOKENS]
    add_vocabulary(
        writer,
        tokens,
        shape.n_vocab,
        merges=["<none> <none>"],
        bos=BOS,
        end=IM_END,
        markers=markers,
    )
    writer.add_chat_template(CHATML)
    return writer


def _matrix(stream: int, rows: int, columns: int) -> NDArray[np.float32]:
    values: NDArray[np.float32] = (
        (uniform(7, stream, rows * columns) / columns**0.5)
        .reshape(rows, columns)
        .astype(np.float32)
    )
    return values
