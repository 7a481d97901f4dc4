"""Who multiplies matrices faster on this machine: Hearth's own kernels, or llama.cpp's.

Processors differ, and llama.cpp keeps some types of weights in an order of its own (repacked, AMX).
So both compute the same products, in turns and with the same threads, and what is worth it is found
for each type of weights and each class of batches: one token, a few, a prompt. Where the order is
llama.cpp's, all classes are, for weights lie in one order only.

Threads: the one that may use llama.cpp. Takes 0.2 to 1 s.
Source: llama.cpp ggml/include/ggml.h and ggml-backend.h.
"""

from __future__ import annotations

import ctypes
import math
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from app.core.ggml import native_library
from app.core.ggml.backends import CPU, MATMUL, TYPES, admit_matmul

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

N_COLUMNS: Final = (1, 8, 256)  # tokens of a batch, for each class
WORTH_IT: Final = 1.15  # so many times as fast
_AS_FAST = 1.15  # so many times as slow is as fast
_TOO_SLOW = 1.4  # so many times as slow costs more than other classes bring
_N_INPUTS, _N_ROWS = 2048, 1024
_N_DISTINCT = 64  # rows; quantising is slow
_ONE_TOKEN_BYTES = 24 << 20  # of weights, more than most caches hold
_N_ROUNDS = 9
_POOL_BYTES = 1 << 18
_SAME_COSINE = 0.999
_F32 = 0  # ggml's number for the type
_POINTERS = (
    "ggml_backend_alloc_ctx_tensors_from_buft",
    "ggml_backend_cpu_buffer_type",
    "ggml_backend_dev_backend_reg",
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
)


class _InitParams(ctypes.Structure):
    _fields_ = (
        ("mem_size", ctypes.c_size_t),
        ("mem_buffer", ctypes.c_void_p),
        ("no_alloc", ctypes.c_bool),
    )


@dataclass(frozen=True, slots=True)
class Times:
    """How long one product takes, in any unit.

    Attributes:
        own: Hearth's kernels, with the weights in a kind of buffer of their own.
        plain: llama.cpp with the weights in the order of the file.
        theirs: llama.cpp with the weights in the order that it chooses; `plain` where it is that.
    """

    own: float
    plain: float
    theirs: float


def measure(n_threads: int) -> dict[str, int]:
    """Return for which classes of batches Hearth's kernels are worth it, by the name of a type.

    Returns:
        a bit for each of `N_COLUMNS`; 0 where all is llama.cpp's, also because the two do not say
        the same. Empty where Hearth's kernels are missing or give way to a GPU.
    """
    if not admit_matmul():
        return {}
    trial = _Trial(n_threads)
    try:
        if not trial.is_heard():
            return {}
        return {name: worthwhile(trial.times(kind)) for name, kind in TYPES.items()}
    finally:
        trial.close()


def worthwhile(times: list[Times]) -> int:
    """Return the classes that Hearth's kernels shall compute, as bits; 0 for none.

    Args:
        times: for each class; empty where the results differ.
    """
    if not times:
        return 0
    # Ours also where it is a little slower: then a token says the same alone and among others.
    is_own = [one.own <= one.plain * _AS_FAST for one in times]
    gains = [
        one.theirs / (one.own if own else one.plain) for one, own in zip(times, is_own, strict=True)
    ]
    gain = math.prod(gains) ** (1 / len(gains))
    if gain < WORTH_IT or min(gains) < 1 / _TOO_SLOW:
        return 0
    return sum(1 << number for number, own in enumerate(is_own) if own)


