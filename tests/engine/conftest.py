from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.helpers import vulkan_devices
from tests.helpers.gguf_factory import write_tiny_llama

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def vulkan() -> None:
    """Vulkan's backend and a driver, or the one reason for which a test here may be left out."""
    absence = vulkan_devices.absence()
    if absence is not None:
        pytest.skip(absence.value)


@pytest.fixture(scope="session")
def slow_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model large enough that a prefill batch takes a noticeable time."""
    return write_tiny_llama(
        tmp_path_factory.mktemp("slow") / "slow.gguf",
        n_layers=12,
        n_embd=512,
        n_heads=8,
        n_kv_heads=4,
        n_ff=1536,
        n_ctx=8192,
        quant="Q8_0",
        name="Slow",
    )
