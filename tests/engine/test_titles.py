"""Titles are written in idle time, and cost no chat a batch, a cell or a row of its memory."""

from __future__ import annotations

import itertools
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

import pytest

from app.core.engine.answers.title_writer import (
    MOST_MESSAGE_TOKENS,
    MOST_THINKING_TOKENS,
    MOST_TITLE_TOKENS,
    WritingTitle,
)
from app.core.engine.batch.shared_batch import SharedBatch
from app.core.engine.idle_work import MOST_INTERRUPTIONS
from app.core.kvstore.store import KVStore
from app.core.messages import Role
from app.core.protocol import (
    ChatKey,
    FinishReason,
    ForgetChat,
    MemoryReport,
    ModelLoaded,
    PromptMessage,
    ReportMemory,
    RequestId,
    Stop,
    TextDelta,
    TitleDropped,
    TitleWritten,
    UnloadModel,
    WriteTitle,
)
from tests.helpers.engine_harness import Dialogue, EngineHarness, watch_batches
from tests.helpers.gguf_factory import CHATML, write_tiny_llama
from tests.helpers.loading import load_command
from tests.helpers.memory_kinds import kinds

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.engine.batch.scheduler import Share
    from app.core.engine.sequences.sequence import Sequence
    from app.core.kvstore.records import LoadedState
    from tests.conftest import ExpectLog
    from tests.helpers.memory_kinds import Kind

MINE, TITLED = ChatKey("mine"), ChatKey("titled")
QUESTION = PromptMessage(Role.USER, "Tell me of the sea, and of the ships that sail on it.")
ANSWER = PromptMessage(Role.ASSISTANT, "The sea is wide, and its ships are many.")
INSTRUCTION = "Write a title of at most 6 words."
THINKS = CHATML.replace("assistant\n'", "assistant\n' + ('' if enable_thinking is false else '!')")


WRITE_TITLE = WriteTitle(TITLED, (QUESTION, ANSWER), INSTRUCTION)