class _Trial:
    """The backend of the processor with its threads, and the kinds of buffers for weights."""

    def __init__(self, n_threads: int) -> None:
        self._lib: Any = native_library.shared_library()
        for name in _POINTERS:
            getattr(self._lib, name).restype = ctypes.c_void_p
        self._lib.ggml_init.argtypes = [_InitParams]
        self._lib.ggml_backend_dev_supports_op.restype = ctypes.c_bool
        self._lib.ggml_row_size.restype = ctypes.c_size_t
        self._lib.ggml_backend_buft_name.restype = ctypes.c_char_p
        registered = ctypes.c_void_p(self._lib.ggml_backend_reg_by_name(MATMUL.encode()))
        first = ctypes.c_size_t(0)
        self._own = ctypes.c_void_p(self._lib.ggml_backend_reg_dev_get(registered, first))
        self._device = ctypes.c_void_p(self._lib.ggml_backend_dev_by_type(CPU))
        self._backend = ctypes.c_void_p(self._lib.ggml_backend_dev_init(self._device, None))
        set_threads = self._function("ggml_backend_set_n_threads")
        set_type = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int)
        set_type(set_threads)(self._backend, n_threads)
        self._own_order = ctypes.c_void_p(self._lib.ggml_backend_dev_buffer_type(self._own))
        self._in_order = ctypes.c_void_p(self._lib.ggml_backend_cpu_buffer_type())

    def close(self) -> None:
        """Give the backend back."""
        self._lib.ggml_backend_free(self._backend)

    def is_heard(self) -> bool:
        """Return whether Hearth's kernels take any product."""
        with self._product(self._own_order, TYPES["Q4_K"], 1) as product:
            return product.is_supported(self._own)

    def times(self, kind: int) -> list[Times]:
        """Return how long products with weights of a type take.

        Empty where our own kernel does not know the type, or the results are not the same.

        Args:
            kind: ggml's number for the type.
        """
        weights = self._weights(kind)
        found = [self._times(kind, weights, n_columns) for n_columns in N_COLUMNS]
        return [one for one in found if one is not None] if all(found) else []

    def _times(self, kind: int, weights: NDArray[np.uint8], n_columns: int) -> Times | None:
        inputs = _noise(n_columns, 2)
        with ExitStack() as stack:
            products = []
            for order in (self._own_order, self._in_order, *self._orders()):
                product = stack.enter_context(self._product(order, kind, n_columns))
                is_own = order is self._own_order
                if product.is_supported(self._own if is_own else self._device):
                    product.fill(weights, inputs)
                    products.append(product)
                elif is_own:
                    return None
                if len(products) == len(("own", "plain", "theirs")):
                    break  # llama.cpp takes the first one as well
            seen: list[list[float]] = [[] for _ in products]
            for _ in range(_N_ROUNDS):
                for product, lasted in zip(products, seen, strict=True):
                    lasted.append(product.run())
            if not _say_the_same(products[0].result(), products[1].result()):
                return None
            # Other programs only ever make a product slower.
            own, plain, theirs = [min(lasted) for lasted in (*seen, seen[-1])][:3]
            return Times(own, plain, theirs)

    def _function(self, name: str) -> Any:
        registered = ctypes.c_void_p(self._lib.ggml_backend_dev_backend_reg(self._device))
        return self._lib.ggml_backend_reg_get_proc_address(registered, name.encode())

    def _orders(self) -> list[ctypes.c_void_p]:
        """Return the kinds of buffers in which llama.cpp may keep weights in another order.

        In the one of our name nothing lies: by it our kernels are asked.
        """
        found = self._function("ggml_backend_dev_get_extra_bufts")
        if not found:
            return []
        returns = ctypes.POINTER(ctypes.c_void_p)
        listed = ctypes.CFUNCTYPE(returns, ctypes.c_void_p)(found)(self._device)
        kinds: list[ctypes.c_void_p] = []
        while listed and (kind := listed[len(kinds)]):
            kinds.append(ctypes.c_void_p(kind))
        name_of = self._lib.ggml_backend_buft_name
        return [kind for kind in kinds if name_of(kind) != MATMUL.encode()]

    def _weights(self, kind: int) -> NDArray[np.uint8]:
        """Return quantised weights: uint8 [_N_ROWS, bytes of a row]."""
        values = _noise(_N_DISTINCT, 1)
        n_bytes = self._lib.ggml_row_size(kind, ctypes.c_int64(_N_INPUTS))
        rows = np.empty((_N_DISTINCT, n_bytes), np.uint8)
        sizes = (ctypes.c_int64(_N_DISTINCT), ctypes.c_int64(_N_INPUTS))
        first = ctypes.c_int64(0)
        self._lib.ggml_quantize_chunk(kind, values.ctypes, rows.ctypes, first, *sizes, None)
        return np.tile(rows, (_N_ROWS // _N_DISTINCT, 1))

    @contextmanager
    def _product(self, order: ctypes.c_void_p, kind: int, n_columns: int) -> Iterator[_Product]:
        product = _Product(self._lib, self._backend, order, kind, n_columns)
        try:
            yield product
        finally:
            product.close()


class _Product:
    """Products of some matrices with the same columns, as one graph.

    Args:
        order: the kind of buffer that the weights lie in.
        kind: ggml's number for the type of the weights.
    """

    def __init__(
        self, lib: Any, backend: ctypes.c_void_p, order: ctypes.c_void_p, kind: int, n_columns: int
    ) -> None:
        self._lib = lib
        self._backend = backend
        self._pools = [
            ctypes.c_void_p(lib.ggml_init(_InitParams(_POOL_BYTES, None, True))) for _ in range(2)
        ]
        stored, computed = self._pools
        n_bytes = _N_ROWS * int(lib.ggml_row_size(kind, ctypes.c_int64(_N_INPUTS)))
        count = -(-_ONE_TOKEN_BYTES // n_bytes) if n_columns == 1 else 1
        self._weights = [self._matrix(stored, kind, _N_ROWS) for _ in range(count)]
        self._inputs = self._matrix(computed, _F32, n_columns)
        self._graph = ctypes.c_void_p(lib.ggml_new_graph(computed))
        for one in self._weights:
            self._node = ctypes.c_void_p(lib.ggml_mul_mat(computed, one, self._inputs))
            lib.ggml_build_forward_expand(self._graph, self._node)
        # Without a name, as it is in no graph: so llama.cpp asks where weights shall lie.
        self._asked = ctypes.c_void_p(lib.ggml_mul_mat(computed, self._weights[0], self._inputs))
        self._shape = (n_columns, _N_ROWS)
        places = (order, ctypes.c_void_p(lib.ggml_backend_cpu_buffer_type()))
        allocate = lib.ggml_backend_alloc_ctx_tensors_from_buft
        self._buffers = [
            ctypes.c_void_p(allocate(pool, place))
            for pool, place in zip(self._pools, places, strict=True)
        ]

    def _matrix(self, pool: ctypes.c_void_p, kind: int, count: int) -> ctypes.c_void_p:
        sizes = (ctypes.c_int64(_N_INPUTS), ctypes.c_int64(count))
        return ctypes.c_void_p(self._lib.ggml_new_tensor_2d(pool, kind, *sizes))

    def close(self) -> None:
        """Give its memory back."""
        for buffer in self._buffers:
            self._lib.ggml_backend_buffer_free(buffer)
        for pool in self._pools:
            self._lib.ggml_free(pool)

    def is_supported(self, device: ctypes.c_void_p) -> bool:
        """Return whether a device computes it with the weights in this order."""
        supports = self._lib.ggml_backend_dev_supports_op
        return bool(self._buffers[0]) and bool(supports(device, self._asked))

    def fill(self, weights: NDArray[np.uint8], inputs: NDArray[np.float32]) -> None:
        """Set what is multiplied, and compute it once."""
        pairs: list[tuple[ctypes.c_void_p, NDArray[Any]]] = [
            (one, weights) for one in self._weights
        ]
        for place, values in [*pairs, (self._inputs, inputs)]:
            size = ctypes.c_size_t(values.nbytes)
            self._lib.ggml_backend_tensor_set(place, values.ctypes, ctypes.c_size_t(0), size)
        self.run()

    def run(self) -> float:
        """Compute it; return how many seconds that took."""
        began = time.perf_counter()
        self._lib.ggml_backend_graph_compute(self._backend, self._graph)
        return time.perf_counter() - began

    def result(self) -> NDArray[np.float32]:
        """Return what was computed with the last matrix."""
        found = np.empty(self._shape, np.float32)
        size = ctypes.c_size_t(found.nbytes)
        self._lib.ggml_backend_tensor_get(self._node, found.ctypes, ctypes.c_size_t(0), size)
        return found


def _say_the_same(found: NDArray[np.float32], expected: NDArray[np.float32]) -> bool:
    length = float(np.linalg.norm(found) * np.linalg.norm(expected))
    return float((found * expected).sum()) > _SAME_COSINE * length


def _noise(n_rows: int, seed: int) -> NDArray[np.float32]:
    """Return values between -2 and 2: float32 [n_rows, _N_INPUTS], the same at each call.

    The packaged program has no `numpy.random`.
    """
    at = np.arange(n_rows * _N_INPUTS, dtype=np.float64)
    chaos = np.sin(at * 12.9898 + seed) * 43758.5453
    return ((chaos - np.floor(chaos)) * 4 - 2).astype(np.float32).reshape(n_rows, _N_INPUTS)
