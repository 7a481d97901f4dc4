"""LoRA adapters: small files of matrices that change what a model computes.

llama.cpp frees an adapter with its model.
"""

from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, Any

from llama_cpp import llama_cpp as native

from app.core.llama import library
from app.core.llama.errors import AdapterNotUsable
from app.core.phrases import phrase

if TYPE_CHECKING:
    from app.core.protocol import Adapter


def load_adapter(model: Any, path: str) -> Any:
    """Read an adapter; return its native pointer.

    Args:
        model: native pointer of the model that it is applied to.
        path: of the adapter.

    Raises:
        AdapterNotUsable: llama.cpp refused it, mostly because it was made for another model.
    """
    library.clear_warnings()
    handle = native.llama_adapter_lora_init(model, os.fsencode(path))
    if not handle:
        reason = phrase("The adapter {path} was made for another model.", path=path)
        raise AdapterNotUsable(reason, library.recent_warnings())
    return handle


def apply_adapters(context: Any, adapters: tuple[tuple[Any, float], ...]) -> bool:
    """Have a context compute with adapters, each with its scale; return whether llama.cpp can."""
    count = len(adapters)
    handles = (native.llama_adapter_lora_p_ctypes * count)(*(handle for handle, _ in adapters))
    scales = (ctypes.c_float * count)(*(scale for _, scale in adapters))
    return int(native.llama_set_adapters_lora(context, handles, count, scales)) == 0


def adapter_key(adapters: tuple[Adapter, ...]) -> str:
    """Return what the scales of adapters are, in the order of their files; "" without adapters."""
    return ",".join(f"{adapter.scale:.6g}" for adapter in adapters)
