"""The one home of "which chat is shown", without a window."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QObject

from app.core.chats.records import ChatId, ChatSetup, MessageStatus
from app.core.conversations.events import (
    AnswerDelta,
    BranchShown,
    ChatChanged,
    ChatCreated,
    ChatForked,
    ChatOpened,
    ChatsDeleted,
    ChatsListed,
    EarlierMessages,
    MessageAdded,
    MessageChanged,
)
from app.core.plain_value import replace
from app.core.protocol import EngineStopped
from app.ui.kit.event_bridge import EventBridge
from app.ui.state.chat_facts import ChatFacts, know_chats
from tests.helpers.recorded_doors import RecordedDoors
from tests.unit.ui.conftest import answer, make_chat, question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

ONE, TWO = ChatId(1), ChatId(2)
STREAMING = MessageStatus.STREAMING


@dataclass
class Stage:
    """The facts, what they asked of the use cases, and which signals they sent."""

    facts: ChatFacts
    recorded: RecordedDoors
    bridge: EventBridge
    sent: list[str] = field(default_factory=list)

    def tell(self, *events: object) -> None:
        for event in events:
            self.bridge._deliver(event)

    def calls(self) -> list[tuple[Any, ...]]:
        return [call for call in self.recorded.calls if call[0] in ("open", "read_earlier")]

    def texts(self) -> list[str]:
        shown = self.facts.open_chat.messages
        return [shown.text(row) for row in range(len(shown))]


@pytest.fixture
def stage(qtbot: QtBot) -> Iterator[Stage]:
    bridge, owner, recorded = EventBridge(), QObject(), RecordedDoors()
    facts = know_chats(recorded.doors().chats, bridge, owner)
    made = Stage(facts, recorded, bridge)
    for name in ("leaving", "switched", "created", "read", "earlier_read", "branch_changed"):
        getattr(facts.open_chat, name).connect(lambda *_, name=name: made.sent.append(name))
    yield made
    bridge.close()
    owner.deleteLater()


def test_at_first_a_new_chat_is_shown(stage: Stage) -> None:
    chat = stage.facts.open_chat
    assert chat.id is None
    assert chat.is_new
    assert chat.is_empty
    assert not chat.is_opening
    assert not chat.is_answering
    assert chat.title == ""


def test_a_chat_has_its_title_before_it_was_read(stage: Stage) -> None:
    chat = stage.facts.open_chat
    stage.tell(ChatsListed((make_chat(1, "Listed"),)))
    chat.show(ONE)
    assert (chat.id, chat.title, chat.is_opening) == (ONE, "Listed", True)
    assert stage.calls() == [("open", ONE)]
    stage.tell(ChatOpened(make_chat(1, "Read"), (question("?"),)))
    assert (chat.title, chat.is_opening, stage.texts()) == ("Read", False, ["?"])
    assert stage.sent == ["leaving", "switched", "read"]


def test_what_is_told_of_another_chat_changes_nothing(stage: Stage) -> None:
    chat = stage.facts.open_chat
    chat.show(ONE)
    stage.tell(ChatOpened(make_chat(1), (question("here"),)))
    stage.sent.clear()
    stage.tell(
        ChatOpened(make_chat(2), (question("there"),)),
        MessageAdded(TWO, question("there", chat=2)),
        BranchShown(TWO, (), None),
        EarlierMessages(TWO, (question("there"),)),
        ChatChanged(make_chat(2, "There")),
    )
    assert stage.texts() == ["here"]
    assert chat.title == "Chat 1"
    assert stage.sent == []


def test_the_chat_of_a_first_message_takes_the_place_of_the_empty_page(stage: Stage) -> None:
    chat = stage.facts.open_chat
    chat.expect(7)
    stage.tell(ChatCreated(make_chat(2), 6))
    assert chat.is_new
    stage.tell(ChatCreated(make_chat(1), 7))
    assert chat.id == ONE
    assert stage.sent == ["created"]


def test_a_chat_made_behind_another_page_is_not_shown(stage: Stage) -> None:
    chat = stage.facts.open_chat
    chat.expect(7)
    chat.show(TWO)
    stage.tell(ChatCreated(make_chat(1), 7))
    assert chat.id == TWO
    chat.show_new()
    stage.tell(ChatCreated(make_chat(1), 7))
    assert chat.is_new


def test_a_chat_made_without_a_ticket_is_not_shown(stage: Stage) -> None:
    stage.tell(ChatCreated(make_chat(1)))
    assert stage.facts.open_chat.is_new


def test_the_setup_of_the_next_new_chat_outlasts_a_look_at_another(stage: Stage) -> None:
    chat = stage.facts.open_chat
    chat.set_new_setup(ChatSetup("Be brief."))
    stage.tell(ChatsListed((replace(make_chat(1), system_prompt="Be long."),)))
    chat.show(ONE)
    assert chat.setup.system_prompt == "Be long."
    chat.show_new()
    assert chat.setup.system_prompt == "Be brief."


def test_earlier_messages_are_read_once_and_only_for_this_branch(stage: Stage) -> None:
    chat = stage.facts.open_chat
    first, last = question("first", number=1), answer("last", number=2)
    chat.show(ONE)
    stage.tell(ChatOpened(make_chat(1), (last,), is_whole=False))
    was_whole = [chat.is_whole and chat.messages.is_whole]
    chat.read_earlier()
    chat.read_earlier()
    assert stage.calls()[1:] == [("read_earlier", ONE, last.id)]
    for _ in range(2):
        stage.tell(EarlierMessages(ONE, (first,)))
        was_whole.append(chat.is_whole and chat.messages.is_whole)
        assert stage.texts() == ["first", "last"]
    assert was_whole == [False, True, True]


def test_another_branch_needs_no_earlier_messages(stage: Stage) -> None:
    chat = stage.facts.open_chat
    first, last = question("first", number=1), answer("last", number=2)
    chat.show(ONE)
    stage.tell(ChatOpened(make_chat(1), (last,), is_whole=False))
    assert not chat.messages.is_whole
    chat.read_earlier()
    stage.tell(BranchShown(ONE, (first, last), last.id), EarlierMessages(ONE, (first,)))
    assert stage.texts() == ["first", "last"]
    assert chat.messages.is_whole


def test_an_answer_runs_from_its_first_event_to_its_last(stage: Stage) -> None:
    facts, ended = stage.facts, []
    facts.running.ended.connect(lambda *told: ended.append(told))
    facts.open_chat.show(ONE)
    stage.tell(ChatOpened(make_chat(1), (question("?"),)))
    begun = answer("", STREAMING, number=5)
    stage.tell(MessageAdded(ONE, begun), AnswerDelta(ONE, begun.id, "So"))
    assert facts.open_chat.is_answering
    assert facts.running.n_answers
    stage.tell(MessageChanged(ONE, answer("So.", number=5)))
    assert not facts.running.n_answers
    assert ended == [(ONE, True)]


def test_a_change_of_an_older_message_ends_no_answer(stage: Stage) -> None:
    stage.tell(MessageAdded(TWO, answer("", STREAMING, number=5, chat=2)))
    stage.tell(MessageChanged(TWO, question("edited", number=4, chat=2)))
    assert stage.facts.running.is_answering(TWO)


@pytest.mark.parametrize(
    "end", [ChatsDeleted((make_chat(2),)), EngineStopped(), ChatOpened(make_chat(2), ())]
)
def test_an_answer_also_ends_with_its_chat_or_the_engine(stage: Stage, end: object) -> None:
    ended: list[tuple[object, ...]] = []
    stage.facts.running.ended.connect(lambda *told: ended.append(told))
    stage.tell(MessageAdded(TWO, answer("", STREAMING, number=5, chat=2)), end)
    assert ended == [(TWO, False)]


def test_a_fork_is_shown(stage: Stage) -> None:
    stage.tell(ChatForked(make_chat(2)))
    assert stage.facts.open_chat.id == TWO


def test_a_chat_that_is_waited_for_is_shown_when_it_is_listed(stage: Stage) -> None:
    chat = stage.facts.open_chat
    chat.show_when_listed(TWO)
    stage.tell(ChatsListed((make_chat(1), make_chat(2))))
    assert chat.id == TWO
    chat.show_new()
    stage.tell(ChatsListed((make_chat(1), make_chat(2))))
    assert chat.is_new


def test_a_chat_is_waited_for_up_to_the_last_page_of_the_list(stage: Stage) -> None:
    chat = stage.facts.open_chat
    chat.show_when_listed(TWO)
    stage.tell(ChatsListed((make_chat(3),), is_last=False))
    assert (chat.is_new, chat.coming_id) == (True, TWO)
    stage.tell(ChatsListed((make_chat(2),), is_last=False))
    assert chat.id == TWO
    chat.show_new()
    chat.show_when_listed(ChatId(9))
    stage.tell(ChatsListed((make_chat(1),)))
    assert chat.coming_id is None


def test_nothing_is_shown_by_itself_once_the_user_does_something(stage: Stage) -> None:
    chat = stage.facts.open_chat
    for do in (partial(chat.show_when_listed, None), chat.show_new):
        chat.show_when_listed(TWO)
        do()
        stage.tell(ChatsListed((make_chat(2),)))
        assert chat.is_new
