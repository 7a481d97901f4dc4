"""Media beside other work: encoding that is stopped, streams that go on, drafts, room at once."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from app.core.engine.load.model_measure import context_params
from app.core.engine.media.projector_worker import ProjectorWorker
from app.core.llama.multimodal import Projector
from app.core.plain_value import replace
from app.core.protocol import (
    AnswerFinished,
    ChatKey,
    DraftPolicy,
    FinishReason,
    PrefillProgress,
    Stop,
    TextDelta,
)
from tests.helpers.engine_harness import WAIT_S, Dialogue
from tests.helpers.media_harness import MediaHarness
from tests.helpers.media_pairs import pair_of
from tests.helpers.media_run import some_picture, some_sound

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.llama import ContextParams
    from tests.conftest import ExpectLog

SYSTEM = "You are asked about what is shown. " * 4
OTHER = ChatKey("2")


class SlowEncoder:
    """Encodes nothing until it is let, or stopped."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.has_begun = threading.Event()
        self.may_go_on = threading.Event()
        self.was_stopped = threading.Event()
        encode = Projector.encode

        def slow(projector: Projector, medium: Any, cells: Any, stop: threading.Event) -> Any:
            self.has_begun.set()
            while not self.may_go_on.wait(0.002):
                if stop.is_set():
                    self.was_stopped.set()
                    return None
            return encode(projector, medium, cells, stop)

        monkeypatch.setattr(Projector, "encode", slow)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> SlowEncoder:
    return SlowEncoder(monkeypatch)


def test_a_stop_while_a_medium_is_encoded_ends_the_answer_and_the_encoding(
    tmp_path: Path, slow: SlowEncoder
) -> None:
    pair = pair_of("mrope")
    with MediaHarness(tmp_path / "home", pair, pair.write(tmp_path)) as engine:
        dialogue = engine.show(Dialogue().system(SYSTEM), "What is this?", some_picture())
        request = engine.ask(dialogue)
        assert slow.has_begun.wait(WAIT_S)
        engine.post(Stop(request))
        finished = engine.wait(AnswerFinished, request)
        assert finished.finish_reason is FinishReason.STOPPED
        assert slow.was_stopped.wait(WAIT_S)
        slow.may_go_on.set()
        _said, finished = engine.answer(dialogue)
        assert finished.problem is None
        assert finished.stats.n_reused, "the text before it is still there"


def test_other_chats_go_on_while_a_medium_is_encoded(tmp_path: Path, slow: SlowEncoder) -> None:
    pair = pair_of("slices")
    with MediaHarness(tmp_path / "home", pair, pair.write(tmp_path)) as engine:
        dialogue = engine.show(Dialogue(), "What is this?", some_picture())
        waiting = engine.ask(dialogue)
        assert slow.has_begun.wait(WAIT_S)
        other = engine.ask(Dialogue(OTHER).user("Hello."))
        ended = engine.hear(AnswerFinished)
        assert ended.request == other, "it waits for no picture"
        assert ended.what.problem is None
        slow.may_go_on.set()
        _said, finished = engine.collect(waiting)
        assert finished.problem is None


def test_a_model_is_unloaded_while_a_medium_is_encoded(tmp_path: Path, slow: SlowEncoder) -> None:
    pair = pair_of("sound")
    with MediaHarness(tmp_path / "home", pair, pair.write(tmp_path)) as engine:
        engine.ask(engine.show(Dialogue(), "What is this?", some_sound()))
        assert slow.has_begun.wait(WAIT_S)
    assert slow.was_stopped.is_set()


def test_a_defect_while_a_medium_is_encoded_ends_its_answer_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    expect_log("a medium could not be encoded")
    pair = pair_of("slices")
    with MediaHarness(tmp_path / "home", pair, pair.write(tmp_path)) as engine:
        monkeypatch.setattr(ProjectorWorker, "_cut", lambda _worker, medium: medium.nothing)
        _said, finished = engine.answer(engine.show(Dialogue(), "What is this?", some_picture()))
        assert finished.finish_reason is FinishReason.FAILED
        assert finished.problem is not None
        _said, finished = engine.answer(Dialogue(OTHER).user("Hello."))
        assert finished.problem is None


@pytest.mark.parametrize("name", ["mrope", "slices", "hybrid", "hybrid-mrope", "siglip"])
def test_an_answer_that_streams_never_waits_for_all_of_a_medium(tmp_path: Path, name: str) -> None:
    pair = pair_of(name)
    with MediaHarness(tmp_path / "home", pair, pair.write(tmp_path), n_ctx=32_768) as engine:
        # It goes on until the picture is read, however long that takes to begin.
        streaming = engine.ask(Dialogue(OTHER).user("Tell me more."), max_tokens=30_000)
        engine.wait(TextDelta)
        looking = engine.ask(engine.show(Dialogue(), "What is this?", some_picture()))
        told = []
        left = {streaming, looking}
        while left:
            heard = engine.hear(TextDelta, AnswerFinished, PrefillProgress)
            told.append((heard.request, type(heard.what)))
            if isinstance(heard.what, AnswerFinished):
                assert heard.what.problem is None
                assert heard.request is not None
                left.remove(heard.request)
                engine.post(Stop(streaming))
    read = [at for at, one in enumerate(told) if one == (looking, PrefillProgress)]
    n_said = told[read[0] : read[-1]].count((streaming, TextDelta))
    # Some tokens end in the middle of a letter, and are told with the next one.
    assert 3 * n_said >= len(read) >= 3


def test_an_answer_about_a_picture_is_the_same_with_drafts(tmp_path: Path) -> None:
    pair = pair_of("mrope")
    files = pair.write(tmp_path)
    answers = []
    for folder, draft in (("plain", ""), ("drafted", str(files[0]))):
        with MediaHarness(tmp_path / folder, pair, files, draft_model=draft) as engine:
            dialogue = engine.show(Dialogue().system(SYSTEM), "What is this?", some_picture())
            said, finished = engine.answer(dialogue, drafts=DraftPolicy.ALWAYS, max_tokens=64)
            assert finished.problem is None
            answers.append(said)
            dialogue.assistant(said, finished)
            said, finished = engine.answer(dialogue.user("And?"), drafts=DraftPolicy.ALWAYS)
            assert finished.problem is None
            answers.append(said)
    assert answers[:2] == answers[2:]


def test_a_context_gets_room_for_what_must_be_computed_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def small(*given: Any) -> ContextParams:
        return replace(context_params(*given), n_batch=8, n_ubatch=8)

    monkeypatch.setattr("app.core.engine.load.loader.context_params", small)
    pair = pair_of("siglip")  # 16 cells that see each other
    with MediaHarness(tmp_path / "home", pair, pair.write(tmp_path)) as engine:
        _said, finished = engine.answer(engine.show(Dialogue(), "What is this?", some_picture()))
        assert finished.problem is None
        assert [token < 0 for token in finished.record.token_ids].count(True) == 16  # type: ignore[union-attr]
