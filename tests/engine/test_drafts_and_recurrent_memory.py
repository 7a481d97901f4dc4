"""Drafts where a memory is recurrent: several answers in a batch, batches that end early."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.core.engine.memory.stored_model import StoredModel
from app.core.llama import Batch, Context, ContextParams, DecodeOutcome, Model, ModelParams
from app.core.plain_value import replace
from tests.helpers.engine_harness import GREEDY
from tests.helpers.foretold import DRAFTED, PLAIN, ROLLING_BACK, Foretold, dialogue, said_plainly
from tests.helpers.memory_kinds import write_tiny_lfm2, write_tiny_nemotron_h
from tests.helpers.said_alone import TOLERANCE, Alone
from tests.helpers.stepped_runner import SteppedRunner

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Sequence as Series
    from pathlib import Path

    from numpy.typing import NDArray

    from tests.helpers.engine_harness import Dialogue
    from tests.helpers.memory_kinds import Kind

GOING_BACK = [kind for kind in ROLLING_BACK if kind.has_snapshots]


@pytest.mark.parametrize("kind", GOING_BACK, ids=str)
def test_answers_that_grow_together_each_say_what_they_say_alone(
    tmp_path: Path, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = kind.write(tmp_path / "m.gguf")
    chats = [dialogue(number, f"{number}: tell me.") for number in range(4)]
    _foretold(tmp_path / "a", model, kind, chats, monkeypatch)
    with SteppedRunner(tmp_path / "b", model, **kind.load) as runner:
        requests = [runner.ask(one, **DRAFTED, max_tokens=60) for one in chats]
        runner.finish()
    assert any(len(batch) > 1 and batch[0].n_drafted for batch in runner.batches)
    with Alone(model, kind) as alone:
        ends = [alone.confirm(runner.told[request], GREEDY) for request in requests]
    assert sum(finished.stats.n_accepted for finished in ends) > 40
    assert any(finished.stats.n_accepted < finished.stats.n_drafted for finished in ends)


@pytest.mark.parametrize("seed", [8, 9])
def test_answers_that_begin_and_end_beside_others_each_say_what_they_say_alone(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drafts are in a batch only where all sequences have as many tokens in it."""
    kind, chance = GOING_BACK[0], random.Random(seed)
    model = kind.write(tmp_path / "m.gguf")
    n_chats = chance.randint(6, 12)
    n_words = [chance.choice([1, 3, 12, 40]) for _ in range(n_chats)]
    most = [chance.choice([10, 25, 60]) for _ in range(n_chats)]
    chats = [dialogue(at, f"{at} {seed}: " + "say. " * n_words[at]) for at in range(n_chats)]
    share_wrong = chance.choice([0.1, 0.4])
    _foretold(tmp_path / "a", model, kind, chats, monkeypatch, share_wrong=share_wrong, seed=seed)
    requests = []
    with SteppedRunner(tmp_path / "b", model, **kind.load) as runner:
        for at, one in enumerate(chats):
            fields = DRAFTED if chance.random() < 0.7 else PLAIN
            requests.append(runner.ask(one, **fields, max_tokens=most[at]))
            runner.step(chance.randint(0, 8))
        runner.finish()
    drafting = [batch for batch in runner.batches if any(share.n_drafted for share in batch)]
    assert drafting
    for batch in drafting:
        assert len({share.end - share.begin + share.n_drafted for share in batch}) == 1, batch
    with Alone(model, kind) as alone:
        for request in requests:
            alone.confirm(runner.told[request], GREEDY)


def _foretold(
    folder: Path,
    model: Path,
    kind: Kind,
    chats: list[Dialogue],
    monkeypatch: pytest.MonkeyPatch,
    *,
    share_wrong: float = 0.25,
    seed: int = 3,
) -> Foretold:
    """Let what chats answer be drafted from now on."""
    with SteppedRunner(folder, model, **kind.load) as runner:
        plain = [runner.answer(one, **PLAIN, max_tokens=60)[1] for one in chats]
    foretold = Foretold(monkeypatch, share_wrong=share_wrong, seed=seed)
    for finished in plain:
        foretold.learn(finished)
    return foretold


