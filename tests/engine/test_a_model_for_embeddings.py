"""The window's side of a model that makes embeddings: it is there, and answers no chats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.conversations.events import AnswerFailed
from app.core.protocol import (
    ChatKey,
    ContextMeasured,
    Embed,
    MeasureContext,
    ModelLoaded,
    TextsEmbedded,
    UnloadModel,
)
from tests.helpers.embedding_models import write_tiny_bert
from tests.helpers.engine_harness import EngineHarness
from tests.helpers.loading import load_command
from tests.helpers.whole_program import WholeProgram

if TYPE_CHECKING:
    from pathlib import Path


def test_a_chat_says_in_a_sentence_that_it_gets_no_answer(tmp_path: Path) -> None:
    model = write_tiny_bert(tmp_path / "embedder.gguf")
    with WholeProgram(tmp_path / "program") as program:
        program.parts.engine.post(load_command(model))
        loaded = program.event(ModelLoaded)
        assert "cannot chat" in " ".join(map(str, loaded.info.notes))
        program.conversations.chats.send(None, "Hello.")
        failed = program.event(AnswerFailed)
    assert "Tiny embedder makes embeddings; it cannot chat." in failed.problem.text()


def test_what_is_asked_of_a_chat_model_alone_is_answered_as_without_one(tmp_path: Path) -> None:
    model = write_tiny_bert(tmp_path / "embedder.gguf")
    with EngineHarness(tmp_path / "engine", model) as harness:
        harness.post(MeasureContext(ChatKey("1"), (), ("some words",)))
        assert harness.wait(ContextMeasured).n_ctx == 0
        harness.post(Embed(("the sea",)))
        assert harness.wait(TextsEmbedded).n_embedding == 32


def test_what_waits_when_the_model_goes_is_told(tmp_path: Path) -> None:
    model = write_tiny_bert(tmp_path / "embedder.gguf", n_embd=128, n_layers=6)
    with EngineHarness(tmp_path / "engine", model) as harness:
        harness.post(Embed(("the sea is wide " * 25,) * 500))
        harness.post(UnloadModel())
        told = harness.wait(TextsEmbedded)
        assert told.problem is not None
        assert not told.vectors
        harness.post(Embed(("the sea",)))
        without = harness.wait(TextsEmbedded)
        assert without.problem is not None
        assert "No model is loaded." in without.problem.text()
