"""Which blocks of code of a message are whole, and which are shown as the picture that they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.content.browser_page import PageKind
from app.ui.kit.theme import READING_WIDTH
from app.ui.transcript.blocks.block import CodePicture
from app.ui.transcript.blocks.figure import SvgKey
from app.ui.transcript.blocks.places import screen_ratio
from app.ui.transcript.model.sections import code_pieces, whole_code

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.ui.transcript.blocks.block import Block
    from app.ui.transcript.render.measures import SectionSlot


class CodePictures:
    """Asked by the number of any piece of a block; a picture is shown until its code is wanted.

    Args:
        guess: has a section measured anew, and guesses its height until that is done.
    """

    def __init__(self, guess: Callable[[SectionSlot], None]) -> None:
        self._guess = guess
        self._slots: Sequence[SectionSlot] = ()
        self._whole: set[int] = set()  # first pieces of blocks that a browser could show
        self._as_code: set[int] = set()  # of these, where the code is wanted

    def set_slots(self, slots: Sequence[SectionSlot]) -> None:
        """Take over the sections; a block whose end has come is to be measured again."""
        self._slots = slots
        before, self._whole = self._whole, set()
        for number, slot in enumerate(slots):
            is_first = not slot.section.continued
            if is_first and slot.kind.page_kind(slot.section) is not None:
                pieces = self.pieces(number)
                if not slots[pieces.stop - 1].is_open:
                    self._whole.add(number)
                if (number in self._whole) != (number in before):
                    for piece in pieces:
                        slots[piece].exact = False

    def clear(self) -> None:
        """Show every picture; the blocks get other numbers."""
        self._as_code.clear()
        self._whole.clear()

    def toggle(self, number: int) -> None:
        """Show the code of a block, or its picture again."""
        self._as_code ^= {self.pieces(number).start}
        for piece in self.pieces(number):
            self._guess(self._slots[piece])

    def show_code(self, number: int) -> bool:
        """Show the code, in which something was found; False where it is shown already."""
        first = self.pieces(number).start if number < len(self._slots) else -1
        if first not in self._whole or first in self._as_code:
            return False
        self.toggle(number)
        return True

    def dress(self, block: Block, number: int, *, is_drawn: bool) -> None:
        """Tell a block whether it is whole, and which picture it is; asks for that to be drawn.

        Args:
            block: of the section `number`.
            is_drawn: pictures are drawn here.
        """
        first = self.pieces(number).start
        if first not in self._whole:
            block.show_picture(CodePicture())
            return
        head, drawn = self._slots[first], None
        if is_drawn and head.kind.page_kind(head.section) is PageKind.SVG:
            whole = whole_code([slot.section for slot in self._slots], number)
            drawn = block.document.drawn(SvgKey(whole, READING_WIDTH, screen_ratio()))
        block.show_picture(CodePicture(True, drawn, first not in self._as_code))

    def pieces(self, number: int) -> range:
        """Return the numbers of all pieces of a block."""
        return code_pieces([slot.section for slot in self._slots], number)
