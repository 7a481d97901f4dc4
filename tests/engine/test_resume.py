"""Saved chats come back: the same numbers, only the new message is read, damage costs only time.

Longer than other files: one test for each way that a chat comes back.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import pytest

from app.core.kvstore.chain import SegmentHash
from app.core.kvstore.records import SaveOutcome
from app.core.kvstore.store import KVStore
from app.core.llama import Context
from app.core.messages import Role
from app.core.protocol import (
    ChatKey,
    ChatMemory,
    ChatRestored,
    DropMemory,
    FinishReason,
    ForgetChat,
    Limits,
    MemoryReport,
    PrefillProgress,
    PrefixSource,
    PromptMessage,
    ReportMemory,
    Residency,
    RestoreChat,
    SetMemoryChoice,
    SetMemoryLimits,
    Stop,
    UnloadModel,
)
from tests.helpers.engine_harness import WAIT_S, Dialogue, EngineHarness
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.memory_kinds import write_tiny_gemma3, write_tiny_lfm2, write_tiny_mamba
from tests.helpers.refusals import refuse_segment

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import ExpectLog

QUESTIONS = ("Tell me of the sea.", "And of the hills?", "What lies between them, then?")


def _three_turns(harness: EngineHarness) -> Dialogue:
    dialogue = Dialogue().system("You are a patient guide. " * 8)
    for question in QUESTIONS:
        harness.turn(dialogue, question)
    return dialogue


def test_a_chat_reopened_in_a_new_engine_is_restored_and_answers_the_same(
    tmp_path: Path, tiny_model: Path
) -> None:
    with EngineHarness(tmp_path / "never-closed", tiny_model) as only:
        expected, _ = only.answer(_three_turns(only).user("Go on."))
    with EngineHarness(tmp_path / "a", tiny_model) as first:
        dialogue = _three_turns(first)
    with EngineHarness(tmp_path / "a", tiny_model) as second:
        restored = second.open(dialogue)
        assert restored.source is PrefixSource.DISK
        assert restored.n_cached >= restored.n_prompt - 32
        text, finished = second.answer(dialogue.user("Go on."))
    assert text == expected
    assert finished.stats.n_restored == restored.n_cached
    assert finished.stats.n_reused == 0
    n_new = finished.stats.n_prompt - finished.stats.n_restored
    assert n_new < 80  # "Go on." with its control tokens, a byte a token


def test_an_answer_without_opening_the_chat_first_restores_as_well(
    tmp_path: Path, tiny_model: Path
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as first:
        dialogue = _three_turns(first)
        untouched = copy.deepcopy(dialogue)
        expected, _ = first.answer(dialogue.user("Go on."))
    with EngineHarness(tmp_path / "a", tiny_model) as second:
        text, finished = second.answer(untouched.user("Go on."))
    assert text == expected
    assert finished.stats.source is PrefixSource.DISK
    assert finished.stats.restore_ms > 0


def test_a_system_prompt_is_shared_between_chats(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as first:
        first.turn(Dialogue(chat=ChatKey("1")).system("Be terse. " * 30), "One?")
    with EngineHarness(tmp_path / "a", tiny_model) as second:
        other = Dialogue(chat=ChatKey("2")).system("Be terse. " * 30)
        finished = second.turn(other, "Two!")
    assert finished.stats.n_restored >= 300


def test_another_model_of_the_same_shape_never_gets_foreign_rows(
    tmp_path: Path, tiny_model: Path
) -> None:
    twin = write_tiny_llama(tmp_path / "twin.gguf", seed=1)
    with EngineHarness(tmp_path / "a", tiny_model) as first:
        dialogue = _three_turns(first)
    with EngineHarness(tmp_path / "a", twin) as second:
        restored = second.open(dialogue)
    assert restored.n_cached == 0
    assert restored.source is PrefixSource.NOT_STORED


def test_the_same_weights_with_another_rope_never_get_the_rows(
    tmp_path: Path, tiny_model: Path
) -> None:
    turned = write_tiny_llama(tmp_path / "turned.gguf", rope_base=50_000.0)
    with EngineHarness(tmp_path / "a", tiny_model) as first:
        dialogue = _three_turns(first)
    with EngineHarness(tmp_path / "a", turned) as second:
        assert second.open(dialogue).n_cached == 0
    copied = tmp_path / "copied.gguf"
    copied.write_bytes(tiny_model.read_bytes())
    with EngineHarness(tmp_path / "a", copied) as third:  # the same content elsewhere
        assert third.open(dialogue).source is PrefixSource.DISK


def test_regenerating_reuses_everything_before_the_answer(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        dialogue = _three_turns(harness)
        first = dialogue.messages.pop()
        text, finished = harness.answer(dialogue)
    assert text == first.text
    assert finished.stats.n_reused == finished.stats.n_prompt - 1


def _segment_files(folder: Path) -> list[Path]:
    return sorted((folder / "kv").rglob("*.kvs"))


@pytest.mark.parametrize("position", [0, 5, 40, 200, 0.25, 0.5, 0.75, -1])
def test_a_flipped_byte_in_any_file_gives_the_same_text_later(
    tmp_path: Path, tiny_model: Path, position: float, expect_log: ExpectLog
) -> None:
    expect_log("kvstore")
    with EngineHarness(tmp_path / "a", tiny_model) as first:
        dialogue = _three_turns(first)
        untouched = copy.deepcopy(dialogue)
        expected, _ = first.answer(dialogue.user("Go on."))
    files = _segment_files(tmp_path / "a")
    assert files
    for file in files:
        data = bytearray(file.read_bytes())
        index = int(position * len(data)) if isinstance(position, float) else position
        data[index] ^= 0x10
        file.write_bytes(data)
    with EngineHarness(tmp_path / "a", tiny_model) as second:
        text, finished = second.answer(untouched.user("Go on."))
    assert text == expected
    assert finished.stats.n_restored == 0
    assert finished.stats.n_reused == 0


def test_a_deleted_store_costs_nothing_but_time(tmp_path: Path, tiny_model: Path) -> None:
    import shutil

    with EngineHarness(tmp_path / "a", tiny_model) as first:
        dialogue = _three_turns(first)
        untouched = copy.deepcopy(dialogue)
        expected, _ = first.answer(dialogue.user("Go on."))
    shutil.rmtree(tmp_path / "a" / "kv")
    with EngineHarness(tmp_path / "a", tiny_model) as second:
        text, finished = second.answer(untouched.user("Go on."))
    assert (text, finished.stats.n_restored) == (expected, 0)


def test_a_continued_answer_goes_on_where_it_was_cut(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        whole, _ = harness.answer(Dialogue(chat=ChatKey("1")).user("Count."), max_tokens=40)
        dialogue = Dialogue(chat=ChatKey("2")).user("Count.")
        begun, cut = harness.answer(dialogue, max_tokens=15)
        assert cut.finish_reason is FinishReason.LENGTH
        rest, finished = harness.answer(dialogue.assistant(begun, cut), max_tokens=25)
    assert begun + rest == whole
    assert finished.stats.n_reused == finished.stats.n_prompt - 1


def test_forgetting_a_chat_removes_its_rows_from_the_disk(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        dialogue = _three_turns(harness)
        assert harness.store.flush(10)
        assert _segment_files(tmp_path / "a")
        harness.post(ForgetChat(dialogue.chat))
        harness.turn(Dialogue(chat=ChatKey("2")), "The engine has come this far.")
        assert harness.store.flush(10)
        assert harness.open(dialogue).n_cached == 0


def test_an_answer_longer_than_a_segment_is_stored_while_it_is_given(
    tmp_path: Path, tiny_model: Path
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=4096) as first:
        dialogue = Dialogue().user("Tell me everything.")
        said, finished = first.answer(dialogue, max_tokens=2500)
        dialogue.assistant(said, finished)
        n_segments = first.store.usage().n_segments
    assert n_segments >= 3
    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=4096) as second:
        assert second.open(dialogue).n_cached >= finished.stats.n_prompt + 2490


def test_clicking_through_many_chats_warms_the_one_that_is_shown(
    tmp_path: Path, tiny_model: Path
) -> None:
    dialogues = [Dialogue(chat=ChatKey(str(number))) for number in range(7)]
    with EngineHarness(tmp_path / "a", tiny_model) as first:
        for dialogue in dialogues:
            first.turn(dialogue, f"Chat {dialogue.chat}: tell me of the sea.")
    with EngineHarness(tmp_path / "a", tiny_model) as second:
        asked = [second.post(RestoreChat(one.chat, tuple(one.messages))) for one in dialogues]
        heard = [second.hear(ChatRestored) for _ in asked]
    told = {one.request: one.what for one in heard}
    assert set(told) == set(asked), "those that nobody looks at any more are answered, too"
    assert told[asked[-1]].source is PrefixSource.DISK


def test_a_chat_that_is_opened_twice_is_never_told_as_unread(
    tmp_path: Path, tiny_model: Path
) -> None:
    """The second click comes while the first restore is under way."""
    dialogue = Dialogue()
    with EngineHarness(tmp_path / "a", tiny_model) as first:
        first.turn(dialogue, "Tell me of the sea.")
    with EngineHarness(tmp_path / "a", tiny_model) as second:
        request = RestoreChat(dialogue.chat, tuple(dialogue.messages))
        asked = [second.post(request) for _click in range(8)]
        told = [second.hear(ChatRestored) for _ in asked]
    results = [one.what for one in told if one.what != request.failed()]
    assert results
    assert all(one.n_cached == results[0].n_cached > 0 for one in results)


def test_rows_the_store_refuses_are_not_copied_again_for_every_token(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies: list[int] = []
    state = Context.state

    def counted(self: Context, seq_id: int) -> object:
        copies.append(seq_id)
        return state(self, seq_id)

    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        monkeypatch.setattr(Context, "state", counted)
        monkeypatch.setattr(
            KVStore, "save", lambda *_a, **_n: (SaveOutcome.DROPPED, SegmentHash(b""))
        )
        harness.answer(Dialogue().system("Be brief. " * 20).user("Go."), max_tokens=100)
    assert len(copies) <= 4


def test_a_dropped_chat_is_stored_again_when_it_goes_on(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as first:
        dialogue = _three_turns(first)
        first.post(DropMemory(dialogue.chat))
        assert report(first).used_bytes == 0
        first.turn(dialogue, "Go on.")
    with EngineHarness(tmp_path / "a", tiny_model) as second:
        restored = second.open(dialogue)
    assert restored.n_cached >= restored.n_prompt - 4


def test_a_chat_that_is_switched_off_is_not_stored_until_it_is_on_again(
    tmp_path: Path, tiny_model: Path
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as first:
        first.post(SetMemoryChoice(ChatKey("1"), is_off=True))
        dialogue = _three_turns(first)
        assert report(first).used_bytes == 0
        assert next(chat for chat in report(first).chats).is_off
        first.post(SetMemoryChoice(ChatKey("1"), is_off=False))
        first.turn(dialogue, "Go on.")
    with EngineHarness(tmp_path / "a", tiny_model) as second:
        restored = second.open(dialogue)
    assert restored.n_cached >= restored.n_prompt - 4


def test_the_residency_of_a_chat_and_what_it_will_take_are_told(
    tmp_path: Path, tiny_model: Path
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as first:
        dialogue = _three_turns(first)
        (chat,) = report(first).chats
        assert chat.residency is Residency.LIVE
        assert chat.models == ("Tiny",)
        first.post(UnloadModel())
        assert report(first).chats[0].residency is Residency.COLD
    with EngineHarness(tmp_path / "a", tiny_model) as second:
        (chat,) = report(second).chats
        assert chat.residency is Residency.DISK
        assert chat.n_bytes == report(second).used_bytes > 0
        second.open(dialogue)
        assert report(second).chats[0].residency is Residency.LIVE
        assert report(second).chats[0].expected_ms >= 0


def report(harness: EngineHarness) -> MemoryReport:
    """Return the memory as it is when everything asked for so far is done."""
    harness.post(ReportMemory())
    harness.wait(MemoryReport)
    assert harness.store.flush(60.0)
    harness.post(ReportMemory())
    return harness.wait(MemoryReport)


def test_what_the_store_refused_in_the_middle_of_a_chat_is_stored_with_what_follows(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_segment(monkeypatch, 2)
    with EngineHarness(tmp_path / "a", tiny_model) as first:
        dialogue = Dialogue()
        for number in range(4):
            first.turn(dialogue, f"Sentence number {number}, with some more words to read. " * 4)
            assert first.store.flush(30)
        use = first.store.overview().chats[0]
    with EngineHarness(tmp_path / "a", tiny_model) as second:
        restored = second.open(dialogue)
    assert restored.n_cached >= restored.n_prompt - 32
    assert use.n_tokens >= restored.n_cached


def test_dropping_a_chat_of_snapshots_right_after_a_cut_answer_does_not_end_its_storing(
    tmp_path: Path,
) -> None:
    model = write_tiny_lfm2(tmp_path / "m.gguf")
    with EngineHarness(tmp_path / "a", model) as first:
        dialogue = Dialogue()
        first.turn(dialogue, "One?", max_tokens=4)
        first.post(DropMemory(dialogue.chat))
        first.turn(dialogue, "And two?")
        first.turn(dialogue, "And three?")
        assert first.store.flush(30)
        assert first.problems == []
    with EngineHarness(tmp_path / "a", model) as second:
        restored = second.open(dialogue)
    assert restored.source is PrefixSource.DISK
    assert restored.n_cached > restored.n_prompt // 2


@pytest.mark.parametrize(
    "write", [write_tiny_llama, write_tiny_mamba, write_tiny_gemma3, write_tiny_lfm2]
)
def test_after_many_edits_in_a_small_budget_the_branch_that_is_shown_comes_back(
    tmp_path: Path, write: Callable[[Path], Path]
) -> None:
    model = write(tmp_path / "model.gguf")

    def edited(number: int) -> Dialogue:
        return Dialogue().user(f"Edit {number} " + "word by word it goes on and on. " * 10)

    with EngineHarness(tmp_path / "one", model) as alone:
        alone.turn(edited(0), "Go on.")
    n_bytes = sum(path.stat().st_size for path in (tmp_path / "one" / "kv").rglob("*.k?s"))
    limits = Limits(budget_bytes=2 * n_bytes, reserve_bytes=0)
    with EngineHarness(tmp_path / "a", model) as first:
        first.post(SetMemoryLimits(limits))
        for number in range(6):
            dialogue = edited(number)
            first.turn(dialogue, "Go on.")
    with EngineHarness(tmp_path / "a", model) as second:
        restored = second.open(dialogue)
    assert restored.source is PrefixSource.DISK
    assert restored.n_cached >= restored.n_prompt - 16
    assert not first.problems


def _memory_of(harness: EngineHarness, dialogue: Dialogue) -> ChatMemory:
    harness.store.flush(WAIT_S)
    harness.post(ReportMemory())
    report = harness.wait(MemoryReport)
    return next(one for one in report.chats if one.chat == dialogue.chat)


def _told(chat: str, n_turns: int) -> Dialogue:
    """A chat from elsewhere: no token of it was ever computed here."""
    dialogue = Dialogue(chat=ChatKey(chat)).system("Be terse. " * 30)
    for _ in range(n_turns):
        dialogue.user("Tell me of the sea. " * 4)
        dialogue.messages.append(PromptMessage(Role.ASSISTANT, "It is wide and deep. " * 4))
    return dialogue


def test_a_chat_is_in_memory_only_once_all_but_its_last_message_is_computed(
    tmp_path: Path, tiny_model: Path
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.turn(_told("1", 0), "One?")
        imported = _told("2", 4)
        opened = harness.open(imported)
        assert 300 <= opened.n_cached < opened.n_prompt // 2  # the system prompt of the first
        memory = _memory_of(harness, imported)
        assert memory.residency is Residency.COLD
        assert memory.expected_ms > 0
        harness.turn(imported, "And now?")
        assert _memory_of(harness, imported).residency is Residency.LIVE
        # Another version of an early message is shown.
        edited = _told("2", 4)
        edited.messages[1] = PromptMessage(Role.USER, "Tell me of the hills.")
        harness.open(edited)
        assert _memory_of(harness, edited).residency is Residency.COLD
        # The answer is given once more: all before it is there.
        harness.open(imported)
        harness.answer(Dialogue(imported.chat, imported.messages[:-1]))
        assert _memory_of(harness, imported).residency is Residency.LIVE


def test_a_chat_whose_reading_was_stopped_is_not_in_memory(
    tmp_path: Path, tiny_model: Path
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=8192) as harness:
        dialogue = _told("1", 30).user("And now?")
        request = harness.ask(dialogue)
        harness.wait(PrefillProgress)
        harness.post(Stop(request))
        _text, finished = harness.collect(request)
        assert not finished.stats.n_generated  # it was not read to the end
        memory = _memory_of(harness, dialogue)
    assert memory.residency is Residency.COLD


@pytest.mark.parametrize(
    "write", [write_tiny_llama, write_tiny_mamba, write_tiny_gemma3, write_tiny_lfm2]
)
def test_after_a_restart_a_chat_is_on_disk_only_if_its_branch_is(
    tmp_path: Path, write: Callable[[Path], Path]
) -> None:
    model = write(tmp_path / "model.gguf")
    half, whole, edited = _told("1", 30), _told("2", 2), _told("3", 2)
    half.user("And now?")
    with EngineHarness(tmp_path / "a", model, n_ctx=8192) as first:
        first.turn(whole, "And now?")
        first.turn(edited, "And now?")
        edited = _told("3", 2)  # another branch, which nobody has read
        edited.messages[1] = PromptMessage(Role.USER, "Tell me of the hills.")
        first.open(edited)
        request = first.ask(half)
        first.wait(PrefillProgress)
        first.post(Stop(request))
        first.collect(request)
    with EngineHarness(tmp_path / "a", model, n_ctx=8192) as second:
        assert _memory_of(second, whole).residency is Residency.DISK
        for dialogue in (half, edited):
            memory = _memory_of(second, dialogue)
            assert memory.n_tokens > 0  # something of it is stored
            assert memory.residency is Residency.COLD
            assert memory.expected_ms > 0
        second.turn(edited, "Go on.")
    with EngineHarness(tmp_path / "a", model, n_ctx=8192) as third:
        assert _memory_of(third, edited).residency is Residency.DISK
        restored = third.open(edited)
    assert restored.n_cached >= restored.n_prompt - 16


def test_a_chat_that_another_model_answered_is_not_on_disk_for_this_one(
    tmp_path: Path, tiny_model: Path
) -> None:
    other = write_tiny_mamba(tmp_path / "other.gguf")
    dialogue = _told("1", 2)
    with EngineHarness(tmp_path / "a", tiny_model) as first:
        first.turn(dialogue, "And now?")
    with EngineHarness(tmp_path / "a", other) as second:
        memory = _memory_of(second, dialogue)
        assert memory.residency is Residency.COLD
        assert memory.n_bytes > 0
    with EngineHarness(tmp_path / "a", tiny_model) as third:
        assert _memory_of(third, dialogue).residency is Residency.DISK
