"""What goes along with the message being written, each as a chip above the field."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from app.core.plain_value import replace
from app.ui.composer.chip import SIDE, AttachmentChip, Chip, MediaChip, ReadingChip
from app.ui.composer.draft import PictureQuality, in_order, with_medium, with_quality
from app.ui.kit.accessibility import follow_layout
from app.ui.kit.layouts import FlowLayout
from app.ui.kit.theme import SPACE_S, Theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from app.core.content.media import MediaFile
    from app.core.messages import Attachment
    from app.ui.media.thumbnails import Thumbnails

_MOST_HEIGHT: Final = round(2.5 * (SIDE + 2 * SPACE_S))  # half a line says that there is more


class AttachmentBar(QScrollArea):
    """All chips, pictures and sounds first; hidden without any, and scrolls where they are many.

    Args:
        thumbnails: of pictures.
        fits: whether a text can go into the message.

    Signals:
        changed: something goes along now or does not, or in another way.
        unpacked: with a text that goes into the message.
        opened: with all pictures and sounds, and the one that is to be shown.
        quality_chosen: with a `PictureQuality`, for a picture.
        emptied: the last chip is gone that had the keyboard.
        given_up: with the number of a file that is not to be read any further.
    """

    changed = Signal()
    unpacked = Signal(str)
    opened = Signal(object, object)
    quality_chosen = Signal(object)
    emptied = Signal()
    given_up = Signal(int)

    def __init__(
        self,
        theme: Theme,
        thumbnails: Thumbnails,
        fits: Callable[[str], bool],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._thumbnails = thumbnails
        self._fits = fits
        self._attachments: tuple[Attachment, ...] = ()
        self._media: tuple[MediaFile, ...] = ()
        self._reading: dict[int, str] = {}  # names of files that are being read
        self._missing: set[str] = set()
        self._chips: list[Chip] = []
        self.setObjectName("attachments")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = QWidget()
        inside.setObjectName("attachmentsInside")
        self._flow = FlowLayout(inside, SPACE_S)
        self.setWidget(inside)
        theme.changed.connect(self._rebuild)
        self.hide()

    # -- what goes along --

    def attachments(self) -> tuple[Attachment, ...]:
        """Return what texts are attached, in order."""
        return self._attachments

    def media(self) -> tuple[MediaFile, ...]:
        """Return what pictures and sounds are attached, in order."""
        return self._media

    def chips(self) -> list[AttachmentChip]:
        """Return the chips of texts, in order."""
        return [chip for chip in self._chips if isinstance(chip, AttachmentChip)]

    def media_chips(self) -> list[MediaChip]:
        """Return the chips of pictures and sounds, in order; they stand before those of texts."""
        return [chip for chip in self._chips if isinstance(chip, MediaChip)]

    def set_all(self, attachments: tuple[Attachment, ...], media: tuple[MediaFile, ...]) -> None:
        """Show others."""
        if (attachments, media) != (self._attachments, self._media):
            self._attachments, self._media = attachments, media
            self._rebuild()
            self.changed.emit()

    def set_attachments(self, attachments: tuple[Attachment, ...]) -> None:
        """Show other texts."""
        self.set_all(attachments, self._media)

    def show_reading(self, names: dict[int, str]) -> None:
        """Show which files are being read, each with a number."""
        if names != self._reading:
            self._reading = names
            self._rebuild()

    def add(self, attachment: Attachment) -> None:
        """Attach one more text; the very same text is not attached twice."""
        if attachment not in self._attachments:
            self.set_attachments(in_order((*self._attachments, attachment)))

    def add_medium(self, medium: MediaFile) -> None:
        """Attach one more picture or sound; the same file is not attached twice.

        Raises:
            TooManyMedia: there is room for no more.
        """
        self.set_all(self._attachments, with_medium(self._media, medium))
        if medium.digest in self._missing:  # its file is there again
            self._missing.discard(medium.digest)
            self._thumbnails.renew(medium.digest)
            self._rebuild()

    @Slot(str)
    def show_missing(self, digest: str) -> None:
        """Say of a picture or a sound that its file is not there any more."""
        if digest not in self._missing:
            self._missing.add(digest)
            self._rebuild()

    def show_tokens(self, n_tokens: int) -> None:
        """Say what all media take of the context together; 0 where that is not known."""
        chips = self.media_chips()
        if len(chips) == 1:  # of several it is not known which takes how much
            chips[0].show_tokens(n_tokens)

    # -- chips --

    @Slot()
    def _rebuild(self) -> None:
        n_before, focused = len(self._chips), self._focused()
        while (item := self._flow.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()  # first: a window of its own would take the keyboard from ours
                widget.setParent(None)
                widget.deleteLater()
        self._chips = [
            *map(self._media_chip, self._media),
            *map(self._chip, self._attachments),
            *map(self._reading_chip, self._reading),
        ]
        for chip in self._chips:
            chip.focused.connect(partial(self.ensureWidgetVisible, chip))
            self._flow.addWidget(chip)
            chip.show()  # at once, for what is hidden takes no keyboard
        self.setVisible(bool(self._chips))
        self._fit()
        follow_layout(self)
        if focused is not None and self._chips:
            chip = self._chips[min(focused, len(self._chips) - 1)]
            chip.setFocus()
        elif focused is not None:
            self.emptied.emit()
        elif len(self._chips) > n_before:
            self._flow.activate()
            self.ensureWidgetVisible(self._chips[-1])

    def _focused(self) -> int | None:
        """Return the number of the chip that has the keyboard."""
        for number, chip in enumerate(self._chips):
            if chip.hasFocus() or chip.cross.hasFocus():
                return number
        return None

    def _chip(self, attachment: Attachment) -> AttachmentChip:
        chip = AttachmentChip(attachment, self._theme, self._fits)
        chip.removed.connect(partial(self._remove, attachment))
        chip.unpacked.connect(partial(self._unpack, attachment))
        return chip

    def _reading_chip(self, number: int) -> ReadingChip:
        chip = ReadingChip(self._reading[number], self._theme)
        chip.removed.connect(partial(self.given_up.emit, number))
        return chip

    def _media_chip(self, medium: MediaFile) -> MediaChip:
        is_missing = medium.digest in self._missing
        chip = MediaChip(medium, self._theme, self._thumbnails, is_missing=is_missing)
        chip.removed.connect(partial(self._remove_medium, medium))
        chip.opened.connect(partial(self._open, medium))
        chip.described.connect(partial(self._describe, medium))
        chip.quality_chosen.connect(partial(self._choose_quality, medium))
        return chip

    def _remove(self, attachment: Attachment) -> None:
        self.set_attachments(tuple(one for one in self._attachments if one is not attachment))

    def _unpack(self, attachment: Attachment) -> None:
        if not self._fits(attachment.text):
            return
        self._remove(attachment)
        self.unpacked.emit(attachment.text)

    def _remove_medium(self, medium: MediaFile) -> None:
        others = (one for one in self._media if one.digest != medium.digest)
        self.set_all(self._attachments, tuple(others))

    def _open(self, medium: MediaFile) -> None:
        self.opened.emit(self._media, medium)

    def _describe(self, medium: MediaFile, words: str) -> None:
        self._replace(replace(medium, alt_text=words))

    def _choose_quality(self, medium: MediaFile, quality: PictureQuality) -> None:
        self._replace(with_quality(medium, quality))
        self.quality_chosen.emit(quality)

    def _replace(self, medium: MediaFile) -> None:
        media = (medium if one.digest == medium.digest else one for one in self._media)
        self.set_all(self._attachments, tuple(media))

    # -- height --

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: another width makes other lines."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Be as high as the chips, up to some lines of them."""
        height = self._flow.heightForWidth(self.viewport().width())
        self.setFixedHeight(min(max(1, height), _MOST_HEIGHT))
