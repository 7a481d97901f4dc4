"""What a model calls is run with the user's word, step by step in the branch of its chat.

Longer than other files: each step of a loop can be refused, changed, stopped, lost or repeated.
"""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING, Any

import pytest

from app.core.chats.errors import DiskFull
from app.core.chats.records import ChatSetup, MessageStatus
from app.core.chats.store import ChatStore
from app.core.content.tool_steps import CallsMade, ToolStep, step_of_stats
from app.core.conversations.cases.answers import AnswerOptions
from app.core.conversations.chat_tools import ChatTools
from app.core.conversations.events import (
    AnswerFailed,
    AnswerRefused,
    BranchShown,
    ChatCreated,
    ChatOpened,
    MessageAdded,
    MessageChanged,
    MessageDeleted,
    ToolAsked,
    ToolLoopStopped,
    ToolQuestionEnded,
)
from app.core.conversations.texts.chat_sampling import with_tools
from app.core.messages import Attachment, Role, TextSource, ToolCall
from app.core.plain_value import replace
from app.core.protocol import (
    CallPiece,
    EngineStopped,
    Generate,
    MeasureContext,
    SamplingParams,
    TextDelta,
)
from app.core.tools import permissions as kept_permissions
from app.core.tools.own.calculator import CALCULATE
from app.core.tools.own.own_tool import Argument, OwnTool, schema_of, text_of
from app.core.tools.permissions import Permissions
from app.core.tools.servers import ServerList
from app.core.tools.toolbox import Toolbox
from app.core.tools.values import Decision, Question, Tool, ToolResult, ToolSet
from tests.unit.core.conversations.conftest import staged

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from app.core.chats.records import ChatId, Message, MessageId
    from app.core.system.stop_signal import StopSignal
    from tests.unit.core.conversations.conftest import Stage

REPEAT = Tool("repeat", "Repeat a text.", schema_of(Argument("text", "string", "what")))
SUM = {"expression": "6*7"}
WAIT_S = 20.0


class Bench:
    """A stage with tools, and what is done with them."""

    def __init__(self, stage: Stage, box: Toolbox, tools: ChatTools) -> None:
        self.stage, self.box, self.tools = stage, box, tools
        self.repeated: list[str] = []
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        self.chat_id: ChatId | None = None
        self.answers_with: Callable[[], ToolResult] | None = None

    def repeat(self, arguments: Mapping[str, Any], stop: StopSignal) -> ToolResult:
        text = text_of(arguments, "text")
        self.repeated.append(text)
        while not self.may_go_on.is_set():
            stop.wait(0.01)
        return self.answers_with() if self.answers_with else ToolResult(f"You said {text}.")

    def ask(self, words: str = "Go.") -> Generate:
        setup = with_tools(ChatSetup(), self.tools.keep(ToolSet.of([REPEAT, CALCULATE.tool])))
        self.stage.conversations.chats.send(self.chat_id, words, setup=setup)
        if self.chat_id is None:
            self.chat_id = self.stage.event(ChatCreated).chat.id
        return self.stage.command(Generate)

    def call(self, generate: Generate, *calls: tuple[str, dict[str, str]], words: str = "") -> None:
        """Let the model say something and call tools."""
        pieces = tuple(
            CallPiece(n, f"id{n}", name, json.dumps(arguments))
            for n, (name, arguments) in enumerate(calls)
        )
        self.stage.tell(generate, TextDelta(words, calls=pieces))
        self.stage.finish(generate)

    def result(self) -> Message:
        """Return what came of the next call."""
        while True:
            message = self.stage.event(MessageChanged).message
            if message.role is Role.TOOL:
                return message

    def branch(self) -> tuple[Message, ...]:
        assert self.chat_id is not None
        self.stage.conversations.chats.open(self.chat_id)
        return self.stage.event(ChatOpened).messages


