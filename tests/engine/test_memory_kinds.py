"""Every kind of memory comes back as it was: the same bytes, the same numbers, the same words."""

from __future__ import annotations

import copy
import itertools
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.core.engine.memory import state_probe
from app.core.engine.memory.save_plan import UNKNOWN_WORTH
from app.core.engine.restoring.saver import Saver
from app.core.kvstore.format.segment_file import SNAPSHOT_MAGIC, read_header
from app.core.llama import Context
from app.core.protocol import (
    AnswerFinished,
    FinishReason,
    PrefillProgress,
    PrefixSource,
    RequestId,
    Shutdown,
    Stop,
)
from tests.helpers.engine_harness import Dialogue, EngineHarness
from tests.helpers.memory_kinds import Kind, kinds, write_tiny_mamba
from tests.helpers.native_run import BOUNDARIES, NativeRun, some_tokens
from tests.helpers.said_alone import require_same

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.llama import Batch, DecodeOutcome
    from tests.conftest import ExpectLog

REPOSITORY = Path(__file__).resolve().parents[2]
ANSWER_HEAD = 1 + len("assistant\n")  # tokens: a mark, and bytes
QUESTIONS = ("Tell me of the sea, and of the ships. " * 3, "And of the hills? " * 5, "Then?")


@pytest.fixture(params=kinds(), ids=str)
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    return found


