"""How to get a real model: what suits this machine, where to download it, how to open it.

Hearth opens no connection for this; pages open in the user's browser, and their addresses are read
before they do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.core.models.suggestions import ALL_MODELS_PAGE, rate
from app.ui.dialog_footer import dialog_footer
from app.ui.dialog_page import fit_screen, scrolled
from app.ui.icons import icon
from app.ui.labels import label
from app.ui.model_views.suggestion_row import SuggestionRow
from app.ui.plain_text import set_tip
from app.ui.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XL, SPACE_XS
from app.ui.translation import tr

if TYPE_CHECKING:
    from app.ui.theme import Theme

_SIZE = QSize(700, 900)
_BADGE = 26


class GetModelDialog(QDialog):
    """Three steps from nothing to a model; sends `open_file_requested` for the last of them.

    Args:
        ram_bytes: all memory of this machine.
    """

    open_file_requested = Signal()

    def __init__(self, theme: Theme, ram_bytes: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("getModel")
        self.setWindowTitle(tr("Get a real model"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.rows = [SuggestionRow(rated, theme) for rated in rate(ram_bytes)]
        self.all_models = QPushButton(tr("All GGUF models on huggingface.co"))
        self.all_models.setObjectName("linkButton")
        set_tip(self.all_models, ALL_MODELS_PAGE)
        self.all_models.setAccessibleDescription(ALL_MODELS_PAGE)
        self.all_models.setCursor(Qt.CursorShape.PointingHandCursor)
        self._status = label("dialogStatus", "")
        self.close_button = QPushButton(tr("Close"))
        self.open_button = QPushButton(tr("Open model file…"))
        self.open_button.setProperty("kind", "primary")
        self.open_button.setDefault(True)
        self._arrange(round(ram_bytes / 2**30))
        self._connect()
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        fit_screen(self, _SIZE)
        self._first_button().setFocus()

    # -- arranging --

    def _arrange(self, memory_gb: int) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(scrolled(self._steps(max(1, memory_gb)), "getModelScroll"), 1)
        column.addWidget(dialog_footer(self.close_button, self.open_button, left=self._status))

    def _steps(self, memory_gb: int) -> QWidget:
        page = QWidget()
        page.setObjectName("getModelPage")
        column = QVBoxLayout(page)
        column.setContentsMargins(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_XL)
        column.setSpacing(SPACE_S)
        column.addWidget(label("dialogTitle", tr("Get a real model")))
        column.addWidget(
            label(
                "dialogText",
                tr(
                    "A real model can chat about anything. It is one file, downloaded once, "
                    "and works offline."
                ),
            )
        )
        column.addSpacing(SPACE_M)
        step = tr(
            "This machine has {n_gb} GB of memory. Larger models know more but are slower.",
            n_gb=memory_gb,
        )
        column.addLayout(_step(1, tr("Choose by memory"), step))
        column.addSpacing(SPACE_XS)
        column.addWidget(self._list())
        column.addSpacing(SPACE_M)
        step = tr(
            "On the model’s page, open “Files and versions” and download the file with the letters "
            "named above, such as Q4_K_M. Hearth itself opens no connection."
        )
        column.addLayout(_step(2, tr("Download it in your browser"), step))
        column.addSpacing(SPACE_M)
        step = tr("Choose the file where your browser saved it, or drop it onto Hearth’s window.")
        column.addLayout(_step(3, tr("Open the file"), step))
        column.addStretch(1)
        return page

    def _list(self) -> QWidget:
        frame = QFrame()
        frame.setObjectName("suggestions")
        column = QVBoxLayout(frame)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        for row in self.rows:
            row.setProperty("first", row is self.rows[0])
            column.addWidget(row)
        last = QFrame()
        last.setObjectName("suggestionRow")
        inside = QHBoxLayout(last)
        # The border of the link, which is seen with the focus, stands left of the words above.
        inside.setContentsMargins(SPACE_L - SPACE_XS + 1, SPACE_M, SPACE_M, SPACE_M)
        inside.addWidget(self.all_models)
        inside.addStretch(1)
        column.addWidget(last)
        return frame

    def _connect(self) -> None:
        for row in self.rows:
            row.page_requested.connect(self.open_page)
        self.all_models.clicked.connect(self._on_all_models)
        self.close_button.clicked.connect(self.reject)
        self.open_button.clicked.connect(self._on_open_file)

    def _first_button(self) -> QPushButton:
        """Return the button of the recommended model, else the one for a file."""
        recommended = [row.button for row in self.rows if row.is_first_choice]
        return recommended[0] if recommended else self.open_button

    # -- reacting --

    @Slot(str)
    def open_page(self, address: str) -> None:
        """Open a page in the browser and say so, or that it could not be done."""
        short = address.removeprefix("https://")
        if QDesktopServices.openUrl(QUrl(address)):
            self._status.setText(tr("Opening {address} in your browser", address=short))
        else:
            self._status.setText(
                tr("Could not open a browser. The address is {address}", address=short)
            )

    def status(self) -> str:
        """Return what became of the last page."""
        return self._status.text()

    @Slot()
    def _on_all_models(self) -> None:
        self.open_page(ALL_MODELS_PAGE)

    @Slot()
    def _on_open_file(self) -> None:
        self.accept()
        self.open_file_requested.emit()

    @Slot()
    def _on_theme_changed(self) -> None:
        self.all_models.setIcon(icon("link", self._theme.colours.link, side=14))


def _step(number: int, title: str, text: str) -> QHBoxLayout:
    badge = label("stepBadge", str(number), wraps=False)
    badge.setFixedSize(_BADGE, _BADGE)
    badge.setAlignment(Qt.AlignmentFlag.AlignCenter)
    words = QVBoxLayout()
    words.setSpacing(SPACE_XS // 2)
    words.addWidget(label("stepTitle", title))
    words.addWidget(label("dialogText", text))
    row = QHBoxLayout()
    row.setSpacing(SPACE_M)
    row.addWidget(badge, 0, Qt.AlignmentFlag.AlignTop)
    row.addLayout(words, 1)
    return row
