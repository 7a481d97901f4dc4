"""Asks for another machine: what it is called, and how ssh reaches it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.core.machines import USUAL_PORT, SshMachine
from app.ui.kit.accessibility import announce
from app.ui.kit.boxes import NumberBox
from app.ui.kit.dialog_page import dialog_footer, fit_screen, scrolled
from app.ui.kit.labels import caption, label
from app.ui.kit.theme import SPACE_S, SPACE_XL
from app.ui.words.plain_text import window_title
from app.ui.words.translation import problem_words, tr

if TYPE_CHECKING:
    from app.core.errors import Problem

_WIDTH, _HEIGHT = 560, 480
_LARGEST_PORT = 65535
_EXAMPLE = "me@attic.local"


class MachineFormDialog(QDialog):
    """Sends `kept` with the `SshMachine` that is to be added; what is written stays until it is."""

    kept = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("machineForm")
        self.setWindowTitle(window_title(tr("Add a machine")))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.name = _field(tr("Name"))
        self.target = _field(tr("Target for ssh"))
        self.target.setPlaceholderText(_EXAMPLE)
        self.port = NumberBox(1, _LARGEST_PORT, 1, 0, str(USUAL_PORT))
        self.port.setAccessibleName(tr("Port of the rpc-server there"))
        self.port.setValue(self.port.minimum())
        self.port.lineEdit().setTextMargins(SPACE_S, 0, SPACE_S, 0)
        self._problem = label("memoryProblem")
        self._problem.hide()
        self.keep_button = QPushButton(tr("Add machine"))
        self.keep_button.setProperty("kind", "primary")
        self.cancel_button = QPushButton(tr("Cancel"))
        self.cancel_button.setAutoDefault(False)
        self._arrange()
        for field in (self.name, self.target):
            field.textChanged.connect(self._refresh)
        self.keep_button.clicked.connect(self._on_keep)
        self.cancel_button.clicked.connect(self.reject)
        self.keep_button.setDefault(True)
        self._refresh()
        self.name.setFocus()

    def show_problem(self, problem: Problem) -> None:
        """Say why it was not added."""
        words = problem_words(problem)
        self._problem.setText(words)
        self._problem.show()
        self._refresh()
        announce(self, words)

    def words(self) -> str:
        """Return what is said of the last try; "" for nothing."""
        return self._problem.text() if self._problem.isVisibleTo(self) else ""

    def _arrange(self) -> None:
        page = QWidget()
        page.setObjectName("serverFormPage")
        inside = QVBoxLayout(page)
        inside.setContentsMargins(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_XL)
        inside.setSpacing(SPACE_S)
        inside.addWidget(label("dialogTitle", tr("Add a machine")))
        told = tr(
            "Start llama.cpp's rpc-server there, of the version that this Hearth has, on the "
            "loopback address: rpc-server --host 127.0.0.1 --port {port}. Hearth goes there by "
            "ssh and opens no port. ssh must get in with a key.",
            port=USUAL_PORT,
        )
        inside.addWidget(label("dialogText", told))
        for words, field in (
            (tr("&Name"), self.name),
            (tr("&Target for ssh"), self.target),
            (tr("&Port of the rpc-server there"), self.port),
        ):
            inside.addSpacing(SPACE_S)
            inside.addWidget(caption("dialogText", words, field))
            inside.addWidget(field)
        inside.addSpacing(SPACE_S)
        inside.addWidget(self._problem)
        inside.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(scrolled(page, "serverFormScroll"), 1)
        column.addWidget(dialog_footer(self.cancel_button, self.keep_button))
        fit_screen(self, QSize(_WIDTH, _HEIGHT))

    @Slot()
    def _refresh(self) -> None:
        is_written = bool(self.name.text().strip() and self.target.text().strip())
        self.keep_button.setEnabled(is_written)

    @Slot()
    def _on_keep(self) -> None:
        self.keep_button.setEnabled(False)  # until it is known what became of it
        is_usual = self.port.value() == self.port.minimum()
        port = USUAL_PORT if is_usual else round(self.port.value())
        self.kept.emit(SshMachine(self.name.text().strip(), self.target.text().strip(), port))


def _field(name: str) -> QLineEdit:
    field = QLineEdit()
    field.setObjectName("findEdit")
    field.setAccessibleName(name)
    return field
