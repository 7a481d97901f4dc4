"""What a header says, as plain values."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from app.core.gguf.ggml_types import TENSOR_TYPES

if TYPE_CHECKING:
    from collections.abc import Mapping


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


@dataclass(frozen=True, slots=True)
class Tensor:
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


@dataclass(frozen=True, slots=True)
class GgufHeader:
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
