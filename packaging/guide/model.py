"""The guide's network in PyTorch: a llama, exactly as llama.cpp computes that architecture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import nn
from torch.nn import functional

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of the network; widths are multiples of 32 so that Q8_0 fits."""

    n_vocab: int
    n_layers: int = 5
    n_embd: int = 256
    n_heads: int = 8
    n_kv_heads: int = 4
    n_ff: int = 640
    n_ctx: int = 2048
    rope_base: float = 10_000.0
    rms_eps: float = 1e-5

    @property
    def head_dim(self) -> int:
        """Width of one attention head."""
        return self.n_embd // self.n_heads


class Attention(nn.Module):
    """Causal grouped-query attention with rotary positions."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        width_kv = shape.head_dim * shape.n_kv_heads
        self.q = nn.Linear(shape.n_embd, shape.n_embd, bias=False)
        self.k = nn.Linear(shape.n_embd, width_kv, bias=False)
        self.v = nn.Linear(shape.n_embd, width_kv, bias=False)
        self.output = nn.Linear(shape.n_embd, shape.n_embd, bias=False)

    def forward(self, x: Tensor, rotation: Tensor) -> Tensor:
        """Return [batch, tokens, n_embd]; `rotation` is of shape [2, tokens, head_dim / 2]."""
        batch, n_tokens, width = x.shape
        q, k, v = (
            project(x).view(batch, n_tokens, -1, self.shape.head_dim).transpose(1, 2)
            for project in (self.q, self.k, self.v)
        )
        mixed = functional.scaled_dot_product_attention(
            rotate(q, rotation), rotate(k, rotation), v, is_causal=True, enable_gqa=True
        )
        mixed = mixed.transpose(1, 2).reshape(batch, n_tokens, width)
        result: Tensor = self.output(mixed)
        return result


class FeedForward(nn.Module):
    """SwiGLU."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.gate = nn.Linear(shape.n_embd, shape.n_ff, bias=False)
        self.up = nn.Linear(shape.n_embd, shape.n_ff, bias=False)
        self.down = nn.Linear(shape.n_ff, shape.n_embd, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """Return [batch, tokens, n_embd]."""
        result: Tensor = self.down(functional.silu(self.gate(x)) * self.up(x))
        return result


class Block(nn.Module):
    """One layer."""

    def __init__(self, shape: Shape, dropout: float) -> None:
        super().__init__()
        self.attention_norm = nn.RMSNorm(shape.n_embd, shape.rms_eps)
        self.attention = Attention(shape)
        self.ffn_norm = nn.RMSNorm(shape.n_embd, shape.rms_eps)
        self.ffn = FeedForward(shape)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, rotation: Tensor) -> Tensor:
        """Return [batch, tokens, n_embd]."""
        x = x + self.dropout(self.attention(self.attention_norm(x), rotation))
        result: Tensor = x + self.dropout(self.ffn(self.ffn_norm(x)))
        return result


class Guide(nn.Module):
    """Token ids [batch, tokens] to logits [batch, tokens, n_vocab]; input and output are tied."""

    rotation: Tensor  # a buffer

    def __init__(self, shape: Shape, dropout: float = 0.0) -> None:
        super().__init__()
        self.shape = shape
        self.embedding = nn.Embedding(shape.n_vocab, shape.n_embd)
        self.blocks = nn.ModuleList(Block(shape, dropout) for _ in range(shape.n_layers))
        self.norm = nn.RMSNorm(shape.n_embd, shape.rms_eps)
        self.register_buffer("rotation", rotation_table(shape), persistent=False)
        for name, weight in self.named_parameters():
            if weight.ndim == 2:
                is_last = name.endswith(("output.weight", "down.weight"))
                spread = 0.02 / (2 * shape.n_layers) ** 0.5 if is_last else 0.02
                nn.init.normal_(weight, std=spread)

    def layers(self) -> list[Block]:
        """Return the blocks, from the input to the output."""
        return [block for block in self.blocks if isinstance(block, Block)]

    def forward(self, ids: Tensor) -> Tensor:
        """Return the logits."""
        x = self.embedding(ids)
        rotation = self.rotation[:, : ids.shape[1]]
        for block in self.blocks:
            x = block(x, rotation)
        return functional.linear(self.norm(x), self.embedding.weight)


def rotation_table(shape: Shape) -> Tensor:
    """Return cosines and sines, [2, n_ctx, head_dim / 2]."""
    pairs = torch.arange(0, shape.head_dim, 2, dtype=torch.float64) / shape.head_dim
    angles = torch.outer(torch.arange(shape.n_ctx, dtype=torch.float64), shape.rope_base**-pairs)
    return torch.stack((angles.cos(), angles.sin())).float()


def rotate(x: Tensor, rotation: Tensor) -> Tensor:
    """Turn neighbouring pairs of [batch, heads, tokens, head_dim], as ggml's NORM rope does."""
    even, odd = x[..., 0::2], x[..., 1::2]
    cos, sin = rotation.to(x.dtype)
    return torch.stack((even * cos - odd * sin, even * sin + odd * cos), dim=-1).flatten(-2)
