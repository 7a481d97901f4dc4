"""Tiny models whose memory is recurrent in one layer and attention with M-RoPE in the other.

One of them has a layer for multi-token prediction, in its file or in a second one, which is right
as often as a test wants.
"""

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
from tests.helpers.mtp_model import next_tensors, word_tensors

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

_N_TRUNK = 2  # layers without the one for multi-token prediction
_N_STATE, _N_GROUPS, _N_VALUES, _N_CONV = 16, 2, 4, 4  # of the gated delta net


def write_tiny_qwen35(path: Path, *, markers: Sequence[str] = ()) -> Path:
    """Write a model of two layers; the same arguments give the same bytes.

    Args:
        path: of the file.
        markers: further control tokens, as `add_vocabulary` has them.
    """
    shape = Shape()
    writer = _begun(path, shape, markers)
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


def write_mtp_qwen35(
    path: Path,
    *,
    seed: int = 0,
    disturbance: float = 0.5,
    error: float = 0.3,
    parts: Collection[str] = ("trunk", "mtp"),
) -> Path:
    """Write a model, or a part of it, as `mtp_model.write_tiny_mtp` does.

    Args:
        parts: which of its layers lie in the file.
    """
    has_mtp = "mtp" in parts
    shape = Shape(n_layers=_N_TRUNK + has_mtp)
    writer = _begun(path, shape, ())
    writer.add_nextn_predict_layers(int(has_mtp))
    for name, values in word_tensors(shape, seed):
        writer.add_tensor(name, values)
    if "trunk" in parts:
        _add_delta_net(writer, shape, disturbance)
        _add_block(writer, shape, 0, disturbance)
        _add_attention(writer, shape, 1, disturbance)
        _add_block(writer, shape, 1, disturbance)
    if has_mtp:
        _add_attention(writer, shape, _N_TRUNK, error)
        _add_block(writer, shape, _N_TRUNK, error)
        for name, values in next_tensors(shape, seed, error):
            writer.add_tensor(f"blk.{_N_TRUNK}.{name}", values)
    finish(writer)
    return path


def _begun(path: Path, shape: Shape, markers: Sequence[str]) -> gguf.GGUFWriter:
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
    return writer


def _add_block(writer: gguf.GGUFWriter, shape: Shape, layer: int, gain: float) -> None:
    """Add what every layer has."""
    for norm in ("attn_norm", "post_attention_norm"):
        writer.add_tensor(f"blk.{layer}.{norm}.weight", np.ones(shape.n_embd, dtype=np.float32))
    for stream, part in enumerate(("ffn_gate", "ffn_up", "ffn_down"), start=100 + 10 * layer):
        rows, columns = shape.matrices(layer)[f"blk.{layer}.{part}.weight"]
        strength = gain if part == "ffn_down" else 1.0
        writer.add_tensor(f"blk.{layer}.{part}.weight", strength * _matrix(stream, rows, columns))


def _add_attention(
    writer: gguf.GGUFWriter, shape: Shape, layer: int = 1, gain: float | None = None
) -> None:
    head_size = shape.n_embd // shape.n_heads
    stream = 20 * (layer - 1)
    writer.add_tensor(
        f"blk.{layer}.attn_q.weight", _matrix(1 + stream, 2 * shape.n_embd, shape.n_embd)
    )
    for norm in ("attn_q_norm", "attn_k_norm"):
        writer.add_tensor(f"blk.{layer}.{norm}.weight", np.ones(head_size, dtype=np.float32))
    if gain is None:
        return  # the others are those of every model here
    sizes = {"attn_k": (shape.n_embd_kv, 1.0), "attn_v": (shape.n_embd_kv, 1.0)}
    for number, (part, (rows, strength)) in enumerate(
        {**sizes, "attn_output": (shape.n_embd, gain)}.items(), start=stream + 2
    ):
        values = strength * _matrix(number, rows, shape.n_embd)
        writer.add_tensor(f"blk.{layer}.{part}.weight", values)


def _add_delta_net(writer: gguf.GGUFWriter, shape: Shape, gain: float = 1.0) -> None:
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
        strength = np.float32(gain if name == "ssm_out.weight" else 1.0)
        writer.add_tensor(f"blk.0.{name}", strength * _matrix(stream, *size))
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
