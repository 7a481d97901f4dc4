"""Tokens that fit a form: whatever is chosen of them, what ends by itself is of the form."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import time

import pytest

from app.core.prompts.grammars.gbnf import parse_grammar
from app.core.prompts.grammars.matching import (
    EitherMatcher,
    FormMatcher,
    MalformedGrammar,
    ThinkingMarks,
    TokenUnknown,
    behind_thinking,
)
from tests.helpers.bound_answers import END, NAMED, WORDS, matcher_of, matcher_of_schema
from tests.helpers.harm import how_often
from tests.helpers.random_grammars import random_tree

AB, NULL = NAMED + 1, NAMED + 2
N_GRAMMARS = how_often("HEARTH_GRAMMARS", 60, 150)


def of_grammar(text: str) -> FormMatcher:
    return matcher_of(parse_grammar(text))


def test_what_ends_by_itself_is_of_the_grammar() -> None:
    rng = random.Random(5)
    n_ended = 0
    for _ in range(N_GRAMMARS):
        tree = random_tree(rng)
        try:
            answer = of_grammar(tree.written())
        except MalformedGrammar:
            continue
        said = b""
        for _ in range(40):
            fits = answer.fitting().nonzero()[0].tolist()
            for token in rng.sample(range(NAMED), 5):
                assert answer.allows(token) == (token in fits), (tree.written(), said)
            if not fits:
                break
            token = rng.choice(fits)
            answer.accept(token)
            if token == END:
                n_ended += 1
                break
            said += bytes([token]) if token < END else WORDS[token - NAMED - 1]
            is_whole = tree.accepts(said.decode()) if is_text(said) else False
            assert answer.is_complete == is_whole, (tree.written(), said)
    assert n_ended > N_GRAMMARS // 5


def is_text(data: bytes) -> bool:
    try:
        data.decode()
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("text", ['root ::= "ab"', 'root ::= "ab" | "(" root ")"'])
def test_a_token_that_does_not_fit_is_refused(text: str) -> None:
    answer = of_grammar(text)
    assert answer.allows(ord("a"))
    assert answer.allows(AB)
    assert not answer.allows(ord("b"))
    assert not answer.accept(END)
    assert answer.accept(ord("a"))
    assert not answer.is_complete
    answer.accept(ord("b"))
    assert answer.fitting().nonzero()[0].tolist() == [END]
    answer.accept(END)
    assert answer.allows(END)
    assert not answer.accept(ord("b"))


def test_what_must_come_next_may_come_in_any_tokens() -> None:
    answer = of_grammar('root ::= . "ab"')
    answer.accept(ord("x"))
    assert answer.fitting().nonzero()[0].tolist() == [ord("a"), AB]


def test_answers_of_one_form_do_not_disturb_each_other() -> None:
    kept = matcher_of_schema({"enum": ["ab", "ba"]})
    some, others = kept.from_start(), kept.from_start()
    assert some.read('"a')
    assert others.read('"b')
    assert kept.completes('"ab"')
    assert some.allows(ord("b"))
    assert not others.allows(ord("b"))
    assert others.read('a"')
    assert others.is_complete
    assert not some.read("x")


def test_a_token_that_is_not_shown_does_not_stand_for_its_name() -> None:
    for text in ("root ::= .*", 'root ::= "<|named|>"', 'root ::= "<257>" .*'):
        answer = of_grammar(text)
        assert not answer.allows(NAMED)
        assert not answer.fitting()[NAMED]


@pytest.mark.parametrize("name", [f"<[{NAMED}]>", "<|named|>"])
def test_a_token_that_is_named_fits_where_it_is_named(name: str) -> None:
    answer = of_grammar(f'root ::= "a" {name} "b"')
    assert not answer.allows(NAMED)
    answer.accept(ord("a"))
    assert answer.fitting().nonzero()[0].tolist() == [NAMED]
    answer.accept(NAMED)
    answer.accept(ord("b"))
    assert answer.is_complete


def test_all_tokens_but_one_may_be_asked_for() -> None:
    answer = of_grammar(f"root ::= !<|named|> !<[{AB}]>")
    assert not answer.allows(NAMED)
    answer.accept(AB)
    assert not answer.allows(AB)
    answer.accept(NULL)
    assert answer.is_complete


@pytest.mark.parametrize("name", ["<|think|>", "<[99999]>"])
def test_a_token_that_the_model_lacks_is_told(name: str) -> None:
    form = parse_grammar(f"root ::= {name}")
    with pytest.raises(TokenUnknown, match=re.escape(name)):
        matcher_of(form)


@pytest.mark.parametrize("text", ["root ::= [^a]*", 'root ::= [^a]* | "(" root ")"'])
@pytest.mark.parametrize("char", ["é", "世", "😀"])
def test_an_answer_does_not_end_within_a_character(text: str, char: str) -> None:
    answer = of_grammar(text)
    for byte in char.encode():
        assert answer.is_complete == (byte == char.encode()[0])
        assert answer.allows(END) == answer.is_complete
        assert answer.allows(byte)
        assert not answer.allows(0xFF)
        answer.accept(byte)
    assert answer.is_complete


def test_where_nothing_fits_none_does() -> None:
    answer = of_grammar('root ::= "a" [\\uD800]')
    if answer.allows(ord("a")):
        answer.accept(ord("a"))
    assert not answer.fitting().any()


def test_what_is_ambiguous_without_an_end_keeps_nobody_waiting() -> None:
    answer = of_grammar('root ::= s\ns ::= "a" s "x" | "a" s "y" | s s | "b" | "a"')
    began = time.thread_time()
    for _ in range(300):
        if not answer.fitting()[ord("a")] or not answer.accept(ord("a")):  # past a limit
            break
    assert time.thread_time() - began < 30


def test_deep_nesting_costs_no_more_than_its_depth() -> None:
    answer = of_grammar('root ::= "(" root ")" | "x"')
    began = time.thread_time()
    for _ in range(3000):
        answer.accept(ord("("))
    assert not answer.allows(ord(")"))
    answer.accept(ord("x"))
    for _ in range(3000):
        answer.accept(ord(")"))
    assert answer.is_complete
    assert time.thread_time() - began < 30


def test_blanks_between_values_come_to_an_end() -> None:
    answer = matcher_of_schema({"type": "array"})
    assert answer.read("[")
    for blanks in ("   ", "\n\n\n", "\n" + " " * 21):
        assert not answer.completes(f"[{blanks}]")
    for blanks in ("", " ", "\n\n", "\n" + " " * 20):
        assert answer.completes(f"[{blanks}]")


def test_the_library_is_imported_with_the_first_form_alone() -> None:
    program = (
        "import sys, app.core.engine, app.core.prompts.grammars.schema as grammars\n"
        "assert 'llguidance' not in sys.modules\n"
        f"grammars.parse_schema({json.dumps('{}')})\n"
        "assert 'llguidance' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_an_answer_of_one_of_two_forms_is_of_the_one_that_it_begins_with() -> None:
    call, value = of_grammar('root ::= "P" "call(" [0-9]+ ")"'), of_grammar('root ::= "ca" [a-z]+')
    answer = EitherMatcher([(call, "P"), (value, "")])
    for char in "ca":
        assert answer.accept(ord(char))
    assert {chr(token) for token in answer.fitting().nonzero()[0] if token < END} == set(
        "abcdefghijklmnopqrstuvwxyz"
    )
    assert not answer.is_complete
    assert answer.read("ll(")
    assert not answer.allows(ord("x"))
    assert not answer.allows(END)
    assert answer.read("7)")
    assert answer.allows(END)
    assert answer.completes("call(1)")
    assert answer.completes("cat")
    assert not answer.completes("call(")
    assert not answer.accept(ord("x"))


@pytest.mark.parametrize("end", ["</think>", "[/THINK]", "<|end|>.*"])
def test_a_form_may_have_thinking_before_it(end: str) -> None:
    form = parse_grammar('root ::= "{" [a-z]+ "}"')
    marks = ThinkingMarks("<think>", end)
    free = matcher_of(behind_thinking(form, marks, is_open=False))
    for text in ("{a}", "\n{a}", f"<think>Hm {{a}} <{end}\n\n{{a}}", f"<think>{end}{{a}}"):
        assert free.completes(text), text
    for text in ("a", f"Hm{end}{{a}}", "<think>Hm{a}", f"<think>Hm{end}Well, {{a}}"):
        assert not free.completes(text), text
    begun = matcher_of(behind_thinking(form, marks, is_open=True))
    assert begun.completes(f"Hm{end}{{a}}")
    assert not begun.completes("{a}")


def test_a_form_may_stand_in_a_message_behind_those_of_thinking() -> None:
    form = parse_grammar('root ::= "{" [a-z]+ "}"')
    marks = ThinkingMarks("<hm>", "<end>", "<model>", "<final>")
    free = matcher_of(behind_thinking(form, marks, is_open=False))
    once = "<hm>Well, <final>{a}<end><model>"
    for text in ("<final>{a}", f"{once}<final>{{a}}", f"{once}{once}<final>\n{{a}}"):
        assert free.completes(text), text
    for text in ("{a}", f"{once}{{a}}", "<hm>Well<final>{a}", f"{once}Well<final>{{a}}"):
        assert not free.completes(text), text
    begun = matcher_of(behind_thinking(form, marks, is_open=True))
    assert begun.completes("Well<end><model><final>{a}")
    assert not begun.completes("<final>{a}")
