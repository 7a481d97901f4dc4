"""Tiny models whose memory is no plain attention: a sliding window, a recurrent state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gguf
import numpy as np

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
)

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray


def write_tiny_gemma3(path: Path, *, window: int = 64) -> Path:
    """Write a model of six layers, five of which see the last `window` tokens only."""
    shape = Shape(n_layers=6)
    writer = _begin(path, "gemma3", shape)
    head_size = shape.n_embd // shape.n_heads
    writer.add_sliding_window(window)
    writer.add_key_length(head_size)
    writer.add_value_length(head_size)
    for name, values in random_tensors(shape, 0, "llama", 0.15):
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
    for name, values in random_tensors(shape, 0, "llama", 0.15):
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


def _begin(path: Path, arch: str, shape: Shape) -> gguf.GGUFWriter:
    writer = gguf.GGUFWriter(path, arch)
    describe(writer, shape, arch)
    tokens = [*byte_tokens(), *CONTROL_TOKENS]
    add_vocabulary(writer, tokens, shape.n_vocab, merges=["<none> <none>"], bos=BOS, end=IM_END)
    writer.add_chat_template(CHATML)
    return writer


def _matrix(stream: int, rows: int, columns: int) -> NDArray[np.float32]:
    values: NDArray[np.float32] = (
        (uniform(7, stream, rows * columns) / columns**0.5)
        .reshape(rows, columns)
        .astype(np.float32)
    )
    return values
