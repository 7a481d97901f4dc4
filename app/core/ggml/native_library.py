"""The native library: where it lies, and its functions.

It comes with the package llama_cpp, which is found here without being imported.

A fault in native code ends the process, on Windows too. Elsewhere a wild pointer ends the process
there and then, and whoever started it starts another. On Windows ctypes catches it and raises an
OSError instead: to a caller it looks like a disk that failed, while locks stay held and structures
half changed. Nothing of that process is to be trusted, so it ends here, with the code that it would
have ended with. Where it happened stands in the crash log: faulthandler is told of an exception
before anybody catches it.

Threads: any.

Source: CPython Modules/_ctypes/callproc.c, SetException. The commonest faults come in words that
begin with "exception: ", without a number; all others as a Windows error whose number is the status
of the exception, such as 0xE06D7363 for an exception of C++ that nobody caught.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import importlib.util
import os
import sys
from pathlib import Path
from typing import Any, NoReturn

from app.core.errors import BugError

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


_SAID = "exception: "
_STATUS_OF_WORDS = {
    "access violation": 0xC0000005,
    "integer divide by zero": 0xC0000094,
}
_SOME_FAULT = 0x40000015  # STATUS_FATAL_APP_EXIT, for the rarer ones that come in words
_ERROR_OF_SYSTEM = 0xC0000000  # severity "error"; a number of COM, 0x8..., is no fault


def guarded(library: ctypes.CDLL) -> ctypes.CDLL:
    """Return a library; where ctypes catches faults, one in it ends this process from now on."""
    if sys.platform == "win32":
        watch(library)
    return library


def watch(library: ctypes.CDLL) -> None:
    """Let a fault that ctypes catches in any function of a library end this process.

    Whoever calls may catch everything: it is not asked. Functions that were looked up before are
    watched as well. A call costs a fraction of a microsecond more.
    """
    functions = library._FuncPtr  # noqa: SLF001 - the class that all its functions share
    call = functions.__call__

    def watched(function: Any, *arguments: Any, **by_name: Any) -> Any:
        try:
            return call(function, *arguments, **by_name)
        except OSError as error:
            status = status_of_fault(error)
            if status is not None:
                _end(status, error)
            raise

    functions.__call__ = watched  # type: ignore[method-assign, assignment]


def status_of_fault(error: OSError) -> int | None:
    """Return the status of the fault that ctypes has made this error of; None for any other error.

    Returns:
        an NTSTATUS, 32 bits unsigned, as an exit code has it.
    """
    number = getattr(error, "winerror", None)
    if number is not None and number < 0:
        status = int(number) & 0xFFFFFFFF
        return status if status & _ERROR_OF_SYSTEM == _ERROR_OF_SYSTEM else None
    words = str(error)
    if error.errno is not None or not words.startswith(_SAID):
        return None
    said = words.removeprefix(_SAID)
    known = (status for start, status in _STATUS_OF_WORDS.items() if said.startswith(start))
    return next(known, _SOME_FAULT)


def _end(status: int, error: OSError) -> NoReturn:
    """End this process without a word to any library, which might wait for a lock for ever."""
    with contextlib.suppress(OSError):  # without an error stream nobody is told
        os.write(2, f"native code failed: {error}\n".encode())
    if sys.platform == "win32":
        os.kill(os.getpid(), status)  # TerminateProcess, with this as the exit code
    os.abort()
