"""What a model file must not say, because llama.cpp would end the process, hang or fill the memory.

llama.cpp answers much of what is wrong with an error, and that is left to it; what is listed here
it takes for granted, with `GGML_ASSERT` or not at all. Numbers that only make a model talk nonsense
are not looked at. The bounds are llama.cpp's own, or far beyond any model there is.

Source: llama.cpp src/llama-model.cpp (load_hparams), src/llama-vocab.cpp (load, byte_to_token),
src/models/*.cpp (asserts on head sizes), ggml/src/ggml-cpu/ops.cpp (rope) and binary-ops.cpp, as
in llama-cpp-python 0.3.36.
"""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.llama.gguf_reader import GgufReader

_MAX_LAYERS = 512
_MAX_EXPERTS = 1024
_MAX_VOCABULARY = 1 << 24  # without a tokenizer, memory is set aside for as many as are claimed
_MAX_HEADS = 1 << 16
_POSITIVE = (0, sys.float_info.max)
_RANGES: dict[str, tuple[float, float]] = {
    ".attention.group_norm_epsilon": _POSITIVE,
    ".attention.head_count": (0, _MAX_HEADS),
    ".attention.head_count_kv": (0, _MAX_HEADS),
    ".attention.layer_norm_epsilon": _POSITIVE,
    ".attention.layer_norm_rms_epsilon": _POSITIVE,
    ".block_count": (1, _MAX_LAYERS),
    ".expert_count": (0, _MAX_EXPERTS),
    ".expert_used_count": (0, _MAX_EXPERTS),
    ".hyper_connection.epsilon": _POSITIVE,
    ".vocab_size": (0, _MAX_VOCABULARY),
}
_SCALING_TYPES = {None, "none", "linear", "yarn", "longrope"}
_TENSOR_ALIGNMENT = 32  # of a buffer, in memory and so in the file that is mapped
_BYTE_TYPE = 6  # of a token
# Of tensors.  Source: ggml/include/ggml.h, ggml_type
F32 = 0
_NOT_FOR_WEIGHTS = {24: "I8", 25: "I16", 26: "I32", 27: "I64", 28: "F64"}
_PLAIN_PARTS = ("norm", "ssm_conv1d", "shortconv.conv")
_PLAIN_ENDS = (".ssm_a", ".ssm_d")
_TABLES = ("d2t", "tid2eid")  # of tokens: what these name is counted, not multiplied


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Their attention works without positions, so that nothing is rotated.
_NO_ROPE = _names(
    "arwkv7 bloom glm5-next gpt2 gptj jais jamba kimi-k3 kimi-linear mamba mamba2 mpt nemotron_h"
    " nemotron_h_moe refact rwkv6 rwkv6qwen2 rwkv7"
)
# Those whose attention takes it for granted that all of a head is rotated ...
_ROTATES_ALL = _names(
    "apertus arcee arctic baichuan chameleon codeshell cogvlm cohere2moe dbrx deci deepseek dots1"
    " dream ernie4_5 exaone exaone-moe exaone4 falcon granite granite_swa graniteswitch grok"
    " grovemoe hunyuan-moe hunyuan_vl hy_v3 internlm2 jais2 llada llada-moe llama llama4 maincoder"
    " mellum mistral3 olmo olmo2 olmoe orion pangu-embedded plamo qwen2 qwen2moe qwen2vl qwen3"
    " qwen3moe qwen3vl qwen3vlmoe rnd1 seed_oss smallthinker smollm3 starcoder2 talkie"
    " xverse"
)
# ... or that keys are as long as values.
_ONE_LENGTH = _ROTATES_ALL | _names(
    "afmoe bailingmoe2 bitnet bloom chatglm cohere2 command-r glm4 glm4moe gpt2 gptneox"
    " granitehybrid jais laguna maple minimax-01 minimax-m2 minimax-m3 mpt muse-glimmer nanbeige"
    " nemotron nemotron_h openelm phi2 phi3 qwen qwen35 qwen35moe qwen3next qwen4exp refact"
    " spark2_5 stablelm starcoder"
)
_LATENT = frozenset({"deepseek2", "mistral4"})
_STATE_SPACE = _names("falcon-h1 granitehybrid mamba2 nemotron_h nemotron_h_moe")
# Something is divided by these.
_NEVER_ZERO: dict[str, tuple[str, ...]] = {
    "bailingmoe2": (".expert_count",),
    "ernie4_5-moe": (".interleave_moe_layer_step",),
    "glm4moe": (".expert_count",),
    "grovemoe": (".experts_per_group",),
    "plamo2": (".ssm.time_step_rank",),
    "rwkv6": (".wkv.head_size",),
    "rwkv7": (".wkv.head_size",),
}
_EXPERTS_OPTIONAL = frozenset({"hunyuan-dense", "hunyuan_vl"})  # one expert counts as none


