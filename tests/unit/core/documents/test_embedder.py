"""The embedding model of a user in its child: vectors, and a sentence where there are none."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

import numpy as np
import psutil
import pytest

from app.core.decoding.decoder import Decoder
from app.core.documents.embedder import TextEmbedder, identity_of
from app.core.documents.embedder_child import Forms, forms_of
from app.core.errors import KnownError
from tests.helpers.embedded_alone import embedded_alone
from tests.helpers.embedding_models import write_tiny_bert, write_tiny_pooling_llama
from tests.helpers.gguf_factory import write_tiny_llama

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

TEXTS = ("the sea is wide", "a cat sleeps on the mat")
CLOSE = 2e-3
ABORTS = "import os; os.abort()"
LIES = (
    "import sys, json, struct; sys.stdin.readline(); said = b'{\"n_embedding\": 8}';"
    "sys.stdout.buffer.write(struct.pack('<BI', 2, len(said)) + said);"
    "sys.stdout.flush(); sys.stdin.readline()"
)
HANGS = "import sys\nwhile True: sys.stdin.readline() or sys.exit()"


@pytest.fixture
def embedder() -> Iterator[TextEmbedder]:
    with contextlib.closing(TextEmbedder()) as embedder:
        yield embedder


def vectors_of(
    embedder: TextEmbedder, path: Path, texts: Sequence[str], *, is_question: bool = False
) -> NDArray[np.float32]:
    made = embedder.vectors(path, identity_of(path), texts, is_question=is_question)
    return np.frombuffer(made, "<f4").reshape(len(texts), -1)


def reason(embedder: TextEmbedder, path: Path) -> str:
    with pytest.raises(KnownError) as told:
        embedder.vectors(path, "", TEXTS, is_question=False)
    problem = told.value.problem()
    assert "without it" in str(problem.effect)
    assert str(problem.remedy)
    return str(problem.what)


@pytest.mark.parametrize("kind", ["bert", "llama"])
def test_vectors_are_those_of_llama_cpp(tmp_path: Path, embedder: TextEmbedder, kind: str) -> None:
    write = write_tiny_bert if kind == "bert" else write_tiny_pooling_llama
    path = write(tmp_path / "model.gguf")
    _tokens, wanted = embedded_alone(path, TEXTS)

    assert np.allclose(vectors_of(embedder, path, TEXTS), wanted, atol=CLOSE)


def test_words_of_the_family_stand_before_questions_and_passages(
    tmp_path: Path, embedder: TextEmbedder
) -> None:
    path = write_tiny_pooling_llama(tmp_path / "nomic-embed-text.gguf")
    _tokens, wanted = embedded_alone(path, ["search_query: sea", "search_document: sea"])

    asked = vectors_of(embedder, path, ["sea"], is_question=True)
    said = vectors_of(embedder, path, ["sea"])

    assert np.allclose([asked[0], said[0]], wanted, atol=CLOSE)


@pytest.mark.parametrize(
    ("names", "forms"),
    [
        ("nomic-bert nomic-embed-text-v1.5 model.gguf", ("search_query: ", "search_document: ")),
        ("bert intfloat multilingual-e5-small e5.gguf", ("query: ", "passage: ")),
        ("bert Multilingual E5 Large Instruct x.gguf", ("Instruct: ", "")),
        ("qwen3 Qwen3 Embedding 0.6B x.gguf", ("Instruct: ", "")),
        ("bert bge-small-en-v1.5 x.gguf", ("Represent this sentence", "")),
        ("bert bge-m3 x.gguf", ("", "")),
        ("gemma-embedding embeddinggemma-300m x.gguf", ("task: search result", "title: none")),
        ("nomic-bert snowflake-arctic-embed-m-long x.gguf", ("Represent this sentence", "")),
        ("bert snowflake-arctic-embed-l-v2.0 x.gguf", ("query: ", "")),
        ("bert all-MiniLM-L6-v2 all-minilm.gguf", ("", "")),
        ("llama Some model", ("", "")),
    ],
)
def test_a_family_is_told_by_its_names(names: str, forms: tuple[str, str]) -> None:
    found = forms_of(names)

    assert found.question.startswith(forms[0])
    assert found.passage.startswith(forms[1])
    assert forms[0] or found == Forms()


def test_one_child_serves_one_model_after_the_other(tmp_path: Path, embedder: TextEmbedder) -> None:
    small = write_tiny_bert(tmp_path / "small.gguf")
    large = write_tiny_bert(tmp_path / "large.gguf", n_embd=64)

    assert vectors_of(embedder, small, TEXTS).shape == (2, 32)
    pid = embedder.pid
    assert vectors_of(embedder, large, TEXTS).shape == (2, 64)
    large.unlink()
    write_tiny_bert(tmp_path / "large.gguf", n_embd=128)
    assert vectors_of(embedder, large, TEXTS).shape == (2, 128)
    assert embedder.pid == pid


def test_a_file_that_is_no_embedder_is_told_and_the_next_one_is_asked(
    tmp_path: Path, embedder: TextEmbedder
) -> None:
    (tmp_path / "text.gguf").write_text("no model", "utf-8")

    assert "is not a GGUF model file" in reason(embedder, tmp_path / "text.gguf")
    chat = write_tiny_llama(tmp_path / "chat.gguf")
    assert "is not an embedding model" in reason(embedder, chat)
    assert "no readable model file" in reason(embedder, tmp_path / "nothing.gguf")
    good = write_tiny_bert(tmp_path / "bert.gguf")
    assert len(vectors_of(embedder, good, TEXTS)) == len(TEXTS)


@pytest.mark.parametrize(("code", "timeout_s"), [(ABORTS, 20), (LIES, 20), (HANGS, 0.3)])
def test_a_child_that_dies_lies_or_hangs_is_told_in_one_sentence(
    tmp_path: Path, code: str, timeout_s: float
) -> None:
    decoder = Decoder((sys.executable, "-c", code), timeout_s)
    with contextlib.closing(TextEmbedder(decoder)) as embedder:
        assert "llama.cpp stopped" in reason(embedder, tmp_path / "model.gguf")


def test_a_child_that_cannot_be_started_is_told_of(tmp_path: Path) -> None:
    decoder = Decoder((str(tmp_path / "nothing"),))
    with contextlib.closing(TextEmbedder(decoder)) as embedder:
        assert "could not start" in reason(embedder, tmp_path / "model.gguf")


def test_a_child_that_was_killed_is_started_again(tmp_path: Path, embedder: TextEmbedder) -> None:
    path = write_tiny_bert(tmp_path / "bert.gguf")
    first = vectors_of(embedder, path, TEXTS)
    assert embedder.pid is not None
    psutil.Process(embedder.pid).kill()

    assert np.array_equal(vectors_of(embedder, path, TEXTS), first)


def test_who_waits_only_so_long_is_told_that_it_is_over(tmp_path: Path) -> None:
    decoder = Decoder((sys.executable, "-c", HANGS), 600)
    with contextlib.closing(TextEmbedder(decoder)) as embedder, pytest.raises(TimeoutError):
        embedder.vectors(tmp_path / "a.gguf", "", TEXTS, is_question=True, wait_s=0.05)


def test_a_model_is_told_by_what_its_file_holds(tmp_path: Path) -> None:
    path = write_tiny_bert(tmp_path / "bert.gguf")
    before = identity_of(path)
    (tmp_path / "elsewhere").mkdir()
    moved = path.rename(tmp_path / "elsewhere" / path.name)
    assert identity_of(moved) == before

    content = bytearray(moved.read_bytes())
    content[-1] ^= 1
    moved.write_bytes(content)

    assert identity_of(moved) != before
    content[-1] ^= 1
    (tmp_path / "e5-small.gguf").write_bytes(content)
    assert identity_of(tmp_path / "e5-small.gguf") != before
    with pytest.raises(KnownError, match="no readable embedding model"):
        identity_of(path)
