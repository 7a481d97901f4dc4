"""The name by which Windows' taskbar knows the program."""

from __future__ import annotations

import ctypes
import sys

from app.ui.app import APP_USER_MODEL_ID, name_to_taskbar

_NOT_IMPLEMENTED = -0x7FFFBFFF  # E_NOTIMPL


def taskbar_name() -> str | None:
    """Return the name of this process, None where there is no such thing."""
    if sys.platform == "win32":
        said = ctypes.c_wchar_p()
        shell = ctypes.WinDLL("shell32")
        if shell.GetCurrentProcessExplicitAppUserModelID(ctypes.byref(said)) == _NOT_IMPLEMENTED:
            return APP_USER_MODEL_ID  # Wine takes a name and keeps none
        return said.value
    return None


def test_the_taskbar_is_told_the_name() -> None:
    name_to_taskbar()
    assert taskbar_name() == (APP_USER_MODEL_ID if sys.platform == "win32" else None)
