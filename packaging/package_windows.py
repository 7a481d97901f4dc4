"""Packs the built program for Windows: a portable zip, a setup, and a manifest for winget.

All hold what `freeze.py` built and the licences of its parts. The same files give the same zip,
byte for byte. The setup is compiled by Inno Setup; SHA256SUMS and latest.json lie beside, as beside
the packages for Linux.

    HEARTH_ISCC            Inno Setup's compiler, if it is neither on the path nor where its own
                           setup puts it
    HEARTH_SIGN_COMMAND    signs: a command that is given the file as its last word, called for the
                           programs, the setup and its uninstaller. One that fails stops the packing

Usage: python packaging/package_windows.py [--program FOLDER] [--into FOLDER]
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import icons
import licences
import winget
from release_files import (
    HOME,
    PACKAGES,
    PROGRAM_FOLDER,
    ROOT,
    VERSION,
    NotPackable,
    release_date,
    write_feed,
    write_sums,
)
from windows_version import numbers

SCRIPT = ROOT / "packaging" / "windows" / "hearth.iss"
PROGRAMS = ("hearth.exe", "hearth-cli.exe")
BASE_NAME = f"hearth-{VERSION}-windows-x64"
# In the zip, so that what an update is unpacked over has one name.
_FOLDER = "Hearth"
_ISCC = Path(r"C:\Program Files (x86)\Inno Setup 6\ISCC.exe")
# A folder "data" beside the program makes it portable, see app/core/system/paths.py. Unpacked
# without a file in it, some programs would leave it out.
_DATA_NOTE = """\
Hearth keeps everything that it writes in this folder, because it lies beside the program:
chats, settings and models that you download. Back it up, and carry it along with the rest.

To update: close Hearth, delete everything beside this folder, and unpack the newer version
over it. To remove Hearth and all chats: delete it all.
"""


def iscc() -> str:
    """Return where Inno Setup's compiler is.

    Raises:
        NotPackable: nowhere.
    """
    found = os.environ.get("HEARTH_ISCC") or shutil.which("iscc")
    if not found and not _ISCC.is_file():
        raise NotPackable("Inno Setup 6 is not there; HEARTH_ISCC can say where its ISCC.exe lies")
    return found or str(_ISCC)


def sign(command: str, path: Path) -> None:
    """Sign a file.

    Args:
        command: as the user gave it; the file becomes its last word.
        path: which file.

    Raises:
        CalledProcessError: the command failed.
    """
    if sys.platform == "win32":  # there a program itself takes its command apart
        subprocess.run(f'{command} "{path}"', check=True)
    else:
        subprocess.run([*shlex.split(command), str(path)], check=True)


def write_notices(folder: Path) -> None:
    """Write the licences, the program's own and those of its parts, and the list of parts."""
    folder.mkdir()
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE.txt")
    licences.write(folder, VERSION)


def packed_files(program: Path) -> list[Path]:
    """Return the files of the built program, without what trying it has left there."""
    files = (path for path in sorted(program.rglob("*")) if path.is_file())
    return [
        path
        for path in files
        if path.relative_to(program).parts[0] != "data" and path.parent.name != "__pycache__"
    ]


def make_portable(program: Path, notices: Path, into: Path) -> Path:
    """Pack the program, the notices and the folder that makes it portable; return the zip's path.

    Args:
        program: the built program.
        notices: what `write_notices` wrote.
        into: the folder for the zip.
    """
    contents = {path.relative_to(program).as_posix(): path for path in packed_files(program)}
    contents |= {path.name: path for path in notices.iterdir()}
    target = into / f"{BASE_NAME}-portable.zip"
    with zipfile.ZipFile(target, "w") as archive:
        for name in sorted([*contents, "data/README.txt"]):
            data = contents[name].read_bytes() if name in contents else _DATA_NOTE.encode()
            entry = zipfile.ZipInfo(f"{_FOLDER}/{name}", (*release_date().timetuple()[:3], 0, 0, 0))
            entry.create_system = 0  # the same on whichever system it is packed
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED, compresslevel=9)
    return target


def make_setup(compiler: str, folders: dict[str, Path], sign_command: str) -> Path:
    """Compile the setup and return its path.

    Args:
        compiler: as `iscc` has it.
        folders: by the names that `windows/hearth.iss` gives them, and "Into".
        sign_command: "" for an unsigned one.

    Raises:
        NotPackable: the compiler left nothing.
        CalledProcessError: it failed, or the signing did.
    """
    into = folders["Into"]
    command = [compiler, "/Qp", f"/O{into}", f"/DVersion={VERSION}"]
    command.append(f"/DNumericVersion={'.'.join(map(str, numbers(VERSION)))}")
    command += [f"/D{name}={path}" for name, path in folders.items() if name != "Into"]
    if HOME:
        command.append(f"/DHomepage={HOME}")
    if sign_command:  # Inno Setup fills in the file, and has words of its own for a quote
        quoted = sign_command.replace("$", "$$").replace('"', "$q")
        command += ["/DSign", f"/Shearth={quoted} $f"]
    subprocess.run([*command, str(SCRIPT)], check=True)
    setup = into / f"{BASE_NAME}-setup.exe"
    if not setup.is_file():
        raise NotPackable(f"Inno Setup left no {setup.name}")
    return setup


def pack(program: Path, into: Path) -> list[Path]:
    """Make everything and return the packages.

    Args:
        program: what `freeze.py` built.
        into: the folder for them.

    Raises:
        NotPackable: something is not there that it takes.
        CalledProcessError: Inno Setup or the signing failed.
    """
    if missing := [name for name in PROGRAMS if not (program / name).is_file()]:
        raise NotPackable(f"no {' and no '.join(missing)} in {program}: run freeze.py on Windows")
    compiler = iscc()
    sign_command = os.environ.get("HEARTH_SIGN_COMMAND", "")
    into.mkdir(parents=True, exist_ok=True)
    if sign_command:
        for name in PROGRAMS:
            sign(sign_command, program / name)
    with tempfile.TemporaryDirectory() as stage:
        notices = Path(stage) / "notices"
        write_notices(notices)
        icon = icons.write(Path(stage) / "hearth.ico")
        portable = make_portable(program, notices, into)
        folders = {"Into": into, "Program": program, "Notices": notices, "Icon": icon}
        folders["Stage"] = Path(stage)
        setup = make_setup(compiler, folders, sign_command)
    return [portable, setup]


def main(arguments: list[str] | None = None) -> int:
    """Build the packages and say how large they became."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--program", type=Path, default=PROGRAM_FOLDER, metavar="FOLDER")
    parser.add_argument("--into", type=Path, default=PACKAGES, metavar="FOLDER")
    options = parser.parse_args(arguments)
    program, into = options.program.absolute(), options.into.absolute()
    try:
        packages = pack(program, into)
    except (NotPackable, subprocess.CalledProcessError) as error:
        print(f"Not packed: {error}", file=sys.stderr)
        return 1
    for path in packages:
        print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")
    print(write_sums(packages))
    print(write_feed(into))
    print(*winget.write(into / "winget", packages[-1]), sep="\n")
    if not HOME:
        print("The project has no home on the web yet: winget's manifest names a stand-in.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
