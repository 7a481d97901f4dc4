"""What the desktop of each system calls its own things, for sentences that name them.

Sentences say "the {trash}" and fill it in; the window translates the name before it does.

Threads: pure values, any thread.
"""

from __future__ import annotations

import sys

from app.core.phrases import Phrase, phrase

_TRASH = {"win32": phrase("Recycle Bin"), "darwin": phrase("Trash")}
_FILE_MANAGER = {"win32": phrase("File Explorer"), "darwin": phrase("the Finder")}
_KEYRING = {"win32": phrase("Credential Manager"), "darwin": phrase("keychain")}


def trash(system: str = sys.platform) -> Phrase:
    """Return where deleted files wait to be taken back, without an article.

    Args:
        system: as `sys.platform`.
    """
    return _TRASH.get(system, phrase("trash"))


def file_manager(system: str = sys.platform) -> Phrase:
    """Return the program that shows folders, with its article where it takes one."""
    return _FILE_MANAGER.get(system, phrase("the file manager"))


def keyring(system: str = sys.platform) -> Phrase:
    """Return what keeps passwords for programs, without an article."""
    return _KEYRING.get(system, phrase("keyring"))
