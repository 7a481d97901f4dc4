"""How to have llama.cpp with another backend: one command for each, as the README has them.

Threads: constants, any thread.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.core.phrases import Phrase, phrase


@dataclass(frozen=True, slots=True)
class OtherBuild:
    """A build of llama.cpp.

    Attributes:
        backend: which it brings.
        suits: what it is for.
        command: in the folder of Hearth's source code.
    """

    backend: str
    suits: Phrase
    command: str


OTHER_BUILDS = (
    OtherBuild(
        "Vulkan",
        phrase("Any GPU with a Vulkan driver"),
        "make run",
    ),
    OtherBuild(
        "CUDA",
        phrase("NVIDIA, with the CUDA toolkit installed"),
        "make run CMAKE_ARGS=-DGGML_CUDA=on",
    ),
    OtherBuild("ROCm", phrase("AMD, with ROCm installed"), "make run CMAKE_ARGS=-DGGML_HIP=on"),
    OtherBuild("Metal", phrase("Apple, where Metal is used by itself"), "make run"),
)
