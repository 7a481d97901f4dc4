"""Where the bytes of a model's weights are: before the layers, in each of them, and after them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.plain_value import replace

if TYPE_CHECKING:
    from collections.abc import Iterable

_LAYER = re.compile(r"blk\.(\d{1,6})\.")
# llama.cpp keeps these on the processor: a row is looked up for each token, no product computed.
# Source: llama.cpp src/llama-arch.cpp, LLM_TENSOR_LAYER_INPUT
_INPUT = ("token_embd.weight", "position_embd", "token_types", "per_layer_token_embd")
_EXPERTS = re.compile(r"\.ffn_(up|down|gate|gate_up)_(ch|)exps")
_EMBEDDING, _OUTPUT = "token_embd.weight", "output.weight"


@dataclass(frozen=True, slots=True)
class Weights:
    """Bytes of the tensors of a model.

    Attributes:
        input_bytes: what turns tokens into vectors; always in RAM.
        layer_bytes: of each layer, experts included.
        expert_bytes: of each layer's experts alone, of which a token uses few; 0 in a dense one.
        output_bytes: what turns vectors into logits, if it is not shared with the input.
        shared_bytes: of a matrix of the input that is the output's as well, 0 for none: a GPU that
            computes the output needs a copy.
    """

    input_bytes: int
    layer_bytes: tuple[int, ...]
    expert_bytes: tuple[int, ...]
    output_bytes: int
    shared_bytes: int

    @property
    def n_layers(self) -> int:
        """How many layers there are."""
        return len(self.layer_bytes)

    @property
    def total_bytes(self) -> int:
        """All of it, each matrix once."""
        return self.input_bytes + sum(self.layer_bytes) + self.output_bytes

    def with_adapters(self, n_bytes: int) -> Weights:
        """Return the same with LoRA adapters of so many bytes, which lie where the layers lie."""
        share = -(-n_bytes // max(1, self.n_layers))
        return replace(self, layer_bytes=tuple(size + share for size in self.layer_bytes))

    def with_draft_model(self, n_bytes: int) -> Weights:
        """Return the same with a draft model of so many bytes, which is laid out as this one is."""
        return self.with_adapters(n_bytes)

    def with_projector(self, n_bytes: int) -> Weights:
        """Return the same with a projector of so many bytes, which is laid out as this one is."""
        return self.with_adapters(n_bytes)

    @property
    def has_experts(self) -> bool:
        """Whether it is a mixture of experts."""
        return any(self.expert_bytes)


def weights_of(tensors: Iterable[tuple[str, int]]) -> Weights:
    """Return where the bytes are.

    Args:
        tensors: name and size in bytes of every tensor of all files of the model.
    """
    layers: dict[int, int] = {}
    experts: dict[int, int] = {}
    input_bytes = output_bytes = embedding_bytes = 0
    has_output = False
    for name, n_bytes in tensors:
        has_output = has_output or name == _OUTPUT
        if name == _EMBEDDING:
            embedding_bytes = n_bytes
        if found := _LAYER.match(name):
            layer = int(found[1])
            layers[layer] = layers.get(layer, 0) + n_bytes
            if _EXPERTS.search(name):
                experts[layer] = experts.get(layer, 0) + n_bytes
        elif name.startswith(_INPUT):
            input_bytes += n_bytes
        else:
            output_bytes += n_bytes
    # A file may name any number; what has none of the layers between costs nothing.
    numbers = sorted(layers)
    return Weights(
        input_bytes=input_bytes,
        layer_bytes=tuple(layers[number] for number in numbers),
        expert_bytes=tuple(experts.get(number, 0) for number in numbers),
        output_bytes=output_bytes,
        shared_bytes=0 if has_output else embedding_bytes,
    )
