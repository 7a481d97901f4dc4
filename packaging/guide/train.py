"""Trains the guide on dialogues that are drawn as it learns, none of them twice."""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import torch
from torch.nn import functional

from guide.model import Guide, Shape
from guide.tokenizer import ASSISTANT, END, USER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tokenizers import Tokenizer
    from torch import Tensor

    from guide.corpus import Corpus

# Rows of one batch are equally long. Short rows hold a first question, which is what most people
# ask; long ones teach to find the name again and to stay steady far into a chat.
_LENGTHS = (128, 384, 1024, 2048)
_SHARES = (0.44, 0.38, 0.12, 0.06)
_TOKENS_PER_STEP = 6144
_QUESTION_WEIGHT = 0.1
_WARM_UP = 0.04
_COOL_DOWN = 0.5
_REPORT_S = 30.0


@dataclass(frozen=True, slots=True)
class Plan:
    """How long and how fast to learn.

    Attributes:
        n_tokens: tokens to read, questions and answers.
        matrix_rate: learning rate of Muon, for the matrices inside the layers.
        other_rate: learning rate of AdamW, for embedding and norms.
    """

    n_tokens: int
    seed: int
    matrix_rate: float = 0.02
    other_rate: float = 0.004
    dropout: float = 0.0


def new_guide(tokenizer: Tokenizer, plan: Plan) -> Guide:
    """Return a network that knows nothing."""
    torch.manual_seed(plan.seed)
    return Guide(Shape(n_vocab=tokenizer.get_vocab_size()), plan.dropout)


def train(model: Guide, corpus: Corpus, tokenizer: Tokenizer, plan: Plan) -> None:
    """Teach a network; prints its progress."""
    random = Random(plan.seed)
    model.train()
    compiled = torch.compile(model, dynamic=False)  # a third faster; once for each length
    optimizers = _optimizers(model, plan)
    # Without the processor's own instructions products in bfloat16 take fifty times as long.
    is_quick = bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())  # noqa: SLF001 - no other way to ask
    begin = reported = time.monotonic()
    n_read = n_since = 0
    loss_since = 0.0
    while n_read < plan.n_tokens:
        for optimizer in optimizers:
            for group in optimizer.param_groups:
                group["lr"] = group["initial_lr"] * _rate(n_read / plan.n_tokens)
        ids, weights = draw_batch(corpus, tokenizer, random)
        with torch.autocast("cpu", torch.bfloat16, enabled=is_quick):
            logits = compiled(ids[:, :-1])
        losses = functional.cross_entropy(
            logits.float().flatten(0, 1), ids[:, 1:].flatten(), reduction="none"
        )
        wanted = weights[:, 1:].flatten()
        loss = (losses * wanted).sum() / wanted.sum()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for optimizer in optimizers:
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        n_read += ids.numel()
        n_since += 1
        loss_since += loss.item()
        now = time.monotonic()
        if now - reported > _REPORT_S:
            rate = n_read / (now - begin)
            print(
                f"{n_read / plan.n_tokens:5.1%}  loss {loss_since / n_since:.4f}  "
                f"{rate:,.0f} tokens/s  {(plan.n_tokens - n_read) / rate / 60:.0f} min left",
                flush=True,
            )
            reported, n_since, loss_since = now, 0, 0.0
    model.eval()


def draw_batch(corpus: Corpus, tokenizer: Tokenizer, random: Random) -> tuple[Tensor, Tensor]:
    """Return token ids and the weight of each token's loss, both [rows, length]."""
    length = random.choices(_LENGTHS, _SHARES)[0]
    rows = [_row(corpus, tokenizer, random, length) for _ in range(_TOKENS_PER_STEP // length)]
    ids = torch.tensor([row[0] for row in rows])
    return ids, torch.tensor([row[1] for row in rows])


def _row(
    corpus: Corpus, tokenizer: Tokenizer, random: Random, length: int
) -> tuple[list[int], list[float]]:
    ids: list[int] = []
    weights: list[float] = []
    for piece, weight in _pieces(corpus, tokenizer, random):
        ids += piece
        weights += [weight] * len(piece)
        if len(ids) >= length:
            break
    return ids[:length], weights[:length]


def _pieces(
    corpus: Corpus, tokenizer: Tokenizer, random: Random
) -> Iterator[tuple[list[int], float]]:
    """Yield the tokens of a dialogue with the weight of their loss."""
    for turn in corpus.dialogue(random):
        yield [USER], 0.0
        yield tokenizer.encode(turn.question).ids, _QUESTION_WEIGHT
        yield [END, ASSISTANT], 0.0
        yield [*tokenizer.encode(turn.answer).ids, END], 1.0


def _optimizers(model: Guide, plan: Plan) -> list[torch.optim.Optimizer]:
    matrices = [weight for weight in model.blocks.parameters() if weight.ndim == 2]
    inside = {id(weight) for weight in matrices}
    others = [weight for weight in model.parameters() if id(weight) not in inside]
    optimizers = [
        torch.optim.Muon(matrices, lr=plan.matrix_rate, weight_decay=0.02, momentum=0.95),
        torch.optim.AdamW(others, lr=plan.other_rate, betas=(0.9, 0.98), weight_decay=0.0),
    ]
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            group["initial_lr"] = group["lr"]
    return optimizers


def _rate(progress: float) -> float:
    """Return the share of the full learning rate: up, level, down."""
    if progress < _WARM_UP:
        return progress / _WARM_UP + 0.01
    return min(1.0, (1.0 - progress) / _COOL_DOWN + 0.01)
