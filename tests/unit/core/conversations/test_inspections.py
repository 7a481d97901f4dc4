"""An answer is looked into, and another version of it goes on from a place in it."""

from __future__ import annotations

import queue
from typing import TYPE_CHECKING

import pytest

from app.core.chats.records import ChatSetup
from app.core.content.answer_parts import AnswerParts
from app.core.conversations.cases.answers import AnswerOptions
from app.core.conversations.events import (
    AnswerInspected,
    AnswerRefused,
    BranchShown,
    ChatCreated,
    ContinuationFound,
    InspectionDone,
    InspectionRead,
    MessageAdded,
    MessageChanged,
)
from app.core.conversations.texts.chat_sampling import with_thinking
from app.core.conversations.texts.chat_text import PlaceInAnswer
from app.core.messages import Role
from app.core.protocol import (
    CompareContinuations,
    ContinuationWritten,
    Generate,
    InspectAnswer,
    InspectedToken,
    InspectionEnded,
    PrefillProgress,
    Stop,
    TextDelta,
    ThinkingChoice,
    TokenChoice,
    TokensInspected,
)
from tests.helpers.cut_answers import cut_by_marks

if TYPE_CHECKING:
    from app.core.chats.records import Message
    from tests.unit.core.conversations.conftest import Stage

THOUGHT = "<think>Hm.</think>Loaves rise."
PLACE = InspectedToken(TokenChoice(1, "Loaves", -0.5), (TokenChoice(1, "Loaves", -0.5),))


@pytest.fixture
def answered(stage: Stage) -> Message:
    """The answer of a chat of two messages."""
    stage.conversations.chats.send(None, "How do I bake bread?")
    stage.event(ChatCreated)
    return stage.answer(THOUGHT).message


def look(stage: Stage, answer: Message) -> InspectAnswer:
    stage.conversations.alternatives.inspect(answer.chat_id, answer.id)
    return stage.command(InspectAnswer)


def test_the_model_gets_the_branch_up_to_the_answer(stage: Stage, answered: Message) -> None:
    command = look(stage, answered)
    assert [message.role for message in command.messages] == [Role.USER, Role.ASSISTANT]
    assert command.messages[-1].text == THOUGHT
    assert command.messages[-1].parts == answered.parts


def test_what_is_told_comes_with_the_chat_and_the_message(stage: Stage, answered: Message) -> None:
    command = look(stage, answered)
    ids = (answered.chat_id, answered.id)
    stage.tell(command, PrefillProgress(3, 9))
    assert stage.event(InspectionRead) == InspectionRead(*ids, 3, 9)
    stage.tell(command, TokensInspected((PLACE,), 4, "its own"))
    told = AnswerInspected(*ids, (PLACE,), 4, vocabulary="its own")
    assert stage.event(AnswerInspected) == told
    stage.reply(command, InspectionEnded(was_interrupted=True))
    assert stage.event(InspectionDone) == InspectionDone(*ids, was_interrupted=True)


def test_only_the_latest_is_told_of(stage: Stage, answered: Message) -> None:
    first, second = look(stage, answered), look(stage, answered)
    stage.reply(first, InspectionEnded(was_interrupted=True))
    stage.tell(second, TokensInspected((PLACE,), 4))
    while not isinstance(event := stage.events.get(timeout=60), AnswerInspected):
        assert not isinstance(event, InspectionDone)


def test_who_stops_it_hears_no_more_of_it(stage: Stage, answered: Message) -> None:
    command = look(stage, answered)
    stage.conversations.alternatives.stop_inspecting()
    assert stage.command(Stop) == Stop(stage.id_of(command))
    stage.tell(command, TokensInspected((PLACE,), 4))
    stage.reply(command, InspectionEnded())
    stage.settle()
    told = []
    while not stage.events.empty():
        told.append(stage.events.get())
    assert not any(isinstance(event, AnswerInspected | InspectionDone) for event in told)
    stage.conversations.alternatives.stop_inspecting()
    stage.settle()
    with pytest.raises(queue.Empty):
        stage.commands.get_nowait()


