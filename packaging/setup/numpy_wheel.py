"""Builds a NumPy without OpenBLAS for the built program and prints where the wheel lies.

Hearth uses NumPy for rows of bytes and never multiplies matrices with it. OpenBLAS is for that, and
is the largest library but one that the program would carry: 28 MB, and threads and memory of its
own at every start. NumPy's own slow routines for linear algebra stay in.

The version is the one of the environment this runs in, so that what is shipped is what was tested.
Kept beside the wheels of llama.cpp. Usage: python packaging/setup/numpy_wheel.py [--where]
"""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sys

from llama_wheel import compile_wheel, compiler_version, wheel_folder

PACKAGE = "numpy"
WITHOUT_BLAS = (
    "-Csetup-args=-Dallow-noblas=true",
    "-Csetup-args=-Dblas=none",
    "-Csetup-args=-Dlapack=none",
)


def main() -> int:
    """Print the path of the wheel, or with --where only the folder it belongs to."""
    version = importlib.metadata.version(PACKAGE)
    arguments = " ".join((PACKAGE, *WITHOUT_BLAS, sys.implementation.cache_tag))
    folder = wheel_folder(version, arguments, compiler_version(), "portable")
    if "--where" in sys.argv[1:]:
        print(folder)
        return 0
    if not list(folder.glob("*.whl")):
        print("Compiling NumPy without OpenBLAS: some minutes, once.", file=sys.stderr, flush=True)
        try:
            compile_wheel(PACKAGE, version, folder, os.environ, WITHOUT_BLAS)
        except subprocess.CalledProcessError:
            print("NumPy could not be built; what pip printed names the reason.", file=sys.stderr)
            return 1
    print(next(folder.glob("*.whl")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
