"""What a model, a file or a user wrote is shown as the text it is; Qt opens nothing it names."""

from __future__ import annotations

import sys
from bisect import bisect_left
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, QPointF, QUrl
from PySide6.QtGui import QHelpEvent, Qt, QTextDocument
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QToolTip

from app.core.conversations.events import ChatOpened, ChatsListed
from app.core.errors import Problem
from app.core.messages import Attachment
from app.core.phrases import phrase
from app.core.plain_value import replace
from app.core.protocol import ModelLoaded
from app.ui.kit.message_box import message_box
from app.ui.kit.theme import LIGHT_COLOURS
from app.ui.transcript.blocks.formula import FormulaKey, draw_formula
from app.ui.transcript.blocks.registry import make_block
from app.ui.transcript.model.sections import Section, SectionKind
from app.ui.transcript.satellites.message_menu import message_menu
from app.ui.words.plain_text import (
    Utf16Positions,
    breakable,
    button_text,
    isolated,
    never_html,
    sentence,
    tip,
    window_title,
)
from tests.unit.ui.conftest import answer, make_chat, make_model, question

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.ui.transcript.transcript_view import TranscriptView
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

HOSTILE = '<img src="/dev/zero">'
LOOKS_LIKE_HTML = (
    HOSTILE,
    f"Qwen {HOSTILE}",
    f"&lt;b&gt; {HOSTILE}",
    "  <  img src='//host/share/a.png'>",
    "<!DOCTYPE html><img src='/dev/zero'>",
    "<?xml version='1.0'?><p><img src='/dev/zero'></p>",
    "<qt><b>x</b></qt>",
    f"{'x ' * 44}{HOSTILE}",
)


def is_html(text: str) -> bool:
    """Ask Qt by the rule of its tooltips and labels."""
    return Qt.mightBeRichText(text)


@pytest.mark.parametrize("text", LOOKS_LIKE_HTML)
def test_no_tooltip_is_taken_for_html(text: str) -> None:
    assert not is_html(tip(text))
    assert not is_html(never_html(text))


@given(st.text(alphabet=st.sampled_from("<>/&lt;!? imgsrc=b\n\"'q\t"), max_size=60))
def test_nothing_that_can_be_written_makes_html_of_a_tooltip(text: str) -> None:
    assert not is_html(tip(text))
    assert not is_html(never_html(text))


def test_a_short_tooltip_says_exactly_what_it_was_given() -> None:
    assert tip("Stop (Esc)") == "Stop (Esc)"
    assert tip("One\nTwo & three") == "One\nTwo & three"


def test_a_long_tooltip_is_wrapped_and_cut() -> None:
    shown = tip("letters" * 10_000).split("\n")

    assert len(shown) <= 15
    assert max(map(len, shown)) <= 90
    assert shown[-1] == "…"


def test_a_name_on_a_button_marks_no_letter_and_no_key() -> None:
    assert button_text("Q&A\tCtrl+Q\nmodel") == "Q&&A Ctrl+Q model"
    assert len(button_text("long " * 100)) <= 60


def test_the_title_of_a_window_keeps_the_order_of_its_parts_whatever_the_writing() -> None:
    assert window_title("Plans", "Hearth") == "Plans – Hearth"
    assert window_title("", "Hearth") == "Hearth"
    assert window_title("שלום עולם", "Hearth") == "\u2068שלום עולם\u2069 – Hearth"
    assert window_title("\u202eevil", "Hearth") == "evil – Hearth"
    assert window_title("draft[*]", "Hearth") == "draft[*][*] – Hearth"
    assert isolated("two\nlines") == "two lines"


def test_a_sentence_that_begins_with_a_hebrew_name_is_read_from_left_to_right() -> None:
    assert sentence("“cat.png” contains no text.") == "“cat.png” contains no text."
    assert sentence("“שלום.txt” contains no text.").startswith("\u200e“")


def test_a_message_box_shows_what_it_was_told_as_plain_text(qtbot: QtBot) -> None:
    box = message_box(None, "Hearth", f"In {HOSTILE}?", f"Or in {HOSTILE}?")
    qtbot.addWidget(box)

    shown = [words for words in box.findChildren(QLabel) if "Or in" in words.text()]

    assert box.textFormat() is Qt.TextFormat.PlainText
    assert shown
    assert not any(is_html(words.text()) for words in shown)
    assert isinstance(box, QMessageBox)


