"""Tiny projectors: the files that let a text model see or hear, as libmtmd loads and runs them.

What they make of a picture or a sound means nothing, but every step of a real one is taken:
preprocessing, encoder, projector. The weights come from `gguf_factory.uniform`, each tensor from a
stream of its own name, so that the same seed gives the same bytes everywhere.

Written for llama.cpp 0c1e57098 (llama-cpp-python 0.3.36).
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import gguf
import numpy as np
from gguf import GGMLQuantizationType as TensorType

from tests.helpers.gguf_factory import Shape, finish, uniform

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Vision = Literal["", "gemma3", "qwen2vl_merger", "idefics3"]
Audio = Literal["", "ultravox"]

GRID = 4  # most tiles a side of idefics3
N_SOUND_TOKENS = 15  # of each 30 seconds
SAMPLE_RATE = 16_000

_N_MEL, _N_POSITIONS, _STACK = 80, 1500, 100


@dataclass(frozen=True, slots=True)
class EncoderShape:
    """How large the encoders are.

    Attributes:
        patch, image: sides of a patch and of a tile, in pixels.
        scale: patches a side that become one token.
        longest: side that a picture in tiles is brought to.
    """

    width: int = 48
    n_heads: int = 3
    n_ff: int = 96
    n_layers: int = 2
    patch: int = 8
    image: int = 64
    scale: int = 2
    longest: int = 192


TINY = EncoderShape()
SIGLIP_BASE_512 = EncoderShape(768, 12, 3072, 12, 16, 512, 4, 2048)  # as of SmolVLM


def write_projector(
    path: Path,
    *,
    vision: Vision = "",
    audio: Audio = "",
    seed: int = 0,
    n_out: int = Shape().n_embd,
    shape: EncoderShape = TINY,
    name: str = "Tiny projector",
    file_type: int | None = None,
) -> Path:
    """Write a projector of 0.2 to 4.4 MB; the same arguments give the same bytes.

    Args:
        vision: `gemma3` makes 16 tokens of any image, `qwen2vl_merger` one of each 16 x 16 pixels,
            `idefics3` 16 of each tile of 64 x 64 and of the whole.
        audio: `ultravox` makes 15 tokens of each 30 seconds, which it always fills up.
        n_out: width of what it gives, that of the text model.
        shape: of the encoders; what is said of tokens above is of tiny ones.
        name: that stands in its header.
        file_type: likewise, as llama.cpp numbers them.

    Returns:
        `path`.
    """
    writer = gguf.GGUFWriter(path, "clip")
    writer.add_name(name)
    if file_type is not None:
        writer.add_file_type(file_type)
    if bool(vision) != bool(audio):  # of two, each has a key of its own and there is not this one
        writer.add_string("clip.projector_type", vision or audio)
    writer.add_bool("clip.has_vision_encoder", bool(vision))
    writer.add_bool("clip.has_audio_encoder", bool(audio))
    weights = _Weights(writer, seed, shape)
    if vision:
        writer.add_string("clip.vision.projector_type", vision)
        _VISION[vision](writer, weights, n_out)
    if audio:
        writer.add_string("clip.audio.projector_type", audio)
        _ultravox(writer, weights, n_out)
    finish(writer)
    return path


class _Weights:
    """Random tensors of one file."""

    def __init__(self, writer: gguf.GGUFWriter, seed: int, shape: EncoderShape) -> None:
        self._writer = writer
        self._seed = seed
        self.shape = shape

    def add(
        self, name: str, shape: tuple[int, ...], deviation: float, *, half: bool = False
    ) -> None:
        """Add a tensor; `shape` is numpy's, the reverse of ggml's."""
        values = uniform(self._seed, zlib.crc32(name.encode()), int(np.prod(shape))) * deviation
        kind = TensorType.F16 if half else TensorType.F32
        dtype = np.float16 if half else np.float32
        self._writer.add_tensor(name, values.reshape(shape).astype(dtype), raw_dtype=kind)

    def matrix(self, name: str, rows: int, columns: int, gain: float = 1.0) -> None:
        self.add(name, (rows, columns), gain / columns**0.5)

    def noise(self, name: str, size: int) -> None:
        self.add(name, (size,), 0.1)

    def ones(self, name: str, size: int) -> None:
        self._writer.add_tensor(name, np.ones(size, np.float32))

    def patches(self, name: str) -> None:
        patch = self.shape.patch
        n_inputs = 3 * patch * patch
        self.add(name, (self.shape.width, 3, patch, patch), 2.0 / n_inputs**0.5)


def _gemma3(writer: gguf.GGUFWriter, weights: _Weights, n_out: int) -> None:
    """64 x 64 pixels, whatever comes in: 8 x 8 patches, pooled by 2 to 16 tokens."""
    shape = weights.shape
    _describe(writer, "vision", shape)
    writer.add_uint32("clip.vision.projector.scale_factor", shape.scale)
    _embed_patches(writer, weights)
    _encoder(weights, "v", key_bias=True)
    weights.ones("mm.soft_emb_norm.weight", shape.width)
    weights.matrix("mm.input_projection.weight", shape.width, n_out, gain=2.0)  # transposed


def _qwen2vl(writer: gguf.GGUFWriter, weights: _Weights, n_out: int) -> None:
    """Any size in steps of 16 pixels; two frames of a film are looked at together."""
    shape = weights.shape
    _describe(writer, "vision", shape)
    writer.add_uint32("clip.vision.spatial_merge_size", shape.scale)
    weights.patches("v.patch_embd.weight")
    weights.patches("v.patch_embd.weight.1")
    _encoder(weights, "v", key_bias=True)
    weights.matrix("mm.0.weight", shape.n_ff, shape.scale**2 * shape.width)
    weights.noise("mm.0.bias", shape.n_ff)
    weights.matrix("mm.2.weight", n_out, shape.n_ff, gain=2.0)
    weights.noise("mm.2.bias", n_out)


def _idefics3(writer: gguf.GGUFWriter, weights: _Weights, n_out: int) -> None:
    """Tiles of 64 x 64 pixels and one of the whole; the longest side is made 192."""
    shape = weights.shape
    _describe(writer, "vision", shape)
    writer.add_uint32("clip.vision.projector.scale_factor", shape.scale)
    writer.add_uint32("clip.vision.preproc_image_size", shape.longest)
    _embed_patches(writer, weights)
    _encoder(weights, "v", key_bias=True)
    weights.matrix("mm.model.fc.weight", n_out, shape.scale**2 * shape.width, gain=2.0)


def _ultravox(writer: gguf.GGUFWriter, weights: _Weights, n_out: int) -> None:
    """Whisper's encoder: 3000 frames of 30 s, halved, of which 100 together are a token."""
    shape = weights.shape
    _describe(writer, "audio", shape)
    writer.add_uint32("clip.audio.num_mel_bins", _N_MEL)
    writer.add_uint32("clip.audio.projector.stack_factor", _STACK)
    for number, n_inputs in ((1, _N_MEL), (2, shape.width)):
        name = f"a.conv1d.{number}"
        weights.add(f"{name}.weight", (shape.width, n_inputs, 3), (3 * n_inputs) ** -0.5, half=True)
        weights.add(f"{name}.bias", (shape.width, 1), 0.1)
    weights.matrix("a.position_embd.weight", _N_POSITIONS, shape.width)
    _encoder(weights, "a", key_bias=False)  # Whisper has none, and libmtmd asserts it
    weights.ones("mm.a.norm_pre.weight", _STACK * shape.width)
    weights.matrix("mm.a.mlp.1.weight", 2 * shape.n_ff, _STACK * shape.width)
    weights.ones("mm.a.norm_mid.weight", shape.n_ff)
    weights.matrix("mm.a.mlp.2.weight", n_out, shape.n_ff, gain=2.0)