def objection(file: GgufReader) -> str:
    """Return what is impossible in the header of a model file, "" when nothing is."""
    for check in _CHECKS:
        found = check(file)
        if found:
            return found
    return ""


def _single(file: GgufReader, key: str, otherwise: float = 0) -> float:
    return next(iter(file.numbers(key)), otherwise)


def _ranges(file: GgufReader) -> str:
    for key, (lowest, highest) in _RANGES.items():
        for value in file.numbers(key):
            if not lowest <= value <= highest:  # true of a NaN as well
                return f"{file.architecture}{key} is {value}"
    return ""


def _divisors(file: GgufReader) -> str:
    for key in _NEVER_ZERO.get(file.architecture, ()):
        if not _single(file, key):
            return f"{file.architecture}{key} is 0"
    inner = _single(file, ".ssm.inner_size")
    if file.architecture in _STATE_SPACE and inner:
        for key in (".ssm.group_count", ".ssm.time_step_rank"):
            if inner % (_single(file, key) or math.inf):
                return f"{inner} are divided by {file.architecture}{key}, {_single(file, key)}"
    return ""


def _placement(file: GgufReader) -> str:
    begin = file.data_offset
    if all((begin + offset) % _TENSOR_ALIGNMENT == 0 for offset, _size in file.tensors()):
        return ""
    return f"its tensors do not lie at multiples of {_TENSOR_ALIGNMENT} bytes"


def _types(file: GgufReader) -> str:
    for name, kind in file.tensor_types():
        if kind in _NOT_FOR_WEIGHTS and not any(table in name for table in _TABLES):
            return f"{name} has numbers of type {_NOT_FOR_WEIGHTS[kind]}"
        if kind != F32 and _is_plain(name):
            return f"{name} is no F32"
    return ""


def _is_plain(name: str) -> bool:
    """Whether the processor computes with a tensor as it is; quantisers leave these alone."""
    if name.endswith(".bias"):
        return "_exps" not in name
    return name.endswith(_PLAIN_ENDS) or any(part in name for part in _PLAIN_PARTS)


def _layers(file: GgufReader) -> str:
    n_extra = _single(file, ".nextn_predict_layers")
    n_layers = _single(file, ".block_count")
    return f"{n_extra} of its {n_layers} layers predict" if n_extra >= max(1, n_layers) else ""


def _experts(file: GgufReader) -> str:
    count = _single(file, ".expert_count")
    used = max(file.numbers(".expert_used_count"), default=0)
    groups = _single(file, ".expert_group_count")
    groups_used = _single(file, ".expert_group_used_count")
    if count <= 1 and file.architecture in _EXPERTS_OPTIONAL:
        count, used = 0, 0
    said = f"{used} of {count} experts, in {groups_used} of {groups} groups"
    if not count:
        return said if used or groups else ""
    if not 0 < used <= count or groups >= count:
        return said
    if groups > 1 and (count % groups or not 0 < groups_used < groups):
        return said
    return ""


def _heads(file: GgufReader) -> str:
    """Check the sizes of attention heads, where there are any in the first layer."""
    heads, shared = file.numbers(".attention.head_count"), file.numbers(".attention.head_count_kv")
    if not heads or not heads[0]:
        return ""
    n_layers = max(len(heads), len(shared))
    pairs = zip(_spread(heads, n_layers), _spread(shared, n_layers), strict=False)
    for n_heads, n_shared in pairs:
        if n_shared and n_heads % n_shared:
            return f"{n_heads} heads cannot share {n_shared}"
    key_length, value_length = _lengths(file)
    n_rotated = _single(file, ".rope.dimension_count", key_length)
    said = f"heads of {key_length} and {value_length}, {n_rotated} of them rotated"
    architecture = file.architecture
    if architecture in _ONE_LENGTH and key_length != value_length:
        return said
    if architecture in _ROTATES_ALL and n_rotated != key_length:
        return said
    if architecture not in _NO_ROPE and not _is_rotatable(n_rotated, key_length):
        return said
    return said if architecture in _LATENT and not _fits_latent(file, key_length, n_rotated) else ""


