"""Makes the guide from nothing: vocabulary, training, GGUF file, score.

Usage: python -m guide.build [FILE.gguf] [--tokens N] [--name-tokens N] [--from GUIDE]

First it learns the facts. Then, more slowly, names are told and asked for twice as often: to copy a
name it never saw takes longest to learn. `--from` takes up a guide that has been through the first,
or one whose facts have changed in a few words.

The same seed draws the same dialogues. PyTorch's sums may differ from one processor to another, so
another machine gets other weights, of the same score.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import torch

from guide.corpus import GUIDE, Corpus
from guide.export import export, load_tokenizer, load_weights
from guide.tokenizer import train_tokenizer
from guide.train import Plan, new_guide, train

SEED = 20_261_121
N_TOKENS = 24_000_000
N_NAME_TOKENS = 5_000_000


def main() -> int:
    """Build the model; the score is another command, `python -m guide.score`."""
    parser = argparse.ArgumentParser(description="Train Hearth Guide.")
    parser.add_argument("file", nargs="?", type=Path, default=GUIDE)
    parser.add_argument("--tokens", type=int, default=N_TOKENS, help="how many to read first")
    parser.add_argument("--name-tokens", type=int, default=N_NAME_TOKENS, help="how many then")
    parser.add_argument("--from", dest="before", type=Path, help="go on from this guide")
    options = parser.parse_args()
    begin = time.monotonic()
    corpus = Corpus()
    plan = Plan(n_tokens=options.tokens, seed=SEED)
    if options.before is not None:
        tokenizer = load_tokenizer(options.before)
        model = new_guide(tokenizer, plan)
        load_weights(options.before, model)
    else:
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


if __name__ == "__main__":
    raise SystemExit(main())