_VISION: dict[str, Callable[[gguf.GGUFWriter, _Weights, int], None]] = {
    "gemma3": _gemma3,
    "qwen2vl_merger": _qwen2vl,
    "idefics3": _idefics3,
}


def _describe(writer: gguf.GGUFWriter, kind: str, shape: EncoderShape) -> None:
    prefix = f"clip.{kind}."
    writer.add_uint32(prefix + "embedding_length", shape.width)
    writer.add_uint32(prefix + "attention.head_count", shape.n_heads)
    writer.add_uint32(prefix + "feed_forward_length", shape.n_ff)
    writer.add_uint32(prefix + "block_count", shape.n_layers)
    writer.add_uint32(prefix + "projection_dim", shape.width)
    writer.add_float32(prefix + "attention.layer_norm_epsilon", 1e-6)
    if kind == "vision":
        writer.add_uint32(prefix + "image_size", shape.image)
        writer.add_uint32(prefix + "patch_size", shape.patch)
        writer.add_array(prefix + "image_mean", [0.5, 0.5, 0.5])
        writer.add_array(prefix + "image_std", [0.5, 0.5, 0.5])


def _embed_patches(writer: gguf.GGUFWriter, weights: _Weights) -> None:
    shape = weights.shape
    writer.add_bool("clip.use_gelu", val=True)
    weights.patches("v.patch_embd.weight")
    weights.noise("v.patch_embd.bias", shape.width)
    weights.matrix(
        "v.position_embd.weight",
        (shape.image // shape.patch) ** 2,
        shape.width,
    )


def _encoder(weights: _Weights, prefix: str, *, key_bias: bool) -> None:
    shape = weights.shape
    for layer in range(shape.n_layers):
        blk = f"{prefix}.blk.{layer}."
        for norm in ("ln1", "ln2"):
            weights.ones(f"{blk}{norm}.weight", shape.width)
            weights.noise(f"{blk}{norm}.bias", shape.width)
        for part in ("q", "k", "v", "out"):
            weights.matrix(f"{blk}attn_{part}.weight", shape.width, shape.width, gain=2.0)
            if part != "k" or key_bias:
                weights.noise(f"{blk}attn_{part}.bias", shape.width)
        weights.matrix(f"{blk}ffn_up.weight", shape.n_ff, shape.width)
        weights.noise(f"{blk}ffn_up.bias", shape.n_ff)
        weights.matrix(f"{blk}ffn_down.weight", shape.width, shape.n_ff)
        weights.noise(f"{blk}ffn_down.bias", shape.width)
    weights.ones(f"{prefix}.post_ln.weight", shape.width)
    weights.noise(f"{prefix}.post_ln.bias", shape.width)
