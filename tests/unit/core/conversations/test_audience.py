"""Who hears what the use cases tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.chats.records import ChatId
from app.core.conversations.conversations import Audience
from app.core.conversations.events import TemporaryChatLeft

if TYPE_CHECKING:
    from app.core.conversations.events import ConversationEvent
    from tests.conftest import ExpectLog

EVENT = TemporaryChatLeft(ChatId(1))


def test_everybody_hears_until_they_leave() -> None:
    first: list[ConversationEvent] = []
    second: list[ConversationEvent] = []
    audience = Audience(first.append)
    leave = audience.join(second.append)
    audience.tell(EVENT)
    leave()
    audience.tell(EVENT)
    assert (len(first), len(second)) == (2, 1)


def test_a_listener_that_fails_costs_the_others_nothing(expect_log: ExpectLog) -> None:
    expect_log("a listener failed")
    heard: list[ConversationEvent] = []

    def fail(_event: ConversationEvent) -> None:
        raise ValueError

    audience = Audience(lambda _event: None)
    audience.join(fail)
    audience.join(heard.append)
    audience.tell(EVENT)
    assert heard == [EVENT]
