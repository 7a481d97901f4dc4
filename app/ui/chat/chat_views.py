"""The widgets in which the open chat is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.ui.composer.composer import Composer
    from app.ui.notices import NoticeArea
    from app.ui.sidebar.sidebar import Sidebar
    from app.ui.status_line import StatusLine
    from app.ui.transcript.transcript_view import TranscriptView


@dataclass(frozen=True, slots=True)
class ChatViews:
    """The parts of the window a chat shows in."""

    sidebar: Sidebar
    transcript: TranscriptView
    composer: Composer
    status: StatusLine
    notices: NoticeArea