class Batches:
    """Calls `on_title` before each batch that is computed for a title."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.on_title: Any = lambda: None
        self.n_titles = 0
        fill = SharedBatch.fill

        def watched(batch: SharedBatch, shares: Any) -> None:
            taken: list[Share] = list(shares)
            if any(share.sequence.does_idle_work for share in taken):
                self.n_titles += 1
                self.on_title()
            fill(batch, taken)

        monkeypatch.setattr(SharedBatch, "fill", watched)


@pytest.mark.parametrize("kind", kinds(), ids=str)
def test_a_title_costs_the_chats_in_the_context_nothing(tmp_path: Path, kind: Kind) -> None:
    """The answer after the title is the one without it, and is computed from the same rows."""
    model = kind.write(tmp_path / "m.gguf")
    told = []
    for writes in (False, True):
        with EngineHarness(tmp_path / f"{writes}", model, **kind.load) as harness:
            dialogue = Dialogue(TITLED)
            harness.turn(dialogue, QUESTION.text)
            if writes:
                harness.post(WRITE_TITLE)
                assert isinstance(harness.wait_any(TitleWritten, TitleDropped), TitleWritten)
            text, finished = harness.answer(dialogue.user("Go on."))
            stats = finished.stats
            told.append((text, stats.n_reused, stats.n_restored, stats.n_prompt))
    assert told[0] == told[1]


def test_nothing_of_a_title_is_stored_or_live(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.post(WRITE_TITLE)
        harness.wait(TitleWritten)
        assert harness.store.flush(60.0)
        harness.post(ReportMemory())
        report = harness.wait(MemoryReport)
    assert (report.chats, report.used_bytes) == ((), 0)


def test_a_title_waits_for_all_that_is_wanted_and_gets_batches_of_its_own(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches = watch_batches(monkeypatch)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        first = harness.ask(Dialogue(MINE).user("Hello."), max_tokens=60)
        harness.wait(TextDelta)
        harness.post(WRITE_TITLE)
        second = harness.ask(Dialogue(ChatKey("2")).user("Hello, you. " * 20), max_tokens=60)
        harness.collect(second)
        harness.wait(TitleWritten)
        assert first != second
    chats = [{chat for chat, _n in batch} for batch in batches]
    begin = chats.index({TITLED})
    assert all(TITLED not in one for one in chats[:begin])
    assert all(one == {TITLED} for one in chats[begin:])


def test_a_title_waits_while_an_answer_waits_for_its_rows(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialogue = Dialogue(MINE)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.turn(dialogue, "Tell me of the hills. " * 15)
    batches = Batches(monkeypatch)
    held: Future[LoadedState] = Future()
    found: list[Future[LoadedState]] = []
    load = KVStore.load

    def held_back(*arguments: Any) -> Future[LoadedState]:
        found.append(load(*arguments))
        return held

    monkeypatch.setattr(KVStore, "load", held_back)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        request = harness.ask(dialogue.user("Go on."))
        harness.post(WRITE_TITLE)
        for _ in range(3):  # the engine goes round
            harness.post(ReportMemory())
            harness.wait(MemoryReport)
        assert len(found) == 1
        assert batches.n_titles == 0
        held.set_result(found[0].result())
        _, finished = harness.collect(request)
        assert finished.stats.n_restored > 300
        harness.wait(TitleWritten)


def test_a_question_interrupts_a_title_which_begins_again_and_is_the_same(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with EngineHarness(tmp_path / "alone", tiny_model) as harness:
        harness.post(WRITE_TITLE)
        alone = harness.wait(TitleWritten).text
        text_alone, _ = harness.answer(Dialogue(MINE).user("Hello."))
    batches = Batches(monkeypatch)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        asked: list[RequestId] = []

        def ask_once() -> None:
            if not asked:
                asked.append(harness.ask(Dialogue(MINE).user("Hello.")))

        batches.on_title = ask_once
        harness.post(WRITE_TITLE)
        harness.wait(TextDelta)
        n_before = batches.n_titles
        assert n_before <= 1  # the batch that was being computed, and none after
        assert not any(isinstance(event, TitleWritten) for event in harness.seen)
        harness.post(Stop(RequestId(12345)))
        assert harness.wait(TitleWritten).text == alone
        said = "".join(event.text for event in harness.seen if isinstance(event, TextDelta))
        assert said == text_alone


def test_a_title_that_is_interrupted_each_time_is_dropped(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches = Batches(monkeypatch)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        asked: list[RequestId] = []
        batches.on_title = lambda: asked.append(harness.ask(Dialogue(MINE).user("Hello.")))
        title = harness.post(WRITE_TITLE)
        assert harness.hear(TitleDropped).request == title
        assert len(asked) == MOST_INTERRUPTIONS
        assert harness.collect(asked[-1])[0]


@pytest.mark.parametrize("command", [ForgetChat(TITLED), Stop(RequestId(1))], ids=repr)
def test_a_title_that_nobody_wants_any_more_is_dropped(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch, command: ForgetChat | Stop
) -> None:
    batches = Batches(monkeypatch)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        batches.on_title = lambda: harness.post(command)
        assert harness.post(WRITE_TITLE) == RequestId(1)
        harness.wait(TitleDropped)
        assert batches.n_titles == 1


def test_a_title_takes_only_cells_that_are_free_and_comes_when_there_are_some(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches = Batches(monkeypatch)
    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=512) as harness:
        dialogue = Dialogue(MINE)
        harness.turn(dialogue, "Tell me of the hills. " * 15)
        harness.post(WRITE_TITLE)
        harness.post(ReportMemory())
        harness.wait(MemoryReport)
        finished = harness.turn(dialogue, "Go on.")
        assert finished.stats.n_reused > 300
        assert batches.n_titles == 0
        harness.post(ForgetChat(MINE))
        harness.wait(TitleWritten)


def test_a_title_takes_no_sequence_of_a_chat(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.core.engine.load.model_measure.MAX_CHATS", 1)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        dialogue = Dialogue(MINE)
        harness.turn(dialogue, "Hello.")
        harness.post(WRITE_TITLE)
        assert harness.turn(dialogue, "Go on.").stats.n_reused
        harness.post(ForgetChat(MINE))
        harness.wait(TitleWritten)


def test_another_model_or_none_drops_titles_and_without_one_none_is_written(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches = Batches(monkeypatch)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        batches.on_title = lambda: harness.post(load_command(tiny_model, n_ctx=512))
        asked = {harness.post(WRITE_TITLE) for _ in range(2)}
        assert {harness.hear(TitleDropped).request for _ in asked} == asked
        harness.wait(ModelLoaded)
        batches.on_title = lambda: None
        request = harness.post(WRITE_TITLE)
        assert harness.hear(TitleWritten).request == request
        harness.post(UnloadModel())
        request = harness.post(WRITE_TITLE)
        assert harness.hear(TitleDropped).request == request


def test_the_prompt_is_the_beginning_of_each_message_and_the_instruction_without_thinking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prompts = []
    begin = WritingTitle.begin

    def noted(task: WritingTitle, sequence: Sequence, prompt: Any) -> None:
        prompts.append(prompt.text)
        begin(task, sequence, prompt)

    monkeypatch.setattr(WritingTitle, "begin", noted)
    model = write_tiny_llama(tmp_path / "m.gguf", chat_template=THINKS)
    long = PromptMessage(Role.ASSISTANT, "Ä" + "b" * 300_000)
    with EngineHarness(tmp_path / "a", model) as harness:
        harness.post(WriteTitle(TITLED, (QUESTION, long), INSTRUCTION))
        harness.wait(TitleWritten)
        harness.answer(Dialogue(MINE).user("Hello."))
    (prompt,) = prompts
    assert prompt == (
        f"<|im_start|>user\n{QUESTION.text}<|im_end|>\n"
        f"<|im_start|>assistant\nÄ{'b' * (MOST_MESSAGE_TOKENS - 2)} …<|im_end|>\n"
        f"<|im_start|>user\n{INSTRUCTION}<|im_end|>\n<|im_start|>assistant\n"
    )


def spoken(monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    """Let the model say these words, over and over, a byte at a time, and never end."""
    begin = WritingTitle.begin

    def begun(task: WritingTitle, sequence: Sequence, prompt: Any) -> None:
        said = itertools.cycle(bytes([byte]) for byte in words.encode())
        monkeypatch.setattr("app.core.llama.Model.piece", lambda *_, **__: next(said))
        monkeypatch.setattr("app.core.llama.Model.is_end", lambda *_: False)
        begin(task, sequence, prompt)

    monkeypatch.setattr(WritingTitle, "begin", begun)


@pytest.mark.parametrize(
    ("words", "title", "n_tokens"),
    [
        ("Ships\n", "Ships", 6),
        ("\n\nShips\n", "Ships", 8),
        ("<think>\nHm.\n</think>\n\nShips\n", "Ships", 30),
        ("<think>Hm. ", "", MOST_THINKING_TOKENS),
        ("Ships and more ships and more", "", MOST_TITLE_TOKENS),
    ],
)
def test_a_title_ends_with_its_line_and_what_does_not_end_is_none(
    tmp_path: Path,
    tiny_model: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: str,
    title: str,
    n_tokens: int,
) -> None:
    batches = Batches(monkeypatch)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        spoken(monkeypatch, words)
        harness.post(WRITE_TITLE)
        assert harness.wait(TitleWritten).text == title
    assert batches.n_titles <= n_tokens + 10  # the others are its prompt


def test_a_defect_in_a_title_costs_the_title(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    expect_log("in the background failed")
    for name in ("preparing", "begin", "_next"):
        with EngineHarness(tmp_path / name, tiny_model) as harness:
            with monkeypatch.context() as patch:
                patch.setattr(WritingTitle, name, lambda *_: 1 / 0)
                harness.post(WRITE_TITLE)
                assert harness.wait(TitleWritten).text == ""
            text, finished = harness.answer(Dialogue(MINE).user("Hi"))
            assert text
            assert finished.finish_reason is not FinishReason.FAILED
