"""The things that go along with the message being written, above the field: files, texts, media."""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAccessible, QActionGroup, QBrush, QColor, QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QFrame, QMenu, QToolButton, QWidget

from app.core.content.media import MediaFile, MediaKind
from app.ui.composer.draft import possible_qualities, quality_of, words_of
from app.ui.composer.scan_pages import without_text_note
from app.ui.kit.accessibility import set_role
from app.ui.kit.dialog_page import MessageDialog
from app.ui.kit.labels import icon, label, picture, renderer, symbol
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.theme import RADIUS_S, SPACE_S, SPACE_XS, Theme
from app.ui.media.media_words import measure_words, picture_name
from app.ui.media.thumbnails import NoThumbnail, Thumbnails
from app.ui.words.formatting import counted, size, text_size
from app.ui.words.plain_text import set_tip
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent

    from app.core.messages import Attachment


NAME_WIDTH = 220


class Chip(QFrame):
    """Opens on a click or Return, goes with its cross or Delete; the menu has all that it can do.

    Args:
        name: of what goes along.

    Signals:
        removed: it is to go.
        focused: the keyboard came to it.
    """

    removed = Signal()
    focused = Signal()

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, QAccessible.Role.Button)
        self.setObjectName("attachmentChip")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.cross = QToolButton()
        self.cross.setObjectName("attachmentCross")
        self.cross.setIcon(icon("close", theme.colours.muted))
        set_tip(self.cross, tr("Remove"))
        self.cross.setAccessibleName(tr("Remove {name}", name=name))
        self.cross.clicked.connect(self.removed)

    @abstractmethod
    def open(self) -> None:
        """Show what goes along."""

    @abstractmethod
    def fill_menu(self, menu: QMenu) -> None:
        """Add what else can be done with it."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Qt: a click opens it."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(
            event.position().toPoint()
        ):
            self.open()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Return opens it, Delete removes it."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.open()
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt: the keyboard came."""
        super().focusInEvent(event)
        self.focused.emit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Qt: what can be done with it."""
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def menu(self) -> QMenu:
        """Return what can be done with it."""
        menu = QMenu(self)
        menu.addAction(tr("Open"), self.open)
        self.fill_menu(menu)
        menu.addAction(tr("Remove"), self.removed.emit)
        return menu


_ICON = 15


class FileChip(Chip):
    """One file in a line: a sheet of paper, its name, and what there is to say of it.

    Args:
        name: of the file.
        details: what is said of it.
    """

    def __init__(
        self, name: str, details: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(name, theme, parent)
        paper = symbol()
        paper.setPixmap(picture("file", theme.colours.muted, theme.scaled(_ICON)))
        shown = label("", wraps=False)
        metrics = shown.fontMetrics()
        shown.setText(metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, NAME_WIDTH))
        said = label("attachmentSize", details, wraps=False)
        row = horizontal(self, margins=(SPACE_S, 2, 2, 2), spacing=SPACE_XS + 2)
        for widget in (paper, shown, said, self.cross):
            row.addWidget(widget)


class ReadingChip(FileChip):
    """A file that is being read; to remove it gives the reading up."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(name, tr("Reading…"), theme, parent)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(tr("Reading {name}", name=name))
        set_tip(self, name)

    def open(self) -> None:
        """Do nothing: there is nothing to show yet."""

    def menu(self) -> QMenu:
        """Return what can be done with it."""
        menu = QMenu(self)
        menu.addAction(tr("Remove"), self.removed.emit)
        return menu

    def fill_menu(self, menu: QMenu) -> None:
        """Add nothing."""


class AttachmentChip(FileChip):
    """One text, with its size; sends `unpacked` when it is to go into the message.

    Args:
        fits: whether a text can go into the message.
    """

    unpacked = Signal()

    def __init__(
        self,
        attachment: Attachment,
        theme: Theme,
        fits: Callable[[str], bool],
        parent: QWidget | None = None,
    ) -> None:
        how_large, source = text_size(attachment.text), attachment.source
        n_pages = source.n_pages if source else 0
        note = without_text_note(source.pages_without_text if source else ())
        details = f"{counted(n_pages, 'page')} · {how_large}" if n_pages else how_large
        super().__init__(attachment.name, details, theme, parent)
        self._attachment = attachment
        self._fits = fits
        self.setAccessibleName(tr("Attached: {name}", name=attachment.name))
        self.setAccessibleDescription("\n".join(filter(None, (details, note))))
        tip = tr("{name}\nClick to open", name=attachment.name)
        set_tip(self, "\n".join(filter(None, (tip, note))))

    @Slot()
    def open(self) -> None:
        """Show the text in a window of its own."""
        MessageDialog(self._attachment.name, self._attachment.text, self.window()).show()

    def fill_menu(self, menu: QMenu) -> None:
        """Add what else can be done with it."""
        unpack = menu.addAction(tr("Insert into message"), self.unpacked.emit)
        unpack.setEnabled(self._fits(self._attachment.text))


SIDE: Final = 56  # of the small picture
_NAME_WIDTH: Final = 150
_MEDIA_ICON: Final = 22
_MOST_LENGTHENED: Final = 3.0  # what is longer still is not drawn sharper for it


