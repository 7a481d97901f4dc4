from __future__ import annotations

from datetime import UTC, datetime

import pytest

from app.core.engine import chat_template
from app.core.engine.chat_template import ChatTemplate
from app.core.engine.errors import TemplateFailed
from app.core.engine.protocol import PromptMessage
from app.core.messages import Role

SYSTEM = PromptMessage(Role.SYSTEM, "Be brief.")
QUESTION = PromptMessage(Role.USER, "Hi <b>&</b>")
ANSWER = PromptMessage(Role.ASSISTANT, "Hello.")


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
    assert reason in caught.value.what
    assert "kept" in caught.value.effect


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


def test_a_template_that_computes_for_ever_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_template, "_MAX_SECONDS", 0.2)
    source = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
    with pytest.raises(TemplateFailed, match="without an end"):
        _template(source).render([QUESTION], add_generation_prompt=True)