def _lengths(file: GgufReader) -> tuple[float, float]:
    """Return how many numbers a key and a value of one head have."""
    usual = _single(file, ".embedding_length") // (_single(file, ".attention.head_count") or 1)
    return (
        _single(file, ".attention.key_length", usual),
        _single(file, ".attention.value_length", usual),
    )


def _spread(values: tuple[float, ...], n_layers: int) -> tuple[float, ...]:
    """Return the values of all layers: one alone holds for each."""
    return values * n_layers if len(values) == 1 else values


def _is_rotatable(n_rotated: float, key_length: float) -> bool:
    """Whether pairs can be rotated; of none the processor's kernel would never come to an end."""
    return 0 < n_rotated <= key_length and n_rotated % 2 == 0


def _fits_latent(file: GgufReader, key_length: float, n_rotated: float) -> bool:
    """Whether keys and values that are kept in one row fit there (MLA)."""
    n_latent_key = _single(file, ".attention.key_length_mla")
    if not n_latent_key or not _single(file, ".attention.value_length_mla"):
        return True
    heads = file.numbers(".attention.head_count")
    shared = file.numbers(".attention.head_count_kv") or heads
    return (
        set(shared) == {1}
        and n_latent_key > n_rotated
        and key_length == _single(file, ".attention.kv_lora_rank") + n_rotated
    )


def _rotation(file: GgufReader) -> str:
    scaling = file.text(".rope.scaling.type")
    if scaling not in _SCALING_TYPES:
        return f"its positions are scaled by {str(scaling)[:40]!r}"
    sections = file.numbers(".rope.dimension_sections")
    if not sections:
        return ""
    sections = _spread(sections, 4)
    longest = _lengths(file)[0]
    is_right = min(sections) >= 0 and sum(sections[:3]) > 0 and sum(sections) <= longest
    return "" if is_right else f"heads of {longest} have sections of {sections[:4]}"


def _temperature(file: GgufReader) -> str:
    scale = _single(file, ".attention.temperature_scale")
    length = _single(file, ".attention.temperature_length")
    if file.architecture in _LATENT and scale and not length:
        return f"attention is scaled by {scale} every {length} tokens"
    return ""


def _vocabulary(file: GgufReader) -> str:
    tokens = file.texts("tokenizer.ggml.tokens", _MAX_VOCABULARY + 1)
    if len(tokens) > _MAX_VOCABULARY:
        return f"it has more than {_MAX_VOCABULARY:,} tokens"
    known = set(tokens)
    if b"" in known:  # llama.cpp gives each empty one a name of its own
        tokens = [token or b"[EMPTY_%d]" % number for number, token in enumerate(tokens)]
        known = set(tokens)
    if len(known) != len(tokens):
        return f"{len(tokens) - len(known)} of its {len(tokens)} tokens are there twice"
    tokenizer = file.text("tokenizer.ggml.model") or ""
    spelled = _BYTES.get(tokenizer)
    if tokens and spelled is not None and not all(known & spelled(byte) for byte in _UTF8_BYTES):
        return f"there is not a token for every byte ({tokenizer})"
    if tokenizer == "bert" and _BYTE_TYPE in file.numbers("tokenizer.ggml.token_type"):
        return "a vocabulary of words has tokens for bytes"
    return ""


# What texts consist of: the rest of the bytes is in no UTF-8.
_UTF8_BYTES = [byte for byte in range(0xF5) if byte not in {0xC0, 0xC1}]


def _sentencepiece(byte: int) -> set[bytes]:
    return {b"<0x%02X>" % byte, bytes([byte])}


def _rwkv(byte: int) -> set[bytes]:
    escapes = {9: b"\\t", 10: b"\\n", 13: b"\\r"}
    plain = bytes([byte])
    return {b"\\x%02x" % byte, b"\\" + plain, plain} | {escapes.get(byte, plain)}


# Tokenizers that take a token for granted for each byte of a text, and how they spell it.
_BYTES: dict[str, Callable[[int], set[bytes]]] = {"llama": _sentencepiece, "rwkv": _rwkv}

_CHECKS: tuple[Callable[[GgufReader], str], ...] = (
    _ranges,
    _divisors,
    _placement,
    _types,
    _layers,
    _experts,
    _heads,
    _rotation,
    _temperature,
    _vocabulary,
)
