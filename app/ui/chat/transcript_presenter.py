"""What the transcript needs beside the messages: places, earlier messages, links, what is possible.

The messages themselves it takes from the open chat's list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.ui.chat.scroll_positions import ScrollPositions
from app.ui.link_question import ask_to_open

if TYPE_CHECKING:
    from app.core.chats.records import ChatId
    from app.ui.chat.answer_rules import AnswerRules
    from app.ui.notices import NoticeArea
    from app.ui.state.open_chat import OpenChat
    from app.ui.transcript.render.scroll_anchor import ScrollAnchor
    from app.ui.transcript.transcript_view import TranscriptView


class TranscriptPresenter(QObject):
    """Brings each chat back to where it was being read, and offers what the model can do."""

    def __init__(
        self,
        open_chat: OpenChat,
        rules: AnswerRules,
        transcript: TranscriptView,
        notices: NoticeArea,
    ) -> None:
        super().__init__(transcript)
        self._open_chat = open_chat
        self._rules = rules
        self._notices = notices
        self._transcript = transcript
        self._scroll_positions = ScrollPositions(transcript)
        open_chat.leaving.connect(self._keep_place)
        open_chat.read.connect(self._go_back)
        open_chat.earlier_read.connect(self._go_back)
        rules.changed.connect(self._show_possible)
        transcript.shown.connect(open_chat.read_earlier)
        transcript.link_activated.connect(self.ask_to_open)
        self._show_possible()

    @Slot(str)
    def ask_to_open(self, address: str) -> None:
        """Show where a link leads and open it only when told to."""
        ask_to_open(self._notices, address, self._open_chat.id)

    def place(self) -> ScrollAnchor | None:
        """Return where the open chat is being read; None at its end, and while it is opened."""
        if self._open_chat.id is None or self._open_chat.is_opening:
            return None
        return self._transcript.scroller.anchor()

    def return_to(self, chat_id: ChatId, place: ScrollAnchor) -> None:
        """Show a chat from there when it is opened, as it was before a restart."""
        self._scroll_positions.put(chat_id, place)

    @Slot()
    def _keep_place(self) -> None:
        if self._open_chat.id is not None and not self._open_chat.is_opening:
            self._scroll_positions.remember(self._open_chat.id)

    @Slot()
    def _go_back(self) -> None:
        if self._open_chat.id is not None:
            self._scroll_positions.go_back(self._open_chat.id)

    @Slot()
    def _show_possible(self) -> None:
        self._open_chat.messages.set_can_answer(
            possible=self._rules.can_answer,
            anew=self._rules.fits_regenerated,
            going_on=self._rules.fits_continued,
        )
        self._open_chat.messages.senses.set_place(is_here=self._rules.is_here)
