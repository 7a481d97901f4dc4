"""What a projector's file says of itself, and what it must not say.

libmtmd asks for each value with one type and ends the process where it has another; it divides by
some numbers; it loads some files whose end is missing, and computes nonsense. All that is refused
here. What only shows while something is encoded (a tensor that is missing, or of another shape)
cannot be told from the header: `multimodal.encode_something` tries it, in a child process.

Source: llama.cpp tools/mtmd/clip-impl.h (the keys) and clip.cpp (load_hparams, get_u32 and its
like), llama-cpp-python 0.3.36.
"""

from __future__ import annotations

from pathlib import Path

from app.core.errors import KnownError
from app.core.llama.errors import ModelFileMissing, ProjectorUnusable
from app.core.llama.gguf_reader import GgufReader
from app.core.phrases import phrase
from app.core.plain_value import PlainValue

_U32, _I32, _F32, _BOOL, _STRING, _ARRAY = 4, 5, 6, 7, 8, 9
_KINDS = ("vision", "audio")
_OF_BOTH = (
    "embedding_length",
    "feed_forward_length",
    "block_count",
    "projection_dim",
    "attention.head_count",
    "attention.head_count_kv",
    "attention.head_dim",
)
_OF_VISION = (
    "image_size",
    "image_min_pixels",
    "image_max_pixels",
    "preproc_min_tiles",
    "preproc_max_tiles",
    "preproc_image_size",
    "patch_size",
    "projector.scale_factor",
    "projector.query_side",
    "projector.window_side",
    "spatial_merge_size",
    "n_wa_pattern",
    "window_size",
    "sam.head_count",
    "sam.block_count",
    "sam.embedding_length",
    "expert_used_count",
)
_OF_AUDIO = (
    "num_mel_bins",
    "projector.stack_factor",
    "chunk_size",
    "conv_kernel_size",
    "max_pos_emb",
    "projector.window_size",
    "projector.downsample_rate",
    "projector.head_count",
    "rvq.num_quantizers",
    "window_size",
    "local_block_count",
    "local_group_size",
    "subsampling_factor",
)
_NUMBERS = (
    *(f"clip.{kind}.{name}" for kind in _KINDS for name in _OF_BOTH),
    *(f"clip.vision.{name}" for name in _OF_VISION),
    *(f"clip.audio.{name}" for name in _OF_AUDIO),
    "clip.minicpmv_query_num",
)
_FLOAT_KEYS = (
    "clip.vision.attention.layer_norm_epsilon",
    "clip.audio.attention.layer_norm_epsilon",
    "clip.vision.swiglu_clamp",
)
_BOOL_KEYS = (
    "clip.has_vision_encoder",
    "clip.has_audio_encoder",
    "clip.has_gen_audio_encoder",
    "clip.use_gelu",
    "clip.use_silu",
)
_TEXT_KEYS = (
    "clip.projector_type",
    "clip.vision.projector_type",
    "clip.audio.projector_type",
    "clip.gen.audio.projector_type",
    "clip.gen.audio.model_variant",
    "clip.vision.mm_patch_merge_type",
    "general.name",
    "general.description",
)
_TYPES: dict[str, int] = {
    **dict.fromkeys(_NUMBERS, _U32),
    **dict.fromkeys(_FLOAT_KEYS, _F32),
    **dict.fromkeys(_BOOL_KEYS, _BOOL),
    **dict.fromkeys(_TEXT_KEYS, _STRING),
    "clip.minicpmv_version": _I32,
}
# Something is divided by these where they are there.
_DIVISORS = (
    "clip.vision.patch_size",
    "clip.vision.image_size",
    "clip.vision.projector.scale_factor",
    "clip.audio.num_mel_bins",
    "clip.audio.projector.stack_factor",
)
_MAX_LAYERS = 512
_WITHOUT_HEADS = frozenset({"gemma3nv", "yasa2"})  # networks of convolutions


class ProjectorFacts(PlainValue, frozen=True):
    """What a projector's file says it is.

    Attributes:
        sees: whether it has a part for pictures.
        hears: whether it has one for sounds.
        n_bytes: of its tensors.
    """

    sees: bool
    hears: bool
    n_bytes: int


def read_projector(path: str) -> ProjectorFacts:
    """Read what a file says, and check all that can be told of it without loading it.

    Raises:
        ProjectorUnusable: it is no projector, incomplete, or not to be survived.
    """
    try:
        with GgufReader(path) as header:
            objection = _objection(path, header)
            if objection:
                raise ProjectorUnusable(path, detail=objection)
            return ProjectorFacts(
                bool(_first(header, "clip.has_vision_encoder")),
                bool(_first(header, "clip.has_audio_encoder")),
                sum(size for _offset, size in header.tensors()),
            )
    except ModelFileMissing as error:
        missing = phrase("There is no readable projector at {path}.", path=path)
        raise ProjectorUnusable(path, missing, error.detail) from error
    except ProjectorUnusable:
        raise
    except KnownError as error:
        raise ProjectorUnusable(path, detail=error.detail) from error


def _objection(path: str, header: GgufReader) -> str:
    """Return what is impossible in a header, "" when nothing is."""
    if header.architecture != "clip":
        return f"it is of the architecture {header.architecture!r}, not a projector"
    n_bytes = Path(path).stat().st_size
    wanted = header.data_offset + max((sum(part) for part in header.tensors()), default=0)
    if n_bytes < wanted:
        return f"{n_bytes} bytes, but its tensors end at {wanted}"
    for key, kind in _TYPES.items():
        found = header.value_type(key)
        if found and found != (kind,):
            return f"{key} is of type {found}, not {kind}"
    for key in ("clip.vision.image_mean", "clip.vision.image_std"):
        if header.value_type(key) not in ((), (_ARRAY, _F32)):
            return f"{key} is no array of numbers"
    return _impossible_number(header)


def _impossible_number(header: GgufReader) -> str:
    for key in _DIVISORS:
        if _first(header, key, 1) == 0:
            return f"{key} is 0"
    for kind in _KINDS:
        if not _first(header, f"clip.has_{kind}_encoder"):
            continue
        type_of = header.text("clip.projector_type") or header.text(f"clip.{kind}.projector_type")
        n_heads = _first(header, f"clip.{kind}.attention.head_count")
        width = _first(header, f"clip.{kind}.embedding_length")
        if type_of not in _WITHOUT_HEADS and not 0 < n_heads <= width:
            return f"{n_heads} heads share {width} numbers"
        if _first(header, f"clip.{kind}.block_count") > _MAX_LAYERS:
            return f"clip.{kind}.block_count is above {_MAX_LAYERS}"
    return ""


def _first(header: GgufReader, key: str, otherwise: float = 0) -> float:
    return next(iter(header.numbers(key)), otherwise)
