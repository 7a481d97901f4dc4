"""The native library: where it lies, and its functions.

It comes with the package llama_cpp, which is found here without being imported.

Threads: any.
"""

from __future__ import annotations

import ctypes
import functools
import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

from app.core.errors import BugError
from app.core.ggml.native_faults import guarded

_OVERRIDE = "LLAMA_CPP_LIB_PATH"  # of the package: the libraries of another build
_NAMES = {
    "darwin": ("libllama.so", "libllama.dylib"),
    "win32": ("llama.dll", "ggml.dll", "ggml-base.dll"),
}
_ON_OTHERS = ("libllama.so",)
_LOADABLE = (".dll", ".dylib", ".so")


class NativeLibrary:
    """Native functions by their names, from the first of some libraries that has them.

    The types of arguments and results that a caller sets stay with the function.
    """

    def __init__(self, libraries: tuple[ctypes.CDLL, ...]) -> None:
        self._libraries = libraries

    def __getattr__(self, name: str) -> Any:
        for library in self._libraries:
            function = getattr(library, name, None)
            if function is not None:
                return function
        raise AttributeError(name)


@functools.cache
def library_folder() -> Path:
    """Return the folder that holds libllama and its backends."""
    if chosen := os.environ.get(_OVERRIDE):
        return Path(chosen)
    found = importlib.util.find_spec("llama_cpp")
    if found is None or found.origin is None:
        raise BugError("llama-cpp-python is not installed")
    return Path(found.origin).parent / "lib"


@functools.cache
def shared_library() -> NativeLibrary:
    """Return llama.cpp and ggml, as the package llama_cpp loads them or has loaded them.

    Looking a name up in libllama finds what the libraries below it have, so ggml's functions come
    from the copy that is in use; ggml by its own file name would be a second copy with a second
    register of devices. Windows looks into the one library only, and knows no second copy.
    """
    folder = library_folder()
    if sys.platform == "win32":
        os.add_dll_directory(str(folder))
    paths = [folder / name for name in _NAMES.get(sys.platform, _ON_OTHERS)]
    return NativeLibrary(tuple(open_library(path) for path in paths if path.exists()))


def open_library(path: Path | str) -> ctypes.CDLL:
    """Load a library for calls by ctypes; a fault in it ends the process on every system.

    Raises:
        OSError: it cannot be loaded.
    """
    return guarded(ctypes.CDLL(str(path)))


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
