"""What is lost when an engine dies, and what is done then."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import pytest

from app.core.engine_link.recovery import (
    IN_A_ROW_S,
    CrashPolicy,
    Death,
    Ledger,
    Reload,
    StayWithout,
    StepDown,
    problem_of_death,
    safer_than,
)
from app.core.errors import Problem
from app.core.messages import Role
from app.core.phrases import NO_WORDS, phrase
from app.core.plain_value import replace
from app.core.protocol import (
    AnswerFinished,
    AnswerStats,
    BackendChoice,
    Call,
    CancelLoad,
    ChatKey,
    Device,
    FinishReason,
    Generate,
    LoadModel,
    LoadSettings,
    ModelInfo,
    ModelLoaded,
    ModelLoadFailed,
    ModelUnloaded,
    ProblemRaised,
    PromptMessage,
    Reply,
    RequestId,
    UnloadModel,
)

if TYPE_CHECKING:
    from app.core.protocol import Event

SIGKILL = 9  # Windows has no such name
CHAT = ChatKey("1")
HELLO = (PromptMessage(Role.USER, "Hello"),)
LOAD = LoadModel("/models/a.gguf")
WORSE = Problem(phrase("It crashed."), phrase("All is well."), NO_WORDS)
DEVICE = Device("CPU", "a processor", "cpu", 1, 2)
INFO = ModelInfo("/models/a.gguf", "A", "a", 1, 1, 512, 512, 2, 0, (DEVICE,), (), resumable=True)
ON_GPU = replace(INFO, n_gpu_layers=2, devices=(DEVICE, Device("Vulkan0", "a GPU", "gpu", 1, 2)))


def loaded(info: ModelInfo = INFO) -> Ledger:
    ledger = Ledger()
    ledger.note_sent(LOAD)
    ledger.note_heard(ModelLoaded(info))
    return ledger


def test_an_answer_that_was_lost_is_told_once() -> None:
    ledger = loaded()
    ledger.note_sent(Call(RequestId(1), Generate(CHAT, HELLO)))
    failed = AnswerFinished(FinishReason.FAILED, AnswerStats(), None, WORSE)
    assert ledger.answer_lost(RequestId(1), WORSE) == Reply(RequestId(1), failed)
    assert ledger.answer_lost(RequestId(1), WORSE) is None


OTHER = LoadModel("/models/b.gguf")


def told_of(ledger: Ledger, *events: Event) -> Ledger:
    for event in events:
        ledger.note_heard(event)
    return ledger


def test_a_model_that_makes_room_for_another_is_not_missed() -> None:
    ledger = loaded()
    ledger.note_sent(OTHER)
    loading = []
    for event in (ModelUnloaded(), ModelLoadFailed(OTHER.path, WORSE)):
        ledger.note_heard(event)
        loading.append(ledger.loading)
    assert loading == [OTHER, None]
    assert CrashPolicy().after(ledger, 0.0) == StayWithout()


def test_a_model_that_is_not_wanted_does_not_come_back() -> None:
    ledger = loaded()
    ledger.note_sent(UnloadModel())
    assert CrashPolicy().after(ledger, 0.0) == StayWithout()


def test_a_model_that_stays_beside_a_file_that_cannot_be_opened_comes_back() -> None:
    ledger = loaded()
    ledger.note_sent(OTHER)
    told_of(ledger, ModelLoadFailed(OTHER.path, WORSE), ModelLoaded(INFO))
    assert CrashPolicy().after(ledger, 0.0) == Reload(LOAD)


def test_a_load_that_was_given_up_too_late_counts() -> None:
    ledger = Ledger()
    ledger.note_sent(LOAD)
    ledger.note_sent(CancelLoad())
    told_of(ledger, ModelLoaded(INFO))
    assert CrashPolicy().after(ledger, 0.0) == Reload(LOAD)


def test_a_second_choice_that_crashes_while_it_is_loaded_has_failed() -> None:
    ledger = Ledger()
    ledger.note_sent(LOAD)
    ledger.note_sent(OTHER)
    told_of(ledger, ModelLoadFailed(LOAD.path, WORSE, cancelled=True))
    assert CrashPolicy().after(ledger, 0.0) == StayWithout()
    assert ledger.lose_all(WORSE) == (ModelLoadFailed(OTHER.path, WORSE),)


def test_a_model_that_is_late_does_not_stand_for_the_one_behind_it() -> None:
    ledger = Ledger()
    ledger.note_sent(LOAD)
    ledger.note_sent(OTHER)
    told_of(ledger, ModelLoaded(INFO))
    assert ledger.loading == OTHER
    assert CrashPolicy().after(ledger, 0.0) == StayWithout()


def test_a_crash_while_the_first_choice_is_loaded_leaves_the_second() -> None:
    ledger = Ledger()
    ledger.note_sent(LOAD)
    ledger.note_sent(OTHER)
    assert CrashPolicy().after(ledger, 0.0) == Reload(OTHER)


def test_what_could_not_be_sent_is_told_and_nothing_else() -> None:
    ledger = loaded()
    kept, lost = (Call(RequestId(number), Generate(CHAT, HELLO)) for number in (1, 2))
    ledger.note_sent(kept)
    ledger.note_sent(lost)
    failed = AnswerFinished(FinishReason.FAILED, AnswerStats(), None, WORSE)
    assert ledger.take_back(lost, WORSE) == Reply(RequestId(2), failed)
    assert ledger.take_back(UnloadModel(), WORSE) == ProblemRaised(WORSE)
    ledger.note_sent(OTHER)
    assert ledger.take_back(OTHER, WORSE) == ModelLoadFailed(OTHER.path, WORSE)
    assert ledger.lose_all(WORSE) == (Reply(RequestId(1), failed), ModelUnloaded())
    assert ledger.lose_all(WORSE) == ()


def test_a_model_that_crashed_at_work_comes_back() -> None:
    assert CrashPolicy().after(loaded(), 0.0) == Reload(LOAD)


def test_a_model_that_crashed_while_it_was_loaded_does_not() -> None:
    ledger = Ledger()
    ledger.note_sent(LOAD)
    assert CrashPolicy().after(ledger, 0.0) == StayWithout()


def left_out_in_turn(info: ModelInfo) -> list[StepDown]:
    """Crash again and again; return what is left out each time."""
    policy, ledger, now = CrashPolicy(), loaded(info), 0.0
    left_out = []
    while isinstance(recovery := policy.after(ledger, now), Reload):
        if recovery.left_out is not None:
            left_out.append(recovery.left_out)
        ledger.lose_all(WORSE)
        ledger.note_sent(recovery.load)
        backend = recovery.load.backend or BackendChoice()
        told = replace(info, n_gpu_layers=n_offloaded(recovery, info))
        ledger.note_heard(ModelLoaded(told, backend=backend))
        now += 1.0
    return left_out


def n_offloaded(reload: Reload, info: ModelInfo) -> int:
    """Return how many layers an engine would offload then."""
    backend, most = reload.load.backend, reload.load.settings.max_gpu_layers
    if backend is not None and not backend.use_gpu:
        return 0
    return info.n_gpu_layers if most is None else min(most, info.n_gpu_layers)


def test_a_second_crash_in_a_row_steps_down_until_nothing_is_left_to_leave_out() -> None:
    assert left_out_in_turn(ON_GPU) == [
        StepDown.REPACKED_WEIGHTS,
        StepDown.GPU_LAYERS,
        StepDown.GPU,
        StepDown.FLASH_ATTENTION,
    ]


def test_a_machine_without_a_gpu_is_not_told_of_one() -> None:
    assert left_out_in_turn(INFO) == [StepDown.REPACKED_WEIGHTS, StepDown.FLASH_ATTENTION]


def test_what_the_self_test_left_out_stays_out() -> None:
    without = BackendChoice(use_extra_bufts=True, use_gpu=False)
    safer = safer_than(LOAD, ModelLoaded(ON_GPU, backend=without))
    assert safer is not None
    assert safer.load.backend == BackendChoice(use_extra_bufts=False, use_gpu=False)


def test_a_gpu_that_holds_no_layer_still_computes_and_is_left_out() -> None:
    assert StepDown.GPU in left_out_in_turn(replace(ON_GPU, n_gpu_layers=0))


def test_a_crash_long_after_another_is_a_first_one() -> None:
    policy, ledger = CrashPolicy(), loaded()
    for now in (0.0, IN_A_ROW_S + 1, 2 * IN_A_ROW_S + 2):
        assert policy.after(ledger, now) == Reload(LOAD)


def test_each_step_leaves_out_one_thing_more() -> None:
    first = safer_than(LOAD, ModelLoaded(INFO))
    assert first is not None
    assert first.load.backend == BackendChoice(use_extra_bufts=False, use_gpu=True)
    assert first.load.path == LOAD.path


@pytest.mark.parametrize(
    ("death", "words"),
    [
        (Death(-signal.SIGSEGV), "The engine crashed in the middle of an answer."),
        (Death(-signal.SIGABRT), "The engine crashed in the middle of an answer."),
        (Death(0xC0000005), "The engine crashed in the middle of an answer."),
        (
            Death(-SIGKILL),
            "The model stopped in the middle of an answer, probably because memory ran out.",
        ),
        (Death(-SIGKILL, hung=True), "The engine stopped responding in the middle of an answer."),
    ],
)
def test_the_problem_says_what_happened_and_what_was_done(death: Death, words: str) -> None:
    ledger = loaded()
    ledger.note_sent(Call(RequestId(1), Generate(CHAT, HELLO)))
    problem = problem_of_death(death, ledger, Reload(LOAD))
    assert str(problem.what) == words
    assert str(problem.effect) == "The answer so far is kept."
    assert str(problem.remedy) == "Hearth reloads the model automatically."


@pytest.mark.parametrize("death", [Death(-11), Death(-SIGKILL), Death(-9, hung=True)])
@pytest.mark.parametrize("left_out", [None, *StepDown])
@pytest.mark.parametrize("is_loading", [True, False])
def test_every_way_to_die_and_to_come_back_has_its_words(
    death: Death, left_out: StepDown | None, is_loading: bool
) -> None:
    ledger = loaded()
    if is_loading:
        ledger.note_sent(LOAD)
    problem = problem_of_death(death, ledger, Reload(LOAD, left_out))
    assert ("load" in str(problem.what)) == is_loading
    assert ("from now on" in problem.text()) == (left_out is not None)


def test_a_step_down_is_told() -> None:
    safer = safer_than(LOAD, ModelLoaded(INFO))
    assert safer is not None
    problem = problem_of_death(Death(-11), loaded(), safer)
    assert str(problem.remedy).endswith("reloads the model, from now on without repacked weights.")


def test_who_gets_no_model_back_is_told_what_to_do() -> None:
    ledger = Ledger()
    ledger.note_sent(LOAD)
    problem = problem_of_death(Death(-11, last_words="GGML_ASSERT"), ledger, StayWithout())
    assert str(problem.what) == "The engine crashed while loading a model."
    assert "Open another model" in str(problem.remedy)
    assert "GGML_ASSERT" in problem.detail


# -- other machines --

ATTIC, CELLAR = "attic:1", "cellar:1"
FAR = LoadModel("/models/a.gguf", LoadSettings(machines=(ATTIC, CELLAR)))
IN_ATTIC = Device(ATTIC, ATTIC, "gpu", 1, 2, "RPC", round_trip_s=0.001)


def loaded_far() -> Ledger:
    ledger = Ledger()
    ledger.note_sent(FAR)
    info = replace(INFO, n_gpu_layers=2, devices=(DEVICE, IN_ATTIC), settings=FAR.settings)
    ledger.note_heard(ModelLoaded(info))
    return ledger


def test_only_machines_that_were_used_can_be_why_an_engine_died() -> None:
    assert Ledger().machines == ()
    loading = Ledger()
    loading.note_sent(FAR)
    assert loading.machines == (ATTIC, CELLAR)  # any of them, while it is loaded
    assert loaded_far().machines == (ATTIC,)


def test_a_model_comes_back_without_a_machine_that_has_gone() -> None:
    loading = Ledger()
    loading.note_sent(FAR)
    for ledger in (loaded_far(), loading):
        recovery = CrashPolicy().after(ledger, 0.0, (ATTIC,))
        assert isinstance(recovery, Reload)
        assert recovery.load.settings.machines == (CELLAR,)
        problem = problem_of_death(Death(-6), ledger, recovery)
        assert str(problem.what) == "The machine at attic:1 no longer responds."
    both = CrashPolicy().after(loaded_far(), 0.0, (ATTIC, CELLAR))
    assert "attic:1, cellar:1" in problem_of_death(Death(-6), loaded_far(), both).text()


def test_a_load_that_was_given_up_does_not_come_back_without_its_machine() -> None:
    ledger = Ledger()
    ledger.note_sent(FAR)
    ledger.note_sent(CancelLoad())
    assert CrashPolicy().after(ledger, 0.0, (ATTIC,)) == StayWithout()
    ledger = Ledger()
    ledger.note_sent(FAR)
    ledger.note_sent(OTHER)
    assert CrashPolicy().after(ledger, 0.0, (ATTIC,)) == Reload(OTHER)


def test_a_second_crash_leaves_out_machines_that_still_answer() -> None:
    policy = CrashPolicy()
    assert policy.after(loaded_far(), 0.0) == Reload(FAR)
    second = policy.after(loaded_far(), 1.0)
    assert isinstance(second, Reload)
    assert second.left_out is StepDown.OTHER_MACHINES
    assert second.load.settings.machines == ()
