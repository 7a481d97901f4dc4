"""What is lost when an engine dies, and what is done then."""

from __future__ import annotations

import signal

import pytest

from app.core.engine_link.recovery import (
    IN_A_ROW_S,
    CrashPolicy,
    Death,
    Ledger,
    LoadState,
    Reload,
    StayWithout,
    problem_of_death,
    safer_than,
)
from app.core.errors import Problem
from app.core.protocol import (
    AnswerFinished,
    AnswerStats,
    BackendChoice,
    CancelLoad,
    ChatKey,
    ChatRestored,
    ContextMeasured,
    Device,
    FinishReason,
    Generate,
    LoadModel,
    MeasureContext,
    ModelInfo,
    ModelLoaded,
    ModelLoadFailed,
    ModelUnloaded,
    PrefixSource,
    RequestId,
    RestoreChat,
    UnloadModel,
)

CHAT = ChatKey("1")
LOAD = LoadModel("/models/a.gguf")
WORSE = Problem("It crashed.", "All is well.", "")
DEVICE = Device("CPU", "a processor", "cpu", 1, 2)
INFO = ModelInfo("/models/a.gguf", "A", "a", 1, 1, 512, 512, 2, 0, (DEVICE,), "", resumable=True)


def loaded() -> Ledger:
    ledger = Ledger()
    ledger.note_sent(LOAD)
    ledger.note_event(ModelLoaded(INFO))
    return ledger


def test_whoever_waits_is_told_once() -> None:
    ledger = loaded()
    ledger.note_sent(Generate(RequestId(1), CHAT, ()))
    ledger.note_sent(Generate(RequestId(2), CHAT, ()))
    ledger.note_sent(MeasureContext(CHAT, (), request=RequestId(3)))
    ledger.note_sent(RestoreChat(CHAT, ()))
    ledger.note_event(AnswerFinished(RequestId(1), CHAT, FinishReason.END, AnswerStats(), None))
    told = ledger.lose_all(WORSE)
    assert told == (
        AnswerFinished(RequestId(2), CHAT, FinishReason.FAILED, AnswerStats(), None, WORSE),
        ContextMeasured(CHAT, request=RequestId(3)),
        ChatRestored(CHAT, 0, 0, PrefixSource.OFF, 0.0),
    )
    assert ledger.lose_all(WORSE) == ()


def test_a_model_that_makes_room_for_another_is_not_missed() -> None:
    ledger = loaded()
    ledger.note_sent(LoadModel("/models/b.gguf"))
    states = []
    for event in (ModelUnloaded(), ModelLoadFailed("/models/b.gguf", WORSE)):
        ledger.note_event(event)
        states.append(ledger.load_state)
    assert states == [LoadState.LOADING, LoadState.NONE]


@pytest.mark.parametrize("end", [UnloadModel(), CancelLoad()])
def test_a_model_that_is_not_wanted_does_not_come_back(end: UnloadModel | CancelLoad) -> None:
    ledger = loaded()
    ledger.note_sent(end)
    assert CrashPolicy().after(ledger, 0.0) == StayWithout()


def test_a_model_that_crashed_at_work_comes_back() -> None:
    assert CrashPolicy().after(loaded(), 0.0) == Reload(LOAD)


def test_a_model_that_crashed_while_it_was_loaded_does_not() -> None:
    ledger = Ledger()
    ledger.note_sent(LOAD)
    assert CrashPolicy().after(ledger, 0.0) == StayWithout()


def test_a_second_crash_in_a_row_steps_down_until_nothing_is_left_out() -> None:
    policy, ledger, now = CrashPolicy(), loaded(), 0.0
    left_out = []
    while isinstance(recovery := policy.after(ledger, now), Reload):
        if recovery.stepped_down:
            left_out.append(recovery.stepped_down)
        ledger.lose_all(WORSE)
        ledger.note_sent(recovery.load)
        ledger.note_event(ModelLoaded(INFO))
        now += 1.0
    assert left_out == ["without repacked weights", "without the GPU", "without flash attention"]


def test_a_crash_long_after_another_is_a_first_one() -> None:
    policy, ledger = CrashPolicy(), loaded()
    for now in (0.0, IN_A_ROW_S + 1, 2 * IN_A_ROW_S + 2):
        assert policy.after(ledger, now) == Reload(LOAD)


def test_each_step_leaves_out_one_thing_more() -> None:
    first = safer_than(LOAD)
    assert first is not None
    assert first.load.backend == BackendChoice(use_extra_bufts=False, use_gpu=True)
    assert first.load.path == LOAD.path


@pytest.mark.parametrize(
    ("death", "words"),
    [
        (Death(-signal.SIGSEGV), "crashed"),
        (Death(-signal.SIGABRT), "crashed"),
        (Death(0xC0000005), "crashed"),
        (Death(-signal.SIGKILL), "was ended by the system, probably because memory ran out"),
        (Death(-signal.SIGKILL, hung=True), "stopped responding"),
    ],
)
def test_the_problem_says_what_happened_and_what_was_done(death: Death, words: str) -> None:
    ledger = loaded()
    ledger.note_sent(Generate(RequestId(1), CHAT, ()))
    problem = problem_of_death(death, ledger, Reload(LOAD))
    assert problem.what == f"The engine {words} in the middle of an answer."
    assert problem.effect == (
        "What was said so far is kept. The engine was started again, and the model is being loaded."
    )
    assert problem.remedy == ""


def test_a_step_down_is_told() -> None:
    safer = safer_than(LOAD)
    assert safer is not None
    problem = problem_of_death(Death(-11), loaded(), safer)
    assert problem.effect.endswith("is being loaded, without repacked weights from now on.")


def test_who_gets_no_model_back_is_told_what_to_do() -> None:
    ledger = Ledger()
    ledger.note_sent(LOAD)
    problem = problem_of_death(Death(-11, last_words="GGML_ASSERT"), ledger, StayWithout())
    assert problem.what == "The engine crashed while it was loading a model."
    assert problem.remedy.startswith("Open another model")
    assert "GGML_ASSERT" in problem.detail
