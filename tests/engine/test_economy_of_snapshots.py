"""What of a memory that cannot be cut is written while one chats, and what is at hand without it.

How fast reading is decides, so each test says it.
Longer than other files: each kind of memory is chatted with in every way that writes states.
"""

from __future__ import annotations

import shutil
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from app.core.conversations.texts.chat_text import names_alone, words_read
from app.core.engine.answers.batch_results import BatchResults
from app.core.engine.memory.save_plan import LOSS_S, NOTICED_S, WORTH_S, SnapshotWorth
from app.core.engine.memory.stored_model import StoredModel
from app.core.engine.restoring import resting_chats, saver
from app.core.engine.restoring.saver import Saver
from app.core.kvstore.pool import Pool
from app.core.kvstore.store import KVStore
from app.core.kvstore.writing import quota
from app.core.kvstore.writing.publisher import FileToWrite, Publisher
from app.core.llama import Model
from app.core.llama.gguf_file import sample_digest
from app.core.messages import Attachment, Role
from app.core.protocol import (
    ChatKey,
    CompareContinuations,
    DropMemory,
    InspectionEnded,
    Limits,
    PrefixSource,
    SetMemoryChoice,
)
from tests.helpers.engine_harness import Dialogue, EngineHarness
from tests.helpers.memory_kinds import Kind, kinds

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.engine.batch.scheduler import Share
    from app.core.engine.sequences.sequence import Sequence
    from app.core.protocol import AnswerFinished

N_TURNS = 20
QUESTION = "And what of number {}?"
FLUSH_S = 30.0
FAST, SLOW = SnapshotWorth(1 / 300), SnapshotWorth(1 / 30)


@pytest.fixture(params=[kind for kind in kinds() if kind.has_snapshots], ids=str)
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    return found


