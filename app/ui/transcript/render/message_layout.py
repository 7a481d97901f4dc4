"""Where the pieces of one message lie, exact where it was laid out and estimated elsewhere.

All positions are relative to the top of the message and to the left edge of the text column.

Longer than other files: all that is known of one message's geometry.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QGuiApplication

from app.core.messages import Role
from app.ui.kit.theme import SPACE_M, Colours
from app.ui.transcript.model.citations import (
    NO_CITATIONS,
    Citations,
    SourceLine,
    doubtful_words,
    file_lines,
    has_marks,
    source_lines,
)
from app.ui.transcript.model.message_facts import (
    footer_words,
    is_step,
    is_streaming,
    is_typed,
    problem_note,
    unread_call_words,
)
from app.ui.transcript.model.message_text import Content, MessageText
from app.ui.transcript.render import measures
from app.ui.transcript.render.outline import BoxedWords, LongLines, Outline
from app.ui.transcript.render.pictures import CodePictures
from app.ui.words.direction import text_direction, turned
from app.ui.words.stats_text import reread_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.chats.records import Message
    from app.core.messages import TextKind
    from app.ui.transcript.blocks.block import Block
    from app.ui.transcript.model.sections import Section
    from app.ui.transcript.render.block_cache import BlockCache, FrameBudget


class MessageLayout:
    """One message of the transcript.

    Its text is cut into sections when it is first needed; a section becomes a `Block` when it is
    first visible.

    Attributes:
        long_lines: which of its blocks have lines that are not wrapped.
        pictures: which of its blocks of code are shown as pictures.
        summary: of what the model does not read, where it is the first that it reads.
        problem: why it failed.
        follows_step: it goes on behind the result of a call, without the name of its model.
    """

    def __init__(
        self,
        message: Message,
        width: float,
        zoom: float = 1.0,
        content: Content | None = None,
        cite: Callable[..., Citations] = lambda *_, **__: NO_CITATIONS,
        *,
        follows_step: bool = False,
    ) -> None:
        self.message = message
        self._cite = cite
        self._cited: Citations | None = None  # checking quotations takes some milliseconds
        self.zoom = zoom  # of the letters
        self.follows_step = follows_step
        self._content = message if content is None else content
        self._is_blank = not self.text.strip()
        self._width = width
        self._slots: list[measures.SectionSlot] | None = None
        self._source: MessageText | None = None
        self.is_unfolded = False
        self.is_first_read = False  # a line above it says that the model reads from here on
        self.summary = BoxedWords(measures.SUMMARY_HEADING, 2 * SPACE_M, most_lines=6)
        self.problem = BoxedWords(SPACE_M, 2 * SPACE_M + measures.PROBLEM_ICON, most_lines=12)
        self.problem.text = problem_note(message)
        self._guess: float | None = None
        self._note: str | None = None
        self._sources: tuple[SourceLine, ...] | None = None
        self._places: measures.MediaPlaces | None = None  # of its pictures and sounds
        self._direction: Qt.LayoutDirection | None = None  # of its first letter
        self._shrunk: float | None = None  # width of a bubble with one paragraph
        self.long_lines = LongLines(message.id)
        self.pictures = CodePictures(self._guess_height)

    @property
    def is_user(self) -> bool:
        """Whether it is shown as a bubble."""
        return is_typed(self.message)

    @property
    def is_cut(self) -> bool:
        """Whether its text was needed, so that its sections are known."""
        return self._slots is not None

    @property
    def is_streaming(self) -> bool:
        """Whether more text is expected."""
        return is_streaming(self.message)

    @property
    def is_waiting(self) -> bool:
        """Whether it is being answered but has no word yet."""
        is_answer = self.message.role is Role.ASSISTANT
        return is_answer and self.is_streaming and self._is_blank

    @property
    def has_thinking(self) -> bool:
        """Whether the model thought aloud before its answer; known once it was cut."""
        return self._source is not None and self._source.has_thinking

    @property
    def is_thinking(self) -> bool:
        """Whether it does so now."""
        is_open = self.is_streaming and self.message.role is Role.ASSISTANT
        return is_open and self._source is not None and self._source.is_thinking

    @property
    def answer_text(self) -> str:
        """The source of the message without the thinking before it."""
        return self.text if self.is_user else self._content.said.answer

    @property
    def direction(self) -> Qt.LayoutDirection:
        """From which side it is read: a user's with the window, an answer by its own words."""
        window = QGuiApplication.layoutDirection()
        if self.is_user:
            return window
        if self._direction is None:
            self._direction = text_direction(self.answer_text)
        return window if self._direction is None else self._direction

    @property
    def note(self) -> str:
        """What is to be known of an answer: what was read again, doubtful quotations and calls."""
        if self._note is None:
            notes = [reread_text(dict(self.message.stats)) if self.message.stats else ""]
            doubtful = self._citations().doubtful
            notes += [doubtful_words(doubtful), unread_call_words(self.message)]
            self._note = " · ".join(filter(None, notes))
        return self._note

    @property
    def sources(self) -> tuple[SourceLine, ...]:
        """What stands for the texts that go along; remembered, for each painting asks for it."""
        if self._sources is None:
            step = self.message.step
            files = () if step is None else file_lines(step.files)
            self._sources = (*source_lines(self.message.attachments), *files)
        return self._sources

    def _citations(self) -> Citations:
        """Return what an answer cites; a user cites nothing."""
        if self.is_user:
            return NO_CITATIONS
        if self._cited is None:
            is_finished = not self.is_streaming
            self._cited = self._cite(self.message.id, self.answer_text, is_finished=is_finished)
        return self._cited

    @property
    def text(self) -> str:
        """The source of the message, with what has been streamed."""
        return self._content.text

    # -- changing --

    def set_message(self, message: Message) -> None:
        """Take over another state; what did not change stays laid out."""
        self.message = message
        self.problem.text = problem_note(message)
        self._content = message
        self._is_blank = not message.text.strip()
        self._guess = self._note = self._sources = self._direction = None
        self._places = self._cited = None
        if self._slots is not None:
            self._cut()

    def renew_citations(self) -> bool:
        """Take note of other passages in the chat; True where it looks otherwise with them."""
        shown = self._cited if self._source is None else self._source.citations
        if shown is None:
            return False
        self._cited = None
        cites_now = self._citations()
        may_cite = self.is_streaming or has_marks(self.answer_text)
        if cites_now == shown or not (may_cite or cites_now.sources != shown.sources):
            return False
        self._note = None
        if self._slots is not None:
            self._cut()
        return True

    def toggle_thinking(self) -> None:
        """Show what the model thought before its answer, or hide it again."""
        self.is_unfolded = not self.is_unfolded
        self.long_lines.clear()  # the sections get other numbers
        self.pictures.clear()
        self._cut()

    def append(self, text: str, kind: TextKind, content: Content) -> None:
        """Add streamed text, all of a kind, to the end; `content` has it already."""
        self._content = content
        self._is_blank = self._is_blank and not text.strip()
        self._guess = self._cited = None
        if self._slots is None:
            return
        if self._source is None or not self._source.add(text, kind):
            self._cut()
            return
        self._set_sections(*self._source.sections())

    def set_width(self, width: float) -> None:
        """Lay out for another width of the column."""
        if width == self._width:
            return
        self._width = width
        self.forget_sizes()

    def forget_sizes(self) -> None:
        """Let every size be found anew, for another width or font."""
        self._shrunk = self._guess = self._places = None
        for slot in self._slots or ():
            self._guess_height(slot)

    # -- geometry --

    def height(self) -> float:
        """Return the height of the whole message."""
        if self._slots is None:
            return self._guessed_height()
        return self._above() + self._body_height() + self._below()

    def _guessed_height(self) -> float:
        if self._guess is None:
            text = self.text
            size = measures.MessageSize(len(text), text.count("\n"), self.is_user)
            (words,) = measures.estimated_heights([size], self._width, self.zoom)
            self._guess = words + self._media_places().height + self._problem_height()
        return self._guess

    def outline(self) -> Outline:
        """Return where lies what is around the text."""
        return Outline(
            self._width,
            self.height(),
            self._lead(),
            self._bubble() if self.is_user else QRectF(),
            len(self.sources),
            bool(self.note),
            self._media_places(),
            self._media_top(),
            measures.growth(self.zoom),
            self._caption(),
            self._tail(),
            self._problem_height(),
        )

    def slot_rects(self) -> Iterator[tuple[int, measures.SectionSlot, QRectF]]:
        """Yield every section's number and place."""
        x, width = 0.0, self._width
        if self.is_user:
            bubble = self._bubble_sides()
            x, width = (
                bubble.left() + measures.BUBBLE_PAD_X,
                bubble.width() - 2 * measures.BUBBLE_PAD_X,
            )
        y = self._above()
        for number, slot in enumerate(self.slots()):
            y += self._gap_before(number)
            yield number, slot, QRectF(x, y, width, slot.height)
            y += slot.height

    def slots(self) -> list[measures.SectionSlot]:
        """Return the sections, cutting the text if that was not needed before."""
        if self._slots is None:
            self._slots = []
            self._cut()
        return self._slots

    def lay_out(
        self, top: float, bottom: float, cache: BlockCache, colours: Colours, frame: FrameBudget
    ) -> bool:
        """Make what lies between `top` and `bottom` exact; True when a size changed."""
        changed = self._slots is None
        for number, slot, rect in list(self.slot_rects()):
            if rect.top() > bottom:
                break
            # Heights found on the way move what follows; the caller asks again until all is still.
            if rect.bottom() >= top and not slot.exact:
                slot.is_late = not frame.has_time_for(slot.section)
                if not slot.is_late:
                    changed |= self._measure(number, slot, cache, colours)
        return changed

    def block(self, number: int, cache: BlockCache, colours: Colours) -> Block:
        """Return the block of a section, made anew if it was forgotten."""
        slot = self.slots()[number]
        block = cache.get(self.message.id, number)
        if block is None or block.section is not slot.section or block.colours is not colours:
            block = slot.kind.block(slot.section, colours, is_open=slot.is_open)
            self._dress(block, number, slot)
            cache.put(self.message.id, number, block)
        return block

    def toggle_wrap(self, number: int) -> None:
        """Break the long lines of a block, or let them reach beyond the edge."""
        slots = self.slots()
        self.long_lines.toggle(number)
        for piece in self.long_lines.pieces(number):
            slots[piece].exact = False

    def renew(self, number: int) -> None:
        """Let a block be made again."""
        if self._slots is not None and number < len(self._slots):
            self._slots[number].exact = False

    # -- inside --

    def _dress(self, block: Block, number: int, slot: measures.SectionSlot) -> None:
        """Give a block its ends, its width and how its long lines are shown."""
        block.ends = slot.ends
        block.show_lines(self.long_lines.scrolled(number))
        self.pictures.dress(block, number, is_drawn=not self.is_user)
        block.set_width(self._block_width())

    def _guess_height(self, slot: measures.SectionSlot) -> None:
        slot.exact = False
        slot.height = measures.estimated_height(slot.section, slot.kind, self._inner(), self.zoom)

    def _measure(
        self, number: int, slot: measures.SectionSlot, cache: BlockCache, colours: Colours
    ) -> bool:
        block = self.block(number, cache, colours)
        self._dress(block, number, slot)
        if self.is_user and len(self.slots()) == 1:
            self._shrunk = min(self._inner(), math.ceil(block.ideal_width()) + 1.0)
            block.set_width(self._shrunk)
        height = math.ceil(block.height())
        changed = height != slot.height
        slot.height = height
        slot.exact = True
        return changed

    def _cut(self) -> None:
        self._source = MessageText(
            is_typed=self.is_user,
            is_unfolded=self.is_unfolded,
            is_step=is_step(self.message),
        )
        self._source.citations = self._citations()
        self._source.begin(self._content)
        if not self.is_streaming:
            self._source.finish()
        self._set_sections(*self._source.sections())

    def _set_sections(self, sections: list[Section], n_closed: int) -> None:
        self._slots = measures.updated_slots(
            self._slots or (), sections, n_closed, width=self._inner(), zoom=self.zoom
        )
        self.long_lines.set_slots(self._slots)
        self.pictures.set_slots(self._slots)
        if len(self._slots) != 1:
            self._shrunk = None

    def _lead(self) -> float:
        if not self.is_first_read:
            return 0.0
        return measures.DIVIDER * measures.growth(self.zoom) + self.summary.height(
            self._width, self.zoom
        )

    def _bubble(self) -> QRectF:
        sides = self._bubble_sides()
        height = self._along_height() + self._body_height() + 2 * measures.BUBBLE_PAD_Y
        return QRectF(sides.left(), self._lead(), sides.width(), height)

    def _bubble_sides(self) -> QRectF:
        """Return the bubble without a height: it lies where the lines of the window end."""
        width = self._bubble_width()
        column = QRectF(0, 0, self._width, 0)
        sides = QRectF(self._width - width, 0, width, 0)
        return turned(QGuiApplication.layoutDirection(), column, sides)

    def _media_places(self) -> measures.MediaPlaces:
        if self._places is None:
            self._places = measures.media_places(self.message.media, self._inner())
        return self._places

    def _media_top(self) -> float:
        if self.is_user:
            return self._lead() + measures.BUBBLE_PAD_Y
        line = measures.THINKING * measures.growth(self.zoom) if self.has_thinking else 0
        return self._lead() + self._caption() + line

    def _caption(self) -> float:
        """Return the height of the line with the name of the model, with the space below it."""
        if is_step(self.message) or self.follows_step:
            return measures.NO_CAPTION
        return measures.CAPTION * measures.growth(self.zoom)

    def _along_height(self) -> float:
        """Return how high is what goes along with the words of a user, or of a tool."""
        n_texts = len(self.sources)
        return (
            self._media_places().height + measures.ATTACHMENT * measures.growth(self.zoom) * n_texts
        )

    def _above(self) -> float:
        # Lines have their leading below, so equal spaces would look unequal.
        if self.is_user:
            return self._media_top() + self._along_height() + 2
        return self._media_top() + self._along_height()

    def _below(self) -> float:
        if self.is_user:
            return measures.FOOTER * measures.growth(self.zoom) + measures.BUBBLE_PAD_Y - 2
        if is_step(self.message):
            return measures.BELOW_STEP
        lines = measures.FOOTER + (measures.REREAD_NOTE if self.note else 0)
        return lines * measures.growth(self.zoom) + self._problem_height() + self._tail()

    def _problem_height(self) -> float:
        return self.problem.height(self._width, self.zoom)

    def _tail(self) -> float:
        if is_step(self.message):
            return 0.0
        has_words = not self.is_user and footer_words(self.message, is_hovered=False)
        return measures.STATUS_GAP if has_words else 0.0

    def _body_height(self) -> float:
        slots = self.slots()
        if not slots:
            has_other = bool(self.message.media or self.sources or self.problem.text)
            is_done = self.has_thinking or self.is_user or has_other
            return 0 if is_done else measures.WAITING * measures.growth(self.zoom)
        gaps = sum(self._gap_before(number) for number in range(len(slots)))
        return sum(slot.height for slot in slots) + gaps

    def _gap_before(self, number: int) -> float:
        if number == 0 or self.slots()[number].section.continued:
            return 0.0
        return measures.GAP

    def _inner(self) -> float:
        if self.is_user:
            return max(80.0, self._width * measures.BUBBLE_SHARE - 2 * measures.BUBBLE_PAD_X)
        return max(80.0, self._width)

    def _block_width(self) -> float:
        return self._shrunk or self._inner()

    def _bubble_width(self) -> float:
        along = self._media_places().width
        if self.message.attachments:
            along = max(along, min(measures.ATTACHMENT_WIDTH, self._inner()))
        inner = self._block_width() if self.slots() or not along else 0.0
        return max(inner, along) + 2 * measures.BUBBLE_PAD_X