@pytest.fixture
def bench(new_database: Path, tmp_path: Path) -> Iterator[Bench]:
    box = Toolbox(
        ServerList(tmp_path / "tools.json"),
        Permissions(tmp_path / "tool-permissions.json"),
        lambda: [OwnTool(REPEAT, lambda *how: here.repeat(*how)), CALCULATE],
        lambda: "",
    )
    tools = ChatTools(tmp_path / "sets", lambda: box)
    for stage in staged(lambda: ChatStore.open(new_database), tools=tools):
        here = Bench(stage, box, tools)
        yield here
        here.may_go_on.set()


def test_a_call_that_needs_no_word_is_run_and_the_model_gets_the_result(bench: Bench) -> None:
    first = bench.ask("What is six times seven?")
    assert first.tools is not None
    assert [one["function"]["name"] for one in json.loads(first.tools.described)] == [
        "calculate",
        "repeat",
    ]
    bench.call(first, ("calculate", SUM), words="Let me see.")

    result = bench.result()
    assert (result.text, result.status) == ("42", MessageStatus.COMPLETE)
    assert result.step is not None
    assert result.step.call == ToolCall("calculate", json.dumps(SUM), "id0")
    second = bench.stage.command(Generate)
    question, answer, told = second.messages
    assert (answer.text, answer.calls) == ("Let me see.", (result.step.call,))
    assert (told.role, told.text, told.call_id) == (Role.TOOL, "42", "id0")
    assert second.tools == first.tools
    assert question == first.messages[0]

    bench.stage.say(second, "It is 42.")
    bench.stage.finish(second)
    roles = [message.role for message in bench.branch()]
    assert roles == [Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT]


def test_what_an_answer_says_twice_is_called_once(bench: Bench) -> None:
    """Small models say a call again where their template lets them."""
    one, two = ("repeat", {"text": "one"}), ("repeat", {"text": "two"})
    bench.call(bench.ask(), one, two, one)
    for given in ("one", "two"):
        asked = bench.stage.event(ToolAsked)
        assert json.loads(asked.call.arguments) == {"text": given}
        bench.stage.conversations.calls.decide(asked, Decision.ONCE)
    bench.stage.command(Generate)
    assert bench.repeated == ["one", "two"]


def test_nothing_is_run_before_the_user_allows_it_with_all_its_arguments(bench: Bench) -> None:
    bench.call(bench.ask(), ("repeat", {"text": "one"}))
    asked = bench.stage.event(ToolAsked)
    assert (asked.tool, asked.call.arguments, asked.question) == (
        REPEAT,
        '{"text": "one"}',
        Question.NEW,
    )
    assert bench.repeated == []

    bench.stage.conversations.calls.decide(asked, Decision.ONCE)
    assert bench.stage.event(ToolQuestionEnded).chat_id == asked.chat_id
    assert bench.result().text == "You said one."
    bench.call(bench.stage.command(Generate), ("repeat", {"text": "two"}))
    assert bench.stage.event(ToolAsked).call.arguments == '{"text": "two"}'
    assert bench.repeated == ["one"]


