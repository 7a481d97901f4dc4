"""Goes to a message that a search has found: to its chat, to its branch, to the words in it.

Of a long chat only the end is read at first, and only one branch is shown; so a jump waits until
what comes before is read, and then asks for the branch of the message if it is not there yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from app.core.conversations.events import AnswerRefused
from app.ui.transcript.render.scroll_anchor import ScrollAnchor

if TYPE_CHECKING:
    from app.core.chats.search.values import SearchHit
    from app.core.conversations import Chats
    from app.ui.event_bridge import EventBridge
    from app.ui.state.open_chat import OpenChat
    from app.ui.transcript.satellites.find_bar import FindBar
    from app.ui.transcript.transcript_view import TranscriptView


class MessageJump(QObject):
    """Takes one jump at a time; whatever else is opened meanwhile ends it.

    Args:
        door: shows other branches.
        bridge: tells when that is refused.
        open_chat: which chat is shown.
        transcript: where the message is to be seen.
        find_bar: marks the words.
    """

    def __init__(
        self,
        door: Chats,
        bridge: EventBridge,
        open_chat: OpenChat,
        transcript: TranscriptView,
        find_bar: FindBar,
    ) -> None:
        super().__init__(transcript)
        self._door = door
        self._open_chat = open_chat
        self._transcript = transcript
        self._find_bar = find_bar
        self._wanted: SearchHit | None = None
        self._is_branch_asked = False
        bridge.subscribe(AnswerRefused, self._on_refused)
        open_chat.switched.connect(self._on_switched)
        # After the transcript has taken note, and gone back to where the chat was left.
        open_chat.read.connect(self._soon)
        open_chat.earlier_read.connect(self._soon)
        open_chat.branch_changed.connect(self._soon)
        transcript.shown.connect(self._soon)

    def go(self, hit: SearchHit) -> None:
        """Show a message, or the chat whose title was found."""
        self._wanted, self._is_branch_asked = hit, False
        if self._open_chat.id != hit.chat_id:
            self._open_chat.show(hit.chat_id)
        elif not self._open_chat.is_opening:
            self._arrive()

    def forget(self) -> None:
        """Go nowhere."""
        self._wanted = None

    @Slot()
    def _on_switched(self) -> None:
        if self._wanted is not None and self._open_chat.id != self._wanted.chat_id:
            self._wanted = None

    def _on_refused(self, event: AnswerRefused) -> None:
        """Stay: the other branch cannot be shown while an answer is given; that is told."""
        if self._wanted is not None and event.chat_id == self._wanted.chat_id:
            self._wanted = None

    @Slot()
    def _soon(self) -> None:
        if self._wanted is not None:
            QTimer.singleShot(0, self, self._arrive)

    @Slot()
    def _arrive(self) -> None:
        """Show the message if it is here; else have it brought."""
        hit, chat = self._wanted, self._open_chat
        if hit is None or chat.id != hit.chat_id or chat.is_opening:
            return
        if hit.message_id is None:
            self._wanted = None
        elif self._transcript.messages.row_of(hit.message_id) >= 0:
            self._wanted = None
            self._show(hit)
        elif not chat.is_whole:
            chat.read_earlier()  # `earlier_read` comes back here
        elif not self._is_branch_asked:
            self._is_branch_asked = True
            self._door.show_version(chat.id, hit.message_id)

    def _show(self, hit: SearchHit) -> None:
        assert hit.message_id is not None
        offset = self._transcript.canvas.height() / 4
        self._transcript.scroller.bring(ScrollAnchor(hit.message_id, -1, offset))
        if hit.words and not hit.attachment:  # what is attached is not in the conversation
            self._find_bar.show_words(hit.words, hit.message_id)
        else:
            self._find_bar.close_bar()
