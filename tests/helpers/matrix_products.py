"""Matrix products by two of ggml's backends: llama.cpp's for the processor, and Hearth's own.

Both are held against products in double precision of the weights as ggml takes them out of their
type. Activations that are whole multiples of a power of two stay what they are when a backend
rounds them, so that nothing but the order of sums is left.

Which kernel Hearth's own takes is settled once in a process, so each is tried in a child:
`python -m tests.helpers.matrix_products COMMAND`, with HEARTH_MATMUL naming the kernel.

Longer than other files: all commands share ggml's tensors, pools and backends.
"""

from __future__ import annotations

import ctypes
import json
import re
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from app.core.engine.load.self_test_child import SELF_TEST_MODEL
from app.core.fit.machine import GPU_KINDS
from app.core.ggml import native_library, rpc_servers
from app.core.ggml.backends import CPU, MATMUL, admit_matmul, admit_processor, settle_products
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

BLOCK = 32  # activations that share a scale
F32, Q4_0, Q5_0, Q8_0, Q4_K, Q5_K, Q6_K = 0, 2, 6, 8, 12, 13, 14  # ggml's numbers for types


@dataclass(frozen=True, slots=True)
class Stored:
    """How weights of a type are stored.

    Attributes:
        kind: ggml's number for the type.
        n_weights, n_bytes: of a piece of a row.
        halves: where in there half floats are that all weights of the piece are multiplied with.
        largest: of those.
        takes_out: ggml's function that makes floats of them.
    """

    kind: int
    n_weights: int
    n_bytes: int
    halves: tuple[int, ...]
    largest: float
    takes_out: str