def test_a_word_that_cannot_be_kept_is_asked_for_once_more(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.call(bench.ask(), ("repeat", {"text": "one"}))
    asked = bench.stage.event(ToolAsked)

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(kept_permissions, "write_atomically", refuse)
        bench.stage.conversations.calls.decide(asked, Decision.ALWAYS)
        assert bench.stage.event(AnswerRefused).chat_id == asked.chat_id
        assert bench.stage.event(ToolAsked) == asked
    bench.stage.conversations.calls.decide(asked, Decision.ONCE)
    assert bench.result().text == "You said one."


def test_what_is_allowed_in_a_chat_is_not_asked_again_there(bench: Bench) -> None:
    bench.call(bench.ask(), ("repeat", {"text": "one"}))
    asked = bench.stage.event(ToolAsked)
    bench.stage.conversations.calls.decide(asked, Decision.CHAT)
    bench.call(bench.stage.command(Generate), ("repeat", {"text": "two"}))
    assert bench.result().text == "You said one."
    assert bench.result().text == "You said two."


def test_what_the_user_refuses_the_model_is_told(bench: Bench) -> None:
    bench.call(bench.ask(), ("repeat", {"text": "one"}))
    asked = bench.stage.event(ToolAsked)
    bench.stage.conversations.calls.decide(asked, None)
    told = bench.stage.command(Generate).messages[-1]
    assert (told.role, told.text) == (Role.TOOL, "The user did not allow this call.")
    assert bench.repeated == []


def test_arguments_that_the_user_has_changed_are_those_that_are_given(bench: Bench) -> None:
    bench.call(bench.ask(), ("repeat", {"text": "one"}))
    asked = bench.stage.event(ToolAsked)
    changed = '{"text": "two"}'
    bench.stage.conversations.calls.decide(asked, Decision.ONCE, changed)
    result = bench.result()
    assert result.text == f"The user changed the arguments to {changed}.\n\nYou said two."
    assert result.step is not None
    assert result.step.call.arguments == changed
    answer = bench.stage.command(Generate).messages[1]
    assert answer.calls == (asked.call,)


def test_an_answer_to_another_question_does_nothing(bench: Bench) -> None:
    bench.call(bench.ask(), ("repeat", {"text": "one"}))
    asked = bench.stage.event(ToolAsked)
    bench.stage.conversations.calls.decide(
        replace(asked, call=replace(asked.call, id="other")), Decision.ONCE
    )
    assert "does not wait" in str(bench.stage.event(AnswerRefused).problem.what)
    assert bench.repeated == []


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("delete_all", "{}", "There is no tool delete_all."),
        ("repeat", "{'text'", "not a JSON object"),
    ],
)
def test_a_call_that_cannot_be_made_is_told_to_the_model_alone(
    bench: Bench, name: str, arguments: str, words: str
) -> None:
    generate = bench.ask()
    bench.stage.tell(generate, TextDelta("", calls=(CallPiece(0, "a", name, arguments),)))
    bench.stage.finish(generate)
    assert words in bench.stage.command(Generate).messages[-1].text
    assert bench.repeated == []


def test_several_calls_of_one_answer_are_run_one_after_the_other(bench: Bench) -> None:
    calls = ("calculate", SUM), ("calculate", {"expression": "1+1"})
    bench.call(bench.ask(), *calls)
    messages = bench.stage.command(Generate).messages
    assert [(one.call_id, one.text) for one in messages[2:]] == [("id0", "42"), ("id1", "2")]


def test_the_same_call_twice_ends_the_loop_until_the_user_lets_it_go_on(bench: Bench) -> None:
    bench.call(bench.ask(), ("calculate", SUM))
    bench.call(bench.stage.command(Generate), ("calculate", SUM))
    stopped = bench.stage.event(ToolLoopStopped)
    assert "again with the same arguments" in str(stopped.why)

    bench.stage.conversations.chats.continue_answer(stopped.chat_id)
    third = bench.stage.command(Generate)
    assert [one.text for one in third.messages if one.role is Role.TOOL] == ["42", "42"]
    bench.call(third, ("calculate", SUM))
    assert bench.stage.event(ToolLoopStopped) == stopped


def test_a_message_in_place_of_a_decision_ends_the_question(bench: Bench) -> None:
    bench.call(bench.ask(), ("repeat", {"text": "one"}), words="I ask.")
    bench.stage.event(ToolAsked)
    generate = bench.ask("Never mind.")
    bench.stage.event(ToolQuestionEnded)
    assert [(one.role, one.text, one.calls) for one in generate.messages] == [
        (Role.USER, "Go.", ()),
        (Role.ASSISTANT, "I ask.", ()),
        (Role.USER, "Never mind.", ()),
    ]


def branch_with_a_question(bench: Bench) -> tuple[Message, ...]:
    """Return a branch at whose end the user is asked about a call."""
    bench.call(bench.ask(), ("repeat", {"text": "one"}), words="I ask.")
    bench.stage.event(ToolAsked)
    return bench.branch()


