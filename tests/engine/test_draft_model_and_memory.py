"""What a draft model has read of chats is stored and comes back, or is made again."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from app.core.engine import model_identity
from app.core.engine.drafting.draft import NO_DRAFT
from app.core.engine.drafting.drafter import Drafter
from app.core.engine.memory.stored_model import StoredModel
from app.core.engine.restoring.saver import Saver
from app.core.engine.speculation.draft_model import DraftModel
from app.core.protocol import (
    AnswerFinished,
    Call,
    ChatKey,
    FinishReason,
    Generate,
    ModelIdentified,
    PrefixSource,
    RequestId,
)
from tests.helpers.engine_harness import GREEDY, EngineHarness
from tests.helpers.foretold import DRAFTED, LLAMA, PLAIN, ROLLING_BACK, dialogue
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.said_alone import Alone
from tests.helpers.stepped_runner import SteppedRunner
from tests.helpers.waiting import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.engine.sequences.sequence import Sequence
    from app.core.engine.speculation.draft_rows import FollowedChat
    from tests.conftest import ExpectLog
    from tests.helpers.engine_harness import Dialogue
    from tests.helpers.memory_kinds import Kind

CUT_ANYWHERE = [kind for kind in ROLLING_BACK if not kind.has_snapshots]
LONG = "Say something of the sea. " * 20


@pytest.fixture(autouse=True)
def _no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drafted from the text of a chat itself, so that the model does it."""
    monkeypatch.setattr(Drafter, "draft", lambda *_args, **_names: NO_DRAFT)


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """A model with the same vocabulary that says something else."""
    return write_tiny_llama(tmp_path / "other.gguf", n_embd=32, n_heads=2, seed=5)


def spoken(folder: Path, model: Path, draft: Path | None) -> tuple[Dialogue, AnswerFinished]:
    """Return a chat with a long question and an answer, which were stored."""
    one = dialogue(0, LONG)
    draft_model = "" if draft is None else str(draft)
    with SteppedRunner(folder, model, draft_model=draft_model) as runner:
        text, finished = runner.answer(one, **DRAFTED, max_tokens=40)
        if draft is not None:
            runner.rest()
    return one.assistant(text, finished), finished


def draft_model_of(harness: EngineHarness) -> DraftModel:
    assert harness.engine._runner is not None
    draft_model = harness.engine._runner._draft_model
    assert isinstance(draft_model, DraftModel)
    return draft_model


def stored_by_draft_model(harness: EngineHarness) -> StoredModel:
    return draft_model_of(harness)._stored


def rows_of(harness: EngineHarness) -> list[FollowedChat]:
    rows = draft_model_of(harness)._rows
    assert rows is not None
    return list(rows)


def is_at_rest(harness: EngineHarness) -> bool:
    """Whether the draft model has read all that it is to follow; it may have just begun to."""
    found = [chat.own for chat in rows_of(harness)]
    return bool(found) and all(
        own.job is None and 0 < own.n_cached == len(own.wanted) for own in found
    )


def rows_in(folder: Path) -> set[Path]:
    return set((folder / "kv").rglob("*.kvs"))


@pytest.mark.parametrize("kind", CUT_ANYWHERE, ids=str)
def test_a_chat_that_is_opened_again_is_drafted_for_at_once(
    tmp_path: Path, tiny_model: Path, kind: Kind
) -> None:
    """Whatever kind of memory the draft model has."""
    draft = kind.write(tmp_path / "draft.gguf")
    one, finished = spoken(tmp_path / "a", tiny_model, draft)
    n_stored = finished.stats.n_prompt + finished.stats.n_generated - 1
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(draft)) as runner:
        counts = runner.read_by_draft_model()
        runner.open(one)
        runner.rest()
        (chat,) = runner.followed
        assert chat.own.origin.source is PrefixSource.DISK
        assert chat.own.n_cached >= n_stored - 1
        assert sum(counts) <= 3, "nothing but the proof"
        request = runner.ask(one.user("And then?"), **DRAFTED, max_tokens=12)
        runner.finish()
    with Alone(tiny_model, LLAMA) as alone:
        stats = alone.confirm(runner.told[request], GREEDY).stats
    assert stats.n_drafted > 0
    assert sum(counts) < 100, "it read the question and what was said, no more"


