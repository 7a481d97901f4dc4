"""What is around the words of a message grows with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QFontMetrics

from app.core.chats.records import MessageStatus
from app.core.messages import Attachment
from app.core.plain_value import replace
from app.ui.kit.theme import LIGHT_COLOURS, TEXT_CAPTION
from app.ui.transcript.render.buttons import caption_font, icon_size, line_height
from app.ui.transcript.render.message_layout import MessageLayout
from tests.unit.ui.conftest import answer, question

if TYPE_CHECKING:
    from PySide6.QtGui import QGuiApplication

REREAD = {"reread": "removed", "n_reread": 5000, "prefill_tps": 100}


@pytest.mark.parametrize("zoom", [0.8, 1.0, 1.5, 2.0])
def test_no_line_around_a_message_is_lower_than_its_words(
    qapp: QGuiApplication, zoom: float
) -> None:
    assert qapp
    colours = replace(LIGHT_COLOURS, zoom=zoom)
    needed = QFontMetrics(caption_font(colours, TEXT_CAPTION)).height()
    said = MessageLayout(answer("Well", stats=tuple(REREAD.items())), 700, zoom).outline()
    files = (Attachment("a.txt", "a"), Attachment("b.txt", "b"))
    asked = MessageLayout(question("?", attachments=files), 700, zoom).outline()
    lines = [said.caption - 8, said.reason().height() - 4, said.thinking().height()]
    lines += [place.height() for place in asked.attachments()]
    lines += [said.footer().height(), line_height(colours)]
    assert [height for height in lines if height < needed] == []
    first, second = asked.attachments()
    assert second.top() >= first.bottom()


def test_icons_grow_with_the_words() -> None:
    sizes = [icon_size(replace(LIGHT_COLOURS, zoom=zoom)) for zoom in (1.0, 1.3, 1.5)]
    assert sizes == sorted(set(sizes))


def test_the_next_message_keeps_away_from_words_that_say_how_an_answer_ended() -> None:
    ended = MessageLayout(answer("Well", MessageStatus.STOPPED), 700).outline()
    assert ended.height - ended.footer().bottom() >= 20
