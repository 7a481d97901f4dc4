"""Faults of llama.cpp itself: each costs an answer or some time, never the engine or the truth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.engine.load.loader import LoadedModel
from app.core.engine.memory.state_probe import agrees
from app.core.engine.restoring import prefix_reuse
from app.core.engine.runner import Runner
from app.core.llama import Context, DecodeOutcome
from app.core.llama.errors import DecodeFailure
from app.core.plain_value import replace
from app.core.protocol import AnswerFinished, FinishReason, PrefixSource, ProblemRaised
from tests.helpers.engine_harness import Dialogue, EngineHarness
from tests.helpers.loading import load_command

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import ExpectLog

QUESTION = "Tell me of the sea and of everything that swims in it."


@pytest.fixture
def stored(tmp_path: Path, tiny_model: Path) -> tuple[Path, Dialogue, str]:
    """A folder with a stored chat, the chat, and what the model says next."""
    with EngineHarness(tmp_path / "never-closed", tiny_model) as harness:
        dialogue = Dialogue()
        harness.turn(dialogue, QUESTION)
        expected, _ = harness.answer(dialogue.user("Go on."))
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        dialogue = Dialogue()
        harness.turn(dialogue, QUESTION)
    return tmp_path / "a", dialogue.user("Go on."), expected


def _once(original: Callable[..., Any], fault: Callable[[], Any], at: int) -> Callable[..., Any]:
    """Return `original` with `fault` in place of its `at`-th call."""
    calls = iter(range(10**9))

    def replaced(*arguments: Any, **named: Any) -> Any:
        return fault() if next(calls) == at else original(*arguments, **named)

    return replaced


def _raise(error: Exception) -> Any:
    raise error


def test_a_state_that_llama_cpp_refuses_is_read_again(
    stored: tuple[Path, Dialogue, str],
    tiny_model: Path,
    monkeypatch: pytest.MonkeyPatch,
    expect_log: ExpectLog,
) -> None:
    folder, dialogue, expected = stored
    expect_log("refused")
    with EngineHarness(folder, tiny_model) as harness:
        monkeypatch.setattr(Context, "set_state", lambda *_: False)
        text, finished = harness.answer(dialogue)
    assert text == expected
    assert finished.stats.n_restored == 0


def test_a_restore_that_fails_its_proof_is_read_again_and_never_trusted_again(
    stored: tuple[Path, Dialogue, str],
    tiny_model: Path,
    monkeypatch: pytest.MonkeyPatch,
    expect_log: ExpectLog,
) -> None:
    folder, dialogue, expected = stored
    expect_log("proof")
    with EngineHarness(folder, tiny_model) as harness:
        monkeypatch.setattr(prefix_reuse, "agrees", _once(agrees, lambda: False, at=0))
        text, finished = harness.answer(dialogue)
    assert text == expected
    assert finished.stats.n_restored == 0
    assert finished.stats.source is PrefixSource.DAMAGED


def test_a_restore_that_fails_its_proof_when_the_chat_is_opened_leaves_it_cold(
    stored: tuple[Path, Dialogue, str],
    tiny_model: Path,
    monkeypatch: pytest.MonkeyPatch,
    expect_log: ExpectLog,
) -> None:
    folder, dialogue, expected = stored
    expect_log("proof")
    monkeypatch.setattr(prefix_reuse, "agrees", _once(agrees, lambda: False, at=0))
    with EngineHarness(folder, tiny_model) as harness:
        assert harness.open(dialogue).n_cached == 0
        text, _ = harness.answer(dialogue)
    assert text == expected


@pytest.mark.parametrize("at", [1, 5])
def test_a_decode_that_fails_ends_the_answer_and_the_next_one_is_right(
    tmp_path: Path,
    tiny_model: Path,
    monkeypatch: pytest.MonkeyPatch,
    expect_log: ExpectLog,
    at: int,
) -> None:
    expect_log("decode failed")
    dialogue = Dialogue().user(QUESTION)
    with EngineHarness(tmp_path / "well", tiny_model) as harness:
        expected, _ = harness.answer(dialogue)
    monkeypatch.setattr(
        Context, "decode", _once(Context.decode, lambda: _raise(DecodeFailure(code=-3)), at=at)
    )
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        begun, failed = harness.answer(dialogue)
        text, finished = harness.answer(dialogue)
    assert failed.finish_reason is FinishReason.FAILED
    assert failed.problem is not None
    assert expected.startswith(begun)
    assert (text, finished.finish_reason) == (expected, FinishReason.LENGTH)


def test_a_decode_that_fails_on_a_gpu_ends_the_engine_after_it_was_told(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    expect_log("decode failed")
    expect_log("the engine died")
    real = LoadedModel.info
    monkeypatch.setattr(
        LoadedModel, "info", lambda self, **named: replace(real(self, **named), n_gpu_layers=2)
    )
    failing = _once(Context.decode, lambda: _raise(DecodeFailure("ErrorDeviceLost", code=-3)), at=5)
    monkeypatch.setattr(Context, "decode", failing)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.ask(Dialogue().user(QUESTION))
        failed = harness.wait(AnswerFinished)
        stopped = harness.stopped()
    assert failed.finish_reason is FinishReason.FAILED
    assert stopped.problem is not None
    assert str(stopped.problem.what) == "The GPU failed during the computation."
    assert stopped.problem.detail == "ErrorDeviceLost"


@pytest.mark.parametrize("at", [1, 2, 9])
def test_an_aborted_decode_is_taken_up_again_without_a_trace(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    dialogue = Dialogue().user(QUESTION * 6)
    with EngineHarness(tmp_path / "well", tiny_model) as harness:
        expected, _ = harness.answer(dialogue)
    real = Context.decode

    def computed_but_called_aborted(self: Context, batch: Any) -> DecodeOutcome:
        outcome = real(self, batch)
        return DecodeOutcome.ABORTED if next(calls) == at else outcome

    calls = iter(range(10**9))
    monkeypatch.setattr(Context, "decode", computed_but_called_aborted)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        assert harness.answer(dialogue)[0] == expected


def test_a_defect_costs_the_loaded_model_and_not_the_engine(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    from app.core.protocol import BackendChoice, ModelLoaded

    expect_log("a defect in the engine")
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        monkeypatch.setattr(
            Runner, "step", _once(Runner.step, lambda: _raise(ZeroDivisionError()), at=2)
        )
        _, finished = harness.answer(Dialogue().user(QUESTION))
        assert finished.finish_reason is FinishReason.STOPPED
        assert any(isinstance(e, ProblemRaised) and e.problem.is_bug for e in harness.seen)
        harness.post(load_command(tiny_model, n_ctx=2048, backend=BackendChoice()))
        harness.wait(ModelLoaded)
        assert harness.answer(Dialogue().user(QUESTION))[1].finish_reason is FinishReason.LENGTH


def test_a_defect_in_storing_costs_the_rows_and_not_the_answer(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    from app.core.errors import BugError
    from app.core.kvstore.store import KVStore

    expect_log("cannot be stored")
    monkeypatch.setattr(KVStore, "save", lambda *_a, **_n: _raise(BugError("no")))
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        assert harness.answer(Dialogue().user(QUESTION))[1].finish_reason is FinishReason.LENGTH
