"""What goes wrong while nobody asked for anything costs that piece of work, and nothing else."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from app.core.engine.answers.batch_results import BatchResults
from app.core.engine.batch.shared_batch import SharedBatch
from app.core.engine.memory.stored_model import StoredModel
from app.core.engine.prompts.prompt import PromptBuilder
from app.core.engine.restoring.context_measurer import ContextMeasurer
from app.core.engine.restoring.prefix_reuse import PrefixRestorer
from app.core.engine.restoring.saver import Saver
from app.core.kvstore.owners import Owners
from app.core.kvstore.store import KVStore
from app.core.messages import Role
from app.core.protocol import (
    ChatKey,
    ChatRestored,
    ContextMeasured,
    FinishReason,
    Limits,
    MeasureContext,
    ModelUnloaded,
    PrecomputeChat,
    PrefetchChat,
    ProblemRaised,
    PromptMessage,
    ReportMemory,
    RestoreChat,
    SetMemoryLimits,
    SyncMemory,
    TrimMemory,
)
from tests.helpers.engine_harness import WAIT_S, Dialogue, EngineHarness
from tests.helpers.gguf_factory import CHATML, write_tiny_llama

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import ExpectLog

STRICT = (
    "{% for m in messages %}{% if (m['role'] == 'user') != (loop.index0 % 2 == 0) %}"
    "{{ raise_exception('Conversation roles must alternate') }}{% endif %}{% endfor %}" + CHATML
)
REFUSED = (PromptMessage(Role.ASSISTANT, "Hello, I am here."), PromptMessage(Role.USER, "Hi"))
CHAT = ChatKey("7")


def _raise(*_arguments: Any, **_options: Any) -> Any:
    raise ZeroDivisionError("a defect")


def _require_unharmed(harness: EngineHarness) -> None:
    """Check that the model still answers, and that nobody was told of anything."""
    text, finished = harness.answer(Dialogue(ChatKey("8")).user("Hi"))
    assert text
    assert finished.finish_reason is not FinishReason.FAILED
    assert not any(isinstance(event, ModelUnloaded | ProblemRaised) for event in harness.seen)


@pytest.mark.parametrize("kind", [RestoreChat, PrecomputeChat])
def test_a_chat_that_the_template_refuses_is_left_cold_and_nothing_is_told(
    tmp_path: Path, kind: type[RestoreChat | PrecomputeChat]
) -> None:
    model = write_tiny_llama(tmp_path / "m.gguf", chat_template=STRICT)
    with EngineHarness(tmp_path / "a", model) as harness:
        harness.post(kind(CHAT, REFUSED))
        if kind is RestoreChat:
            assert harness.wait(ChatRestored).n_cached == 0
        _require_unharmed(harness)
        _, finished = harness.answer(Dialogue(CHAT, list(REFUSED)))
        assert finished.problem is not None
        assert "must alternate" in str(finished.problem.what)
        _require_unharmed(harness)


def test_a_chat_that_the_template_refuses_is_tried_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []
    building = PromptBuilder.building

    def counted(*arguments: Any, **options: Any) -> Any:
        tried.append(arguments)
        return building(*arguments, **options)

    monkeypatch.setattr(PromptBuilder, "building", counted)
    model = write_tiny_llama(tmp_path / "m.gguf", chat_template=STRICT)
    with EngineHarness(tmp_path / "a", model) as harness:
        harness.post(PrecomputeChat(CHAT, REFUSED))
        _wait_until_read(harness)
        for _ in range(3):
            _require_unharmed(harness)
    assert len(tried) == 1 + 3


@pytest.mark.parametrize("kind", [RestoreChat, PrecomputeChat])
@pytest.mark.parametrize(
    ("part", "name"),
    [
        (PromptBuilder, "_rendering"),
        (PrefixRestorer, "begin"),
        (KVStore, "longest_prefix"),
        (KVStore, "save"),
        (KVStore, "load"),
    ],
)
def test_a_defect_while_a_chat_is_made_ready_costs_no_model(
    tmp_path: Path,
    tiny_model: Path,
    monkeypatch: pytest.MonkeyPatch,
    expect_log: ExpectLog,
    kind: type[RestoreChat | PrecomputeChat],
    part: type,
    name: str,
) -> None:
    long = Dialogue(CHAT).user("Tell me of the sea and of the ships. " * 20)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.turn(long, "Now.")
    if (name, kind) != ("save", RestoreChat):  # opening a chat stores nothing
        expect_log("in the background failed|cannot be stored|Traceback")
    folder = tmp_path / ("b" if name == "save" else "a")
    with EngineHarness(folder, tiny_model) as harness:
        with monkeypatch.context() as patch:
            patch.setattr(part, name, _raise)
            harness.post(kind(CHAT, tuple(long.messages)))
            harness.post(MeasureContext(CHAT, ()))
            harness.wait(ContextMeasured)
            if kind is RestoreChat:
                assert any(isinstance(e, ChatRestored) for e in harness.seen) or harness.wait(
                    ChatRestored
                )
            else:
                _wait_until_read(harness)
        _require_unharmed(harness)


@pytest.mark.parametrize("kind", [RestoreChat, PrecomputeChat])
@pytest.mark.parametrize(
    ("part", "name"),
    [(SharedBatch, "fill"), (Saver, "note_witnesses"), (BatchResults, "_prove")],
)
def test_a_defect_in_a_batch_that_nobody_asked_for_costs_no_model(
    tmp_path: Path,
    tiny_model: Path,
    monkeypatch: pytest.MonkeyPatch,
    expect_log: ExpectLog,
    kind: type[RestoreChat | PrecomputeChat],
    part: type,
    name: str,
) -> None:
    long = Dialogue(CHAT).user("Tell me of the sea and of the ships. " * 20)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.turn(long, "Now.")
    expect_log("in the background failed")
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        with monkeypatch.context() as patch:
            patch.setattr(part, name, _raise)
            harness.post(kind(CHAT, tuple(long.messages)))
            if kind is RestoreChat:
                harness.wait(ChatRestored)
            else:
                _wait_until_read(harness)
        _require_unharmed(harness)


def _wait_until_read(harness: EngineHarness) -> None:
    """Wait until no chat is precomputed any more, nor waits for its rows from the disk.

    Looked at twice: what the engine does at this very moment is in none of its lists.
    """
    give_up = time.monotonic() + WAIT_S
    n_idle = 0
    while n_idle < 2:
        harness.post(MeasureContext(CHAT, ()))
        harness.wait(ContextMeasured)  # what was posted before has been taken
        runner = harness.engine._runner
        assert runner is not None
        jobs = [sequence.job for sequence in tuple(runner._sequences)]
        n_idle = 0 if runner.has_work or any(jobs) else n_idle + 1
        assert time.monotonic() < give_up, jobs


def test_a_defect_while_counting_is_an_empty_count(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    expect_log("in the background failed")
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        with monkeypatch.context() as patch:
            patch.setattr(ContextMeasurer, "_counting", _raise)
            harness.post(MeasureContext(CHAT, (), ("some words",)))
            assert harness.wait(ContextMeasured) == ContextMeasured()
        _require_unharmed(harness)


def test_a_defect_while_memory_is_fetched_ahead_costs_no_model(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    expect_log("in the background failed")
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        monkeypatch.setattr(StoredModel, "prefetch", _raise)
        harness.post(PrefetchChat(CHAT))
        _require_unharmed(harness)


@pytest.mark.parametrize(
    ("owner", "name", "asked"),
    [
        (KVStore, "overview_soon", ReportMemory()),
        (Owners, "follow", SyncMemory(frozenset())),
        (Owners, "keep_only_tokens", TrimMemory(CHAT, ())),
    ],
)
def test_a_defect_in_the_store_is_told_and_costs_no_model(
    tmp_path: Path,
    tiny_model: Path,
    monkeypatch: pytest.MonkeyPatch,
    expect_log: ExpectLog,
    owner: type,
    name: str,
    asked: ReportMemory | SyncMemory | TrimMemory,
) -> None:
    expect_log("a request failed")
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, _raise)
            request = harness.post(asked)
            told = harness.hear(object, request=request)
            problem = harness.wait(ProblemRaised).problem
            assert problem.is_bug
            assert (told.what, told.is_answer) == (asked.failed(problem), True)
        harness.seen.clear()
        _require_unharmed(harness)


def test_a_choice_that_the_store_fails_at_is_told_and_costs_no_model(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    expect_log("command for the store failed")
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        with monkeypatch.context() as patch:
            patch.setattr(KVStore, "limit", _raise)
            harness.post(SetMemoryLimits(Limits()))
            assert harness.wait(ProblemRaised).problem.is_bug
        harness.seen.clear()
        _require_unharmed(harness)


@pytest.mark.parametrize(
    ("part", "name"), [(PrefixRestorer, "_put"), (Saver, "_state"), (Saver, "_save_segment")]
)
def test_a_defect_in_saving_or_restoring_costs_the_rows_and_not_the_answer(
    tmp_path: Path,
    tiny_model: Path,
    monkeypatch: pytest.MonkeyPatch,
    expect_log: ExpectLog,
    part: type,
    name: str,
) -> None:
    dialogue = Dialogue(CHAT)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.turn(dialogue, "Tell me of the sea and of the ships. " * 20)
    expect_log("cannot be stored")
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        monkeypatch.setattr(part, name, _raise)
        text, finished = harness.answer(dialogue.user("Go on."))
        assert text
        assert finished.finish_reason is FinishReason.LENGTH
        _require_unharmed(harness)
