"""The tools that chats are told of are read once, whatever chat begins with them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from app.core.engine.memory.save_plan import SnapshotWorth
from app.core.engine.prompts.chat_template import ChatTemplate
from app.core.engine.prompts.prompt import PromptBuilder
from app.core.engine.prompts.prompt_options import PromptOptions
from app.core.engine.restoring.saver import Saver
from app.core.engine.sliced_work import run_to_end
from app.core.protocol import ChatKey, ToolChoice, Tools
from app.core.tools.own.own_tool import OwnTool
from app.core.tools.permissions import Permissions
from app.core.tools.servers import ServerList
from app.core.tools.toolbox import Toolbox
from app.core.tools.values import Tool, ToolResult, ToolSet, canonical
from tests.helpers.chat_templates import template_named, template_names
from tests.helpers.engine_harness import Dialogue, EngineHarness
from tests.helpers.memory_kinds import Kind, kinds, write_tiny_nemotron_h
from tests.helpers.said_alone import require_same
from tests.helpers.special_vocabulary import SpecialVocabulary, marks_of
from tests.helpers.tool_calls import WEATHER

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.protocol import AnswerFinished

PLACES = ("Rome", "Oslo", "Lima", "Cairo", "Delhi", "Perth")
N_CTX = 6144
LEAST_SHARE = 0.98
KINDS = [*kinds(), Kind("nemotron-h", write_tiny_nemotron_h, has_snapshots=True)]
FAMILIES = (  # where the tools stand in a prompt
    "Qwen-Qwen2.5-7B-Instruct",  # in the system message
    "meta-llama-Llama-3.1-8B-Instruct",  # in the first message of the user
    "mistralai-Mistral-Nemo-Instruct-2407",  # before the last message of the user
)


def tool_set(names: tuple[str, ...] = PLACES) -> ToolSet:
    schema = canonical(WEATHER["function"]["parameters"])
    return ToolSet.of(
        Tool(f"weather_{name}", f"What the weather is like in {name}. " * 8, schema)
        for name in names
    )


def told(tools: ToolSet) -> Tools:
    request = tools.as_request(ToolChoice.NONE)  # told of, as of all choices, without a grammar
    assert request is not None
    return request


@pytest.fixture(params=KINDS, ids=str)
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    return found


@pytest.fixture(autouse=True)
def _slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a tiny model count as slow, so that its snapshots are worth their bytes."""
    monkeypatch.setattr(Saver, "worth", SnapshotWorth(1 / 30))


def asked(chat: str, question: str, system: str = "") -> Dialogue:
    dialogue = Dialogue(ChatKey(chat))
    return (dialogue.system(system) if system else dialogue).user(question)


class Installation:
    """A store and a model that is told of tools."""

    def __init__(self, folder: Path, kind: Kind, template: str = FAMILIES[0]) -> None:
        self._folder, self._kind = folder, kind
        folder.mkdir(exist_ok=True)
        self.model = kind.write(folder / "m.gguf")
        self._load = kind.load | {"chat_template": template_named(template), "n_ctx": N_CTX}

    def answer(
        self, dialogue: Dialogue, tools: ToolSet, *more: str, store: str = "a"
    ) -> AnswerFinished:
        """Start, answer, also what is said then, and end."""
        with EngineHarness(self._folder / store, self.model, **self._load) as harness:
            first = None
            for words in ("", *more):
                said = dialogue.user(words) if words else dialogue
                text, finished = harness.answer(said, tools=told(tools), max_tokens=8)
                dialogue.assistant(text, finished)
                harness.wait_until_idle()
                first = first or finished
        assert first is not None
        return first


def share_of_tools(first: AnswerFinished, second: AnswerFinished) -> float:
    """Return how much of what both prompts begin with the second did not read again."""
    assert first.record is not None
    assert second.record is not None
    pairs = zip(first.record.token_ids, second.record.token_ids, strict=False)
    n_same = next(n for n, (one, other) in enumerate(pairs) if one != other)
    return second.stats.n_restored / n_same


