"""The engine's loop on real models: streams, stops, several chats at once, failures."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from app.core.engine.restoring.saver import Saver
from app.core.protocol import (
    AnswerFinished,
    BackendChoice,
    CancelLoad,
    ChatKey,
    FinishReason,
    ForgetChat,
    Generate,
    LoadModel,
    ModelLoaded,
    ModelLoadFailed,
    ModelLoading,
    PrefillProgress,
    RequestId,
    SamplingParams,
    Stop,
    TextDelta,
)
from tests.helpers.engine_harness import GREEDY, Dialogue, EngineHarness
from tests.helpers.gguf_factory import write_broken_ggufs, write_tiny_llama
from tests.helpers.loading import load_command

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.engine.sequences.sequence import Sequence


def _dialogue(name: str, text: str = "Say something.") -> Dialogue:
    return Dialogue(chat=ChatKey(name)).user(text)


def test_an_answer_streams_and_reports_its_figures(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        text, finished = harness.answer(_dialogue("1"), max_tokens=20)
    assert text
    assert finished.finish_reason is FinishReason.LENGTH
    assert finished.stats.n_generated == 20
    assert finished.stats.n_prompt > 0
    assert finished.stats.ttft_ms > 0
    assert finished.stats.decode_tps > 0


def test_a_token_is_told_before_what_led_to_it_is_stored(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    n_ahead: list[int] = []
    save = Saver.save

    def noted(saver: Saver, sequence: Sequence, *, up_to_end: bool) -> None:
        answer = sequence.answer
        if answer is not None and not up_to_end:
            n_computed = sequence.n_cached - len(answer.prompt.token_ids)
            n_ahead.append(len(answer.generated) - n_computed)
        save(saver, sequence, up_to_end=up_to_end)

    monkeypatch.setattr(Saver, "save", noted)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.answer(_dialogue("1"), max_tokens=5)
    assert n_ahead == [1] * 5


def test_the_same_seed_gives_the_same_answer_and_another_seed_another(
    tmp_path: Path, tiny_model: Path
) -> None:
    hot = [SamplingParams(temperature=2.0, min_p=0, top_k=0, seed=seed) for seed in (1, 1, 2)]
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        texts = [
            harness.answer(_dialogue(str(n)), sampling=params, max_tokens=40)[0]
            for n, params in enumerate(hot)
        ]
    assert texts[0] == texts[1] != texts[2]


def test_two_chats_at_once_say_what_each_says_alone(tmp_path: Path, tiny_model: Path) -> None:
    first, second = _dialogue("1", "Tell me one."), _dialogue("2", "And another one, please!")
    with EngineHarness(tmp_path / "alone", tiny_model) as harness:
        alone = [harness.answer(d, max_tokens=60)[0] for d in (first, second)]
    with EngineHarness(tmp_path / "together", tiny_model) as harness:
        requests = [harness.ask(d, max_tokens=60) for d in (first, second)]
        texts: dict[RequestId, str] = dict.fromkeys(requests, "")
        order: list[RequestId] = []
        n_finished = 0
        while n_finished < 2:
            heard = harness.hear(TextDelta, AnswerFinished)
            assert heard.request is not None
            if isinstance(heard.what, TextDelta):
                texts[heard.request] += heard.what.text
                order.append(heard.request)
            else:
                n_finished += 1
    assert [texts[request] for request in requests] == alone
    # The second one speaks before the first one has finished.
    assert order.index(requests[1]) < len(order) - order[::-1].index(requests[0]) - 1


def test_more_chats_than_fit_wait_and_are_all_answered(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        requests = {harness.ask(_dialogue(str(n)), max_tokens=10) for n in range(7)}
        finished = [harness.hear(AnswerFinished) for _ in requests]
    assert {one.request for one in finished} == requests
    assert all(one.what.finish_reason is FinishReason.LENGTH for one in finished)


def test_stop_ends_a_stream_and_keeps_what_was_said(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=8192) as harness:
        dialogue = _dialogue("1")
        request = harness.ask(dialogue, max_tokens=0)
        said = harness.wait(TextDelta).text
        harness.post(Stop(request))
        rest, finished = harness.collect(request)
        assert finished.finish_reason is FinishReason.STOPPED
        assert finished.record is not None
        follow_up = harness.turn(dialogue.assistant(said + rest, finished), "Why?")
    assert follow_up.stats.n_reused >= len(finished.record.token_ids) - 1


def test_stop_interrupts_a_prefill_inside_a_batch(tmp_path: Path, slow_model: Path) -> None:
    with EngineHarness(tmp_path / "a", slow_model, n_ctx=8192) as harness:
        request = harness.ask(_dialogue("1", "word " * 1500))
        harness.wait(PrefillProgress)
        harness.post(Stop(request))
        text, finished = harness.collect(request)
        n_later = sum(isinstance(event, PrefillProgress) for event in harness.seen)
    assert finished.finish_reason is FinishReason.STOPPED
    assert text == ""
    assert finished.record is None
    assert n_later <= 3


def test_stopping_one_answer_does_not_harm_the_other(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "alone", tiny_model) as harness:
        expected, _ = harness.answer(_dialogue("2", "Stay."), max_tokens=120)
    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=8192) as harness:
        stopped = harness.ask(_dialogue("1", "Go."), max_tokens=0)
        kept = harness.ask(_dialogue("2", "Stay."), max_tokens=120)
        texts = ""
        reasons: dict[RequestId, FinishReason] = {}
        while len(reasons) < 2:
            heard = harness.hear(TextDelta, AnswerFinished)
            assert heard.request is not None
            if isinstance(heard.what, AnswerFinished):
                reasons[heard.request] = heard.what.finish_reason
            elif heard.request == kept:
                texts += heard.what.text
                if len(texts) > 20 and stopped not in reasons:
                    harness.post(Stop(stopped))
    assert reasons == {stopped: FinishReason.STOPPED, kept: FinishReason.LENGTH}
    assert texts == expected


def test_a_stop_string_ends_the_answer_and_is_not_shown(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        whole, _ = harness.answer(_dialogue("1"), max_tokens=40)
        stop = whole[10:13]
        text, finished = harness.answer(_dialogue("2"), max_tokens=40, stop=(stop,))
    assert finished.finish_reason is FinishReason.STOP_STRING
    assert text == whole[: whole.index(stop)]
    assert finished.record is not None


def test_a_chat_that_does_not_fit_is_refused_and_nothing_is_cut(
    tmp_path: Path, tiny_model: Path
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=512) as harness:
        text, finished = harness.answer(_dialogue("1", "long " * 400))
        assert (text, finished.finish_reason) == ("", FinishReason.TOO_LONG)
        assert finished.problem is not None
        assert "can no longer answer" in str(finished.problem.effect)
        assert harness.answer(_dialogue("2"))[1].finish_reason is FinishReason.LENGTH


def test_an_answer_that_fills_the_context_ends_there(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=256) as harness:
        _, finished = harness.answer(_dialogue("1"), max_tokens=0)
    assert finished.finish_reason is FinishReason.CONTEXT_FULL


@pytest.mark.parametrize(
    "kind",
    [
        "missing",
        "empty",
        "not_gguf",
        "unknown_architecture",
        "cut_in_magic",
        "cut_in_metadata",
        "cut_in_vocabulary",
        "cut_in_tensor_table",
        "cut_in_tensors",
    ],
)
def test_a_file_that_is_no_usable_model_is_named_and_the_engine_goes_on(
    tmp_path: Path, tiny_model: Path, kind: str
) -> None:
    files = write_broken_ggufs(tmp_path)
    path = files.get(kind, tmp_path / "nowhere.gguf")
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.post(LoadModel(str(path), backend=BackendChoice()))
        failed = harness.wait(ModelLoadFailed)
        assert not failed.cancelled
        assert str(path) in str(failed.problem.what)
        assert str(failed.problem.effect)
        assert str(failed.problem.remedy)
        assert not (tmp_path / "a" / "loading-model").exists()
        harness.post(load_command(tiny_model, n_ctx=512, backend=BackendChoice()))
        assert harness.answer(_dialogue("1"))[1].finish_reason is FinishReason.LENGTH


@pytest.mark.parametrize("kind", ["missing", "not_gguf", "cut_in_vocabulary", "cut_in_tensors"])
def test_a_wrong_or_incomplete_file_does_not_cost_the_loaded_model(
    tmp_path: Path, tiny_model: Path, kind: str
) -> None:
    path = write_broken_ggufs(tmp_path).get(kind, tmp_path / "nowhere.gguf")
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.post(LoadModel(str(path), backend=BackendChoice()))
        harness.wait(ModelLoadFailed)
        assert harness.wait(ModelLoaded).info.path == str(tiny_model)
        assert harness.answer(_dialogue("1"))[1].finish_reason is FinishReason.LENGTH


def test_a_template_that_raises_fails_the_answer_and_not_the_engine(tmp_path: Path) -> None:
    model = write_tiny_llama(
        tmp_path / "m.gguf", chat_template="{{ raise_exception('tools only') }}"
    )
    with EngineHarness(tmp_path / "a", model) as harness:
        _, finished = harness.answer(_dialogue("1"))
    assert finished.finish_reason is FinishReason.FAILED
    assert finished.problem is not None
    assert "tools only" in str(finished.problem.what)


def test_a_model_without_a_template_chats_with_the_built_in_one(tmp_path: Path) -> None:
    model = write_tiny_llama(tmp_path / "m.gguf", chat_template="")
    with EngineHarness(tmp_path / "a", model) as harness:
        text, finished = harness.answer(_dialogue("1"))
    assert text
    assert finished.finish_reason is FinishReason.LENGTH


def test_asking_without_a_model_says_so(tmp_path: Path, tiny_model: Path) -> None:
    from app.core.protocol import UnloadModel

    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.post(UnloadModel())
        _, finished = harness.answer(_dialogue("1"))
    assert finished.problem is not None
    assert str(finished.problem.what) == "No model is loaded."


def test_a_load_reports_progress_and_can_be_cancelled(tmp_path: Path, slow_model: Path) -> None:
    with EngineHarness(tmp_path / "a", slow_model) as harness:
        assert any(isinstance(event, ModelLoading) for event in harness.seen)
        harness.post(LoadModel(str(slow_model), backend=BackendChoice()))
        harness.post(CancelLoad())
        failed = harness.wait(ModelLoadFailed)
    assert failed.cancelled


def test_a_later_load_takes_the_place_of_an_earlier_one(
    tmp_path: Path, tiny_model: Path, slow_model: Path
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.post(LoadModel(str(slow_model), backend=BackendChoice()))
        harness.post(load_command(tiny_model, n_ctx=512, backend=BackendChoice()))
        assert harness.wait(ModelLoadFailed).path == str(slow_model)
        assert harness.answer(_dialogue("1"))[1].finish_reason is FinishReason.LENGTH


def test_shutting_down_keeps_what_a_running_answer_said(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=8192) as harness:
        harness.ask(_dialogue("1"), max_tokens=0)
        harness.wait(TextDelta)
    told = [heard.what for heard in list(harness.events.queue)]
    finished = [event for event in told if isinstance(event, AnswerFinished)]
    assert [event.finish_reason for event in finished] == [FinishReason.STOPPED]
    assert not any(thread.name == "engine" for thread in threading.enumerate())


def test_a_chat_with_only_an_empty_message_is_answered(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        messages = tuple(_dialogue("1", "").messages)
        request = harness.post(Generate(ChatKey("1"), messages, GREEDY, max_tokens=5))
        assert harness.collect(request)[1].finish_reason is FinishReason.LENGTH


def test_a_wrong_file_does_not_cost_the_loaded_model(tmp_path: Path, tiny_model: Path) -> None:
    text_file = tmp_path / "notes.txt"
    text_file.write_text("no model")
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.post(LoadModel(str(text_file), backend=BackendChoice()))
        assert "not a GGUF" in str(harness.wait(ModelLoadFailed).problem.what)
        assert harness.answer(_dialogue("1"))[1].finish_reason is FinishReason.LENGTH


@pytest.mark.parametrize(
    "name",
    [
        "mödel ünïcode.gguf",
        pytest.param("not utf-8 \udcff.gguf", marks=pytest.mark.unix("names that are bytes")),
    ],
)
def test_a_model_of_any_file_name_can_be_loaded(tmp_path: Path, name: str) -> None:
    with EngineHarness(tmp_path / "a", write_tiny_llama(tmp_path / name)) as harness:
        assert harness.answer(_dialogue("1"))[1].finish_reason is FinishReason.LENGTH


def test_a_model_without_a_tokenizer_is_refused_and_does_not_end_the_process(
    tmp_path: Path, tiny_model: Path
) -> None:
    mute = tmp_path / "mute.gguf"
    mute.write_bytes(tiny_model.read_bytes().replace(b"gpt2", b"none"))
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.post(LoadModel(str(mute), backend=BackendChoice()))
        assert str(harness.wait(ModelLoadFailed).problem.what)


def test_a_chat_that_finds_no_room_beside_another_waits_for_it(
    tmp_path: Path, tiny_model: Path
) -> None:
    dialogues = [_dialogue("1", "long " * 100), _dialogue("2", "other " * 80)]
    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=1024) as harness:
        requests = {harness.ask(dialogue, max_tokens=60) for dialogue in dialogues}
        finished = [harness.hear(AnswerFinished) for _ in requests]
    assert {one.request for one in finished} == requests
    assert [one.what.finish_reason for one in finished] == [FinishReason.LENGTH] * 2
    assert [one.what.stats.n_generated for one in finished] == [60, 60]


def test_a_forgotten_chat_is_not_answered_any_more(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=8192) as harness:
        asked = {harness.ask(_dialogue("1"), max_tokens=0)}
        asked.add(harness.ask(_dialogue("1", "And then?"), max_tokens=0))
        harness.wait(TextDelta)
        harness.post(ForgetChat(ChatKey("1")))
        finished = [harness.hear(AnswerFinished) for _ in asked]
    assert {one.request for one in finished} == asked
    assert {one.what.finish_reason for one in finished} == {FinishReason.STOPPED}


def test_a_chat_that_cannot_fit_is_not_cut_into_tokens_when_it_is_opened(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=512) as harness:
        dialogue = Dialogue().user("word " * 2000)
        monkeypatch.setattr("app.core.engine.prompts.prompt.PromptBuilder.building", None)
        restored = harness.open(dialogue)
    assert (restored.n_prompt, restored.n_cached) == (0, 0)
