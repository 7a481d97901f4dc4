"""Tiny projectors: the files that let a text model see or hear, as libmtmd loads and runs them.

What they make of a picture or a sound means nothing, but every step of a real one is taken:
preprocessing, encoder, projector. The weights come from `gguf_factory.uniform`, each tensor from a
stream of its own name, so that the same seed gives the same bytes everywhere.

Written for llama.cpp 0c1e57098 (llama-cpp-python 0.3.36).
"""

from __future__ import annotations

import zlib
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

_WIDTH, _N_HEADS, _N_FF, _N_LAYERS = 48, 3, 96, 2  # of both encoders
_PATCH, _IMAGE = 8, 64  # pixels
_N_MEL, _N_POSITIONS, _STACK = 80, 1500, 100


def write_projector(
    path: Path,
    *,
    vision: Vision = "",
    audio: Audio = "",
    seed: int = 0,
    n_out: int = Shape().n_embd,
) -> Path:
    """Write a projector of 0.2 to 4.4 MB; the same arguments give the same bytes.

    Args:
        vision: `gemma3` makes 16 tokens of any image, `qwen2vl_merger` one of each 16 x 16 pixels,
            `idefics3` 16 of each tile of 64 x 64 and of the whole.
        audio: `ultravox` makes 15 tokens of each 30 seconds, which it always fills up.
        n_out: width of what it gives, that of the text model.

    Returns:
        `path`.
    """
    writer = gguf.GGUFWriter(path, "clip")
    writer.add_name("Tiny projector")
    if bool(vision) != bool(audio):  # of two, each has a key of its own and there is not this one
        writer.add_string("clip.projector_type", vision or audio)
    writer.add_bool("clip.has_vision_encoder", bool(vision))
    writer.add_bool("clip.has_audio_encoder", bool(audio))
    weights = _Weights(writer, seed)
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

    def __init__(self, writer: gguf.GGUFWriter, seed: int) -> None:
        self._writer = writer
        self._seed = seed

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
        n_inputs = 3 * _PATCH * _PATCH
        self.add(name, (_WIDTH, 3, _PATCH, _PATCH), 2.0 / n_inputs**0.5)


def _gemma3(writer: gguf.GGUFWriter, weights: _Weights, n_out: int) -> None:
    """64 x 64 pixels, whatever comes in: 8 x 8 patches, pooled by 2 to 16 tokens."""
    _describe(writer, "vision")
    writer.add_uint32("clip.vision.projector.scale_factor", 2)
    _embed_patches(writer, weights)
    _encoder(weights, "v", key_bias=True)
    weights.ones("mm.soft_emb_norm.weight", _WIDTH)
    weights.matrix("mm.input_projection.weight", _WIDTH, n_out, gain=2.0)  # so: transposed


def _qwen2vl(writer: gguf.GGUFWriter, weights: _Weights, n_out: int) -> None:
    """Any size in steps of 16 pixels; two frames of a film are looked at together."""
    _describe(writer, "vision")
    writer.add_uint32("clip.vision.spatial_merge_size", 2)
    weights.patches("v.patch_embd.weight")
    weights.patches("v.patch_embd.weight.1")
    _encoder(weights, "v", key_bias=True)
    weights.matrix("mm.0.weight", _N_FF, 4 * _WIDTH)
    weights.noise("mm.0.bias", _N_FF)
    weights.matrix("mm.2.weight", n_out, _N_FF, gain=2.0)
    weights.noise("mm.2.bias", n_out)


def _idefics3(writer: gguf.GGUFWriter, weights: _Weights, n_out: int) -> None:
    """Tiles of 64 x 64 pixels and one of the whole; the longest side is made 192."""
    _describe(writer, "vision")
    writer.add_uint32("clip.vision.projector.scale_factor", 2)
    writer.add_uint32("clip.vision.preproc_image_size", 3 * _IMAGE)
    _embed_patches(writer, weights)
    _encoder(weights, "v", key_bias=True)
    weights.matrix("mm.model.fc.weight", n_out, 4 * _WIDTH, gain=2.0)


