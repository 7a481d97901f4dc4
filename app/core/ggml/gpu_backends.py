"""Backends of GPUs: libraries of their own, loaded only where a GPU is to be used.

To load one means to start drivers that others have made. One that is broken ends the process there
and then, and nothing in Python can catch that. So a child tries it first (`engine/self_test.py`),
and a process that is to do without GPUs never loads it.

Where a backend lies beside llama.cpp it is found by its name; GGML_BACKEND_PATH, which is
llama.cpp's own variable, names the file of one more. HEARTH_RPC_SERVERS, for developers, makes a
device of each of llama.cpp's RPC servers: `host:port`, joined by commas, with the RPC backend.

Threads: `admit` on the one that may use llama.cpp.
"""

from __future__ import annotations

import ctypes
import functools
import logging
import os
import sys
from pathlib import Path

from app.core.ggml import native_library
from app.core.ggml.backends import admit_processor, load_backend
from app.core.ggml.vulkan_drivers import LOADER

logger = logging.getLogger(__name__)

MORE = "GGML_BACKEND_PATH"
RPC_SERVERS = "HEARTH_RPC_SERVERS"
_WITHOUT_A_GPU = ("base", "blas", "cpu")  # libraries of ggml; others bring devices


def are_possible() -> bool:
    """Return whether this build has libraries of devices other than the processor.

    Without loading any. A build that is one single library may hold anything.
    """
    return not native_library.backend_files("") or bool(_files())


@functools.cache
def admit() -> None:
    """Load the backends of GPUs into this process; later calls do nothing.

    One that finds no driver or no device is left out without a word but in the log.
    """
    admit_processor()
    for path in _files():
        if not load_backend(path):
            logger.info("%s has nothing to work with here", path.name)
    for endpoint in filter(None, os.environ.get(RPC_SERVERS, "").split(",")):
        _add_rpc_server(endpoint)


def _files() -> list[Path]:
    more = os.environ.get(MORE)
    beside = [
        path
        for path in native_library.backend_files("")
        if not native_library.backend_name(path).startswith(_WITHOUT_A_GPU)
    ]
    found = [*beside, *([Path(more)] if more else [])]
    return [path for path in found if "vulkan" not in path.name or _has_vulkan()]


@functools.cache
def _has_vulkan() -> bool:
    """Return whether Vulkan's loader is there, which by itself starts no driver."""
    if sys.platform == "darwin":  # part of the backend there
        return True
    try:
        ctypes.CDLL(LOADER)
    except OSError:
        return False
    return True


def _add_rpc_server(endpoint: str) -> None:
    """Make devices of what a server offers; the process ends where nobody listens."""
    lib = native_library.shared_library()
    lib.ggml_backend_reg_by_name.argtypes = [ctypes.c_char_p]
    lib.ggml_backend_reg_by_name.restype = ctypes.c_void_p
    lib.ggml_backend_reg_get_proc_address.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    lib.ggml_backend_reg_get_proc_address.restype = ctypes.c_void_p
    lib.ggml_backend_register.argtypes = [ctypes.c_void_p]
    lib.ggml_backend_register.restype = None
    backend = lib.ggml_backend_reg_by_name(b"RPC")
    if backend is None:
        logger.warning("%s is set, and the RPC backend is not there", RPC_SERVERS)
        return
    add = lib.ggml_backend_reg_get_proc_address(backend, b"ggml_backend_rpc_add_server")
    server = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p)(add)(endpoint.encode())
    if server:
        lib.ggml_backend_register(server)
