"""llama.cpp's Vulkan backend for Windows, cross-compiled: a DLL of its own, loaded when wanted.

Made by the rules of `packaging/setup/vulkan`, of the source of the llama.cpp that loads it.
Vulkan's headers are the same for every system; the library to link with is made of the names that
Wine's vulkan-1.dll has. That one hands everything on to Debian's libvulkan, with Mesa's driver
that computes on the processor.

Uses the standard library only.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from inside import command_inside, run_logged
from lab import PROJECT, Lab, Step, delete
from llama_for_windows import LLAMA, OPTIMISE, source_folder
from windows_python import exported_names

if TYPE_CHECKING:
    from pathlib import Path

_RULES = PROJECT / "packaging" / "setup" / "vulkan"
_LOADER = "/usr/lib/x86_64-linux-gnu/wine/x86_64-windows/vulkan-1.dll"
_CMAKE = (
    *OPTIMISE,
    "-DCMAKE_TOOLCHAIN_FILE=/lab/llama/mingw.cmake",
    "-DCMAKE_PROJECT_INCLUDE=/lab/llama/names.cmake",
    "-DSPIRV-Headers_DIR=/usr/share/cmake/SPIRV-Headers",
    "-DVulkan_GLSLC_EXECUTABLE=/usr/bin/glslc",
    "-DVulkan_INCLUDE_DIR=/lab/vulkan/include",
    "-DVulkan_LIBRARY=/lab/vulkan/vulkan-1.lib",
)
# Apart from the headers of Debian's own C library, which lie in the same folder.
_HEADERS = """
set -e
mkdir -p /lab/vulkan/include
cp -r /usr/include/vulkan /usr/include/vk_video /usr/include/spirv /lab/vulkan/include/
x86_64-w64-mingw32-dlltool --input-def /lab/vulkan/vulkan-1.def --dllname vulkan-1.dll \\
    --output-lib /lab/vulkan/vulkan-1.lib
"""
_STRIP = "x86_64-w64-mingw32-strip"


def library(lab: Lab) -> Path:
    """Return where the DLL lies; GGML_BACKEND_PATH names it to the program."""
    return lab.folder / "vulkan" / "ggml-vulkan.dll"


def _make(lab: Lab) -> None:
    folder = lab.folder / "vulkan"
    delete(folder / "include")
    folder.mkdir(exist_ok=True)
    names = [f" {name}" for name in exported_names(lab, _LOADER)]
    (folder / "vulkan-1.def").write_text("\n".join(["EXPORTS", *names, ""]), "ascii")
    ggml = f"/lab/{source_folder(lab).relative_to(lab.folder)}/vendor/llama.cpp/ggml"
    configure = ["cmake", "-G", "Ninja", "-S", "/hearth/packaging/setup/vulkan"]
    configure += ["-B", "/lab/vulkan/build", f"-DGGML={ggml}", *_CMAKE]
    build = ["cmake", "--build", "/lab/vulkan/build", "--target", "ggml-vulkan"]
    for log_name, command in (
        ("vulkan-headers", ["sh", "-c", _HEADERS]),
        ("vulkan-configure", configure),
        ("vulkan-build", [*build, "--parallel", str(os.cpu_count() or 1)]),
    ):
        title = "Compiling the Vulkan backend for Windows"
        run_logged(lab, title, log_name, command_inside(lab, command, {}))
    built = next((folder / "build").rglob(library(lab).name))
    strip = [_STRIP, "-o", "/lab/vulkan/ggml-vulkan.dll", f"/lab/{built.relative_to(lab.folder)}"]
    run_logged(lab, "Stripping the Vulkan backend", "vulkan-strip", command_inside(lab, strip, {}))


VULKAN = Step(
    name="vulkan",
    title="llama.cpp's Vulkan backend for Windows",
    ingredients=(
        *_CMAKE,
        *(path.read_text("utf-8") for path in sorted(_RULES.rglob("*")) if path.is_file()),
    ),
    make=_make,
    after=(LLAMA,),
)
