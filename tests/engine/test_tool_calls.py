"""Calls of tools in the formats of real models' templates, bound to llama.cpp's grammars.

A random model says nothing of its own accord that is a call: it is made to begin one.
"""

from __future__ import annotations

import functools
import json
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

import pytest

from app.core.engine.output import answer_formats
from app.core.engine.output.answer_formats import ToolFormats
from app.core.prompts.chat_formats import ChatFormat, ChatRequest, TriggerKind, find_chat_formats
from app.core.prompts.grammars.gbnf import parse_grammar
from app.core.protocol import (
    NO_THINKING,
    Constraint,
    ConstraintKind,
    FinishReason,
    SamplingParams,
    ToolChoice,
    Tools,
)
from app.server.followers import CallFollower
from tests.helpers.bound_answers import matcher_of
from tests.helpers.chat_templates import template_named, template_names
from tests.helpers.engine_harness import Dialogue
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.stepped_runner import SteppedRunner
from tests.helpers.tool_calls import WEATHER, begun_with

if TYPE_CHECKING:
    from pathlib import Path

    from tests.helpers.stepped_runner import Told

TOOLS = Tools(json.dumps([WEATHER]), many=False)
WORDS = "Let me look. "
# Their arguments are not bound to the types of a tool: what a random model says does not end.
UNBOUND = frozenset(
    [
        "inclusionai-ling-3.0-flash",
        "LFM2-8B-A1B",
        "LFM2.5-8B-A1B",
        "LFM2.5-Instruct",
        "google-gemma-4-31B-it",
        "google-gemma-4-31B-it-interleaved",
    ]
)
# So does what they let a model say within a call, or think again.
ENDLESS = UNBOUND | {
    "Mistral-Small-3.2-24B-Instruct-2506",
    "muse-glimmer",
    "openai-gpt-oss-120b",
}
NOT_CALLED = {
    "Apriel-1.6-15b-Thinker-fixed": "it begins to think with words of its own",
    "Cohere2MoE": "its grammar wants a comma that its parser does not take",
    "CohereForAI-c4ai-command-r-plus-tool_use": "its parser wants a line's end that is optional",
    "CohereForAI-c4ai-command-r7b-12-2024-tool_use": "as Cohere2MoE",
    "Kimi-K3": "its prompt ends otherwise, see test_chat_templates_agree.py",
    "fireworks-ai-llama-3-firefunction-v2": "it names its tools in a way of its own",
}

N_REQUIRED, N_BEGUN = 58, 52  # templates of which calls can be had at least


def derived(question: dict[str, Any]) -> tuple[ChatFormat, ...]:
    """Return the format in this process, which is quicker; the templates are known."""
    return _derived(json.dumps(question))


@functools.cache
def _derived(text: str) -> tuple[ChatFormat, ...]:
    question = json.loads(text)
    return tuple(
        find_chat_formats().apply(
            ChatRequest(
                question["template"],
                ({"role": "user", "content": "Hello"},),
                tools=tuple(question["tools"]),
                tool_choice=question["tool_choice"],
                many_calls=question["many_calls"],
                is_thinking=is_thinking,
            )
        )
        for is_thinking in (False, True)
    )


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(self: ToolFormats, tools: Tools) -> Future[tuple[ChatFormat, ...]]:
        found: Future[tuple[ChatFormat, ...]] = Future()
        found.set_result(derived(answer_formats._question(tools, self._template)))
        return found

    monkeypatch.setattr(ToolFormats, "_asked", asked)


@functools.cache
def thought_before(name: str) -> str | None:
    """Return some thinking before a call that a template requires, "" where there is none.

    None where no such call can be had from it.
    """
    question = {"template": template_named(name), "tools": [WEATHER]}
    given, _thinking = derived(question | {"tool_choice": "required", "many_calls": False})
    if not given.grammar or name in NOT_CALLED:
        return None
    form = matcher_of(parse_grammar(given.grammar))
    thoughts = [f"{begin}Hm.{end}" for end in given.thinking_ends[:1]
                for begin in ("", given.thinking_start)]  # fmt: skip
    fitting = [one for one in thoughts if form.from_start().read(given.generation_prompt + one)]
    return next(iter(fitting), "")


