"""Answers whose next tokens are drafted say what they say without drafts, whatever happens."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from app.core.engine.batch.scheduler import BatchTurns
from app.core.engine.batch.shared_batch import most_outputs
from app.core.engine.drafting.draft import DraftedTokens
from app.core.engine.drafting.drafter import Drafter
from app.core.engine.drafting.step_costs import StepCosts
from app.core.messages import Role
from app.core.protocol import (
    ChatKey,
    DraftPolicy,
    FinishReason,
    PromptMessage,
    SamplingParams,
    WriteTitle,
)
from tests.helpers.engine_harness import GREEDY, Dialogue
from tests.helpers.foretold import (
    DRAFTED,
    FEW_AND_RECURRENT,
    LLAMA,
    PLAIN,
    ROLLING_BACK,
    Foretold,
    dialogue,
    said_plainly,
)
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.memory_kinds import Kind, kinds, write_tiny_gemma3
from tests.helpers.said_alone import Alone, require_same
from tests.helpers.stepped_runner import SteppedRunner

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.protocol import AnswerFinished

WARM = SamplingParams(temperature=1.5, top_k=3, top_p=1, min_p=0, repeat_penalty=1.1, seed=7)
REPEATS_ITSELF = [kind for kind in ROLLING_BACK if not kind.has_snapshots]
OTHERS = [kind for kind in kinds() if not kind.goes_back]
REPEATING = "abcabcabc abcabcabc"
WHERE_IT_PAYS = {"drafts": DraftPolicy.WHERE_IT_PAYS}


# -- the same words --


@pytest.mark.parametrize("kind", REPEATS_ITSELF, ids=str)
def test_what_repeats_itself_and_what_does_not_is_said_the_same(tmp_path: Path, kind: Kind) -> None:
    model = kind.write(tmp_path / "m.gguf")
    repeating = dialogue(0, REPEATING)
    with SteppedRunner(tmp_path / "a", model, **kind.load) as runner:
        _text, plain = runner.answer(repeating, **PLAIN, max_tokens=200)
    with SteppedRunner(tmp_path / "b", model, **kind.load) as runner:
        assert runner.runner.info.drafts
        _text, drafted = runner.answer(repeating, **DRAFTED, max_tokens=200)
    assert drafted.stats.n_drafted > 0
    require_same(model, kind, plain, drafted)


@pytest.mark.parametrize("sampling", [GREEDY, WARM], ids=["greedy", "warm"])
@pytest.mark.parametrize("kind", ROLLING_BACK, ids=str)
def test_drafts_that_are_right_and_wrong_in_turns_change_no_word(
    tmp_path: Path, kind: Kind, sampling: SamplingParams, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = kind.write(tmp_path / "m.gguf")
    plain = said_plainly(tmp_path / "a", model, kind, sampling=sampling, max_tokens=150)
    foretold = Foretold(monkeypatch)
    foretold.learn(plain)
    with SteppedRunner(tmp_path / "b", model, **kind.load) as runner:
        request = runner.ask(dialogue(0), **DRAFTED, sampling=sampling, max_tokens=150)
        runner.finish()
        n_again = sum(one.end - one.begin for batch in runner.batches for one in batch)
    with Alone(model, kind) as alone:
        finished = alone.confirm(runner.told[request], sampling)
    stats = finished.stats
    assert 0 < stats.n_accepted < stats.n_drafted
    assert len(runner.batches) < stats.n_generated, "several tokens come of one batch"
    assert n_again <= stats.n_prompt + stats.n_generated, "nothing is read again"


@pytest.mark.parametrize("kind", OTHERS, ids=str)
def test_nothing_is_drafted_where_the_memory_cannot_be_cut(
    tmp_path: Path, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = kind.write(tmp_path / "m.gguf")
    plain = said_plainly(tmp_path / "a", model, kind, max_tokens=40)
    Foretold(monkeypatch).learn(plain)
    with SteppedRunner(tmp_path / "b", model, **kind.load) as runner:
        assert not runner.runner.info.drafts
        _text, finished = runner.answer(dialogue(0), **DRAFTED, max_tokens=40)
    assert finished.stats.n_drafted == 0
    assert finished.record == plain.record


@pytest.mark.parametrize("kind", FEW_AND_RECURRENT, ids=str)
def test_eight_chats_at_once_each_say_what_they_say_alone(
    tmp_path: Path, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = kind.write(tmp_path / "m.gguf")
    dialogues = [dialogue(number, f"{number}, {number}: tell me.") for number in range(8)]
    with SteppedRunner(tmp_path / "a", model, **kind.load) as runner:
        plain = [runner.answer(one, **PLAIN, max_tokens=60)[1] for one in dialogues]
    foretold = Foretold(monkeypatch)
    for finished in plain:
        foretold.learn(finished)
    with SteppedRunner(tmp_path / "b", model, **kind.load) as runner:
        requests = [runner.ask(one, **DRAFTED, max_tokens=60) for one in dialogues]
        runner.finish()
    with Alone(model, kind) as alone:
        ends = [alone.confirm(runner.told[request], GREEDY) for request in requests]
    assert sum(finished.stats.n_accepted for finished in ends) > 100
    assert max(sum(one.n_drafted for one in batch) for batch in runner.batches) <= 24


def test_an_answer_that_is_given_once_more_takes_few_batches(
    tmp_path: Path, tiny_model: Path
) -> None:
    """Its text was said before, in the same chat."""
    with SteppedRunner(tmp_path / "a", tiny_model) as runner:
        _text, first = runner.answer(dialogue(0), **PLAIN, max_tokens=100)
        n_before = len(runner.batches)
        _text, again = runner.answer(dialogue(0), **DRAFTED, max_tokens=100)
    require_same(tiny_model, LLAMA, first, again)
    assert again.stats.n_accepted > 60
    assert len(runner.batches) - n_before < 40


# -- the end of an answer, inside of a draft --


@pytest.fixture
def llama(tiny_model: Path) -> Path:
    return tiny_model


@pytest.fixture
def foretold(
    tmp_path: Path, llama: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[AnswerFinished, Foretold]:
    """An answer of 120 tokens, and drafts that know it and are never wrong."""
    plain = said_plainly(tmp_path / "plain", llama, LLAMA, max_tokens=120)
    drafts = Foretold(monkeypatch, share_wrong=0)
    drafts.learn(plain)
    return plain, drafts


def answer_of(finished: AnswerFinished) -> list[int]:
    assert finished.record is not None
    return list(finished.record.token_ids[finished.stats.n_prompt :])


def test_an_answer_has_as_many_tokens_as_it_may_have(
    tmp_path: Path, llama: Path, foretold: tuple[AnswerFinished, Foretold]
) -> None:
    expected = answer_of(foretold[0])
    with SteppedRunner(tmp_path / "a", llama) as runner:
        for most in (*range(1, 20), 33):
            _text, finished = runner.answer(dialogue(0), **DRAFTED, max_tokens=most)
            assert finished.finish_reason is FinishReason.LENGTH
            assert finished.stats.n_generated == most
            assert answer_of(finished) == expected[:most]


def test_a_stop_string_inside_of_a_draft_ends_the_answer_there(
    tmp_path: Path, llama: Path, foretold: tuple[AnswerFinished, Foretold]
) -> None:
    expected = bytes(answer_of(foretold[0])).decode("latin-1")
    ends = [expected[at : at + 3] for at in (1, 7, 20, 50)]
    with SteppedRunner(tmp_path / "a", llama) as runner:
        for end in ends:
            plain, plainly = runner.answer(dialogue("plain"), **PLAIN, stop=(end,), max_tokens=120)
            text, finished = runner.answer(
                dialogue("other"), **DRAFTED, stop=(end,), max_tokens=120
            )
            assert finished.finish_reason is FinishReason.STOP_STRING
            assert text == plain == expected[: expected.index(end)]
            assert finished.record == plainly.record
            assert finished.stats.n_generated == plainly.stats.n_generated


def test_a_model_that_ends_its_answer_ends_it_inside_of_a_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = write_tiny_llama(tmp_path / "ends.gguf", end_gain=1.0)
    with SteppedRunner(tmp_path / "a", model) as runner:
        plain_text, plain = runner.answer(dialogue(0, REPEATING), **PLAIN, max_tokens=400)
    assert plain.finish_reason is FinishReason.END
    Foretold(monkeypatch, share_wrong=0).learn(plain)
    with SteppedRunner(tmp_path / "b", model) as runner:
        said, finished = runner.answer(dialogue(0, REPEATING), **DRAFTED, max_tokens=400)
    assert (said, finished.finish_reason) == (plain_text, FinishReason.END)
    assert finished.record == plain.record


def test_a_stop_at_any_time_keeps_what_was_said_and_the_chat_goes_on_from_there(
    tmp_path: Path, llama: Path, foretold: tuple[AnswerFinished, Foretold]
) -> None:
    expected = answer_of(foretold[0])
    with SteppedRunner(tmp_path / "a", llama) as runner, Alone(llama, LLAMA) as alone:
        for n_steps in range(7):
            one = dialogue(n_steps)
            request = runner.ask(one, **DRAFTED, max_tokens=120)
            while not runner.told[request].text:
                runner.step()
            runner.step(n_steps)
            runner.runner.stop(request)
            told = runner.told[request]
            assert told.finished is not None
            assert told.finished.finish_reason is FinishReason.STOPPED
            said = answer_of(told.finished)
            assert said == expected[: len(said)]
            one.assistant(told.text, told.finished).user("And then?")
            again = runner.ask(one, **DRAFTED, max_tokens=20)
            runner.finish()
            stats = alone.confirm(runner.told[again], GREEDY).stats
            assert stats.n_reused >= told.finished.stats.n_prompt + len(said) - 1


def test_tokens_that_are_forced_upon_an_answer_come_before_those_that_were_drafted(
    tmp_path: Path, llama: Path, foretold: tuple[AnswerFinished, Foretold]
) -> None:
    """So thinking is ended."""
    forced = [65, 66, 67, 68]
    with SteppedRunner(tmp_path / "a", llama) as runner:
        request = runner.ask(dialogue(0), **DRAFTED, max_tokens=120)
        while len(runner.told[request].text) < 30:
            runner.step()
        (sequence,) = runner.runner._sequences
        answer = sequence.answer
        assert answer is not None
        n_said = len(answer.generated)
        answer.forced = list(forced)
        runner.finish()
    finished = runner.told[request].finished
    assert finished is not None
    assert finished.record is not None
    assert answer_of(finished)[n_said : n_said + 4] == forced
    with Alone(llama, LLAMA) as alone:
        begin = finished.stats.n_prompt + n_said + 4
        alone.confirm_tokens(list(finished.record.token_ids), begin, GREEDY)


@pytest.mark.parametrize("n_ctx", [256, 512])
def test_an_answer_fills_its_context_to_the_last_token(
    tmp_path: Path, llama: Path, n_ctx: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SteppedRunner(tmp_path / "a", llama, n_ctx=n_ctx) as runner:
        plain_text, plain = runner.answer(dialogue(0), **PLAIN, max_tokens=0)
    assert plain.finish_reason is FinishReason.CONTEXT_FULL
    Foretold(monkeypatch, share_wrong=0.1).learn(plain)
    with SteppedRunner(tmp_path / "b", llama, n_ctx=n_ctx) as runner:
        text, finished = runner.answer(dialogue(0), **DRAFTED, max_tokens=0)
    assert finished.finish_reason is FinishReason.CONTEXT_FULL
    assert finished.stats.n_generated == plain.stats.n_generated
    require_same(llama, LLAMA, plain, finished)
    assert len(text) == len(plain_text)
    assert finished.stats.n_accepted > 50


# -- beside others --


def test_what_is_asked_of_a_batch_is_never_more_than_it_computes(
    tmp_path: Path, llama: Path, foretold: tuple[AnswerFinished, Foretold]
) -> None:
    """Streams with drafts beside prompts of many short messages, each of which ends a segment."""
    _plain, drafts = foretold
    chats = [dialogue(f"s{number}", f"{number}, {number}: tell me.") for number in range(5)]
    with SteppedRunner(tmp_path / "plain", llama) as runner:
        for one in chats:
            drafts.learn(runner.answer(one, **PLAIN, max_tokens=60)[1])
    with SteppedRunner(tmp_path / "a", llama, n_ctx=4096) as runner:
        for one in chats:
            runner.ask(one, **DRAFTED, max_tokens=60)
        runner.step(2)
        for number in range(3):
            long = Dialogue(ChatKey(f"p{number}"))
            for at in range(40):
                role = Role.ASSISTANT if at % 2 else Role.USER
                long.messages.append(PromptMessage(role, "a" * (at % 9)))
            runner.ask(long.user("Go on."), **DRAFTED, max_tokens=5)
        runner.runner._turns = BatchTurns(are_apart=False)  # as with a GPU
        batch = runner.runner._batch
        asked = []
        while not runner.is_done:
            runner.step()
            asked.append(len(batch._logits_at))
    assert 30 < max(asked) <= most_outputs(runner.loaded.context.params.n_seq_max)


def test_titles_and_idle_work_are_not_drafted(tmp_path: Path, llama: Path) -> None:
    with SteppedRunner(tmp_path / "a", llama) as runner:
        runner.post(WriteTitle(ChatKey("0"), tuple(dialogue(0).messages), "A title?"))
        runner.step(30)
        assert runner.batches
    assert not any(one.n_drafted for batch in runner.batches for one in batch)


# -- whether it pays --


def test_where_each_token_of_a_batch_takes_as_long_nothing_is_drafted(
    tmp_path: Path, llama: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StepCosts, "seconds", lambda _self, n_tokens: float(n_tokens))
    with SteppedRunner(tmp_path / "a", llama) as runner:
        _text, finished = runner.answer(dialogue(0), **WHERE_IT_PAYS, max_tokens=100)
    assert finished.stats.n_drafted == 0


def test_where_they_cost_nothing_a_repeating_answer_takes_few_batches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StepCosts, "seconds", lambda _self, _n_tokens: 1.0)
    monkeypatch.setattr(Drafter, "timed", lambda _self, _speed: None)
    model = write_tiny_gemma3(tmp_path / "m.gguf")
    with SteppedRunner(tmp_path / "a", model) as runner:
        _text, finished = runner.answer(dialogue(0, REPEATING), **WHERE_IT_PAYS, max_tokens=300)
    assert finished.stats.n_accepted > 150
    assert len(runner.batches) < 150


def test_now_and_then_a_batch_shows_how_long_it_takes_without_drafts(
    tmp_path: Path, llama: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StepCosts, "seconds", lambda _self, _n_tokens: 1.0)
    monkeypatch.setattr(Drafter, "timed", lambda _self, _speed: None)
    wrong = DraftedTokens((1, 1), 9, 0.9)  # a byte that is never said
    monkeypatch.setattr(Drafter, "draft", lambda _self, _text, _n_most, **_: wrong)
    with SteppedRunner(tmp_path / "a", llama) as runner:
        _text, finished = runner.answer(dialogue(0), **WHERE_IT_PAYS, max_tokens=200)
    is_drafted = [any(one.n_drafted for one in batch) for batch in runner.batches]
    runs = [len(list(run)) for drafted, run in itertools.groupby(is_drafted) if drafted]
    assert max(runs) == 32
    assert finished.stats.n_accepted == 0
    assert sum(is_drafted) > 150


def test_the_time_of_a_batch_is_known_however_many_tokens_come_of_it(
    tmp_path: Path, llama: Path, foretold: tuple[AnswerFinished, Foretold]
) -> None:
    """The chat list expects the first word of an answer by it."""
    with SteppedRunner(tmp_path / "a", llama) as runner:
        _text, finished = runner.answer(dialogue(0), **DRAFTED, max_tokens=120)
        decode_s = runner.runner._stored.speed.decode_s
    stats = finished.stats
    assert stats.n_accepted > 100
    n_batches = stats.n_generated - 1 - stats.n_accepted
    spoken_s = (stats.n_generated - 1) / stats.decode_tps
    assert decode_s == pytest.approx(spoken_s / n_batches)
