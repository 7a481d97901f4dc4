"""The models that figures in docs/benchmarks.md were taken with: random weights of a real shape.

`half-billion.gguf` has the shape of Qwen2.5 0.5B. `foreseen.gguf` has its layers and fewer tokens,
and what it says next depends on nothing but its last token: its layers are computed and add
nothing. Characters follow each other in one cycle, so that an answer that begins with them repeats
itself after a hundred tokens; behind a full stop come words, each but once. `foreseen-draft.gguf`
is a small one that says the same but for some words: a draft model whose share of right ones is
known.

Usage: python -m tests.helpers.bench_models FOLDER
"""

from __future__ import annotations

import sys
from dataclasses import asdict  # noqa: TID251 - of a dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import gguf
import numpy as np
from gguf import GGMLQuantizationType as TensorType

from app.core.plain_value import replace
from tests.helpers.gguf_factory import (
    CONTROL_TOKENS,
    N_BYTES,
    Shape,
    add_vocabulary,
    byte_tokens,
    describe,
    finish,
    write_tiny_llama,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

HALF_BILLION = Shape(
    n_layers=24,
    n_embd=896,
    n_heads=14,
    n_kv_heads=2,
    n_ff=4864,
    n_ctx=32_768,
    n_vocab=151_936,
    rope_base=1_000_000.0,
)
SHARE_WRONG = 0.2  # of the words of the draft model
_N_VOCAB = 32_000
_LARGE = replace(HALF_BILLION, n_vocab=_N_VOCAB)
_SMALL = Shape(2, 256, 4, 2, 1024, 32_768, _N_VOCAB)
_CYCLE = [ord("\n"), *(byte for byte in range(0x20, 0x7F) if byte != ord("."))]


def write_all(folder: Path) -> list[Path]:
    """Write all of them; return their paths."""
    return [
        write_half_billion(folder / "half-billion.gguf"),
        write_foreseen(folder / "foreseen.gguf", _LARGE),
        write_foreseen(folder / "foreseen-draft.gguf", _SMALL, share_wrong=SHARE_WRONG),
    ]


def write_half_billion(path: Path) -> Path:
    """Write a model of 0.5 billion parameters in Q8_0; return `path`, 640 MB."""
    return write_tiny_llama(path, quant="Q8_0", name="Half a billion", **asdict(HALF_BILLION))


def write_foreseen(path: Path, shape: Shape, *, share_wrong: float = 0.0, seed: int = 0) -> Path:
    """Write a model whose next token depends on the last one alone; return `path`.

    Args:
        share_wrong: of the words, behind which it says another one.
        seed: of the weights, and of which words those are.
    """
    chance = np.random.default_rng(seed)
    writer = gguf.GGUFWriter(path, "llama")
    describe(writer, shape, "Foreseen")
    words = range(N_BYTES, shape.n_vocab - len(CONTROL_TOKENS))
    texts = [f"\u0120w{word}" for word in words]  # a blank before each
    tokens = [*byte_tokens(), *texts, *CONTROL_TOKENS]
    end = len(tokens) - len(CONTROL_TOKENS) + 1
    merges = ["<none> <none>"]
    add_vocabulary(writer, tokens, shape.n_vocab, merges=merges, bos=end + 1, end=end)
    embeddings = chance.standard_normal((shape.n_vocab, shape.n_embd), dtype=np.float32)
    output = np.zeros_like(embeddings)
    followers = _followers(words)
    for token, follower in followers.items():
        if token in words and chance.random() < share_wrong:
            follower = int(chance.choice(words))
        output[follower] += embeddings[token]
    ones = np.ones(shape.n_embd, np.float32)
    writer.add_tensor("output_norm.weight", ones)
    _add(writer, "token_embd.weight", embeddings)
    _add(writer, "output.weight", output)
    for layer in range(shape.n_layers):
        writer.add_tensor(f"blk.{layer}.attn_norm.weight", ones)
        writer.add_tensor(f"blk.{layer}.ffn_norm.weight", ones)
        for name, (rows, columns) in shape.matrices(layer).items():
            weights = chance.standard_normal((rows, columns), dtype=np.float32) / columns**0.5
            adds_to_text = name.endswith(("attn_output.weight", "ffn_down.weight"))
            _add(writer, name, np.zeros_like(weights) if adds_to_text else weights)
    finish(writer)
    return path


def _followers(words: range) -> dict[int, int]:
    """Return which token follows which."""
    followers = dict(zip(_CYCLE, [*_CYCLE[1:], _CYCLE[0]], strict=True))
    order = np.random.default_rng(1).permutation(words).tolist()
    followers |= dict(zip([ord("."), *order], [*order, order[0]], strict=True))
    return followers


def _add(writer: gguf.GGUFWriter, name: str, weights: NDArray[np.float32]) -> None:
    kind = TensorType.Q8_0
    writer.add_tensor(name, gguf.quants.quantize(weights, kind), raw_dtype=kind)


if __name__ == "__main__":
    for written in write_all(Path(sys.argv[1])):
        sys.stdout.write(f"{written}\n")
