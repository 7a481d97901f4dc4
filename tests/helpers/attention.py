"""Attention by llama.cpp's own kernels, and by Hearth's.

Both are held against attention in double precision. As with `matrix_products`, each kernel is tried
in a child: `python -m tests.helpers.attention COMMAND`, with HEARTH_MATMUL naming the kernel.
"""

from __future__ import annotations

import ctypes
import json
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from app.core.ggml.backends import CPU
from app.core.plain_value import PlainValue, replace
from tests.helpers.matrix_products import (
    F32,
    Q8_0,
    Backend,
    function_of_ours,
    hearths,
    library,
    pool,
    processor,
    set_threads,
    tensor,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

F16 = 1  # ggml's number for the type
_POINTERS = ("ggml_flash_attn_ext", "ggml_permute")
_N_RANDOM = 60
_MOST_STEADY = 63  # tokens: of more, a thread takes all positions at once


class Shape(PlainValue, frozen=True):
    """Of one attention.

    Attributes:
        n_shared: heads that share keys and values.
        limit: that scores are bent below; 0 for none.
        slope: by which they fall with the distance.
        kind: ggml's number for the type of keys and values.
    """

    n_tokens: int = 1
    n_positions: int = 256
    n_groups: int = 2
    n_shared: int = 3
    n_key: int = 64
    n_value: int = 64
    mask: str = "causal"
    limit: float = 0.0
    slope: float = 0.0
    has_sinks: bool = False
    kind: int = F16

    @property
    def n_heads(self) -> int:
        """Heads of the queries."""
        return self.n_groups * self.n_shared


EDGES = (
    Shape(),
    Shape(n_positions=16),
    Shape(2, 272, 1, 1, 8, 16),
    Shape(3, 512, 2, 7),
    Shape(5, 528, 8, 1, 128, 128),
    Shape(8, 1024, 1, 4, 256, 256, limit=50.0),
    Shape(1, 2048, 1, 16, 576, 512),
    Shape(4, 640, 2, 4, 64, 64, "none", has_sinks=True),
    Shape(17, 384, 2, 2, 80, 80, "random", 30.0, has_sinks=True),
    Shape(63, 768, 1, 5, 96, 48, "random"),
    Shape(64, 640, 3, 3, 64, 64),
    Shape(2, 20_000, 1, 2),
    Shape(200, 1040, 2, 4, 128, 128),
    Shape(6, 512, 2, 2, mask="nothing", has_sinks=True),
)


@dataclass(frozen=True, slots=True)
class Inputs:
    """What attention is computed of.

    Attributes:
        queries: float32 [n_tokens, n_heads, n_key].
        keys: float16 [n_positions, n_groups, n_key].
        values: float16 [n_positions, n_groups, n_value].
        mask: float16 [n_tokens, n_positions]; None for none.
        sinks: float32 [n_heads].
    """

    queries: NDArray[np.float32]
    keys: NDArray[np.float16]
    values: NDArray[np.float16]
    mask: NDArray[np.float16] | None
    sinks: NDArray[np.float32]

    def alone(self, token: int) -> Inputs:
        """Return the same for one token."""
        mask = None if self.mask is None else self.mask[token : token + 1]
        queries = self.queries[token : token + 1]
        return Inputs(queries, self.keys, self.values, mask, self.sinks)


def inputs_of(shape: Shape, rng: np.random.Generator) -> Inputs:
    """Return inputs of a shape; what a mask hides is larger than what it shows."""
    n_tokens, n_positions = shape.n_tokens, shape.n_positions
    queries = rng.normal(0, 2, (n_tokens, shape.n_heads, shape.n_key)).astype(np.float32)
    keys = rng.normal(0, 1, (n_positions, shape.n_groups, shape.n_key)).astype(np.float16)
    values = rng.normal(0, 1, (n_positions, shape.n_groups, shape.n_value)).astype(np.float16)
    sinks = rng.normal(0, 3, shape.n_heads).astype(np.float32)
    seen = max(1, n_positions - int(rng.integers(0, 40)) - n_tokens)
    hidden = {
        "causal": np.arange(n_positions) > seen + np.arange(n_tokens)[:, None],
        "random": rng.random((n_tokens, n_positions)) < 0.7,
        "nothing": np.ones((n_tokens, n_positions), bool),
    }.get(shape.mask)
    if hidden is None:
        return Inputs(queries, keys, values, None, sinks)
    mask = np.where(hidden, -np.inf, rng.normal(0, 1, hidden.shape)).astype(np.float16)
    values[hidden.all(axis=0)] = 60_000
    return Inputs(queries, keys, values, mask, sinks)


def exact(shape: Shape, of: Inputs) -> NDArray[np.float64]:
    """Return attention in double precision: [n_tokens, n_heads, n_value]."""
    out = np.zeros((shape.n_tokens, shape.n_heads, shape.n_value))
    for token in range(shape.n_tokens):
        for head in range(shape.n_heads):
            group = head // shape.n_shared
            scores = of.keys[:, group].astype(np.float64) @ of.queries[token, head].astype(float)
            scores *= shape.n_key**-0.5
            if shape.limit:
                scores = shape.limit * np.tanh(scores / shape.limit)
            if of.mask is not None:
                scores = scores + of.mask[token].astype(np.float64)
            sink = float(of.sinks[head]) if shape.has_sinks else -np.inf
            most = max(float(scores.max()), sink)
            shares = np.exp(scores - most)
            values = np.where(shares[:, None] > 0, of.values[:, group].astype(np.float64), 0)
            out[token, head] = shares @ values / (shares.sum() + np.exp(sink - most))
    return out


@contextmanager
def node_of(
    lib: Any, shape: Shape, of: Inputs | None
) -> Iterator[tuple[ctypes.c_void_p, ctypes.c_void_p, list[tuple[ctypes.c_void_p, Any]]]]:
    """Give the description of attention: its memory, the result, and what is to be set."""
    for name in _POINTERS:
        getattr(lib, name).restype = ctypes.c_void_p
    with pool(lib) as context:
        n_tokens, n_positions = shape.n_tokens, shape.n_positions
        sizes = (
            (F32, shape.n_key, shape.n_heads, n_tokens),
            (shape.kind, shape.n_key, shape.n_groups, n_positions),
            (shape.kind, shape.n_value, shape.n_groups, n_positions),
        )
        made = [tensor(lib, context, *one) for one in sizes]
        mask = tensor(lib, context, F16, n_positions, n_tokens)
        has_mask = shape.mask != "none"
        places = (ctypes.c_void_p(lib.ggml_permute(context, one, 0, 2, 1, 3)) for one in made)
        factors = (shape.n_key**-0.5, shape.slope, shape.limit)
        node = ctypes.c_void_p(
            lib.ggml_flash_attn_ext(
                context, *places, mask if has_mask else None, *map(ctypes.c_float, factors)
            )
        )
        settings: list[tuple[ctypes.c_void_p, Any]] = []
        if of is not None:
            settings = list(zip(made, (of.queries, of.keys, of.values), strict=True))
            settings += [(mask, of.mask)] if has_mask else []
        if shape.has_sinks:
            sinks = tensor(lib, context, F32, shape.n_heads, 1)
            lib.ggml_flash_attn_ext_add_sinks(node, sinks)
            settings += [(sinks, of.sinks)] if of is not None else []
        yield context, node, settings


def attend(lib: Any, backend: Backend, shape: Shape, of: Inputs) -> NDArray[np.float32]:
    """Return attention as a backend computes it: float32 [n_tokens, n_heads, n_value]."""
    shape = replace(shape, n_tokens=len(of.queries))
    out = np.empty((shape.n_tokens, shape.n_heads, shape.n_value), np.float32)
    with node_of(lib, shape, of) as (context, node, settings):
        graph = ctypes.c_void_p(lib.ggml_new_graph(context))
        lib.ggml_build_forward_expand(graph, node)
        handle, order = ctypes.c_void_p(backend.handle), ctypes.c_void_p(backend.order)
        buffer = ctypes.c_void_p(lib.ggml_backend_alloc_ctx_tensors_from_buft(context, order))
        is_ours = backend.device != lib.ggml_backend_dev_by_type(CPU)
        function_of_ours(lib, "hearth_settle", ctypes.c_int(F16), ctypes.c_int(is_ours))
        assert bool(function_of_ours(lib, "hearth_takes", node) & 1) == is_ours
        for place, values in settings:
            size = ctypes.c_size_t(values.nbytes)
            lib.ggml_backend_tensor_set(place, values.ctypes, ctypes.c_size_t(0), size)
        assert lib.ggml_backend_graph_compute(handle, graph) == 0
        size = ctypes.c_size_t(out.nbytes)
        lib.ggml_backend_tensor_get(node, out.ctypes, ctypes.c_size_t(0), size)
        lib.ggml_backend_buffer_free(buffer)
    return out


def compare() -> dict[str, Any]:
    """Return how far both are off, and whether a token alone is like one among others.

    Returns:
        "worst" and "theirs": the largest error of our own and of llama.cpp's; empty without ours.
    """
    lib = library()
    own, theirs = hearths(lib), processor(lib)
    if own is None:
        return {}
    rng = np.random.default_rng(5)
    random = [
        Shape(int(a), 16 * int(b), int(c), int(d), 8 * int(e), 16 * int(f), "random")
        for a, b, c, d, e, f in rng.integers(
            (1, 1, 1, 1, 1, 1), (80, 80, 5, 8, 20, 12), (_N_RANDOM, 6)
        )
    ]
    worst, worst_of_theirs, is_steady = 0.0, 0.0, True
    for number, shape in enumerate((*EDGES, *random)):
        of = inputs_of(shape, rng)
        right = exact(shape, of)
        set_threads(lib, own, 1 + number % 3)
        found = attend(lib, own, shape, of)
        worst = max(worst, float(np.abs(found - right).max()))
        worst_of_theirs = max(
            worst_of_theirs, float(np.abs(attend(lib, theirs, shape, of) - right).max())
        )
        if shape.n_tokens <= _MOST_STEADY:
            set_threads(lib, own, 2)
            token = int(rng.integers(0, shape.n_tokens))
            alone = attend(lib, own, shape, of.alone(token))
            is_steady = is_steady and bool((alone[0] == found[token]).all())
    return {"worst": worst, "theirs": worst_of_theirs, "is_steady": is_steady}


def taken() -> dict[str, bool]:
    """Return of some shapes whether Hearth's own takes them."""
    lib = library()
    own = hearths(lib)
    if own is None:
        return {}
    shapes = {
        "plain": Shape(),
        "prompt": Shape(512, 4096),
        "limit and sinks": Shape(limit=50.0, has_sinks=True),
        "slope": Shape(slope=8.0),
        "quantised": Shape(kind=Q8_0),
        "odd": Shape(n_value=56),
    }
    found = {}
    for name, shape in shapes.items():
        with node_of(lib, shape, None) as (_context, node, _settings):
            found[name] = bool(function_of_ours(lib, "hearth_takes", node) & 1)
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps({"compare": compare, "taken": taken}[sys.argv[1]]()))
