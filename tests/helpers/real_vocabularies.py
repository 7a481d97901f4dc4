"""Tiny models of random weights with the vocabulary and the chat template of a real family.

The vocabularies are those that llama.cpp tests its tokenizers with. They are copied byte for byte:
to read and write a quarter of a million texts one by one takes seconds.
"""

from __future__ import annotations

import struct
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gguf
import numpy as np
import pytest
from gguf import GGMLQuantizationType as TensorType
from gguf import GGUFValueType

from tests.helpers.chat_templates import template_named
from tests.helpers.gguf_bytes import ARRAY, STRING
from tests.helpers.gguf_factory import Shape, describe, finish, uniform

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

_GAIN = 6.0  # standard deviation of the logits
_BYTES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}  # of simple values


@dataclass(frozen=True)
class Family:
    """What models of one make have in common.

    Attributes:
        vocabulary: as llama.cpp calls it.
        template: its name among those that llama.cpp is tested with.
    """

    vocabulary: str
    template: str

    @property
    def path(self) -> Path:
        """Where the vocabulary is."""
        return Path(sys.prefix) / "models" / f"ggml-vocab-{self.vocabulary}.gguf"

    def write(self, path: Path) -> Path:
        """Write a model into `path`, and return that; skips the test without its vocabulary."""
        if not self.path.is_file():
            pytest.skip("llama.cpp's vocabularies could not be had")
        values = dict(_tokenizer(self.path.read_bytes()))
        n_vocab = struct.unpack_from("<Q", values["tokenizer.ggml.tokens"][1], 4)[0]
        shape = Shape(n_embd=32, n_heads=2, n_kv_heads=1, n_ff=64, n_vocab=n_vocab)
        writer = _Writer(path, "llama")
        describe(writer, shape, self.vocabulary)
        for key, (kind, data) in values.items():
            writer.add_key_value(key, _Packed(data), GGUFValueType(kind))
        writer.add_chat_template(template_named(self.template))
        for name, weights in _weights(shape):
            kind = TensorType.F32 if weights.ndim == 1 else TensorType.F16
            writer.add_tensor(name, gguf.quants.quantize(weights, kind), raw_dtype=kind)
        finish(writer)
        return path

    def __str__(self) -> str:
        return self.vocabulary


FAMILIES = (
    Family("deepseek-llm", "deepseek-ai-DeepSeek-V3.1"),
    Family("gemma-4", "google-gemma-4-31B-it"),
    Family("llama-bpe", "meta-llama-Llama-3.2-3B-Instruct"),
    Family("phi-3", "microsoft-Phi-3.5-mini-instruct"),
    Family("qwen35", "Qwen3.5-4B"),
)


class _Packed(bytes):
    """A value as it stands in a file, without its type."""

    __slots__ = ()


class _Writer(gguf.GGUFWriter):
    """Takes values as they stand in another file."""

    def _pack_val(
        self, val: Any, vtype: GGUFValueType, add_vtype: bool, *rest: Any, **more: Any
    ) -> bytes:
        if isinstance(val, _Packed):
            return struct.pack("<I", vtype) + val
        packed: bytes = super()._pack_val(val, vtype, add_vtype, *rest, **more)
        return packed


def _tokenizer(data: bytes) -> Iterator[tuple[str, tuple[int, bytes]]]:
    """Yield the keys of a file that are about its vocabulary, with the type and bytes of each."""
    (n_values,) = struct.unpack_from("<Q", data, 16)
    at = 24
    for _ in range(n_values):
        begin, at = at + 8, _end_of_text(data, at)
        key = data[begin:at].decode()
        (kind,) = struct.unpack_from("<I", data, at)
        begin, at = at + 4, _end_of_value(data, at + 4, kind)
        if key.startswith("tokenizer.ggml."):
            yield key, (kind, data[begin:at])


def _end_of_text(data: bytes, at: int) -> int:
    (length,) = struct.unpack_from("<Q", data, at)
    return at + 8 + int(length)


def _end_of_value(data: bytes, at: int, kind: int) -> int:
    if kind == STRING:
        return _end_of_text(data, at)
    if kind != ARRAY:
        return at + _BYTES[kind]
    element, length = struct.unpack_from("<IQ", data, at)
    at += 12
    if element != STRING:
        return at + int(length) * _BYTES[element]
    for _ in range(length):
        at = _end_of_text(data, at)
    return at


def _weights(shape: Shape) -> Iterator[tuple[str, NDArray[np.float32]]]:
    ones = np.ones(shape.n_embd, dtype=np.float32)
    tables = {
        "token_embd.weight": ((shape.n_vocab, shape.n_embd), shape.n_embd**0.5),
        "output.weight": ((shape.n_vocab, shape.n_embd), _GAIN),
    }
    layers = {
        name: (size, 2.0 if "attn_" in name else 1.0)
        for layer in range(shape.n_layers)
        for name, size in shape.matrices(layer).items()
    }
    for stream, (name, ((rows, columns), gain)) in enumerate((tables | layers).items()):
        values = uniform(5, stream, rows * columns) * (gain / columns**0.5)
        yield name, values.reshape(rows, columns).astype(np.float32)
    yield "output_norm.weight", ones
    for layer in range(shape.n_layers):
        yield f"blk.{layer}.attn_norm.weight", ones
        yield f"blk.{layer}.ffn_norm.weight", ones
