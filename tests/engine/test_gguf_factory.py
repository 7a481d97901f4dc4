"""The models of these tests are models to llama.cpp."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.core.errors import KnownError
from app.core.llama import Batch, Context, ContextParams, DecodeOutcome, Model, ModelParams
from tests.helpers.gguf_factory import (
    BOS,
    CHATML,
    IM_END,
    IM_START,
    N_VOCAB,
    write_broken_ggufs,
    write_tiny_llama,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.helpers.gguf_factory import Architecture

TEXT = "Grüße, \t 你好 🙂!\n\n  it's 'quoted' <|im_start|"


def open_model(path: Path) -> Model:
    return Model(str(path), ModelParams(), lambda _fraction: True)


@pytest.fixture
def model(tiny_model: Path) -> Iterator[Model]:
    opened = open_model(tiny_model)
    yield opened
    opened.close()


def greedy_text(model: Model, prompt: str, n_tokens: int) -> list[int]:
    context = Context(model, ContextParams(n_ctx=512, n_seq_max=1, n_threads=1))
    batch = Batch(256)
    tokens, pos, said = model.tokenize(prompt), 0, []
    for _ in range(n_tokens):
        batch.clear()
        last = pos + len(tokens) - 1
        rows = batch.add(0, tokens, pos, frozenset({last}))
        assert context.decode(batch) is DecodeOutcome.DONE
        logits = context.logits(rows[last])
        assert np.isfinite(logits).all()
        tokens, pos = [int(logits.argmax())], last + 1
        said += tokens
    batch.close()
    context.close()
    return said


def test_every_byte_of_a_text_is_one_token_and_comes_back(model: Model) -> None:
    tokens = model.tokenize(TEXT)

    assert tokens == list(TEXT.encode())
    assert b"".join(model.pieces(tokens)) == TEXT.encode()


def test_control_tokens_are_recognised_and_end_the_answer(model: Model) -> None:
    assert model.tokenize("<|im_start|>a<|im_end|><bos>") == [IM_START, ord("a"), IM_END, BOS]
    assert [token for token in range(N_VOCAB) if model.is_end(token)] == [IM_END]
    assert model.bos == BOS
    assert not model.adds_bos
    assert model.chat_template == CHATML


def test_greedy_text_varies_and_depends_on_the_prompt(model: Model) -> None:
    first = greedy_text(model, "Once upon a time", 96)
    second = greedy_text(model, "Dear Sir or Madam", 96)

    assert len(set(first)) > 24
    assert first[:16] != second[:16]
    assert all(0x20 <= token < 0x7F for token in first)


@pytest.mark.parametrize("arch", ["llama", "qwen2"])
def test_both_architectures_decode(tmp_path: Path, arch: Architecture) -> None:
    model = open_model(write_tiny_llama(tmp_path / "model.gguf", arch=arch, seed=3))

    assert len(set(greedy_text(model, "Hello", 32))) > 8
    model.close()


def test_an_eager_model_ends_its_answer(tmp_path: Path) -> None:
    model = open_model(write_tiny_llama(tmp_path / "model.gguf", end_gain=4.0))

    assert IM_END in greedy_text(model, "Hello", 64)
    model.close()


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    files = [
        write_tiny_llama(tmp_path / f"{index}.gguf", quant="Q8_0", seed=seed).read_bytes()
        for index, seed in enumerate([7, 7, 8])
    ]

    assert files[0] == files[1]
    assert files[0] != files[2]


def test_every_broken_file_is_refused_with_a_named_error(tmp_path: Path) -> None:
    for path in write_broken_ggufs(tmp_path).values():
        with pytest.raises(KnownError):
            open_model(path)
