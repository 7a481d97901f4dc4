"""Wine's Windows: the drive C: that everything runs on, with what Wine lacks of a Windows 10.

What is added lies where Windows has it, in system32, so that the program under test needs no word
about it.

Uses the standard library only.
"""

from __future__ import annotations

import contextlib
import shutil
from typing import TYPE_CHECKING

from debian_root import ROOT
from inside import command_inside, run_logged
from lab import NATIVE, Lab, Step, delete
from windows_python import compile_dll

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ENVIRONMENT = {
    "WINEARCH": "win64",
    "WINEDEBUG": "-all",  # else every gap of Wine's is named whenever it is met
    # No menu entries outside, and no offers to download what nothing here needs.
    "WINEDLLOVERRIDES": "winemenubuilder.exe,mscoree,mshtml=",
    "XDG_RUNTIME_DIR": "/tmp",
}


# What NumPy asks for complex numbers, see complex_math.py.
CRT_MATH = "wine-crt-math.dll"


def system_folder(lab: Lab) -> Path:
    r"""Return C:\windows\system32."""
    return lab.drive_c / "windows" / "system32"


@contextlib.contextmanager
def copy_of_windows(lab: Lab, name: str) -> Iterator[Path]:
    """Lend a Windows in which nothing has been yet; two of them can run side by side.

    Args:
        lab: complete.
        name: of its folder.

    Returns:
        Its folder, deleted at the end.
    """
    prefix = lab.folder / "copies" / name
    delete(prefix)
    prefix.parent.mkdir(exist_ok=True)
    shutil.copytree(lab.prefix, prefix, symlinks=True)
    yield prefix
    delete(prefix)


def boot(lab: Lab, prefix: Path, user: str = "root") -> None:
    """Make a Windows of Wine's, with the profile of its one user.

    Args:
        lab: with its Debian root.
        prefix: its folder, made anew.
        user: any name.

    Raises:
        LabError: it could not be made.
    """
    delete(prefix)
    prefix.parent.mkdir(parents=True, exist_ok=True)
    command = ["sh", "-c", "wineboot --init && wineserver --wait"]
    environment = {**ENVIRONMENT, "WINEPREFIX": lab.inside(prefix), "USER": user}
    title = "Making Wine's Windows"
    run_logged(lab, title, "wineboot", command_inside(lab, command, environment))


def windows_of(lab: Lab, name: str, user: str) -> Path:
    """Make a Windows for a user of that name, and return its folder.

    Args:
        lab: complete.
        name: of the folder.
        user: any name.

    Raises:
        LabError: it could not be made.
    """
    prefix = lab.folder / "copies" / name
    boot(lab, prefix, user)
    for dll in ("icuuc.dll", CRT_MATH):
        shutil.copy(system_folder(lab) / dll, prefix / "drive_c" / "windows" / "system32")
    return prefix


def _make(lab: Lab) -> None:
    lab.work.mkdir(exist_ok=True)
    boot(lab, lab.prefix)
    compile_dll(lab, "icuuc.c", system_folder(lab) / "icuuc.dll", {})


WINDOWS = Step(
    name="windows",
    title="Wine's Windows",
    ingredients=((NATIVE / "icuuc.c").read_text("utf-8"),),
    make=_make,
    after=(ROOT,),
)
