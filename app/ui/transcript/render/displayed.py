"""The words and links of a message as they are displayed, laid out where that is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from app.ui.media.media_words import spoken_medium

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF

    from app.ui.transcript.blocks.block import Block
    from app.ui.transcript.render.message_layout import MessageLayout

_MAX_DISPLAYED = 50_000  # characters


class BlockSource(Protocol):
    """Where laid-out sections come from."""

    def block_of(self, layout: MessageLayout, number: int) -> Block:
        """Return a laid-out section."""


def displayed_text(layout: MessageLayout, blocks: BlockSource) -> str:
    """Return the text of a message as it is displayed; a very long one as it was written."""
    if len(layout.text) > _MAX_DISPLAYED:
        # Laying out all of it for one copy would freeze the window.
        return layout.text
    parts: list[str] = []
    for number, slot in enumerate(layout.slots()):
        if not slot.kind.is_copied:
            continue
        block = blocks.block_of(layout, number)
        if parts and not slot.section.glued:
            parts.append("\n" if slot.section.continued else "\n\n")
        parts.append(block.text_between(0, block.end_position()))
    return "".join(parts)


def with_media(layout: MessageLayout, text: str) -> str:
    """Return the words of a message below what its pictures and sounds are."""
    said = [spoken_medium(file) for file in layout.message.media]
    return "\n\n".join(filter(None, ["\n".join(said), text]))


def links(layout: MessageLayout, blocks: BlockSource) -> list[str]:
    """Return the addresses a message leads to, in their order; none of a very long message."""
    if layout.is_user or len(layout.text) > _MAX_DISPLAYED:
        return []
    found: dict[str, None] = {}
    for number, slot in enumerate(layout.slots()):
        if not slot.kind.may_have_links:
            continue
        for style in blocks.block_of(layout, number).document.allFormats():
            found |= dict.fromkeys([style.toCharFormat().anchorHref()])
    return [address for address in found if address]


def visible_texts(layout: MessageLayout, clip: QRectF, blocks: BlockSource) -> list[str]:
    """Return the texts of the sections of a message that touch `clip`, and the line below them."""
    parts = []
    for number, _slot, rect in list(layout.slot_rects()):
        if rect.intersects(clip):
            block = blocks.block_of(layout, number)
            parts.append(block.text_between(0, block.end_position()))
    if not layout.is_user and layout.note:
        parts.append(layout.note)
    return parts
