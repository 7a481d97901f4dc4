"""Words about keys."""

from __future__ import annotations

import ast
from pathlib import Path

from PySide6.QtGui import QKeySequence

import app.ui
from app.ui.actions import ACTIONS, keys_of

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


def test_keys_are_told_as_the_system_writes_them() -> None:
    [row] = [row for row in ACTIONS if row.key == "undo_delete"]
    native = QKeySequence(row.shortcut).toString(QKeySequence.SequenceFormat.NativeText)

    assert keys_of("undo_delete") == native
