"""The packages for Windows, made there: the setup program, the portable zip, winget's manifest.

Inno Setup's compiler comes from the npm package `innosetup`, which holds it unchanged.

Uses the standard library only; needs npm.
"""

from __future__ import annotations

import shutil
import tarfile
from typing import TYPE_CHECKING

from frozen_for_windows import FROZEN, program_folder
from inside import NO_NETWORK, run_logged
from lab import PROJECT, Lab, LabError, Step, delete
from llama_source import unpack
from windows_run import python_command
from wine_prefix import WINDOWS, copy_of_windows

if TYPE_CHECKING:
    from pathlib import Path

_PACKAGE = "innosetup@6.4.1"
_SCRIPTS = ("package_windows.py", "release_files.py", "winget.py", "windows_version.py")


# Wine does not know the folder for a user's own programs, which {autopf} asks for.
_COMPILE = r"""@"{compiler}" "/DDefaultFolder={{localappdata}}\Programs\Hearth" %*
"""


def compiler(lab: Lab) -> Path:
    """Return the command that compiles a setup program for Wine."""
    return lab.folder / "innosetup" / "iscc.cmd"


def setup_program(lab: Lab) -> Path:
    """Return the setup program; there once the step is done."""
    return next((lab.folder / "packages").glob("*-setup.exe"))


def _unpack_compiler(lab: Lab) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise LabError("Making a setup program needs npm, for Inno Setup: apt install npm")
    downloads = lab.downloads / "innosetup"
    downloads.mkdir(parents=True, exist_ok=True)
    pack = [npm, "pack", "--silent", "--pack-destination", str(downloads), _PACKAGE]
    run_logged(lab, "Downloading Inno Setup", "innosetup", pack, hint=NO_NETWORK)
    folder = lab.folder / "innosetup"
    delete(folder)
    with tarfile.open(next(downloads.glob("*.tgz"))) as packed:
        unpack(packed, folder / "unpacked")
    (folder / "unpacked" / "package" / "bin").rename(folder / "bin")
    command = _COMPILE.format(compiler=lab.on_windows(folder / "bin" / "ISCC.exe"))
    compiler(lab).write_text(command, "ascii", newline="\r\n")


def _make(lab: Lab) -> None:
    _make_packages(lab, lab.folder / "packages")


def _make_packages(lab: Lab, into: Path) -> None:
    delete(into)
    into.mkdir()
    pack = [r"Z:\hearth\packaging\package_windows.py", "--into", lab.on_windows(into)]
    pack += ["--program", lab.on_windows(program_folder(lab))]
    environment = {"HEARTH_ISCC": lab.on_windows(compiler(lab))}
    with copy_of_windows(lab, "packages") as prefix:
        command = python_command(lab, prefix, pack, environment, on_screen=True)
        run_logged(lab, "Making the packages", "packages-for-windows", command)


INNO_SETUP = Step(
    name="innosetup",
    title="Inno Setup's compiler",
    ingredients=(_PACKAGE, _COMPILE),
    make=_unpack_compiler,
)
SETUP = Step(
    name="setup",
    title="The setup program, the portable zip and winget's manifest",
    ingredients=(
        (PROJECT / "packaging" / "windows" / "hearth.iss").read_text("utf-8"),
        *((PROJECT / "packaging" / name).read_text("utf-8") for name in _SCRIPTS),
    ),
    make=_make,
    after=(WINDOWS, FROZEN, INNO_SETUP),
)
