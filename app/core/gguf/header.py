"""What a header says, as plain values.

The types that ggml gives to tensors, and llama.cpp to whole files: names and sizes.

Source: ggml/include/ggml.h (ggml_type), ggml/src/ggml-common.h (the structures block_*) and
include/llama.h (llama_ftype) of llama.cpp, as in llama-cpp-python 0.3.36.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Mapping


class TensorType(PlainValue, frozen=True):
    """How the elements of a tensor are stored.

    Attributes:
        block: elements that are stored together; 1 where each stands for itself.
        block_bytes: size of that.
    """

    name: str
    block: int
    block_bytes: int


def _types(*rows: tuple[int, str, int, int]) -> dict[int, TensorType]:
    return {number: TensorType(name, block, size) for number, name, block, size in rows}


# Missing numbers are of types that were taken out of the format.
TENSOR_TYPES = _types(
    (0, "F32", 1, 4),
    (1, "F16", 1, 2),
    (2, "Q4_0", 32, 18),
    (3, "Q4_1", 32, 20),
    (6, "Q5_0", 32, 22),
    (7, "Q5_1", 32, 24),
    (8, "Q8_0", 32, 34),
    (9, "Q8_1", 32, 36),
    (10, "Q2_K", 256, 84),
    (11, "Q3_K", 256, 110),
    (12, "Q4_K", 256, 144),
    (13, "Q5_K", 256, 176),
    (14, "Q6_K", 256, 210),
    (15, "Q8_K", 256, 292),
    (16, "IQ2_XXS", 256, 66),
    (17, "IQ2_XS", 256, 74),
    (18, "IQ3_XXS", 256, 98),
    (19, "IQ1_S", 256, 50),
    (20, "IQ4_NL", 32, 18),
    (21, "IQ3_S", 256, 110),
    (22, "IQ2_S", 256, 82),
    (23, "IQ4_XS", 256, 136),
    (24, "I8", 1, 1),
    (25, "I16", 1, 2),
    (26, "I32", 1, 4),
    (27, "I64", 1, 8),
    (28, "F64", 1, 8),
    (29, "IQ1_M", 256, 56),
    (30, "BF16", 1, 2),
    (34, "TQ1_0", 256, 54),
    (35, "TQ2_0", 256, 66),
    (39, "MXFP4", 32, 17),
    (40, "NVFP4", 64, 36),
    (41, "Q1_0", 128, 18),
    (42, "Q2_0", 64, 18),
)
UNQUANTISED = frozenset({"F64", "F32", "F16", "BF16"})

# What `general.file_type` stands for, as the names of files have it.
FILE_TYPES = {
    0: "F32",
    1: "F16",
    2: "Q4_0",
    3: "Q4_1",
    7: "Q8_0",
    8: "Q5_0",
    9: "Q5_1",
    10: "Q2_K",
    11: "Q3_K_S",
    12: "Q3_K_M",
    13: "Q3_K_L",
    14: "Q4_K_S",
    15: "Q4_K_M",
    16: "Q5_K_S",
    17: "Q5_K_M",
    18: "Q6_K",
    19: "IQ2_XXS",
    20: "IQ2_XS",
    21: "Q2_K_S",
    22: "IQ3_XS",
    23: "IQ3_XXS",
    24: "IQ1_S",
    25: "IQ4_NL",
    26: "IQ3_S",
    27: "IQ3_M",
    28: "IQ2_S",
    29: "IQ2_M",
    30: "IQ4_XS",
    31: "IQ1_M",
    32: "BF16",
    36: "TQ1_0",
    37: "TQ2_0",
    38: "MXFP4",
    39: "NVFP4",
    40: "Q1_0",
    41: "Q2_0",
}


@dataclass(frozen=True, slots=True)
class GgufArray:
    """An array of the metadata.

    Attributes:
        kind: number of the type of its elements, as the file has it (gguf_type in gguf.h).
        length: how many there are.
        numbers: the elements, where they are numbers and few, such as one for each layer; else
            none: vocabularies are skipped.
        begin: byte of the file at which the elements begin, where they are texts.
        n_bytes: of these, with their lengths.
    """

    kind: int
    length: int
    numbers: tuple[float, ...] = ()
    begin: int = field(default=0, compare=False)
    n_bytes: int = field(default=0, compare=False)


Value: TypeAlias = bool | int | float | str | GgufArray


class Tensor(PlainValue, frozen=True):
    """One row of the tensor table.

    Attributes:
        shape: elements in each dimension, the one that lies together first; up to four.
        type_number: ggml's number of its type.
        offset: bytes from the start of the tensor data.
        n_bytes: its size; 0 where the type is not known here.
    """

    name: str
    shape: tuple[int, ...]
    type_number: int
    offset: int
    n_bytes: int

    @property
    def n_elements(self) -> int:
        """How many numbers it holds."""
        return math.prod(self.shape)

    @property
    def type_name(self) -> str:
        """What its type is called, such as "Q4_K"."""
        known = TENSOR_TYPES.get(self.type_number)
        return known.name if known else f"type {self.type_number}"


class GgufHeader(PlainValue, frozen=True):
    """A whole header.

    Attributes:
        name: of the file it was read from.
        size_bytes: of that file.
        version: of the format, 2 or 3.
        metadata: the values by their keys. Texts beyond 256 KiB are cut there.
        data_offset: where in the file the tensor data begins.
    """

    name: str
    size_bytes: int
    version: int
    metadata: Mapping[str, Value]
    tensors: tuple[Tensor, ...]
    data_offset: int

    @property
    def architecture(self) -> str:
        """What the file calls its kind of model; "" when it does not say."""
        return self.text("general.architecture")

    @property
    def missing_bytes(self) -> int:
        """How much of the tensor data the file lacks at its end; 0 when it is complete."""
        end = max((tensor.offset + tensor.n_bytes for tensor in self.tensors), default=0)
        return max(0, self.data_offset + end - self.size_bytes) if end else 0

    def text(self, key: str) -> str:
        """Return a text, "" when there is none under this key.

        Args:
            key: of the file; one that begins with a dot belongs to its architecture.
        """
        value = self._value(key)
        return value if isinstance(value, str) else ""

    def count(self, key: str) -> int:
        """Return a whole number of 0 or more; 0 when there is no such number under this key."""
        value = self._value(key)
        return value if type(value) is int and value > 0 else 0

    def array(self, key: str) -> GgufArray | None:
        """Return an array, None when there is none under this key."""
        value = self._value(key)
        return value if isinstance(value, GgufArray) else None

    def _value(self, key: str) -> Value | None:
        if key.startswith("."):
            key = str(self.metadata.get("general.architecture", "")) + key
        return self.metadata.get(key)
