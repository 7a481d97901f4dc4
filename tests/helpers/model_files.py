"""Model files of a kilobyte: real GGUF headers with the few weights that they announce."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.helpers import gguf_bytes as raw

if TYPE_CHECKING:
    from pathlib import Path

Q8_0 = 8
_ROWS = 4  # of 32 weights each; 34 bytes a row
N_PARAMETERS = 32 * _ROWS
_WEIGHTS = b"\1" * (34 * _ROWS)


def model_bytes(
    name: str = "Some Model",
    *,
    architecture: str = "llama",
    n_ctx: int = 4096,
    more: tuple[bytes, ...] = (),
) -> bytes:
    """Return a whole model with one tensor."""
    header = raw.header(
        [
            raw.string("general.architecture", architecture),
            raw.string("general.name", name),
            raw.uint32("general.file_type", 7),
            raw.uint32(f"{architecture}.context_length", n_ctx),
            raw.string("tokenizer.ggml.model", "gpt2"),
            raw.strings("tokenizer.ggml.tokens", ["a", "b"]),
            *more,
        ],
        [raw.tensor("token_embd.weight", (32, _ROWS), Q8_0)],
    )
    return header.ljust(-(-len(header) // 32) * 32, b"\0") + _WEIGHTS


def write_model(path: Path, name: str = "Some Model", **more: object) -> Path:
    """Write a whole model; the folders above it are made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(model_bytes(name, **more))  # type: ignore[arg-type]
    return path


def projector_bytes() -> bytes:
    return model_bytes("Eyes", architecture="clip")


def adapter_bytes() -> bytes:
    return model_bytes("Manners", more=(raw.string("general.type", "adapter"),))


def write_split_model(
    folder: Path, prefix: str, count: int, name: str = "Split Model"
) -> list[Path]:
    """Write a model in several files, as llama-gguf-split does."""
    paths = []
    for index in range(count):
        split = (raw.uint32("split.no", index), raw.uint32("split.count", count))
        path = folder / f"{prefix}-{index + 1:05}-of-{count:05}.gguf"
        paths.append(write_model(path, "Split Model", more=split))
    return paths
