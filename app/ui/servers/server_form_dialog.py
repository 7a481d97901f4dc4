"""Asks for a server, says what will leave this machine, and has it asked before it is added."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QPushButton, QVBoxLayout, QWidget

from app.core.errors import KnownError
from app.ui.announcement import announce
from app.ui.dialog_footer import dialog_footer
from app.ui.dialog_page import room_for, scrolled
from app.ui.formatting import counted
from app.ui.labels import label
from app.ui.plain_text import isolated, window_title
from app.ui.server_words import kind_words
from app.ui.servers.server_form import ServerForm
from app.ui.theme import SPACE_M, SPACE_XL, TEXT_SMALL
from app.ui.translation import listed, problem_words, sentences, tr

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtGui import QShowEvent

    from app.core.errors import Problem
    from app.core.remote import Server
    from app.ui.servers.written_server import WrittenServer
    from app.ui.theme import Theme

_WIDTH = 560
_MOST_NAMES = 4  # of models that are named


class ServerFormDialog(QDialog):
    """What is written stays, whatever goes wrong.

    Sends `connect_requested` with a `WrittenServer`, `stop_requested`, and `kept` with one and the
    `Server` that it is found to be; `file_wanted` for a file of certificates.

    Args:
        server: that is changed; None for a new one.
        taken: names of all servers.
        has_key: one is kept for it.
    """

    connect_requested = Signal(object)
    stop_requested = Signal()
    kept = Signal(object, object)
    file_wanted = Signal()

    def __init__(
        self,
        theme: Theme,
        server: Server | None,
        taken: Collection[str],
        parent: QWidget | None = None,
        *,
        has_key: bool = False,
    ) -> None:
        super().__init__(parent)
        self._before = server
        self._is_busy = False
        self._found: Server | None = None
        self._way: tuple[object, ...] | None = None  # by which it was found
        self._failed_way: tuple[object, ...] | None = None  # by which it was not found
        self.setObjectName("serverForm")
        title = tr("Add a server") if server is None else tr("Edit server")
        self.setWindowTitle(window_title(title))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.form = ServerForm(theme, server, taken, has_key=has_key)
        self._problem = label("memoryProblem")
        self._told = label("aboutStatus")
        self.connect_button = QPushButton(tr("Connect"))
        self.keep_button = QPushButton(tr("Add server") if server is None else tr("Save"))
        self.keep_button.setProperty("kind", "primary")
        self.cancel_button = QPushButton(tr("Cancel"))
        self.cancel_button.setAutoDefault(False)
        self._arrange()
        if server is not None:
            self._way = self.form.written().way
        self.form.changed.connect(self._on_changed)
        self.form.resized.connect(self._fit)
        self.form.file_wanted.connect(self.file_wanted)
        self.connect_button.clicked.connect(self._on_connect)
        self.keep_button.clicked.connect(self._on_keep)
        self.cancel_button.clicked.connect(self.reject)
        self._say("")
        self._refresh()
        self.form.address.setFocus()

    # -- showing --

    def show_asking(self) -> None:
        """The server is being asked."""
        self._is_busy = True
        self._say(tr("Connecting…"))
        self._refresh()

    def show_found(self, written: WrittenServer, found: Server) -> None:
        """Say what a server has told of itself; it can be added now."""
        self._is_busy = False
        self._found, self._way = written.found_as(found), written.way
        self._say(_found_words(self._found))
        self._refresh()
        if self.connect_button.hasFocus() and self.keep_button.isEnabled():
            self.keep_button.setFocus()

    def show_stopped(self) -> None:
        """It was not asked to the end."""
        self._is_busy = False
        self._say("")
        self._refresh()

    def show_problem(self, problem: Problem) -> None:
        """Say what went wrong; what was written stays."""
        words, written = problem_words(problem), self._written()
        self._is_busy = False
        self._failed_way = () if written is None else written.way
        is_other = self._can_keep and written is not None and written.way != self._way
        more = tr("As its models are named by hand, it can be added all the same.")
        self._say("", sentences(words, more if is_other else ""))
        self._refresh()

    def show_keeping(self) -> None:
        """The keyring may be asking for its password."""
        self._is_busy = True
        self._say(tr("Saving…"))
        self._refresh()

    def words(self) -> str:
        """Return what is said of the last try."""
        said = (self._told, self._problem)
        return "\n".join(one.text() for one in said if one.isVisibleTo(self))

    def _say(self, told: str, problem: str = "") -> None:
        for place, words in ((self._told, told), (self._problem, problem)):
            place.setText(words)
            place.setVisible(bool(words))
        announce(self, problem or told)
        self._fit()

    # -- what can be done --

    def _written(self) -> WrittenServer | None:
        try:
            return self.form.written()
        except KnownError:
            return None

    @property
    def _can_keep(self) -> bool:
        """Whether the server has answered as it is written, or its models were named by hand."""
        written = self._written()
        if written is None or not written.server.name:
            return False
        is_named = bool(written.server.models) and written.way == self._failed_way
        return written.way == self._way or is_named

    @Slot()
    def _refresh(self) -> None:
        self.connect_button.setText(tr("Stop") if self._is_busy else tr("Connect"))
        self.connect_button.setEnabled(self._is_busy or self.form.is_begun)
        can_keep = self._can_keep and not self._is_busy
        self.keep_button.setEnabled(can_keep)
        (self.keep_button if can_keep else self.connect_button).setDefault(True)

    @Slot()
    def _on_changed(self) -> None:
        written = self._written()
        way = () if written is None else written.way
        if not self._is_busy and way not in (self._failed_way, self._way):
            self._say("")  # what is said is of another server
        self._refresh()

    @Slot()
    def _on_connect(self) -> None:
        if self._is_busy:
            self.stop_requested.emit()
            return
        try:
            written = self.form.written()
        except KnownError as error:
            self.show_problem(error.problem())
            return
        self._failed_way = None
        self.connect_requested.emit(written)

    @Slot()
    def _on_keep(self) -> None:
        written = self._written()
        if written is None or not self._can_keep:
            return
        if written.way != self._way:
            server = written.server  # which has not answered
        elif self._found is None:
            server = written.server if self._before is None else written.changed_from(self._before)
        else:
            server = written.found_as(self._found)
        self.kept.emit(written, server)

    # -- arranging --

    def _arrange(self) -> None:
        self._page = QWidget()
        self._page.setObjectName("serverFormPage")
        inside = QVBoxLayout(self._page)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(self.form)
        told = QVBoxLayout()
        told.setContentsMargins(SPACE_XL, 0, SPACE_XL, SPACE_XL)
        told.setSpacing(SPACE_M)
        told.addWidget(self._told)
        told.addWidget(self._problem)
        inside.addLayout(told)
        inside.addStretch(1)
        self._footer = dialog_footer(self.cancel_button, self.connect_button, self.keep_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._area = scrolled(self._page, "serverFormScroll")
        column.addWidget(self._area, 1)
        column.addWidget(self._footer)

    def showEvent(self, event: QShowEvent) -> None:
        """Qt: only now it has the letters of its window."""
        super().showEvent(event)
        self._fit()

    @Slot()
    def _fit(self) -> None:
        """Be as high as what is shown, as far as the screen is."""
        self.ensurePolished()
        grown = max(1.0, self.fontInfo().pixelSize() / TEXT_SMALL)
        room = room_for(self)
        self.setFixedWidth(min(round(_WIDTH * grown), room.width()))
        height = self._page.heightForWidth(self.width()) + self._footer.sizeHint().height()
        self.setFixedHeight(min(height, room.height()))
        if self._problem.isVisibleTo(self) or self._told.isVisibleTo(self):
            self._area.ensureWidgetVisible(
                self._problem if self._problem.isVisibleTo(self) else self._told
            )


def _found_words(server: Server) -> str:
    """Return what a server is and has."""
    if not server.models:
        return tr("{kind} answers, and tells of no models.", kind=kind_words(server.kind))
    names = [isolated(model.name) for model in server.models[:_MOST_NAMES]]
    n_more = len(server.models) - len(names)
    if n_more:
        names.append(tr("{n} more", n=n_more))
    return tr(
        "{kind} answers, with {models}: {names}",
        kind=kind_words(server.kind),
        models=counted(len(server.models), "model"),
        names=listed(names),
    )
