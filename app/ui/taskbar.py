"""By what name Windows' taskbar knows the program."""

from __future__ import annotations

import ctypes
import sys

# Also in packaging/windows/hearth.iss: a pinned entry of the start menu and the window are one
# button of the taskbar only while both have the same name.
APP_USER_MODEL_ID = "Hearth.Hearth"


def name_to_taskbar() -> None:
    """Say to Windows whose windows these are; before the first one, and nothing elsewhere.

    Without a name they are those of the file that was started: of Python where Hearth is not
    built, and of another program after every update that changes the path.
    """
    if sys.platform == "win32":
        shell = ctypes.WinDLL("shell32")
        shell.SetCurrentProcessExplicitAppUserModelID(ctypes.c_wchar_p(APP_USER_MODEL_ID))
