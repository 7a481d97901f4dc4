from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from unittest import mock

import pytest
from jinja2.sandbox import SandboxedEnvironment

from app.core.content.answer_parts import AnswerParts
from app.core.engine.errors import TemplateFailed
from app.core.engine.prompts import chat_template
from app.core.engine.prompts.chat_template import ChatTemplate
from app.core.engine.prompts.template_budget import STEPS_PER_SLICE, RenderBudget
from app.core.messages import Role, ToolCall
from app.core.plain_value import replace
from app.core.protocol import PromptMessage

SYSTEM = PromptMessage(Role.SYSTEM, "Be brief.")
QUESTION = PromptMessage(Role.USER, "Hi <b>&</b>")
ANSWER = PromptMessage(Role.ASSISTANT, "Hello.")

USUAL = {
    "loops": "{% for m in messages %}{{ loop.index0 }}{{ loop.last }}{{ loop.length }}"
    "{{ loop.previtem.role if not loop.first }}{{ m['content'].split('l')[-1] }}{% endfor %}",
    "slices": "{% for m in messages[::-1] %}{{ m.role | capitalize | title }}{{ m.content | trim }}"
    "{% endfor %}{{ messages | length }}"
    "{{ messages[1:] | map(attribute='role') | join(', ') }}",
    "namespaces": "{% set ns = namespace(found=false, n=0) %}"
    "{% for m in messages if m.role != 'system' %}"
    "{% set ns.found = true %}{% set ns.n = ns.n + 1 * 2 ** 3 %}{% endfor %}"
    "{{ ns.found }}{{ ns.n }}",
    "selections": "{{ messages | selectattr('role', 'equalto', 'user') | list | length }}"
    "{{ messages | rejectattr('role', '==', 'user') | map(attribute='content') | first }}"
    "{{ messages | map(attribute='content') | select('string') | list | last }}",
    "macros": "{% macro say(m, n=2) %}[{{ m.role ~ n }}:"
    "{{ caller() if caller else '' }}]{% endmacro %}"
    "{% for m in messages %}{{ say(m) }}{% call say(m, n=3) %}x{% endcall %}{% endfor %}",
    "json": "{{ messages[0] | tojson(indent=2) }}{{ {'a': [1, 2.5, none, true]} | tojson }}",
    "json as it is wished": "{% set m = {'b': ['é', {}], 'a': 'ü<&>'} %}{{ m | tojson }}"
    "{{ m | tojson(indent=4) }}{{ m | tojson(indent='- ') }}{{ m | tojson(sort_keys=true) }}"
    "{{ m | tojson(separators=(',', ':')) }}{{ m | tojson(ensure_ascii=true) }}"
    "{{ m | tojson(true, 1, (', ', '='), true) }}",
    "tools": "{{ tools is defined }}{{ tools is none }}{{ documents is not none }}"
    "{% if not tools is defined %}{% set tools = 1 %}{% endif %}{{ tools }}",
    "paths": "{% set l = [{'a': {'b': 1, 'c': [2]}}, {'a': {'b': 3, 'c': [4]}}] %}"
    "{{ l | join('-', attribute='a.b') }}{{ l | sum(attribute='a.c.0') }}"
    "{{ l | map(attribute='a.b') | list }}",
    "groups": "{% for g in messages | groupby('role') %}{{ g.grouper }}{{ g.list | length }}"
    "{{ g[0] }}{% endfor %}{% for role, ms in messages | groupby('role') %}{{ role }}{% endfor %}",
    "rows": "{% for row in range(7) | batch(3, 'x') %}{{ row }}{% endfor %}"
    "{{ range(7) | batch(3) | list }}{{ range(7) | slice(3, 'x') | list }}"
    "{{ [] | batch(2) | list }}",
    "words": "{{ 'one two-three, é' | wordcount }}{{ 'a b/ü' | urlencode }}"
    "{{ {'k': 'v w'} | urlencode }}{{ 'a\nb'.isprintable() }}"
    "{{ 'a	b'.expandtabs() }}{{ 'a	b'.expandtabs(3) }}",
    "mappings": "{% for key, value in {'b': 1, 'a': 2}.items() %}{{ key }}={{ value }}{% endfor %}"
    "{% for key, value in {'b': 1, 'a': 2} | dictsort %}{{ key }}{% endfor %}"
    "{% for key, value in {'b': 1} | items %}{{ key }}{% endfor %}{{ {'a': 1}.get('c', 3) }}",
    "formats": "{{ '%s and %05.1f' % ('x', 2) }}{{ '{} {a:>4}'.format(1, a='b') }}"
    "{{ '%d' | format(3) }}",
    "strings": "{{ 'a,b'.split(',') }}{{ 'aXb'.replace('X', '--').upper().lstrip('A') }}"
    "{{ 'x' * 3 }}"
    "{{ 'ab'.startswith('a') and 'b' in 'ab' and not 'ab'.endswith('a') }}{{ 'x'.center(5) }}",
    "lists": "{{ [3, 1, 2] | sort | join('-') }}{{ [1, 1] | unique | list }}{{ [1, 2] | sum }}"
    "{{ [[1, 'a'], [1, 'b']] | groupby(0) | length }}{{ 2.567 | round(2) }}{{ '7' | int + 1 }}"
    "{{ 'line\nline' | indent(2) }}{{ 'abc' | replace('b', 'x') }}{{ '<&>' | e }}",
    "missing values": "{{ missing | default('none') }}{{ '' | d('empty', true) }}"
    "{{ missing is defined }}"
    "{{ 3 is odd }}{{ 'x' is string }}{{ [1] is sequence }}{{ {} is mapping }}{{ 1 is eq 1 }}",
    "blocks": "{% set body %}{{ messages[0].content }}!{% endset %}{{ body | upper }}"
    "{{ range(2, 8, 3) | list }}"
    "{% filter lower %}ABC{% endfilter %}{{ 'a' if messages else 'b' }}"
    "{{ cycler(1, 2).next() }}",
    "loop controls": "{% for i in range(9) %}{% if i == 2 %}{% continue %}{% elif i > 4 %}"
    "{% break %}{% endif %}"
    "{{ i }}{{ loop.changed(i // 2) }}"
    "{% else %}none{% endfor %}{{ 7 // 2 }}{{ 7 / 2 }}{{ -7 % 3 }}",
}


