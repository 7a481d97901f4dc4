"""Answers that do not fit together: one is parked and goes on later exactly where it was."""

from __future__ import annotations

import itertools
import time
from typing import TYPE_CHECKING

import pytest

from app.core.engine.memory import state_probe
from app.core.kvstore.records import Owner
from app.core.protocol import (
    AnswerWaiting,
    ChatKey,
    FinishReason,
    SamplingParams,
    WaitEnded,
    WaitReason,
)
from tests.helpers.engine_harness import GREEDY, WAIT_S, Dialogue
from tests.helpers.memory_kinds import Kind, kinds
from tests.helpers.said_alone import Alone
from tests.helpers.stepped_runner import SteppedRunner

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.protocol import RequestId
    from tests.helpers.stepped_runner import Told

WARM = SamplingParams(temperature=1.5, top_k=3, top_p=1, min_p=0, repeat_penalty=1, seed=7)
N_CTX = 512
FEW = [kind for kind in kinds() if kind.name in ("llama", "gemma3", "lfm2", "lfm2-window")]
OPAQUE = ("llama", "gemma3", "mamba", "lfm2-window")


def dialogue(name: int | str, text: str = "Say something.") -> Dialogue:
    return Dialogue(chat=ChatKey(str(name))).user(text)


def reasons(told: Told) -> list[WaitReason | None]:
    """Return why an answer waited, None where it went on."""
    return [one.reason if isinstance(one, AnswerWaiting) else None for one in told.waits]


@pytest.fixture
def runner(tmp_path: Path, tiny_model: Path) -> Iterator[SteppedRunner]:
    with SteppedRunner(tmp_path / "a", tiny_model, n_ctx=N_CTX) as runner:
        yield runner


def two_that_outgrow(runner: SteppedRunner) -> tuple[RequestId, RequestId]:
    """Ask two answers that do not fit together, and go on until the later one is parked."""
    first, second = (
        runner.ask(dialogue(number, f"{number} is it."), max_tokens=260) for number in range(2)
    )
    while not runner.told[second].waits:
        runner.step()
    assert reasons(runner.told[second]) == [WaitReason.PARKED]
    assert runner.told[first].finished is None
    return first, second


@pytest.mark.parametrize("sampling", [GREEDY, WARM], ids=["greedy", "warm"])
@pytest.mark.parametrize("kind", FEW, ids=str)
def test_two_that_outgrow_the_context_together_both_say_what_each_says_alone(
    tmp_path: Path, kind: Kind, sampling: SamplingParams
) -> None:
    model = kind.write(tmp_path / "m.gguf")
    with SteppedRunner(tmp_path / "a", model, n_ctx=N_CTX, **kind.load) as runner:
        requests = [
            runner.ask(dialogue(number, f"Tell me of {number}."), sampling=sampling, max_tokens=260)
            for number in range(2)
        ]
        runner.finish()
    told = [runner.told[request] for request in requests]
    with Alone(model, kind) as alone:
        ends = [alone.confirm(one, sampling).finish_reason for one in told]
    assert set(ends) <= {FinishReason.LENGTH, FinishReason.END}
    if FinishReason.END not in ends:
        assert told[0].waits == []
        assert reasons(told[1]) == [WaitReason.PARKED, None]


@pytest.mark.parametrize("kind", kinds(), ids=str)
@pytest.mark.parametrize("sampling", [GREEDY, WARM], ids=["greedy", "warm"])
def test_an_answer_parked_at_any_time_goes_on_where_it_was(
    tmp_path: Path, kind: Kind, sampling: SamplingParams
) -> None:
    park_now_and_then(tmp_path, kind, sampling)


@pytest.mark.parametrize(
    "kind", [*FEW, *(kind for kind in kinds() if kind.name == "mamba")], ids=str
)
def test_a_parked_answer_whose_state_is_not_understood_goes_on_where_it_was(
    tmp_path: Path, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state_probe, "detect_layout", lambda *_args: None)
    park_now_and_then(tmp_path, kind, GREEDY)


def park_now_and_then(tmp_path: Path, kind: Kind, sampling: SamplingParams) -> None:
    """Let two answers park each other, and fail unless both say what they say alone."""
    model = kind.write(tmp_path / "m.gguf")
    with SteppedRunner(tmp_path / "a", model, **kind.load) as runner:
        requests = [
            runner.ask(dialogue(number, text * 40), sampling=sampling, max_tokens=40)
            for number, text in enumerate(("The sea. ", "And the hills? "))
        ]
        n_parked = 0
        while not runner.is_done:
            runner.step()
            if len(runner.batches) % 7 == 2:
                n_parked += runner.runner._waiting.park_one()
            runner.step()
    assert n_parked >= 1
    with Alone(model, kind) as alone:
        for request in requests:
            alone.confirm(runner.told[request], sampling)


