"""A second, small model drafts what the loaded one says; the words stay what they were."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from app.core.engine.batch.scheduler import STREAMING_PREFILL
from app.core.engine.drafting.draft import NO_DRAFT
from app.core.engine.drafting.drafter import Drafter, ModelDrafter
from app.core.engine.drafting.step_costs import ReadingTime, StepCosts
from app.core.engine.speculation import draft_rows
from app.core.engine.speculation.draft_model import DraftModel
from app.core.llama import Context
from app.core.llama.errors import DecodeFailure
from app.core.protocol import DraftPolicy, FinishReason, SamplingParams
from tests.helpers.engine_harness import GREEDY
from tests.helpers.foretold import DRAFTED, LLAMA, PLAIN, dialogue
from tests.helpers.gguf_factory import N_VOCAB, write_tiny_llama
from tests.helpers.memory_kinds import kinds
from tests.helpers.said_alone import Alone, require_same
from tests.helpers.stepped_runner import SteppedRunner

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Sequence as Series
    from pathlib import Path

    from app.core.engine.drafting.draft import DraftedTokens
    from app.core.engine.speculation.draft_source import DraftWish
    from app.core.llama import Batch, DecodeOutcome
    from tests.conftest import ExpectLog

WHERE_IT_PAYS = {"drafts": DraftPolicy.WHERE_IT_PAYS}
LONG = "Say something of the sea. " * 20
WARM = SamplingParams(temperature=1.5, top_k=3, top_p=1, min_p=0, repeat_penalty=1.1, seed=7)


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """A model with the same vocabulary that says something else."""
    return write_tiny_llama(tmp_path / "other.gguf", n_embd=32, n_heads=2, seed=5)


def with_another_word(model: Path, path: Path) -> Path:
    """Write the same model with one token that stands for something else."""
    path.write_bytes(model.read_bytes().replace(b"<|spare_0|>", b"<|other_0|>"))
    return path


@pytest.fixture(autouse=True)
def _no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drafted from the text of a chat itself, so that the model does it."""
    monkeypatch.setattr(Drafter, "draft", lambda *_args, **_names: NO_DRAFT)


def test_the_same_model_is_never_wrong(tmp_path: Path, tiny_model: Path) -> None:
    with SteppedRunner(tmp_path / "a", tiny_model) as runner:
        _text, plain = runner.answer(dialogue(0), **PLAIN, max_tokens=150)
    with SteppedRunner(tmp_path / "b", tiny_model, draft_model=str(tiny_model)) as runner:
        assert runner.runner.info.draft_model == "Tiny"
        _text, drafted = runner.answer(dialogue(0), **DRAFTED, max_tokens=150)
        assert runner.followed
        n_batches = len(runner.batches)
    require_same(tiny_model, LLAMA, plain, drafted)
    assert drafted.stats.n_accepted > 100
    assert drafted.stats.n_accepted > 0.9 * drafted.stats.n_drafted
    assert n_batches < 50


@pytest.mark.parametrize("sampling", [GREEDY, WARM], ids=["greedy", "warm"])
def test_a_model_that_is_mostly_wrong_changes_no_word(
    tmp_path: Path, tiny_model: Path, other: Path, sampling: SamplingParams
) -> None:
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(other)) as runner:
        request = runner.ask(dialogue(0), **DRAFTED, sampling=sampling, max_tokens=120)
        runner.finish()
        assert runner.followed
    with Alone(tiny_model, LLAMA) as alone:
        stats = alone.confirm(runner.told[request], sampling).stats
    assert stats.n_accepted < 0.5 * stats.n_drafted


def test_eight_chats_at_once_each_say_what_they_say_alone(tmp_path: Path, tiny_model: Path) -> None:
    dialogues = [dialogue(number, f"{number}, {number}: tell me.") for number in range(8)]
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(tiny_model)) as runner:
        requests = [runner.ask(one, **DRAFTED, max_tokens=60) for one in dialogues]
        runner.finish()
        assert len(runner.followed) == 8
    with Alone(tiny_model, LLAMA) as alone:
        ends = [alone.confirm(runner.told[request], GREEDY) for request in requests]
    assert sum(finished.stats.n_accepted for finished in ends) > 150
    assert max(sum(one.n_drafted for one in batch) for batch in runner.batches) <= 24


