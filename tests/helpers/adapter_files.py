"""LoRA adapters made from a seed, for the models of `gguf_factory`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gguf
import numpy as np

from tests.helpers.gguf_factory import Shape

if TYPE_CHECKING:
    from pathlib import Path

_RANK = 4


def write_adapter(
    path: Path,
    *,
    seed: int = 1,
    architecture: str = "llama",
    kind: str = "lora",
    shape: Shape | None = None,
) -> Path:
    """Write an adapter that changes every matrix of attention noticeably.

    Args:
        path: file to write.
        architecture: of the models that it says it is for.
        kind: what it says it is.
        shape: of the models that it fits; None for that of `write_tiny_llama`.

    Returns:
        `path`.
    """
    shape = shape or Shape()
    random = np.random.default_rng(seed)
    writer = gguf.GGUFWriter(path, architecture)
    writer.add_type("adapter")
    writer.add_string("adapter.type", kind)
    writer.add_float32("adapter.lora.alpha", float(_RANK))
    for layer in range(shape.n_layers):
        for name, (n_rows, n_columns) in shape.matrices(layer).items():
            if "attn" not in name:
                continue
            down = random.normal(0, 0.5, (_RANK, n_columns)).astype(np.float32)
            up = random.normal(0, 0.5, (n_rows, _RANK)).astype(np.float32)
            writer.add_tensor(f"{name}.lora_a", down)
            writer.add_tensor(f"{name}.lora_b", up)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