@pytest.fixture
def every_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take and keep all of them, so that each can be tried."""
    monkeypatch.setattr(Saver, "worth", UNKNOWN_WORTH)
    monkeypatch.setattr("app.core.kvstore.writing.quota._N_LATEST_SNAPSHOTS", 100)


@pytest.fixture
def model(kind: Kind, tmp_path: Path) -> Path:
    return kind.write(tmp_path / f"{kind}.gguf")


@pytest.mark.usefixtures("every_snapshot")
def test_a_state_restored_at_any_boundary_in_a_new_process_is_the_one_that_was_computed(
    kind: Kind, model: Path, tmp_path: Path
) -> None:
    tokens = some_tokens()
    with NativeRun(model, kind, tmp_path / "kv") as run:
        run.save_at(BOUNDARIES, tokens)
    out = tmp_path / "restored.npz"
    command = [sys.executable, "-m", "tests.helpers.native_run", str(model), kind.name]
    arguments = [str(tmp_path / "kv"), str(out), *map(str, BOUNDARIES)]
    subprocess.run([*command, *arguments], check=True, cwd=REPOSITORY, timeout=120)
    restored = np.load(out)
    with NativeRun(model, kind, tmp_path / "another") as run:
        for boundary in BOUNDARIES:
            native = run.native_state(boundary, tokens)
            rows = run.rows_of(native, boundary)
            np.testing.assert_array_equal(restored[f"rows{boundary}"], rows)
            if kind.is_exact:
                np.testing.assert_array_equal(restored[f"state{boundary}"], native)
            logits = run.decode([tokens[boundary]], boundary)[0]
            found = restored[f"logits{boundary}"]
            if kind.is_exact:
                np.testing.assert_array_equal(found, logits)
            else:  # sums over the same cells in another order
                assert np.abs(found - logits).max() < 1e-3 * logits.std()


def _turns(harness: EngineHarness) -> Dialogue:
    dialogue = Dialogue().system("You are a patient guide. " * 4)
    for question in QUESTIONS:
        harness.turn(dialogue, question)
    return dialogue


def _fresh_answer(folder: Path, model: Path, kind: Kind, dialogue: Dialogue) -> AnswerFinished:
    """Return what an engine says that has computed nothing before."""
    with EngineHarness(folder, model, **kind.load) as harness:
        return harness.answer(dialogue)[1]


def test_a_reopened_chat_reads_only_the_new_message_and_says_the_same(
    kind: Kind, model: Path, tmp_path: Path
) -> None:
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        assert harness.info is not None
        assert harness.info.resumable
        dialogue = _turns(harness)
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        restored = harness.open(dialogue)
        assert restored.source is PrefixSource.DISK
        assert restored.n_cached >= restored.n_prompt - 4
        _, finished = harness.answer(dialogue.user("Go on."))
    assert finished.stats.n_restored >= restored.n_cached - 1
    assert finished.stats.n_prompt - finished.stats.n_restored < 60
    assert finished.stats.reread is None
    require_same(model, kind, _fresh_answer(tmp_path / "b", model, kind, dialogue), finished)


@pytest.mark.usefixtures("every_snapshot")
def test_every_earlier_turn_can_be_gone_back_to(kind: Kind, model: Path, tmp_path: Path) -> None:
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        dialogue = _turns(harness)
    for n_messages in (3, 5, 7):
        earlier = Dialogue(messages=dialogue.messages[:n_messages])
        with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
            finished = harness.answer(earlier.user("Something else."))[1]
            assert finished.stats.n_prompt - finished.stats.n_restored < 60


def test_a_chat_whose_answer_stayed_empty_comes_back_up_to_its_message(
    kind: Kind, model: Path, tmp_path: Path
) -> None:
    dialogue = Dialogue().user("What will the weather be like today, my friend, and tomorrow?")
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        harness.answer(dialogue, max_tokens=1)
    dialogue.user("Why do you say nothing?")  # an answer without a word is in no prompt
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        opened = harness.open(dialogue)
    assert opened.n_cached > 60


def test_regenerating_after_a_long_answer_is_right_though_the_memory_has_moved_on(
    kind: Kind, model: Path, tmp_path: Path
) -> None:
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        dialogue = Dialogue().user(QUESTIONS[0])
        first, finished = harness.answer(dialogue, max_tokens=200)
        _, second = harness.answer(dialogue, max_tokens=200)
        dialogue.assistant(first, finished)
        _, followed = harness.answer(dialogue.user(QUESTIONS[1]))
    require_same(model, kind, finished, second)
    n_read = second.stats.n_prompt - second.stats.n_reused - second.stats.n_restored
    # A snapshot lies at the end of the user's message, before the head of the answer.
    assert n_read == (ANSWER_HEAD if kind.has_snapshots else 1)
    require_same(model, kind, _fresh_answer(tmp_path / "b", model, kind, dialogue), followed)


def test_an_edited_early_message_is_answered_from_what_it_says_now(
    kind: Kind, model: Path, tmp_path: Path
) -> None:
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        _turns(harness)
        edited = Dialogue().user(QUESTIONS[0][:60] + " No: of the moon.")
        _, finished = harness.answer(edited)
    require_same(model, kind, _fresh_answer(tmp_path / "b", model, kind, edited), finished)


def test_a_stopped_answer_goes_on_where_it_was(kind: Kind, model: Path, tmp_path: Path) -> None:
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        dialogue = _turns(harness).user("Go on.")
        begun, finished = harness.answer(dialogue, max_tokens=7)
        dialogue.assistant(begun, finished)
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        _, went_on = harness.answer(dialogue)
    require_same(model, kind, _fresh_answer(tmp_path / "b", model, kind, dialogue), went_on)


@pytest.mark.parametrize("place", [0.02, 0.5, 0.98])
@pytest.mark.parametrize(
    ("kind", "suffix"),
    [
        (kind, suffix)
        for kind in kinds()
        for suffix in ("kvs", "kss")
        if suffix == "kvs" or kind.has_snapshots
    ],
    indirect=["kind"],
    ids=str,
)
def test_a_flipped_byte_in_every_file_costs_time_and_nothing_else(
    kind: Kind, model: Path, tmp_path: Path, expect_log: ExpectLog, suffix: str, place: float
) -> None:
    expect_log("kvstore")
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        dialogue = _turns(harness)
        _, expected = harness.answer(copy.deepcopy(dialogue).user("Go on."))
    files = list((tmp_path / "a" / "kv").rglob(f"*.{suffix}"))
    assert files
    for file in files:
        data = bytearray(file.read_bytes())
        data[int(place * len(data))] ^= 0x20
        file.write_bytes(data)
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        _, finished = harness.answer(dialogue.user("Go on."))
    require_same(model, kind, expected, finished)


@pytest.mark.usefixtures("every_snapshot")
def test_without_its_latest_snapshots_a_chat_comes_back_up_to_one_that_is_left(
    tmp_path: Path,
) -> None:
    kind = Kind("mamba", write_tiny_mamba)
    model = kind.write(tmp_path / "m.gguf")
    with EngineHarness(tmp_path / "a", model) as harness:
        dialogue = _turns(harness)
    files = sorted((tmp_path / "a" / "kv").rglob("*.kss"), key=_position)
    assert len(files) >= 3
    for file in files[2:]:
        file.unlink()
    with EngineHarness(tmp_path / "a", model) as harness:
        _, finished = harness.answer(dialogue.user("Go on."))
    assert 0 < finished.stats.n_restored < finished.stats.n_prompt - 60
    require_same(model, kind, _fresh_answer(tmp_path / "b", model, kind, dialogue), finished)


def _position(snapshot: Path) -> int:
    with snapshot.open("rb") as file:
        return read_header(file, SNAPSHOT_MAGIC).segment.end


def test_the_snapshots_of_a_long_chat_stay_few_and_it_resumes(tmp_path: Path) -> None:
    model = write_tiny_mamba(tmp_path / "m.gguf")
    with EngineHarness(tmp_path / "a", model) as harness:
        dialogue = Dialogue().system("You are a patient guide. " * 4)
        for number in range(8):
            harness.turn(dialogue, f"Question {number}, asked at some length.")
    assert len(list((tmp_path / "a" / "kv").rglob("*.kss"))) <= 5
    with EngineHarness(tmp_path / "a", model) as harness:
        restored = harness.open(dialogue)
    assert restored.n_cached >= restored.n_prompt - 4


def test_a_state_that_is_not_understood_is_kept_whole_and_comes_back_too(
    kind: Kind, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state_probe, "detect_layout", lambda *_args: None)
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        dialogue = _turns(harness)
    assert list((tmp_path / "a" / "kv").rglob("*.kss"))
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        restored = harness.open(dialogue)
        assert restored.n_cached >= restored.n_prompt - 4
        _, finished = harness.answer(dialogue.user("Go on."))
    require_same(model, kind, _fresh_answer(tmp_path / "b", model, kind, dialogue), finished)


def test_a_prompt_stopped_while_it_is_read_leaves_a_sound_memory(
    kind: Kind, model: Path, tmp_path: Path
) -> None:
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        dialogue = _turns(harness).user(QUESTIONS[0] * 8)
        request = harness.ask(dialogue)
        harness.wait_any(PrefillProgress, AnswerFinished)
        harness.post(Stop(request))
        _, finished = harness.answer(dialogue)
    require_same(model, kind, _fresh_answer(tmp_path / "b", model, kind, dialogue), finished)


@pytest.fixture
def while_a_token_is_computed(
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[[Callable[[], object]], None]:
    """Does something once, on the engine's thread, in the middle of an answer's token."""

    def do(something: Callable[[], object]) -> None:
        calls = itertools.count()
        decode = Context.decode

        def decode_and_do(context: Context, batch: Batch) -> DecodeOutcome:
            if next(calls) == 20:  # the prompt is read in a few
                something()
            return decode(context, batch)

        monkeypatch.setattr(Context, "decode", decode_and_do)

    return do


def test_stopping_an_answer_costs_nothing_of_a_memory_that_cannot_be_cut(
    tmp_path: Path, while_a_token_is_computed: Callable[[Callable[[], object]], None]
) -> None:
    with EngineHarness(tmp_path / "a", write_tiny_mamba(tmp_path / "m.gguf")) as harness:
        dialogue = Dialogue().user(QUESTIONS[0])
        while_a_token_is_computed(lambda: harness.post(Stop(RequestId(1))))
        text, stopped = harness.answer(dialogue, max_tokens=0)
        following = harness.turn(dialogue.assistant(text, stopped), "Why?")
    assert stopped.finish_reason is FinishReason.STOPPED
    assert following.stats.source is PrefixSource.LIVE
    assert following.stats.n_reused >= stopped.stats.n_prompt + stopped.stats.n_generated - 1


def test_an_answer_that_is_cut_off_by_closing_is_kept_of_a_memory_that_cannot_be_cut(
    tmp_path: Path, while_a_token_is_computed: Callable[[Callable[[], object]], None]
) -> None:
    model = write_tiny_mamba(tmp_path / "m.gguf")
    with EngineHarness(tmp_path / "a", model) as harness:
        dialogue = Dialogue().user(QUESTIONS[0])
        while_a_token_is_computed(lambda: harness.post(Shutdown()))
        text, stopped = harness.answer(dialogue, max_tokens=0)
    with EngineHarness(tmp_path / "a", model) as harness:
        following = harness.turn(dialogue.assistant(text, stopped), "Why?")
    assert stopped.finish_reason is FinishReason.STOPPED
    assert following.stats.n_restored >= stopped.stats.n_prompt + stopped.stats.n_generated - 1
