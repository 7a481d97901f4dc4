"""Devices, as ggml tells of them."""

from __future__ import annotations

import platform

import pytest

from app.core.ggml.devices import kind_of


@pytest.mark.parametrize(
    ("number", "backend", "machine", "kind"),
    [
        (0, "CPU", "x86_64", "cpu"),
        (1, "Vulkan", "x86_64", "gpu"),
        (2, "Vulkan", "arm64", "igpu"),
        (1, "MTL", "x86_64", "gpu"),  # a card in an older Mac
        (1, "MTL", "arm64", "igpu"),  # its memory is the RAM
        (3, "BLAS", "arm64", "accel"),
        (9, "New", "x86_64", "other"),
    ],
)
def test_the_kind_of_a_device_says_whose_memory_it_has(
    monkeypatch: pytest.MonkeyPatch, number: int, backend: str, machine: str, kind: str
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: machine)
    assert kind_of(number, backend) == kind
