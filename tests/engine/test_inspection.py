"""An answer is looked into where its chat lies, and the chat is as warm afterwards as before."""

from __future__ import annotations

import itertools
import math
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from app.core.engine.batch.scheduler import (
    INSPECTED_AT_ONCE,
    INSPECTED_BESIDE_STREAMS,
    PREFILL_CHUNK,
    STREAMING_PREFILL,
)
from app.core.engine.batch.shared_batch import most_outputs
from app.core.engine.drafting.payoff import MOST_DRAFTED
from app.core.engine.memory.save_plan import MIN_SEGMENT_TOKENS
from app.core.engine.output.token_choices import N_LIKELIEST, GrowingText, inspected
from app.core.llama import SamplerChain
from app.core.llama.gguf_file import sample_digest
from app.core.messages import Role
from app.core.protocol import (
    AnswerFinished,
    ChatKey,
    CompareContinuations,
    ContinuationWritten,
    FinishReason,
    ForgetChat,
    InspectAnswer,
    InspectedToken,
    InspectionEnded,
    PromptMessage,
    RequestId,
    Stop,
    TextDelta,
    TokenKind,
    TokensInspected,
    UnloadModel,
)
from tests.helpers.engine_harness import Dialogue, EngineHarness, watch_batches
from tests.helpers.memory_kinds import kinds

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from app.core.llama import Context
    from tests.helpers.memory_kinds import Kind

QUESTION = "Tell me of the sea, and of the ships that sail on it."
_ROUNDING = 0.1  # of a logit, between batches of other sizes, in tiny models


def inspect(harness: EngineHarness, dialogue: Dialogue) -> RequestId:
    return harness.post(InspectAnswer(dialogue.chat, tuple(dialogue.messages)))


def places(harness: EngineHarness, dialogue: Dialogue) -> list[InspectedToken]:
    """Look into the last answer of a chat and return all that is told of it."""
    request = inspect(harness, dialogue)
    told: list[InspectedToken] = []
    while True:
        heard = harness.hear(TokensInspected, InspectionEnded)
        event = heard.what
        assert heard.request == request
        if isinstance(event, InspectionEnded):
            assert (event.problem, event.was_interrupted) == (None, False)
            return told
        told += event.tokens
        assert len(told) <= event.n_total


def compare(
    harness: EngineHarness,
    dialogue: Dialogue,
    choices: tuple[int, ...],
    vocabulary: str,
    said: tuple[int, ...] = (),
    n_tokens: int = 8,
) -> list[ContinuationWritten]:
    messages = tuple(dialogue.messages)
    request = harness.post(
        CompareContinuations(
            dialogue.chat,
            messages,
            said,
            choices,
            n_tokens=n_tokens,
            vocabulary=vocabulary,
        )
    )
    told: list[ContinuationWritten] = []
    while True:
        heard = harness.hear(ContinuationWritten, InspectionEnded)
        event = heard.what
        assert heard.request == request
        if isinstance(event, InspectionEnded):
            assert (event.problem, event.was_interrupted) == (None, False)
            return told
        told.append(event)


def generated(finished: AnswerFinished) -> tuple[int, ...]:
    assert finished.record is not None
    return finished.record.token_ids[finished.stats.n_prompt :]


