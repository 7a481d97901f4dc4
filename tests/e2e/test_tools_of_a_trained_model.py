"""A trained model, as small as they come, uses tools: it computes, searches, reads and says so.

By itself it would begin no call. It is made to; its grammar and its own words do the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.chats.records import ChatSetup, Message, MessageStatus
from app.core.conversations.events import (
    ChatCreated,
    MessageChanged,
    ToolAsked,
)
from app.core.conversations.texts.chat_sampling import with_tools
from app.core.documents.quotes import marks_of
from app.core.documents.same_words import unnamed_sources
from app.core.engine.answers.answer_generator import AnswerGenerator
from app.core.messages import Role
from app.core.plain_value import replace
from app.core.tools.values import Decision, ToolSet
from tests.helpers.chat_templates import template_named
from tests.helpers.tool_loop_run import begun_once
from tests.helpers.trained_model import TRAINED, needs_trained_model
from tests.helpers.whole_program import WholeProgram

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = needs_trained_model

_EXAMPLE = 'Question: {} <tool_call>\n{{"name": "{}", "arguments": {{"{}": "{}"}}}}\n</tool_call>'


def examples(name: str, argument: str, *said: tuple[str, str]) -> str:
    """Return a system prompt with questions and the calls that answer them."""
    lines = (_EXAMPLE.format(question, name, argument, given) for question, given in said)
    return "\n".join(("Examples of calls:", *lines))


COMPUTE = examples(
    *("calculate", "expression"),
    ("What is 2 * 7?", "2 * 7"),
    ("What is 30 / 4?", "30 / 4"),
    ("What is 5 + 6?", "5 + 6"),
)
SEARCH = examples(
    *("search_documents", "question"),
    ("What do my documents say of cats?", "cats"),
    ("What do my documents say of the tall tree?", "the tall tree"),
)
READ = examples(
    *("read_document", "document"),
    ("Read cats.md and tell me what it says.", "cats.md"),
    ("Read trees.md and tell me what it says.", "trees.md"),
)
CHATS = examples(
    *("search_chats", "words"),
    ("Search my chats for the word tree.", "tree"),
    ("Search my chats for the word cat.", "cat"),
)


def told(program: WholeProgram, question: str, system: str, *names: str) -> tuple[Message, Message]:
    """Return the result of the first call, and the last answer."""
    tools = program.conversations.tools
    offered = tools.box.offered().tools
    chosen = ToolSet(tuple(tool for tool in offered.tools if tool.name in names))
    setup = with_tools(ChatSetup(system_prompt=system), tools.keep(chosen))
    more = (("temperature", 0.0), ("max_tokens", 120.0))
    setup = replace(setup, sampling=(*setup.sampling, *more))
    program.conversations.chats.send(None, question, setup=setup)
    program.event(ChatCreated)
    result: Message | None = None
    while True:
        match program.event(object):
            case ToolAsked() as asked:
                program.conversations.calls.decide(asked, Decision.ONCE)
            case MessageChanged(_, message) if message.status is MessageStatus.COMPLETE:
                if message.role is Role.TOOL:
                    result = message
                elif message.role is Role.ASSISTANT and result is not None:
                    return result, message


@pytest.fixture(autouse=True)
def _calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AnswerGenerator, "begin", begun_once("<tool_call>\n"))


def run(tmp_path: Path) -> WholeProgram:
    template = template_named("NousResearch-Hermes-2-Pro-Llama-3-8B-tool_use")
    return WholeProgram(tmp_path, TRAINED, n_ctx=4096, chat_template=template)


@pytest.mark.parametrize(("term", "number"), [("12.5 * 3", "37.5"), ("17 * 23", "391")])
def test_it_computes(tmp_path: Path, term: str, number: str) -> None:
    with run(tmp_path) as program:
        result, answer = told(program, f"What is {term}?", COMPUTE, "calculate")
    assert result.text == number
    assert number in answer.text


def test_it_searches_documents_and_reads_what_is_found(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "pier.md").write_text("The lantern of the north pier is lit at half past seven.\n")
    with run(tmp_path) as program:
        library = program.parts.documents
        library.add([notes])
        library.look().result(60)
        question = "What do my documents say of the lantern?"
        result, answer = told(program, question, SEARCH, "search_documents")
    assert result.text.startswith("pier.md has the id ")
    assert_found_and_named(result, answer)


def assert_found_and_named(result: Message, answer: Message) -> None:
    """The passage went along with its number, and the window says that the answer is from it."""
    (passage,) = result.attachments
    assert (passage.number, passage.name) == (1, "pier.md")
    assert "half past seven" in passage.text
    assert "half past seven" in answer.text
    cites = any(one.is_known for one in marks_of(answer.text, [passage]))
    assert cites or unnamed_sources(answer.text, [result]) == (passage,)


def test_it_reads_a_document(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "pier.md").write_text("The lantern of the north pier is lit at half past seven.\n")
    with run(tmp_path) as program:
        library = program.parts.documents
        library.add([notes])
        library.look().result(60)
        question = "Read pier.md and tell me what it says."
        result, answer = told(program, question, READ, "read_document")
    assert result.text == ""
    assert_found_and_named(result, answer)


def test_it_searches_chats(tmp_path: Path) -> None:
    with run(tmp_path) as program:
        question = "Search my chats for the word boat."
        result, answer = told(program, question, CHATS, "search_chats")
    assert result.step is not None
    assert result.step.call.arguments == '{"words": "boat"}'
    assert question in result.text
    assert "boat" in answer.text
