"""What the layer for multi-token prediction keeps of chats, and what it costs where it is idle."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from app.core.engine.drafting.draft import NO_DRAFT
from app.core.engine.drafting.drafter import Drafter, ModelDrafter
from app.core.engine.drafting.step_costs import StepCosts
from app.core.engine.load.model_measure import (
    context_params,
    measure_model,
    model_params,
    mtp_context_params,
)
from app.core.engine.speculation.draft_model import DraftModel
from app.core.engine.speculation.draft_source import DraftSource
from app.core.engine.speculation.mtp_drafts import MtpDrafts
from app.core.engine.speculation.mtp_rows import MtpChat
from app.core.fit.machine import Placement, memory_use
from app.core.llama import Context, DecodeOutcome, Model, library
from app.core.llama.errors import DecodeFailure, ModelLoadFailure
from app.core.llama.gguf_file import width_of_mtp_layer
from app.core.protocol import (
    BackendChoice,
    ChatKey,
    DraftPolicy,
    FinishReason,
    LoadModel,
    PrefixSource,
)
from tests.helpers.engine_harness import GREEDY
from tests.helpers.foretold import DRAFTED, LLAMA, PLAIN, dialogue
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.mtp_model import write_tiny_mtp
from tests.helpers.said_alone import Alone, require_same
from tests.helpers.stepped_runner import SteppedRunner

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.llama import Batch
    from tests.conftest import ExpectLog

WHERE_IT_PAYS = {"drafts": DraftPolicy.WHERE_IT_PAYS}
LONG = "Say something of the sea. " * 20


@pytest.fixture(autouse=True)
def _no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drafted from the text of a chat itself, so that the layer does it."""
    monkeypatch.setattr(Drafter, "draft", lambda *_args, **_names: NO_DRAFT)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return write_tiny_mtp(tmp_path / "mtp.gguf")


def layer_of(runner: SteppedRunner) -> MtpDrafts:
    layer = runner.draft_model
    assert isinstance(layer, MtpDrafts)
    assert layer.name, "it has failed"
    return layer


def chats_of(runner: SteppedRunner) -> list[MtpChat]:
    chats = layer_of(runner)._chats.values()
    return [chat for chat in chats if isinstance(chat, MtpChat)]