def test_deleting_the_answer_that_asks_ends_the_question(bench: Bench) -> None:
    question, answer = branch_with_a_question(bench)
    bench.stage.conversations.chats.delete_message(question.chat_id, answer.id)
    assert bench.stage.event(ToolQuestionEnded).chat_id == question.chat_id


def test_another_version_in_place_of_what_asks_ends_the_question(bench: Bench) -> None:
    question, answer = branch_with_a_question(bench)
    bench.stage.conversations.chats.edit(question.chat_id, answer.id, "My own words.")
    assert bench.stage.event(ToolQuestionEnded).chat_id == question.chat_id


@pytest.mark.parametrize("change", ["regenerate", "edit", "begin_answer"])
def test_an_answer_in_place_of_what_asks_ends_the_question(bench: Bench, change: str) -> None:
    question, _answer = branch_with_a_question(bench)
    chats = bench.stage.conversations.chats
    if change == "regenerate":
        chats.regenerate(question.chat_id)
    elif change == "edit":
        chats.edit(question.chat_id, question.id, "Go there.")
    else:
        chats.begin_answer(question.chat_id, question.id, "Well,")
    assert bench.stage.event(ToolQuestionEnded).chat_id == question.chat_id
    bench.stage.command(Generate)


def test_a_branch_without_what_asks_ends_the_question_and_one_with_it_does_not(
    bench: Bench,
) -> None:
    bench.call(bench.ask(), ("repeat", {"text": "one"}))
    bench.stage.event(ToolAsked)
    question, first = bench.branch()
    chats = bench.stage.conversations.chats
    chats.regenerate(question.chat_id)
    bench.stage.event(ToolQuestionEnded)
    bench.call(bench.stage.command(Generate), ("repeat", {"text": "two"}))
    asked = bench.stage.event(ToolAsked)
    second = bench.branch()[-1]

    chats.show_version(question.chat_id, second.id)
    bench.stage.event(BranchShown)
    assert not told(bench, ToolQuestionEnded)
    chats.show_version(question.chat_id, first.id)
    assert bench.stage.event(ToolQuestionEnded).chat_id == question.chat_id
    bench.stage.conversations.calls.decide(asked, Decision.ONCE)
    assert "does not wait" in str(bench.stage.event(AnswerRefused).problem.what)

    chats.continue_answer(question.chat_id)
    assert bench.stage.event(ToolAsked).message_id == first.id
    chats.delete_message(question.chat_id, second.id)  # of the other branch
    bench.stage.event(MessageDeleted)
    bench.stage.settle()
    assert not told(bench, ToolQuestionEnded)


def told(bench: Bench, kind: type) -> bool:
    """Whether an event of a kind came since the last that was looked for."""
    return any(isinstance(one, kind) for one in bench.stage.events.queue)


def test_a_message_that_nobody_answers_ends_the_question(bench: Bench) -> None:
    branch_with_a_question(bench)
    bench.stage.conversations.handle(EngineStopped())
    bench.stage.conversations.chats.send(bench.chat_id, "Never mind.")
    bench.stage.event(ToolQuestionEnded)


def test_going_on_without_the_tools_ends_the_question(bench: Bench) -> None:
    question, _answer = branch_with_a_question(bench)
    bench.stage.conversations.chats.set_up(question.chat_id, ChatSetup())
    bench.stage.conversations.chats.continue_answer(question.chat_id)
    bench.stage.event(ToolQuestionEnded)
    assert bench.stage.command(Generate).tools is None


