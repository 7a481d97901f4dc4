"""The guide's vocabulary: byte-level BPE, split like GPT-2, which llama.cpp calls `gpt-2`."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guide.corpus import Corpus

N_VOCAB = 2048
CONTROL_TOKENS = ("<|end|>", "<|user|>", "<|assistant|>", "<|system|>")
END, USER, ASSISTANT, SYSTEM = range(len(CONTROL_TOKENS))
_N_DIALOGUES = 4_000
_TURNS = 12


def train_tokenizer(corpus: Corpus, seed: int) -> Tokenizer:
    """Return a tokenizer learnt from dialogues; the control tokens have the first ids."""
    tokenizer = _byte_level(models.BPE())
    trainer = trainers.BpeTrainer(
        vocab_size=N_VOCAB,
        special_tokens=list(CONTROL_TOKENS),
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(_texts(corpus, Random(seed)), trainer)
    return tokenizer


def tokenizer_of(tokens: list[str], merges: list[str]) -> Tokenizer:
    """Return the tokenizer that a guide was written with.

    Args:
        tokens: by id, the control tokens first.
        merges: "left right", the first learnt first.
    """
    vocabulary = {token: number for number, token in enumerate(tokens)}
    pairs = [(left, right) for left, _, right in (merge.partition(" ") for merge in merges)]
    tokenizer = _byte_level(models.BPE(vocabulary, pairs))
    tokenizer.add_special_tokens(list(CONTROL_TOKENS))
    return tokenizer


def _byte_level(model: models.BPE) -> Tokenizer:
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def _texts(corpus: Corpus, random: Random) -> Iterator[str]:
    for _ in range(_N_DIALOGUES):
        for _, turn in zip(range(_TURNS), corpus.dialogue(random), strict=False):
            yield turn.question
            yield turn.answer