@pytest.fixture
def model(kind: Kind, tmp_path: Path) -> Path:
    return kind.write(tmp_path / "m.gguf")


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list that grows: the end of each snapshot that is handed to the store."""
    ends: list[int] = []
    save = Saver._save_segment

    def watched(saver: Saver, sequence: Sequence, end: int, state: Any, **how: bool) -> bool:
        if how.get("with_snapshot"):
            ends.append(end)
        return save(saver, sequence, end, state, **how)

    monkeypatch.setattr(Saver, "_save_segment", watched)
    return ends


def _turns(harness: EngineHarness, n_turns: int = N_TURNS, chat: str = "1") -> Dialogue:
    dialogue = Dialogue(ChatKey(chat))
    for number in range(n_turns):
        harness.turn(dialogue, QUESTION.format(number))
    harness.wait_until_idle()
    return dialogue


def _snapshots(folder: Path) -> list[Path]:
    return list((folder / "kv").rglob("*.kss"))


def _n_bytes(folder: Path) -> int:
    """Return the bytes of stored rows and states."""
    found = sum(file.stat().st_size for file in (folder / "kv").rglob("*.k*"))
    assert found
    return found


def _n_missing(harness: EngineHarness, dialogue: Dialogue) -> int:
    opened = harness.open(dialogue)
    return opened.n_prompt - opened.n_cached


def _n_read(finished: AnswerFinished) -> int:
    stats = finished.stats
    return stats.n_prompt - stats.n_reused - stats.n_restored


def test_many_short_turns_write_few_snapshots_and_keep_two(
    kind: Kind, model: Path, tmp_path: Path, written: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Saver, "worth", FAST)
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        dialogue = _turns(harness)
        assert len(written) <= 3
        n_chatting = len(written)
    assert len(written) - n_chatting <= 2
    assert 1 <= len(_snapshots(tmp_path / "a")) <= 2
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        opened = harness.open(dialogue)
        assert opened.source is PrefixSource.DISK
        assert opened.n_prompt - opened.n_cached < 5
    edited = Dialogue(messages=dialogue.messages[:-2])
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        _text, finished = harness.answer(edited.user("And what else?"))
        least = FAST.least  # what is worth a snapshot
        assert _n_read(finished) < least + 60


def test_a_second_and_a_third_chat_are_stored_once_another_is_opened(
    kind: Kind, model: Path, tmp_path: Path, written: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Saver, "worth", FAST)
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        chats = [_turns(harness, 2, chat) for chat in ("1", "2", "3")]
        harness.wait_until_idle()
        n_written = len(written)
    assert (n_written, len(written)) == (2, 3)
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        for chat in chats:
            opened = harness.open(chat)
            assert opened.n_prompt - opened.n_cached < 5


def test_a_large_state_is_stored_once_a_user_would_notice_that_it_is_missing(
    kind: Kind, model: Path, tmp_path: Path, written: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Saver, "worth", FAST)
    monkeypatch.setattr(saver, "_SMALL_BYTES", 0)
    n_noticed = round(NOTICED_S / FAST.seconds_per_token)
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        dialogue = _turns(harness, 2)
    assert not written
    while not written:
        with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
            harness.turn(dialogue, QUESTION.format(len(dialogue.messages)))
            n_prompt = harness.open(dialogue).n_prompt
        assert n_prompt < 2 * n_noticed
    assert max(written) >= n_noticed
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        assert harness.open(dialogue).source is PrefixSource.DISK


def test_twenty_short_chats_about_a_document_store_no_large_state_of_their_own(
    kind: Kind, model: Path, tmp_path: Path, written: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Saver, "worth", FAST)
    monkeypatch.setattr(saver, "_SMALL_BYTES", 0)
    report = Attachment("report.pdf", "The sea rose by four feet. " * 40)
    for number in range(20):
        said = words_read(f"Who is number {number}?", (report,), (), names_alone)
        about = Dialogue(ChatKey(f"{number}"), [said.as_message(Role.USER)])
        with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
            finished = harness.answer(about, max_tokens=8)[1]
            harness.wait_until_idle()
        if not number:
            n_bytes = _n_bytes(tmp_path / "a")
        else:
            assert _n_read(finished) < 60
    assert len(written) <= 3
    assert _n_bytes(tmp_path / "a") <= 1.1 * n_bytes


def test_of_short_chats_about_a_document_the_newest_keeps_its_large_state_and_pinned_ones(
    kind: Kind, model: Path, tmp_path: Path, written: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Saver, "worth", SnapshotWorth(1 / 10))
    monkeypatch.setattr(quota, "_LARGE_BYTES", 0)
    report = Attachment("report.pdf", "The sea rose by four feet. " * 50)
    chats: list[Dialogue] = []
    for number in range(20):
        said = words_read(f"Who is number {number}?", (report,), (), names_alone)
        chats.append(Dialogue(ChatKey(f"{number}"), [said.as_message(Role.USER)]))
        with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
            text, finished = harness.answer(chats[-1], max_tokens=8)
            chats[-1].assistant(text, finished)
            harness.wait_until_idle()
            if number == 1:
                harness.post(SetMemoryChoice(ChatKey("1"), is_pinned=True))
    assert len(written) >= 20
    assert len(_snapshots(tmp_path / "a")) == 3  # of the document, the pinned chat and the newest
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        n_missing = [_n_missing(harness, chats[number]) for number in (0, 1, 19)]
        assert n_missing[0] < 100
        assert max(n_missing[1:]) < 5
        harness.turn(chats[0], "And then?")  # stored whole again, although its end was deleted
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        assert _n_missing(harness, chats[0]) < 5


def test_on_a_slow_disk_that_takes_one_state_at_a_time_the_end_is_stored_after_the_turn(
    kind: Kind, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Saver, "worth", SnapshotWorth(1 / 100))
    sizes: list[int] = []
    save, begin, write = KVStore.save, Pool.__init__, Publisher.write

    def measured(*args: Any, **fields: Any) -> Any:
        layout, blob = args[2], np.frombuffer(fields["blob"], np.uint8)
        _found, snapshot_at = layout.sections_of(blob)
        n_bytes = len(fields["token_ids"]) * layout.bytes_per_token + blob.size - snapshot_at
        sizes.append(min(blob.size, n_bytes))
        return save(*args, **fields)

    monkeypatch.setattr(StoredModel, "longest_segment", property(lambda _self: 64))

    monkeypatch.setattr(KVStore, "save", measured)
    with EngineHarness(tmp_path / "first", model, **kind.load) as harness:
        _turns(harness, 6)

    def small(pool: Pool, limit_bytes: int) -> None:
        begin(pool, min(limit_bytes, max(sizes)))

    def slowly(publisher: Publisher, part: FileToWrite) -> None:
        time.sleep(0.1)
        write(publisher, part)

    monkeypatch.setattr(Pool, "__init__", small)
    monkeypatch.setattr(Publisher, "write", slowly)
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        dialogue = _turns(harness, 6)
    assert len(_snapshots(tmp_path / "a")) == 2
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        opened = harness.open(dialogue)
    assert opened.n_prompt - opened.n_cached < 5


def test_the_chat_used_last_is_stored_once_it_was_quiet_for_a_while(
    kind: Kind, model: Path, tmp_path: Path, written: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Saver, "worth", FAST)
    monkeypatch.setattr(resting_chats, "QUIET_S", 0.2)
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        _turns(harness, 2)
        while not written:
            harness.wait_until_idle()
        harness.wait_until_idle()
        assert len(written) == 1


def test_a_crash_at_any_moment_costs_a_few_seconds_of_reading(
    kind: Kind, model: Path, tmp_path: Path, written: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Saver, "worth", SLOW)
    n_behind: list[int] = []
    advance = BatchResults._advance

    def watched(results: BatchResults, share: Share, s_per_token: float) -> None:
        advance(results, share, s_per_token)
        if share.sequence.answer is not None and share.sequence.answer.generated:
            n_behind.append(share.sequence.n_cached - max(written, default=0))

    monkeypatch.setattr(BatchResults, "_advance", watched)
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        dialogue = Dialogue().user("Tell me of the sea. " * 4)
        while len(written) < 4:
            said, finished = harness.answer(dialogue, max_tokens=400)
            dialogue.assistant(said, finished).user("Go on, and tell me more of it.")
        assert harness.store.flush(FLUSH_S)
        crashed = tmp_path / "crashed"
        shutil.copytree(tmp_path / "a" / "kv", crashed / "kv")
        n_stored = max(written)
    assert max(n_behind) * SLOW.seconds_per_token < LOSS_S + 0.5  # the head of an answer
    del dialogue.messages[-1]
    with EngineHarness(crashed, model, **kind.load) as harness:
        opened = harness.open(dialogue)
    assert opened.n_cached == n_stored + 1  # the token that proves it


def test_stopping_editing_and_answering_anew_need_no_disk(
    kind: Kind, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Saver, "worth", FAST)
    long_question = "Tell me of the sea, and of the ships, and of the hills. " * 12
    assert len(long_question) / 300 > WORTH_S
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        dialogue = _turns(harness, 3)
        dialogue.user(long_question)
        _text, first = harness.answer(dialogue)
        text, again = harness.answer(dialogue)
        assert (again.stats.n_restored, _n_read(again) < 20) == (0, True)
        edited = Dialogue(messages=dialogue.messages[:-1]).user("Something else, then.")
        _text, other = harness.answer(edited)
        assert (other.stats.n_restored, _n_read(other) < 60) == (0, True)
    with EngineHarness(tmp_path / "b", model, **kind.load) as harness:
        assert harness.answer(dialogue)[0] == text
        assert harness.answer(Dialogue(messages=edited.messages))[0] == _text
    assert first.finish_reason is again.finish_reason


def test_a_comparison_costs_a_chat_that_is_not_stored_yet_its_last_turn_at_most(
    kind: Kind, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Saver, "worth", FAST)
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        dialogue = _turns(harness, 6)
        messages, vocabulary = tuple(dialogue.messages[:-1]), sample_digest(str(model))
        harness.post(
            CompareContinuations(dialogue.chat, messages, (), (40, 41), 8, vocabulary=vocabulary)
        )
        assert not harness.wait(InspectionEnded).problem
        assert _n_read(harness.turn(dialogue, "Go on.")) < 120


def test_what_was_deleted_is_stored_again_only_once_the_chat_goes_on(
    kind: Kind, model: Path, tmp_path: Path, written: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Saver, "worth", FAST)
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        dialogue = _turns(harness, 3)
        harness.post(DropMemory(dialogue.chat))
    assert (written, _snapshots(tmp_path / "a")) == ([], [])
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        harness.turn(dialogue, QUESTION)
        harness.post(DropMemory(dialogue.chat))
        harness.turn(dialogue, QUESTION)
    assert len(_snapshots(tmp_path / "a")) == 1


def test_a_long_answer_leaves_where_its_turn_begins_to_be_stored(
    kind: Kind, model: Path, tmp_path: Path, written: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Segments of its rows alone, which are full on the way, do not get ahead of that."""
    worth = SnapshotWorth(1 / 600)
    monkeypatch.setattr(Saver, "worth", worth)
    monkeypatch.setattr(StoredModel, "longest_segment", 256)
    monkeypatch.setattr(Model, "is_end", lambda _model, _token: False)
    dialogue = Dialogue(ChatKey("1")).user("Tell me of the sea, please. " * 50)
    with EngineHarness(tmp_path / "a", model, n_ctx=4096, **kind.load) as harness:
        _text, finished = harness.answer(dialogue, max_tokens=500)
    n_prompt = finished.stats.n_prompt
    assert n_prompt > worth.least
    assert len(written) == 2
    assert n_prompt - 16 < written[0] < n_prompt
    with EngineHarness(tmp_path / "a", model, n_ctx=4096, **kind.load) as harness:
        _text, finished = harness.answer(dialogue, max_tokens=4)
    assert _n_read(finished) < 20


