"""Makes the guide from nothing: vocabulary, training, GGUF file, score.

Usage: python -m guide.build [FILE.gguf] [--tokens N] [--name-tokens N] [--from GUIDE]
       python -m guide.build FILE.gguf --mean GUIDE GUIDE [--share S]

First it learns the facts. Then, more slowly, names are told and asked for twice as often: to copy a
name it never saw takes longest to learn. `--from` takes up a guide that has been through the first,
or one whose facts have changed in a few words; with `--tokens`, one that has new facts to learn.
`--mean` trains nothing: the mean of the weights of two guides, one of which went on from the other,
knows more than either.

The same seed draws the same dialogues. PyTorch's sums may differ from one processor to another, so
another machine gets other weights, of the same score.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

import torch

from guide.corpus import GUIDE, Corpus
from guide.export import export, load_tokenizer, load_weights
from guide.tokenizer import train_tokenizer
from guide.train import Plan, new_guide, train

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from guide.model import Guide

SEED = 20_261_121
N_TOKENS = 24_000_000
N_NAME_TOKENS = 5_000_000


def main() -> int:
    """Build the model; the score is another command, `python -m guide.score`."""
    parser = argparse.ArgumentParser(description="Train Hearth Guide.")
    parser.add_argument("file", nargs="?", type=Path, default=GUIDE)
    parser.add_argument("--tokens", type=int, help="how many to read first")
    parser.add_argument("--name-tokens", type=int, default=N_NAME_TOKENS, help="how many then")
    parser.add_argument("--from", dest="before", type=Path, help="go on from this guide")
    parser.add_argument("--mean", type=Path, nargs=2, help="take the mean of two guides")
    parser.add_argument("--share", type=float, default=0.5, help="of the second in the mean")
    options = parser.parse_args()
    if options.mean is not None:
        one, other = options.mean
        export(*mean_of(one, other, options.share), options.file)
        return 0
    begin = time.monotonic()
    corpus = Corpus()
    if options.before is not None:
        # Half the rate: it is to learn new facts and not to forget the old ones.
        plan = Plan(options.tokens or 0, SEED + 2, matrix_rate=0.01, other_rate=0.002)
        tokenizer = load_tokenizer(options.before)
        model = new_guide(tokenizer, plan)
        load_weights(options.before, model)
    else:
        plan = Plan(N_TOKENS if options.tokens is None else options.tokens, SEED)
        tokenizer = train_tokenizer(corpus, SEED)
        model = new_guide(tokenizer, plan)
    train(model, corpus, tokenizer, plan)
    corpus.name_weight = 2.0
    names = Plan(options.name_tokens, SEED + 1, matrix_rate=0.006, other_rate=0.0012)
    train(model, corpus, tokenizer, names)
    export(model, tokenizer, options.file)
    n_params = sum(weight.numel() for weight in model.parameters())
    minutes = (time.monotonic() - begin) / 60
    print(
        f"{options.file}: {n_params:,} parameters, {options.file.stat().st_size:,} bytes, "
        f"{minutes:.0f} minutes on {torch.get_num_threads()} threads"
    )
    return 0


def mean_of(one: Path, other: Path, share: float) -> tuple[Guide, Tokenizer]:
    """Return a guide whose weights lie between those of two, and their vocabulary.

    Args:
        share: of the other one.
    """
    tokenizer = load_tokenizer(one)
    guides = [new_guide(tokenizer, Plan(n_tokens=1, seed=SEED)) for _ in range(2)]
    for guide, file in zip(guides, (one, other), strict=True):
        load_weights(file, guide)
    first, second = (guide.state_dict() for guide in guides)
    mixed = {name: torch.lerp(first[name], second[name], share) for name in first}
    guides[0].load_state_dict(mixed)
    return guides[0], tokenizer


if __name__ == "__main__":
    raise SystemExit(main())