def answered(
    name: str,
    folder: Path,
    tools: Tools,
    likelier: tuple[tuple[int, float], ...] = (),
    **options: Any,
) -> Told:
    """Return what a random model with a template says."""
    model = write_tiny_llama(
        folder / "tiny.gguf", chat_template=template_named(name), n_ctx=16384, seed=3
    )
    with SteppedRunner(folder / "store", model, n_ctx=16384) as runner:
        request = runner.ask(
            Dialogue().user("How is the weather in Rome?"),
            tools=tools,
            max_tokens=600,
            thinking=NO_THINKING,
            sampling=SamplingParams(temperature=1.0, seed=1),
            # The grammars let blanks through that the parsers do not know, and no model says.
            token_biases=(*((ord(blank), -100.0) for blank in " \t\n"), *likelier),
            **options,
        )
        runner.finish()
        return runner.told[request]


@pytest.mark.parametrize("name", template_names())
def test_nothing_comes_before_a_call_that_is_required(
    name: str, tmp_path: Path, here: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if (thought := thought_before(name)) is None:
        return
    begun_with(monkeypatch, thought)
    told = answered(name, tmp_path, Tools(json.dumps([WEATHER]), ToolChoice.REQUIRED, many=False))
    follower = CallFollower(find_chat_formats(), told.described)
    words = "".join(follower.feed(delta).answer for delta in told.deltas)
    assert words.strip() == "", told.text
    if name in ENDLESS:
        return
    assert told.finished is not None
    assert told.finished.finish_reason is FinishReason.END, told.text
    assert follower.finish().answer.strip() == ""
    call = follower.calls[0]
    assert call.name == "weather"
    assert set(json.loads(call.arguments)) <= {"hour", "is_long"}


def test_a_call_that_is_required_has_its_control_tokens(tmp_path: Path, here: None) -> None:
    model = write_tiny_llama(
        tmp_path / "tiny.gguf",
        chat_template=template_named("mistralai-Mistral-Nemo-Instruct-2407"),
        n_ctx=4096,
        markers=["[TOOL_CALLS]"],
    )
    tools = Tools(json.dumps([WEATHER]), ToolChoice.REQUIRED, many=False)
    with SteppedRunner(tmp_path / "store", model, n_ctx=4096) as runner:
        spelled = tuple((ord(char), -100.0) for char in "[ \t\n")
        request = runner.ask(
            Dialogue().user("Hm?"), tools=tools, max_tokens=1, token_biases=spelled
        )
        runner.finish()
        assert runner.told[request].text == "[TOOL_CALLS]"


VALUE = {
    "type": "object",
    "properties": {"kind": {"enum": ["dry", "wet"]}},
    "required": ["kind"],
    "additionalProperties": False,
}


@pytest.mark.parametrize("name", template_names())
def test_an_answer_is_a_call_or_of_its_form(
    name: str, tmp_path: Path, here: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if (thought := thought_before(name)) is None:
        return
    begun_with(monkeypatch, thought)
    form = Constraint(ConstraintKind.JSON_SCHEMA, json.dumps(VALUE))
    # The first character of a value likelier: else all are calls that do not begin with it.
    likelier = ((ord("{"), 20.0),)
    told = answered(name, tmp_path, TOOLS, constraint=form, likelier=likelier)
    assert told.finished is not None
    follower = CallFollower(find_chat_formats(), told.described)
    words = "".join(follower.feed(delta).answer for delta in told.deltas)
    words += follower.finish().answer
    if name in ENDLESS and told.finished.finish_reason is FinishReason.LENGTH:
        return
    assert told.finished.finish_reason is FinishReason.END, told.text
    if follower.calls:
        assert json.loads(follower.calls[0].arguments)["hour"] in range(1, 10)
    else:
        assert json.loads(words)["kind"] in ("dry", "wet")


THOUGHT = "<|channel|>analysis<|message|>Hm {}.<|end|><|start|>assistant"
CALL = "functions.weather<|channel|>commentary json<|message|>"
BESIDE = "<|channel|>commentary to=functions.weather <|constrain|>json<|message|>"


@pytest.mark.parametrize("n_thoughts", [0, 1, 2])
@pytest.mark.parametrize(
    ("begin", "is_call"), [("<|channel|>f", False), (f" to={CALL}", True), (BESIDE, True)]
)
def test_an_answer_in_messages_is_a_call_or_of_its_form(
    begin: str,
    is_call: bool,
    n_thoughts: int,
    tmp_path: Path,
    here: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun_with(monkeypatch, THOUGHT * n_thoughts + begin)
    form = Constraint(ConstraintKind.JSON_SCHEMA, json.dumps(VALUE))
    told = answered("openai-gpt-oss-120b", tmp_path, TOOLS, constraint=form)
    assert told.finished is not None
    assert told.finished.finish_reason is FinishReason.END, told.text
    follower = CallFollower(find_chat_formats(), told.described)
    said = [*map(follower.feed, told.deltas), follower.finish()]
    assert "".join(one.thinking for one in said) == "Hm {}." * n_thoughts
    words = "".join(one.answer for one in said)
    if is_call:
        assert not words
        assert json.loads(follower.calls[0].arguments)["hour"] in range(1, 10)
    else:
        assert json.loads(words)["kind"] in ("dry", "wet")


@functools.cache
def trigger_of(name: str) -> tuple[str, str] | None:
    """Return the words with which a call begins, where a template has some.

    Before them what ends thinking, where every prompt begins it.
    """
    question = {"template": template_named(name), "tools": [WEATHER]}
    given, _thinking = derived(question | {"tool_choice": "auto", "many_calls": False})
    words = [one.value for one in given.triggers if one.kind is TriggerKind.WORD]
    if not words or name in NOT_CALLED:
        return None
    start = given.thinking_start.strip()
    thinks = bool(start) and given.generation_prompt.rstrip().endswith(start)
    return (given.thinking_ends[0] if thinks else "", words[0])


def test_of_most_templates_calls_can_be_had() -> None:
    """What follows asks nothing of the others."""
    names = template_names()
    assert sum(thought_before(name) is not None for name in names) >= N_REQUIRED * bool(names)
    assert sum(trigger_of(name) is not None for name in names) >= N_BEGUN * bool(names)


@pytest.mark.parametrize("name", template_names())
def test_a_call_that_was_begun_is_one(
    name: str, tmp_path: Path, here: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if (begun := trigger_of(name)) is None:
        return
    thinking_end, trigger = begun
    begun_with(monkeypatch, thinking_end + WORDS + trigger)
    told = answered(name, tmp_path, TOOLS)
    assert told.finished is not None
    assert told.finished.problem is None
    if name in UNBOUND:
        return
    assert told.finished.finish_reason is FinishReason.END, told.text
    follower = CallFollower(find_chat_formats(), told.described)
    words = arguments = ""
    for delta in told.deltas:
        new = follower.feed(delta)
        words += new.thinking + new.answer
        arguments += "".join(piece.arguments for piece in new.calls)
    last = follower.finish()
    words += last.thinking + last.answer
    arguments += "".join(piece.arguments for piece in last.calls)
    assert words.strip() == WORDS.strip()
    assert follower.calls
    assert "".join(call.arguments for call in follower.calls) == arguments
    call = follower.calls[0]
    assert call.name == "weather"
    assert call.arguments.endswith("}"), told.text
    given = json.loads(call.arguments)
    assert 1 <= given.get("hour", 1) <= 9  # not all grammars know what is required
    assert given.get("is_long", True) in (True, False)