def test_what_comes_back_drafts_what_a_chat_that_was_read_drafts(
    tmp_path: Path, tiny_model: Path, other: Path
) -> None:
    one, _finished = spoken(tmp_path / "a", tiny_model, other)
    one.user("And then?")
    drafts: list[list[tuple[int, ...]]] = []
    for folder in ("a", "b"):
        with SteppedRunner(tmp_path / folder, tiny_model, draft_model=str(other)) as runner:
            runner.open(one)
            runner.rest()
            n_before = len(runner.drafts)
            runner.answer(one, **DRAFTED, max_tokens=100)
            drafts.append(runner.drafts[n_before:])
    back, read = drafts
    assert len(back) > 20
    assert back[-20:] == read[-20:]


def test_what_is_not_stored_is_read_when_nothing_else_is_to_be_done(
    tmp_path: Path, tiny_model: Path, other: Path
) -> None:
    one, _finished = spoken(tmp_path / "a", tiny_model, None)
    of_main = rows_in(tmp_path / "a")
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(other)) as runner:
        runner.open(one)
        runner.rest()
        (chat,) = runner.followed
        assert chat.own.origin.source is PrefixSource.NOT_STORED
        assert list(chat.own.tokens) == list(chat.main.tokens)
        assert chat.own.saved.end == chat.own.n_cached > 400
        assert not runner.batches or sum(s.end - s.begin for b in runner.batches for s in b) < 3
    assert rows_in(tmp_path / "a") > of_main


def test_reading_gives_way_to_a_question(tmp_path: Path, tiny_model: Path, other: Path) -> None:
    one, _finished = spoken(tmp_path / "a", tiny_model, None)
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(other)) as runner:
        runner.open(one)
        while not runner.followed or not runner.followed[0].own.is_runnable:
            runner.turn()
        counts = runner.read_by_draft_model()
        question = Call(RequestId(1), Generate(ChatKey("1"), tuple(dialogue(1).messages)))
        runner.inbox.put(question)
        runner.draft_model.go_on()
        assert not counts, "a question waits"
        while runner.inbox.take(wait=False) is not question:
            pass
        runner.draft_model.go_on()
        assert counts


def test_damaged_rows_are_not_used_and_made_again(
    tmp_path: Path, tiny_model: Path, other: Path, expect_log: ExpectLog
) -> None:
    expect_log("a stored file is damaged")
    one, _finished = spoken(tmp_path / "a", tiny_model, None)
    of_main = rows_in(tmp_path / "a")
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(other)) as runner:
        runner.open(one)
        runner.rest()
    of_draft = rows_in(tmp_path / "a") - of_main
    assert of_draft
    for path in of_draft:
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 0xFF
        path.write_bytes(data)
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(other)) as runner:
        counts = runner.read_by_draft_model()
        runner.open(one)
        runner.rest()
        assert runner.restored[-1].source is PrefixSource.DISK, "of the model itself"
        (chat,) = runner.followed
        assert sum(counts) > 400, "all of it is read once more"
        assert chat.own.saved.end == chat.own.n_cached == len(chat.main.wanted)
        request = runner.ask(one.user("And then?"), **DRAFTED, max_tokens=12)
        runner.finish()
    with Alone(tiny_model, LLAMA) as alone:
        assert alone.confirm(runner.told[request], GREEDY).stats.n_drafted > 0
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(other)) as runner:
        runner.open(one)
        runner.rest()
        assert runner.followed[0].own.origin.source is PrefixSource.DISK


