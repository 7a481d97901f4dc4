"""Where each chat was being read when it was left; of the last one also after a restart."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.chats.records import ChatId
    from app.ui.transcript.render.scroll_anchor import ScrollAnchor
    from app.ui.transcript.transcript_view import TranscriptView


class ScrollPositions:
    """Places above the end; a chat that was left at its end is shown from there again."""

    def __init__(self, transcript: TranscriptView) -> None:
        self._transcript = transcript
        self._places: dict[ChatId, ScrollAnchor] = {}

    def remember(self, chat_id: ChatId) -> None:
        """Remember what is on the screen of a chat that is being left."""
        anchor = self._transcript.scroller.anchor()
        if anchor is None:
            self._places.pop(chat_id, None)
        else:
            self._places[chat_id] = anchor

    def put(self, chat_id: ChatId, anchor: ScrollAnchor) -> None:
        """Know from elsewhere where a chat was being read."""
        self._places[chat_id] = anchor

    def go_back(self, chat_id: ChatId) -> None:
        """Show what was being read, as soon as that message is there."""
        anchor = self._places.get(chat_id)
        if anchor is not None and self._transcript.messages.row_of(anchor.message_id) >= 0:
            del self._places[chat_id]
            self._transcript.scroller.bring(anchor)
