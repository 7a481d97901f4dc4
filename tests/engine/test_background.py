"""Chats are precomputed when there is nothing else to do, and never when there is."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from app.core.engine.chat_restorer import ChatRestorer
from app.core.engine.precomputer import Precomputer
from app.core.protocol import (
    ChatKey,
    ChatRestored,
    ForgetChat,
    MemoryReport,
    PrecomputeChat,
    PrefixSource,
    ReportMemory,
)
from tests.helpers.engine_harness import WAIT_S, Dialogue, EngineHarness
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.memory_kinds import write_tiny_gemma3, write_tiny_lfm2

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.engine.sequences.sequence import Sequence
    from app.core.protocol import RestoreChat

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


def test_an_answer_comes_first_and_what_was_left_is_not_read_any_more(tmp_path: Path) -> None:
    model = write_tiny_llama(tmp_path / "m.gguf", n_layers=8, n_embd=256, n_ff=512, n_ctx=16384)
    with EngineHarness(tmp_path / "a", model, n_ctx=16384) as harness:
        long = tuple(Dialogue().user(LONG * 10).messages)
        for number in range(4):
            harness.post(PrecomputeChat(ChatKey(f"ahead-{number}"), long))
        text, finished = harness.answer(Dialogue(ChatKey("mine")).user("Hello."))
        assert text
        assert finished.problem is None
        harness.post(ReportMemory())
        report = harness.wait(MemoryReport)
        assert [m.chat for m in report.chats if m.residency == "live"] == [ChatKey("mine")]
        read = [m for m in report.chats if m.chat.startswith("ahead") and m.n_tokens > 10_000]
        assert len(read) < 4


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
    finish, restore_chat = Precomputer.finish, ChatRestorer.restore

    def finish_and_tell(precomputer: Precomputer, sequence: Sequence) -> None:
        finish(precomputer, sequence)
        has_read.set()

    def restore_until_rows_are_here(chat_restorer: ChatRestorer, command: RestoreChat) -> None:
        restore_chat(chat_restorer, command)
        for sequence in chat_restorer._sequences:
            assert sequence.fetching is not None
            sequence.fetching.loaded.result(WAIT_S)
        harness.post(ForgetChat(ChatKey("3")))

    monkeypatch.setattr(Precomputer, "finish", finish_and_tell)
    monkeypatch.setattr(ChatRestorer, "restore", restore_until_rows_are_here)
    with EngineHarness(tmp_path / "a", model) as harness:
        harness.post(PrecomputeChat(ChatKey("2"), tuple(Dialogue().user(LONG).messages)))
        assert has_read.wait(WAIT_S)
        assert harness.open(dialogue).source is PrefixSource.DISK
