"""What the line below says of a resume, of reading and of an answer."""

from __future__ import annotations

import pytest

from app.core.chats.records import ChatId
from app.core.conversations.events import ChatResumed, MessageChanged, PromptRead
from app.core.protocol import PrefixSource
from tests.unit.ui.conftest import STREAMING, Desk, answer, question


@pytest.mark.parametrize(
    ("resumed", "words"),
    [
        ((4096, 4097, 38.2, PrefixSource.DISK), "Resumed 4,096 tokens from disk in 38 ms"),
        ((1000, 4000, 20.0, PrefixSource.DISK), "Resumed 1,000 of 4,000 tokens from disk in 20 ms"),
        ((4096, 4097, 0.0, PrefixSource.LIVE), "Still in memory: 4,096 tokens"),
        ((0, 900, 0.0, PrefixSource.NOT_STORED), "Not in memory yet"),
        ((0, 900, 0.0, PrefixSource.DAMAGED), "damaged"),
        ((0, 900, 0.0, PrefixSource.UNSUPPORTED), "cannot be stored"),
        ((0, 900, 0.0, PrefixSource.OFF), "switched off"),
    ],
)
def test_the_resume_is_visible(
    desk: Desk, resumed: tuple[int, int, float, PrefixSource], words: str
) -> None:
    desk.open(question("here"))
    desk.post(ChatResumed(ChatId(1), *resumed))
    assert words in desk.window.status.text()


def test_reading_a_prompt_shows_how_far_it_is(desk: Desk) -> None:
    desk.open(question("here"), answer("", STREAMING))
    desk.post(PromptRead(ChatId(1), 1200, 3400))
    assert desk.window.status.text() == "Reading 1,200 of 3,400 tokens"


def test_an_answer_ends_with_its_figures(desk: Desk) -> None:
    begun = answer("", STREAMING, number=5)
    desk.open(question("here"), begun)
    figures = (("decode_tps", 41.3), ("n_generated", 512), ("ttft_ms", 210.0), ("source", "disk"))
    desk.post(MessageChanged(ChatId(1), answer("Done", number=5, stats=figures)))
    assert desk.window.status.text() == "41 tokens/s · 512 tokens · first token after 210 ms"
