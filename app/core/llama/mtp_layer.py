"""Whether a file has a layer for multi-token prediction that llama.cpp can draft with.

Such a layer stands behind those that say the next token. From what these have made of a token, and
from the token that was said after it, it tells what comes behind both. llama.cpp ends the process
where a context is made of a layer that lacks what it counts on, so all of it is looked for first.

Threads: pure functions.
Source: llama.cpp src/models (the assertions of each `graph_mtp`), llama-cpp-python 0.3.36.
"""

from __future__ import annotations

from app.core.llama.gguf_reader import GgufReader
from app.core.llama.model_files import model_files

_OF_ANY = ("nextn.eh_proj", "nextn.enorm", "nextn.hnorm")
_SHARED_EXPERT = ("ffn_gate_shexp", "ffn_up_shexp", "ffn_down_shexp")
_LATENT = ("attn_q_a", "attn_q_a_norm", "attn_q_b", "attn_kv_a_mqa", "attn_kv_a_norm", "attn_k_b")
_GATED = ("attn_q", "attn_k", "attn_v", "attn_output", "attn_q_norm", "attn_k_norm")
# What the layer has in files of each architecture, beside what it has in all.
_PARTS: dict[str, tuple[str, ...]] = {
    "glm4moe": ("ffn_gate_inp", *_SHARED_EXPERT),
    "deepseek2": ("ffn_gate_inp", "ffn_down_exps", "ffn_norm", *_SHARED_EXPERT, *_LATENT),
    "qwen35": _GATED,
    "qwen35moe": ("ffn_gate_inp", *_GATED, *_SHARED_EXPERT),
}
_FEWEST_LAYERS = 2  # with it
_TEMPERATURE = "attention.temperature_scale"


def width_of_mtp_layer(path: str) -> int:
    """Return how many numbers the hidden states have that such a layer takes.

    0 where a model has none, not all of it, or several of them.

    Raises:
        ModelFileMissing, NotAModelFile, DamagedModelFile: as for loading.
    """
    with GgufReader(path) as header:
        architecture = header.architecture

        def number(key: str) -> float:
            return next(iter(header.numbers(f".{key}")), 0)

        n_layers, n_dense = number("block_count"), number("leading_dense_block_count")
        is_single = number("nextn_predict_layers") == 1
        if architecture not in _PARTS or not is_single or n_layers < _FEWEST_LAYERS:
            return 0
        if n_dense >= n_layers or number(_TEMPERATURE):
            return 0
        if architecture == "deepseek2" and not number("attention.key_length_mla"):
            return 0
        width = int(number("embedding_length"))
    names = set()
    for file in model_files(path):
        with GgufReader(file) as header:
            names |= {name for name, _kind in header.tensor_types()}
    layer = f"blk.{int(n_layers) - 1}."
    wanted = (*_OF_ANY, *_PARTS[architecture])
    return width if all(f"{layer}{part}.weight" in names for part in wanted) else 0
