"""GGUF files of models that make embeddings, made from a seed; see `gguf_factory`.

`python -m tests.helpers.embedding_models VOCABULARY FILE` writes one with the vocabulary of another
GGUF file of llama.cpp's "bert", for tests that others wrote.
"""

from __future__ import annotations

import itertools
import string
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import gguf
import numpy as np
from gguf import TokenType

from tests.helpers.gguf_factory import (
    BOS,
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
    from collections.abc import Iterator

    from gguf import PoolingType
    from numpy.typing import NDArray

_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_WORD = "\u2581"  # begins a word in vocabularies of pieces of words
CLS, SEP = 2, 3
WORDS = ("the", "sea", "is", "wide", "ship", "sails", "cat", "sleeps", "on", "a", "mat")
N_BERT_CTX = 128


def write_tiny_bert(
    path: Path,
    *,
    pooling: PoolingType = gguf.PoolingType.MEAN,
    n_embd: int = 32,
    n_layers: int = 2,
    seed: int = 0,
    has_ends: bool = True,
) -> Path:
    """Write an encoder that llama.cpp loads in milliseconds, and whose tokens see each other.

    Args:
        path: of the file.
        pooling: how one vector is made of those of the tokens.
        n_embd: numbers of a vector.
        n_layers: of the model.
        seed: of its weights.
        has_ends: it says which token ends a text.
    """
    tokens = _vocabulary()
    sizes = _Sizes(len(tokens), N_BERT_CTX, n_embd, n_layers)
    writer = gguf.GGUFWriter(path, "bert")
    _describe(writer, sizes, pooling)
    writer.add_tokenizer_model("bert")
    writer.add_tokenizer_pre("jina-v2-en")
    writer.add_token_list(tokens)
    kinds = [TokenType.CONTROL] * len(_SPECIAL) + [TokenType.NORMAL] * (len(tokens) - len(_SPECIAL))
    writer.add_token_types(kinds)
    writer.add_token_type_count(2)
    writer.add_bos_token_id(CLS)
    writer.add_eos_token_id(SEP)
    if has_ends:
        writer.add_sep_token_id(SEP)
    writer.add_unk_token_id(1)
    writer.add_pad_token_id(0)
    for name, values in _bert_tensors(sizes, seed):
        writer.add_tensor(name, values)
    finish(writer)
    return path


def write_bert_of_vocabulary(vocabulary: Path, path: Path) -> None:
    """Write a small encoder with the vocabulary of another file, which may hold nothing else."""
    fields = gguf.GGUFReader(vocabulary).fields
    n_vocab = len(fields["tokenizer.ggml.tokens"].data)
    sizes = _Sizes(n_vocab, fields["bert.context_length"].contents(), n_embd=32, n_layers=2)
    writer = gguf.GGUFWriter(path, "bert")
    _describe(writer, sizes, gguf.PoolingType.LAST)
    for name, field in fields.items():
        if name.startswith("tokenizer."):
            is_list = field.types[0] is gguf.GGUFValueType.ARRAY
            of = field.types[-1] if is_list else None
            writer.add_key_value(name, field.contents(), field.types[0], sub_type=of)
    for name, values in _bert_tensors(sizes, seed=0):
        writer.add_tensor(name, values)
    finish(writer)


def write_tiny_pooling_llama(
    path: Path, pooling: PoolingType = gguf.PoolingType.LAST, seed: int = 0
) -> Path:
    """Write a decoder that says of itself how its embeddings are pooled; tokens are bytes."""
    shape = Shape(n_ctx=4096)
    writer = gguf.GGUFWriter(path, "llama")
    describe(writer, shape, "Tiny pooling decoder")
    writer.add_pooling_type(pooling)
    tokens = [*byte_tokens(), *CONTROL_TOKENS]
    add_vocabulary(writer, tokens, shape.n_vocab, merges=["<none> <none>"], bos=BOS, end=IM_END)
    for name, values in random_tensors(shape, seed, "llama", 0.15):
        writer.add_tensor(name, values)
    finish(writer)
    return path


def _vocabulary() -> list[str]:
    letters = string.ascii_lowercase + string.digits + ".,!?"
    begins = [_WORD + one for one in dict.fromkeys((*WORDS, *letters))]
    return [*_SPECIAL, *begins, *letters]


@dataclass(frozen=True, slots=True)
class _Sizes:
    """Of an encoder."""

    n_vocab: int
    n_ctx: int
    n_embd: int
    n_layers: int

    @property
    def n_ff(self) -> int:
        """Numbers between the two matrices of a layer."""
        return 2 * self.n_embd


def _describe(writer: gguf.GGUFWriter, sizes: _Sizes, pooling: PoolingType) -> None:
    writer.add_name("Tiny embedder")
    writer.add_context_length(sizes.n_ctx)
    writer.add_embedding_length(sizes.n_embd)
    writer.add_block_count(sizes.n_layers)
    writer.add_feed_forward_length(sizes.n_ff)
    writer.add_head_count(4)
    writer.add_layer_norm_eps(1e-12)
    writer.add_causal_attention(False)
    writer.add_pooling_type(pooling)


def _bert_tensors(sizes: _Sizes, seed: int) -> Iterator[tuple[str, NDArray[np.float32]]]:
    n_embd, n_ff = sizes.n_embd, sizes.n_ff
    stream = itertools.count()

    def matrix(rows: int, columns: int, gain: float = 1.0) -> NDArray[np.float32]:
        values = uniform(seed, next(stream), rows * columns) * (gain / columns**0.5)
        made: NDArray[np.float32] = values.reshape(rows, columns).astype(np.float32)
        return made

    def norm(name: str) -> Iterator[tuple[str, NDArray[np.float32]]]:
        yield f"{name}.weight", np.ones(n_embd, np.float32)
        yield f"{name}.bias", np.zeros(n_embd, np.float32)

    def linear(name: str, rows: int, columns: int) -> Iterator[tuple[str, NDArray[np.float32]]]:
        yield f"{name}.weight", matrix(rows, columns, 2.0)
        yield f"{name}.bias", np.zeros(rows, np.float32)

    yield "token_embd.weight", matrix(sizes.n_vocab, n_embd, n_embd**0.5)
    yield "position_embd.weight", matrix(sizes.n_ctx, n_embd)
    yield "token_types.weight", matrix(2, n_embd)
    yield from norm("token_embd_norm")
    for layer in range(sizes.n_layers):
        prefix = f"blk.{layer}"
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            yield from linear(f"{prefix}.{part}", n_embd, n_embd)
        yield from norm(f"{prefix}.attn_output_norm")
        yield from linear(f"{prefix}.ffn_up", n_ff, n_embd)
        yield from linear(f"{prefix}.ffn_down", n_embd, n_ff)
        yield from norm(f"{prefix}.layer_output_norm")


if __name__ == "__main__":
    write_bert_of_vocabulary(Path(sys.argv[1]), Path(sys.argv[2]))
