"""A tiny head that drafts whole blocks, with a chain that is right as often as a test wants.

Without a chain its weights are random, so it is hardly ever right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import gguf
import numpy as np

from tests.helpers.gguf_factory import (
    BOS,
    CONTROL_TOKENS,
    IM_END,
    N_VOCAB,
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

HeadShape = Literal["block", "chain", "chain behind"]

_N_BLOCK = 8
_N_HEAD = 16  # numbers in the key of one head


def write_block_head(
    path: Path,
    *,
    layers: tuple[int, ...] = (0, 1),
    seed: int = 0,
    shape: HeadShape = "block",
    error: float = 0.3,
    uses_mrope: bool = False,
    n_embd: int = 64,
    is_causal: bool = False,
    n_block: int | None = _N_BLOCK,
    n_rope: int = _N_HEAD,
    n_vocab: int = N_VOCAB,
    has_words: bool = False,
) -> Path:
    """Write a head; the same arguments give the same bytes.

    Args:
        layers: of the model, whose inputs it reads.
        shape: whether each token that it says hangs on the one before ("chain"), and whether it
            then says one in place of the last token of the text, or only behind it.
        error: how much the chain misunderstands.
        uses_mrope: whether the positions of the model have several axes.
        n_embd: width of the model that it is for.
        n_block: tokens of a block, as it says itself; None where it does not.
        n_rope: numbers of a key that the position turns.
        n_vocab: tokens of its vocabulary.
        has_words: of its own, of which it says the last one or the first; else it borrows them.
    """
    sizes = Shape(
        n_layers=2, n_embd=n_embd, n_heads=n_embd // _N_HEAD, n_kv_heads=2, n_vocab=n_vocab
    )
    writer = gguf.GGUFWriter(path, "dflash")
    describe(writer, sizes, "Tiny block head", n_rope=n_rope)
    writer.add_key_length(_N_HEAD)
    writer.add_value_length(_N_HEAD)
    writer.add_array("dflash.target_layers", list(layers))
    if n_block is not None:
        writer.add_uint32("dflash.block_size", n_block)
    writer.add_bool("dflash.attention.causal", is_causal)
    if uses_mrope:
        writer.add_rope_dimension_sections([_N_HEAD // 2, 0, 0, 0])
    if shape != "block":
        writer.add_bool("dflash.sample_from_anchor", shape == "chain")
    tokens = [*byte_tokens(), *CONTROL_TOKENS]
    add_vocabulary(writer, tokens, sizes.n_vocab, merges=["<none> <none>"], bos=BOS, end=IM_END)
    writer.add_mask_token_id(sizes.n_vocab - 1)  # one that nobody says
    writer.add_tensor("fc.weight", matrix(seed, 600, n_embd, n_embd * len(layers), 1.0))
    if has_words:
        said = np.zeros((n_vocab, n_embd), np.float32)
        said[-1] = matrix(seed, 620, 1, n_embd, 1.0)[0]
        writer.add_tensor("token_embd.weight", matrix(seed, 621, n_vocab, n_embd, 1.0))
        writer.add_tensor("output.weight", said)
    for norm in "enc.output_norm", "output_norm":
        writer.add_tensor(f"{norm}.weight", ones(n_embd))
    for layer in range(sizes.n_layers):
        for name, values in _layer(sizes, seed + 10 * layer):
            writer.add_tensor(f"blk.{layer}.{name}.weight", values)
    if shape != "block":
        first, second = _chain(sizes, seed, error)
        writer.add_tensor("markov_w1.weight", first)
        writer.add_tensor("markov_w2.weight", second)
    finish(writer)
    return path


def _layer(shape: Shape, seed: int) -> Iterator[tuple[str, NDArray[np.float32]]]:
    n_all, n_embd = _N_HEAD * shape.n_heads, shape.n_embd
    n_kv = _N_HEAD * shape.n_kv_heads
    for name in "attn_norm", "ffn_norm":
        yield name, ones(n_embd)
    for name in "attn_q_norm", "attn_k_norm":
        yield name, ones(_N_HEAD)
    sizes = {
        "attn_q": (n_all, n_embd),
        "attn_k": (n_kv, n_embd),
        "attn_v": (n_kv, n_embd),
        "attn_output": (n_embd, n_all),
        "ffn_gate": (shape.n_ff, n_embd),
        "ffn_up": (shape.n_ff, n_embd),
        "ffn_down": (n_embd, shape.n_ff),
    }
    for stream, (name, (rows, columns)) in enumerate(sizes.items()):
        yield name, matrix(seed, 610 + stream, rows, columns, 2.0)


def _chain(
    shape: Shape, seed: int, error: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return what a token is in the chain, and what says which one follows it."""
    first = matrix(seed, 650, shape.n_vocab, shape.n_embd, shape.n_embd**0.5)
    second = np.zeros((shape.n_vocab, shape.n_embd), np.float32)
    for token, follower in FOLLOWERS.items():
        second[follower] = first[token] / 2
    return first + error * matrix(seed, 651, shape.n_vocab, shape.n_embd, 8.0), second