def test_a_chat_that_another_one_goes_on_from_keeps_the_snapshot_of_its_end(
    kind: Kind, model: Path, tmp_path: Path, written: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Saver, "worth", SLOW)
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        first = _turns(harness, 8)
        assert len(written) > 2
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        other = Dialogue(ChatKey("2"), messages=list(first.messages))
        for number in range(16):
            harness.turn(other, QUESTION.format(number))
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        for chat in (first, other):
            opened = harness.open(chat)
            assert opened.n_prompt - opened.n_cached < 5


def test_a_chat_whose_beginning_was_deleted_for_want_of_room_is_stored_whole_when_it_rests(
    kind: Kind, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Saver, "worth", SLOW)
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        dialogue = _turns(harness, 8)
        assert _snapshots(tmp_path / "a")
        for budget in (0, None):
            harness.store.limit(Limits(budget_bytes=budget, reserve_bytes=0))
            assert harness.store.flush(FLUSH_S)
        assert not _snapshots(tmp_path / "a")
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        opened = harness.open(dialogue)
    is_windowed = kind.name == "lfm2-window"  # its rows before the window are gone for good
    assert (opened.n_prompt - opened.n_cached < 5) is not is_windowed


def test_a_state_that_is_too_large_to_hold_is_stored_at_once(
    kind: Kind, model: Path, tmp_path: Path, written: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Saver, "worth", FAST)
    monkeypatch.setattr(saver, "_PART_HELD", 1 << 40)
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        dialogue = _turns(harness, 3)
        assert len(written) == 2  # the third waits for its witness
    assert len(written) == 3
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        opened = harness.open(dialogue)
    assert opened.n_prompt - opened.n_cached < 5
