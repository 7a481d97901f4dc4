"""What can be done with the pictures and sounds of a message, in its context menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction

from app.core.content import MediaKind
from app.ui.media.media_words import picture_name
from app.ui.plain_text import button_text
from app.ui.transcript.surface import MediumRequest, MediumWish
from app.ui.translation import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from app.core.content import MediaFile
    from app.ui.transcript.render.message_layout import MessageLayout
    from app.ui.transcript.surface import Surface


class _MediumAction(QAction):
    """Asks something of the window for a picture or a sound."""

    def __init__(self, words: str, request: MediumRequest, view: Surface, parent: QMenu) -> None:
        super().__init__(words, parent)
        self._request = request
        self._view = view
        self.triggered.connect(self._send)

    @Slot()
    def _send(self) -> None:
        self._view.requests.medium.emit(self._request)


def add_media(menu: QMenu, view: Surface, layout: MessageLayout, medium: int | None) -> None:
    """Add what can be done with each, first of all with the one that is pointed at.

    Args:
        menu: of the message.
        view: where it is shown.
        layout: of the message.
        medium: which is pointed at; None for none.
    """
    media = layout.message.media
    if medium is not None and medium < len(media):
        _add_one(menu, view, layout, medium)
        menu.addSeparator()
        return
    place = menu
    if len(media) > 1:
        place = menu.addMenu(tr("Pictures and sounds"))
    for number, file in enumerate(media):
        _add_one(place.addMenu(button_text(picture_name(file))), view, layout, number)
    if media:
        menu.addSeparator()


def _add_one(menu: QMenu, view: Surface, layout: MessageLayout, number: int) -> None:
    for wish, words in _wishes(layout.message.media[number]):
        request = MediumRequest(wish, layout.message, number)
        menu.addAction(_MediumAction(words, request, view, menu))


def _wishes(file: MediaFile) -> list[tuple[MediumWish, str]]:
    is_sound = file.kind is MediaKind.SOUND
    wishes = [(MediumWish.OPEN, tr("Play sound") if is_sound else tr("Open picture"))]
    if not is_sound:
        wishes.append((MediumWish.COPY, tr("Copy picture")))
    wishes.append((MediumWish.SAVE, tr("Save a copy…")))
    wishes.append((MediumWish.DESCRIBE, tr("Describe…")))
    return wishes
