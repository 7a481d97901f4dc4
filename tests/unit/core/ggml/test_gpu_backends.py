"""Backends of GPUs are known by their files, and loaded only where they are asked for."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from app.core.ggml import gpu_backends, native_library

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def vulkan_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu_backends, "_has_vulkan", lambda: True)


@pytest.mark.usefixtures("vulkan_is_there")
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
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, names: tuple[str, ...], *, expected: bool
) -> None:
    for name in names:
        (tmp_path / name).touch()
    monkeypatch.setattr(native_library, "library_folder", lambda: tmp_path)

    assert gpu_backends.are_possible() is expected


@pytest.mark.usefixtures("vulkan_is_there")
def test_one_that_lies_elsewhere_is_named_by_llama_cpps_own_variable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not gpu_backends.are_possible()
    monkeypatch.setenv(gpu_backends.MORE, "/elsewhere/libggml-vulkan.so")

    assert gpu_backends.are_possible()


def test_without_the_loader_of_vulkan_its_backend_does_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(_name: str) -> None:
        raise OSError

    monkeypatch.setattr(ctypes, "CDLL", missing)
    gpu_backends._has_vulkan.cache_clear()
    monkeypatch.setenv(gpu_backends.MORE, "/elsewhere/libggml-vulkan.so")
    try:
        assert not gpu_backends.are_possible()
    finally:
        gpu_backends._has_vulkan.cache_clear()


def test_what_has_no_device_here_is_left_out_with_a_line_in_the_log(tmp_path: Path) -> None:
    code = (
        "import logging; logging.basicConfig(level=logging.INFO)\n"
        "from app.core.ggml import devices, gpu_backends\n"
        "gpu_backends.admit()\n"
        "print([device.kind for device in devices.devices()])\n"
    )
    (tmp_path / "libggml-other.so").touch()
    child = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, gpu_backends.MORE: str(tmp_path / "libggml-other.so")},
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=60,
    )

    assert child.stdout.strip() == "['cpu']"
    assert "libggml-other.so has nothing to work with here" in child.stderr
