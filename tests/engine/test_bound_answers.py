"""Answers that are bound to a form: what ends by itself is of it, and else the reason is told."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from app.core.engine.output import answer_formats, constraints
from app.core.engine.sliced_work import run_to_end
from app.core.messages import Role
from app.core.prompts.chat_formats import ChatFormatsMissing
from app.core.prompts.grammars.gbnf import parse_grammar
from app.core.prompts.grammars.matching import MalformedGrammar
from app.core.protocol import (
    ChatKey,
    Constraint,
    ConstraintKind,
    FinishReason,
    PromptMessage,
    SamplingParams,
)
from tests.helpers.engine_harness import GREEDY, Dialogue
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.harm import how_often
from tests.helpers.random_grammars import random_tree
from tests.helpers.random_schemas import random_schema
from tests.helpers.stepped_runner import SteppedRunner

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.helpers.random_grammars import Tree
    from tests.helpers.stepped_runner import Told

N_ANSWERS = how_often("HEARTH_GRAMMARS", 48, 120)
WARM = SamplingParams(temperature=1.2, top_k=0, top_p=1, min_p=0, seed=11)
LIST = 'root ::= ("- " [a-zé世]{1,9} "\\n"){1,3}'


def grammar(text: str) -> Constraint:
    return Constraint(ConstraintKind.GRAMMAR, text)


def schema(value: Any) -> Constraint:
    return Constraint(ConstraintKind.JSON_SCHEMA, json.dumps(value))


def problem(told: Told) -> str:
    assert told.finished is not None
    return str(told.finished.problem.what) if told.finished.problem else ""


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bound") / "ends.gguf"
    return write_tiny_llama(path, end_gain=1.0, seed=4)


@pytest.fixture
def runner(tmp_path: Path, model: Path) -> Iterator[SteppedRunner]:
    with SteppedRunner(tmp_path / "a", model, n_ctx=8192) as runner:
        yield runner


def ask(runner: SteppedRunner, number: int, constraint: Constraint, **fields: Any) -> Told:
    dialogue = Dialogue(chat=ChatKey(f"{number}")).user(f"{number} things, please.")
    fields.setdefault("sampling", WARM)
    fields.setdefault("max_tokens", 200)
    return runner.told[runner.ask(dialogue, constraint=constraint, **fields)]


# -- many --


def good_trees(rng: random.Random) -> Iterator[Tree]:
    while True:
        tree = random_tree(rng)
        try:
            parse_grammar(tree.written())
        except MalformedGrammar:
            continue
        yield tree


def test_answers_of_random_grammars_eight_at_once(runner: SteppedRunner) -> None:
    rng = random.Random(21)
    trees = good_trees(rng)
    ends: dict[FinishReason, int] = {}
    for begin in range(0, N_ANSWERS, 8):
        asked = {number: next(trees) for number in range(begin, begin + 8)}
        told = {
            number: ask(runner, number, grammar(tree.written()), max_tokens=60,
                        sampling=WARM if number % 3 else GREEDY)
            for number, tree in asked.items()
        }  # fmt: skip
        runner.finish()
        for number, tree in asked.items():
            finished = told[number].finished
            assert finished is not None
            ends[finished.finish_reason] = ends.get(finished.finish_reason, 0) + 1
            is_whole = tree.accepts(told[number].text)
            match finished.finish_reason:
                case FinishReason.END:
                    assert is_whole, (tree.written(), told[number].text)
                    assert finished.problem is None
                case FinishReason.LENGTH:
                    said_so = "before its required form was complete" in problem(told[number])
                    # A half of a character is shown as another one at the end.
                    assert said_so == (not is_whole) or "\ufffd" in told[number].text
                case _:
                    assert "No token of this model fits" in problem(told[number])
    assert ends[FinishReason.END] > N_ANSWERS // 4


def test_answers_of_random_schemas_are_valid(runner: SteppedRunner) -> None:
    rng = random.Random(22)
    n_whole = 0
    for begin in range(0, N_ANSWERS, 8):
        asked = {number: random_schema(rng) for number in range(begin, begin + 8)}
        told = {number: ask(runner, number, schema(one)) for number, one in asked.items()}
        runner.finish()
        for number, one in asked.items():
            finished = told[number].finished
            assert finished is not None
            has_ended = finished.finish_reason is FinishReason.END
            n_whole += has_ended
            # A limit may fall behind the last sign, before a blank that would have been allowed.
            if has_ended or not problem(told[number]):
                value = json.loads(told[number].text)
                jsonschema.validate(value, one, jsonschema.Draft202012Validator)
    assert n_whole > N_ANSWERS // 2


# -- how an answer ends --


def test_what_a_limit_ends_says_that_it_is_not_complete(runner: SteppedRunner) -> None:
    told = ask(runner, 1, grammar('root ::= "abcdefgh"'), max_tokens=3)
    runner.finish()
    assert told.text == "abc"
    assert told.finished is not None
    assert told.finished.finish_reason is FinishReason.LENGTH
    assert "before its required form was complete" in problem(told)


def test_a_limit_where_the_answer_is_complete_says_nothing(runner: SteppedRunner) -> None:
    told = ask(runner, 1, grammar("root ::= [a-z]{3,}"), max_tokens=3)
    runner.finish()
    assert told.finished is not None
    assert told.finished.finish_reason is FinishReason.LENGTH
    assert told.finished.problem is None


@pytest.mark.parametrize(("stop", "is_whole"), [("c", False), ("d", True)])
def test_a_stop_text_says_whether_the_answer_is_complete(
    runner: SteppedRunner, stop: str, is_whole: bool
) -> None:
    told = ask(runner, 1, grammar('root ::= "abc" "def"?'), stop=(stop,))
    while told.finished is None:
        runner.step()
        if "ef" in told.text:
            pytest.fail("it went on behind the stop text")
    reason = told.finished.finish_reason
    assert reason is FinishReason.STOP_STRING or (reason is FinishReason.END and stop == "d")
    assert bool(problem(told)) != is_whole


def test_where_nothing_fits_the_answer_says_so(runner: SteppedRunner) -> None:
    told = ask(runner, 1, grammar('root ::= "ab" [\\uD800-\\uDFFF]'))
    other = ask(runner, 2, grammar(LIST), max_tokens=100)
    runner.finish()
    assert told.text == ""  # for nothing fits behind it
    assert told.finished is not None
    assert told.finished.finish_reason is FinishReason.FAILED
    assert "No token of this model fits" in problem(told)
    assert other.text.startswith("- ")
    again = ask(runner, 1, grammar('root ::= "ok"'))
    runner.finish()
    assert again.text == "ok"


@pytest.mark.parametrize(
    ("constraint", "words"),
    [
        (grammar('root ::= "a'), "closing quotation mark is missing"),
        (grammar("root ::= <|nothing|>"), "no token “<|nothing|>”"),
        (Constraint(ConstraintKind.JSON_SCHEMA, "{"), "not JSON"),
        (schema({"type": "object", "required": "a"}), "Expected array for 'required'"),
    ],
)
def test_a_form_that_is_wrong_is_told_and_nothing_is_said(
    runner: SteppedRunner, constraint: Constraint, words: str
) -> None:
    told = ask(runner, 1, constraint)
    runner.finish()
    assert told.text == ""
    assert words in problem(told)


def test_a_schema_needs_no_library(runner: SteppedRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ChatFormatsMissing("nowhere")

    monkeypatch.setattr(answer_formats, "find_chat_formats", missing)
    told = ask(runner, 1, schema({"type": "null"}))
    runner.finish()
    assert told.text.strip() == "null"


# -- going on --


def test_an_answer_goes_on_in_the_middle_of_its_form(runner: SteppedRunner) -> None:
    dialogue = Dialogue(chat=ChatKey("1")).user("Count.")
    dialogue.messages.append(PromptMessage(Role.ASSISTANT, '{"é世": 12'))
    form = schema({"type": "object", "properties": {"é世": {"type": "integer"}},
                   "required": ["é世"]})  # fmt: skip
    told = runner.told[runner.ask(dialogue, constraint=form, sampling=WARM, max_tokens=200)]
    runner.finish()
    assert told.finished is not None
    assert told.finished.finish_reason is FinishReason.END
    assert json.loads('{"é世": 12' + told.text)["é世"] >= 12


def test_what_was_cut_is_continued_token_by_token_to_its_end(runner: SteppedRunner) -> None:
    form, said = grammar(LIST), ""
    for _ in range(200):
        dialogue = Dialogue(chat=ChatKey("1")).user("A list.")
        if said:
            dialogue.messages.append(PromptMessage(Role.ASSISTANT, said))
        told = runner.told[runner.ask(dialogue, constraint=form, sampling=WARM, max_tokens=4)]
        runner.finish()
        assert told.finished is not None
        if "\ufffd" in told.text:  # cut within a character: nothing goes on behind that
            return
        said += told.text
        if told.finished.finish_reason is FinishReason.END:
            break
    assert said.endswith("\n")


def test_words_that_do_not_fit_are_told(runner: SteppedRunner) -> None:
    dialogue = Dialogue(chat=ChatKey("1")).user("Count.")
    dialogue.messages.append(PromptMessage(Role.ASSISTANT, "Well, "))
    told = runner.told[runner.ask(dialogue, constraint=schema({"type": "integer"}))]
    runner.finish()
    assert told.text == ""
    assert "does not match the required form" in problem(told)


def test_what_the_prompt_lets_the_model_think_is_bound_to_no_form(runner: SteppedRunner) -> None:
    forms = constraints.Constraints(runner.loaded.model)
    form, prompt, mark = grammar('root ::= "[" [a-z] "]"'), "assistant\n<think>\n", "</think>"
    run_to_end(forms.preparing(form))
    thinking = forms.begin(form, prompt, "", mark)
    assert thinking.follows("Hm")
    assert thinking.problem_at(FinishReason.LENGTH, "Hm") is not None
    assert thinking.follows(f"Hm{mark}\n\n")
    assert thinking.problem_at(FinishReason.STOP_STRING, f"Hm{mark}\n\n[a]") is None
    assert not forms.begin(form, prompt, "", mark).follows(f"Hm{mark}No")
    going_on = forms.begin(form, prompt, f"Hm{mark}\n[a", mark)
    assert going_on.problem_at(FinishReason.STOP_STRING, "]") is None
    of_no_thinker = forms.begin(form, prompt, "", "")
    assert of_no_thinker.problem_at(FinishReason.STOP_STRING, "[a]") is None


def test_answers_that_park_each_other_keep_their_form(tmp_path: Path, model: Path) -> None:
    form = 'root ::= "[" ([a-z] [0-9]){40} "]"'
    with SteppedRunner(tmp_path / "p", model, n_ctx=512) as runner:
        told = [ask(runner, number, grammar(form), sampling=WARM) for number in range(4)]
        n_parked = 0
        while not runner.is_done:
            runner.step()
            if len(runner.batches) % 9 == 3:
                n_parked += runner.runner._waiting.park_one()
    assert n_parked > 2
    for one in told:
        assert one.finished is not None
        assert one.finished.finish_reason is FinishReason.END
        assert (one.text[0], len(one.text), one.text[-1]) == ("[", 82, "]")


def test_the_same_prefix_is_used_again_with_a_form(runner: SteppedRunner) -> None:
    first = ask(runner, 1, grammar(LIST))
    runner.finish()
    again = ask(runner, 1, schema({"type": "boolean"}))
    runner.finish()
    assert first.finished is not None
    assert again.finished is not None
    assert again.finished.stats.n_reused >= first.finished.stats.n_prompt - 1
    assert again.text in ("true", "false")


@pytest.mark.parametrize(
    "sampling",
    [
        SamplingParams(temperature=1, mirostat=1, seed=1),
        SamplingParams(temperature=1, mirostat=2, seed=2),
        SamplingParams(temperature=1, xtc_probability=1, xtc_threshold=0.0, seed=3),
        SamplingParams(temperature=1, top_n_sigma=1, typical_p=0.1, top_p=0.1, seed=4),
        SamplingParams(temperature=1, dry_multiplier=5, repeat_penalty=2, seed=5),
        SamplingParams(temperature=1, dynatemp_range=1, top_k=1, min_p=1, seed=6),
        SamplingParams(temperature=0, repeat_penalty=1.5, frequency_penalty=2),
    ],
    ids=lambda one: "-".join(f"{key}" for key in ("mirostat", "seed") if getattr(one, key)),
)
def test_every_sampler_chooses_among_what_fits(
    runner: SteppedRunner, sampling: SamplingParams
) -> None:
    told = ask(runner, 1, grammar('root ::= "aaaa" [bc]{4} "d"'), sampling=sampling)
    runner.finish()
    assert told.finished is not None
    assert told.finished.finish_reason is FinishReason.END
    assert told.text[:4] + told.text[8:] == "aaaad"
    assert set(told.text[4:8]) <= {"b", "c"}
