"""What one model needs beside its weights, as a function of the context's size.

llama.cpp is asked twice, for a small and a large context. A cache of all tokens grows with the
context; one with a sliding window grows up to the window; a recurrent state does not grow. Buffers
for computing grow on a straight line. So two answers give all of them, for every architecture,
without a formula for any.

Where the bytes of a model's weights are: before the layers, in each of them, and after them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from app.core.errors import BugError
from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    from collections.abc import Iterable


_LAYER = re.compile(r"blk\.(\d{1,6})\.")
# llama.cpp keeps these on the processor: a row is looked up for each token, no product computed.
# Source: llama.cpp src/llama-arch.cpp, LLM_TENSOR_LAYER_INPUT
_INPUT = ("token_embd.weight", "position_embd", "token_types", "per_layer_token_embd")
_EXPERTS = re.compile(r"\.ffn_(up|down|gate|gate_up)_(ch|)exps")
_EMBEDDING, _OUTPUT = "token_embd.weight", "output.weight"


class Weights(PlainValue, frozen=True):
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


RAM = "RAM"  # the place that is no device; no backend calls its device so
_CELLS_AT_ONCE = 256  # llama.cpp rounds the size of a context up to these


class SimulatedCache(PlainValue, frozen=True):
    """A KV cache or the recurrent states of one simulated context.

    Attributes:
        n_cells: tokens, or sequences of recurrent states.
        n_bytes: of all its layers.
        layers: whose; numbers from 0.
    """

    n_cells: int
    n_bytes: int
    layers: tuple[int, ...]


class SimulatedContext(PlainValue, frozen=True):
    """What llama.cpp would take for a context of one size.

    Attributes:
        compute: bytes for computing in each place: `RAM` or the name of a device.
    """

    n_ctx: int
    caches: tuple[SimulatedCache, ...]
    compute: tuple[tuple[str, int], ...]


class Cache(PlainValue, frozen=True):
    """A KV cache or the recurrent states, for any size of the context.

    Attributes:
        layers: whose.
        bytes_per_cell: of all these layers together.
        most_cells: more it never has: a window, or one state for each sequence.
        grows: whether it has a cell for each token of the context.
    """

    layers: tuple[int, ...]
    bytes_per_cell: float
    most_cells: int
    grows: bool

    def n_bytes(self, n_ctx: int) -> int:
        """Return its size in a context of so many tokens."""
        n_cells = rounded_up(n_ctx) if self.grows else min(rounded_up(n_ctx), self.most_cells)
        return round(n_cells * self.bytes_per_cell)


class Compute(PlainValue, frozen=True):
    """Buffers for computing in one place: bytes whatever the context, and for each token of it.

    Where there are several for a place, the largest counts: what one step of computing takes is
    used again by the next.
    """

    place: str
    fixed_bytes: float
    bytes_per_token: float

    def n_bytes(self, n_ctx: int) -> int:
        """Return their size in a context of so many tokens."""
        return max(0, round(self.fixed_bytes + self.bytes_per_token * rounded_up(n_ctx)))


class ContextShape(PlainValue, frozen=True):
    """What a context of a model takes, laid out in one way."""

    caches: tuple[Cache, ...]
    compute: tuple[Compute, ...]

    def cache_bytes(self, n_ctx: int) -> int:
        """Return the size of all caches."""
        return sum(cache.n_bytes(n_ctx) for cache in self.caches)

    def bytes_by_layer(self, n_ctx: int) -> dict[int, float]:
        """Return what the caches keep of each layer; all layers of one cache count alike."""
        by_layer: dict[int, float] = {}
        for cache in self.caches:
            share = cache.n_bytes(n_ctx) / len(cache.layers)
            for layer in cache.layers:
                by_layer[layer] = by_layer.get(layer, 0.0) + share
        return by_layer

    def with_draft_model(self, draft: ContextShape, n_layers: int) -> ContextShape:
        """Return the same with the context of a draft model beside it.

        Args:
            draft: its shape without any device.
            n_layers: of this model, among which what the other takes is counted.
        """
        layers = tuple(range(n_layers))
        caches = tuple(replace(cache, layers=layers) for cache in draft.caches)
        compute = tuple(  # the largest of a sum is that of the largest parts
            Compute(
                one.place,
                one.fixed_bytes + other.fixed_bytes,
                one.bytes_per_token + other.bytes_per_token,
            )
            for one in self.compute
            for other in draft.compute or (Compute(one.place, 0.0, 0.0),)
        )
        return ContextShape((*self.caches, *caches), compute)

    def compute_bytes(self, place: str, n_ctx: int) -> int:
        """Return the size of the buffers for computing in one place, 0 where none was seen."""
        return max((part.n_bytes(n_ctx) for part in self.compute if part.place == place), default=0)


class ModelMemory(PlainValue, frozen=True):
    """All that a model needs.

    Attributes:
        in_ram: what a context takes without any device.
        on_devices: what it takes with layers on devices, as far as buffers for computing are meant
            with those of one placement on some; None where there is none.
        n_ctx_train: tokens it was trained for; 0 when the file says nonsense.
    """

    weights: Weights
    in_ram: ContextShape
    on_devices: ContextShape | None
    n_ctx_train: int


def rounded_up(n_ctx: int) -> int:
    """Return the cells that llama.cpp makes for so many tokens."""
    return -(-n_ctx // _CELLS_AT_ONCE) * _CELLS_AT_ONCE


def context_shape(*spans: tuple[SimulatedContext, SimulatedContext]) -> ContextShape:
    """Return what holds for every size, from pairs of a smaller and a larger context of one model.

    Exact for the caches, but for windows wider than the largest context. What computing takes is
    exact where each of the steps that may take most of it was largest in one of the pairs.

    Args:
        spans: the last one reaches the largest context.

    Raises:
        BugError: two are not of one model, or of one size.
    """
    for small, large in spans:
        if small.n_ctx >= large.n_ctx or len(small.caches) != len(large.caches):
            raise BugError("two sizes of one model are needed to tell what it takes")
    largest = spans[-1][1]
    caches = tuple(
        Cache(
            layers=cache.layers,
            bytes_per_cell=cache.n_bytes / max(1, cache.n_cells),
            most_cells=cache.n_cells,
            grows=cache.n_cells >= largest.n_ctx,
        )
        for cache in largest.caches
        if cache.layers
    )
    return ContextShape(caches, tuple(one for span in spans for one in _compute(*span)))


def _compute(small: SimulatedContext, large: SimulatedContext) -> list[Compute]:
    before = dict(small.compute)
    found = []
    for place, n_bytes in large.compute:
        slope = (n_bytes - before.get(place, 0)) / (large.n_ctx - small.n_ctx)
        found.append(Compute(place, n_bytes - slope * large.n_ctx, slope))
    return found
