"""How to have llama.cpp with another backend: one command for each, as the README has them.

Threads: constants, any thread.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from app.core.phrases import Phrase, phrase
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Sequence


class OtherBuild(PlainValue, frozen=True):
    """A build of llama.cpp.

    Attributes:
        backend: which it brings.
        library: its name among the backends of a `HardwareReport`.
        suits: what it is for.
        command: in the folder of Hearth's source code.
        systems: on which it can be had, as `sys.platform`.
    """

    backend: str
    library: str
    suits: Phrase
    command: str
    systems: tuple[str, ...]


_VULKAN = phrase("Any GPU with a Vulkan driver")
_CUDA = phrase("NVIDIA, with the CUDA toolkit installed")

OTHER_BUILDS = (
    OtherBuild("Vulkan", "vulkan", _VULKAN, "make run", ("linux",)),
    OtherBuild("CUDA", "cuda", _CUDA, "make run CMAKE_ARGS=-DGGML_CUDA=on", ("linux",)),
    OtherBuild(
        "ROCm",
        "hip",
        phrase("AMD, with ROCm installed"),
        "make run CMAKE_ARGS=-DGGML_HIP=on",
        ("linux",),
    ),
    OtherBuild(
        "Metal",
        "metal",
        phrase("Apple, where Hearth uses Metal automatically"),
        "make run",
        ("darwin",),
    ),
    # In PowerShell, for Windows has no make; into a new virtual environment.
    OtherBuild(
        "Vulkan",
        "vulkan",
        phrase("Any GPU with a Vulkan driver, with the Vulkan SDK installed"),
        r"$env:CMAKE_ARGS='-DGGML_VULKAN=on'; .venv\Scripts\python -m pip install .",
        ("win32",),
    ),
    OtherBuild(
        "CUDA",
        "cuda",
        _CUDA,
        r"$env:CMAKE_ARGS='-DGGML_CUDA=on'; .venv\Scripts\python -m pip install .",
        ("win32",),
    ),
)


def builds_besides(backends: Sequence[str], system: str = sys.platform) -> tuple[OtherBuild, ...]:
    """Return the builds for a system that bring a backend which is not among some."""
    return tuple(
        build for build in OTHER_BUILDS if system in build.systems and build.library not in backends
    )
