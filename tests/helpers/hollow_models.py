"""Models of real proportions whose weights are a hole in the file: a header, and zeros.

What llama.cpp takes for a model depends on its header alone, so that these are as good as real ones
wherever memory is counted, and take no room on the disk. Nothing sensible can be decoded with them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import gguf
import numpy as np
from gguf import GGMLQuantizationType as TensorType

from tests.helpers.gguf_factory import (
    BOS,
    CHATML,
    CONTROL_TOKENS,
    IM_END,
    Shape,
    add_vocabulary,
    byte_tokens,
    describe,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Sizes = dict[str, tuple[int, ...]]


@dataclass(frozen=True)
class HollowModel:
    """One shape of memory in the size of a real model.

    Attributes:
        name: after the model that it is shaped like.
        metadata: what its architecture says of itself beside what `shape` says.
        tensors: the tensors of its layers, and the output unless it is tied.
    """

    name: str
    arch: str
    shape: Shape
    metadata: dict[str, Any]
    tensors: Callable[[Shape], Sizes]
    n_kv_heads: list[int] | None = None
    n_rope: int | None = None

    def __str__(self) -> str:
        return self.name

    def write(self, path: Path) -> Path:
        """Write it; the file has its full length and takes the room of its header."""
        writer = gguf.GGUFWriter(path, self.arch)
        describe(writer, self.shape, self.name, self.n_kv_heads, self.n_rope)
        for key, value in self.metadata.items():
            _add(writer, f"{self.arch}.{key}", value)
        tokens = [*byte_tokens(), *CONTROL_TOKENS]
        n_vocab = self.shape.n_vocab
        add_vocabulary(writer, tokens, n_vocab, merges=["<none> <none>"], bos=BOS, end=IM_END)
        writer.add_chat_template(CHATML)
        n_bytes = 0
        for name, size in self._all_tensors().items():
            kind = TensorType.Q4_0 if len(size) > 1 and size[-1] % 32 == 0 else TensorType.F32
            block, block_bytes = gguf.GGML_QUANT_SIZES[kind]
            n_tensor = int(np.prod(size)) // block * block_bytes
            stored = (*size[:-1], size[-1] // block * block_bytes)
            shape = stored if kind is TensorType.Q4_0 else size
            dtype = np.dtype(np.uint8 if kind is TensorType.Q4_0 else np.float32)
            writer.add_tensor_info(name, shape, dtype, n_tensor, raw_dtype=kind)
            n_bytes += gguf.GGUFWriter.ggml_pad(n_tensor, writer.data_alignment)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_ti_data_to_file()
        writer.close()
        with path.open("r+b") as file:
            end = file.seek(0, 2)
            file.truncate(gguf.GGUFWriter.ggml_pad(end, writer.data_alignment) + n_bytes)
        return path

    def _all_tensors(self) -> Sizes:
        shape = self.shape
        norm = "token_embd_norm.weight" if self.arch == "lfm2" else "output_norm.weight"
        head: Sizes = {"token_embd.weight": (shape.n_vocab, shape.n_embd), norm: (shape.n_embd,)}
        layers = self.tensors(shape)
        # Where converters write it: what is mapped of a file for RAM then ends before it.
        output = {"output.weight": layers.pop("output.weight")} if "output.weight" in layers else {}
        return head | layers | output


def _add(writer: gguf.GGUFWriter, key: str, value: Any) -> None:
    if isinstance(value, list):
        writer.add_array(key, value)
    elif isinstance(value, float):
        writer.add_float32(key, value)
    else:
        writer.add_uint32(key, value)


def _norms(shape: Shape, layer: int, *names: str) -> Sizes:
    return {f"blk.{layer}.{name}.weight": (shape.n_embd,) for name in names}


def _in_layer(layer: int, sizes: Sizes) -> Sizes:
    return {f"blk.{layer}.{name}": size for name, size in sizes.items()}


def _ffn(shape: Shape) -> Sizes:
    wide, narrow = (shape.n_ff, shape.n_embd), (shape.n_embd, shape.n_ff)
    return {"ffn_gate.weight": wide, "ffn_up.weight": wide, "ffn_down.weight": narrow}


def _experts(shape: Shape, n_experts: int, n_ff: int) -> Sizes:
    return {
        "ffn_gate_inp.weight": (n_experts, shape.n_embd),
        "ffn_gate_exps.weight": (n_experts, n_ff, shape.n_embd),
        "ffn_up_exps.weight": (n_experts, n_ff, shape.n_embd),
        "ffn_down_exps.weight": (n_experts, shape.n_embd, n_ff),
    }


def _attention(shape: Shape, head: int) -> Sizes:
    keys = (shape.n_kv_heads * head, shape.n_embd)
    return {
        "attn_q.weight": (shape.n_heads * head, shape.n_embd),
        "attn_k.weight": keys,
        "attn_v.weight": keys,
        "attn_output.weight": (shape.n_embd, shape.n_heads * head),
    }


def _llama(shape: Shape) -> Sizes:
    sizes: Sizes = {"output.weight": (shape.n_vocab, shape.n_embd)}
    for layer in range(shape.n_layers):
        sizes |= _norms(shape, layer, "attn_norm", "ffn_norm")
        sizes |= shape.matrices(layer)
    return sizes


def _qwen2(shape: Shape) -> Sizes:
    sizes: Sizes = {}
    for layer in range(shape.n_layers):
        sizes |= _norms(shape, layer, "attn_norm", "ffn_norm") | shape.matrices(layer)
        widths = {"q": shape.n_embd, "k": shape.n_embd_kv, "v": shape.n_embd_kv}
        sizes |= {f"blk.{layer}.attn_{part}.bias": (width,) for part, width in widths.items()}
    return sizes


def _gemma3(shape: Shape) -> Sizes:
    sizes: Sizes = {}
    norms = ("attn_norm", "ffn_norm", "post_attention_norm", "post_ffw_norm")
    for layer in range(shape.n_layers):
        sizes |= _norms(shape, layer, *norms)
        heads: Sizes = {"attn_q_norm.weight": (256,), "attn_k_norm.weight": (256,)}
        sizes |= _in_layer(layer, _attention(shape, 256) | _ffn(shape) | heads)
    return sizes


def _qwen3moe(shape: Shape) -> Sizes:
    sizes: Sizes = {"output.weight": (shape.n_vocab, shape.n_embd)}
    for layer in range(shape.n_layers):
        sizes |= _norms(shape, layer, "attn_norm", "ffn_norm")
        heads: Sizes = {"attn_q_norm.weight": (128,), "attn_k_norm.weight": (128,)}
        sizes |= _in_layer(layer, _attention(shape, 128) | heads | _experts(shape, 32, 768))
    return sizes


def _lfm2(shape: Shape) -> Sizes:
    sizes: Sizes = {}
    size = shape.n_embd
    for layer, heads in enumerate(_LFM2_HEADS):
        sizes |= _norms(shape, layer, "attn_norm", "ffn_norm") | _in_layer(layer, _ffn(shape))
        if heads:
            norms: Sizes = {"attn_q_norm.weight": (64,), "attn_k_norm.weight": (64,)}
            sizes |= _in_layer(layer, _attention(shape, 64) | norms)
        else:
            parts = {"conv": (size, 3), "in_proj": (3 * size, size), "out_proj": (size, size)}
            sizes |= {f"blk.{layer}.shortconv.{name}.weight": part for name, part in parts.items()}
    return sizes


def _qwen3next(shape: Shape) -> Sizes:
    n_keys, n_values = 16 * 128, 32 * 128
    sizes: Sizes = {"output.weight": (shape.n_vocab, shape.n_embd)}
    for layer in range(shape.n_layers):
        sizes |= _norms(shape, layer, "attn_norm", "post_attention_norm")
        own = _experts(shape, 32, 512) | {
            "ffn_gate_inp_shexp.weight": (shape.n_embd,),
            "ffn_gate_shexp.weight": (512, shape.n_embd),
            "ffn_up_shexp.weight": (512, shape.n_embd),
            "ffn_down_shexp.weight": (shape.n_embd, 512),
        }
        if layer % 4 == 3:
            own |= _attention(shape, 256) | {"attn_q.weight": (2 * 256 * 16, shape.n_embd)}
            own |= {"attn_q_norm.weight": (256,), "attn_k_norm.weight": (256,)}
        else:
            own |= {
                "attn_qkv.weight": (2 * n_keys + n_values, shape.n_embd),
                "attn_gate.weight": (n_values, shape.n_embd),
                "ssm_conv1d.weight": (2 * n_keys + n_values, 4),
                "ssm_dt.bias": (32,),
                "ssm_a": (32,),
                "ssm_ba.weight": (64, shape.n_embd),
                "ssm_norm.weight": (128,),
                "ssm_out.weight": (shape.n_embd, n_values),
            }
        sizes |= _in_layer(layer, own)
    return sizes


def _deepseek2(shape: Shape) -> Sizes:
    heads, query, latent, rope, nope, value = shape.n_heads, 1536, 512, 64, 128, 128
    sizes: Sizes = {"output.weight": (shape.n_vocab, shape.n_embd)}
    for layer in range(shape.n_layers):
        sizes |= _norms(shape, layer, "attn_norm", "ffn_norm")
        own: Sizes = {
            "attn_kv_a_norm.weight": (latent,),
            "attn_q_a_norm.weight": (query,),
            "attn_q_a.weight": (query, shape.n_embd),
            "attn_q_b.weight": (heads * (nope + rope), query),
            "attn_kv_a_mqa.weight": (latent + rope, shape.n_embd),
            "attn_k_b.weight": (heads, latent, nope),
            "attn_v_b.weight": (heads, value, latent),
            "attn_output.weight": (shape.n_embd, heads * value),
        }
        sizes |= _in_layer(layer, own | _ffn(shape))
    return sizes


def _mamba(shape: Shape) -> Sizes:
    inner, state, rank = 2 * shape.n_embd, 16, 48
    sizes: Sizes = {}
    for layer in range(shape.n_layers):
        sizes |= _norms(shape, layer, "attn_norm")
        own: Sizes = {
            "ssm_in.weight": (2 * inner, shape.n_embd),
            "ssm_conv1d.weight": (inner, 4),
            "ssm_x.weight": (rank + 2 * state, inner),
            "ssm_dt.weight": (inner, rank),
            "ssm_out.weight": (shape.n_embd, inner),
            "ssm_conv1d.bias": (inner,),
            "ssm_dt.bias": (inner,),
            "ssm_a": (inner, state),
            "ssm_d": (inner,),
        }
        sizes |= _in_layer(layer, own)
    return sizes


_LFM2_HEADS = [0, 0, 8, 0, 0, 8, 0, 0, 8, 0, 8, 0, 8, 0, 8, 0]

HOLLOW_MODELS = (
    HollowModel(
        "TinyLlama 1.1B (dense, own output)",
        "llama",
        Shape(22, 2048, 32, 4, 5632, 8192, 32_000),
        {},
        _llama,
    ),
    HollowModel(
        "Qwen2.5 0.5B (dense, large vocabulary, tied output)",
        "qwen2",
        Shape(24, 896, 14, 2, 4864, 32_768, 151_936),
        {},
        _qwen2,
    ),
    HollowModel(
        "Gemma 3 1B (sliding windows, tied output)",
        "gemma3",
        Shape(26, 1152, 4, 1, 6912, 32_768, 262_144),
        {"attention.sliding_window": 512, "attention.key_length": 256}
        | {"attention.value_length": 256},
        _gemma3,
        n_rope=256,
    ),
    HollowModel(
        "Qwen3 MoE, a quarter (mixture of experts)",
        "qwen3moe",
        Shape(12, 2048, 32, 4, 6144, 32_768, 151_936),
        {"expert_count": 32, "expert_used_count": 8, "expert_feed_forward_length": 768}
        | {"attention.key_length": 128, "attention.value_length": 128},
        _qwen3moe,
        n_rope=128,
    ),
    HollowModel(
        "LFM2 350M (short convolutions and attention)",
        "lfm2",
        Shape(16, 1024, 16, 8, 4608, 32_768, 65_536),
        {"shortconv.l_cache": 3},
        _lfm2,
        n_kv_heads=_LFM2_HEADS,
    ),
    HollowModel(
        "Qwen3 Next, a quarter (linear attention and attention)",
        "qwen3next",
        Shape(12, 2048, 16, 2, 5120, 32_768, 151_936),
        {"expert_count": 32, "expert_used_count": 10, "expert_feed_forward_length": 512}
        | {"expert_shared_feed_forward_length": 512, "full_attention_interval": 4}
        | {"attention.key_length": 256, "attention.value_length": 256}
        | {"ssm.conv_kernel": 4, "ssm.inner_size": 4096, "ssm.state_size": 128}
        | {"ssm.time_step_rank": 32, "ssm.group_count": 16},
        _qwen3next,
        n_rope=64,
    ),
    HollowModel(
        "DeepSeek V2, an eighth (latent attention)",
        "deepseek2",
        Shape(9, 2048, 16, 1, 10_944, 32_768, 102_400),
        {"leading_dense_block_count": 9, "attention.kv_lora_rank": 512}
        | {"attention.q_lora_rank": 1536}
        | {"attention.key_length": 576, "attention.value_length": 512}
        | {"attention.key_length_mla": 192, "attention.value_length_mla": 128}
        | {"expert_feed_forward_length": 1408, "expert_shared_count": 2},
        _deepseek2,
        n_rope=64,
    ),
    HollowModel(
        "Mamba 130M (recurrent, tied output)",
        "mamba",
        Shape(24, 768, 1, 1, 0, 32_768, 50_280),
        {"ssm.conv_kernel": 4, "ssm.inner_size": 1536, "ssm.state_size": 16}
        | {"ssm.time_step_rank": 48},
        _mamba,
    ),
)
