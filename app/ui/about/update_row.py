"""The button "Check for updates" and what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app import __version__
from app.ui.announcement import announce
from app.ui.labels import label
from app.ui.plain_text import set_tip
from app.ui.theme import SPACE_M, SPACE_S, SPACE_XS
from app.ui.translation import tr, translated

if TYPE_CHECKING:
    from app.core.errors import Problem
    from app.core.updates import Release
    from app.ui.updates import UpdateCheck


class UpdateRow(QWidget):
    """Asks when the button is pressed, never before; while it asks, the button cancels.

    Args:
        check: asks; becomes a child of this.
    """

    def __init__(self, check: UpdateCheck, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        check.setParent(self)
        self._check = check
        self._page = ""
        self.button = QPushButton()
        self.page_button = QPushButton(tr("Open download page"))
        self.page_button.setProperty("kind", "primary")
        self.page_button.hide()
        for button in (self.button, self.page_button):
            button.setAutoDefault(False)
        self._status = _label("aboutStatus")
        self._more = _label("dialogStatus")
        self._arrange()
        self.button.clicked.connect(self._on_button)
        self.page_button.clicked.connect(self._on_page)
        check.answered.connect(self._on_answered)
        check.failed.connect(self._on_failed)
        self._rest()

    def _arrange(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_S)
        buttons.addWidget(self.button)
        buttons.addWidget(self.page_button)
        buttons.addStretch(1)
        words = QVBoxLayout()
        words.setSpacing(SPACE_XS)
        words.addWidget(self._status)
        words.addWidget(self._more)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_M)
        column.addLayout(words)
        column.addLayout(buttons)

    def words(self) -> str:
        """Return what is said about it."""
        return "\n".join(filter(None, (self._status.text(), self._more.text())))

    def cancel(self) -> None:
        """Stop asking, if it does."""
        if self._check.is_asking:
            self._check.cancel()
            self._rest()

    def _rest(self) -> None:
        self.button.setText(tr("Check for updates"))
        self.button.setVisible(self._check.has_feed)
        if not self._check.has_feed:
            self._say(tr("This build of Hearth has no address to check for updates."), aloud=False)
            return
        host = QUrl(self._check.feed).host()
        self._say(
            tr("Hearth checks for updates only when you click."),
            tr("It then asks {host} and sends nothing about you.", host=host),
            aloud=False,
        )

    def _say(self, status: str, more: str = "", *, aloud: bool = True) -> None:
        self._status.setText(status)
        self._more.setText(more)
        self._more.setVisible(bool(more))
        if aloud:
            announce(self, f"{status} {more}".strip())

    # -- reacting --

    @Slot()
    def _on_button(self) -> None:
        if self._check.is_asking:
            self.cancel()
            announce(self, tr("Cancelled"))
            return
        self.page_button.hide()
        self.button.setText(tr("Cancel"))
        self._say(tr("Checking {host}…", host=QUrl(self._check.feed).host()))
        self._check.ask()

    @Slot(object)
    def _on_answered(self, release: Release) -> None:
        self.button.setText(tr("Check again"))
        if release.is_newer():
            self._page = release.page
            set_tip(self.page_button, release.page)
            self.page_button.setAccessibleDescription(release.page)
            self.page_button.show()
            self._say(
                tr("Hearth {version} is available.", version=str(release.version)), release.notes
            )
        else:
            self._say(tr("Hearth {version} is the newest version.", version=__version__))

    @Slot(object)
    def _on_failed(self, problem: Problem) -> None:
        self.button.setText(tr("Check again"))
        self._say(translated(problem.what), translated(problem.effect, problem.remedy))

    @Slot()
    def _on_page(self) -> None:
        short = self._page.removeprefix("https://")
        if QDesktopServices.openUrl(QUrl(self._page)):
            self._say(tr("Opening {address} in your browser", address=short))
        else:
            self._say(tr("Could not open a browser. The address is {address}", address=self._page))


def _label(name: str) -> QLabel:
    words = label(name)
    words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return words
