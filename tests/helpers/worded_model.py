"""A tiny model with tokens of several characters, which a grammar may cut in the middle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gguf

from tests.helpers.gguf_factory import (
    CHATML,
    CONTROL_TOKENS,
    Shape,
    add_vocabulary,
    byte_tokens,
    describe,
    finish,
    random_tensors,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def write_worded_llama(path: Path, words: Sequence[str]) -> dict[str, int]:
    """Write a model whose tokens are all bytes, then `words`, then the control tokens.

    Args:
        path: file to write.
        words: ASCII letters; at most 20.

    Returns:
        The id of each word and each control token.
    """
    shape = Shape()
    tokens = [*byte_tokens(), *words, *CONTROL_TOKENS]
    ids = {token: number for number, token in enumerate(tokens) if number >= 256}
    writer = gguf.GGUFWriter(path, "llama")
    describe(writer, shape, "Worded")
    end, bos = ids["<|im_end|>"], ids["<bos>"]
    add_vocabulary(writer, tokens, shape.n_vocab, merges=["<none> <none>"], bos=bos, end=end)
    writer.add_chat_template(CHATML)
    for tensor, values in random_tensors(shape, 0, "llama", 1.0):
        writer.add_tensor(tensor, values)
    finish(writer)
    return ids
