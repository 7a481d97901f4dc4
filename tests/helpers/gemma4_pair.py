"""A tiny Gemma 4 and the file of its drafting head, which is right as often as a test wants.

What the model says next depends mostly on the token before, as in `mtp_model`.
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
)
from tests.helpers.mtp_model import FOLLOWERS, matrix, ones

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

_N_HEAD = 16  # numbers in the key of one head
_WINDOW = 64
_IS_WINDOW = [True, False]  # of the layers, by turns
_HEAD_WIDTH = 128  # of the drafting head; llama.cpp refuses the model's own


def write_tiny_gemma4(path: Path, *, seed: int = 0, disturbance: float = 0.5) -> Path:
    """Write a model of four layers, two of which have a window; the same arguments, the same bytes.

    Args:
        disturbance: how much else than the last token decides about the next one.
    """
    shape = Shape(n_layers=4, n_heads=4, n_kv_heads=2)
    writer = gguf.GGUFWriter(path, "gemma4")
    _describe(writer, shape, "Tiny Gemma 4")
    writer.add_uint32("gemma4.embedding_length_per_layer_input", 0)
    writer.add_chat_template(CHATML)
    embedding, output = _words(shape, seed)
    writer.add_tensor("token_embd.weight", embedding)
    writer.add_tensor("output.weight", output)
    writer.add_tensor("output_norm.weight", ones(shape.n_embd))
    writer.add_tensor("rope_freqs.weight", ones(_N_HEAD // 2))
    for layer in range(shape.n_layers):
        for name, values in _layer(shape, shape.n_embd, seed + 10 * layer, disturbance):
            writer.add_tensor(f"blk.{layer}.{name}", values)
        for part, stream in ("k", 1), ("v", 2):
            values = matrix(seed + 10 * layer, 300 + stream, shape.n_embd_kv, shape.n_embd, 2.0)
            writer.add_tensor(f"blk.{layer}.attn_{part}.weight", values)
        writer.add_tensor(f"blk.{layer}.attn_k_norm.weight", ones(_N_HEAD))
    finish(writer)
    return path


def write_tiny_gemma4_head(
    path: Path, *, seed: int = 0, error: float = 0.3, n_embd_of_model: int = 64
) -> Path:
    """Write the file of the drafting head of the same seed.

    Args:
        error: how much the head misunderstands.
        n_embd_of_model: width of the model that it is for.
    """
    shape = Shape(n_layers=2, n_embd=_HEAD_WIDTH, n_heads=4, n_kv_heads=2)
    writer = gguf.GGUFWriter(path, "gemma4-assistant")
    _describe(writer, shape, "Tiny Gemma 4 head")
    writer.add_uint32("gemma4-assistant.embedding_length_out", n_embd_of_model)
    writer.add_nextn_predict_layers(shape.n_layers)
    embedding, output = _words(Shape(), seed)
    words = np.zeros((shape.n_vocab, _HEAD_WIDTH), np.float32)
    words[:, : output.shape[1]] = output * 8
    writer.add_tensor("token_embd.weight", words)
    writer.add_tensor("output_norm.weight", ones(_HEAD_WIDTH))
    writer.add_tensor("rope_freqs.weight", ones(_N_HEAD // 2))
    before = matrix(seed, 400, _HEAD_WIDTH, 2 * n_embd_of_model, error)
    after = matrix(seed, 401, n_embd_of_model, _HEAD_WIDTH, 1.0)
    width = min(n_embd_of_model, embedding.shape[1])
    before[:width, :width] += np.eye(width, dtype=np.float32)
    writer.add_tensor("nextn.pre_projection.weight", before)
    writer.add_tensor("nextn.post_projection.weight", after)
    for layer in range(shape.n_layers):
        for name, values in _layer(shape, _HEAD_WIDTH, seed + 50 + 10 * layer, error):
            writer.add_tensor(f"blk.{layer}.{name}", values)
        writer.add_tensor(f"blk.{layer}.layer_output_scale.weight", ones(1))
    finish(writer)
    return path


def _describe(writer: gguf.GGUFWriter, shape: Shape, name: str) -> None:
    describe(writer, shape, name, n_rope=_N_HEAD)
    writer.add_key_length(_N_HEAD)
    writer.add_value_length(_N_HEAD)
    writer.add_sliding_window(_WINDOW)
    writer.add_sliding_window_pattern(_IS_WINDOW * (shape.n_layers // 2))
    arch = writer.arch
    for key in "key_length_swa", "value_length_swa":
        writer.add_uint32(f"{arch}.attention.{key}", _N_HEAD)
    writer.add_uint32(f"{arch}.rope.dimension_count_swa", _N_HEAD)
    writer.add_float32(f"{arch}.rope.freq_base_swa", 10_000.0)
    tokens = [*byte_tokens(), *CONTROL_TOKENS]
    add_vocabulary(writer, tokens, shape.n_vocab, merges=["<none> <none>"], bos=BOS, end=IM_END)


def _words(shape: Shape, seed: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return what each token is made of, and what says which one follows."""
    embedding = matrix(seed, 1, shape.n_vocab, shape.n_embd, 1.0)
    output = 0.02 * matrix(seed, 2, shape.n_vocab, shape.n_embd, 1.0)
    for token, follower in FOLLOWERS.items():
        output[follower] = embedding[token] * 8 / shape.n_embd**0.5
    return embedding, output


def _layer(
    shape: Shape, n_embd: int, seed: int, gain: float
) -> Iterator[tuple[str, NDArray[np.float32]]]:
    n_all = _N_HEAD * shape.n_heads
    for name in "attn_norm", "ffn_norm":
        yield f"{name}.weight", ones(n_embd)
    for name in "post_attention_norm", "post_ffw_norm":
        yield f"{name}.weight", ones(n_embd) * np.float32(gain)
    yield "attn_q_norm.weight", ones(_N_HEAD)
    sizes = {
        "attn_q": (n_all, n_embd),
        "attn_output": (n_embd, n_all),
        "ffn_gate": (shape.n_ff, n_embd),
        "ffn_up": (shape.n_ff, n_embd),
        "ffn_down": (n_embd, shape.n_ff),
    }
    for stream, (name, (rows, columns)) in enumerate(sizes.items()):
        yield f"{name}.weight", matrix(seed, 200 + stream, rows, columns, 2.0)
