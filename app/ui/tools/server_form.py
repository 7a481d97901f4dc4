"""Asks for a tool server: a command line or an address, and what it is given."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtWidgets import QLineEdit, QWidget

from app.core.errors import KnownError, Problem
from app.core.net.addresses import WebOrigin
from app.core.plain_value import replace
from app.core.system.desktop_words import keyring
from app.core.system.keyring_entry import is_secret
from app.core.system.paths import in_home
from app.core.tools.servers import LONGEST_NAME, ToolServer
from app.ui.kit.accessibility import announce
from app.ui.kit.dialog_page import DialogPage, scrolling_page
from app.ui.kit.labels import caption, label, line_edit, push_button, show_words, written_text
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XL
from app.ui.tools.tools_model import host_of
from app.ui.words.plain_text import window_title
from app.ui.words.translation import problem_words, tr, translated

if TYPE_CHECKING:
    from collections.abc import Collection

_SIZE = QSize(560, 620)
_LINES_HEIGHT = 84  # pixels of the field for variables
_NAME: Final = re.compile(rf"[A-Za-z0-9-]{{1,{LONGEST_NAME}}}")
_NOT_IN_NAMES: Final = re.compile(r"[^A-Za-z0-9]+")
_KEY_HEADER: Final = "Authorization"
_VARIABLE = "API_KEY=…"
_EXAMPLE = "npx -y @modelcontextprotocol/server-filesystem ~/notes"


class ServerForm(DialogPage):
    """What is written stays, whatever goes wrong.

    Sends `saved` with a `ToolServer` and a mapping of its secrets, and `folder_wanted`.

    Args:
        server: that is changed; its name stays. None for a new one.
        taken: names of all servers.
    """

    saved = Signal(object, object)
    folder_wanted = Signal()

    def __init__(
        self, server: ToolServer | None, taken: Collection[str], parent: QWidget | None
    ) -> None:
        self._title = tr("Add a tool server") if server is None else tr("Edit tool server")
        super().__init__("tools", window_title(self._title), parent, is_modal=True)
        self._before = server
        self._taken = {name.casefold() for name in taken}
        self._is_name_given = server is not None
        self.command = line_edit(tr("Command or address"))
        self.command.setPlaceholderText(_EXAMPLE)
        self.name = line_edit(tr("Name"))
        self.name.setMaxLength(LONGEST_NAME)
        self.key = line_edit(tr("Key"))
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.folder = line_edit(tr("Folder"))
        self.folder.setPlaceholderText(tr("Your home folder"))
        self.variables = written_text(tr("Variables"))
        self.variables.setFixedHeight(_LINES_HEIGHT)
        self.variables.setPlaceholderText(_VARIABLE)
        self.choose_button = push_button("", tr("Choose…"), self.folder_wanted)
        self.save_button = push_button("primary", tr("Next…"), self._on_save)
        self.cancel_button = push_button("", tr("Cancel"), self.reject)
        self.save_button.setDefault(True)
        self._arrange()
        if server is not None:
            self._fill_in(server)
        self.command.textChanged.connect(self._on_command)
        self.name.textEdited.connect(self._on_name)
        self.variables.textChanged.connect(self._refresh)
        self._refresh()
        self._fit_screen(_SIZE)
        self.command.setFocus()

    def show_problem(self, problem: Problem) -> None:
        """Say why it was not saved; what was written stays."""
        self.show_words(problem_words(problem))
        self.save_button.setEnabled(True)

    def show_words(self, words: str) -> None:
        """Say what is wrong; "" for nothing."""
        show_words(self._problem, words)
        announce(self, words)

    def _fill_in(self, server: ToolServer) -> None:
        self.name.setText(server.name)
        self.name.setEnabled(False)
        self.command.setText(server.address or written_command(server.command))
        self.folder.setText(server.folder)
        if not server.address:
            self.variables.setPlainText("\n".join(server.secrets))

    def _arrange(self) -> None:
        page = vertical(margins=(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_M), spacing=SPACE_S)
        add_to(page, label("dialogTitle", self._title), self._problem, SPACE_S)
        add_to(page, caption("dialogCaption", tr("&Command or address"), self.command))
        words = tr(
            "The command line of a server that speaks MCP, or an address that begins with http. "
            "Hearth shows it to you before it starts it."
        )
        add_to(page, self.command, label("dialogText", words), SPACE_S)
        add_to(page, caption("dialogCaption", tr("&Name"), self.name), self.name, SPACE_S)
        self._for_address, self._for_program = QWidget(), QWidget()
        kept = tr(
            "Hearth keeps it in the {keyring} of this system. Leave empty to keep the saved key.",
            keyring=translated(keyring()),
        )
        inside = vertical(self._for_address, margins=0, spacing=SPACE_S)
        add_to(inside, caption("dialogCaption", tr("&Key, if required"), self.key), self.key)
        add_to(inside, label("dialogText", kept))
        inside = vertical(self._for_program, margins=0, spacing=SPACE_S)
        line = add_to(horizontal(spacing=SPACE_S), (self.folder, 1), self.choose_button)
        add_to(inside, caption("dialogCaption", tr("&Folder"), self.folder), line, SPACE_S)
        words = tr(
            "One in each line, as NAME=VALUE. Hearth keeps the values in the {keyring} of this "
            "system. A name without a value keeps the saved one, or gets that of Hearth's own "
            "variable.",
            keyring=translated(keyring()),
        )
        add_to(inside, caption("dialogCaption", tr("&Variables"), self.variables))
        add_to(inside, self.variables, label("dialogText", words))
        add_to(page, self._for_address, self._for_program, STRETCH)
        whole = QWidget()
        whole.setLayout(page)
        self._fill(scrolling_page("tools", whole), buttons=(self.cancel_button, self.save_button))

    # -- reacting --

    @Slot()
    def _on_command(self) -> None:
        if not self._is_name_given:
            self.name.setText(self._proposed())
        self._refresh()

    @Slot(str)
    def _on_name(self, text: str) -> None:
        self._is_name_given = bool(text.strip())

    @Slot()
    def _refresh(self) -> None:
        self._for_address.setVisible(self._is_address)
        self._for_program.setVisible(not self._is_address)
        self.save_button.setEnabled(bool(self.command.text().strip()))

    @property
    def _is_address(self) -> bool:
        return self.command.text().strip().startswith(("http://", "https://"))

    def _proposed(self) -> str:
        if self._is_address:
            base = host_of(self.command.text().strip()).removeprefix("www.")
        else:
            try:
                words = command_in(self.command.text())
            except ValueError:  # a quotation is still being written
                return self.name.text()
            named = [one for one in words[1:] if not one.startswith("-")] or words[:1]
            base = PurePath(named[0].rstrip("/")).stem if named else ""
        return free_name(base, self._taken) if base else ""

    @Slot()
    def _on_save(self) -> None:
        try:
            server, secrets = self._written()
        except ValueError as error:
            self.show_words(str(error))
        except KnownError as error:
            self.show_problem(error.problem())
        else:
            self.show_words("")
            self.save_button.setEnabled(False)  # the keyring may be asking for its password
            self.saved.emit(server, secrets)

    def _written(self) -> tuple[ToolServer, dict[str, str]]:
        """Return what stands in the fields.

        Raises:
            ValueError: it cannot be taken so; says why to the user.
            KnownError: the address is none.
        """
        name, text = self.name.text().strip(), self.command.text().strip()
        if not _NAME.fullmatch(name):
            raise ValueError(tr("Names have letters, digits and hyphens, 24 at most."))
        if self._before is None and name.casefold() in self._taken:
            raise ValueError(tr("There is a server of this name already."))
        if self._is_address:
            return self._written_address(ToolServer(name, address=text))
        try:
            command = command_in(text)
        except ValueError:
            raise ValueError(tr("A quotation mark in the command has no end.")) from None
        given = [one.partition("=") for one in self.variables.toPlainText().split("\n")]
        values = {key.strip(): value.strip() for key, _sign, value in given if key.strip()}
        secrets = {key: value for key, value in values.items() if value}
        folder = self.folder.text().strip()
        return ToolServer(name, command, folder, secrets=tuple(sorted(values))), secrets

    def _written_address(self, server: ToolServer) -> tuple[ToolServer, dict[str, str]]:
        before, key = self._before, self.key.text().strip()
        origin = WebOrigin.of(server.address)
        if key and not is_secret(key):
            raise ValueError(tr("A key has letters, digits and signs, and no blanks."))
        kept: tuple[str, ...] = ()
        if before is not None and before.address and WebOrigin.of(before.address) == origin:
            kept = before.secrets  # no other server gets them
        names = {*kept, _KEY_HEADER} if key else set(kept)
        secrets = {_KEY_HEADER: f"Bearer {key}"} if key else {}
        return replace(server, secrets=tuple(sorted(names))), secrets


def command_in(text: str) -> tuple[str, ...]:
    """Return the words of a command line; no shell sees it, so that a home folder is filled in.

    Raises:
        ValueError: a quotation in it has no end.
    """
    is_posix = os.name != "nt"  # elsewhere "\" parts folders
    words = shlex.split(text, posix=is_posix)
    if not is_posix:
        words = [one[1:-1] if one[:1] == one[-1:] == '"' != one else one for one in words]
    return tuple(str(in_home(one)) if one.startswith("~/") else one for one in words)


def written_command(command: Collection[str]) -> str:
    """Return a command line that `command_in` reads as this command."""
    if os.name != "nt":
        return shlex.join(command)
    return " ".join(f'"{one}"' if not one or re.search(r"\s", one) else one for one in command)


def free_name(base: str, taken: Collection[str]) -> str:
    """Return a name for a server, like a word but as names are, that no other one has.

    Args:
        taken: names of others, in small letters.
    """
    name = _NOT_IN_NAMES.sub("-", base)[: LONGEST_NAME - 3].strip("-") or "server"
    names = [name, *(f"{name}-{number}" for number in range(2, len(taken) + 3))]
    return next(one for one in names if one.casefold() not in taken)