# -- the end of an answer, inside of a draft --


@pytest.mark.parametrize("n_ctx", [256, 512])
def test_an_answer_fills_its_context_to_the_last_token(
    tmp_path: Path, tiny_model: Path, n_ctx: int
) -> None:
    with SteppedRunner(tmp_path / "a", tiny_model, n_ctx=n_ctx) as runner:
        _text, plain = runner.answer(dialogue(0), **PLAIN, max_tokens=0)
    draft = str(tiny_model)
    with SteppedRunner(tmp_path / "b", tiny_model, n_ctx=n_ctx, draft_model=draft) as runner:
        _text, finished = runner.answer(dialogue(0), **DRAFTED, max_tokens=0)
        assert runner.followed
    assert finished.finish_reason is FinishReason.CONTEXT_FULL
    assert finished.stats.n_generated == plain.stats.n_generated
    assert finished.stats.n_accepted > 50
    require_same(tiny_model, LLAMA, plain, finished)


def test_an_answer_ends_where_it_may_and_where_its_stop_string_is(
    tmp_path: Path, tiny_model: Path
) -> None:
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(tiny_model)) as runner:
        text, whole = runner.answer(dialogue("whole"), **PLAIN, max_tokens=60)
        for most in range(1, 18):
            _text, finished = runner.answer(dialogue("most"), **DRAFTED, max_tokens=most)
            assert finished.stats.n_generated == most
            assert finished.finish_reason is FinishReason.LENGTH
        for at in (1, 7, 20, 40):
            end = text[at : at + 3]
            said, finished = runner.answer(dialogue("stop"), **DRAFTED, max_tokens=60, stop=(end,))
            assert finished.finish_reason is FinishReason.STOP_STRING
            assert said == text[: text.index(end)]
        assert runner.followed
    assert whole.stats.n_drafted == 0


def test_of_two_chats_one_may_be_drafted_for_and_the_other_not(
    tmp_path: Path, tiny_model: Path
) -> None:
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(tiny_model)) as runner:
        drafted = runner.ask(dialogue(0), **DRAFTED, max_tokens=80)
        plain = runner.ask(dialogue(1), **PLAIN, max_tokens=80)
        runner.finish()
        assert runner.followed
    with Alone(tiny_model, LLAMA) as alone:
        assert alone.confirm(runner.told[drafted], GREEDY).stats.n_accepted > 40
        assert alone.confirm(runner.told[plain], GREEDY).stats.n_drafted == 0


# -- whether it pays --


def test_where_each_token_of_a_batch_takes_as_long_nothing_is_drafted(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StepCosts, "seconds", lambda _self, n_tokens: float(n_tokens))
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(tiny_model)) as runner:
        _text, finished = runner.answer(dialogue(0), **WHERE_IT_PAYS, max_tokens=100)
        assert runner.followed
    assert finished.stats.n_drafted <= 2, "how long one takes was tried once"


def test_where_a_draft_costs_nothing_the_same_model_drafts_long_ones(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StepCosts, "seconds", lambda _self, _n_tokens: 1.0)
    monkeypatch.setattr(DraftModel, "step_seconds", 0.01)
    monkeypatch.setattr(ModelDrafter, "timed", lambda *_args, **_names: None)
    monkeypatch.setattr(ReadingTime, "is_left", True)
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(tiny_model)) as runner:
        _text, finished = runner.answer(dialogue(0), **WHERE_IT_PAYS, max_tokens=200)
        n_batches = len(runner.batches)
    assert finished.stats.n_accepted > 120
    assert n_batches < 90


