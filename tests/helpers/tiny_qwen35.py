"""A tiny model whose memory is recurrent in one layer and attention with M-RoPE in the other."""

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
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

_N_STATE, _N_GROUPS, _N_VALUES, _N_CONV = 16, 2, 4, 4  # of the gated delta net


def write_tiny_qwen35(path: Path, *, markers: Sequence[str] = ()) -> Path:
    """Write a model of two layers; the same arguments give the same bytes.

    Args:
        path: of the file.
        markers: further control tokens, as `add_vocabulary` has them.
    """
    shape = Shape()
    writer = gguf.GGUFWriter(path, "qwen35")
    describe(writer, shape, "qwen35")
    writer.add_rope_dimension_sections([4, 2, 2, 0])
    writer.add_ssm_conv_kernel(_N_CONV)
    writer.add_ssm_inner_size(_N_VALUES * _N_STATE)
    writer.add_ssm_state_size(_N_STATE)
    writer.add_ssm_time_step_rank(_N_VALUES)
    writer.add_ssm_group_count(_N_GROUPS)
    writer.add_full_attention_interval(2)
    tokens = [*byte_tokens(), *CONTROL_TOKENS]
    none = ["<none> <none>"]
    add_vocabulary(writer, tokens, shape.n_vocab, merges=none, bos=BOS, end=IM_END, markers=markers)
    writer.add_chat_template(CHATML)
    for name, values in random_tensors(shape, 0, "llama", 0.8):
        if "attn_q.weight" in name:
            continue  # this architecture has its gate in it
        if name.startswith("blk.0.attn_") and "norm" not in name:
            continue
        writer.add_tensor(name.replace("ffn_norm", "post_attention_norm"), values)
    _add_attention(writer, shape)
    _add_delta_net(writer, shape)
    finish(writer)
    return path


def _add_attention(writer: gguf.GGUFWriter, shape: Shape) -> None:
    head_size = shape.n_embd // shape.n_heads
    writer.add_tensor("blk.1.attn_q.weight", _matrix(1, 2 * shape.n_embd, shape.n_embd))
    for norm in ("attn_q_norm", "attn_k_norm"):
        writer.add_tensor(f"blk.1.{norm}.weight", np.ones(head_size, dtype=np.float32))


def _add_delta_net(writer: gguf.GGUFWriter, shape: Shape) -> None:
    n_keys, n_values = _N_GROUPS * _N_STATE, _N_VALUES * _N_STATE
    for stream, (name, size) in enumerate(
        {
            "attn_qkv.weight": (2 * n_keys + n_values, shape.n_embd),
            "attn_gate.weight": (n_values, shape.n_embd),
            "ssm_conv1d.weight": (2 * n_keys + n_values, _N_CONV),
            "ssm_beta.weight": (_N_VALUES, shape.n_embd),
            "ssm_alpha.weight": (_N_VALUES, shape.n_embd),
            "ssm_out.weight": (shape.n_embd, n_values),
        }.items(),
        start=10,
    ):
        writer.add_tensor(f"blk.0.{name}", _matrix(stream, *size))
    decay = -np.arange(1, _N_VALUES + 1, dtype=np.float32) / _N_VALUES
    writer.add_tensor("blk.0.ssm_a", decay)
    writer.add_tensor("blk.0.ssm_dt.bias", np.zeros(_N_VALUES, dtype=np.float32))
    writer.add_tensor("blk.0.ssm_norm.weight", np.ones(_N_STATE, dtype=np.float32))


def _matrix(stream: int, rows: int, columns: int) -> NDArray[np.float32]:
    values: NDArray[np.float32] = (
        (2.0 * uniform(11, stream, rows * columns) / columns**0.5)
        .reshape(rows, columns)
        .astype(np.float32)
    )
    return values
