"""The rule of a chat that outgrows its context, and how fast it is read."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from app.core.chats.records import ChatId, ChatSetup, Message, MessageId, MessageStatus
from app.core.conversations.cases.context_budget import tokens_per_second
from app.core.conversations.texts.chat_sampling import rule_of, with_rule
from app.core.messages import Role
from app.core.protocol import OverflowRule

NOW = datetime(2026, 3, 14, tzinfo=UTC)


def test_a_rule_that_is_not_known_counts_as_none() -> None:
    assert rule_of(ChatSetup()) is OverflowRule.ASK
    assert rule_of(ChatSetup(sampling=(("overflow", 3.0),))) is OverflowRule.ASK
    assert rule_of(ChatSetup(sampling=(("overflow", "someday"),))) is OverflowRule.ASK
    setup = ChatSetup("Be brief.", (("top_k", 7.0),))
    for rule in OverflowRule:
        assert rule_of(with_rule(setup, rule)) is rule
    assert with_rule(with_rule(setup, OverflowRule.LEAVE_OUT), OverflowRule.ASK) == setup


def answer(model: str = "Tiny", **stats: float | str) -> Message:
    return Message(
        MessageId(1), ChatId(1), None, Role.ASSISTANT, "", MessageStatus.COMPLETE, NOW, model,
        stats=tuple(stats.items()),
    )  # fmt: skip


def test_the_speed_is_that_of_what_this_model_has_read() -> None:
    path = [
        answer(n_prompt=1000, n_reused=500, n_restored=100, prefill_tps=100),  # 400 in 4 s
        answer(n_prompt=1200, n_reused=1190, prefill_tps=1),  # too few to say anything
        answer(n_prompt=2200, n_reused=1200, prefill_tps=500),  # 1,000 in 2 s
        answer("Other", n_prompt=1000, prefill_tps=1),
        answer(n_prompt=float("nan"), prefill_tps="fast"),
        answer(),
    ]
    assert tokens_per_second(path, "Tiny") == pytest.approx(1400 / 6)
    assert tokens_per_second([], "Tiny") == 0
