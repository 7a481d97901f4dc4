"""Of conversations that are not kept, only the newest are known while the server runs."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from app.core.conversations.api_records import ApiRecords
from app.core.messages import Role, TokenRecord
from app.core.protocol import AnswerFinished, AnswerStats, FinishReason, PromptMessage
from app.server.conversations import ApiConversations
from app.server.fair_share import NO_PROGRAM

if TYPE_CHECKING:
    from pathlib import Path

MOST = 3


@pytest.mark.parametrize("is_kept", [False, True])
def test_the_oldest_conversations_are_forgotten_while_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_kept: bool
) -> None:
    monkeypatch.setattr("app.core.conversations.api_records._MOST_CHATS", MOST)
    monkeypatch.setattr("app.server.conversations._TRIM_EACH", 2)
    kept = ApiRecords(tmp_path / "records.db")

    async def answer_many() -> int:
        conversations = ApiConversations(kept, lambda: is_kept)
        for number in range(20):
            words = [PromptMessage(Role.USER, f"Question {number}.")]
            place = await conversations.place(words, NO_PROGRAM, is_text=False)
            record = TokenRecord("v", number + 1, bytes([number]) * 16, (1, 2, 3))
            stats = AnswerStats()
            end = AnswerFinished(FinishReason.END, stats, record)
            await conversations.answered(place, "Answer.", end)
        n_known = len((kept if is_kept else conversations._passing).chats())
        conversations.close()
        return n_known

    n_known = asyncio.run(answer_many())
    kept.close()
    assert MOST <= n_known <= MOST + 1