@pytest.mark.parametrize("system", ["", "You are a patient guide. " * 4])
def test_another_chat_reads_only_its_question(kind: Kind, tmp_path: Path, system: str) -> None:
    tools = tool_set()
    assert len(tools.described.encode()) > 3000
    here = Installation(tmp_path, kind)
    first = here.answer(asked("1", "How far?", system), tools)
    second = here.answer(asked("2", "Who says so?", system), tools)
    assert share_of_tools(first, second) >= LEAST_SHARE
    afresh = here.answer(asked("2", "Who says so?", system), tools, store="b")
    assert not afresh.stats.n_restored
    require_same(here.model, kind, afresh, second)


@pytest.mark.parametrize("template", FAMILIES[1:])
def test_wherever_a_template_lists_them(tmp_path: Path, template: str) -> None:
    kind = next(one for one in kinds() if one.name == "falcon-h1")
    here = Installation(tmp_path, kind, template)
    first = here.answer(asked("1", "How far?"), tool_set())
    second = here.answer(asked("2", "Who says so?"), tool_set())
    assert share_of_tools(first, second) >= LEAST_SHARE


def test_however_far_the_first_chat_goes_on(kind: Kind, tmp_path: Path) -> None:
    here = Installation(tmp_path, kind)
    more = [f"And then what happened in the year {number}? " * 3 for number in range(3)]
    first = here.answer(asked("1", "How far?"), tool_set(), *more)
    second = here.answer(asked("2", "Who says so?"), tool_set())
    assert share_of_tools(first, second) >= LEAST_SHARE


def test_in_whatever_order_they_are_chosen(tmp_path: Path) -> None:
    kind = next(one for one in kinds() if one.name == "mamba")
    own = [OwnTool(tool, lambda *_: ToolResult("Sunny.")) for tool in tool_set().tools]
    servers, permissions = ServerList(tmp_path / "s.json"), Permissions(tmp_path / "p.json")
    box = Toolbox(servers, permissions, lambda: own, lambda: "")
    names = [one.tool.name for one in own]
    chosen, otherwise = ToolSet(), ToolSet()
    for name, other in zip(names, reversed(names), strict=True):
        chosen, otherwise = box.changed(chosen, name), box.changed(otherwise, other)
    assert (chosen.digest, chosen.described) == (otherwise.digest, otherwise.described)

    here = Installation(tmp_path, kind)
    first, second = (
        here.answer(asked("1", "How far?"), chosen),
        here.answer(asked("2", "How far?"), otherwise),
    )
    assert first.record is not None
    assert second.record is not None
    n_prompt = first.stats.n_prompt
    assert second.record.token_ids[:n_prompt] == first.record.token_ids[:n_prompt]
    assert second.stats.n_restored >= LEAST_SHARE * n_prompt


@pytest.mark.parametrize("system", ["", "You are a patient guide. "])
@pytest.mark.parametrize("name", template_names())
def test_where_the_words_of_a_chat_begin_is_known_with_every_template(
    name: str, system: str
) -> None:
    source, tools = template_named(name), tuple(json.loads(told(tool_set()).described))
    vocabulary = SpecialVocabulary(marks_of(source))
    template = ChatTemplate(source, speaks_chatml=True, special=vocabulary.special_tokens)
    if not template.takes_tools:
        return
    builder = PromptBuilder(template, vocabulary, "v")
    options = PromptOptions(datetime(2026, 12, 1, tzinfo=UTC), tools=tools)
    first, second = (
        run_to_end(builder.building(asked("1", one, system).messages, for_answer=True,
                                    options=options))
        for one in ("How far?", "Who says so?")
    )  # fmt: skip
    pairs = zip(first.token_ids, second.token_ids, strict=False)
    n_same = next(n for n, (one, other) in enumerate(pairs) if one != other)
    assert LEAST_SHARE * n_same <= first.attached_ends[0] <= n_same
    assert second.attached_ends == first.attached_ends
