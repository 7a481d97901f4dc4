"""Builds the products of matrices on the processor as a library and prints where it lies.

llama.cpp computes a model in Q8_0 on x86 with more instructions for scales and signs than for
products, and one in Q4_K_M not much better. The sources in `matmul/` do it two to four times as
fast, on processors with AVX-512 VNNI or AVX-VNNI, some also with AVX2, and llama.cpp loads them as
one more backend. Hearth looks for it beside the libraries of llama-cpp-python; where it is missing,
llama.cpp computes all by itself.

The same file goes with the wheel for this processor and with the portable one. With --install it is
laid beside the installed llama-cpp-python. On macOS, on other processors than x86, and on a Windows
without the Clang of Visual Studio, nothing is built and nothing is printed, and that is no failure.

Uses the standard library only. Usage: python packaging/setup/matmul.py [--where | --install]
"""

from __future__ import annotations

import platform
import sys
from pathlib import Path

from cmake_library import CMakeLibrary
from llama_source import install_library, installed_libraries

IS_WINDOWS = sys.platform == "win32"
LIBRARY = "hearth-matmul.dll" if IS_WINDOWS else "libhearth-matmul.so"
PROJECT = Path(__file__).resolve().parent / "matmul"
_MATMUL = CMakeLibrary(PROJECT, "hearth-matmul", LIBRARY, source="GGML", part="ggml")


def is_for_this_machine() -> bool:
    """Return whether it is built here."""
    return sys.platform in ("linux", "win32") and platform.machine() in ("x86_64", "AMD64")


def kept_library() -> Path:
    """Return where the library is kept."""
    return _MATMUL.kept_at()


def main() -> int:
    """Print the path of the library, with --where only where it belongs; "" on other machines."""
    if not is_for_this_machine():
        return 0
    library = kept_library()
    if "--install" in sys.argv[1:]:
        # Should the new one not be built: it would be loaded into a llama.cpp that it is not for.
        (installed_libraries() / LIBRARY).unlink(missing_ok=True)
    if "--where" not in sys.argv[1:]:
        announcement = "Compiling matrix products for the processor: some seconds, once."
        options = [f"-DLIBRARIES={installed_libraries()}", *(["-TClangCL"] if IS_WINDOWS else [])]
        if not _MATMUL.is_provided(library, announcement, options):
            return 0 if IS_WINDOWS else 1
    if "--install" in sys.argv[1:]:
        install_library(library)
    print(library)
    return 0


if __name__ == "__main__":
    sys.exit(main())
