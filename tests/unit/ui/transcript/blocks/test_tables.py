"""Tables: as wide as they need to be, moved sideways, and copied for a spreadsheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QTextTable, QWheelEvent

from app.ui.kit.theme import LIGHT_COLOURS
from app.ui.transcript.blocks.kinds.table import TableBlock
from app.ui.transcript.blocks.registry import kind_of, make_block
from app.ui.transcript.model.click_targets import TargetKind
from app.ui.transcript.model.sections import SectionKind, split_sections
from tests.unit.ui.conftest import answer

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.ui.transcript.transcript_view import TranscriptView

pytestmark = pytest.mark.usefixtures("qapp")

WIDE = (
    "| City |" + "".join(f" Month {n} |" for n in range(12)) + "\n|---|" + "---:|" * 12
    + "\n| Donaudampfschifffahrtsgesellschaft |" + " 1,000,000.00 |" * 12
)  # fmt: skip


def test_a_wide_table_keeps_its_words_whole_and_reaches_beyond_the_edge() -> None:
    (section,) = split_sections(WIDE)
    assert section.kind is SectionKind.TABLE
    block = make_block(section, LIGHT_COLOURS)
    block.set_width(700)
    assert block.overflow() > 0
    line = block.document.begin()
    while line.isValid():
        assert line.layout().lineCount() <= 1
        line = line.next()


def test_a_table_of_sentences_is_wrapped_into_the_column() -> None:
    (section,) = split_sections(f"| a | b |\n|---|---|\n| {'many words ' * 40} | {'more ' * 60} |")
    block = make_block(section, LIGHT_COLOURS)
    block.set_width(700)
    assert block.overflow() == 0
    assert block.document.idealWidth() <= 702


def test_heads_stand_as_their_columns_do() -> None:
    (section,) = split_sections("| a | b |\n|---|---:|\n| c | d |")
    document = kind_of(section).document(section, LIGHT_COLOURS)
    (table,) = (one for one in document.rootFrame().childFrames() if isinstance(one, QTextTable))
    for column in range(2):
        head, cell = (
            table.cellAt(row, column).firstCursorPosition().blockFormat().alignment()
            for row in range(2)
        )
        assert head == cell or not cell


def test_a_table_is_copied_as_a_spreadsheet_takes_it() -> None:
    text = "| a | **b** |\n|---|---|\n" + "| x<br>y | `z` |\n" * 200
    sections = split_sections(text)
    assert len(sections) > 1
    kind = kind_of(sections[0])
    rows = kind.whole_text(sections, 1).split("\n")
    assert rows == ["a\tb"] + ["x y\tz"] * 200
    assert kind.whole_html(sections, 0).count("<tr>") == 201
    hostile = split_sections("| a | b |\n|---|---|\n| <script>x</script> | c |")
    assert "<script" not in kind.whole_html(hostile, 0)


def test_a_wide_table_moves_with_the_wheel_and_with_its_bar(
    qtbot: QtBot, view: TranscriptView
) -> None:
    view.messages.reset([answer(WIDE)])
    block = view.canvas.block_of(view.stack[0], 0)
    assert isinstance(block, TableBlock)
    origin = view.canvas.origin_of(view.stack[0].message.id)
    rect = next(rect for _number, _slot, rect in view.stack[0].slot_rects()).translated(origin)
    turned = QWheelEvent(
        rect.center(), view.viewport().mapToGlobal(rect.center()), QPoint(), QPoint(0, -240),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.ShiftModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    view.viewportEvent(turned)
    assert block.scrolled == 120

    bar = block.scroll_bar(rect, block.overflow())
    begin = bar.center().toPoint()
    left, screen = Qt.MouseButton.LeftButton, view.viewport()
    qtbot.mousePress(screen, left, pos=begin)
    qtbot.mouseMove(screen, begin + QPoint(10, 0))
    assert 120 < block.scrolled < block.overflow()
    qtbot.mouseMove(screen, begin + QPoint(10_000, 0))
    assert block.scrolled == block.overflow()
    qtbot.mouseRelease(screen, left, pos=begin)
    qtbot.mouseMove(screen, begin)
    assert block.scrolled == block.overflow()
    assert view.surface.pointer.selection is None


def test_the_arrow_keys_move_a_wide_table(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset([answer(f"{WIDE}\n\nwords")])
    block = view.canvas.block_of(view.stack[0], 0)
    assert isinstance(block, TableBlock)
    view.grab()
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    moved = block.scrolled
    assert moved > 0
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert block.scrolled == moved / 2
    for _press in range(100):
        qtbot.keyClick(view, Qt.Key.Key_Right)
    assert block.scrolled == block.overflow()


def test_the_arrow_keys_move_the_table_that_is_in_the_middle(
    qtbot: QtBot, view: TranscriptView
) -> None:
    between = "words\n\n" * 20
    view.messages.reset([answer(f"{WIDE}\n\n{between}\n\n{WIDE}\n\n{between}")])
    layout = view.stack[0]
    numbers = [n for n, slot in enumerate(layout.slots()) if slot.section.kind is SectionKind.TABLE]
    for number in numbers:
        rect = next(rect for n, _slot, rect in layout.slot_rects() if n == number)
        view.verticalScrollBar().setValue(max(0, int(rect.center().y()) - view.height() // 2))
        view.grab()
        qtbot.keyClick(view, Qt.Key.Key_Right)
    moved = [layout.long_lines.scrolled(number) for number in numbers]
    assert moved[0] == moved[1] != 0


def test_the_button_of_a_table_gives_text_and_html(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset([answer("| a | b |\n|---|---|\n| 1 | 2 |")])
    view.grab()
    target = next(
        one for one in view.canvas.targets if one.click_target.kind is TargetKind.COPY_BLOCK
    )
    place = target.rect.center().toPoint()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    copied = QGuiApplication.clipboard().mimeData()
    assert copied.text() == "a\tb\n1\t2"
    assert "<td>2</td>" in copied.html()
