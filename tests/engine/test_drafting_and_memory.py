"""What is stored, parked and cut off of answers whose next tokens are drafted."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from app.core.engine.memory import state_probe
from app.core.engine.memory.stored_model import StoredModel
from app.core.engine.restoring.saver import Saver
from app.core.kvstore.records import Owner
from app.core.kvstore.store import KVStore
from app.core.llama import Batch, Context, DecodeOutcome
from app.core.protocol import FinishReason, PrefixSource
from tests.helpers.engine_harness import GREEDY
from tests.helpers.foretold import (
    DRAFTED,
    FEW,
    FEW_AND_RECURRENT,
    LLAMA,
    PLAIN,
    ROLLING_BACK,
    Foretold,
    dialogue,
    said_plainly,
)
from tests.helpers.said_alone import Alone, require_same
from tests.helpers.stepped_runner import SteppedRunner

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from app.core.engine.sequences.sequence import Sequence
    from tests.helpers.engine_harness import Dialogue
    from tests.helpers.memory_kinds import Kind

ENDING = [kind for kind in ROLLING_BACK if kind.has_snapshots or kind.name in ("llama", "gemma3")]


@pytest.mark.parametrize("kind", ROLLING_BACK, ids=str)
def test_what_was_saved_after_wrong_drafts_comes_back_right(
    tmp_path: Path, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StoredModel, "longest_segment", property(lambda _self: 24))
    model = kind.write(tmp_path / "m.gguf")
    plain = said_plainly(tmp_path / "plain", model, kind, max_tokens=150)
    Foretold(monkeypatch).learn(plain)
    one = dialogue(0)
    with SteppedRunner(tmp_path / "a", model, **kind.load) as runner:
        text, finished = runner.answer(one, **DRAFTED, max_tokens=150)
        assert runner.store.flush(60)
        (sequence,) = runner.runner._sequences
        ends = [end for end, _name in sequence.saved._chain]
        assert max(b - a for a, b in itertools.pairwise([0, *ends])) <= 24
    assert 0 < finished.stats.n_accepted < finished.stats.n_drafted
    one.assistant(text, finished).user("And then?")
    with SteppedRunner(tmp_path / "a", model, **kind.load) as runner:
        request = runner.ask(one, **DRAFTED, max_tokens=30)
        runner.finish()
    with Alone(model, kind) as alone:
        stats = alone.confirm(runner.told[request], GREEDY).stats
    assert stats.source is PrefixSource.DISK
    assert stats.n_restored >= finished.stats.n_prompt + finished.stats.n_generated - 2


@pytest.mark.parametrize("kind", ENDING, ids=str)
def test_an_answer_that_is_stopped_behind_a_wrong_draft_is_saved_as_without_drafts(
    tmp_path: Path, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was drafted and not said is in no state, whichever part of the draft it was."""
    model = kind.write(tmp_path / "m.gguf")
    plain = said_plainly(tmp_path / "plain", model, kind, max_tokens=60)
    Foretold(monkeypatch, share_wrong=0.4).learn(plain)
    saved = _what_is_saved(monkeypatch)
    n_behind_drafts = 0
    with SteppedRunner(tmp_path / "a", model, **kind.load) as runner:
        for number in range(12):
            n_cached = _stop_at(runner, dialogue(f"drafted {number}"), 56 + 8 + number, **DRAFTED)
            (share,) = runner.batches[-1]
            n_behind_drafts += n_cached < share.end + share.n_drafted
            drafted = saved[-1]
            assert _stop_at(runner, dialogue(f"plain {number}"), n_cached, **PLAIN) == n_cached
            assert np.allclose(saved[-1], drafted, atol=0.02)
    assert n_behind_drafts > 3


def _stop_at(runner: SteppedRunner, chat: Dialogue, n_tokens: int, **fields: Any) -> int:
    """Stop an answer when so many tokens are in the context, or more; return how many."""
    request = runner.ask(chat, max_tokens=60, **fields)
    (sequence,) = (one for one in runner.runner._sequences if one.chat == chat.chat)
    while sequence.n_cached < n_tokens:
        runner.step()
    runner.runner.stop(request)
    return sequence.n_cached


