"""Words about keys."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence

import app.ui
from app.core.conversations.events import ChatsDeleted
from app.ui.kit.actions import keys_of
from tests.unit.ui.conftest import make_chat

if TYPE_CHECKING:
    from tests.unit.ui.conftest import Desk

_MARKS = ("tr", "QT_TR_NOOP", "phrase")


def test_no_words_of_the_window_name_a_key_that_is_called_otherwise_elsewhere() -> None:
    folder = Path(app.ui.__file__).parent
    named = [
        f"{file.name}: {argument.value!r}"
        for file in sorted(folder.rglob("*.py"))
        for call in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in _MARKS
        for argument in call.args
        if isinstance(argument, ast.Constant) and "Ctrl" in str(argument.value)
    ]

    assert named == []


def test_keys_are_told_as_they_are_now_and_as_the_system_writes_them(desk: Desk) -> None:
    window = desk.window
    native = QKeySequence("Ctrl+Z").toString(QKeySequence.SequenceFormat.NativeText)
    assert keys_of(window.notices, "undo_delete") == native

    window.settings.shortcuts.choose("undo_delete", "F9")
    assert keys_of(window.notices, "undo_delete") == "F9"
    desk.post(ChatsDeleted((make_chat(1),)))
    (told,) = window.notices.texts()
    assert "F9" in told

    window.settings.shortcuts.choose("undo_delete", "")
    assert keys_of(window.notices, "undo_delete") == ""
    desk.post(ChatsDeleted((make_chat(2),)))
    assert not [text for text in window.notices.texts() if "also press ," in text]
