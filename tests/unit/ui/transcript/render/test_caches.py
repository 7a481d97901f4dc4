"""What is kept to be shown again is bounded by its size, not only by its number."""

from __future__ import annotations

import gc
import weakref
from typing import TYPE_CHECKING

from app.core.chats.records import MessageId
from app.core.messages import Attachment
from app.ui.kit.theme import LIGHT_COLOURS
from app.ui.transcript.blocks.highlight import LexerCache
from app.ui.transcript.blocks.registry import make_block
from app.ui.transcript.model.citations import SourceLine
from app.ui.transcript.model.sections import Section, SectionKind
from app.ui.transcript.render import block_cache, message_stack
from app.ui.transcript.render.block_cache import BlockCache
from app.ui.transcript.render.message_layout import MessageLayout
from app.ui.words.formatting import text_size
from tests.unit.ui.conftest import answer, question, stack_of

if TYPE_CHECKING:
    import pytest
    from pytestqt.qtbot import QtBot


class Text(str):
    """A text."""


def test_asking_for_the_size_of_a_text_keeps_no_text() -> None:
    text = Text("é" * 1_000)
    gone = weakref.ref(text)

    assert text_size(text) == "2.0 kB"
    del text
    gc.collect()

    assert gone() is None


def test_the_size_of_an_attachment_is_asked_for_once_and_again_after_a_change() -> None:
    layout = MessageLayout(question("q", attachments=(Attachment("a", "é" * 1_000),)), 400.0)

    assert layout.sources is layout.sources == (SourceLine("a", "2.0 kB", 0),)
    layout.set_message(question("q", attachments=(Attachment("a", "a"),)))
    assert [one.details for one in layout.sources] == ["1 B"]


def test_blocks_are_forgotten_by_their_size(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(block_cache, "MAX_BYTES", 2_000_000)
    table = "|a|b|\n|-|-|\n" + "|c|d|\n" * 100
    cache = BlockCache()
    for number in range(100):
        cache.put(
            MessageId(1), number, make_block(Section(SectionKind.PROSE, table), LIGHT_COLOURS)
        )

    assert cache.n_bytes <= 2_000_000 or len(cache) == 24
    assert len(cache) < 100
    assert cache.get(MessageId(1), 99) is not None
    cache.clear()
    assert cache.n_bytes == 0


def test_small_blocks_are_kept_in_number(qtbot: QtBot) -> None:
    cache = BlockCache()
    for number in range(block_cache.MAX_BLOCKS + 5):
        cache.put(MessageId(1), number, make_block(Section(SectionKind.PROSE, "a"), LIGHT_COLOURS))

    assert len(cache) == block_cache.MAX_BLOCKS


def test_layouts_of_long_messages_are_forgotten_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_stack, "_MAX_CHARS", 100_000)
    stack = stack_of([answer("word " * 2_000) for _ in range(80)])
    for row in range(80):
        stack[row].slots()

    kept = stack.n_laid_out

    assert kept <= 41


def test_no_language_name_of_any_length_is_remembered() -> None:
    shelf = LexerCache()
    shelf.ask("x" * 4_000)

    assert not shelf.is_pending("x" * 4_000)
    assert shelf.lexer("x" * 4_000) is None
