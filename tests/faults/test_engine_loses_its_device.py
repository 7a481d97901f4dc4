"""The device that computes is gone in the middle of an answer: the window stays, the chat goes on.

Here it is a server of llama.cpp's RPC backend. A client of one that has gone ends its process, as
many drivers do when their device is lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.protocol import (
    AnswerFinished,
    EngineRestarted,
    FinishReason,
    ModelUnloaded,
    PrefixSource,
    ProblemRaised,
    TextDelta,
)
from tests.helpers.engine_harness import Dialogue
from tests.helpers.link_harness import LinkHarness
from tests.helpers.rpc_devices import servers

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.conftest import ExpectLog

LONG = "Tell me a long story. " * 20


def test_a_chat_goes_on_without_the_device(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    expect_log("the engine died")
    with servers(1) as running:
        for name, value in running.variables.items():
            monkeypatch.setenv(name, value)
        with LinkHarness(tmp_path / "engine", tiny_model, backend=None) as harness:
            assert harness.info is not None
            assert harness.info.n_gpu_layers == harness.info.n_layers
            dialogue = Dialogue()
            harness.turn(dialogue, LONG)
            harness.until_stored(dialogue.chat)
            request = harness.ask(dialogue.user("Go on."), max_tokens=2000)
            said = harness.wait(TextDelta).text

            running.kill()

            told = harness.hear(AnswerFinished)
            ended = told.what
            assert (told.request, ended.finish_reason) == (request, FinishReason.FAILED)
            assert said
            assert ended.problem is not None
            assert str(ended.problem.effect) == "The answer so far is kept."
            harness.wait(ModelUnloaded)
            harness.wait(ProblemRaised)
            harness.wait(EngineRestarted)
            harness.until_loaded()
            assert harness.info.n_gpu_layers == 0
            assert any("failed the self-test" in str(note) for note in harness.info.notes)

            dialogue.messages.pop()
            finished = harness.turn(dialogue, "And now?")
            assert finished.finish_reason is FinishReason.LENGTH
            assert finished.stats.source is PrefixSource.DISK
            assert finished.stats.n_restored > 0


def test_a_device_that_is_gone_before_the_start_is_done_without(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with servers(1) as running:
        running.kill()
        for name, value in running.variables.items():
            monkeypatch.setenv(name, value)
        with LinkHarness(tmp_path / "engine", tiny_model, backend=None) as harness:
            assert harness.info is not None
            assert harness.info.n_gpu_layers == 0
            assert harness.turn(Dialogue(), "Hello?").finish_reason is FinishReason.LENGTH
