"""Matrix products by two of ggml's backends: llama.cpp's for the processor, and Hearth's own.

Which kernel Hearth's own takes is settled once in a process, so each is tried in a child:
`python -m tests.helpers.matrix_products COMMAND`, with HEARTH_MATMUL naming the kernel.
"""

from __future__ import annotations

import ctypes
import json
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from app.core.engine.load.self_test import SELF_TEST_MODEL
from app.core.fit.machine import GPU_KINDS
from app.core.ggml import native_library, rpc_servers
from app.core.ggml.backends import CPU, MATMUL, admit_matmul, admit_processor
from app.core.ggml.devices import devices
from app.core.llama import (
    ALL_LAYERS,
    Batch,
    Context,
    ContextParams,
    DecodeOutcome,
    Model,
    ModelParams,
)
from app.core.llama.library import recorded_log
from app.core.system.paths import resource

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

BLOCK = 32  # weights that share a scale
F32, Q8_0, Q4_0 = 0, 8, 2  # ggml's numbers for types
_POOL_BYTES = 1 << 20
_POINTERS = (
    "ggml_backend_alloc_ctx_tensors",
    "ggml_backend_dev_by_type",
    "ggml_backend_dev_init",
    "ggml_backend_reg_by_name",
    "ggml_backend_reg_dev_get",
    "ggml_backend_reg_get_proc_address",
    "ggml_init",
    "ggml_mul_mat",
    "ggml_new_graph",
    "ggml_new_tensor_2d",
    "ggml_new_tensor_3d",
    "ggml_view_2d",
)
# Of a product: rows and blocks of the weights, columns, and floats from one column to the next
# beyond those of the column.
EDGES = (
    (1, 1, 1, 0),
    (7, 1, 2, 0),
    (8, 2, 3, 0),
    (9, 1, 4, 0),
    (15, 3, 5, 32),
    (16, 2, 6, 0),
    (17, 4, 7, 0),
    (31, 1, 11, 96),
    (33, 5, 12, 0),
    (64, 28, 13, 0),
    (129, 9, 24, 32),
    (200, 152, 25, 0),
    (304, 28, 100, 0),
)
N_RANDOM = 150
N_TOKENS = 24


class _InitParams(ctypes.Structure):
    _fields_ = (
        ("mem_size", ctypes.c_size_t),
        ("mem_buffer", ctypes.c_void_p),
        ("no_alloc", ctypes.c_bool),
    )


@dataclass(frozen=True, slots=True)
class Backend:
    """A backend with its device."""

    handle: int
    device: int


def library() -> Any:
    """Return ggml with the types of what is called here."""
    lib = native_library.shared_library()
    for name in _POINTERS:
        getattr(lib, name).restype = ctypes.c_void_p
    lib.ggml_init.argtypes = [_InitParams]
    lib.ggml_backend_dev_supports_op.restype = ctypes.c_bool
    return lib


def processor(lib: Any) -> Backend:
    """Return llama.cpp's own."""
    admit_processor()
    return _backend(lib, lib.ggml_backend_dev_by_type(CPU))


def hearths(lib: Any) -> Backend | None:
    """Return Hearth's own; None where it has nothing for this processor, or was told so."""
    if not admit_matmul():
        return None
    registered = ctypes.c_void_p(lib.ggml_backend_reg_by_name(MATMUL.encode()))
    return _backend(lib, lib.ggml_backend_reg_dev_get(registered, ctypes.c_size_t(0)))


def _backend(lib: Any, device: int) -> Backend:
    return Backend(lib.ggml_backend_dev_init(ctypes.c_void_p(device), None), device)


def set_threads(lib: Any, backend: Backend, n_threads: int) -> None:
    """Let a backend compute with so many threads, as llama.cpp tells it."""
    registered = ctypes.c_void_p(lib.ggml_backend_reg_by_name(MATMUL.encode()))
    found = lib.ggml_backend_reg_get_proc_address(registered, b"ggml_backend_set_n_threads")
    ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int)(found)(backend.handle, n_threads)


@contextmanager
def pool(lib: Any) -> Iterator[ctypes.c_void_p]:
    """Give memory for the descriptions of tensors."""
    context = ctypes.c_void_p(lib.ggml_init(_InitParams(_POOL_BYTES, None, True)))
    try:
        yield context
    finally:
        lib.ggml_free(context)


def tensor(lib: Any, context: ctypes.c_void_p, kind: int, *sizes: int) -> ctypes.c_void_p:
    """Return a tensor of two or three dimensions, the fastest one first."""
    make = lib.ggml_new_tensor_2d if len(sizes) == 2 else lib.ggml_new_tensor_3d
    return ctypes.c_void_p(make(context, kind, *(ctypes.c_int64(size) for size in sizes)))


def blocks(rng: np.random.Generator, rows: int, n_blocks: int) -> NDArray[np.uint8]:
    """Return weights as Q8_0 has them: uint8 [rows, n_blocks, 34], all bytes that there are."""
    made = rng.integers(0, 256, (rows, n_blocks, 34)).astype(np.uint8)
    scales = rng.uniform(-0.01, 0.01, (rows, n_blocks)).astype(np.float16)
    made[:, :, :2] = scales[:, :, None].view(np.uint8)
    return made