def test_a_parked_answer_is_restored_and_not_read_again(runner: SteppedRunner) -> None:
    _first, second = two_that_outgrow(runner)
    n_before = len(runner.batches)
    told = runner.told[second]
    runner.finish()
    again = [one for batch in runner.batches[n_before:] for one in batch if one.chat == "1"]
    assert sum(one.end - one.begin for one in again) < 60  # of the 300 that it has in the end
    assert told.finished is not None
    stats = told.finished.stats
    assert (stats.n_generated, stats.n_restored, stats.n_reread) == (260, 0, 0)


def test_a_parked_answer_of_which_nothing_is_stored_is_read_again(
    tmp_path: Path, tiny_model: Path
) -> None:
    with SteppedRunner(tmp_path / "a", tiny_model, n_ctx=N_CTX) as runner:
        for number in range(2):
            runner.store.owners.choose(Owner(str(number)), is_off=True)
        first, second = two_that_outgrow(runner)
        runner.finish()
    with Alone(tiny_model, FEW[0]) as alone:
        for request in (first, second):
            finished = alone.confirm(runner.told[request], GREEDY)
            assert finished.finish_reason is FinishReason.LENGTH


def test_time_spent_parked_does_not_count_as_slow_speech(
    runner: SteppedRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = itertools.count()  # each look at it takes a second
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(clock)))
    _first, second = two_that_outgrow(runner)
    parked_at = next(clock)
    runner.step()
    while isinstance(runner.told[second].waits[-1], AnswerWaiting):
        runner.step()
        next(clock)
    parked_s = next(clock) - parked_at
    runner.finish()
    finished = runner.told[second].finished
    assert finished is not None
    spoken_s = (finished.stats.n_generated - 1) / finished.stats.decode_tps
    assert spoken_s < next(clock) - parked_s


def test_a_parked_answer_can_be_stopped(runner: SteppedRunner) -> None:
    first, second = two_that_outgrow(runner)
    said = runner.told[second].text
    n_batches = len(runner.batches)
    runner.runner.stop(second)
    finished = runner.told[second].finished
    assert finished is not None
    assert finished.finish_reason is FinishReason.STOPPED
    assert runner.told[second].text == said
    assert finished.record is not None
    assert len(finished.record.token_ids) == finished.stats.n_prompt + len(said)
    assert len(runner.batches) == n_batches
    runner.finish()
    assert reasons(runner.told[second]) == [WaitReason.PARKED]
    assert runner.told[first].finished is not None


def test_what_a_stopped_answer_said_while_it_was_parked_is_still_warm(
    runner: SteppedRunner,
) -> None:
    _first, second = two_that_outgrow(runner)
    runner.runner.stop(second)
    runner.finish()
    finished = runner.told[second].finished
    assert finished is not None
    more = dialogue(1, "1 is it.").assistant(runner.told[second].text, finished).user("Why?")
    _text, following = runner.answer(more, max_tokens=4)
    assert following.stats.n_restored >= finished.stats.n_prompt + finished.stats.n_generated - 2


def test_a_chat_forgotten_while_it_is_parked_leaves_nothing(runner: SteppedRunner) -> None:
    _first, second = two_that_outgrow(runner)
    runner.runner.forget(ChatKey("1"))
    finished = runner.told[second].finished
    assert finished is not None
    assert finished.finish_reason is FinishReason.STOPPED
    runner.finish()
    assert runner.store.flush(WAIT_S)
    _text, again = runner.answer(dialogue(1, "1 is it."), max_tokens=4)
    assert again.stats.n_restored == 0


def test_unloading_keeps_what_a_parked_answer_said(tmp_path: Path, tiny_model: Path) -> None:
    with SteppedRunner(tmp_path / "a", tiny_model, n_ctx=N_CTX) as runner:
        both = two_that_outgrow(runner)
        said = [runner.told[request].text for request in both]
    for request, text in zip(both, said, strict=True):
        finished = runner.told[request].finished
        assert finished is not None
        assert finished.finish_reason is FinishReason.STOPPED
        assert runner.told[request].text == text
        assert finished.record is not None
        assert finished.stats.n_generated == len(text)


@pytest.mark.parametrize("is_needed_now", [False, True])
def test_a_chat_that_is_opened_while_its_answer_is_parked_does_not_disturb_it(
    tmp_path: Path, tiny_model: Path, is_needed_now: bool
) -> None:
    with SteppedRunner(tmp_path / "a", tiny_model, n_ctx=N_CTX) as runner:
        first, second = two_that_outgrow(runner)
        opened = dialogue(1, "1 is it.")
        runner.open(opened)
        if is_needed_now:
            assert any(sequence.fetching for sequence in runner.runner._sequences)
            runner.runner.stop(first)
        runner.finish()
    assert len(runner.restored) == 1
    with Alone(tiny_model, FEW[0]) as alone:
        finished = alone.confirm(runner.told[second], GREEDY)
    assert finished.finish_reason is FinishReason.LENGTH


