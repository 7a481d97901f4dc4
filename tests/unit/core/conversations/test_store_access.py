"""Whole chats are read and written on the worker, a short job at a time, beside everything else."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING

import pytest

from app.core.chats.records import ChatId, MessageStatus
from app.core.conversations.errors import ProgramEnding
from app.core.conversations.events import AnswerDelta, ChatsListed, MessageAdded
from app.core.interchange.export import ExportFormat, ExportOrder, export_chats
from app.core.interchange.importing import run_import
from app.core.protocol import Generate, ReportMemory, SyncMemory
from tests.unit.core.conversations.conftest import assert_set

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.chats.store import ChatStore
    from tests.unit.core.conversations.conftest import Stage


def test_a_job_is_done_on_the_worker_and_its_failure_reaches_who_asked(stage: Stage) -> None:
    store = stage.conversations.doors.store

    name = store.run(lambda _store: threading.current_thread().name)
    assert name == "conversations"
    with pytest.raises(ZeroDivisionError):
        store.run(lambda _store: 1 // 0)
    with pytest.raises(TimeoutError, match="of the job"):
        store.run(_times_out)
    assert store.run(lambda opened: opened.list_chats()) == ()


def _times_out(_store: ChatStore) -> None:
    raise TimeoutError("of the job")


def test_a_question_is_answered_while_chats_are_imported(stage: Stage, tmp_path: Path) -> None:
    chats = [
        {
            "uuid": str(n),
            "name": f"chat {n}",
            "chat_messages": [{"sender": "human", "text": str(n)}],
        }
        for n in range(60)
    ]
    path = tmp_path / "c.json"
    path.write_text(json.dumps(chats))
    store = stage.conversations.doors.store
    n_at_answer: list[int] = []

    def progress(n: int) -> None:
        if n == 5:  # in the middle, and the import goes on only when the answer has begun
            stage.conversations.chats.send(None, "Are you there?")
            generate = stage.command(Generate)
            stage.say(generate, "Yes.")
            stage.event(AnswerDelta)
            n_at_answer.append(len(store.run(lambda opened: opened.list_chats())))

    summary = run_import(path, store.run, progress=progress)

    assert summary.n_chats == 60
    assert n_at_answer == [6]
    store.changed()
    while len(stage.event(ChatsListed).chats) != 61:
        pass


def test_what_a_running_answer_says_by_now_is_exported(stage: Stage, tmp_path: Path) -> None:
    stage.conversations.chats.send(None, "Tell me.")
    generate = stage.command(Generate)
    chat_id = stage.event(MessageAdded).chat_id
    stage.say(generate, "It was a dark and")
    stage.settle()
    path = tmp_path / "a.json"

    order = ExportOrder(ExportFormat.JSON, (ChatId(chat_id),), path)
    export_chats(order, stage.conversations.doors.store.run)

    answer = json.loads(path.read_text())["chats"][0]["messages"][1]
    assert answer["text"] == "It was a dark and"
    assert answer["status"] == MessageStatus.INTERRUPTED


def test_after_the_end_of_the_program_nobody_waits_for_ever(stage: Stage) -> None:
    store = stage.conversations.doors.store
    stage.conversations.close()

    with pytest.raises(ProgramEnding):
        store.run(lambda opened: opened.list_chats())


def test_memory_is_reported_once_what_came_along_is_in_force(stage: Stage) -> None:
    stage.settle()
    stage.commands.queue.clear()
    may_go_on = threading.Event()
    stage.conversations.after_pending(lambda: assert_set(may_go_on))  # the worker is busy
    stage.conversations.doors.store.changed()
    may_go_on.set()
    stage.settle()
    assert [type(one) for one in stage.engine.posted] == [SyncMemory, ReportMemory]