def test_every_word_of_others_in_the_window_is_plain(desk: Desk, tmp_path: Path) -> None:
    file = Attachment(f"{HOSTILE}.txt", "text")
    words = phrase("{words}", words=HOSTILE)
    model = replace(make_model(), name=f"M {HOSTILE}", description=HOSTILE, notes=(words,))
    chat = make_chat(1, f"Why {HOSTILE}?")
    desk.post(ChatsListed((chat,)), ModelLoaded(model))
    desk.window.open_chat.show(chat.id)
    said = (question("q", attachments=(file,)), answer(f"[x](https://a.b/{HOSTILE})"))
    desk.post(ChatOpened(chat, said))
    desk.window.composer.attachments.add(file)
    desk.window.notices.show_problem(Problem(words, words, words, HOSTILE))
    desk.window.status.show_text(HOSTILE)
    desk.window.actions_by_key["chat_setup"].trigger()
    desk.window.show_about()
    desk.window.show_folders()
    desk.window.show_memory()
    desk.window.model_pages.show_get_model()
    desk.window.composer.attachments.chips()[0].open()
    row = desk.window.sidebar.chats.index(0).data(Qt.ItemDataRole.ToolTipRole)

    assert not is_html(row)
    for widget in QApplication.allWidgets():
        assert not is_html(widget.toolTip()), widget
        if isinstance(widget, QLabel) and widget.text():
            assert widget.textFormat() is Qt.TextFormat.PlainText, widget.text()
    menu = message_menu(desk.window.transcript.surface, desk.window.transcript.stack[0])
    entries = [entry for entry in menu.actions() if "img" in entry.text()]
    assert entries
    assert not any(is_html(entry.toolTip()) for entry in menu.actions())


# Where absolute paths begin.
ROOT_URL = "file:///C:/" if sys.platform == "win32" else "file:///"


@pytest.mark.parametrize(
    "written", ["a <img src='{}'> b", f"![pic](<{ROOT_URL}t/%3Cimg%20src='{{}}'%3E.png>)"]
)
def test_pointing_at_what_a_model_wrote_opens_no_file(
    view: TranscriptView, qtbot: QtBot, written: str
) -> None:
    source = written.format("/dev/null")
    view.messages.reset((answer(f"Hello ${source}$ world" if "!" not in source else source),))
    qtbot.waitUntil(lambda: bool(_tip_place(view)))
    place = _tip_place(view)
    assert place is not None

    QApplication.sendEvent(
        view.viewport(),
        QHelpEvent(QEvent.Type.ToolTip, place, view.viewport().mapToGlobal(place)),
    )

    assert "img" in QToolTip.text()
    assert not is_html(QToolTip.text())


def _tip_place(view: TranscriptView) -> QPoint | None:
    click_targets = (QPoint(x, y) for y in range(0, 200, 4) for x in range(0, 500, 6))
    return next((at for at in click_targets if "img" in view.pointer.tooltip_at(QPointF(at))), None)


def test_a_section_opens_no_file_for_a_picture_that_it_does_not_have(tmp_path: Path) -> None:
    picture = tmp_path / "a.png"
    document = make_block(Section(SectionKind.PROSE, "words"), LIGHT_COLOURS).document
    for name in (picture.as_uri(), str(picture), "//host/share/a.png", "figure:99"):
        found = document.resource(QTextDocument.ResourceType.ImageResource, QUrl(name))
        assert not found.isNull()  # else Qt would look for the file itself
        assert found.size().toTuple() == (1, 1)


@pytest.mark.parametrize("tex", [r"\href{file:///dev/zero}{a}", r"\color{url(/dev/zero)}{x}"])
def test_a_formula_that_names_a_file_draws_no_file(tex: str) -> None:
    key = FormulaKey(
        tex, is_display=False, pixels=15, ascent=12, descent=4, colour="#000000", ratio=1.0
    )
    picture = draw_formula(key)

    assert picture is None or picture.image.height() < 200


@given(st.text())
def test_a_text_that_may_be_broken_has_the_same_letters(text: str) -> None:
    broken = breakable(text)
    assert broken.replace("\u200b", "") == text.replace("\u200b", "")


def test_only_long_words_may_be_broken() -> None:
    assert breakable("There is no repository ggml-org/gemma-3-4b-it-GGUF") == (
        "There is no repository ggml-org/gemma-3-4b-it-GGUF"
    )
    parts = breakable("d" * 150).split("\u200b")
    assert max(map(len, parts)) == 16


@given(text=st.text("a✓🍞"))
def test_units_of_qt_and_characters_are_counted_into_each_other(text: str) -> None:
    positions = Utf16Positions(text)
    begins = [len(text[:at].encode("utf-16-le")) // 2 for at in range(len(text) + 1)]
    assert [positions.of(at) for at in range(len(text) + 1)] == begins
    for unit in range(begins[-1] + 1):
        assert positions.character_at(unit) == bisect_left(begins, unit)