def test_long_texts_are_not_read_beside_short_answers(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading one would take the draft model longer than the answer takes the other."""
    _each_token_takes(0.01, monkeypatch)
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(tiny_model)) as runner:
        n_read = runner.read_by_draft_model()
        runner.answer(dialogue(0, LONG), **WHERE_IT_PAYS, max_tokens=40)
        assert sum(n_read) <= STREAMING_PREFILL, "one piece shows how long that takes"
        n_before = sum(n_read)
        runner.answer(dialogue(1, LONG), **WHERE_IT_PAYS, max_tokens=40)
        assert sum(n_read) == n_before
        runner.rest()
        assert sum(n_read) > 400, "they are read when nothing else is to be done"


def test_a_quick_draft_model_has_read_a_long_prompt_soon(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the prompt took counts: an eighth of it is much for a model that is quicker by far."""
    _each_token_takes(0.01, monkeypatch, of_draft_model=0.0002)
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(tiny_model)) as runner:
        n_read = runner.read_by_draft_model()
        runner.answer(dialogue(0, LONG), **WHERE_IT_PAYS, max_tokens=14)
        assert sum(n_read) > 400


def _each_token_takes(
    seconds: float, monkeypatch: pytest.MonkeyPatch, *, of_draft_model: float | None = None
) -> None:
    """Let a clock stand in that each token of a batch moves on, of either model."""
    now = 0.0
    decode, compute = Context.decode, draft_rows.DraftRows.compute
    takes = seconds

    def timed(context: Context, batch: Batch) -> DecodeOutcome:
        nonlocal now
        now += takes * batch.n_tokens
        return decode(context, batch)

    def computed(rows: draft_rows.DraftRows, *given: Any) -> bool:
        nonlocal takes
        takes = seconds if of_draft_model is None else of_draft_model
        try:
            return compute(rows, *given)
        finally:
            takes = seconds

    monkeypatch.setattr(draft_rows.DraftRows, "compute", computed)

    monkeypatch.setattr(Context, "decode", timed)
    monkeypatch.setattr(draft_rows, "time", SimpleNamespace(perf_counter=lambda: now))


def test_a_draft_model_that_costs_more_than_it_brings_is_asked_less_and_less(
    tmp_path: Path, tiny_model: Path, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StepCosts, "seconds", lambda _self, _n_tokens: 1.0)
    monkeypatch.setattr(DraftModel, "step_seconds", 0.0)  # it is always tried, if at all
    monkeypatch.setattr(ReadingTime, "is_left", True)
    asked: list[int] = []
    drafts = DraftModel.drafts

    def watched(model: DraftModel, wishes: Series[DraftWish]) -> Mapping[int, DraftedTokens]:
        asked.append(len(wishes[0].sequence.wanted))
        return drafts(model, wishes)

    monkeypatch.setattr(DraftModel, "drafts", watched)
    timed = ModelDrafter.timed

    def twice_as_long(one: ModelDrafter, _speed: float, n_text: int, *, has_drafted: bool) -> None:
        timed(one, 0.5, n_text, has_drafted=has_drafted)

    monkeypatch.setattr(ModelDrafter, "timed", twice_as_long)
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(other)) as runner:
        runner.answer(dialogue(0), **WHERE_IT_PAYS, max_tokens=400)
        n_first = len(asked)
        runner.answer(dialogue(1), **WHERE_IT_PAYS, max_tokens=400)
    assert 0 < n_first < 40
    assert len(asked) - n_first < n_first, "what was learned counts for the next answer"


# -- what cannot draft --


def test_a_draft_model_that_fails_at_work_costs_nothing_else(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    expect_log("the draft model is not used any more")
    with SteppedRunner(tmp_path / "plain", tiny_model) as runner:
        _text, plain = runner.answer(dialogue(0), **PLAIN, max_tokens=200)
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(tiny_model)) as runner:
        request = runner.ask(dialogue(0), **DRAFTED, max_tokens=200)
        runner.step(6)
        assert isinstance(runner.draft_model, DraftModel)
        failing = runner.draft_model._loaded.context
        decode = Context.decode

        def fail(context: Context, batch: Batch) -> DecodeOutcome:
            if context is failing:
                raise DecodeFailure("it fails", code=-3)
            return decode(context, batch)

        monkeypatch.setattr(Context, "decode", fail)
        runner.finish()
        assert runner.draft_model._rows is None
    finished = runner.told[request].finished
    assert finished is not None
    assert finished.stats.n_drafted > 0
    require_same(tiny_model, LLAMA, plain, finished)