def kept_of(runner: SteppedRunner, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return a list that grows: of each batch whether its hidden states are kept."""
    found: list[bool] = []
    keep_hidden_states = Context.keep_hidden_states

    def watched(context: Context, *, keep: bool) -> None:
        assert context is runner.loaded.context
        found.append(keep)
        keep_hidden_states(context, keep=keep)

    monkeypatch.setattr(Context, "keep_hidden_states", watched)
    return found


# -- chats that come, go and change --


def test_a_chat_that_is_opened_again_is_drafted_for_at_once(tmp_path: Path, model: Path) -> None:
    one = dialogue(0, LONG)
    with SteppedRunner(tmp_path / "a", model) as runner:
        text, finished = runner.answer(one, **DRAFTED, max_tokens=40)
    one.assistant(text, finished).user("And then?")
    with SteppedRunner(tmp_path / "a", model) as runner:
        request = runner.ask(one, **DRAFTED, max_tokens=30)
        runner.finish()
        (chat,) = chats_of(runner)
        assert chat.begin > 400, "what came back has no rows"
        n_read = sum(share.end - share.begin for batch in runner.batches for share in batch)
        assert n_read < 100, "and nothing was read again for them"
    first = next(at for at, batch in enumerate(runner.batches) if batch[0].n_drafted)
    n_streaming = sum(batch[0].end - batch[0].begin == 1 for batch in runner.batches[:first])
    assert n_streaming <= 1, "the proof of what came back"
    with Alone(model, LLAMA) as alone:
        stats = alone.confirm(runner.told[request], GREEDY).stats
    assert stats.source is PrefixSource.DISK
    assert stats.n_accepted > 0


def test_answers_that_park_each_other_go_on_where_they_were(tmp_path: Path, model: Path) -> None:
    dialogues = [dialogue(number, f"Tell me of {number}.") for number in range(2)]
    with SteppedRunner(tmp_path / "a", model, n_ctx=512) as runner:
        requests = [runner.ask(one, **DRAFTED, max_tokens=400) for one in dialogues]
        runner.finish()
        layer_of(runner)
    with Alone(model, LLAMA) as alone:
        ends = [alone.confirm(runner.told[request], GREEDY) for request in requests]
    assert all(finished.stats.n_drafted for finished in ends), ends
    assert any(runner.told[request].waits for request in requests), "one was parked"


@pytest.mark.parametrize("n_ctx", [256, 512])
def test_an_answer_fills_its_context_to_the_last_token(
    tmp_path: Path, model: Path, n_ctx: int
) -> None:
    with SteppedRunner(tmp_path / "a", model, n_ctx=n_ctx) as runner:
        _text, plain = runner.answer(dialogue(0), **PLAIN, max_tokens=0)
    with SteppedRunner(tmp_path / "b", model, n_ctx=n_ctx) as runner:
        _text, finished = runner.answer(dialogue(0), **DRAFTED, max_tokens=0)
        layer_of(runner)
    assert finished.finish_reason is FinishReason.CONTEXT_FULL
    assert finished.stats.n_accepted > 30
    assert finished.stats.n_generated == plain.stats.n_generated
    require_same(model, LLAMA, plain, finished)


def test_a_question_asked_again_or_changed_and_an_answer_that_goes_on(
    tmp_path: Path, model: Path
) -> None:
    one = dialogue(0, LONG)
    with SteppedRunner(tmp_path / "a", model) as runner:
        text, finished = runner.answer(one, **DRAFTED, max_tokens=40)
        requests = [runner.ask(one, **DRAFTED, max_tokens=40)]
        runner.finish()
        changed = dialogue(0, LONG.replace("sea. Say", "mountain. Say", 12))
        requests.append(runner.ask(changed, **DRAFTED, max_tokens=40))
        runner.finish()
        (chat,) = chats_of(runner)
        assert chat.begin == 0, "there was no gap"
        assert chat.read == list(chat.main.wanted[: len(chat.read)])
        requests.append(runner.ask(one.assistant(text, finished), **DRAFTED, max_tokens=40))
        runner.finish()
        assert chat.begin > 400, "this text came back from the store"
        assert chat.read == list(chat.main.wanted[: len(chat.read)])
    with Alone(model, LLAMA) as alone:
        ends = [alone.confirm(runner.told[request], GREEDY) for request in requests]
    assert all(end.stats.n_accepted > 0 for end in ends)


def test_chats_that_leave_the_context_leave_that_of_the_layer(tmp_path: Path, model: Path) -> None:
    with SteppedRunner(tmp_path / "a", model) as runner:
        for number in range(12):
            runner.answer(dialogue(number, LONG), **DRAFTED, max_tokens=12)
            layer = layer_of(runner)
            ids = range(runner.loaded.n_chats + 1)
            held = {one for one in ids if layer._context.positions(one) != (-1, -1)}
            assert held <= set(layer._chats) <= runner.native_sequences
        runner.runner.forget(ChatKey("11"))
        assert not layer._chats
        assert layer._context.positions(0) == (-1, -1)


def test_what_was_aborted_is_computed_again(
    tmp_path: Path, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SteppedRunner(tmp_path / "a", model) as runner:
        main, decode, n_calls = runner.loaded.context, Context.decode, 0

        def aborted_now_and_then(context: Context, batch: Batch) -> DecodeOutcome:
            nonlocal n_calls
            outcome = decode(context, batch)
            n_calls += context is main
            is_aborted = context is main and n_calls % 3 == 0
            return DecodeOutcome.ABORTED if is_aborted else outcome

        monkeypatch.setattr(Context, "decode", aborted_now_and_then)
        requests = [runner.ask(dialogue(n, LONG), **DRAFTED, max_tokens=60) for n in range(2)]
        runner.finish()
        monkeypatch.undo()
        for chat in chats_of(runner):
            assert chat.begin == 0
    with Alone(model, LLAMA) as alone:
        for request in requests:
            assert alone.confirm(runner.told[request], GREEDY).stats.n_accepted > 10


def test_where_its_context_is_full_a_chat_begins_anew(
    tmp_path: Path, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SteppedRunner(tmp_path / "a", model) as runner:
        layer, decode, n_calls = layer_of(runner), Context.decode, 0

        def full_now_and_then(context: Context, batch: Batch) -> DecodeOutcome:
            nonlocal n_calls
            n_calls += context is layer._context
            is_full = context is layer._context and n_calls % 7 == 0
            return DecodeOutcome.NO_ROOM if is_full else decode(context, batch)

        monkeypatch.setattr(Context, "decode", full_now_and_then)
        request = runner.ask(dialogue(0, LONG), **DRAFTED, max_tokens=100)
        runner.finish()
        assert n_calls > 20
        assert layer_of(runner)
    with Alone(model, LLAMA) as alone:
        assert alone.confirm(runner.told[request], GREEDY).stats.n_accepted > 10


def test_closing_in_the_middle_of_an_answer(tmp_path: Path, model: Path) -> None:
    one = dialogue(0)
    with SteppedRunner(tmp_path / "a", model) as runner:
        request = runner.ask(one, **DRAFTED, max_tokens=150)
        runner.step(8)
        assert not runner.is_done
    with Alone(model, LLAMA) as alone:
        finished = alone.confirm(runner.told[request], GREEDY)
    assert finished.finish_reason is FinishReason.STOPPED
    assert finished.stats.n_drafted > 0


# -- what it costs --


def test_an_answer_that_is_not_drafted_for_keeps_no_hidden_states(
    tmp_path: Path, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SteppedRunner(tmp_path / "a", model) as runner:
        kept = kept_of(runner, monkeypatch)
        runner.answer(dialogue(0, LONG), **PLAIN, max_tokens=20)
        assert len(kept) > 20
        assert not any(kept)
        assert not layer_of(runner)._chats


def test_where_it_does_not_pay_it_rests_and_wakes_again(
    tmp_path: Path, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StepCosts, "seconds", lambda _self, _n_tokens: 1.0)
    monkeypatch.setattr(MtpDrafts, "step_seconds", 0.0)  # it is always tried, if at all
    timed = ModelDrafter.timed

    def slow(one: ModelDrafter, _speed: float, n_text: int, *, has_drafted: bool) -> None:
        timed(one, 0.2, n_text, has_drafted=has_drafted)

    monkeypatch.setattr(ModelDrafter, "timed", slow)
    with SteppedRunner(tmp_path / "a", model) as runner:
        kept = kept_of(runner, monkeypatch)
        request = runner.ask(dialogue(0), **WHERE_IT_PAYS, max_tokens=400)
        runner.finish()
        layer_of(runner)
        n_first = len(kept)
        assert 0 < sum(kept) < 0.2 * n_first
        first_rest = kept.index(False)
        assert any(kept[first_rest:]), "it was tried again"
        runner.answer(dialogue(1, LONG), **WHERE_IT_PAYS, max_tokens=20)
        assert not any(kept[n_first:]), "the next prompt is read without it"
    with Alone(model, LLAMA) as alone:
        assert alone.confirm(runner.told[request], GREEDY).stats.n_drafted > 0


def test_where_no_draft_is_wanted_it_sleeps_until_one_is(
    tmp_path: Path, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StepCosts, "seconds", lambda _self, n_tokens: float(n_tokens))
    with SteppedRunner(tmp_path / "a", model) as runner:
        kept = kept_of(runner, monkeypatch)
        runner.ask(dialogue(0), **WHERE_IT_PAYS, max_tokens=200)
        runner.finish()
        assert any(kept[:20])
        assert 0 < sum(kept[20:]) < 0.1 * len(kept), "it is tried now and then"
        monkeypatch.setattr(StepCosts, "seconds", lambda _self, _n_tokens: 1.0)
        monkeypatch.setattr(MtpDrafts, "step_seconds", 0.01)
        monkeypatch.setattr(ModelDrafter, "timed", lambda *_args, **_names: None)
        _text, finished = runner.answer(dialogue(1), **WHERE_IT_PAYS, max_tokens=60)
    assert finished.stats.n_accepted > 10


def test_it_is_in_the_prediction_of_what_a_load_takes(tmp_path: Path) -> None:
    path, n_ctx = write_tiny_mtp(tmp_path / "mtp.gguf", n_layers=1), 12_288
    command = LoadModel(str(path))
    measured = measure_model(command, BackendChoice(use_extra_bufts=False, use_gpu=False))
    params = model_params(measured, Placement(n_ctx))
    assert params.mtp
    with library.recorded_log() as lines:
        model = Model(command.path, params, lambda _fraction: True)
        main = context_params(model, command.settings, n_ctx, 0)
        for one in (main, mtp_context_params(main)):
            Context(model, one).close()
        model.close()

    (use,) = memory_use(measured.memory, Placement(n_ctx))

    taken = {
        kind: 2**20 * sum(map(float, re.findall(rf"(?:{kind}) buffer size = +([\d.]+) MiB", log)))
        for log in ["\n".join(lines)]
        for kind in ("KV", "compute|output")
    }
    assert use.cache_bytes == pytest.approx(taken["KV"], rel=0.1)
    assert use.compute_bytes == pytest.approx(taken["compute|output"], rel=0.1)


# -- what cannot draft --


@pytest.mark.parametrize("what", ["decode", "keep_hidden_states", "hidden_states"])
def test_a_layer_that_fails_at_work_costs_nothing_else(
    what: str, tmp_path: Path, model: Path, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    """Whether it fails itself, or what it needs of the loaded model."""
    expect_log("MTP is not used any more")
    with SteppedRunner(tmp_path / "plain", model) as runner:
        _text, plain = runner.answer(dialogue(0), **PLAIN, max_tokens=100)
    with SteppedRunner(tmp_path / "a", model) as runner:
        request = runner.ask(dialogue(0), **DRAFTED, max_tokens=100)
        runner.step(6)
        layer, work = layer_of(runner), getattr(Context, what)

        def fail(context: Context, *args: object, **names: bool) -> object:
            is_own = context is layer._context
            if is_own == (what == "decode") and names != {"keep": False}:
                raise DecodeFailure("it fails", code=-3)
            return work(context, *args, **names)

        monkeypatch.setattr(Context, what, fail)
        runner.finish()
        assert not layer.name
    finished = runner.told[request].finished
    assert finished is not None
    assert finished.stats.n_drafted > 0
    require_same(model, LLAMA, plain, finished)


@pytest.mark.parametrize(
    "lacking",
    [
        {"nextn.eh_proj"},
        {"nextn.eh_proj", "nextn.enorm", "nextn.hnorm"},
        {"nextn.eh_proj", "ffn_gate_inp", "attn_output", "ffn_up_shexp"},
    ],
    ids=len,
)
def test_a_layer_that_lacks_something_is_left_alone(tmp_path: Path, lacking: set[str]) -> None:
    """llama.cpp would end the process."""
    names = {f"{name}.weight" for name in lacking}
    path = write_tiny_mtp(tmp_path / "mtp.gguf", without=names)
    assert not width_of_mtp_layer(str(path))
    with SteppedRunner(tmp_path / "a", path) as runner:
        assert type(runner.draft_model) is DraftSource
        _text, finished = runner.answer(dialogue(0), **DRAFTED, max_tokens=20)
    assert finished.stats.n_generated == 20
    assert finished.stats.n_drafted == 0


@pytest.mark.parametrize("lacking", ["nextn.enorm", "nextn.hnorm", "ffn_gate_inp", "ffn_up_shexp"])
def test_a_layer_in_pieces_is_found_out_before_it_is_loaded(tmp_path: Path, lacking: str) -> None:
    """llama.cpp refuses the whole model, whether its layer is wanted or not."""
    path = write_tiny_mtp(tmp_path / "mtp.gguf", without={f"{lacking}.weight"})
    assert not width_of_mtp_layer(str(path))
    with pytest.raises(ModelLoadFailure):
        SteppedRunner(tmp_path / "a", path)


def test_a_layer_that_llama_cpp_does_not_load_is_left_alone(tmp_path: Path) -> None:
    """What it lacks is nothing that was looked for."""
    path = write_tiny_mtp(tmp_path / "mtp.gguf", without={"attn_k.weight"})
    assert width_of_mtp_layer(str(path))
    with SteppedRunner(tmp_path / "a", path) as runner:
        assert type(runner.draft_model) is DraftSource
        _text, finished = runner.answer(dialogue(0), **DRAFTED, max_tokens=20)
    assert finished.stats.n_drafted == 0


def test_of_several_layers_none_is_used(tmp_path: Path) -> None:
    path = write_tiny_mtp(tmp_path / "mtp.gguf", n_mtp=2)
    with SteppedRunner(tmp_path / "a", path) as runner:
        assert type(runner.draft_model) is DraftSource
        _text, finished = runner.answer(dialogue(0), **DRAFTED, max_tokens=20)
    assert finished.stats.n_drafted == 0


def test_a_draft_model_that_was_chosen_goes_before_it(tmp_path: Path, model: Path) -> None:
    draft = write_tiny_llama(tmp_path / "draft.gguf")
    with SteppedRunner(tmp_path / "a", model, draft_model=str(draft)) as runner:
        assert isinstance(runner.draft_model, DraftModel)
        assert not runner.loaded.model.params.mtp
        _text, finished = runner.answer(dialogue(0), **DRAFTED, max_tokens=20)
    assert finished.stats.n_drafted > 0
