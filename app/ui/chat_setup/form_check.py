"""Checks the text of a form while it is written, on a thread of its own."""

from __future__ import annotations

import contextlib
import logging
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.core.grammars import MalformedGrammar, MalformedSchema, parse_grammar, parse_schema
from app.core.protocol import ConstraintKind
from app.ui.side_work import SideWork

if TYPE_CHECKING:
    from app.core.grammars import Fault

_log = logging.getLogger(__name__)


class FormCheck(QObject):
    """Sends `judged`, with the first fault or None, for the newest text alone."""

    judged = Signal(object)
    _done = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = SideWork("form of the answer")
        self._newest = 0  # written by the interface thread alone
        self._done.connect(self._on_done)

    def begin(self, kind: ConstraintKind, text: str) -> None:
        """Check a text; what was to be checked before counts no more."""
        self._newest += 1
        self._work.add(partial(self._check, self._newest, kind, text))

    def forget(self) -> None:
        """Tell nothing more of what is being checked."""
        self._newest += 1

    def _check(self, number: int, kind: ConstraintKind, text: str) -> None:
        if number != self._newest:
            return
        try:
            fault = _fault_of(kind, text)
        except Exception:  # noqa: BLE001 - else nothing could be saved; the answer will tell it
            _log.exception("the form of an answer could not be checked")
            fault = None
        with contextlib.suppress(RuntimeError):  # the dialog was closed meanwhile
            self._done.emit(number, fault)

    @Slot(int, object)
    def _on_done(self, number: int, fault: Fault | None) -> None:
        if number == self._newest:
            self.judged.emit(fault)


def _fault_of(kind: ConstraintKind, text: str) -> Fault | None:
    try:
        form = parse_grammar(text) if kind is ConstraintKind.GRAMMAR else parse_schema(text)
    except (MalformedGrammar, MalformedSchema) as error:
        return error.fault
    return form.left_out[0] if form.left_out else None