def test_what_is_allowed_in_a_chat_is_forgotten_with_it(bench: Bench) -> None:
    bench.call(bench.ask(), ("repeat", {"text": "one"}))
    asked = bench.stage.event(ToolAsked)
    bench.stage.conversations.calls.decide(asked, Decision.CHAT)
    bench.result()
    listing, permissions = bench.stage.conversations.listing, bench.box.permissions
    listing.delete([asked.chat_id])
    bench.stage.settle()
    assert [row.chat for row in permissions.all()] == [str(asked.chat_id)]
    listing.delete_for_good([asked.chat_id])
    bench.stage.settle()
    bench.stage.conversations.end().result()
    assert permissions.all() == ()


def test_permissions_are_forgotten_without_opening_what_runs_tools(
    bench: Bench, tmp_path: Path
) -> None:
    def no_box() -> Toolbox:
        raise AssertionError

    file = tmp_path / "allowed.json"
    ChatTools(None, no_box, file).forget_chats(["1"])
    assert not file.exists()
    permissions = Permissions(file)
    call = ToolCall("repeat", "{}", "a")
    for chat in ("1", "2"):
        permissions.decide(REPEAT, call, Decision.CHAT, chat)
    ChatTools(None, no_box, file).forget_chats(["1", "3"])
    assert [row.chat for row in Permissions(file).all()] == ["2"]


def test_stopping_ends_a_call_and_what_would_follow(bench: Bench) -> None:
    bench.may_go_on.clear()
    bench.call(bench.ask(), ("repeat", {"text": "one"}))
    asked = bench.stage.event(ToolAsked)
    bench.stage.conversations.calls.decide(asked, Decision.ALWAYS)
    added = bench.stage.event(MessageAdded).message
    while added.role is not Role.TOOL:
        added = bench.stage.event(MessageAdded).message
    assert added.status is MessageStatus.STREAMING
    bench.stage.conversations.chats.send(asked.chat_id, "And?")  # it is busy
    bench.stage.conversations.chats.stop(asked.chat_id)
    assert bench.result().text == "The user stopped this call."
    bench.stage.settle()
    assert not [one for one in bench.stage.commands.queue if isinstance(one, Generate)]

    bench.may_go_on.set()
    bench.stage.conversations.chats.continue_answer(asked.chat_id)
    assert bench.stage.command(Generate).messages[-1].text == "The user stopped this call."


def cut_off(bench: Bench, *results: MessageStatus) -> ChatId:
    """Return a chat as a program leaves it that dies in a loop."""
    call = ToolCall("calculate", json.dumps(SUM), "id0")
    setup = with_tools(ChatSetup(), bench.tools.keep(ToolSet.of([CALCULATE.tool])))

    def written(store: ChatStore) -> ChatId:
        chat = store.create_chat(title="Sums", setup=setup)
        asked = store.add_message(chat.id, parent_id=None, role=Role.USER, text="Go.")
        last = store.add_message(
            *(chat.id,),
            parent_id=asked.id,
            role=Role.ASSISTANT,
            text="",
            stats=CallsMade((call,)).as_stats(),
        )
        for status in results:
            last = store.add_message(
                *(chat.id,),
                parent_id=last.id,
                role=Role.TOOL,
                text="42" if status is MessageStatus.COMPLETE else "",
                status=status,
                stats=ToolStep(call).as_stats(),
            )
        return chat.id

    return bench.stage.conversations.doors.store.run(written)


@pytest.mark.parametrize("results", [(), (MessageStatus.INTERRUPTED,)])
def test_a_loop_that_was_cut_off_before_a_result_runs_its_call(
    bench: Bench, results: tuple[MessageStatus, ...]
) -> None:
    bench.chat_id = cut_off(bench, *results)
    bench.stage.conversations.chats.continue_answer(bench.chat_id)
    assert bench.result().text == "42"
    assert [one.text for one in bench.stage.command(Generate).messages] == ["Go.", "", "42"]
    assert [one.text for one in bench.branch() if one.role is Role.TOOL] == ["42"]


def test_a_loop_that_was_cut_off_behind_a_result_goes_on_with_the_answer(bench: Bench) -> None:
    bench.chat_id = cut_off(bench, MessageStatus.COMPLETE)
    bench.stage.conversations.chats.continue_answer(bench.chat_id)
    assert [one.text for one in bench.stage.command(Generate).messages] == ["Go.", "", "42"]


