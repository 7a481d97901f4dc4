"""A text that goes along with the message being written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout

from app.ui.composer.chip import NAME_WIDTH, Chip
from app.ui.formatting import text_size
from app.ui.icons import picture
from app.ui.labels import label, symbol
from app.ui.message_dialog import MessageDialog
from app.ui.plain_text import set_tip
from app.ui.theme import SPACE_S, SPACE_XS
from app.ui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMenu, QWidget

    from app.core.messages import Attachment
    from app.ui.theme import Theme

_ICON = 15


class AttachmentChip(Chip):
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
        super().__init__(attachment.name, theme, parent)
        self._attachment = attachment
        self._fits = fits
        self.setAccessibleName(tr("Attached: {name}", name=attachment.name))
        set_tip(self, tr("{name}\nClick to open", name=attachment.name))
        paper = symbol()
        paper.setPixmap(picture("file", theme.colours.muted, theme.scaled(_ICON)))
        name = label("", wraps=False)
        metrics = name.fontMetrics()
        name.setText(metrics.elidedText(attachment.name, Qt.TextElideMode.ElideMiddle, NAME_WIDTH))
        how_large = label("attachmentSize", text_size(attachment.text), wraps=False)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_S, 2, 2, 2)
        row.setSpacing(SPACE_XS + 2)
        for widget in (paper, name, how_large, self.cross):
            row.addWidget(widget)

    @Slot()
    def open(self) -> None:
        """Show the text in a window of its own."""
        MessageDialog(self._attachment.name, self._attachment.text, self.window()).show()

    def fill_menu(self, menu: QMenu) -> None:
        """Add what else can be done with it."""
        unpack = menu.addAction(tr("Insert into message"), self.unpacked.emit)
        unpack.setEnabled(self._fits(self._attachment.text))
