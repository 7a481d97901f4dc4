"""The native library: loading it, its log, its backends and devices.

Importing this module imports llama_cpp, which takes a good part of a second and maps native code;
front ends that only print a version must not come here.

The log goes through our own callback into `logging` from the first line on. llama-cpp-python's
`verbose=False` is never used: it redirects the standard streams of the whole process.
Backends are loaded from the folder of the library itself before anything else can make llama.cpp
search the current directory for them. Those of GPUs are not loaded here but by `gpu_backends`, and
only where a GPU is to be used.

Threads: `initialise` once from the engine thread; the log callback may run on any native thread.
Source: llama.cpp ggml/src/ggml-backend-reg.cpp (search order), llama-cpp-python 0.3.36.
"""

from __future__ import annotations

import collections
import contextlib
import ctypes
import functools
import logging
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import llama_cpp
from llama_cpp import llama_cpp as native

from app.core.fit import GPU_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

logger = logging.getLogger(__name__)

# dlsym on libllama walks its dependencies, so ggml's functions come from the one copy that is in
# use. llama_cpp._ggml would load a second copy with a second device registry.
shared_library: ctypes.CDLL = native._lib  # noqa: SLF001

_CPU = 0
_DEVICE_KINDS = {_CPU: "cpu", 1: "gpu", 2: "igpu", 3: "accel"}
_OF_THE_PROCESSOR = ("blas", "cpu")  # backends
_LOADABLE = (".dll", ".dylib", ".so")
_LOG_LEVEL_CONTINUE = 5
_WARN, _ERROR = 3, 4

_complaints: collections.deque[str] = collections.deque(maxlen=20)
_recordings: list[list[str]] = []


@dataclass(frozen=True, slots=True)
class NativeDevice:
    """A compute device that the loaded backends offer; memory in bytes.

    Attributes:
        backend: that offers it, such as "Vulkan".
    """

    name: str
    description: str
    kind: str
    free_bytes: int
    total_bytes: int
    backend: str


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


# Kept for ever: native code holds the pointer.
_log_callback = native.llama_log_callback(_on_log)
native.llama_log_set(_log_callback, ctypes.c_void_p(0))


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
        # By identity: one in the middle of another one may hold the same lines.
        _recordings[:] = [other for other in _recordings if other is not recording]


def library_folder() -> Path:
    """Return the folder that holds libllama and its backends."""
    return Path(llama_cpp.__file__).parent / "lib"


@functools.cache
def initialise() -> None:
    """Load the backend of the processor and start llama.cpp; later calls do nothing."""
    if not _has_processor():  # else it is part of the library
        for name in _OF_THE_PROCESSOR:
            if (best := _best_of(name)) is not None:
                load_backend(best)
    native.llama_backend_init()


def load_backend(path: Path) -> bool:
    """Load the library of a backend; return whether it works here. Why not is in the log."""
    load = shared_library.ggml_backend_load
    load.argtypes = [ctypes.c_char_p]
    load.restype = ctypes.c_void_p
    return bool(load(os.fsencode(path)))


def _has_processor() -> bool:
    by_type = shared_library.ggml_backend_dev_by_type
    by_type.argtypes = [ctypes.c_int]
    by_type.restype = ctypes.c_void_p
    return by_type(_CPU) is not None


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
        score = ctypes.CDLL(str(path)).ggml_backend_score
    except (OSError, AttributeError):
        return 0
    score.argtypes = []
    score.restype = ctypes.c_int
    return int(score())


def backend_files(*names: str) -> list[Path]:
    """Return the files of the backends with these names, with all their variants, in order.

    With "" those of all.
    """
    return [
        path
        for path in sorted(library_folder().glob("*"))
        if path.suffix in _LOADABLE
        and path.stem.removeprefix("lib").startswith("ggml-")
        and backend_name(path).startswith(names)
    ]


def backend_name(path: Path) -> str:
    """Return what a library of ggml holds by its file name, such as "cpu-haswell"."""
    return path.stem.removeprefix("lib").removeprefix("ggml-")


def _string_function(name: str) -> str:
    function = getattr(shared_library, name, None)
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


def devices() -> tuple[NativeDevice, ...]:
    """Return the devices of all loaded backends, in llama.cpp's order.

    Without GPUs that come with backends of their own, until `gpu_backends.admit`.
    """
    return tuple(_device(handle) for handle in _handles())


def device_handles() -> dict[str, int]:
    """Return the native pointer of each device by its name."""
    return {_device_name(handle): handle for handle in _handles()}


def buffer_types() -> dict[str, str]:
    """Return the name of each device's kind of buffer with the name of the device, GPUs alone.

    The two differ where devices are elsewhere: each RPC server calls its first one alike.
    """
    lib = shared_library
    lib.ggml_backend_dev_buffer_type.argtypes = [ctypes.c_void_p]
    lib.ggml_backend_dev_buffer_type.restype = ctypes.c_void_p
    lib.ggml_backend_buft_name.argtypes = [ctypes.c_void_p]
    lib.ggml_backend_buft_name.restype = ctypes.c_char_p
    found = {}
    for handle in _handles():
        if _kind(handle) in GPU_KINDS:
            raw: bytes = lib.ggml_backend_buft_name(lib.ggml_backend_dev_buffer_type(handle))
            found[raw.decode("utf-8", "replace")] = _device_name(handle)
    return found


def _handles() -> tuple[int, ...]:
    initialise()
    lib = shared_library
    lib.ggml_backend_dev_count.restype = ctypes.c_size_t
    lib.ggml_backend_dev_get.argtypes = [ctypes.c_size_t]
    lib.ggml_backend_dev_get.restype = ctypes.c_void_p
    for name in ("name", "description"):
        function = getattr(lib, f"ggml_backend_dev_{name}")
        function.argtypes = [ctypes.c_void_p]
        function.restype = ctypes.c_char_p
    lib.ggml_backend_dev_type.argtypes = [ctypes.c_void_p]
    lib.ggml_backend_dev_type.restype = ctypes.c_int
    size_pointer = ctypes.POINTER(ctypes.c_size_t)
    lib.ggml_backend_dev_memory.argtypes = [ctypes.c_void_p, size_pointer, size_pointer]
    lib.ggml_backend_dev_memory.restype = None
    return tuple(lib.ggml_backend_dev_get(index) for index in range(lib.ggml_backend_dev_count()))


def _kind(handle: int) -> str:
    return _DEVICE_KINDS.get(shared_library.ggml_backend_dev_type(handle), "other")


def _device_name(handle: int) -> str:
    raw: bytes = shared_library.ggml_backend_dev_name(handle)
    return raw.decode("utf-8", "replace")


def _device(handle: int) -> NativeDevice:
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    shared_library.ggml_backend_dev_memory(handle, ctypes.byref(free), ctypes.byref(total))
    return NativeDevice(
        name=_device_name(handle),
        description=shared_library.ggml_backend_dev_description(handle).decode("utf-8", "replace"),
        kind=_kind(handle),
        free_bytes=free.value,
        total_bytes=total.value,
        backend=_backend_name(handle),
    )


def _backend_name(handle: int) -> str:
    lib = shared_library
    lib.ggml_backend_dev_backend_reg.argtypes = [ctypes.c_void_p]
    lib.ggml_backend_dev_backend_reg.restype = ctypes.c_void_p
    lib.ggml_backend_reg_name.argtypes = [ctypes.c_void_p]
    lib.ggml_backend_reg_name.restype = ctypes.c_char_p
    raw: bytes = lib.ggml_backend_reg_name(lib.ggml_backend_dev_backend_reg(handle))
    return raw.decode("utf-8", "replace")