class MediaChip(Chip):
    """One picture or sound: small picture or icon, name, and how large or long it is.

    Args:
        medium: what goes along.
        thumbnails: of pictures.
        is_missing: its file is not there any more.

    Signals:
        opened: it is to be shown.
        described: what it is in words, with these.
        quality_chosen: a `PictureQuality`.
    """

    opened = Signal()
    described = Signal(str)
    quality_chosen = Signal(object)

    def __init__(
        self,
        medium: MediaFile,
        theme: Theme,
        thumbnails: Thumbnails,
        *,
        is_missing: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(picture_name(medium), theme, parent)
        self._medium = medium
        self._is_missing = is_missing
        self.preview = _Preview(medium, theme, thumbnails, is_missing=is_missing)
        name = label("", wraps=False)
        metrics = name.fontMetrics()
        called = picture_name(medium)
        name.setText(metrics.elidedText(called, Qt.TextElideMode.ElideMiddle, _NAME_WIDTH))
        self._details = label("attachmentSize", self.details(), wraps=False)
        self._name_it(n_tokens=0)
        words = add_to(vertical(spacing=0), STRETCH, name, self._details, STRETCH)
        row = horizontal(self, margins=(SPACE_XS, SPACE_XS, 2, SPACE_XS), spacing=SPACE_S)
        add_to(row, self.preview, words, (self.cross, Qt.AlignmentFlag.AlignTop))

    def details(self) -> str:
        """Return how large or long it is, in one line."""
        if self._is_missing:
            return tr("File is missing")
        measures = measure_words(self._medium)
        return tr("{pixels}, reduced", pixels=measures) if self._medium.max_pixels else measures

    def show_tokens(self, n_tokens: int) -> None:
        """Say what it takes of the context; 0 where that is not known."""
        self._name_it(n_tokens=n_tokens)

    def _name_it(self, *, n_tokens: int) -> None:
        medium, name = self._medium, picture_name(self._medium)
        if medium.kind is MediaKind.IMAGE:
            self.setAccessibleName(tr("Attached picture: {name}", name=name))
        else:
            self.setAccessibleName(tr("Attached sound: {name}", name=name))
        facts = [self.details(), size(medium.n_bytes)]
        if medium.max_pixels:
            facts.append(words_of(quality_of(medium)))
        if n_tokens:
            facts.append(counted(n_tokens, "token"))
        lines = [", ".join(facts), medium.alt_text]
        self.setAccessibleDescription("\n".join(filter(None, lines)))
        set_tip(self, "\n".join(filter(None, [name, *lines, tr("Click to open")])))

    @Slot()
    def open(self) -> None:
        """Have it shown in full, or played."""
        self.opened.emit()

    def fill_menu(self, menu: QMenu) -> None:
        """Add what else can be done with it."""
        menu.addAction(tr("Describe…"), self._ask_words)
        qualities = possible_qualities(self._medium)
        if len(qualities) < 2:
            return
        more = menu.addMenu(tr("Quality"))
        group = QActionGroup(more)
        for quality in qualities:
            choose = partial(self.quality_chosen.emit, quality)
            action = more.addAction(words_of(quality), choose)
            action.setCheckable(True)
            action.setChecked(quality is quality_of(self._medium))
            group.addAction(action)

    @Slot()
    def _ask_words(self) -> None:
        from app.ui.media.alt_text_dialog import AltTextDialog

        dialog = AltTextDialog(self._medium, self.window())
        dialog.saved.connect(self.described)
        dialog.open()


class _Preview(QWidget):
    """The small picture with round corners, or an icon where there is none."""

    def __init__(
        self, medium: MediaFile, theme: Theme, thumbnails: Thumbnails, *, is_missing: bool
    ) -> None:
        super().__init__()
        self._medium = medium
        self._theme = theme
        self._thumbnails = thumbnails
        self._is_missing = is_missing
        self.setFixedSize(QSize(SIDE, SIDE))
        thumbnails.changed.connect(self._on_thumbnail)

    def picture(self) -> QPixmap | NoThumbnail | None:
        """Return what is drawn; None for an icon."""
        if self._medium.kind is not MediaKind.IMAGE or self._is_missing:
            return None
        short, long = sorted((max(1, self._medium.width), max(1, self._medium.height)))
        longest = SIDE * min(long / short, _MOST_LENGTHENED)
        return self._thumbnails.thumbnail(self._medium, longest, self.devicePixelRatioF())

    @Slot(str)
    def _on_thumbnail(self, digest: str) -> None:
        if digest == self._medium.digest:
            self.update()

    def event(self, event: QEvent) -> bool:
        """Qt: another screen may take a sharper picture."""
        if event.type() is QEvent.Type.DevicePixelRatioChange:
            self.update()
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: the middle of the picture, as large as there is room."""
        painter = QPainter(self)
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
        )
        painter.setPen(Qt.PenStyle.NoPen)
        place, picture = QRectF(self.rect()), self.picture()
        if isinstance(picture, QPixmap):
            painter.setBrush(_filling(picture))
        else:
            painter.setBrush(QColor(self._theme.colours.selected))
        painter.drawRoundedRect(place, RADIUS_S, RADIUS_S)
        if not isinstance(picture, QPixmap):
            corner = (SIDE - _MEDIA_ICON) / 2
            drawn = renderer(self._icon(picture), self._theme.colours.muted)
            drawn.render(painter, QRectF(corner, corner, _MEDIA_ICON, _MEDIA_ICON))
        painter.end()

    def _icon(self, found: NoThumbnail | None) -> str:
        if self._is_missing or found in (NoThumbnail.MISSING, NoThumbnail.UNREADABLE):
            return "warning"
        return "sound" if self._medium.kind is MediaKind.SOUND else "picture"


def _filling(picture: QPixmap) -> QBrush:
    """Return the middle of a picture as what the square is filled with."""
    scale = SIDE / min(picture.width(), picture.height())
    left, top = (SIDE - scale * picture.width()) / 2, (SIDE - scale * picture.height()) / 2
    brush = QBrush(picture)  # no clipping, which would leave the round corners jagged
    brush.setTransform(QTransform.fromTranslate(left, top).scale(scale, scale))
    return brush
