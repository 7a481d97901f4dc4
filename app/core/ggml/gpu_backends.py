"""Backends of GPUs: libraries of their own, loaded only where a GPU is to be used.

To load one means to start drivers that others have made. One that is broken ends the process there
and then, and nothing in Python can catch that. So a child tries it first (`self_test.py`),
and a process that is to do without GPUs never loads it.

Where a backend lies beside llama.cpp it is found by its name; GGML_BACKEND_PATH, which is
llama.cpp's own variable, names the file of one more. The backend for devices of other machines is
loaded by `rpc_servers`, where one is used.

Threads: `admit` on the one that may use llama.cpp.
"""

from __future__ import annotations

import ctypes
import functools
import logging
import os
import sys
from pathlib import Path

from app.core.ggml import native_library, rpc_servers
from app.core.ggml.backends import admit_processor, load_backend
from app.core.ggml.vulkan_drivers import LOADER

logger = logging.getLogger(__name__)

MORE = "GGML_BACKEND_PATH"
_WITHOUT_A_GPU = ("base", "blas", "cpu", "rpc")  # libraries of ggml; others bring GPUs


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
    rpc_servers.use_those_of_variable()


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
