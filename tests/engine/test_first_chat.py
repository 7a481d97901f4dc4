"""The chat that comes first is read while the model loads, and is not another chat by that."""

from __future__ import annotations

import copy
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from app.core.protocol import (
    BackendChoice,
    ChatKey,
    LoadModel,
    MemoryReport,
    ModelLoaded,
    ModelLoadFailed,
    PrefetchChat,
    PrefixSource,
    ReportMemory,
    UnloadModel,
)
from tests.helpers.engine_harness import FIRST_CHAT, Dialogue, EngineHarness
from tests.helpers.loading import load_command
from tests.helpers.memory_kinds import Kind, kinds, write_tiny_gemma3
from tests.unit.core.kvstore.reading.test_read_ahead import finish_reading, taken

if TYPE_CHECKING:
    import weakref
    from pathlib import Path

    from tests.conftest import ExpectLog

__all__ = ["taken"]


def two_turns(harness: EngineHarness, chat: ChatKey = FIRST_CHAT) -> Dialogue:
    dialogue = Dialogue(chat).system("Be brief. " * 20)
    harness.turn(dialogue, "Tell me of the sea. " * 8)
    harness.turn(dialogue, "And of the ships on it? " * 8)
    assert harness.store.flush(60)
    return dialogue


@pytest.mark.parametrize("kind", kinds(), ids=str)
def test_a_chat_read_ahead_answers_as_one_that_is_read_later(tmp_path: Path, kind: Kind) -> None:
    model = kind.write(tmp_path / "m.gguf")
    with EngineHarness(tmp_path / "a", model, **kind.load) as first:
        dialogue = two_turns(first)
    results = []
    for first_chat in (None, FIRST_CHAT):
        messages = copy.deepcopy(dialogue)
        folder = tmp_path / f"of {first_chat}"
        shutil.copytree(tmp_path / "a", folder)  # the answer will be stored too
        with EngineHarness(folder, model, **kind.load, first_chat=first_chat) as engine:
            restored = engine.open(messages)
            said, _ = engine.answer(messages.user("Go on."))
        results.append((restored, said))
    (usual, usual_text), (ahead, ahead_text) = results
    assert ahead.source is usual.source is PrefixSource.DISK
    assert (ahead.n_cached, ahead_text) == (usual.n_cached, usual_text)
    assert usual.timing.read_ms > 0.0
    assert ahead.timing.read_ms == ahead.timing.verify_ms == ahead.timing.assemble_ms == 0.0


def test_an_answer_takes_what_was_read_ahead_as_well(
    tmp_path: Path, tiny_model: Path, taken: list[weakref.ref[Any]]
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as first:
        dialogue = two_turns(first)
    taken.clear()
    with EngineHarness(tmp_path / "a", tiny_model, first_chat=FIRST_CHAT) as second:
        _, finished = second.answer(dialogue.user("Go on."))
    assert finished.stats.n_restored > 0
    assert len(taken) == 1


def test_another_branch_of_the_chat_is_read_anew(
    tmp_path: Path, tiny_model: Path, taken: list[weakref.ref[Any]]
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as first:
        dialogue = two_turns(first)
        other = copy.deepcopy(dialogue)
        del other.messages[-2:]
        first.turn(other, "And of the whales in it? " * 8)
        assert first.store.flush(60)
    taken.clear()
    with EngineHarness(tmp_path / "a", tiny_model, first_chat=FIRST_CHAT) as second:
        finish_reading(second.store)
        restored = second.open(dialogue)
        assert restored.source is PrefixSource.DISK
        assert restored.timing.read_ms > 0.0
        assert taken[0]() is None


def test_another_model_finds_nothing_of_it(
    tmp_path: Path, tiny_model: Path, taken: list[weakref.ref[Any]]
) -> None:
    other = write_tiny_gemma3(tmp_path / "other.gguf")
    with EngineHarness(tmp_path / "a", tiny_model) as first:
        dialogue = two_turns(first)
    taken.clear()
    with EngineHarness(tmp_path / "a", other, first_chat=FIRST_CHAT) as second:
        finish_reading(second.store)
        assert len(taken) == 1
        assert second.open(dialogue).source is PrefixSource.NOT_STORED
        assert taken[0]() is None


def test_a_chat_that_is_opened_is_not_read_for_another_model(
    tmp_path: Path, tiny_model: Path, taken: list[weakref.ref[Any]]
) -> None:
    other = write_tiny_gemma3(tmp_path / "other.gguf")
    with EngineHarness(tmp_path / "a", tiny_model) as first:
        dialogue = two_turns(first)
    taken.clear()
    with EngineHarness(tmp_path / "a", other) as second:
        second.post(PrefetchChat(FIRST_CHAT, is_opened=True))
        second.post(ReportMemory())
        second.wait(MemoryReport)  # the engine has taken both
        finish_reading(second.store)
        assert not taken
        assert second.open(dialogue).source is PrefixSource.NOT_STORED


@pytest.mark.parametrize("end", ["another chat", "unload", "another model"])
def test_what_was_read_ahead_is_not_kept_for_nothing(
    tmp_path: Path, tiny_model: Path, taken: list[weakref.ref[Any]], end: str
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as first:
        two_turns(first)
    taken.clear()
    with EngineHarness(tmp_path / "a", tiny_model, first_chat=FIRST_CHAT) as second:
        finish_reading(second.store)
        assert taken[0]() is not None
        match end:
            case "another chat":
                second.answer(Dialogue(ChatKey("2")).user("Hello?"))
            case "unload":
                second.post(UnloadModel())
                second.answer(Dialogue(ChatKey("2")).user("Hello?"))
            case _:
                second.post(load_command(tiny_model, n_ctx=1024, backend=BackendChoice()))
                second.wait(ModelLoaded)
        assert taken[0]() is None


def test_a_load_that_fails_lets_go_of_the_chat_it_named(
    tmp_path: Path, tiny_model: Path, taken: list[weakref.ref[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as first:
        two_turns(first)
    taken.clear()
    with EngineHarness(tmp_path / "a", tiny_model) as second:

        def fail(*_: object) -> None:
            finish_reading(second.store)
            assert taken[0]() is not None
            raise MemoryError

        monkeypatch.setattr("app.core.engine.load.loader.load", fail)
        monkeypatch.setattr("app.core.engine.engine.logger.exception", lambda *_: None)
        second.post(LoadModel(str(tiny_model), backend=BackendChoice(), first_chat=FIRST_CHAT))
        second.wait(ModelLoadFailed)
        assert taken[0]() is None


def test_a_file_damaged_before_the_start_gives_the_same_answer(
    tmp_path: Path, tiny_model: Path, expect_log: ExpectLog
) -> None:
    expect_log("damaged")
    with EngineHarness(tmp_path / "a", tiny_model) as first:
        dialogue = two_turns(first)
        untouched = copy.deepcopy(dialogue)
        expected, _ = first.answer(dialogue.user("Go on."))
        assert first.store.flush(60)
    for path in (tmp_path / "a" / "kv").rglob("*.kvs"):
        content = bytearray(path.read_bytes())
        content[-9] ^= 4
        path.write_bytes(content)
    with EngineHarness(tmp_path / "a", tiny_model, first_chat=FIRST_CHAT) as second:
        text, finished = second.answer(untouched.user("Go on."))
    assert (text, finished.stats.n_restored) == (expected, 0)