def _template(source: str) -> ChatTemplate:
    return ChatTemplate(source, bos="<s>", eos="</s>", speaks_chatml=False)


def test_a_model_without_template_but_with_chatml_tokens_gets_chatml() -> None:
    text = ChatTemplate("", speaks_chatml=True).render(
        [SYSTEM, QUESTION], add_generation_prompt=True
    )
    assert text == (
        "<|im_start|>system\nBe brief.<|im_end|>\n"
        "<|im_start|>user\nHi <b>&</b><|im_end|>\n<|im_start|>assistant\n"
    )


def test_a_model_that_knows_no_control_tokens_gets_plain_text_and_a_stop_string() -> None:
    template = ChatTemplate("", speaks_chatml=False)
    text = template.render([QUESTION, ANSWER, QUESTION], add_generation_prompt=True)
    assert text.endswith("Assistant: Hello.\nUser: Hi <b>&</b>\nAssistant:")
    assert template.stop == ("\nUser:",)


def test_the_date_is_the_chats_own() -> None:
    text = _template("{{ strftime_now('%Y-%m-%d') }}").render(
        [QUESTION], add_generation_prompt=True, today=datetime(2024, 2, 29, tzinfo=UTC)
    )
    assert text == "2024-02-29"


@pytest.mark.parametrize(
    ("pattern", "passed_on"), [("%-d %B", "%#d %B"), ("%%-d", "%%-d"), ("50%-", "50%-")]
)
def test_windows_gets_its_own_sign_for_a_day_without_a_zero(
    monkeypatch: pytest.MonkeyPatch, pattern: str, passed_on: str
) -> None:
    asked = mock.Mock(spec=datetime)
    monkeypatch.setattr(sys, "platform", "win32")

    chat_template._strftime(asked, pattern)

    asked.strftime.assert_called_once_with(passed_on)


def test_a_template_that_refuses_system_messages_gets_them_merged_into_the_first_question() -> None:
    source = (
        "{% if messages[0]['role'] == 'system' %}{{ raise_exception('no system') }}{% endif %}"
        "{% for m in messages %}[{{ m['role'] }}]{{ m['content'] }}{% endfor %}"
    )
    text = _template(source).render([SYSTEM, QUESTION], add_generation_prompt=True)
    assert text == "[user]Be brief.\n\nHi <b>&</b>"


def test_a_template_that_wants_alternating_roles_gets_neighbours_merged() -> None:
    source = (
        "{% for m in messages %}{% if (m['role'] == 'user') != (loop.index0 % 2 == 0) %}"
        "{{ raise_exception('roles must alternate') }}{% endif %}<{{ m['content'] }}>{% endfor %}"
    )
    text = _template(source).render([QUESTION, QUESTION, ANSWER], add_generation_prompt=False)
    assert text == "<Hi <b>&</b>\n\nHi <b>&</b>><Hello.>"


