"""llama.cpp as a whole: starting it, its log, its build.

Importing this module imports llama_cpp, which takes a good part of a second and maps native code;
front ends that only print a version must not come here.

The log goes through our own callback into `logging` from the first line on. llama-cpp-python's
`verbose=False` is never used: it redirects the standard streams of the whole process.

Threads: `initialise` once from the engine thread; the log callback may run on any native thread.
Source: llama-cpp-python 0.3.36.
"""

from __future__ import annotations

import collections
import contextlib
import ctypes
import functools
import logging
from typing import TYPE_CHECKING

import llama_cpp
from llama_cpp import llama_cpp as native

from app.core.fit.machine import GPU_KINDS
from app.core.ggml.backends import admit_processor
from app.core.ggml.devices import devices
from app.core.ggml.native_library import guarded, shared_library

if TYPE_CHECKING:
    from collections.abc import Iterator

logger = logging.getLogger(__name__)

_WARN, _ERROR = 3, 4

_complaints: collections.deque[str] = collections.deque(maxlen=20)
_recordings: list[list[str]] = []


def _on_log(level: int, text: bytes | None, _user: ctypes.c_void_p) -> None:
    line = (text or b"").decode("utf-8", "replace").strip()
    if not line or line == ".":
        return
    if level in (_WARN, _ERROR):
        _complaints.append(line)
    for recording in _recordings:
        recording.append(line)
    # llama.cpp's errors become named exceptions where they are handled; here they are a trace.
    logger.log(logging.INFO if level in (_WARN, _ERROR) else logging.DEBUG, "%s", line)


guarded(native._lib)  # noqa: SLF001 - every function of the package is one of its

# Kept for ever: native code holds the pointer.
log_callback = native.llama_log_callback(_on_log)
native.llama_log_set(log_callback, ctypes.c_void_p(0))


def recent_warnings() -> str:
    """Return the latest warnings and errors of llama.cpp, oldest first, one a line."""
    return "\n".join(_complaints)


def clear_warnings() -> None:
    """Start a new record of warnings and errors, before a call whose failure is to be explained."""
    _complaints.clear()


@contextlib.contextmanager
def recorded_log() -> Iterator[list[str]]:
    """Collect what llama.cpp logs meanwhile, every level, one line each, in the value of `with`."""
    recording: list[str] = []
    _recordings.append(recording)
    try:
        yield recording
    finally:
        # By identity: one within another may hold the same lines.
        _recordings[:] = [one for one in _recordings if one is not recording]


@functools.cache
def initialise() -> None:
    """Load the backend of the processor and start llama.cpp; later calls do nothing."""
    admit_processor()
    native.llama_backend_init()


def _string_function(name: str) -> str:
    function = getattr(shared_library(), name, None)
    if function is None:
        return "unknown"
    function.argtypes = []
    function.restype = ctypes.c_char_p
    raw: bytes = function() or b"unknown"
    return raw.decode("utf-8", "replace")


@functools.cache
def build_id() -> str:
    """Return what identifies the llama.cpp build: package version and llama.cpp commit."""
    return f"llama-cpp-python {llama_cpp.__version__}, ggml {_string_function('ggml_commit')}"


def uses_amx() -> bool:
    """Return whether this build computes products with the AMX tiles of this processor."""
    initialise()
    return b"AMX_INT8 = 1" in native.llama_print_system_info()


def buffer_types() -> dict[str, str]:
    """Return the name of each device's kind of buffer with the name of the device, GPUs alone.

    The two differ where devices are elsewhere: each RPC server calls its first one alike.
    """
    lib = shared_library()
    lib.ggml_backend_dev_buffer_type.argtypes = [ctypes.c_void_p]
    lib.ggml_backend_dev_buffer_type.restype = ctypes.c_void_p
    lib.ggml_backend_buft_name.argtypes = [ctypes.c_void_p]
    lib.ggml_backend_buft_name.restype = ctypes.c_char_p
    found = {}
    for device in devices():
        if device.kind in GPU_KINDS:
            buffer_type = lib.ggml_backend_dev_buffer_type(device.handle)
            raw: bytes = lib.ggml_backend_buft_name(buffer_type)
            found[raw.decode("utf-8", "replace")] = device.name
    return found
