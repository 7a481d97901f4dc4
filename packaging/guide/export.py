"""Writes the trained guide as a GGUF file: Q8_0 matrices, vocabulary, chat template."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import gguf
import torch
from gguf import GGMLQuantizationType as TensorType
from gguf import TokenType

from guide.tokenizer import CONTROL_TOKENS, END, tokenizer_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

    from guide.model import Guide, Shape

NAME = "Hearth Guide"
CHAT_TEMPLATE = (
    "{% for message in messages %}"
    "{{ '<|' + message['role'] + '|>' + message['content'] | trim + '<|end|>' }}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|assistant|>' }}{% endif %}"
)
_DESCRIPTION = "A tiny model that knows Hearth and nothing else."


def export(model: Guide, tokenizer: Tokenizer, path: Path) -> None:
    """Write `model` to `path`, replacing it."""
    writer = gguf.GGUFWriter(path, "llama")
    _describe(writer, model.shape)
    _add_vocabulary(writer, tokenizer)
    for name, values in _tensors(model):
        kind = TensorType.F32 if values.ndim == 1 else TensorType.Q8_0
        writer.add_tensor(name, gguf.quants.quantize(values, kind), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def load_tokenizer(path: Path) -> Tokenizer:
    """Return the vocabulary of a guide that `export` wrote."""
    fields = gguf.GGUFReader(path).fields
    tokens = fields[gguf.Keys.Tokenizer.LIST].contents()
    return tokenizer_of(tokens, fields[gguf.Keys.Tokenizer.MERGES].contents())


def load_weights(path: Path, model: Guide) -> None:
    """Give `model` the weights of a guide that `export` wrote, as exact as Q8_0 keeps them."""
    stored = {tensor.name: tensor for tensor in gguf.GGUFReader(path).tensors}
    with torch.no_grad():
        for name, weight in _weights(model):
            tensor = stored[name]
            values = gguf.quants.dequantize(tensor.data, tensor.tensor_type)
            weight.copy_(torch.from_numpy(values.reshape(weight.shape).copy()))


def _describe(writer: gguf.GGUFWriter, shape: Shape) -> None:
    writer.add_name(NAME)
    writer.add_description(_DESCRIPTION)
    writer.add_license("MIT")
    writer.add_languages(["en"])
    writer.add_context_length(shape.n_ctx)
    writer.add_embedding_length(shape.n_embd)
    writer.add_block_count(shape.n_layers)
    writer.add_feed_forward_length(shape.n_ff)
    writer.add_head_count(shape.n_heads)
    writer.add_head_count_kv(shape.n_kv_heads)
    writer.add_layer_norm_rms_eps(shape.rms_eps)
    writer.add_rope_dimension_count(shape.head_dim)
    writer.add_rope_freq_base(shape.rope_base)
    writer.add_vocab_size(shape.n_vocab)
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_Q8_0)
    # Facts have one wording; anything but the likeliest token only spoils it.
    writer.add_float32(gguf.Keys.General.SAMPLING_TEMP, 0.0)


def _add_vocabulary(writer: gguf.GGUFWriter, tokenizer: Tokenizer) -> None:
    learnt = json.loads(tokenizer.to_str())["model"]
    by_id = sorted(learnt["vocab"], key=learnt["vocab"].__getitem__)
    n_control = len(CONTROL_TOKENS)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(by_id)
    writer.add_token_types(
        [TokenType.CONTROL] * n_control + [TokenType.NORMAL] * (len(by_id) - n_control)
    )
    writer.add_token_merges([" ".join(merge) for merge in learnt["merges"]])
    writer.add_bos_token_id(END)
    writer.add_eos_token_id(END)
    writer.add_add_bos_token(False)
    writer.add_chat_template(CHAT_TEMPLATE)


def _tensors(model: Guide) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """Yield llama.cpp's names and the values."""
    for name, weight in _weights(model):
        yield name, weight.detach().float().numpy()


def _weights(model: Guide) -> Iterator[tuple[str, torch.Tensor]]:
    """Yield llama.cpp's names and the weights; the output matrix is the embedding."""
    yield "token_embd.weight", model.embedding.weight
    yield "output_norm.weight", model.norm.weight
    for index, block in enumerate(model.layers()):
        parts: dict[str, torch.nn.Linear | torch.nn.RMSNorm] = {
            "attn_norm": block.attention_norm,
            "attn_q": block.attention.q,
            "attn_k": block.attention.k,
            "attn_v": block.attention.v,
            "attn_output": block.attention.output,
            "ffn_norm": block.ffn_norm,
            "ffn_gate": block.ffn.gate,
            "ffn_up": block.ffn.up,
            "ffn_down": block.ffn.down,
        }
        for name, part in parts.items():
            yield f"blk.{index}.{name}.weight", part.weight