STORED = {
    "Q8_0": Stored(Q8_0, 32, 34, (0,), 0.01, "dequantize_row_q8_0"),
    "Q5_0": Stored(Q5_0, 32, 22, (0,), 0.05, "dequantize_row_q5_0"),
    "Q4_K": Stored(Q4_K, 256, 144, (0, 2), 0.002, "dequantize_row_q4_K"),
    "Q6_K": Stored(Q6_K, 256, 210, (208,), 0.0005, "dequantize_row_q6_K"),
}
_POOL_BYTES = 1 << 20
_POINTERS = (
    "ggml_backend_alloc_ctx_tensors_from_buft",
    "ggml_backend_cpu_buffer_type",
    "ggml_backend_dev_buffer_type",
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
# Of a product: rows and pieces of the weights, columns, and floats from one column to the next
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
    """Who computes.

    Attributes:
        handle: ggml's backend for the processor.
        device: says what is computed.
        order: the kind of buffer that what is computed with lies in.
    """

    handle: int
    device: int
    order: int


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
    device = lib.ggml_backend_dev_by_type(CPU)
    return _backend(lib, device, lib.ggml_backend_cpu_buffer_type())


def hearths(lib: Any) -> Backend | None:
    """Return Hearth's own; None where it has nothing for this processor, or was told so."""
    if not admit_matmul():
        return None
    registered = ctypes.c_void_p(lib.ggml_backend_reg_by_name(MATMUL.encode()))
    device = lib.ggml_backend_reg_dev_get(registered, ctypes.c_size_t(0))
    return _backend(lib, device, lib.ggml_backend_dev_buffer_type(ctypes.c_void_p(device)))


def _backend(lib: Any, device: int, order: int) -> Backend:
    processor = ctypes.c_void_p(lib.ggml_backend_dev_by_type(CPU))
    return Backend(lib.ggml_backend_dev_init(processor, None), device, order)


def repacked(lib: Any) -> int:
    """Return the kind of buffer in which llama.cpp has weights in its own order; 0 for none."""
    registered = ctypes.c_void_p(lib.ggml_backend_reg_by_name(b"CPU"))
    name = b"ggml_backend_dev_get_extra_bufts"
    address = lib.ggml_backend_reg_get_proc_address(registered, name)
    find = ctypes.CFUNCTYPE(ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p)(address)
    lib.ggml_backend_buft_name.restype = ctypes.c_char_p
    for kind in find(lib.ggml_backend_dev_by_type(CPU)):
        if not kind:
            break
        if lib.ggml_backend_buft_name(ctypes.c_void_p(kind)) == b"CPU_REPACK":
            return int(kind)
    return 0


def function_of_ours(lib: Any, name: str, *arguments: Any) -> int:
    """Call a function of Hearth's own library."""
    registered = ctypes.c_void_p(lib.ggml_backend_reg_by_name(MATMUL.encode()))
    address = lib.ggml_backend_reg_get_proc_address(registered, name.encode())
    types = [type(one) for one in arguments]
    return int(ctypes.CFUNCTYPE(ctypes.c_int, *types)(address)(*arguments))


def set_threads(lib: Any, backend: Backend, n_threads: int) -> None:
    """Let a backend compute with so many threads, as llama.cpp tells it."""
    registered = ctypes.c_void_p(lib.ggml_backend_reg_by_name(b"CPU"))
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


def weights_of(
    rng: np.random.Generator, stored: Stored, rows: int, n_pieces: int
) -> NDArray[np.uint8]:
    """Return weights of a type: uint8 [rows, pieces, bytes of a piece]; any byte may occur."""
    made = rng.integers(0, 256, (rows, n_pieces, stored.n_bytes)).astype(np.uint8)
    for at in stored.halves:
        size = (rows, n_pieces)
        scales = rng.uniform(-stored.largest, stored.largest, size).astype(np.float16)
        made[:, :, at : at + 2] = scales[:, :, None].view(np.uint8)
    return made


def taken_out(lib: Any, stored: Stored, weights: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return weights as ggml takes them out of their type: float64 [rows, weights of a row]."""
    rows, n_pieces, _ = weights.shape
    floats = np.empty((rows, n_pieces * stored.n_weights), np.float32)
    take_out = getattr(lib, stored.takes_out)
    take_out(weights.ctypes, floats.ctypes, ctypes.c_int64(floats.size))
    return floats.astype(np.float64)


def exact_inputs(rng: np.random.Generator, columns: int, width: int) -> NDArray[np.float32]:
    """Return activations that a backend need not round: float32 [columns, width]."""
    whole = rng.integers(-127, 128, (columns, width // BLOCK, BLOCK))
    whole[:, :, 0] = 127  # so that the scale is a power of two
    steps = 2.0 ** rng.integers(-6, 1, (columns, width // BLOCK, 1))
    steps[rng.random(steps.shape) < 0.1] = 0  # a block of nothing has no scale
    return (whole * steps).reshape(columns, width).astype(np.float32)


def multiply(
    lib: Any,
    backend: Backend,
    stored: Stored,
    weights: NDArray[np.uint8],
    inputs: NDArray[np.float32],
    gap: int = 0,
) -> NDArray[np.float32]:
    """Return the product as a backend computes it.

    Args:
        weights: as `weights_of` returns them.
        inputs: float32 [columns, weights of a row].
        gap: floats between two columns in memory.

    Returns:
        float32 [columns, rows].
    """
    rows = len(weights)
    columns, width = inputs.shape
    spaced = np.full((columns, width + gap), np.nan, np.float32)
    spaced[:, :width] = inputs
    out = np.empty((columns, rows), np.float32)
    with pool(lib) as context:
        matrix = tensor(lib, context, stored.kind, width, rows)
        there = tensor(lib, context, F32, width + gap, columns)
        sizes = (ctypes.c_int64(width), ctypes.c_int64(columns))
        stride = ctypes.c_size_t(4 * (width + gap))
        seen = ctypes.c_void_p(lib.ggml_view_2d(context, there, *sizes, stride, ctypes.c_size_t(0)))
        product = ctypes.c_void_p(lib.ggml_mul_mat(context, matrix, seen))
        assert lib.ggml_backend_dev_supports_op(ctypes.c_void_p(backend.device), product)
        graph = ctypes.c_void_p(lib.ggml_new_graph(context))
        lib.ggml_build_forward_expand(graph, product)
        handle, order = ctypes.c_void_p(backend.handle), ctypes.c_void_p(backend.order)
        buffer = ctypes.c_void_p(lib.ggml_backend_alloc_ctx_tensors_from_buft(context, order))
        for place, values in ((matrix, weights), (there, spaced)):
            size = ctypes.c_size_t(values.nbytes)
            lib.ggml_backend_tensor_set(place, values.ctypes, ctypes.c_size_t(0), size)
        assert lib.ggml_backend_graph_compute(handle, graph) == 0
        size = ctypes.c_size_t(out.nbytes)
        lib.ggml_backend_tensor_get(product, out.ctypes, ctypes.c_size_t(0), size)
        lib.ggml_backend_buffer_free(buffer)
    return out


def compare() -> dict[str, Any]:
    """Multiply much by both; return by type how far they are off, and if one column is like many.

    Returns:
        "worst": with activations that need no rounding, of what would be right; "error" and
        "theirs": with others, root of the mean square, of our own and llama.cpp's products;
        "apart": the largest difference of the two.
    """
    lib = library()
    own = hearths(lib)
    if own is None:
        return {}
    theirs = processor(lib)
    return {
        name: _compare(lib, own, theirs, stored)
        for name, stored in STORED.items()
        if _is_taken(lib, own, stored.kind, 1)
    }


def _compare(lib: Any, own: Backend, theirs: Backend, stored: Stored) -> dict[str, Any]:
    rng = np.random.default_rng(20)
    worst, apart, is_steady = 0.0, 0.0, True
    errors: list[tuple[float, float]] = []
    random = [
        (int(a), int(b), int(c), 32 * int(d))
        for a, b, c, d in rng.integers((1, 1, 1, 0), (150, 12, 40, 2), (N_RANDOM, 4))
    ]
    for number, (rows, n_pieces, columns, gap) in enumerate((*EDGES, *random)):
        set_threads(lib, own, 1 + number % 3)
        weights = weights_of(rng, stored, rows, n_pieces)
        exact = taken_out(lib, stored, weights).T
        inputs = exact_inputs(rng, columns, len(exact))
        found = multiply(lib, own, stored, weights, inputs, gap)
        worst = max(worst, _off(found, inputs @ exact))
        inputs = rng.normal(0, 3, inputs.shape).astype(np.float32)
        found = multiply(lib, own, stored, weights, inputs, gap)
        alone = multiply(lib, own, stored, weights, inputs[-1:])
        is_steady = is_steady and bool((alone[0] == found[-1]).all())
        of_llama = multiply(lib, theirs, stored, weights, inputs, gap)
        apart = max(apart, _off(found, of_llama))
        right = inputs @ exact
        spread = float(np.abs(right).max())
        squares = [float((((one - right) / spread) ** 2).mean()) for one in (found, of_llama)]
        errors.append((squares[0], squares[1]))
    mean = np.sqrt(np.mean(errors, axis=0)).tolist()
    found_out = {"worst": worst, "apart": apart, "error": mean[0], "theirs": mean[1]}
    return {**found_out, "is_steady": is_steady}


def _off(found: NDArray[np.float32], right: NDArray[Any]) -> float:
    return float(np.abs(found - right).max() / max(np.abs(right).max(), 1))


def beside_llama() -> list[float]:
    """Multiply the same activations with weights of ours, of llama.cpp's order, and of ours again.

    Returns:
        How far each of ours is off; nothing where one of the orders is missing.
    """
    lib = library()
    own = hearths(lib)
    order = repacked(lib)
    if own is None or not order or not _is_taken(lib, own, Q4_K, 4):
        return []
    stored, rng = STORED["Q4_K"], np.random.default_rng(4)
    weights = [weights_of(rng, stored, 64, 2) for _ in range(2)]
    between = rng.integers(0, 256, (64, 16, 18)).astype(np.uint8)  # Q4_0
    between[:, :, :2] = np.full((64, 16, 1), 0.01, np.float16).view(np.uint8)
    inputs = exact_inputs(rng, 4, 512)
    with pool(lib) as theirs, pool(lib) as ours:
        matrices = [tensor(lib, ours, Q4_K, 512, 64) for _ in range(2)]
        middle, there = tensor(lib, theirs, Q4_0, 512, 64), tensor(lib, ours, F32, 512, 4)
        graph = ctypes.c_void_p(lib.ggml_new_graph(ours))
        products = [
            ctypes.c_void_p(lib.ggml_mul_mat(ours, matrix, there))
            for matrix in (matrices[0], middle, matrices[1])
        ]
        for product in products:
            lib.ggml_build_forward_expand(graph, product)
        buffers = [
            ctypes.c_void_p(lib.ggml_backend_alloc_ctx_tensors_from_buft(*one))
            for one in ((theirs, ctypes.c_void_p(order)), (ours, ctypes.c_void_p(own.order)))
        ]
        given: list[NDArray[Any]] = [*weights, between, inputs]
        for place, values in zip((*matrices, middle, there), given, strict=True):
            size = ctypes.c_size_t(values.nbytes)
            lib.ggml_backend_tensor_set(place, values.ctypes, ctypes.c_size_t(0), size)
        assert lib.ggml_backend_graph_compute(ctypes.c_void_p(own.handle), graph) == 0
        found = []
        for product, matrix in zip((products[0], products[2]), weights, strict=True):
            out = np.empty((4, 64), np.float32)
            size = ctypes.c_size_t(out.nbytes)
            lib.ggml_backend_tensor_get(product, out.ctypes, ctypes.c_size_t(0), size)
            found.append(_off(out, inputs @ taken_out(lib, stored, matrix).T))
        for buffer in buffers:
            lib.ggml_backend_buffer_free(buffer)
    return found


def refusals() -> dict[str, bool]:
    """Return of some products whether Hearth's own takes them."""
    lib = library()
    own = hearths(lib)
    assert own is not None
    kinds = {**{name: stored.kind for name, stored in STORED.items()}, "Q4_0": Q4_0, "Q5_K": Q5_K}
    found = {name: _is_taken(lib, own, kind, 8) for name, kind in {**kinds, "F32": F32}.items()}
    return {**found, "three": _is_taken(lib, own, Q8_0, 8, 2)}


def settled() -> dict[str, list[bool]]:
    """Return whether batches of 1, 2, 32 and 33 tokens are taken, by the type of the weights."""
    settle_products({"Q4_K": 0, "Q6_K": 6})
    lib = library()
    own = hearths(lib)
    assert own is not None
    return {
        name: [_is_taken(lib, own, stored.kind, columns) for columns in (1, 2, 32, 33)]
        for name, stored in STORED.items()
    }


def _is_taken(lib: Any, own: Backend, kind: int, columns: int, *more: int) -> bool:
    with pool(lib) as context:
        weights = tensor(lib, context, kind, 256, 32, *more)
        inputs = tensor(lib, context, F32, 256, columns, *more)
        product = ctypes.c_void_p(lib.ggml_mul_mat(context, weights, inputs))
        return bool(lib.ggml_backend_dev_supports_op(ctypes.c_void_p(own.device), product))


def refusals_beside_a_gpu() -> dict[str, bool]:
    """The same where a device of another kind than the processor is loaded."""
    rpc_servers.use_those_of_variable()
    return refusals()


def logits(path: str = "", *, plain: bool = False) -> list[float]:
    """Return what a model says after its first tokens, by default that of the self-test."""
    path = path or str(resource(SELF_TEST_MODEL))
    model = Model(path, ModelParams(0, not plain), lambda _fraction: True)
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


def places(path: str, classes: str) -> list[str]:
    """Return the names of the buffers that the weights of a model lie in.

    Args:
        classes: JSON, what is settled before.
    """
    settle_products(json.loads(classes))
    with recorded_log() as lines:
        Model(path, ModelParams(0), lambda _fraction: True).close()
    found = (re.search(r"(\S+) model buffer size", line) for line in lines)
    return sorted({place[1] for place in found if place})


def instructions() -> list[str]:
    """Return the instruction sets that llama.cpp uses here, in small letters."""
    admit_processor()
    library().llama_print_system_info.restype = ctypes.c_char_p
    said = library().llama_print_system_info().decode()
    return [name.lower() for name in re.findall(r"(\w+) = 1", said)]


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
    sys.stdout.write(json.dumps(globals()[sys.argv[1]](*sys.argv[2:])))
