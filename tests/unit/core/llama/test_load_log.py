"""What of a model's weights is given back with the model is read from llama.cpp's own words."""

from __future__ import annotations

import pytest

from app.core.llama.model import copied_bytes

MIB = 2**20
LINES = (
    "load_tensors: loading model tensors, this can take a while... (mmap = true)",
    "load_tensors:      Vulkan0 model buffer size =   100.00 MiB",
    "load_tensors:  Vulkan_Host model buffer size =     1.50 MiB",
    "load_tensors:   CPU_Mapped model buffer size =    20.00 MiB",
    "load_tensors:   CPU_REPACK model buffer size =     8.00 MiB",
    "load_tensors:          CPU model buffer size =     0.50 MiB",
    "llama_kv_cache:        CPU KV buffer size =    64.00 MiB",
)


@pytest.mark.parametrize(("is_locked", "copied"), [(False, 10), (True, 30)])
def test_what_is_mapped_counts_as_free_unless_it_is_locked(is_locked: bool, copied: int) -> None:
    assert copied_bytes(LINES, {"Vulkan0"}, is_locked=is_locked) == copied * MIB
