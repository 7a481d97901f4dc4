"""Wine's Windows: the drive C: that everything runs on, with what Wine lacks of a Windows 10.

What is added lies where Windows has it, in system32, so that the program under test needs no word
about it.

Uses the standard library only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from debian_root import ROOT
from inside import command_inside, run_logged
from lab import NATIVE, Lab, Step, delete
from windows_python import compile_dll

if TYPE_CHECKING:
    from pathlib import Path

PREFIX = "/lab/prefix"
ENVIRONMENT = {
    "WINEPREFIX": PREFIX,
    "WINEARCH": "win64",
    "WINEDEBUG": "-all",  # else every gap of Wine's is named whenever it is met
    # No menu entries outside, and no offers to download what nothing here needs.
    "WINEDLLOVERRIDES": "winemenubuilder.exe,mscoree,mshtml=",
    "XDG_RUNTIME_DIR": "/tmp",
}


def system_folder(lab: Lab) -> Path:
    r"""Return C:\windows\system32."""
    return lab.drive_c / "windows" / "system32"


def _make(lab: Lab) -> None:
    delete(lab.folder / "prefix")
    lab.work.mkdir(exist_ok=True)
    boot = ["sh", "-c", "wineboot --init && wineserver --wait"]
    run_logged(lab, "Making Wine's Windows", "wineboot", command_inside(lab, boot, ENVIRONMENT))
    compile_dll(lab, "icuuc.c", system_folder(lab) / "icuuc.dll", {})


WINDOWS = Step(
    name="windows",
    title="Wine's Windows",
    ingredients=((NATIVE / "icuuc.c").read_text("utf-8"),),
    make=_make,
    after=(ROOT,),
)
