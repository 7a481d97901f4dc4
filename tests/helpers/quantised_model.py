"""A model file in another type of weights, as llama.cpp makes it."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from llama_cpp import llama_cpp as native

if TYPE_CHECKING:
    from pathlib import Path

Q4_K_M = native.LLAMA_FTYPE_MOSTLY_Q4_K_M


def quantised(source: Path, target: Path, kind: int = Q4_K_M) -> Path:
    """Write a model in another type; return `target`.

    Args:
        kind: llama.cpp's number for it.
    """
    native.llama_backend_init()
    params = native.llama_model_quantize_default_params()
    params.ftype = kind
    params.allow_requantize = True
    params.nthread = 2
    paths = (str(source).encode(), str(target).encode())
    assert native.llama_model_quantize(*paths, ctypes.byref(params)) == 0
    return target