def test_no_token_that_was_only_drafted_is_ever_saved(
    tmp_path: Path, tiny_model: Path, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StoredModel, "longest_segment", property(lambda _self: 24))
    saved: list[tuple[Sequence, int]] = []
    save_segment = Saver._save_segment

    def watched(saver: Saver, sequence: Sequence, end: int, *args: object, **names: object) -> bool:
        done: bool = save_segment(saver, sequence, end, *args, **names)  # type: ignore[arg-type]
        for chat in runner.followed:
            if chat.own is sequence:
                assert list(sequence.tokens[:end]) == list(chat.main.wanted[:end])
                saved.append((sequence, end))
        return done

    monkeypatch.setattr(Saver, "_save_segment", watched)
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(other)) as runner:
        one = dialogue(0, LONG)
        text, finished = runner.answer(one, **DRAFTED, max_tokens=150)
        assert finished.stats.n_accepted < finished.stats.n_drafted
        n_while_answering = len(saved)
        request = runner.ask(one.assistant(text, finished).user("More?"), **DRAFTED, max_tokens=99)
        runner.step(12)
        runner.runner.stop(request)
        runner.rest()
        assert n_while_answering > 3
        assert len(saved) > n_while_answering


def test_a_chat_whose_answer_was_cut_off_by_the_end_of_the_program_comes_back_right(
    tmp_path: Path, tiny_model: Path, other: Path
) -> None:
    one = dialogue(0, LONG)
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(other)) as runner:
        request = runner.ask(one, **DRAFTED, max_tokens=150)
        runner.step(40)
        assert not runner.is_done
        assert any(one.n_drafted for batch in runner.batches for one in batch)
    told = runner.told[request]
    assert told.finished is not None
    assert told.finished.finish_reason is FinishReason.STOPPED
    one.assistant(told.text, told.finished).user("And then?")
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(other)) as runner:
        request = runner.ask(one, **DRAFTED, max_tokens=30)
        sources = set()
        while not runner.is_done:
            runner.step()
            sources |= {chat.own.origin.source for chat in runner.followed}
        assert PrefixSource.DISK in sources
    with Alone(tiny_model, LLAMA) as alone:
        assert alone.confirm(runner.told[request], GREEDY).stats.n_drafted > 0


def test_of_a_chat_that_is_changed_in_the_middle_the_draft_model_reads_the_rest_anew(
    tmp_path: Path, tiny_model: Path, other: Path
) -> None:
    one, finished = spoken(tmp_path / "a", tiny_model, other)
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(other)) as runner:
        one.user("And then?")
        runner.answer(one, **DRAFTED, max_tokens=30)
        changed = dialogue(0, LONG.replace("sea. Say", "mountain. Say", 12))
        request = runner.ask(changed, **DRAFTED, max_tokens=60)
        runner.finish()
        runner.rest()
        (chat,) = runner.followed
        assert list(chat.own.tokens) == list(chat.main.tokens)
        assert chat.own.n_cached != finished.stats.n_prompt
    with Alone(tiny_model, LLAMA) as alone:
        alone.confirm(runner.told[request], GREEDY)


def test_another_branch_of_a_chat_that_is_opened_is_followed_from_where_it_parts(
    tmp_path: Path, tiny_model: Path, other: Path
) -> None:
    one, _finished = spoken(tmp_path / "a", tiny_model, other)
    changed = dialogue(0, LONG.replace("sea. Say", "mountain. Say", 12))
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(other)) as runner:
        text, finished = runner.answer(changed, **DRAFTED, max_tokens=20)
        runner.rest()
        for branch in (one, changed.assistant(text, finished), one):
            runner.open(branch)
            runner.rest()
            (chat,) = runner.followed
            assert len(chat.main.tokens) > 400
            assert list(chat.own.tokens) == list(chat.main.tokens)


