"""What differs from one kind of block to another."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from app.ui.theme import LIGHT_COLOURS
from app.ui.transcript.blocks.block import Block
from app.ui.transcript.blocks.section_document import SectionDocument
from app.ui.transcript.model.sections import cost
from app.ui.translation import QT_TR_NOOP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.ui.theme import Colours
    from app.ui.transcript.model.sections import Section


class BlockKind(ABC):
    """One kind; holds nothing but constants, for there is one object of it.

    Only `recognises` and `fill` must be written: by default a section looks like a paragraph, is
    copied with its message and read aloud as it is displayed. What is laid out, painted and
    hit-tested in another way is a `Block` of its own, which `block` returns.

    Attributes:
        is_copied: goes along when its message is copied or read aloud as a whole.
        may_have_links: its document is looked through for addresses.
        may_unwrap: its lines may reach beyond the right edge.
        never_wraps: they always do where they are too long.
        copy_words: what the menu calls copying it by itself; marked for translation.
        shows_as_written: every word it shows stands in the section, so that words are found without
            its document.
    """

    is_copied = True
    may_have_links = False
    may_unwrap = False
    never_wraps = False
    copy_words = QT_TR_NOOP("Copy")
    shows_as_written = False

    @abstractmethod
    def recognises(self, section: Section) -> bool:
        """Whether a section is of this kind."""

    @abstractmethod
    def fill(self, document: SectionDocument, section: Section, *, is_open: bool) -> None:
        """Put a section into an empty document; `is_open` while it is still growing."""

    def block(self, section: Section, colours: Colours, *, is_open: bool = False) -> Block:
        """Return a section ready to be laid out, painted and hit-tested."""
        return Block(section, colours, self.document(section, colours, is_open=is_open))

    def document(
        self, section: Section, colours: Colours, *, is_open: bool = False
    ) -> SectionDocument:
        """Return the text of a section."""
        return SectionDocument(section, colours, self, is_open=is_open)

    def words(self, section: Section) -> str:
        """Return what words are looked for in: all that is displayed."""
        if self.shows_as_written:
            return section.text
        document = self.document(section, LIGHT_COLOURS)
        return document.raw_text(0, document.end_position())

    def cost(self, section: Section) -> int:
        """Return about how long it takes to be laid out, in tenths of a millisecond."""
        return cost(section)

    def extra_height(self, _section: Section) -> float:
        """Return what is around the lines, for the estimate; logical pixels."""
        return 0.0

    def copy_label(self, _section: Section) -> str:
        """Return what it is called where it can be copied by itself, "" where it cannot."""
        return ""

    def whole_text(self, sections: Sequence[Section], at: int) -> str:
        """Return what is copied of it by itself, with the other pieces of the same block."""
        return sections[at].text

    def whole_html(self, _sections: Sequence[Section], _at: int) -> str:
        """Return the same as HTML for programs that take it; "" for none."""
        return ""

    def spoken(self, _section: Section) -> str | None:
        """Return what is said of it as it comes; None for what is displayed, "" for nothing."""
        return None
