"""What is said of the figures of an answer, whatever a file says that they are."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from app.core.chats.records import ChatId, Message, MessageId, MessageStatus
from app.core.messages import Role
from app.ui.transcript.model.message_facts import thought_words
from app.ui.words.stats_text import more_stats_text, reread_text, stats_text

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

FIGURES = ("decode_tps", "n_generated", "ttft_ms", "n_restored", "thinking_ms", "n_accepted")


@pytest.mark.parametrize("figure", [1e300, -1e300, 2**62, 10**400, "many"])
def test_figures_that_no_answer_has_are_left_out(qtbot: QtBot, figure: float | str) -> None:
    stats = tuple((name, figure) for name in FIGURES)
    now = datetime(2026, 11, 23, tzinfo=UTC)
    answer = Message(
        MessageId(1), ChatId(1), None, Role.ASSISTANT, "x", MessageStatus.COMPLETE, now, stats=stats
    )
    assert stats_text(dict(stats)) == ""
    assert thought_words(answer) == "Thought"
    reread = {"reread": "edited", "n_reread": figure, "prefill_tps": 1e-300}
    assert reread_text(reread) == ""
    assert reread_text(reread | {"n_reread": 1e8}) == ""


def test_figures_of_an_answer_are_said(qtbot: QtBot) -> None:
    assert "token" in stats_text({"n_generated": 12, "decode_tps": 30.5})
    assert stats_text({"n_drafted": 9, "n_accepted": 7}) == ""
    assert more_stats_text({"n_drafted": 9, "n_accepted": 7}) == "7 tokens computed ahead"
    assert more_stats_text({"n_drafted": 9, "n_accepted": 0}) == ""
    first = reread_text({"reread": "first_time", "n_reread": 5640, "prefill_tps": 36.0})
    assert first == "Read for the first time in 2 min 37 s; from now on it is fast."
    assert reread_text({"reread": "edited", "n_reread": 5000, "prefill_tps": 100.0})


@pytest.mark.parametrize(
    ("n_restored", "n_prompt", "is_said"),
    [(24, 5335, False), (24, 35, False), (5000, 5335, True), (200, 5335, False), (200, 300, True)],
)
def test_what_was_restored_is_said_where_it_spared_a_wait_and_stands_behind_the_line_always(
    qtbot: QtBot, n_restored: int, n_prompt: int, *, is_said: bool
) -> None:
    stats = {"n_restored": n_restored, "n_prompt": n_prompt}
    assert ("restored from disk" in stats_text(stats)) is is_said
    assert "restored from disk" in more_stats_text(stats)
