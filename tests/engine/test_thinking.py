"""A model that thinks, from its template to the events: told apart, stopped, kept or dropped."""

from __future__ import annotations

import itertools
import sys
from typing import TYPE_CHECKING, Any

import pytest

from app.core.content.answer_parts import split_answer
from app.core.engine.output.answer_formats import ThinkingFormats
from app.core.engine.prompts.chat_template import ChatTemplate
from app.core.llama import Model, ModelParams, SamplerChain
from app.core.messages import TextKind
from app.core.protocol import (
    AnswerFinished,
    FinishReason,
    PrefixSource,
    StopThinking,
    TextDelta,
    ThinkingChoice,
)
from tests.helpers.chat_templates import template_named
from tests.helpers.engine_harness import Dialogue, EngineHarness
from tests.helpers.gguf_factory import write_tiny_llama

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import ExpectLog

QWEN = template_named("Qwen-Qwen3-0.6B")
GPT_OSS = template_named("openai-gpt-oss-120b")
THOUGHT, ANSWER = "They greet. → 👋", "Good **morning**."
SAID = f"<think>\n{THOUGHT}\n</think>\n\n{ANSWER}"


def open_model(path: Path) -> Model:
    return Model(str(path), ModelParams(), lambda _fraction: True)


def scripted(monkeypatch: pytest.MonkeyPatch, model: Path, *texts: str, ends: bool = True) -> None:
    """Let the model say these texts, one for each answer, and then end it or go on for ever."""
    vocabulary = open_model(model)
    answers = iter(texts)
    left: dict[SamplerChain, Iterator[int]] = {}  # kept: another one could have its address

    def sample(chain: SamplerChain, *_: Any) -> int:
        if chain not in left:
            words = vocabulary.tokenize(next(answers))
            rest = itertools.repeat(vocabulary.eos if ends else words[-1])
            left[chain] = itertools.chain(words, rest)
        return next(left[chain])

    monkeypatch.setattr(SamplerChain, "sample", sample)


@pytest.fixture
def thinker(tmp_path: Path) -> Path:
    return write_tiny_llama(tmp_path / "thinker.gguf", chat_template=QWEN)


