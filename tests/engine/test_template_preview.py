"""A template that somebody writes, tried by the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.messages import Role
from app.core.protocol import PreviewTemplate, PromptMessage, TemplatePreviewed
from tests.helpers.engine_harness import Dialogue, EngineHarness

if TYPE_CHECKING:
    from pathlib import Path

MESSAGES = (PromptMessage(Role.USER, "Hello"),)
ENDLESS = "{% for i in range(999999999) %}{% for j in range(999999) %}x{% endfor %}{% endfor %}"


def preview(harness: EngineHarness, source: str) -> TemplatePreviewed:
    request = harness.post(PreviewTemplate(source, MESSAGES))
    told = harness.hear(TemplatePreviewed)
    assert told.request == request
    previewed: TemplatePreviewed = told.what
    return previewed


def test_a_template_is_shown_with_the_tokens_of_the_model(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path, tiny_model) as harness:
        told = preview(harness, "{{ bos_token }}[{{ messages[0]['content'] }}]")

    assert told.text == "<bos>[Hello]"
    assert told.problem is None


def test_a_template_that_cannot_be_used_is_told_and_the_engine_goes_on(
    tmp_path: Path, tiny_model: Path
) -> None:
    with EngineHarness(tmp_path, tiny_model) as harness:
        for source in ("{{ messages", "{{ 1 / 0 }}", "{{ raise_exception('no') }}", ENDLESS):
            told = preview(harness, source)
            assert told.problem is not None, source
            assert told.text == ""
        assert harness.answer(Dialogue().user("Hello"))[0]


def test_of_a_long_text_the_beginning_is_told(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path, tiny_model) as harness:
        told = preview(harness, "{% for i in range(100) %}{{ 'a' * 10000 }}{% endfor %}")

    assert told.is_cut
    assert set(told.text) == {"a"}
    assert len(told.text) <= 20_000


def test_a_template_that_makes_nothing_of_a_chat_cannot_be_used(
    tmp_path: Path, tiny_model: Path
) -> None:
    with EngineHarness(tmp_path, tiny_model) as harness:
        told = preview(harness, "{# later #}")

    assert told.problem is not None
