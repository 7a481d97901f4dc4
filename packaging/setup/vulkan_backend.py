"""Builds llama.cpp's Vulkan backend as a library of its own and prints where it lies.

llama.cpp loads it when it is there, and goes on without it where there is no libvulkan, no driver
or no GPU, so that one build serves every machine. It is made apart from the wheel, of the same
source: neither is compiled again because of the other, and the same file goes with the wheel for
this processor and with the portable one. It takes what Vulkan's headers, those of SPIR-V and the
compiler of shaders, glslc, bring; VULKAN_SDK names a folder with newer ones than the system has.
Without them nothing is built, nothing is printed, and that is no failure.

Kept beside the wheels of llama.cpp, under a name made of everything that changes it. A newer glslc
knows more of what GPUs can do (matrices, integer dot products), and makes a larger library.

Uses the standard library only. Usage: python packaging/setup/vulkan_backend.py [--where]
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from cmake_library import CMakeLibrary

LIBRARY = "ggml-vulkan.dll" if sys.platform == "win32" else "libggml-vulkan.so"
PROJECT = Path(__file__).resolve().parent / "vulkan"
_BACKEND = CMakeLibrary(PROJECT, "ggml-vulkan", LIBRARY, source="GGML", part="ggml")
_HEADERS = """
#if !__has_include(<vulkan/vulkan.hpp>) || !__has_include(<spirv/unified1/spirv.hpp>)
#error
#endif
#include <vulkan/vulkan_core.h>
VK_HEADER_VERSION
"""


@dataclass(frozen=True, slots=True)
class Tools:
    """What the backend is built with.

    Attributes:
        glslc: path of the compiler of shaders.
        glslc_version: what it says of itself.
        headers: number of the version of Vulkan's headers.
    """

    glslc: str
    glslc_version: str
    headers: str


@dataclass(frozen=True, slots=True)
class Missing:
    """Why it is not built, in words."""

    why: str


def find_tools() -> Tools | Missing:
    """Return what is installed, or why nothing is built."""
    if sys.platform != "linux":
        return Missing("here it is built into llama.cpp, with CMAKE_ARGS=-DGGML_VULKAN=on")
    if "GGML_VULKAN" in os.environ.get("CMAKE_ARGS", ""):
        return Missing("CMAKE_ARGS has it built into llama.cpp itself")
    sdk = os.environ.get("VULKAN_SDK")
    folders = [str(Path(sdk) / "bin")] if sdk else []
    glslc = shutil.which("glslc", path=os.pathsep.join([*folders, os.environ.get("PATH", "")]))
    if glslc is None:
        return Missing("glslc, the compiler of shaders, is not installed")
    version = subprocess.run([glslc, "--version"], capture_output=True, text=True, check=False)
    headers = _headers_version(sdk)
    if headers is None:
        return Missing("the headers of Vulkan or of SPIR-V are not installed")
    return Tools(glslc, version.stdout, headers)


def _headers_version(sdk: str | None) -> str | None:
    command = [*shlex.split(os.environ.get("CXX", "c++")), "-E", "-P", "-x", "c++", "-"]
    if sdk:
        command.append(f"-I{Path(sdk) / 'include'}")
    try:
        said = subprocess.run(command, input=_HEADERS, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return said.stdout.split()[-1]


def kept_library(tools: Tools) -> Path:
    """Return where the library made with these tools is kept."""
    return _BACKEND.kept_at(tools.glslc_version, tools.headers)


def main() -> int:
    """Print the path of the library, or with --where only where it belongs; "" without tools."""
    tools = find_tools()
    if isinstance(tools, Missing):
        if "--where" not in sys.argv[1:]:
            print(f"The Vulkan backend, for GPUs, is left out: {tools.why}.", file=sys.stderr)
        return 0
    library = kept_library(tools)
    minutes = max(1, round(14 / (os.cpu_count() or 1)))
    announcement = f"Compiling llama.cpp's Vulkan backend: about {minutes} minute(s), once."
    compiler = f"-DVulkan_GLSLC_EXECUTABLE={tools.glslc}"
    is_wanted = "--where" not in sys.argv[1:]
    if is_wanted and not _BACKEND.is_provided(library, announcement, [compiler]):
        return 1
    print(library)
    return 0


if __name__ == "__main__":
    sys.exit(main())
