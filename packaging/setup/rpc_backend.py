"""Builds llama.cpp's RPC backend for the tests: a device to offload to, on a machine without a GPU.

A model whose layers lie on RPC servers goes the way that it goes with a GPU: weights and KV cache
in the memory of another device, its own buffers for computing, rows copied over when a state is
saved or restored. The servers are children of the tests, on the loopback address.

The backend is made of two source files against the llama.cpp that is installed, and lies in the
virtual environment, beside no other library: nothing but the tests ever loads it. Users get none.

Uses the standard library only. Usage: python packaging/setup/rpc_backend.py [--where]
"""

from __future__ import annotations

import importlib.util
import os
import shlex
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from llama_wheel import PACKAGE, wanted_version

LIBRARY = Path(sys.prefix) / "rpc" / "libggml-rpc.so"
SOURCES = ("ggml-rpc.cpp", "transport.cpp")
FLAGS = ("-std=c++17", "-O2", "-fPIC", "-shared", "-pthread")
# As ggml's CMake files have them for a backend that is loaded when it is wanted.
DEFINITIONS = ("GGML_BACKEND_DL", "GGML_BACKEND_SHARED", "GGML_BACKEND_BUILD", "GGML_SHARED")


def installed_libraries() -> Path:
    """Return the folder of the llama.cpp that is installed.

    Raises:
        LookupError: none is.
    """
    found = importlib.util.find_spec("llama_cpp")
    if found is None or found.origin is None:
        raise LookupError(f"{PACKAGE} is not installed")
    return Path(found.origin).parent / "lib"


def fetch_source(version: str, folder: Path) -> Path:
    """Download the source that the installed llama.cpp was made of; return ggml's folder in it.

    Raises:
        subprocess.CalledProcessError: pip has said on the terminal what went wrong.
    """
    pip = [sys.executable, "-m", "pip", "download", "--no-deps"]
    pip += ["--no-binary", PACKAGE, "--dest", str(folder), f"{PACKAGE}=={version}"]
    subprocess.run(pip, check=True, stdout=sys.stderr)
    archive = next(folder.glob("*.tar.gz"))
    with tarfile.open(archive) as packed:
        wanted = [member for member in packed.getmembers() if "/llama.cpp/ggml/" in member.name]
        packed.extractall(folder, wanted, filter="data")
    return next(folder.glob("*/vendor/llama.cpp/ggml"))


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
            ggml = fetch_source(wanted_version(), Path(unfinished))
            target = Path(unfinished) / LIBRARY.name
            subprocess.run(compile_command(ggml, installed_libraries(), target), check=True)
            target.replace(LIBRARY)
    print(LIBRARY)
    return 0


if __name__ == "__main__":
    sys.exit(main())