def test_an_answer_ends_for_want_of_room_only_when_it_has_the_context_for_itself(
    runner: SteppedRunner,
) -> None:
    requests = [runner.ask(dialogue(number), max_tokens=0) for number in range(4)]
    runner.finish()
    for request in requests:
        finished = runner.told[request].finished
        assert finished is not None
        assert finished.finish_reason is FinishReason.CONTEXT_FULL
        n_used = finished.stats.n_prompt + finished.stats.n_generated
        assert n_used == N_CTX, "it had all there is"


def test_the_first_of_many_is_never_parked_and_none_comes_back_for_a_word(
    runner: SteppedRunner,
) -> None:
    requests = [runner.ask(dialogue(number), max_tokens=200) for number in range(8)]
    runner.finish()
    waits = [reasons(runner.told[request]) for request in requests]
    assert waits[0] == []
    n_parked = sum(one is WaitReason.PARKED for wait in waits for one in wait)
    assert 0 < n_parked <= 2 * len(requests)
    assert all(wait[-1] is None for wait in waits if wait)
    for request in requests:
        finished = runner.told[request].finished
        assert finished is not None
        assert finished.finish_reason is FinishReason.LENGTH


def test_a_long_chat_is_not_kept_out_by_short_ones_that_keep_coming(
    runner: SteppedRunner,
) -> None:
    short = [runner.ask(dialogue(f"s{number}"), max_tokens=20 * number) for number in range(1, 5)]
    long = runner.ask(dialogue("long", "long " * 80), max_tokens=40)
    assert reasons(runner.told[long]) == [WaitReason.NO_ROOM]
    told, n_before = runner.told[long], len(short)
    while told.finished is None:
        runner.step()
        n_running = sum(runner.told[one].finished is None for one in short)
        if n_running < n_before:
            short.append(runner.ask(dialogue(f"s{len(short)}"), max_tokens=80))
        assert len(short) <= 3 * n_before
    assert told.finished.finish_reason is FinishReason.LENGTH
    runner.finish()


def test_a_short_chat_need_not_wait_behind_a_long_one(runner: SteppedRunner) -> None:
    runner.ask(dialogue("first", "first " * 40), max_tokens=100)
    long = runner.ask(dialogue("long", "long " * 60), max_tokens=40)
    short = runner.ask(dialogue("short"), max_tokens=20)
    while runner.told[short].finished is None:
        runner.step()
    assert reasons(runner.told[long]) == [WaitReason.NO_ROOM]
    assert runner.told[short].waits == []
    runner.finish()


def test_it_is_told_that_all_sequences_are_taken(tmp_path: Path, tiny_model: Path) -> None:
    with SteppedRunner(tmp_path / "a", tiny_model) as runner:
        requests = [runner.ask(dialogue(number), max_tokens=20) for number in range(9)]
        assert [bool(runner.told[one].waits) for one in requests] == [False] * 8 + [True]
        runner.finish()
        assert runner.told[requests[8]].waits == [
            AnswerWaiting(WaitReason.NO_SEQUENCE),
            WaitEnded(),
        ]


def test_of_two_answers_in_one_chat_the_later_one_waits_also_while_the_other_is_parked(
    runner: SteppedRunner,
) -> None:
    _first, second = two_that_outgrow(runner)
    third = runner.ask(dialogue(1, "Another question."), max_tokens=10)
    assert reasons(runner.told[third]) == [WaitReason.NO_SEQUENCE]
    told = runner.told[second]
    while told.finished is None:
        runner.step()
        assert runner.told[third].finished is None
    assert told.finished.finish_reason is FinishReason.LENGTH
    runner.finish()


def test_a_chat_of_the_window_goes_before_an_answer_of_another_program(
    runner: SteppedRunner,
) -> None:
    program = runner.ask(dialogue("api-ab12", "One is it. " * 20), max_tokens=150)
    while not runner.told[program].text:
        runner.step()
    window = runner.ask(dialogue(1, "Two is it. " * 20), max_tokens=150)
    while runner.told[window].finished is None:
        runner.step()
    assert runner.told[window].waits == []
    assert reasons(runner.told[program]) == [WaitReason.PARKED]
    runner.finish()
    assert reasons(runner.told[program]) == [WaitReason.PARKED, None]
    ended = runner.told[program].finished
    assert ended is not None
    assert ended.finish_reason is FinishReason.LENGTH


def test_a_program_that_has_waited_for_long_is_not_parked_for_the_window(
    runner: SteppedRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.core.engine.batch.admission.HEAD_START_S", 0.0)
    program = runner.ask(dialogue("api-ab12", "One is it. " * 20), max_tokens=150)
    while not runner.told[program].text:
        runner.step()
    window = runner.ask(dialogue(1, "Two is it. " * 20), max_tokens=150)
    runner.finish()
    assert runner.told[program].waits == []
    assert reasons(runner.told[window])[0] is WaitReason.NO_ROOM
