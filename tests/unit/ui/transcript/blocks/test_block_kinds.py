"""A new kind of block is one new file: it is found, shown, pressed, copied and read aloud."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QAccessible, QGuiApplication

from app.core.chats.records import MessageId, MessageStatus
from app.ui.transcript.blocks import kinds
from app.ui.transcript.blocks.registry import kind_of, special_kinds
from app.ui.transcript.input.finder import Occurrence
from app.ui.transcript.model.click_targets import ClickTarget, TargetKind
from app.ui.transcript.model.message_text import MessageText
from app.ui.transcript.model.sections import Section, SectionKind
from app.ui.transcript.render.canvas import displayed_text
from app.ui.transcript.satellites.message_menu import message_menu
from app.ui.transcript.speech import accessible
from tests.unit.ui.conftest import answer, question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.ui.transcript.transcript_view import TranscriptView

ROOMS = Path(kinds.__file__).parents[2]

TOOL_CALL = """
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor

from app.ui.transcript.blocks.block import Block
from app.ui.transcript.blocks.block import BlockKind
from app.ui.transcript.model.click_targets import TargetKind


class ToolCallBlock(Block):
    def height(self):
        return super().height() + 50

    def text_origin(self):
        return QPointF(30, 25)

    def actions(self, *, is_wrapped):
        return (TargetKind.COPY_BLOCK,)

    def _paint_ground(self, painter, rect):
        painter.fillRect(rect, QColor("#123456"))


class ToolCallKind(BlockKind):
    copy_words = "Copy call"

    def recognises(self, section):
        return section.language == "tool_call"

    def fill(self, document, section, *, is_open):
        document.setPlainText(f"Called {section.text}")

    def block(self, section, colours, *, is_open=False):
        return ToolCallBlock(section, colours, self.document(section, colours, is_open=is_open))

    def copy_label(self, section):
        return section.text

    def spoken(self, section):
        return "A tool was called"


KIND = ToolCallKind()
"""


@pytest.fixture
def tool_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One more file beside the kinds."""
    (tmp_path / "tool_call.py").write_text(TOOL_CALL, "utf-8")
    monkeypatch.setattr(kinds, "__path__", [*kinds.__path__, str(tmp_path)])
    special_kinds.cache_clear()
    yield
    special_kinds.cache_clear()
    sys.modules.pop(f"{kinds.__name__}.tool_call", None)


WRITTEN = "Before.\n\n```tool_call\nweather(Oslo)\n```\n\nAfter."


def test_of_what_no_special_kind_knows_the_splitter_decides() -> None:
    for kind in SectionKind:
        section = Section(kind, "text")
        assert kind_of(section) not in special_kinds()
        assert kind_of(section).recognises(section)


def test_a_kind_from_one_new_file_is_painted_hit_and_copied(
    tool_call: None, view: TranscriptView
) -> None:
    view.messages.reset([answer(WRITTEN)])
    view.repaint()
    layout = view.stack[0]
    rects = {number: rect for number, _slot, rect in layout.slot_rects()}
    origin = view.canvas.origin_of(layout.message.id)

    assert "Called weather(Oslo)" in view.visible_text()
    assert displayed_text(layout, view.canvas) == "Before.\n\nCalled weather(Oslo)\n\nAfter."
    place = (rects[1].topLeft() + origin).toPoint()
    image = view.viewport().grab().toImage()
    assert image.pixelColor(place.x() + 2, place.y() + 2).name() == "#123456"

    block = view.canvas.block_of(layout, 1)
    assert rects[1].height() > 50
    assert block.position_at(block.text_origin()) == 0
    (target,) = [
        one for one in view.canvas.targets if one.click_target.kind is TargetKind.COPY_BLOCK
    ]
    assert target.click_target == ClickTarget(TargetKind.COPY_BLOCK, layout.message.id, 1)
    view.surface.press(target.click_target)
    assert QGuiApplication.clipboard().text() == "weather(Oslo)"
    menu = message_menu(view.surface, layout)
    assert "Copy call" in [action.text() for action in menu.actions()]
    view.finder.search("weather")
    assert view.finder.current is not None


def test_words_that_a_kind_adds_are_found(tool_call: None, view: TranscriptView) -> None:
    view.messages.reset([question("called weather?", number=1), answer(WRITTEN, number=2)])

    view.finder.search("Called WEATHER")
    assert view.finder.n_found == 2
    assert view.finder.current == Occurrence(MessageId(1), 0, 0, 14)
    view.finder.step(1)
    assert view.finder.current == Occurrence(MessageId(2), 1, 0, 14)
    view.finder.search("called thunder")
    assert view.finder.n_found == 0


def test_words_that_a_kind_adds_are_found_as_soon_as_they_come(
    tool_call: None, view: TranscriptView
) -> None:
    begun = answer("", MessageStatus.STREAMING, number=2)
    view.messages.reset([begun])
    view.finder.search("called weather")
    assert view.finder.n_found == 0

    for at in range(0, len(WRITTEN), 5):
        view.messages.append_text(begun.id, WRITTEN[at : at + 5])

    assert view.finder.n_found == 1


def test_a_kind_from_one_new_file_is_read_aloud_in_its_own_words(
    tool_call: None, view: TranscriptView, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(accessible, "announce", lambda _view, words: said.append(words))
    begun = answer("", MessageStatus.STREAMING)
    view.messages.add(begun)
    view.messages.append_text(begun.id, WRITTEN)

    assert "A tool was called" in "\n".join(said)


def test_a_file_without_a_kind_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "nothing.py").write_text("", "utf-8")
    special_kinds.cache_clear()

    # Undone before events are processed: a view of an earlier test may still have a timer due.
    with monkeypatch.context() as patch:
        patch.setattr(kinds, "__path__", [*kinds.__path__, str(tmp_path)])
        with pytest.raises(TypeError, match="nothing has no KIND"):
            special_kinds()
    special_kinds.cache_clear()
    sys.modules.pop(f"{kinds.__name__}.nothing", None)


def test_only_the_model_and_the_kinds_ask_what_the_splitter_said() -> None:
    """Who paints, copies or reads aloud asks the kind of block, so that a new one is no change."""
    asking = {
        path.relative_to(ROOMS).as_posix()
        for path in ROOMS.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Name) and node.id == "SectionKind"
    }

    others = {name for name in asking if not name.startswith(("model/", "blocks/kinds/"))} - {
        "blocks/registry.py"
    }
    assert not others


def test_thinking_is_a_kind_whatever_stands_in_it() -> None:
    text = MessageText(is_unfolded=True)
    text.begin(answer("<think>\n```tool_call\nx\n```\n</think>\n\nYes."))
    text.finish()

    assert [section.kind for section in text.sections()[0]] == [
        SectionKind.THINKING,
        SectionKind.PROSE,
    ]