def test_what_cannot_draft_is_told_and_the_model_works_without_it(
    tmp_path: Path, tiny_model: Path
) -> None:
    damaged = tmp_path / "damaged.gguf"
    damaged.write_bytes(tiny_model.read_bytes()[:5000])
    recurrent = [kind for kind in kinds() if kind.name in {"mamba", "lfm2"}]
    reasons = {
        tmp_path / "missing.gguf": "",
        damaged: "",
        with_another_word(tiny_model, tmp_path / "words.gguf"): "the same vocabulary",
        **{one.write(tmp_path / f"{one}.gguf"): "cannot be rolled back" for one in recurrent},
    }
    for number, (path, reason) in enumerate(reasons.items()):
        folder = tmp_path / f"a{number}"
        with SteppedRunner(folder, tiny_model, draft_model=str(path)) as runner:
            (problem,) = runner.problems
            assert path.name in str(problem.what)
            assert reason in str(problem.what)
            assert "works without a draft model" in str(problem.effect)
            assert not runner.runner.info.draft_model
            _text, finished = runner.answer(dialogue(0), **DRAFTED, max_tokens=20)
            assert finished.stats.n_generated == 20
            assert finished.stats.n_drafted == 0


def test_for_a_model_whose_memory_cannot_be_cut_nothing_drafts(
    tmp_path: Path, tiny_model: Path
) -> None:
    main = next(kind for kind in kinds() if not kind.goes_back).write(tmp_path / "main.gguf")
    with SteppedRunner(tmp_path / "a", main, draft_model=str(tiny_model)) as runner:
        (problem,) = runner.problems
        assert main.name in str(problem.what)
        _text, finished = runner.answer(dialogue(0), **DRAFTED, max_tokens=20)
    assert finished.stats.n_drafted == 0


def test_a_model_with_a_recurrent_memory_is_drafted_for_as_far_as_it_goes_back(
    tmp_path: Path, tiny_model: Path
) -> None:
    kind = next(kind for kind in kinds() if kind.name == "lfm2")
    main = kind.write(tmp_path / "main.gguf")
    with SteppedRunner(tmp_path / "a", main, draft_model=str(tiny_model)) as runner:
        assert not runner.problems
        asked = [runner.ask(dialogue(chat), **DRAFTED, max_tokens=80) for chat in range(3)]
        runner.finish()
        assert runner.followed
        most = max(share.n_drafted for batch in runner.batches for share in batch)
        assert 0 < most <= runner.loaded.context.n_rollback
    with Alone(main, kind) as alone:
        stats = [alone.confirm(runner.told[request], GREEDY).stats for request in asked]
    assert sum(one.n_drafted for one in stats) > 50


@pytest.mark.parametrize("n_more", [-32, 32])
def test_a_vocabulary_may_be_a_little_longer_or_shorter(
    tmp_path: Path, tiny_model: Path, n_more: int
) -> None:
    """Models of one family fill theirs up to different sizes."""
    longer = write_tiny_llama(tmp_path / "longer.gguf", n_vocab=N_VOCAB + 32)
    main, draft = (longer, tiny_model) if n_more < 0 else (tiny_model, longer)
    with SteppedRunner(tmp_path / "a", main, draft_model=str(draft)) as runner:
        assert not runner.problems
        request = runner.ask(dialogue(0), **DRAFTED, max_tokens=60)
        runner.finish()
        assert runner.followed
    with Alone(main, LLAMA) as alone:
        assert alone.confirm(runner.told[request], GREEDY).stats.n_drafted > 0
