"""Vectors of texts of any length, as a search makes them, compared with llama.cpp by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gguf
import numpy as np
import pytest

from app.core.errors import KnownError
from app.core.llama.text_embedding import TextEmbedding
from tests.helpers.embedded_alone import embedded_alone
from tests.helpers.embedding_models import (
    N_BERT_CTX,
    write_tiny_bert,
    write_tiny_pooling_llama,
)
from tests.helpers.gguf_factory import write_tiny_llama

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

TEXTS = ["the sea is wide", "a cat sleeps on the mat", "the ship sails", "x", "on the sea " * 20]
CLOSE = 2e-3  # flash attention rounds to 16 bits, otherwise in batches of other sizes


def vectors(path: Path, texts: Sequence[str]) -> NDArray[np.float32]:
    model = TextEmbedding(str(path), n_threads=1)
    try:
        return model.vectors(texts)
    finally:
        model.close()


@pytest.mark.parametrize("pooling", ["MEAN", "CLS", "LAST"])
def test_an_encoder_says_what_llama_cpp_says(tmp_path: Path, pooling: str) -> None:
    path = write_tiny_bert(tmp_path / "bert.gguf", pooling=gguf.PoolingType[pooling])
    _tokens, wanted = embedded_alone(path, TEXTS)

    found = vectors(path, TEXTS)

    assert np.allclose(found, wanted, atol=CLOSE)
    assert np.allclose(np.linalg.norm(found, axis=1), 1.0, atol=1e-6)


@pytest.mark.parametrize("pooling", ["MEAN", "LAST"])
def test_a_decoder_says_what_llama_cpp_says(tmp_path: Path, pooling: str) -> None:
    path = write_tiny_pooling_llama(tmp_path / "llama.gguf", gguf.PoolingType[pooling])
    _tokens, wanted = embedded_alone(path, TEXTS)

    assert np.allclose(vectors(path, TEXTS), wanted, atol=CLOSE)


def test_many_texts_at_once_have_the_vectors_of_each_alone(tmp_path: Path) -> None:
    path = write_tiny_bert(tmp_path / "bert.gguf")
    texts = [f"the ship {number} sails on a wide sea" for number in range(70)]
    model = TextEmbedding(str(path), n_threads=1)
    alone = np.concatenate([model.vectors([text]) for text in texts])
    together = model.vectors(texts)
    model.close()

    assert np.allclose(alone, together, atol=CLOSE)


def test_what_is_too_long_of_a_text_is_cut_off_and_its_end_is_marked(tmp_path: Path) -> None:
    path = write_tiny_bert(tmp_path / "bert.gguf", pooling=gguf.PoolingType.LAST)
    n_words = N_BERT_CTX - 2  # between the tokens at both ends
    fitting = "sea " * n_words

    found = vectors(path, [fitting, fitting + "cat " * 500])

    assert np.allclose(found[0], found[1], atol=CLOSE)


def test_a_text_without_tokens_has_no_direction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = TextEmbedding(str(write_tiny_pooling_llama(tmp_path / "llama.gguf")), n_threads=1)
    monkeypatch.setattr(model, "_tokens", lambda text: list(text.encode()))
    found = model.vectors(["the sea", "", "a ship"])
    model.close()

    assert np.any(found, axis=1).tolist() == [True, False, True]


def test_a_model_says_what_it_is_called(tmp_path: Path) -> None:
    model = TextEmbedding(str(write_tiny_bert(tmp_path / "BGE.gguf")), n_threads=1)
    names = model.names
    model.close()

    assert names == "bert tiny embedder bge.gguf"


def test_what_makes_no_vectors_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = write_tiny_llama(tmp_path / "chat.gguf")
    bert = write_tiny_bert(tmp_path / "bert.gguf")
    (tmp_path / "text.gguf").write_text("no model", "utf-8")
    (tmp_path / "half.gguf").write_bytes(bert.read_bytes()[:-1000])
    open_ended = write_tiny_bert(tmp_path / "open.gguf", has_ends=False)

    def reason(path: Path) -> str:
        with pytest.raises(KnownError) as told:
            TextEmbedding(str(path), n_threads=1)
        return str(told.value.what)

    assert "is not an embedding model" in reason(chat)
    assert "is not a GGUF model file" in reason(tmp_path / "text.gguf")
    assert "incomplete or damaged" in reason(tmp_path / "half.gguf")
    assert "incomplete or damaged" in reason(open_ended)
    assert "no readable model file" in reason(tmp_path / "nothing.gguf")

    class Full:
        available = 1000

    monkeypatch.setattr("psutil.virtual_memory", Full)
    assert "does not fit in this machine's memory" in reason(bert)
