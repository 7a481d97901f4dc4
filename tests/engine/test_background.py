"""Chats are precomputed when there is nothing else to do, and never when there is."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from app.core.engine.idle_work import IdleWork
from app.core.engine.restoring.chat_restorer import ChatRestorer
from app.core.protocol import (
    ChatKey,
    ChatRestored,
    ForgetChat,
    MemoryReport,
    PrecomputeChat,
    PrefixSource,
    ReportMemory,
)
from tests.helpers.engine_harness import WAIT_S, Dialogue, EngineHarness, watch_batches
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.memory_kinds import write_tiny_gemma3, write_tiny_lfm2

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.engine.sequences.sequence import Sequence
    from app.core.protocol import Pending, RestoreChat

LONG = "Tell me of the sea, and of the ships that sail on it. " * 20


def chat_of_three(harness: EngineHarness, chat: str) -> Dialogue:
    dialogue = Dialogue(ChatKey(chat)).system("You are a patient guide. " * 4)
    for question in (LONG[:300], "And of the hills? " * 5, "Then?"):
        harness.turn(dialogue, question)
    return dialogue


def wait_until_stored(harness: EngineHarness, chat: str) -> None:
    """Wait until what was precomputed of a chat is on disk and out of the context."""
    while True:
        harness.post(ReportMemory())
        report = harness.wait(MemoryReport)
        assert harness.store.flush(60.0)
        found = {memory.chat: memory for memory in report.chats}
        if chat in found and found[ChatKey(chat)].residency == "disk":
            return


@pytest.mark.parametrize("write", [write_tiny_llama, write_tiny_gemma3, write_tiny_lfm2])
def test_a_chat_that_was_read_ahead_is_restored_as_if_it_had_been_talked_in(
    tmp_path: Path, write: Callable[[Path], Path]
) -> None:
    model = write(tmp_path / "m.gguf")
    with EngineHarness(tmp_path / "elsewhere", model) as harness:
        dialogue = chat_of_three(harness, "1")
        expected = harness.answer(Dialogue(ChatKey("1"), [*dialogue.messages]).user("Go on."))[0]
    with EngineHarness(tmp_path / "a", model) as harness:
        harness.post(PrecomputeChat(dialogue.chat, tuple(dialogue.messages)))
        wait_until_stored(harness, "1")
        assert not any(isinstance(event, ChatRestored) for event in harness.seen)
        restored = harness.open(dialogue)
        assert restored.source is PrefixSource.DISK
        assert restored.n_cached >= restored.n_prompt - 30
        assert harness.answer(dialogue.user("Go on."))[0] == expected


def test_several_chats_are_read_one_after_the_other(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        for number in range(6):  # more than the context has sequences
            messages = tuple(Dialogue().user(f"{number} {LONG}").messages)
            harness.post(PrecomputeChat(ChatKey(str(number)), messages))
        for number in range(6):
            wait_until_stored(harness, str(number))


def test_an_answer_comes_first_and_what_was_left_is_read_afterwards(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches = watch_batches(monkeypatch)
    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=4096) as harness:
        # Taken together: the engine has not begun with the first when the question comes.
        harness.engine.post(PrecomputeChat(ChatKey("0"), tuple(Dialogue().user(LONG).messages)))
        for number in range(1, 4):
            messages = tuple(Dialogue().user(f"{number} {LONG}").messages)
            harness.post(PrecomputeChat(ChatKey(str(number)), messages))
        mine = Dialogue(ChatKey("mine")).user("Hello.")
        text, finished = harness.answer(mine)
        assert text
        assert finished.problem is None
        for number in range(4):
            wait_until_stored(harness, str(number))
        harness.post(ReportMemory())
        report = harness.wait(MemoryReport)
        live = [memory.chat for memory in report.chats if memory.residency == "live"]
        assert live == [ChatKey("mine")]
    chats = [[chat for chat, _n_tokens in batch] for batch in batches]
    first, last = chats.index(["mine"]), len(chats) - 1 - chats[::-1].index(["mine"])
    assert all(batch == ["mine"] for batch in chats[first : last + 1])
    assert {chat for batch in chats[last + 1 :] for chat in batch} >= {"1", "2", "3"}


def test_a_chat_in_the_context_gives_no_room_to_what_is_read_ahead(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=1280) as harness:
        dialogue = Dialogue(ChatKey("mine"))
        harness.turn(dialogue, LONG[:600])
        harness.post(PrecomputeChat(ChatKey("2"), tuple(Dialogue().user(LONG).messages)))
        harness.post(PrecomputeChat(ChatKey("3"), tuple(Dialogue().user(LONG[:100]).messages)))
        wait_until_stored(harness, "3")
        batches = watch_batches(monkeypatch)
        finished = harness.turn(dialogue, "Go on.")
        assert finished.stats.n_reused > 300
        assert finished.stats.n_restored == 0
        harness.post(ForgetChat(dialogue.chat))  # makes room
        wait_until_stored(harness, "2")
    assert {chat for batch in batches for chat, _n in batch} == {"mine", "2"}


def test_a_chat_in_the_context_is_left_alone(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        dialogue = chat_of_three(harness, "1")
        harness.post(PrecomputeChat(dialogue.chat, tuple(dialogue.messages[:2])))
        finished = harness.turn(dialogue, "Go on.")
    assert finished.stats.n_prompt - finished.stats.n_reused < 60


def test_a_command_that_comes_while_a_chat_is_opened_does_not_cost_it_its_restore(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = write_tiny_lfm2(tmp_path / "m.gguf")  # its memory cannot be cut, only lost
    with EngineHarness(tmp_path / "a", model) as harness:
        dialogue = chat_of_three(harness, "1")
    has_read = threading.Event()
    advance, restore_chat = IdleWork.advance, ChatRestorer.restore

    def advance_and_tell(idle_work: IdleWork, sequence: Sequence) -> None:
        advance(idle_work, sequence)
        if idle_work._now is None:
            has_read.set()

    def restore_until_rows_are_here(
        chat_restorer: ChatRestorer, pending: Pending[RestoreChat]
    ) -> None:
        restore_chat(chat_restorer, pending)
        for sequence in chat_restorer._sequences:
            assert sequence.fetching is not None
            sequence.fetching.loaded.result(WAIT_S)
        harness.post(ForgetChat(ChatKey("3")))

    monkeypatch.setattr(IdleWork, "advance", advance_and_tell)
    monkeypatch.setattr(ChatRestorer, "restore", restore_until_rows_are_here)
    with EngineHarness(tmp_path / "a", model) as harness:
        harness.post(PrecomputeChat(ChatKey("2"), tuple(Dialogue().user(LONG).messages)))
        assert has_read.wait(WAIT_S)
        assert harness.open(dialogue).source is PrefixSource.DISK
