"""GGUF files made from a seed: small enough to write in a test, real enough for llama.cpp.

The vocabulary is byte-level: token id = byte value for the first 256, so any text becomes exactly
its UTF-8 bytes and comes back unchanged; the control tokens follow. The weights are random, with
two liberties that make the text useful in a test: attention counts double, so that what was said
earlier changes what is said next, and the rows of printable ASCII in the output matrix are larger
than the others, so that an answer is readable and does not end by itself.

The weights come from integer arithmetic of our own, not from numpy's generators, so that the same
seed gives the same bytes under every numpy. The model of the self-test depends on that.

Threads: pure functions that write one file each.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import gguf
import numpy as np
from gguf import GGMLQuantizationType as TensorType
from gguf import TokenType

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

Quant = Literal["F32", "F16", "Q8_0", "Q4_0"]
Architecture = Literal["llama", "qwen2"]

N_BYTES = 256
IM_START = 256
IM_END = 257
BOS = 258
N_VOCAB = 288  # a multiple of 32, which repacked and AMX kernels ask for
CONTROL_TOKENS = ("<|im_start|>", "<|im_end|>", "<bos>")

CHATML = (
    "{% for message in messages %}"
    "{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n' }}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)

_PRINTABLE = range(0x20, 0x7F)
_GAIN = 4.0  # standard deviation of the logits of printable tokens
_QUIET = 0.15  # gain of all other tokens, relative to it
_ATTENTION = 2.0


@dataclass(frozen=True, slots=True)
class Shape:
    """Dimensions of a model; all but the counts are multiples of 32 so that Q8_0 fits."""

    n_layers: int = 2
    n_embd: int = 64
    n_heads: int = 4
    n_kv_heads: int = 2
    n_ff: int = 128
    n_ctx: int = 4096
    n_vocab: int = N_VOCAB
    rope_base: float = 10_000.0

    @property
    def n_embd_kv(self) -> int:
        """Width of the keys and of the values of one token."""
        return self.n_embd // self.n_heads * self.n_kv_heads

    def matrices(self, layer: int) -> dict[str, tuple[int, int]]:
        """Return the (rows, columns) of one layer's weight matrices by tensor name."""
        prefix = f"blk.{layer}."
        return {
            f"{prefix}attn_q.weight": (self.n_embd, self.n_embd),
            f"{prefix}attn_k.weight": (self.n_embd_kv, self.n_embd),
            f"{prefix}attn_v.weight": (self.n_embd_kv, self.n_embd),
            f"{prefix}attn_output.weight": (self.n_embd, self.n_embd),
            f"{prefix}ffn_gate.weight": (self.n_ff, self.n_embd),
            f"{prefix}ffn_up.weight": (self.n_ff, self.n_embd),
            f"{prefix}ffn_down.weight": (self.n_embd, self.n_ff),
        }


def write_tiny_llama(
    path: Path,
    *,
    n_layers: int = 2,
    n_embd: int = 64,
    n_heads: int = 4,
    n_kv_heads: int = 2,
    n_ff: int = 128,
    n_ctx: int = 4096,
    quant: Quant = "F32",
    quants: Mapping[str, Quant] | None = None,
    seed: int = 0,
    chat_template: str = CHATML,
    arch: Architecture = "llama",
    name: str = "Tiny",
    end_gain: float = _QUIET,
    rope_base: float = 10_000.0,
    n_vocab: int = N_VOCAB,
    markers: Sequence[str] = (),
) -> Path:
    """Write a model that llama.cpp loads in milliseconds; the same arguments give the same bytes.

    Args:
        path: file to write; replaced if it exists.
        quant: type of the weight matrices; norms and biases are always F32.
        quants: exceptions, by tensor name.
        chat_template: Jinja text; "" leaves it out.
        end_gain: how readily the model ends its answer, relative to a printable character. 1 ends
            it now and then; the default practically never.
        markers: further control tokens, as `add_vocabulary` has them.

    Returns:
        `path`.
    """
    shape = Shape(n_layers, n_embd, n_heads, n_kv_heads, n_ff, n_ctx, n_vocab, rope_base)
    writer = gguf.GGUFWriter(path, arch)
    describe(writer, shape, name)
    tokens = [*byte_tokens(), *CONTROL_TOKENS]
    # A merge of two texts that no merge produces: llama.cpp wants the list, nothing may merge.
    add_vocabulary(
        writer,
        tokens,
        shape.n_vocab,
        merges=["<none> <none>"],
        bos=BOS,
        end=IM_END,
        markers=markers,
    )
    if chat_template:
        writer.add_chat_template(chat_template)
    for tensor, values in random_tensors(shape, seed, arch, end_gain):
        wanted = "F32" if values.ndim == 1 else (quants or {}).get(tensor, quant)
        kind = TensorType[wanted]
        writer.add_tensor(tensor, gguf.quants.quantize(values, kind), raw_dtype=kind)
    finish(writer)
    return path


