"""What the build of llama.cpp offers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from llama_cpp import llama_cpp as native

from app.core.llama import library

if TYPE_CHECKING:
    from pathlib import Path

CPU = library.NativeDevice("CPU", "a processor", "cpu", 1, 2, "CPU")


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [(("cpu",), False), (("cpu", "accel"), False), (("gpu", "cpu"), True), (("igpu",), True)],
)
def test_only_a_gpu_that_is_there_counts(
    monkeypatch: pytest.MonkeyPatch, kinds: tuple[str, ...], expected: bool
) -> None:
    # llama.cpp's answer, with the RPC backend and no server.
    monkeypatch.setattr(native, "llama_supports_gpu_offload", lambda: True)
    found = tuple(replace(CPU, kind=kind) for kind in kinds)
    monkeypatch.setattr(library, "devices", lambda: found)

    assert library.supports_gpu() is expected


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("libllama.so", "libggml.so.0", "libggml-base.so", "libggml-cpu-haswell.so"), False),
        (("ggml-base.dll", "ggml-cpu.dll", "ggml-blas.dll"), False),
        (("libggml-base.so", "libggml-cpu.so", "libggml-vulkan.so"), True),
        (("libggml-base.dylib", "libggml-metal.dylib"), True),
        (("libllama.so",), True),
    ],
)
def test_a_gpu_backend_is_known_by_its_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, names: tuple[str, ...], expected: bool
) -> None:
    for name in names:
        (tmp_path / name).touch()
    monkeypatch.setattr(library, "library_folder", lambda: tmp_path)

    assert library.brings_gpu_backend() is expected