def _what_is_saved(monkeypatch: pytest.MonkeyPatch) -> list[NDArray[np.float32]]:
    """Return a list that grows: the numbers of each segment and snapshot that is stored."""
    saved: list[NDArray[np.float32]] = []
    save = KVStore.save

    def watched(*args: Any, **fields: Any) -> Any:
        layout = args[2]
        has_snapshot = fields["with_snapshot"] and layout.needs_snapshot
        end = fields["begin"] + len(fields["token_ids"])
        packed = layout.pack(fields["blob"], fields["begin"], end, with_snapshot=has_snapshot)
        rows = packed.rows.view(np.float16).astype(np.float32)
        state = packed.snapshot.view(np.float32) if has_snapshot else np.empty(0, np.float32)
        saved.append(np.concatenate([rows, state]))
        return save(*args, **fields)

    monkeypatch.setattr(KVStore, "save", watched)
    return saved


@pytest.mark.parametrize("way", ["cut", "in part", "in part, nothing held"])
def test_a_recurrent_memory_goes_back_behind_a_draft_and_to_states_that_are_held(
    tmp_path: Path, way: str
) -> None:
    """llama.cpp would take states for those of tokens that they are not of."""
    (kind,) = (kind for kind in ROLLING_BACK if kind.name == "lfm2")
    with SteppedRunner(tmp_path / "a", kind.write(tmp_path / "m.gguf"), **kind.load) as runner:
        runner.answer(dialogue(0), **PLAIN, max_tokens=20)
        (sequence,) = runner.runner._sequences
        context, live = runner.loaded.context, runner.runner._reuse.live
        n_tokens = sequence.n_cached
        assert context.n_rollback > 2
        if way == "cut":
            live.truncate(sequence, n_tokens - 2)
        else:  # as an abort in the middle of a batch leaves it
            batch = Batch(2)
            batch.add(sequence.seq_id, [70, 71], n_tokens)
            assert context.decode(batch) is DecodeOutcome.DONE
            batch.close()
            if "nothing" in way:
                sequence.saved.states.truncate(0)
            live.roll_back(sequence)
        if "nothing" not in way:
            held = sequence.saved.states.all[-1]
            assert 0 < sequence.n_cached == held.end <= n_tokens
            assert context.positions(sequence.seq_id)[1] == held.end - 1
            assert np.array_equal(context.state(sequence.seq_id, partial=True), held.partial)
        else:
            assert sequence.n_cached == 0
            assert context.positions(sequence.seq_id) == (-1, -1)


@pytest.mark.parametrize("kind", FEW_AND_RECURRENT, ids=str)
def test_of_a_state_that_is_not_understood_no_more_is_saved_than_was_said(
    tmp_path: Path, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state_probe, "detect_layout", lambda *_args: None)
    test_what_was_saved_after_wrong_drafts_comes_back_right(tmp_path, kind, monkeypatch)