def multiply(
    lib: Any, backend: Backend, weights: NDArray[np.uint8], inputs: NDArray[np.float32], gap: int
) -> NDArray[np.float32]:
    """Return the product as a backend computes it.

    Args:
        weights: as `blocks` returns them.
        inputs: float32 [columns, n_blocks * 32].
        gap: floats between two columns in memory.

    Returns:
        float32 [columns, rows].
    """
    rows, n_blocks, _ = weights.shape
    columns, width = inputs.shape
    spaced = np.full((columns, width + gap), np.nan, np.float32)
    spaced[:, :width] = inputs
    out = np.empty((columns, rows), np.float32)
    with pool(lib) as context:
        matrix = tensor(lib, context, Q8_0, n_blocks * BLOCK, rows)
        there = tensor(lib, context, F32, width + gap, columns)
        sizes = (ctypes.c_int64(width), ctypes.c_int64(columns))
        stride = ctypes.c_size_t(4 * (width + gap))
        seen = ctypes.c_void_p(lib.ggml_view_2d(context, there, *sizes, stride, ctypes.c_size_t(0)))
        product = ctypes.c_void_p(lib.ggml_mul_mat(context, matrix, seen))
        graph = ctypes.c_void_p(lib.ggml_new_graph(context))
        lib.ggml_build_forward_expand(graph, product)
        handle = ctypes.c_void_p(backend.handle)
        buffer = ctypes.c_void_p(lib.ggml_backend_alloc_ctx_tensors(context, handle))
        for place, values in ((matrix, weights), (there, spaced)):
            size = ctypes.c_size_t(values.nbytes)
            lib.ggml_backend_tensor_set(place, values.ctypes, ctypes.c_size_t(0), size)
        assert lib.ggml_backend_dev_supports_op(ctypes.c_void_p(backend.device), product)
        assert lib.ggml_backend_graph_compute(handle, graph) == 0
        size = ctypes.c_size_t(out.nbytes)
        lib.ggml_backend_tensor_get(product, out.ctypes, ctypes.c_size_t(0), size)
        lib.ggml_backend_buffer_free(buffer)
    return out


def compare() -> dict[str, Any]:
    """Multiply much by both; return how far they are apart, and whether one column is like many."""
    lib = library()
    own = hearths(lib)
    if own is None:
        return {"is_there": False}
    theirs = processor(lib)
    rng = np.random.default_rng(20)
    worst, is_steady = 0.0, True
    random = [
        (int(a), int(b), int(c), 32 * int(d))
        for a, b, c, d in rng.integers((1, 1, 1, 0), (150, 12, 40, 2), (N_RANDOM, 4))
    ]
    for number, (rows, n_blocks, columns, gap) in enumerate((*EDGES, *random)):
        set_threads(lib, own, 1 + number % 3)
        weights = blocks(rng, rows, n_blocks)
        inputs = rng.normal(0, 3, (columns, n_blocks * BLOCK)).astype(np.float32)
        inputs[:, :BLOCK][rng.random(columns) < 0.2] = 0  # a block of nothing has no scale
        found = multiply(lib, own, weights, inputs, gap)
        expected = multiply(lib, theirs, weights, inputs, gap)
        worst = max(worst, float(np.abs(found - expected).max() / max(np.abs(expected).max(), 1)))
        alone = multiply(lib, own, weights, inputs[-1:], 0)
        is_steady = is_steady and bool((alone[0] == found[-1]).all())
    return {"is_there": True, "worst": worst, "is_steady": is_steady}


def refusals() -> dict[str, bool]:
    """Return of some products whether Hearth's own takes them."""
    lib = library()
    own = hearths(lib)
    assert own is not None
    device = ctypes.c_void_p(own.device)
    found = {}
    for name, kind, *more in (("Q8_0", Q8_0), ("Q4_0", Q4_0), ("F32", F32), ("three", Q8_0, 2)):
        with pool(lib) as context:
            weights = tensor(lib, context, kind, 64, 32, *more)
            inputs = tensor(lib, context, F32, 64, 8, *more)
            product = ctypes.c_void_p(lib.ggml_mul_mat(context, weights, inputs))
            found[name] = bool(lib.ggml_backend_dev_supports_op(device, product))
    return found


def refusals_beside_a_gpu() -> dict[str, bool]:
    """The same where a device of another kind than the processor is loaded."""
    rpc_servers.use_those_of_variable()
    return refusals()


def logits(*, plain: bool = False) -> list[float]:
    """Return what the model of the self-test says after its first tokens."""
    model = Model(str(resource(SELF_TEST_MODEL)), ModelParams(0, not plain), lambda _fraction: True)
    context = Context(model, ContextParams(n_ctx=256, n_seq_max=1, n_threads=2))
    batch = Batch(N_TOKENS)
    try:
        index = batch.add(0, list(range(N_TOKENS)), 0, frozenset({N_TOKENS - 1}))
        assert context.decode(batch) is DecodeOutcome.DONE
        said: list[float] = context.logits(index[N_TOKENS - 1]).tolist()
        return said
    finally:
        batch.close()
        context.close()
        model.close()


def is_pipelined() -> bool:
    """Return whether llama.cpp has two GPUs compute at the same time for a model on both."""
    rpc_servers.use_those_of_variable()
    shares = tuple((device.name, 1) for device in devices() if device.kind in GPU_KINDS)
    assert len(shares) == 2, shares
    with recorded_log() as lines:
        params = ModelParams(ALL_LAYERS, shares=shares)
        model = Model(str(resource(SELF_TEST_MODEL)), params, lambda _fraction: True)
        Context(model, ContextParams(n_ctx=256, n_seq_max=1, n_threads=2)).close()
        model.close()
    return any("pipeline parallelism enabled" in line for line in lines)


def is_admitted_for_plain_layouts() -> bool:
    """Return whether a model with plain weight layouts brings it into the process."""
    logits(plain=True)
    return library().ggml_backend_reg_by_name(MATMUL.encode()) is not None


if __name__ == "__main__":
    sys.stdout.write(json.dumps(globals()[sys.argv[1]]()))