def test_continuations_go_on_from_the_exact_tokens(stage: Stage, answered: Message) -> None:
    place = PlaceInAnswer("<think>Hm.</think>Loaves", (5, 6, 7), "its own")
    stage.conversations.alternatives.compare(answered.chat_id, answered.id, place, (8, 9))
    command = stage.command(CompareContinuations)
    assert (command.said, command.choices) == ((5, 6, 7), (8, 9))
    assert command.vocabulary == "its own"
    assert command.messages[-1].text == place.words
    assert command.messages[-1].record is None
    assert command.messages[-1].parts == answered.parts
    stage.tell(command, ContinuationWritten((8, 1), " fall", is_end=True))
    told = ContinuationFound(answered.chat_id, answered.id, (8, 1), " fall", is_end=True)
    assert stage.event(ContinuationFound) == told


@pytest.mark.parametrize("word", ["", "off"])
def test_before_its_first_word_an_answer_is_about_to_think(stage: Stage, word: str) -> None:
    """That thinking was switched off since is nothing to it, and no word before tells of it."""
    setup = with_thinking(ChatSetup(), ThinkingChoice.of_word(word))
    stage.conversations.chats.send(None, "How do I bake bread?", setup=setup)
    generate = stage.command(Generate)
    for piece in cut_by_marks("Hm.</think>Loaves rise.", prompt="<think>"):
        stage.tell(generate, TextDelta(*piece))
    stage.finish(generate)
    answer = stage.event(MessageChanged).message
    assert answer.parts == AnswerParts(0, 3, 11)
    for place, n_messages in ((PlaceInAnswer(), 1), (PlaceInAnswer("Hm", (5,)), 2)):
        stage.conversations.alternatives.compare(answer.chat_id, answer.id, place, (8, 9))
        command = stage.command(CompareContinuations)
        assert len(command.messages) == n_messages
        is_last_chance = n_messages == 1 and word == "off"
        assert command.thinking.is_on is (True if is_last_chance else generate.thinking.is_on)


def test_another_version_goes_on_from_a_place(stage: Stage, answered: Message) -> None:
    place = PlaceInAnswer("<think>Hm", (5, 6), "its own")
    stage.conversations.alternatives.go_on_from(answered.chat_id, answered.id, place)
    shown = stage.event(BranchShown)
    assert [message.role for message in shown.messages] == [Role.USER]
    added = stage.event(MessageAdded).message
    assert (added.text, added.parent_id) == ("<think>Hm", answered.parent_id)
    assert added.parts == AnswerParts(7, 9, 9)  # in the middle of its thinking
    command = stage.command(Generate)
    assert (command.said, command.vocabulary) == ((5, 6), "its own")
    assert command.messages[-1].text == "<think>Hm"
    assert command.messages[-1].parts == added.parts
    stage.say(command, ", yes.</think>They do.")
    stage.finish(command)
    assert [message.text for message in path_texts(stage, answered)] == [
        "How do I bake bread?",
        "<think>Hm, yes.</think>They do.",
    ]


def path_texts(stage: Stage, answer: Message) -> tuple[Message, ...]:
    from app.core.conversations.events import ChatOpened

    stage.settle()
    stage.conversations.chats.open(answer.chat_id)
    return stage.event(ChatOpened).messages


def test_a_chat_that_is_being_answered_is_left_alone(stage: Stage, answered: Message) -> None:
    stage.conversations.chats.send(answered.chat_id, "And then?", options=AnswerOptions())
    stage.command(Generate)
    stage.conversations.alternatives.inspect(answered.chat_id, answered.id)
    done = stage.event(InspectionDone)
    assert done.problem is not None
    assert "still answering" in done.problem.text()
    stage.conversations.alternatives.go_on_from(
        answered.chat_id, answered.id, PlaceInAnswer("x", (1,))
    )
    assert "still answering" in stage.event(AnswerRefused).problem.text()


def test_a_question_is_no_answer(stage: Stage, answered: Message) -> None:
    assert answered.parent_id is not None
    stage.conversations.alternatives.inspect(answered.chat_id, answered.parent_id)
    assert stage.event(InspectionDone).problem is not None


def test_the_end_of_the_engine_is_the_end_of_it(stage: Stage, answered: Message) -> None:
    look(stage, answered)
    stage.end_engine()
    assert stage.event(InspectionDone).problem is not None
    stage.conversations.alternatives.inspect(answered.chat_id, answered.id)
    assert stage.event(InspectionDone).problem is not None


def test_thinking_before_a_place_is_thinking(answered: Message) -> None:
    assert PlaceInAnswer("<think>", ()).stats_of(answered) == AnswerParts(7, 7, 7).as_stats()
    whole = PlaceInAnswer(THOUGHT + " More.", ())
    assert answered.parts is not None
    assert whole.stats_of(answered) == answered.parts.as_stats()
