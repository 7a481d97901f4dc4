"""Shows the servers in the lists of other programs, each with its command, to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QWidget

from app.core.plain_value import PlainValue, replace
from app.ui.kit.accessibility import follow_layout
from app.ui.kit.boxes import INDENT, TickBox
from app.ui.kit.dialog_page import DialogPage, page_head, scrolling_page
from app.ui.kit.labels import SELECTABLE, label, push_button
from app.ui.kit.layouts import vertical
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XL, Theme
from app.ui.tools.server_form import free_name
from app.ui.tools.tools_model import command_line, given_words
from app.ui.words.plain_text import breakable, window_title
from app.ui.words.translation import problem_words, tr, translated

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from app.core.errors import Problem
    from app.core.phrases import Phrase
    from app.core.tools.importing import FoundServer
    from app.core.tools.servers import ToolServer

_SIZE = QSize(640, 600)


class FoundList(PlainValue, frozen=True, eq=False):
    """What a file of another program holds.

    Attributes:
        program: "" for a file that the user has chosen.
        left_out: why others in it are not offered.
        problem: why it cannot be read.
    """

    program: str
    path: Path
    servers: tuple[FoundServer, ...] = ()
    left_out: tuple[Phrase, ...] = ()
    problem: Problem | None = None


class ServerImportDialog(DialogPage):
    """Nothing is started by it.

    Sends `chosen` with a list of `FoundServer`, and `file_wanted`.

    Args:
        known: the servers that there are.
    """

    chosen = Signal(object)
    file_wanted = Signal()

    def __init__(self, theme: Theme, known: Iterable[ToolServer], parent: QWidget) -> None:
        super().__init__("tools", window_title(tr("Import tool servers")), parent, is_modal=True)
        self._theme = theme
        self._origins = {one.digest for one in known}
        self._taken = {one.name.casefold() for one in known}
        self.boxes: list[tuple[TickBox, FoundServer]] = []
        self._paths: set[Path] = set()
        self._page = vertical(margins=(SPACE_XL, 0, SPACE_XL, SPACE_M), spacing=SPACE_S)
        self._empty = label("emptyMemory", tr("Looking…"))
        self.file_button = push_button("", tr("Choose a file…"), self.file_wanted)
        self.import_button = push_button("primary", tr("Add"), self._on_import)
        self.cancel_button = push_button("", tr("Cancel"), self.reject)
        self.import_button.setDefault(True)
        told = tr(
            "Hearth adds the servers that you choose and starts none: it asks before the first "
            "start of each."
        )
        self._page.addWidget(self._empty)
        rest = QWidget()
        self._page.addWidget(rest, 1)
        self._fill(
            scrolling_page("tools", page_head(tr("Import tool servers"), told), (self._page, 1)),
            buttons=(self.cancel_button, self.import_button),
            left=self.file_button,
        )
        self._refresh()
        self._fit_screen(_SIZE)

    def show_lists(self, lists: Iterable[FoundList]) -> None:
        """Show these below those that are shown already."""
        for one in lists:
            if one.path not in self._paths:
                self._paths.add(one.path)
                self._show(one)
        self._empty.setText(
            tr("No list of Claude Desktop, LM Studio, Cursor or VS Code was found here.")
        )
        self._empty.setVisible(not self._paths)
        follow_layout(self)
        self._refresh()
        (self.import_button if self.import_button.isEnabled() else self.file_button).setFocus()

    def words(self) -> str:
        """Return what stands on the page."""
        shown = (one for one in self.findChildren(QLabel) if one.isVisibleTo(self))
        return "\n".join(one.text() for one in shown)

    def _show(self, one: FoundList) -> None:
        name = label("dialogCaption", one.program or breakable(one.path.name))
        path = label("dialogText", breakable(str(one.path)))
        self._put(name, path)
        if one.problem is not None:
            self._put(label("memoryProblem", problem_words(one.problem)))
        for found in one.servers:
            is_known = found.server.digest in self._origins
            named = found.server.name
            if not is_known:
                named = free_name(named, self._taken)
                self._taken.add(named.casefold())
            box = TickBox(self._theme, named)
            box.setChecked(not is_known)
            box.setEnabled(not is_known)
            command = label("toolCommandText", breakable(command_line(found.server)))
            command.setContentsMargins(INDENT, 0, 0, 0)
            command.setTextInteractionFlags(SELECTABLE)
            command.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
            given = label("dialogText", given_words(found.server))
            given.setContentsMargins(INDENT, 0, 0, 0)
            box.setAccessibleDescription("\n".join((command.text(), given.text())))
            box.toggled.connect(self._refresh)
            self._put(box, command, *([given] if given.text() else ()))
            if is_known:
                note = label("dialogText", tr("You have it already."))
                note.setContentsMargins(INDENT, 0, 0, 0)
                self._put(note)
            self.boxes.append((box, replace(found, server=replace(found.server, name=named))))
        left_out = [label("dialogText", translated(why)) for why in one.left_out]
        self._put(*left_out)
        if not (one.servers or one.left_out or one.problem):
            self._put(label("dialogText", tr("It has no servers.")))

    def _put(self, *widgets: QWidget) -> None:
        for widget in widgets:
            self._page.insertWidget(self._page.count() - 1, widget)

    def _wanted(self) -> list[FoundServer]:
        return [one for box, one in self.boxes if box.isChecked() and box.isEnabled()]

    @Slot()
    def _refresh(self) -> None:
        self.import_button.setEnabled(bool(self._wanted()))

    @Slot()
    def _on_import(self) -> None:
        self.chosen.emit(self._wanted())
        self.accept()
