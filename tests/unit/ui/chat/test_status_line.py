"""What the line below says of a resume, of reading and of an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from app.core.chats.records import ChatId
from app.core.conversations.events import ChatResumed, ContextUse, MessageChanged, PromptRead
from app.core.protocol import PrefixSource
from app.ui.chat.status_line import ReadingEstimate
from app.ui.words.stats_text import reading_text
from tests.unit.ui.conftest import STREAMING, Desk, answer, question

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

LASTS = 15_900.0  # milliseconds


@pytest.mark.parametrize(
    ("resumed", "words"),
    [
        ((4096, 4097, 38.2, PrefixSource.DISK, 0.0), "Picked up where you left off"),
        ((4096, 4097, 0.0, PrefixSource.LIVE, 0.0), "Picked up where you left off"),
        ((4000, 4400, 0.0, PrefixSource.LIVE, 300.0), "Picked up where you left off"),
        (
            (24, 1385, 20.0, PrefixSource.DISK, LASTS),
            "The first answer here takes longer (about 16 s).",
        ),
        ((24, 1385, 20.0, PrefixSource.LIVE, 0.0), "The first answer here takes longer."),
        ((0, 900, 0.0, PrefixSource.NOT_STORED, 0.0), "The first answer here takes longer."),
        (
            (0, 9000, 0.0, PrefixSource.NOT_STORED, 10 * LASTS),
            "The first answer here takes longer (about 3 min).",
        ),
        ((0, 900, 0.0, PrefixSource.DAMAGED, 0.0), "damaged"),
        ((600, 900, 0.0, PrefixSource.DAMAGED, LASTS), "damaged"),
        ((0, 900, 0.0, PrefixSource.UNSUPPORTED, 0.0), "cannot be stored"),
        ((0, 900, 0.0, PrefixSource.OFF, 0.0), "switched off"),
    ],
)
def test_the_resume_is_visible(
    desk: Desk, resumed: tuple[int, int, float, PrefixSource, float], words: str
) -> None:
    desk.open(question("here"))
    desk.post(ChatResumed(ChatId(1), *resumed))
    assert words in desk.window.status.text()


def test_a_short_chat_that_was_never_read_was_not_picked_up(desk: Desk) -> None:
    desk.open(question("here"))
    desk.post(ChatResumed(ChatId(1), 24, 241, 20.0, PrefixSource.DISK, 500.0))
    assert desk.window.status.text() == ""


def test_the_figures_of_a_resume_are_behind_the_line(desk: Desk) -> None:
    desk.open(question("here"))
    desk.post(ChatResumed(ChatId(1), 4096, 4097, 38.2, PrefixSource.DISK))
    figures = desk.window.status._text.toolTip()
    assert "Resumed 4,096 of 4,097 tokens from disk in 38 ms" in figures


def test_reading_a_prompt_shows_how_far_it_is(desk: Desk) -> None:
    desk.open(question("here"), answer("", STREAMING))
    desk.post(PromptRead(ChatId(1), 1200, 3400))
    assert desk.window.status.text() == "Reading this chat…"
    assert "Reading 1,200 of 3,400 tokens" in desk.window.status._text.toolTip()


def test_what_is_left_to_read_is_estimated_by_what_was_read() -> None:
    time, chat = ReadingEstimate(), ChatId(1)
    assert time.left_ms(PromptRead(chat, 100, 5100), 10.0) == 0.0
    assert time.left_ms(PromptRead(chat, 120, 5100), 10.5) == 0.0
    assert time.left_ms(PromptRead(chat, 1100, 5100), 40.0) == pytest.approx(120_000)
    assert time.left_ms(PromptRead(chat, 2100, 5100), 70.0) == pytest.approx(90_000)
    assert time.left_ms(PromptRead(ChatId(2), 10, 500), 71.0) == 0.0
    assert reading_text(120_000) == "Reading this chat, about 2 min left"


def test_an_answer_ends_with_its_figures(desk: Desk) -> None:
    begun = answer("", STREAMING, number=5)
    desk.open(question("here"), begun)
    figures = (("decode_tps", 41.3), ("n_generated", 512), ("ttft_ms", 210.0), ("source", "disk"))
    desk.post(MessageChanged(ChatId(1), answer("Done", number=5, stats=figures)))
    assert desk.window.status.text() == "41 tokens/s · 512 tokens · first token after 210 ms"


@pytest.mark.parametrize("width", [600, 1000, 1500])
def test_the_line_begins_and_ends_where_the_message_field_does(desk: Desk, width: int) -> None:
    window = desk.window
    window.resize(width, 700)
    desk.open(question("here"))
    desk.post(ChatResumed(ChatId(1), 4096, 4097, 38.2, PrefixSource.DISK))
    window.status.meter.show_use(ContextUse(ChatId(1), 2048, 51))

    def edges(first: QWidget, last: QWidget) -> tuple[int, int]:
        left = first.mapTo(window, QPoint(0, 0)).x()
        return left, last.mapTo(window, QPoint(last.width(), 0)).x()

    frame = window.composer.frame
    wanted = edges(frame, frame)
    desk.until(lambda: edges(window.status._text, window.status.meter) == wanted)
    assert window.status.meter.words() == "51 of 2,048 tokens"


@pytest.mark.parametrize("zoom", [1.0, 1.5, 2.0])
def test_what_appears_in_the_line_moves_nothing_above_it(desk: Desk, zoom: float) -> None:
    window = desk.window
    window.theme.set_zoom(zoom)
    desk.open()
    window.status.set_note("Write a message to begin")
    desk.until(lambda: not window.status.meter.isVisible())
    height = window.status.height()
    window.status.meter.show_use(ContextUse(ChatId(1), 2048, 51))
    desk.until(window.status.meter.isVisible)
    QApplication.sendPostedEvents()
    assert window.status.sizeHint().height() <= height == window.status.height()
