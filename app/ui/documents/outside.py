"""Opens files outside of Hearth; of what a system would run it shows the folder.

Hearth lists files of any name and source, and whoever opens one wants to read it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from app.ui.words.plain_text import isolated
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from app.ui.kit.dialog_page import DialogPage

# Endings of what a system, or an interpreter that is commonly installed, runs or installs, and of
# what leads elsewhere, such as shortcuts.
_ENDINGS = (
    # Windows
    "ade adp appinstaller application appref-ms appx appxbundle bas bat chm cmd com cpl diagcab "
    "dll exe gadget hlp hta inf ins isp js jse library-ms lnk mad maf mag mam maq mar mas mat mau "
    "mav maw mda mde mdt mdw mdz msc msh msh1 msh2 mshxml msi msix msixbundle msp mst ocx ops pcd "
    "pif prf prg ps1 ps1xml ps2 ps2xml psc1 psc2 psd1 psm1 rdp reg scf scr sct search-ms "
    "searchconnector-ms settingcontent-ms sys theme themepack url vb vbe vbp vbs website "
    "ws wsc wsf wsh xbap xll "
    # macOS
    "action app command definition dmg fileloc inetloc mobileconfig mpkg osax pkg prefpane scpt "
    "scptd terminal tool webloc workflow "
    # Linux
    "appimage bin deb desktop elf flatpakref flatpakrepo ko out rpm run snap so "
    # interpreters
    "ahk au3 bash cjs class csh fish groovy jar jnlp ksh lua mjs php phps pl pm py pyc pyo pyw "
    "pyz pyzw rb rbw sh tcl tk zsh"
)
RUN_BY_SYSTEMS: Final = frozenset(_ENDINGS.split())


def is_run(path: Path) -> bool:
    """Return whether a system may run a file that it is asked to open; goes by its name."""
    _, dot, ending = path.name.rstrip(". ").rpartition(".")  # Windows drops these at the end
    return bool(dot) and ending.casefold() in RUN_BY_SYSTEMS


def outside_words(path: Path, *, is_folder: bool = False) -> str:
    """Return what is offered to be done with a file or folder."""
    if is_run(path):
        return tr("Show in folder")
    return tr("Open folder") if is_folder else tr("Open file")


def open_outside(path: Path, page: DialogPage) -> None:
    """Have the system open a file or folder, or the folder of what it would run.

    The page says where it cannot.
    """
    target = path.parent if _runs(path) else path
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(target))):
        page.say(tr("No program opens {name}.", name=isolated(target.name)))


def _runs(path: Path) -> bool:
    """Return whether opening a file may run it, also through a link, or without an ending."""
    behind = Path(os.path.realpath(path))  # which raises nothing
    if is_run(path) or is_run(behind):
        return True
    is_program = not behind.suffix and behind.is_file() and os.access(behind, os.X_OK)
    return is_program and sys.platform != "win32"  # where every file may be run
