"""Joins the page for the access token with the keyring, which may wait for its user."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.core.errors import KnownError
from app.core.models.hub import hub_address
from app.ui.get_model.token_dialog import TokenDialog
from app.ui.side_work import SideWork

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.errors import Problem
    from app.core.models.hub import TokenStore
    from app.ui.event_bridge import EventBridge
    from app.ui.get_model.get_model_dialog import GetModelDialog


@dataclass(frozen=True, slots=True)
class _Kept:
    """What became of a token.

    Attributes:
        is_there: there is a token now.
        is_used: it is the one that was to be kept, or none was.
        problem: why the keyring has not done it; None where it has.
    """

    is_there: bool
    is_used: bool
    problem: Problem | None


class TokenPresenter(QObject):
    """Sends `changed` with whether there is a token, when one was kept or removed.

    Args:
        bridge: brings the keyring's answer to the interface thread.
    """

    changed = Signal(bool)

    def __init__(self, bridge: EventBridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._aside = SideWork("keyring")
        self._tokens: TokenStore | None = None
        self._dialog: TokenDialog | None = None
        bridge.subscribe(_Kept, self._on_kept)

    def show(self, tokens: TokenStore, host: str, page: GetModelDialog) -> TokenDialog:
        """Ask for the token of a hub."""
        self._tokens = tokens
        if self._dialog is None:
            address = f"{hub_address()}/settings/tokens"
            dialog = TokenDialog(host, address, is_given=tokens.is_given, parent=page)
            dialog.kept.connect(self._on_keep)
            dialog.page_requested.connect(page.open_page)
            dialog.finished.connect(self._on_closed)
            dialog.show()
            self._dialog = dialog
        self._dialog.raise_()
        self._dialog.activateWindow()
        return self._dialog

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
                self._dialog.show_problem(event.problem, is_used=event.is_used)
        if event.is_used:
            self.changed.emit(event.is_there)

    @Slot()
    def _on_closed(self) -> None:
        self._dialog = None


def _keep(tokens: TokenStore, token: str, post: Callable[[object], None]) -> None:
    """Ask the keyring, on the thread aside."""
    problem: Problem | None = None
    try:
        tokens.keep(token)
    except KnownError as error:
        problem = error.problem()
    there = tokens.token()
    post(_Kept(bool(there), there == token, problem))
