"""How to have llama.cpp with another backend: one command for each, as the README has them.

Threads: constants, any thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.phrases import Phrase, phrase

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class OtherBuild:
    """A build of llama.cpp.

    Attributes:
        backend: which it brings.
        library: its name among the backends of a `HardwareReport`.
        suits: what it is for.
        command: in the folder of Hearth's source code.
    """

    backend: str
    library: str
    suits: Phrase
    command: str


OTHER_BUILDS = (
    OtherBuild(
        "Vulkan",
        "vulkan",
        phrase("Any GPU with a Vulkan driver"),
        "make run",
    ),
    OtherBuild(
        "CUDA",
        "cuda",
        phrase("NVIDIA, with the CUDA toolkit installed"),
        "make run CMAKE_ARGS=-DGGML_CUDA=on",
    ),
    OtherBuild(
        "ROCm",
        "hip",
        phrase("AMD, with ROCm installed"),
        "make run CMAKE_ARGS=-DGGML_HIP=on",
    ),
    OtherBuild("Metal", "metal", phrase("Apple, where Metal is used by itself"), "make run"),
)


def builds_besides(backends: Sequence[str]) -> tuple[OtherBuild, ...]:
    """Return the builds that bring a backend which is not among some."""
    return tuple(build for build in OTHER_BUILDS if build.library not in backends)