@pytest.mark.parametrize("kind", GOING_BACK, ids=str)
def test_an_answer_whose_batches_end_early_says_what_it_says_alone(
    tmp_path: Path, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever llama.cpp says is left of them."""
    model = kind.write(tmp_path / "m.gguf")
    plain = said_plainly(tmp_path / "a", model, kind, max_tokens=100)
    Foretold(monkeypatch).learn(plain)
    clear_abort = Context.clear_abort
    with SteppedRunner(tmp_path / "b", model, **kind.load) as runner:
        request = runner.ask(dialogue(0), **DRAFTED, max_tokens=100)
        runner.step(3)
        n_ended_early, n_steps = 0, 0
        while not runner.is_done:
            n_steps += 1
            is_ended = n_steps % 4 == 0
            monkeypatch.setattr(Context, "clear_abort", Context.abort if is_ended else clear_abort)
            runner.step()
            n_ended_early += is_ended
    assert n_ended_early > 3
    with Alone(model, kind) as alone:
        alone.confirm(runner.told[request], GREEDY)


@pytest.mark.parametrize("kind", GOING_BACK, ids=str)
def test_of_a_sequence_that_went_back_the_end_is_saved_and_nothing_that_was_not_said(
    tmp_path: Path, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StoredModel, "longest_segment", property(lambda _self: 24))
    model = kind.write(tmp_path / "m.gguf")
    plain = said_plainly(tmp_path / "a", model, kind, max_tokens=100)
    Foretold(monkeypatch, share_wrong=0.4).learn(plain)
    n_went_back = 0
    with SteppedRunner(tmp_path / "b", model, **kind.load) as runner:
        context, reuse = runner.loaded.context, runner.runner._reuse
        layout = reuse.stored.layout
        assert layout is not None
        runner.ask(dialogue(0), **DRAFTED, max_tokens=100)
        while not runner.is_done:
            runner.step()
            (sequence,) = runner.runner._sequences
            if not sequence.is_rolled_back:
                continue
            n_went_back += 1
            begin, end = sequence.saved.end, sequence.n_cached
            reuse.saver._hold(sequence, layout)
            part = reuse.saver._whole(sequence, sequence.saved.states.all[-1])
            whole = context.state(sequence.seq_id)
            assert part.size < whole.size
            expected = layout.pack(whole.data, begin, end, with_snapshot=True)
            found = layout.pack(part.data, begin, end, with_snapshot=True)
            assert np.array_equal(found.rows, expected.rows)
            assert expected.snapshot is not None
            assert found.snapshot is not None
            assert np.array_equal(found.snapshot, expected.snapshot)
    assert n_went_back > 5


# -- what llama.cpp does, on which that rests --


@pytest.mark.parametrize("write", [write_tiny_lfm2, write_tiny_nemotron_h])
def test_a_state_is_the_same_whether_its_memory_can_go_back_or_not(
    tmp_path: Path, write: Callable[[Path], Path]
) -> None:
    path = write(tmp_path / "m.gguf")
    model = Model(str(path), ModelParams(0, use_extra_bufts=False), lambda _fraction: True)
    params = ContextParams(n_ctx=512, n_seq_max=2, n_threads=2)
    plain, going_back = Context(model, params), Context(model, replace(params, n_rollback=8))
    assert (plain.n_rollback, going_back.n_rollback) == (0, 8)
    for context in (plain, going_back):
        for begin, end in ((0, 40), (40, 41), (41, 47)):
            batch = Batch(64)
            batch.add(0, range(32 + begin, 32 + end), begin)
            assert context.decode(batch) is DecodeOutcome.DONE
            batch.close()
    states = [context.state(0) for context in (plain, going_back)]
    assert np.array_equal(states[0], states[1])
    for context, other in ((plain, states[1]), (going_back, states[0])):
        context.clear()
        assert context.set_state(0, other)
        assert np.array_equal(context.state(0), other)
        context.close()
    model.close()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("write", [write_tiny_lfm2, write_tiny_nemotron_h])
def test_sequences_that_went_back_are_right_whatever_becomes_of_others(
    tmp_path: Path, write: Callable[[Path], Path], seed: int
) -> None:
    """Where all of a batch have as many tokens; also long after, and in their state."""
    chance, n_went_back = random.Random(seed), 0
    path = write(tmp_path / "m.gguf")
    model = Model(str(path), ModelParams(0, use_extra_bufts=False), lambda _fraction: True)
    params = ContextParams(n_ctx=1024, n_seq_max=4, n_threads=2, n_rollback=8)
    context, alone = Context(model, params), Context(model, replace(params, n_rollback=0))
    rows = _Rows(context, alone)
    for _ in range(40):
        seq_ids = sorted(chance.sample(range(4), chance.randint(1, 4)))
        for seq_id in seq_ids:
            if rows.n_tokens(seq_id) > 120 or chance.random() < 0.1:
                rows.leave(seq_id)
        grown = [seq_id for seq_id in seq_ids if rows.n_tokens(seq_id)]
        if grown and chance.random() < 0.6:
            n_tokens = chance.randint(2, 9)
            added = {seq_id: _any_tokens(chance, n_tokens) for seq_id in grown}
            n_dropped = {seq_id: chance.randint(0, n_tokens - 1) for seq_id in grown}
        else:
            lengths = {one: chance.choice([1, 3]) if one in grown else 25 for one in seq_ids}
            added = {one: _any_tokens(chance, length) for one, length in lengths.items()}
            n_dropped = {}
        assert rows.compute(added, n_dropped) < TOLERANCE
        assert rows.gap_of_state(chance.choice(list(added))) < TOLERANCE
        n_went_back += sum(n > 0 for n in n_dropped.values())
    assert n_went_back > 10
    context.close()
    alone.close()
    model.close()


def _any_tokens(chance: random.Random, n_tokens: int) -> list[int]:
    return [chance.randrange(32, 127) for _ in range(n_tokens)]


class _Rows:
    """Sequences of a context that can go back; what is said in it is compared with another's."""

    def __init__(self, context: Context, alone: Context) -> None:
        self._context = context
        self._alone = alone
        self._tokens: dict[int, list[int]] = {}

    def compute(self, added: dict[int, list[int]], n_dropped: dict[int, int]) -> float:
        """Compute tokens of several sequences and go back; return the largest gap of a logit."""
        batch = Batch(512)
        at: dict[int, int] = {}
        for seq_id, tokens in added.items():
            text = self._tokens.setdefault(seq_id, [])
            n_kept = len(tokens) - n_dropped.get(seq_id, 0)
            last = len(text) + n_kept - 1
            at[seq_id] = batch.add(seq_id, tokens, len(text), frozenset({last}))[last]
            text += tokens[:n_kept]
        assert self._context.decode(batch) is DecodeOutcome.DONE
        batch.close()
        said = {seq_id: self._context.logits(index) for seq_id, index in at.items()}
        for seq_id, n in n_dropped.items():
            assert not n or self._context.remove(seq_id, len(self._tokens[seq_id]))
        gaps = (
            np.abs(one - self._said_alone(self._tokens[seq_id])).max()
            for seq_id, one in said.items()
        )
        return float(max(gaps))

    def leave(self, seq_id: int) -> None:
        """Empty a sequence."""
        self._context.remove(seq_id, -1)
        self._tokens.pop(seq_id, None)

    def n_tokens(self, seq_id: int) -> int:
        """Return how many tokens a sequence has."""
        return len(self._tokens.get(seq_id, ()))

    def gap_of_state(self, seq_id: int) -> float:
        """Return by how much what is said after its state, put elsewhere, is another."""
        tokens = self._tokens[seq_id]
        expected = self._said_alone([*tokens, 77])
        self._alone.clear()
        assert self._alone.set_state(0, self._context.state(seq_id))
        return float(np.abs(self._said(tokens=[77], begin=len(tokens)) - expected).max())

    def _said_alone(self, tokens: Series[int]) -> NDArray[np.float32]:
        self._alone.clear()
        return self._said(tokens, 0)

    def _said(self, tokens: Series[int], begin: int) -> NDArray[np.float32]:
        batch = Batch(512)
        last = begin + len(tokens) - 1
        index = batch.add(0, tokens, begin, frozenset({last}))[last]
        assert self._alone.decode(batch) is DecodeOutcome.DONE
        batch.close()
        return self._alone.logits(index)
