"""Tiny models with a layer for multi-token prediction that is right as often as a test wants.

What such a model says next depends mostly on the token before: each printable character follows one
other, all in one cycle. Attention and a random remainder disturb that, in the layers and, apart
from them, in what the layer for multi-token prediction makes of its input.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

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
    uniform,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

MtpArchitecture = Literal["glm4moe", "deepseek2"]

_PRINTABLE = range(0x20, 0x7F)
_STEP = 37  # to the character that follows; its cycle has all 95 of them
FOLLOWERS = {
    token: _PRINTABLE[(at + _STEP) % len(_PRINTABLE)] for at, token in enumerate(_PRINTABLE)
}
_N_EXPERTS = 2
_N_LATENT, _N_ROPE = 32, 16


def write_tiny_mtp(
    path: Path,
    *,
    arch: MtpArchitecture = "glm4moe",
    seed: int = 0,
    n_layers: int = 2,
    n_mtp: int = 1,
    disturbance: float = 0.5,
    error: float = 0.3,
    without: Collection[str] = (),
) -> Path:
    """Write a model whose layers are mixtures of experts; the same arguments give the same bytes.

    Args:
        arch: deepseek2 has latent attention.
        n_layers: without those for multi-token prediction.
        n_mtp: how many of these the file says it has.
        disturbance: how much else than the last token decides about the next one.
        error: how much the layer for multi-token prediction misunderstands.
        without: names of tensors of that layer that are left out.

    Returns:
        `path`.
    """
    is_latent = arch == "deepseek2"
    shape = Shape(n_layers=n_layers + n_mtp, n_kv_heads=1 if is_latent else 2)
    writer = gguf.GGUFWriter(path, arch)
    describe(writer, shape, "Tiny MTP", n_rope=_N_ROPE if is_latent else None)
    if is_latent:
        _describe_latent(writer)
    writer.add_expert_count(_N_EXPERTS)
    writer.add_expert_used_count(_N_EXPERTS)  # with a choice, rounding would make it
    writer.add_expert_feed_forward_length(shape.n_ff // 2)
    writer.add_expert_shared_count(1)
    writer.add_leading_dense_block_count(0)
    writer.add_nextn_predict_layers(n_mtp)
    tokens = [*byte_tokens(), *CONTROL_TOKENS]
    add_vocabulary(writer, tokens, shape.n_vocab, merges=["<none> <none>"], bos=BOS, end=IM_END)
    writer.add_chat_template(CHATML)
    lacking = {f"blk.{n_layers}.{name}" for name in without}
    for name, values in _tensors(shape, arch, seed, disturbance):
        if name not in lacking:
            writer.add_tensor(name, values)
    for layer in range(n_layers, n_layers + n_mtp):
        for name, values in next_tensors(shape, seed, error):
            if name not in without:
                writer.add_tensor(f"blk.{layer}.{name}", values)
    finish(writer)
    return path


def matrix(seed: int, stream: int, rows: int, columns: int, gain: float) -> NDArray[np.float32]:
    values = uniform(seed, stream, rows * columns) * (gain / columns**0.5)
    rounded: NDArray[np.float32] = values.reshape(rows, columns).astype(np.float32)
    return rounded


def ones(width: int) -> NDArray[np.float32]:
    return np.ones(width, dtype=np.float32)


def _describe_latent(writer: gguf.GGUFWriter) -> None:
    writer.add_q_lora_rank(_N_LATENT)
    writer.add_kv_lora_rank(_N_LATENT)
    writer.add_key_length(_N_LATENT + _N_ROPE)
    writer.add_value_length(_N_LATENT)
    writer.add_key_length_mla(_N_LATENT + _N_ROPE)
    writer.add_value_length_mla(_N_LATENT)


def word_tensors(shape: Shape, seed: int) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """Yield what tokens are made of, and what says which one follows."""
    embedding = matrix(seed, 1, shape.n_vocab, shape.n_embd, shape.n_embd**0.5)
    output = 0.02 * matrix(seed, 2, shape.n_vocab, shape.n_embd, 1.0)
    for token, follower in FOLLOWERS.items():
        output[follower] = embedding[token] / shape.n_embd * 8
    yield "token_embd.weight", embedding
    yield "output_norm.weight", ones(shape.n_embd)
    yield "output.weight", output


def _tensors(
    shape: Shape, arch: MtpArchitecture, seed: int, disturbance: float
) -> Iterator[tuple[str, NDArray[np.float32]]]:
    yield from word_tensors(shape, seed)
    for layer in range(shape.n_layers):
        stream = 100 * (layer + 1)
        attention = _latent_attention if arch == "deepseek2" else _attention
        for name, values in attention(shape, seed, stream, disturbance):
            yield f"blk.{layer}.{name}", values
        for name, values in _experts(shape, seed, stream + 40, disturbance):
            yield f"blk.{layer}.{name}", values


def _attention(
    shape: Shape, seed: int, stream: int, gain: float
) -> Iterator[tuple[str, NDArray[np.float32]]]:
    n_embd = shape.n_embd
    yield "post_attention_norm.weight", ones(n_embd)
    sizes = {
        "attn_q": (n_embd, n_embd, 2.0),
        "attn_k": (shape.n_embd_kv, n_embd, 2.0),
        "attn_v": (shape.n_embd_kv, n_embd, 2.0),
        "attn_output": (n_embd, n_embd, 2 * gain),
    }
    for number, (name, (rows, columns, strength)) in enumerate(sizes.items()):
        yield f"{name}.weight", matrix(seed, stream + number, rows, columns, strength)


def _latent_attention(
    shape: Shape, seed: int, stream: int, gain: float
) -> Iterator[tuple[str, NDArray[np.float32]]]:
    heads = shape.n_heads
    yield "ffn_norm.weight", ones(shape.n_embd)
    yield "attn_q_a_norm.weight", ones(_N_LATENT)
    yield "attn_kv_a_norm.weight", ones(_N_LATENT)
    sizes: dict[str, tuple[tuple[int, ...], float]] = {
        "attn_q_a": ((_N_LATENT, shape.n_embd), 2.0),
        "attn_q_b": ((heads * (_N_LATENT + _N_ROPE), _N_LATENT), 2.0),
        "attn_kv_a_mqa": ((_N_LATENT + _N_ROPE, shape.n_embd), 2.0),
        "attn_k_b": ((heads, _N_LATENT, _N_LATENT), 2.0),
        "attn_v_b": ((heads, _N_LATENT, _N_LATENT), 2.0),
        "attn_output": ((shape.n_embd, heads * _N_LATENT), 2 * gain),
    }
    for number, (name, (size, strength)) in enumerate(sizes.items()):
        rows = int(np.prod(size[:-1]))
        values = matrix(seed, stream + number, rows, size[-1], strength)
        yield f"{name}.weight", values.reshape(size)


def _experts(
    shape: Shape, seed: int, stream: int, gain: float
) -> Iterator[tuple[str, NDArray[np.float32]]]:
    n_embd, n_ff = shape.n_embd, shape.n_ff // 2
    yield "attn_norm.weight", ones(n_embd)
    yield "exp_probs_b.bias", np.zeros(_N_EXPERTS, dtype=np.float32)
    sizes = {
        "ffn_gate_inp": (_N_EXPERTS, n_embd, 1.0),
        "ffn_gate_shexp": (n_ff, n_embd, 1.0),
        "ffn_up_shexp": (n_ff, n_embd, 1.0),
        "ffn_down_shexp": (n_embd, n_ff, gain),
    }
    for number, (name, (rows, columns, strength)) in enumerate(sizes.items()):
        yield f"{name}.weight", matrix(seed, stream + number, rows, columns, strength)
    experts = {
        "ffn_gate_exps": (n_ff, n_embd, 1.0),
        "ffn_up_exps": (n_ff, n_embd, 1.0),
        "ffn_down_exps": (n_embd, n_ff, gain),
    }
    for number, (name, (rows, columns, strength)) in enumerate(experts.items()):
        values = matrix(seed, stream + 20 + number, _N_EXPERTS * rows, columns, strength)
        yield f"{name}.weight", values.reshape(_N_EXPERTS, rows, columns)


def next_tensors(
    shape: Shape, seed: int, error: float
) -> Iterator[tuple[str, NDArray[np.float32]]]:
    n_embd = shape.n_embd
    projection = matrix(seed, 50, n_embd, 2 * n_embd, error)
    projection[:, :n_embd] += np.eye(n_embd, dtype=np.float32)
    yield "nextn.eh_proj.weight", projection
    yield "nextn.enorm.weight", ones(n_embd)
    yield "nextn.hnorm.weight", ones(n_embd)
