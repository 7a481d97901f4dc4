"""Backends: loading them, and which one suits this processor.

They are loaded from the folder of the library itself before anything else can make llama.cpp search
the current directory for them. Those of GPUs are not loaded here but by `gpu_backends`, and only
where a GPU is to be used.

One is Hearth's own (`packaging/setup/matmul`): on x86 it computes matrix products of some types of
weights, and attention, several times as fast. It is no device to choose: ggml's backend of the
processor asks it for what it can do; of the products that is what the self-test has found to be
worth it (`product_trial`). Not every installation has it, nor every processor its instructions.

Threads: the one that may use llama.cpp.
Source: llama.cpp ggml/src/ggml-backend-reg.cpp (search order).
"""

from __future__ import annotations

import ctypes
import functools
import os
import sys
from typing import TYPE_CHECKING

from app.core.ggml import native_library
from app.core.ggml.native_library import backend_files, backend_name

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

CPU = 0  # ggml's number for a processor among the kinds of devices
MATMUL = "Hearth"  # name of our own backend
TYPES = {"Q8_0": 8, "Q5_0": 6, "Q4_K": 12, "Q6_K": 14}  # of weights that it knows, ggml's numbers
ALL_CLASSES = 7  # of batches, a bit for each
_MATMUL_LIBRARY = "hearth-matmul.dll" if sys.platform == "win32" else "libhearth-matmul.so"
_OF_THE_PROCESSOR = ("blas", "cpu")
_settled: dict[str, int] = {}  # types of weights with their classes of batches; empty: all


@functools.cache
def admit_processor() -> None:
    """Load the backend of the processor; later calls do nothing."""
    if not _has_processor():  # else it is part of the library
        for name in _OF_THE_PROCESSOR:
            if (best := _best_of(name)) is not None:
                load_backend(best)


def admit_matmul() -> bool:
    """Load our own matrix products; return whether there are any here. Later calls load nothing.

    Models that are loaded from now on follow what was settled.
    """
    if not _load_matmul():
        return False
    if _settled:
        lib = native_library.shared_library()
        lib.ggml_backend_reg_by_name.restype = ctypes.c_void_p
        lib.ggml_backend_reg_get_proc_address.restype = ctypes.c_void_p
        registered = ctypes.c_void_p(lib.ggml_backend_reg_by_name(MATMUL.encode()))
        address = lib.ggml_backend_reg_get_proc_address(registered, b"hearth_settle")
        settle = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_int)(address)
        for name, kind in TYPES.items():
            settle(kind, _settled.get(name, ALL_CLASSES))
    return True


def settle_products(classes: Mapping[str, int]) -> None:
    """Leave to our own matrix products in this process what is worth it. Touches no native code.

    Args:
        classes: by the name of a type of weights, the classes of batches as `product_trial` finds
            them; all for types that are missing.
    """
    _settled.update(dict.fromkeys(TYPES, ALL_CLASSES) | dict(classes))


@functools.cache
def _load_matmul() -> bool:
    admit_processor()
    path = native_library.library_folder() / _MATMUL_LIBRARY
    return path.is_file() and load_backend(path)


def load_backend(path: Path) -> bool:
    """Load the library of a backend; return whether it works here. Why not is in ggml's log."""
    load = native_library.shared_library().ggml_backend_load
    load.argtypes = [ctypes.c_char_p]
    load.restype = ctypes.c_void_p
    return bool(load(os.fsencode(path)))


def _has_processor() -> bool:
    by_type = native_library.shared_library().ggml_backend_dev_by_type
    by_type.argtypes = [ctypes.c_int]
    by_type.restype = ctypes.c_void_p
    return by_type(CPU) is not None


def _best_of(name: str) -> Path | None:
    """Return the library of a backend that suits this processor best; None where there is none.

    Each variant says itself how well it does, 0 for not at all, as llama.cpp asks them.
    """
    found = backend_files(name)
    scores = [(_score(path), path) for path in found if backend_name(path) != name]
    best = max(scores, default=(0, None), key=lambda scored: scored[0])
    plain = [path for path in found if backend_name(path) == name]
    return best[1] if best[0] > 0 else next(iter(plain), None)


def _score(path: Path) -> int:
    try:
        score = native_library.open_library(path).ggml_backend_score
    except (OSError, AttributeError):
        return 0
    score.argtypes = []
    score.restype = ctypes.c_int
    return int(score())