def _ultravox(writer: gguf.GGUFWriter, weights: _Weights, n_out: int) -> None:
    """Whisper's encoder: 3000 frames of 30 s, halved, of which 100 together are a token."""
    _describe(writer, "audio")
    writer.add_uint32("clip.audio.num_mel_bins", _N_MEL)
    writer.add_uint32("clip.audio.projector.stack_factor", _STACK)
    for number, n_inputs in ((1, _N_MEL), (2, _WIDTH)):
        name = f"a.conv1d.{number}"
        weights.add(f"{name}.weight", (_WIDTH, n_inputs, 3), (3 * n_inputs) ** -0.5, half=True)
        weights.add(f"{name}.bias", (_WIDTH, 1), 0.1)
    weights.matrix("a.position_embd.weight", _N_POSITIONS, _WIDTH)
    _encoder(weights, "a", key_bias=False)  # Whisper has none, and libmtmd asserts it
    weights.ones("mm.a.norm_pre.weight", _STACK * _WIDTH)
    weights.matrix("mm.a.mlp.1.weight", 2 * _N_FF, _STACK * _WIDTH)
    weights.ones("mm.a.norm_mid.weight", _N_FF)
    weights.matrix("mm.a.mlp.2.weight", n_out, _N_FF, gain=2.0)


_VISION: dict[str, Callable[[gguf.GGUFWriter, _Weights, int], None]] = {
    "gemma3": _gemma3,
    "qwen2vl_merger": _qwen2vl,
    "idefics3": _idefics3,
}


def _describe(writer: gguf.GGUFWriter, kind: str) -> None:
    prefix = f"clip.{kind}."
    writer.add_uint32(prefix + "embedding_length", _WIDTH)
    writer.add_uint32(prefix + "attention.head_count", _N_HEADS)
    writer.add_uint32(prefix + "feed_forward_length", _N_FF)
    writer.add_uint32(prefix + "block_count", _N_LAYERS)
    writer.add_uint32(prefix + "projection_dim", _WIDTH)
    writer.add_float32(prefix + "attention.layer_norm_epsilon", 1e-6)
    if kind == "vision":
        writer.add_uint32(prefix + "image_size", _IMAGE)
        writer.add_uint32(prefix + "patch_size", _PATCH)
        writer.add_array(prefix + "image_mean", [0.5, 0.5, 0.5])
        writer.add_array(prefix + "image_std", [0.5, 0.5, 0.5])


def _embed_patches(writer: gguf.GGUFWriter, weights: _Weights) -> None:
    writer.add_bool("clip.use_gelu", val=True)
    weights.patches("v.patch_embd.weight")
    weights.noise("v.patch_embd.bias", _WIDTH)
    weights.matrix("v.position_embd.weight", (_IMAGE // _PATCH) ** 2, _WIDTH)


def _encoder(weights: _Weights, prefix: str, *, key_bias: bool) -> None:
    for layer in range(_N_LAYERS):
        blk = f"{prefix}.blk.{layer}."
        for norm in ("ln1", "ln2"):
            weights.ones(f"{blk}{norm}.weight", _WIDTH)
            weights.noise(f"{blk}{norm}.bias", _WIDTH)
        for part in ("q", "k", "v", "out"):
            weights.matrix(f"{blk}attn_{part}.weight", _WIDTH, _WIDTH, gain=2.0)
            if part != "k" or key_bias:
                weights.noise(f"{blk}attn_{part}.bias", _WIDTH)
        weights.matrix(f"{blk}ffn_up.weight", _N_FF, _WIDTH)
        weights.noise(f"{blk}ffn_up.bias", _N_FF)
        weights.matrix(f"{blk}ffn_down.weight", _WIDTH, _N_FF)
        weights.noise(f"{blk}ffn_down.bias", _WIDTH)
    weights.ones(f"{prefix}.post_ln.weight", _WIDTH)
    weights.noise(f"{prefix}.post_ln.bias", _WIDTH)
