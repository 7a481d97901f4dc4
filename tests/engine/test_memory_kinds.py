"""Models whose memory cannot be cut or stored yet: slower to reopen, never wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.engine.protocol import PrefixSource
from tests.helpers.engine_harness import Dialogue, EngineHarness
from tests.helpers.memory_kinds import write_tiny_gemma3, write_tiny_mamba

if TYPE_CHECKING:
    from pathlib import Path

QUESTIONS = ("Tell me of the sea, and of the ships. " * 3, "And of the hills? " * 5, "Then?")


@pytest.fixture(params=["gemma3", "mamba"])
def model(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    write = {"gemma3": write_tiny_gemma3, "mamba": write_tiny_mamba}[request.param]
    return write(tmp_path / f"{request.param}.gguf")


def _fresh_answer(folder: Path, model: Path, dialogue: Dialogue) -> str:
    """Return what an engine says that has computed nothing before."""
    with EngineHarness(folder, model) as harness:
        return harness.answer(dialogue)[0]


def test_the_memory_is_said_to_be_not_resumable_and_a_reopened_chat_is_read_again(
    tmp_path: Path, model: Path
) -> None:
    with EngineHarness(tmp_path / "a", model) as harness:
        assert harness.info is not None
        assert not harness.info.resumable
        dialogue = Dialogue()
        for question in QUESTIONS:
            harness.turn(dialogue, question)
    with EngineHarness(tmp_path / "a", model) as harness:
        warmed = harness.open(dialogue)
        assert (warmed.n_cached, warmed.source) == (0, PrefixSource.UNSUPPORTED)
        text, finished = harness.answer(dialogue.user("Go on."))
    assert finished.stats.n_restored == 0
    assert text == _fresh_answer(tmp_path / "b", model, dialogue)


def test_regenerating_after_a_long_answer_is_right_though_the_memory_has_moved_on(
    tmp_path: Path, model: Path
) -> None:
    with EngineHarness(tmp_path / "a", model) as harness:
        dialogue = Dialogue().user(QUESTIONS[0])
        first, finished = harness.answer(dialogue, max_tokens=200)
        again, _ = harness.answer(dialogue, max_tokens=200)
        dialogue.assistant(first, finished)
        followed, _ = harness.answer(dialogue.user(QUESTIONS[1]))
    assert again == first
    assert followed == _fresh_answer(tmp_path / "b", model, dialogue)


def test_an_edited_early_message_is_answered_from_what_it_says_now(
    tmp_path: Path, model: Path
) -> None:
    with EngineHarness(tmp_path / "a", model) as harness:
        dialogue = Dialogue()
        for question in QUESTIONS:
            harness.turn(dialogue, question)
        edited = Dialogue().user(QUESTIONS[0][:60] + " No: of the moon.")
        text, _ = harness.answer(edited)
    assert text == _fresh_answer(tmp_path / "b", model, edited)
