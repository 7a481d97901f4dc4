"""The texts that go along with the message being written, each as a chip above the field."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton, QWidget

from app.ui.accessible_role import set_role
from app.ui.flow_layout import FlowLayout
from app.ui.formatting import text_size
from app.ui.icons import icon
from app.ui.labels import label, symbol
from app.ui.message_dialog import MessageDialog
from app.ui.plain_text import set_tip
from app.ui.tab_order import follow_layout
from app.ui.theme import SPACE_S, SPACE_XS
from app.ui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent

    from app.core.messages import Attachment
    from app.ui.theme import Theme

_ICON = 15
_NAME_WIDTH = 220


class AttachmentChip(QFrame):
    """One text; opens on a click, goes with its cross or Delete. Sends `removed` and `unpacked`."""

    removed = Signal()
    unpacked = Signal()

    def __init__(
        self,
        attachment: Attachment,
        theme: Theme,
        fits: Callable[[str], bool],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        set_role(self, QAccessible.Role.Button)
        self._attachment = attachment
        self._fits = fits
        self.setObjectName("attachmentChip")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(tr("Attached: {name}", name=attachment.name))
        set_tip(self, tr("{name}\nClick to open", name=attachment.name))
        paper = symbol()
        paper.setPixmap(icon("file", theme.colours.muted).pixmap(_ICON, _ICON))
        name = label("", wraps=False)
        metrics = name.fontMetrics()
        name.setText(metrics.elidedText(attachment.name, Qt.TextElideMode.ElideMiddle, _NAME_WIDTH))
        how_large = label("attachmentSize", text_size(attachment.text), wraps=False)
        self.cross = QToolButton()
        self.cross.setObjectName("attachmentCross")
        self.cross.setIcon(icon("close", theme.colours.muted))
        self.cross.setIconSize(QSize(12, 12))
        set_tip(self.cross, tr("Remove"))
        self.cross.setAccessibleName(tr("Remove {name}", name=attachment.name))
        self.cross.clicked.connect(self.removed)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_S, 2, 2, 2)
        row.setSpacing(SPACE_XS + 2)
        for widget in (paper, name, how_large, self.cross):
            row.addWidget(widget)

    @Slot()
    def open(self) -> None:
        """Show the text in a window of its own."""
        MessageDialog(self._attachment.name, self._attachment.text, self.window()).show()

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

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Qt: what can be done with it."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Open"), self.open)
        unpack = menu.addAction(tr("Insert into message"), self.unpacked.emit)
        unpack.setEnabled(self._fits(self._attachment.text))
        menu.addAction(tr("Remove"), self.removed.emit)
        menu.popup(event.globalPos())


class AttachmentBar(QWidget):
    """All chips; hidden without any.

    Sends `changed` when one goes or comes, `unpacked` with the text that goes into the message.

    Args:
        fits: whether a text can go into the message.
    """

    changed = Signal()
    unpacked = Signal(str)

    def __init__(
        self, theme: Theme, fits: Callable[[str], bool], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._fits = fits
        self._attachments: tuple[Attachment, ...] = ()
        self._flow = FlowLayout(self, SPACE_S)
        theme.changed.connect(self._rebuild)
        self.hide()

    def attachments(self) -> tuple[Attachment, ...]:
        """Return what is attached, in order."""
        return self._attachments

    def chips(self) -> list[AttachmentChip]:
        """Return the chips, in order."""
        return self.findChildren(AttachmentChip)

    def set_attachments(self, attachments: tuple[Attachment, ...]) -> None:
        """Show others."""
        if attachments != self._attachments:
            self._attachments = attachments
            self._rebuild()
            self.changed.emit()

    def add(self, attachment: Attachment) -> None:
        """Attach one more; the very same text is not attached twice."""
        if attachment not in self._attachments:
            self.set_attachments((*self._attachments, attachment))

    @Slot()
    def _rebuild(self) -> None:
        while (item := self._flow.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.setParent(None)
                widget.deleteLater()
        for attachment in self._attachments:
            chip = AttachmentChip(attachment, self._theme, self._fits)
            chip.removed.connect(partial(self._remove, attachment))
            chip.unpacked.connect(partial(self._unpack, attachment))
            self._flow.addWidget(chip)
        follow_layout(self)
        self.setVisible(bool(self._attachments))
        self.updateGeometry()

    def _remove(self, attachment: Attachment) -> None:
        self.set_attachments(tuple(one for one in self._attachments if one is not attachment))

    def _unpack(self, attachment: Attachment) -> None:
        if not self._fits(attachment.text):
            return
        self._remove(attachment)
        self.unpacked.emit(attachment.text)