class Logits:
    """Keeps what a model said at each token that it sampled."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: list[NDArray[np.float64]] = []
        sample = SamplerChain.sample

        def watched(chain: SamplerChain, context: Context, index: int) -> int:
            self.seen.append(np.array(context.logits(index), dtype=np.float64))
            return sample(chain, context, index)

        monkeypatch.setattr(SamplerChain, "sample", watched)

    def share(self, place: int, token: int) -> float:
        """Return the logarithm of the share of a token at a place."""
        logits = self.seen[place]
        return float(logits[token] - logits.max() - np.log(np.exp(logits - logits.max()).sum()))


@pytest.mark.parametrize("kind", kinds(), ids=str)
def test_each_token_is_told_with_what_the_model_said_there(
    tmp_path: Path, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    logits = Logits(monkeypatch)
    with EngineHarness(tmp_path / "a", kind.write(tmp_path / "m.gguf"), **kind.load) as harness:
        dialogue = Dialogue()
        finished = harness.turn(dialogue, QUESTION, max_tokens=40)
        told = places(harness, dialogue)
    said = generated(finished)
    assert [place.said.token for place in told[:-1] if place.said] == list(said)
    assert told[-1].said is None
    for number, place in enumerate(told[: len(said)]):
        assert place.said is not None
        expected = logits.share(number, place.said.token)
        assert place.said.log_probability == pytest.approx(expected, abs=_ROUNDING)
        shares = [one.log_probability for one in place.likeliest]
        assert shares == sorted(shares, reverse=True)
        assert len(shares) == N_LIKELIEST
        assert sum(map(math.exp, shares)) <= 1 + 1e-9
        for one in place.likeliest:
            likely = logits.share(number, one.token)
            assert one.log_probability == pytest.approx(likely, abs=_ROUNDING)


@pytest.mark.parametrize("kind", kinds(), ids=str)
def test_a_chat_is_as_warm_afterwards_as_it_was(tmp_path: Path, kind: Kind) -> None:
    model = kind.write(tmp_path / "m.gguf")
    told = []
    for looks in (False, True):
        with EngineHarness(tmp_path / f"{looks}", model, **kind.load) as harness:
            dialogue = Dialogue()
            harness.turn(dialogue, QUESTION)
            if looks:
                before = places(harness, dialogue)[0]
                choices = tuple(
                    one.token for one in before.likeliest if one.kind is not TokenKind.END
                )
                open_answer = Dialogue(dialogue.chat, [dialogue.messages[0]])
                open_answer.messages.append(PromptMessage(Role.ASSISTANT, ""))
                vocabulary = sample_digest(str(model))
                assert compare(harness, open_answer, choices[:3], vocabulary)
                places(harness, dialogue)
            text, finished = harness.answer(dialogue.user("Go on."))
            stats = finished.stats
            told.append((text, stats.n_prompt - stats.n_reused - stats.n_restored))
    (text, n_read), (text_after, n_read_after) = told
    assert text_after == text
    assert n_read_after <= n_read


def whole_beginning(told: list[InspectedToken]) -> list[InspectedToken]:
    """Return the places up to the first token that is no whole text."""
    return list(
        itertools.takewhile(
            lambda place: place.said is not None and place.said.kind is TokenKind.TEXT, told
        )
    )


def begun(dialogue: Dialogue, words: str, chat: ChatKey | None = None) -> Dialogue:
    """Return a chat whose answer has just these words."""
    answer = PromptMessage(Role.ASSISTANT, words)
    return Dialogue(chat or dialogue.chat, [*dialogue.messages[:-1], answer])


@pytest.mark.parametrize("kind", kinds(), ids=str)
def test_continuations_say_what_answers_would(tmp_path: Path, kind: Kind) -> None:
    with EngineHarness(tmp_path / "a", kind.write(tmp_path / "m.gguf"), **kind.load) as harness:
        dialogue = Dialogue()
        finished = harness.turn(dialogue, QUESTION, max_tokens=24)
        assert finished.record is not None
        told = places(harness, dialogue)
        before = whole_beginning(told)[:-1]
        words = "".join(place.said.text for place in before if place.said)
        said = tuple(place.said.token for place in before if place.said)
        choices = [one for one in told[len(before)].likeliest if one.kind is TokenKind.TEXT][:3]
        tokens = tuple(one.token for one in choices)
        vocabulary = finished.record.vocabulary
        written = compare(harness, begun(dialogue, words), tokens, vocabulary, said)
        assert [one.tokens[0] for one in written] == list(tokens)
        for number, (one, choice) in enumerate(zip(written, choices, strict=True)):
            assert len(one.tokens) == 8 or one.is_end
            chat = begun(dialogue, words + choice.text, ChatKey(f"other {number}"))
            exact = {"said": (*said, choice.token), "vocabulary": vocabulary}
            _text, finished = harness.answer(chat, **exact, max_tokens=7)
            assert finished.record is not None
            n_prompt = finished.stats.n_prompt
            ids = finished.record.token_ids
            assert ids[n_prompt - len(said) - 1 : n_prompt] == (*said, choice.token)
            if kind.is_exact and not kind.has_snapshots:  # the numbers are the same elsewhere
                assert one.tokens[1:] == ids[n_prompt:]


def test_tokens_that_do_not_spell_the_words_are_not_taken(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        dialogue = begun(Dialogue().user(QUESTION).user(""), "The sea")
        vocabulary = sample_digest(str(tiny_model))
        exact = {"said": (5, 6), "vocabulary": vocabulary}
        _text, finished = harness.answer(dialogue, **exact, max_tokens=2)
        _text, as_usual = harness.answer(dialogue, max_tokens=2)
    assert finished.record is not None
    assert as_usual.record is not None
    assert finished.record.token_ids == as_usual.record.token_ids


def test_an_answer_that_is_asked_for_ends_it(tmp_path: Path, slow_model: Path) -> None:
    with EngineHarness(tmp_path / "a", slow_model, n_ctx=4096) as harness:
        dialogue = Dialogue()
        harness.turn(dialogue, QUESTION * 8, max_tokens=200)
        for look in ("one", "other"):
            inspect(harness, dialogue)
            harness.wait(TokensInspected)
            # In this chat, and in another.
            asked = dialogue if look == "one" else Dialogue(ChatKey("2"))
            request = harness.ask(Dialogue(asked.chat, list(asked.messages)).user("And?"))
            ended = harness.wait(InspectionEnded)
            assert (ended.was_interrupted, ended.problem) == (True, None)
            _text, finished = harness.collect(request)
            assert finished.finish_reason in (FinishReason.END, FinishReason.LENGTH)


def test_it_goes_on_beside_an_answer_of_another_chat(tmp_path: Path, slow_model: Path) -> None:
    with EngineHarness(tmp_path / "a", slow_model, n_ctx=4096) as harness:
        dialogue = Dialogue()
        harness.turn(dialogue, QUESTION, max_tokens=40)
        request = harness.ask(Dialogue(ChatKey("2")).user("And?"), max_tokens=400)
        harness.wait(TextDelta)
        told = places(harness, dialogue)
        assert told[-1].said is None
        harness.post(Stop(request))
        _text, finished = harness.collect(request)
        assert finished.finish_reason is not FinishReason.FAILED


@pytest.mark.parametrize("how", ["stop", "forget", "unload", "again"])
def test_it_can_be_ended_at_any_time(tmp_path: Path, slow_model: Path, how: str) -> None:
    with EngineHarness(tmp_path / "a", slow_model, n_ctx=4096) as harness:
        dialogue = Dialogue()
        harness.turn(dialogue, QUESTION * 8, max_tokens=200)
        request = inspect(harness, dialogue)
        harness.wait(TokensInspected)
        commands: dict[str, Any] = {
            "stop": Stop(request),
            "forget": ForgetChat(dialogue.chat),
            "unload": UnloadModel(),
            "again": InspectAnswer(dialogue.chat, tuple(dialogue.messages)),
        }
        posted = harness.post(commands[how])
        ended = harness.hear(InspectionEnded)
        assert (ended.request, ended.what.was_interrupted) == (request, True)
        if how == "again":
            ended = harness.hear(InspectionEnded)
            assert (ended.request, ended.what.was_interrupted) == (posted, False)
        if how != "unload":
            _text, finished = harness.answer(dialogue.user("Go on."), max_tokens=4)
            assert finished.finish_reason is not FinishReason.FAILED


def test_half_a_continuation_leaves_nothing_behind(
    tmp_path: Path, slow_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches, texts = watch_batches(monkeypatch), []
    vocabulary = sample_digest(str(slow_model))
    for looks in (False, True):
        with EngineHarness(tmp_path / f"{looks}", slow_model, n_ctx=4096) as harness:
            dialogue = Dialogue()
            harness.turn(dialogue, QUESTION, max_tokens=20)
            if looks:
                n_before = len(batches)
                messages = tuple(begun(dialogue, "").messages)
                command = CompareContinuations(
                    dialogue.chat, messages, (), (40, 41), 500, vocabulary=vocabulary
                )
                request = harness.post(command)
                give_up = time.monotonic() + 60
                while len(batches) < n_before + 5 and time.monotonic() < give_up:
                    time.sleep(0.001)
                assert len(batches) >= n_before + 5
                harness.post(Stop(request))
                assert harness.wait(InspectionEnded).was_interrupted
            text, _finished = harness.answer(dialogue.user("Go on."))
            texts.append(text)
    assert texts[0] == texts[1]


def test_a_chat_that_is_being_answered_is_not_looked_into(tmp_path: Path, slow_model: Path) -> None:
    with EngineHarness(tmp_path / "a", slow_model, n_ctx=4096) as harness:
        dialogue = Dialogue()
        harness.turn(dialogue, QUESTION, max_tokens=8)
        asked = Dialogue(dialogue.chat, list(dialogue.messages)).user("And?")
        request = harness.ask(asked, max_tokens=400)
        harness.wait(TextDelta)
        inspect(harness, dialogue)
        ended = harness.wait(InspectionEnded)
        assert ended.problem is not None
        assert "busy" in ended.problem.text()
        harness.post(Stop(request))
        _text, finished = harness.collect(request)
        assert finished.finish_reason is FinishReason.STOPPED


def test_without_a_model_the_reason_is_told(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.post(UnloadModel())
        inspect(harness, Dialogue().user(QUESTION))
        problem = harness.wait(InspectionEnded).problem
    assert problem is not None
    assert "model" in problem.text()


def test_no_batch_asks_for_more_logits_than_there_is_room_for() -> None:
    """`most_outputs` counts what each sequence may need beside these."""
    alone = INSPECTED_AT_ONCE + (PREFILL_CHUNK - INSPECTED_AT_ONCE) // MIN_SEGMENT_TOKENS
    others = (STREAMING_PREFILL - INSPECTED_BESIDE_STREAMS) // MIN_SEGMENT_TOKENS
    beside = INSPECTED_BESIDE_STREAMS + others + MOST_DRAFTED
    assert max(alone, beside) <= most_outputs(0)


class _Spelling:
    """A vocabulary of a few tokens."""

    def __init__(self, *pieces: bytes) -> None:
        self.pieces = pieces

    def piece(self, token: int, *, special: bool) -> bytes:
        is_mark = self.pieces[token].startswith(b"<|")
        return b"" if is_mark and not special else self.pieces[token]

    def is_end(self, token: int) -> bool:
        return self.pieces[token] == b"<|end|>"


def test_half_characters_and_marks_are_no_words_to_go_on_from() -> None:
    spelling = _Spelling(b"a", "é".encode()[:1], "é".encode()[1:], b"<|end|>", b"<|mark|>", b"")
    words = GrowingText(spelling)
    kinds_alone = [words.choice(token, 0.0).kind for token in range(6)]
    text, end, part = TokenKind.TEXT, TokenKind.END, TokenKind.PART
    assert kinds_alone == [text, part, part, end, part, part]
    assert words.say(1) == ""
    assert words.choice(2, 0.0).text == "é"
    assert words.choice(2, 0.0).kind is text  # asking changes nothing
    assert words.choice(0, 0.0).kind is part  # it would leave half a character behind
    assert words.say(2) == "é"


def test_shares_of_what_is_no_number_are_none() -> None:
    words = GrowingText(_Spelling(b"a", b"b", b"c"))
    told = inspected(np.array([math.nan, 1.0, -math.inf], np.float32), 1, words)
    assert told.said is not None
    assert told.said.log_probability == 0.0
    nothing = inspected(np.full(3, math.nan, np.float32), 0, words)
    assert nothing.said is not None
    assert nothing.said.log_probability == -math.inf
