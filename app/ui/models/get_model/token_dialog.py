"""Asks for the token that opens models which only those get who are signed in, and keeps it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QLineEdit, QWidget

from app.core.errors import KnownError, Problem
from app.core.models.hub_address import hub_address
from app.core.plain_value import PlainValue
from app.core.system.desktop_words import keyring
from app.core.system.lanes import Lane
from app.ui.kit.dialog_page import DialogPage, scrolled
from app.ui.kit.labels import caption, label, line_edit, push_button
from app.ui.kit.layouts import STRETCH, add_to, vertical
from app.ui.kit.message_box import PagePresenter
from app.ui.kit.theme import SPACE_S, SPACE_XL
from app.ui.words.plain_text import set_tip
from app.ui.words.translation import problem_words, tr, translated

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.models.hub.api import TokenStore
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.models.get_model.get_model_dialog import GetModelDialog


_WIDTH = 520


class TokenDialog(DialogPage):
    """Sends `kept` with a token, "" to remove it, and `page_requested`.

    What was written is in no other place, and is not shown.

    Args:
        host: whose token it is.
        page: where one can be made.
        is_given: the environment brings one, which wins.
    """

    kept = Signal(str)
    page_requested = Signal(str)

    def __init__(
        self, host: str, page: str, *, is_given: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__("token", tr("Access token"), parent, is_modal=True)
        self._host = host
        self._address = page
        self.edit = line_edit(tr("Access token"))
        self.edit.setEchoMode(QLineEdit.EchoMode.Password)
        self.page_button = push_button(
            "link",
            tr("Create a token in the browser"),
            lambda: self.page_requested.emit(self._address),
        )
        set_tip(self.page_button, page)
        self.keep_button = push_button(
            "", tr("Save token"), lambda: self.kept.emit(self.edit.text().strip())
        )
        self.remove_button = push_button("", tr("Remove token"), lambda: self.kept.emit(""))
        self.close_button = push_button("", tr("Close"), self.reject)
        self.keep_button.setDefault(True)
        self._arrange(is_given=is_given)
        self.edit.textChanged.connect(self._on_changed)
        self._on_changed()
        self.edit.setFocus()

    def show_waiting(self) -> None:
        """The keyring may be asking for its password."""
        self._say(tr("Checking the {keyring}…", keyring=translated(keyring())))
        for button in (self.keep_button, self.remove_button):
            button.setEnabled(False)

    def show_refusal(self, problem: Problem, *, is_used: bool) -> None:
        """Say why it was not kept; what was written stays.

        Args:
            is_used: all the same, as long as the program runs.
        """
        said = problem_words(problem)
        if is_used and self.edit.text():
            said = " ".join((said, tr("Hearth uses this token until you close it.")))
        self._say(said)
        self.remove_button.setEnabled(True)
        self._on_changed()

    def words(self) -> str:
        """Return what is said of the last try."""
        return self._problem.text()

    def _say(self, text: str) -> None:
        self._problem.setText(text)
        self._problem.show()
        self._fit()

    def _arrange(self, *, is_given: bool) -> None:
        self._page = QWidget()
        self._page.setObjectName("tokenPage")
        page = vertical(self._page, margins=SPACE_XL, spacing=SPACE_S)
        told = label("dialogText", self._told(is_given=is_given))
        heading = caption("dialogText", tr("&Token for {host}", host=self._host), self.edit)
        add_to(page, label("dialogTitle", tr("Access token")), told, SPACE_S, heading, self.edit)
        add_to(page, (self.page_button, Qt.AlignmentFlag.AlignLeft), self._problem, STRETCH)
        self._fill(
            (scrolled(self._page, "tokenScroll"), 1),
            buttons=(self.close_button, self.keep_button),
            left=self.remove_button,
        )
        self._fit()

    def _told(self, *, is_given: bool) -> str:
        if is_given:
            return tr(
                "The environment variable HF_TOKEN contains a token; Hearth uses it instead of "
                "one saved here."
            )
        return tr(
            "Some models require you to sign in at {host} and accept their terms. A read token "
            "identifies you. Hearth saves it in the {keyring} of this system and sends it only "
            "to {host}.",
            host=self._host,
            keyring=translated(keyring()),
        )

    def _fit(self) -> None:
        self._fit_content(self._page, _WIDTH)

    @Slot()
    def _on_changed(self) -> None:
        self.keep_button.setEnabled(bool(self.edit.text().strip()))


class _Kept(PlainValue, frozen=True):
    """What became of a token.

    Attributes:
        is_there: there is a token now.
        is_used: it is the one that was to be kept, or none was.
        problem: why the keyring has not done it; None where it has.
    """

    is_there: bool
    is_used: bool
    problem: Problem | None


class TokenPresenter(PagePresenter["TokenDialog"]):
    """Sends `changed` with whether there is a token, when one was kept or removed.

    Args:
        bridge: brings the keyring's answer to the interface thread.
    """

    changed = Signal(bool)

    def __init__(self, bridge: EventBridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._aside = Lane("keyring")
        self._tokens: TokenStore | None = None
        bridge.subscribe(_Kept, self._on_kept)

    def show(self, tokens: TokenStore, host: str, page: GetModelDialog) -> TokenDialog:
        """Ask for the token of a hub."""
        self._tokens = tokens
        if self._dialog is None:
            address = f"{hub_address()}/settings/tokens"
            dialog = TokenDialog(host, address, is_given=tokens.is_given, parent=page)
            self._begin(dialog)
            dialog.kept.connect(self._on_keep)
            dialog.page_requested.connect(page.open_page)
        return self._to_front()

    @Slot(str)
    def _on_keep(self, token: str) -> None:
        if self._tokens is not None and self._dialog is not None:
            self._dialog.show_waiting()
            self._aside.add(partial(_keep, self._tokens, token, self._bridge.post))

    def _on_kept(self, event: _Kept) -> None:
        if self._dialog is not None:
            if event.problem is None:
                self._dialog.accept()
            else:
                self._dialog.show_refusal(event.problem, is_used=event.is_used)
        if event.is_used:
            self.changed.emit(event.is_there)


def _keep(tokens: TokenStore, token: str, post: Callable[[object], None]) -> None:
    """Ask the keyring, on the thread aside."""
    problem: Problem | None = None
    try:
        tokens.keep(token)
    except KnownError as error:
        problem = error.problem()
    there = tokens.token()
    post(_Kept(bool(there), there == token, problem))