def write_broken_ggufs(folder: Path) -> dict[str, Path]:
    """Write one file for each way a model file can be wrong.

    Returns:
        The files by what is wrong: `empty`, `not_gguf`, `unknown_architecture`, and truncated ones,
        `cut_in_magic`, `cut_in_metadata`, `cut_in_vocabulary`, `cut_in_tensor_table`,
        `cut_in_tensors`.
    """
    whole = write_tiny_llama(folder / "whole.gguf").read_bytes()
    n_weights = sum(tensor.nbytes for _, tensor in random_tensors(Shape(), 0, "llama", _QUIET))
    data_begin = len(whole) - n_weights
    contents = {
        "empty": b"",
        "not_gguf": b"This is a text that somebody renamed.\n" * 200,
        "cut_in_magic": whole[:3],
        "cut_in_metadata": whole[:100],
        "cut_in_vocabulary": whole[: whole.index(b"<|im_start|>")],
        "cut_in_tensor_table": whole[: whole.index(b"blk.1.attn_q.weight") + 10],
        "cut_in_tensors": whole[: data_begin + n_weights // 2],
        # Of the same length, so that everything after it keeps its place.
        "unknown_architecture": whole.replace(b"llama", b"lemur"),
    }
    (folder / "whole.gguf").unlink()
    files = {}
    for wrong, content in contents.items():
        files[wrong] = folder / f"{wrong}.gguf"
        files[wrong].write_bytes(content)
    return files


# -- metadata --


def describe(
    writer: gguf.GGUFWriter,
    shape: Shape,
    name: str,
    n_kv_heads: list[int] | None = None,
    n_rope: int | None = None,
    n_ff: list[int] | None = None,
) -> None:
    writer.add_name(name)
    writer.add_context_length(shape.n_ctx)
    writer.add_embedding_length(shape.n_embd)
    writer.add_block_count(shape.n_layers)
    writer.add_feed_forward_length(n_ff or shape.n_ff)
    writer.add_head_count(shape.n_heads)
    writer.add_head_count_kv(n_kv_heads or shape.n_kv_heads)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(n_rope or shape.n_embd // shape.n_heads)
    writer.add_rope_freq_base(shape.rope_base)
    writer.add_vocab_size(shape.n_vocab)


def add_vocabulary(
    writer: gguf.GGUFWriter,
    tokens: list[str],
    n_vocab: int,
    *,
    merges: list[str],
    bos: int,
    end: int,
    markers: Sequence[str] = (),
) -> None:
    """Write a vocabulary of `n_vocab` tokens.

    Args:
        tokens: the last of them are `CONTROL_TOKENS`.
        markers: control tokens that come behind these, in place of spare ones.
    """
    n_control = len(CONTROL_TOKENS) + len(markers)
    tokens = [*tokens, *markers]
    n_spare = n_vocab - len(tokens)
    types = [TokenType.NORMAL] * (len(tokens) - n_control) + [TokenType.CONTROL] * n_control
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list([*tokens, *(f"<|spare_{index}|>" for index in range(n_spare))])
    writer.add_token_types([*types, *[TokenType.UNUSED] * n_spare])
    writer.add_token_merges(merges)
    writer.add_bos_token_id(bos)
    writer.add_eos_token_id(end)
    writer.add_add_bos_token(False)


def finish(writer: gguf.GGUFWriter) -> None:
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def byte_tokens() -> list[str]:
    """Return the character that byte-level vocabularies write for each byte, by byte value.

    Printable Latin-1 stands for itself; the others take the characters from U+0100 on, in order.
    """
    itself = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    others = itertools.count(0x100)
    return [chr(byte) if byte in itself else chr(next(others)) for byte in range(N_BYTES)]


# -- weights --


def uniform(seed: int, stream: int, count: int) -> NDArray[np.float64]:
    """Return `count` numbers of mean 0 and variance 1, by splitmix64 over a counter."""
    golden = 0x9E3779B97F4A7C15
    start = (seed * 0xD1342543DE82EF95 + stream * 0xDA942042E4DD58B5 + golden) % 2**64
    bits = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(golden) + np.uint64(start)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    bits ^= bits >> np.uint64(31)
    unit = (bits >> np.uint64(11)).astype(np.float64) / 2.0**53
    values: NDArray[np.float64] = (2.0 * unit - 1.0) * 3.0**0.5
    return values


def random_tensors(
    shape: Shape, seed: int, arch: Architecture, end_gain: float
) -> Iterator[tuple[str, NDArray[np.float32]]]:
    stream = itertools.count()

    def matrix(rows: int, columns: int, gain: float = 1.0) -> NDArray[np.float32]:
        values = uniform(seed, next(stream), rows * columns) * (gain / columns**0.5)
        rounded: NDArray[np.float32] = values.reshape(rows, columns).astype(np.float32)
        return rounded

    ones = np.ones(shape.n_embd, dtype=np.float32)
    yield "token_embd.weight", matrix(shape.n_vocab, shape.n_embd, shape.n_embd**0.5)
    yield "output_norm.weight", ones
    gains = np.full((shape.n_vocab, 1), _QUIET, dtype=np.float32)
    gains[_PRINTABLE.start : _PRINTABLE.stop] = 1.0
    gains[IM_END] = end_gain
    yield "output.weight", matrix(shape.n_vocab, shape.n_embd, _GAIN) * gains
    for layer in range(shape.n_layers):
        yield f"blk.{layer}.attn_norm.weight", ones
        yield f"blk.{layer}.ffn_norm.weight", ones
        for tensor, (rows, columns) in shape.matrices(layer).items():
            gain = _ATTENTION if "attn_" in tensor else 1.0
            yield tensor, matrix(rows, columns, gain)
        if arch == "qwen2":
            for part, width in _bias_widths(shape).items():
                bias = 0.1 * uniform(seed, next(stream), width)
                yield f"blk.{layer}.attn_{part}.bias", bias.astype(np.float32)


def _bias_widths(shape: Shape) -> dict[str, int]:
    return {"q": shape.n_embd, "k": shape.n_embd_kv, "v": shape.n_embd_kv}
