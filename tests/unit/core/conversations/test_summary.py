"""The summary of what is left out of a chat: when it holds, and what the model is asked with."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from app.core.chats.records import ChatId, ChatSetup, Message, MessageId, MessageStatus
from app.core.conversations.texts.summary import (
    clean_summary,
    digest_of,
    joined,
    request_for,
    summary_of,
    with_own_summary,
    with_summary,
)
from app.core.messages import Attachment, Role
from app.core.plain_value import replace
from app.core.protocol import PromptMessage

NOW = datetime(2026, 3, 14, tzinfo=UTC)
SETUP = ChatSetup("Be brief.", (("top_k", 7.0),))


def message(role: Role, text: str, number: int = 1, *attachments: Attachment) -> Message:
    return Message(
        MessageId(number),
        ChatId(1),
        None,
        role,
        text,
        MessageStatus.COMPLETE,
        NOW,
        attachments=attachments,
    )


LEFT_OUT = (message(Role.USER, "One"), message(Role.ASSISTANT, "Uno", 2))


def test_a_summary_holds_for_the_very_messages_that_it_stands_for() -> None:
    setup = with_summary(SETUP, "Counting.", LEFT_OUT)
    assert summary_of(setup, LEFT_OUT) == "Counting."
    copies = tuple(replace(one, id=MessageId(one.id + 90)) for one in LEFT_OUT)
    assert summary_of(setup, copies) == "Counting."  # as in a fork
    assert summary_of(setup, LEFT_OUT[:1]) == ""
    assert summary_of(setup, ()) == ""
    changed = (LEFT_OUT[0], replace(LEFT_OUT[1], text="Uno, dos"))
    assert summary_of(setup, changed) == ""
    attached = (replace(LEFT_OUT[0], attachments=(Attachment("a", "b"),)), LEFT_OUT[1])
    assert summary_of(setup, attached) == ""
    assert with_summary(setup, "", LEFT_OUT) == SETUP
    assert summary_of(ChatSetup(sampling=(("summary", 3.0), ("summary_of", 1.0))), LEFT_OUT) == ""


@pytest.mark.parametrize(
    "other",
    [
        (message(Role.USER, "OneU"), message(Role.ASSISTANT, "no")),
        (message(Role.ASSISTANT, "One"), message(Role.ASSISTANT, "Uno")),
        (message(Role.USER, "One", 1, Attachment("", "")), LEFT_OUT[1]),
        (LEFT_OUT[1], LEFT_OUT[0]),
    ],
)
def test_other_messages_have_another_digest(other: tuple[Message, ...]) -> None:
    assert digest_of(other) != digest_of(LEFT_OUT)


def test_who_chooses_a_setup_has_nothing_to_say_of_its_summary() -> None:
    old = with_summary(SETUP, "Counting.", LEFT_OUT)
    stale = with_summary(ChatSetup("", (("seed", 3.0),)), "Older.", LEFT_OUT[:1])
    new = with_own_summary(old, stale)
    assert new.system_prompt == ""
    assert dict(new.sampling) == {
        "seed": 3.0, "summary": "Counting.", "summary_of": digest_of(LEFT_OUT),
    }  # fmt: skip
    assert with_own_summary(SETUP, stale) == ChatSetup("", (("seed", 3.0),))


def test_a_summary_stands_behind_the_system_prompt() -> None:
    assert joined("Be brief.", "") == "Be brief."
    assert joined("", "") == ""
    assert joined("Be brief.", "It was late.") == (
        "Be brief.\n\nSummary of the earlier part of this conversation:\nIt was late."
    )
    assert joined("", "It was late.").startswith("Summary of")


def test_whole_messages_are_the_beginning_of_the_prompt() -> None:
    asked = (PromptMessage(Role.SYSTEM, "Be brief."), PromptMessage(Role.USER, "One"))
    *before, question = request_for(asked)
    assert tuple(before) == asked
    assert question.role is Role.USER
    assert "Summarise" in question.text


def test_what_does_not_fit_is_cut_where_it_is_long() -> None:
    asked = [
        PromptMessage(Role.SYSTEM, "Be brief."),
        PromptMessage(Role.USER, "x" * 900),
        PromptMessage(Role.ASSISTANT, "y" * 50),
        PromptMessage(Role.USER, "z" * 900),
    ]
    system, first, answer, second, _question = request_for(asked, 459)
    assert (system, answer) == (asked[0], asked[2])
    assert first.text == "x" * 200 + " …"
    assert second.text == "z" * 200 + " …"
    assert list(request_for(asked, 5000)[:-1]) == asked


def test_of_far_too_many_messages_the_last_ones_are_summarised() -> None:
    pairs = [(Role.USER, "q"), (Role.ASSISTANT, "a")] * 500
    asked = [PromptMessage(role, words * 30) for role, words in pairs]
    *taken, _question = request_for(asked, 420)
    assert 10 <= len(taken) <= 21
    assert taken[0].role is Role.USER


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("  It was late.\n\n\n\nThey left. \n", "It was late.\n\nThey left."),
        ("", ""),
    ],
)
def test_a_summary_has_no_blanks_around_it_and_no_wide_gaps(said: str, expected: str) -> None:
    assert clean_summary(said) == expected