def test_thinking_is_told_with_each_piece_of_text(
    tmp_path: Path, thinker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted(monkeypatch, thinker, SAID)
    with EngineHarness(tmp_path / "a", thinker) as harness:
        assert harness.info is not None
        assert harness.info.thinking.can_switch
        said, finished = harness.answer(Dialogue().user("Hello."), max_tokens=0)
    assert said == SAID
    assert finished.finish_reason is FinishReason.END
    assert split_answer(said, finished.parts) == (THOUGHT, ANSWER, False)
    told = [(one.kind, one.text) for one in harness.seen if isinstance(one, TextDelta)]
    assert "".join(text for kind, text in told if kind is TextKind.THINKING).strip() == THOUGHT
    assert "".join(text for kind, text in told if kind is TextKind.ANSWER) == ANSWER


def test_an_answer_that_is_gone_on_with_knows_what_was_thought(
    tmp_path: Path, thinker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted(monkeypatch, thinker, SAID[:20], SAID[20:])
    with EngineHarness(tmp_path / "a", thinker) as harness:
        dialogue = Dialogue().user("Hello.")
        said, finished = harness.answer(dialogue, max_tokens=20)
        dialogue.assistant(said, finished)
        rest, finished = harness.answer(dialogue, max_tokens=0)
    assert said + rest == SAID
    assert split_answer(SAID, finished.parts) == (THOUGHT, ANSWER, False)


@pytest.mark.parametrize("then", [True, False])
def test_an_answer_that_is_gone_on_with_is_the_same_after_another_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, then: bool
) -> None:
    """Of a model whose prompt begins to think, or ends the thinking, as it is told."""
    source = template_named("NVIDIA-Nemotron-3-Nano-30B-A3B-BF16")
    model = write_tiny_llama(tmp_path / "nano.gguf", chat_template=source)
    said = f"{THOUGHT}\n</think>\n\n{ANSWER}" if then else ANSWER
    scripted(monkeypatch, model, said[:12], said[12:])
    expected = (THOUGHT, ANSWER, False) if then else (None, ANSWER, False)
    with EngineHarness(tmp_path / "a", model) as harness:
        dialogue = Dialogue().user("Hello.")
        chosen = ThinkingChoice(is_on=then)
        beginning, finished = harness.answer(dialogue, max_tokens=12, thinking=chosen)
        dialogue.assistant(beginning, finished)
        other = ThinkingChoice(is_on=not then)
        rest, finished = harness.answer(dialogue, max_tokens=0, thinking=other)
    assert beginning + rest == said
    assert split_answer(said, finished.parts) == expected


def test_thinking_is_ended_when_the_user_has_enough_of_it(
    tmp_path: Path, thinker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted(monkeypatch, thinker, "<think>\nHm", ends=False)
    with EngineHarness(tmp_path / "a", thinker) as harness:
        request = harness.ask(Dialogue().user("Hello."), max_tokens=200)
        harness.post(StopThinking(request))  # it has not begun to think
        texts: list[str] = []
        is_asked = False
        while True:
            event = harness.wait_any(TextDelta, AnswerFinished)
            if isinstance(event, AnswerFinished):
                break
            texts.append(event.text)
            if len("".join(texts)) > 30 and not is_asked:
                is_asked = True
                harness.post(StopThinking(request))
                harness.post(StopThinking(request))  # once more changes nothing
        said = "".join(texts)
    assert event.finish_reason is FinishReason.LENGTH
    assert said.count("\n</think>") == 1
    split = split_answer(said, event.parts)
    assert split.thinking is not None
    assert set(split.thinking) <= set("Hm")
    assert set(split.answer) == {"m"}
    assert event.record is not None


def test_what_was_thought_is_dropped_by_the_rule_of_the_template_and_the_rest_is_not_read_again(
    tmp_path: Path, thinker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted(monkeypatch, thinker, SAID, SAID)
    with EngineHarness(tmp_path / "a", thinker) as harness:
        dialogue = Dialogue().user("Hello. " * 40)
        harness.turn(dialogue, "Hello.", max_tokens=0)
        finished = harness.turn(dialogue, "And now?", max_tokens=0)
    first = dialogue.messages[2].record
    assert first is not None
    assert finished.stats.source is PrefixSource.LIVE
    # Up to where the answer began, all is as it was; the thinking is gone from there.
    n_kept = len(first.token_ids) - len(SAID.encode())
    assert n_kept - 4 <= finished.stats.n_reused <= n_kept + 4
    assert finished.record is not None
    vocabulary = open_model(thinker)
    prompt = b"".join(vocabulary.pieces(finished.record.token_ids)).decode()
    assert prompt.count(THOUGHT) == 1  # that of the new answer
    assert prompt.count(ANSWER) == 2


def test_the_choice_of_a_chat_reaches_its_template(
    tmp_path: Path, thinker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted(monkeypatch, thinker, SAID, ANSWER)
    vocabulary = open_model(thinker)
    with EngineHarness(tmp_path / "a", thinker) as harness:
        for is_on in (True, False):
            choice = ThinkingChoice(is_on)
            said, finished = harness.answer(
                Dialogue().user("Hello."), max_tokens=0, thinking=choice
            )
            assert finished.record is not None
            text = b"".join(vocabulary.pieces(finished.record.token_ids)).decode()
            assert ("<think>\n\n</think>\n\n" in text) is not is_on
            thinking = THOUGHT if is_on else None
            assert split_answer(said, finished.parts) == (thinking, ANSWER, False)


def test_a_prompt_that_begins_to_think_is_enough_where_llama_cpp_sees_no_thinking(
    thinker: Path,
) -> None:
    source = (
        "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n"
        "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n<think>\n{% endif %}"
    )
    formats = ThinkingFormats(ChatTemplate(source, speaks_chatml=True), open_model(thinker))
    for _ in formats.waiting():
        pass
    reader = formats.reader("<|im_start|>assistant\n<think>\n")
    said = SAID.removeprefix("<think>\n")
    for letter in said:
        assert reader.end_mark == "</think>"
        reader.feed(letter)
    assert split_answer(said, reader.finish()) == (THOUGHT, ANSWER, False)
    formats.close()


def test_control_tokens_that_mark_thinking_are_spelled_out(thinker: Path) -> None:
    model = open_model(thinker)
    formats = ThinkingFormats(ChatTemplate(GPT_OSS, speaks_chatml=False), model)
    try:
        for _ in formats.waiting():
            pass
        (only,) = model.tokenize("<|im_start|>")
        assert not formats.is_spelled_out(only)
        (byte,) = model.tokenize("a")
        assert not formats.is_spelled_out(byte)
    finally:
        formats.close()


def test_a_template_that_never_ends_costs_its_format_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    """llama.cpp has no limit of its own: the child is ended, and marks tell thinking apart."""
    expect_log("nothing was found out about the chat format: hung for")
    monkeypatch.setattr("app.core.engine.output.format_child._TIMEOUT_S", 1.0)
    # Only where the child asks, with words of its own, for Hearth's sandbox would refuse it.
    endless = (
        "{% if messages[0]['content'] != 'Good day.' %}{# no thinking #}"
        "{% for a in range(100000) %}{% for b in range(100000) %}{{ a }}{% endfor %}{% endfor %}"
        "{% endif %}"
        "{% for message in messages %}{{ message['content'] }}{% endfor %}"
    )
    model = write_tiny_llama(tmp_path / "m.gguf", chat_template=endless)
    scripted(monkeypatch, model, SAID)
    with EngineHarness(tmp_path / "a", model) as harness:
        said, finished = harness.answer(Dialogue().user("Good day."), max_tokens=0)
    assert split_answer(said, finished.parts) == (THOUGHT, ANSWER, False)


@pytest.mark.parametrize(
    "child",
    [
        "raise SystemExit(3)",
        "print('hearth: [1]')",
        "print('hearth: ' + 200_000 * '[')",
        "print('nonsense')",
        "pass",
    ],
)
def test_a_child_that_says_nothing_of_use_costs_its_format_alone(
    thinker: Path, child: str, expect_log: ExpectLog
) -> None:
    expect_log("nothing was found out about the chat format")
    template = ChatTemplate(QWEN, speaks_chatml=True)
    formats = ThinkingFormats(template, open_model(thinker), (sys.executable, "-c", child))
    for _ in formats.waiting():
        pass
    reader = formats.reader("<|im_start|>assistant\n")
    reader.feed(SAID)
    assert split_answer(SAID, reader.finish()) == (THOUGHT, ANSWER, False)
    formats.close()


def test_a_child_that_is_ended_because_its_model_is_closed_is_no_trouble(thinker: Path) -> None:
    endless = (sys.executable, "-c", "import time; time.sleep(600)")
    template = ChatTemplate(QWEN, speaks_chatml=True)
    formats = ThinkingFormats(template, open_model(thinker), endless)
    formats.close()
    for _ in formats.waiting():
        pass