@pytest.mark.parametrize("kind", FEW, ids=str)
def test_a_segment_that_an_answer_fills_is_saved_when_it_is_full(
    tmp_path: Path, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not later: of a window that has moved on, its first rows are gone."""
    monkeypatch.setattr(StoredModel, "longest_segment", property(lambda _self: 24))
    model = kind.write(tmp_path / "m.gguf")
    plain = said_plainly(tmp_path / "plain", model, kind, max_tokens=150)
    Foretold(monkeypatch).learn(plain)
    found: list[tuple[int, int]] = []
    state = Saver._state

    def watched(saver: Saver, sequence: Sequence, begin: int, end: int) -> NDArray[np.uint8]:
        if sequence.answer is not None and sequence.answer.generated:
            found.append((end, sequence.n_cached))
        return state(saver, sequence, begin, end)

    monkeypatch.setattr(Saver, "_state", watched)
    with SteppedRunner(tmp_path / "a", model, **kind.load) as runner:
        _text, finished = runner.answer(dialogue(0), **DRAFTED, max_tokens=150)
    assert finished.stats.n_accepted > 50
    ends = [one for one in found if one[0] > plain.stats.n_prompt]
    assert len(ends) > 4
    assert all(end == n_cached for end, n_cached in ends), ends


@pytest.mark.parametrize("kind", FEW_AND_RECURRENT, ids=str)
def test_a_chat_whose_answer_was_cut_off_by_the_end_of_the_program_comes_back_right(
    tmp_path: Path, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StoredModel, "longest_segment", property(lambda _self: 24))
    model = kind.write(tmp_path / "m.gguf")
    plain = said_plainly(tmp_path / "plain", model, kind, max_tokens=150)
    Foretold(monkeypatch).learn(plain)
    one = dialogue(0)
    with SteppedRunner(tmp_path / "a", model, **kind.load) as runner:
        request = runner.ask(one, **DRAFTED, max_tokens=150)
        runner.step(14)
        assert not runner.is_done
    told = runner.told[request]
    assert told.finished is not None  # by the end of the program
    assert told.finished.stats.n_drafted > told.finished.stats.n_accepted
    one.assistant(told.text, told.finished).user("And then?")
    with SteppedRunner(tmp_path / "a", model, **kind.load) as runner:
        request = runner.ask(one, **DRAFTED, max_tokens=30)
        runner.finish()
    with Alone(model, kind) as alone:
        stats = alone.confirm(runner.told[request], GREEDY).stats
    assert stats.source is PrefixSource.DISK


@pytest.mark.parametrize("kind", FEW_AND_RECURRENT, ids=str)
def test_answers_that_park_each_other_go_on_where_they_were(
    tmp_path: Path, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = kind.write(tmp_path / "m.gguf")
    dialogues = [dialogue(number, f"Tell me of {number}.") for number in range(2)]
    with SteppedRunner(tmp_path / "plain", model, n_ctx=512, **kind.load) as runner:
        plain = [runner.answer(one, **PLAIN, max_tokens=260)[1] for one in dialogues]
    foretold = Foretold(monkeypatch)
    for finished in plain:
        foretold.learn(finished)
    with SteppedRunner(tmp_path / "a", model, n_ctx=512, **kind.load) as runner:
        requests = [runner.ask(one, **DRAFTED, max_tokens=260) for one in dialogues]
        runner.finish()
    with Alone(model, kind) as alone:
        ends = [alone.confirm(runner.told[request], GREEDY) for request in requests]
    assert all(finished.stats.n_accepted for finished in ends)
    if FinishReason.END not in {finished.finish_reason for finished in ends}:
        assert runner.told[requests[1]].waits, "it was parked"


# -- what else may happen --


def test_a_batch_that_finds_no_room_is_computed_without_its_drafts(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An idle chat stays in the context for as long as only drafts would need its cells."""
    plain = said_plainly(tmp_path / "plain", tiny_model, LLAMA, max_tokens=120)
    Foretold(monkeypatch, share_wrong=0).learn(plain)
    idle = dialogue("idle", "x" * 60)
    with SteppedRunner(tmp_path / "a", tiny_model, n_ctx=256) as runner:
        runner.store.owners.choose(Owner("idle"), is_off=True)  # nothing stored, so it stays
        runner.answer(idle, **PLAIN, max_tokens=4)
        (resting,) = runner.runner._sequences
        n_idle = resting.n_cached
        runner.ask(dialogue(0), **DRAFTED, max_tokens=120)
        runner.step()
        growing = next(one for one in runner.runner._sequences if one.chat == "0")
        while runner.n_sequences == 2:
            n_cached = growing.n_cached
            runner.step()
        assert n_idle + n_cached == 256, "not even one token more had room"
        runner.finish()


def test_a_memory_that_cannot_be_cut_after_all_is_read_again(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = said_plainly(tmp_path / "plain", tiny_model, LLAMA, max_tokens=120)
    Foretold(monkeypatch, share_wrong=0.5).learn(plain)
    with SteppedRunner(tmp_path / "a", tiny_model) as runner:
        request = runner.ask(dialogue(0), **DRAFTED, max_tokens=120)
        runner.step(4)
        remove = Context.remove
        refused: list[int] = []

        def refuse_once(context: Context, seq_id: int, begin: int, end: int = -1) -> bool:
            if begin > 0 and not refused:
                refused.append(begin)
                return False
            return remove(context, seq_id, begin, end)

        monkeypatch.setattr(Context, "remove", refuse_once)
        while not refused:
            runner.step()
        n_before = len(runner.batches)
        runner.finish()
    assert not any(one.n_drafted for batch in runner.batches[n_before:] for one in batch)
    finished = runner.told[request].finished
    assert finished is not None
    require_same(tiny_model, LLAMA, plain, finished)
