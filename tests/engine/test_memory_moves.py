"""The engine is asked to move memory: what it answers, and that everything else goes on."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

from app.core.kvstore import KVStore
from app.core.protocol import (
    WANTED_FILE,
    AnswerFinished,
    ExportMemory,
    FinishReason,
    ImportMemory,
    MemoryMoved,
    MemoryMoving,
    MemoryOutcome,
    PrefixSource,
    RequestId,
    Stop,
)
from tests.helpers.engine_harness import Dialogue, EngineHarness

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import ExpectLog

LONG = "Tell me of the sea, of the hills and of what lies between them. " * 4


def want(folder: Path, harness: EngineHarness, dialogue: Dialogue) -> Path:
    """Make the folder of a move that wants all of a chat."""
    folder.mkdir(exist_ok=True)
    record = dialogue.messages[-1].record
    assert record is not None
    ids = b"".join(one.to_bytes(4, "little") for one in record.token_ids)
    line = {"place": 0, "sequences": [base64.b64encode(ids).decode()]}
    (folder / WANTED_FILE).write_text(json.dumps(line) + "\n")
    assert harness.store.flush(60)
    return folder


def test_memory_goes_from_engine_to_engine_and_is_restored(
    tmp_path: Path, tiny_model: Path
) -> None:
    dialogue = Dialogue()
    with EngineHarness(tmp_path / "a", tiny_model) as home:
        home.turn(dialogue, LONG)
        folder = want(tmp_path / "out", home, dialogue)
        request = home.post(ExportMemory(str(folder)))
        assert home.hear(MemoryMoving).request == request
        moved = home.wait(MemoryMoved, request)
        assert [one.outcome for one in moved.chats] == [MemoryOutcome.MOVED]
        assert moved.n_bytes > 0
    with EngineHarness(tmp_path / "b", tiny_model) as away:
        away.post(ImportMemory(str(folder), ((0, dialogue.chat),)))
        moved = away.wait(MemoryMoved)
        assert [one.outcome for one in moved.chats] == [MemoryOutcome.MOVED]
        assert away.open(dialogue).source is PrefixSource.DISK


def test_a_folder_that_is_not_there_is_a_problem_and_costs_nothing_else(
    tmp_path: Path, tiny_model: Path
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.post(ExportMemory(str(tmp_path / "missing")))
        problem = harness.wait(MemoryMoved).problem
        assert problem is not None
        assert not problem.is_bug
        assert "could not be moved" in str(problem.what)
        assert harness.turn(Dialogue(), "Hello?").finish_reason is FinishReason.LENGTH


def test_a_list_of_wanted_chats_that_makes_no_sense_is_a_defect_that_is_told(
    tmp_path: Path, tiny_model: Path, expect_log: ExpectLog
) -> None:
    expect_log("moving memory failed")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / WANTED_FILE).write_text('{"place": "x"}\n')
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.post(ExportMemory(str(tmp_path / "out")))
        problem = harness.wait(MemoryMoved).problem
        assert problem is not None
        assert problem.is_bug


def test_a_second_instance_takes_no_memory_in_and_says_why(
    tmp_path: Path, tiny_model: Path
) -> None:
    (tmp_path / "a").mkdir()
    holder = KVStore.open(tmp_path / "a" / "kv")
    with EngineHarness(tmp_path / "a", tiny_model) as second:
        second.post(ImportMemory(str(tmp_path), ((0, Dialogue().chat),)))
        problem = second.wait(MemoryMoved).problem
        assert problem is not None
        assert "Another Hearth" in str(problem.what)
    holder.close()


def test_a_stop_ends_a_move_and_no_answer(tmp_path: Path, tiny_model: Path) -> None:
    dialogue = Dialogue()
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.turn(dialogue, LONG)
        folder = want(tmp_path / "out", harness, dialogue)
        request = harness.ask(dialogue.user("And the hills?"), max_tokens=40)
        harness.post(Stop(RequestId(request + 1)))  # of nothing
        move = harness.post(ExportMemory(str(folder)))
        harness.post(Stop(move))
        told: dict[RequestId | None, Any] = {}
        while len(told) < 2:
            heard = harness.hear(MemoryMoved, AnswerFinished)
            told[heard.request] = heard.what
        moved, ended = told[move], told[request]
        assert isinstance(moved, MemoryMoved)
        assert moved.was_stopped or moved.chats
        assert isinstance(ended, AnswerFinished)
        assert ended.finish_reason is not FinishReason.STOPPED
