"""Long prompts are prepared between batches: commands are taken and other chats go on."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import pytest

from app.core.engine.inbox import Inbox
from app.core.engine.prompts.tokenising import PIECE_CHARS
from app.core.llama import Context, Model
from app.core.messages import Role
from app.core.protocol import (
    AnswerFinished,
    ChatKey,
    ChatRestored,
    ContextMeasured,
    FinishReason,
    ForgetChat,
    MeasureContext,
    ModelUnloaded,
    PrefixSource,
    PromptMessage,
    Stop,
    TextDelta,
    UnloadModel,
)
from tests.helpers.engine_harness import Dialogue, EngineHarness
from tests.helpers.stepped_runner import SteppedRunner

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.llama import Batch, DecodeOutcome
    from app.core.protocol import Command

LINE = "The sea is calm and the ships sail on.\n"
N_CTX = 65_536
LONG = LINE * (10 * PIECE_CHARS // len(LINE))  # more tokens than N_CTX, if all were cut
FITTING = LINE * (55_000 // len(LINE))


class Tokenised:
    """Counts what the model is asked to cut into tokens; calls `then` after each."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sizes: list[int] = []
        self.then: Any = lambda: None
        tokenize = Model.tokenize

        def counted(model: Model, text: str, *, special: bool = True) -> list[int]:
            self.sizes.append(len(text))
            ids = tokenize(model, text, special=special)
            self.then()
            return ids

        monkeypatch.setattr(Model, "tokenize", counted)


@pytest.fixture
def tokenised(monkeypatch: pytest.MonkeyPatch) -> Tokenised:
    return Tokenised(monkeypatch)


def test_a_prompt_that_cannot_fit_is_refused_before_it_is_cut(
    tmp_path: Path, tiny_model: Path, tokenised: Tokenised
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        tokenised.sizes.clear()
        _, finished = harness.answer(Dialogue().user("The sea is calm. " * 500_000))
        assert sum(tokenised.sizes) == 0
    assert finished.finish_reason is FinishReason.TOO_LONG
    assert finished.problem is not None
    assert "the context of the model holds 2,048" in str(finished.problem.what)


def test_a_prompt_that_does_not_fit_is_cut_no_further_than_that_is_known(
    tmp_path: Path, tiny_model: Path, tokenised: Tokenised
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        tokenised.sizes.clear()
        _, finished = harness.answer(Dialogue().user(LONG))
        assert sum(tokenised.sizes) <= 2 * PIECE_CHARS
    assert finished.problem is not None
    n_told = int(str(finished.problem.what).split()[3].replace(",", ""))
    assert 0.9 < n_told / len(LONG) < 1.1  # of this model, each byte is a token


@pytest.mark.parametrize("kind", ["stop", "forget", "unload"])
def test_an_answer_is_stopped_while_its_prompt_is_cut(
    tmp_path: Path, tiny_model: Path, tokenised: Tokenised, kind: str
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=N_CTX) as harness:
        dialogue = Dialogue().user(LONG)
        tokenised.sizes.clear()
        request = harness.ask(dialogue)

        def once() -> None:
            tokenised.then = lambda: None
            commands: dict[str, Command] = {
                "stop": Stop(request),
                "forget": ForgetChat(dialogue.chat),
                "unload": UnloadModel(),
            }
            harness.post(commands[kind])

        tokenised.then = once
        _, finished = harness.collect(request)
        assert finished.finish_reason is FinishReason.STOPPED
        assert sum(tokenised.sizes) < len(LONG) // 3
        if kind == "unload":
            harness.wait(ModelUnloaded)
        else:
            assert harness.answer(Dialogue(ChatKey("2")).user("Hi"))[0]


def test_another_chat_goes_on_while_a_prompt_is_prepared(
    tmp_path: Path, tiny_model: Path, tokenised: Tokenised, monkeypatch: pytest.MonkeyPatch
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=N_CTX) as harness:
        streaming = harness.ask(Dialogue(ChatKey("1")).user("Hi"), max_tokens=2000)
        harness.wait(TextDelta)
        decode, n_decoded, at_pieces = Context.decode, [0], dict[int, int]()

        def counted(context: Context, batch: Batch) -> DecodeOutcome:
            n_decoded[0] += 1
            return decode(context, batch)

        def note() -> None:
            n_pieces = sum(size > 1 for size in tokenised.sizes)
            at_pieces.setdefault(n_pieces, n_decoded[0])

        monkeypatch.setattr(Context, "decode", counted)
        tokenised.sizes.clear()
        tokenised.then = note
        long = harness.ask(Dialogue(ChatKey("2")).user(FITTING * 2), max_tokens=1)
        told = harness.hear(AnswerFinished)
        finished = told.what
        assert told.request == long
        assert finished.problem is not None  # it does not fit, which took several pieces to tell
        assert len(at_pieces) >= 2
        decoded = list(at_pieces.values())
        assert all(later > before for before, later in itertools.pairwise(decoded))
        harness.post(Stop(streaming))


def test_commands_are_looked_for_between_the_pieces_of_a_count(
    tmp_path: Path, tiny_model: Path, tokenised: Tokenised, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []
    take = Inbox.take

    def noted(inbox: Inbox, *, wait: bool, most_s: float | None = None) -> Any:
        looks.append(len(tokenised.sizes))
        return take(inbox, wait=wait, most_s=most_s)

    with EngineHarness(tmp_path / "a", tiny_model, n_ctx=N_CTX) as harness:
        monkeypatch.setattr(Inbox, "take", noted)
        tokenised.sizes.clear()
        message = PromptMessage(Role.USER, LONG)
        harness.post(MeasureContext(ChatKey("1"), (message,), (LONG,)))
        measured = harness.wait(ContextMeasured)
    assert measured.counts == (len(LONG),)
    assert max(tokenised.sizes) <= PIECE_CHARS + 1
    most = max(later - before for before, later in itertools.pairwise(looks))
    assert most <= 3  # one piece, and its line's end to begin with


@pytest.mark.parametrize("forgotten", ["another chat", "that chat"])
def test_a_chat_that_is_forgotten_ends_the_restore_of_no_other(
    tmp_path: Path, tiny_model: Path, forgotten: str
) -> None:
    """As where a summary is done while the user opens another chat."""
    opened = Dialogue(ChatKey("opened")).user(FITTING)
    gone = Dialogue(ChatKey("gone")).user("Hi")
    with SteppedRunner(tmp_path / "a", tiny_model, n_ctx=N_CTX) as runner:
        runner.answer(gone)
        runner.open(opened)
        assert not runner.restored  # its prompt takes several slices
        runner.runner.forget(opened.chat if forgotten == "that chat" else gone.chat)
        for _ in range(100):
            runner.step()
        (restored,) = runner.restored
        is_given_up = restored == ChatRestored(0, 0, PrefixSource.OFF, 0.0)
        assert is_given_up == (forgotten == "that chat")


def test_a_chat_that_is_opened_ends_the_restore_of_another_which_is_answered(
    tmp_path: Path, tiny_model: Path
) -> None:
    with SteppedRunner(tmp_path / "a", tiny_model, n_ctx=N_CTX) as runner:
        runner.open(Dialogue(ChatKey("left")).user(FITTING))
        assert not runner.restored  # its prompt takes several slices
        runner.open(Dialogue(ChatKey("opened")).user("Hi"))
        for _ in range(100):
            runner.step()
        left, opened = runner.restored
    assert left == ChatRestored(0, 0, PrefixSource.OFF, 0.0)
    assert opened.source is PrefixSource.NOT_STORED
    assert opened.n_prompt > 0
