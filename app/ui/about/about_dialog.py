"""The page "About Hearth": which version this is, whether there is a newer one, and details."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app import __version__
from app.ui.about.licences_dialog import LicencesDialog
from app.ui.about.update_row import UpdateRow
from app.ui.announcement import announce
from app.ui.dialog_footer import dialog_footer
from app.ui.dialog_page import fit_screen, scrolled
from app.ui.icons import picture
from app.ui.labels import label, symbol
from app.ui.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XL
from app.ui.translation import tr

if TYPE_CHECKING:
    from app.ui.theme import Theme
    from app.ui.updates import UpdateCheck

_SIZE = QSize(520, 570)
_FLAME = 48


class AboutDialog(QDialog):
    """Says what is known of this installation.

    Args:
        details: for a report of a defect, one fact per line.
        check: asks for updates, when its button is pressed.
    """

    def __init__(
        self, theme: Theme, details: str, check: UpdateCheck, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("about")
        self.setWindowTitle(tr("About Hearth"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._flame = symbol()
        self.details = label("aboutDetails", details)
        self.details.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.updates = UpdateRow(check)
        self._status = label("dialogStatus")
        self.copy_button = QPushButton(tr("Copy details"))
        self.licences_button = QPushButton(tr("Licences"))
        self.close_button = QPushButton(tr("Close"))
        self.close_button.setDefault(True)
        self._arrange()
        self.copy_button.clicked.connect(self._on_copy)
        self.licences_button.clicked.connect(self.show_licences)
        self.close_button.clicked.connect(self.reject)
        self.finished.connect(self.updates.cancel)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        fit_screen(self, _SIZE)
        (self.updates.button if check.has_feed else self.close_button).setFocus()

    # -- arranging --

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(scrolled(self._page(), "aboutScroll"), 1)
        column.addWidget(
            dialog_footer(
                self.copy_button, self.licences_button, self.close_button, left=self._status
            )
        )

    def _page(self) -> QWidget:
        page = QWidget()
        page.setObjectName("aboutPage")
        column = QVBoxLayout(page)
        column.setContentsMargins(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_L)
        column.setSpacing(SPACE_S)
        column.addLayout(self._head())
        column.addSpacing(SPACE_M)
        column.addWidget(
            label(
                "aboutText",
                tr("Chat with language models on your own machine; every conversation stays warm."),
            )
        )
        column.addWidget(label("dialogText", tr("Free software under the MIT licence.")))
        column.addSpacing(SPACE_L)
        column.addWidget(label("dialogCaption", tr("Updates")))
        column.addWidget(self.updates)
        column.addSpacing(SPACE_L)
        column.addWidget(label("dialogCaption", tr("Details for bug reports")))
        column.addWidget(self.details)
        column.addStretch(1)
        return page

    def _head(self) -> QHBoxLayout:
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(label("dialogTitle", "Hearth"))
        words.addWidget(label("dialogText", tr("Version {version}", version=__version__)))
        row = QHBoxLayout()
        row.setContentsMargins(-SPACE_S, 0, 0, 0)  # the icon has room around it
        row.setSpacing(SPACE_M)
        row.addWidget(self._flame, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        return row

    # -- reacting --

    def status(self) -> str:
        """Return what became of the last button below the page."""
        return self._status.text()

    @Slot()
    def show_licences(self) -> LicencesDialog:
        """Open the texts of all licences."""
        shown = LicencesDialog(self)
        shown.show()
        return shown

    @Slot()
    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.details.text())
        self._status.setText(tr("Copied"))
        announce(self, tr("Copied"))

    @Slot()
    def _on_theme_changed(self) -> None:
        colours = self._theme.colours
        self._flame.setPixmap(picture("flame", colours.accent, _FLAME))
