"""Builds llama.cpp's RPC backend: layers on other machines, and a GPU for tests where none is.

A model whose layers lie on RPC servers goes the way that it goes with a GPU: weights and KV cache
in the memory of another device, its own buffers for computing, rows copied over when a state is
saved or restored. The servers are children of the tests, on the loopback address.

The backend is made of two source files against the llama.cpp that is installed, and lies in the
virtual environment, beside no other library: nothing but the tests, and a model that is to have a
part on another machine, ever loads it. With --portable it is made for the packages, where it lies
beside llama.cpp's other libraries and finds them there; on Linux only, elsewhere the portable wheel
has it, and nothing is built and printed.

Uses the standard library only. Usage: python packaging/setup/rpc_backend.py [--where | --portable]
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from llama_source import fetch_source, installed_libraries

LIBRARY = Path(sys.prefix) / "rpc" / "libggml-rpc.so"
PORTABLE = LIBRARY.parent / "portable" / LIBRARY.name
SOURCES = ("ggml-rpc.cpp", "transport.cpp")
FLAGS = ("-std=c++17", "-O2", "-fPIC", "-shared", "-pthread")
# As ggml's CMake files have them for a backend that is loaded when it is wanted.
DEFINITIONS = ("GGML_BACKEND_DL", "GGML_BACKEND_SHARED", "GGML_BACKEND_BUILD", "GGML_SHARED")


def compile_command(ggml: Path, libraries: Path, target: Path, *, found_at: str) -> list[str]:
    """Return the command that compiles the backend of a ggml folder into `target`.

    Args:
        found_at: where the system looks for ggml when the backend is loaded.
    """
    return [
        *shlex.split(os.environ.get("CXX", "c++")),
        *FLAGS,
        *(f"-D{name}" for name in DEFINITIONS),
        *(f"-I{ggml / folder}" for folder in ("include", "src")),
        *(str(ggml / "src" / "ggml-rpc" / name) for name in SOURCES),
        f"-L{libraries}",
        "-lggml-base",
        f"-Wl,-rpath,{found_at}",
        "-o",
        str(target),
    ]


def main() -> int:
    """Build the library and print its path, or with --where only print that."""
    is_portable = "--portable" in sys.argv[1:]
    if is_portable and sys.platform != "linux":
        return 0
    libraries = installed_libraries()
    library = PORTABLE if is_portable else LIBRARY
    if "--where" not in sys.argv[1:]:
        build(library, libraries, "$ORIGIN" if is_portable else str(libraries))
    print(library)
    return 0


def build(library: Path, libraries: Path, found_at: str) -> None:
    """Build the library; `found_at` as in `compile_command`."""
    library.parent.mkdir(parents=True, exist_ok=True)
    # On the same disk as its destination, so that it appears whole or not at all.
    with tempfile.TemporaryDirectory(dir=library.parent) as unfinished:
        ggml = fetch_source(Path(unfinished)) / "ggml"
        target = Path(unfinished) / library.name
        command = compile_command(ggml, libraries, target, found_at=found_at)
        subprocess.run(command, check=True)
        target.replace(library)


if __name__ == "__main__":
    sys.exit(main())