LATER = PromptMessage(Role.SYSTEM, "Be loud.")


@pytest.mark.parametrize(
    "source",
    [
        "{% if m.role == 'system' and not loop.first %}{{ raise_exception('late') }}{% endif %}",
        "{% if m.role == 'system' and not loop.first %}{% continue %}{% endif %}",
    ],
    ids=["refused", "dropped"],
)
def test_a_later_system_message_becomes_words_of_the_user_beside_it(source: str) -> None:
    template = _template(
        "{% for m in messages %}" + source + "[{{ m.role }}]{{ m.content }}{% endfor %}"
    )
    chat = [SYSTEM, QUESTION]
    before = template.render(chat, add_generation_prompt=False)
    text = template.render([*chat, LATER, ANSWER, LATER], add_generation_prompt=False)
    assert text == f"{before}\n\nBe loud.[assistant]Hello.[user]Be loud."


def test_a_system_message_that_a_template_moves_to_the_front_stays_where_it_is() -> None:
    template = _template(
        "{% for m in messages if m.role == 'system' %}{{ m.content }}{% endfor %}"
        "{% for m in messages if m.role != 'system' %}[{{ m.role }}]{{ m.content }}{% endfor %}"
    )
    text = template.render([SYSTEM, QUESTION, ANSWER, LATER], add_generation_prompt=False)
    assert text == "Be brief.[user]Hi <b>&</b>[assistant]Hello.[user]Be loud."


def test_one_that_a_template_has_a_place_for_stays_a_system_message() -> None:
    chat = [SYSTEM, QUESTION, ANSWER, LATER]
    text = ChatTemplate("", speaks_chatml=True).render(chat, add_generation_prompt=False)
    assert text.endswith("<|im_start|>system\nBe loud.<|im_end|>\n")


def test_what_came_of_a_tool_reaches_a_model_whose_template_knows_no_tools() -> None:
    template = _template(
        "{% for m in messages if m.role in ('user', 'assistant') %}[{{ m.role }}]{{ m.content }}"
        "{% endfor %}"
    )
    call = PromptMessage(Role.ASSISTANT, "Wait.", calls=(ToolCall("look", "{}", "1"),))
    result = PromptMessage(Role.TOOL, "Rain.", call_id="1")
    text = template.render([QUESTION, call, result, result], add_generation_prompt=False)
    assert text == "[user]Hi <b>&</b>[assistant]Wait.[user]Rain.\n\nRain."


def test_a_template_that_takes_no_thinking_beside_words_and_calls_gets_none() -> None:
    template = _template(
        "{% for m in messages %}{% if m.tool_calls and m.content and m.thinking %}"
        "{{ raise_exception('two of the three') }}{% endif %}"
        "{{ m.content }}{% if m.thinking %}<{{ m.thinking }}>{% endif %}{% endfor %}"
    )
    calls = (ToolCall("look", "{}", "1"),)
    thought = PromptMessage(Role.ASSISTANT, "<think>so</think>Wait.", parts=AnswerParts(7, 9, 17))
    chat = [QUESTION, replace(thought, calls=calls), QUESTION, thought]
    text = template.render(chat, add_generation_prompt=False)
    assert text == "Hi <b>&</b>Wait.Hi <b>&</b>Wait.<so>"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("{{ raise_exception('only for tools') }}", "only for tools"),
        ("{{ messages[7]['content'] }}", "7"),
        ("{{ 1 // 0 }}", "zero"),
        ("{{ ''.__class__.__mro__ }}", "unsafe"),
        ("{% for i in range(10**9) %}x{% endfor %}", "ange"),
    ],
)
def test_a_template_that_raises_becomes_one_clear_sentence(source: str, reason: str) -> None:
    with pytest.raises(TemplateFailed) as caught:
        _template(source).render([QUESTION], add_generation_prompt=True)
    assert reason in str(caught.value.what)
    assert "kept" in str(caught.value.effect)


def test_a_template_that_is_no_jinja_is_refused_when_the_model_loads() -> None:
    with pytest.raises(TemplateFailed):
        _template("{% if %}")


def test_names_that_hugging_face_templates_use_are_there() -> None:
    source = (
        "{{ bos_token }}{% generation %}{{ messages[0] | tojson }}{% endgeneration %}"
        "{% for m in messages %}{% if loop.first %}{% continue %}{% endif %}{% endfor %}"
        "{% set l = [] %}{{ l.append(1) or '' }}{{ '{\"a\": 1}' | from_json }}"
    )
    text = _template(source).render([QUESTION], add_generation_prompt=True)
    assert text == '<s>{"role": "user", "content": "Hi <b>&</b>"}' + "{'a': 1}"


