"""Builds llama.cpp's RPC backend: layers on other machines, and a GPU for tests where none is.

A model whose layers lie on RPC servers goes the way that it goes with a GPU: weights and KV cache
in the memory of another device, its own buffers for computing, rows copied over when a state is
saved or restored. The servers are children of the tests, on the loopback address.

The backend is made of two source files against the llama.cpp that is installed, and lies in the
virtual environment, beside no other library: nothing but the tests, and a model that is to have a
part on another machine, ever loads it.

Uses the standard library only. Usage: python packaging/setup/rpc_backend.py [--where]
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
SOURCES = ("ggml-rpc.cpp", "transport.cpp")
FLAGS = ("-std=c++17", "-O2", "-fPIC", "-shared", "-pthread")
# As ggml's CMake files have them for a backend that is loaded when it is wanted.
DEFINITIONS = ("GGML_BACKEND_DL", "GGML_BACKEND_SHARED", "GGML_BACKEND_BUILD", "GGML_SHARED")


def compile_command(ggml: Path, libraries: Path, target: Path) -> list[str]:
    """Return the command that compiles the backend of a ggml folder into `target`."""
    return [
        *shlex.split(os.environ.get("CXX", "c++")),
        *FLAGS,
        *(f"-D{name}" for name in DEFINITIONS),
        *(f"-I{ggml / folder}" for folder in ("include", "src")),
        *(str(ggml / "src" / "ggml-rpc" / name) for name in SOURCES),
        f"-L{libraries}",
        "-lggml-base",
        f"-Wl,-rpath,{libraries}",
        "-o",
        str(target),
    ]


def main() -> int:
    """Build the library and print its path, or with --where only print that."""
    if "--where" not in sys.argv[1:]:
        LIBRARY.parent.mkdir(exist_ok=True)
        # On the same disk as its destination, so that it appears whole or not at all.
        with tempfile.TemporaryDirectory(dir=LIBRARY.parent) as unfinished:
            ggml = fetch_source(Path(unfinished)) / "ggml"
            target = Path(unfinished) / LIBRARY.name
            subprocess.run(compile_command(ggml, installed_libraries(), target), check=True)
            target.replace(LIBRARY)
    print(LIBRARY)
    return 0


if __name__ == "__main__":
    sys.exit(main())
