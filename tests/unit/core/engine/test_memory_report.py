"""How soon a chat answers, where a part of it is in the context and a part on disk."""

from __future__ import annotations

import pytest

from app.core.engine.memory.memory_report import LiveMemory, ReadyPart, memory_report
from app.core.engine.memory.stored_model import Speed
from app.core.kvstore.records import Branch, ChatUse, Owner, StoreOverview, StoreState, Usage
from app.core.phrases import NO_WORDS
from app.core.protocol import ChatKey, ChatMemory, Limits, Residency

SPEED = Speed(seconds_per_token=0.03, restore_bytes_per_s=1e9, decode_s=0.05)
SHOWN = Branch(5_892, 5_800)


def _report(live: ReadyPart, stored: int, shown: Branch = SHOWN) -> ChatMemory:
    use = ChatUse(
        Owner("chat"), n_tokens=stored, here_tokens=stored, here_bytes=10**8, branch=shown
    )
    overview = StoreOverview(StoreState.ON, NO_WORDS, Limits(), Usage(), chats=(use,))
    (chat,) = memory_report(overview, LiveMemory(chats={ChatKey("chat"): live}, speed=SPEED)).chats
    return chat


def test_a_chat_of_which_the_disk_has_the_rest_is_restored_and_not_read() -> None:
    """After a crash the context may hold less of a chat than the disk."""
    chat = _report(ReadyPart(5_600, SHOWN), stored=5_891)
    assert chat.residency is Residency.DISK
    assert chat.expected_ms == pytest.approx(150)


def test_a_few_tokens_on_disk_do_not_replace_the_context() -> None:
    """They are read again, so the wait is the one of reading them."""
    chat = _report(ReadyPart(5_855, SHOWN), stored=5_891)
    assert chat.residency is Residency.COLD
    assert chat.expected_ms == pytest.approx(36 * 30)


def test_what_the_disk_has_of_another_branch_is_of_no_use() -> None:
    """An answer reads what the branch at work still lacks."""
    chat = _report(ReadyPart(100, Branch(500, 480)), stored=5_891)
    assert chat.residency is Residency.COLD
    assert chat.expected_ms == pytest.approx(399 * 30)


def test_a_chat_of_which_neither_has_much_is_read_from_where_the_disk_ends() -> None:
    """The wait is for what neither has."""
    chat = _report(ReadyPart(100, SHOWN), stored=1_001)
    assert chat.residency is Residency.COLD
    assert chat.expected_ms == pytest.approx((5_892 - 1_000 - 1) * 30)
