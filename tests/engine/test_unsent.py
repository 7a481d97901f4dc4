"""What is being written is read before it is sent, and nothing else is any different for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.engine.batch.scheduler import STREAMING_PREFILL
from app.core.engine.restoring.unsent_reader import whole_words
from app.core.messages import Role
from app.core.protocol import (
    OTHER_PROGRAM,
    ChatKey,
    ForgetChat,
    MemoryReport,
    PromptMessage,
    ReadUnsent,
    ReportMemory,
    UnloadModel,
    WriteTitle,
)
from tests.helpers.engine_harness import GREEDY, Dialogue, EngineHarness
from tests.helpers.memory_kinds import Kind, kinds
from tests.helpers.said_alone import Alone
from tests.helpers.stepped_runner import SteppedRunner

if TYPE_CHECKING:
    from pathlib import Path

FEW = [kind for kind in kinds() if kind.name in ("llama", "gemma3", "mamba", "lfm2")]
QUESTION = "Now tell me of the hills, and of the towns that lie between them, please. " * 3
LONG = "Of ships that sail on it, and of those that wait. " * 12
_MOST_REST = 40  # tokens: the last words, the end of the message and the header of the answer


def unsent(dialogue: Dialogue, text: str, chat: ChatKey | None = None) -> ReadUnsent:
    messages = (*dialogue.messages, PromptMessage(Role.USER, text))
    return ReadUnsent(dialogue.chat if chat is None else chat, messages)


def write(harness: EngineHarness, dialogue: Dialogue, text: str) -> None:
    """Tell the engine what is being written, and wait until it has nothing to do."""
    harness.post(unsent(dialogue, text))
    harness.wait_until_idle()


def report(harness: EngineHarness) -> MemoryReport:
    assert harness.store.flush(60.0)
    return harness.wait(MemoryReport, harness.post(ReportMemory()))


@pytest.mark.parametrize("kind", kinds(), ids=str)
def test_only_the_rest_is_read_once_it_is_sent(tmp_path: Path, kind: Kind) -> None:
    model = kind.write(tmp_path / "m.gguf")
    said = {}
    for reads in (False, True):
        with EngineHarness(tmp_path / str(reads), model, **kind.load) as harness:
            dialogue = Dialogue(ChatKey("1"))
            harness.turn(dialogue, "Tell me of the sea. " * 4)
            for end in range(20, len(QUESTION), 20) if reads else ():
                write(harness, dialogue, QUESTION[:end])
            first = harness.turn(dialogue, QUESTION)
            second = harness.turn(dialogue, "And then?")
            said[reads] = [first, second]
            n_read = first.stats.n_prompt - first.stats.n_reused
            assert (n_read <= _MOST_REST) is reads
            assert second.stats.n_prompt - second.stats.n_reused <= _MOST_REST
    # Read in pieces, it is computed in other batches: where two tokens are as likely, that decides.
    if [one.record for one in said[True]] != [one.record for one in said[False]]:
        with Alone(model, kind) as alone:
            for one in said[True]:
                assert one.record is not None
                alone.confirm_tokens(list(one.record.token_ids), one.stats.n_prompt, GREEDY)


@pytest.mark.parametrize("kind", [kind for kind in kinds() if kind.has_snapshots], ids=str)
def test_what_replaces_the_last_question_is_read_behind_the_turn_before_it(
    tmp_path: Path, kind: Kind
) -> None:
    """The chat itself is further: what cannot be cut of it is of no use for that."""
    model = kind.write(tmp_path / "m.gguf")
    said = {}
    for reads in (False, True):
        with EngineHarness(tmp_path / str(reads), model, **kind.load) as harness:
            dialogue = Dialogue(ChatKey("1"))
            for question in ("Tell me of the sea.", "And of ships?", "And of storms?"):
                harness.turn(dialogue, question)
            del dialogue.messages[-2:]
            if not reads:
                dialogue.chat = ChatKey("2")
                harness.post(ForgetChat(ChatKey("1")))
            else:
                write(harness, dialogue, QUESTION)
            stats = harness.turn(dialogue, QUESTION).stats
            assert (stats.n_prompt - stats.n_reused <= _MOST_REST) is reads
            said[reads] = [one.text for one in dialogue.messages]
    assert said[True] == said[False]


@pytest.mark.parametrize("is_new", [False, True])
def test_of_a_message_that_was_read_whole_nothing_is_left(
    tmp_path: Path, tiny_model: Path, *, is_new: bool
) -> None:
    said = {}
    for reads in (False, True):
        with EngineHarness(tmp_path / str(reads), tiny_model) as harness:
            dialogue = Dialogue(ChatKey("" if is_new else "1"))
            if not is_new:
                harness.turn(dialogue, "Tell me of the sea. " * 4)
            if reads:
                write(harness, dialogue, QUESTION)
            dialogue.chat = ChatKey("1")
            stats = harness.turn(dialogue, QUESTION).stats
            assert (stats.n_prompt == stats.n_reused) is reads
            harness.turn(dialogue, "And then?")
            said[reads] = [(one.text, one.record) for one in dialogue.messages]
    assert said[True] == said[False]


@pytest.mark.parametrize("kind", FEW, ids=str)
def test_a_chat_that_does_not_exist_yet_takes_what_was_read(tmp_path: Path, kind: Kind) -> None:
    with EngineHarness(tmp_path / "a", kind.write(tmp_path / "m.gguf"), **kind.load) as harness:
        dialogue = Dialogue(ChatKey(""))
        write(harness, dialogue, QUESTION)
        dialogue.chat = ChatKey("7")
        stats = harness.turn(dialogue, QUESTION).stats
        assert stats.n_prompt - stats.n_reused <= _MOST_REST
        assert [one.chat for one in report(harness).chats] == ["7"]


@pytest.mark.parametrize("kind", FEW, ids=str)
def test_the_edit_of_what_is_written_goes_back(tmp_path: Path, kind: Kind) -> None:
    with EngineHarness(tmp_path / "a", kind.write(tmp_path / "m.gguf"), **kind.load) as harness:
        dialogue = Dialogue(ChatKey("1"))
        harness.turn(dialogue, "Tell me of the sea. " * 4)
        for text in (QUESTION, QUESTION[:80], QUESTION[:40] + "No, of the rivers. " + QUESTION):
            write(harness, dialogue, text)
        stats = harness.turn(dialogue, text).stats
        assert stats.n_prompt - stats.n_reused <= _MOST_REST


@pytest.mark.parametrize("kind", FEW, ids=str)
@pytest.mark.parametrize("other", ["2", f"{OTHER_PROGRAM}1"])
def test_whatever_is_asked_comes_next(tmp_path: Path, kind: Kind, other: str) -> None:
    model = kind.write(tmp_path / "m.gguf")
    with SteppedRunner(tmp_path / "a", model, **kind.load) as runner:
        dialogue = Dialogue(ChatKey("1")).user("Tell me of the sea.")
        runner.answer(dialogue)
        runner.step()
        n_before = len(runner.batches)
        runner.runner.read_unsent(unsent(Dialogue(ChatKey("1")), LONG))
        for _step in range(3):
            runner.runner.step()
        read = runner.batches[n_before:]
        assert read
        assert all(one.end - one.begin <= STREAMING_PREFILL for batch in read for one in batch)
        runner.answer(Dialogue(ChatKey(other)).user("Hello."))
        later = runner.batches[n_before + len(read) :]
        assert {one.chat for batch in later for one in batch} == {other}


@pytest.mark.parametrize("kind", FEW, ids=str)
def test_nothing_of_it_is_stored(tmp_path: Path, kind: Kind) -> None:
    model = kind.write(tmp_path / "m.gguf")
    with EngineHarness(tmp_path / "a", model, n_ctx=4096, **kind.load) as harness:
        dialogue = Dialogue(ChatKey("1"))
        harness.turn(dialogue, "Tell me of the sea. " * 4)
        harness.wait_until_idle()
        record = dialogue.messages[-1].record
        assert record is not None
        n_said = len(record.token_ids)
        before = report(harness)
        write(harness, dialogue, LONG * 3)
        write(harness, Dialogue(ChatKey("")), LONG * 3)  # longer than a segment
        write(harness, dialogue, LONG * 3)
        after = report(harness)
        if not kind.has_snapshots:  # else the end of the chat waited for its next token
            assert after == before
        assert [(one.chat, one.n_tokens <= n_said) for one in after.chats] == [("1", True)]
        harness.post(UnloadModel())
        harness.wait_until_idle()
    with EngineHarness(tmp_path / "a", model, n_ctx=4096, **kind.load) as harness:
        (stored,) = report(harness).chats
        assert 0 < stored.n_tokens <= n_said
        stats = harness.turn(Dialogue(ChatKey("2"), [*dialogue.messages]), LONG).stats
        assert stats.n_restored <= n_said


def test_no_chat_leaves_the_context_for_it(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=1280) as harness:
        dialogue = Dialogue(ChatKey("1"))
        harness.turn(dialogue, LONG)
        before = report(harness)
        write(harness, dialogue, LONG * 2)  # more than there is room for
        write(harness, Dialogue(ChatKey("")), LONG)
        assert report(harness).chats == before.chats
        stats = harness.turn(dialogue, "Go on.").stats
        assert stats.n_restored == 0
        assert stats.n_prompt - stats.n_reused <= _MOST_REST


def test_it_goes_with_its_chat(tmp_path: Path, tiny_model: Path) -> None:
    with SteppedRunner(tmp_path / "a", tiny_model) as runner:
        dialogue = Dialogue(ChatKey("1")).user("Tell me of the sea.")
        runner.answer(dialogue)
        runner.runner.read_unsent(unsent(dialogue, LONG))
        while runner.runner.has_work:
            runner.runner.step()
        assert runner.n_sequences == 2
        runner.runner.forget(dialogue.chat)
        assert runner.n_sequences == 0
        assert runner.native_sequences == set()


@pytest.mark.parametrize("kind", FEW, ids=str)
def test_a_question_that_is_there_already_holds_nothing_up(tmp_path: Path, kind: Kind) -> None:
    question = "Tell me of the sea."
    title = WriteTitle(
        ChatKey("2"),
        (PromptMessage(Role.USER, "Hi"), PromptMessage(Role.ASSISTANT, "Ho")),
        "A title?",
    )
    model = kind.write(tmp_path / "m.gguf")
    with SteppedRunner(tmp_path / "a", model, **kind.load) as runner:

        def batches_of_all_work() -> int:
            before = len(runner.batches)
            while runner.runner.has_work:
                runner.runner.step()
            return len(runner.batches) - before

        runner.answer(Dialogue(ChatKey("1")).user(question))
        batches_of_all_work()
        runner.runner.read_unsent(unsent(Dialogue(ChatKey("1")), question))
        batches_of_all_work()
        runner.post(title)
        assert batches_of_all_work() > 0


def test_another_program_is_not_told_what_is_being_written(
    tmp_path: Path, tiny_model: Path
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        write(harness, Dialogue(ChatKey("")), QUESTION)
        guess = Dialogue(ChatKey(f"{OTHER_PROGRAM}1"))
        assert harness.turn(guess, QUESTION).stats.n_reused == 0


def test_it_is_not_read_while_an_answer_runs(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SteppedRunner(tmp_path / "a", tiny_model) as runner:
        request = runner.ask(Dialogue(ChatKey("1")).user("Tell me of the sea."), max_tokens=40)
        runner.step(2)
        runner.runner.read_unsent(unsent(Dialogue(ChatKey("2")), LONG))
        runner.finish()
        assert runner.told[request].finished
        assert {one.chat for batch in runner.batches for one in batch} == {"1"}
        while runner.runner.has_work:
            runner.runner.step()
        assert runner.batches[-1][0].chat == "2"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("", ""),
        ("Wor", ""),
        ("Two words", "Two"),
        ("Two words ", "Two words"),
        ("A line\n\n", "A line"),
        ("歪" * 40, "歪" * 16),
        ("see " + "x" * 40, "see " + "x" * 16),
    ],
)
def test_it_is_read_up_to_the_last_whole_word(text: str, read: str) -> None:
    assert whole_words(text) == read