def _json_of_hugging_face(
    value: object,
    ensure_ascii: bool = False,
    indent: int | None = None,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,
) -> str:
    return json.dumps(
        value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys
    )


@pytest.mark.parametrize("kind", USUAL)
def test_what_templates_usually_do_comes_out_as_it_does_elsewhere(kind: str) -> None:
    source = USUAL[kind]
    chat = [SYSTEM, QUESTION, ANSWER]
    usual = SandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"]
    )
    usual.filters["tojson"] = _json_of_hugging_face
    expected = usual.from_string(source).render(
        messages=[{"role": message.role.value, "content": message.text} for message in chat],
        tools=None,
        documents=None,
    )
    assert _template(source).render(chat, add_generation_prompt=False) == expected


MESSAGES = "{% for m in messages %}<|{{ m.role }}|>{{ m.content | trim }}<|end|>{% endfor %}"
BUSY = (
    "{% for i in range(3000) %}{% for j in range(99) %}{% set x = i * j %}{% endfor %}{% endfor %}"
)


def _steps_of_slices(
    monkeypatch: pytest.MonkeyPatch, source: str, chat: list[PromptMessage]
) -> tuple[str, list[int]]:
    """Render slice by slice; return the text, or why there is none, and the steps of each slice."""
    n_steps = [0]
    step = RenderBudget.step

    def counted(budget: RenderBudget, count: int = 1) -> None:
        n_steps[-1] += count
        step(budget, count)

    monkeypatch.setattr(RenderBudget, "step", counted)
    slices = _template(source).rendering(chat, add_generation_prompt=False)
    while True:
        try:
            next(slices)
        except StopIteration as end:
            return end.value.text, n_steps
        except TemplateFailed as error:
            return str(error.what), n_steps
        n_steps.append(0)


@pytest.mark.parametrize(
    "source",
    [
        "{% macro all() %}" + BUSY + "{% endmacro %}{{ all() }}",
        "{% set x %}" + BUSY + "{% endset %}",
    ],
    ids=["macro", "block"],
)
def test_a_template_that_computes_much_at_once_is_ended_before_it_holds_up_the_others(
    monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    told, n_steps = _steps_of_slices(monkeypatch, source, [QUESTION])
    assert "too much at once" in told
    assert sum(n_steps) < 100_000  # of a million


def test_items_of_loops_within_a_macro_are_computed_at_once_too() -> None:
    loops = "{% for a in range(300) %}{% for b in range(300) %}{{ b }}{% endfor %}{% endfor %}"
    source = "{% macro all() %}" + loops + "{% endmacro %}{% set text = all() %}"
    with pytest.raises(TemplateFailed, match="too much at once"):
        _template(source).render([QUESTION], add_generation_prompt=False)
    text = _template(loops).render([QUESTION], add_generation_prompt=False)
    assert text == "".join(map(str, range(300))) * 300


def test_a_title_costs_what_its_words_cost() -> None:
    source = "{% set x %}{{ ('a b' * 100000) | title | length }}{% endset %}{{ x }}"
    with pytest.raises(TemplateFailed, match="too much at once"):
        _template(source).render([QUESTION], add_generation_prompt=False)
    shorter = source.replace("100000", "30000")
    assert _template(shorter).render([QUESTION], add_generation_prompt=False) == "90000"


def test_a_slice_of_a_template_that_writes_little_is_no_longer_than_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    busy = "{% for i in range(500) %}{{ range(200) | list | length }}{% endfor %}"
    _text, n_steps = _steps_of_slices(monkeypatch, busy, [QUESTION])
    assert sum(n_steps) > 5 * STEPS_PER_SLICE
    assert max(n_steps) < 1.5 * STEPS_PER_SLICE


@pytest.mark.parametrize("words", ["word", "word " * 200])
def test_a_long_chat_that_is_written_within_a_macro_is_rendered(words: str) -> None:
    chat = [PromptMessage(Role.USER, words)] * 5_000
    source = "{% macro all() %}" + MESSAGES + "{% endmacro %}{{ all() }}"
    text = _template(source).render(chat, add_generation_prompt=False)
    assert text.count("<|end|>") == 5_000


def test_a_template_that_computes_for_ever_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_template, "_MAX_SECONDS", 0.2)
    source = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
    with pytest.raises(TemplateFailed, match="without an end"):
        _template(source).render([QUESTION], add_generation_prompt=True)