def test_answers_that_park_each_other_go_on_where_they_were(
    tmp_path: Path, tiny_model: Path, other: Path
) -> None:
    dialogues = [dialogue(number, f"Tell me of {number}.") for number in range(2)]
    with SteppedRunner(tmp_path / "a", tiny_model, n_ctx=512, draft_model=str(other)) as runner:
        requests = [runner.ask(one, **DRAFTED, max_tokens=260) for one in dialogues]
        runner.finish()
        assert runner.followed
    with Alone(tiny_model, LLAMA) as alone:
        ends = [alone.confirm(runner.told[request], GREEDY) for request in requests]
    assert all(finished.stats.n_drafted for finished in ends)
    assert runner.told[requests[1]].waits, "it was parked"


def test_a_chat_that_is_forgotten_is_forgotten_by_the_draft_model(
    tmp_path: Path, tiny_model: Path, other: Path
) -> None:
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(other)) as runner:
        runner.answer(dialogue(0, LONG), **DRAFTED, max_tokens=40)
        runner.rest()
        assert runner.followed
        runner.runner.forget(ChatKey("0"))
        assert not runner.followed
        assert runner.store.flush(60)
        assert not runner.store.overview().chats
        request = runner.ask(dialogue(1), **DRAFTED, max_tokens=40)
        runner.finish()
    with Alone(tiny_model, LLAMA) as alone:
        alone.confirm(runner.told[request], GREEDY)


def test_after_a_restart_the_whole_engine_drafts_at_once(
    tmp_path: Path, tiny_model: Path, other: Path
) -> None:
    one = dialogue(0, LONG)
    with EngineHarness(tmp_path / "a", tiny_model, draft_model=str(other)) as harness:
        assert harness.info is not None
        assert harness.info.draft_model
        harness.turn(one, "Go on.", **PLAIN)
        harness.turn(one, "Go on.", **DRAFTED)
        wait_until(lambda: is_at_rest(harness))  # a busy machine leaves it behind the answer
    with EngineHarness(tmp_path / "a", tiny_model, draft_model=str(other)) as harness:
        assert harness.open(one).source is PrefixSource.DISK
        wait_until(lambda: is_at_rest(harness))
        assert [chat.own.origin.source for chat in rows_of(harness)] == [PrefixSource.DISK]
        finished = harness.turn(one, "Go on.", **DRAFTED, max_tokens=4)
        assert finished.stats.n_drafted > 0


def test_after_the_program_was_killed_a_chat_is_drafted_for_at_once(
    tmp_path: Path, tiny_model: Path, other: Path
) -> None:
    """What lies on the disk at that moment is enough."""
    one = dialogue(0, LONG)
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(other)) as runner:
        text, finished = runner.answer(one, **DRAFTED, max_tokens=40)
        runner.step()
        assert runner.store.flush(60)
        shutil.copytree(tmp_path / "a", tmp_path / "killed")
    one.assistant(text, finished)
    with SteppedRunner(tmp_path / "killed", tiny_model, draft_model=str(other)) as runner:
        runner.open(one)
        runner.rest()
        (chat,) = runner.followed
        assert chat.own.origin.source is PrefixSource.DISK
        assert chat.own.n_cached >= finished.stats.n_prompt + finished.stats.n_generated - 2


def test_large_files_are_read_one_after_the_other_and_then_both_models_are_stored(
    tmp_path: Path, tiny_model: Path, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_identity, "BLOCK_BYTES", 1 << 12)
    one = dialogue(0, LONG)
    with EngineHarness(tmp_path / "a", tiny_model, draft_model=str(other)) as harness:
        harness.wait(ModelIdentified)
        wait_until(lambda: stored_by_draft_model(harness).is_identified)
        harness.turn(one, "Go on.", **DRAFTED)
        wait_until(lambda: is_at_rest(harness))
        assert [chat.own.origin.source for chat in rows_of(harness)] == [PrefixSource.LIVE]
    with EngineHarness(tmp_path / "a", tiny_model, draft_model=str(other)) as harness:
        wait_until(lambda: stored_by_draft_model(harness).is_identified)
        harness.open(one)
        wait_until(lambda: is_at_rest(harness))
        assert [chat.own.origin.source for chat in rows_of(harness)] == [PrefixSource.DISK]
