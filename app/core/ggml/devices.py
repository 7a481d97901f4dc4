"""Compute devices of the backends that are loaded into this process.

Threads: the one that may use llama.cpp.
Source: llama.cpp ggml/include/ggml-backend.h.
"""

from __future__ import annotations

import ctypes
import itertools
import platform
from typing import TYPE_CHECKING, Any

from app.core.ggml import rpc_servers
from app.core.ggml.backends import CPU, MATMUL, admit_matmul, admit_processor
from app.core.ggml.native_library import shared_library
from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    from collections.abc import Iterator

_KINDS = {CPU: "cpu", 1: "gpu", 2: "igpu", 3: "accel"}
_METAL = "MTL"  # of ggml/src/ggml-metal/ggml-metal.cpp


class NativeDevice(PlainValue, frozen=True):
    """A compute device that the loaded backends offer; memory in bytes.

    Attributes:
        backend: that offers it, such as "Vulkan".
        handle: ggml's pointer to it.
        round_trip_s: how long a word takes to another machine and back; 0 for a device of this one.
    """

    name: str
    description: str
    kind: str
    free_bytes: int
    total_bytes: int
    backend: str
    handle: int
    round_trip_s: float = 0.0


def devices() -> tuple[NativeDevice, ...]:
    """Return the devices of all loaded backends, in llama.cpp's order.

    Without GPUs that come with backends of their own, until `gpu_backends.admit`, without those of
    other machines that are not used now (`rpc_servers`), and without our own matrix products, which
    are part of the processor's work.
    """
    admit_processor()
    lib = _typed()
    handles = (lib.ggml_backend_dev_get(index) for index in range(lib.ggml_backend_dev_count()))
    return tuple(_devices(lib, handles))


def has_own_attention() -> bool:
    """Return whether our own backend computes attention on the processor; not beside a GPU."""
    return admit_matmul() and all(one.kind not in ("gpu", "igpu") for one in devices())


def _typed() -> Any:
    """Return the library with the types of all that is called here."""
    lib = shared_library()
    lib.ggml_backend_dev_count.restype = ctypes.c_size_t
    lib.ggml_backend_dev_get.argtypes = [ctypes.c_size_t]
    lib.ggml_backend_dev_get.restype = ctypes.c_void_p
    for name in ("dev_name", "dev_description", "reg_name"):
        function = getattr(lib, f"ggml_backend_{name}")
        function.argtypes = [ctypes.c_void_p]
        function.restype = ctypes.c_char_p
    lib.ggml_backend_dev_backend_reg.argtypes = [ctypes.c_void_p]
    lib.ggml_backend_dev_backend_reg.restype = ctypes.c_void_p
    lib.ggml_backend_dev_type.argtypes = [ctypes.c_void_p]
    lib.ggml_backend_dev_type.restype = ctypes.c_int
    size_pointer = ctypes.POINTER(ctypes.c_size_t)
    lib.ggml_backend_dev_memory.argtypes = [ctypes.c_void_p, size_pointer, size_pointer]
    lib.ggml_backend_dev_memory.restype = None
    return lib


def _devices(lib: Any, handles: Iterator[int]) -> Iterator[NativeDevice]:
    names: set[str] = set()
    for handle in handles:
        name = _text(lib.ggml_backend_dev_name(handle))
        backend = _text(lib.ggml_backend_reg_name(lib.ggml_backend_dev_backend_reg(handle)))
        if backend == MATMUL:
            continue
        if backend != rpc_servers.BACKEND:
            names.add(name)
            yield _device(lib, handle, backend)
            continue
        address = _text(lib.ggml_backend_dev_description(handle))
        round_trip_s = rpc_servers.round_trip_s(address)
        if round_trip_s is None:
            continue
        name = _free_name(address, names)  # ggml's own depends on how many servers it has known
        names.add(name)
        yield replace(_device(lib, handle, backend), name=name, round_trip_s=round_trip_s)


def _free_name(name: str, taken: set[str]) -> str:
    """Return a name that no other device has, with a number where it must be."""
    numbered = (f"{name} {number}" for number in itertools.count(2))
    return next(one for one in itertools.chain((name,), numbered) if one not in taken)


def _device(lib: Any, handle: int, backend: str) -> NativeDevice:
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    lib.ggml_backend_dev_memory(handle, ctypes.byref(free), ctypes.byref(total))
    return NativeDevice(
        name=_text(lib.ggml_backend_dev_name(handle)),
        description=_text(lib.ggml_backend_dev_description(handle)),
        kind=kind_of(lib.ggml_backend_dev_type(handle), backend),
        free_bytes=free.value,
        total_bytes=total.value,
        backend=backend,
        handle=handle,
    )


def kind_of(number: int, backend: str) -> str:
    """Return what kind a device is: "cpu", "gpu", "igpu", "accel" or "other".

    Metal calls every GPU one with memory of its own; that of an Apple processor has the RAM.

    Args:
        number: as ggml has it.
        backend: that offers the device.
    """
    if backend == _METAL and platform.machine() == "arm64":
        return "igpu"
    return _KINDS.get(number, "other")


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