def test_a_result_that_the_disk_refuses_is_told_and_the_call_can_be_run_again(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    generate = bench.ask()
    finish, refusals = ChatStore.finish_message, [DiskFull(tmp_path / "chats.db")]

    def refused(store: ChatStore, message_id: MessageId, **fields: Any) -> Message:
        if "tool_step" in fields["stats"] and refusals:
            raise refusals.pop()
        return finish(store, message_id, **fields)

    monkeypatch.setattr(ChatStore, "finish_message", refused)
    bench.call(generate, ("calculate", SUM))
    assert bench.result().status is MessageStatus.INTERRUPTED
    assert "disk" in str(bench.stage.event(AnswerFailed).problem.what)
    assert bench.chat_id is not None
    bench.stage.conversations.chats.continue_answer(bench.chat_id)
    assert bench.result().text == "42"
    assert bench.stage.command(Generate).messages[-1].text == "42"


def test_arguments_that_no_template_takes_are_none_in_the_prompt(bench: Bench) -> None:
    generate = bench.ask()
    bench.stage.tell(generate, TextDelta("", calls=(CallPiece(0, "a", "repeat", "[1]"),)))
    bench.stage.finish(generate)
    _asked, answer, told = bench.stage.command(Generate).messages
    assert [(one.name, one.arguments) for one in answer.calls] == [("repeat", "{}")]
    assert told.role is Role.TOOL


def test_of_two_calls_one_without_a_result_makes_both_words(bench: Bench) -> None:
    calls = ("calculate", SUM), ("repeat", {"text": "one"})
    bench.call(bench.ask(), *calls, words="I ask.")
    bench.stage.event(ToolAsked)
    generate = bench.ask("Never mind.")
    assert [(one.role, one.text, one.calls) for one in generate.messages] == [
        (Role.USER, "Go.", ()),
        (Role.ASSISTANT, "I ask.", ()),
        (Role.USER, "42", ()),
        (Role.USER, "Never mind.", ()),
    ]


def test_an_answer_of_calls_alone_that_nobody_decided_on_is_not_read(bench: Bench) -> None:
    bench.call(bench.ask(), ("repeat", {"text": "one"}))
    bench.stage.event(ToolAsked)
    generate = bench.ask("Never mind.")
    assert [one.text for one in generate.messages] == ["Go.", "Never mind."]


def test_a_late_decision_on_the_call_before_runs_nothing(bench: Bench) -> None:
    bench.call(bench.ask(), ("repeat", {"text": "one"}))
    first = bench.stage.event(ToolAsked)
    bench.stage.conversations.calls.decide(first, Decision.ONCE)
    bench.call(bench.stage.command(Generate), ("repeat", {"text": "two"}))  # of the same id
    second = bench.stage.event(ToolAsked)
    assert second.call.id == first.call.id
    bench.stage.conversations.calls.decide(first, Decision.ONCE)
    assert "does not wait" in str(bench.stage.event(AnswerRefused).problem.what)
    assert bench.repeated == ["one"]


def test_a_question_behind_a_loop_that_was_stopped_begins_anew(bench: Bench) -> None:
    bench.call(bench.ask(), ("calculate", SUM))
    bench.call(bench.stage.command(Generate), ("calculate", SUM))
    stopped = bench.stage.event(ToolLoopStopped)
    bench.stage.conversations.chats.continue_answer(stopped.chat_id)
    third = bench.stage.command(Generate)
    bench.stage.say(third, "It is 42.")
    bench.stage.finish(third)
    bench.stage.conversations._cases.answers.loop._renewed.clear()  # as after a restart
    bench.call(bench.ask("And again?"), ("calculate", SUM))
    assert bench.stage.command(Generate).messages[-1].text == "42"


def test_every_answer_of_a_loop_is_given_as_was_asked(bench: Bench) -> None:
    setup = with_tools(ChatSetup(), bench.tools.keep(ToolSet.of([CALCULATE.tool])))
    options = AnswerOptions(SamplingParams(temperature=0.77, seed=5), 33)
    bench.stage.conversations.chats.send(None, "Go.", setup=setup, options=options)
    first = bench.stage.command(Generate)
    bench.call(first, ("calculate", SUM))
    second = bench.stage.command(Generate)
    assert (second.sampling, second.max_tokens) == (first.sampling, 33)
    assert second.sampling.seed == 5


def test_a_model_that_was_offered_no_tools_calls_none(bench: Bench) -> None:
    bench.stage.conversations.chats.send(None, "Go.")
    bench.call(bench.stage.command(Generate), ("calculate", SUM), words="Well.")
    message = bench.stage.event(MessageChanged).message
    assert (message.text, message.calls.calls) == ("Well.", ())


def test_half_a_character_in_a_call_ends_as_a_mark(bench: Bench) -> None:
    generate = bench.ask()
    piece = CallPiece(0, "a", "repeat", '{"text": "\ud800"}')
    bench.stage.tell(generate, TextDelta("", calls=(piece,)))
    bench.stage.finish(generate)
    assert bench.stage.event(ToolAsked).call.arguments == '{"text": "?"}'


@pytest.mark.parametrize("seconds", ["1e308", "-5.0", "1e300"])
def test_a_result_from_elsewhere_took_no_time_that_cannot_be(seconds: str) -> None:
    said = ToolStep(ToolCall("a", "{}", "b"), 1.25).as_stats()["tool_step"]
    step = step_of_stats({"tool_step": str(said).replace("1.25", seconds)})
    assert step is not None
    assert step.seconds == 0.0


def test_what_measures_a_chat_counts_its_tools(bench: Bench) -> None:
    generate = bench.ask()
    bench.stage.conversations.chats.measure(bench.chat_id, "And?")
    bench.stage.settle()
    measured = [one for one in bench.stage.commands.queue if isinstance(one, MeasureContext)]
    assert all(one.tools == generate.tools for one in measured)


def test_a_chat_whose_tools_are_lost_goes_on_without_them(bench: Bench) -> None:
    setup = with_tools(ChatSetup(), "ab" * 16)
    bench.stage.conversations.chats.send(None, "Go.", setup=setup)
    assert bench.stage.command(Generate).tools is None


def found(begin: int, text: str) -> Attachment:
    source = TextSource("/home/lease.pdf", "d1ge57", number=1, begin=begin, page_name="4")
    return Attachment("lease.pdf", text, source)


def test_passages_that_a_tool_has_found_are_cited_by_numbers_that_go_on(bench: Bench) -> None:
    rent, pets = found(0, "The rent is due on the first."), found(500, "No snakes.")
    results = [(rent,), (rent, pets)]
    bench.answers_with = lambda: ToolResult("lease.pdf has the id d1ge57.", passages=results.pop(0))
    bench.call(bench.ask(), ("repeat", {"text": "rent"}))
    bench.stage.conversations.doors.calls.decide(bench.stage.event(ToolAsked), Decision.CHAT)

    first = bench.result()
    assert [(one.number, one.text) for one in first.attachments] == [(1, rent.text)]
    generate = bench.stage.command(Generate)
    read = generate.messages[-1].text
    assert "put the number of a passage, such as [1]" in read
    assert f"```[1] lease.pdf, page 4\n{rent.text}\n```\n\nlease.pdf has the id d1ge57." in read

    bench.call(generate, ("repeat", {"text": "pets"}))
    second = bench.result()
    assert second.text == "[1] above has this, too.\nlease.pdf has the id d1ge57."
    assert [(one.number, one.text) for one in second.attachments] == [(2, pets.text)]
    assert bench.stage.command(Generate).messages[-3].text == read
    assert bench.branch()[-2].attachments == second.attachments  # kept with the chat
